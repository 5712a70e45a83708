<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="ja_JP" sourcelanguage="en">
<context>
    <name>pthfinder</name>
    <message>
        <location filename="../../gui/memory/file.py"/>
        <source>
After the plan: {sum}</source>
        <translation>
計画後：{sum}</translation>
    </message>
    <message>
        <location filename="../../gui/memory/measured_model.py"/>
        <source>
held back by the C library: up to {kept:,} bytes more, part of what is measured</source>
        <translation>
C ライブラリが保持：最大でさらに {kept:,} バイト、測定値の一部</translation>
    </message>
    <message>
        <location filename="../../gui/memory/plot.py"/>
        <source>
measured: {measured:,} bytes at most</source>
        <translation>
測定：最大 {measured:,} バイト</translation>
    </message>
    <message>
        <location filename="../../gui/values/facts.py"/>
        <source>
of some of the numbers; all of them are being read</source>
        <translation>
一部の数値によるもの。全部を読み取り中</translation>
    </message>
    <message>
        <location filename="../../gui/memory/plot.py"/>
        <source>
the card has {capacity:,} ({memory})</source>
        <translation>
GPU には {capacity:,}（{memory}）</translation>
    </message>
    <message>
        <location filename="../../gui/app/recent_menu.py"/>
        <source>&amp;Clear recent files</source>
        <translation>最近使ったファイルを消す(&amp;C)</translation>
    </message>
    <message>
        <location filename="../../gui/app/actions.py"/>
        <source>&amp;Close file</source>
        <translation>ファイルを閉じる(&amp;C)</translation>
    </message>
    <message>
        <location filename="../../gui/app/actions.py"/>
        <source>&amp;Commands…</source>
        <translation>コマンド(&amp;C)…</translation>
    </message>
    <message>
        <location filename="../../gui/app/actions.py"/>
        <source>&amp;Compare the keys with a model…</source>
        <translation>キーをモデルと比較(&amp;C)…</translation>
    </message>
    <message>
        <location filename="../../gui/app/menus.py"/>
        <source>&amp;Dark</source>
        <translation>ダーク(&amp;D)</translation>
    </message>
    <message>
        <location filename="../../gui/app/menu_items.py"/>
        <source>&amp;Diagnosis</source>
        <translation>診断(&amp;D)</translation>
    </message>
    <message>
        <location filename="../../gui/app/menu_items.py"/>
        <source>&amp;Edit</source>
        <translation>編集(&amp;E)</translation>
    </message>
    <message>
        <location filename="../../gui/app/actions.py"/>
        <source>&amp;End the comparison</source>
        <translation>比較を終える(&amp;E)</translation>
    </message>
    <message>
        <location filename="../../gui/app/actions.py"/>
        <source>&amp;Explain an error…</source>
        <translation>エラーを説明(&amp;E)…</translation>
    </message>
    <message>
        <location filename="../../gui/app/menu_items.py"/>
        <source>&amp;File</source>
        <translation>ファイル(&amp;F)</translation>
    </message>
    <message>
        <location filename="../../gui/rename/dialog.py"/>
        <source>&amp;Find</source>
        <translation>検索(&amp;F)</translation>
    </message>
    <message>
        <location filename="../../gui/app/actions.py"/>
        <source>&amp;Find keys</source>
        <translation>キーを検索(&amp;F)</translation>
    </message>
    <message>
        <location filename="../../gui/app/actions.py"/>
        <source>&amp;Fix what the banner says</source>
        <translation>バナーのとおりに修正(&amp;F)</translation>
    </message>
    <message>
        <location filename="../../gui/app/actions.py"/>
        <source>&amp;Go to a key…</source>
        <translation>キーへ移動(&amp;G)…</translation>
    </message>
    <message>
        <location filename="../../gui/app/actions.py"/>
        <location filename="../../gui/app/menu_items.py"/>
        <source>&amp;Help</source>
        <translation>ヘルプ(&amp;H)</translation>
    </message>
    <message>
        <location filename="../../gui/app/actions.py"/>
        <source>&amp;Keep the changes as a recipe…</source>
        <translation>変更をレシピとして残す(&amp;K)…</translation>
    </message>
    <message>
        <location filename="../../gui/app/actions.py"/>
        <source>&amp;Larger text</source>
        <translation>文字を大きく(&amp;L)</translation>
    </message>
    <message>
        <location filename="../../gui/app/menus.py"/>
        <source>&amp;Light</source>
        <translation>ライト(&amp;L)</translation>
    </message>
    <message>
        <location filename="../../gui/app/actions.py"/>
        <source>&amp;Next NaN or Inf</source>
        <translation>次の NaN または Inf(&amp;N)</translation>
    </message>
    <message>
        <location filename="../../gui/app/actions.py"/>
        <source>&amp;Next tab</source>
        <translation>次のタブ(&amp;N)</translation>
    </message>
    <message>
        <location filename="../../gui/app/actions.py"/>
        <source>&amp;Open…</source>
        <translation>開く(&amp;O)…</translation>
    </message>
    <message>
        <location filename="../../gui/app/window.py"/>
        <source>&amp;Panels</source>
        <translation>パネル(&amp;P)</translation>
    </message>
    <message>
        <location filename="../../gui/app/actions.py"/>
        <source>&amp;Paste an error</source>
        <translation>エラーを貼り付け(&amp;P)</translation>
    </message>
    <message>
        <location filename="../../gui/app/recent_menu.py"/>
        <source>&amp;Pin {name}</source>
        <translation>{name} を固定(&amp;P)</translation>
    </message>
    <message>
        <location filename="../../gui/app/actions.py"/>
        <source>&amp;Preferences…</source>
        <translation>設定(&amp;P)…</translation>
    </message>
    <message>
        <location filename="../../gui/app/actions.py"/>
        <source>&amp;Quit</source>
        <translation>終了(&amp;Q)</translation>
    </message>
    <message>
        <location filename="../../gui/app/actions.py"/>
        <source>&amp;Redo</source>
        <translation>やり直す(&amp;R)</translation>
    </message>
    <message>
        <location filename="../../gui/app/actions.py"/>
        <source>&amp;Redo {step}</source>
        <translation>やり直す：{step}(&amp;R)</translation>
    </message>
    <message>
        <location filename="../../gui/app/actions.py"/>
        <source>&amp;Reload from disk</source>
        <translation>ディスクから読み直す(&amp;R)</translation>
    </message>
    <message>
        <location filename="../../gui/app/actions.py"/>
        <source>&amp;Rename keys…</source>
        <translation>キーの名前を変更(&amp;R)…</translation>
    </message>
    <message>
        <location filename="../../gui/rename/dialog.py"/>
        <source>&amp;Replace with</source>
        <translation>置き換え(&amp;R)</translation>
    </message>
    <message>
        <location filename="../../gui/app/actions.py"/>
        <source>&amp;Report…</source>
        <translation>レポート(&amp;R)…</translation>
    </message>
    <message>
        <location filename="../../gui/app/actions.py"/>
        <source>&amp;Reset layout</source>
        <translation>配置を元に戻す(&amp;R)</translation>
    </message>
    <message>
        <location filename="../../gui/app/actions.py"/>
        <source>&amp;Save fixed…</source>
        <translation>修正して保存(&amp;S)…</translation>
    </message>
    <message>
        <location filename="../../gui/app/actions.py"/>
        <source>&amp;Selected keys as a table…</source>
        <translation>選んだキーを表に(&amp;S)…</translation>
    </message>
    <message>
        <location filename="../../gui/app/actions.py"/>
        <source>&amp;Shortcuts and about</source>
        <translation>ショートカットと情報(&amp;S)</translation>
    </message>
    <message>
        <location filename="../../gui/app/menus.py"/>
        <source>&amp;Theme</source>
        <translation>テーマ(&amp;T)</translation>
    </message>
    <message>
        <location filename="../../gui/app/actions.py"/>
        <source>&amp;Undo</source>
        <translation>元に戻す(&amp;U)</translation>
    </message>
    <message>
        <location filename="../../gui/app/actions.py"/>
        <source>&amp;Undo {step}</source>
        <translation>元に戻す：{step}(&amp;U)</translation>
    </message>
    <message>
        <location filename="../../gui/app/recent_menu.py"/>
        <source>&amp;Unpin {name}</source>
        <translation>{name} の固定を外す(&amp;U)</translation>
    </message>
    <message>
        <location filename="../../gui/app/actions.py"/>
        <source>&amp;Verify with torch</source>
        <translation>torch で確かめる(&amp;V)</translation>
    </message>
    <message>
        <location filename="../../gui/app/menu_items.py"/>
        <source>&amp;View</source>
        <translation>表示(&amp;V)</translation>
    </message>
    <message>
        <location filename="../../core/catalogue/search.py"/>
        <source>'{pattern}' is no regular expression: {error}.</source>
        <translation>'{pattern}' は正規表現ではありません：{error}。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traceback/judge_names.py"/>
        <source>(This file has a trap of its own: {title}.)</source>
        <translation>（このファイルには別の問題があります：{title}。）</translation>
    </message>
    <message>
        <location filename="../../gui/values/ridges.py"/>
        <source>(all)</source>
        <translation>（すべて）</translation>
    </message>
    <message>
        <location filename="../../gui/document/pickled_models.py"/>
        <source>(attributes)</source>
        <translation>（属性）</translation>
    </message>
    <message>
        <location filename="../../core/text.py"/>
        <source>(cut: {count:,} characters)</source>
        <translation>（省略：{count:,} 文字）</translation>
    </message>
    <message>
        <location filename="../../gui/recipes/dialog.py"/>
        <source>(no name)</source>
        <translation>（名前なし）</translation>
    </message>
    <message>
        <location filename="../../gui/optimizer/table_model.py"/>
        <source>(not told)</source>
        <translation>（記載なし）</translation>
    </message>
    <message>
        <location filename="../../core/edits/wording.py"/>
        <location filename="../../core/recipes/step_words.py"/>
        <location filename="../../core/report/difference.py"/>
        <source>(nothing)</source>
        <translation>（なし）</translation>
    </message>
    <message>
        <location filename="../../gui/health/model.py"/>
        <source>(the file)</source>
        <translation>（ファイル）</translation>
    </message>
    <message>
        <location filename="../../core/report/inspect.py"/>
        <location filename="../../gui/details/model.py"/>
        <location filename="../../gui/diff/model.py"/>
        <location filename="../../gui/values/model.py"/>
        <source>(the whole file)</source>
        <translation>（ファイル全体）</translation>
    </message>
    <message>
        <location filename="../../gui/tree/table_model.py"/>
        <source>, folded</source>
        <translation>、折りたたみ</translation>
    </message>
    <message>
        <location filename="../../gui/tree/table_model.py"/>
        <source>, unfolded</source>
        <translation>、展開済み</translation>
    </message>
    <message>
        <location filename="../../cli/ways.py"/>
        <source>--accept-damage writes it all the same.</source>
        <translation>--accept-damage を付ければそれでも書き込みます。</translation>
    </message>
    <message>
        <location filename="../../cli/ways.py"/>
        <source>--accept-missing writes it without that.</source>
        <translation>--accept-missing を付ければ、それを除いて書き込みます。</translation>
    </message>
    <message>
        <location filename="../../cli/ways.py"/>
        <source>--accept-odd writes it.</source>
        <translation>--accept-odd を付ければ書き込みます。</translation>
    </message>
    <message>
        <location filename="../../cli/saving.py"/>
        <source>--alone takes it by itself</source>
        <translation>--alone を付けるとこのファイルだけを対象にします</translation>
    </message>
    <message>
        <location filename="../../cli/memory/predicting.py"/>
        <source>--card and --gpu-memory both say how much memory a card has; give one of them.</source>
        <translation>--card と --gpu-memory はどちらも GPU のメモリを示します。一方だけ指定してください。</translation>
    </message>
    <message>
        <location filename="../../core/spread/cluster.py"/>
        <source>--cluster needs Dask: pip install 'pthfinder[cluster]'.</source>
        <translation>--cluster には Dask が必要です：pip install 'pthfinder[cluster]'。</translation>
    </message>
    <message>
        <location filename="../../cli/memory/predicting.py"/>
        <source>--data-parallel {data_parallel} needs as many cards, not --gpus {gpus}.</source>
        <translation>--data-parallel {data_parallel} には同じ数の GPU が必要で、--gpus {gpus} では足りません。</translation>
    </message>
    <message>
        <location filename="../../cli/diagnosing.py"/>
        <source>--error - reads the error from stdin, which is closed.</source>
        <translation>--error - はエラーを標準入力から読みますが、標準入力は閉じています。</translation>
    </message>
    <message>
        <location filename="../../cli/batching.py"/>
        <source>--in-place goes with neither --into nor --suffix.</source>
        <translation>--in-place は --into や --suffix と一緒には使えません。</translation>
    </message>
    <message>
        <location filename="../../cli/memory/predicting.py"/>
        <source>--machine and --gpus both say how many cards there are; give one of them.</source>
        <translation>--machine と --gpus はどちらも GPU の数を指定します。どちらか一方だけにしてください。</translation>
    </message>
    <message>
        <location filename="../../gui/page/welcome.py"/>
        <source>.pt  .pth  .ckpt  .bin — torch is not needed, and nothing in the file is executed.</source>
        <translation>.pt  .pth  .ckpt  .bin — torch は不要で、ファイルの中身は何も実行されません。</translation>
    </message>
    <message>
        <location filename="../../core/values/slices.py"/>
        <source>0 to {last:,}</source>
        <translation>0 から {last:,}</translation>
    </message>
    <message>
        <location filename="../../gui/document/typed_number.py"/>
        <source>0.5, 1e-3, nan or -inf</source>
        <translation>0.5、1e-3、nan、-inf など</translation>
    </message>
    <message>
        <location filename="../../gui/preferences/offered.py"/>
        <source>1 MB is 1,000,000 bytes, 1 MiB is 1,048,576. Memory of a card is always in GiB, as torch tells it</source>
        <translation>1 MB は 1,000,000 バイト、1 MiB は 1,048,576 バイト。GPU のメモリは torch と同じく常に GiB</translation>
    </message>
    <message>
        <location filename="../../core/values/health/optimizers.py"/>
        <source>1 step</source>
        <translation>1 ステップ</translation>
    </message>
    <message>
        <location filename="../../gui/compare/source.py"/>
        <source>1. A file of the model that is to load this one</source>
        <translation>1. これを読み込むモデルのファイル</translation>
    </message>
    <message>
        <location filename="../../gui/document/typed_number.py"/>
        <source>12 or -3</source>
        <translation>12 や -3</translation>
    </message>
    <message>
        <location filename="../../gui/compare/source.py"/>
        <source>2. Or ask the model itself</source>
        <translation>2. またはモデル自身に尋ねる</translation>
    </message>
    <message>
        <location filename="../../cli/saving.py"/>
        <source>; carried over: {names}</source>
        <translation>；引き継いだもの：{names}</translation>
    </message>
    <message>
        <location filename="../../core/memory/machine.py"/>
        <source>A CUDA context takes some hundred MiB and never more than {most}, not {context}.</source>
        <translation>CUDA コンテキストは数百 MiB で、{most} を超えません。{context} ではありません。</translation>
    </message>
    <message>
        <location filename="../../core/memory/assumptions.py"/>
        <source>A CUDA context takes {context} on each card that a process touches.</source>
        <translation>CUDA コンテキストは、プロセスが触れる各 GPU で {context} 使います。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/unopened.py"/>
        <source>A TorchScript archive, for torch.jit.load</source>
        <translation>torch.jit.load で読む TorchScript アーカイブ</translation>
    </message>
    <message>
        <location filename="../../core/loading/recipes.py"/>
        <source>A WindowsPath comes as a PureWindowsPath, which every system has.</source>
        <translation>WindowsPath は、どのシステムにもある PureWindowsPath になります。</translation>
    </message>
    <message>
        <location filename="../../core/memory/machine.py"/>
        <source>A card has between 1 MiB and 4 TiB of memory, not {capacity}.</source>
        <translation>GPU のメモリは 1 MiB から 4 TiB の間で、{capacity} ではありません。</translation>
    </message>
    <message>
        <location filename="../../core/saving/targets/torch_files.py"/>
        <source>A checkpoint in shards</source>
        <translation>シャードに分けたチェックポイント</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/scripts.py"/>
        <source>A checkpoint is a dict, and every project names its parts in its own way: 'model', 'state_dict', 'model_state_dict', or the weights alone without anything around them.</source>
        <translation>チェックポイントは dict で、各部分の名前の付け方はプロジェクトごとに異なります：'model'、'state_dict'、'model_state_dict' のほか、外側に何もなく重みだけのこともあります。</translation>
    </message>
    <message>
        <location filename="../../gui/page/banner.py"/>
        <source>A checkpoint notes for every storage on which device it was when it was saved, and torch.load(f) puts it back there. On a machine that lacks the device it raises instead, unless every caller passes map_location. Mapping rewrites the noted device in the copy you save, for good; not a bit of a tensor's values changes. A tensor of the optimizer state that must stay on the CPU (Adam's step) stays there.</source>
        <translation>チェックポイントには各ストレージが保存時にどのデバイスにあったかが記され、torch.load(f) はそこに戻します。そのデバイスがないコンピューターでは、毎回 map_location を渡さない限りエラーになります。割り当て直すと、保存するコピーの記載が書き換わり、以後ずっと有効です。テンソルの値は 1 ビットも変わりません。CPU に残すべきオプティマイザーの状態（Adam の step）は CPU のままです。</translation>
    </message>
    <message>
        <location filename="../../gui/recipes/table_model.py"/>
        <source>A checkpoint of the folder</source>
        <translation>フォルダーのチェックポイント</translation>
    </message>
    <message>
        <location filename="../../gui/parts/table_model.py"/>
        <source>A click shows only what lies in this file; a second one shows all again.</source>
        <translation>クリックするとこのファイルにあるものだけを表示し、もう一度クリックすると全体に戻る。</translation>
    </message>
    <message>
        <location filename="../../gui/save/dialog.py"/>
        <source>A copy of {name}</source>
        <translation>{name} のコピー</translation>
    </message>
    <message>
        <location filename="../../core/values/export/opened.py"/>
        <source>A file cannot call a tensor {name!r}. Export it by itself, as .npy or .csv.</source>
        <translation>ファイルではテンソルを {name!r} と名付けられません。単独で .npy か .csv に書き出してください。</translation>
    </message>
    <message>
        <location filename="../../core/formats/assembled.py"/>
        <source>A file has fewer bytes of a piece of a tensor than there should be. Fetch it again.</source>
        <translation>テンソルの断片のバイト数が本来より少ないファイルがあります。取得し直してください。</translation>
    </message>
    <message>
        <location filename="../../gui/save/dialog.py"/>
        <source>A file of that name is already in {parent}. Saving replaces it.</source>
        <translation>{parent} に同じ名前のファイルがあります。保存すると置き換わります。</translation>
    </message>
    <message>
        <location filename="../../gui/page/welcome.py"/>
        <source>A file on another computer, by its URL; only the parts that are needed are fetched (Ctrl+Shift+L)</source>
        <translation>別のコンピューターにあるファイルを URL で開く。必要な部分だけを取得する（Ctrl+Shift+L）</translation>
    </message>
    <message>
        <location filename="../../gui/location/model.py"/>
        <source>A file or folder of this computer</source>
        <translation>このコンピューターのファイルかフォルダー</translation>
    </message>
    <message>
        <location filename="../../core/loading/recipes.py"/>
        <source>A file whose keys begin with module. (Add prefix) loads into the wrapped model itself.</source>
        <translation>キーが module. で始まるファイル（接頭辞を付ける）は、ラップされたモデル自体に読み込めます。</translation>
    </message>
    <message>
        <location filename="../../gui/save/dialog.py"/>
        <source>A fixed copy of {name}</source>
        <translation>{name} の修正したコピー</translation>
    </message>
    <message>
        <location filename="../../gui/save/dialog.py"/>
        <source>A folder of that name is already in {parent}. Saving replaces it.</source>
        <translation>{parent} には同じ名前のフォルダーがすでにあります。保存すると置き換わります。</translation>
    </message>
    <message>
        <location filename="../../gui/location/model.py"/>
        <source>A folder on {host}, {kind}</source>
        <translation>{host}（{kind}）のフォルダー</translation>
    </message>
    <message>
        <location filename="../../core/edits/state_dict.py"/>
        <source>A group of the optimizer has no list of parameters; the file is damaged.</source>
        <translation>オプティマイザーのグループにパラメーターのリストがありません。ファイルが破損しています。</translation>
    </message>
    <message>
        <location filename="../../core/edits/renaming/patterns.py"/>
        <source>A key has at most {most:,} characters here.</source>
        <translation>ここではキーは {most:,} 文字までです。</translation>
    </message>
    <message>
        <location filename="../../core/edits/keys.py"/>
        <location filename="../../core/edits/renaming/patterns.py"/>
        <source>A key needs a name.</source>
        <translation>キーには名前が必要です。</translation>
    </message>
    <message>
        <location filename="../../cli/edit_arguments.py"/>
        <source>A machine without a GPU has no card; leave out --card, or say --machine gpus:1.</source>
        <translation>GPU のないマシンにはカードがありません。--card を外すか、--machine gpus:1 を指定してください。</translation>
    </message>
    <message>
        <location filename="../../core/memory/machine.py"/>
        <source>A model cannot be of dtype {text!r}; write {dtypes} (or fp32, bf16 …).</source>
        <translation>モデルの dtype は {text!r} にできません。{dtypes}（または fp32、bf16 など）と書いてください。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/data_parallel.py"/>
        <source>A model that is spread on purpose is right as it is. Wrapped in DataParallel it would not run, which wants all of a model on its first device.</source>
        <translation>意図して分散させたモデルは、このままで正しいものです。DataParallel でラップすると動きません。DataParallel はモデル全体が最初のデバイスにあることを求めるからです。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/names.py"/>
        <source>A model without the wrapper does not find its keys.</source>
        <translation>ラッパーのないモデルは自分のキーを見つけられません。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/pickles.py"/>
        <source>A module could not be imported. While a checkpoint is loaded this means that it holds a whole pickled object, whose class lives in that module.</source>
        <translation>モジュールをインポートできませんでした。チェックポイントの読み込み中であれば、そのモジュールにクラスがある、pickle 化されたオブジェクト全体が入っているということです。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/containers.py"/>
        <source>A part of the file fails its checksum. torch itself never looks at checksums and would load the damage.</source>
        <translation>ファイルの一部のチェックサムが一致しません。torch 自身はチェックサムを見ないため、破損した部分も読み込んでしまいます。</translation>
    </message>
    <message>
        <location filename="../../core/formats/legacy.py"/>
        <source>A part of the file that torch fills with numbers alone refers to {names}, which a program that loads the file would run. It is a trap; do not load it.</source>
        <translation>torch なら数値だけを入れる部分が {names} を参照していて、ファイルを読み込んだプログラムはそれを実行してしまいます。これは罠です。読み込まないでください。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/objects.py"/>
        <source>A path object of the other system was pickled. On {system} torch.load(f, weights_only=False) fails on it.</source>
        <translation>別のシステムのパスオブジェクトが pickle 化されています。{system} では torch.load(f, weights_only=False) がそこで失敗します。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/pickles.py"/>
        <source>A pickle names the functions and classes of torch that rebuild what is in it. The torch that loads lacks this one: it is older than the torch that saved, as with _rebuild_tensor_v2, which came with 0.4, or, more rarely, so new that it dropped the name. The weights themselves are fine.</source>
        <translation>pickle には、中身を組み立て直す torch の関数とクラスの名前が書かれています。読み込む torch にはその 1 つがありません：0.4 で加わった _rebuild_tensor_v2 のように、保存した torch より古いか、まれに、その名前をなくすほど新しいかのどちらかです。重み自体は正常です。</translation>
    </message>
    <message>
        <location filename="../../core/formats/assembled.py"/>
        <source>A piece of a tensor is packed, which torch never writes. Save the file that it is in once.</source>
        <translation>テンソルの断片が圧縮されていますが、torch は決してそう書きません。断片のあるファイルを一度保存し直してください。</translation>
    </message>
    <message>
        <location filename="../../core/containers/dcp/archive.py"/>
        <source>A piece of {key!r} in {file} cannot be read: {reason}</source>
        <translation>{file} にある {key!r} の断片を読めません：{reason}</translation>
    </message>
    <message>
        <location filename="../../core/containers/ranks/assembling.py"/>
        <source>A piece of {name} is of {dtype}, the whole of {other}: the files are of different saves.</source>
        <translation>{name} の断片は {dtype} ですが、全体は {other} です：ファイルは別々の保存のものです。</translation>
    </message>
    <message>
        <location filename="../../core/formats/assembled.py"/>
        <source>A piece of {name} lies outside the tensor that it is of.</source>
        <translation>{name} の断片が、元のテンソルの外に出ています。</translation>
    </message>
    <message>
        <location filename="../../core/recipes/recipe.py"/>
        <source>A recipe has to be a file of this computer. Fetch it first.</source>
        <translation>レシピはこのコンピューターのファイルでなければなりません。先に取得してください。</translation>
    </message>
    <message>
        <location filename="../../core/formats/zip_reader.py"/>
        <source>A record is larger than 4 GB but its zip64 sizes are missing; the file is damaged. Fetch it again.</source>
        <translation>4 GB を超えるレコードなのに zip64 のサイズがありません。ファイルが破損しています。取得し直してください。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/records.py"/>
        <source>A record that torch reads first is damaged, so torch.load(f) stops there. The rest of the file can be looked at.</source>
        <translation>torch が最初に読むレコードが破損しているため、torch.load(f) はそこで止まります。ファイルの残りは表示できます。</translation>
    </message>
    <message>
        <location filename="../../core/edits/renaming/safe_regex.py"/>
        <source>A regular expression has at most {most} characters here.</source>
        <translation>ここでは正規表現は {most} 文字までです。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/unopened.py"/>
        <source>A safetensors file, for safetensors.torch.load_file</source>
        <translation>safetensors.torch.load_file で読む safetensors ファイル</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/resuming.py"/>
        <source>A scheduler that is made with last_epoch ≥ 0 looks for 'initial_lr' in the optimizer's groups. It is there only after the state of an optimizer that had a scheduler was loaded into it.</source>
        <translation>last_epoch ≥ 0 で作られるスケジューラーは、オプティマイザーのグループの 'initial_lr' を探します。それがあるのは、スケジューラーを使っていたオプティマイザーの状態を読み込んだ後だけです。</translation>
    </message>
    <message>
        <location filename="../../core/remote/stores/http_connections.py"/>
        <source>A server on the internet leads to {host}, inside this network: not followed.</source>
        <translation>インターネット上のサーバーが、このネットワーク内の {host} へリダイレクトしました：たどりませんでした。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/objects.py"/>
        <source>A sharded one holds this process's part; every process saved its own.</source>
        <translation>シャード化されたものには、このプロセスの分だけが入っています。各プロセスが自分の分を保存しました。</translation>
    </message>
    <message>
        <location filename="../../gui/page/welcome.py"/>
        <source>A small checkpoint of a DataParallel model with Adam state, saved on cuda:5 and cuda:1</source>
        <translation>cuda:5 と cuda:1 で保存された、Adam の状態付き DataParallel モデルの小さなチェックポイント</translation>
    </message>
    <message>
        <location filename="../../core/objects/tensors.py"/>
        <source>A storage has no name, which torch never writes; the file is damaged or a trap.</source>
        <translation>ストレージに名前がありません。torch では決してこう書かれません。ファイルが破損しているか、罠です。</translation>
    </message>
    <message>
        <location filename="../../core/formats/legacy_ids.py"/>
        <location filename="../../core/objects/tensors.py"/>
        <source>A storage is described in a way that torch never writes; the file is damaged or a trap.</source>
        <translation>ストレージの記述が、torch では決して書かれない形です。ファイルが破損しているか、罠です。</translation>
    </message>
    <message>
        <location filename="../../core/containers/tar_file.py"/>
        <source>A storage or a tensor of this tar is described in a way that torch never writes; it is damaged or a trap.</source>
        <translation>この tar のストレージまたはテンソルの記述が、torch では決して書かれない形です。破損しているか、罠です。</translation>
    </message>
    <message>
        <location filename="../../core/objects/tensors.py"/>
        <source>A tensor begins outside its storage; the file is damaged or a trap.</source>
        <translation>テンソルの先頭がストレージの外にあります。ファイルが破損しているか、罠です。</translation>
    </message>
    <message>
        <location filename="../../core/objects/tensors.py"/>
        <source>A tensor has a size or stride that torch never writes; the file is damaged or a trap.</source>
        <translation>テンソルのサイズまたは stride が、torch では決して書かれない値です。ファイルが破損しているか、罠です。</translation>
    </message>
    <message>
        <location filename="../../core/numbers/stored.py"/>
        <source>A tensor has fewer bytes in the file than its shape takes; the file was cut short.</source>
        <translation>ファイル内のテンソルのバイト数が、形状に必要な量より少なくなっています。ファイルは途中で切れています。</translation>
    </message>
    <message>
        <location filename="../../core/objects/tensors.py"/>
        <source>A tensor has more elements than torch can count; the file is damaged or a trap.</source>
        <translation>テンソルの要素が、torch の数えられる数を超えています。ファイルが破損しているか、罠です。</translation>
    </message>
    <message>
        <location filename="../../core/numbers/quantised.py"/>
        <source>A tensor is quantised by {scheme!r} in a way that torch never writes.</source>
        <translation>テンソルが {scheme!r} で量子化されていますが、torch では決して書かれない形です。</translation>
    </message>
    <message>
        <location filename="../../core/containers/torch_zips/exported.py"/>
        <source>A tensor of this exported program is described as no torch writes it: {key!r}.</source>
        <translation>このエクスポート済みプログラムのテンソルの記述が、どの torch も書かない形です：{key!r}。</translation>
    </message>
    <message>
        <location filename="../../core/edits/edits.py"/>
        <source>A tensor on 'meta' has no bytes: the file would lose its weights. Choose cpu or a GPU such as cuda:0.</source>
        <translation>'meta' 上のテンソルにはバイトがありません：ファイルの重みが失われます。cpu か、cuda:0 などの GPU を選んでください。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/running.py"/>
        <source>A tensor on the device meta has a shape and no values. Either the model was made so and its weights were never loaded, or they had none when the file was saved.</source>
        <translation>meta デバイス上のテンソルには形状だけがあり、値がありません。モデルがそう作られたまま重みが読み込まれていないか、保存時に重みの値がなかったかのどちらかです。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/devices.py"/>
        <source>A tensor on the device meta has a shape and no values. The model was built on meta, or its weights lay elsewhere while it was saved (offloading, FSDP), so they are not in this file.</source>
        <translation>デバイス meta のテンソルには形状があり、値がありません。モデルが meta 上に作られたか、保存時に重みが別の場所にあった（オフロード、FSDP）ため、このファイルには入っていません。</translation>
    </message>
    <message>
        <location filename="../../core/objects/tensors.py"/>
        <source>A tensor reaches outside its storage {key!r} (element {reach:,} of {count:,}); the file is damaged or a trap.</source>
        <translation>テンソルがストレージ {key!r} の外にはみ出しています（全 {count:,} 要素に対して要素 {reach:,}）。ファイルが破損しているか、罠です。</translation>
    </message>
    <message>
        <location filename="../../core/numbers/tensor.py"/>
        <source>A tensor says that it has {size:,} numbers, in {reach:,} places: its strides lay them over each other. The file is damaged or a trap.</source>
        <translation>テンソルは {reach:,} か所に {size:,} 個の数値があるとしています：stride によって互いに重なっています。ファイルが破損しているか、罠です。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/devices.py"/>
        <source>A tensor was saved on a device of another maker or an add-on to torch, which is not here, or map_location names one. torch.load looks for that device before it looks at the bytes.</source>
        <translation>テンソルが、ここにはない別のメーカーのデバイスや torch のアドオンのデバイスに保存されたか、map_location がそのようなデバイスを指定しています。torch.load はバイトを見る前にそのデバイスを探します。</translation>
    </message>
    <message>
        <location filename="../../gui/app/actions.py"/>
        <source>A tour of the classic troubles, a glossary, and how to do what.</source>
        <translation>よくある問題の案内、用語集、操作のしかた。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/file.py"/>
        <source>A view is saved with the whole storage that it looks into. {storages} of this file hold {size} that no tensor uses, and torch.load allocates them as well.</source>
        <translation>ビューは、参照先のストレージ全体といっしょに保存されます。このファイルの {storages}には、どのテンソルも使わない {size} があり、torch.load はそれも確保します。</translation>
    </message>
    <message>
        <location filename="../../core/formats/legacy_ids.py"/>
        <source>A view of a storage is described in a way that torch never writes; the file is damaged or a trap.</source>
        <translation>ストレージのビューの記述が、torch では決して書かれない形です。ファイルが破損しているか、罠です。</translation>
    </message>
    <message>
        <location filename="../../core/objects/tensors.py"/>
        <source>A view of a storage is described in a way that torch never writes; the file is damaged.</source>
        <translation>ストレージのビューの記述が、torch では決して書かれない形です。ファイルが破損しています。</translation>
    </message>
    <message>
        <location filename="../../gui/save/forecast.py"/>
        <source>A warning about using it after loading: {title}.</source>
        <translation>読み込み後の使用についての警告：{title}。</translation>
    </message>
    <message>
        <location filename="../../core/formats/spread/plain_file.py"/>
        <source>A worker cannot read {path}: {reason}. All workers must see the file at the same path.</source>
        <translation>{path} を読めないワーカーがあります：{reason}。すべてのワーカーから、同じパスでファイルが見える必要があります。</translation>
    </message>
    <message>
        <location filename="../../core/saving/spread/filling.py"/>
        <source>A worker cannot write {path}: {reason}. All workers must see the new file at the same path.</source>
        <translation>ワーカーが {path} に書き込めません：{reason}。すべてのワーカーから新しいファイルが同じパスで見える必要があります。</translation>
    </message>
    <message>
        <location filename="../../core/spread/worker.py"/>
        <source>A worker has Pthfinder {theirs}, and this is {ours}. Install the same one everywhere.</source>
        <translation>ワーカーの Pthfinder は {theirs}、こちらは {ours} です。すべてに同じ版をインストールしてください。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/running.py"/>
        <source>A worker of the data loader died because /dev/shm is full. No checkpoint has to do with that.</source>
        <translation>/dev/shm がいっぱいで、データローダーのワーカーが終了しました。チェックポイントとは関係ありません。</translation>
    </message>
    <message>
        <location filename="../../core/spread/worker.py"/>
        <source>A worker was asked for {name}, which is none of ours.</source>
        <translation>ワーカーに {name} の実行が求められましたが、Pthfinder のものではありません。</translation>
    </message>
    <message>
        <location filename="../../core/values/export/export.py"/>
        <source>A {kind} file holds one tensor, and {count:,} are asked for: write .npz or .safetensors.</source>
        <translation>{kind} ファイルに入るテンソルは 1 つで、{count:,} 個が指定されました。.npz か .safetensors で書いてください。</translation>
    </message>
    <message>
        <location filename="../../core/containers/ranks/pieces.py"/>
        <source>A {kind} says of itself what torch never writes; it cannot be put together.</source>
        <translation>{kind} についての記述が、torch では決して書かれないものです。組み立てられません。</translation>
    </message>
    <message>
        <location filename="../../gui/memory/training.py"/>
        <source>Activations</source>
        <translation>活性値</translation>
    </message>
    <message>
        <location filename="../../gui/recipes/dialog.py"/>
        <source>Add a recipe from a .json file</source>
        <translation>.json ファイルからレシピを追加</translation>
    </message>
    <message>
        <location filename="../../core/report/page.py"/>
        <location filename="../../gui/details/model.py"/>
        <location filename="../../gui/tree/headings.py"/>
        <source>After</source>
        <translation>変更後</translation>
    </message>
    <message>
        <location filename="../../gui/devices/panel.py"/>
        <source>After saving</source>
        <translation>保存後</translation>
    </message>
    <message>
        <location filename="../../core/report/page.py"/>
        <source>After the pending changes</source>
        <translation>保留中の変更の後</translation>
    </message>
    <message>
        <location filename="../../gui/memory/table_models.py"/>
        <source>After the plan</source>
        <translation>計画後</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/model_match/model_findings.py"/>
        <source>After the rename {left}.</source>
        <translation>名前の変更後、{left}。</translation>
    </message>
    <message>
        <location filename="../../gui/memory/measure.py"/>
        <source>Again</source>
        <translation>もう一度</translation>
    </message>
    <message>
        <location filename="../../gui/devices/panel.py"/>
        <source>All GPUs → cpu</source>
        <translation>全 GPU → cpu</translation>
    </message>
    <message>
        <location filename="../../gui/values/copy_menu.py"/>
        <source>All facts, a line each</source>
        <translation>すべての情報、1 行に 1 つ</translation>
    </message>
    <message>
        <location filename="../../gui/page/file_kinds.py"/>
        <source>All files</source>
        <translation>すべてのファイル</translation>
    </message>
    <message>
        <location filename="../../gui/values/picture_page.py"/>
        <source>All kernels side by side, those of an output channel together; else one plane</source>
        <translation>すべてのカーネルを並べ、出力チャネルごとにまとめる。ほかは 1 平面</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/many_files.py"/>
        <source>All keys are there. Saved anew here they have no need of that index.</source>
        <translation>キーはすべてあります。ここで保存し直せば、このインデックスは要りません。</translation>
    </message>
    <message>
        <location filename="../../gui/app/actions.py"/>
        <source>All keys as a &amp;table…</source>
        <translation>すべてのキーを表に(&amp;T)…</translation>
    </message>
    <message>
        <location filename="../../gui/rename/dialog.py"/>
        <source>All keys of state dicts</source>
        <translation>state_dict の全キー</translation>
    </message>
    <message>
        <location filename="../../core/values/health/optimizers.py"/>
        <source>All moments of {name} are zero</source>
        <translation>{name} のモーメントがすべてゼロ</translation>
    </message>
    <message>
        <location filename="../../core/values/health/optimizers.py"/>
        <source>All moments of {name} are zero after {steps}</source>
        <translation>{name} のモーメントが{steps}の後もすべてゼロ</translation>
    </message>
    <message>
        <location filename="../../core/values/health/optimizers.py"/>
        <source>All moments of {parameters} are zero after {steps}: no gradient ever came, or this is not the state of these steps.</source>
        <translation>{parameters}のモーメントが{steps}の後もすべてゼロです：勾配が一度も来なかったか、このステップ数の状態ではありません。</translation>
    </message>
    <message>
        <location filename="../../gui/values/change_menu.py"/>
        <source>All numbers become those that numpy.save wrote, of the same shape</source>
        <translation>すべての数値を、numpy.save が書いた同じ形状のものにする</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/running.py"/>
        <source>All of its weights are on one device; the script moves them.</source>
        <translation>重みはすべて同じデバイスにあります。移しているのはスクリプトです。</translation>
    </message>
    <message>
        <location filename="../../core/values/health/weights.py"/>
        <source>All others are 0: this is an attention mask, which has -Inf on purpose.</source>
        <translation>ほかはすべて 0: 意図して -Inf を持つアテンションマスクです。</translation>
    </message>
    <message>
        <location filename="../../gui/parts/panel.py"/>
        <source>All that is open is one file.</source>
        <translation>開いているのは 1 つのファイルだけです。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/many_files.py"/>
        <source>All the files that belong to it are there.</source>
        <translation>必要なファイルはすべてあります。</translation>
    </message>
    <message>
        <location filename="../../gui/memory/board.py"/>
        <source>All ways and phases</source>
        <translation>すべての方法と段階</translation>
    </message>
    <message>
        <location filename="../../core/spread/cluster.py"/>
        <source>All workers of {address} are gone.</source>
        <translation>{address} のワーカーがすべて終了しています。</translation>
    </message>
    <message numerus="yes">
        <location filename="../../core/values/health/weights.py"/>
        <source>All {count:,} numbers are zero, and those of {n:,} others of this name are not: nothing gets through this one.</source>
        <translation><numerusform>{count:,} 個の数値がすべてゼロで、同名のほか {n:,} 個はそうではありません：これを通るものはありません。</numerusform></translation>
    </message>
    <message>
        <location filename="../../core/values/health/weights.py"/>
        <source>All {count:,} numbers are zero. Layers that are to do nothing at first begin so; the file cannot tell whether this is one.</source>
        <translation>{count:,} 個の数値がすべてゼロです。最初は何もしないはずの層はこう始まります。これがそうかはファイルからは分かりません。</translation>
    </message>
    <message>
        <location filename="../../core/values/health/weights.py"/>
        <source>All {count:,} numbers are zero: no input of this norm ever varied. What comes before it gives the same for everything.</source>
        <translation>{count:,} 個の数値がすべてゼロ：この正規化の入力は変化したことがありません。その前の層は何に対しても同じものを出します。</translation>
    </message>
    <message numerus="yes">
        <location filename="../../core/values/health/weights.py"/>
        <source>All {count:,} numbers are {value:.6g}, and those of {n:,} others of this name differ: this one was not trained.</source>
        <translation><numerusform>{count:,} 個の数値がすべて {value:.6g} で、同名のほか {n:,} 個はそれぞれ違います：これは学習されていません。</numerusform></translation>
    </message>
    <message>
        <location filename="../../core/values/health/weights.py"/>
        <source>All {count:,} numbers are {value:.6g}: units with the same weights learn the same. The file cannot tell whether it is so on purpose.</source>
        <translation>{count:,} 個の数値がすべて {value:.6g}: 重みが同じユニットは同じことを学びます。意図的かどうかはファイルからは分かりません。</translation>
    </message>
    <message>
        <location filename="../../gui/compare/model.py"/>
        <source>All {keys} fit: load_state_dict(strict=True) takes this file.</source>
        <translation>{keys}すべてが合います：load_state_dict(strict=True) はこのファイルを受け入れます。</translation>
    </message>
    <message numerus="yes">
        <location filename="../../core/values/health/weights.py"/>
        <source>All {n:,} numbers are {what}</source>
        <translation><numerusform>{n:,} 個の数値がすべて {what}</numerusform></translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/model_match/model_findings.py"/>
        <source>All {of:,} keys of this file name nothing in {name}.</source>
        <translation>このファイルの {of:,} 個のキーはすべて、{name} の何も指していません。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/model_match/model_findings.py"/>
        <source>All {of:,} keys of {name} are not in this file.</source>
        <translation>{name} の {of:,} 個のキーはすべて、このファイルにありません。</translation>
    </message>
    <message>
        <location filename="../../core/loading/own_loaders.py"/>
        <source>An archive of torch.package, for its PackageImporter</source>
        <translation>torch.package のアーカイブ、PackageImporter 用</translation>
    </message>
    <message>
        <location filename="../../core/numbers/convert.py"/>
        <source>An array of {array} cannot be a tensor of {dtype}; the file is damaged.</source>
        <translation>{array} の配列は {dtype} のテンソルになりえません。ファイルが破損しています。</translation>
    </message>
    <message>
        <location filename="../../core/loading/own_loaders.py"/>
        <source>An exported program, for torch.export.load</source>
        <translation>エクスポート済みプログラム、torch.export.load 用</translation>
    </message>
    <message numerus="yes">
        <location filename="../../gui/values/numbers_page.py"/>
        <source>An index of this tensor is {n} whole numbers, such as {example}.</source>
        <translation><numerusform>このテンソルの添字は {n} 個の整数です。例：{example}。</numerusform></translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/resuming.py"/>
        <source>An optimizer's state is matched to parameters by position, group by group, and the numbers differ. Where only the order differs, torch loads the state of one parameter into another and says nothing.</source>
        <translation>オプティマイザーの状態は、グループごとに位置でパラメーターに対応付けられますが、数が異なります。順序だけが違う場合、torch はあるパラメーターの状態を別のパラメーターに読み込み、何も言いません。</translation>
    </message>
    <message numerus="yes">
        <location filename="../../gui/diagnosis/integrity_model.py"/>
        <source>And {n:,} records more.</source>
        <translation><numerusform>ほか {n:,} 個のレコード。</numerusform></translation>
    </message>
    <message>
        <location filename="../../gui/compare/source.py"/>
        <source>Another checkpoint of it will do, or a JSON or text file with its keys. Nothing in it is run.</source>
        <translation>そのモデルの別のチェックポイント、またはキーを書いた JSON やテキストで構いません。中身は実行しません。</translation>
    </message>
    <message>
        <location filename="../../gui/compare/source.py"/>
        <source>Another checkpoint of the same model, or a JSON or text file with its keys and shapes</source>
        <translation>同じモデルの別のチェックポイント、またはキーと形状を書いた JSON やテキスト</translation>
    </message>
    <message>
        <location filename="../../gui/compare/dialog.py"/>
        <source>Another model…</source>
        <translation>別のモデル…</translation>
    </message>
    <message>
        <location filename="../../gui/machine/chip.py"/>
        <source>Another size…</source>
        <translation>その他のサイズ…</translation>
    </message>
    <message>
        <location filename="../../gui/tree/menu.py"/>
        <source>Another value in the file you save</source>
        <translation>保存するファイルでの別の値</translation>
    </message>
    <message>
        <location filename="../../core/memory/analysis.py"/>
        <source>Any of the {count} ways that are marked</source>
        <translation>印の付いた {count} 通りのどれでも</translation>
    </message>
    <message>
        <location filename="../../gui/preferences/offered.py"/>
        <source>Appearance</source>
        <translation>外観</translation>
    </message>
    <message>
        <location filename="../../gui/recipes/dialog.py"/>
        <source>Apply to a folder…</source>
        <translation>フォルダーに適用…</translation>
    </message>
    <message>
        <location filename="../../gui/recipes/dialog.py"/>
        <source>Apply to this file</source>
        <translation>このファイルに適用</translation>
    </message>
    <message>
        <location filename="../../core/loading/own_loaders.py"/>
        <source>Arrays of NumPy, for numpy.load</source>
        <translation>NumPy の配列、numpy.load 用</translation>
    </message>
    <message>
        <location filename="../../gui/rename/table_model.py"/>
        <source>As it is, with what is planned already</source>
        <translation>今のもの（すでに計画した分を含む）</translation>
    </message>
    <message>
        <location filename="../../gui/rename/table_model.py"/>
        <source>As it will be in the file you save</source>
        <translation>保存するファイルでのもの</translation>
    </message>
    <message>
        <location filename="../../gui/diagnosis/check.py"/>
        <location filename="../../gui/widgets/read_error.py"/>
        <source>Ask its server once more</source>
        <translation>サーバーにもう一度問い合わせる</translation>
    </message>
    <message>
        <location filename="../../gui/location/folder_view.py"/>
        <source>Asking {host} …</source>
        <translation>{host} に問い合わせ中 …</translation>
    </message>
    <message>
        <location filename="../../gui/page/opening_page.py"/>
        <source>Asking {host}; tensor bytes stay there</source>
        <translation>{host} に問い合わせ中。テンソルのバイトはそこに残ります</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/running.py"/>
        <source>At optimizer.step():</source>
        <translation>optimizer.step() で：</translation>
    </message>
    <message>
        <location filename="../../gui/memory/table_models.py"/>
        <source>At the end of the phase: RAM in all, of a GPU torch.cuda.memory_allocated</source>
        <translation>段階の終わり：RAM は全体、GPU は torch.cuda.memory_allocated</translation>
    </message>
    <message>
        <location filename="../../core/catalogue/catalogue.py"/>
        <source>At the top it holds: {keys}.</source>
        <translation>最上位にあるもの：{keys}。</translation>
    </message>
    <message>
        <location filename="../../gui/page/error_page.py"/>
        <source>Back</source>
        <translation>戻る</translation>
    </message>
    <message>
        <location filename="../../gui/help/window.py"/>
        <source>Back (Alt+Left)</source>
        <translation>戻る (Alt+Left)</translation>
    </message>
    <message>
        <location filename="../../gui/preferences/dialog.py"/>
        <source>Back to what all of this was at first</source>
        <translation>すべてを最初のとおりに戻す</translation>
    </message>
    <message>
        <location filename="../../gui/page/error_page.py"/>
        <source>Back to {name}</source>
        <translation>{name} に戻る</translation>
    </message>
    <message>
        <location filename="../../gui/memory/answer_model.py"/>
        <source>Barely, once saved: {amount}, with nothing to spare.</source>
        <translation>保存後はぎりぎりです：{amount}。余裕はありません。</translation>
    </message>
    <message>
        <location filename="../../gui/memory/answer_model.py"/>
        <source>Barely: {amount}, {way}, with nothing to spare.</source>
        <translation>ぎりぎりです：{amount}（{way}）。余裕はありません。</translation>
    </message>
    <message>
        <location filename="../../gui/rename/table_model.py"/>
        <source>Becomes</source>
        <translation>変更後</translation>
    </message>
    <message>
        <location filename="../../gui/document/ghost_cells.py"/>
        <source>Below: {keys} only in {name}</source>
        <translation>下：{name} だけの{keys}</translation>
    </message>
    <message>
        <location filename="../../gui/document/marks.py"/>
        <source>Below: {told}</source>
        <translation>下：{told}</translation>
    </message>
    <message>
        <location filename="../../gui/recipes/folder_dialog.py"/>
        <source>Beside the old ones, as NAME{suffix}</source>
        <translation>古いものの横に NAME{suffix} として</translation>
    </message>
    <message>
        <location filename="../../gui/location/dialog.py"/>
        <source>Browse</source>
        <translation>参照</translation>
    </message>
    <message>
        <location filename="../../gui/save/form.py"/>
        <source>Browse…</source>
        <translation>参照…</translation>
    </message>
    <message>
        <location filename="../../core/memory/assumptions.py"/>
        <source>Buffers that are not in the file are not counted.</source>
        <translation>ファイルにないバッファーは数えません。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/optimizers.py"/>
        <source>Build the model and move it to its device, build the optimizer from its parameters after that, and load the optimizer's state last: optimizer.load_state_dict puts each piece where its parameter is.</source>
        <translation>モデルを作ってデバイスに移し、その後にそのパラメーターからオプティマイザーを作り、最後にオプティマイザーの状態を読み込んでください：optimizer.load_state_dict は、それぞれをパラメーターのある場所に置きます。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/model_match/group_findings.py"/>
        <source>Build the optimizer over the same parameters, in the same groups and order as when the file was saved: parameters frozen or added since then change the numbers. Or start the optimizer anew, without its state.</source>
        <translation>ファイルを保存したときと同じパラメーターを、同じグループ、同じ順序で渡してオプティマイザーを作ってください：その後に凍結または追加したパラメーターがあると数が変わります。または、状態なしでオプティマイザーを最初から始めてください。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/scripts.py"/>
        <source>Build the optimizer that the file was saved with, or load the model alone and start with new optimizer state.</source>
        <translation>保存時と同じオプティマイザーを作るか、モデルだけを読み込み、新しいオプティマイザーの状態で始めてください。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/resuming.py"/>
        <source>Build the optimizer with the same groups over the same parameters in the same order as when it was saved, or leave its state out and start it anew.</source>
        <translation>保存したときと同じグループ、同じパラメーター、同じ順序でオプティマイザーを作るか、状態を除いて最初から始めてください。</translation>
    </message>
    <message>
        <location filename="../../core/values/health/weights.py"/>
        <source>By its name it is a mask, which may have them on purpose; the file cannot tell.</source>
        <translation>名前からはマスクで、意図して持つことがあります。ファイルからは分かりません。</translation>
    </message>
    <message>
        <location filename="../../core/values/health/weights.py"/>
        <source>By its name it is the least or the greatest that was seen, which begins so: nothing was yet.</source>
        <translation>名前からは見た中の最小か最大で、こう始まります：まだ何も見ていません。</translation>
    </message>
    <message>
        <location filename="../../core/report/page.py"/>
        <source>Bytes on each device</source>
        <translation>各デバイスのバイト数</translation>
    </message>
    <message>
        <location filename="../../core/report/page.py"/>
        <source>Bytes on each device after the pending changes</source>
        <translation>保留中の変更後の各デバイスのバイト数</translation>
    </message>
    <message>
        <location filename="../../gui/page/exporting.py"/>
        <source>CSV, for spreadsheets (*.csv)</source>
        <translation>CSV（表計算用） (*.csv)</translation>
    </message>
    <message>
        <location filename="../../gui/document/compared.py"/>
        <source>Called {path} in {name}.</source>
        <translation>{name} では {path} という名前です。</translation>
    </message>
    <message>
        <location filename="../../gui/location/dialog.py"/>
        <location filename="../../gui/page/saving.py"/>
        <location filename="../../gui/save/dialog.py"/>
        <location filename="../../gui/save/saving_line.py"/>
        <location filename="../../gui/widgets/progress.py"/>
        <source>Cancel</source>
        <translation>キャンセル</translation>
    </message>
    <message>
        <location filename="../../cli/main.py"/>
        <source>Cancelled.</source>
        <translation>中止しました。</translation>
    </message>
    <message>
        <location filename="../../cli/main.py"/>
        <source>Cancelled; nothing was changed.</source>
        <translation>中止しました。何も変更していません。</translation>
    </message>
    <message>
        <location filename="../../gui/diagnosis/error_model.py"/>
        <source>Cannot tell from the file</source>
        <translation>ファイルからは分からない</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traceback/answer.py"/>
        <source>Cannot tell from the file: {why}</source>
        <translation>ファイルからは判別できません：{why}</translation>
    </message>
    <message>
        <location filename="../../gui/diagnosis/board.py"/>
        <location filename="../../gui/machine/chip.py"/>
        <location filename="../../gui/preferences/offered.py"/>
        <source>Card</source>
        <translation>GPU</translation>
    </message>
    <message>
        <location filename="../../gui/memory/training.py"/>
        <source>Cards</source>
        <translation>GPU 数</translation>
    </message>
    <message>
        <location filename="../../gui/changes/table_model.py"/>
        <source>Change</source>
        <translation>変更</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/devices.py"/>
        <source>Change the saved device to cpu, once and for all who load the file; or pass map_location='cpu' at every load.</source>
        <translation>保存されたデバイスを cpu に変更してください。ファイルを読み込む全員に対して一度で済みます。または、読み込むたびに map_location='cpu' を渡してください。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/devices.py"/>
        <source>Change the saved device to {home}, or to cpu if the model is moved afterwards anyway; or pass map_location={{{device_quoted}: {home_quoted}}} at every load.</source>
        <translation>保存されたデバイスを {home} に変更するか、後でモデルを移すのであれば cpu に変更してください。または、読み込むたびに map_location={{{device_quoted}: {home_quoted}}} を渡してください。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/devices.py"/>
        <source>Change the saved device to {home}; or pass map_location='cpu' at every load.</source>
        <translation>保存されたデバイスを {home} に変更してください。または、読み込むたびに map_location='cpu' を渡してください。</translation>
    </message>
    <message>
        <location filename="../../gui/tree/menu.py"/>
        <source>Change this key in the file you save</source>
        <translation>保存するファイルでこのキーを変える</translation>
    </message>
    <message>
        <location filename="../../gui/tree/comparison_line.py"/>
        <source>Changed only</source>
        <translation>変更だけ</translation>
    </message>
    <message>
        <location filename="../../gui/app/actions.py"/>
        <source>Changes as &amp;Python…</source>
        <translation>変更を Python で(&amp;P)…</translation>
    </message>
    <message>
        <location filename="../../gui/app/actions.py"/>
        <source>Changes as a c&amp;ommand…</source>
        <translation>変更をコマンドで(&amp;O)…</translation>
    </message>
    <message>
        <location filename="../../gui/optimizer/model_box.py"/>
        <source>Checkpoints (*.pt *.pth *.ckpt *.bin *.safetensors *.tar);;All files (*)</source>
        <translation>チェックポイント (*.pt *.pth *.ckpt *.bin *.safetensors *.tar);;すべてのファイル (*)</translation>
    </message>
    <message>
        <location filename="../../gui/compare/source.py"/>
        <source>Checkpoints and lists of keys (*.pt *.pth *.ckpt *.bin *.safetensors *.tar *.json *.txt);;All files (*)</source>
        <translation>チェックポイントとキーの一覧 (*.pt *.pth *.ckpt *.bin *.safetensors *.tar *.json *.txt);;すべてのファイル (*)</translation>
    </message>
    <message>
        <location filename="../../gui/location/checkpoints_view.py"/>
        <source>Checkpoints of the folder</source>
        <translation>フォルダー内のチェックポイント</translation>
    </message>
    <message>
        <location filename="../../gui/memory/controls.py"/>
        <source>Choose a card, or type its name or its memory: T4, 24 GiB, 22.5 GiB.
Programs get a little less of a card than it is sold as.
All figures of this panel are in binary units, as torch's are: 1 GiB is 1024³ bytes.</source>
        <translation>GPU を選ぶか、名前またはメモリー容量を入力してください：T4、24 GiB、22.5 GiB。
プログラムが使える容量は公称値より少し少なくなります。
このパネルの数値はすべて torch と同じ 2 進単位です：1 GiB は 1024³ バイトです。</translation>
    </message>
    <message>
        <location filename="../../gui/page/welcome.py"/>
        <source>Choose a file (Ctrl+O)</source>
        <translation>ファイルを選ぶ（Ctrl+O）</translation>
    </message>
    <message>
        <location filename="../../gui/compare/source.py"/>
        <location filename="../../gui/diff/panel.py"/>
        <source>Choose a file…</source>
        <translation>ファイルを選ぶ…</translation>
    </message>
    <message>
        <location filename="../../gui/app/actions.py"/>
        <source>Choose a second checkpoint: what differs between the two is marked in the tree. Neither file is changed.</source>
        <translation>2 つ目のチェックポイントを選ぶと、違いがツリーに示されます。どちらのファイルも変わりません。</translation>
    </message>
    <message>
        <location filename="../../cli/values/scanning.py"/>
        <source>Choose another name, or add --overwrite.</source>
        <translation>別の名前にするか、--overwrite を付けてください。</translation>
    </message>
    <message>
        <location filename="../../gui/save/form.py"/>
        <source>Choose folder and name</source>
        <translation>フォルダーと名前を選ぶ</translation>
    </message>
    <message>
        <location filename="../../gui/recipes/folder_dialog.py"/>
        <source>Choose where the new files go</source>
        <translation>新しいファイルの置き場所を選ぶ</translation>
    </message>
    <message>
        <location filename="../../gui/save/clicks.py"/>
        <source>Choose {container}</source>
        <translation>{container} を選ぶ</translation>
    </message>
    <message>
        <location filename="../../gui/recipes/folder_dialog.py"/>
        <source>Choose…</source>
        <translation>選ぶ…</translation>
    </message>
    <message>
        <location filename="../../gui/changes/panel.py"/>
        <source>Clear</source>
        <translation>消す</translation>
    </message>
    <message>
        <location filename="../../gui/location/recent_list.py"/>
        <source>Clear recent files</source>
        <translation>最近使ったファイルを消す</translation>
    </message>
    <message>
        <location filename="../../gui/widgets/error_box.py"/>
        <source>Clear the error</source>
        <translation>エラーを消す</translation>
    </message>
    <message>
        <location filename="../../gui/app/help.py"/>
        <location filename="../../gui/widgets/basic_widgets.py"/>
        <source>Clear the search</source>
        <translation>検索を消す</translation>
    </message>
    <message>
        <location filename="../../gui/devices/table_model.py"/>
        <source>Click to select all {tensors} saved on {device}.</source>
        <translation>クリックすると {device} で保存された{tensors}をすべて選びます。</translation>
    </message>
    <message>
        <location filename="../../gui/preferences/dialog.py"/>
        <location filename="../../gui/recipes/folder_dialog.py"/>
        <location filename="../../gui/rename/dialog.py"/>
        <source>Close</source>
        <translation>閉じる</translation>
    </message>
    <message>
        <location filename="../../gui/app/tabs.py"/>
        <source>Close this file</source>
        <translation>このファイルを閉じる</translation>
    </message>
    <message>
        <location filename="../../gui/app/actions.py"/>
        <source>Close this file; it stays as it is on disk.</source>
        <translation>このファイルを閉じる。ディスク上ではそのまま。</translation>
    </message>
    <message>
        <location filename="../../gui/app/toast.py"/>
        <source>Close this note</source>
        <translation>この通知を閉じる</translation>
    </message>
    <message>
        <location filename="../../gui/page/saving.py"/>
        <source>Close when it is saved</source>
        <translation>保存が済んだら閉じる</translation>
    </message>
    <message>
        <location filename="../../gui/app/actions.py"/>
        <source>Co&amp;mpare with another checkpoint…</source>
        <translation>別のチェックポイントと比較(&amp;M)…</translation>
    </message>
    <message>
        <location filename="../../gui/memory/board.py"/>
        <source>Code</source>
        <translation>コード</translation>
    </message>
    <message>
        <location filename="../../gui/app/actions.py"/>
        <source>Code to &amp;load it…</source>
        <translation>読み込むコード(&amp;L)…</translation>
    </message>
    <message>
        <location filename="../../gui/code/dialog.py"/>
        <source>Code to load it</source>
        <translation>読み込むコード</translation>
    </message>
    <message>
        <location filename="../../gui/diagnosis/board.py"/>
        <source>Code to load it…</source>
        <translation>読み込むコード…</translation>
    </message>
    <message>
        <location filename="../../gui/health/board.py"/>
        <source>Colour by</source>
        <translation>色分け</translation>
    </message>
    <message>
        <location filename="../../gui/values/picture_page.py"/>
        <source>Colours and lines show these numbers; the facts are those of all.</source>
        <translation>色と線はこれらの数値を示します。情報は全体のものです。</translation>
    </message>
    <message>
        <location filename="../../gui/plots/heat_map.py"/>
        <source>Colours: {labels}</source>
        <translation>色：{labels}</translation>
    </message>
    <message>
        <location filename="../../gui/plots/plane_bar.py"/>
        <source>Columns</source>
        <translation>列</translation>
    </message>
    <message>
        <location filename="../../gui/preferences/dialog.py"/>
        <source>Columns of the tree</source>
        <translation>ツリーの列</translation>
    </message>
    <message>
        <location filename="../../gui/tree/columns.py"/>
        <source>Columns, order and widths as they were at first</source>
        <translation>列、順序、幅を最初のとおりに戻す</translation>
    </message>
    <message>
        <location filename="../../gui/app/help.py"/>
        <location filename="../../gui/palette/command_palette.py"/>
        <source>Commands</source>
        <translation>コマンド</translation>
    </message>
    <message>
        <location filename="../../gui/compare/source.py"/>
        <location filename="../../gui/location/dialog.py"/>
        <source>Compare</source>
        <translation>比較</translation>
    </message>
    <message>
        <location filename="../../gui/tree/comparison_line.py"/>
        <source>Compare again</source>
        <translation>もう一度比較</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/resuming.py"/>
        <source>Compare its groups with those of your optimizer.</source>
        <translation>そのグループを自分のオプティマイザーのグループと比較してください。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traceback/judge_keys.py"/>
        <source>Compare its keys with those of the model.</source>
        <translation>そのキーをモデルのキーと比較してください。</translation>
    </message>
    <message>
        <location filename="../../gui/diagnosis/board.py"/>
        <source>Compare keys with a model…</source>
        <translation>キーをモデルと比較…</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/state_dicts.py"/>
        <source>Compare the file with the model's keys and rename what differs by a prefix.</source>
        <translation>ファイルをモデルのキーと比べ、接頭辞だけ異なるものの名前を変更してください。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/state_dicts.py"/>
        <source>Compare the file with the model's keys and rename what differs by a prefix; drop what is really not wanted.</source>
        <translation>ファイルをモデルのキーと比べ、接頭辞だけ異なるものは名前を変更し、本当に不要なものは削除してください。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/many_files.py"/>
        <source>Compare the keys that it names with those of the file; fetch all shards of one save, with its index.</source>
        <translation>そこに挙げられたキーをファイルのキーと比較し、1 つの保存の全シャードをインデックスとともに取得してください。</translation>
    </message>
    <message>
        <location filename="../../gui/diagnosis/board.py"/>
        <source>Compare the keys with those of a model, as load_state_dict(strict=True) does: missing, unexpected,
of another size, and the rename that makes most of them fit.</source>
        <translation>load_state_dict(strict=True) と同じくキーをモデルのものと比べる：足りないもの、余分なもの、
大きさの違うもの、そしてほとんどを合わせる名前の変更。</translation>
    </message>
    <message>
        <location filename="../../gui/diff/panel.py"/>
        <source>Compare this file with another checkpoint: an epoch later, the one before a fix, somebody else's.

Drop the second file on the right half of the window, or choose it here. What differs is marked in the tree.</source>
        <translation>このファイルを別のチェックポイントと比べます：1 epoch 後のもの、修正前のもの、ほかの人のもの。

2 つ目のファイルをウィンドウの右半分にドロップするか、ここで選んでください。違いはツリーに示されます。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/state_dicts.py"/>
        <source>Compare this file with the model (its keys, or another checkpoint of it) to see what is missing.</source>
        <translation>このファイルをモデル（そのキー、または別のチェックポイント）と比べ、何が足りないかを確認してください。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/state_dicts.py"/>
        <source>Compare this file with the model to see what differs.</source>
        <translation>このファイルをモデルと比べ、何が異なるかを確認してください。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/state_dicts.py"/>
        <source>Compare this file with the model to see whose shapes differ.</source>
        <translation>このファイルをモデルと比べ、どの形状が異なるかを確認してください。</translation>
    </message>
    <message>
        <location filename="../../gui/app/actions.py"/>
        <source>Compare with a loca&amp;tion…</source>
        <translation>別の場所のものと比較(&amp;T)…</translation>
    </message>
    <message>
        <location filename="../../gui/compare/dialog.py"/>
        <location filename="../../gui/compare/source.py"/>
        <source>Compare with a model</source>
        <translation>モデルと比較</translation>
    </message>
    <message>
        <location filename="../../gui/diagnosis/board.py"/>
        <source>Compare with a model…</source>
        <translation>モデルと比較…</translation>
    </message>
    <message>
        <location filename="../../gui/compare/dialog.py"/>
        <source>Compare with something else</source>
        <translation>ほかのものと比較</translation>
    </message>
    <message>
        <location filename="../../gui/compare/source.py"/>
        <source>Compare with the keys in the box</source>
        <translation>欄のキーと比較</translation>
    </message>
    <message>
        <location filename="../../gui/app/drop_target.py"/>
        <source>Compare with this file</source>
        <translation>このファイルと比較</translation>
    </message>
    <message>
        <location filename="../../gui/location/dialog.py"/>
        <location filename="../../gui/page/comparing.py"/>
        <source>Compare {name} with</source>
        <translation>{name} と比較するファイル</translation>
    </message>
    <message>
        <location filename="../../gui/compare/dialog.py"/>
        <source>Compared with {name}</source>
        <translation>{name} と比較</translation>
    </message>
    <message>
        <location filename="../../gui/tree/comparison_line.py"/>
        <source>Compared with {name}: {summary}</source>
        <translation>{name} との比較：{summary}</translation>
    </message>
    <message>
        <location filename="../../gui/diagnosis/board.py"/>
        <source>Compared with {name}…</source>
        <translation>{name} と比較…</translation>
    </message>
    <message>
        <location filename="../../gui/tree/comparison_line.py"/>
        <source>Comparing with {name} …</source>
        <translation>{name} と比較中 …</translation>
    </message>
    <message>
        <location filename="../../gui/compare/dialog.py"/>
        <source>Comparing …</source>
        <translation>比較中 …</translation>
    </message>
    <message>
        <location filename="../../gui/diagnosis/board.py"/>
        <location filename="../../gui/preferences/offered.py"/>
        <source>Computer</source>
        <translation>コンピューター</translation>
    </message>
    <message>
        <location filename="../../gui/save/form.py"/>
        <source>Container</source>
        <translation>コンテナー</translation>
    </message>
    <message>
        <location filename="../../gui/help/window.py"/>
        <source>Contents</source>
        <translation>目次</translation>
    </message>
    <message>
        <location filename="../../gui/memory/controls.py"/>
        <source>Context</source>
        <translation>コンテキスト</translation>
    </message>
    <message>
        <location filename="../../gui/code/dialog.py"/>
        <location filename="../../gui/compare/source.py"/>
        <location filename="../../gui/diagnosis/finding_card.py"/>
        <location filename="../../gui/memory/recipe.py"/>
        <source>Copied</source>
        <translation>コピーしました</translation>
    </message>
    <message>
        <location filename="../../gui/values/copy_menu.py"/>
        <source>Copied as Python</source>
        <translation>Python としてコピーしました</translation>
    </message>
    <message>
        <location filename="../../gui/values/copy_menu.py"/>
        <source>Copied the picture</source>
        <translation>画像をコピーしました</translation>
    </message>
    <message>
        <location filename="../../gui/values/copy_menu.py"/>
        <source>Copied the statistics</source>
        <translation>統計をコピーしました</translation>
    </message>
    <message numerus="yes">
        <location filename="../../gui/plots/number_grid.py"/>
        <source>Copied {n:,} numbers</source>
        <translation><numerusform>{n:,} 個の数値をコピーしました</numerusform></translation>
    </message>
    <message>
        <location filename="../../gui/values/copy_menu.py"/>
        <source>Copied {numbers} as CSV</source>
        <translation>{numbers}を CSV としてコピーしました</translation>
    </message>
    <message>
        <location filename="../../gui/code/dialog.py"/>
        <location filename="../../gui/compare/source.py"/>
        <location filename="../../gui/diagnosis/finding_card.py"/>
        <location filename="../../gui/memory/recipe.py"/>
        <source>Copy</source>
        <translation>コピー</translation>
    </message>
    <message>
        <location filename="../../gui/details/panel.py"/>
        <source>Copy all</source>
        <translation>すべてコピー</translation>
    </message>
    <message>
        <location filename="../../gui/details/panel.py"/>
        <source>Copy all lines as text</source>
        <translation>すべての行をテキストとしてコピー</translation>
    </message>
    <message>
        <location filename="../../gui/values/copy_menu.py"/>
        <source>Copy and change</source>
        <translation>コピーと変更</translation>
    </message>
    <message>
        <location filename="../../gui/values/copy_menu.py"/>
        <source>Copy as CSV</source>
        <translation>CSV としてコピー</translation>
    </message>
    <message>
        <location filename="../../gui/values/copy_menu.py"/>
        <source>Copy as NumPy</source>
        <translation>NumPy としてコピー</translation>
    </message>
    <message>
        <location filename="../../gui/app/start.py"/>
        <location filename="../../gui/page/error_page.py"/>
        <source>Copy details</source>
        <translation>詳細をコピー</translation>
    </message>
    <message>
        <location filename="../../gui/tree/menu.py"/>
        <source>Copy key</source>
        <translation>キーをコピー</translation>
    </message>
    <message>
        <location filename="../../gui/values/copy_menu.py"/>
        <source>Copy numbers, picture or statistics; change many numbers</source>
        <translation>数値・画像・統計をコピー。多くの数値を変更</translation>
    </message>
    <message>
        <location filename="../../gui/tree/menu.py"/>
        <source>Copy path</source>
        <translation>パスをコピー</translation>
    </message>
    <message>
        <location filename="../../gui/values/copy_menu.py"/>
        <source>Copy picture</source>
        <translation>画像をコピー</translation>
    </message>
    <message>
        <location filename="../../gui/tree/menu.py"/>
        <source>Copy rows</source>
        <translation>行をコピー</translation>
    </message>
    <message>
        <location filename="../../gui/values/copy_menu.py"/>
        <source>Copy statistics</source>
        <translation>統計をコピー</translation>
    </message>
    <message>
        <location filename="../../gui/app/help.py"/>
        <source>Copy the key</source>
        <translation>キーをコピー</translation>
    </message>
    <message>
        <location filename="../../gui/parts/panel.py"/>
        <source>Copy the name</source>
        <translation>名前をコピー</translation>
    </message>
    <message>
        <location filename="../../gui/code/dialog.py"/>
        <location filename="../../gui/compare/source.py"/>
        <location filename="../../gui/memory/recipe.py"/>
        <source>Copy these lines of Python</source>
        <translation>この Python をコピー</translation>
    </message>
    <message>
        <location filename="../../gui/page/error_page.py"/>
        <source>Copy what a bug report needs to the clipboard</source>
        <translation>不具合の報告に要るものをクリップボードにコピーする</translation>
    </message>
    <message>
        <location filename="../../gui/diagnosis/finding_card.py"/>
        <source>Copy what torch says</source>
        <translation>torch のメッセージをコピー</translation>
    </message>
    <message>
        <location filename="../../gui/health/table_model.py"/>
        <source>Count</source>
        <translation>個数</translation>
    </message>
    <message>
        <location filename="../../gui/values/histogram_page.py"/>
        <source>Counts on a logarithmic axis: bins with few numbers can be seen</source>
        <translation>個数を対数軸で：数の少ない区間も見える</translation>
    </message>
    <message>
        <location filename="../../gui/page/welcome.py"/>
        <source>Ctrl+V pastes it anywhere in this window. No file is needed to name the trap, one is to cure it.</source>
        <translation>このウィンドウのどこでも Ctrl+V で貼り付けられます。問題を知るのにファイルは要らず、直すときに要ります。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/file.py"/>
        <source>Cut the storages to what is used; tensors that overlap stay shared. In a script: tensor.clone() before torch.save.</source>
        <translation>ストレージを使われる部分だけに切り詰めてください。重なるテンソルは共有されたままです。スクリプトでは、torch.save の前に tensor.clone() を呼び出します。</translation>
    </message>
    <message>
        <location filename="../../core/recipes/options.py"/>
        <source>DEPTH:UNDER:SEGMENT, such as 1:backbone.:body.</source>
        <translation>DEPTH:UNDER:SEGMENT（例：1:backbone.:body.）</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/pickles.py"/>
        <source>DataParallel and DistributedDataParallel hand on the call and nothing else; what the model itself has is in model.module.</source>
        <translation>DataParallel と DistributedDataParallel が引き渡すのは呼び出しだけです。モデル自身が持つものは model.module にあります。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/running.py"/>
        <source>DataParallel copies a model from device_ids[0] and wants all of it there. Here some of it lies elsewhere: where it was saved, or where map_location put it.</source>
        <translation>DataParallel はモデルを device_ids[0] からコピーするため、すべてがそこになければなりません。ここでは一部が別の所にあります：保存された所か、map_location で置かれた所です。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/names.py"/>
        <source>DataParallel or DistributedDataParallel</source>
        <translation>DataParallel または DistributedDataParallel</translation>
    </message>
    <message>
        <location filename="../../gui/memory/training.py"/>
        <source>DataParallel works on so many cards: torch.nn.DataParallel(model)</source>
        <translation>DataParallel が使う GPU の数：torch.nn.DataParallel(model)</translation>
    </message>
    <message>
        <location filename="../../core/memory/training/words.py"/>
        <source>DataParallel: each of {cards} takes at least {model} for a copy of the model, made anew for every forward, and {gradients} for its gradients.</source>
        <translation>DataParallel: {cards} のそれぞれに、順伝播のたびに作られるモデルのコピー用に少なくとも {model}、その勾配用に {gradients} 要ります。</translation>
    </message>
    <message>
        <location filename="../../core/memory/training/words.py"/>
        <source>DataParallel: each other card takes at least {model} for a copy of the model, made anew for every forward, and {gradients} for its gradients.</source>
        <translation>DataParallel: ほかの各 GPU に、順伝播のたびに作られるモデルのコピー用に少なくとも {model}、その勾配用に {gradients} 要ります。</translation>
    </message>
    <message>
        <location filename="../../cli/listing.py"/>
        <location filename="../../gui/location/checkpoints_model.py"/>
        <source>Date</source>
        <translation>日時</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/optimizers.py"/>
        <source>DeepSpeed and bitsandbytes keep their state in another dtype than the weights on purpose, and load it as it is. torch's own optimizer.load_state_dict casts it to the dtype of its parameter without a word: with a model of {want}, {have} becomes {want}, and may be rounded.</source>
        <translation>DeepSpeed と bitsandbytes は、意図して状態を重みと異なる dtype で保持し、そのまま読み込みます。torch 自身の optimizer.load_state_dict は、何の警告もなくパラメーターの dtype に変換します：{want} のモデルでは {have} が {want} になり、丸められることがあります。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/many_files.py"/>
        <source>DeepSpeed gives each rank the piece of the optimizer's state that it saved, and cuts none anew.</source>
        <translation>DeepSpeed は、オプティマイザーの状態のうち各 rank が保存した断片をその rank に渡し、分け直すことはありません。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/resuming.py"/>
        <source>DeepSpeed's ZeRO cuts the optimizer's state into one piece a process, and these pieces were cut for another number of them. The weights are not touched by that.</source>
        <translation>DeepSpeed の ZeRO は、オプティマイザーの状態をプロセスごとの断片に分けますが、これらの断片は別のプロセス数に合わせて分けられています。重みには影響しません。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/records.py"/>
        <source>Deflated in the zip: {records}. torch.load(f) unpacks them; torch.load(f, mmap=True) takes the packed bytes for the numbers and says nothing.</source>
        <translation>zip 内で圧縮（deflate）されているもの：{records}。torch.load(f) は展開しますが、torch.load(f, mmap=True) は圧縮されたバイトを数値とみなし、何も言いません。</translation>
    </message>
    <message>
        <location filename="../../gui/recipes/dialog.py"/>
        <source>Delete</source>
        <translation>削除</translation>
    </message>
    <message>
        <location filename="../../gui/page/workspace.py"/>
        <source>Details</source>
        <translation>詳細</translation>
    </message>
    <message>
        <location filename="../../gui/diagnosis/finding_card.py"/>
        <source>Details of {title}</source>
        <translation>{title} の詳細</translation>
    </message>
    <message>
        <location filename="../../core/report/page.py"/>
        <location filename="../../gui/details/model.py"/>
        <location filename="../../gui/devices/table_model.py"/>
        <location filename="../../gui/health/colouring.py"/>
        <location filename="../../gui/memory/table_models.py"/>
        <location filename="../../gui/tree/headings.py"/>
        <location filename="../../gui/widgets/device_box.py"/>
        <source>Device</source>
        <translation>デバイス</translation>
    </message>
    <message>
        <location filename="../../gui/memory/timeline.py"/>
        <source>Device of the timeline</source>
        <translation>時系列のデバイス</translation>
    </message>
    <message>
        <location filename="../../cli/listing.py"/>
        <location filename="../../core/report/page.py"/>
        <location filename="../../gui/details/model.py"/>
        <location filename="../../gui/devices/panel.py"/>
        <location filename="../../gui/location/checkpoints_model.py"/>
        <location filename="../../gui/page/workspace.py"/>
        <location filename="../../gui/parts/table_model.py"/>
        <source>Devices</source>
        <translation>デバイス</translation>
    </message>
    <message>
        <location filename="../../gui/details/model.py"/>
        <location filename="../../gui/save/sections.py"/>
        <source>Devices after</source>
        <translation>変更後のデバイス</translation>
    </message>
    <message>
        <location filename="../../gui/compare/dialog.py"/>
        <source>Diagnose without a model again</source>
        <translation>モデルなしの診断に戻す</translation>
    </message>
    <message>
        <location filename="../../core/report/page.py"/>
        <location filename="../../gui/page/workspace.py"/>
        <source>Diagnosis</source>
        <translation>診断</translation>
    </message>
    <message numerus="yes">
        <location filename="../../gui/save/forecast.py"/>
        <source>Diagnosis has {n:,} more errors.</source>
        <translation><numerusform>診断には、ほかに {n:,} 件のエラーがあります。</numerusform></translation>
    </message>
    <message>
        <location filename="../../core/edits/edits.py"/>
        <source>Did you mean 'cuda:{index}'?</source>
        <translation>'cuda:{index}' のことですか？</translation>
    </message>
    <message>
        <location filename="../../core/catalogue/catalogue.py"/>
        <location filename="../../core/values/keys.py"/>
        <source>Did you mean {path!r}?</source>
        <translation>{path!r} のことですか？</translation>
    </message>
    <message>
        <location filename="../../gui/diff/pair_view.py"/>
        <source>Difference</source>
        <translation>差</translation>
    </message>
    <message>
        <location filename="../../gui/page/workspace.py"/>
        <source>Differences</source>
        <translation>違い</translation>
    </message>
    <message>
        <location filename="../../gui/document/compared.py"/>
        <source>Differs from {name}:
{lines}</source>
        <translation>{name} と違います：
{lines}</translation>
    </message>
    <message>
        <location filename="../../gui/diff/table_model.py"/>
        <source>Differs in</source>
        <translation>違うところ</translation>
    </message>
    <message>
        <location filename="../../gui/values/numbers_page.py"/>
        <source>Dimension {axis} goes from 0 to {last:,}.</source>
        <translation>次元 {axis} は 0 から {last:,} までです。</translation>
    </message>
    <message>
        <location filename="../../gui/page/saving.py"/>
        <source>Discard changes</source>
        <translation>変更を破棄</translation>
    </message>
    <message>
        <location filename="../../gui/values/ridges.py"/>
        <source>Distributions one below the other</source>
        <translation>分布を上下に並べたもの</translation>
    </message>
    <message>
        <location filename="../../gui/location/folder_view.py"/>
        <source>Do not wait for the server any more</source>
        <translation>サーバーを待つのをやめる</translation>
    </message>
    <message>
        <location filename="../../gui/app/actions.py"/>
        <source>Do to this file, or to a folder of them, what was kept as a recipe.</source>
        <translation>レシピとして残したことを、このファイルやフォルダー内のファイルに行う。</translation>
    </message>
    <message>
        <location filename="../../gui/app/actions.py"/>
        <source>Do what is planned here to all checkpoints of a folder, and see what became of each.</source>
        <translation>ここで計画したことをフォルダー内の全チェックポイントに行い、結果を見る。</translation>
    </message>
    <message>
        <location filename="../../gui/app/actions.py"/>
        <source>Do what the coloured button above the tree does: map devices, cure errors, or save once that is planned.</source>
        <translation>ツリーの上の色付きボタンと同じこと：デバイスの割り当て直し、エラーの修正、計画後の保存。</translation>
    </message>
    <message>
        <location filename="../../gui/memory/controls.py"/>
        <source>Does it load on</source>
        <translation>読み込めるか：</translation>
    </message>
    <message>
        <location filename="../../gui/page/error_page.py"/>
        <source>Download</source>
        <translation>ダウンロード</translation>
    </message>
    <message>
        <location filename="../../gui/page/comparing.py"/>
        <location filename="../../gui/page/error_page.py"/>
        <source>Download {much}</source>
        <translation>{much}をダウンロード</translation>
    </message>
    <message>
        <location filename="../../gui/page/error_page.py"/>
        <source>Download {name}?</source>
        <translation>{name} をダウンロードしますか？</translation>
    </message>
    <message>
        <location filename="../../gui/page/opening_page.py"/>
        <source>Downloading {name}</source>
        <translation>{name} をダウンロードしています</translation>
    </message>
    <message>
        <location filename="../../gui/tree/menu.py"/>
        <source>Drop</source>
        <translation>削除</translation>
    </message>
    <message>
        <location filename="../../gui/page/welcome.py"/>
        <source>Drop a PyTorch checkpoint here</source>
        <translation>ここに PyTorch のチェックポイントをドロップ</translation>
    </message>
    <message>
        <location filename="../../gui/changes/panel.py"/>
        <source>Drop the optimizer state too</source>
        <translation>オプティマイザの状態も削除</translation>
    </message>
    <message>
        <location filename="../../gui/app/help.py"/>
        <source>Drop the selected entries</source>
        <translation>選んだ項目を削除</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/model_match/model_findings.py"/>
        <source>Drop them: the model has no place for them, and the original file keeps them.</source>
        <translation>削除してください：モデルにはその置き場所がなく、元のファイルには残ります。</translation>
    </message>
    <message>
        <location filename="../../gui/app/drop_target.py"/>
        <source>Drop to open {name}</source>
        <translation>放すと {name} を開く</translation>
    </message>
    <message>
        <location filename="../../gui/app/drop_target.py"/>
        <source>Drop {name}</source>
        <translation>{name} を放す</translation>
    </message>
    <message>
        <location filename="../../core/report/page.py"/>
        <location filename="../../gui/details/model.py"/>
        <location filename="../../gui/health/colouring.py"/>
        <location filename="../../gui/memory/controls.py"/>
        <location filename="../../gui/tree/headings.py"/>
        <source>Dtype</source>
        <translation>Dtype</translation>
    </message>
    <message>
        <location filename="../../gui/memory/controls.py"/>
        <source>Dtype of the model</source>
        <translation>モデルの dtype</translation>
    </message>
    <message>
        <location filename="../../gui/details/model.py"/>
        <source>Dtypes</source>
        <translation>Dtype</translation>
    </message>
    <message>
        <location filename="../../gui/page/hints.py"/>
        <source>Each colour is a device: where this tensor was saved. The same in every file.</source>
        <translation>色はデバイスを表します：このテンソルが保存された場所です。どのファイルでも同じ色です。</translation>
    </message>
    <message>
        <location filename="../../core/containers/ranks/zero.py"/>
        <source>Each group of experts has ranks of its own: which of them make up a model the files do not say.</source>
        <translation>エキスパートの各グループに固有の rank があります：どれとどれで 1 つのモデルになるかは、ファイルからはわかりません。</translation>
    </message>
    <message>
        <location filename="../../gui/values/one_tensor.py"/>
        <source>Each number, to look at, copy and edit</source>
        <translation>各数値。見る、コピー、編集ができる</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/containers.py"/>
        <source>Each of its storages has as many bytes as the pickle says.</source>
        <translation>どのストレージにも、pickle の示すとおりのバイト数があります。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/running.py"/>
        <source>Each of its tensors has data; the model of the script was made on the meta device.</source>
        <translation>すべてのテンソルにデータがあります。スクリプトのモデルが meta デバイス上で作られています。</translation>
    </message>
    <message>
        <location filename="../../cli/listing.py"/>
        <source>Each of them is a checkpoint by itself: name one of them to look into it.</source>
        <translation>それぞれが独立したチェックポイントです。中を見るには、そのうちの 1 つを指定してください。</translation>
    </message>
    <message>
        <location filename="../../core/containers/ranks/megatron.py"/>
        <source>Each rank has its part of the tensors. Which of them are cut, and along which dimension, is in the layers of the model and not in the files: merge them with Megatron's tools/checkpoint/convert.py.</source>
        <translation>各 rank がテンソルの自分の分を持っています。どれがどの次元で分割されているかは、ファイルではなくモデルの層で決まります：Megatron の tools/checkpoint/convert.py で統合してください。</translation>
    </message>
    <message>
        <location filename="../../core/containers/ranks/zero.py"/>
        <source>Each rank of model parallelism is put together by itself. Which of their tensors are cut, and how, is in the code of the model and not in the files.</source>
        <translation>モデル並列の rank は、それぞれ単独で組み立てます。どのテンソルがどう分割されているかは、ファイルではなくモデルのコードで決まります。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/many_files.py"/>
        <source>Each rank saved its own pieces (ShardedTensor, DTensor), and torch puts them together in a group of as many processes as saved them. The files are fine.</source>
        <translation>各 rank が自分の断片（ShardedTensor、DTensor）を保存していて、torch は保存時と同じ数のプロセスのグループでそれを組み立てます。ファイルは正常です。</translation>
    </message>
    <message>
        <location filename="../../gui/values/several.py"/>
        <source>Each ridge from its own least to its own greatest number, not on one common axis</source>
        <translation>共通の軸でなく、それぞれ自身の最小から最大まで</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traceback/state_dict_errors.py"/>
        <source>Each unexpected key is a missing one without its first characters: the script cuts them off to take 'module.' away, and these keys never had it. The file is fine.</source>
        <translation>想定外のキーはどれも、不足しているキーから先頭の文字を除いたものです：スクリプトは 'module.' を取るためにそれらを切り落としますが、これらのキーには元から付いていませんでした。ファイルに問題はありません。</translation>
    </message>
    <message>
        <location filename="../../gui/app/help.py"/>
        <source>Edit a value such as epoch or lr</source>
        <translation>epoch や lr などの値を編集</translation>
    </message>
    <message>
        <location filename="../../gui/app/help.py"/>
        <source>Edit the highlighted number; typing replaces it</source>
        <translation>強調表示された値を編集します。入力すると置き換わります</translation>
    </message>
    <message>
        <location filename="../../gui/preferences/ranges.py"/>
        <source>Empty</source>
        <translation>空にする</translation>
    </message>
    <message>
        <location filename="../../gui/tree/comparison_line.py"/>
        <source>End the comparison</source>
        <translation>比較を終える</translation>
    </message>
    <message>
        <location filename="../../cli/listing.py"/>
        <location filename="../../gui/location/checkpoints_model.py"/>
        <source>Epoch</source>
        <translation>エポック</translation>
    </message>
    <message>
        <location filename="../../gui/diagnosis/model.py"/>
        <source>Error</source>
        <translation>エラー</translation>
    </message>
    <message>
        <location filename="../../gui/diagnosis/integrity_model.py"/>
        <source>Every checksum is right: {records}, {size} read.</source>
        <translation>チェックサムはすべて一致：{records}、{size} を読み取り。</translation>
    </message>
    <message>
        <location filename="../../gui/diagnosis/integrity_model.py"/>
        <source>Every checksum is right: {records}, {size} read; {others} without a checksum.</source>
        <translation>チェックサムはすべて一致：{records}、{size} を読み取り。{others}にはチェックサムがない。</translation>
    </message>
    <message>
        <location filename="../../core/loading/recipes.py"/>
        <source>Every process runs this after torch.distributed.init_process_group. Without map_location all of them would load onto the saved device.</source>
        <translation>各プロセスが torch.distributed.init_process_group の後にこれを実行します。map_location がないと、全員が保存時のデバイスに読み込みます。</translation>
    </message>
    <message>
        <location filename="../../gui/memory/board.py"/>
        <source>Every way of loading the file, what it takes phase by phase, and its code</source>
        <translation>ファイルを読み込むすべての方法、段階ごとの使用量、そのコード</translation>
    </message>
    <message>
        <location filename="../../gui/app/actions.py"/>
        <source>Everything that the menus hold, found by a few letters; what you used last comes first.</source>
        <translation>メニューのすべてを数文字で検索。最近使ったものが先に並ぶ。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/devices.py"/>
        <source>Everything was saved on {there}, so torch.load(f) of each of the {ranks} processes puts {size} and a CUDA context there. {there} runs full while the other cards idle.</source>
        <translation>すべてが {there} に保存されたため、{ranks} 個のプロセスそれぞれの torch.load(f) が {size} と CUDA コンテキストをそこに置きます。ほかの GPU が空いたまま、{there} がいっぱいになります。</translation>
    </message>
    <message>
        <location filename="../../gui/page/notice.py"/>
        <source>Everywhere it refuses {refused}.</source>
        <translation>どこでも {refused} を拒否します。</translation>
    </message>
    <message>
        <location filename="../../gui/page/notice.py"/>
        <source>Everywhere: {title}.</source>
        <translation>どこでも：{title}。</translation>
    </message>
    <message>
        <location filename="../../gui/preferences/offered.py"/>
        <source>Everywhere; Ctrl++ and Ctrl+- do it as well, and Ctrl+0 goes back to 100 %</source>
        <translation>全体に適用。Ctrl++ と Ctrl+- でも変えられ、Ctrl+0 で 100 % に戻る</translation>
    </message>
    <message>
        <location filename="../../gui/page/error_page.py"/>
        <source>Explain an error…</source>
        <translation>エラーを説明…</translation>
    </message>
    <message>
        <location filename="../../gui/app/menu_items.py"/>
        <source>Expo&amp;rt</source>
        <translation>書き出す(&amp;X)</translation>
    </message>
    <message>
        <location filename="../../gui/page/exporting.py"/>
        <source>Export a report</source>
        <translation>レポートを書き出す</translation>
    </message>
    <message>
        <location filename="../../gui/page/exporting.py"/>
        <source>Export the keys</source>
        <translation>キーを書き出す</translation>
    </message>
    <message>
        <location filename="../../gui/recipes/dialog.py"/>
        <source>Export the recipe</source>
        <translation>レシピを書き出す</translation>
    </message>
    <message>
        <location filename="../../gui/recipes/dialog.py"/>
        <source>Export…</source>
        <translation>書き出す…</translation>
    </message>
    <message>
        <location filename="../../gui/changes/table_model.py"/>
        <source>Extent</source>
        <translation>範囲</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/objects.py"/>
        <source>Extract its state_dict, build the optimizer anew and load that.</source>
        <translation>その state_dict を抽出し、オプティマイザーを作り直して読み込んでください。</translation>
    </message>
    <message>
        <location filename="../../core/loading/recipes.py"/>
        <source>Extract the state dict to need no code.</source>
        <translation>state_dict を取り出せばコードは要りません。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/objects.py"/>
        <source>Extract the state_dict: keys and bytes as torch's own state_dict() gives them, without the code. Then model.load_state_dict(the dict in its place) into a model that you build yourself.</source>
        <translation>state_dict を抽出してください：キーとバイトは torch 自身の state_dict() が返すとおりで、コードは含みません。その後、自分で作ったモデルに、同じ場所にある辞書を model.load_state_dict(…) で読み込んでください。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/objects.py"/>
        <source>Extract the state_dict: keys and bytes as torch's own state_dict() gives them, without the code. Then model.load_state_dict(torch.load(f)) into a model that you build yourself.</source>
        <translation>state_dict を抽出してください：キーとバイトは torch 自身の state_dict() が返すとおりで、コードは含みません。その後、自分で作ったモデルで model.load_state_dict(torch.load(f)) を呼び出してください。</translation>
    </message>
    <message>
        <location filename="../../core/recipes/options.py"/>
        <source>FROM=TO, such as 'cuda:*=cpu'</source>
        <translation>FROM=TO（例：'cuda:*=cpu'）</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/names.py"/>
        <source>FSDP joined all parameters of a module into one flat tensor, and this file holds that tensor. Which piece is which parameter is not in the file.</source>
        <translation>FSDP がモジュールのすべてのパラメーターを 1 つの平坦なテンソルにまとめ、このファイルにはそのテンソルが入っています。どの部分がどのパラメーターかは、ファイルからはわかりません。</translation>
    </message>
    <message>
        <location filename="../../core/containers/ranks/flat_parameters.py"/>
        <source>FSDP saved flat parameters. Which parameters are in them is not in the files, so the parts are shown. Save with SHARDED_STATE_DICT to have their names.</source>
        <translation>FSDP が平坦なパラメーターを保存しました。どのパラメーターが含まれるかはファイルにないため、部分のまま表示します。名前を残すには SHARDED_STATE_DICT で保存してください。</translation>
    </message>
    <message>
        <location filename="../../gui/values/one_tensor.py"/>
        <source>Facts</source>
        <translation>情報</translation>
    </message>
    <message>
        <location filename="../../gui/values/one_tensor.py"/>
        <source>Fetch all numbers of this tensor from its server</source>
        <translation>このテンソルの全数値をサーバーから取得する</translation>
    </message>
    <message>
        <location filename="../../gui/page/error_page.py"/>
        <source>Fetch all of it into a temporary file, which goes when Pthfinder ends</source>
        <translation>全体を一時ファイルに取得する。Pthfinder の終了時に消える</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/many_files.py"/>
        <source>Fetch it again. All the other files can be looked at and saved.</source>
        <translation>取得し直してください。ほかのファイルはすべて見ることも保存することもできます。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/containers.py"/>
        <source>Fetch or copy the file again and compare its size with the original.</source>
        <translation>ファイルをもう一度取得するかコピーして、サイズを元のものと比較してください。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/containers.py"/>
        <source>Fetch or copy the file again and compare its size with the original; while saving, check the free space of the disk.</source>
        <translation>ファイルをもう一度取得するかコピーして、サイズを元のものと比較してください。保存時は、ディスクの空き容量を確認してください。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/containers.py"/>
        <source>Fetch or copy the file again, and verify it.</source>
        <translation>ファイルをもう一度取得するかコピーして、検証してください。</translation>
    </message>
    <message>
        <location filename="../../core/formats/identify_text.py"/>
        <source>Fetch the file again later.</source>
        <translation>後でファイルを取得し直してください。</translation>
    </message>
    <message>
        <location filename="../../gui/diagnosis/integrity_model.py"/>
        <source>Fetch the file again, or copy it from where it is whole. torch.load compares no checksums: it loads what is damaged without a word.</source>
        <translation>ファイルを取得し直すか、正常なものをコピーしてください。torch.load はチェックサムを比べず、破損したものを黙って読み込みます。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/calls.py"/>
        <location filename="../../core/diagnosis/rules/records.py"/>
        <location filename="../../core/diagnosis/rules/storages.py"/>
        <location filename="../../core/diagnosis/unopened.py"/>
        <source>Fetch the file again, or go back to an older checkpoint.</source>
        <translation>ファイルをもう一度取得するか、以前のチェックポイントに戻ってください。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/unopened.py"/>
        <source>Fetch the file again.</source>
        <translation>ファイルを取得し直してください。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/many_files.py"/>
        <source>Fetch the index too, or save the shards here as one file; of a folder give the one with the weights.</source>
        <translation>インデックスも取得するか、ここでシャードを 1 つのファイルとして保存してください。フォルダーを指定するなら、重みのあるフォルダーにしてください。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/many_files.py"/>
        <source>Fetch the index too, or save the whole anew here.</source>
        <translation>インデックスも取得するか、ここで全体を保存し直してください。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/many_files.py"/>
        <location filename="../../core/diagnosis/traps/many_files.py"/>
        <source>Fetch the missing files, from the same save as the others.</source>
        <translation>不足しているファイルを、ほかと同じ保存から取得してください。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/many_files.py"/>
        <source>Fetch what is missing, and make the copy again from the whole model.</source>
        <translation>欠けているファイルを入手し、完全なモデルからコピーを作り直してください。</translation>
    </message>
    <message>
        <location filename="../../gui/details/model.py"/>
        <location filename="../../gui/memory/board.py"/>
        <location filename="../../gui/parts/table_model.py"/>
        <location filename="../../gui/recipes/table_model.py"/>
        <location filename="../../gui/tree/headings.py"/>
        <source>File</source>
        <translation>ファイル</translation>
    </message>
    <message>
        <location filename="../../gui/save/form.py"/>
        <source>File name</source>
        <translation>ファイル名</translation>
    </message>
    <message>
        <location filename="../../gui/save/sections.py"/>
        <source>File size</source>
        <translation>ファイルの大きさ</translation>
    </message>
    <message>
        <location filename="../../gui/page/workspace.py"/>
        <location filename="../../gui/parts/panel.py"/>
        <location filename="../../gui/preferences/offered.py"/>
        <location filename="../../gui/save/form.py"/>
        <source>Files</source>
        <translation>ファイル</translation>
    </message>
    <message>
        <location filename="../../gui/recipes/folder_dialog.py"/>
        <source>Files of the folder</source>
        <translation>フォルダーのファイル</translation>
    </message>
    <message>
        <location filename="../../gui/values/change_menu.py"/>
        <source>Fill the selected cells</source>
        <translation>選んだセルを埋める</translation>
    </message>
    <message>
        <location filename="../../gui/values/model.py"/>
        <source>Fill…</source>
        <translation>埋める…</translation>
    </message>
    <message>
        <location filename="../../gui/location/folder_view.py"/>
        <source>Find a name</source>
        <translation>名前を検索</translation>
    </message>
    <message>
        <location filename="../../gui/page/hints.py"/>
        <source>Find keys by words, or by device:cuda:1 and dtype:float16. F1 opens a tour.</source>
        <translation>語や device:cuda:1、dtype:float16 でキーを検索します。F1 で案内が開きます。</translation>
    </message>
    <message>
        <location filename="../../gui/diagnosis/cards.py"/>
        <source>Findings</source>
        <translation>問題</translation>
    </message>
    <message>
        <location filename="../../gui/health/table_model.py"/>
        <source>First at</source>
        <translation>最初の位置</translation>
    </message>
    <message>
        <location filename="../../gui/values/facts.py"/>
        <source>First at {places}: a click goes there</source>
        <translation>最初の位置：{places}。クリックすると移動します</translation>
    </message>
    <message>
        <location filename="../../gui/tree/columns.py"/>
        <source>Fit to contents</source>
        <translation>内容に合わせる</translation>
    </message>
    <message>
        <location filename="../../gui/widgets/verdict.py"/>
        <source>Fix all</source>
        <translation>すべて修正</translation>
    </message>
    <message>
        <location filename="../../gui/widgets/verdict.py"/>
        <source>Fix all ({fixes})</source>
        <translation>すべて修正（{fixes}）</translation>
    </message>
    <message>
        <location filename="../../gui/page/notice.py"/>
        <source>Fix all ({n})</source>
        <translation>すべて修正（{n}）</translation>
    </message>
    <message>
        <location filename="../../gui/recipes/dialog.py"/>
        <source>Fix all checkpoints of a folder by it</source>
        <translation>これでフォルダー内の全チェックポイントを修正する</translation>
    </message>
    <message>
        <location filename="../../gui/app/actions.py"/>
        <source>Fix f&amp;older…</source>
        <translation>フォルダーを修正(&amp;O)…</translation>
    </message>
    <message>
        <location filename="../../gui/diagnosis/finding_card.py"/>
        <source>Fix: {words}</source>
        <translation>修正：{words}</translation>
    </message>
    <message>
        <location filename="../../gui/tree/tools.py"/>
        <source>Flat keys</source>
        <translation>平らなキー</translation>
    </message>
    <message>
        <location filename="../../gui/page/docks.py"/>
        <source>Float this panel, or put it back</source>
        <translation>このパネルを切り離す、または戻す</translation>
    </message>
    <message>
        <location filename="../../gui/app/help.py"/>
        <location filename="../../gui/tree/tools.py"/>
        <source>Fold all</source>
        <translation>すべて折りたたむ</translation>
    </message>
    <message>
        <location filename="../../gui/tree/menu.py"/>
        <source>Fold all below</source>
        <translation>下をすべて折りたたむ</translation>
    </message>
    <message>
        <location filename="../../gui/tree/menu.py"/>
        <source>Fold everything</source>
        <translation>すべて折りたたむ</translation>
    </message>
    <message>
        <location filename="../../gui/tree/menu.py"/>
        <source>Fold this row and everything below</source>
        <translation>この行と下のすべてを折りたたむ</translation>
    </message>
    <message>
        <location filename="../../gui/recipes/folder_dialog.py"/>
        <location filename="../../gui/save/form.py"/>
        <source>Folder</source>
        <translation>フォルダー</translation>
    </message>
    <message>
        <location filename="../../gui/recipes/folder_dialog.py"/>
        <source>Folder for the new files</source>
        <translation>新しいファイルのフォルダー</translation>
    </message>
    <message>
        <location filename="../../gui/page/recipe_tools.py"/>
        <location filename="../../gui/recipes/folder_dialog.py"/>
        <source>Folder to fix</source>
        <translation>修正するフォルダー</translation>
    </message>
    <message>
        <location filename="../../gui/recipes/folder_dialog.py"/>
        <source>Folders below it too</source>
        <translation>下のフォルダーも</translation>
    </message>
    <message>
        <location filename="../../gui/page/error_page.py"/>
        <source>Follow its links</source>
        <translation>リンクをたどる</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/data_parallel.py"/>
        <source>For DataParallel, put all of the model on {first}.</source>
        <translation>DataParallel を使うには、モデル全体を {first} に置いてください。</translation>
    </message>
    <message>
        <location filename="../../gui/widgets/basic_widgets.py"/>
        <source>For a file that you trust: it may then take all memory of this computer, until you cancel it.</source>
        <translation>信頼できるファイル用：中止するまで、このコンピューターの全メモリを使うことがあります。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/sharded.py"/>
        <source>For a model that is not sharded: plain tensors, as full_tensor() gives them. Lost: placements and mesh.</source>
        <translation>シャード化されていないモデル向け：full_tensor() が返すような普通のテンソルにします。失われるもの：配置とメッシュ。</translation>
    </message>
    <message>
        <location filename="../../core/recipes/pages.py"/>
        <source>For a shell; writes the same file as “Save fixed…”.</source>
        <translation>シェル用。「修正して保存…」と同じファイルを書きます。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/devices.py"/>
        <source>For the computer of the error, it names no GPU that is missing.</source>
        <translation>エラーが出たコンピューターにない GPU は指定されていません。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/devices.py"/>
        <source>For the computer of the error, nothing in it needs a GPU that is not there.</source>
        <translation>エラーが出たコンピューターにない GPU を必要とするものはありません。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/devices.py"/>
        <source>For the computer that was asked about, it names no GPU that is missing.</source>
        <translation>確認対象のコンピューターにない GPU は指定されていません。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/optimizers.py"/>
        <source>For torch 1.12 and 1.13 let step follow its parameter.</source>
        <translation>torch 1.12 と 1.13 では、step をパラメーターと同じ場所に置いてください。</translation>
    </message>
    <message>
        <location filename="../../core/report/page.py"/>
        <source>For {computer}</source>
        <translation>{computer}用</translation>
    </message>
    <message>
        <location filename="../../gui/help/window.py"/>
        <source>Forward (Alt+Right)</source>
        <translation>進む (Alt+Right)</translation>
    </message>
    <message>
        <location filename="../../gui/memory/bars_model.py"/>
        <source>Freed, but the C library (glibc) may hold it back for what is allocated next: between nothing and this much</source>
        <translation>解放済みだが、C ライブラリ（glibc）が次の割り当てのために持ち続けることがある：ゼロからこの量まで</translation>
    </message>
    <message>
        <location filename="../../gui/session/odd_walk.py"/>
        <source>From the beginning again: there is none after.</source>
        <translation>先頭から続けました。これより後にはありません。</translation>
    </message>
    <message>
        <location filename="../../gui/session/odd_walk.py"/>
        <source>From the end again: there is none before.</source>
        <translation>末尾から続けました。これより前にはありません。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/model_match/model_findings.py"/>
        <source>From then on save model.module.state_dict().</source>
        <translation>以後は model.module.state_dict() を保存してください。</translation>
    </message>
    <message>
        <location filename="../../core/memory/training/words.py"/>
        <source>Further state and step() of {name} cannot be told from the file and come on top.</source>
        <translation>{name} の追加の状態と step() はファイルからは分からず、別に加わります。</translation>
    </message>
    <message>
        <location filename="../../gui/preferences/offered.py"/>
        <source>GPUs of this computer</source>
        <translation>このコンピューターの GPU</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/container.py"/>
        <source>Give it a name that ends in .pt.</source>
        <translation>.pt で終わる名前を付けてください。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/many_files.py"/>
        <source>Give it the folder with .metadata and the .distcp files; another checkpoint is loaded with torch.load.</source>
        <translation>.metadata と .distcp ファイルのあるフォルダーを渡してください。ほかのチェックポイントは torch.load で読み込みます。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/running.py"/>
        <source>Give the container more shared memory (--shm-size), or use fewer workers.</source>
        <translation>Docker などのコンテナーの共有メモリを増やすか（--shm-size）、ワーカーを減らしてください。</translation>
    </message>
    <message>
        <location filename="../../gui/save/dialog.py"/>
        <source>Give the new file a name.</source>
        <translation>新しいファイルに名前を付けてください。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/containers.py"/>
        <source>Give torch.load the zip that data.pkl was taken from, as it is: it must not be unpacked.</source>
        <translation>data.pkl の取り出し元の zip を、展開せずにそのまま torch.load に渡してください。</translation>
    </message>
    <message>
        <location filename="../../gui/app/actions.py"/>
        <source>Give what is planned here a name, to do the same to other files later.</source>
        <translation>ここの計画に名前を付け、後でほかのファイルにも使う。</translation>
    </message>
    <message>
        <location filename="../../gui/values/numbers_page.py"/>
        <source>Go to</source>
        <translation>移動</translation>
    </message>
    <message>
        <location filename="../../gui/values/numbers_page.py"/>
        <source>Go to a number: its index along each dimension, negative ones from the end (Enter)</source>
        <translation>数値へ移動：各次元での添字。負なら末尾から（Enter）</translation>
    </message>
    <message>
        <location filename="../../gui/values/numbers_page.py"/>
        <source>Go to index</source>
        <translation>添字へ移動</translation>
    </message>
    <message>
        <location filename="../../gui/values/update_page.py"/>
        <source>Go to this tensor</source>
        <translation>このテンソルへ移動</translation>
    </message>
    <message>
        <location filename="../../gui/health/board.py"/>
        <source>Go to {place}</source>
        <translation>{place} へ移動</translation>
    </message>
    <message>
        <location filename="../../gui/devices/table_model.py"/>
        <source>Goes to</source>
        <translation>行き先</translation>
    </message>
    <message>
        <location filename="../../gui/diagnosis/cards.py"/>
        <source>Good to know; nothing fails because of it</source>
        <translation>参考まで。これで失敗することはない</translation>
    </message>
    <message>
        <location filename="../../gui/page/welcome.py"/>
        <source>Got a traceback? Paste it, and see what it means</source>
        <translation>トレースバックが出ましたか？貼り付けると意味が分かります</translation>
    </message>
    <message>
        <location filename="../../gui/optimizer/table_model.py"/>
        <source>Group</source>
        <translation>グループ</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/resuming.py"/>
        <source>Groups with capturable=True keep their step count beside the parameter, and here it stayed on the CPU, or the parameters themselves did.</source>
        <translation>capturable=True のグループはステップ数をパラメーターと同じ所に置きますが、ここではそれが CPU に残っているか、パラメーター自体が CPU に残っています。</translation>
    </message>
    <message>
        <location filename="../../gui/health/colouring.py"/>
        <location filename="../../gui/page/workspace.py"/>
        <source>Health</source>
        <translation>健全性</translation>
    </message>
    <message>
        <location filename="../../gui/plots/heat_map.py"/>
        <source>Heat map</source>
        <translation>ヒートマップ</translation>
    </message>
    <message>
        <location filename="../../gui/diff/pair_view.py"/>
        <source>Heat map of the difference</source>
        <translation>差のヒートマップ</translation>
    </message>
    <message>
        <location filename="../../gui/help/window.py"/>
        <source>Help</source>
        <translation>ヘルプ</translation>
    </message>
    <message>
        <location filename="../../gui/page/docks.py"/>
        <source>Hide this panel; the View menu brings it back</source>
        <translation>このパネルを隠す。「表示」メニューで戻せる</translation>
    </message>
    <message>
        <location filename="../../gui/plots/histogram.py"/>
        <location filename="../../gui/values/one_tensor.py"/>
        <source>Histogram</source>
        <translation>ヒストグラム</translation>
    </message>
    <message>
        <location filename="../../gui/diff/pair_view.py"/>
        <source>Histograms</source>
        <translation>ヒストグラム</translation>
    </message>
    <message>
        <location filename="../../gui/diff/pair_view.py"/>
        <source>Histograms of both tensors</source>
        <translation>両テンソルのヒストグラム</translation>
    </message>
    <message>
        <location filename="../../gui/details/model.py"/>
        <source>Holds</source>
        <translation>内容</translation>
    </message>
    <message>
        <location filename="../../gui/preferences/offered.py"/>
        <source>How high the rows of tables are</source>
        <translation>表の行の高さ</translation>
    </message>
    <message>
        <location filename="../../gui/memory/controls.py"/>
        <source>How many GPUs of this size the machine has: torch.cuda.device_count()</source>
        <translation>この大きさの GPU の数：torch.cuda.device_count()</translation>
    </message>
    <message>
        <location filename="../../gui/preferences/offered.py"/>
        <source>How many files are remembered; pinned ones do not count</source>
        <translation>覚えておくファイルの数。固定したものは数えない</translation>
    </message>
    <message>
        <location filename="../../gui/values/several_table.py"/>
        <source>How many numbers are not finite</source>
        <translation>有限でない数値の個数</translation>
    </message>
    <message>
        <location filename="../../gui/values/update_page.py"/>
        <source>How many numbers change by how much</source>
        <translation>どれだけの数値がどれだけ変わるか</translation>
    </message>
    <message>
        <location filename="../../gui/tree/headings.py"/>
        <source>How many numbers, buffers among them: numel() of a tensor, else the sum of all below, shared ones once</source>
        <translation>数値の個数（バッファーを含む）：テンソルの numel()、ほかは下にある全部の合計。共有は 1 回だけ数える</translation>
    </message>
    <message>
        <location filename="../../gui/health/table_model.py"/>
        <source>How many numbers, rows or parameters it is about</source>
        <translation>関係する数値・行・パラメーターの数</translation>
    </message>
    <message>
        <location filename="../../gui/memory/controls.py"/>
        <source>How many processes load the file at once: torchrun --nproc-per-node</source>
        <translation>同時にファイルを読み込むプロセスの数：torchrun --nproc-per-node</translation>
    </message>
    <message>
        <location filename="../../gui/parts/table_model.py"/>
        <source>How many tensors have bytes in it</source>
        <translation>バイトがこのファイルにあるテンソルの数</translation>
    </message>
    <message>
        <location filename="../../gui/devices/table_model.py"/>
        <source>How many tensors were saved on it</source>
        <translation>そこで保存されたテンソルの数</translation>
    </message>
    <message>
        <location filename="../../gui/changes/table_model.py"/>
        <source>How much it touches</source>
        <translation>どれだけに及ぶか</translation>
    </message>
    <message>
        <location filename="../../gui/preferences/offered.py"/>
        <source>How much of what was fetched stays on the disk, so that a file opens at once the next time</source>
        <translation>取得したもののうちディスクに残す量。次回はファイルがすぐに開く</translation>
    </message>
    <message>
        <location filename="../../gui/page/error_page.py"/>
        <source>How the file begins</source>
        <translation>ファイルの先頭</translation>
    </message>
    <message>
        <location filename="../../gui/save/form.py"/>
        <source>How the file is packed. torch.load reads zip and legacy; mmap=True needs zip, torch before 1.6 needs legacy. safetensors holds tensors by name and nothing else.</source>
        <translation>ファイルのコンテナー形式。torch.load が読めるのは zip と legacy。mmap=True には zip が、torch 1.6 より前には legacy が必要。safetensors に入るのは名前の付いたテンソルだけ。</translation>
    </message>
    <message>
        <location filename="../../gui/values/one_tensor.py"/>
        <source>How the numbers are distributed</source>
        <translation>数値の分布</translation>
    </message>
    <message>
        <location filename="../../gui/memory/training.py"/>
        <source>How the optimizer steps</source>
        <translation>オプティマイザーのステップの方式</translation>
    </message>
    <message>
        <location filename="../../gui/rename/dialog.py"/>
        <source>How the pattern is meant</source>
        <translation>パターンの解釈</translation>
    </message>
    <message>
        <location filename="../../gui/location/model.py"/>
        <source>Hugging Face Hub</source>
        <translation>Hugging Face Hub</translation>
    </message>
    <message>
        <location filename="../../gui/optimizer/table_model.py"/>
        <source>Id</source>
        <translation>番号</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/names.py"/>
        <source>If the model is wrapped too, they fit as they are.</source>
        <translation>モデルもラップされていれば、このままで合います。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/optimizer_state.py"/>
        <source>If training went on before it was saved, look for a checkpoint with the state; else there is nothing to do.</source>
        <translation>保存前に学習が進んでいた場合は、状態のあるチェックポイントを探してください。そうでなければ、何もする必要はありません。</translation>
    </message>
    <message>
        <location filename="../../gui/recipes/dialog.py"/>
        <source>Import a recipe</source>
        <translation>レシピを取り込む</translation>
    </message>
    <message>
        <location filename="../../gui/recipes/dialog.py"/>
        <source>Import…</source>
        <translation>取り込む…</translation>
    </message>
    <message>
        <location filename="../../gui/memory/file.py"/>
        <source>In all: {sum}</source>
        <translation>合計：{sum}</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/running.py"/>
        <source>In each rank call torch.cuda.set_device(local_rank), and load with map_location=f'cuda:{local_rank}' or 'cpu'.</source>
        <translation>各 rank で torch.cuda.set_device(local_rank) を呼び、map_location=f'cuda:{local_rank}' または 'cpu' で読み込んでください。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/model_match/group_findings.py"/>
        <source>In no order that leaves some of {wanted} frozen do its parameters have the shapes of the state. optimizer.load_state_dict matches by position and compares no shapes; optimizer.step() then fails, or goes on with the state of another parameter.</source>
        <translation>{wanted} の一部を凍結した場合も含め、どの順序でもパラメーターの形状が状態と一致しません。optimizer.load_state_dict は位置で対応付け、形状を比較しません。そのため optimizer.step() が失敗するか、別のパラメーターの状態のまま続きます。</translation>
    </message>
    <message>
        <location filename="../../gui/compare/table_model.py"/>
        <location filename="../../gui/memory/table_models.py"/>
        <source>In the file</source>
        <translation>ファイル</translation>
    </message>
    <message>
        <location filename="../../gui/tree/tips.py"/>
        <source>In the file that is saved: {becomes}</source>
        <translation>保存されるファイルでは：{becomes}</translation>
    </message>
    <message numerus="yes">
        <location filename="../../gui/document/taking.py"/>
        <source>In the file you save, {n:,} entries become what they are in {name}. A pending change, like all others.</source>
        <translation><numerusform>保存するファイルで {n:,} 個の項目が {name} のものになります。ほかと同じく保留中の変更です。</numerusform></translation>
    </message>
    <message>
        <location filename="../../gui/compare/table_model.py"/>
        <source>In the model</source>
        <translation>モデル</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/model_match/misshapen.py"/>
        <source>In the model {key!r} has the shape torch.Size([0]): its weights are partitioned (ZeRO-3, zero.Init) or not made yet, and those of the file are whole.</source>
        <translation>モデルの {key!r} の形状は torch.Size([0]) です。モデルの重みは分割されている（ZeRO-3、zero.Init）か、まだ作られていません。ファイルの重みは完全です。</translation>
    </message>
    <message>
        <location filename="../../gui/recipes/folder_dialog.py"/>
        <source>In the place of the old ones</source>
        <translation>古いものを置き換える</translation>
    </message>
    <message>
        <location filename="../../core/edits/numbers/theirs.py"/>
        <location filename="../../core/recipes/number_options.py"/>
        <source>In {name}: {error}</source>
        <translation>{name}：{error}</translation>
    </message>
    <message>
        <location filename="../../gui/plots/plane_bar.py"/>
        <source>Index along dimension {axis}</source>
        <translation>次元 {axis} の添字</translation>
    </message>
    <message>
        <location filename="../../gui/plots/plane_bar.py"/>
        <source>Index along dimension {axis}, from 0 to {most:,}</source>
        <translation>次元 {axis} の添字。0 から {most:,} まで</translation>
    </message>
    <message>
        <location filename="../../gui/health/model.py"/>
        <source>Inf</source>
        <translation>Inf</translation>
    </message>
    <message>
        <location filename="../../core/loading/methods.py"/>
        <source>Inside torch.serialization.safe_globals([{items}]) torch.load takes these names as they are.</source>
        <translation>torch.serialization.safe_globals([{items}]) の中では、torch.load はこれらの名前をそのまま受け入れます。</translation>
    </message>
    <message>
        <location filename="../../core/loading/methods.py"/>
        <source>Inside torch.serialization.safe_globals([{items}]) torch.load takes these names as they are; under NumPy 1 it is numpy.core.multiarray.</source>
        <translation>torch.serialization.safe_globals([{items}]) の中では、torch.load はこれらの名前をそのまま受け入れます。NumPy 1 では numpy.core.multiarray です。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/pickles.py"/>
        <source>Install numpy ≥ 2, or rewrite the module's name in the file to numpy.core, which both know.</source>
        <translation>numpy ≥ 2 をインストールするか、ファイル内のモジュール名を、どちらも知っている numpy.core に書き換えてください。</translation>
    </message>
    <message>
        <location filename="../../cli/system/qt_libraries.py"/>
        <source>Installing what Qt needs from the system: {packages} …</source>
        <translation>Qt に必要なシステムのライブラリをインストール中：{packages} …</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traceback/state_dict_errors.py"/>
        <source>Instead of key[7:] write key.removeprefix('module.'), which leaves other keys as they are; or load the file without that step.</source>
        <translation>key[7:] の代わりに key.removeprefix('module.') と書いてください。ほかのキーはそのまま残ります。または、その処理なしでファイルを読み込みます。</translation>
    </message>
    <message>
        <location filename="../../gui/recipes/folder_dialog.py"/>
        <source>Into another folder</source>
        <translation>別のフォルダーへ</translation>
    </message>
    <message>
        <location filename="../../gui/health/board.py"/>
        <source>Is anything NaN, Inf or dead? Scan values reads all {size} and tells.</source>
        <translation>NaN、Inf、死んだものはありますか？「値をスキャン」は全部（{size}）を読んで示します。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/running.py"/>
        <source>It asks for no GPU memory on the computer of the error; the script does, when it moves the model.</source>
        <translation>ファイルは、エラーの出たコンピューターで GPU メモリを求めません。求めるのは、モデルを移すときのスクリプトです。</translation>
    </message>
    <message>
        <location filename="../../gui/memory/measure.py"/>
        <source>It could not be measured. {error}</source>
        <translation>測定できませんでした。{error}</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traceback/judge_keys.py"/>
        <source>It cuts {cut} characters from the front of each: look for a slice such as key[{cut}:] in it.</source>
        <translation>各キーの先頭から {cut} 文字を切り落としています：スクリプトの中で key[{cut}:] のようなスライスを探してください。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/pickles.py"/>
        <source>It does not name numpy._core.</source>
        <translation>numpy._core は含まれていません。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/pickles.py"/>
        <source>It does not name that module; is a package of the script itself not installed?</source>
        <translation>そのモジュールは含まれていません。スクリプト自身のパッケージがインストールされていないのではありませんか？</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/many_files.py"/>
        <source>It has its .metadata.</source>
        <translation>.metadata があります。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/containers.py"/>
        <source>It has its directory and all of its bytes.</source>
        <translation>ディレクトリがあり、すべてのバイトが揃っています。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/many_files.py"/>
        <source>It has its index, or needs none.</source>
        <translation>インデックスがあるか、必要ありません。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/many_files.py"/>
        <source>It has no pieces of ranks in it.</source>
        <translation>rank の断片はありません。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/resuming.py"/>
        <source>It has the state of an optimizer.</source>
        <translation>オプティマイザーの状態はあります。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/resuming.py"/>
        <source>It has what Lightning looks for.</source>
        <translation>Lightning が探すものはあります。</translation>
    </message>
    <message>
        <location filename="../../core/catalogue/integrity.py"/>
        <source>It has {size:,} bytes where the object says {nbytes:,}.</source>
        <translation>オブジェクトによれば {nbytes:,} バイトのはずですが、{size:,} バイトあります。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/unopened.py"/>
        <source>It has {size} ({bytes:,} bytes) here; compare that with the source.</source>
        <translation>ここでの大きさは {size}（{bytes:,} バイト）です。入手元と比べてください。</translation>
    </message>
    <message>
        <location filename="../../cli/extracting.py"/>
        <source>It holds a state dict.</source>
        <translation>中に state_dict があります。</translation>
    </message>
    <message>
        <location filename="../../cli/extracting.py"/>
        <source>It holds a state dict; take it out with `{command}`.</source>
        <translation>中に state_dict があります。`{command}` で取り出してください。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/containers.py"/>
        <source>It holds no generators of random numbers in the container of torch before 1.6.</source>
        <translation>torch 1.6 より前のコンテナーに入った乱数の生成器はありません。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/containers.py"/>
        <source>It holds no nested tensors in the container of torch before 1.6.</source>
        <translation>torch 1.6 より前のコンテナーに入った入れ子テンソルはありません。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/pickles.py"/>
        <source>It holds no path object.</source>
        <translation>パスオブジェクトはありません。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/pickles.py"/>
        <source>It holds no pickled optimizer object.</source>
        <translation>pickle 化されたオプティマイザーオブジェクトはありません。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/pickles.py"/>
        <source>It holds no whole model.</source>
        <translation>モデル全体は入っていません。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traceback/judge_lookups.py"/>
        <source>It holds nothing.</source>
        <translation>何も入っていません。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traceback/judge_lookups.py"/>
        <source>It holds {names}.</source>
        <translation>入っているもの：{names}。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/many_files.py"/>
        <source>It is a file and no folder.</source>
        <translation>フォルダーではなくファイルです。</translation>
    </message>
    <message>
        <location filename="../../cli/extracting.py"/>
        <source>It is a state dict already.</source>
        <translation>すでに state_dict です。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/containers.py"/>
        <source>It is a whole checkpoint, with its tensors.</source>
        <translation>テンソルを備えた、完全なチェックポイントです。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/containers.py"/>
        <source>It is a zip, which can be mapped.</source>
        <translation>zip なので、マップできます。</translation>
    </message>
    <message>
        <location filename="../../core/containers/dcp/archive.py"/>
        <source>It is another tensor than the .metadata says.</source>
        <translation>.metadata の記述とは別のテンソルです。</translation>
    </message>
    <message>
        <location filename="../../gui/parts/model.py"/>
        <source>It is called like a part of this model, and the index does not name it.</source>
        <translation>このモデルの部分と同じ形の名前ですが、インデックスに書かれていません。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/containers.py"/>
        <source>It is in the legacy container, which every torch reads.</source>
        <translation>旧形式のコンテナーで、どの torch でも読めます。</translation>
    </message>
    <message>
        <location filename="../../core/containers/dcp/turned.py"/>
        <source>It is laid out as torch never writes it.</source>
        <translation>配置が、torch では決して書かれない形です。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/containers.py"/>
        <source>It is no TorchScript archive.</source>
        <translation>TorchScript アーカイブではありません。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/resuming.py"/>
        <source>It is no checkpoint of ZeRO, or was saved by as many ranks as load it.</source>
        <translation>ZeRO のチェックポイントではないか、読み込むのと同じ数の rank で保存されています。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/containers.py"/>
        <source>It is no safetensors file.</source>
        <translation>safetensors ファイルではありません。</translation>
    </message>
    <message>
        <location filename="../../core/numbers/quantised.py"/>
        <source>It is not said what a quantised tensor is quantised by; the file is damaged.</source>
        <translation>テンソルの量子化の方式が書かれていません。ファイルが破損しています。</translation>
    </message>
    <message>
        <location filename="../../core/values/keys.py"/>
        <source>It is nothing but one tensor, which '**' names.</source>
        <translation>テンソル 1 つだけのファイルで、'**' がそれを指します。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/object_cures.py"/>
        <source>It is of a lazy module that has seen no data, and has no shape yet: run a batch through the model, then save its state_dict().</source>
        <translation>まだデータを見ていない遅延モジュールのもので、形状がまだありません：バッチを 1 つモデルに通してから、その state_dict() を保存してください。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traceback/judge_lookups.py"/>
        <source>It is the state dict itself, {keys} such as {first!r}: model.load_state_dict(torch.load(f)).</source>
        <translation>これは state_dict そのもので、{first!r} などの {keys}があります：model.load_state_dict(torch.load(f))。</translation>
    </message>
    <message>
        <location filename="../../core/recipes/pages.py"/>
        <source>It is too long for a command line. Keep the changes as a recipe, and pass that to fix --recipe.</source>
        <translation>コマンドラインには長すぎます。変更をレシピとして残し、fix --recipe に渡してください。</translation>
    </message>
    <message>
        <location filename="../../core/recipes/pages.py"/>
        <source>It is too long to be read. Keep the changes as a recipe, and pass that to fix --recipe.</source>
        <translation>長すぎて読めません。変更をレシピとして残し、fix --recipe に渡してください。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/running.py"/>
        <source>It names no GPU that all ranks would share; look at torch.cuda.set_device in the script.</source>
        <translation>すべての rank が共有することになる GPU の記録はありません。スクリプトの torch.cuda.set_device を確認してください。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/pickles.py"/>
        <source>It names no class of such a module.</source>
        <translation>そのようなモジュールのクラスは含まれていません。</translation>
    </message>
    <message>
        <location filename="../../gui/devices/panel.py"/>
        <source>It names no devices: whoever loads it says where to.</source>
        <translation>デバイスの記録はありません：読み込む側が置き場所を決めます。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/devices.py"/>
        <source>It names no such device.</source>
        <translation>そのようなデバイスは含まれていません。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/pickles.py"/>
        <source>It names no such function or class.</source>
        <translation>そのような関数やクラスは含まれていません。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/pickles.py"/>
        <source>It names nothing that weights_only refuses.</source>
        <translation>weights_only が拒否するものは含まれていません。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/unopened.py"/>
        <source>It names {named}; on a computer without that torch says so before it comes to the end.</source>
        <translation>ファイルは {named} を指しています。それがないコンピューターでは、torch は末尾に達する前にそのエラーを出します。</translation>
    </message>
    <message>
        <location filename="../../core/memory/measure.py"/>
        <source>It needs {devices}, which this computer does not have. {problem}</source>
        <translation>{devices} が必要ですが、このコンピューターにありません。{problem}</translation>
    </message>
    <message>
        <location filename="../../core/memory/measure.py"/>
        <source>It needs {needed} of RAM and only {free} are free.</source>
        <translation>RAM が {needed} 必要ですが、空きは {free} だけです。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/containers.py"/>
        <location filename="../../core/diagnosis/traps/frameworks.py"/>
        <source>It opens as a checkpoint.</source>
        <translation>チェックポイントとして開けます。</translation>
    </message>
    <message>
        <location filename="../../core/recipes/pages.py"/>
        <source>It reads a copy of the source: torch loads files of this computer alone.</source>
        <translation>元のファイルのコピーを読みます：torch が読み込めるのはこのコンピューターのファイルだけです。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/calls.py"/>
        <source>It reads to its end, but somewhere it makes something of the wrong parts, as torch.save never writes it: a byte was changed on the way.</source>
        <translation>最後まで読めますが、どこかで誤った部品から何かを作っています。torch.save が決してそう書かないものです：途中でバイトが変わりました。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/containers.py"/>
        <source>It says its version.</source>
        <translation>バージョンが書かれています。</translation>
    </message>
    <message>
        <location filename="../../core/saving/places/elsewhere.py"/>
        <source>It was removed again.</source>
        <translation>それは削除しました。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/optimizer_state.py"/>
        <source>It was saved before its first step, or its state was left out to make the file smaller; the file does not say which. Where it was trained before, {starts_anew}.</source>
        <translation>最初のステップの前に保存されたか、ファイルを小さくするために状態が除かれたかのどちらかですが、ファイルからはわかりません。以前に学習していた場合、{starts_anew}。</translation>
    </message>
    <message>
        <location filename="../../core/containers/joining.py"/>
        <source>It was saved on a machine that writes numbers the other way round (big-endian). Open it by itself.</source>
        <translation>数値のバイト順が逆（ビッグエンディアン）のコンピューターで保存されました。単独で開いてください。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/storages.py"/>
        <source>It was saved with pickle_protocol=0, which wrote the name of each storage as a line of text instead of a tuple. weights_only=False fails too, in every version: “saved_id must be a tuple, got str”.</source>
        <translation>pickle_protocol=0 で保存されたため、各ストレージの名前がタプルではなく 1 行のテキストとして書かれています。weights_only=False も、どのバージョンでも失敗します：“saved_id must be a tuple, got str”。</translation>
    </message>
    <message>
        <location filename="../../gui/save/forecast.py"/>
        <source>It will stop at keys that are missing.</source>
        <translation>欠けているキーがあると、そこで止まります。</translation>
    </message>
    <message>
        <location filename="../../core/memory/measure.py"/>
        <source>It would fail: {message}</source>
        <translation>失敗します：{message}</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/resuming.py"/>
        <source>Its `step` tensors are where torch wants them; the script moves them, by hand or with map_location.</source>
        <translation>`step` のテンソルは torch が求める所にあります。スクリプトが手で、または map_location で移しています。</translation>
    </message>
    <message>
        <location filename="../../core/formats/spread/sums.py"/>
        <source>Its bytes do not match the checksum that was saved with them.</source>
        <translation>バイトが、いっしょに保存されたチェックサムと一致しません。</translation>
    </message>
    <message>
        <location filename="../../core/catalogue/integrity.py"/>
        <source>Its bytes overlap those of record {last!r}; the file was tampered with or damaged.</source>
        <translation>バイトがレコード {last!r} のバイトと重なっています。ファイルは改ざんされたか破損しています。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/many_files.py"/>
        <source>Its index and its shards agree; whether the model has keys of its own, only the model tells.</source>
        <translation>インデックスとシャードは一致しています。モデルにしかないキーがあるかどうかは、モデルを見なければわかりません。</translation>
    </message>
    <message>
        <location filename="../../gui/tree/tips.py"/>
        <source>Its key will be “{key}”.</source>
        <translation>キーは「{key}」になります。</translation>
    </message>
    <message>
        <location filename="../../gui/machine/chip.py"/>
        <source>Its name or its memory, such as T4 or 24 GB:</source>
        <translation>名前またはメモリー容量（例：T4、24 GB）：</translation>
    </message>
    <message>
        <location filename="../../core/values/health/exploding.py"/>
        <source>Its numbers are {times:,.0f} times as large as is usual in the {others:,} others of this name, such as {usual}: {lowest:.4g} to {highest:.4g}, root mean square {typical:.3g}, there {typical_there:.3g}.</source>
        <translation>数値が、同名のほか {others:,} 個（{usual} など）での通常の {times:,.0f} 倍です：{lowest:.4g} から {highest:.4g}、二乗平均平方根 {typical:.3g}、そちらは {typical_there:.3g}。</translation>
    </message>
    <message>
        <location filename="../../core/values/health/exploding.py"/>
        <source>Its numbers are {times:,.0f} times as large as is usual in {usual} and others.</source>
        <translation>数値が {usual} などでの通常の {times:,.0f} 倍です。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/running.py"/>
        <source>Its optimizer state lies with the parameters; check the order in which the script moves and loads.</source>
        <translation>オプティマイザーの状態はパラメーターと同じ所にあります。スクリプトで移す順序と読み込む順序を確認してください。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/pickles.py"/>
        <source>Its pickle is of protocol 2.</source>
        <translation>pickle はプロトコル 2 です。</translation>
    </message>
    <message>
        <location filename="../../gui/optimizer/table_model.py"/>
        <source>Its place in param_groups</source>
        <translation>param_groups での位置</translation>
    </message>
    <message>
        <location filename="../../gui/values/several_table.py"/>
        <source>Its shape, and its dtype in the tooltip</source>
        <translation>形状。dtype はヒントに</translation>
    </message>
    <message>
        <location filename="../../core/saving/before/look_only.py"/>
        <source>Its state dict is written by `{command}`, without running anything.</source>
        <translation>その state_dict は `{command}` で書き出せます。何も実行しません。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/object_cures.py"/>
        <source>Its state_dict holds {what}, which torch.load(f) refuses as well.</source>
        <translation>その state_dict には {what}が入っており、torch.load(f) はそれも拒否します。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/resuming.py"/>
        <source>Its states of random numbers are on the CPU; the script moves them with map_location.</source>
        <translation>乱数の状態は CPU 上にあります。スクリプトが map_location で移しています。</translation>
    </message>
    <message>
        <location filename="../../gui/recipes/dialog.py"/>
        <source>Its steps become pending changes; nothing is written yet</source>
        <translation>その手順が保留中の変更になる。まだ何も書き込まない</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/unopened.py"/>
        <source>Its tensors of {unknown} are shown as bytes, because torch has no such dtype.</source>
        <translation>{unknown} のテンソルは、torch にその dtype がないためバイトとして表示します。</translation>
    </message>
    <message>
        <location filename="../../gui/app/actions.py"/>
        <source>Jump to any key of any open file by a few of its letters: l11 query weight.</source>
        <translation>開いているどのファイルのキーにも数文字で移動：l11 query weight。</translation>
    </message>
    <message>
        <location filename="../../core/recipes/options.py"/>
        <source>KEY=DEV, such as 'model/**=cuda:1'</source>
        <translation>KEY=DEV（例：'model/**=cuda:1'）</translation>
    </message>
    <message>
        <location filename="../../core/recipes/options.py"/>
        <source>KEY=DTYPE, such as 'model/**=bfloat16'</source>
        <translation>KEY=DTYPE（例：'model/**=bfloat16'）</translation>
    </message>
    <message>
        <location filename="../../core/recipes/options.py"/>
        <source>KEY=VALUE, such as epoch=0</source>
        <translation>KEY=VALUE（例：epoch=0）</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/objects.py"/>
        <source>Keep data instead of objects: extract the state_dict, make the rest plain.</source>
        <translation>オブジェクトの代わりにデータを残してください：state_dict を抽出し、残りを単純なデータにします。</translation>
    </message>
    <message>
        <location filename="../../gui/memory/controls.py"/>
        <source>Keep free</source>
        <translation>空けておく</translation>
    </message>
    <message>
        <location filename="../../gui/tree/menu.py"/>
        <source>Keep only this (unwrap)</source>
        <translation>これだけを残す（取り出す）</translation>
    </message>
    <message>
        <location filename="../../gui/recipes/dialog.py"/>
        <source>Keep these changes</source>
        <translation>この変更を残す</translation>
    </message>
    <message>
        <location filename="../../gui/tree/menu.py"/>
        <source>Keep this in the file you save after all</source>
        <translation>やはり保存するファイルに残す</translation>
    </message>
    <message>
        <location filename="../../gui/recipes/dialog.py"/>
        <source>Keep what is planned here as a recipe</source>
        <translation>ここの計画をレシピとして残す</translation>
    </message>
    <message>
        <location filename="../../gui/preferences/dialog.py"/>
        <source>Kept now</source>
        <translation>現在の使用量</translation>
    </message>
    <message>
        <location filename="../../gui/recipes/dialog.py"/>
        <source>Kept recipes</source>
        <translation>残したレシピ</translation>
    </message>
    <message>
        <location filename="../../gui/values/picture_page.py"/>
        <source>Kernels as tiles</source>
        <translation>カーネルを並べる</translation>
    </message>
    <message>
        <location filename="../../core/report/page.py"/>
        <location filename="../../gui/compare/table_model.py"/>
        <location filename="../../gui/diff/table_model.py"/>
        <location filename="../../gui/rename/table_model.py"/>
        <location filename="../../gui/tree/headings.py"/>
        <location filename="../../gui/values/several_table.py"/>
        <source>Key</source>
        <translation>キー</translation>
    </message>
    <message>
        <location filename="../../gui/app/actions.py"/>
        <source>Keyboard shortcuts, what the program is, version.</source>
        <translation>キーボードショートカット、このプログラムについて、バージョン。</translation>
    </message>
    <message>
        <location filename="../../core/report/page.py"/>
        <location filename="../../gui/app/help.py"/>
        <location filename="../../gui/details/model.py"/>
        <source>Keys</source>
        <translation>キー</translation>
    </message>
    <message>
        <location filename="../../gui/rename/dialog.py"/>
        <source>Keys and their new names</source>
        <translation>キーと新しい名前</translation>
    </message>
    <message numerus="yes">
        <location filename="../../core/edits/state_dict.py"/>
        <source>Keys are as torch's own state_dict() gives them; whether {classes} give others, only the code could tell.</source>
        <translation><numerusform>キーは torch 本来の state_dict() が出すとおりです。{classes} が別のキーを出すかどうかは、コードでしか分かりません。</numerusform></translation>
    </message>
    <message>
        <location filename="../../gui/palette/key_jump.py"/>
        <source>Keys of all open files</source>
        <translation>開いている全ファイルのキー</translation>
    </message>
    <message>
        <location filename="../../gui/tree/view.py"/>
        <source>Keys of the checkpoint</source>
        <translation>チェックポイントのキー</translation>
    </message>
    <message>
        <location filename="../../gui/compare/view.py"/>
        <source>Keys of the file beside those of the model</source>
        <translation>ファイルのキーとモデルのキー</translation>
    </message>
    <message>
        <location filename="../../gui/compare/source.py"/>
        <source>Keys of the model</source>
        <translation>モデルのキー</translation>
    </message>
    <message>
        <location filename="../../gui/parts/panel.py"/>
        <source>Keys that this file takes along</source>
        <translation>このファイルとともに失われるキー</translation>
    </message>
    <message>
        <location filename="../../gui/save/forecast.py"/>
        <source>Keys will be missing: from_pretrained gives them random numbers, and only warns.</source>
        <translation>欠けたキーがあります：from_pretrained はそこに乱数を入れ、警告するだけです。</translation>
    </message>
    <message>
        <location filename="../../gui/details/model.py"/>
        <source>Kind</source>
        <translation>種類</translation>
    </message>
    <message>
        <location filename="../../gui/preferences/offered.py"/>
        <source>Language</source>
        <translation>言語</translation>
    </message>
    <message>
        <location filename="../../core/files/file_io.py"/>
        <source>Large parts of this file were never written: its download or copy was never finished. Fetch it again.</source>
        <translation>このファイルの大部分が書き込まれていません：ダウンロードまたはコピーが完了していません。取得し直してください。</translation>
    </message>
    <message>
        <location filename="../../gui/optimizer/rates.py"/>
        <source>Learning rate of group {group}</source>
        <translation>グループ {group} の学習率</translation>
    </message>
    <message>
        <location filename="../../gui/app/actions.py"/>
        <source>Leave Pthfinder.</source>
        <translation>Pthfinder を終了する。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/resuming.py"/>
        <source>Leave `step` on the CPU: load with map_location='cpu' and let optimizer.load_state_dict place the state, or rewrite the device of `step` in the file. Setting capturable=True is the popular workaround and costs speed.</source>
        <translation>`step` は CPU に残してください：map_location='cpu' で読み込み、状態の配置は optimizer.load_state_dict に任せるか、ファイル内の `step` のデバイスを書き換えます。よく使われる回避策は capturable=True ですが、遅くなります。</translation>
    </message>
    <message>
        <location filename="../../gui/compare/dialog.py"/>
        <source>Leave out the keys that fit</source>
        <translation>合うキーを除く</translation>
    </message>
    <message>
        <location filename="../../gui/changes/panel.py"/>
        <source>Leave out the state of the parameters that are dropped; Ctrl+Z takes it back</source>
        <translation>削除するパラメータの状態を保存しません。Ctrl+Z で元に戻せます</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/optimizers.py"/>
        <source>Leave step on the CPU: only exp_avg and its like go with the parameter. With map_location='cpu' it stays there, and optimizer.load_state_dict moves the rest.</source>
        <translation>step は CPU に置いたままにしてください：パラメーターといっしょに移るのは exp_avg などだけです。map_location='cpu' なら CPU に残り、残りは optimizer.load_state_dict が移します。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/records.py"/>
        <source>Leave that off, or save the file anew here.</source>
        <translation>それを指定しないか、ここでファイルを保存し直してください。</translation>
    </message>
    <message>
        <location filename="../../gui/tree/menu.py"/>
        <source>Leave this out of the file you save</source>
        <translation>保存するファイルから除く</translation>
    </message>
    <message>
        <location filename="../../gui/diagnosis/fixes_model.py"/>
        <source>Leave {shown} out of the file. torch.load(f) refuses {names}
unless it is told weights_only=False; without them torch.load(saved) works with no argument.</source>
        <translation>{shown} をファイルから除く。torch.load(f) は weights_only=False を指定しない限り {names} を拒否する。
除けば torch.load(saved) が引数なしで読み込める。</translation>
    </message>
    <message>
        <location filename="../../gui/diagnosis/fixes_model.py"/>
        <source>Leave “{path}” out of the file: enough for inference, not to resume training.</source>
        <translation>“{path}” をファイルから除く：推論には足りるが、学習の再開はできない。</translation>
    </message>
    <message>
        <location filename="../../gui/memory/legend.py"/>
        <source>Legend: {names}</source>
        <translation>凡例：{names}</translation>
    </message>
    <message>
        <location filename="../../gui/memory/controls.py"/>
        <source>Less</source>
        <translation>簡潔に</translation>
    </message>
    <message>
        <location filename="../../gui/app/actions.py"/>
        <source>Let go of the second checkpoint; pending changes stay.</source>
        <translation>2 つ目のチェックポイントを手放す。保留中の変更は残る。</translation>
    </message>
    <message>
        <location filename="../../gui/tree/comparison_line.py"/>
        <source>Let go of the second file (Esc, Ctrl+Shift+D); pending changes stay</source>
        <translation>2 つ目のファイルを手放す（Esc、Ctrl+Shift+D）。保留中の変更は残る</translation>
    </message>
    <message>
        <location filename="../../gui/palette/key_jump.py"/>
        <source>Letters of a key, such as l11 query weight</source>
        <translation>キーの文字。例：l11 query weight</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/resuming.py"/>
        <source>Lightning resumes from its own checkpoints, which say its version, the epoch and the loops beside the weights. This one lacks them: it was written by another program, or holds the weights alone.</source>
        <translation>Lightning が再開できるのは自身のチェックポイントからで、そこには重みのほかにバージョン、エポック、ループの状態が記録されています。これにはそれがありません：別のプログラムが書いたものか、重みだけのファイルです。</translation>
    </message>
    <message>
        <location filename="../../gui/app/menus.py"/>
        <source>Like the &amp;system</source>
        <translation>システムに合わせる(&amp;S)</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/model_match/model_keys.py"/>
        <source>Line {number} of {name} is no key with a shape: {line!r}. Write lines such as 'conv1.weight 64x3x7x7', or 'conv1.weight' alone.</source>
        <translation>{name} の {number} 行目は、形状付きのキーではありません：{line!r}。'conv1.weight 64x3x7x7' のような行か、'conv1.weight' だけを書いてください。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/objects.py"/>
        <source>Linux or macOS</source>
        <translation>Linux または macOS</translation>
    </message>
    <message>
        <location filename="../../gui/location/dialog.py"/>
        <source>List the folder of this location below</source>
        <translation>この場所のフォルダーを下に一覧表示する</translation>
    </message>
    <message>
        <location filename="../../gui/page/banner.py"/>
        <source>List the keys that lie in what is missing</source>
        <translation>不足分にあるキーを一覧にする</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/many_files.py"/>
        <source>Load each with its rank, after torch.distributed.init_process_group, by as many processes as saved them; or open the folder here and save the whole as one file.</source>
        <translation>torch.distributed.init_process_group の後に、保存時と同じ数のプロセスで、それぞれを対応する rank で読み込んでください。または、ここでフォルダーを開き、全体を 1 つのファイルとして保存してください。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/many_files.py"/>
        <source>Load it as it was saved: dcp.load({code}, checkpoint_id=…).</source>
        <translation>保存されたとおりに読み込んでください：dcp.load({code}, checkpoint_id=…)。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traceback/state_dict_errors.py"/>
        <source>Load it into model.module, or add the prefix to the keys. strict=False only hides the mismatch and loads nothing.</source>
        <translation>model.module に読み込むか、キーに接頭辞を付けてください。strict=False は不一致を隠すだけで、何も読み込みません。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/odd.py"/>
        <source>Load it only if you trust who made it, and ask for a file that torch.save wrote. Saving writes a plain file of what is shown, without what is hidden, once you accept that.</source>
        <translation>作成者を信頼できる場合にだけ読み込み、torch.save が書いたファイルを求めてください。同意すれば、保存時に、表示されているものだけの単純なファイルが書き出され、隠れたものは含まれません。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/containers.py"/>
        <location filename="../../core/diagnosis/unopened.py"/>
        <source>Load it with safetensors.torch.load_file(f, device='cpu').</source>
        <translation>safetensors.torch.load_file(f, device='cpu') で読み込んでください。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/container.py"/>
        <source>Load it with torch ≥ 1.5, or write the legacy container for the old one.</source>
        <translation>torch ≥ 1.5 で読み込むか、古い torch 向けに旧形式のコンテナーで書き出してください。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/unopened.py"/>
        <source>Load it with torch.jit.load(f, map_location='cpu'), from a source that you trust; its state_dict() can then be saved with torch.save.</source>
        <translation>信頼できる入手元のものなら、torch.jit.load(f, map_location='cpu') で読み込んでください。その state_dict() は torch.save で保存できます。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/containers.py"/>
        <source>Load it with torch.jit.load(f, map_location='cpu'); take the weights with .state_dict().</source>
        <translation>torch.jit.load(f, map_location='cpu') で読み込み、.state_dict() で重みを取り出してください。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/containers.py"/>
        <source>Load it with torch.load. If it was torch.load that said so, the file is data.pkl alone, taken out of its zip.</source>
        <translation>torch.load で読み込んでください。torch.load がそう言ったのであれば、ファイルは zip から取り出された data.pkl だけです。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/unopened.py"/>
        <source>Load it with {call}.</source>
        <translation>{call} で読み込んでください。</translation>
    </message>
    <message>
        <location filename="../../gui/diagnosis/board.py"/>
        <source>Load on</source>
        <translation>読み込み先</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/model_match/misshapen.py"/>
        <source>Load the file before the model is partitioned, or inside deepspeed.zero.GatheredParameters.</source>
        <translation>モデルを分割する前に読み込むか、deepspeed.zero.GatheredParameters の中で読み込んでください。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/many_files.py"/>
        <source>Load the file inside it, hand the folder to the framework (from_pretrained, dcp.load), or save it here as one file.</source>
        <translation>中のファイルを読み込むか、フォルダーをフレームワークに渡すか（from_pretrained、dcp.load）、ここで 1 つのファイルとして保存してください。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/model_match/model_findings.py"/>
        <source>Load the file into the model inside the wrapper (model.module), or {offer}</source>
        <translation>ラッパーの内側のモデル（model.module）にファイルを読み込むか、次のようにしてください。{offer}</translation>
    </message>
    <message>
        <location filename="../../gui/memory/measure.py"/>
        <source>Load the file the chosen way in a process of its own, with torch and weights_only=True, and read
what the kernel and torch.cuda.memory_stats count. Nothing that the file names is run.</source>
        <translation>別プロセスで、torch と weights_only=True により選んだ方法でファイルを読み込み、
カーネルと torch.cuda.memory_stats の数を読みます。ファイルが指すものは何も実行しません。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/object_cures.py"/>
        <source>Load the file with weights_only=False where its code is, and save the state_dict() there.</source>
        <translation>コードのある場所で weights_only=False を指定してファイルを読み込み、そこで state_dict() を保存してください。</translation>
    </message>
    <message>
        <location filename="../../core/memory/training/words.py"/>
        <source>Load the optimizer after the model is on {device}: before that its state, {state}, stays in RAM, and step() fails.</source>
        <translation>モデルを {device} に置いた後でオプティマイザーを読み込んでください。その前だと状態（{state}）が RAM に残り、step() が失敗します。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/resuming.py"/>
        <source>Load the optimizer's state first, then make the scheduler with last_epoch; or make it as new and call scheduler.load_state_dict. Where the file's groups have no 'initial_lr', set it: for group in optimizer.param_groups: group.setdefault('initial_lr', group['lr']).</source>
        <translation>先にオプティマイザーの状態を読み込み、それから last_epoch を指定してスケジューラーを作ってください。または新規に作り、scheduler.load_state_dict を呼びます。ファイルのグループに 'initial_lr' がなければ設定してください：for group in optimizer.param_groups: group.setdefault('initial_lr', group['lr'])。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/many_files.py"/>
        <source>Load them with {saved}, after torch.distributed.init_process_group.</source>
        <translation>torch.distributed.init_process_group の後に、{saved}で読み込んでください。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/many_files.py"/>
        <source>Load them with {saved}, after torch.distributed.init_process_group. Saved here the whole is one file that needs neither.</source>
        <translation>torch.distributed.init_process_group の後に、{saved}で読み込んでください。ここで保存すれば全体が 1 つのファイルになり、どちらも要りません。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/pickles.py"/>
        <source>Load with a torch at least as new as the one that saved the file; or save the plain tensors of the state_dict there, in the legacy container, for an older one.</source>
        <translation>少なくともファイルを保存したものと同じ新しさの torch で読み込んでください。古い torch 用には、保存した環境で、state_dict の普通のテンソルを旧形式のコンテナーで保存します。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/running.py"/>
        <source>Load with map_location='cpu' (mmap=True saves memory too), load it into model and optimizer, then delete the checkpoint. torch.cuda.empty_cache() only gives back what nothing refers to any more.</source>
        <translation>map_location='cpu' で読み込み（mmap=True でもメモリを節約できます）、モデルとオプティマイザーに読み込ませてから、チェックポイントの変数を削除してください。torch.cuda.empty_cache() が返すのは、もうどこからも参照されていないものだけです。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/resuming.py"/>
        <source>Load with map_location='cpu', or move it back: torch.set_rng_state(state.cpu()). load_state_dict puts the other tensors where they belong by itself.</source>
        <translation>map_location='cpu' で読み込むか、CPU に戻してください：torch.set_rng_state(state.cpu())。ほかのテンソルは、load_state_dict が自動で正しい所に置きます。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/devices.py"/>
        <source>Load with map_location='cpu', or rewrite the devices in the file. The last line of the traceback says how many GPUs there are.</source>
        <translation>map_location='cpu' で読み込むか、ファイルのデバイスを書き換えてください。トレースバックの最後の行に GPU の数が書かれています。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/devices.py"/>
        <source>Load with map_location='cpu', or rewrite the devices in the file; else import the package that adds the device before loading.</source>
        <translation>map_location='cpu' で読み込むか、ファイルのデバイスを書き換えてください。または、読み込む前に、そのデバイスを追加するパッケージをインポートします。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/devices.py"/>
        <source>Load with map_location={'cuda:5': 'cuda:0'} or map_location='cpu', or rewrite the devices in the file.</source>
        <translation>map_location={'cuda:5': 'cuda:0'} または map_location='cpu' で読み込むか、ファイルのデバイスを書き換えてください。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/running.py"/>
        <source>Load with mmap=True, so that tensors stay on the disk until they are used, and drop what is not needed.</source>
        <translation>mmap=True で読み込めば、テンソルは使われるまでディスクに残ります。不要なものは削除してください。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/containers.py"/>
        <source>Load with torch ≥ 1.5, or write the file in the legacy container; torch.save(…, _use_new_zipfile_serialization=False) does that where it was made.</source>
        <translation>torch ≥ 1.5 で読み込むか、ファイルを旧形式のコンテナーで書き出してください。作成元では torch.save(…, _use_new_zipfile_serialization=False) がそうします。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/pickles.py"/>
        <source>Load with torch.load(f, encoding='latin1').</source>
        <translation>torch.load(f, encoding='latin1') で読み込んでください。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/devices.py"/>
        <source>Load with torch.load(f, map_location='cpu'), or rewrite the devices in the file to cpu. If this computer has a GPU, install a torch with CUDA and check torch.cuda.is_available().</source>
        <translation>torch.load(f, map_location='cpu') で読み込むか、ファイルのデバイスを cpu に書き換えてください。このコンピューターに GPU があるなら、CUDA 対応の torch をインストールし、torch.cuda.is_available() を確認します。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/containers.py"/>
        <source>Load without mmap=True, or write the file as a zip.</source>
        <translation>mmap=True なしで読み込むか、ファイルを zip として書き出してください。</translation>
    </message>
    <message>
        <location filename="../../gui/memory/bars_model.py"/>
        <source>Loaded and copied, alive only because `checkpoint` still refers to it: `del checkpoint` frees it</source>
        <translation>読み込んでコピー済み。`checkpoint` が参照しているから残っているだけ：`del checkpoint` で解放される</translation>
    </message>
    <message>
        <location filename="../../core/memory/assumptions.py"/>
        <source>Loading is not training: gradients, activations and step() come on top.</source>
        <translation>読み込みと学習は別です：勾配、活性値、step() が加わります。</translation>
    </message>
    <message>
        <location filename="../../gui/memory/training_model.py"/>
        <source>Loading is not training: resuming takes at least {needs} on {device}, activations aside.</source>
        <translation>読み込みと学習は別です：再開には {device} で少なくとも {needs}、ほかに活性値が要ります。</translation>
    </message>
    <message>
        <location filename="../../gui/memory/training_model.py"/>
        <source>Loading is not training: resuming takes at least {needs} on {device}, {rest} too much.</source>
        <translation>読み込みと学習は別です：再開するには {device} で少なくとも {needs} 必要で、{rest} 足りません。</translation>
    </message>
    <message>
        <location filename="../../gui/memory/training_model.py"/>
        <source>Loading is not training: resuming takes at least {needs} on {device}; {rest} left for activations.</source>
        <translation>読み込みと学習は別です：再開には {device} で少なくとも {needs}。活性値に {rest} 残ります。</translation>
    </message>
    <message>
        <location filename="../../gui/memory/training_model.py"/>
        <source>Loading is not training: resuming takes at least {needs} on {device}; {rest} left.</source>
        <translation>読み込みと学習は別です：再開には {device} で少なくとも {needs}。{rest} 残ります。</translation>
    </message>
    <message>
        <location filename="../../gui/diagnosis/verify.py"/>
        <source>Loading it with torch …</source>
        <translation>torch で読み込み中 …</translation>
    </message>
    <message>
        <location filename="../../core/memory/training/words.py"/>
        <source>Loading leaves {loaded} on {device}; resuming takes at least {more} more, without activations: {parts}.</source>
        <translation>読み込み後、{device} に {loaded} 残ります。再開には少なくともさらに {more} 要ります（活性値を除く）：{parts}。</translation>
    </message>
    <message>
        <location filename="../../core/memory/training/words.py"/>
        <source>Loading leaves {loaded} on {device}; resuming takes at least {more} more: {parts}.</source>
        <translation>読み込み後、{device} に {loaded} 残ります。再開には少なくともさらに {more} 要ります：{parts}。</translation>
    </message>
    <message>
        <location filename="../../core/memory/measure.py"/>
        <source>Loading many files cannot be measured; save them as one and measure that.</source>
        <translation>複数ファイルの読み込みは測定できません。1 つのファイルとして保存し、それを測定してください。</translation>
    </message>
    <message>
        <location filename="../../gui/machine/chip.py"/>
        <source>Loading on: {machine}</source>
        <translation>読み込み先：{machine}</translation>
    </message>
    <message>
        <location filename="../../gui/memory/measure.py"/>
        <source>Loading the file with {title} …</source>
        <translation>{title} でファイルを読み込み中 …</translation>
    </message>
    <message>
        <location filename="../../core/loading/many_files.py"/>
        <source>Loading these files</source>
        <translation>これらのファイルの読み込み</translation>
    </message>
    <message>
        <location filename="../../core/torch_child/limits.py"/>
        <source>Loading was stopped: torch crashed (signal {crash}), as it may where it wants more than the {memory} of memory that it may take, or over a file that was built for that.</source>
        <translation>読み込みが止まりました：torch がクラッシュしました（シグナル {crash}）。許された {memory} を超えるメモリを求めたか、クラッシュさせるように作られたファイルでこうなることがあります。</translation>
    </message>
    <message>
        <location filename="../../core/torch_child/limits.py"/>
        <source>Loading was stopped: torch took longer than the {seconds:.0f} seconds that it may take. A file can be built to take any amount.</source>
        <translation>読み込みを打ち切りました：torch が、許された {seconds:.0f} 秒を超えました。いくらでも時間を使うように作られたファイルもありえます。</translation>
    </message>
    <message>
        <location filename="../../core/torch_child/limits.py"/>
        <source>Loading was stopped: torch wanted more than the {memory} of memory that it may take. A file can be built to take any amount.</source>
        <translation>読み込みを打ち切りました：torch が、許された {memory} を超えるメモリを求めました。いくらでもメモリを使うように作られたファイルもありえます。</translation>
    </message>
    <message>
        <location filename="../../core/torch_child/limits.py"/>
        <source>Loading was stopped: torch worked longer than the {processor:.0f} seconds of processor time that it may take. A file can be built to take any amount.</source>
        <translation>読み込みを打ち切りました：torch が、許された CPU 時間 {processor:.0f} 秒を超えました。いくらでも時間を使うように作られたファイルもありえます。</translation>
    </message>
    <message>
        <location filename="../../core/memory/analysis.py"/>
        <source>Loads, and takes no GPU memory.</source>
        <translation>読み込めて、GPU メモリは使いません。</translation>
    </message>
    <message>
        <location filename="../../core/memory/analysis.py"/>
        <source>Loads, with {spare} to spare on {device} at its fullest (phase {phase}).</source>
        <translation>読み込めて、{device} が最も多いとき（段階 {phase}）に {spare} 空きます。</translation>
    </message>
    <message>
        <location filename="../../gui/location/dialog.py"/>
        <source>Location</source>
        <translation>場所</translation>
    </message>
    <message>
        <location filename="../../core/remote/trouble.py"/>
        <source>Locations of {scheme}:// need the package {package}. Install it: pip install {package}</source>
        <translation>{scheme}:// の場所にはパッケージ {package} が必要です。インストールしてください：pip install {package}</translation>
    </message>
    <message>
        <location filename="../../gui/values/histogram_page.py"/>
        <source>Log counts</source>
        <translation>個数を対数で</translation>
    </message>
    <message>
        <location filename="../../core/formats/identify_text.py"/>
        <source>Log in, or ask for a new link (signed links expire), then fetch the file again.</source>
        <translation>ログインするか、新しいリンクをもらってから（署名付きリンクには期限があります）、ファイルを取得し直してください。</translation>
    </message>
    <message>
        <location filename="../../gui/values/histogram_page.py"/>
        <source>Log magnitudes</source>
        <translation>絶対値を対数で</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/containers.py"/>
        <source>Look at the first line of the file: fetch it again by its download link, or run `git lfs pull`. weights_only=False cannot help.</source>
        <translation>ファイルの先頭の行を見てください：ダウンロード用のリンクから取得し直すか、`git lfs pull` を実行します。weights_only=False では解決しません。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/running.py"/>
        <source>Look at the line of the script above the error: which tensor it makes, and where its sizes come from. Every process must call gather or pad_across_processes as often as the others, with as many dimensions.</source>
        <translation>エラーの上にあるスクリプトの行を見て、どのテンソルを作るのか、サイズがどこから来るのかを確認してください。gather や pad_across_processes は、どのプロセスも同じ回数、同じ次元数で呼ばなければなりません。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/containers.py"/>
        <source>Look at the size and the first bytes of the file. One that opens here as a checkpoint is loaded with torch.load; one of some hundred bytes must be fetched again, with `git lfs pull` where it is a pointer.</source>
        <translation>ファイルのサイズと先頭のバイトを見てください。ここでチェックポイントとして開けるものは torch.load で読み込めます。数百バイトのものは取得し直す必要があり、ポインターなら `git lfs pull` を使います。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/state_dicts.py"/>
        <source>Look at what stands behind 'an exception occurred'. On the GPU: load with map_location='cpu', and load the state_dict before the model is moved.</source>
        <translation>'an exception occurred' の後ろを見てください。GPU の場合：map_location='cpu' で読み込み、モデルを移す前に state_dict を読み込みます。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/resuming.py"/>
        <source>Look at what the file holds at the top, and hand over the part with 'param_groups' in it. A file without one has no optimizer's state; start with new state then.</source>
        <translation>ファイルの最上位に何があるかを見て、'param_groups' を含む部分を渡してください。それがないファイルにはオプティマイザーの状態がないので、新しい状態で始めてください。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/scripts.py"/>
        <source>Look at what the file holds at the top, and take the weights from there: checkpoint['state_dict'] or whatever it is called. Or rename the key in the file, as the script knows it.</source>
        <translation>ファイルの最上位に何があるかを見て、checkpoint['state_dict'] など、実際の名前の所から重みを取り出してください。または、ファイルのキーの名前を、スクリプトの知る名前に変更してください。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/pickles.py"/>
        <source>Look at what torch.load returned, by type(checkpoint). A model is used as it is, or gives its state_dict(); a text is a path that torch.load must open first.</source>
        <translation>torch.load が返したものを type(checkpoint) で確認してください。モデルならそのまま使うか、state_dict() を取り出します。テキストなら、まず torch.load で開くべきパスです。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traceback/harmless.py"/>
        <source>Look for it under another name, and compare the file with the model (--against, or Compare with a model).</source>
        <translation>別の名前になっていないか探し、ファイルをモデルと比較してください（--against または「モデルと比較」）。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/unopened.py"/>
        <source>Look for the checkpoint itself and load that.</source>
        <translation>チェックポイント本体を探し、それを読み込んでください。</translation>
    </message>
    <message>
        <location filename="../../cli/arguments.py"/>
        <source>Look into PyTorch checkpoints and fix them, without running them. With nothing, or with files alone, the window opens, in the program that runs already unless --new-window is said; the commands work in the terminal and need neither Qt nor torch.</source>
        <translation>PyTorch のチェックポイントを、実行せずに調べて修正します。引数なし、またはファイルだけならウィンドウを開きます。すでに動いているプログラムがあればそこで開きます（--new-window を付けた場合を除く）。各コマンドは端末で動き、Qt も torch も要りません。</translation>
    </message>
    <message>
        <location filename="../../gui/diagnosis/board.py"/>
        <location filename="../../gui/page/notice.py"/>
        <source>Looking for what torch.load would say …</source>
        <translation>torch.load が何と言うか調べています …</translation>
    </message>
    <message>
        <location filename="../../gui/diagnosis/error_answer.py"/>
        <location filename="../../gui/diagnosis/finding_card.py"/>
        <source>Loses {loses}.</source>
        <translation>{loses}が失われます。</translation>
    </message>
    <message>
        <location filename="../../gui/diagnosis/finding_card.py"/>
        <source>Loses {loses}. So it is not part of “Fix all”.</source>
        <translation>{loses}が失われます。そのため「すべて修正」には含まれません。</translation>
    </message>
    <message>
        <location filename="../../gui/values/histogram_page.py"/>
        <source>Magnitudes on a logarithmic axis, zeros left out: small numbers are told apart</source>
        <translation>絶対値を対数軸で（ゼロを除く）：小さな数値を見分けられる</translation>
    </message>
    <message>
        <location filename="../../gui/tree/columns.py"/>
        <source>Make each column as wide as what is in it</source>
        <translation>各列を内容の幅にする</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/containers.py"/>
        <source>Make room and save again. A half-written file cannot be repaired; resume from the one before.</source>
        <translation>空き容量を確保して保存し直してください。書きかけのファイルは修復できません。その前のものから再開してください。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/optimizer_state.py"/>
        <source>Make the keys the numbers that they were.</source>
        <translation>キーを元の数値に戻してください。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/pickles.py"/>
        <source>Make the model with its own code, then model.load_state_dict(torch.load(f, map_location='cpu')), then model.to(device) and model.eval().</source>
        <translation>モデルを自身のコードで作り、次に model.load_state_dict(torch.load(f, map_location='cpu'))、その後 model.to(device) と model.eval() を呼び出してください。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/scripts.py"/>
        <source>Make the model with the sizes and in the order that it was trained with, or start with new optimizer state.</source>
        <translation>学習時と同じサイズと順序でモデルを作るか、新しいオプティマイザーの状態で始めてください。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/state_dicts.py"/>
        <source>Make the model with the sizes it was trained with, or drop these entries from the file and load with strict=False: those layers then start from new weights.</source>
        <translation>学習時のサイズでモデルを作るか、これらの項目をファイルから削除して strict=False で読み込んでください：その層は新しい重みから始まります。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/model_match/model_findings.py"/>
        <source>Make the model with the sizes it was trained with.</source>
        <translation>学習したときのサイズでモデルを作ってください。</translation>
    </message>
    <message>
        <location filename="../../gui/tree/menu.py"/>
        <source>Make this dictionary the whole file: torch.load(saved) returns it and nothing around it</source>
        <translation>この辞書をファイル全体にする：torch.load(saved) はこれだけを返す</translation>
    </message>
    <message>
        <location filename="../../gui/diagnosis/fixes_model.py"/>
        <source>Make “{path}” the whole file: torch.load(saved) returns this state_dict and nothing around it,
ready for model.load_state_dict(torch.load(saved)).</source>
        <translation>「{path}」をファイル全体にする：torch.load(saved) はこの state_dict だけを返し、
model.load_state_dict(torch.load(saved)) がそのまま使える。</translation>
    </message>
    <message>
        <location filename="../../gui/health/map.py"/>
        <source>Map of the model</source>
        <translation>モデルの図</translation>
    </message>
    <message>
        <location filename="../../gui/tree/menu.py"/>
        <source>Map to</source>
        <translation>割り当て先</translation>
    </message>
    <message>
        <location filename="../../gui/page/notice.py"/>
        <source>Map {source} → {target}</source>
        <translation>{source} を {target} に変更</translation>
    </message>
    <message>
        <location filename="../../gui/tree/menu.py"/>
        <source>Map {tensors} to</source>
        <translation>{tensors}の割り当て先</translation>
    </message>
    <message>
        <location filename="../../gui/page/exporting.py"/>
        <source>Markdown, for an issue (*.md)</source>
        <translation>Markdown（報告用） (*.md)</translation>
    </message>
    <message>
        <location filename="../../gui/values/several_table.py"/>
        <source>Max</source>
        <translation>最大</translation>
    </message>
    <message>
        <location filename="../../gui/values/several_table.py"/>
        <source>Mean</source>
        <translation>平均</translation>
    </message>
    <message>
        <location filename="../../gui/details/model.py"/>
        <source>Meaning</source>
        <translation>意味</translation>
    </message>
    <message>
        <location filename="../../gui/memory/board.py"/>
        <location filename="../../gui/memory/measure.py"/>
        <source>Measure</source>
        <translation>測定</translation>
    </message>
    <message>
        <location filename="../../gui/memory/table_models.py"/>
        <source>Measured</source>
        <translation>測定</translation>
    </message>
    <message>
        <location filename="../../gui/memory/measure.py"/>
        <source>Measured beside predicted</source>
        <translation>測定と予測</translation>
    </message>
    <message>
        <location filename="../../core/report/page.py"/>
        <location filename="../../gui/page/workspace.py"/>
        <source>Memory</source>
        <translation>メモリ</translation>
    </message>
    <message>
        <location filename="../../cli/memory/predicting.py"/>
        <source>Memory can be told for the CPU and for CUDA cards, not for {target}.</source>
        <translation>メモリを予測できるのは CPU と CUDA の GPU だけで、{target} はできません。</translation>
    </message>
    <message>
        <location filename="../../core/memory/measure.py"/>
        <source>Memory is measured by the Linux kernel's own account, which is not to be had here.</source>
        <translation>メモリは Linux カーネルの集計で測りますが、ここにはありません。</translation>
    </message>
    <message>
        <location filename="../../gui/memory/controls.py"/>
        <source>Memory of each card that loading shall leave alone: for the desktop, other programs, or what comes after</source>
        <translation>読み込みで使わずにおく各 GPU のメモリ：デスクトップ、ほかのプログラム、その後のため</translation>
    </message>
    <message>
        <location filename="../../gui/memory/file.py"/>
        <source>Memory on each device</source>
        <translation>各デバイスのメモリ</translation>
    </message>
    <message>
        <location filename="../../gui/memory/plot.py"/>
        <source>Memory phase by phase</source>
        <translation>段階ごとのメモリ</translation>
    </message>
    <message>
        <location filename="../../gui/details/model.py"/>
        <source>Mesh</source>
        <translation>メッシュ</translation>
    </message>
    <message>
        <location filename="../../gui/values/several_table.py"/>
        <source>Min</source>
        <translation>最小</translation>
    </message>
    <message>
        <location filename="../../gui/optimizer/model_box.py"/>
        <source>Model of the optimizer</source>
        <translation>オプティマイザーのモデル</translation>
    </message>
    <message>
        <location filename="../../gui/memory/controls.py"/>
        <source>Model on</source>
        <translation>モデルの場所</translation>
    </message>
    <message>
        <location filename="../../core/catalogue/optimizers/matched.py"/>
        <source>Models of {file}: {paths}.</source>
        <translation>{file} のモデル：{paths}。</translation>
    </message>
    <message>
        <location filename="../../gui/tree/tools.py"/>
        <source>Modules</source>
        <translation>モジュール</translation>
    </message>
    <message>
        <location filename="../../core/edits/state_dict.py"/>
        <source>Modules of Transformer Engine keep more in `_extra_state`, which only their code can give; it is not in the state dict.</source>
        <translation>Transformer Engine のモジュールは `_extra_state` にほかのものも入れますが、そのコードでしか得られないため、state_dict には含まれません。</translation>
    </message>
    <message>
        <location filename="../../gui/memory/controls.py"/>
        <source>More</source>
        <translation>詳しく</translation>
    </message>
    <message>
        <location filename="../../gui/tree/columns.py"/>
        <source>Move left</source>
        <translation>左へ</translation>
    </message>
    <message>
        <location filename="../../gui/tree/columns.py"/>
        <source>Move right</source>
        <translation>右へ</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/running.py"/>
        <source>Move the model first, build the optimizer after it, and load the optimizer's state last: load_state_dict puts each piece of state where its parameter is, and leaves `step` where it belongs.</source>
        <translation>まずモデルを移し、次にオプティマイザーを作り、最後にオプティマイザーの状態を読み込んでください：load_state_dict は状態をそれぞれのパラメーターのある所に置き、`step` は本来の場所に残します。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/running.py"/>
        <source>Move the model there once it is loaded, before it is wrapped or called: model.to('cuda:0'), or whichever is first in device_ids. To run on a CPU, take the model without its wrapper: model.module.</source>
        <translation>読み込んだら、ラップしたり呼び出したりする前に、モデルをそこへ移してください：model.to('cuda:0')、または device_ids の先頭のデバイス。CPU で実行するには、ラッパーを外したモデル model.module を使います。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/resuming.py"/>
        <source>Move the model to the GPU before the optimizer is built and its state loaded: `step` then follows its parameter. On a CPU set capturable=False in the groups.</source>
        <translation>オプティマイザーを作ってその状態を読み込む前に、モデルを GPU へ移してください：そうすれば `step` はパラメーターに従います。CPU ではグループに capturable=False を設定してください。</translation>
    </message>
    <message>
        <location filename="../../gui/app/actions.py"/>
        <source>Move the tab to a new &amp;window</source>
        <translation>タブを新しいウィンドウへ(&amp;W)</translation>
    </message>
    <message>
        <location filename="../../gui/health/model.py"/>
        <source>NaN</source>
        <translation>NaN</translation>
    </message>
    <message>
        <location filename="../../gui/health/colouring.py"/>
        <source>NaN and Inf</source>
        <translation>NaN と Inf</translation>
    </message>
    <message>
        <location filename="../../gui/document/compared.py"/>
        <source>NaN or Inf</source>
        <translation>NaN か Inf</translation>
    </message>
    <message>
        <location filename="../../gui/health/colouring.py"/>
        <location filename="../../gui/values/several_table.py"/>
        <source>NaN, Inf</source>
        <translation>NaN、Inf</translation>
    </message>
    <message>
        <location filename="../../cli/listing.py"/>
        <location filename="../../gui/location/checkpoints_model.py"/>
        <location filename="../../gui/save/form.py"/>
        <source>Name</source>
        <translation>名前</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/state_dicts.py"/>
        <source>Name and shape of the weight agree with those of the model. Copying it failed, and the end of the message says why: a GPU without room or out of order, a quantized weight, or a tensor that has no data.</source>
        <translation>重みの名前と形状はモデルと一致しています。失敗したのはコピーで、理由はメッセージの末尾にあります：GPU の空き不足や故障、量子化された重み、データのないテンソルなどです。</translation>
    </message>
    <message>
        <location filename="../../gui/recipes/dialog.py"/>
        <source>Name of a new recipe</source>
        <translation>新しいレシピの名前</translation>
    </message>
    <message>
        <location filename="../../gui/details/model.py"/>
        <source>Names</source>
        <translation>名前</translation>
    </message>
    <message>
        <location filename="../../gui/location/folder_view.py"/>
        <source>Names in the folder</source>
        <translation>フォルダー内の名前</translation>
    </message>
    <message>
        <location filename="../../gui/details/model.py"/>
        <source>Names that run code</source>
        <translation>コードを実行する名前</translation>
    </message>
    <message>
        <location filename="../../gui/memory/bars_model.py"/>
        <source>Needed within the phase and given back before its end</source>
        <translation>その段階の間だけ必要で、終わる前に返される</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/devices.py"/>
        <source>Never touch that card: save the file on the cpu, or on the card that is used.</source>
        <translation>その GPU に一切触れないようにするには、保存されたデバイスを cpu か、実際に使う GPU にしてください。</translation>
    </message>
    <message>
        <location filename="../../gui/app/actions.py"/>
        <source>New &amp;window</source>
        <translation>新しいウィンドウ(&amp;W)</translation>
    </message>
    <message>
        <location filename="../../gui/recipes/folder_dialog.py"/>
        <source>New files</source>
        <translation>新しいファイル</translation>
    </message>
    <message>
        <location filename="../../core/saving/folders/new_folder.py"/>
        <source>New files have appeared in {path}. Nothing was changed.</source>
        <translation>{path} に新しいファイルが現れました。何も変更していません。</translation>
    </message>
    <message>
        <location filename="../../gui/app/tabs.py"/>
        <source>New tab</source>
        <translation>新しいタブ</translation>
    </message>
    <message>
        <location filename="../../gui/values/update_model.py"/>
        <source>Next step of {kind}: {share} of the weights</source>
        <translation>{kind} の次のステップ：重みの {share}</translation>
    </message>
    <message>
        <location filename="../../core/edits/to_plain.py"/>
        <source>No DTensor in this file holds a whole tensor; parts of one have to be put together by torch.</source>
        <translation>このファイルには、テンソル全体を持つ DTensor がありません。部分をまとめられるのは torch だけです。</translation>
    </message>
    <message>
        <location filename="../../core/loading/recipes.py"/>
        <source>No call of torch puts these files together. Save them as one file first.</source>
        <translation>これらのファイルを組み立てる torch の関数はありません。先に 1 つのファイルとして保存してください。</translation>
    </message>
    <message>
        <location filename="../../core/memory/assumptions.py"/>
        <source>No card was found here and none was named: {card} is assumed.</source>
        <translation>この環境に GPU は見つからず、指定もないため、{card} と仮定しています。</translation>
    </message>
    <message>
        <location filename="../../cli/saving.py"/>
        <source>No change is made: the copy holds the same as {name}.</source>
        <translation>変更はありません：コピーの中身は {name} と同じです。</translation>
    </message>
    <message>
        <location filename="../../gui/changes/panel.py"/>
        <source>No changes yet.
Nothing is written until you save.</source>
        <translation>まだ変更はありません。
保存するまで何も書き込みません。</translation>
    </message>
    <message>
        <location filename="../../gui/palette/command_palette.py"/>
        <source>No command fits.</source>
        <translation>合うコマンドがありません。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traceback/harmless.py"/>
        <source>No cure is offered: the model would lose {example!r}, which fits. Compare the file with the model (--against, or Compare with a model).</source>
        <translation>修正は提案しません。一致している {example!r} がモデルから失われます。ファイルをモデルと比較してください（--against または「モデルと比較」）。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traceback/harmless.py"/>
        <source>No cure is offered: {keys} that the error names would stay, such as {example!r}. Compare the file with the model (--against, or Compare with a model).</source>
        <translation>修正は提案しません。エラーが挙げる {keys} が残ります（例：{example!r}）。ファイルをモデルと比較してください（--against または「モデルと比較」）。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traceback/harmless.py"/>
        <source>No cure is offered: {keys} that the model asks for would stay missing, such as {example!r}.</source>
        <translation>修正は提案しません。モデルが求める {keys} が不足したままになります（例：{example!r}）。</translation>
    </message>
    <message>
        <location filename="../../gui/devices/panel.py"/>
        <source>No device is saved</source>
        <translation>デバイスの保存なし</translation>
    </message>
    <message>
        <location filename="../../cli/curing.py"/>
        <source>No edit cures {code!r}: {fix}</source>
        <translation>{code!r} を直す編集はありません。{fix}</translation>
    </message>
    <message>
        <location filename="../../core/remote/stores/http.py"/>
        <source>No encrypted connection to the server of {path} could be made: {reason}. Perhaps it speaks http:// only.</source>
        <translation>{path} のサーバーと暗号化された接続ができません：{reason}。http:// にしか対応していないのかもしれません。</translation>
    </message>
    <message>
        <location filename="../../gui/page/status.py"/>
        <source>No file is open</source>
        <translation>ファイルを開いていません</translation>
    </message>
    <message>
        <location filename="../../gui/app/recent_menu.py"/>
        <source>No files yet</source>
        <translation>まだファイルはありません</translation>
    </message>
    <message>
        <location filename="../../core/saving/leftovers.py"/>
        <source>No folder for temporary files can be made: {reason}. Set TMPDIR to a folder that can be written.</source>
        <translation>一時ファイルのフォルダーを作れません：{reason}。TMPDIR を書き込めるフォルダーにしてください。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/resuming.py"/>
        <source>No group in it is capturable or fused with its state on the CPU.</source>
        <translation>状態が CPU 上にあるのに capturable または fused になっているグループはありません。</translation>
    </message>
    <message>
        <location filename="../../core/edits/keys.py"/>
        <source>No key of any state dict has '{pattern}' in it; there is nothing to rename.</source>
        <translation>どの state_dict にも '{pattern}' を含むキーはなく、名前を変更するものがありません。</translation>
    </message>
    <message numerus="yes">
        <location filename="../../gui/palette/key_jump.py"/>
        <source>No key of the {n:,} files fits.</source>
        <translation><numerusform>{n:,} 個のファイルに合うキーがありません。</numerusform></translation>
    </message>
    <message>
        <location filename="../../core/edits/keys.py"/>
        <source>No key of {where} begins with {prefix!r}; there is nothing to strip.</source>
        <translation>{where} のキーの中に {prefix!r} で始まるものはなく、外すものがありません。</translation>
    </message>
    <message>
        <location filename="../../core/edits/keys.py"/>
        <source>No key of {where} has a place for {segment!r}.</source>
        <translation>{where} のキーの中に、{segment!r} を入れられるものはありません。</translation>
    </message>
    <message>
        <location filename="../../core/torch_child/gpus.py"/>
        <source>No live gauge: the package nvidia-ml-py is not installed.</source>
        <translation>リアルタイムの計器はありません：パッケージ nvidia-ml-py がインストールされていません。</translation>
    </message>
    <message>
        <location filename="../../core/torch_child/gpus.py"/>
        <source>No live gauge: there is no NVIDIA driver here ({error}).</source>
        <translation>リアルタイムの計器はありません：ここには NVIDIA ドライバーがありません（{error}）。</translation>
    </message>
    <message>
        <location filename="../../gui/diagnosis/error_model.py"/>
        <source>No longer the cause</source>
        <translation>もう原因ではない</translation>
    </message>
    <message>
        <location filename="../../gui/location/folder_view.py"/>
        <source>No name here has “{text}” in it.</source>
        <translation>ここに「{text}」を含む名前はありません。</translation>
    </message>
    <message>
        <location filename="../../gui/session/odd_walk.py"/>
        <source>No number of this file is NaN or Inf.</source>
        <translation>このファイルに NaN や Inf はありません。</translation>
    </message>
    <message>
        <location filename="../../core/memory/training/words.py"/>
        <source>No optimizer was found in the file: Adam's state would take {size} more, that of plain SGD nothing.</source>
        <translation>ファイルにオプティマイザーがありません。Adam の状態ならさらに {size}、単純な SGD なら何も要りません。</translation>
    </message>
    <message>
        <location filename="../../core/spread/processes.py"/>
        <source>No other process of the program can be started here. Say --workers 1.</source>
        <translation>ここではプログラムの別プロセスを起動できません。--workers 1 を指定してください。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/object_cures.py"/>
        <source>No plain data can hold {objects} here without losing bytes of tensors.</source>
        <translation>ここでは、テンソルのバイトを失わずに {objects}を単純なデータで表すことはできません。</translation>
    </message>
    <message>
        <location filename="../../gui/recipes/dialog.py"/>
        <source>No recipe is kept yet.</source>
        <translation>まだレシピはありません。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/model_match/model_findings.py"/>
        <source>No rename makes them fit: is this the file of another model, or of a larger one?</source>
        <translation>どう名前を変更しても合いません：別のモデル、またはより大きなモデルのファイルではありませんか？</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/model_match/model_findings.py"/>
        <source>No rename makes them fit: is this the file of another model, or of a part of it? If the layers are meant to be new, load with strict=False and look at the missing_keys that load_state_dict returns.</source>
        <translation>どう名前を変更しても合いません：別のモデル、またはモデルの一部のファイルではありませんか？新しい層として意図したものなら、strict=False で読み込み、load_state_dict が返す missing_keys を確認してください。</translation>
    </message>
    <message>
        <location filename="../../core/spread/cluster.py"/>
        <source>No scheduler of Dask answers at {address}. Is it running?</source>
        <translation>{address} の Dask スケジューラーが応答しません。動いていますか？</translation>
    </message>
    <message>
        <location filename="../../core/edits/renaming/numbering.py"/>
        <source>No state of {where!r} has a text for a key where its groups list the number.</source>
        <translation>{where!r} には、グループが番号で挙げるのにキーがテキストになっている状態はありません。</translation>
    </message>
    <message>
        <location filename="../../core/values/keys.py"/>
        <source>No tensor in this file is named {text!r}.</source>
        <translation>このファイルに {text!r} という名前のテンソルはありません。</translation>
    </message>
    <message>
        <location filename="../../core/edits/apply.py"/>
        <source>No tensor is left in the file.</source>
        <translation>ファイルにテンソルが 1 つも残りません。</translation>
    </message>
    <message>
        <location filename="../../core/values/export/safetensors_file.py"/>
        <source>No tensor of a safetensors file can be called __metadata__. Write it as .npy or .npz.</source>
        <translation>safetensors ファイルのテンソルは __metadata__ という名前にできません。.npy か .npz で書いてください。</translation>
    </message>
    <message>
        <location filename="../../core/saving/targets/safetensors.py"/>
        <source>No tensor of a safetensors file can be called {key!r}. Rename it, or save it as zip.</source>
        <translation>safetensors ファイルのテンソルに {key!r} という名前は使えません。名前を変えるか、zip で保存してください。</translation>
    </message>
    <message>
        <location filename="../../gui/diagnosis/fixes_list.py"/>
        <source>No tensor of the state would go to another device: all are where their parameters are.</source>
        <translation>ほかのデバイスへ移る状態はありません。すべてパラメーターと同じ場所です。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/pickles.py"/>
        <source>No text in it is other than UTF-8.</source>
        <translation>UTF-8 でないテキストはありません。</translation>
    </message>
    <message>
        <location filename="../../core/loading/methods.py"/>
        <source>No torch of today loads this file, whatever it is told: {why}.</source>
        <translation>何を指定しても、今の torch はこのファイルを読み込めません：{why}。</translation>
    </message>
    <message>
        <location filename="../../core/loading/recipes.py"/>
        <location filename="../../core/memory/unsupported.py"/>
        <source>No torch of today loads this file: {why}.</source>
        <translation>今の torch はどれもこのファイルを読み込めません：{why}。</translation>
    </message>
    <message>
        <location filename="../../gui/save/form.py"/>
        <source>No torch.save wrote this file, so nobody can be sure that all of it is shown. What is written holds what you see here, as torch.save would have written it, and nothing else.</source>
        <translation>このファイルは torch.save が書いたものではないため、すべてが表示されているとは限りません。書き出すファイルは、ここに見えるものだけを torch.save と同じ形で含みます。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/many_files.py"/>
        <source>No two of its tensors share their bytes.</source>
        <translation>バイトを共有するテンソルはありません。</translation>
    </message>
    <message>
        <location filename="../../core/catalogue/optimizers/matched.py"/>
        <source>No two paths make up {pair!r}; write OPTIMIZER=MODEL, such as optimizerD=netD.</source>
        <translation>{pair!r} は 2 つのパスの組になっていません。optimizerD=netD のように OPTIMIZER=MODEL と書いてください。</translation>
    </message>
    <message>
        <location filename="../../core/memory/analysis.py"/>
        <source>No way of loading works {machine}.</source>
        <translation>{machine}読み込める方法がありません。</translation>
    </message>
    <message>
        <location filename="../../gui/memory/answer_model.py"/>
        <source>No: it takes {amount} at least, {way}.</source>
        <translation>いいえ：少なくとも {amount} かかります（{way}）。</translation>
    </message>
    <message>
        <location filename="../../gui/memory/answer_model.py"/>
        <source>No: nothing loads it {where}.</source>
        <translation>いいえ：{where}読み込める方法がありません。</translation>
    </message>
    <message>
        <location filename="../../core/memory/assumptions.py"/>
        <source>Nobody else uses the cards.</source>
        <translation>ほかに GPU を使う者はいません。</translation>
    </message>
    <message>
        <location filename="../../core/edits/keys.py"/>
        <source>None of the selected keys has '{pattern}' in it; there is nothing to rename.</source>
        <translation>選択したキーに '{pattern}' を含むものはなく、名前を変更するものがありません。</translation>
    </message>
    <message>
        <location filename="../../core/containers/dcp/folder.py"/>
        <location filename="../../core/containers/sharded.py"/>
        <source>None of the {count} files that {name} is cut into is there.</source>
        <translation>{name} を分けた {count} 個のファイルが 1 つもありません。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/state_dicts.py"/>
        <source>None of these keys is in it, or the model was not named.</source>
        <translation>これらのキーはどれもファイルにないか、モデルが指定されていません。</translation>
    </message>
    <message numerus="yes">
        <location filename="../../gui/rename/model.py"/>
        <source>None of {n:,} keys has it.</source>
        <translation><numerusform>{n:,} 個のキーのどれにもありません。</numerusform></translation>
    </message>
    <message>
        <location filename="../../cli/memory/text.py"/>
        <source>Not measured: {why}</source>
        <translation>測定していません：{why}</translation>
    </message>
    <message>
        <location filename="../../gui/diagnosis/error_model.py"/>
        <source>Not recognised</source>
        <translation>認識できない</translation>
    </message>
    <message>
        <location filename="../../gui/diagnosis/error_model.py"/>
        <source>Not this file</source>
        <translation>このファイルではない</translation>
    </message>
    <message>
        <location filename="../../gui/diagnosis/model.py"/>
        <source>Note</source>
        <translation>注記</translation>
    </message>
    <message>
        <location filename="../../gui/save/sections.py"/>
        <source>Notes</source>
        <translation>補足</translation>
    </message>
    <message>
        <location filename="../../gui/diff/board.py"/>
        <location filename="../../gui/tree/panel.py"/>
        <source>Nothing differs.</source>
        <translation>違いはありません。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/optimizer_state.py"/>
        <source>Nothing fails. Leave it out if nothing else reads it.</source>
        <translation>何も失敗しません。ほかに読むものがなければ、除いてください。</translation>
    </message>
    <message>
        <location filename="../../gui/help/window.py"/>
        <source>Nothing found. Try another word.</source>
        <translation>見つかりません。別の語を試してください。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/storages.py"/>
        <source>Nothing here can bring it back. Save the data anew with pickle_protocol=2, which is what torch.save takes when it is not told otherwise.</source>
        <translation>ここで元に戻すことはできません。pickle_protocol=2 でデータを保存し直してください。torch.save は、指定がなければこれを使います。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/devices.py"/>
        <source>Nothing here can bring them back: save the state_dict again once the weights are in place. To use the others, leave these keys out and load with strict=False.</source>
        <translation>ここで元に戻すことはできません：重みが揃ってから state_dict を保存し直してください。ほかの重みを使うには、これらのキーを除き、strict=False で読み込みます。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/file.py"/>
        <source>Nothing here can remap what is inside; let the library that wrote it load it on a machine with that GPU, or leave these entries out: most are scales that are found anew.</source>
        <translation>中にあるものをここで割り当て直すことはできません。書き出したライブラリに、その GPU のあるマシンで読み込ませるか、これらの項目を除いてください：ほとんどは計算し直せるスケールです。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/file.py"/>
        <source>Nothing here can undo the circle; drop what holds it.</source>
        <translation>ここでこの循環を解くことはできません。それを含むものを削除してください。</translation>
    </message>
    <message>
        <location filename="../../gui/document/taking.py"/>
        <source>Nothing here differs from {name}.</source>
        <translation>ここに {name} との違いはありません。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/optimizers.py"/>
        <source>Nothing in the file has to be mended.</source>
        <translation>ファイルを直す必要はありません。</translation>
    </message>
    <message>
        <location filename="../../core/edits/containers.py"/>
        <source>Nothing in the file is of the Python module {source!r}.</source>
        <translation>ファイルに Python モジュール {source!r} のものはありません。</translation>
    </message>
    <message>
        <location filename="../../core/edits/devices.py"/>
        <source>Nothing in the file was saved on {source}; “{called}” changes nothing.</source>
        <translation>ファイルには {source} に保存されたものがないため、「{called}」は何も変えません。</translation>
    </message>
    <message>
        <location filename="../../gui/tree/panel.py"/>
        <source>Nothing in this file matches “{text}”.</source>
        <translation>このファイルに「{text}」に一致するものはありません。</translation>
    </message>
    <message>
        <location filename="../../core/memory/machine.py"/>
        <source>Nothing is left of a card of {capacity} when {margin} stay free.</source>
        <translation>{margin} を空けると、{capacity} の GPU には何も残りません。</translation>
    </message>
    <message>
        <location filename="../../gui/location/model.py"/>
        <source>Nothing is listed here: the folder is empty, or its server does not list it.</source>
        <translation>何も一覧にありません：フォルダーが空か、サーバーが一覧を返しません。</translation>
    </message>
    <message>
        <location filename="../../gui/diagnosis/integrity_model.py"/>
        <source>Nothing is missing, but this file has no checksums to compare its bytes with; {size} read.</source>
        <translation>欠けはありませんが、バイトと照合するチェックサムがありません。{size} を読み取り。</translation>
    </message>
    <message>
        <location filename="../../gui/recipes/folder_dialog.py"/>
        <source>Nothing is planned: there is nothing to do.</source>
        <translation>計画がありません：することがありません。</translation>
    </message>
    <message>
        <location filename="../../gui/page/exporting.py"/>
        <source>Nothing is selected: select keys in the tree first.</source>
        <translation>何も選ばれていません。先にツリーでキーを選んでください。</translation>
    </message>
    <message>
        <location filename="../../core/formats/identify_text.py"/>
        <source>Nothing is stored at that address: check it, then fetch the file again.</source>
        <translation>そのアドレスには何もありません：アドレスを確認し、ファイルを取得し直してください。</translation>
    </message>
    <message>
        <location filename="../../gui/values/change_menu.py"/>
        <source>Nothing is written until you save.</source>
        <translation>保存するまで何も書き込みません。</translation>
    </message>
    <message>
        <location filename="../../core/report/page.py"/>
        <source>Nothing is wrong.</source>
        <translation>問題はありません。</translation>
    </message>
    <message>
        <location filename="../../core/memory/analysis.py"/>
        <source>Nothing loads on {card} with {margin} kept free; the least is {way} with {peak} at its peak.</source>
        <translation>{margin} を空けると {card} に読み込めるものはありません。最少は {way} で最大 {peak} です。</translation>
    </message>
    <message>
        <location filename="../../core/memory/analysis.py"/>
        <source>Nothing loads on {card}; the least is {way} with {peak} at its peak.</source>
        <translation>{card} に読み込めるものはありません。最少は {way} で最大 {peak} です。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/object_cures.py"/>
        <source>Nothing plain can stand for it.</source>
        <translation>代わりになる単純なデータがありません。</translation>
    </message>
    <message>
        <location filename="../../core/recipes/number_options.py"/>
        <source>Nothing that {key!r} names is cast: {reasons}. Name a tensor itself to cast it.</source>
        <translation>{key!r} が指すものはどれも変換されません：{reasons}。変換するにはテンソル自体を指定してください。</translation>
    </message>
    <message>
        <location filename="../../gui/changes/panel.py"/>
        <source>Nothing to redo</source>
        <translation>やり直すものはありません</translation>
    </message>
    <message>
        <location filename="../../gui/health/board.py"/>
        <source>Nothing to report.</source>
        <translation>報告することはありません。</translation>
    </message>
    <message>
        <location filename="../../gui/memory/timeline.py"/>
        <source>Nothing to show, because torch raises an error:
{error}</source>
        <translation>torch がエラーを出すため、表示するものがありません：
{error}</translation>
    </message>
    <message>
        <location filename="../../gui/changes/panel.py"/>
        <source>Nothing to undo</source>
        <translation>元に戻すものはありません</translation>
    </message>
    <message>
        <location filename="../../cli/main.py"/>
        <source>Nothing was changed.</source>
        <translation>何も変更していません。</translation>
    </message>
    <message>
        <location filename="../../core/containers/table.py"/>
        <source>Nothing was found at {path}: no list of files, and none of the names by which checkpoints are opened. Give the location of a file.</source>
        <translation>{path} には何も見つかりません：ファイルの一覧も、チェックポイントを開くための名前もありません。ファイルの場所を指定してください。</translation>
    </message>
    <message>
        <location filename="../../core/saving/before/allowed.py"/>
        <source>Nothing was written. Fetch what is missing, or accept a copy that is incomplete.</source>
        <translation>何も書き込まれませんでした。欠けているファイルを入手するか、不完全なコピーを受け入れてください。</translation>
    </message>
    <message>
        <location filename="../../gui/health/model.py"/>
        <source>Nothing wrong.</source>
        <translation>問題はありません。</translation>
    </message>
    <message>
        <location filename="../../gui/health/model.py"/>
        <source>Nothing wrong: no NaN and no Inf.</source>
        <translation>問題なし：NaN も Inf もありません。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/pickles.py"/>
        <source>NumPy 2 calls its inner package numpy._core, which NumPy 1 does not have, and the file names it. The numbers are the same in both.</source>
        <translation>NumPy 2 は内部パッケージを numpy._core と呼びますが、NumPy 1 にはそれがなく、ファイルにはその名前があります。数値はどちらでも同じです。</translation>
    </message>
    <message>
        <location filename="../../gui/values/change_menu.py"/>
        <source>NumPy arrays (*.npy)</source>
        <translation>NumPy 配列 (*.npy)</translation>
    </message>
    <message>
        <location filename="../../gui/values/change_menu.py"/>
        <source>Number:</source>
        <translation>数値：</translation>
    </message>
    <message>
        <location filename="../../gui/diff/pair_view.py"/>
        <location filename="../../gui/plots/number_table.py"/>
        <location filename="../../gui/values/one_tensor.py"/>
        <source>Numbers</source>
        <translation>数値</translation>
    </message>
    <message>
        <location filename="../../gui/plots/line_plot.py"/>
        <source>Numbers by index</source>
        <translation>添字ごとの数値</translation>
    </message>
    <message>
        <location filename="../../core/recipes/recipe.py"/>
        <source>Numbers of one tensor belong to this file.</source>
        <translation>1 つのテンソルの数値はこのファイルのものです。</translation>
    </message>
    <message>
        <location filename="../../core/containers/ranks/zero_whole.py"/>
        <source>Numbers of the frozen parameter {name} are missing.</source>
        <translation>固定されたパラメーター {name} の数値が不足しています。</translation>
    </message>
    <message>
        <location filename="../../core/recipes/options.py"/>
        <source>OLD=NEW, such as backbone.=encoder.</source>
        <translation>OLD=NEW（例：backbone.=encoder.）</translation>
    </message>
    <message>
        <location filename="../../core/recipes/options.py"/>
        <source>OLD=NEW, such as numpy._core=numpy.core</source>
        <translation>OLD=NEW（例：numpy._core=numpy.core）</translation>
    </message>
    <message>
        <location filename="../../gui/preferences/offered.py"/>
        <source>Of everything but torch's own messages</source>
        <translation>torch 自身のメッセージ以外のすべて</translation>
    </message>
    <message>
        <location filename="../../gui/app/drop_target.py"/>
        <source>Of the file only the parts that are needed are fetched; nothing in it is executed.</source>
        <translation>ファイルの必要な部分だけを取得します。中身は何も実行されません。</translation>
    </message>
    <message>
        <location filename="../../core/saving/targets/same_files.py"/>
        <source>Of this run only {names} is left, and a folder of that is no run. Save it as zip.</source>
        <translation>この学習で残っているのは {names} だけで、それだけでは学習のフォルダーになりません。zip で保存してください。</translation>
    </message>
    <message>
        <location filename="../../gui/health/model.py"/>
        <source>Often meant so: {told}.</source>
        <translation>意図的なことが多い：{told}。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/devices.py"/>
        <source>Older advice is to set CUDA_VISIBLE_DEVICES so that the numbers fit; it hides the trap for one shell only.</source>
        <translation>以前からの助言は、番号が合うように CUDA_VISIBLE_DEVICES を設定することですが、それは 1 つのシェルで問題を隠すだけです。</translation>
    </message>
    <message>
        <location filename="../../gui/diagnosis/finding_card.py"/>
        <source>Older workaround: {workaround}</source>
        <translation>古い回避策：{workaround}</translation>
    </message>
    <message>
        <location filename="../../gui/location/checkpoints_model.py"/>
        <source>On which devices its tensors were saved, the most bytes first</source>
        <translation>テンソルが保存されたデバイスです。バイト数の多い順に並びます</translation>
    </message>
    <message>
        <location filename="../../gui/page/notice.py"/>
        <source>Once saved, it needs no GPU. But {text}</source>
        <translation>保存すれば GPU は不要です。ただし{text}</translation>
    </message>
    <message>
        <location filename="../../gui/memory/answer_model.py"/>
        <source>Once saved, plain torch.load fails. As it is now: {answer}</source>
        <translation>保存後は引数なしの torch.load が失敗します。今のままなら：{answer}</translation>
    </message>
    <message>
        <location filename="../../gui/memory/answer_model.py"/>
        <source>Once saved, plain torch.load runs out of memory. As it is now: {answer}</source>
        <translation>保存後は引数なしの torch.load がメモリ不足になります。今のままなら：{answer}</translation>
    </message>
    <message>
        <location filename="../../gui/health/board.py"/>
        <source>One cell a tensor. Point at one to see which; a click selects it in the tree.</source>
        <translation>テンソルごとに 1 マス。指すとどれか分かり、クリックするとツリーで選ばれます。</translation>
    </message>
    <message>
        <location filename="../../gui/save/form.py"/>
        <source>One file or several</source>
        <translation>1 つのファイルか複数か</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/running.py"/>
        <source>One operation was given tensors of two devices. Part of the model, the data or the optimizer's state was never moved to where the rest is.</source>
        <translation>1 つの演算に 2 つのデバイスのテンソルが渡されました。モデル、データ、オプティマイザーの状態のどれかが、ほかと同じ所へ移されていません。</translation>
    </message>
    <message>
        <location filename="../../core/spread/crew.py"/>
        <source>One worker after the other died over it: it may take more memory than there is.</source>
        <translation>処理中にワーカーが次々と終了しました：メモリが足りないのかもしれません。</translation>
    </message>
    <message>
        <location filename="../../core/saving/targets/same_files.py"/>
        <source>Only a folder of a run, or a zip of checkpoints, is saved as files like its own.</source>
        <translation>元と同じ構成のファイルとして保存できるのは、学習のフォルダーか、チェックポイントの zip だけです。</translation>
    </message>
    <message>
        <location filename="../../core/numbers/fitting.py"/>
        <source>Only a number can be put into a tensor.</source>
        <translation>テンソルに入れられるのは数値だけです。</translation>
    </message>
    <message>
        <location filename="../../core/edits/entries.py"/>
        <source>Only a number, a text, True, False or None can be put into a file.</source>
        <translation>ファイルに入れられるのは数値、テキスト、True、False、None だけです。</translation>
    </message>
    <message>
        <location filename="../../core/memory/measure.py"/>
        <source>Only one process is measured; set the number of ranks to 1.</source>
        <translation>測定できるのは 1 プロセスだけです。プロセス数を 1 にしてください。</translation>
    </message>
    <message>
        <location filename="../../cli/system/desktop.py"/>
        <source>Only the desktops of Linux are told of programs in this way.</source>
        <translation>この方法でプログラムを登録するのは Linux のデスクトップだけです。</translation>
    </message>
    <message>
        <location filename="../../gui/diff/model.py"/>
        <source>Only the open file has this.</source>
        <translation>開いているファイルだけにあります。</translation>
    </message>
    <message>
        <location filename="../../core/edits/keys.py"/>
        <source>Only the text keys of dictionaries can be renamed.</source>
        <translation>名前を変更できるのは、辞書のテキストのキーだけです。</translation>
    </message>
    <message>
        <location filename="../../gui/diff/model.py"/>
        <source>Only {name} has this.</source>
        <translation>{name} だけにあります。</translation>
    </message>
    <message>
        <location filename="../../gui/document/taking.py"/>
        <source>Only {name} has this; there is no place for it in this file.</source>
        <translation>{name} だけにあり、このファイルには場所がありません。</translation>
    </message>
    <message>
        <location filename="../../gui/document/ghost_cells.py"/>
        <source>Only {name} has this; there is no place for it in this file:</source>
        <translation>{name} だけにあり、このファイルには場所がありません：</translation>
    </message>
    <message>
        <location filename="../../gui/app/drop_target.py"/>
        <location filename="../../gui/location/checkpoints_view.py"/>
        <location filename="../../gui/location/dialog.py"/>
        <location filename="../../gui/location/recent_list.py"/>
        <source>Open</source>
        <translation>開く</translation>
    </message>
    <message>
        <location filename="../../gui/app/actions.py"/>
        <source>Open &amp;folder…</source>
        <translation>フォルダーを開く(&amp;F)…</translation>
    </message>
    <message>
        <location filename="../../gui/app/actions.py"/>
        <source>Open &amp;location…</source>
        <translation>場所を開く(&amp;L)…</translation>
    </message>
    <message>
        <location filename="../../gui/app/recent_menu.py"/>
        <source>Open &amp;recent</source>
        <translation>最近使ったファイル(&amp;R)</translation>
    </message>
    <message>
        <location filename="../../gui/app/actions.py"/>
        <source>Open a checkpoint (.pt, .pth, .ckpt, .bin). Nothing in it is executed, no tensor is loaded.</source>
        <translation>チェックポイント（.pt、.pth、.ckpt、.bin）を開く。中身は何も実行されず、テンソルも読み込まれない。</translation>
    </message>
    <message>
        <location filename="../../gui/app/actions.py"/>
        <source>Open a checkpoint on another computer by its URL. Only the parts that are needed are fetched.</source>
        <translation>別のコンピューターにあるチェックポイントを URL で開く。必要な部分だけが取得される。</translation>
    </message>
    <message>
        <location filename="../../gui/values/model.py"/>
        <source>Open a checkpoint to look at its numbers.</source>
        <translation>チェックポイントを開くと数値が見られます。</translation>
    </message>
    <message>
        <location filename="../../gui/health/board.py"/>
        <source>Open a checkpoint to look for NaN, Inf and dead tensors.</source>
        <translation>チェックポイントを開くと NaN、Inf、死んだテンソルを調べられます。</translation>
    </message>
    <message>
        <location filename="../../gui/changes/panel.py"/>
        <source>Open a checkpoint to plan changes.</source>
        <translation>チェックポイントを開くと変更を計画できます。</translation>
    </message>
    <message>
        <location filename="../../gui/devices/panel.py"/>
        <source>Open a checkpoint to see its devices.</source>
        <translation>チェックポイントを開くとデバイスが表示されます。</translation>
    </message>
    <message>
        <location filename="../../gui/tree/panel.py"/>
        <source>Open a checkpoint to see its keys.</source>
        <translation>チェックポイントを開くとキーが表示されます。</translation>
    </message>
    <message>
        <location filename="../../gui/optimizer/panel.py"/>
        <source>Open a checkpoint to see its optimizer.</source>
        <translation>チェックポイントを開くとオプティマイザーが表示されます。</translation>
    </message>
    <message>
        <location filename="../../gui/details/panel.py"/>
        <source>Open a checkpoint to see what is in it.</source>
        <translation>チェックポイントを開くと中身が表示されます。</translation>
    </message>
    <message>
        <location filename="../../gui/memory/file.py"/>
        <source>Open a checkpoint to see what it takes on each device.</source>
        <translation>チェックポイントを開くと、各デバイスでの使用量が表示されます。</translation>
    </message>
    <message>
        <location filename="../../gui/memory/panel.py"/>
        <source>Open a checkpoint to see what loading it would take.</source>
        <translation>チェックポイントを開くと、読み込みに要る量が表示されます。</translation>
    </message>
    <message>
        <location filename="../../gui/diagnosis/board.py"/>
        <source>Open a checkpoint to see which errors it would raise, and what cures them.</source>
        <translation>チェックポイントを開くと、出るはずのエラーと直し方が表示されます。</translation>
    </message>
    <message>
        <location filename="../../gui/diagnosis/panel.py"/>
        <source>Open a checkpoint to see which errors it would raise.</source>
        <translation>チェックポイントを開くと、出るはずのエラーが表示されます。</translation>
    </message>
    <message>
        <location filename="../../gui/page/welcome.py"/>
        <source>Open a checkpoint…</source>
        <translation>チェックポイントを開く…</translation>
    </message>
    <message>
        <location filename="../../gui/app/window.py"/>
        <source>Open a folder</source>
        <translation>フォルダーを開く</translation>
    </message>
    <message>
        <location filename="../../gui/page/error_page.py"/>
        <source>Open a model that lies in many files of a folder, as one document (Ctrl+Shift+O)</source>
        <translation>フォルダー内の複数ファイルからなるモデルを 1 つの文書として開きます (Ctrl+Shift+O)</translation>
    </message>
    <message>
        <location filename="../../gui/app/actions.py"/>
        <source>Open a model that lies in many files of a folder, as one document. No tensor is loaded.</source>
        <translation>フォルダー内の複数のファイルに分かれたモデルを、1 つの文書として開く。テンソルは読み込まれない。</translation>
    </message>
    <message>
        <location filename="../../gui/app/actions.py"/>
        <source>Open a small checkpoint of a DataParallel model saved on two GPUs.</source>
        <translation>2 つの GPU で保存された DataParallel モデルの小さなチェックポイントを開く。</translation>
    </message>
    <message>
        <location filename="../../gui/app/actions.py"/>
        <source>Open all the files that this one belongs to, as one document.</source>
        <translation>このファイルと組になるすべてのファイルを、1 つの文書として開く。</translation>
    </message>
    <message>
        <location filename="../../gui/page/error_page.py"/>
        <source>Open another file…</source>
        <translation>別のファイルを開く…</translation>
    </message>
    <message>
        <location filename="../../gui/app/actions.py"/>
        <source>Open another window, empty.</source>
        <translation>空のウィンドウをもう 1 つ開く。</translation>
    </message>
    <message>
        <location filename="../../gui/app/window.py"/>
        <source>Open checkpoint</source>
        <translation>チェックポイントを開く</translation>
    </message>
    <message>
        <location filename="../../gui/page/saving.py"/>
        <location filename="../../gui/save/saved_links.py"/>
        <source>Open copy</source>
        <translation>コピーを開く</translation>
    </message>
    <message>
        <location filename="../../gui/app/tabs.py"/>
        <source>Open files</source>
        <translation>開いているファイル</translation>
    </message>
    <message>
        <location filename="../../gui/page/error_page.py"/>
        <source>Open folder…</source>
        <translation>フォルダーを開く…</translation>
    </message>
    <message>
        <location filename="../../gui/page/exporting.py"/>
        <source>Open it</source>
        <translation>開く</translation>
    </message>
    <message>
        <location filename="../../gui/location/dialog.py"/>
        <source>Open location</source>
        <translation>場所を開く</translation>
    </message>
    <message>
        <location filename="../../gui/page/error_page.py"/>
        <location filename="../../gui/page/welcome.py"/>
        <source>Open location…</source>
        <translation>場所を開く…</translation>
    </message>
    <message>
        <location filename="../../gui/app/actions.py"/>
        <source>Open the &amp;demo</source>
        <translation>デモを開く(&amp;D)</translation>
    </message>
    <message>
        <location filename="../../gui/app/actions.py"/>
        <source>Open the &amp;whole of it</source>
        <translation>全体を開く(&amp;W)</translation>
    </message>
    <message>
        <location filename="../../gui/diagnosis/error_dialog.py"/>
        <source>Open the checkpoint: the error goes along, and is judged by the file</source>
        <translation>チェックポイントを開く：エラーも引き継がれ、ファイルに照らして判断される</translation>
    </message>
    <message>
        <location filename="../../gui/page/welcome.py"/>
        <source>Open the demo</source>
        <translation>デモを開く</translation>
    </message>
    <message>
        <location filename="../../gui/page/banner.py"/>
        <source>Open the file again, as it is now (F5)</source>
        <translation>今の内容でファイルを開き直す（F5）</translation>
    </message>
    <message>
        <location filename="../../gui/app/actions.py"/>
        <source>Open the file again, as it is on disk now.</source>
        <translation>ディスク上の今の内容でファイルを開き直す。</translation>
    </message>
    <message>
        <location filename="../../gui/location/dialog.py"/>
        <source>Open the folder</source>
        <translation>フォルダーを開く</translation>
    </message>
    <message>
        <location filename="../../gui/location/dialog.py"/>
        <source>Open the folder as one document: a model that lies in many files</source>
        <translation>フォルダーを 1 つの文書として開く：複数のファイルに分かれたモデル</translation>
    </message>
    <message>
        <location filename="../../gui/app/desk.py"/>
        <source>Open them again</source>
        <translation>もう一度開く</translation>
    </message>
    <message>
        <location filename="../../gui/parts/panel.py"/>
        <source>Open this file alone</source>
        <translation>このファイルだけを開く</translation>
    </message>
    <message>
        <location filename="../../gui/location/checkpoints_view.py"/>
        <source>Open what is selected; several have a tab each</source>
        <translation>選択したものを開きます。複数の場合はそれぞれのタブで開きます</translation>
    </message>
    <message>
        <location filename="../../gui/save/saved_links.py"/>
        <source>Open what was just saved</source>
        <translation>保存したばかりのコピーを開きます</translation>
    </message>
    <message>
        <location filename="../../gui/app/locations.py"/>
        <source>Open {place}</source>
        <translation>{place} を開く</translation>
    </message>
    <message>
        <location filename="../../gui/page/opening_page.py"/>
        <source>Opening {name}</source>
        <translation>{name} を開いています</translation>
    </message>
    <message>
        <location filename="../../gui/diagnosis/error_dialog.py"/>
        <source>Open…</source>
        <translation>開く…</translation>
    </message>
    <message>
        <location filename="../../gui/optimizer/panel.py"/>
        <location filename="../../gui/page/workspace.py"/>
        <source>Optimizer</source>
        <translation>オプティマイザー</translation>
    </message>
    <message>
        <location filename="../../gui/optimizer/panel.py"/>
        <source>Optimizer entries</source>
        <translation>オプティマイザーの項目</translation>
    </message>
    <message>
        <location filename="../../gui/memory/bars_model.py"/>
        <source>Optimizer state: exp_avg, momentum_buffer and the like</source>
        <translation>オプティマイザーの状態：exp_avg、momentum_buffer など</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/optimizers.py"/>
        <source>Optimizers count their steps in small tensors that belong on the CPU unless the group is capturable or fused, and optimizer.load_state_dict leaves them where torch.load put them. torch 1.12.0 alone refuses to step; others read each count back from the card at every step, which is slow.</source>
        <translation>オプティマイザーはステップ数を小さなテンソルで数えます。グループが capturable か fused でない限り、その場所は CPU で、optimizer.load_state_dict は torch.load が置いた場所から動かしません。ステップを拒否するのは torch 1.12.0 だけで、ほかの版はステップごとに GPU からそれぞれの数を読み戻すため、遅くなります。</translation>
    </message>
    <message>
        <location filename="../../core/catalogue/optimizers/matched.py"/>
        <source>Optimizers of {file}: {paths}.</source>
        <translation>{file} のオプティマイザー：{paths}。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/model_match/model_findings.py"/>
        <source>Or drop these entries and load with strict=False: those layers then start from new weights, and torch reports them as missing.</source>
        <translation>または、これらの項目を削除して strict=False で読み込んでください：その層は新しい重みから始まり、torch は不足として報告します。</translation>
    </message>
    <message>
        <location filename="../../gui/recipes/table_model.py"/>
        <source>Or why it could not be</source>
        <translation>またはできなかった理由</translation>
    </message>
    <message>
        <location filename="../../gui/tree/menu.py"/>
        <source>Other device…</source>
        <translation>ほかのデバイス…</translation>
    </message>
    <message>
        <location filename="../../core/memory/analysis.py"/>
        <source>Out of memory on {device} in phase {phase}: {lack} too much at the peak.</source>
        <translation>{device} は段階 {phase} でメモリ不足：最大で {lack} 超えます。</translation>
    </message>
    <message>
        <location filename="../../gui/values/several.py"/>
        <source>Own scale each</source>
        <translation>個別の目盛り</translation>
    </message>
    <message>
        <location filename="../../gui/app/actions.py"/>
        <source>P&amp;revious tab</source>
        <translation>前のタブ(&amp;R)</translation>
    </message>
    <message>
        <location filename="../../core/recipes/options.py"/>
        <source>PATH=NAME, such as state_dict=model</source>
        <translation>PATH=NAME（例：state_dict=model）</translation>
    </message>
    <message>
        <location filename="../../core/recipes/options.py"/>
        <source>PATTERN=REPLACEMENT, such as '^layer(\d)=blocks.\1'</source>
        <translation>PATTERN=REPLACEMENT（例：'^layer(\d)=blocks.\1'）</translation>
    </message>
    <message>
        <location filename="../../gui/help/window.py"/>
        <source>Page of the help</source>
        <translation>ヘルプのページ</translation>
    </message>
    <message>
        <location filename="../../gui/memory/bars_model.py"/>
        <source>Pages of the checkpoint file (mmap=True) that were touched; the system may drop them again</source>
        <translation>触れたチェックポイントファイルのページ（mmap=True）。システムがまた捨ててもよい</translation>
    </message>
    <message>
        <location filename="../../gui/details/model.py"/>
        <location filename="../../gui/optimizer/table_model.py"/>
        <source>Parameter</source>
        <translation>パラメーター</translation>
    </message>
    <message>
        <location filename="../../gui/tree/headings.py"/>
        <source>Parameters</source>
        <translation>パラメーター</translation>
    </message>
    <message>
        <location filename="../../gui/memory/bars_model.py"/>
        <source>Parameters and buffers: those of the live model, and those in the checkpoint until load_state_dict has
copied them</source>
        <translation>パラメーターとバッファー：実際のモデルのものと、load_state_dict がコピーするまでの
チェックポイントのもの</translation>
    </message>
    <message>
        <location filename="../../core/report/scan_table.py"/>
        <source>Parquet files are written by pyarrow, which is not installed. Install it (pip install 'pthfinder[parquet]', or pip install pyarrow), or write --csv.</source>
        <translation>Parquet ファイルは pyarrow が書きますが、インストールされていません。インストールするか（pip install 'pthfinder[parquet]' または pip install pyarrow）、--csv を使ってください。</translation>
    </message>
    <message>
        <location filename="../../gui/values/picture_page.py"/>
        <source>Part of complex numbers</source>
        <translation>複素数の部分</translation>
    </message>
    <message>
        <location filename="../../gui/parts/panel.py"/>
        <source>Parts</source>
        <translation>部分</translation>
    </message>
    <message>
        <location filename="../../gui/preferences/offered.py"/>
        <source>Parts of files elsewhere</source>
        <translation>リモートファイルのキャッシュ</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/file.py"/>
        <source>Passing weights_only=False reads it, and runs whatever else the file says.</source>
        <translation>weights_only=False を渡せば読めますが、ファイルに書かれたほかのものも実行されます。</translation>
    </message>
    <message>
        <location filename="../../gui/app/actions.py"/>
        <source>Paste a traceback: it is recognised, and you see whether this file is the cause and what cures it.</source>
        <translation>トレースバックを貼り付けると、何のエラーか、このファイルが原因か、どう直すかが分かります。</translation>
    </message>
    <message>
        <location filename="../../gui/location/model.py"/>
        <source>Paste the address of a checkpoint: https://…, s3://bucket/…, gs://…, az://…, sftp://host/…, hf://owner/model/…</source>
        <translation>チェックポイントのアドレスを貼り付けてください：https://…、s3://bucket/…、gs://…、az://…、sftp://host/…、hf://owner/model/…</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/frameworks.py"/>
        <source>Paste the error above this one as well. Compare the size of the file with the one on the hub, and fetch it again where they differ.</source>
        <translation>この上のエラーも貼り付けてください。ファイルのサイズを配布元（ハブ）のものと比較し、異なっていれば取得し直してください。</translation>
    </message>
    <message>
        <location filename="../../gui/page/error_page.py"/>
        <source>Paste the traceback that this file gave you: it is recognised, and you see whether it fits (Ctrl+E)</source>
        <translation>このファイルで出たトレースバックを貼り付けると、何のエラーか、合っているかが分かる（Ctrl+E）</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/state_dicts.py"/>
        <source>Paste the whole message, or compare the file with the model's keys.</source>
        <translation>メッセージ全体を貼り付けるか、ファイルをモデルのキーと比べてください。</translation>
    </message>
    <message>
        <location filename="../../gui/diagnosis/error_dialog.py"/>
        <source>Paste what Python printed. It is recognised whatever version of torch wrote it; open the checkpoint to see whether it is the cause, and to fix it.</source>
        <translation>Python が表示したものを貼り付けてください。どの版の torch のものでも認識します。チェックポイントを開くと、原因かどうかが分かり、直せます。</translation>
    </message>
    <message>
        <location filename="../../gui/widgets/error_box.py"/>
        <source>Paste what Python printed: it is recognised at once, whatever version of torch wrote it,
and you see whether this file is the cause and what to do (Ctrl+E).</source>
        <translation>Python が表示したものを貼り付けてください。どの版の torch のものでもすぐに認識し、
このファイルが原因か、どうすればよいかを示します（Ctrl+E）。</translation>
    </message>
    <message>
        <location filename="../../gui/widgets/error_box.py"/>
        <source>Paste your error…</source>
        <translation>エラーを貼り付け…</translation>
    </message>
    <message>
        <location filename="../../gui/details/model.py"/>
        <source>Path</source>
        <translation>パス</translation>
    </message>
    <message>
        <location filename="../../gui/details/model.py"/>
        <source>Path after</source>
        <translation>変更後のパス</translation>
    </message>
    <message>
        <location filename="../../core/report/page.py"/>
        <location filename="../../gui/changes/panel.py"/>
        <location filename="../../gui/page/workspace.py"/>
        <source>Pending changes</source>
        <translation>保留中の変更</translation>
    </message>
    <message>
        <location filename="../../gui/page/status.py"/>
        <source>Pending: {changes}</source>
        <translation>保留中：{changes}</translation>
    </message>
    <message>
        <location filename="../../gui/values/histogram_page.py"/>
        <source>Percentiles</source>
        <translation>パーセンタイル</translation>
    </message>
    <message>
        <location filename="../../gui/memory/table_models.py"/>
        <source>Phase</source>
        <translation>段階</translation>
    </message>
    <message>
        <location filename="../../gui/values/one_tensor.py"/>
        <source>Picture</source>
        <translation>画像</translation>
    </message>
    <message>
        <location filename="../../gui/details/model.py"/>
        <source>Piece</source>
        <translation>断片</translation>
    </message>
    <message>
        <location filename="../../core/containers/dcp/folder.py"/>
        <source>Pieces of this checkpoint were packed by an extension of torch.distributed.checkpoint. It can be looked at but not changed here; load it with that extension and save it without.</source>
        <translation>このチェックポイントの断片は torch.distributed.checkpoint の拡張で圧縮されています。ここでは見るだけで、変更はできません。その拡張で読み込み、拡張なしで保存してください。</translation>
    </message>
    <message>
        <location filename="../../core/formats/assembled.py"/>
        <source>Pieces of {name} are missing: they do not make up the whole tensor.</source>
        <translation>{name} の断片が不足しています：テンソル全体になりません。</translation>
    </message>
    <message>
        <location filename="../../gui/location/recent_list.py"/>
        <source>Pin to this list</source>
        <translation>この一覧に固定</translation>
    </message>
    <message>
        <location filename="../../gui/details/model.py"/>
        <source>Placements</source>
        <translation>配置</translation>
    </message>
    <message>
        <location filename="../../core/memory/unsupported.py"/>
        <source>Plain torch.load(f) refuses this file: it does not know how the pickle is written. Diagnose it for the cure; the code here runs what the file says and needs its code.</source>
        <translation>引数なしの torch.load(f) はこのファイルを拒否します：pickle の書き方を知りません。診断で直し方を見てください。ここのコードはファイルの指すものを実行し、そのコードを必要とします。</translation>
    </message>
    <message>
        <location filename="../../core/memory/unsupported.py"/>
        <source>Plain torch.load(f) refuses this file: it names {names}. Diagnose it for the cure; the code here runs what the file says and needs its code.</source>
        <translation>引数なしの torch.load(f) はこのファイルを拒否します：{names} を指しています。診断で直し方を見てください。ここのコードはファイルの指すものを実行し、そのコードを必要とします。</translation>
    </message>
    <message>
        <location filename="../../core/memory/unsupported.py"/>
        <source>Plain torch.load(f) refuses this file: it names {names}. Diagnose it for the cure; the code here tells it that these names are safe.</source>
        <translation>引数なしの torch.load(f) はこのファイルを拒否します：{names} を指しています。診断で直し方を見てください。ここのコードはこれらの名前が安全だと指定します。</translation>
    </message>
    <message>
        <location filename="../../gui/page/banner.py"/>
        <source>Plan the cures of all errors and warnings as one step (Ctrl+Return). Undo with Ctrl+Z.</source>
        <translation>すべてのエラーと警告の修正を 1 つの手順として計画する（Ctrl+Return）。Ctrl+Z で元に戻す。</translation>
    </message>
    <message>
        <location filename="../../gui/widgets/verdict.py"/>
        <source>Plan the fixes of all errors and warnings as one step; Ctrl+Z takes it back.</source>
        <translation>すべてのエラーと警告の修正を 1 つの手順として計画する。Ctrl+Z で取り消せる。</translation>
    </message>
    <message>
        <location filename="../../gui/rename/dialog.py"/>
        <source>Plan this as one change; nothing is written until you save</source>
        <translation>これを 1 つの変更として計画する。保存するまで何も書き込まない</translation>
    </message>
    <message>
        <location filename="../../gui/page/banner.py"/>
        <source>Plan what cures this (Ctrl+Return). The diagnosis on the right says more. Undo with Ctrl+Z.</source>
        <translation>この問題の修正を計画する（Ctrl+Return）。詳しくは右の診断に。Ctrl+Z で元に戻す。</translation>
    </message>
    <message>
        <location filename="../../gui/page/banner.py"/>
        <source>Plan what torch.load(f, map_location=…) would do, but for good: the saved device of these tensors becomes one that the chosen computer has (Ctrl+Return). Undo with Ctrl+Z.</source>
        <translation>torch.load(f, map_location=…) と同じことを恒久的に行います。これらのテンソルの保存デバイスは、選んだコンピューターにあるものに変わります（Ctrl+Enter）。Ctrl+Z で元に戻せます。</translation>
    </message>
    <message>
        <location filename="../../gui/diagnosis/error_answer.py"/>
        <location filename="../../gui/diagnosis/finding_card.py"/>
        <source>Planned until you save; Ctrl+Z takes it back.</source>
        <translation>保存するまでは計画です。Ctrl+Z で取り消せます。</translation>
    </message>
    <message>
        <location filename="../../cli/main.py"/>
        <source>Please report it; with PTHFINDER_TRACEBACK=1 the whole story is shown.</source>
        <translation>報告してください。PTHFINDER_TRACEBACK=1 で詳しい内容が表示されます。</translation>
    </message>
    <message>
        <location filename="../../gui/app/actions.py"/>
        <source>Pre&amp;vious NaN or Inf</source>
        <translation>前の NaN または Inf(&amp;V)</translation>
    </message>
    <message>
        <location filename="../../gui/memory/table_models.py"/>
        <source>Predicted</source>
        <translation>予測</translation>
    </message>
    <message>
        <location filename="../../gui/preferences/dialog.py"/>
        <source>Preferences</source>
        <translation>設定</translation>
    </message>
    <message>
        <location filename="../../gui/memory/timeline.py"/>
        <source>Preparing the plot …</source>
        <translation>図を準備中 …</translation>
    </message>
    <message>
        <location filename="../../gui/values/panel.py"/>
        <source>Preparing …</source>
        <translation>準備中 …</translation>
    </message>
    <message>
        <location filename="../../gui/rename/table_model.py"/>
        <source>Problem</source>
        <translation>問題</translation>
    </message>
    <message>
        <location filename="../../gui/memory/controls.py"/>
        <source>Processes</source>
        <translation>プロセス</translation>
    </message>
    <message>
        <location filename="../../gui/app/desk.py"/>
        <source>Pthfinder ended while it opened what was open last time: {files}.</source>
        <translation>Pthfinder は前回開いていたものを開く途中で終了しました：{files}。</translation>
    </message>
    <message>
        <location filename="../../cli/system/desktop.py"/>
        <source>Pthfinder is in the menu now, and opens .pth, .pt, .ckpt and .safetensors (in {place}).</source>
        <translation>Pthfinder をメニューに登録しました。.pth、.pt、.ckpt、.safetensors を開きます（{place}）。</translation>
    </message>
    <message>
        <location filename="../../gui/page/error_page.py"/>
        <source>Pthfinder itself failed while it read this file: {error}</source>
        <translation>このファイルを読む途中の Pthfinder 自体の誤りです：{error}</translation>
    </message>
    <message>
        <location filename="../../gui/page/saving.py"/>
        <source>Pthfinder itself failed while saving: {kind}: {error}</source>
        <translation>保存中の Pthfinder 自体の誤りです：{kind}: {error}</translation>
    </message>
    <message>
        <location filename="../../gui/app/start.py"/>
        <source>Pthfinder itself failed: {error}. The file on disk is untouched.</source>
        <translation>Pthfinder 自体の誤りです：{error}。ディスク上のファイルはそのままです。</translation>
    </message>
    <message>
        <location filename="../../gui/app/actions.py"/>
        <source>Put all panels back where they were at first.</source>
        <translation>すべてのパネルを最初の位置に戻す。</translation>
    </message>
    <message numerus="yes">
        <location filename="../../core/diagnosis/rules/objects.py"/>
        <source>Put its state_dict, which is empty, in the place of each: the name of its class is lost, and with it {tensors} that state_dict() leaves out too.</source>
        <translation><numerusform>それぞれを、空の state_dict で置き換えてください：クラスの名前が失われ、いっしょに、state_dict() も除く {tensors}が失われます。</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../core/diagnosis/rules/objects.py"/>
        <source>Put its state_dict, which is empty, in the place of each: the name of its class is lost.</source>
        <translation><numerusform>それぞれを、空の state_dict で置き換えてください：クラスの名前が失われます。</numerusform></translation>
    </message>
    <message>
        <location filename="../../gui/app/actions.py"/>
        <source>Put the change that was taken back in place again.</source>
        <translation>取り消した変更をもう一度行う。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/running.py"/>
        <source>Put the model and each batch on one device: model.to(device), inputs.to(device).</source>
        <translation>モデルと各バッチを同じデバイスに置いてください：model.to(device)、inputs.to(device)。</translation>
    </message>
    <message>
        <location filename="../../gui/save/saved_links.py"/>
        <source>Put this away</source>
        <translation>この表示を閉じる</translation>
    </message>
    <message>
        <location filename="../../gui/diagnosis/fixes_model.py"/>
        <source>Put “{wrapper}” before every key of {where}:
for load_state_dict of a model that is wrapped in DataParallel or DistributedDataParallel.</source>
        <translation>{where}のすべてのキーの前に「{wrapper}」を付ける：
DataParallel や DistributedDataParallel でラップされたモデルの load_state_dict 用。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/data_parallel.py"/>
        <source>Putting all of the model on {first} keeps the wrapper.</source>
        <translation>モデル全体を {first} に置けば、ラッパーはそのまま残せます。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/objects.py"/>
        <source>Putting the old source on sys.path makes it load again, until the code changes once more.</source>
        <translation>古いソースを sys.path に置けばまた読み込めますが、コードが再び変わるまでです。</translation>
    </message>
    <message>
        <location filename="../../gui/page/file_kinds.py"/>
        <source>PyTorch checkpoints</source>
        <translation>PyTorch のチェックポイント</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/python2.py"/>
        <source>Python 2 wrote texts as bytes and did not say in which encoding. torch.load reads them as UTF-8, and these are in another one.</source>
        <translation>Python 2 はテキストをバイト列として書き、どのエンコーディングかを示しませんでした。torch.load はそれを UTF-8 として読みますが、これらは別のエンコーディングです。</translation>
    </message>
    <message>
        <location filename="../../gui/code/dialog.py"/>
        <location filename="../../gui/memory/recipe.py"/>
        <source>Python code</source>
        <translation>Python のコード</translation>
    </message>
    <message>
        <location filename="../../gui/compare/source.py"/>
        <source>Python that lists the keys of a model</source>
        <translation>モデルのキーを書き出す Python</translation>
    </message>
    <message>
        <location filename="../../gui/diagnosis/board.py"/>
        <source>Python that loads this file on the chosen computer, as it is and after the plan</source>
        <translation>選んだコンピューターでこのファイルを読み込む Python。現状のものと計画後のもの</translation>
    </message>
    <message>
        <location filename="../../gui/app/actions.py"/>
        <source>Python that loads this file on the chosen computer, as it is and after the plan.</source>
        <translation>選んだコンピューターでこのファイルを読み込む Python。現状のものと計画後のもの。</translation>
    </message>
    <message>
        <location filename="../../gui/values/copy_menu.py"/>
        <source>Python that makes the array; of a large one, Python that reads it</source>
        <translation>その配列を作る Python。大きなものは読み込む Python</translation>
    </message>
    <message>
        <location filename="../../cli/system/qt_libraries.py"/>
        <source>Qt lacks {libraries} on this machine. On Debian or Ubuntu: sudo apt-get install {packages}</source>
        <translation>このコンピューターの Qt には {libraries} がありません。Debian や Ubuntu では：sudo apt-get install {packages}</translation>
    </message>
    <message>
        <location filename="../../gui/values/facts.py"/>
        <source>Quantised along dimension {axis}: {count:,} scales from {low} to {high}, zero points from {least} to {greatest}. Shown: dequantize().</source>
        <translation>次元 {axis} に沿って量子化：スケール {count:,} 個（{low} から {high}）、ゼロ点 {least} から {greatest}。表示は dequantize()。</translation>
    </message>
    <message>
        <location filename="../../gui/values/facts.py"/>
        <source>Quantised: scale {scale}, zero point {zero}. Shown: dequantize().</source>
        <translation>量子化：スケール {scale}、ゼロ点 {zero}。表示は dequantize()。</translation>
    </message>
    <message>
        <location filename="../../gui/memory/bars_model.py"/>
        <source>RAM</source>
        <translation>RAM</translation>
    </message>
    <message>
        <location filename="../../core/memory/assumptions.py"/>
        <source>RAM is what is in use, beyond Python and torch; glibc may hold back what was freed, as told beside it.</source>
        <translation>RAM は Python と torch を除く使用中の分です。glibc が解放分を保持することがあり、横に示します。</translation>
    </message>
    <message>
        <location filename="../../gui/memory/bars_model.py"/>
        <source>RAM of the process: storages that were read, and a model on the CPU</source>
        <translation>プロセスの RAM: 読み込んだストレージと、CPU 上のモデル</translation>
    </message>
    <message>
        <location filename="../../gui/values/several_table.py"/>
        <source>RMS</source>
        <translation>RMS</translation>
    </message>
    <message>
        <location filename="../../core/containers/ranks/rank_trees.py"/>
        <location filename="../../core/containers/ranks/zero.py"/>
        <source>Ranks are missing, so the model cannot be put together. The parts that are there are shown.</source>
        <translation>rank が不足しているため、モデルを組み立てられません。ある部分だけを表示します。</translation>
    </message>
    <message>
        <location filename="../../gui/app/actions.py"/>
        <source>Re&amp;cipes…</source>
        <translation>レシピ(&amp;C)…</translation>
    </message>
    <message>
        <location filename="../../gui/app/actions.py"/>
        <source>Read all numbers of the file and say whether any is NaN or Inf, all zero, dead or exploding.</source>
        <translation>ファイルの全数値を読み、NaN や Inf、全ゼロ、死んだもの、発散したものがあるかを示す。</translation>
    </message>
    <message>
        <location filename="../../gui/health/board.py"/>
        <source>Read all numbers of the file and say whether any is NaN or Inf, all zero, dead or exploding.
Nothing is changed, and nothing in the file is run.</source>
        <translation>ファイルの全数値を読み、NaN や Inf、全ゼロ、死んだもの、発散したものがあるかを示します。
何も変更せず、ファイルの中身は何も実行しません。</translation>
    </message>
    <message>
        <location filename="../../gui/values/one_tensor.py"/>
        <source>Read all {size}</source>
        <translation>{size} をすべて読む</translation>
    </message>
    <message>
        <location filename="../../gui/page/error_page.py"/>
        <source>Read files that symbolic links of this folder lead to, as in the cache of Hugging Face</source>
        <translation>このフォルダーのシンボリックリンクが指すファイルを読む（Hugging Face のキャッシュなど）</translation>
    </message>
    <message>
        <location filename="../../gui/tree/comparison_line.py"/>
        <source>Read the other file as it is now on the disk, and compare again</source>
        <translation>もう一方のファイルをディスク上の今の内容で読み、もう一度比較する</translation>
    </message>
    <message>
        <location filename="../../gui/app/actions.py"/>
        <source>Read the whole file and compare it with its checksums, which torch.load never does; names what is hurt.</source>
        <translation>ファイル全体を読んでチェックサムと照合する（torch.load はしない）。壊れた箇所を示す。</translation>
    </message>
    <message>
        <location filename="../../gui/health/board.py"/>
        <source>Reading all values …</source>
        <translation>すべての値を読み取り中 …</translation>
    </message>
    <message>
        <location filename="../../gui/diagnosis/integrity.py"/>
        <source>Reading the file …</source>
        <translation>ファイルを読み取り中 …</translation>
    </message>
    <message>
        <location filename="../../gui/page/opening_page.py"/>
        <source>Reading the pickle; tensor bytes stay on disk</source>
        <translation>pickle を読み取り中。テンソルのバイトはディスクに残ります</translation>
    </message>
    <message>
        <location filename="../../gui/location/checkpoints_view.py"/>
        <source>Reading what each of them says; tensor bytes stay on disk</source>
        <translation>それぞれの内容を読み取っています。テンソルのデータは読み込みません</translation>
    </message>
    <message>
        <location filename="../../gui/values/telling.py"/>
        <location filename="../../gui/values/update_page.py"/>
        <source>Reading …</source>
        <translation>読み取り中 …</translation>
    </message>
    <message>
        <location filename="../../gui/values/telling.py"/>
        <source>Reading … {news}</source>
        <translation>読み取り中 … {news}</translation>
    </message>
    <message>
        <location filename="../../gui/values/telling.py"/>
        <source>Reading … {share:.0%} of {numbers}</source>
        <translation>読み取り中 … {numbers}の {share:.0%}</translation>
    </message>
    <message>
        <location filename="../../gui/tree/comparison_line.py"/>
        <source>Reading…</source>
        <translation>読み取り中…</translation>
    </message>
    <message>
        <location filename="../../core/recipes/pages.py"/>
        <source>Real torch code that makes the same file, on a computer that has the devices.</source>
        <translation>同じファイルを作る本物の torch のコード。そのデバイスがあるコンピューターで動きます。</translation>
    </message>
    <message>
        <location filename="../../gui/app/actions.py"/>
        <source>Really load what would be saved, with plain torch.load(f) in a process of its own.</source>
        <translation>保存される内容を、別プロセスの引数なしの torch.load(f) で実際に読み込む。</translation>
    </message>
    <message>
        <location filename="../../gui/location/recent_list.py"/>
        <location filename="../../gui/page/welcome.py"/>
        <location filename="../../gui/preferences/offered.py"/>
        <source>Recent files</source>
        <translation>最近使ったファイル</translation>
    </message>
    <message>
        <location filename="../../gui/recipes/dialog.py"/>
        <source>Recipes</source>
        <translation>レシピ</translation>
    </message>
    <message>
        <location filename="../../gui/recipes/dialog.py"/>
        <source>Recipes ({pattern})</source>
        <translation>レシピ ({pattern})</translation>
    </message>
    <message>
        <location filename="../../core/formats/zip_reader.py"/>
        <source>Record {name!r} claims to unpack to more than is possible; the file is damaged or a trap.</source>
        <translation>レコード {name!r} の展開後のサイズが、ありえない大きさになっています。ファイルが破損しているか、罠です。</translation>
    </message>
    <message>
        <location filename="../../core/containers/foreign/numpy_file.py"/>
        <location filename="../../core/files/copy.py"/>
        <location filename="../../core/formats/zip_archive.py"/>
        <source>Record {name!r} does not unpack; the file is damaged. Fetch it again.</source>
        <translation>レコード {name!r} を展開できません。ファイルが破損しています。取得し直してください。</translation>
    </message>
    <message>
        <location filename="../../core/formats/zip_reader.py"/>
        <source>Record {name!r} has two different sizes; the file is damaged.</source>
        <translation>レコード {name!r} のサイズが 2 通りあります。ファイルが破損しています。</translation>
    </message>
    <message>
        <location filename="../../core/formats/zip_reader.py"/>
        <source>Record {name!r} is encrypted or a patch; torch cannot read such a file.</source>
        <translation>レコード {name!r} は暗号化されているか、パッチです。このようなファイルは torch では読めません。</translation>
    </message>
    <message>
        <location filename="../../core/formats/zip_archive.py"/>
        <source>Record {name!r} is not where the directory of the file says; the file is damaged.</source>
        <translation>レコード {name!r} が、ディレクトリの示す位置にありません。ファイルが破損しています。</translation>
    </message>
    <message>
        <location filename="../../core/formats/zip_reader.py"/>
        <source>Record {name!r} is packed by a method ({way}) that torch cannot read.</source>
        <translation>レコード {name!r} は、torch では読めない方式（{way}）で圧縮されています。</translation>
    </message>
    <message>
        <location filename="../../core/formats/zip_reader.py"/>
        <source>Record {name!r} lies outside the file; the file is damaged or was cut short. Fetch it again.</source>
        <translation>レコード {name!r} がファイルの外にあります。ファイルが破損しているか、途中で切れています。取得し直してください。</translation>
    </message>
    <message>
        <location filename="../../core/catalogue/integrity.py"/>
        <source>Record {name!r} lies outside the file; the file was cut short.</source>
        <translation>レコード {name!r} はファイルの外にあります。ファイルは途中で切れています。</translation>
    </message>
    <message>
        <location filename="../../core/files/copy.py"/>
        <location filename="../../core/formats/zip_archive.py"/>
        <source>Record {name!r} unpacks to another size than the file says; it is damaged.</source>
        <translation>レコード {name!r} を展開すると、ファイルに書かれたサイズと異なります。破損しています。</translation>
    </message>
    <message>
        <location filename="../../gui/app/actions.py"/>
        <location filename="../../gui/changes/panel.py"/>
        <source>Redo</source>
        <translation>やり直す</translation>
    </message>
    <message>
        <location filename="../../gui/changes/panel.py"/>
        <source>Redo: {step} (Ctrl+Shift+Z)</source>
        <translation>やり直す：{step} (Ctrl+Shift+Z)</translation>
    </message>
    <message>
        <location filename="../../gui/rename/model.py"/>
        <location filename="../../gui/tree/search_line.py"/>
        <source>Regular expression</source>
        <translation>正規表現</translation>
    </message>
    <message>
        <location filename="../../gui/diff/table_model.py"/>
        <source>Relative</source>
        <translation>相対</translation>
    </message>
    <message>
        <location filename="../../gui/page/notice.py"/>
        <source>Reload</source>
        <translation>読み直す</translation>
    </message>
    <message>
        <location filename="../../gui/changes/table_model.py"/>
        <source>Remove</source>
        <translation>除く</translation>
    </message>
    <message>
        <location filename="../../gui/preferences/ranges.py"/>
        <source>Remove all parts of files elsewhere; they are fetched anew when needed</source>
        <translation>リモートファイルのキャッシュをすべて削除する。必要なときに取得し直す</translation>
    </message>
    <message>
        <location filename="../../gui/recipes/dialog.py"/>
        <source>Remove this recipe; files made by it stay</source>
        <translation>このレシピを削除する。それで作ったファイルは残る</translation>
    </message>
    <message>
        <location filename="../../gui/changes/table_model.py"/>
        <source>Remove {title}</source>
        <translation>{title} を除く</translation>
    </message>
    <message>
        <location filename="../../cli/system/desktop.py"/>
        <source>Removed from {place}.</source>
        <translation>{place} から取り除きました。</translation>
    </message>
    <message>
        <location filename="../../gui/rename/dialog.py"/>
        <source>Rename</source>
        <translation>名前を変更</translation>
    </message>
    <message>
        <location filename="../../gui/tree/menu.py"/>
        <source>Rename by a pattern…</source>
        <translation>パターンで名前を変更…</translation>
    </message>
    <message>
        <location filename="../../gui/rename/dialog.py"/>
        <source>Rename keys</source>
        <translation>キーの名前を変更</translation>
    </message>
    <message>
        <location filename="../../gui/tree/menu.py"/>
        <source>Rename key…</source>
        <translation>キーの名前を変更…</translation>
    </message>
    <message>
        <location filename="../../gui/app/actions.py"/>
        <source>Rename many keys at once, by a text, a glob or a regular expression; what becomes of them is shown.</source>
        <translation>多くのキーの名前を、文字列・グロブ・正規表現でまとめて変更。結果が見える。</translation>
    </message>
    <message>
        <location filename="../../gui/tree/menu.py"/>
        <source>Rename many keys at once, the selected ones or all</source>
        <translation>多くのキーの名前をまとめて変更。選んだもの、または全部</translation>
    </message>
    <message>
        <location filename="../../gui/app/help.py"/>
        <source>Rename the key</source>
        <translation>キーの名前を変更</translation>
    </message>
    <message>
        <location filename="../../gui/save/dialog.py"/>
        <source>Replace</source>
        <translation>置き換える</translation>
    </message>
    <message>
        <location filename="../../gui/values/change_menu.py"/>
        <source>Replace by .npy</source>
        <translation>.npy で置き換える</translation>
    </message>
    <message>
        <location filename="../../gui/values/model.py"/>
        <source>Replace by .npy…</source>
        <translation>.npy で置き換える…</translation>
    </message>
    <message>
        <location filename="../../gui/page/saving.py"/>
        <source>Replace it</source>
        <translation>置き換える</translation>
    </message>
    <message>
        <location filename="../../core/edits/conversions.py"/>
        <source>Replace it by plain data.</source>
        <translation>単純なデータに置き換えます。</translation>
    </message>
    <message>
        <location filename="../../core/edits/conversions.py"/>
        <source>Replace it by plain data: {listed}.</source>
        <translation>単純なデータに置き換えます：{listed}。</translation>
    </message>
    <message>
        <location filename="../../core/edits/conversions.py"/>
        <source>Replace it by plain data: {listed}. Not all is kept of what else is in it: {names}.</source>
        <translation>単純なデータに置き換えます：{listed}。中のほかのもののうち、次は一部しか残りません：{names}。</translation>
    </message>
    <message>
        <location filename="../../gui/diagnosis/fixes_model.py"/>
        <source>Replace objects that torch.load(f) refuses by plain data: a Namespace by a dict, a path by its text,
a NumPy number by a number, an array by a tensor. Then torch.load(saved) works with no argument.</source>
        <translation>torch.load(f) が拒否するオブジェクトを単純なデータに替える：Namespace は dict、パスはテキスト、
NumPy の数値は数値、配列はテンソルに。torch.load(saved) が引数なしで読み込めるようになる。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/objects.py"/>
        <source>Replace the path by its text.</source>
        <translation>パスをそのテキストで置き換えてください。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/pickles.py"/>
        <source>Replace the path in the file by its text. The popular workaround, `pathlib.PosixPath = pathlib.WindowsPath`, changes Python for the whole program.</source>
        <translation>ファイル内のパスをそのテキストで置き換えてください。よくある回避策の `pathlib.PosixPath = pathlib.WindowsPath` は、プログラム全体で Python を変えてしまいます。</translation>
    </message>
    <message>
        <location filename="../../gui/save/dialog.py"/>
        <source>Replace the source</source>
        <translation>元のファイルを置き換える</translation>
    </message>
    <message>
        <location filename="../../gui/save/form.py"/>
        <source>Replace the source file {name}</source>
        <translation>元のファイル {name} を置き換える</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/pickles.py"/>
        <source>Replace what needs the name by plain data, or allow it with torch.serialization.safe_globals([…]) if you trust who made the file. The popular workaround, weights_only=False, runs whatever the file says.</source>
        <translation>その名前を必要とするものを単純なデータで置き換えるか、作成者を信頼できるなら torch.serialization.safe_globals([…]) で許可してください。よくある回避策の weights_only=False は、ファイルに書かれたことを何でも実行します。</translation>
    </message>
    <message>
        <location filename="../../gui/save/dialog.py"/>
        <source>Replace with incomplete copy</source>
        <translation>不完全なコピーで置き換える</translation>
    </message>
    <message>
        <location filename="../../gui/save/dialog.py"/>
        <source>Replace {name}?</source>
        <translation>{name} を置き換えますか？</translation>
    </message>
    <message>
        <location filename="../../gui/page/saving.py"/>
        <source>Replaced {name} — {size}, read back and compared</source>
        <translation>{name} を置き換えました — {size}、読み戻して照合済み</translation>
    </message>
    <message>
        <location filename="../../gui/values/change_menu.py"/>
        <source>Replaced. {hint}</source>
        <translation>置き換えました。{hint}</translation>
    </message>
    <message>
        <location filename="../../gui/preferences/dialog.py"/>
        <location filename="../../gui/tree/columns.py"/>
        <source>Reset columns</source>
        <translation>列を元に戻す</translation>
    </message>
    <message>
        <location filename="../../gui/preferences/dialog.py"/>
        <source>Reset this page</source>
        <translation>このページを元に戻す</translation>
    </message>
    <message>
        <location filename="../../gui/recipes/table_model.py"/>
        <source>Result</source>
        <translation>結果</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/resuming.py"/>
        <source>Resume with as many processes as saved it, or convert the checkpoint to a universal one (ds_to_universal.py). For the weights alone: zero_to_fp32.py, which stands beside the checkpoint.</source>
        <translation>保存時と同じプロセス数で再開するか、チェックポイントを universal 形式に変換してください（ds_to_universal.py）。重みだけなら、チェックポイントの隣にある zero_to_fp32.py を使います。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/many_files.py"/>
        <source>Resume with {saved}, or make a universal checkpoint of it (ds_to_universal.py). Saved here it is whole: one file with fp32 weights and the optimizer's state by parameter.</source>
        <translation>{saved}で再開するか、universal 形式のチェックポイントに変換してください（ds_to_universal.py）。ここで保存すれば完全な形になります：fp32 の重みと、パラメーターごとのオプティマイザーの状態が入った 1 つのファイルです。</translation>
    </message>
    <message>
        <location filename="../../gui/details/model.py"/>
        <source>Role</source>
        <translation>役割</translation>
    </message>
    <message>
        <location filename="../../gui/plots/plane_bar.py"/>
        <location filename="../../gui/preferences/offered.py"/>
        <source>Rows</source>
        <translation>行</translation>
    </message>
    <message>
        <location filename="../../core/values/health/weights.py"/>
        <source>Rows of words that were never trained, or of padding, are often so.</source>
        <translation>一度も学習されなかった語や、パディングの行はよくこうなります。</translation>
    </message>
    <message>
        <location filename="../../gui/machine/chip.py"/>
        <source>Run on</source>
        <translation>実行先</translation>
    </message>
    <message>
        <location filename="../../gui/compare/source.py"/>
        <source>Run this where the model is made; then choose the file model.json, or paste what is in it below.</source>
        <translation>モデルを作る所でこれを実行し、できた model.json を選ぶか、中身を下に貼り付けてください。</translation>
    </message>
    <message>
        <location filename="../../gui/app/actions.py"/>
        <source>S&amp;maller text</source>
        <translation>文字を小さく(&amp;M)</translation>
    </message>
    <message>
        <location filename="../../gui/recipes/folder_dialog.py"/>
        <source>Same fix for a folder</source>
        <translation>フォルダーに同じ修正</translation>
    </message>
    <message>
        <location filename="../../gui/save/dialog.py"/>
        <source>Save</source>
        <translation>保存</translation>
    </message>
    <message>
        <location filename="../../gui/save/dialog.py"/>
        <source>Save a copy</source>
        <translation>コピーを保存</translation>
    </message>
    <message>
        <location filename="../../gui/save/dialog.py"/>
        <location filename="../../gui/save/form.py"/>
        <source>Save fixed checkpoint</source>
        <translation>修正したチェックポイントを保存</translation>
    </message>
    <message>
        <location filename="../../gui/page/notice.py"/>
        <location filename="../../gui/page/saving.py"/>
        <source>Save fixed…</source>
        <translation>修正して保存…</translation>
    </message>
    <message>
        <location filename="../../gui/save/dialog.py"/>
        <source>Save incomplete copy</source>
        <translation>不完全なコピーを保存</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/names.py"/>
        <source>Save it again from the training script with StateDictType.FULL_STATE_DICT; without the model's shapes the flat tensor cannot be taken apart.</source>
        <translation>学習スクリプトから StateDictType.FULL_STATE_DICT で保存し直してください。モデルの形状がなければ、平坦なテンソルは分解できません。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traceback/state_dict_errors.py"/>
        <source>Save it again with StateDictType.FULL_STATE_DICT from the script that trained it.</source>
        <translation>学習したスクリプトから、StateDictType.FULL_STATE_DICT で保存し直してください。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/storages.py"/>
        <source>Save it anew here: each storage gets the bytes that the pickle says, as torch.load(f, mmap=True) sees them.</source>
        <translation>ここで保存し直してください：torch.load(f, mmap=True) から見えるとおり、各ストレージに pickle の示すバイト数が入ります。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/container.py"/>
        <source>Save it anew here: the record is written again, and the rest stays as it is.</source>
        <translation>ここで保存し直してください：レコードが書き直され、残りはそのままです。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/devices.py"/>
        <source>Save it on the cpu, and let each process move its model to its own card; or pass map_location=f'cuda:{rank}' and call torch.cuda.set_device(rank) first.</source>
        <translation>保存されたデバイスを cpu にし、各プロセスにモデルを自分の GPU へ移させてください。または、map_location=f'cuda:{rank}' を渡し、先に torch.cuda.set_device(rank) を呼び出してください。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/devices.py"/>
        <source>Save it on the cpu: load_state_dict copies to where the model is. Drop the checkpoint afterwards (del checkpoint). The memory panel shows what each way takes.</source>
        <translation>保存されたデバイスを cpu にしてください：load_state_dict はモデルのある場所へコピーします。その後チェックポイントを破棄してください（del checkpoint）。メモリパネルで、それぞれの方法に必要な量がわかります。</translation>
    </message>
    <message>
        <location filename="../../gui/page/notice.py"/>
        <source>Save its state dict…</source>
        <translation>state_dict を保存…</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/containers.py"/>
        <source>Save the file anew here, which cuts such storages; or load it with torch.load(f, mmap=True).</source>
        <translation>ここでファイルを保存し直してください。そのようなストレージが切り詰められます。または、torch.load(f, mmap=True) で読み込んでください。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/records.py"/>
        <source>Save the file anew here, which stores them as torch.save does; or do without mmap=True.</source>
        <translation>ここでファイルを保存し直してください。torch.save と同じように格納されます。または、mmap=True を使わないでください。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/containers.py"/>
        <source>Save the file anew here, which writes the record again.</source>
        <translation>ここでファイルを保存し直してください。レコードが書き直されます。</translation>
    </message>
    <message>
        <location filename="../../gui/page/saving.py"/>
        <source>Save the fixed checkpoint before {before}?</source>
        <translation>{before}前に、修正したチェックポイントを保存しますか？</translation>
    </message>
    <message>
        <location filename="../../gui/diagnosis/verify.py"/>
        <source>Save the planned file to a temporary folder and load it with plain torch.load(f), in a process of its own.
weights_only stays as torch has it, so nothing that the file names is run.</source>
        <translation>計画したファイルを一時フォルダーに保存し、別プロセスの引数なしの torch.load(f) で読み込む。
weights_only は torch の既定のままなので、ファイルが指すものは何も実行されない。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/rng.py"/>
        <source>Save them on the cpu; or write .cpu() behind them in the script.</source>
        <translation>保存されたデバイスを cpu にするか、スクリプトでその後ろに .cpu() を書いてください。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/running.py"/>
        <source>Save to another name beside it and rename it (os.replace) when it is complete; files saved by this program are always put in place that way.</source>
        <translation>隣に別の名前で保存し、完了してから名前を変更（os.replace）してください。このプログラムは、いつもそのようにファイルを置き換えます。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/many_files.py"/>
        <source>Save with safetensors.torch.save_model, which keeps one name of each and notes the others; or save here as safetensors, which does the same; or clone one of them, which unties it.</source>
        <translation>safetensors.torch.save_model で保存してください。それぞれ 1 つの名前を残し、ほかの名前を控えておきます。ここで safetensors として保存しても同じです。または、一方を clone して共有を解いてください。</translation>
    </message>
    <message>
        <location filename="../../gui/recipes/table_model.py"/>
        <source>Saved as</source>
        <translation>保存先</translation>
    </message>
    <message>
        <location filename="../../gui/page/notice.py"/>
        <source>Saved as {name}. {works} {source}, which is open here, is as it was.</source>
        <translation>{name} として保存しました。{works}ここで開いている {source} は元のままです。</translation>
    </message>
    <message>
        <location filename="../../gui/changes/panel.py"/>
        <source>Saved changes</source>
        <translation>保存した変更</translation>
    </message>
    <message>
        <location filename="../../gui/tree/tips.py"/>
        <source>Saved on the CPU: torch.load(f) needs no map_location for this.</source>
        <translation>CPU で保存：torch.load(f) に map_location は要りません。</translation>
    </message>
    <message>
        <location filename="../../gui/page/notice.py"/>
        <source>Saved on {devices}, but {computer}.</source>
        <translation>{devices} で保存されましたが、{computer}。</translation>
    </message>
    <message>
        <location filename="../../gui/page/notice.py"/>
        <source>Saved on {devices}, which only another kind of machine has.</source>
        <translation>{devices} で保存されていますが、このデバイスは別の種類のマシンにしかありません。</translation>
    </message>
    <message numerus="yes">
        <location filename="../../gui/tree/tips.py"/>
        <source>Saved on {devices}: without map_location, torch.load(f) puts these {n:,} tensors there again.</source>
        <translation><numerusform>{devices} で保存：map_location がなければ、torch.load(f) はこの {n:,} 個のテンソルをそこに戻します。</numerusform></translation>
    </message>
    <message>
        <location filename="../../gui/page/notice.py"/>
        <location filename="../../gui/page/saving.py"/>
        <source>Saved {name}: {size}, read back and compared.</source>
        <translation>{name} を保存しました：{size}。読み戻して比較済みです。</translation>
    </message>
    <message>
        <location filename="../../gui/page/status.py"/>
        <source>Saved: {changes}</source>
        <translation>保存済み：{changes}</translation>
    </message>
    <message>
        <location filename="../../gui/page/saving.py"/>
        <source>Saving was stopped. Nothing was written.</source>
        <translation>保存を中止しました。何も書き込んでいません。</translation>
    </message>
    <message>
        <location filename="../../gui/save/saving_line.py"/>
        <source>Saving {name} …</source>
        <translation>{name} を保存中 …</translation>
    </message>
    <message>
        <location filename="../../gui/save/saving_line.py"/>
        <source>Saving {name}: {done} of {total}</source>
        <translation>{name} を保存中：{done} / {total}</translation>
    </message>
    <message>
        <location filename="../../gui/save/saving_line.py"/>
        <source>Saving {name}: {trouble}</source>
        <translation>{name} を保存中：{trouble}</translation>
    </message>
    <message>
        <location filename="../../core/spread/choice.py"/>
        <source>Say --workers or --cluster, and not both.</source>
        <translation>--workers と --cluster は、どちらか一方だけを指定してください。</translation>
    </message>
    <message>
        <location filename="../../gui/page/error_page.py"/>
        <source>Say again where the file is, or look through its folder (Ctrl+Shift+L)</source>
        <translation>ファイルの場所を指定し直すか、そのフォルダーの中を見る（Ctrl+Shift+L）</translation>
    </message>
    <message>
        <location filename="../../gui/app/actions.py"/>
        <source>Say by its URL where the second checkpoint is: what differs is marked in the tree.</source>
        <translation>2 つ目のチェックポイントの場所を URL で指定すると、違いがツリーに示される。</translation>
    </message>
    <message>
        <location filename="../../core/edits/renaming/patterns.py"/>
        <source>Say which keys to rename: a part of them, a glob, or a regular expression.</source>
        <translation>名前を変更するキーを、その一部、glob、正規表現のいずれかで指定してください。</translation>
    </message>
    <message>
        <location filename="../../gui/app/actions.py"/>
        <source>Scan &amp;values</source>
        <translation>値をスキャン(&amp;V)</translation>
    </message>
    <message>
        <location filename="../../gui/health/board.py"/>
        <source>Scan again</source>
        <translation>もう一度スキャン</translation>
    </message>
    <message>
        <location filename="../../gui/health/board.py"/>
        <source>Scan values</source>
        <translation>値をスキャン</translation>
    </message>
    <message>
        <location filename="../../gui/tree/search_line.py"/>
        <source>Search</source>
        <translation>検索</translation>
    </message>
    <message>
        <location filename="../../gui/tree/search_line.py"/>
        <source>Search keys, device:cuda:1, dtype:float16, role:optimizer …</source>
        <translation>キー、device:cuda:1、dtype:float16、role:optimizer などで検索 …</translation>
    </message>
    <message>
        <location filename="../../gui/help/window.py"/>
        <source>Search the help</source>
        <translation>ヘルプを検索</translation>
    </message>
    <message>
        <location filename="../../gui/page/welcome.py"/>
        <source>See on which device every tensor was saved, put it right by point and click, save a fixed copy.</source>
        <translation>各テンソルがどのデバイスで保存されたかを見て、クリックで直し、修正したコピーを保存します。</translation>
    </message>
    <message>
        <location filename="../../gui/tree/menu.py"/>
        <source>Select a key first.</source>
        <translation>先にキーを選択してください。</translation>
    </message>
    <message>
        <location filename="../../gui/details/panel.py"/>
        <source>Select a key in the tree to see everything about it.</source>
        <translation>ツリーでキーを選ぶと、すべての情報が表示されます。</translation>
    </message>
    <message>
        <location filename="../../gui/diff/model.py"/>
        <source>Select a row to see both files side by side.</source>
        <translation>行を選ぶと両方のファイルを並べて見られます。</translation>
    </message>
    <message>
        <location filename="../../gui/tree/menu.py"/>
        <source>Select a tensor first.</source>
        <translation>先にテンソルを選択してください。</translation>
    </message>
    <message>
        <location filename="../../gui/values/model.py"/>
        <source>Select a tensor in the tree to see its numbers: extremes, NaN, their distribution, and each one of them.

Several at once are compared.</source>
        <translation>ツリーでテンソルを選ぶと数値が見られます：極値、NaN、分布、1 つ 1 つの数値。

複数選ぶと比較します。</translation>
    </message>
    <message>
        <location filename="../../gui/tree/menu.py"/>
        <source>Select all on {device}</source>
        <translation>{device} のすべてを選ぶ</translation>
    </message>
    <message>
        <location filename="../../gui/values/change_menu.py"/>
        <source>Select cells of the page Numbers first.</source>
        <translation>先に「数値」ページでセルを選択してください。</translation>
    </message>
    <message>
        <location filename="../../gui/tree/menu.py"/>
        <source>Select every tensor of the file that was saved on {device}</source>
        <translation>{device} で保存されたテンソルをすべて選ぶ</translation>
    </message>
    <message>
        <location filename="../../gui/tree/menu.py"/>
        <source>Select one key of a dictionary first.</source>
        <translation>先に辞書のキーを 1 つ選択してください。</translation>
    </message>
    <message>
        <location filename="../../gui/tree/menu.py"/>
        <source>Select one number, text, True, False or None first.</source>
        <translation>先に数値、文字列、True、False、None のいずれか 1 つを選択してください。</translation>
    </message>
    <message>
        <location filename="../../gui/values/model.py"/>
        <source>Select one tensor, and look at it in the panel Values first.</source>
        <translation>先にテンソルを 1 つ選択し、「値」パネルに表示してください。</translation>
    </message>
    <message>
        <location filename="../../gui/rename/model.py"/>
        <source>Select the keys in the tree first.</source>
        <translation>先にツリーでキーを選んでください。</translation>
    </message>
    <message>
        <location filename="../../gui/document/taking.py"/>
        <source>Select what to take: rows of the table, or keys and branches of the tree.</source>
        <translation>取り入れるものを選んでください：表の行、またはツリーのキーや枝。</translation>
    </message>
    <message>
        <location filename="../../gui/rename/dialog.py"/>
        <source>Selected keys only</source>
        <translation>選んだキーだけ</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/optimizers.py"/>
        <source>Set capturable to False in the file, or in optimizer.param_groups after loading.</source>
        <translation>ファイルで、または読み込んだ後に optimizer.param_groups で、capturable を False にしてください。</translation>
    </message>
    <message>
        <location filename="../../gui/tree/menu.py"/>
        <source>Set value…</source>
        <translation>値を設定…</translation>
    </message>
    <message>
        <location filename="../../gui/values/change_menu.py"/>
        <source>Set {numbers}. {hint}</source>
        <translation>{numbers}を設定しました。{hint}</translation>
    </message>
    <message>
        <location filename="../../gui/values/change_menu.py"/>
        <source>Set. Nothing is written until you save.</source>
        <translation>設定しました。保存するまで何も書き込みません。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/optimizers.py"/>
        <source>Setting capturable=True makes the error of torch 1.12.0 go away too.</source>
        <translation>capturable=True を設定しても、torch 1.12.0 のエラーは消えます。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/objects.py"/>
        <source>Setting pathlib.PosixPath = pathlib.WindowsPath before loading is the workaround passed around.</source>
        <translation>読み込む前に pathlib.PosixPath = pathlib.WindowsPath とするのが、出回っている回避策です。</translation>
    </message>
    <message>
        <location filename="../../gui/memory/controls.py"/>
        <source>Several processes, the size of a CUDA context, what stays free, the model's dtype, keeping the checkpoint</source>
        <translation>複数プロセス、CUDA コンテキストの大きさ、空けておく量、モデルの dtype、チェックポイントの保持</translation>
    </message>
    <message>
        <location filename="../../core/report/page.py"/>
        <location filename="../../gui/details/model.py"/>
        <location filename="../../gui/optimizer/table_model.py"/>
        <location filename="../../gui/tree/headings.py"/>
        <location filename="../../gui/values/several_table.py"/>
        <source>Shape</source>
        <translation>形状</translation>
    </message>
    <message>
        <location filename="../../core/containers/lost.py"/>
        <source>Shard {number} of {count} is missing, and what it held will not be in the copy.</source>
        <translation>シャード {number}/{count} がありません。その内容はコピーに含まれません。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/many_files.py"/>
        <source>Sharded tensors are loaded by the ranks that saved them, in a group of as many processes; what is opened without it is a piece.</source>
        <translation>シャード化されたテンソルは、保存した rank が、同じ数のプロセスのグループで読み込みます。グループなしで開いたものは断片です。</translation>
    </message>
    <message>
        <location filename="../../gui/details/model.py"/>
        <source>Shares its storage with</source>
        <translation>ストレージを共有する相手</translation>
    </message>
    <message>
        <location filename="../../gui/app/help.py"/>
        <source>Shortcuts and about</source>
        <translation>ショートカットと情報</translation>
    </message>
    <message>
        <location filename="../../gui/diagnosis/finding_card.py"/>
        <source>Show all</source>
        <translation>すべて表示</translation>
    </message>
    <message>
        <location filename="../../gui/tree/menu.py"/>
        <source>Show all keys</source>
        <translation>すべてのキーを表示</translation>
    </message>
    <message>
        <location filename="../../gui/tree/menu.py"/>
        <source>Show everything below this row</source>
        <translation>この行の下をすべて表示</translation>
    </message>
    <message>
        <location filename="../../gui/tree/tools.py"/>
        <source>Show everything that lies below (Ctrl+Shift+Right)</source>
        <translation>下にあるものをすべて表示（Ctrl+Shift+Right）</translation>
    </message>
    <message>
        <location filename="../../gui/page/saving.py"/>
        <location filename="../../gui/save/saved_links.py"/>
        <source>Show in folder</source>
        <translation>フォルダーで表示</translation>
    </message>
    <message>
        <location filename="../../gui/diagnosis/finding_card.py"/>
        <source>Show less</source>
        <translation>折りたたむ</translation>
    </message>
    <message>
        <location filename="../../gui/tree/comparison_line.py"/>
        <source>Show only the keys that differ; goes together with the search</source>
        <translation>違うキーだけを表示。検索と併用できる</translation>
    </message>
    <message>
        <location filename="../../gui/tree/search_line.py"/>
        <source>Show only the keys that match all words, e.g.
  conv1 weight
  device:cuda:1    dtype:float16    role:optimizer    shape:64x3
Escape clears the search. The file is not changed by it.</source>
        <translation>すべての語に一致するキーだけを表示。例：
  conv1 weight
  device:cuda:1    dtype:float16    role:optimizer    shape:64x3
Escape で検索を消します。ファイルは変わりません。</translation>
    </message>
    <message>
        <location filename="../../gui/parts/panel.py"/>
        <source>Show only what lies in it</source>
        <translation>この中にあるものだけを表示</translation>
    </message>
    <message>
        <location filename="../../gui/app/actions.py"/>
        <source>Show only what matches: words of a key, or dtype:float16, device:cuda:1, role:optimizer, shape:64x3.</source>
        <translation>一致するものだけ表示：キーの語、または dtype:float16、device:cuda:1、role:optimizer、shape:64x3。</translation>
    </message>
    <message>
        <location filename="../../gui/page/banner.py"/>
        <source>Show the diagnosis: what torch says, where, and what cures it</source>
        <translation>診断を表示：torch が何と言うか、どこか、どう直すか</translation>
    </message>
    <message>
        <location filename="../../gui/tree/tools.py"/>
        <source>Show the dotted keys of a state_dict as a tree of modules: conv1.weight is weight below conv1</source>
        <translation>state_dict の点区切りのキーをモジュールのツリーで表示：conv1.weight は conv1 の下の weight</translation>
    </message>
    <message>
        <location filename="../../gui/app/actions.py"/>
        <source>Show the file of the next tab.</source>
        <translation>次のタブのファイルを表示する。</translation>
    </message>
    <message>
        <location filename="../../gui/app/actions.py"/>
        <source>Show the file of the tab before.</source>
        <translation>前のタブのファイルを表示する。</translation>
    </message>
    <message>
        <location filename="../../gui/tree/tools.py"/>
        <source>Show the flat keys as torch sees them in the state_dict: conv1.weight</source>
        <translation>torch が state_dict で見るとおりの平らなキーを表示：conv1.weight</translation>
    </message>
    <message>
        <location filename="../../gui/app/actions.py"/>
        <source>Show the next number of the file that is NaN or infinite, ready to be overwritten.</source>
        <translation>ファイル内の次の NaN または無限大の値を表示します。そのまま書き換えられます。</translation>
    </message>
    <message>
        <location filename="../../gui/app/actions.py"/>
        <source>Show the number before that is NaN or infinite, ready to be overwritten.</source>
        <translation>ファイル内の前の NaN または無限大の値を表示します。そのまま書き換えられます。</translation>
    </message>
    <message>
        <location filename="../../gui/save/saved_links.py"/>
        <source>Show the saved copy in the file manager</source>
        <translation>保存したコピーをファイルマネージャーに表示します</translation>
    </message>
    <message>
        <location filename="../../gui/tree/menu.py"/>
        <source>Show the uppermost keys only</source>
        <translation>最上位のキーだけを表示</translation>
    </message>
    <message>
        <location filename="../../gui/tree/tools.py"/>
        <source>Show the uppermost keys only (Ctrl+Shift+Left)</source>
        <translation>最上位のキーだけを表示（Ctrl+Shift+Left）</translation>
    </message>
    <message>
        <location filename="../../gui/diagnosis/finding_card.py"/>
        <source>Show the whole message, or its beginning</source>
        <translation>メッセージの全体、または最初だけを表示</translation>
    </message>
    <message>
        <location filename="../../gui/app/actions.py"/>
        <source>Show this file, with its pending changes, in a window of its own.</source>
        <translation>このファイルを、保留中の変更とともに別のウィンドウで表示する。</translation>
    </message>
    <message>
        <location filename="../../gui/details/panel.py"/>
        <source>Show this tensor in the tree; it shares its bytes and so its device</source>
        <translation>このテンソルをツリーで示す。バイトを共有し、デバイスも同じ</translation>
    </message>
    <message>
        <location filename="../../gui/diagnosis/finding_card.py"/>
        <source>Show what torch says, what it means and where, or the title alone</source>
        <translation>torch のメッセージ、意味、場所を表示。または題名だけ</translation>
    </message>
    <message>
        <location filename="../../gui/diagnosis/finding_card.py"/>
        <source>Show {link} in the tree</source>
        <translation>{link} をツリーで示す</translation>
    </message>
    <message>
        <location filename="../../gui/values/picture_page.py"/>
        <source>Shown: {note}</source>
        <translation>表示：{note}</translation>
    </message>
    <message>
        <location filename="../../gui/app/help.py"/>
        <source>Shows the saved device of every tensor in a PyTorch checkpoint and writes a copy that loads where you need it. Nothing that a file names is imported or called, numbers are read only where you look at them, and no file is touched until you say so.</source>
        <translation>PyTorch のチェックポイントの各テンソルがどのデバイスで保存されたかを示し、必要な場所で読み込めるコピーを書きます。ファイルが指す名前をインポートしたり呼び出したりせず、数値は見ている所だけを読み、指示があるまでどのファイルにも触れません。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/pickles.py"/>
        <source>Since torch 2.6 torch.load makes only tensors, plain containers and what was allowed by name, because a pickle can run any code. The file names something else.</source>
        <translation>torch 2.6 以降の torch.load は、テンソル、単純なコンテナー、名前で許可されたものだけを作ります。pickle はどんなコードでも実行できるからです。このファイルにはほかのものの名前があります。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/objects.py"/>
        <source>Since torch 2.6 torch.load takes only plain data, because a pickle can run any code that it names. {name} is used at {places} of this file.</source>
        <translation>torch 2.6 以降の torch.load は単純なデータしか受け付けません。pickle は、名前を挙げたどんなコードでも実行できるからです。{name} はこのファイルの {places}で使われています。</translation>
    </message>
    <message>
        <location filename="../../cli/listing.py"/>
        <location filename="../../core/report/page.py"/>
        <location filename="../../gui/details/model.py"/>
        <location filename="../../gui/devices/table_model.py"/>
        <location filename="../../gui/location/checkpoints_model.py"/>
        <location filename="../../gui/parts/table_model.py"/>
        <location filename="../../gui/tree/headings.py"/>
        <source>Size</source>
        <translation>大きさ</translation>
    </message>
    <message>
        <location filename="../../gui/health/colouring.py"/>
        <source>Size (RMS)</source>
        <translation>大きさ（RMS）</translation>
    </message>
    <message>
        <location filename="../../gui/memory/controls.py"/>
        <source>Size of a CUDA context</source>
        <translation>CUDA コンテキストの大きさ</translation>
    </message>
    <message>
        <location filename="../../gui/preferences/offered.py"/>
        <source>Sizes</source>
        <translation>大きさの単位</translation>
    </message>
    <message>
        <location filename="../../core/values/health/weights.py"/>
        <source>So many are rather the work of pruning than of training.</source>
        <translation>これだけ多いのは、学習よりも枝刈りの結果でしょう。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/file.py"/>
        <source>Some libraries put a whole pickle, as bytes, into the checkpoint (_extra_state and the like). When it is unpacked its tensors go to the device that they were saved on, whatever map_location says.</source>
        <translation>一部のライブラリは、pickle 全体をバイト列としてチェックポイントに入れます（_extra_state など）。展開されると、そのテンソルは map_location が何であっても保存元のデバイスに移ります。</translation>
    </message>
    <message>
        <location filename="../../core/containers/ranks/rank_trees.py"/>
        <source>Some tensors that are not cut differ between the ranks: those of the first are shown.</source>
        <translation>分割されていないテンソルのいくつかが rank の間で異なります：最初の rank のものを表示します。</translation>
    </message>
    <message>
        <location filename="../../gui/recipes/folder_dialog.py"/>
        <source>Start</source>
        <translation>開始</translation>
    </message>
    <message>
        <location filename="../../gui/recipes/folder_dialog.py"/>
        <source>Start again</source>
        <translation>もう一度開始</translation>
    </message>
    <message>
        <location filename="../../gui/memory/measure.py"/>
        <source>Starting torch …</source>
        <translation>torch を起動中 …</translation>
    </message>
    <message>
        <location filename="../../gui/optimizer/table_model.py"/>
        <location filename="../../gui/parts/table_model.py"/>
        <source>State</source>
        <translation>状態</translation>
    </message>
    <message>
        <location filename="../../gui/optimizer/table_model.py"/>
        <source>State on</source>
        <translation>状態の場所</translation>
    </message>
    <message>
        <location filename="../../gui/values/several.py"/>
        <source>Statistics of the selected tensors</source>
        <translation>選んだテンソルの統計</translation>
    </message>
    <message>
        <location filename="../../gui/values/several_table.py"/>
        <source>Std</source>
        <translation>標準偏差</translation>
    </message>
    <message>
        <location filename="../../cli/listing.py"/>
        <location filename="../../gui/location/checkpoints_model.py"/>
        <location filename="../../gui/memory/training.py"/>
        <source>Step</source>
        <translation>ステップ</translation>
    </message>
    <message>
        <location filename="../../gui/recipes/dialog.py"/>
        <source>Steps of the recipe</source>
        <translation>レシピの手順</translation>
    </message>
    <message>
        <location filename="../../gui/page/notice.py"/>
        <source>Still on {devices}, but {computer}.</source>
        <translation>まだ {devices} にありますが、{computer}。</translation>
    </message>
    <message>
        <location filename="../../gui/page/notice.py"/>
        <source>Still on {devices}, which only another kind of machine has.</source>
        <translation>まだ {devices} にありますが、このデバイスは別の種類のマシンにしかありません。</translation>
    </message>
    <message>
        <location filename="../../gui/location/folder_view.py"/>
        <source>Stop</source>
        <translation>中止</translation>
    </message>
    <message>
        <location filename="../../gui/compare/dialog.py"/>
        <source>Stop comparing</source>
        <translation>比較をやめる</translation>
    </message>
    <message>
        <location filename="../../gui/page/saving.py"/>
        <location filename="../../gui/save/saving_line.py"/>
        <source>Stop saving</source>
        <translation>保存を中止</translation>
    </message>
    <message>
        <location filename="../../gui/save/saving_line.py"/>
        <source>Stop saving; nothing is left behind</source>
        <translation>保存を中止する。何も残らない</translation>
    </message>
    <message>
        <location filename="../../gui/session/scanning.py"/>
        <source>Stopped before the end; nothing is known of what was not read.</source>
        <translation>途中で止めました。読んでいない部分については分かりません。</translation>
    </message>
    <message>
        <location filename="../../gui/location/folder_view.py"/>
        <source>Stopped.</source>
        <translation>中止しました。</translation>
    </message>
    <message>
        <location filename="../../gui/diagnosis/check.py"/>
        <source>Stopped; nothing was found out.</source>
        <translation>中止しました。何も分かっていません。</translation>
    </message>
    <message>
        <location filename="../../gui/memory/measure.py"/>
        <source>Stopped; nothing was measured.</source>
        <translation>中止しました。何も測定していません。</translation>
    </message>
    <message>
        <location filename="../../gui/save/saving_line.py"/>
        <source>Stopping …</source>
        <translation>中止しています …</translation>
    </message>
    <message>
        <location filename="../../gui/widgets/progress.py"/>
        <source>Stopping…</source>
        <translation>中止しています…</translation>
    </message>
    <message>
        <location filename="../../gui/details/model.py"/>
        <source>Storage</source>
        <translation>ストレージ</translation>
    </message>
    <message>
        <location filename="../../gui/details/model.py"/>
        <source>Storage offset</source>
        <translation>ストレージのオフセット</translation>
    </message>
    <message>
        <location filename="../../core/formats/archives.py"/>
        <source>Storage {key!r} lies outside its record: it needs {nbytes:,} bytes and the file holds {size:,}. Fetch it again.</source>
        <translation>ストレージ {key!r} がレコードの外にはみ出しています：{nbytes:,} バイト必要ですが、ファイルには {size:,} バイトしかありません。もう一度取得してください。</translation>
    </message>
    <message>
        <location filename="../../core/formats/legacy.py"/>
        <source>Storage {key!r} lies outside the file; the file was cut short or damaged. Fetch it again.</source>
        <translation>ストレージ {key!r} がファイルの外にあります。ファイルが途中で切れているか、破損しています。取得し直してください。</translation>
    </message>
    <message>
        <location filename="../../gui/details/model.py"/>
        <source>Stride</source>
        <translation>ストライド</translation>
    </message>
    <message>
        <location filename="../../gui/tree/menu.py"/>
        <source>Strip prefix “{prefix}.” here</source>
        <translation>ここで接頭辞「{prefix}.」を外す</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traceback/state_dict_errors.py"/>
        <source>Strip the segment from the keys, whole and with _metadata, and save model.module.state_dict() from now on. strict=False only hides the mismatch and loads nothing.</source>
        <translation>区切りを、丸ごと、_metadata も含めてキーから外し、今後は model.module.state_dict() を保存してください。strict=False は不一致を隠すだけで、何も読み込みません。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/names.py"/>
        <source>Strip the segment {segments}, whole and with _metadata. Or load into the wrapped model.</source>
        <translation>区切り {segments} を、丸ごと、_metadata も含めて外してください。または、ラップされたモデルに読み込んでください。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/names.py"/>
        <source>Strip the segment {segments}, whole and with _metadata. Or load into the wrapped model; or, in the training script, save model.module.state_dict() from now on.</source>
        <translation>区切り {segments} を、丸ごと、_metadata も含めて外してください。または、ラップされたモデルに読み込むか、学習スクリプトで今後は model.module.state_dict() を保存してください。</translation>
    </message>
    <message>
        <location filename="../../gui/changes/panel.py"/>
        <source>Take all changes back, as one step that can be undone itself</source>
        <translation>すべての変更を取り消す。それ自体も元に戻せる 1 つの手順</translation>
    </message>
    <message>
        <location filename="../../gui/tree/menu.py"/>
        <source>Take back in</source>
        <translation>戻す</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/pickles.py"/>
        <source>Take it from model.module, and save model.module.state_dict().</source>
        <translation>model.module から取り出し、model.module.state_dict() を保存してください。</translation>
    </message>
    <message>
        <location filename="../../gui/app/actions.py"/>
        <source>Take the last pending change back.</source>
        <translation>最後の保留中の変更を取り消す。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/pickles.py"/>
        <source>Take the model itself where it has no module: `getattr(model, 'module', model)`. No file can change that.</source>
        <translation>module がない場合は、モデルそのものを使ってください：`getattr(model, 'module', model)`。ファイルを変えても、これは変わりません。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/data_parallel.py"/>
        <source>Take the model out of the wrapper: model = model.module in the script, or its state_dict by extracting it.</source>
        <translation>モデルをラッパーから取り出してください：スクリプトで model = model.module とするか、その state_dict を抽出します。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/pickles.py"/>
        <source>Take the optimizer's state_dict out of the file, build the optimizer anew and load the state into it.</source>
        <translation>ファイルからオプティマイザーの state_dict を取り出し、オプティマイザーを作り直して、状態を読み込んでください。</translation>
    </message>
    <message>
        <location filename="../../gui/tree/search_line.py"/>
        <source>Take the search as a regular expression (Python's re), e.g. layer[1-3]\..*bias</source>
        <translation>検索を正規表現（Python の re）として扱う。例：layer[1-3]\..*bias</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/pickles.py"/>
        <source>Take the state_dict out of the file and load it into a model made anew. Setting the missing field by hand is the popular workaround.</source>
        <translation>ファイルから state_dict を取り出し、作り直したモデルに読み込んでください。欠けているフィールドを手作業で設定するのが、よくある回避策です。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/pickles.py"/>
        <source>Take the state_dict out of the file, which needs no code, and load it into a model made by your own code. The popular workaround is to put the old module back on sys.path.</source>
        <translation>コードの要らない state_dict をファイルから取り出し、自分のコードで作ったモデルに読み込んでください。よくある回避策は、古いモジュールを sys.path に戻すことです。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/pickles.py"/>
        <source>Take the state_dict out of the file, which needs no code, and load it into a model made by your own code; from then on save model.state_dict(). The popular workaround is to put the old module back on sys.path.</source>
        <translation>コードの要らない state_dict をファイルから取り出し、自分のコードで作ったモデルに読み込んでください。以後は model.state_dict() を保存してください。よくある回避策は、古いモジュールを sys.path に戻すことです。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/pickles.py"/>
        <source>Take the state_dict out of the file, which needs no code; or, in a script that has the model's code, torch.load(f, weights_only=False).state_dict().</source>
        <translation>コードの要らない state_dict をファイルから取り出してください。または、モデルのコードがあるスクリプトで torch.load(f, weights_only=False).state_dict() を使ってください。</translation>
    </message>
    <message>
        <location filename="../../gui/app/actions.py"/>
        <source>Take the traceback that you have copied, and say what it means. A URL or a file is opened.</source>
        <translation>コピーしたトレースバックを受け取り、その意味を示す。URL やファイルなら開く。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/resuming.py"/>
        <source>Take the weights with model.load_state_dict(torch.load(f)['state_dict']) and start a new run; trainer.fit(ckpt_path=…) needs a whole Lightning checkpoint.</source>
        <translation>model.load_state_dict(torch.load(f)['state_dict']) で重みを取り出し、新しい実行を始めてください。trainer.fit(ckpt_path=…) には完全な Lightning チェックポイントが必要です。</translation>
    </message>
    <message>
        <location filename="../../gui/diff/board.py"/>
        <location filename="../../gui/document/taking.py"/>
        <source>Take theirs</source>
        <translation>相手のものにする</translation>
    </message>
    <message>
        <location filename="../../gui/document/taking.py"/>
        <source>Take theirs ({taken:,})</source>
        <translation>相手のものにする（{taken:,}）</translation>
    </message>
    <message>
        <location filename="../../gui/tree/menu.py"/>
        <source>Take “{prefix}.” off the front of the keys that begin with it; _metadata follows</source>
        <translation>「{prefix}.」で始まるキーの先頭から外す。_metadata も合わせて変わる</translation>
    </message>
    <message>
        <location filename="../../gui/diagnosis/fixes_model.py"/>
        <source>Take “{prefix}” off {keys} of {where}; _metadata and param_names follow.
load_state_dict of a model without the wrapper then finds its keys, with strict=True too.</source>
        <translation>{where}の{keys}から「{prefix}」を外す。_metadata と param_names も合わせて変わる。
ラッパーのないモデルの load_state_dict が、strict=True でもキーを見つけられるようになる。</translation>
    </message>
    <message>
        <location filename="../../gui/changes/table_model.py"/>
        <source>Take “{title}” out of the plan; that is a step to undo, too.</source>
        <translation>「{title}」を計画から外す。これも元に戻せる手順です。</translation>
    </message>
    <message>
        <location filename="../../gui/memory/bars_model.py"/>
        <source>Takes no GPU memory, and {host_peak:,} bytes of RAM.</source>
        <translation>GPU メモリは使わず、RAM を {host_peak:,} バイト使います。</translation>
    </message>
    <message>
        <location filename="../../gui/memory/controls.py"/>
        <source>Target device</source>
        <translation>対象のデバイス</translation>
    </message>
    <message>
        <location filename="../../gui/details/model.py"/>
        <source>Tensor</source>
        <translation>テンソル</translation>
    </message>
    <message>
        <location filename="../../core/formats/safetensors.py"/>
        <source>Tensor {name!r} of this safetensors file does not begin where the one before it ends; the file is damaged or a trap. Fetch it again.</source>
        <translation>この safetensors ファイルのテンソル {name!r} が、直前のテンソルの終わる所から始まっていません。ファイルが破損しているか、罠です。取得し直してください。</translation>
    </message>
    <message>
        <location filename="../../core/formats/safetensors.py"/>
        <source>Tensor {name!r} of this safetensors file has other bytes than its shape takes; the file is damaged or a trap. Fetch it again.</source>
        <translation>この safetensors ファイルのテンソル {name!r} のバイト数が、形状に必要な量と異なります。ファイルが破損しているか、罠です。取得し直してください。</translation>
    </message>
    <message>
        <location filename="../../core/formats/safetensors.py"/>
        <source>Tensor {name!r} of this safetensors file lies outside the file; it was cut short. Fetch it again.</source>
        <translation>この safetensors ファイルのテンソル {name!r} がファイルの外にあります。ファイルは途中で切れています。取得し直してください。</translation>
    </message>
    <message>
        <location filename="../../gui/devices/table_model.py"/>
        <location filename="../../gui/parts/table_model.py"/>
        <source>Tensors</source>
        <translation>テンソル</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/running.py"/>
        <source>Tensors loaded with mmap=True stay in the file until they are used. Saving over that file takes their bytes away, and the system ends the program.</source>
        <translation>mmap=True で読み込んだテンソルは、使われるまでファイルの中にあります。そのファイルに上書き保存するとバイトが失われ、システムがプログラムを終了させます。</translation>
    </message>
    <message>
        <location filename="../../gui/memory/bars_model.py"/>
        <source>Tensors of the file that belong neither to the model nor to the optimizer</source>
        <translation>モデルにもオプティマイザーにも属さないファイルのテンソル</translation>
    </message>
    <message>
        <location filename="../../gui/app/actions.py"/>
        <source>Text at &amp;100 %</source>
        <translation>文字 100 %(&amp;1)</translation>
    </message>
    <message>
        <location filename="../../gui/rename/model.py"/>
        <source>Text in keys</source>
        <translation>キーの文字列</translation>
    </message>
    <message>
        <location filename="../../gui/preferences/offered.py"/>
        <source>Text size</source>
        <translation>文字の大きさ</translation>
    </message>
    <message>
        <location filename="../../core/memory/training/words.py"/>
        <source>That is at least {needs} of RAM.</source>
        <translation>つまり RAM が少なくとも {needs} 要ります。</translation>
    </message>
    <message>
        <location filename="../../core/memory/training/words.py"/>
        <source>That is at least {needs} of {room}: {lack} more than there is, so it cannot train like this.</source>
        <translation>つまり {room} に対し少なくとも {needs}: {lack} 足りず、このままでは学習できません。</translation>
    </message>
    <message>
        <location filename="../../core/memory/training/words.py"/>
        <source>That is at least {needs} of {room}; {spare} are left for activations, which only a run can tell.</source>
        <translation>つまり {room} のうち少なくとも {needs}。活性値に {spare} 残りますが、その量は実行しないと分かりません。</translation>
    </message>
    <message>
        <location filename="../../core/memory/training/words.py"/>
        <source>That is at least {needs} of {room}; {spare} are left.</source>
        <translation>つまり {room} のうち少なくとも {needs}。{spare} 残ります。</translation>
    </message>
    <message>
        <location filename="../../core/edits/devices.py"/>
        <source>That is no optimizer.</source>
        <translation>それはオプティマイザーではありません。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/model_match/comparison.py"/>
        <source>That is no state dict of the file to be written.</source>
        <translation>それは、書き込むファイルの state_dict ではありません。</translation>
    </message>
    <message>
        <location filename="../../gui/save/dialog.py"/>
        <source>That is the source file itself. Choose another name, or tick “Replace the source file”.</source>
        <translation>これは元のファイルです。別の名前にするか、「元のファイルを置き換える」にチェックを入れてください。</translation>
    </message>
    <message>
        <location filename="../../cli/curing.py"/>
        <source>That loses {loses}.</source>
        <translation>それにより{loses}が失われます。</translation>
    </message>
    <message>
        <location filename="../../core/containers/dcp/chunks.py"/>
        <source>The .metadata of this checkpoint does not say where {key!r}, or a piece of it, lies.</source>
        <translation>このチェックポイントの .metadata に、{key!r} またはその断片の場所が書かれていません。</translation>
    </message>
    <message>
        <location filename="../../core/containers/dcp/listing.py"/>
        <source>The .metadata of this checkpoint has a key that is no text.</source>
        <translation>このチェックポイントの .metadata に、テキストでないキーがあります。</translation>
    </message>
    <message>
        <location filename="../../core/containers/dcp/nesting.py"/>
        <source>The .metadata of this checkpoint says of {key!r} that it is two things at once.</source>
        <translation>このチェックポイントの .metadata では、{key!r} が同時に 2 つのものになっています。</translation>
    </message>
    <message>
        <location filename="../../core/containers/dcp/listing.py"/>
        <source>The .metadata of this checkpoint says of {key!r} what torch.distributed.checkpoint never writes: {what}.</source>
        <translation>このチェックポイントの .metadata の {key!r} についての記述が、torch.distributed.checkpoint では決して書かれないものです：{what}。</translation>
    </message>
    <message>
        <location filename="../../core/torch_child/gpus.py"/>
        <source>The NVIDIA driver does not answer: {error}.</source>
        <translation>NVIDIA ドライバーが応答しません：{error}。</translation>
    </message>
    <message>
        <location filename="../../core/torch_child/gpus.py"/>
        <source>The NVIDIA driver shows no card to this program.</source>
        <translation>NVIDIA ドライバーは、このプログラムに GPU を 1 つも示していません。</translation>
    </message>
    <message>
        <location filename="../../gui/memory/board.py"/>
        <source>The Python that does it</source>
        <translation>それを行う Python</translation>
    </message>
    <message>
        <location filename="../../gui/location/dialog.py"/>
        <source>The address of a checkpoint, or of a folder; below are the last ones</source>
        <translation>チェックポイントかフォルダーのアドレス。下は最近のもの</translation>
    </message>
    <message>
        <location filename="../../cli/main.py"/>
        <source>The answer could not be printed: {error}.</source>
        <translation>結果を出力できませんでした：{error}。</translation>
    </message>
    <message>
        <location filename="../../core/containers/foreign/numpy_file.py"/>
        <source>The array {key!r} is cut short. Fetch the file again.</source>
        <translation>配列 {key!r} が途中で切れています。ファイルを取得し直してください。</translation>
    </message>
    <message>
        <location filename="../../gui/palette/key_jump.py"/>
        <source>The best {shown:,} of {count:,}</source>
        <translation>{count:,} 個のうち合う順に {shown:,} 個</translation>
    </message>
    <message>
        <location filename="../../gui/location/checkpoints_model.py"/>
        <source>The bytes of all its files</source>
        <translation>すべてのファイルのバイト数です</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/records.py"/>
        <source>The bytes of data/{key} do not lie where torch.save puts them. Where somebody has set torch.utils.serialization.config.load.calculate_storage_offsets, torch.load(f, mmap=True) takes other bytes for the numbers.</source>
        <translation>data/{key} のバイトが、torch.save の置く位置にありません。torch.utils.serialization.config.load.calculate_storage_offsets が設定されている環境では、torch.load(f, mmap=True) が別のバイトを数値とみなします。</translation>
    </message>
    <message>
        <location filename="../../core/formats/archives.py"/>
        <source>The bytes of storage {key!r} are missing from the file. Fetch it again.</source>
        <translation>ストレージ {key!r} のバイトがファイルにありません。もう一度取得してください。</translation>
    </message>
    <message>
        <location filename="../../core/saving/layout.py"/>
        <source>The bytes of storage {key!r} are missing.</source>
        <translation>ストレージ {key!r} のバイトがありません。</translation>
    </message>
    <message>
        <location filename="../../core/saving/verify.py"/>
        <source>The bytes of storage {key!r} were not written as planned; the target was left alone.</source>
        <translation>ストレージ {key!r} のバイトが計画どおりに書かれませんでした。保存先はそのままです。</translation>
    </message>
    <message>
        <location filename="../../gui/parts/table_model.py"/>
        <source>The bytes of the file</source>
        <translation>ファイルのバイト数</translation>
    </message>
    <message>
        <location filename="../../gui/memory/board.py"/>
        <source>The bytes of the file on each device, before and after the plan</source>
        <translation>計画の前後で、ファイルが各デバイスに占めるバイト数</translation>
    </message>
    <message>
        <location filename="../../gui/memory/file.py"/>
        <source>The bytes of the storages, each counted once: what torch.load allocates</source>
        <translation>ストレージのバイト数（それぞれ 1 回）：torch.load が割り当てる量</translation>
    </message>
    <message>
        <location filename="../../gui/tree/headings.py"/>
        <source>The bytes of the tensor; what tensors share is counted once</source>
        <translation>テンソルのバイト数。共有している分は 1 回だけ数える</translation>
    </message>
    <message>
        <location filename="../../gui/devices/table_model.py"/>
        <source>The bytes of their storages; what tensors share is counted once</source>
        <translation>ストレージのバイト数。共有している分は 1 回だけ数える</translation>
    </message>
    <message>
        <location filename="../../core/containers/dcp/archive.py"/>
        <source>The bytes of {key!r} were packed by an extension of torch.distributed.checkpoint ({name}), which is not read here. Load the checkpoint with it and save it without.</source>
        <translation>{key!r} のバイトは torch.distributed.checkpoint の拡張（{name}）で圧縮されていて、ここでは読めません。その拡張でチェックポイントを読み込み、拡張なしで保存してください。</translation>
    </message>
    <message>
        <location filename="../../core/saving/read_back.py"/>
        <source>The bytes of {name} were not written as planned; the target was left alone.</source>
        <translation>{name} のバイトが計画どおりに書かれませんでした。保存先はそのままです。</translation>
    </message>
    <message>
        <location filename="../../core/saving/damage.py"/>
        <source>The bytes of {paths} do not match the checksum that was saved with them: the file is damaged. Nothing was written, because the new file could not tell any more. Fetch the file again. A zip in which storages are whole keeps the checksums.</source>
        <translation>{paths} のバイトが保存時のチェックサムと合いません：ファイルは破損しています。新しいファイルではそれが分からなくなるため、何も書き込みませんでした。ファイルを取得し直してください。ストレージをそのまま保つ zip ならチェックサムが残ります。</translation>
    </message>
    <message>
        <location filename="../../gui/memory/table_models.py"/>
        <source>The bytes that loading the file as it is puts on the device</source>
        <translation>今のファイルを読み込むとデバイスに置かれるバイト数</translation>
    </message>
    <message>
        <location filename="../../gui/memory/table_models.py"/>
        <source>The bytes that loading the saved file will put on the device</source>
        <translation>保存後のファイルを読み込むとデバイスに置かれるバイト数</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/running.py"/>
        <source>The card could not hold what was asked for. When resuming, the weights are often there twice: once as loaded, once in the model; or every rank loads them to the GPU they were saved on.</source>
        <translation>求められたものが GPU に入りきりませんでした。再開時には重みが二重に載ることがよくあります：読み込んだものと、モデル内のものです。または、すべての rank が重みを保存時の GPU に読み込んでいます。</translation>
    </message>
    <message>
        <location filename="../../gui/diagnosis/board.py"/>
        <source>The card that training goes on with: what was saved on it is where it should be,
and what lies on a card that is not there goes to it.</source>
        <translation>学習を続ける GPU: そこで保存されたものはそのまま、
ない GPU にあるものはそこへ移ります。</translation>
    </message>
    <message>
        <location filename="../../gui/memory/gauges.py"/>
        <source>The cards of this computer cannot be read: {error}</source>
        <translation>このコンピューターの GPU を読み取れません：{error}</translation>
    </message>
    <message>
        <location filename="../../core/remote/stores/http.py"/>
        <source>The certificate of the server of {path} is not trusted: {reason}. Nothing was read.</source>
        <translation>{path} のサーバーの証明書は信頼できません：{reason}。何も読んでいません。</translation>
    </message>
    <message>
        <location filename="../../gui/session/known.py"/>
        <source>The check found damage in the file: {problem}</source>
        <translation>検証でファイルの破損が見つかりました：{problem}</translation>
    </message>
    <message numerus="yes">
        <location filename="../../gui/session/known.py"/>
        <source>The check found {n:,} tensors damaged, “{name}” the first of them.</source>
        <translation><numerusform>検証で、破損したテンソルが {n:,} 個見つかりました。最初は「{name}」です。</numerusform></translation>
    </message>
    <message>
        <location filename="../../gui/memory/board.py"/>
        <source>The chosen way done for real, and the cards of this computer</source>
        <translation>選んだ方法を実際に行った結果と、このコンピューターの GPU</translation>
    </message>
    <message>
        <location filename="../../gui/memory/board.py"/>
        <source>The chosen way phase by phase</source>
        <translation>選んだ方法の段階ごと</translation>
    </message>
    <message>
        <location filename="../../core/spread/cluster.py"/>
        <source>The cluster at {address} does not know this Pthfinder ({kind}). Install the same version where its scheduler and its workers run, and start them with --preload pthfinder.</source>
        <translation>{address} のクラスターは、この Pthfinder を認識しません（{kind}）。スケジューラーとワーカーが動く所に同じ版をインストールし、--preload pthfinder を付けて起動してください。</translation>
    </message>
    <message>
        <location filename="../../core/spread/cluster.py"/>
        <source>The cluster at {address} runs {theirs}, and this program {ours}. Both must be the same.</source>
        <translation>{address} のクラスターでは {theirs}、このプログラムでは {ours} が動いています。両方を同じにしてください。</translation>
    </message>
    <message>
        <location filename="../../gui/preferences/offered.py"/>
        <source>The colours of the window</source>
        <translation>ウィンドウの色</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/running.py"/>
        <source>The computer could not give the memory for one tensor. The file may be fine.</source>
        <translation>コンピューターが、1 つのテンソルのためのメモリを確保できませんでした。ファイルに問題はないかもしれません。</translation>
    </message>
    <message>
        <location filename="../../gui/diagnosis/board.py"/>
        <source>The computer that the file is to be loaded on: torch.load(f) without map_location needs the GPUs
that the file was saved on.</source>
        <translation>ファイルを読み込むコンピューター：map_location なしの torch.load(f) には
保存時の GPU が必要です。</translation>
    </message>
    <message>
        <location filename="../../core/saving/read_back.py"/>
        <source>The copy does not say what is missing in it; the target was left alone. Please report this file.</source>
        <translation>コピーに欠けているものが記されていません。保存先は変更されていません。このファイルを報告してください。</translation>
    </message>
    <message>
        <location filename="../../core/report/page.py"/>
        <source>The cure:</source>
        <translation>修正：</translation>
    </message>
    <message>
        <location filename="../../gui/health/colouring.py"/>
        <source>The device that the tensor was saved on; known without a scan</source>
        <translation>テンソルが保存されたデバイス。スキャンしなくても分かる</translation>
    </message>
    <message>
        <location filename="../../gui/tree/headings.py"/>
        <source>The device the tensor was saved on: where torch.load(f) without map_location puts it</source>
        <translation>テンソルが保存されたデバイス：map_location なしの torch.load(f) はそこに置く</translation>
    </message>
    <message>
        <location filename="../../gui/memory/timeline.py"/>
        <source>The device whose memory is shown: a GPU, or the RAM of the computer</source>
        <translation>メモリを表示するデバイス：GPU か、コンピューターの RAM</translation>
    </message>
    <message>
        <location filename="../../gui/plots/plane_bar.py"/>
        <source>The dimension of the tensor that goes this way</source>
        <translation>この向きに並ぶテンソルの次元</translation>
    </message>
    <message>
        <location filename="../../core/formats/zip_archive.py"/>
        <source>The directory says {name!r} where the file itself says {other!r}; it was tampered with or damaged.</source>
        <translation>ディレクトリでは {name!r}、ファイル本体では {other!r} となっています。改ざんされたか、破損しています。</translation>
    </message>
    <message>
        <location filename="../../gui/memory/controls.py"/>
        <source>The dtype of the live model's parameters and buffers. A file in bfloat16 may be loaded into a float32
model and the reverse: load_state_dict casts, and the optimizer's state follows its parameters.</source>
        <translation>実際のモデルのパラメーターとバッファーの dtype。bfloat16 のファイルを float32 の
モデルに読み込むことも、その逆もできます：load_state_dict が変換し、オプティマイザーの状態はパラメーターに従います。</translation>
    </message>
    <message>
        <location filename="../../gui/health/colouring.py"/>
        <source>The dtype of the tensor; known without a scan</source>
        <translation>テンソルの dtype。スキャンしなくても分かる</translation>
    </message>
    <message>
        <location filename="../../gui/tree/headings.py"/>
        <source>The dtype, as torch names it</source>
        <translation>dtype（torch での名前）</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/containers.py"/>
        <source>The end of the file, where a zip keeps its directory, is missing or was overwritten: a download, a copy or a save was never finished. What is missing cannot be made up.</source>
        <translation>zip がディレクトリを置くファイルの終わりが、欠けているか上書きされています：ダウンロード、コピー、または保存が完了していません。欠けた部分は補えません。</translation>
    </message>
    <message>
        <location filename="../../core/report/answer.py"/>
        <source>The error is not recognised.</source>
        <translation>このエラーは認識できません。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traceback/judge_keys.py"/>
        <source>The error names only some of the keys: compare the file with the model to see all of them.</source>
        <translation>エラーに出ているのはキーの一部だけです：すべて見るには、ファイルをモデルと比較してください。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/unopened.py"/>
        <location filename="../../core/edits/state_dict.py"/>
        <location filename="../../core/files/copy.py"/>
        <source>The file</source>
        <translation>ファイル</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/state_dicts.py"/>
        <source>The file and the model have a tensor of this name with different shapes; strict=False raises this too. Usually the model was made for another number of classes, or with other sizes.</source>
        <translation>ファイルとモデルで、この名前のテンソルの形状が異なります。strict=False でもこのエラーが出ます。たいていは、モデルが別のクラス数や別のサイズで作られています。</translation>
    </message>
    <message>
        <location filename="../../core/errors.py"/>
        <source>The file asks for {found:,} {what}; no real checkpoint needs more than {limit:,}. It was not opened.</source>
        <translation>このファイルは {found:,} 個の{what}を求めています。本物のチェックポイントなら {limit:,} 個を超えません。開きませんでした。</translation>
    </message>
    <message>
        <location filename="../../core/containers/table.py"/>
        <source>The file begins like a checkpoint and ends after a few bytes; it was cut short. Fetch it again.</source>
        <translation>ファイルはチェックポイントのように始まりますが、数バイトで終わっています。途中で切れています。もう一度取得してください。</translation>
    </message>
    <message>
        <location filename="../../core/formats/zip_reader.py"/>
        <source>The file begins like a checkpoint but its end is missing (no zip directory): it was cut short, because the save or the download was interrupted. Fetch it again, or use the checkpoint saved before it.</source>
        <translation>ファイルの先頭はチェックポイントですが、末尾がありません（zip ディレクトリなし）：保存またはダウンロードが中断され、途中で切れています。取得し直すか、その前に保存したチェックポイントを使ってください。</translation>
    </message>
    <message>
        <location filename="../../core/formats/zip_reader.py"/>
        <source>The file begins like a checkpoint but its end is only zeros (no zip directory): it was cut short, because the save or the download was interrupted. Fetch it again, or use the checkpoint saved before it.</source>
        <translation>ファイルの先頭はチェックポイントですが、末尾が 0 ばかりです（zip ディレクトリなし）：保存またはダウンロードが中断され、途中で切れています。取得し直すか、その前に保存したチェックポイントを使ってください。</translation>
    </message>
    <message>
        <location filename="../../core/values/health/weights.py"/>
        <source>The file cannot tell what it is for.</source>
        <translation>何のためのものかはファイルからは分かりません。</translation>
    </message>
    <message>
        <location filename="../../core/formats/legacy.py"/>
        <source>The file ends before all tensors' bytes are there ({end:,} bytes needed, {size:,} found); it was cut short. Fetch it again.</source>
        <translation>すべてのテンソルのバイトが揃う前にファイルが終わっています（{end:,} バイト必要なところ {size:,} バイト）。途中で切れています。もう一度取得してください。</translation>
    </message>
    <message>
        <location filename="../../core/containers/tar_file.py"/>
        <location filename="../../core/formats/legacy.py"/>
        <source>The file ends before all tensors' bytes are there; it was cut short. Fetch it again.</source>
        <translation>すべてのテンソルのバイトが揃う前にファイルが終わっていて、途中で切れています。取得し直してください。</translation>
    </message>
    <message>
        <location filename="../../core/formats/spread/sums.py"/>
        <source>The file ends inside record {name!r}; it became shorter meanwhile.</source>
        <translation>ファイルがレコード {name!r} の途中で終わっています。読んでいる間に短くなりました。</translation>
    </message>
    <message>
        <location filename="../../core/formats/zip_archive.py"/>
        <source>The file ends inside record {name!r}; it was cut short. Fetch it again.</source>
        <translation>ファイルがレコード {name!r} の中で終わっていて、途中で切れています。取得し直してください。</translation>
    </message>
    <message>
        <location filename="../../core/containers/placed.py"/>
        <location filename="../../core/files/copy.py"/>
        <location filename="../../core/saving/made_span.py"/>
        <source>The file ends inside the bytes of a tensor; it was cut short or damaged. Fetch it again.</source>
        <translation>ファイルがテンソルのバイトの途中で終わっています。途中で切れているか、破損しています。取得し直してください。</translation>
    </message>
    <message>
        <location filename="../../gui/health/board.py"/>
        <source>The file has been read again since it was scanned: scan it anew.</source>
        <translation>スキャンの後にファイルが読み直されました。もう一度スキャンしてください。</translation>
    </message>
    <message>
        <location filename="../../core/saving/older_container.py"/>
        <source>The file has generators of random numbers, which torch cannot load from the older container: it reads their state before it is there. Keep it a zip.</source>
        <translation>ファイルには乱数生成器があり、torch は古いコンテナーから読み込めません：状態が揃う前に読むためです。zip のままにしてください。</translation>
    </message>
    <message>
        <location filename="../../core/saving/older_container.py"/>
        <source>The file has nested tensors, which torch cannot load from the older container: it reads their sizes before they are there. Keep it a zip.</source>
        <translation>ファイルには入れ子テンソルがあり、torch は古いコンテナーから読み込めません：大きさが揃う前に読むためです。zip のままにしてください。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/model_match/misshapen.py"/>
        <source>The file has no numbers of {key!r}, only the placeholder that ZeRO-3 leaves where weights are not gathered. Save it again with stage3_gather_16bit_weights_on_model_save, or make it of the checkpoint of all ranks with zero_to_fp32.py.</source>
        <translation>ファイルには {key!r} の数値がなく、ZeRO-3 が重みを集めなかったときに残す仮の値だけがあります。stage3_gather_16bit_weights_on_model_save を使って保存し直すか、zero_to_fp32.py で全ランクのチェックポイントから作成してください。</translation>
    </message>
    <message>
        <location filename="../../core/saving/new_ids.py"/>
        <source>The file has tensors of a kind (float8, uint16 or newer) that torch cannot load from the older container. Keep it a zip.</source>
        <translation>ファイルには、古いコンテナーから torch が読み込めない種類（float8、uint16 など）のテンソルがあります。zip のままにしてください。</translation>
    </message>
    <message>
        <location filename="../../core/saving/older_container.py"/>
        <source>The file has tensors of another device that are made from a copy. torch cannot load them from the older container: it makes them before it has read the copy. Use the zip container.</source>
        <translation>ファイルには、コピーから作られる別デバイスのテンソルがあります。torch は古いコンテナーから読み込めません：コピーを読む前に作るためです。zip コンテナーを使ってください。</translation>
    </message>
    <message>
        <location filename="../../core/saving/new_ids.py"/>
        <source>The file has views of storages as only torch 0.1 wrote them, which a zip cannot hold. Keep its container.</source>
        <translation>ファイルには torch 0.1 だけが書いた形のストレージのビューがあり、zip には入りません。コンテナーを変えないでください。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/pickles.py"/>
        <source>The file holds a pathlib path made on another system or by a newer Python, and unpickling tries to make it here. The weights do not need it.</source>
        <translation>ファイルに、別のシステムか、より新しい Python で作られた pathlib のパスがあり、unpickle するとここでそれを作ろうとします。重みには必要ありません。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/pickles.py"/>
        <source>The file holds a whole pickled object, and unpickling imports its class by module and name. A script that was moved, renamed or run as __main__ cannot be found again.</source>
        <translation>ファイルに pickle 化されたオブジェクト全体があり、unpickle するとモジュールと名前でそのクラスをインポートします。移動、改名されたスクリプトや __main__ として実行されたスクリプトは、もう見つかりません。</translation>
    </message>
    <message>
        <location filename="../../core/pickling/writer.py"/>
        <source>The file holds an object that is made from a list of itself, as only very old Python pickles it; it cannot be written again. Load it with torch and save it once more.</source>
        <translation>ファイルに、自分自身を含むリストから作られるオブジェクトがあります。これはとても古い Python だけの pickle の書き方で、書き直せません。torch で読み込んで、もう一度保存してください。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/pickles.py"/>
        <source>The file holds an optimizer object and not its state_dict, and torch has changed the class since. Its numbers are still in the file.</source>
        <translation>ファイルには state_dict ではなくオプティマイザーオブジェクトがあり、その後 torch がクラスを変更しました。数値はまだファイルにあります。</translation>
    </message>
    <message>
        <location filename="../../core/formats/legacy.py"/>
        <source>The file holds bytes for storage {key!r}, which nothing in it uses, so their size is unknown.</source>
        <translation>ファイルにはストレージ {key!r} のバイトがありますが、どこからも使われていないため、その大きさが分かりません。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/containers.py"/>
        <source>The file holds compiled code with its weights and not a pickle of torch.save. torch.load hands such a file on only with weights_only=False.</source>
        <translation>ファイルに入っているのは、torch.save の pickle ではなく、コンパイル済みのコードと重みです。torch.load がこのようなファイルを引き渡すのは weights_only=False のときだけです。</translation>
    </message>
    <message>
        <location filename="../../core/loading/recipes.py"/>
        <source>The file holds compiled code, which this runs: only for files that you trust.</source>
        <translation>ファイルにはコンパイル済みのコードがあり、これはそれを実行します。信頼できるファイルに限ってください。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/pickles.py"/>
        <source>The file holds module objects and not a state_dict, and torch, or the package that its classes are of, has given them new fields since. The weights are unharmed.</source>
        <translation>ファイルには state_dict ではなくモジュールオブジェクトがあり、その後 torch、またはそのクラスのあるパッケージが、新しいフィールドを加えました。重みは無事です。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/pickles.py"/>
        <source>The file holds names and weights, not a model object, so it can be neither moved, called nor set to eval. That is the recommended kind of file.</source>
        <translation>ファイルにはモデルオブジェクトではなく名前と重みがあるため、移動も、呼び出しも、eval への切り替えもできません。これは推奨される種類のファイルです。</translation>
    </message>
    <message>
        <location filename="../../core/loading/recipes.py"/>
        <source>The file holds no state dict that a model could load.</source>
        <translation>ファイルに、モデルが読み込める state_dict はありません。</translation>
    </message>
    <message>
        <location filename="../../core/memory/unsupported.py"/>
        <source>The file holds no tensors: there is nothing in it that goes onto a card.</source>
        <translation>ファイルにテンソルはありません。GPU に置くものはありません。</translation>
    </message>
    <message>
        <location filename="../../core/formats/zip_records.py"/>
        <source>The file holds two records named {name!r}; programs would disagree on which is meant.</source>
        <translation>ファイルに {name!r} という名前のレコードが 2 つあります。どちらを指すかはプログラムによって食い違います。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/container.py"/>
        <source>The file is a zip, as torch writes it since 1.6 (2020). 1.5 can read it, 1.4 takes it for one of the future, 1.3 for TorchScript and 1.0 for a pickle.</source>
        <translation>ファイルは zip で、torch が 1.6（2020 年）から書いている形式です。1.5 は読めますが、1.4 は未来の形式、1.3 は TorchScript、1.0 は pickle とみなします。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/unopened.py"/>
        <source>The file is cut short</source>
        <translation>ファイルが途中で切れている</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/records.py"/>
        <location filename="../../core/diagnosis/unopened.py"/>
        <source>The file is damaged</source>
        <translation>ファイルが破損</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/file.py"/>
        <source>The file is in pickle protocol {protocol}. The reader that torch.load uses by default knows only the opcodes of protocol 2.</source>
        <translation>ファイルは pickle プロトコル {protocol} です。torch.load が既定で使うリーダーは、プロトコル 2 のオペコードしか知りません。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/container.py"/>
        <source>The file is in the container of torch before 1.6. It loads, always into memory as a whole.</source>
        <translation>ファイルは torch 1.6 より前のコンテナーです。読み込めますが、必ず全体がメモリに載ります。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/containers.py"/>
        <source>The file is in the container that torch wrote before 1.6, whose tensors cannot be mapped into memory. It loads without mmap.</source>
        <translation>ファイルは torch が 1.6 より前に書いていたコンテナーで、そのテンソルはメモリにマップできません。mmap なしなら読み込めます。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/containers.py"/>
        <source>The file is of the safetensors format, which is no pickle. It names no devices.</source>
        <translation>ファイルは safetensors 形式で、pickle ではありません。デバイスの記載はありません。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/containers.py"/>
        <source>The file is read by torch.jit.load, pickle.load or numpy.load, which do not know what torch.save writes. The file is probably fine.</source>
        <translation>torch.save が書くものを知らない torch.jit.load、pickle.load、または numpy.load でファイルを読んでいます。ファイル自体はおそらく正常です。</translation>
    </message>
    <message>
        <location filename="../../gui/app/drop_target.py"/>
        <source>The file is read where it is; nothing in it is executed.</source>
        <translation>ファイルはその場所で読まれ、中身は何も実行されません。</translation>
    </message>
    <message>
        <location filename="../../core/formats/legacy.py"/>
        <source>The file lists a storage twice; it is damaged.</source>
        <translation>ファイルの一覧に同じストレージが 2 度あり、破損しています。</translation>
    </message>
    <message>
        <location filename="../../core/loading/recipes.py"/>
        <source>The file names {names}, which torch.load refuses unless it is told that they are safe.</source>
        <translation>ファイルは {names} を指します。安全だと指定しない限り torch.load は拒否します。</translation>
    </message>
    <message>
        <location filename="../../core/saving/publishing.py"/>
        <source>The file needs {needed} and {folder} has {free} free. Make room or choose another disk.</source>
        <translation>ファイルには {needed} 必要ですが、{folder} の空きは {free} です。空きを作るか、別のディスクを選んでください。</translation>
    </message>
    <message>
        <location filename="../../gui/optimizer/model_box.py"/>
        <source>The file of the model</source>
        <translation>モデルのファイル</translation>
    </message>
    <message>
        <location filename="../../gui/optimizer/model_box.py"/>
        <source>The file of the model, such as model.safetensors beside an optimizer.pt</source>
        <translation>モデルのファイル。例：optimizer.pt の隣の model.safetensors</translation>
    </message>
    <message>
        <location filename="../../core/formats/legacy.py"/>
        <source>The file says a version that is no number of torch's older format; only {known} is known.</source>
        <translation>ファイルにあるバージョンは torch の旧形式の番号ではありません。知られているのは {known} だけです。</translation>
    </message>
    <message>
        <location filename="../../core/formats/legacy.py"/>
        <source>The file says version {version} of torch's older format; only {known} is known.</source>
        <translation>ファイルには torch の旧形式のバージョン {version} とありますが、知られているのは {known} だけです。</translation>
    </message>
    <message>
        <location filename="../../gui/tree/headings.py"/>
        <source>The file that the tensor lies in, or how many files it is put together of</source>
        <translation>テンソルのあるファイル、または組み立てに使うファイルの数</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traceback/state_dict_errors.py"/>
        <source>The file was saved from a wrapped model (DataParallel, DDP, FSDP or torch.compile), and its keys carry the wrapper's segment. The model it is loaded into is not wrapped.</source>
        <translation>ファイルはラップされたモデル（DataParallel、DDP、FSDP、torch.compile）から保存され、キーにラッパーの区切りが付いています。読み込み先のモデルはラップされていません。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traceback/state_dict_errors.py"/>
        <source>The file was saved from inside FSDP, whose flat parameters join many tensors into one. Without the shapes they cannot be taken apart.</source>
        <translation>ファイルは FSDP の内側から保存されており、その平坦なパラメーターは多くのテンソルを 1 つにまとめています。形状がなければ分解できません。</translation>
    </message>
    <message>
        <location filename="../../core/saving/layout.py"/>
        <source>The file was saved on a machine that writes numbers the other way round (big-endian), which torch never does in the older container. Keep it a zip.</source>
        <translation>ファイルは数値を逆順（ビッグエンディアン）に書くコンピューターで保存されました。torch は古いコンテナーではそうしません。zip のままにしてください。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/many_files.py"/>
        <source>The files are of different saves: fetch all of one, with its index.</source>
        <translation>ファイルは別々の保存のものです：1 つの保存のすべてを、インデックスとともに取得してください。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/containers.py"/>
        <source>The first bytes are not those of a file of torch.save: '&lt;' begins a web page, 'v' a git-lfs pointer, and an empty file runs out of input. torch never got as far as the weights.</source>
        <translation>先頭のバイトが torch.save のファイルのものではありません：'&lt;' は Web ページ、'v' は git-lfs ポインターの始まりで、空のファイルではすぐに入力が尽きます。torch は重みまで到達していません。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/sharded.py"/>
        <source>The first is {sharding}, so this file has the whole tensor. FSDP2 and tensor parallelism want DTensors back; everyone else can do without them, and without import torch.distributed.tensor.</source>
        <translation>最初のものは {sharding} なので、このファイルにはテンソル全体があります。FSDP2 とテンソル並列は DTensor に戻ることを求めますが、それ以外では DTensor も import torch.distributed.tensor も不要です。</translation>
    </message>
    <message>
        <location filename="../../gui/health/table_model.py"/>
        <source>The first number that it is about. A click goes there, where it can be overwritten.</source>
        <translation>該当する最初の値です。クリックするとそこへ移動し、書き換えられます。</translation>
    </message>
    <message>
        <location filename="../../core/values/keys.py"/>
        <source>The first one is {path!r}.</source>
        <translation>最初のものは {path!r} です。</translation>
    </message>
    <message>
        <location filename="../../core/loading/elsewhere.py"/>
        <source>The folder of a copy on this computer of {path}.</source>
        <translation>{path} をこのコンピューターにコピーしたフォルダー。</translation>
    </message>
    <message>
        <location filename="../../gui/location/folder_view.py"/>
        <source>The folder that this one is in (Alt+Up)</source>
        <translation>このフォルダーが入っているフォルダー（Alt+Up）</translation>
    </message>
    <message>
        <location filename="../../core/memory/training/words.py"/>
        <source>The gradients and step() of {name} cannot be told from the file and come on top.</source>
        <translation>{name} の勾配と step() はファイルからは分からず、別に加わります。</translation>
    </message>
    <message>
        <location filename="../../core/memory/training/words.py"/>
        <source>The gradients, further state and step() of {name} cannot be told from the file and come on top.</source>
        <translation>{name} の勾配、追加の状態、step() はファイルからは分からず、別に加わります。</translation>
    </message>
    <message>
        <location filename="../../core/values/update.py"/>
        <source>The group's betas are {beta1:g} and {beta2:g}; Adam needs them from 0 up to below 1.</source>
        <translation>グループの betas は {beta1:g} と {beta2:g} です。Adam では 0 以上 1 未満でなければなりません。</translation>
    </message>
    <message>
        <location filename="../../core/values/update.py"/>
        <source>The group's lr, betas and eps are no plain numbers, so the next step cannot be told.</source>
        <translation>グループの lr、betas、eps が単純な数値ではないため、次のステップは分かりません。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/model_match/model_keys.py"/>
        <source>The groups in {name} should be a list of numbers of parameters, such as [62, 10].</source>
        <translation>{name} のグループは、[62, 10] のようなパラメーター数のリストにしてください。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/resuming.py"/>
        <source>The groups of its optimizer have 'initial_lr', or it has no optimizer.</source>
        <translation>オプティマイザーのグループに 'initial_lr' があるか、オプティマイザーがありません。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/records.py"/>
        <source>The header before {records} is damaged, so torch.load(f) stops there. The rest of the file can be looked at.</source>
        <translation>{records}の前のヘッダーが破損しているため、torch.load(f) はそこで止まります。ファイルの残りは表示できます。</translation>
    </message>
    <message>
        <location filename="../../core/containers/foreign/numpy_file.py"/>
        <source>The header of the array {name!r} is damaged. Fetch the file again.</source>
        <translation>配列 {name!r} のヘッダーが破損しています。ファイルを取得し直してください。</translation>
    </message>
    <message>
        <location filename="../../core/formats/safetensors.py"/>
        <source>The header of this safetensors file is damaged. Fetch it again.</source>
        <translation>この safetensors ファイルのヘッダーが破損しています。取得し直してください。</translation>
    </message>
    <message>
        <location filename="../../core/recipes/kept_plan.py"/>
        <source>The kept plan is damaged: {edit} is no edit.</source>
        <translation>残された計画が壊れています：{edit} は編集ではありません。</translation>
    </message>
    <message>
        <location filename="../../core/recipes/kept_plan.py"/>
        <source>The kept plan names entries that this file does not have ({edit}).</source>
        <translation>残された計画が、このファイルにない項目を指しています（{edit}）。</translation>
    </message>
    <message>
        <location filename="../../core/remote/address.py"/>
        <source>The key to {path} was in its address, and is not kept. Paste the whole address.</source>
        <translation>{path} のアクセスキーはアドレスに含まれていて、保存されていません。アドレス全体を貼り付けてください。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/model_match/model_findings.py"/>
        <source>The keys of the file carry {names} of the wrapper it was saved from (DataParallel, DDP, FSDP, torch.compile), and those of the model do not.</source>
        <translation>ファイルのキーには保存元のラッパー（DataParallel、DDP、FSDP、torch.compile）の {names} が付いており、モデルのキーには付いていません。</translation>
    </message>
    <message>
        <location filename="../../gui/tree/headings.py"/>
        <source>The keys of the file, dotted ones as modules or flat as torch sees them</source>
        <translation>ファイルのキー。点区切りはモジュールとして、または torch と同じく平らに</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/model_match/model_findings.py"/>
        <source>The keys of the model begin with {names} because it is wrapped (DataParallel, DDP, torch.compile), and those of the file do not.</source>
        <translation>モデルはラップされている（DataParallel、DDP、torch.compile）ためキーが {names} で始まり、ファイルのキーはそうではありません。</translation>
    </message>
    <message>
        <location filename="../../gui/tree/menu.py"/>
        <source>The keys of the selection, one a line</source>
        <translation>選んだもののキー、1 行に 1 つ</translation>
    </message>
    <message>
        <location filename="../../gui/diff/table_model.py"/>
        <source>The largest absolute difference of two numbers</source>
        <translation>2 つの数値の差の最大絶対値</translation>
    </message>
    <message>
        <location filename="../../gui/values/several_table.py"/>
        <source>The largest number</source>
        <translation>最大の数値</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/containers.py"/>
        <source>The library safetensors reads a length first and then a list of tensors, and found neither: what it was given is a pickle of torch.save under that name, a web page or a git-lfs pointer instead of the download.</source>
        <translation>ライブラリ safetensors は最初に長さ、次にテンソルの一覧を読みますが、どちらも見つかりませんでした：渡されたのは、その名前の付いた torch.save の pickle か、ダウンロードの代わりの Web ページか git-lfs ポインターです。</translation>
    </message>
    <message>
        <location filename="../../gui/app/actions.py"/>
        <source>The line for a shell that writes the file with the pending changes.</source>
        <translation>保留中の変更を入れたファイルを書くシェルの 1 行。</translation>
    </message>
    <message>
        <location filename="../../gui/diagnosis/error_answer.py"/>
        <source>The line that told</source>
        <translation>手がかりの行</translation>
    </message>
    <message>
        <location filename="../../core/formats/legacy.py"/>
        <source>The list of storages in the file is damaged. Fetch it again.</source>
        <translation>ファイル内のストレージの一覧が破損しています。取得し直してください。</translation>
    </message>
    <message>
        <location filename="../../core/containers/torch_zips/exported.py"/>
        <source>The list {name!r} in this exported program is damaged. Fetch it again.</source>
        <translation>このエクスポート済みプログラムの一覧 {name!r} が破損しています。取得し直してください。</translation>
    </message>
    <message>
        <location filename="../../core/memory/assumptions.py"/>
        <source>The live model is of dtype {dtype}, contiguous and built where it shall be.</source>
        <translation>実際のモデルの dtype は {dtype}、連続で、置く場所で作られます。</translation>
    </message>
    <message>
        <location filename="../../core/memory/assumptions.py"/>
        <source>The live model is of the dtypes in the file, contiguous and built where it shall be.</source>
        <translation>実際のモデルの dtype はファイルと同じ、連続で、置く場所で作られます。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/optimizers.py"/>
        <source>The loop that is passed around (for state in optimizer.state.values(): … v.cuda()) is a workaround of old; it moves step too, which makes each step of the optimizer slow.</source>
        <translation>出回っているループ（for state in optimizer.state.values(): … v.cuda()）は昔の回避策です。step も移してしまい、オプティマイザーの各ステップが遅くなります。</translation>
    </message>
    <message>
        <location filename="../../core/values/health/optimizers.py"/>
        <source>The lowest is at {place}.</source>
        <translation>最小値は {place} にあります。</translation>
    </message>
    <message>
        <location filename="../../gui/values/several_table.py"/>
        <source>The mean</source>
        <translation>平均</translation>
    </message>
    <message>
        <location filename="../../core/edits/device_mentions.py"/>
        <source>The mesh of {dtensors} becomes one of {devices} as well, which map_location does not do: FSDP2 copies only between tensors of one mesh.</source>
        <translation>{dtensors}の mesh も {devices} の mesh になります。map_location ではこうなりません：FSDP2 は同じ mesh のテンソルの間でしかコピーしません。</translation>
    </message>
    <message>
        <location filename="../../core/edits/entries.py"/>
        <source>The model is dropped, but {optimizer}, which trained it, stays with {tensors} of state. Drop it too, unless you load the model from another file.</source>
        <translation>モデルは削除されますが、それを訓練した {optimizer} は状態 {tensors} とともに残ります。モデルを別のファイルから読み込むのでなければ、これも削除してください。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traceback/state_dict_errors.py"/>
        <source>The model is wrapped (DataParallel, DDP or torch.compile), and the file was saved from a bare one. The names are the same but for the prefix.</source>
        <translation>モデルはラップされており（DataParallel、DDP、torch.compile）、ファイルはラップされていないモデルから保存されました。接頭辞のほかは、名前は同じです。</translation>
    </message>
    <message>
        <location filename="../../core/containers/ranks/zero_layout.py"/>
        <source>The model takes {wanted:,} numbers, and the ranks have {found:,}: the files are of different saves. Put those of one save into a folder of their own.</source>
        <translation>モデルには {wanted:,} 個の数値が必要ですが、rank にあるのは {found:,} 個です：ファイルは別々の保存のものです。1 つの保存のファイルだけを別のフォルダーに入れてください。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/names.py"/>
        <source>The model that the optimizer trains is in this file too and has the same keys without it. So it was not training that was wrapped but this copy, as ModelEma of timm and AveragedModel of torch do, which want the prefix back. A model without the wrapper does not find its keys.</source>
        <translation>オプティマイザーが学習するモデルもこのファイルにあり、それを除けば同じキーを持っています。つまりラップされていたのは学習ではなく、このコピーです。timm の ModelEma や torch の AveragedModel がそうし、読み込むときにも接頭辞を求めます。ラッパーのないモデルは自分のキーを見つけられません。</translation>
    </message>
    <message>
        <location filename="../../gui/parts/panel.py"/>
        <source>The model that the ranks saved together</source>
        <translation>各 rank が共同で保存したモデル</translation>
    </message>
    <message>
        <location filename="../../gui/optimizer/model_box.py"/>
        <source>The model that this optimizer trains. Its parameters are matched to that model's:
their names, and where the state goes when it follows them, come from there.</source>
        <translation>このオプティマイザーが学習するモデル。パラメーターはそのモデルのものと対応づけられ、
名前と、状態が従う先はそこから決まります。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/running.py"/>
        <source>The model was made without memory for its weights, so copying into it does nothing. The file is fine.</source>
        <translation>モデルが重み用のメモリなしで作られているため、コピーしても何も起こりません。ファイルに問題はありません。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/names.py"/>
        <source>The model was saved while {wrapper} was around it, which put {puts}.</source>
        <translation>モデルは {wrapper} に包まれた状態で保存されたため、{puts} が付いています。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traceback/state_dict_errors.py"/>
        <source>The model's side is torch.Size([0]): ZeRO-3 (zero.Init) has partitioned its weights, or they are not made yet. The tensors of the file are as they should be.</source>
        <translation>モデル側は torch.Size([0]) です。ZeRO-3（zero.Init）が重みを分割したか、重みがまだ作られていません。ファイルのテンソルに問題はありません。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/many_files.py"/>
        <source>The model, or its optimizer, lies in several files, and one of those that an index or the number of ranks calls for is not there: a download or a save that was not finished, or one file left behind.</source>
        <translation>モデルまたはオプティマイザーが複数のファイルに分かれていて、インデックスや rank の数から必要なはずのファイルの 1 つがありません：ダウンロードまたは保存が終わっていないか、ファイルが 1 つ取り残されています。</translation>
    </message>
    <message>
        <location filename="../../gui/values/one_tensor.py"/>
        <source>The moments of the optimizer, and how large its next step is</source>
        <translation>オプティマイザーのモーメントと、次のステップの大きさ</translation>
    </message>
    <message>
        <location filename="../../core/report/page.py"/>
        <source>The most that any card holds, by the way of loading</source>
        <translation>読み込み方法ごとの、1 つの GPU での最大</translation>
    </message>
    <message>
        <location filename="../../gui/diagnosis/finding_card.py"/>
        <source>The name of this trap, as diagnose --json and fix --cure write it: {code}</source>
        <translation>この問題の名前。diagnose --json と fix --cure での表記：{code}</translation>
    </message>
    <message>
        <location filename="../../core/pickling/writer.py"/>
        <source>The name {name} cannot be written in pickle protocol {protocol}.</source>
        <translation>名前 {name} は pickle プロトコル {protocol} では書けません。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/model_match/model_findings.py"/>
        <source>The names agree and the shapes do not; load_state_dict raises this with strict=False too. Usually the model was made for another number of classes or with other sizes.</source>
        <translation>名前は一致しますが形状が一致せず、strict=False でも load_state_dict はこのエラーを出します。たいていは、モデルが別のクラス数や別のサイズで作られています。</translation>
    </message>
    <message>
        <location filename="../../core/saving/targets/safetensors.py"/>
        <source>The names of all tensors together are more than a safetensors file can hold.</source>
        <translation>全テンソルの名前の合計が、safetensors ファイルに入る量を超えています。</translation>
    </message>
    <message>
        <location filename="../../gui/recipes/table_model.py"/>
        <source>The new file</source>
        <translation>新しいファイル</translation>
    </message>
    <message>
        <location filename="../../core/recipes/batch.py"/>
        <source>The new files would replace the old ones. Choose another folder, or ask to overwrite.</source>
        <translation>新しいファイルが古いものを置き換えてしまいます。別のフォルダーにするか、上書きを指定してください。</translation>
    </message>
    <message>
        <location filename="../../core/edits/renaming/patterns.py"/>
        <source>The new name has more {wildcard} than the pattern.</source>
        <translation>新しい名前には、パターンより多くの {wildcard} があります。</translation>
    </message>
    <message>
        <location filename="../../core/values/health/weights.py"/>
        <source>The next step of the optimizer does nothing or makes NaN there. Resume from an older checkpoint.</source>
        <translation>オプティマイザーの次のステップは、そこで何もしないか NaN になります。古いチェックポイントから再開してください。</translation>
    </message>
    <message>
        <location filename="../../core/values/health/weights.py"/>
        <source>The next step of the optimizer makes its parameter NaN. Resume from an older checkpoint.</source>
        <translation>オプティマイザーの次のステップでパラメーターが NaN になります。古いチェックポイントから再開してください。</translation>
    </message>
    <message>
        <location filename="../../gui/optimizer/table_model.py"/>
        <source>The number of the entry in optimizer.state_dict()['state']</source>
        <translation>optimizer.state_dict()['state'] での項目の番号</translation>
    </message>
    <message>
        <location filename="../../gui/values/one_tensor.py"/>
        <source>The numbers as colours; as a line where there is one dimension</source>
        <translation>数値を色で。1 次元なら線で</translation>
    </message>
    <message>
        <location filename="../../gui/values/panel.py"/>
        <source>The numbers cannot be shown: {error}</source>
        <translation>数値を表示できません：{error}</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/model_match/group_findings.py"/>
        <source>The optimizer in the file has groups of {sizes} parameters, and {wanted} has {wanted_sizes}. torch matches parameters by their position in the groups: where only the order differs, the state of one parameter goes to another without a word.</source>
        <translation>ファイルのオプティマイザーのグループは {sizes} 個のパラメーターで、{wanted} は {wanted_sizes} 個です。torch はグループ内の位置でパラメーターを対応付けます：順序だけが違う場合、あるパラメーターの状態が何の警告もなく別のパラメーターに入ります。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/model_match/group_findings.py"/>
        <source>The optimizer in the file has {parameters}, and {wanted} has {tensors} that could be parameters.</source>
        <translation>ファイルのオプティマイザーには {parameters}があり、{wanted} にはパラメーターになりうる {tensors}があります。</translation>
    </message>
    <message>
        <location filename="../../core/memory/assumptions.py"/>
        <source>The optimizer is built with plain numbers as options.</source>
        <translation>オプティマイザーは普通の数値のオプションで作られます。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/running.py"/>
        <source>The optimizer's state differs from its parameter in device or dtype when it takes a step. It was loaded before the model was moved, or moved by hand.</source>
        <translation>ステップの際に、オプティマイザーの状態のデバイスか dtype がパラメーターと異なります。モデルを移す前に読み込まれたか、手で移されています。</translation>
    </message>
    <message>
        <location filename="../../core/containers/ranks/rank_trees.py"/>
        <source>The optimizer's state is in pieces that do not say what they are pieces of. Whole it cannot be told; the parts are shown.</source>
        <translation>オプティマイザーの状態が断片に分かれていて、何の断片かが書かれていません。全体の形はわからないため、部分のまま表示します。</translation>
    </message>
    <message>
        <location filename="../../core/containers/ranks/zero_whole.py"/>
        <source>The optimizer's {kind} has other numbers of elements than the weights: the files are of different saves.</source>
        <translation>オプティマイザーの {kind} の要素数が重みと異なります：ファイルは別々の保存のものです。</translation>
    </message>
    <message>
        <location filename="../../gui/values/copy_menu.py"/>
        <source>The page that is on show, as a picture</source>
        <translation>表示中のページを画像として</translation>
    </message>
    <message>
        <location filename="../../gui/optimizer/table_model.py"/>
        <source>The parameter the entry belongs to, told by order, shape and param_names</source>
        <translation>項目が属するパラメーター。順序、形状、param_names から判断</translation>
    </message>
    <message>
        <location filename="../../core/loading/recipes.py"/>
        <source>The parameters must be in the same order as when it was saved.</source>
        <translation>パラメーターは保存時と同じ順序でなければなりません。</translation>
    </message>
    <message>
        <location filename="../../gui/tree/menu.py"/>
        <source>The paths from the top of the file, one a line</source>
        <translation>ファイルの先頭からのパス、1 行に 1 つ</translation>
    </message>
    <message>
        <location filename="../../gui/page/saving.py"/>
        <source>The pending changes to {name} are not in any file yet. {name} itself has not been touched.</source>
        <translation>{name} の保留中の変更はまだどのファイルにもありません。{name} 自体はそのままです。</translation>
    </message>
    <message>
        <location filename="../../core/pickling/loop.py"/>
        <source>The pickle inside the file computes a name out of something that is no text.</source>
        <translation>ファイル内の pickle が、テキストではないものから名前を作っています。</translation>
    </message>
    <message>
        <location filename="../../core/pickling/opcodes.py"/>
        <source>The pickle inside the file ends too early; the file was cut short. Fetch it again.</source>
        <translation>ファイル内の pickle が早く終わりすぎています。ファイルは途中で切れています。取得し直してください。</translation>
    </message>
    <message>
        <location filename="../../core/pickling/opcodes.py"/>
        <source>The pickle inside the file has a dict with a key and no value.</source>
        <translation>ファイル内の pickle に、値のないキーを持つ dict があります。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/calls.py"/>
        <source>The pickle inside the file is damaged</source>
        <translation>ファイル内の pickle が破損</translation>
    </message>
    <message>
        <location filename="../../core/pickling/opcodes.py"/>
        <source>The pickle inside the file is damaged: a dict has a key without a value.</source>
        <translation>ファイル内の pickle が破損しています：dict に値のないキーがあります。</translation>
    </message>
    <message>
        <location filename="../../core/pickling/reader.py"/>
        <source>The pickle inside the file is damaged: a name or text in it is no UTF-8.</source>
        <translation>ファイル内の pickle が破損しています：中の名前またはテキストが UTF-8 ではありません。</translation>
    </message>
    <message>
        <location filename="../../core/pickling/reader.py"/>
        <source>The pickle inside the file is damaged: a number in it cannot be read.</source>
        <translation>ファイル内の pickle が破損しています：中の数値を読めません。</translation>
    </message>
    <message>
        <location filename="../../core/pickling/opcodes.py"/>
        <source>The pickle inside the file is damaged: a quoted string has no quotes.</source>
        <translation>ファイル内の pickle が破損しています：引用符付きのはずの文字列に引用符がありません。</translation>
    </message>
    <message>
        <location filename="../../core/pickling/opcodes.py"/>
        <source>The pickle inside the file is damaged: it adds members to something that is no set.</source>
        <translation>ファイル内の pickle が破損しています：set ではないものに要素を加えています。</translation>
    </message>
    <message>
        <location filename="../../core/pickling/opcodes.py"/>
        <source>The pickle inside the file is damaged: it appends to something that is no list.</source>
        <translation>ファイル内の pickle が破損しています：リストではないものに追加しています。</translation>
    </message>
    <message>
        <location filename="../../core/pickling/opcodes.py"/>
        <source>The pickle inside the file is damaged: it numbers a value {index}.</source>
        <translation>ファイル内の pickle が破損しています：値に番号 {index} を付けています。</translation>
    </message>
    <message>
        <location filename="../../core/pickling/opcodes.py"/>
        <source>The pickle inside the file is damaged: it refers to value {index}, which it never made.</source>
        <translation>ファイル内の pickle が破損しています：作っていない値 {index} を参照しています。</translation>
    </message>
    <message>
        <location filename="../../core/pickling/opcodes.py"/>
        <source>The pickle inside the file is damaged: it sets items of something that has none.</source>
        <translation>ファイル内の pickle が破損しています：要素のないものに要素を設定しています。</translation>
    </message>
    <message>
        <location filename="../../core/pickling/opcodes.py"/>
        <source>The pickle inside the file is damaged: it sets the state of something that has none.</source>
        <translation>ファイル内の pickle が破損しています：状態のないものに状態を設定しています。</translation>
    </message>
    <message>
        <location filename="../../core/pickling/reader.py"/>
        <source>The pickle inside the file is damaged: it spells out a name that only a number can stand for.</source>
        <translation>ファイル内の pickle が破損しています：番号でしか表せない名前が、つづりで書かれています。</translation>
    </message>
    <message>
        <location filename="../../core/pickling/reader.py"/>
        <source>The pickle inside the file is damaged: it uses values that it never made.</source>
        <translation>ファイル内の pickle が破損しています：作っていない値を使っています。</translation>
    </message>
    <message>
        <location filename="../../core/pickling/opcodes.py"/>
        <source>The pickle inside the file is damaged: {opcode!r} at byte {pos:,} is no pickle opcode.</source>
        <translation>ファイル内の pickle が破損しています：{pos:,} バイト目の {opcode!r} は pickle のオペコードではありません。</translation>
    </message>
    <message>
        <location filename="../../core/pickling/opcodes.py"/>
        <source>The pickle inside the file refers to buffers outside it, which no checkpoint can hold.</source>
        <translation>ファイル内の pickle が外部のバッファーを参照していますが、チェックポイントには入れられないものです。</translation>
    </message>
    <message>
        <location filename="../../core/pickling/loop.py"/>
        <source>The pickle inside the file says protocol {protocol}; Python knows 0 to 5.</source>
        <translation>ファイル内の pickle はプロトコル {protocol} となっていますが、Python が扱えるのは 0 から 5 です。</translation>
    </message>
    <message>
        <location filename="../../core/saving/damage.py"/>
        <source>The pickle of this file does not match the checksum that was saved with it: the file is damaged, and names, shapes or values may be wrong. Nothing was written, because the new file could not tell any more. Fetch the file again.</source>
        <translation>このファイルの pickle は保存時のチェックサムと合いません：ファイルは破損しており、名前、形状、値が誤っているかもしれません。新しいファイルではそれが分からなくなるため、何も書き込みませんでした。ファイルを取得し直してください。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/containers.py"/>
        <source>The pickle points to tensors that lie outside of it. torch.load finds them when it is given the whole file; data.pkl alone, taken out of the zip, has only the structure and no weights.</source>
        <translation>pickle は、その外にあるテンソルを指しています。torch.load はファイル全体を渡されればそれらを見つけます。zip から取り出した data.pkl だけでは、構造があるだけで重みがありません。</translation>
    </message>
    <message>
        <location filename="../../core/containers/tar_file.py"/>
        <source>The pickle refers to a tensor that is not in the file; it is damaged.</source>
        <translation>pickle がファイルにないテンソルを参照しています。破損しています。</translation>
    </message>
    <message>
        <location filename="../../core/numbers/spans.py"/>
        <source>The pickle says that storage {key!r} has {nbytes:,} bytes, and the file says that there are {size:,}: which bytes are whose cannot be told. No torch loads such a file. Fetch it again, or use an older checkpoint.</source>
        <translation>ストレージ {key!r} は pickle では {nbytes:,} バイト、ファイルでは {size:,} バイトとなっています：どのバイトがどれのものか分かりません。このようなファイルはどの torch でも読み込めません。取得し直すか、もっと古いチェックポイントを使ってください。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/storages.py"/>
        <source>The pickle says that storage {key} has {nbytes:,} bytes, and before its bytes stands that there are {there:,}. Which bytes belong to which tensor cannot be told any more.</source>
        <translation>pickle によればストレージ {key} は {nbytes:,} バイトですが、バイトの前には {there:,} バイトと書かれています。どのバイトがどのテンソルのものか、もう判別できません。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/pickles.py"/>
        <source>The pickle was written by Python 2, whose texts are bytes in an unknown encoding. The weights are fine.</source>
        <translation>この pickle は Python 2 が書いたもので、そのテキストはエンコーディング不明のバイト列です。重みは正常です。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/data_parallel.py"/>
        <source>The pickled DataParallel keeps device_ids={device_ids} and hands each of these cards its share of a batch, whichever are here.</source>
        <translation>pickle 化された DataParallel は device_ids={device_ids} を保持しており、どの GPU がここにあるかに関係なく、それぞれにバッチの割り当て分を渡します。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/data_parallel.py"/>
        <source>The pickled DataParallel keeps device_ids={device_ids} and refuses to run unless all of its model lies on {first}. It neither moves the model there nor falls back to the CPU.</source>
        <translation>pickle 化された DataParallel は device_ids={device_ids} を保持しており、モデル全体が {first} にないと動作を拒否します。モデルをそこに移すことも、CPU に切り替えることもしません。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/data_parallel.py"/>
        <source>The pickled model is inside {wrapper}, whose name for it stands before all keys of its state_dict.</source>
        <translation>pickle 化されたモデルは {wrapper} の内側にあり、ラッパーがモデルに付けた名前が state_dict のすべてのキーの前に付きます。</translation>
    </message>
    <message>
        <location filename="../../gui/diagnosis/error_model.py"/>
        <source>The plan cures this. Save the file, and load what you saved.</source>
        <translation>計画で直ります。ファイルを保存し、保存したものを読み込んでください。</translation>
    </message>
    <message numerus="yes">
        <location filename="../../gui/diagnosis/error_model.py"/>
        <source>The plan cures this. {n:,} other errors are left: fix all before you save.</source>
        <translation><numerusform>計画で直ります。ほかに {n:,} 個のエラーがあります。保存の前にすべて修正してください。</numerusform></translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/running.py"/>
        <source>The popular older workaround moves the state by hand (`for state in optimizer.state.values(): …`).</source>
        <translation>よく使われる古い回避策では、状態を手で移します（`for state in optimizer.state.values(): …`）。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/model_match/model_findings.py"/>
        <source>The popular workaround strict=False hides this: what does not fit is left out without a word, and the model keeps its random weights there.</source>
        <translation>よくある回避策の strict=False はこれを隠します：合わないものは何の警告もなく除かれ、モデルのその部分は乱数の重みのままです。</translation>
    </message>
    <message>
        <location filename="../../core/memory/measure.py"/>
        <source>The process with torch ended before it had done everything.</source>
        <translation>torch のプロセスが、すべてを終える前に終了しました。</translation>
    </message>
    <message>
        <location filename="../../core/torch_child/trial_load.py"/>
        <source>The process with torch ended without an answer.</source>
        <translation>torch のプロセスが応答せずに終了しました。</translation>
    </message>
    <message>
        <location filename="../../core/torch_child/process.py"/>
        <source>The process with torch failed with code {code}: {reason}</source>
        <translation>torch のプロセスがコード {code} で失敗しました：{reason}</translation>
    </message>
    <message>
        <location filename="../../core/torch_child/process.py"/>
        <source>The process with torch was ended by signal {signal}; it may have run out of memory.</source>
        <translation>torch のプロセスがシグナル {signal} で終了しました。メモリが足りなくなったのかもしれません。</translation>
    </message>
    <message>
        <location filename="../../core/containers/ranks/rank_trees.py"/>
        <source>The ranks do not have the same of {name}: the files are of different saves.</source>
        <translation>{name} の内容が rank の間で一致しません：ファイルは別々の保存のものです。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/file.py"/>
        <source>The reader that torch.load uses by default has no opcode for integers of 2,040 bits and more, nor for tuples that hold themselves. No pickle protocol says them in another way.</source>
        <translation>torch.load が既定で使うリーダーには、2,040 ビット以上の整数のオペコードも、自分自身を含むタプルのオペコードもありません。どの pickle プロトコルにも、ほかの表し方はありません。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/many_files.py"/>
        <source>The rest is shown. What is missing takes {keys} along.</source>
        <translation>残りを表示しています。不足分に{keys}が含まれます。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/many_files.py"/>
        <source>The rest is shown. Which keys the missing files take along is said nowhere.</source>
        <translation>残りを表示しています。不足しているファイルにどのキーがあったかは、どこにも書かれていません。</translation>
    </message>
    <message>
        <location filename="../../gui/health/colouring.py"/>
        <source>The root of the mean square of the numbers, on a logarithmic scale</source>
        <translation>数値の二乗平均平方根（対数目盛り）</translation>
    </message>
    <message>
        <location filename="../../gui/values/several_table.py"/>
        <source>The root of the mean square: the norm for each number</source>
        <translation>二乗平均平方根：1 数値あたりのノルム</translation>
    </message>
    <message>
        <location filename="../../gui/values/copy_menu.py"/>
        <source>The rows and columns of the page Numbers</source>
        <translation>「数値」ページの行と列</translation>
    </message>
    <message>
        <location filename="../../gui/tree/menu.py"/>
        <source>The rows as a table, cells parted by tabs</source>
        <translation>行を表として。セルはタブ区切り</translation>
    </message>
    <message>
        <location filename="../../gui/diff/model.py"/>
        <source>The same in {name}.</source>
        <translation>{name} と同じです。</translation>
    </message>
    <message>
        <location filename="../../gui/memory/table_models.py"/>
        <source>The same, as the kernel and torch counted it in a process that did it</source>
        <translation>同じものを、実際に行ったプロセスでカーネルと torch が数えた値</translation>
    </message>
    <message>
        <location filename="../../core/saving/publishing.py"/>
        <source>The save was stopped.</source>
        <translation>保存を中止しました。</translation>
    </message>
    <message>
        <location filename="../../gui/page/notice.py"/>
        <source>The saved copy needs no GPU. But {text}</source>
        <translation>保存したコピーに GPU は不要です。ただし{text}</translation>
    </message>
    <message>
        <location filename="../../gui/save/forecast.py"/>
        <source>The saved copy will load on any computer, with {call}.</source>
        <translation>保存したコピーは、どのコンピューターでも {call} で読み込めます。</translation>
    </message>
    <message>
        <location filename="../../gui/save/forecast.py"/>
        <source>The saved copy will load on any computer: each file with safetensors.torch.load_file(f), all of them with from_pretrained of transformers where the folder has a config.json.</source>
        <translation>保存したコピーはどのコンピューターでも読み込めます。各ファイルは safetensors.torch.load_file(f) で、フォルダーに config.json があれば全体を transformers の from_pretrained で読み込めます。</translation>
    </message>
    <message>
        <location filename="../../gui/save/forecast.py"/>
        <source>The saved copy will load on any computer: {call} needs no map_location.</source>
        <translation>保存したコピーはどのコンピューターでも読み込めます。{call} に map_location は不要です。</translation>
    </message>
    <message>
        <location filename="../../gui/page/notice.py"/>
        <source>The saved copy will load on {computer}, with no map_location.</source>
        <translation>保存したコピーは{computer}で map_location なしで読み込めます。</translation>
    </message>
    <message>
        <location filename="../../gui/save/forecast.py"/>
        <source>The saved copy will load on {computer}: {call} needs no map_location there.</source>
        <translation>保存したコピーは{computer}で読み込めます。そこでは {call} に map_location は不要です。</translation>
    </message>
    <message>
        <location filename="../../gui/diagnosis/model.py"/>
        <source>The saved copy will load {where}.</source>
        <translation>保存したコピーは{where}読み込めます。</translation>
    </message>
    <message>
        <location filename="../../gui/diagnosis/model.py"/>
        <source>The saved copy will not load {where}: {errors}.</source>
        <translation>保存したコピーは{where}読み込めません：{errors}。</translation>
    </message>
    <message>
        <location filename="../../core/numbers/quantised.py"/>
        <source>The scales of a quantised tensor are none that torch writes; the file is damaged.</source>
        <translation>量子化テンソルのスケールが、torch の書くものではありません。ファイルが破損しています。</translation>
    </message>
    <message>
        <location filename="../../core/numbers/reader.py"/>
        <source>The scales of a quantised tensor are not in the file; it is damaged.</source>
        <translation>量子化テンソルのスケールがファイルにありません。ファイルが破損しています。</translation>
    </message>
    <message>
        <location filename="../../core/numbers/quantised.py"/>
        <source>The scales of a quantised tensor do not fit its shape; the file is damaged.</source>
        <translation>量子化テンソルのスケールが形状に合いません。ファイルが破損しています。</translation>
    </message>
    <message numerus="yes">
        <location filename="../../gui/session/known.py"/>
        <source>The scan found NaN in {n:,} tensors, “{name}” the first of them.</source>
        <translation><numerusform>スキャンで、NaN を含むテンソルが {n:,} 個見つかりました。最初は「{name}」です。</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../gui/session/known.py"/>
        <source>The scan found infinity in {n:,} tensors, “{name}” the first of them.</source>
        <translation><numerusform>スキャンで、無限大を含むテンソルが {n:,} 個見つかりました。最初は「{name}」です。</numerusform></translation>
    </message>
    <message>
        <location filename="../../core/spread/cluster.py"/>
        <source>The scheduler at {address} has no workers. Start some.</source>
        <translation>{address} のスケジューラーにはワーカーがありません。起動してください。</translation>
    </message>
    <message>
        <location filename="../../core/spread/cluster.py"/>
        <source>The scheduler at {address} is gone; what it had is lost.</source>
        <translation>{address} のスケジューラーが終了しています。保持していた内容は失われました。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/running.py"/>
        <source>The script asked for a tensor of a size that no computer can hold: the number is no size, but what lay in memory by chance, or a product that overflowed. Mostly processes that gather tensors of different shapes, or that are not at the same step, take each other's bytes for sizes.</source>
        <translation>スクリプトが、どのコンピューターにも入らない大きさのテンソルを求めました：その数値は本当のサイズではなく、たまたまメモリにあった値か、オーバーフローした積です。たいていは、形状の異なるテンソルを gather するプロセスや、同じステップにいないプロセスが、互いのバイトをサイズと取り違えています。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/pickles.py"/>
        <source>The script looks into what torch.load returned as into a dict, and it is a model object: it was saved with torch.save(model, f).</source>
        <translation>スクリプトは torch.load が返したものを辞書として参照していますが、それはモデルオブジェクトです：torch.save(model, f) で保存されました。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/pickles.py"/>
        <source>The script takes model.module, which only a model inside DataParallel or DistributedDataParallel has. This one is bare: it runs on one device, or was loaded without its wrapper.</source>
        <translation>スクリプトは model.module を使っていますが、それがあるのは DataParallel または DistributedDataParallel の内側のモデルだけです。このモデルはラップされていません：1 つのデバイスで動くか、ラッパーなしで読み込まれました。</translation>
    </message>
    <message>
        <location filename="../../gui/tree/tips.py"/>
        <source>The search found {shown:,} of these {count:,} tensors. Selected, the row stands for those it found.</source>
        <translation>この {count:,} 個のテンソルのうち {shown:,} 個が検索に一致しました。行を選ぶと、一致した分を指します。</translation>
    </message>
    <message>
        <location filename="../../gui/tree/menu.py"/>
        <source>The search hides some of what this would change: clear it first</source>
        <translation>これが変えるものの一部を検索が隠しています。先に検索を消してください</translation>
    </message>
    <message>
        <location filename="../../gui/values/change_menu.py"/>
        <source>The selected cells of the page Numbers become one number</source>
        <translation>「数値」ページで選んだセルを同じ数値にする</translation>
    </message>
    <message>
        <location filename="../../core/edits/devices.py"/>
        <source>The selection names a tensor that is not in this file.</source>
        <translation>選択に、このファイルにないテンソルが含まれています。</translation>
    </message>
    <message>
        <location filename="../../core/edits/keys.py"/>
        <location filename="../../core/edits/outlook.py"/>
        <source>The selection names an entry that is not in this file.</source>
        <translation>選択に、このファイルにない項目が含まれています。</translation>
    </message>
    <message>
        <location filename="../../gui/page/error_page.py"/>
        <source>The server gives no parts of files: to look into this one all of it is fetched, {much}.</source>
        <translation>サーバーがファイルの一部だけの取得に対応していません：このファイルを見るには、全体（{much}）を取得します。</translation>
    </message>
    <message>
        <location filename="../../gui/page/comparing.py"/>
        <source>The server of {name} gives no parts of files: to compare, all of it is fetched.</source>
        <translation>{name} のサーバーがファイルの一部だけの取得に対応していません：比較するには、全体を取得します。</translation>
    </message>
    <message>
        <location filename="../../core/remote/stores/http.py"/>
        <location filename="../../core/remote/stores/s3.py"/>
        <source>The server of {path} answers with other bytes than it was asked for, and is not believed.</source>
        <translation>{path} のサーバーが、求めたものと違うバイトを返しました。信用できないため使いません。</translation>
    </message>
    <message>
        <location filename="../../core/remote/stores/http.py"/>
        <location filename="../../core/remote/stores/s3.py"/>
        <location filename="../../core/remote/stores/ssh.py"/>
        <source>The server of {path} answers {code}.</source>
        <translation>{path} のサーバーの応答は {code} です。</translation>
    </message>
    <message>
        <location filename="../../core/remote/trouble.py"/>
        <source>The server of {path} gives no parts of files. To open it, all of it would be downloaded: {much}. Ask for that (--download), or fetch it yourself.</source>
        <translation>{path} のサーバーがファイルの一部だけの取得に対応していません。開くには、全体をダウンロードすることになります：{much}。それを指定するか（--download）、自分で取得してください。</translation>
    </message>
    <message>
        <location filename="../../core/remote/stores/http.py"/>
        <source>The server of {path} gives no parts of the file any more. Open it again.</source>
        <translation>{path} のサーバーが、ファイルの一部だけの取得に対応しなくなりました。開き直してください。</translation>
    </message>
    <message>
        <location filename="../../core/remote/uploading/sftp.py"/>
        <source>The server of {path} has other bytes than were sent. Nothing was changed.</source>
        <translation>{path} のサーバーにあるバイトが、送ったものと違います。何も変更していません。</translation>
    </message>
    <message>
        <location filename="../../core/remote/stores/ssh.py"/>
        <source>The server of {path} is not trusted: {reason}. Log in to it with ssh once, and compare its key with what its owner tells you.</source>
        <translation>{path} のサーバーは信頼できません：{reason}。一度 ssh でログインし、その鍵を、所有者から聞いたものと比べてください。</translation>
    </message>
    <message>
        <location filename="../../core/remote/stores/by_fsspec.py"/>
        <location filename="../../core/remote/stores/s3.py"/>
        <source>The server of {path} is not trusted: {reason}. Nothing was read.</source>
        <translation>{path} のサーバーは信頼できません：{reason}。何も読んでいません。</translation>
    </message>
    <message>
        <location filename="../../core/remote/stores/http.py"/>
        <source>The server of {path} leads from {before}:// to {after}://, and was not followed.</source>
        <translation>{path} のサーバーが {before}:// から {after}:// へリダイレクトしました。たどりませんでした。</translation>
    </message>
    <message>
        <location filename="../../core/remote/stores/http.py"/>
        <source>The server of {path} leads to no place.</source>
        <translation>{path} のサーバーのリダイレクトには、有効な行き先がありません。</translation>
    </message>
    <message>
        <location filename="../../core/remote/stores/ssh.py"/>
        <source>The server of {path} lets nobody in with the keys that are here ({reason}). Try it with ssh.</source>
        <translation>{path} のサーバーは、ここにある鍵ではログインできません（{reason}）。ssh で試してください。</translation>
    </message>
    <message>
        <location filename="../../core/remote/stores/http.py"/>
        <source>The server of {path} packs what it sends, though it was asked not to.</source>
        <translation>{path} のサーバーが、圧縮しないよう求めたのに、圧縮して送ってきました。</translation>
    </message>
    <message>
        <location filename="../../core/remote/stores/http.py"/>
        <source>The server of {path} sends on and on, {count} times.</source>
        <translation>{path} のサーバーが、{count} 回もリダイレクトを繰り返しました。</translation>
    </message>
    <message>
        <location filename="../../gui/tree/headings.py"/>
        <source>The shape of a tensor; for anything else, how many tensors lie below</source>
        <translation>テンソルの形状。ほかは下にあるテンソルの数</translation>
    </message>
    <message>
        <location filename="../../gui/optimizer/table_model.py"/>
        <source>The shape of the parameter</source>
        <translation>パラメーターの形状</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/model_match/model_keys.py"/>
        <source>The shape of {key!r} in {name} is {item}; it should be a list of sizes such as [64, 3, 7, 7], or null.</source>
        <translation>{name} の {key!r} の形状は {item} です。[64, 3, 7, 7] のようなサイズのリストか、null にしてください。</translation>
    </message>
    <message>
        <location filename="../../gui/health/colouring.py"/>
        <location filename="../../gui/values/several_table.py"/>
        <source>The share of the numbers that are zero</source>
        <translation>ゼロである数値の割合</translation>
    </message>
    <message>
        <location filename="../../core/values/update.py"/>
        <source>The size of this optimizer's next step is not known here; it is for torch's Adam and AdamW.</source>
        <translation>このオプティマイザーの次のステップの大きさはここでは分かりません。分かるのは torch の Adam と AdamW です。</translation>
    </message>
    <message>
        <location filename="../../core/values/update.py"/>
        <source>The size of {kind}'s next step is not known here; it is for torch's Adam and AdamW.</source>
        <translation>{kind} の次のステップの大きさはここでは分かりません。分かるのは torch の Adam と AdamW です。</translation>
    </message>
    <message>
        <location filename="../../gui/values/several_table.py"/>
        <source>The smallest number</source>
        <translation>最小の数値</translation>
    </message>
    <message>
        <location filename="../../core/files/copy.py"/>
        <source>The source became shorter while it was being read. Nothing was written; open it again.</source>
        <translation>読んでいる間に元のファイルが短くなりました。何も書き込んでいません。開き直してください。</translation>
    </message>
    <message>
        <location filename="../../gui/save/dialog.py"/>
        <source>The source was {not_of_torch}. Tick “{text}” to save it.</source>
        <translation>元のファイルは{not_of_torch}。保存するには「{text}」にチェックを入れてください。</translation>
    </message>
    <message>
        <location filename="../../gui/values/several_table.py"/>
        <source>The standard deviation, as torch.std gives it</source>
        <translation>標準偏差。torch.std と同じ</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traceback/judge_lookups.py"/>
        <source>The state of the optimizer is in {expression}.</source>
        <translation>オプティマイザーの状態は {expression} にあります。</translation>
    </message>
    <message>
        <location filename="../../gui/optimizer/table_model.py"/>
        <source>The state of {name} is on {here}, the parameter on {there}.
optimizer.load_state_dict moves it there; used as it is, optimizer.step() raises
“Expected all tensors to be on the same device”. In Diagnosis let the state follow its parameters.</source>
        <translation>{name} の状態は {here}、パラメーターは {there} にあります。
optimizer.load_state_dict が移しますが、そのまま使うと optimizer.step() が
“Expected all tensors to be on the same device” を出します。「診断」で状態をパラメーターに合わせられます。</translation>
    </message>
    <message>
        <location filename="../../core/values/health/optimizers.py"/>
        <source>The state of {name} is {state} and {name} itself {shape}: they are of two models, and the next step fails.</source>
        <translation>{name} の状態は {state}、{name} 自体は {shape} です：2 つの別のモデルのもので、次のステップは失敗します。</translation>
    </message>
    <message>
        <location filename="../../core/edits/state_dict.py"/>
        <source>The state of {parameters} that no group has is left out.</source>
        <translation>どのグループにもない{parameters}の状態を除きました。</translation>
    </message>
    <message>
        <location filename="../../core/edits/devices.py"/>
        <source>The state of {path} stays where it is, {belonging}; say which model it is of.</source>
        <translation>{path} の状態はそのままです（{belonging}）。どのモデルのものかを指定してください。</translation>
    </message>
    <message>
        <location filename="../../core/edits/devices.py"/>
        <source>The state of {path} stays where it is: {file} names no devices.</source>
        <translation>{path} の状態はそのままです：{file} にはデバイスの記録がありません。</translation>
    </message>
    <message>
        <location filename="../../core/values/update.py"/>
        <source>The step of {name} is {value:g}: no step has been taken yet.</source>
        <translation>{name} の step は {value:g} です：まだ 1 ステップも進んでいません。</translation>
    </message>
    <message>
        <location filename="../../core/saving/storages.py"/>
        <source>The storages in this file are packed, so they cannot be cut. Save it once, then cut.</source>
        <translation>このファイルのストレージは圧縮されているため、切り詰められません。一度保存してから切り詰めてください。</translation>
    </message>
    <message>
        <location filename="../../core/containers/tar_file.py"/>
        <source>The tar lists a number of tensors that cannot be; it is damaged.</source>
        <translation>tar に書かれたテンソルの数がありえない値です。破損しています。</translation>
    </message>
    <message>
        <location filename="../../core/edits/numbers/setting.py"/>
        <source>The tensor</source>
        <translation>テンソル</translation>
    </message>
    <message>
        <location filename="../../gui/health/table_model.py"/>
        <source>The tensor, or the part of an optimizer. Enter or a double click goes there.</source>
        <translation>テンソル、またはオプティマイザーの一部。Enter かダブルクリックで移動する。</translation>
    </message>
    <message>
        <location filename="../../gui/values/several_table.py"/>
        <source>The tensor. Enter or a double click goes to it alone.</source>
        <translation>テンソル。Enter かダブルクリックでこれだけを見る。</translation>
    </message>
    <message>
        <location filename="../../gui/optimizer/table_model.py"/>
        <source>The tensors kept for it</source>
        <translation>そのために保持されるテンソル</translation>
    </message>
    <message>
        <location filename="../../gui/memory/timeline.py"/>
        <source>The timeline cannot be drawn: {error}</source>
        <translation>時系列を描けません：{error}</translation>
    </message>
    <message>
        <location filename="../../gui/app/actions.py"/>
        <source>The torch code that makes the file with the pending changes.</source>
        <translation>保留中の変更を入れたファイルを作る torch のコード。</translation>
    </message>
    <message>
        <location filename="../../core/values/health/weights.py"/>
        <source>The training overflowed, or a cast to a shorter dtype did. Use a checkpoint from before that.</source>
        <translation>学習か、短い dtype への変換であふれました。その前のチェックポイントを使ってください。</translation>
    </message>
    <message>
        <location filename="../../core/catalogue/integrity.py"/>
        <source>The two headers of record {name!r} disagree; the file is damaged.</source>
        <translation>レコード {name!r} の 2 つのヘッダーが食い違っています。ファイルは破損しています。</translation>
    </message>
    <message>
        <location filename="../../gui/memory/strategy_list.py"/>
        <source>The way that loads with the least on the cards, then with the least RAM.
Ways that differ by next to nothing are as good as each other.</source>
        <translation>GPU の使用が最も少なく、次に RAM が最も少ない方法。
ほとんど差のない方法は同等とみなします。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traceback/judge_lookups.py"/>
        <location filename="../../core/diagnosis/traceback/model_of_error.py"/>
        <source>The weights are in {expression}.</source>
        <translation>重みは {expression} にあります。</translation>
    </message>
    <message>
        <location filename="../../core/edits/entries.py"/>
        <source>The whole file</source>
        <translation>ファイル全体</translation>
    </message>
    <message>
        <location filename="../../core/edits/entries.py"/>
        <source>The whole file cannot be dropped.</source>
        <translation>ファイル全体は削除できません。</translation>
    </message>
    <message>
        <location filename="../../gui/tree/menu.py"/>
        <source>The whole file cannot be left out of itself.</source>
        <translation>ファイル全体を除くことはできません。</translation>
    </message>
    <message>
        <location filename="../../cli/startup.py"/>
        <source>The window needs Qt, which cannot be loaded: {error}.</source>
        <translation>ウィンドウには Qt が必要ですが、読み込めません：{error}。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traceback/judge_damage.py"/>
        <source>The words are those of another program; torch's own stand above them.</source>
        <translation>この文言は別のプログラムのものです。torch 自身の文言はその上にあります。</translation>
    </message>
    <message>
        <location filename="../../core/formats/zip_reader.py"/>
        <source>The zip directory of the file ends too early; the file is damaged. Fetch it again.</source>
        <translation>ファイルの zip ディレクトリが早く終わりすぎています。ファイルが破損しています。取得し直してください。</translation>
    </message>
    <message>
        <location filename="../../core/formats/zip_reader.py"/>
        <source>The zip directory of the file is damaged. Fetch it again.</source>
        <translation>ファイルの zip ディレクトリが破損しています。取得し直してください。</translation>
    </message>
    <message>
        <location filename="../../core/formats/zip_reader.py"/>
        <source>The zip directory of the file lies outside the file; it is damaged. Fetch it again.</source>
        <translation>zip ディレクトリがファイルの外にあり、破損しています。取得し直してください。</translation>
    </message>
    <message>
        <location filename="../../core/catalogue/optimizers/matched.py"/>
        <source>The {parameters} of {path} do not fit {model}: it has fewer, or they have other shapes.</source>
        <translation>{path} の {parameters}は {model} に合いません：モデルのほうが少ないか、形状が異なります。</translation>
    </message>
    <message>
        <location filename="../../gui/preferences/offered.py"/>
        <source>Theme</source>
        <translation>テーマ</translation>
    </message>
    <message>
        <location filename="../../gui/app/actions.py"/>
        <source>Theme, size of text, units, language, and what is assumed of this computer. Applies at once.</source>
        <translation>テーマ、文字の大きさ、単位、言語、このコンピューターについての前提。すぐに反映される。</translation>
    </message>
    <message>
        <location filename="../../gui/save/sections.py"/>
        <source>Then</source>
        <translation>その後</translation>
    </message>
    <message>
        <location filename="../../gui/compare/dialog.py"/>
        <source>There are no keys on either side.</source>
        <translation>どちらにもキーがありません。</translation>
    </message>
    <message>
        <location filename="../../gui/values/facts.py"/>
        <source>There are no numbers in it: one of its dimensions is 0.</source>
        <translation>数値がありません：次元の 1 つが 0 です。</translation>
    </message>
    <message>
        <location filename="../../gui/devices/panel.py"/>
        <location filename="../../gui/memory/file.py"/>
        <source>There are no tensors in this file.</source>
        <translation>このファイルにテンソルはありません。</translation>
    </message>
    <message>
        <location filename="../../gui/memory/panel.py"/>
        <source>There are no tensors in this file: loading it takes no memory worth the name.</source>
        <translation>このファイルにテンソルはありません。読み込みにメモリはほとんど要りません。</translation>
    </message>
    <message>
        <location filename="../../core/remote/uploading/s3.py"/>
        <source>There is no bucket {name}. Nothing was written.</source>
        <translation>バケット {name} がありません。何も書き込んでいません。</translation>
    </message>
    <message>
        <location filename="../../cli/startup.py"/>
        <source>There is no display here, so the window cannot open.</source>
        <translation>画面がないため、ウィンドウを開けません。</translation>
    </message>
    <message>
        <location filename="../../core/edits/apply.py"/>
        <source>There is no entry {entry} in this file.</source>
        <translation>このファイルに項目 {entry} はありません。</translation>
    </message>
    <message>
        <location filename="../../core/containers/location.py"/>
        <source>There is no file {path}. Check the name.</source>
        <translation>{path} というファイルはありません。名前を確認してください。</translation>
    </message>
    <message>
        <location filename="../../core/saving/publishing.py"/>
        <source>There is no folder {folder}. Make it first or choose another.</source>
        <translation>フォルダー {folder} がありません。先に作るか、別のものを選んでください。</translation>
    </message>
    <message>
        <location filename="../../core/remote/uploading/sftp.py"/>
        <source>There is no folder {folder}. Make it first.</source>
        <translation>フォルダー {folder} がありません。先に作ってください。</translation>
    </message>
    <message>
        <location filename="../../gui/save/dialog.py"/>
        <source>There is no folder {parent}.</source>
        <translation>フォルダー {parent} がありません。</translation>
    </message>
    <message>
        <location filename="../../gui/optimizer/panel.py"/>
        <source>There is no optimizer in this file.</source>
        <translation>このファイルにオプティマイザーはありません。</translation>
    </message>
    <message>
        <location filename="../../core/edits/devices.py"/>
        <source>There is no optimizer state in this file to move.</source>
        <translation>このファイルには、移せるオプティマイザーの状態がありません。</translation>
    </message>
    <message>
        <location filename="../../core/memory/unsupported.py"/>
        <source>There is no prediction for a TorchScript archive. Load it with {call}.</source>
        <translation>TorchScript アーカイブの予測はありません。{call} で読み込んでください。</translation>
    </message>
    <message>
        <location filename="../../core/memory/unsupported.py"/>
        <source>There is no prediction for a safetensors file. Load it with {call}.</source>
        <translation>safetensors ファイルの予測はありません。{call} で読み込んでください。</translation>
    </message>
    <message>
        <location filename="../../core/memory/unsupported.py"/>
        <source>There is no prediction for such a file. Load it with {call}.</source>
        <translation>このようなファイルの予測はありません。{call} で読み込んでください。</translation>
    </message>
    <message>
        <location filename="../../core/edits/keys.py"/>
        <source>There is no state dict in this file whose keys could get a prefix.</source>
        <translation>このファイルには、キーに接頭辞を付けられる state_dict がありません。</translation>
    </message>
    <message>
        <location filename="../../core/values/update.py"/>
        <source>There is no step of {name} in this file, which the next one depends on.</source>
        <translation>このファイルには {name} の step がなく、次のステップはそれに左右されます。</translation>
    </message>
    <message>
        <location filename="../../core/edits/numbers/cast.py"/>
        <source>There is no such tensor in this file.</source>
        <translation>このファイルにそのようなテンソルはありません。</translation>
    </message>
    <message>
        <location filename="../../gui/values/model.py"/>
        <source>There is no tensor in what is selected. Select one, or a module that has some.</source>
        <translation>選んだものにテンソルがありません。テンソルか、テンソルを含むモジュールを選んでください。</translation>
    </message>
    <message>
        <location filename="../../cli/extracting.py"/>
        <source>There is no whole pickled model or optimizer in this file.</source>
        <translation>このファイルに丸ごと pickle されたモデルやオプティマイザーはありません。</translation>
    </message>
    <message>
        <location filename="../../core/values/update.py"/>
        <source>There is no {state} of {name} with its shape in this file.</source>
        <translation>このファイルには、{name} と同じ形状の {state} がありません。</translation>
    </message>
    <message>
        <location filename="../../core/values/keys.py"/>
        <source>There is none in it.</source>
        <translation>中にテンソルはありません。</translation>
    </message>
    <message>
        <location filename="../../cli/main.py"/>
        <location filename="../../core/recipes/batch.py"/>
        <source>There is not enough memory to open this file.</source>
        <translation>メモリが足りず、このファイルを開けません。</translation>
    </message>
    <message>
        <location filename="../../core/catalogue/catalogue.py"/>
        <source>There is nothing at {path!r} in this file.</source>
        <translation>このファイルの {path!r} には何もありません。</translation>
    </message>
    <message>
        <location filename="../../core/recipes/applying.py"/>
        <source>There is nothing to change by it.</source>
        <translation>これで変わるものはありません。</translation>
    </message>
    <message>
        <location filename="../../cli/curing.py"/>
        <source>There is nothing to cure in it.</source>
        <translation>修正できるものはありません。</translation>
    </message>
    <message>
        <location filename="../../core/recipes/recipe.py"/>
        <source>There is nothing to keep: no change of this plan can be made to another file. No recipe was written.</source>
        <translation>保存できる手順がありません。この変更は他のファイルには適用できません。レシピは書き込まれていません。</translation>
    </message>
    <message>
        <location filename="../../core/report/answer.py"/>
        <source>There is nothing to recognise: the text is empty.</source>
        <translation>認識するものがありません。テキストが空です。</translation>
    </message>
    <message>
        <location filename="../../core/containers/foreign/numpy_file.py"/>
        <source>These are arrays of NumPy, which are shown and not changed here; load them with numpy.load(f).</source>
        <translation>NumPy の配列です。ここでは表示だけで、変更はしません。numpy.load(f) で読み込んでください。</translation>
    </message>
    <message>
        <location filename="../../cli/ways.py"/>
        <source>These options do that: {options}.</source>
        <translation>次のオプションで行えます：{options}。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/file.py"/>
        <source>They name no GPU.</source>
        <translation>GPU は含まれていません。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/file.py"/>
        <source>They name {devices}.</source>
        <translation>{devices} が含まれています。</translation>
    </message>
    <message>
        <location filename="../../core/containers/dcp/listing.py"/>
        <source>This .metadata is not the list of a checkpoint of torch.distributed.checkpoint.</source>
        <translation>この .metadata は、torch.distributed.checkpoint のチェックポイントの一覧ではありません。</translation>
    </message>
    <message>
        <location filename="../../gui/page/hints.py"/>
        <source>This button does the next thing: it fixes, then it saves a copy. This file stays as it is.</source>
        <translation>このボタンが次のことを行います：修正し、それからコピーを保存します。このファイルはそのままです。</translation>
    </message>
    <message>
        <location filename="../../gui/memory/board.py"/>
        <source>This cannot be worked out: {error}</source>
        <translation>求められません：{error}</translation>
    </message>
    <message>
        <location filename="../../core/containers/lost.py"/>
        <source>This copy was made from a model with missing files: {parts}.</source>
        <translation>このコピーは、ファイルが欠けたモデルから作成されました。欠けているもの：{parts}。</translation>
    </message>
    <message>
        <location filename="../../gui/session/doctor.py"/>
        <source>This could not be fixed: {error}</source>
        <translation>修正できませんでした：{error}</translation>
    </message>
    <message>
        <location filename="../../gui/diagnosis/check.py"/>
        <source>This could not be tried: {error}</source>
        <translation>試せませんでした：{error}</translation>
    </message>
    <message>
        <location filename="../../gui/code/dialog.py"/>
        <source>This could not be worked out: {error}</source>
        <translation>求められませんでした：{error}</translation>
    </message>
    <message>
        <location filename="../../gui/compare/dialog.py"/>
        <source>This failed: {error!r}</source>
        <translation>失敗しました：{error!r}</translation>
    </message>
    <message>
        <location filename="../../gui/parts/model.py"/>
        <source>This file belongs to the model and is not in the folder.</source>
        <translation>このファイルはモデルの一部ですが、フォルダーにありません。</translation>
    </message>
    <message>
        <location filename="../../gui/session/doctor.py"/>
        <source>This file could not be diagnosed: {error}</source>
        <translation>このファイルを診断できませんでした：{error}</translation>
    </message>
    <message>
        <location filename="../../cli/curing.py"/>
        <source>This file has no finding {code!r}.</source>
        <translation>このファイルに問題 {code!r} はありません。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/model_match/comparison.py"/>
        <source>This file has no state dict to compare with a model. Where it holds a whole model, extract its state_dict first.</source>
        <translation>このファイルには、モデルと比較できる state_dict がありません。モデル全体が入っている場合は、先にその state_dict を抽出してください。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/unopened.py"/>
        <source>This file holds compiled code with its weights, as torch.jit.save writes it. torch.load of torch 2.6 and later refuses it, because loading it can run that code.</source>
        <translation>このファイルには、torch.jit.save が書くとおり、重みとともにコンパイル済みのコードが入っています。読み込むとそのコードが実行されうるため、torch 2.6 以降の torch.load は拒否します。</translation>
    </message>
    <message>
        <location filename="../../core/formats/identify.py"/>
        <source>This file holds only zero bytes; its download or copy was never finished. Fetch the real file again.</source>
        <translation>このファイルには値 0 のバイトしかありません。ダウンロードまたはコピーが完了していません。本物のファイルを取得し直してください。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/model_match/group_findings.py"/>
        <source>This file holds optimizer state alone, and it does not fit {wanted}.</source>
        <translation>このファイルにはオプティマイザーの状態だけがあり、{wanted} に合いません。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/model_match/group_findings.py"/>
        <source>This file holds optimizer state alone: its {params} fit those of {wanted} in number and shape.</source>
        <translation>このファイルにはオプティマイザーの状態だけがあります：その {params}は {wanted} のものと数も形状も合います。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/model_match/group_findings.py"/>
        <source>This file holds optimizer state alone: its {params} fit those of {wanted} in number.</source>
        <translation>このファイルにはオプティマイザーの状態だけがあります：その {params}は {wanted} のものと数が合います。</translation>
    </message>
    <message>
        <location filename="../../core/formats/zip_reader.py"/>
        <source>This file holds several zip archives one behind the other, as torch.distributed.checkpoint writes its parts (.distcp). Open the folder that they are in, with their list (.metadata).</source>
        <translation>このファイルには複数の zip アーカイブが続けて入っています。torch.distributed.checkpoint は部分（.distcp）をそのように書きます。その一覧（.metadata）もあるフォルダーを開いてください。</translation>
    </message>
    <message>
        <location filename="../../core/formats/legacy.py"/>
        <source>This file is a checkpoint in torch's older format and a tar archive at once, and torch.load takes it for the tar. It was made to look like another file than it is; do not load it.</source>
        <translation>このファイルは torch の旧形式のチェックポイントであると同時に tar アーカイブでもあり、torch.load は tar とみなします。別のファイルに見せかけて作られたものです。読み込まないでください。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/unopened.py"/>
        <source>This file is in the safetensors format, which is no pickle.</source>
        <translation>このファイルは safetensors 形式で、pickle ではありません。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traceback/answer.py"/>
        <source>This file is not the cause: {why}</source>
        <translation>このファイルは原因ではありません：{why}</translation>
    </message>
    <message>
        <location filename="../../core/formats/identify.py"/>
        <source>This file is packed with bzip2. Unpack it first (bunzip2) and open the checkpoint inside.</source>
        <translation>このファイルは bzip2 で圧縮されています。まず展開し（bunzip2）、中のチェックポイントを開いてください。</translation>
    </message>
    <message>
        <location filename="../../core/formats/identify.py"/>
        <source>This file is packed with gzip. Unpack it first (gunzip) and open the checkpoint inside.</source>
        <translation>このファイルは gzip で圧縮されています。まず展開し（gunzip）、中のチェックポイントを開いてください。</translation>
    </message>
    <message>
        <location filename="../../core/formats/identify.py"/>
        <source>This file is packed with lz4. Unpack it first (unlz4) and open the checkpoint inside.</source>
        <translation>このファイルは lz4 で圧縮されています。まず展開し（unlz4）、中のチェックポイントを開いてください。</translation>
    </message>
    <message>
        <location filename="../../core/formats/identify.py"/>
        <source>This file is packed with lzma. Unpack it first (unlzma) and open the checkpoint inside.</source>
        <translation>このファイルは lzma で圧縮されています。まず展開し（unlzma）、中のチェックポイントを開いてください。</translation>
    </message>
    <message>
        <location filename="../../core/formats/identify.py"/>
        <source>This file is packed with xz. Unpack it first (unxz) and open the checkpoint inside.</source>
        <translation>このファイルは xz で圧縮されています。まず展開し（unxz）、中のチェックポイントを開いてください。</translation>
    </message>
    <message>
        <location filename="../../core/formats/identify.py"/>
        <source>This file is packed with zlib. Unpack it first and open the checkpoint inside.</source>
        <translation>このファイルは zlib で圧縮されています。まず展開し、中のチェックポイントを開いてください。</translation>
    </message>
    <message>
        <location filename="../../core/formats/identify.py"/>
        <source>This file is packed with zstd. Unpack it first (unzstd) and open the checkpoint inside.</source>
        <translation>このファイルは zstd で圧縮されています。まず展開し（unzstd）、中のチェックポイントを開いてください。</translation>
    </message>
    <message>
        <location filename="../../gui/diagnosis/error_model.py"/>
        <source>This file is the cause</source>
        <translation>このファイルが原因</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traceback/answer.py"/>
        <source>This file is the cause: {why}</source>
        <translation>このファイルが原因です：{why}</translation>
    </message>
    <message>
        <location filename="../../core/torch_child/bridge.py"/>
        <source>This file needs more than weights_only=True allows (unsupported{what}); measuring never runs what a file names.</source>
        <translation>このファイルには weights_only=True で許される以上のものが必要です（未対応：{what}）。測定では、ファイルが指すものを決して実行しません。</translation>
    </message>
    <message>
        <location filename="../../core/torch_child/bridge.py"/>
        <source>This file needs more than weights_only=True allows; measuring never runs what a file names.</source>
        <translation>このファイルには weights_only=True で許される以上のものが必要です。測定では、ファイルが指すものを決して実行しません。</translation>
    </message>
    <message>
        <location filename="../../core/containers/table.py"/>
        <source>This folder is empty: {path} is a directory without a file in it.</source>
        <translation>このフォルダーは空です。{path} はファイルのないディレクトリです。</translation>
    </message>
    <message>
        <location filename="../../gui/tree/tips.py"/>
        <source>This format saves no device: whoever loads the file chooses one.</source>
        <translation>この形式はデバイスを保存しません。読み込む側が選びます。</translation>
    </message>
    <message>
        <location filename="../../gui/devices/table_model.py"/>
        <source>This format saves no device: whoever loads the file chooses one. A click selects all tensors.</source>
        <translation>この形式はデバイスを保存しません。読み込む側が選びます。クリックで全テンソルを選びます。</translation>
    </message>
    <message>
        <location filename="../../core/formats/identify.py"/>
        <source>This is a 7z archive. Unpack it first (7z x) and open the checkpoint inside.</source>
        <translation>これは 7z アーカイブです。まず展開し（7z x）、中のチェックポイントを開いてください。</translation>
    </message>
    <message>
        <location filename="../../core/formats/identify.py"/>
        <source>This is a GGUF file for llama.cpp, not a PyTorch checkpoint. Run it with llama.cpp. Look for the file with the weights for PyTorch.</source>
        <translation>これは llama.cpp 用の GGUF ファイルで、PyTorch のチェックポイントではありません。llama.cpp で実行してください。PyTorch 用の重みの入ったファイルを探してください。</translation>
    </message>
    <message>
        <location filename="../../core/formats/identify_text.py"/>
        <source>This is a JSON text, not a checkpoint, perhaps a model's configuration. Look for the file with the weights.</source>
        <translation>これは JSON のテキストで、チェックポイントではありません。モデルの設定かもしれません。重みの入ったファイルを探してください。</translation>
    </message>
    <message>
        <location filename="../../core/formats/identify.py"/>
        <source>This is a MATLAB file (.mat), not a PyTorch checkpoint. Open it with scipy.io.loadmat or h5py.</source>
        <translation>これは MATLAB ファイル（.mat）で、PyTorch のチェックポイントではありません。scipy.io.loadmat か h5py で開いてください。</translation>
    </message>
    <message>
        <location filename="../../core/formats/identify.py"/>
        <source>This is a NumPy archive (.npz), not a PyTorch checkpoint. Open it with numpy.load.</source>
        <translation>これは NumPy アーカイブ（.npz）で、PyTorch のチェックポイントではありません。numpy.load で開いてください。</translation>
    </message>
    <message>
        <location filename="../../core/formats/identify.py"/>
        <source>This is a NumPy array (.npy), not a PyTorch checkpoint. Open it with numpy.load.</source>
        <translation>これは NumPy 配列（.npy）で、PyTorch のチェックポイントではありません。numpy.load で開いてください。</translation>
    </message>
    <message>
        <location filename="../../core/formats/identify.py"/>
        <source>This is a PDF document, not a checkpoint. Look for the file with the weights.</source>
        <translation>これは PDF 文書で、チェックポイントではありません。重みの入ったファイルを探してください。</translation>
    </message>
    <message>
        <location filename="../../core/formats/identify.py"/>
        <source>This is a RAR archive. Unpack it first (unrar x) and open the checkpoint inside.</source>
        <translation>これは RAR アーカイブです。まず展開し（unrar x）、中のチェックポイントを開いてください。</translation>
    </message>
    <message>
        <location filename="../../core/formats/identify.py"/>
        <source>This is a TensorFlow Lite model, not a PyTorch checkpoint. Run it with its interpreter. Look for the file with the weights for PyTorch.</source>
        <translation>これは TensorFlow Lite のモデルで、PyTorch のチェックポイントではありません。専用のインタープリターで実行してください。PyTorch 用の重みの入ったファイルを探してください。</translation>
    </message>
    <message>
        <location filename="../../core/formats/identify.py"/>
        <source>This is a TorchScript archive of torch before 1.4 (model.json), which torch.jit.load of today refuses (“Legacy model format is not supported on mobile”). Load it with torch.jit.load of the torch that wrote it, and save its state_dict() with torch.save.</source>
        <translation>これは 1.4 より前の torch の TorchScript アーカイブ（model.json）で、今の torch.jit.load は拒否します（“Legacy model format is not supported on mobile”）。書いたときの torch の torch.jit.load で読み込み、その state_dict() を torch.save で保存してください。</translation>
    </message>
    <message>
        <location filename="../../core/containers/torch_zips/script.py"/>
        <source>This is a TorchScript archive: compiled code with its weights. It can be looked at but not changed here; load it with torch.jit.load(f, map_location='cpu') and save it again with torch.jit.save.</source>
        <translation>これは TorchScript アーカイブ、つまりコンパイル済みのコードと重みです。ここでは表示できますが、変更はできません。torch.jit.load(f, map_location='cpu') で読み込み、torch.jit.save で保存し直してください。</translation>
    </message>
    <message>
        <location filename="../../core/formats/identify.py"/>
        <source>This is a Windows program, not a checkpoint. Look for the file with the weights.</source>
        <translation>これは Windows のプログラムで、チェックポイントではありません。重みの入ったファイルを探してください。</translation>
    </message>
    <message>
        <location filename="../../core/formats/zip_reader.py"/>
        <source>This is a file of torch.save without its data.pkl, which holds all names and shapes: the save or the download was interrupted. Save or fetch it again, or use the checkpoint saved before it.</source>
        <translation>torch.save のファイルですが、すべての名前と形状を収めた data.pkl がありません：保存またはダウンロードが中断されています。保存または取得し直すか、その前に保存したチェックポイントを使ってください。</translation>
    </message>
    <message>
        <location filename="../../core/formats/identify_text.py"/>
        <source>This is a git-lfs pointer, not the checkpoint itself, which has {size}. Run `git lfs pull` in its repository to fetch the real file.</source>
        <translation>これは git-lfs のポインターで、{size} のチェックポイント本体ではありません。リポジトリで `git lfs pull` を実行し、本物のファイルを取得してください。</translation>
    </message>
    <message>
        <location filename="../../core/formats/identify_text.py"/>
        <source>This is a git-lfs pointer, not the checkpoint itself. Run `git lfs pull` in its repository to fetch the real file.</source>
        <translation>これは git-lfs のポインターで、チェックポイント本体ではありません。リポジトリで `git lfs pull` を実行し、本物のファイルを取得してください。</translation>
    </message>
    <message>
        <location filename="../../core/formats/identify.py"/>
        <source>This is a model in the older GGML format of llama.cpp, not a PyTorch checkpoint. Run it with llama.cpp. Look for the file with the weights for PyTorch.</source>
        <translation>これは llama.cpp の旧 GGML 形式のモデルで、PyTorch のチェックポイントではありません。llama.cpp で実行してください。PyTorch 用の重みの入ったファイルを探してください。</translation>
    </message>
    <message>
        <location filename="../../core/formats/identify.py"/>
        <source>This is a model of Keras (.keras), not a PyTorch checkpoint. Load it with Keras. Look for the file with the weights for PyTorch.</source>
        <translation>これは Keras のモデル（.keras）で、PyTorch のチェックポイントではありません。Keras で読み込んでください。PyTorch 用の重みの入ったファイルを探してください。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/objects.py"/>
        <source>This is a module object itself, not its state_dict. torch.load(f) refuses its classes ({names}), and with weights_only=False it needs the very code that they were defined in.</source>
        <translation>これは state_dict ではなく、モジュールオブジェクトそのものです。torch.load(f) はそのクラス（{names}）を拒否し、weights_only=False を指定しても、クラスを定義したまさにそのコードが必要です。</translation>
    </message>
    <message>
        <location filename="../../core/formats/identify.py"/>
        <source>This is a package of compiled code of AOTInductor (.pt2), not a file of torch.save. Load it with torch._inductor.aoti_load_package(f), on the kind of machine that it was compiled for.</source>
        <translation>これは AOTInductor のコンパイル済みコードのパッケージ（.pt2）で、torch.save のファイルではありません。コンパイルの対象とした種類のコンピューターで、torch._inductor.aoti_load_package(f) で読み込んでください。</translation>
    </message>
    <message>
        <location filename="../../core/formats/identify.py"/>
        <source>This is a pickle of {by}, not a file of torch.save. Load it with the program that wrote it. Look for the file with the weights for PyTorch.</source>
        <translation>これは {by} の pickle で、torch.save のファイルではありません。書いたプログラムで読み込んでください。PyTorch 用の重みの入ったファイルを探してください。</translation>
    </message>
    <message>
        <location filename="../../core/formats/identify.py"/>
        <source>This is a pickle packed with {how}, as joblib.dump(compress=…) writes it, not a file of torch.save. Load it with joblib.load. Look for the file with the weights for PyTorch.</source>
        <translation>これは {how} で圧縮された pickle（joblib.dump(compress=…) の形）で、torch.save のファイルではありません。joblib.load で読み込んでください。PyTorch 用の重みの入ったファイルを探してください。</translation>
    </message>
    <message>
        <location filename="../../core/formats/identify.py"/>
        <source>This is a picture ({kind}), not a checkpoint. Look for the file with the weights.</source>
        <translation>これは画像（{kind}）で、チェックポイントではありません。重みの入ったファイルを探してください。</translation>
    </message>
    <message>
        <location filename="../../core/formats/identify.py"/>
        <source>This is a plain pickle, written by pickle.dump and not by torch.save. Load it with the program that wrote it and save it with torch.save.</source>
        <translation>これは torch.save ではなく pickle.dump で書かれた、ふつうの pickle です。書いたプログラムで読み込み、torch.save で保存してください。</translation>
    </message>
    <message>
        <location filename="../../core/formats/identify.py"/>
        <source>This is a program or a library of compiled code, not a checkpoint. Look for the file with the weights.</source>
        <translation>これはプログラムまたはコンパイル済みのライブラリで、チェックポイントではありません。重みの入ったファイルを探してください。</translation>
    </message>
    <message>
        <location filename="../../core/formats/identify.py"/>
        <source>This is a sound file, not a checkpoint. Look for the file with the weights.</source>
        <translation>これは音声ファイルで、チェックポイントではありません。重みの入ったファイルを探してください。</translation>
    </message>
    <message>
        <location filename="../../core/formats/identify.py"/>
        <source>This is a table in the Arrow format, not a checkpoint. Look for the file with the weights.</source>
        <translation>これは Arrow 形式の表で、チェックポイントではありません。重みの入ったファイルを探してください。</translation>
    </message>
    <message>
        <location filename="../../core/formats/identify.py"/>
        <source>This is a table in the Parquet format, not a checkpoint. Look for the file with the weights.</source>
        <translation>これは Parquet 形式の表で、チェックポイントではありません。重みの入ったファイルを探してください。</translation>
    </message>
    <message>
        <location filename="../../core/formats/identify.py"/>
        <source>This is a tar archive packed with gzip. Unpack it first (tar -xzf) and open the checkpoint inside.</source>
        <translation>これは gzip で圧縮された tar アーカイブです。まず展開し（tar -xzf）、中のチェックポイントを開いてください。</translation>
    </message>
    <message>
        <location filename="../../core/formats/identify.py"/>
        <source>This is a tar archive that begins with {name}, not a checkpoint. Unpack it first (tar -xf) and open the checkpoint inside.</source>
        <translation>これは {name} で始まる tar アーカイブで、チェックポイントではありません。まず展開し（tar -xf）、中のチェックポイントを開いてください。</translation>
    </message>
    <message>
        <location filename="../../core/formats/identify.py"/>
        <source>This is a tar archive, as torch before 0.1.10 saved checkpoints. Load it with torch.load(f, weights_only=False) if you trust it, and save it again.</source>
        <translation>これは tar アーカイブで、0.1.10 より前の torch のチェックポイントの形です。信頼できるなら torch.load(f, weights_only=False) で読み込み、保存し直してください。</translation>
    </message>
    <message>
        <location filename="../../core/formats/identify.py"/>
        <source>This is a tar archive, not a checkpoint. Unpack it first (tar -xf) and open the checkpoint inside.</source>
        <translation>これは tar アーカイブで、チェックポイントではありません。まず展開し（tar -xf）、中のチェックポイントを開いてください。</translation>
    </message>
    <message>
        <location filename="../../core/formats/identify_text.py"/>
        <source>This is a text file, not a checkpoint; it begins with {begin}. Fetch the real file again.</source>
        <translation>これはテキストファイルで、チェックポイントではありません。先頭は {begin} です。本物のファイルを取得し直してください。</translation>
    </message>
    <message>
        <location filename="../../core/formats/identify_text.py"/>
        <source>This is a text file, not a checkpoint; it says {text}. Fetch the real file again.</source>
        <translation>これはテキストファイルで、チェックポイントではありません。内容は {text} です。本物のファイルを取得し直してください。</translation>
    </message>
    <message>
        <location filename="../../core/formats/identify.py"/>
        <source>This is a video or sound file, not a checkpoint. Look for the file with the weights.</source>
        <translation>これは動画または音声のファイルで、チェックポイントではありません。重みの入ったファイルを探してください。</translation>
    </message>
    <message>
        <location filename="../../core/formats/identify_text.py"/>
        <source>This is a web page saved under a checkpoint's name, often a login or error page. Fetch the real file again with the download link itself.</source>
        <translation>これはチェックポイントの名前で保存されたウェブページで、多くはログインページやエラーページです。ダウンロードリンクそのものから本物のファイルを取得し直してください。</translation>
    </message>
    <message>
        <location filename="../../core/formats/identify_text.py"/>
        <source>This is a web page, {title}, saved under a checkpoint's name, often a login or error page. Fetch the real file again with the download link itself.</source>
        <translation>これはチェックポイントの名前で保存されたウェブページ {title} で、多くはログインページやエラーページです。ダウンロードリンクそのものから本物のファイルを取得し直してください。</translation>
    </message>
    <message numerus="yes">
        <location filename="../../core/formats/identify.py"/>
        <source>This is a zip archive with {names} in it. Unpack it first and open the one that you want.</source>
        <translation><numerusform>これは {names} の入った zip アーカイブです。まず展開し、目的のものを開いてください。</numerusform></translation>
    </message>
    <message>
        <location filename="../../core/containers/zip_file.py"/>
        <location filename="../../core/formats/identify.py"/>
        <source>This is a zip archive, but not one of torch.save: it has no data.pkl.</source>
        <translation>これは zip アーカイブですが、torch.save のものではありません：data.pkl がありません。</translation>
    </message>
    <message>
        <location filename="../../core/formats/identify.py"/>
        <source>This is an HDF5 file (.h5), as Keras writes them, not a PyTorch checkpoint. Load it with Keras, or read it with h5py.</source>
        <translation>これは Keras が書き出す HDF5 ファイル（.h5）で、PyTorch のチェックポイントではありません。Keras で読み込むか、h5py で読んでください。</translation>
    </message>
    <message>
        <location filename="../../core/formats/identify.py"/>
        <source>This is an ONNX model, not a PyTorch checkpoint. Run it with onnxruntime. Look for the file with the weights for PyTorch.</source>
        <translation>これは ONNX モデルで、PyTorch のチェックポイントではありません。onnxruntime で実行してください。PyTorch 用の重みの入ったファイルを探してください。</translation>
    </message>
    <message>
        <location filename="../../core/formats/identify.py"/>
        <source>This is an SQLite database, not a checkpoint. Look for the file with the weights.</source>
        <translation>これは SQLite データベースで、チェックポイントではありません。重みの入ったファイルを探してください。</translation>
    </message>
    <message>
        <location filename="../../core/formats/identify_text.py"/>
        <source>This is an XML text, not a checkpoint. Fetch the real file again.</source>
        <translation>これは XML のテキストで、チェックポイントではありません。本物のファイルを取得し直してください。</translation>
    </message>
    <message>
        <location filename="../../core/formats/identify.py"/>
        <source>This is an archive of torch.package, not of torch.save. Load it with torch.package.PackageImporter(f).</source>
        <translation>これは torch.package のアーカイブで、torch.save のものではありません。torch.package.PackageImporter(f) で読み込んでください。</translation>
    </message>
    <message>
        <location filename="../../core/containers/torch_zips/package.py"/>
        <source>This is an archive of torch.package: objects with the code that they need. It can be looked at but not changed here; load it with torch.package.PackageImporter(f).</source>
        <translation>torch.package のアーカイブです：オブジェクトと、それに必要なコードが入っています。ここでは見るだけで、変更はできません。torch.package.PackageImporter(f) で読み込んでください。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/containers.py"/>
        <source>This is an error of torch.save: the disk is full, a quota is used up, or a network drive went away. The file it was writing is not complete; those saved before are as they were.</source>
        <translation>これは torch.save のエラーです：ディスクがいっぱいか、割り当て容量を使い切ったか、ネットワークドライブが切断されました。書き込み中のファイルは不完全です。以前に保存したものはそのまま残っています。</translation>
    </message>
    <message>
        <location filename="../../core/formats/identify.py"/>
        <source>This is an exported program (.pt2), not a file of torch.save. Load it with torch.export.load(f).</source>
        <translation>これはエクスポートされたプログラム（.pt2）で、torch.save のファイルではありません。torch.export.load(f) で読み込んでください。</translation>
    </message>
    <message>
        <location filename="../../core/containers/torch_zips/exported.py"/>
        <source>This is an exported program (.pt2): a compiled graph with its weights. It can be looked at but not changed here; load it with torch.export.load(f).</source>
        <translation>エクスポート済みプログラム（.pt2）です：コンパイルされたグラフとその重みです。ここでは見るだけで、変更はできません。torch.export.load(f) で読み込んでください。</translation>
    </message>
    <message>
        <location filename="../../core/formats/identify.py"/>
        <source>This is no PyTorch checkpoint: it is neither a zip archive nor a file of the older torch.save format.</source>
        <translation>これは PyTorch のチェックポイントではありません：zip アーカイブでも、torch.save の旧形式のファイルでもありません。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/unopened.py"/>
        <source>This is no checkpoint</source>
        <translation>チェックポイントではありません</translation>
    </message>
    <message>
        <location filename="../../core/report/answer.py"/>
        <source>This is no error of loading that is known here. Paste the whole traceback, down to its last line.</source>
        <translation>ここで知られている読み込みのエラーではありません。最後の行までトレースバック全体を貼り付けてください。</translation>
    </message>
    <message>
        <location filename="../../gui/location/model.py"/>
        <source>This is no location: it begins with https://, s3:// or the like, or with / on this computer.</source>
        <translation>場所ではありません：場所は https:// や s3:// などで始まり、このコンピューターでは / で始まります。</translation>
    </message>
    <message>
        <location filename="../../core/recipes/kept_plan.py"/>
        <source>This is no plan that this version of the program has kept.</source>
        <translation>この版のプログラムが残した計画ではありません。</translation>
    </message>
    <message>
        <location filename="../../core/recipes/recipe.py"/>
        <source>This is no recipe: it has no “recipe” and no “steps”.</source>
        <translation>レシピではありません：“recipe” も “steps” もありません。</translation>
    </message>
    <message>
        <location filename="../../core/recipes/recipe.py"/>
        <source>This is no recipe: its name is no text, or its steps are no list.</source>
        <translation>レシピではありません：名前がテキストでないか、手順がリストではありません。</translation>
    </message>
    <message>
        <location filename="../../gui/tree/search_line.py"/>
        <source>This is no regular expression, so the search of before is still shown: {reason}</source>
        <translation>正規表現ではないため、前の検索を表示しています：{reason}</translation>
    </message>
    <message>
        <location filename="../../gui/diagnosis/error_model.py"/>
        <source>This is none of the errors known here. Paste the whole traceback, its last lines above all: they hold the error itself.</source>
        <translation>ここで知られているエラーではありません。トレースバック全体、特に最後の行を貼り付けてください。そこにエラー自体があります。</translation>
    </message>
    <message>
        <location filename="../../gui/diff/board.py"/>
        <source>This is pending already; Ctrl+Z takes it back</source>
        <translation>すでに保留中。Ctrl+Z で取り消せる</translation>
    </message>
    <message>
        <location filename="../../core/formats/identify_text.py"/>
        <source>This is the configuration of a model (config.json), not its weights. Open the weights that lie beside it, such as pytorch_model.bin.</source>
        <translation>これはモデルの設定（config.json）で、重みではありません。隣にある重み（pytorch_model.bin など）を開いてください。</translation>
    </message>
    <message>
        <location filename="../../core/formats/identify_text.py"/>
        <source>This is the error answer of a server (JSON), not the checkpoint: {said}. Check the address, and whether you must log in or accept a licence, then fetch the file again.</source>
        <translation>これはサーバーのエラー応答（JSON）で、チェックポイントではありません：{said}。アドレスと、ログインやライセンスへの同意が必要かどうかを確認し、ファイルを取得し直してください。</translation>
    </message>
    <message>
        <location filename="../../core/formats/identify_text.py"/>
        <source>This is the error answer of a storage server, not the checkpoint: {said}. {way_out}</source>
        <translation>これはストレージサーバーのエラー応答で、チェックポイントではありません：{said}。{way_out}</translation>
    </message>
    <message>
        <location filename="../../core/formats/identify_text.py"/>
        <source>This is the index of a model saved in parts, not the weights. Open the parts that it names.</source>
        <translation>これは分割して保存されたモデルの索引で、重みではありません。索引が示す各部分を開いてください。</translation>
    </message>
    <message>
        <location filename="../../core/formats/identify_text.py"/>
        <source>This is the index of a model saved in {parts}, not the weights. Open the parts themselves, such as {name}, which lie beside it.</source>
        <translation>これは{parts}に分けて保存されたモデルの索引で、重みではありません。隣にある各部分（{name} など）を開いてください。</translation>
    </message>
    <message>
        <location filename="../../core/formats/identify.py"/>
        <source>This is the list of parts of a checkpoint of torch.distributed.checkpoint. Call it .metadata again, and open the folder that its parts (.distcp) are in.</source>
        <translation>torch.distributed.checkpoint のチェックポイントの部分の一覧です。名前を .metadata に戻し、その部分（.distcp）のあるフォルダーを開いてください。</translation>
    </message>
    <message>
        <location filename="../../core/formats/identify_text.py"/>
        <source>This is the list of what a storage server holds, not one of its files. Fetch the file by its own address.</source>
        <translation>これはストレージサーバーの内容の一覧で、その中のファイルではありません。ファイル自体のアドレスから取得してください。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/objects.py"/>
        <source>This is the model object itself, saved with torch.save(model), not its state_dict. torch.load(f) refuses its classes ({names}), and with weights_only=False it needs the very code that they were defined in.</source>
        <translation>これは state_dict ではなく、torch.save(model) で保存されたモデルオブジェクトそのものです。torch.load(f) はそのクラス（{names}）を拒否し、weights_only=False を指定しても、クラスを定義したまさにそのコードが必要です。</translation>
    </message>
    <message>
        <location filename="../../gui/session/odd_walk.py"/>
        <source>This is the only NaN or Inf of the file.</source>
        <translation>これがファイル内で唯一の NaN または Inf です。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/objects.py"/>
        <source>This is the optimizer object itself, not its state_dict. torch.load(f) refuses its class; with weights_only=False it loads, and steps of another torch version fail on attributes it lacks, such as “'{kind}' object has no attribute '_warned_capturable_if_run_uncaptured'”.</source>
        <translation>これは state_dict ではなく、オプティマイザーオブジェクトそのものです。torch.load(f) はそのクラスを拒否します。weights_only=False なら読み込めますが、別のバージョンの torch では、“'{kind}' object has no attribute '_warned_capturable_if_run_uncaptured'” のように、ない属性のためにステップが失敗します。</translation>
    </message>
    <message>
        <location filename="../../core/formats/identify.py"/>
        <source>This is {what}, not a PyTorch checkpoint. Load it with TensorFlow, or convert it there. Look for the file with the weights for PyTorch.</source>
        <translation>これは {what} で、PyTorch のチェックポイントではありません。TensorFlow で読み込むか、そこで変換してください。PyTorch 用の重みの入ったファイルを探してください。</translation>
    </message>
    <message>
        <location filename="../../gui/tree/tips.py"/>
        <source>This level goes, and the keys below it move up.</source>
        <translation>この階層はなくなり、下のキーは一段上がります。</translation>
    </message>
    <message>
        <location filename="../../core/torch_child/trial_load.py"/>
        <source>This program has no torch of its own, and found no Python that has it: neither python3 nor python, nor one that {variable} names. Nothing can be loaded with torch.</source>
        <translation>このプログラムは torch を内蔵しておらず、torch の入った Python も見つかりませんでした：python3、python、{variable} で指定するもののいずれにもありません。torch では何も読み込めません。</translation>
    </message>
    <message>
        <location filename="../../core/recipes/recipe.py"/>
        <source>This recipe is of another version of the program ({version}).</source>
        <translation>このレシピは別の版のプログラムのものです（{version}）。</translation>
    </message>
    <message>
        <location filename="../../core/containers/safetensors_file.py"/>
        <source>This safetensors file has tensors of dtypes that torch does not know. It is shown and not changed here.</source>
        <translation>この safetensors ファイルには、torch にない dtype のテンソルがあります。ここでは表示だけで、変更はしません。</translation>
    </message>
    <message>
        <location filename="../../core/formats/safetensors.py"/>
        <source>This safetensors file has {count:,} bytes that belong to none of its tensors; it is damaged or a trap. Fetch it again.</source>
        <translation>この safetensors ファイルには、どのテンソルにも属さない {count:,} バイトがあります。破損しているか、罠です。取得し直してください。</translation>
    </message>
    <message>
        <location filename="../../cli/main.py"/>
        <source>This should not have happened ({kind}: {error}).</source>
        <translation>起きるはずのないことが起きました（{kind}: {error}）。</translation>
    </message>
    <message>
        <location filename="../../gui/values/model.py"/>
        <source>This tensor is dropped: it is not in the file you save. Its numbers are those of the file as it is.</source>
        <translation>このテンソルは削除されます：保存するファイルには入りません。表示は今のファイルの数値です。</translation>
    </message>
    <message>
        <location filename="../../gui/memory/board.py"/>
        <source>Timeline</source>
        <translation>時系列</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/data_parallel.py"/>
        <source>To load into a model without the wrapper, extract the state_dict of the model inside, as model.module.state_dict() gives it.</source>
        <translation>ラッパーのないモデルに読み込むには、model.module.state_dict() と同じように内側のモデルの state_dict を取り出します。</translation>
    </message>
    <message>
        <location filename="../../gui/code/dialog.py"/>
        <source>To load on {computer}</source>
        <translation>{computer}で読み込む</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/objects.py"/>
        <source>To load without it, save tensor.full_tensor() there.</source>
        <translation>それなしで読み込むには、そこで tensor.full_tensor() を保存してください。</translation>
    </message>
    <message>
        <location filename="../../cli/coding.py"/>
        <source>To load {checkpoint} on {computer}.</source>
        <translation>{computer}で {checkpoint} を読み込むコードです。</translation>
    </message>
    <message>
        <location filename="../../cli/startup.py"/>
        <source>To look at a file here: {command}</source>
        <translation>ここでファイルを見るには：{command}</translation>
    </message>
    <message>
        <location filename="../../cli/startup.py"/>
        <source>To save a copy that loads without a GPU: {command}</source>
        <translation>GPU なしで読み込めるコピーを保存するには：{command}</translation>
    </message>
    <message>
        <location filename="../../gui/app/toolbar.py"/>
        <source>Toolbar</source>
        <translation>ツールバー</translation>
    </message>
    <message>
        <location filename="../../gui/memory/board.py"/>
        <source>Train</source>
        <translation>学習</translation>
    </message>
    <message>
        <location filename="../../gui/document/typed_number.py"/>
        <source>True or False</source>
        <translation>True か False</translation>
    </message>
    <message>
        <location filename="../../gui/diagnosis/check.py"/>
        <location filename="../../gui/health/board.py"/>
        <location filename="../../gui/location/folder_view.py"/>
        <location filename="../../gui/page/comparing.py"/>
        <location filename="../../gui/page/error_page.py"/>
        <location filename="../../gui/widgets/read_error.py"/>
        <source>Try again</source>
        <translation>もう一度</translation>
    </message>
    <message>
        <location filename="../../gui/widgets/basic_widgets.py"/>
        <source>Try again without limits</source>
        <translation>制限なしでもう一度</translation>
    </message>
    <message>
        <location filename="../../gui/page/saving.py"/>
        <source>Try again…</source>
        <translation>もう一度…</translation>
    </message>
    <message>
        <location filename="../../core/containers/ranks/rank_trees.py"/>
        <source>Two files have the same piece of {name}: one is a copy of the other.</source>
        <translation>2 つのファイルに {name} の同じ断片があります：一方はもう一方のコピーです。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/object_cures.py"/>
        <source>Two keys of a dict in it would be one as plain data: rename or drop one of them, then make it plain.</source>
        <translation>その中の辞書の 2 つのキーが、単純なデータにすると同じになります：片方の名前を変更するか削除してから、単純なデータにしてください。</translation>
    </message>
    <message>
        <location filename="../../core/edits/outlook.py"/>
        <source>Two keys would have this name.</source>
        <translation>2 つのキーがこの名前になります。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/many_files.py"/>
        <source>Two names of the state dict are the same tensor (tied weights), or views of one. safetensors has each tensor once, so save_file refuses. Nothing is wrong with them.</source>
        <translation>state_dict の 2 つの名前が同じテンソル（重みの共有）か、1 つのテンソルのビューです。safetensors は各テンソルを 1 回しか持てないため、save_file が拒否します。テンソル自体に問題はありません。</translation>
    </message>
    <message>
        <location filename="../../core/values/export/opened.py"/>
        <source>Two of these tensors would be called {name!r}; export them one by one.</source>
        <translation>このうち 2 つのテンソルがどちらも {name!r} になります。1 つずつ書き出してください。</translation>
    </message>
    <message>
        <location filename="../../core/containers/dcp/in_headers.py"/>
        <source>Two pieces of {name} are of different kinds.</source>
        <translation>{name} の 2 つの断片の種類が違います。</translation>
    </message>
    <message>
        <location filename="../../core/formats/assembled.py"/>
        <source>Two pieces of {name} claim the same numbers.</source>
        <translation>{name} の 2 つの断片が同じ数値を指しています。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/running.py"/>
        <source>Two ranks use the same card: each loads the file to the GPU it was saved on, or torch.cuda.set_device was never called.</source>
        <translation>2 つの rank が同じ GPU を使っています：それぞれがファイルを保存時の GPU に読み込んでいるか、torch.cuda.set_device が呼ばれていません。</translation>
    </message>
    <message>
        <location filename="../../gui/widgets/device_box.py"/>
        <source>Type any device that torch knows, such as cuda:3 or mps</source>
        <translation>torch が知るデバイスを入力。例：cuda:3、mps</translation>
    </message>
    <message>
        <location filename="../../gui/location/folder_view.py"/>
        <source>Type to find a name</source>
        <translation>入力して名前を検索</translation>
    </message>
    <message>
        <location filename="../../gui/rename/model.py"/>
        <source>Type what to look for in the keys.</source>
        <translation>キーの中で探すものを入力してください。</translation>
    </message>
    <message>
        <location filename="../../gui/app/actions.py"/>
        <location filename="../../gui/changes/panel.py"/>
        <source>Undo</source>
        <translation>元に戻す</translation>
    </message>
    <message>
        <location filename="../../gui/changes/panel.py"/>
        <source>Undo: {step} (Ctrl+Z)</source>
        <translation>元に戻す：{step} (Ctrl+Z)</translation>
    </message>
    <message>
        <location filename="../../gui/app/help.py"/>
        <location filename="../../gui/tree/tools.py"/>
        <source>Unfold all</source>
        <translation>すべて展開</translation>
    </message>
    <message>
        <location filename="../../gui/tree/menu.py"/>
        <source>Unfold all below</source>
        <translation>下をすべて展開</translation>
    </message>
    <message>
        <location filename="../../gui/tree/menu.py"/>
        <source>Unfold everything</source>
        <translation>すべて展開</translation>
    </message>
    <message>
        <location filename="../../gui/location/recent_list.py"/>
        <source>Unpin</source>
        <translation>固定を外す</translation>
    </message>
    <message>
        <location filename="../../cli/system/qt_libraries.py"/>
        <source>Until then the window cannot open; the command line works.</source>
        <translation>それまでウィンドウは開けませんが、コマンドラインは使えます。</translation>
    </message>
    <message>
        <location filename="../../gui/location/folder_view.py"/>
        <source>Up</source>
        <translation>上へ</translation>
    </message>
    <message>
        <location filename="../../gui/values/one_tensor.py"/>
        <source>Update</source>
        <translation>更新</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/frameworks.py"/>
        <source>Upgrade torch to 2.6 or newer, or give them the weights as safetensors: safetensors.torch.save_file(state_dict, 'model.safetensors').</source>
        <translation>torch を 2.6 以降に更新するか、重みを safetensors で渡してください：safetensors.torch.save_file(state_dict, 'model.safetensors')。</translation>
    </message>
    <message>
        <location filename="../../gui/widgets/device_box.py"/>
        <source>Use</source>
        <translation>使う</translation>
    </message>
    <message>
        <location filename="../../gui/widgets/device_box.py"/>
        <source>Use this device</source>
        <translation>このデバイスを使う</translation>
    </message>
    <message>
        <location filename="../../gui/details/model.py"/>
        <location filename="../../gui/tree/value_editor.py"/>
        <source>Value</source>
        <translation>値</translation>
    </message>
    <message>
        <location filename="../../gui/page/workspace.py"/>
        <source>Values</source>
        <translation>値</translation>
    </message>
    <message>
        <location filename="../../gui/app/actions.py"/>
        <source>Verify &amp;integrity</source>
        <translation>完全性を検証(&amp;I)</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/containers.py"/>
        <source>Verify the file: checksums are compared only then.</source>
        <translation>ファイルを検証してください：チェックサムが比較されるのはそのときだけです。</translation>
    </message>
    <message>
        <location filename="../../gui/diagnosis/board.py"/>
        <source>Verify with torch</source>
        <translation>torch で確かめる</translation>
    </message>
    <message>
        <location filename="../../gui/app/help.py"/>
        <source>Version {version}</source>
        <translation>バージョン {version}</translation>
    </message>
    <message>
        <location filename="../../gui/page/saving.py"/>
        <source>Wait until it is there, or stop: then nothing of it is left.</source>
        <translation>終わるまで待つか、中止してください。中止すれば何も残りません。</translation>
    </message>
    <message>
        <location filename="../../gui/diagnosis/model.py"/>
        <source>Warning</source>
        <translation>警告</translation>
    </message>
    <message>
        <location filename="../../gui/memory/strategy_list.py"/>
        <source>Ways to load the checkpoint</source>
        <translation>チェックポイントの読み込み方</translation>
    </message>
    <message>
        <location filename="../../gui/code/dialog.py"/>
        <source>Ways to load the file</source>
        <translation>ファイルの読み込み方</translation>
    </message>
    <message>
        <location filename="../../gui/page/exporting.py"/>
        <source>Web page (*.html)</source>
        <translation>ウェブページ (*.html)</translation>
    </message>
    <message>
        <location filename="../../gui/health/table_model.py"/>
        <source>What</source>
        <translation>内容</translation>
    </message>
    <message>
        <location filename="../../gui/memory/controls.py"/>
        <source>What CUDA itself takes in each process on each GPU it touches: about {memory} since CUDA 11.7, more before.
It depends on card and driver, so it is an assumption that you can correct.</source>
        <translation>CUDA 自体が、各プロセスが触れる各 GPU で使う量：CUDA 11.7 以降は約 {memory}、以前はもっと多い。
GPU とドライバーによるため、訂正できる仮定です。</translation>
    </message>
    <message>
        <location filename="../../gui/memory/bars_model.py"/>
        <source>What CUDA itself takes in each process on each GPU it touches; an assumption that you can edit.
Only the end of the process frees it.</source>
        <translation>CUDA 自体が、各プロセスが触れる各 GPU で使う量。変更できる仮定です。
プロセスが終わるまで解放されません。</translation>
    </message>
    <message>
        <location filename="../../gui/memory/training.py"/>
        <source>What activations take</source>
        <translation>活性値が使う量</translation>
    </message>
    <message>
        <location filename="../../gui/recipes/table_model.py"/>
        <source>What became of it</source>
        <translation>どうなったか</translation>
    </message>
    <message>
        <location filename="../../cli/curing.py"/>
        <source>What can be cured in it: {curable}.</source>
        <translation>修正できるもの：{curable}。</translation>
    </message>
    <message>
        <location filename="../../gui/tree/suggestions.py"/>
        <source>What can be searched for</source>
        <translation>検索できるもの</translation>
    </message>
    <message>
        <location filename="../../gui/diff/board.py"/>
        <source>What differs between the two files</source>
        <translation>2 つのファイルの違い</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/running.py"/>
        <source>What differs is moved, or left behind, by the script: look at the data and at the order of model.to, optimizer and load_state_dict.</source>
        <translation>異なるものは、スクリプトが移したか、移さずに残したものです：データと、model.to、オプティマイザー、load_state_dict の順序を確認してください。</translation>
    </message>
    <message>
        <location filename="../../gui/palette/command_palette.py"/>
        <source>What do you want to do?</source>
        <translation>何をしますか？</translation>
    </message>
    <message>
        <location filename="../../gui/parts/panel.py"/>
        <source>What each rank saved, a branch each</source>
        <translation>各 rank が保存したもの、rank ごとに 1 つの枝</translation>
    </message>
    <message>
        <location filename="../../gui/diagnosis/fixes_list.py"/>
        <source>What else can be done</source>
        <translation>ほかにできること</translation>
    </message>
    <message>
        <location filename="../../gui/preferences/offered.py"/>
        <source>What files are diagnosed for at first: say so where the file will be loaded somewhere else</source>
        <translation>最初に何を前提にファイルを診断するか。ほかのコンピューターで読み込むならここで指定する</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traceback/judge_devices.py"/>
        <source>What fills the card is the script's: activations (a smaller batch), or another process (nvidia-smi).</source>
        <translation>GPU を埋めているのはスクリプト側のもの、つまり活性値（バッチを小さくする）か、別のプロセス（nvidia-smi）です。</translation>
    </message>
    <message>
        <location filename="../../gui/memory/training.py"/>
        <source>What going on with training takes</source>
        <translation>学習を続けるのに要る量</translation>
    </message>
    <message>
        <location filename="../../gui/memory/board.py"/>
        <source>What going on with training takes once the chosen way has loaded the file</source>
        <translation>選んだ方法でファイルを読み込んだ後、学習を続けるのに要る量</translation>
    </message>
    <message>
        <location filename="../../gui/recipes/folder_dialog.py"/>
        <source>What is done to each file</source>
        <translation>各ファイルに行うこと</translation>
    </message>
    <message>
        <location filename="../../core/edits/extract.py"/>
        <source>What is kept is a part of {path!r}, so there is no state dict to make of that.</source>
        <translation>残すのは {path!r} の一部なので、それを state_dict にはできません。</translation>
    </message>
    <message>
        <location filename="../../gui/save/forecast.py"/>
        <source>What is missing has to come from elsewhere.</source>
        <translation>欠けているものは、別の場所から用意する必要があります。</translation>
    </message>
    <message>
        <location filename="../../gui/save/forecast.py"/>
        <source>What is missing will not be in it, and load_state_dict will stop at keys that are missing.</source>
        <translation>欠けているものはその中に含まれず、load_state_dict は欠けているキーのところで止まります。</translation>
    </message>
    <message>
        <location filename="../../gui/parts/table_model.py"/>
        <source>What is missing, not used, there twice or damaged</source>
        <translation>不足、未使用、重複、破損しているもの</translation>
    </message>
    <message>
        <location filename="../../gui/app/desk.py"/>
        <source>What is open cannot be kept for the next start: {reason}</source>
        <translation>開いているものを次回のために残せません：{reason}</translation>
    </message>
    <message>
        <location filename="../../core/saving/verify.py"/>
        <source>What is shown cannot be written as a plain file: {oddities}. Nothing was written. Leave out what holds it, or keep the file as it is.</source>
        <translation>表示されているものを普通のファイルとして書けません：{oddities}。何も書き込んでいません。それを含むものを除くか、ファイルをそのままにしてください。</translation>
    </message>
    <message>
        <location filename="../../gui/diagnosis/error_dialog.py"/>
        <source>What is this error?</source>
        <translation>これは何のエラー？</translation>
    </message>
    <message>
        <location filename="../../gui/health/board.py"/>
        <source>What is wrong with the values</source>
        <translation>値の問題</translation>
    </message>
    <message>
        <location filename="../../gui/health/board.py"/>
        <source>What is wrong with the values will stand here.</source>
        <translation>値の問題がここに表示されます。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/pickles.py"/>
        <source>What it holds at the place that the script took it from is for the script to know.</source>
        <translation>スクリプトが取り出した場所に何があるかは、スクリプトでしかわかりません。</translation>
    </message>
    <message>
        <location filename="../../gui/location/checkpoints_model.py"/>
        <source>What it is called in the folder, and where a link leads</source>
        <translation>フォルダー内での名前と、リンクの参照先です</translation>
    </message>
    <message>
        <location filename="../../core/containers/dcp/archive.py"/>
        <location filename="../../core/containers/dcp/objects.py"/>
        <source>What lies there is no file of torch.save.</source>
        <translation>そこにあるものは torch.save のファイルではありません。</translation>
    </message>
    <message>
        <location filename="../../gui/devices/panel.py"/>
        <source>What lies where in the file you save</source>
        <translation>保存するファイルでの各デバイスの内容</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/objects.py"/>
        <source>What nothing plain can stand for is dropped.</source>
        <translation>単純なデータで代えられないものは削除されます。</translation>
    </message>
    <message>
        <location filename="../../gui/memory/controls.py"/>
        <source>What stays free on each card</source>
        <translation>各 GPU で空けておく量</translation>
    </message>
    <message>
        <location filename="../../gui/health/board.py"/>
        <source>What the cells of the map are coloured by</source>
        <translation>図のマスの色分け</translation>
    </message>
    <message>
        <location filename="../../gui/location/checkpoints_model.py"/>
        <source>What the file says, or else its name</source>
        <translation>ファイルの内容、なければファイル名によります</translation>
    </message>
    <message>
        <location filename="../../gui/memory/training.py"/>
        <source>What the forward pass keeps for the backward pass. It depends on the model's code and the batch:
no file tells it. A run does, with torch.cuda.max_memory_allocated().</source>
        <translation>順伝播が逆伝播のために残すもの。モデルのコードとバッチによる：
ファイルからは分かりません。実行すれば torch.cuda.max_memory_allocated() で分かります。</translation>
    </message>
    <message>
        <location filename="../../gui/health/board.py"/>
        <source>What the map is coloured by</source>
        <translation>図の色分け</translation>
    </message>
    <message>
        <location filename="../../core/containers/ranks/flat_parameters.py"/>
        <source>What the ranks have of {name} is not what they say that they have; the files do not match.</source>
        <translation>{name} について、各 rank の実際の中身が記述と異なります。ファイルが合っていません。</translation>
    </message>
    <message>
        <location filename="../../gui/health/colouring.py"/>
        <source>What the scan noticed: wrong, suspicious, or fine</source>
        <translation>スキャンの結果：誤り、疑わしい、問題なし</translation>
    </message>
    <message>
        <location filename="../../gui/tree/tools.py"/>
        <source>What the search hides is not selected: a row stands for what was found in it.</source>
        <translation>検索が隠しているものは選ばれません。行は、その中で見つかったものを指します。</translation>
    </message>
    <message>
        <location filename="../../core/values/health/weights.py"/>
        <source>What these units give is nothing but their bias, whatever comes in, unless they were pruned.</source>
        <translation>枝刈りされたのでなければ、これらのユニットは何が来てもバイアスしか出しません。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/many_files.py"/>
        <source>What they held is not in this copy either.</source>
        <translation>それらのファイルの内容は、このコピーにも含まれていません。</translation>
    </message>
    <message>
        <location filename="../../gui/parts/model.py"/>
        <source>What this file has of them counts, as it is read last.</source>
        <translation>最後に読まれるため、このファイルの内容が有効になります。</translation>
    </message>
    <message>
        <location filename="../../gui/diagnosis/finding_card.py"/>
        <source>What to do</source>
        <translation>どうするか</translation>
    </message>
    <message>
        <location filename="../../gui/diagnosis/finding_card.py"/>
        <source>What torch says</source>
        <translation>torch のメッセージ</translation>
    </message>
    <message>
        <location filename="../../gui/memory/bars_model.py"/>
        <source>What torch's caching allocator holds beyond the tensors, for those to come: most of
torch.cuda.memory_reserved() minus torch.cuda.memory_allocated()</source>
        <translation>torch のキャッシュアロケーターがテンソル以外に先の分として持つもの：ほぼ
torch.cuda.memory_reserved() から torch.cuda.memory_allocated() を引いた量</translation>
    </message>
    <message>
        <location filename="../../gui/recipes/table_model.py"/>
        <source>What was changed</source>
        <translation>変わったこと</translation>
    </message>
    <message>
        <location filename="../../gui/memory/table_models.py"/>
        <source>What was done, and where: RAM is that of the process</source>
        <translation>何をどこで行ったか：RAM はそのプロセスのもの</translation>
    </message>
    <message>
        <location filename="../../gui/health/table_model.py"/>
        <source>What was noticed; the worst is told first</source>
        <translation>見つかったこと。悪いものから順に</translation>
    </message>
    <message>
        <location filename="../../core/recipes/recipe.py"/>
        <source>What was selected here cannot be named in another file.</source>
        <translation>ここで選んだものは、ほかのファイルでは指定できません。</translation>
    </message>
    <message>
        <location filename="../../core/saving/read_back.py"/>
        <source>What was written does not read back ({reason}) The target was left alone.</source>
        <translation>書いたものを読み戻せません（{reason}）保存先はそのままです。</translation>
    </message>
    <message>
        <location filename="../../core/saving/places/elsewhere.py"/>
        <source>What was written does not read back as planned.</source>
        <translation>書いたものを読み戻すと、計画と違っています。</translation>
    </message>
    <message>
        <location filename="../../core/saving/read_back.py"/>
        <location filename="../../core/saving/verify.py"/>
        <source>What was written is not what was planned; the target was left alone. Please report this file.</source>
        <translation>書いたものが計画と違います。保存先はそのままです。このファイルを報告してください。</translation>
    </message>
    <message>
        <location filename="../../gui/changes/table_model.py"/>
        <source>What will be different in the file you save</source>
        <translation>保存するファイルで変わるところ</translation>
    </message>
    <message>
        <location filename="../../gui/tree/headings.py"/>
        <source>What will be different in the file you save; shown as soon as something is planned</source>
        <translation>保存するファイルで変わるところ。計画があれば表示</translation>
    </message>
    <message>
        <location filename="../../gui/save/sections.py"/>
        <location filename="../../gui/save/summary.py"/>
        <source>What will differ</source>
        <translation>変わるところ</translation>
    </message>
    <message>
        <location filename="../../core/values/health/weights.py"/>
        <source>Whatever is computed with it becomes NaN. Use a checkpoint from before that.</source>
        <translation>これを使う計算はすべて NaN になります。その前のチェックポイントを使ってください。</translation>
    </message>
    <message>
        <location filename="../../gui/location/checkpoints_model.py"/>
        <source>When it was written</source>
        <translation>書き込まれた日時です</translation>
    </message>
    <message>
        <location filename="../../gui/health/table_model.py"/>
        <source>Where</source>
        <translation>場所</translation>
    </message>
    <message>
        <location filename="../../gui/save/form.py"/>
        <source>Where a damaged tensor is cast or packed anew, the copy gets a checksum that fits it: nothing shows the damage any more. Without this tick such a copy is not written.</source>
        <translation>破損したテンソルを型変換したり詰め直したりすると、コピーのチェックサムはその内容に合うため、破損が分からなくなります。チェックを入れない限り、そのようなコピーは書き込まれません。</translation>
    </message>
    <message>
        <location filename="../../gui/diff/table_model.py"/>
        <source>Where it is in this file, or in the other one if only that has it</source>
        <translation>このファイルでの場所。もう一方だけにあるならそちらでの場所</translation>
    </message>
    <message>
        <location filename="../../gui/optimizer/table_model.py"/>
        <source>Where its exp_avg, momentum_buffer … will lie; after ≠ where the parameter is, if that is elsewhere</source>
        <translation>exp_avg、momentum_buffer などが置かれる場所。別の場所なら ≠ の後がパラメーターの場所</translation>
    </message>
    <message>
        <location filename="../../gui/machine/chip.py"/>
        <source>Where the file is to be loaded. The banner, Diagnosis, Memory, Code and Save all go by it. Click to choose another machine.</source>
        <translation>ファイルを読み込むマシンです。バナー、診断、メモリ、コード、保存はすべてこれに従います。クリックすると別のマシンを選べます。</translation>
    </message>
    <message>
        <location filename="../../gui/devices/table_model.py"/>
        <source>Where the file you save puts them: as torch.load(f, map_location={device: target}) would</source>
        <translation>保存するファイルで置かれる場所：torch.load(f, map_location={device: target}) と同じ</translation>
    </message>
    <message>
        <location filename="../../gui/memory/controls.py"/>
        <source>Where the model lives: Model().to(target), and what map_location=target points at</source>
        <translation>モデルを置く場所：Model().to(target)、また map_location=target の指す場所</translation>
    </message>
    <message>
        <location filename="../../gui/recipes/folder_dialog.py"/>
        <source>Where the new files go</source>
        <translation>新しいファイルの置き場所</translation>
    </message>
    <message>
        <location filename="../../gui/diagnosis/fixes_list.py"/>
        <source>Where the optimizer's state goes</source>
        <translation>オプティマイザーの状態の行き先</translation>
    </message>
    <message>
        <location filename="../../gui/diagnosis/fixes_list.py"/>
        <source>Where the optimizer's state was saved</source>
        <translation>オプティマイザーの状態が保存された場所</translation>
    </message>
    <message>
        <location filename="../../gui/memory/controls.py"/>
        <source>Where the processes load to</source>
        <translation>各プロセスの読み込み先</translation>
    </message>
    <message>
        <location filename="../../gui/parts/table_model.py"/>
        <source>Where the tensors in it were saved</source>
        <translation>この中のテンソルが保存されたデバイス</translation>
    </message>
    <message>
        <location filename="../../gui/memory/table_models.py"/>
        <source>Where torch.load without map_location puts the tensors</source>
        <translation>map_location なしの torch.load がテンソルを置く場所</translation>
    </message>
    <message>
        <location filename="../../gui/devices/table_model.py"/>
        <source>Where torch.load(f) without map_location would put the tensors. A click selects them.</source>
        <translation>map_location なしの torch.load(f) がテンソルを置く場所。クリックで選びます。</translation>
    </message>
    <message>
        <location filename="../../gui/diagnosis/fixes_list.py"/>
        <source>Where torch.load(saved) puts the optimizer's state.
“follow parameters”: each exp_avg goes to where its parameter is, as optimizer.load_state_dict wants it.
step stays on the cpu unless its group is capturable or fused.</source>
        <translation>torch.load(saved) がオプティマイザーの状態を置く場所。
「パラメーターに合わせる」：optimizer.load_state_dict が求めるとおり、各 exp_avg をそのパラメーターの場所に置く。
グループが capturable か fused でない限り、step は cpu に残る。</translation>
    </message>
    <message>
        <location filename="../../gui/devices/panel.py"/>
        <source>Where torch.load(saved) puts what was saved on {name}: map_location={{{device}: …}}</source>
        <translation>torch.load(saved) が {name} で保存されたものを置く場所：map_location={{{device}: …}}</translation>
    </message>
    <message>
        <location filename="../../cli/limits.py"/>
        <source>Where you trust the file, allow more with {option} {value}, or {option} {none}.</source>
        <translation>信頼できるファイルなら、{option} {value} または {option} {none} で上限を上げてください。</translation>
    </message>
    <message>
        <location filename="../../gui/devices/panel.py"/>
        <source>Where {name} goes</source>
        <translation>{name} の行き先</translation>
    </message>
    <message>
        <location filename="../../gui/health/colouring.py"/>
        <source>Whether any number is not finite</source>
        <translation>有限でない数値があるか</translation>
    </message>
    <message>
        <location filename="../../gui/machine/chip.py"/>
        <location filename="../../gui/memory/controls.py"/>
        <source>Which card?</source>
        <translation>どの GPU ですか？</translation>
    </message>
    <message>
        <location filename="../../gui/memory/board.py"/>
        <source>Which card? Choose one above, or type its name or its memory: T4, 24 GiB.</source>
        <translation>どの GPU ですか？上で選ぶか、名前またはメモリー容量を入力してください：T4、24 GiB。</translation>
    </message>
    <message>
        <location filename="../../gui/preferences/dialog.py"/>
        <source>Which columns of the tree show, their order and widths: as at first</source>
        <translation>ツリーに表示する列、順序、幅：最初のとおりに</translation>
    </message>
    <message>
        <location filename="../../gui/app/actions.py"/>
        <source>Which keys a model misses or does not expect, as load_state_dict(strict=True) finds. No numbers are compared.</source>
        <translation>モデルに足りない、または知らないキー。load_state_dict(strict=True) と同じ結果。数値は比べない。</translation>
    </message>
    <message>
        <location filename="../../gui/rename/dialog.py"/>
        <source>Which keys are meant</source>
        <translation>対象のキー</translation>
    </message>
    <message>
        <location filename="../../gui/page/banner.py"/>
        <source>Which keys?</source>
        <translation>どのキー？</translation>
    </message>
    <message>
        <location filename="../../gui/optimizer/panel.py"/>
        <source>Which optimizer of the file to show</source>
        <translation>ファイルのどのオプティマイザーを表示するか</translation>
    </message>
    <message>
        <location filename="../../core/memory/training/words.py"/>
        <source>Which parameters are trained cannot be told from the file, and so not what resuming takes.</source>
        <translation>どのパラメーターを学習するかファイルからは分からないため、再開に要る量も分かりません。</translation>
    </message>
    <message>
        <location filename="../../gui/values/picture_page.py"/>
        <source>Which part of complex numbers is shown</source>
        <translation>複素数のどの部分を示すか</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/many_files.py"/>
        <source>Who goes by the index asks a file for what it does not have. transformers asks all files, and makes what is in none at random, with a warning alone: right for a head that is to be trained. For all else the files are of different saves, or of another model.</source>
        <translation>インデックスに従うと、ファイルにないものをそのファイルに求めることになります。transformers は全ファイルを調べ、どこにもないものは警告だけ出してランダムに初期化します：これから学習するヘッドならそれで構いません。それ以外なら、ファイルが別々の保存のものか、別のモデルのものです。</translation>
    </message>
    <message>
        <location filename="../../gui/parts/panel.py"/>
        <source>Whole</source>
        <translation>全体</translation>
    </message>
    <message>
        <location filename="../../gui/rename/model.py"/>
        <source>Whole keys, with * and ?</source>
        <translation>キー全体（* と ? が使える）</translation>
    </message>
    <message>
        <location filename="../../gui/preferences/offered.py"/>
        <source>Whose memory the memory panel begins with; as found means the card of this computer</source>
        <translation>メモリパネルが最初に使う GPU メモリ。「自動」はこのコンピューターの GPU</translation>
    </message>
    <message>
        <location filename="../../gui/rename/table_model.py"/>
        <source>Why it cannot be called so</source>
        <translation>その名前にできない理由</translation>
    </message>
    <message>
        <location filename="../../gui/page/banner.py"/>
        <location filename="../../gui/widgets/two_lines.py"/>
        <source>Why?</source>
        <translation>なぜ？</translation>
    </message>
    <message>
        <location filename="../../gui/page/notice.py"/>
        <source>Will be saved on {devices}, but {computer}.</source>
        <translation>{devices} に保存されますが、{computer}。</translation>
    </message>
    <message>
        <location filename="../../gui/page/notice.py"/>
        <source>Will be saved on {devices}, which only another kind of machine has.</source>
        <translation>{devices} に保存されますが、このデバイスは別の種類のマシンにしかありません。</translation>
    </message>
    <message>
        <location filename="../../gui/tree/tips.py"/>
        <source>Will not be in the file that is saved.</source>
        <translation>保存するファイルには入りません。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/optimizers.py"/>
        <source>With an optimizer of torch load into a model of the dtype that it was trained in, and convert afterwards; there is nothing to mend in the file.</source>
        <translation>torch のオプティマイザーでは、学習したときの dtype のモデルに読み込み、その後で変換してください。ファイルに直すところはありません。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/optimizers.py"/>
        <source>With capturable=True or fused=True torch wants step on the device of its parameter. Since torch 2.0 optimizer.load_state_dict moves it there, so the file alone makes nothing fail; before, or where the model is moved after that, optimizer.step() does.</source>
        <translation>capturable=True か fused=True の場合、torch は step がパラメーターと同じデバイスにあることを求めます。torch 2.0 以降は optimizer.load_state_dict がそこに移すため、ファイルだけで失敗することはありません。それより前の版や、その後でモデルを移した場合は、optimizer.step() が失敗します。</translation>
    </message>
    <message>
        <location filename="../../gui/memory/controls.py"/>
        <source>With several processes, each keeps its model on its own GPU. What map_location=target means to them:
their own GPU, map_location=f'cuda:{rank}', or naively one GPU for all of them.</source>
        <translation>複数のプロセスでは、それぞれが自分の GPU にモデルを置きます。map_location=target の意味：
自分の GPU（map_location=f'cuda:{rank}'）か、単純に全員で 1 つの GPU。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/objects.py"/>
        <source>With weights_only=False torch.load imports {dotted} and fails where that code is not, or has moved. A pickle holds names of classes, never the classes.</source>
        <translation>weights_only=False の torch.load は {dotted} をインポートし、そのコードがないか移動した場所では失敗します。pickle が持つのはクラスの名前で、クラスそのものではありません。</translation>
    </message>
    <message>
        <location filename="../../core/loading/methods.py"/>
        <source>With weights_only=False torch.load takes the file, if its code is still what it was; that runs what the file says, so only for files you made.</source>
        <translation>weights_only=False なら、コードが当時のままであれば torch.load はこのファイルを受け入れます。ファイルの指すものを実行するため、自分で作ったファイルに限ってください。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/unopened.py"/>
        <source>With “Invalid magic number; corrupt file?” torch before 2.6, and weights_only=False, refuse it.</source>
        <translation>2.6 より前の torch や weights_only=False では、“Invalid magic number; corrupt file?” で拒否されます。</translation>
    </message>
    <message>
        <location filename="../../gui/memory/controls.py"/>
        <source>Without `del checkpoint`: what load_state_dict has copied stays in memory as long as the name does</source>
        <translation>`del checkpoint` なし：load_state_dict がコピーしたものは、その名前がある限りメモリに残る</translation>
    </message>
    <message>
        <location filename="../../core/loading/recipes.py"/>
        <source>Without a GPU DataParallel does nothing: leave it off where you can.</source>
        <translation>GPU がなければ DataParallel は何もしません。外せるなら外してください。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/object_cures.py"/>
        <source>Without “{prefix}” the keys are those of the model inside {wrapper}. Keep “{prefix}” only where the model that loads them is wrapped as well.</source>
        <translation>「{prefix}」を除くと、キーは {wrapper} の内側のモデルのものになります。読み込むモデルも包まれている場合だけ「{prefix}」を残してください。</translation>
    </message>
    <message>
        <location filename="../../gui/values/one_tensor.py"/>
        <source>Worked out from a sample</source>
        <translation>一部の数値から計算</translation>
    </message>
    <message>
        <location filename="../../gui/memory/board.py"/>
        <source>Working it out …</source>
        <translation>計算中 …</translation>
    </message>
    <message>
        <location filename="../../gui/page/banner.py"/>
        <source>Write a new checkpoint with the pending changes (Ctrl+S)</source>
        <translation>保留中の変更を入れた新しいチェックポイントを書く（Ctrl+S）</translation>
    </message>
    <message>
        <location filename="../../gui/app/actions.py"/>
        <source>Write a new checkpoint with the pending changes. Until then no file is touched.</source>
        <translation>保留中の変更を入れた新しいチェックポイントを書く。それまでどのファイルにも触れない。</translation>
    </message>
    <message>
        <location filename="../../gui/save/form.py"/>
        <source>Write a plain file of what is shown, without what is hidden</source>
        <translation>隠れたものを除き、表示されている内容の普通のファイルを書く</translation>
    </message>
    <message>
        <location filename="../../gui/app/actions.py"/>
        <source>Write all keys with the columns on show: CSV, JSON or Markdown.</source>
        <translation>表示中の列ですべてのキーを書く：CSV、JSON、Markdown。</translation>
    </message>
    <message>
        <location filename="../../gui/recipes/folder_dialog.py"/>
        <source>Write all new files; each is checked before it counts</source>
        <translation>すべての新しいファイルを書く。それぞれ検査してから有効になる</translation>
    </message>
    <message>
        <location filename="../../gui/devices/panel.py"/>
        <source>Write cpu as the saved device of everything: torch.load(saved) then works on a machine without a GPU,
as torch.load(f, map_location='cpu') would. One step, undone by one Ctrl+Z.</source>
        <translation>すべての保存デバイスを cpu にする：torch.load(saved) が GPU のないコンピューターでも
torch.load(f, map_location='cpu') と同じく読み込める。1 つの手順で、Ctrl+Z 1 回で戻せる。</translation>
    </message>
    <message>
        <location filename="../../gui/save/form.py"/>
        <source>Write damaged bytes all the same</source>
        <translation>破損したバイトもそのまま書き込む</translation>
    </message>
    <message>
        <location filename="../../gui/app/actions.py"/>
        <source>Write everything in the size of the desktop.</source>
        <translation>デスクトップと同じ文字の大きさにする。</translation>
    </message>
    <message>
        <location filename="../../gui/app/actions.py"/>
        <source>Write everything larger.</source>
        <translation>すべての文字を大きくする。</translation>
    </message>
    <message>
        <location filename="../../gui/app/actions.py"/>
        <source>Write everything smaller.</source>
        <translation>すべての文字を小さくする。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/devices.py"/>
        <source>Write map_location='cpu' or map_location='cuda:0'; torch.device(…) tells beforehand whether a name is right.</source>
        <translation>map_location='cpu' または map_location='cuda:0' と書いてください。名前が正しいかどうかは、事前に torch.device(…) で確認できます。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traceback/judge_devices.py"/>
        <source>Write map_location='cpu', or a device that this torch knows.</source>
        <translation>map_location='cpu' か、この torch が知っているデバイスを書いてください。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traceback/judge_devices.py"/>
        <source>Write map_location={device}.</source>
        <translation>map_location={device} と書いてください。</translation>
    </message>
    <message>
        <location filename="../../gui/app/actions.py"/>
        <source>Write one page of HTML with devices, findings, their cures, the plan and memory: for an issue.</source>
        <translation>デバイス、問題、修正、計画、メモリを 1 ページの HTML に書く：報告用。</translation>
    </message>
    <message>
        <location filename="../../gui/save/form.py"/>
        <source>Write over the file that is open. It is replaced in one step, and only after what was written has been read back and compared; the old content is then gone.</source>
        <translation>開いているファイルに上書きします。書いたものを読み戻して照合した後に一度で置き換わり、古い内容はなくなります。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/containers.py"/>
        <source>Write the file as a zip; nothing is lost.</source>
        <translation>ファイルを zip として書き出してください。何も失われません。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/containers.py"/>
        <source>Write the file as a zip; nothing is lost. Where the traceback does not go through torch.load, the script makes a tensor of numbers that are no sizes.</source>
        <translation>ファイルを zip として書き出してください。何も失われません。トレースバックが torch.load を通らない場合は、スクリプトが、サイズではない数値でテンソルを作っています。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/file.py"/>
        <source>Write the number as text, in hexadecimal.</source>
        <translation>数値をテキストとして、16 進数で書いてください。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/objects.py"/>
        <source>Write the older name, which both numpy 1 and 2 know; or use numpy ≥ 2.</source>
        <translation>numpy 1 と 2 の両方が知っている古い名前で書き出すか、numpy ≥ 2 を使ってください。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/pickles.py"/>
        <source>Write the pickle in protocol 2, or load with weights_only=False if you trust who made the file.</source>
        <translation>pickle をプロトコル 2 で書き出すか、作成者を信頼できるなら weights_only=False で読み込んでください。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/file.py"/>
        <source>Write the same data in protocol 2; nothing is lost.</source>
        <translation>同じデータをプロトコル 2 で書き出してください。何も失われません。</translation>
    </message>
    <message>
        <location filename="../../gui/app/actions.py"/>
        <source>Write the selected keys with the columns on show: CSV, JSON or Markdown.</source>
        <translation>表示中の列で選んだキーを書く：CSV、JSON、Markdown。</translation>
    </message>
    <message>
        <location filename="../../gui/page/banner.py"/>
        <source>Write the weights alone as a checkpoint. Nothing in this file is run.</source>
        <translation>重みだけをチェックポイントとして書き出す。このファイルの中身は何も実行されない。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/container.py"/>
        <source>Write the zip container of today; nothing is lost.</source>
        <translation>今の zip コンテナーで書き出してください。何も失われません。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/container.py"/>
        <source>Write the zip container.</source>
        <translation>zip コンテナーで書き出してください。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/container.py"/>
        <source>Write the zip container; nothing is lost.</source>
        <translation>zip コンテナーで書き出してください。何も失われません。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/python2.py"/>
        <source>Write them as Latin-1 reads them, which every byte has a letter in; or pass encoding='latin1' at every load.</source>
        <translation>Latin-1 として読んだとおりに書き出してください。Latin-1 ではどのバイトにも文字があります。または、読み込むたびに encoding='latin1' を渡してください。</translation>
    </message>
    <message>
        <location filename="../../gui/recipes/dialog.py"/>
        <source>Write this recipe to a .json file, for others</source>
        <translation>このレシピを、ほかの人のために .json ファイルに書き出す</translation>
    </message>
    <message>
        <location filename="../../gui/tree/menu.py"/>
        <source>Write {device} as the saved device: torch.load(saved) puts these tensors there without map_location</source>
        <translation>保存デバイスを {device} にする：torch.load(saved) は map_location なしでこれらのテンソルをそこに置く</translation>
    </message>
    <message>
        <location filename="../../gui/recipes/folder_dialog.py"/>
        <source>Writing…</source>
        <translation>書き込み中…</translation>
    </message>
    <message>
        <location filename="../../gui/recipes/dialog.py"/>
        <source>Written: {file}</source>
        <translation>書き出しました：{file}</translation>
    </message>
    <message>
        <location filename="../../gui/memory/answer_model.py"/>
        <source>Yes, once saved: {amount}, with plain torch.load.</source>
        <translation>保存すれば、はい：引数なしの torch.load で {amount}。</translation>
    </message>
    <message>
        <location filename="../../gui/memory/answer_model.py"/>
        <source>Yes: {amount}, but plain torch.load refuses the file.</source>
        <translation>はい：{amount}。ただし引数なしの torch.load はこのファイルを拒否します。</translation>
    </message>
    <message>
        <location filename="../../gui/memory/answer_model.py"/>
        <source>Yes: {amount}, with plain torch.load.</source>
        <translation>はい：引数なしの torch.load で {amount}。</translation>
    </message>
    <message>
        <location filename="../../gui/memory/answer_model.py"/>
        <source>Yes: {amount}, {way}.</source>
        <translation>はい：{amount}（{way}）。</translation>
    </message>
    <message>
        <location filename="../../gui/memory/answer_model.py"/>
        <source>Yes: {amount}, {way}; plain torch.load fails.</source>
        <translation>はい：{amount}（{way}）。引数なしの torch.load は失敗します。</translation>
    </message>
    <message>
        <location filename="../../gui/memory/answer_model.py"/>
        <source>Yes: {amount}, {way}; plain torch.load refuses the file.</source>
        <translation>はい：{amount}（{way}）。引数なしの torch.load はこのファイルを拒否します。</translation>
    </message>
    <message>
        <location filename="../../gui/memory/answer_model.py"/>
        <source>Yes: {amount}, {way}; plain torch.load runs out of memory.</source>
        <translation>はい：{amount}（{way}）。引数なしの torch.load はメモリ不足になります。</translation>
    </message>
    <message>
        <location filename="../../gui/memory/answer_model.py"/>
        <source>Yes: {amount}, {way}; plain torch.load takes {more} more.</source>
        <translation>はい：{amount}（{way}）。引数なしの torch.load はさらに {more} 使います。</translation>
    </message>
    <message>
        <location filename="../../core/containers/location.py"/>
        <source>You have no permission to read {path}. Ask its owner, or copy it to where you may read it.</source>
        <translation>{path} を読む権限がありません。所有者に頼むか、読める場所にコピーしてください。</translation>
    </message>
    <message>
        <location filename="../../core/containers/location.py"/>
        <source>You have no permission to read {path}: {reason}.</source>
        <translation>{path} を読む権限がありません：{reason}。</translation>
    </message>
    <message>
        <location filename="../../core/saving/publishing.py"/>
        <source>You have no permission to replace {path}.</source>
        <translation>{path} を置き換える権限がありません。</translation>
    </message>
    <message>
        <location filename="../../gui/widgets/error_box.py"/>
        <source>Your error or traceback</source>
        <translation>エラーまたはトレースバック</translation>
    </message>
    <message>
        <location filename="../../gui/health/colouring.py"/>
        <location filename="../../gui/values/several_table.py"/>
        <source>Zeros</source>
        <translation>ゼロ</translation>
    </message>
    <message>
        <location filename="../../gui/details/model.py"/>
        <source>[{box}] in {file}</source>
        <translation>{file} の [{box}]</translation>
    </message>
    <message>
        <location filename="../../gui/details/model.py"/>
        <source>[{box}] in {file}, by rank {rank}</source>
        <translation>{file} の [{box}]（rank {rank}）</translation>
    </message>
    <message>
        <location filename="../../core/edits/numbers/setting.py"/>
        <source>[{box}] is no part of a tensor of {shape}.</source>
        <translation>[{box}] は {shape} のテンソルの一部ではありません。</translation>
    </message>
    <message>
        <location filename="../../gui/rename/model.py"/>
        <source>^layer(\d+)\.</source>
        <translation>^layer(\d+)\.</translation>
    </message>
    <message>
        <location filename="../../core/memory/assumptions.py"/>
        <source>`del checkpoint` drops the last reference to the checkpoint.</source>
        <translation>`del checkpoint` はチェックポイントへの最後の参照を除きます。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/resuming.py"/>
        <source>`step` lies on a GPU</source>
        <translation>`step` が GPU 上にある</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/resuming.py"/>
        <source>`step` lies on the CPU and a group is capturable</source>
        <translation>グループが capturable なのに `step` が CPU 上にある</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traceback/judge_state.py"/>
        <source>a CPU's state has 5,056 bytes, that of a card 16; {sizes}. Look which goes to which generator.</source>
        <translation>CPU の状態は 5,056 バイト、GPU の状態は 16 バイトです。{sizes}。どれがどの生成器に渡されるか確認してください。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/names.py"/>
        <source>a Lightning strategy</source>
        <translation>Lightning のストラテジー</translation>
    </message>
    <message>
        <location filename="../../core/formats/identify.py"/>
        <source>a SavedModel of TensorFlow</source>
        <translation>TensorFlow の SavedModel</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/containers.py"/>
        <source>a TorchScript archive, opened by torch.load</source>
        <translation>torch.load で開かれた TorchScript アーカイブ</translation>
    </message>
    <message>
        <location filename="../../gui/location/model.py"/>
        <source>a bucket of Google Cloud Storage</source>
        <translation>Google Cloud Storage のバケット</translation>
    </message>
    <message>
        <location filename="../../gui/location/model.py"/>
        <source>a bucket of S3</source>
        <translation>S3 のバケット</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/resuming.py"/>
        <source>a checkpoint that Lightning did not write, or only in part</source>
        <translation>Lightning が書いたものではない、または一部だけのチェックポイント</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/containers.py"/>
        <source>a checkpoint that could not be written</source>
        <translation>書き込めなかったチェックポイント</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/containers.py"/>
        <source>a checkpoint, opened by something other than torch.load</source>
        <translation>torch.load 以外のもので開かれたチェックポイント</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/pickles.py"/>
        <source>a class whose code is not here</source>
        <translation>ここにコードのないクラス</translation>
    </message>
    <message>
        <location filename="../../core/objects/value_text.py"/>
        <source>a computed object</source>
        <translation>計算で得られるオブジェクト</translation>
    </message>
    <message>
        <location filename="../../gui/location/model.py"/>
        <source>a computer reached by SSH</source>
        <translation>SSH で接続するコンピューター</translation>
    </message>
    <message numerus="yes">
        <location filename="../../core/loading/computer.py"/>
        <source>a computer with {n} GPUs</source>
        <translation><numerusform>GPU {n} 個のコンピューター</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../core/loading/computer.py"/>
        <source>a computer with {n} GPUs, to run on {device}</source>
        <translation><numerusform>GPU {n} 個のコンピューター（{device} を使用）</numerusform></translation>
    </message>
    <message>
        <location filename="../../cli/inspecting.py"/>
        <location filename="../../core/loading/computer.py"/>
        <location filename="../../gui/page/exporting.py"/>
        <source>a computer without a GPU</source>
        <translation>GPU のないコンピューター</translation>
    </message>
    <message>
        <location filename="../../gui/location/model.py"/>
        <source>a container of Azure Blob Storage</source>
        <translation>Azure Blob Storage のコンテナー</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/many_files.py"/>
        <source>a copy of a model with missing files</source>
        <translation>ファイルが欠けたモデルのコピー</translation>
    </message>
    <message>
        <location filename="../../core/edits/numbers/castable.py"/>
        <source>a count of steps</source>
        <translation>ステップ数のカウント</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/running.py"/>
        <source>a data loader without shared memory</source>
        <translation>共有メモリの足りないデータローダー</translation>
    </message>
    <message>
        <location filename="../../core/files/file_io.py"/>
        <source>a device</source>
        <translation>デバイスファイル</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/devices.py"/>
        <source>a device that torch does not know by this name</source>
        <translation>torch がその名前では知らないデバイス</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/devices.py"/>
        <source>a device without a name</source>
        <translation>名前のないデバイス</translation>
    </message>
    <message>
        <location filename="../../core/recipes/options.py"/>
        <source>a device, follow, or PATH=DEV</source>
        <translation>デバイス、follow、または PATH=DEV</translation>
    </message>
    <message>
        <location filename="../../core/objects/pickle_forms.py"/>
        <source>a dict has {key}</source>
        <translation>dict に{key}がある</translation>
    </message>
    <message>
        <location filename="../../core/files/file_io.py"/>
        <location filename="../../core/saving/places/elsewhere.py"/>
        <source>a directory</source>
        <translation>フォルダー</translation>
    </message>
    <message>
        <location filename="../../gui/app/commands.py"/>
        <source>a file is being opened</source>
        <translation>ファイルを開いている</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/containers.py"/>
        <source>a file of another kind, opened as safetensors</source>
        <translation>safetensors として開かれた別の種類のファイル</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/many_files.py"/>
        <source>a file of many is missing</source>
        <translation>複数あるファイルの 1 つがない</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/running.py"/>
        <source>a file that was overwritten while it was mapped</source>
        <translation>mmap 中に上書きされたファイル</translation>
    </message>
    <message>
        <location filename="../../core/formats/zip_forms.py"/>
        <source>a folder with bytes in it, which torch does not read</source>
        <translation>バイトを持つフォルダー（torch は読まない）</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/many_files.py"/>
        <source>a folder, opened as if it were a file</source>
        <translation>ファイルとして開かれたフォルダー</translation>
    </message>
    <message>
        <location filename="../../core/pickling/opcodes.py"/>
        <source>a frame ends there, and the opcodes in it do not</source>
        <translation>そこでフレームが終わるのに、中のオペコードが終わっていない</translation>
    </message>
    <message>
        <location filename="../../core/objects/pickle_forms.py"/>
        <source>a key comes twice in a dict, or an element in a set</source>
        <translation>dict に同じキーが、または set に同じ要素が 2 度ある</translation>
    </message>
    <message>
        <location filename="../../core/pickling/equal_keys.py"/>
        <source>a key of tuples within tuples</source>
        <translation>tuple が入れ子になったキー</translation>
    </message>
    <message>
        <location filename="../../core/pickling/equal_keys.py"/>
        <source>a key that can change</source>
        <translation>変わりうるキー</translation>
    </message>
    <message>
        <location filename="../../cli/coding.py"/>
        <source>a line that is too long to be shown; --json has all of it</source>
        <translation>長すぎて表示できない行。--json には全部あります</translation>
    </message>
    <message>
        <location filename="../../core/objects/pickle_forms.py"/>
        <source>a list or dict is filled after something was made of it</source>
        <translation>リストまたは dict が、それを材料に何かが作られた後で埋められている</translation>
    </message>
    <message>
        <location filename="../../core/containers/known_files.py"/>
        <source>a log of TensorBoard</source>
        <translation>TensorBoard のログ</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/running.py"/>
        <source>a model on the meta device</source>
        <translation>meta デバイス上のモデル</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/pickles.py"/>
        <source>a model that is not wrapped</source>
        <translation>ラップされていないモデル</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/pickles.py"/>
        <source>a module that is not here</source>
        <translation>ここにないモジュール</translation>
    </message>
    <message>
        <location filename="../../core/objects/pickle_forms.py"/>
        <source>a name is split elsewhere than between module and name</source>
        <translation>名前が、モジュールと名前の間以外の所で分けられている</translation>
    </message>
    <message>
        <location filename="../../core/objects/pickle_forms.py"/>
        <source>a name of Python 2 in protocol {protocol}</source>
        <translation>プロトコル {protocol} なのに Python 2 の名前がある</translation>
    </message>
    <message>
        <location filename="../../core/formats/zip_forms.py"/>
        <source>a name of {count:,} bytes, of which torch sees {most}</source>
        <translation>{count:,} バイトの名前（torch が見るのは {most} バイト）</translation>
    </message>
    <message>
        <location filename="../../core/formats/zip_forms.py"/>
        <source>a name that is no UTF-8, for which torch refuses the file</source>
        <translation>UTF-8 ではない名前（torch はこのファイルを拒否する）</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/pickles.py"/>
        <source>a name that this torch does not have</source>
        <translation>この torch にない名前</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/pickles.py"/>
        <source>a name that weights_only refuses</source>
        <translation>weights_only が拒否する名前</translation>
    </message>
    <message>
        <location filename="../../core/formats/zip_forms.py"/>
        <source>a name with a NUL, where names end for torch</source>
        <translation>NUL を含む名前（torch にとってはそこで終わる）</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/containers.py"/>
        <source>a new file, an old torch</source>
        <translation>新しいファイルと古い torch</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/model_match/model_keys.py"/>
        <source>a number</source>
        <translation>数値</translation>
    </message>
    <message>
        <location filename="../../core/pickling/opcodes.py"/>
        <source>a number is spelt {text}</source>
        <translation>数値が {text} と書かれている</translation>
    </message>
    <message>
        <location filename="../../core/objects/value_text.py"/>
        <source>a number of {count:,} bits</source>
        <translation>{count:,} ビットの数値</translation>
    </message>
    <message>
        <location filename="../../core/recipes/number_options.py"/>
        <source>a part of {key!r} cannot become a whole tensor; name one.</source>
        <translation>{key!r} の一部をテンソル全体にはできません。1 つを指定してください。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/pickles.py"/>
        <source>a path of another system</source>
        <translation>別のシステムのパス</translation>
    </message>
    <message>
        <location filename="../../cli/values/arguments.py"/>
        <source>a path, a glob such as 'model/**', a parameter's name, or 'exp_avg of conv1.weight'</source>
        <translation>パス、'model/**' のようなグロブ、パラメーター名、または 'exp_avg of conv1.weight'</translation>
    </message>
    <message>
        <location filename="../../core/recipes/options.py"/>
        <source>a path, such as optimizer/state</source>
        <translation>パス（例：optimizer/state）</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/containers.py"/>
        <source>a pickle out of a checkpoint, without the checkpoint</source>
        <translation>チェックポイントから取り出された pickle だけのファイル</translation>
    </message>
    <message>
        <location filename="../../core/recipes/options.py"/>
        <source>a pickle protocol, 2 to 5</source>
        <translation>pickle プロトコル、2 から 5</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/pickles.py"/>
        <source>a pickle that weights_only cannot read</source>
        <translation>weights_only が読めない pickle</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/data_parallel.py"/>
        <source>a pickled DataParallel for {first}, which {computer} does not have</source>
        <translation>pickle 化された DataParallel が {first} 用だが、{computer}にはない</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/data_parallel.py"/>
        <source>a pickled DataParallel for {first}, with weights on {devices}</source>
        <translation>pickle 化された DataParallel が {first} 用だが、重みが {devices} にある</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/data_parallel.py"/>
        <source>a pickled DataParallel that works on {lost} too, which {computer} does not have</source>
        <translation>pickle 化された DataParallel が {lost} も使うが、{computer}にはない</translation>
    </message>
    <message>
        <location filename="../../core/files/file_io.py"/>
        <source>a pipe</source>
        <translation>パイプ</translation>
    </message>
    <message>
        <location filename="../../core/recipes/options.py"/>
        <source>a prefix, such as module., or PATH=PREFIX</source>
        <translation>接頭辞（例：module.）、または PATH=PREFIX</translation>
    </message>
    <message>
        <location filename="../../core/containers/known_files.py"/>
        <source>a program of DeepSpeed, which is not run</source>
        <translation>実行しない DeepSpeed のプログラム</translation>
    </message>
    <message>
        <location filename="../../core/containers/known_files.py"/>
        <source>a program, which is not run</source>
        <translation>実行しないプログラム</translation>
    </message>
    <message>
        <location filename="../../core/formats/zip_forms.py"/>
        <source>a record on another disk</source>
        <translation>別のディスクにあるレコード</translation>
    </message>
    <message>
        <location filename="../../core/formats/zip_forms.py"/>
        <source>a record outside the folder {prefix!r}, for which torch refuses the file</source>
        <translation>フォルダー {prefix!r} の外にあるレコード（torch はこのファイルを拒否する）</translation>
    </message>
    <message>
        <location filename="../../core/formats/zip_forms.py"/>
        <source>a record that cannot be read where it is said to be</source>
        <translation>示された位置では読めないレコード</translation>
    </message>
    <message>
        <location filename="../../core/formats/zip_forms.py"/>
        <source>a record that says nothing of use</source>
        <translation>役に立つことの書かれていないレコード</translation>
    </message>
    <message>
        <location filename="../../core/formats/zip_forms.py"/>
        <source>a record that says {said!r}</source>
        <translation>{said!r} と書かれたレコード</translation>
    </message>
    <message>
        <location filename="../../core/formats/zip_forms.py"/>
        <source>a record that torch takes for {asked!r}</source>
        <translation>torch が {asked!r} とみなすレコード</translation>
    </message>
    <message>
        <location filename="../../core/formats/zip_forms.py"/>
        <source>a record that torch takes for {other!r}, and the other way round</source>
        <translation>torch が {other!r} と互いに取り違えるレコード</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/containers.py"/>
        <source>a safetensors file, opened by torch.load</source>
        <translation>torch.load で開かれた safetensors ファイル</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/resuming.py"/>
        <source>a scheduler that goes on without the optimizer's state</source>
        <translation>オプティマイザーの状態なしで続くスケジューラー</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traceback/state_dict_errors.py"/>
        <source>a script that cuts the beginning off every key</source>
        <translation>各キーの先頭を切り落とすスクリプト</translation>
    </message>
    <message>
        <location filename="../../core/report/export.py"/>
        <source>a second name of it could not be removed: {left}. Remove it when you may.</source>
        <translation>2 つ目の名前を削除できませんでした：{left}。できるときに削除してください。</translation>
    </message>
    <message>
        <location filename="../../cli/saving.py"/>
        <source>a second name of the new file could not be removed: {left}. Remove it when you may.</source>
        <translation>新しいファイルの 2 つ目の名前を削除できませんでした：{left}。できるときに削除してください。</translation>
    </message>
    <message>
        <location filename="../../core/formats/zip_forms.py"/>
        <source>a second one behind it, so that programs differ in which they take</source>
        <translation>後ろに 2 つ目があり、どちらを採るかがプログラムによって異なる</translation>
    </message>
    <message>
        <location filename="../../core/pickling/opcodes.py"/>
        <source>a small number is written as a long one</source>
        <translation>小さい数値が長い形式で書かれている</translation>
    </message>
    <message>
        <location filename="../../core/files/file_io.py"/>
        <source>a socket</source>
        <translation>ソケット</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/rng.py"/>
        <source>a state of random numbers on {away}</source>
        <translation>{away} にある乱数の状態</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/resuming.py"/>
        <source>a state of random numbers that is not on the CPU</source>
        <translation>CPU 上にない乱数の状態</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/pickles.py"/>
        <source>a state_dict taken for a model</source>
        <translation>モデルとして扱われた state_dict</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/state_dicts.py"/>
        <source>a state_dict that does not fit the model</source>
        <translation>モデルに合わない state_dict</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/devices.py"/>
        <source>a storage that cannot be put on its GPU</source>
        <translation>GPU に置けないストレージ</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/container.py"/>
        <source>a tar, as torch before 0.1.10 saved checkpoints</source>
        <translation>torch 0.1.10 より前がチェックポイントの保存に使った tar</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/running.py"/>
        <source>a tensor larger than any memory</source>
        <translation>どのメモリにも入らない大きさのテンソル</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/containers.py"/>
        <source>a tensor of sizes that lay in memory by chance</source>
        <translation>サイズがメモリにたまたまあった値になったテンソル</translation>
    </message>
    <message>
        <location filename="../../core/containers/known_files.py"/>
        <location filename="../../core/diagnosis/model_match/model_keys.py"/>
        <source>a text</source>
        <translation>テキスト</translation>
    </message>
    <message>
        <location filename="../../core/containers/known_files.py"/>
        <source>a text for people</source>
        <translation>人が読むテキスト</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/frameworks.py"/>
        <source>a torch too old for the program that loads</source>
        <translation>読み込むプログラムに対して古すぎる torch</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/model_match/model_keys.py"/>
        <source>a truth value</source>
        <translation>真偽値</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/file.py"/>
        <source>a tuple that holds itself</source>
        <translation>自分自身を含むタプル</translation>
    </message>
    <message>
        <location filename="../../core/pickling/opcodes.py"/>
        <source>a value is numbered by their count after others were given numbers out of turn</source>
        <translation>ほかの値に順番外の番号が付いた後で、値に個数どおりの番号が付いている</translation>
    </message>
    <message>
        <location filename="../../gui/location/model.py"/>
        <source>a web server</source>
        <translation>Web サーバー</translation>
    </message>
    <message>
        <location filename="../../gui/location/model.py"/>
        <source>a web server, without encryption</source>
        <translation>暗号化なしの Web サーバー</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/state_dicts.py"/>
        <source>a weight that could not be copied</source>
        <translation>コピーできなかった重み</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/pickles.py"/>
        <source>a whole model taken for a dict</source>
        <translation>辞書として扱われたモデル全体</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/pickles.py"/>
        <source>a whole pickled model of another torch</source>
        <translation>別の torch で pickle 化されたモデル全体</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/objects.py"/>
        <source>a whole pickled model: {model}</source>
        <translation>pickle 化されたモデル全体：{model}</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/pickles.py"/>
        <source>a whole pickled optimizer of another torch</source>
        <translation>別の torch で pickle 化されたオプティマイザー全体</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/objects.py"/>
        <source>a whole pickled optimizer: {optimizer}</source>
        <translation>pickle 化されたオプティマイザー全体：{optimizer}</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/names.py"/>
        <source>a wrapper</source>
        <translation>ラッパー</translation>
    </message>
    <message>
        <location filename="../../core/formats/zip_forms.py"/>
        <source>a zip64 end record of another size</source>
        <translation>サイズの異なる zip64 終端レコード</translation>
    </message>
    <message>
        <location filename="../../core/pace.py"/>
        <source>about a second left</source>
        <translation>残り約 1 秒</translation>
    </message>
    <message numerus="yes">
        <location filename="../../core/pace.py"/>
        <source>about {n} minutes left</source>
        <translation><numerusform>残り約 {n} 分</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../core/pace.py"/>
        <source>about {n} seconds left</source>
        <translation><numerusform>残り約 {n} 秒</numerusform></translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/names.py"/>
        <source>activation checkpointing</source>
        <translation>アクティベーションチェックポイント</translation>
    </message>
    <message>
        <location filename="../../core/memory/training/words.py"/>
        <source>activations {size}</source>
        <translation>活性値 {size}</translation>
    </message>
    <message>
        <location filename="../../cli/arguments.py"/>
        <location filename="../../cli/edit_arguments.py"/>
        <source>add a prefix to the keys of every state dict</source>
        <translation>すべての state_dict のキーに接頭辞を付ける</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/model_match/renames.py"/>
        <location filename="../../core/edits/wording.py"/>
        <location filename="../../core/recipes/step_words.py"/>
        <source>add {prefix}</source>
        <translation>{prefix} を付ける</translation>
    </message>
    <message>
        <location filename="../../core/edits/wording.py"/>
        <source>add “{prefix}”</source>
        <translation>“{prefix}” を付ける</translation>
    </message>
    <message>
        <location filename="../../core/loading/recipes.py"/>
        <source>after the plan</source>
        <translation>計画後</translation>
    </message>
    <message>
        <location filename="../../core/report/plan.py"/>
        <source>after:</source>
        <translation>修正後：</translation>
    </message>
    <message>
        <location filename="../../core/report/diagnosis.py"/>
        <source>against the model: {why}</source>
        <translation>モデルとの比較：{why}</translation>
    </message>
    <message>
        <location filename="../../core/report/diagnosis.py"/>
        <source>against {model}: {matched} of {count} keys fit</source>
        <translation>{model} との比較：{count} 個のキーのうち {matched} 個が合います</translation>
    </message>
    <message>
        <location filename="../../gui/page/notice.py"/>
        <source>all</source>
        <translation>すべて</translation>
    </message>
    <message>
        <location filename="../../gui/health/model.py"/>
        <source>all 0</source>
        <translation>すべて 0</translation>
    </message>
    <message>
        <location filename="../../gui/devices/panel.py"/>
        <source>all GPUs → cpu</source>
        <translation>全 GPU → cpu</translation>
    </message>
    <message>
        <location filename="../../gui/changes/panel.py"/>
        <source>all changes taken back</source>
        <translation>すべての変更を取り消しました</translation>
    </message>
    <message>
        <location filename="../../core/edits/conversions.py"/>
        <location filename="../../gui/page/comparing.py"/>
        <source>all of it</source>
        <translation>全体</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traceback/judge_devices.py"/>
        <source>all of its tensors lie on {some}, and load_state_dict copies them to where the model is. Look at the script: model.to(device) before the optimizer is built, inputs.to(device), and tensors taken from the checkpoint without load_state_dict.</source>
        <translation>テンソルはすべて {some} にあり、load_state_dict はそれをモデルのある場所にコピーします。スクリプトを確認してください：オプティマイザーを作る前の model.to(device)、inputs.to(device)、load_state_dict を使わずにチェックポイントから取り出したテンソルです。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traceback/judge_devices.py"/>
        <source>all of its tensors take {size}, and {asked} were asked for.</source>
        <translation>テンソルは全部で {size} ですが、要求されたのは {asked} です。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traceback/judge_devices.py"/>
        <source>all of its tensors take {size}.</source>
        <translation>テンソルは全部で {size} です。</translation>
    </message>
    <message>
        <location filename="../../gui/plots/pictures.py"/>
        <source>all that is NaN or Inf</source>
        <translation>すべての NaN と Inf</translation>
    </message>
    <message>
        <location filename="../../gui/optimizer/model.py"/>
        <source>all with their parameters</source>
        <translation>すべてパラメーターと同じ場所</translation>
    </message>
    <message>
        <location filename="../../gui/health/colouring.py"/>
        <location filename="../../gui/health/model.py"/>
        <source>all zero</source>
        <translation>すべてゼロ</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/devices.py"/>
        <source>all {ranks} processes load onto {there}</source>
        <translation>{ranks} 個のプロセスすべてが {there} に読み込む</translation>
    </message>
    <message>
        <location filename="../../core/recipes/batch.py"/>
        <source>already there</source>
        <translation>既存</translation>
    </message>
    <message>
        <location filename="../../core/report/diagnosis.py"/>
        <source>also</source>
        <translation>ほかに</translation>
    </message>
    <message>
        <location filename="../../cli/arguments.py"/>
        <source>also load it here with torch, in a process of its own</source>
        <translation>別プロセスの torch で実際に読み込んでもみる</translation>
    </message>
    <message>
        <location filename="../../cli/arguments.py"/>
        <source>also run each way here, in a process of its own (needs torch)</source>
        <translation>各方法を別プロセスで実際にも試す（torch が必要）</translation>
    </message>
    <message>
        <location filename="../../cli/values/arguments.py"/>
        <source>also write the statistics as CSV, a line a tensor</source>
        <translation>統計を CSV にも書く。テンソルごとに 1 行</translation>
    </message>
    <message>
        <location filename="../../core/report/answer.py"/>
        <source>also wrong with this file:</source>
        <translation>このファイルのほかの問題：</translation>
    </message>
    <message>
        <location filename="../../core/catalogue/optimizers/words.py"/>
        <source>ambiguous: of {models}</source>
        <translation>特定不能：{models}</translation>
    </message>
    <message>
        <location filename="../../core/containers/foreign/numpy_file.py"/>
        <source>an array of objects or texts, which is not looked into</source>
        <translation>中を見ない、オブジェクトまたはテキストの配列</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/pickles.py"/>
        <source>an attribute of a model that is inside a wrapper</source>
        <translation>ラッパーの内側のモデルの属性</translation>
    </message>
    <message>
        <location filename="../../core/formats/zip_forms.py"/>
        <source>an end record on another disk</source>
        <translation>別のディスクにある終端レコード</translation>
    </message>
    <message>
        <location filename="../../cli/arguments.py"/>
        <source>an error that you got; - reads it from stdin</source>
        <translation>出たエラー。- なら標準入力から読む</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/object_cures.py"/>
        <location filename="../../core/edits/to_plain.py"/>
        <source>an object</source>
        <translation>オブジェクト</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/object_cures.py"/>
        <source>an object of {name}</source>
        <translation>{name} のオブジェクト</translation>
    </message>
    <message>
        <location filename="../../core/containers/torch_zips/exported.py"/>
        <source>an object that was pickled by itself, which is not looked into</source>
        <translation>中を見ない、単独で pickle されたオブジェクト</translation>
    </message>
    <message>
        <location filename="../../core/remote/trouble.py"/>
        <location filename="../../gui/page/error_page.py"/>
        <source>an unknown number of bytes</source>
        <translation>サイズ不明</translation>
    </message>
    <message>
        <location filename="../../core/report/export.py"/>
        <source>and {count:,} more</source>
        <translation>ほか {count:,} 個</translation>
    </message>
    <message>
        <location filename="../../core/report/scan.py"/>
        <source>and {count:,} more, which --json lists</source>
        <translation>ほか {count:,} 個、--json に一覧</translation>
    </message>
    <message>
        <location filename="../../core/report/difference.py"/>
        <source>and {count:,} more: --all lists them</source>
        <translation>ほか {count:,} 個：--all ですべて表示</translation>
    </message>
    <message>
        <location filename="../../core/catalogue/subclasses.py"/>
        <source>and {count:,} other kinds</source>
        <translation>ほか {count:,} 種類</translation>
    </message>
    <message>
        <location filename="../../core/report/answer.py"/>
        <source>and {count} more: see diagnose without --error</source>
        <translation>ほか {count} 個：--error なしの diagnose を見てください</translation>
    </message>
    <message>
        <location filename="../../cli/memory/text.py"/>
        <source>and {kinds} of cards: --json has them all</source>
        <translation>ほかに{kinds}の GPU。--json には全部あります</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/finding.py"/>
        <location filename="../../core/report/page.py"/>
        <source>and {left:,} more</source>
        <translation>ほか {left:,} 個</translation>
    </message>
    <message>
        <location filename="../../gui/details/model.py"/>
        <location filename="../../gui/document/ghost_cells.py"/>
        <location filename="../../gui/health/colouring.py"/>
        <source>and {more:,} more</source>
        <translation>ほか {more:,} 個</translation>
    </message>
    <message>
        <location filename="../../gui/document/taking.py"/>
        <source>and {more:,} more that stay as they are</source>
        <translation>ほか {more:,} 個はそのまま</translation>
    </message>
    <message numerus="yes">
        <location filename="../../core/report/parts.py"/>
        <source>and {n:,} more files</source>
        <translation><numerusform>ほか {n:,} 個のファイル</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../core/catalogue/optimizers/hyperparameters.py"/>
        <source>and {n:,} more groups</source>
        <translation><numerusform>ほか {n:,} 個のグループ</numerusform></translation>
    </message>
    <message>
        <location filename="../../core/report/losses.py"/>
        <source>and {tensors} more; {beyond:,} numbers beyond in all</source>
        <translation>ほか{tensors}。範囲外の数値は合計 {beyond:,} 個</translation>
    </message>
    <message>
        <location filename="../../core/catalogue/optimizers/matched.py"/>
        <source>any model of {file}</source>
        <translation>{file} のどのモデル</translation>
    </message>
    <message>
        <location filename="../../core/edits/keys.py"/>
        <source>any state dict</source>
        <translation>すべての state_dict</translation>
    </message>
    <message>
        <location filename="../../cli/language.py"/>
        <source>argument {name}: expected at least one argument</source>
        <translation>引数 {name}: 少なくとも 1 つの値が必要です</translation>
    </message>
    <message>
        <location filename="../../cli/language.py"/>
        <source>argument {name}: expected one argument</source>
        <translation>引数 {name}: 値が 1 つ必要です</translation>
    </message>
    <message>
        <location filename="../../cli/language.py"/>
        <source>argument {name}: invalid choice: {value} (choose from {choices})</source>
        <translation>引数 {name}: 選べない値です：{value}（選択肢：{choices}）</translation>
    </message>
    <message>
        <location filename="../../cli/language.py"/>
        <source>argument {name}: invalid value: {value}</source>
        <translation>引数 {name}: 無効な値です：{value}</translation>
    </message>
    <message>
        <location filename="../../cli/language.py"/>
        <source>argument {name}: {why}</source>
        <translation>引数 {name}: {why}</translation>
    </message>
    <message>
        <location filename="../../core/catalogue/optimizers/words.py"/>
        <source>as chosen</source>
        <translation>指定どおり</translation>
    </message>
    <message>
        <location filename="../../gui/preferences/offered.py"/>
        <source>as found</source>
        <translation>自動</translation>
    </message>
    <message>
        <location filename="../../gui/memory/controls.py"/>
        <source>as in the file</source>
        <translation>ファイルと同じ</translation>
    </message>
    <message>
        <location filename="../../core/loading/recipes.py"/>
        <location filename="../../gui/diagnosis/model.py"/>
        <source>as it is</source>
        <translation>今のまま</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traceback/judge_keys.py"/>
        <source>as planned its keys are those of the model: the plan cures the error.</source>
        <translation>計画どおりなら、キーはモデルのキーと一致します：計画がこのエラーを修正します。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traceback/judge_devices.py"/>
        <source>as saved it puts nothing on a GPU; the model and optimizer that are made of its {size} do. See what each way of loading takes: the command memory, or the Memory panel.</source>
        <translation>保存されたままでは GPU に何も置きません。置くのは、その {size} から作られるモデルとオプティマイザーです。それぞれの読み込み方に必要な量を確認してください：コマンド memory、またはメモリパネル。</translation>
    </message>
    <message>
        <location filename="../../core/report/diagnosis.py"/>
        <source>at</source>
        <translation>場所</translation>
    </message>
    <message>
        <location filename="../../cli/limits.py"/>
        <source>at least one process loads the file</source>
        <translation>ファイルを読み込むプロセスは少なくとも 1 つ必要です</translation>
    </message>
    <message>
        <location filename="../../cli/memory/text.py"/>
        <source>at most</source>
        <translation>最大</translation>
    </message>
    <message>
        <location filename="../../gui/memory/timeline.py"/>
        <source>at most {size}</source>
        <translation>最大 {size}</translation>
    </message>
    <message>
        <location filename="../../gui/memory/timeline.py"/>
        <source>at most {size} of {room}</source>
        <translation>{room} のうち最大 {size}</translation>
    </message>
    <message>
        <location filename="../../gui/rename/model.py"/>
        <source>backbone.</source>
        <translation>backbone.</translation>
    </message>
    <message>
        <location filename="../../cli/arguments.py"/>
        <source>bash, zsh or fish</source>
        <translation>bash、zsh、fish のいずれか</translation>
    </message>
    <message>
        <location filename="../../core/report/plan.py"/>
        <source>before:</source>
        <translation>修正前：</translation>
    </message>
    <message>
        <location filename="../../core/report/parts.py"/>
        <source>beside</source>
        <translation>付属</translation>
    </message>
    <message>
        <location filename="../../cli/memory/text.py"/>
        <location filename="../../gui/memory/bars_model.py"/>
        <source>best</source>
        <translation>最良</translation>
    </message>
    <message>
        <location filename="../../gui/rename/model.py"/>
        <source>blocks.\1.</source>
        <translation>blocks.\1.</translation>
    </message>
    <message>
        <location filename="../../gui/document/pickled_models.py"/>
        <source>buffer</source>
        <translation>バッファー</translation>
    </message>
    <message>
        <location filename="../../gui/document/pickled_models.py"/>
        <source>buffer, not in state_dict</source>
        <translation>バッファー（state_dict になし）</translation>
    </message>
    <message>
        <location filename="../../gui/memory/training.py"/>
        <source>by default</source>
        <translation>既定</translation>
    </message>
    <message>
        <location filename="../../core/catalogue/optimizers/words.py"/>
        <source>by devices</source>
        <translation>デバイスから</translation>
    </message>
    <message>
        <location filename="../../core/catalogue/optimizers/words.py"/>
        <source>by name</source>
        <translation>名前から</translation>
    </message>
    <message>
        <location filename="../../core/catalogue/optimizers/words.py"/>
        <source>by shapes</source>
        <translation>形状から</translation>
    </message>
    <message>
        <location filename="../../core/catalogue/optimizers/words.py"/>
        <source>by the names saved with it</source>
        <translation>いっしょに保存された名前から</translation>
    </message>
    <message>
        <location filename="../../core/pickling/opcodes.py"/>
        <source>byte {pos:,} of the pickle</source>
        <translation>pickle の {pos:,} バイト目</translation>
    </message>
    <message>
        <location filename="../../core/objects/plain_rules.py"/>
        <source>bytes</source>
        <translation>bytes</translation>
    </message>
    <message>
        <location filename="../../core/formats/zip_forms.py"/>
        <source>bytes between the directory and its end</source>
        <translation>ディレクトリと終端の間にあるバイト</translation>
    </message>
    <message>
        <location filename="../../core/containers/zip_file.py"/>
        <source>bytes follow behind the end of the pickle</source>
        <translation>pickle の終わりの後ろにバイトが続いています</translation>
    </message>
    <message>
        <location filename="../../core/containers/dcp/folder.py"/>
        <source>bytes of .metadata</source>
        <translation>バイト（.metadata）</translation>
    </message>
    <message>
        <location filename="../../core/formats/safetensors.py"/>
        <source>bytes of header</source>
        <translation>バイト（ヘッダー）</translation>
    </message>
    <message>
        <location filename="../../core/containers/sharded.py"/>
        <source>bytes of index</source>
        <translation>バイト（インデックス）</translation>
    </message>
    <message>
        <location filename="../../core/containers/torch_zips/exported.py"/>
        <source>bytes of list</source>
        <translation>バイト（一覧）</translation>
    </message>
    <message>
        <location filename="../../core/containers/dcp/objects.py"/>
        <source>bytes of objects</source>
        <translation>バイト（オブジェクト）</translation>
    </message>
    <message>
        <location filename="../../core/formats/zip_archive.py"/>
        <source>bytes of packed pickle</source>
        <translation>バイト（圧縮された pickle）</translation>
    </message>
    <message>
        <location filename="../../core/containers/tar_file.py"/>
        <location filename="../../core/formats/legacy.py"/>
        <location filename="../../core/formats/zip_archive.py"/>
        <source>bytes of pickle</source>
        <translation>バイト（pickle）</translation>
    </message>
    <message>
        <location filename="../../core/formats/zip_reader.py"/>
        <source>bytes of zip directory</source>
        <translation>バイト（zip ディレクトリ）</translation>
    </message>
    <message>
        <location filename="../../core/formats/zip_forms.py"/>
        <source>bytes that are also those of {last!r}</source>
        <translation>{last!r} と重なるバイト</translation>
    </message>
    <message>
        <location filename="../../core/formats/zip_forms.py"/>
        <source>called a folder, whose bytes torch does not read</source>
        <translation>フォルダーとされ、そのバイトを torch は読まない</translation>
    </message>
    <message>
        <location filename="../../gui/parts/model.py"/>
        <source>cannot be opened</source>
        <translation>開けない</translation>
    </message>
    <message>
        <location filename="../../gui/values/ridges.py"/>
        <source>cannot be read</source>
        <translation>読み取れません</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/optimizers.py"/>
        <source>capturable=True comes with the group's options when its state is loaded, and it means CUDA graphs. On a CPU optimizer.step() fails.</source>
        <translation>capturable=True は、状態を読み込むとグループのオプションといっしょに入り、CUDA グラフを使うという意味です。CPU では optimizer.step() が失敗します。</translation>
    </message>
    <message>
        <location filename="../../cli/arguments.py"/>
        <source>cards that DataParallel works on</source>
        <translation>DataParallel が使う GPU の数</translation>
    </message>
    <message>
        <location filename="../../core/edits/wording.py"/>
        <source>cast to {dtype}</source>
        <translation>{dtype} に変換</translation>
    </message>
    <message>
        <location filename="../../core/edits/wording.py"/>
        <location filename="../../core/recipes/step_words.py"/>
        <source>cast {tensors} → {dtype}</source>
        <translation>{tensors}の dtype を変換 → {dtype}</translation>
    </message>
    <message>
        <location filename="../../gui/values/update_page.py"/>
        <source>change of each number, in shares of it</source>
        <translation>各数値の変化（その値に対する割合）</translation>
    </message>
    <message>
        <location filename="../../core/report/difference.py"/>
        <location filename="../../gui/document/compared.py"/>
        <source>changed</source>
        <translation>変更</translation>
    </message>
    <message>
        <location filename="../../cli/arguments.py"/>
        <source>check the bytes of every record against its checksum</source>
        <translation>全レコードのバイトをチェックサムと照合する</translation>
    </message>
    <message>
        <location filename="../../cli/verifying.py"/>
        <source>checking</source>
        <translation>検査中</translation>
    </message>
    <message>
        <location filename="../../gui/location/table_model.py"/>
        <source>checkpoint {name}</source>
        <translation>チェックポイント {name}</translation>
    </message>
    <message>
        <location filename="../../gui/page/hints.py"/>
        <source>click: next, Esc: no more</source>
        <translation>クリック：次へ、Esc: 今後表示しない</translation>
    </message>
    <message>
        <location filename="../../gui/app/window.py"/>
        <source>closing Pthfinder</source>
        <translation>Pthfinder を終了</translation>
    </message>
    <message>
        <location filename="../../gui/page/page.py"/>
        <source>closing this file</source>
        <translation>このファイルを閉じる</translation>
    </message>
    <message>
        <location filename="../../gui/preferences/offered.py"/>
        <source>comfortable</source>
        <translation>ゆったり</translation>
    </message>
    <message>
        <location filename="../../cli/arguments.py"/>
        <source>commands</source>
        <translation>コマンド</translation>
    </message>
    <message>
        <location filename="../../gui/preferences/offered.py"/>
        <source>compact</source>
        <translation>詰める</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traceback/judge_lookups.py"/>
        <source>compare the model of the script with the one that this file was saved from.</source>
        <translation>スクリプトのモデルを、このファイルの保存元のモデルと比較してください。</translation>
    </message>
    <message>
        <location filename="../../cli/values/differing.py"/>
        <source>comparing</source>
        <translation>比較中</translation>
    </message>
    <message>
        <location filename="../../core/containers/torch_zips/script.py"/>
        <source>compiled code, which is not run</source>
        <translation>実行しないコンパイル済みコード</translation>
    </message>
    <message>
        <location filename="../../gui/health/model.py"/>
        <source>constant</source>
        <translation>一定</translation>
    </message>
    <message>
        <location filename="../../gui/memory/bars_model.py"/>
        <source>context</source>
        <translation>コンテキスト</translation>
    </message>
    <message>
        <location filename="../../gui/document/compared.py"/>
        <source>cosine distance {number}</source>
        <translation>コサイン距離 {number}</translation>
    </message>
    <message>
        <location filename="../../cli/arguments.py"/>
        <source>cpu or gpus:N, as for the other commands: the same as --gpus</source>
        <translation>cpu または gpus:N。ほかのコマンドと同じで、--gpus と同じ意味です</translation>
    </message>
    <message>
        <location filename="../../core/loading/computer.py"/>
        <source>cuda:{card} is not there: the machine is {machine}.</source>
        <translation>cuda:{card} はありません：コンピューターは {machine} です。</translation>
    </message>
    <message>
        <location filename="../../core/report/answer.py"/>
        <location filename="../../core/report/diagnosis.py"/>
        <source>cure</source>
        <translation>修正</translation>
    </message>
    <message>
        <location filename="../../cli/arguments.py"/>
        <source>cure findings of diagnose; or `all`</source>
        <translation>diagnose が見つけた問題を修正する。すべてなら `all`</translation>
    </message>
    <message>
        <location filename="../../core/recipes/step_words.py"/>
        <source>cure findings: {codes}</source>
        <translation>問題を修正：{codes}</translation>
    </message>
    <message>
        <location filename="../../cli/curing.py"/>
        <source>cured {codes}</source>
        <translation>修正しました：{codes}</translation>
    </message>
    <message>
        <location filename="../../cli/edit_arguments.py"/>
        <source>cut storages down to what tensors use</source>
        <translation>ストレージをテンソルが使う分まで切り詰める</translation>
    </message>
    <message>
        <location filename="../../core/edits/wording.py"/>
        <source>cut storages to what is used</source>
        <translation>ストレージを使う分に切り詰める</translation>
    </message>
    <message>
        <location filename="../../core/edits/wording.py"/>
        <location filename="../../core/recipes/step_words.py"/>
        <source>cut storages to what tensors use</source>
        <translation>ストレージをテンソルが使う分に切り詰める</translation>
    </message>
    <message>
        <location filename="../../gui/diagnosis/integrity_model.py"/>
        <source>damage that no entry suffers from</source>
        <translation>どの項目にも及ばない破損</translation>
    </message>
    <message>
        <location filename="../../cli/verifying.py"/>
        <location filename="../../core/report/difference.py"/>
        <source>damaged</source>
        <translation>破損</translation>
    </message>
    <message>
        <location filename="../../cli/saving.py"/>
        <source>damaged: {path}</source>
        <translation>破損：{path}</translation>
    </message>
    <message>
        <location filename="../../gui/preferences/offered.py"/>
        <source>dark</source>
        <translation>ダーク</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/many_files.py"/>
        <source>dcp.load and its like want the folder that has .metadata in it, which is written last: the path is another one, the save was never finished, or what is there was not saved by dcp.save.</source>
        <translation>dcp.load などは、最後に書かれる .metadata のあるフォルダーを求めます：パスが違うか、保存が終わらなかったか、そこにあるものが dcp.save で保存されたものではありません。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/many_files.py"/>
        <source>dcp.load looks up each key of the dict that it is given, with all names above it: {flat}. A bare model.state_dict() has none of them.</source>
        <translation>dcp.load は、渡された dict の各キーを、上位の名前をすべて付けて探します：{flat}。そのままの model.state_dict() には、その名前がありません。</translation>
    </message>
    <message>
        <location filename="../../gui/health/model.py"/>
        <source>dead</source>
        <translation>死んでいる</translation>
    </message>
    <message>
        <location filename="../../gui/health/model.py"/>
        <source>dead channels</source>
        <translation>死んだチャネル</translation>
    </message>
    <message>
        <location filename="../../core/report/values.py"/>
        <location filename="../../gui/health/model.py"/>
        <source>denormal</source>
        <translation>非正規化数</translation>
    </message>
    <message>
        <location filename="../../core/report/difference.py"/>
        <location filename="../../gui/document/compared.py"/>
        <source>device</source>
        <translation>デバイス</translation>
    </message>
    <message>
        <location filename="../../core/objects/plain_rules.py"/>
        <source>dict</source>
        <translation>dict</translation>
    </message>
    <message>
        <location filename="../../gui/plots/plane_bar.py"/>
        <source>dim {axis}</source>
        <translation>次元 {axis}</translation>
    </message>
    <message>
        <location filename="../../cli/edit_arguments.py"/>
        <source>do the steps of a recipe after these, as far as the file has what they need</source>
        <translation>これらの後にレシピの手順を、ファイルに必要なものがある限り行う</translation>
    </message>
    <message>
        <location filename="../../cli/edit_arguments.py"/>
        <source>do these in the order in which they stand, not devices first</source>
        <translation>デバイスを先にせず、書いた順に行う</translation>
    </message>
    <message>
        <location filename="../../core/torch_child/trial_load.py"/>
        <source>does not load</source>
        <translation>読み込めません</translation>
    </message>
    <message numerus="yes">
        <location filename="../../core/edits/wording.py"/>
        <source>drop {n:,} entries</source>
        <translation><numerusform>{n:,} 個の項目を削除</numerusform></translation>
    </message>
    <message>
        <location filename="../../core/edits/wording.py"/>
        <location filename="../../core/recipes/step_words.py"/>
        <source>drop {path}</source>
        <translation>{path} を削除</translation>
    </message>
    <message>
        <location filename="../../gui/diagnosis/fixes_model.py"/>
        <source>drop {shown}</source>
        <translation>{shown} を削除</translation>
    </message>
    <message>
        <location filename="../../core/report/table.py"/>
        <location filename="../../gui/document/cells.py"/>
        <source>dropped</source>
        <translation>削除</translation>
    </message>
    <message>
        <location filename="../../gui/details/model.py"/>
        <source>dropped: not in the file you save</source>
        <translation>削除：保存するファイルには入らない</translation>
    </message>
    <message>
        <location filename="../../gui/document/compared.py"/>
        <source>dtype</source>
        <translation>dtype</translation>
    </message>
    <message>
        <location filename="../../cli/arguments.py"/>
        <source>dtype of the live model, such as bf16 (default: as in the file)</source>
        <translation>実際のモデルの dtype。例：bf16（既定：ファイルと同じ）</translation>
    </message>
    <message>
        <location filename="../../cli/arguments.py"/>
        <source>each card by its name or memory, such as T4 or 24GB (default: those here; else an RTX 4090)</source>
        <translation>各 GPU の名前またはメモリー容量（例：T4、24GB。既定：この環境の GPU、なければ RTX 4090）</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/many_files.py"/>
        <source>each file has the pieces of one of {saved}</source>
        <translation>各ファイルに、{saved}のうちの 1 つの断片がある</translation>
    </message>
    <message>
        <location filename="../../gui/values/ridges.py"/>
        <source>each from least to greatest</source>
        <translation>それぞれ最小から最大まで</translation>
    </message>
    <message>
        <location filename="../../gui/memory/bars_model.py"/>
        <source>each of {devices}</source>
        <translation>{devices} のそれぞれ</translation>
    </message>
    <message>
        <location filename="../../gui/memory/answer_model.py"/>
        <source>each other GPU's part loaded to {target}</source>
        <translation>ほかの各 GPU の分を {target} に読み込む</translation>
    </message>
    <message>
        <location filename="../../core/memory/strategies.py"/>
        <location filename="../../gui/memory/answer_model.py"/>
        <source>each rank loads all</source>
        <translation>各 rank がすべてを読み込む</translation>
    </message>
    <message>
        <location filename="../../core/memory/strategies.py"/>
        <location filename="../../gui/memory/answer_model.py"/>
        <source>each rank loads its part</source>
        <translation>各 rank が自分の分を読み込む</translation>
    </message>
    <message>
        <location filename="../../gui/rename/model.py"/>
        <source>encoder.</source>
        <translation>encoder.</translation>
    </message>
    <message>
        <location filename="../../core/catalogue/tree.py"/>
        <source>entries</source>
        <translation>項目</translation>
    </message>
    <message>
        <location filename="../../core/memory/analysis.py"/>
        <location filename="../../core/report/severities.py"/>
        <source>error</source>
        <translation>エラー</translation>
    </message>
    <message>
        <location filename="../../gui/save/forecast.py"/>
        <source>every computer</source>
        <translation>どのコンピューター</translation>
    </message>
    <message>
        <location filename="../../cli/arguments.py"/>
        <source>every process loads onto the target, not onto its own card</source>
        <translation>各プロセスが自分の GPU ではなく対象のデバイスに読み込む</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traceback/judge_devices.py"/>
        <source>every process that loads it without map_location goes to {some}, but the error is about torch.cuda.set_device(local_rank), which each process must call first. Look whether the script does.</source>
        <translation>map_location なしで読み込むプロセスはすべて {some} に向かいますが、エラーは torch.cuda.set_device(local_rank) に関するもので、各プロセスが最初に呼び出す必要があります。スクリプトがそうしているか確認してください。</translation>
    </message>
    <message>
        <location filename="../../gui/plots/pictures.py"/>
        <source>every {nth} column</source>
        <translation>{nth} 列ごと</translation>
    </message>
    <message>
        <location filename="../../gui/plots/pictures.py"/>
        <source>every {nth} number</source>
        <translation>{nth} 個ごと</translation>
    </message>
    <message>
        <location filename="../../gui/plots/pictures.py"/>
        <source>every {nth} row</source>
        <translation>{nth} 行ごと</translation>
    </message>
    <message>
        <location filename="../../gui/values/facts.py"/>
        <source>exact</source>
        <translation>正確</translation>
    </message>
    <message>
        <location filename="../../core/values/health/optimizers.py"/>
        <source>exp_avg of {name} reaches {first:.3g} and exp_avg_sq only {second:.3g}: no gradients give both means. They are of two runs, or one of them was reset.</source>
        <translation>{name} の exp_avg は {first:.3g} に達し、exp_avg_sq は {second:.3g} しかありません：両方の平均を与える勾配はありません。2 つの実行のものか、一方がリセットされています。</translation>
    </message>
    <message>
        <location filename="../../gui/health/model.py"/>
        <source>exploding</source>
        <translation>発散</translation>
    </message>
    <message>
        <location filename="../../core/recipes/step_words.py"/>
        <source>extract and unwrap</source>
        <translation>取り出してラッパーを外す</translation>
    </message>
    <message>
        <location filename="../../core/edits/wording.py"/>
        <source>extract it and keep “{prefix}”</source>
        <translation>「{prefix}」を残して取り出す</translation>
    </message>
    <message>
        <location filename="../../core/edits/wording.py"/>
        <location filename="../../core/recipes/step_words.py"/>
        <source>extract state_dict</source>
        <translation>state_dict を取り出す</translation>
    </message>
    <message>
        <location filename="../../core/edits/wording.py"/>
        <source>extract the state_dict from the pickled {name}</source>
        <translation>pickle された {name} から state_dict を取り出す</translation>
    </message>
    <message>
        <location filename="../../gui/memory/recipe.py"/>
        <source>f is the file, Model and Optimizer your classes.</source>
        <translation>f はファイル、Model と Optimizer は自分のクラス。</translation>
    </message>
    <message>
        <location filename="../../core/loading/recipes.py"/>
        <source>f is the folder of these files</source>
        <translation>f はこれらのファイルがあるフォルダー</translation>
    </message>
    <message>
        <location filename="../../core/loading/recipes.py"/>
        <source>f is the path of this file</source>
        <translation>f はこのファイルのパス</translation>
    </message>
    <message>
        <location filename="../../core/recipes/batch.py"/>
        <source>failed</source>
        <translation>失敗</translation>
    </message>
    <message>
        <location filename="../../core/torch_child/trial_load.py"/>
        <source>fails here; {tensors} loaded with map_location='cpu'</source>
        <translation>ここでは失敗します。map_location='cpu' なら{tensors}を読み込めました</translation>
    </message>
    <message>
        <location filename="../../cli/edit_arguments.py"/>
        <source>fetch all of a file whose server gives no parts of it</source>
        <translation>サーバーがファイルの一部だけの取得に対応していなければ、全体を取得する</translation>
    </message>
    <message>
        <location filename="../../core/containers/dcp/folder.py"/>
        <location filename="../../core/report/parts.py"/>
        <source>files</source>
        <translation>ファイル</translation>
    </message>
    <message>
        <location filename="../../gui/save/model.py"/>
        <source>files as the source has them</source>
        <translation>元と同じ分け方のファイル</translation>
    </message>
    <message>
        <location filename="../../core/containers/location.py"/>
        <source>files in a folder</source>
        <translation>フォルダー内のファイル</translation>
    </message>
    <message>
        <location filename="../../gui/save/model.py"/>
        <source>files like its own</source>
        <translation>元と同じ構成のファイル</translation>
    </message>
    <message>
        <location filename="../../gui/save/model.py"/>
        <source>files of at most {size}</source>
        <translation>{size} 以下のファイル</translation>
    </message>
    <message>
        <location filename="../../gui/health/colouring.py"/>
        <source>fine</source>
        <translation>正常</translation>
    </message>
    <message>
        <location filename="../../gui/health/colouring.py"/>
        <source>finite</source>
        <translation>有限</translation>
    </message>
    <message>
        <location filename="../../gui/compare/model.py"/>
        <source>fit</source>
        <translation>合う</translation>
    </message>
    <message>
        <location filename="../../gui/compare/model.py"/>
        <source>fits</source>
        <translation>合う</translation>
    </message>
    <message>
        <location filename="../../core/report/answer.py"/>
        <location filename="../../core/report/diagnosis.py"/>
        <source>fix</source>
        <translation>対処</translation>
    </message>
    <message>
        <location filename="../../cli/arguments.py"/>
        <source>fix all files of a folder by a recipe</source>
        <translation>フォルダー内の全ファイルをレシピで修正する</translation>
    </message>
    <message>
        <location filename="../../cli/fixing.py"/>
        <source>fix needs -o OUT (or --dry-run)</source>
        <translation>fix には -o OUT（または --dry-run）が必要です</translation>
    </message>
    <message>
        <location filename="../../core/loading/recipes.py"/>
        <source>fixed that of the one you save</source>
        <translation>fixed は保存するファイルのパス</translation>
    </message>
    <message>
        <location filename="../../core/formats/zip_forms.py"/>
        <source>flags {flags:#x}</source>
        <translation>フラグ {flags:#x}</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traceback/state_dict_errors.py"/>
        <source>flattened parameters of FSDP</source>
        <translation>FSDP の平坦化されたパラメーター</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/container.py"/>
        <source>float8, uint16 and other dtypes of today lie in storages that say no dtype. torch.save writes them into the container of torch before 1.6 as well, and torch.load cannot read them back from it.</source>
        <translation>float8、uint16 など最近の dtype は、dtype を示さないストレージに入っています。torch.save は torch 1.6 より前のコンテナーにもそれらを書きますが、torch.load はそこから読み戻せません。</translation>
    </message>
    <message>
        <location filename="../../gui/location/table_model.py"/>
        <source>folder {name}</source>
        <translation>フォルダー {name}</translation>
    </message>
    <message>
        <location filename="../../gui/diagnosis/fixes_list.py"/>
        <source>follow parameters</source>
        <translation>パラメーターに合わせる</translation>
    </message>
    <message>
        <location filename="../../gui/diagnosis/fixes_list.py"/>
        <source>follow parameters: nothing to move</source>
        <translation>パラメーターに合わせる：移すものなし</translation>
    </message>
    <message>
        <location filename="../../cli/arguments.py"/>
        <source>for --cure: </source>
        <translation>--cure 用：</translation>
    </message>
    <message>
        <location filename="../../cli/arguments.py"/>
        <source>for --cure: what it is to be loaded into, as for diagnose</source>
        <translation>--cure 用：読み込み先。diagnose と同じ</translation>
    </message>
    <message>
        <location filename="../../cli/edit_arguments.py"/>
        <source>for a step that cures: </source>
        <translation>修正する手順用：</translation>
    </message>
    <message>
        <location filename="../../gui/memory/training.py"/>
        <source>foreach=True, fused=True or neither: they differ in what step() takes for a moment.
By default it is what the file says, or else torch's choice.</source>
        <translation>foreach=True、fused=True、またはどちらでもない：step() が一時的に使う量が違います。
既定ではファイルのとおり、なければ torch の選択。</translation>
    </message>
    <message>
        <location filename="../../gui/values/facts.py"/>
        <source>from a fine histogram: there are more than 10 million numbers</source>
        <translation>細かいヒストグラムによる：数値が 1000 万個を超える</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/container.py"/>
        <source>generators of random numbers in the older container</source>
        <translation>旧形式のコンテナーに入った乱数の生成器</translation>
    </message>
    <message>
        <location filename="../../cli/edit_arguments.py"/>
        <source>give a number, text, true, false or null another value, such as epoch=0; or numbers of a tensor: 'conv.weight[0,3]=0', 'conv.weight[:,0]=nan'; or all of them: KEY=@FILE.npy, KEY=@OTHER.pt:KEY</source>
        <translation>数値、テキスト、true、false、null に別の値を与える。例：epoch=0。テンソルの数値なら 'conv.weight[0,3]=0'、'conv.weight[:,0]=nan'、全部なら KEY=@FILE.npy、KEY=@OTHER.pt:KEY</translation>
    </message>
    <message>
        <location filename="../../cli/edit_arguments.py"/>
        <source>give an entry another key, such as state_dict=model</source>
        <translation>項目に別のキーを与える。例：state_dict=model</translation>
    </message>
    <message>
        <location filename="../../cli/edit_arguments.py"/>
        <source>go through folders below it too</source>
        <translation>下のフォルダーも対象にする</translation>
    </message>
    <message>
        <location filename="../../gui/memory/bars_model.py"/>
        <source>good</source>
        <translation>良好</translation>
    </message>
    <message>
        <location filename="../../core/report/difference.py"/>
        <source>gradient</source>
        <translation>勾配</translation>
    </message>
    <message>
        <location filename="../../core/memory/training/words.py"/>
        <source>gradients {size}</source>
        <translation>勾配 {size}</translation>
    </message>
    <message>
        <location filename="../../core/catalogue/optimizers/hyperparameters.py"/>
        <source>group {number}: {options}</source>
        <translation>グループ {number}：{options}</translation>
    </message>
    <message>
        <location filename="../../core/report/inspect.py"/>
        <source>holds</source>
        <translation>内容</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/objects.py"/>
        <source>holds a {kind}, which {system} cannot load</source>
        <translation>{system} では読み込めない {kind} を含む</translation>
    </message>
    <message>
        <location filename="../../core/containers/known_files.py"/>
        <source>how far the Trainer of transformers got</source>
        <translation>transformers の Trainer の進み具合</translation>
    </message>
    <message>
        <location filename="../../cli/arguments.py"/>
        <source>how long it may work and how long it may take, or none (default: 1 and 5 minutes, more for large files)</source>
        <translation>計算時間と経過時間の上限、または none（既定：1 分と 5 分。大きなファイルではもっと長い）</translation>
    </message>
    <message>
        <location filename="../../cli/arguments.py"/>
        <source>how the optimizer steps (default: as torch chooses)</source>
        <translation>オプティマイザーのステップの方式（既定：torch に任せる）</translation>
    </message>
    <message>
        <location filename="../../cli/verifying.py"/>
        <source>hurts {entries}</source>
        <translation>影響：{entries}</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traceback/judge_lookups.py"/>
        <source>if it is this file that the script looked into: {found}</source>
        <translation>スクリプトが参照したのがこのファイルなら、{found}</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/objects.py"/>
        <source>import {module} before torch.load(f).</source>
        <translation>torch.load(f) の前に import {module} を実行してください。</translation>
    </message>
    <message>
        <location filename="../../gui/app/drop_target.py"/>
        <source>in a tab of its own</source>
        <translation>別のタブで</translation>
    </message>
    <message>
        <location filename="../../core/edits/extract.py"/>
        <source>in another state_dict</source>
        <translation>別の state_dict の中</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traceback/judge_lookups.py"/>
        <source>in it the state fits the model beside it, parameter by parameter: the model of the script is another, or has its parameters in another order. Compare the two.</source>
        <translation>その中の状態は、隣のモデルにパラメーターごとに合います：スクリプトのモデルが別のものか、パラメーターの順序が異なります。両者を比較してください。</translation>
    </message>
    <message>
        <location filename="../../core/report/parts.py"/>
        <source>incomplete</source>
        <translation>不完全</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/many_files.py"/>
        <source>index and shards contradict each other: {keys}</source>
        <translation>インデックスとシャードが食い違う：{keys}</translation>
    </message>
    <message>
        <location filename="../../gui/values/numbers_page.py"/>
        <source>index, such as 12, 0</source>
        <translation>添字。例：12, 0</translation>
    </message>
    <message>
        <location filename="../../gui/values/numbers_page.py"/>
        <source>index, such as {example}</source>
        <translation>添字。例：{example}</translation>
    </message>
    <message>
        <location filename="../../core/edits/numbers/castable.py"/>
        <source>indices of another tensor</source>
        <translation>別のテンソルの添字</translation>
    </message>
    <message>
        <location filename="../../core/loading/recipes.py"/>
        <source>inference only</source>
        <translation>推論のみ</translation>
    </message>
    <message>
        <location filename="../../cli/edit_arguments.py"/>
        <source>insert S after the first D segments of keys that begin with U</source>
        <translation>U で始まるキーの最初の D 区切りの後に S を入れる</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/model_match/renames.py"/>
        <source>insert {segment} at depth {depth}</source>
        <translation>深さ {depth} に {segment} を挿入</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/model_match/renames.py"/>
        <source>insert {segment} at depth {depth} below {under}</source>
        <translation>{under} の下の深さ {depth} に {segment} を挿入</translation>
    </message>
    <message>
        <location filename="../../core/edits/wording.py"/>
        <location filename="../../core/recipes/step_words.py"/>
        <source>insert {segment} into keys</source>
        <translation>キーに {segment} を挿入</translation>
    </message>
    <message>
        <location filename="../../core/edits/wording.py"/>
        <location filename="../../core/recipes/step_words.py"/>
        <source>insert {segment} into {under}… keys</source>
        <translation>{under}… のキーに {segment} を挿入</translation>
    </message>
    <message>
        <location filename="../../core/edits/wording.py"/>
        <source>insert “{segment}”</source>
        <translation>“{segment}” を挿入</translation>
    </message>
    <message>
        <location filename="../../core/loading/recipes.py"/>
        <source>into a model in DataParallel</source>
        <translation>DataParallel の中のモデルへ</translation>
    </message>
    <message>
        <location filename="../../core/remote/address.py"/>
        <source>it does not lie on this computer</source>
        <translation>このコンピューターにありません</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traceback/judge_names.py"/>
        <source>it does not name {missing} but {names}. If torch.load raised the error, it imported that code, which imports {missing}: install {missing}, or extract the state_dict, which needs no code.</source>
        <translation>ここにあるのは {missing} ではなく {names} です。torch.load がこのエラーを出したのであれば、そのコードをインポートし、それが {missing} をインポートしています：{missing} をインストールするか、コードの要らない state_dict を抽出してください。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traceback/judge_state.py"/>
        <source>it has 'optimizer_states'.</source>
        <translation>'optimizer_states' があります。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traceback/answer.py"/>
        <source>it has a trap of the same family: {sentence} {fix}</source>
        <translation>同じ種類の問題があります：{sentence}{fix}</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traceback/judge_keys.py"/>
        <source>it has all keys that the error calls missing, so the script changes their names before load_state_dict.</source>
        <translation>エラーが不足とするキーはすべてあるので、スクリプトが load_state_dict の前に名前を変えています。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traceback/judge_lookups.py"/>
        <source>it has no {shown} at the top. {instead}</source>
        <translation>最上位に {shown} がありません。{instead}</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traceback/judge_state.py"/>
        <source>it has optimizer state at {where}; the script handed over something else.</source>
        <translation>{where} にオプティマイザーの状態がありますが、スクリプトは別のものを渡しました。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traceback/judge_lookups.py"/>
        <source>it has state of that kind of optimizer; {asked}.</source>
        <translation>その種類のオプティマイザーの状態があります。{asked}。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traceback/judge_devices.py"/>
        <source>it has tensors on {some}, and that alone does no harm: load_state_dict copies weights into the model where it is, and puts optimizer state beside its parameter. Look at the script: is the model moved after the optimizer was built or loaded, state moved in a loop, or a batch left behind?</source>
        <translation>{some} にテンソルがありますが、それだけでは害はありません：load_state_dict は重みをモデルのある場所にコピーし、オプティマイザーの状態をパラメーターと同じ場所に置きます。スクリプトを確認してください：オプティマイザーを作った後や読み込んだ後にモデルを移していないか、状態をループで移していないか、バッチを移し忘れていないか。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traceback/judge_devices.py"/>
        <source>it has tensors on {some}, as the error says.</source>
        <translation>エラーのとおり、{some} にテンソルがあります。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traceback/judge_keys.py"/>
        <source>it has the key that the error names: {example!r}.</source>
        <translation>エラーに出ているキーがあります：{example!r}。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traceback/judge_keys.py"/>
        <source>it has under other names what the error calls missing, such as {example!r}.</source>
        <translation>エラーが不足とするものは、{example!r} のように別の名前で入っています。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traceback/judge_keys.py"/>
        <source>it has under other names what the error calls missing: {example!r}.</source>
        <translation>エラーが不足とするものは、別の名前で入っています：{example!r}。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traceback/judge_keys.py"/>
        <source>it has {both!r}, which the error calls missing.</source>
        <translation>エラーが不足とする {both!r} があります。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traceback/judge_keys.py"/>
        <source>it has {keys} that the error names, such as {example!r}.</source>
        <translation>エラーに出ている {keys}（{example!r} など）があります。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traceback/judge_files.py"/>
        <source>it has {key}.</source>
        <translation>{key} があります。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traceback/judge_lookups.py"/>
        <source>it has {shown} at the top.</source>
        <translation>最上位に {shown} があります。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traceback/judge_keys.py"/>
        <source>it has {some!r}, which the error calls missing.</source>
        <translation>エラーが不足とする {some!r} があります。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traceback/judge_lookups.py"/>
        <source>it has {state}, and {asked}.</source>
        <translation>あるのは {state}で、{asked}。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traceback/judge_state.py"/>
        <source>it has {title}.</source>
        <translation>{title}があります。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traceback/judge_names.py"/>
        <source>it holds a model pickled inside {name}. Take it out: model = model.module.</source>
        <translation>{name} の内側に pickle 化されたモデルがあります。取り出してください：model = model.module。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traceback/judge_devices.py"/>
        <source>it holds a pickle inside the pickle, which map_location does not reach.</source>
        <translation>pickle の中に pickle があり、map_location はそこに届きません。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traceback/judge_devices.py"/>
        <source>it holds a pickled model and tensors on {some}. Call model.to(device) after torch.load, before the optimizer is built.</source>
        <translation>pickle 化されたモデルと、{some} 上のテンソルがあります。torch.load の後、オプティマイザーを作る前に model.to(device) を呼び出してください。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traceback/judge_names.py"/>
        <source>it holds a pickled {names}, as the error says.</source>
        <translation>エラーのとおり、pickle 化された {names} があります。</translation>
    </message>
    <message>
        <location filename="../../core/loading/methods.py"/>
        <source>it holds dtypes of today in the older container. Write the zip container; nothing is lost</source>
        <translation>古いコンテナーに今の dtype が入っています。zip コンテナーで書けば何も失われません</translation>
    </message>
    <message>
        <location filename="../../core/loading/methods.py"/>
        <source>it holds generators of random numbers in the older container. Write the zip container; nothing is lost</source>
        <translation>古いコンテナーに乱数生成器が入っています。zip コンテナーで書けば何も失われません</translation>
    </message>
    <message>
        <location filename="../../core/loading/methods.py"/>
        <source>it holds nested tensors in the older container. Write the zip container; nothing is lost</source>
        <translation>古いコンテナーに入れ子テンソルが入っています。zip コンテナーで書けば何も失われません</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traceback/judge_lookups.py"/>
        <source>it holds no dict but {summary}, in which looking up a key is no KeyError but a TypeError.</source>
        <translation>辞書ではなく {summary} が入っており、そこでキーを引くと KeyError ではなく TypeError になります。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traceback/judge_names.py"/>
        <source>it holds no model pickled inside {name}: the script wraps it. {fix}</source>
        <translation>{name} の内側に pickle 化されたモデルはありません：スクリプトがラップしています。{fix}</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traceback/judge_devices.py"/>
        <source>it holds no pickled DataParallel, and load_state_dict leaves a model where it is. Look at the script: on a CPU use model.module without DataParallel; on GPUs call model.to(device_ids[0]) before wrapping.</source>
        <translation>pickle 化された DataParallel はなく、load_state_dict はモデルを動かしません。スクリプトを確認してください：CPU では DataParallel なしで model.module を使い、GPU ではラップする前に model.to(device_ids[0]) を呼び出します。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traceback/judge_names.py"/>
        <source>it holds no pickled model or optimizer, only data.</source>
        <translation>pickle 化されたモデルもオプティマイザーもなく、データだけです。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traceback/judge_keys.py"/>
        <source>it holds no state dict whose keys could be compared with those of the error.</source>
        <translation>エラーのキーと比較できる state_dict がありません。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traceback/judge_devices.py"/>
        <source>it holds no tensors</source>
        <translation>テンソルがありません</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traceback/judge_devices.py"/>
        <source>it holds no tensors.</source>
        <translation>テンソルがありません。</translation>
    </message>
    <message>
        <location filename="../../core/catalogue/storages.py"/>
        <source>it holds the copy of a tensor of another device, and is named again</source>
        <translation>別のデバイスのテンソルのコピーを持ち、しかもほかからも参照されています</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traceback/judge_devices.py"/>
        <source>it holds {title}.</source>
        <translation>問題があります：{title}。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traceback/judge_names.py"/>
        <source>it holds {title}; the error does not say of which class it is.</source>
        <translation>次のものがあります：{title}。エラーからは、どのクラスのものかわかりません。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traceback/judge_state.py"/>
        <source>it is a checkpoint of Lightning without 'optimizer_states', saved with save_weights_only=True.</source>
        <translation>save_weights_only=True で保存された、'optimizer_states' のない Lightning のチェックポイントです。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traceback/judge_files.py"/>
        <source>it is a folder of {files}, and torch.load opens one file.</source>
        <translation>{files}のあるフォルダーですが、torch.load が開くのは 1 つのファイルです。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traceback/judge_devices.py"/>
        <source>it is a pickled DataParallel with device_ids={ids}, which runs only where all of its model lies on the first of them. Take the model out of it: model = model.module.</source>
        <translation>device_ids={ids} を持つ、pickle 化された DataParallel です。モデル全体がその最初のデバイスにないと動きません。モデルを取り出してください：model = model.module。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traceback/judge_devices.py"/>
        <source>it is a pickled DataParallel, which runs only where all of its model lies on the first of them. Take the model out of it: model = model.module.</source>
        <translation>pickle 化された DataParallel です。モデル全体が最初のデバイスにないと動きません。モデルを取り出してください：model = model.module。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traceback/judge_damage.py"/>
        <source>it is a zip, which torch before 1.5 cannot read.</source>
        <translation>zip なので、1.5 より前の torch には読めません。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traceback/judge_damage.py"/>
        <source>it is a {kind} file.</source>
        <translation>{kind} のファイルです。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traceback/judge_state.py"/>
        <source>it is a {kind}. The state_dict is in it: look for its place in the tree, and take it from there.</source>
        <translation>これは {kind} です。state_dict はその中にあります：ツリーでその場所を探し、そこから取り出してください。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traceback/judge_damage.py"/>
        <source>it is broken too, but torch has other words for it: {sentence} {fix}</source>
        <translation>これも壊れていますが、torch の文言は別のものになります：{sentence}{fix}</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traceback/judge_damage.py"/>
        <source>it is in the container of torch before 1.6.</source>
        <translation>torch 1.6 より前のコンテナーです。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traceback/judge_damage.py"/>
        <source>it is in the {kind} container, which can be mapped.</source>
        <translation>{kind} コンテナーなので、マップできます。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traceback/judge_damage.py"/>
        <source>it is in the {kind} container.</source>
        <translation>{kind} コンテナーです。</translation>
    </message>
    <message>
        <location filename="../../core/catalogue/storages.py"/>
        <source>it is named by {count} parts instead of {parts}</source>
        <translation>{parts} 個ではなく {count} 個の部分で参照されています</translation>
    </message>
    <message>
        <location filename="../../core/catalogue/storages.py"/>
        <source>it is named of no size and again with one</source>
        <translation>サイズなしで参照され、さらにサイズ付きでも参照されています</translation>
    </message>
    <message>
        <location filename="../../core/catalogue/storages.py"/>
        <source>it is named with two types, sizes or devices; torch takes the first</source>
        <translation>2 通りの型、サイズ、またはデバイスで参照されています。torch は最初のものを採ります</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traceback/judge_state.py"/>
        <source>it is no checkpoint of Lightning, which would say so under 'pytorch-lightning_version'.</source>
        <translation>Lightning のチェックポイントではありません。そうであれば 'pytorch-lightning_version' に示されます。</translation>
    </message>
    <message>
        <location filename="../../core/saving/spread/filling.py"/>
        <source>it is no file in the making</source>
        <translation>作成中のファイルではありません</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traceback/judge_damage.py"/>
        <source>it is no zip but a {kind} file.</source>
        <translation>zip ではなく {kind} のファイルです。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traceback/judge_state.py"/>
        <source>it is no {kind}. The script takes something out of it, or hands over something else.</source>
        <translation>これは {kind} ではありません。スクリプトが中から何かを取り出しているか、別のものを渡しています。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traceback/judge_files.py"/>
        <source>it is one file; the missing one belongs beside it or to another model.</source>
        <translation>1 つのファイルです。不足しているファイルは、その隣にあるべきものか、別のモデルのものです。</translation>
    </message>
    <message>
        <location filename="../../gui/document/taking.py"/>
        <source>it is {here} here and {its} there, and the shape of a tensor stays</source>
        <translation>こちらは {here}、相手は {its} で、テンソルの形状は変わりません</translation>
    </message>
    <message>
        <location filename="../../gui/document/taking.py"/>
        <source>it is {here} here and {there} there</source>
        <translation>こちらは {here}、相手は {there}</translation>
    </message>
    <message>
        <location filename="../../core/files/file_io.py"/>
        <source>it is {kind}</source>
        <translation>{kind}です</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traceback/judge_keys.py"/>
        <source>it lacks the key that the error names: {example!r}.</source>
        <translation>エラーに出ているキーがありません：{example!r}。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traceback/judge_keys.py"/>
        <source>it lacks the keys that the error calls missing, as any file of another model does. Compare it with the model (--against, or Compare with a model) to see whether it is meant for it.</source>
        <translation>エラーが不足とするキーがありません。別のモデルのファイルなら、どれもそうなります。そのモデルのためのファイルかどうかは、モデルと比較（--against、または「モデルと比較」）して確認してください。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traceback/judge_keys.py"/>
        <source>it lacks {keys} that the error names, such as {example!r}.</source>
        <translation>エラーに出ている {keys}（{example!r} など）がありません。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traceback/judge_keys.py"/>
        <source>it lacks {keys} that the error says the file has, such as {example!r}.</source>
        <translation>エラーがファイルにあるとする {keys}（{example!r} など）がありません。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traceback/judge_keys.py"/>
        <source>it lacks {keys} that the error says the file has: {example!r}.</source>
        <translation>エラーがファイルにあるとする {keys}がありません：{example!r}。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traceback/judge_devices.py"/>
        <source>it names no GPU. Call torch.cuda.set_device(local_rank) in each process.</source>
        <translation>GPU を指定していません。各プロセスで torch.cuda.set_device(local_rank) を呼び出してください。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traceback/judge_names.py"/>
        <source>it names {names}, as every file of today with tensors in it does. Nothing is wrong with it: load it with a newer torch.</source>
        <translation>ここにある名前は {names} で、現在のテンソルを含むファイルならどれも同じです。ファイルに問題はありません：より新しい torch で読み込んでください。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traceback/judge_names.py"/>
        <source>it names {names}, as the error says.</source>
        <translation>エラーのとおり、{names} があります。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traceback/judge_names.py"/>
        <source>it names {names}, which the torch of the error does not have yet.</source>
        <translation>ここにある名前は {names} で、エラーを出した torch にはまだありません。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traceback/judge_names.py"/>
        <source>it names {names}, which torch of today takes; update torch.</source>
        <translation>ここにある名前は {names} で、現在の torch は受け付けます。torch を更新してください。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traceback/judge_damage.py"/>
        <source>it opens as a checkpoint, and all of its bytes are there.</source>
        <translation>チェックポイントとして開け、すべてのバイトが揃っています。</translation>
    </message>
    <message>
        <location filename="../../core/torch_child/process.py"/>
        <source>it said nothing</source>
        <translation>何も出力しませんでした</translation>
    </message>
    <message>
        <location filename="../../core/report/answer.py"/>
        <location filename="../../core/report/diagnosis.py"/>
        <source>it says</source>
        <translation>原文</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traceback/judge_damage.py"/>
        <source>its checksums are compared only when the file is verified: do that (--verify, or Verify).</source>
        <translation>チェックサムはファイルを検証するときだけ比較されます：検証してください（--verify、または「完全性を検証」）。</translation>
    </message>
    <message>
        <location filename="../../core/objects/plain_rules.py"/>
        <source>its default</source>
        <translation>既定値</translation>
    </message>
    <message>
        <location filename="../../core/report/difference.py"/>
        <source>its keys stand in another order</source>
        <translation>キーの順序が違う</translation>
    </message>
    <message>
        <location filename="../../core/saving/publishing.py"/>
        <source>its links lead in a circle</source>
        <translation>リンクが循環しています</translation>
    </message>
    <message>
        <location filename="../../core/objects/plain_rules.py"/>
        <source>its maxlen</source>
        <translation>maxlen</translation>
    </message>
    <message>
        <location filename="../../gui/document/optimizer_models.py"/>
        <source>its model: as found</source>
        <translation>そのモデル：自動</translation>
    </message>
    <message>
        <location filename="../../gui/optimizer/model_box.py"/>
        <source>its model: in another file…</source>
        <translation>そのモデル：別のファイル…</translation>
    </message>
    <message>
        <location filename="../../gui/document/optimizer_models.py"/>
        <location filename="../../gui/optimizer/model_box.py"/>
        <source>its model: {model}</source>
        <translation>そのモデル：{model}</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traceback/judge_state.py"/>
        <source>its optimizer has {sizes}. Compare that with the script: [len(g['params']) for g in optimizer.param_groups].</source>
        <translation>そのオプティマイザーには {sizes}があります。スクリプトと比較してください：[len(g['params']) for g in optimizer.param_groups]。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traceback/judge_lookups.py"/>
        <source>its optimizer state has {option!r}.</source>
        <translation>そのオプティマイザーの状態に {option!r} があります。</translation>
    </message>
    <message>
        <location filename="../../core/objects/plain_rules.py"/>
        <source>its own class and attributes</source>
        <translation>独自のクラスと属性</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traceback/judge_damage.py"/>
        <source>its pickle is of protocol 2.</source>
        <translation>pickle はプロトコル 2 です。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traceback/judge_devices.py"/>
        <source>its pickled model lies on {some}.</source>
        <translation>pickle 化されたモデルは {some} にあります。</translation>
    </message>
    <message>
        <location filename="../../core/remote/stores/http.py"/>
        <location filename="../../core/remote/stores/s3.py"/>
        <source>its server answers {code}</source>
        <translation>サーバーの応答は {code} です</translation>
    </message>
    <message>
        <location filename="../../core/remote/stores/http.py"/>
        <source>its server does not answer</source>
        <translation>サーバーが応答しません</translation>
    </message>
    <message>
        <location filename="../../core/remote/uploading/s3.py"/>
        <source>its server has other bytes than were sent</source>
        <translation>サーバーにあるバイトが、送ったものと違います</translation>
    </message>
    <message>
        <location filename="../../core/edits/numbers/cast.py"/>
        <source>its storage is shared by a tensor that is {reason}</source>
        <translation>ストレージを共有するテンソルがある（{reason}）</translation>
    </message>
    <message>
        <location filename="../../core/loading/methods.py"/>
        <source>its storages are named by texts, as pickle protocol 0 does it, and no torch can read those back</source>
        <translation>ストレージがテキストで名付けられています（pickle プロトコル 0）。読み戻せる torch はありません</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traceback/judge_devices.py"/>
        <source>its tensors lie on {some}</source>
        <translation>テンソルは {some} にあります</translation>
    </message>
    <message>
        <location filename="../../gui/memory/answer_model.py"/>
        <source>its tensors taken over without a copy</source>
        <translation>テンソルをコピーせずに引き継ぐ</translation>
    </message>
    <message>
        <location filename="../../core/objects/plain_rules.py"/>
        <source>its time zone</source>
        <translation>タイムゾーン</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traceback/judge_keys.py"/>
        <source>its {key!r} has the shape {shape}, another than the error says.</source>
        <translation>{key!r} の形状は {shape} で、エラーの示すものと異なります。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traceback/judge_state.py"/>
        <source>its {path!r} is of another type than uint8; a generator takes its state as bytes on the CPU.</source>
        <translation>{path!r} の型が uint8 ではありません。生成器は状態を CPU 上のバイト列として受け取ります。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traceback/judge_state.py"/>
        <source>its {path!r} lies on the CPU as bytes. map_location moves it: write .cpu() behind it.</source>
        <translation>{path!r} はバイト列として CPU にあります。map_location がそれを移します：後ろに .cpu() を書いてください。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traceback/judge_state.py"/>
        <source>its {path!r} was saved on a GPU; a generator takes its state as bytes on the CPU.</source>
        <translation>{path!r} は GPU に保存されています。生成器は状態を CPU 上のバイト列として受け取ります。</translation>
    </message>
    <message>
        <location filename="../../gui/devices/table_model.py"/>
        <location filename="../../gui/document/remaining.py"/>
        <source>keep</source>
        <translation>そのまま</translation>
    </message>
    <message>
        <location filename="../../gui/memory/controls.py"/>
        <source>keep dict</source>
        <translation>辞書を保持</translation>
    </message>
    <message>
        <location filename="../../core/edits/wording.py"/>
        <location filename="../../core/recipes/step_words.py"/>
        <source>keep only {path}</source>
        <translation>{path} だけを残す</translation>
    </message>
    <message>
        <location filename="../../gui/details/model.py"/>
        <source>key {key}, {size} of {dtype}</source>
        <translation>キー {key}、{dtype} {size}</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/state_dicts.py"/>
        <source>keys in the file that the model does not know</source>
        <translation>ファイルにあるのにモデルが知らないキー</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/state_dicts.py"/>
        <source>keys that the model wants and the file lacks</source>
        <translation>モデルが求めるのにファイルにないキー</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traceback/state_dict_errors.py"/>
        <source>keys with the prefix of a wrapper</source>
        <translation>ラッパーの接頭辞が付いたキー</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traceback/state_dict_errors.py"/>
        <source>keys without the prefix of a wrapper</source>
        <translation>ラッパーの接頭辞のないキー</translation>
    </message>
    <message>
        <location filename="../../cli/edit_arguments.py"/>
        <source>leave out an entry, such as optimizer or optimizer/state</source>
        <translation>項目を除く。例：optimizer、optimizer/state</translation>
    </message>
    <message>
        <location filename="../../core/recipes/batch.py"/>
        <source>left as it is</source>
        <translation>そのまま</translation>
    </message>
    <message>
        <location filename="../../cli/curing.py"/>
        <source>left as it is: {title}. --cure {code}: {fix}</source>
        <translation>そのまま：{title}。--cure {code}: {fix}</translation>
    </message>
    <message>
        <location filename="../../cli/batching.py"/>
        <location filename="../../cli/fixing.py"/>
        <source>left out</source>
        <translation>対象外</translation>
    </message>
    <message>
        <location filename="../../gui/recipes/model.py"/>
        <source>left out: {step}: {why}</source>
        <translation>対象外：{step}: {why}</translation>
    </message>
    <message>
        <location filename="../../gui/memory/bars_model.py"/>
        <source>left over</source>
        <translation>残り</translation>
    </message>
    <message>
        <location filename="../../gui/save/model.py"/>
        <source>legacy (readable before torch 1.6)</source>
        <translation>legacy（torch 1.6 より前でも読める）</translation>
    </message>
    <message>
        <location filename="../../core/edits/wording.py"/>
        <location filename="../../core/recipes/step_words.py"/>
        <source>legacy container</source>
        <translation>旧形式のコンテナー</translation>
    </message>
    <message>
        <location filename="../../gui/document/cells.py"/>
        <source>level removed, keys move up</source>
        <translation>この階層を省略、キーは上へ</translation>
    </message>
    <message>
        <location filename="../../gui/preferences/offered.py"/>
        <source>light</source>
        <translation>ライト</translation>
    </message>
    <message>
        <location filename="../../gui/preferences/offered.py"/>
        <source>like the system</source>
        <translation>システムに合わせる</translation>
    </message>
    <message>
        <location filename="../../core/objects/plain_rules.py"/>
        <source>list</source>
        <translation>リスト</translation>
    </message>
    <message>
        <location filename="../../cli/arguments.py"/>
        <source>list all tensors, not only the first</source>
        <translation>最初の分だけでなく全テンソルを表示する</translation>
    </message>
    <message>
        <location filename="../../cli/values/arguments.py"/>
        <source>list all that differs, not only the most</source>
        <translation>主なものだけでなく、違いをすべて表示する</translation>
    </message>
    <message>
        <location filename="../../cli/arguments.py"/>
        <source>list tensors, devices, prefixes and optimizer state</source>
        <translation>テンソル、デバイス、接頭辞、オプティマイザーの状態を表示する</translation>
    </message>
    <message>
        <location filename="../../core/formats/bounded_json.py"/>
        <source>lists</source>
        <translation>リスト</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/state_dicts.py"/>
        <source>load_state_dict compares names and shapes of the file with those of the model, and some differ. Which ones the lines below this one say, and they were not pasted.</source>
        <translation>load_state_dict がファイルの名前と形状をモデルと比べ、一部が異なりました。どれかはこの行の下に出ますが、その部分が貼り付けられていません。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traceback/judge_devices.py"/>
        <source>load_state_dict leaves a model where it is. Look at the script: call model.to(device_ids[0]) before DataParallel(model), and after anything that moves it.</source>
        <translation>load_state_dict はモデルを動かしません。スクリプトを確認してください：DataParallel(model) の前と、モデルを動かす処理の後に model.to(device_ids[0]) を呼び出します。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/state_dicts.py"/>
        <source>load_state_dict matches by name only, and these keys of the file name nothing in the model. Often all of them differ by one prefix or segment.</source>
        <translation>load_state_dict は名前だけで対応付けますが、ファイルのこれらのキーに当たるものがモデルにありません。多くの場合、すべてが 1 つの接頭辞や区切りの分だけ異なります。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/state_dicts.py"/>
        <source>load_state_dict matches by name only, and these names of the model are not among the keys of the file. Often all of them differ by one prefix or segment.</source>
        <translation>load_state_dict は名前だけで対応付けますが、モデルのこれらの名前がファイルのキーにありません。多くの場合、すべてが 1 つの接頭辞や区切りの分だけ異なります。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/model_match/model_findings.py"/>
        <source>load_state_dict matches by name only.</source>
        <translation>load_state_dict は名前だけで対応付けます。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/scripts.py"/>
        <source>load_state_dict of an optimizer matches by position and compares no shapes. At its step the state of one parameter meets another, or a layer that has another size than when the file was saved.</source>
        <translation>オプティマイザーの load_state_dict は位置で対応付け、形状を比べません。そのためステップの際に、状態が別のパラメーターや、保存時とサイズの異なる層に当たります。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/scripts.py"/>
        <source>load_state_dict of an optimizer takes the groups and the state of any other without a word. At its step it looks for numbers that only its own kind keeps.</source>
        <translation>オプティマイザーの load_state_dict は、ほかのどのオプティマイザーのグループと状態でも黙って受け入れます。そしてステップの際に、自分の種類だけが持つ値を探します。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/pickles.py"/>
        <source>load_state_dict wants a dict of names and tensors and got an object of another type: a whole model, which is loaded already, a path, or whatever else the script took out of the checkpoint.</source>
        <translation>load_state_dict は名前とテンソルの辞書を求めますが、別の型のオブジェクトが渡されました：すでに読み込まれたモデル全体か、パスか、スクリプトがチェックポイントから取り出した何かです。</translation>
    </message>
    <message>
        <location filename="../../gui/memory/answer_model.py"/>
        <source>loaded as it was saved</source>
        <translation>保存されたとおりに読み込む</translation>
    </message>
    <message>
        <location filename="../../gui/memory/answer_model.py"/>
        <source>loaded straight to {target}</source>
        <translation>{target} に直接読み込む</translation>
    </message>
    <message>
        <location filename="../../gui/memory/answer_model.py"/>
        <source>loaded to the CPU first</source>
        <translation>まず CPU に読み込む</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traceback/judge_devices.py"/>
        <source>loading it as saved puts {size} on a card of {capacity}.</source>
        <translation>保存されたまま読み込むと、{capacity} の GPU に {size} が置かれます。</translation>
    </message>
    <message>
        <location filename="../../gui/memory/bars_model.py"/>
        <source>loading may take {capacity:,}</source>
        <translation>読み込みに使えるのは {capacity:,}</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/devices.py"/>
        <source>loading takes {size} of weights on {some} beside the model</source>
        <translation>読み込むと、モデルのほかに {size} の重みが {some} に載る</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/devices.py"/>
        <source>loading wakes {old}</source>
        <translation>読み込むと {old} が使われ始める</translation>
    </message>
    <message>
        <location filename="../../cli/diagnosing.py"/>
        <source>loading with torch …</source>
        <translation>torch で読み込み中 …</translation>
    </message>
    <message>
        <location filename="../../core/memory/analysis.py"/>
        <source>loads</source>
        <translation>読み込める</translation>
    </message>
    <message>
        <location filename="../../gui/memory/bars_model.py"/>
        <source>loads, no GPU memory · {host}</source>
        <translation>読み込める、GPU メモリなし · {host}</translation>
    </message>
    <message>
        <location filename="../../gui/memory/bars_model.py"/>
        <source>loads, {spare} to spare at the fullest moment ({device} in {step}); {host} at most.</source>
        <translation>読み込める。最も多いとき（{step} の {device}）で空き {spare}。最大 {host}。</translation>
    </message>
    <message>
        <location filename="../../gui/memory/bars_model.py"/>
        <source>loads, {spare} to spare · {host}</source>
        <translation>読み込める、空き {spare} · {host}</translation>
    </message>
    <message>
        <location filename="../../cli/setting.py"/>
        <source>looking at what fits</source>
        <translation>収まるか確認中</translation>
    </message>
    <message>
        <location filename="../../core/report/answer.py"/>
        <location filename="../../core/report/diagnosis.py"/>
        <source>loses</source>
        <translation>失うもの</translation>
    </message>
    <message>
        <location filename="../../core/edits/numbers/castable.py"/>
        <source>made from a copy</source>
        <translation>コピーから作られる</translation>
    </message>
    <message>
        <location filename="../../core/edits/wording.py"/>
        <location filename="../../core/recipes/step_words.py"/>
        <source>make DTensors plain tensors</source>
        <translation>DTensor を通常のテンソルにする</translation>
    </message>
    <message>
        <location filename="../../cli/edit_arguments.py"/>
        <source>make this sub-dictionary the whole file, such as state_dict</source>
        <translation>この部分の辞書をファイル全体にする。例：state_dict</translation>
    </message>
    <message numerus="yes">
        <location filename="../../core/edits/wording.py"/>
        <source>make {n:,} entries plain data</source>
        <translation><numerusform>{n:,} 個の項目を単純なデータにする</numerusform></translation>
    </message>
    <message>
        <location filename="../../core/edits/wording.py"/>
        <location filename="../../core/recipes/step_words.py"/>
        <source>make {path} plain data</source>
        <translation>{path} を単純なデータにする</translation>
    </message>
    <message>
        <location filename="../../gui/diagnosis/fixes_model.py"/>
        <source>make {shown} plain data</source>
        <translation>{shown} を単純なデータにする</translation>
    </message>
    <message>
        <location filename="../../core/edits/wording.py"/>
        <source>map {source}</source>
        <translation>{source} を割り当て直す</translation>
    </message>
    <message>
        <location filename="../../core/edits/wording.py"/>
        <source>map {source} → {target}</source>
        <translation>割り当て直す：{source} → {target}</translation>
    </message>
    <message>
        <location filename="../../gui/memory/bars_model.py"/>
        <source>mapped file</source>
        <translation>マップしたファイル</translation>
    </message>
    <message>
        <location filename="../../gui/memory/answer_model.py"/>
        <source>mapped from the disk</source>
        <translation>ディスクからマップする</translation>
    </message>
    <message>
        <location filename="../../gui/diff/table_model.py"/>
        <source>max |Δ|</source>
        <translation>max |Δ|</translation>
    </message>
    <message>
        <location filename="../../gui/document/compared.py"/>
        <source>max |Δ| {number}</source>
        <translation>max |Δ| {number}</translation>
    </message>
    <message>
        <location filename="../../core/report/values.py"/>
        <source>maximum</source>
        <translation>最大値</translation>
    </message>
    <message>
        <location filename="../../gui/memory/bars_model.py"/>
        <source>may be held back</source>
        <translation>保持されうる分</translation>
    </message>
    <message>
        <location filename="../../core/report/values.py"/>
        <source>mean</source>
        <translation>平均</translation>
    </message>
    <message>
        <location filename="../../gui/document/compared.py"/>
        <source>mean |Δ| {number}</source>
        <translation>mean |Δ| {number}</translation>
    </message>
    <message>
        <location filename="../../cli/memory/text.py"/>
        <source>measured</source>
        <translation>実測</translation>
    </message>
    <message>
        <location filename="../../cli/memory/predicting.py"/>
        <source>measuring {name}: phase {done} of {total}</source>
        <translation>{name} を測定中：{total} 段階のうち {done}</translation>
    </message>
    <message>
        <location filename="../../cli/arguments.py"/>
        <source>memory of each card, such as 22.5GiB: the same as --card</source>
        <translation>各 GPU のメモリー容量（例：22.5GiB）。--card と同じ意味です</translation>
    </message>
    <message>
        <location filename="../../core/memory/strategies.py"/>
        <source>meta model with mmap and assign=True</source>
        <translation>meta モデル、mmap と assign=True</translation>
    </message>
    <message>
        <location filename="../../gui/diff/pair_view.py"/>
        <source>mine - theirs</source>
        <translation>こちら - 相手</translation>
    </message>
    <message>
        <location filename="../../gui/diff/pair_view.py"/>
        <source>mine {key}</source>
        <translation>こちら {key}</translation>
    </message>
    <message>
        <location filename="../../core/report/values.py"/>
        <source>minimum</source>
        <translation>最小値</translation>
    </message>
    <message>
        <location filename="../../gui/health/model.py"/>
        <source>misfit</source>
        <translation>不一致</translation>
    </message>
    <message>
        <location filename="../../cli/verifying.py"/>
        <location filename="../../core/report/diagnosis.py"/>
        <location filename="../../core/report/parts.py"/>
        <location filename="../../gui/compare/model.py"/>
        <location filename="../../gui/parts/model.py"/>
        <source>missing</source>
        <translation>不足</translation>
    </message>
    <message>
        <location filename="../../gui/compare/model.py"/>
        <source>missing in the file</source>
        <translation>ファイルにない</translation>
    </message>
    <message>
        <location filename="../../gui/parts/model.py"/>
        <source>missing, with {keys}</source>
        <translation>不足（{keys}）</translation>
    </message>
    <message>
        <location filename="../../cli/batching.py"/>
        <location filename="../../cli/saving.py"/>
        <source>missing:</source>
        <translation>欠落：</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/containers.py"/>
        <source>mmap needs the zip container</source>
        <translation>mmap には zip コンテナーが必要</translation>
    </message>
    <message>
        <location filename="../../core/memory/strategies.py"/>
        <source>mmap=True on the CPU</source>
        <translation>CPU で mmap=True</translation>
    </message>
    <message>
        <location filename="../../core/edits/wording.py"/>
        <location filename="../../core/memory/contents.py"/>
        <location filename="../../core/report/inspect.py"/>
        <location filename="../../gui/memory/bars_model.py"/>
        <source>model</source>
        <translation>モデル</translation>
    </message>
    <message>
        <location filename="../../cli/memory/text.py"/>
        <source>model on {device}</source>
        <translation>モデルは {device}</translation>
    </message>
    <message>
        <location filename="../../cli/memory/text.py"/>
        <source>model on {device} in {dtype}</source>
        <translation>モデルは {device}、dtype は {dtype}</translation>
    </message>
    <message>
        <location filename="../../gui/rename/model.py"/>
        <source>model.*.weight</source>
        <translation>model.*.weight</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/running.py"/>
        <source>model.load_state_dict(state_dict, assign=True) takes the tensors of the file as they are; or model.to_empty(device=…) before loading.</source>
        <translation>model.load_state_dict(state_dict, assign=True) なら、ファイルのテンソルをそのまま使います。または読み込みの前に model.to_empty(device=…) を呼びます。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/running.py"/>
        <source>model.load_state_dict(state_dict, assign=True) takes the tensors of the file as they are; or model.to_empty(device=…) before loading. What was saved without data must be saved again.</source>
        <translation>model.load_state_dict(state_dict, assign=True) なら、ファイルのテンソルをそのまま使います。または読み込みの前に model.to_empty(device=…) を呼びます。データなしで保存されたものは、保存し直す必要があります。</translation>
    </message>
    <message>
        <location filename="../../gui/memory/bars_model.py"/>
        <source>momentary</source>
        <translation>一時的</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/containers.py"/>
        <source>more bytes in the file than the pickle says</source>
        <translation>pickle の示すより多いファイル内のバイト</translation>
    </message>
    <message>
        <location filename="../../cli/edit_arguments.py"/>
        <source>move optimizer state to a device, or `follow` its parameters</source>
        <translation>オプティマイザーの状態をデバイスに移す。`follow` ならパラメーターに合わせる</translation>
    </message>
    <message>
        <location filename="../../gui/document/remaining.py"/>
        <source>moved to {devices}</source>
        <translation>{devices} へ移動</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/container.py"/>
        <source>named .safetensors, which it is not</source>
        <translation>.safetensors という名前だが、safetensors ではない</translation>
    </message>
    <message>
        <location filename="../../core/report/inspect.py"/>
        <source>names</source>
        <translation>名前</translation>
    </message>
    <message>
        <location filename="../../core/report/plan.py"/>
        <source>names: {names}: {warning}</source>
        <translation>名前：{names}: {warning}</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/objects.py"/>
        <source>needs classes of the script that saved it</source>
        <translation>保存したスクリプトのクラスが必要</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/objects.py"/>
        <source>needs the Python module {top}</source>
        <translation>Python モジュール {top} が必要</translation>
    </message>
    <message>
        <location filename="../../core/objects/compounds.py"/>
        <source>nested tensor</source>
        <translation>入れ子テンソル</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/container.py"/>
        <source>nested tensors in the older container</source>
        <translation>旧形式のコンテナーに入った入れ子テンソル</translation>
    </message>
    <message>
        <location filename="../../gui/rename/model.py"/>
        <source>net.*.weight</source>
        <translation>net.*.weight</translation>
    </message>
    <message>
        <location filename="../../gui/memory/bars_model.py"/>
        <source>never reached: the memory ran out before</source>
        <translation>到達せず：その前にメモリが尽きた</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/container.py"/>
        <source>newer dtypes in the older container</source>
        <translation>旧形式のコンテナーに入った新しい dtype</translation>
    </message>
    <message>
        <location filename="../../cli/memory/text.py"/>
        <source>no</source>
        <translation>なし</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/many_files.py"/>
        <source>no .metadata where torch.distributed.checkpoint looks for it</source>
        <translation>torch.distributed.checkpoint の探す場所に .metadata がない</translation>
    </message>
    <message>
        <location filename="../../core/report/page.py"/>
        <location filename="../../gui/preferences/offered.py"/>
        <location filename="../../gui/session/loading_on.py"/>
        <source>no GPU</source>
        <translation>GPU なし</translation>
    </message>
    <message>
        <location filename="../../gui/health/model.py"/>
        <source>no NaN and no Inf</source>
        <translation>NaN も Inf もなし</translation>
    </message>
    <message>
        <location filename="../../core/report/diagnosis.py"/>
        <source>no answer: {why}</source>
        <translation>答えなし：{why}</translation>
    </message>
    <message>
        <location filename="../../cli/memory/text.py"/>
        <source>no card</source>
        <translation>GPU なし</translation>
    </message>
    <message>
        <location filename="../../core/dtypes.py"/>
        <source>no device</source>
        <translation>デバイスなし</translation>
    </message>
    <message>
        <location filename="../../cli/curing.py"/>
        <source>no edit cures {code}: {title}. {fix}</source>
        <translation>{code} を直す編集はありません：{title}。{fix}</translation>
    </message>
    <message>
        <location filename="../../gui/save/sections.py"/>
        <source>no key is changed</source>
        <translation>キーの変更はありません</translation>
    </message>
    <message>
        <location filename="../../gui/save/sections.py"/>
        <source>no key is changed, but what is missing is left out</source>
        <translation>キーの変更はありませんが、欠けている部分は含まれません</translation>
    </message>
    <message>
        <location filename="../../gui/document/contents.py"/>
        <source>no keys</source>
        <translation>キーなし</translation>
    </message>
    <message>
        <location filename="../../gui/values/copying.py"/>
        <source>no keys lead to this tensor: it is part of an object</source>
        <translation>このテンソルに至るキーがありません。オブジェクトの一部です</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traceback/judge_state.py"/>
        <source>no optimizer state is in it, so whatever the script handed to the optimizer is none.</source>
        <translation>オプティマイザーの状態がないので、スクリプトがオプティマイザーに渡したものはその状態ではありません。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traceback/judge_lookups.py"/>
        <location filename="../../core/diagnosis/traceback/judge_state.py"/>
        <source>no optimizer state is in it.</source>
        <translation>オプティマイザーの状態がありません。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traceback/judge_lookups.py"/>
        <source>no optimizer state is in it; {asked}.</source>
        <translation>オプティマイザーの状態がありません。{asked}。</translation>
    </message>
    <message>
        <location filename="../../gui/optimizer/table_model.py"/>
        <source>no parameter that could be told</source>
        <translation>判断できないパラメーター</translation>
    </message>
    <message>
        <location filename="../../core/objects/dtensors.py"/>
        <source>no placement</source>
        <translation>配置なし</translation>
    </message>
    <message>
        <location filename="../../core/memory/analysis.py"/>
        <source>no prediction</source>
        <translation>予測なし</translation>
    </message>
    <message>
        <location filename="../../core/files/file_io.py"/>
        <source>no regular file</source>
        <translation>通常のファイルではないもの</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/running.py"/>
        <source>no room on the GPU</source>
        <translation>GPU の空き不足</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traceback/judge_state.py"/>
        <source>no state of random numbers is in it.</source>
        <translation>乱数の状態がありません。</translation>
    </message>
    <message>
        <location filename="../../gui/optimizer/table_model.py"/>
        <source>no state yet</source>
        <translation>まだ状態なし</translation>
    </message>
    <message>
        <location filename="../../core/edits/wording.py"/>
        <source>no tensor</source>
        <translation>テンソルなし</translation>
    </message>
    <message>
        <location filename="../../core/memory/unsupported.py"/>
        <source>no way</source>
        <translation>方法なし</translation>
    </message>
    <message>
        <location filename="../../cli/saving.py"/>
        <source>no workers were needed: they make what is cast or put together, of files of this computer, in files of this computer</source>
        <translation>ワーカーは不要でした：ワーカーが作るのは型の変換や結合が要るものだけで、元のファイルも新しいファイルもこのコンピューターにある場合に限ります</translation>
    </message>
    <message>
        <location filename="../../gui/health/colouring.py"/>
        <source>no zeros</source>
        <translation>ゼロなし</translation>
    </message>
    <message>
        <location filename="../../cli/memory/text.py"/>
        <location filename="../../core/values/slices.py"/>
        <location filename="../../gui/preferences/offered.py"/>
        <source>none</source>
        <translation>なし</translation>
    </message>
    <message>
        <location filename="../../gui/save/sections.py"/>
        <source>none: files of this kind name no device</source>
        <translation>なし：この種類のファイルはデバイスを記録しません</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/running.py"/>
        <source>not enough RAM</source>
        <translation>RAM 不足</translation>
    </message>
    <message>
        <location filename="../../core/report/values.py"/>
        <source>not finite: {numbers}</source>
        <translation>有限でない：{numbers}</translation>
    </message>
    <message>
        <location filename="../../cli/fixing.py"/>
        <source>not in the recipe</source>
        <translation>レシピにない</translation>
    </message>
    <message>
        <location filename="../../core/containers/known_files.py"/>
        <source>not looked into</source>
        <translation>中は見ない</translation>
    </message>
    <message>
        <location filename="../../core/edits/numbers/castable.py"/>
        <source>not of a floating dtype</source>
        <translation>浮動小数点の dtype ではない</translation>
    </message>
    <message>
        <location filename="../../gui/health/colouring.py"/>
        <source>not scanned yet</source>
        <translation>未スキャン</translation>
    </message>
    <message>
        <location filename="../../core/report/parts.py"/>
        <location filename="../../gui/parts/model.py"/>
        <source>not used</source>
        <translation>未使用</translation>
    </message>
    <message>
        <location filename="../../gui/tree/search_line.py"/>
        <source>not valid: {reason}</source>
        <translation>無効：{reason}</translation>
    </message>
    <message>
        <location filename="../../core/oddities.py"/>
        <source>not written by torch.save: what torch loads can differ from what is shown</source>
        <translation>torch.save が書いたものではない：torch が読み込むものは表示と異なることがある</translation>
    </message>
    <message>
        <location filename="../../cli/memory/text.py"/>
        <location filename="../../core/report/parts.py"/>
        <location filename="../../core/report/severities.py"/>
        <source>note</source>
        <translation>注記</translation>
    </message>
    <message>
        <location filename="../../cli/batching.py"/>
        <location filename="../../cli/saving.py"/>
        <location filename="../../core/report/export.py"/>
        <source>note:</source>
        <translation>注記：</translation>
    </message>
    <message>
        <location filename="../../core/report/plan.py"/>
        <source>note: {warning}</source>
        <translation>注記：{warning}</translation>
    </message>
    <message>
        <location filename="../../core/catalogue/catalogue.py"/>
        <location filename="../../core/diagnosis/model_match/model_keys.py"/>
        <location filename="../../core/report/plan.py"/>
        <source>nothing</source>
        <translation>なし</translation>
    </message>
    <message>
        <location filename="../../gui/document/taking.py"/>
        <source>nothing but its key differs, and keys stay; rename it where you want the other</source>
        <translation>違うのはキーだけで、キーは変わりません。必要なら名前を変えてください</translation>
    </message>
    <message>
        <location filename="../../gui/document/compared.py"/>
        <source>nothing differs, {tensors} the same</source>
        <translation>違いなし、{tensors}が同一</translation>
    </message>
    <message>
        <location filename="../../core/report/diagnosis.py"/>
        <location filename="../../core/report/scan.py"/>
        <source>nothing found</source>
        <translation>問題は見つかりません</translation>
    </message>
    <message>
        <location filename="../../gui/page/status.py"/>
        <source>nothing in this file was executed</source>
        <translation>このファイルの中身は何も実行していません</translation>
    </message>
    <message>
        <location filename="../../gui/app/commands.py"/>
        <source>nothing is compared with</source>
        <translation>比較していない</translation>
    </message>
    <message>
        <location filename="../../cli/verifying.py"/>
        <source>nothing is damaged</source>
        <translation>破損はありません</translation>
    </message>
    <message>
        <location filename="../../gui/preferences/ranges.py"/>
        <source>nothing is kept</source>
        <translation>キャッシュはありません</translation>
    </message>
    <message>
        <location filename="../../gui/app/commands.py"/>
        <source>nothing left to do</source>
        <translation>残りなし</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traceback/answer.py"/>
        <source>nothing that a checkpoint holds causes this error.</source>
        <translation>チェックポイントの内容でこのエラーの原因になるものはありません。</translation>
    </message>
    <message>
        <location filename="../../cli/curing.py"/>
        <source>nothing to cure for {computer}</source>
        <translation>{computer}で修正するものはありません</translation>
    </message>
    <message>
        <location filename="../../core/recipes/batch.py"/>
        <source>nothing to do</source>
        <translation>することなし</translation>
    </message>
    <message>
        <location filename="../../gui/app/commands.py"/>
        <source>nothing to redo</source>
        <translation>やり直すものがない</translation>
    </message>
    <message>
        <location filename="../../gui/app/commands.py"/>
        <source>nothing to undo</source>
        <translation>元に戻すものがない</translation>
    </message>
    <message>
        <location filename="../../gui/save/sections.py"/>
        <source>nothing: the copy will hold the same as the source</source>
        <translation>なし：コピーの内容は元のファイルと同じです</translation>
    </message>
    <message>
        <location filename="../../core/objects/plain_rules.py"/>
        <source>number</source>
        <translation>数値</translation>
    </message>
    <message>
        <location filename="../../cli/arguments.py"/>
        <source>number of cards (default: those here, or as many as are needed)</source>
        <translation>GPU の数（既定：このコンピューターの数、または必要な数）</translation>
    </message>
    <message>
        <location filename="../../core/edits/wording.py"/>
        <location filename="../../core/recipes/step_words.py"/>
        <source>number the state</source>
        <translation>状態を番号にする</translation>
    </message>
    <message>
        <location filename="../../core/edits/wording.py"/>
        <source>number the state of {parameters}</source>
        <translation>{parameters}の状態を番号にする</translation>
    </message>
    <message>
        <location filename="../../gui/document/compared.py"/>
        <source>numbers</source>
        <translation>数値</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/file.py"/>
        <source>numbers of more bits than torch reads</source>
        <translation>torch が読める範囲を超えるビット数の数値</translation>
    </message>
    <message>
        <location filename="../../gui/document/cells.py"/>
        <source>numbers of {file}</source>
        <translation>{file} の数値</translation>
    </message>
    <message>
        <location filename="../../core/report/difference.py"/>
        <source>numbers that differ</source>
        <translation>異なる数値</translation>
    </message>
    <message>
        <location filename="../../gui/document/compared.py"/>
        <source>numbers: {numbers}</source>
        <translation>数値：{numbers}</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/objects.py"/>
        <source>numpy 2 renamed numpy.core to numpy._core, and that name is in the file. With weights_only=False and numpy 1 torch.load does not find it.</source>
        <translation>numpy 2 は numpy.core を numpy._core に改名し、ファイルにはその名前があります。weights_only=False と numpy 1 では、torch.load がそれを見つけられません。</translation>
    </message>
    <message>
        <location filename="../../core/objects/describe.py"/>
        <source>numpy array</source>
        <translation>NumPy 配列</translation>
    </message>
    <message>
        <location filename="../../core/edits/conversions.py"/>
        <location filename="../../gui/details/model.py"/>
        <source>object</source>
        <translation>オブジェクト</translation>
    </message>
    <message>
        <location filename="../../core/pickling/bounds.py"/>
        <source>objects</source>
        <translation>オブジェクト</translation>
    </message>
    <message>
        <location filename="../../core/containers/torch_zips/script.py"/>
        <source>objects in each other</source>
        <translation>入れ子のオブジェクト</translation>
    </message>
    <message>
        <location filename="../../gui/values/histogram_page.py"/>
        <source>of a sample</source>
        <translation>標本による</translation>
    </message>
    <message>
        <location filename="../../gui/values/facts.py"/>
        <source>of a sample; all numbers are being read</source>
        <translation>標本による。全部を読み取り中</translation>
    </message>
    <message>
        <location filename="../../gui/compare/model.py"/>
        <source>of another shape</source>
        <translation>形状が違う</translation>
    </message>
    <message>
        <location filename="../../core/formats/zip_forms.py"/>
        <source>of another size than its entries, as other programs count them</source>
        <translation>ほかのプログラムが数える項目の合計とは異なるサイズ</translation>
    </message>
    <message>
        <location filename="../../core/edits/numbers/castable.py"/>
        <source>of dtype {dtype}</source>
        <translation>dtype が {dtype}</translation>
    </message>
    <message>
        <location filename="../../core/catalogue/optimizers/words.py"/>
        <source>of {model} ({how})</source>
        <translation>{model} のもの（{how}）</translation>
    </message>
    <message>
        <location filename="../../gui/document/cells.py"/>
        <source>of {name}</source>
        <translation>{name}</translation>
    </message>
    <message>
        <location filename="../../gui/health/colouring.py"/>
        <source>often meant so</source>
        <translation>意図的なことが多い</translation>
    </message>
    <message>
        <location filename="../../core/report/diagnosis.py"/>
        <source>older advice</source>
        <translation>古い助言</translation>
    </message>
    <message>
        <location filename="../../gui/diagnosis/model.py"/>
        <source>on every computer</source>
        <translation>どのコンピューターでも</translation>
    </message>
    <message>
        <location filename="../../gui/diagnosis/model.py"/>
        <source>on {computer}</source>
        <translation>{computer}で</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/devices.py"/>
        <source>once mapped, loading takes {size} of weights on {some} beside the model</source>
        <translation>割り当て直したあとに読み込むと、モデルのほかに {size} の重みが {some} に載る</translation>
    </message>
    <message>
        <location filename="../../gui/memory/controls.py"/>
        <source>one GPU for all</source>
        <translation>全員で 1 つの GPU</translation>
    </message>
    <message>
        <location filename="../../gui/save/model.py"/>
        <source>one file</source>
        <translation>1 つのファイル</translation>
    </message>
    <message>
        <location filename="../../core/edits/numbers/setting.py"/>
        <source>one number</source>
        <translation>1 つの数値</translation>
    </message>
    <message>
        <location filename="../../gui/compare/dialog.py"/>
        <source>only differences</source>
        <translation>違いだけ</translation>
    </message>
    <message>
        <location filename="../../gui/diff/model.py"/>
        <location filename="../../gui/document/compared.py"/>
        <source>only here</source>
        <translation>こちらだけ</translation>
    </message>
    <message>
        <location filename="../../core/report/difference.py"/>
        <source>only in {name}: {entries}</source>
        <translation>{name} だけ：{entries}</translation>
    </message>
    <message>
        <location filename="../../gui/document/taking.py"/>
        <source>only numbers, texts, truth values and None can be taken</source>
        <translation>取り入れられるのは数値、テキスト、真偽値、None だけです</translation>
    </message>
    <message>
        <location filename="../../gui/app/commands.py"/>
        <source>only one file is open</source>
        <translation>開いているのは 1 ファイルだけ</translation>
    </message>
    <message>
        <location filename="../../gui/diff/model.py"/>
        <location filename="../../gui/document/compared.py"/>
        <location filename="../../gui/document/ghost_cells.py"/>
        <source>only there</source>
        <translation>相手だけ</translation>
    </message>
    <message>
        <location filename="../../gui/app/commands.py"/>
        <source>open a file first</source>
        <translation>先にファイルを開く</translation>
    </message>
    <message>
        <location filename="../../cli/edit_arguments.py"/>
        <source>open this file by itself, and not the whole it is part of</source>
        <translation>このファイルだけを開く。その一部をなす全体は開かない</translation>
    </message>
    <message>
        <location filename="../../gui/page/status.py"/>
        <source>opened from {host} in {seconds}, {received} of {size} read</source>
        <translation>{host} から {seconds} で開きました。{size} のうち {received} を読み取り</translation>
    </message>
    <message>
        <location filename="../../gui/page/status.py"/>
        <source>opened in {seconds}</source>
        <translation>{seconds} で開きました</translation>
    </message>
    <message>
        <location filename="../../core/memory/contents.py"/>
        <location filename="../../core/report/optimizers.py"/>
        <location filename="../../gui/memory/bars_model.py"/>
        <location filename="../../gui/optimizer/model.py"/>
        <source>optimizer</source>
        <translation>オプティマイザー</translation>
    </message>
    <message>
        <location filename="../../gui/diagnosis/fixes_model.py"/>
        <source>optimizer state</source>
        <translation>オプティマイザーの状態</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/running.py"/>
        <source>optimizer state beside its parameters</source>
        <translation>パラメーターと別の所にあるオプティマイザーの状態</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/optimizers.py"/>
        <source>optimizer state is {have}, its parameters are {want}</source>
        <translation>オプティマイザーの状態は {have}、そのパラメーターは {want}</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/scripts.py"/>
        <source>optimizer state of other shapes than the parameters</source>
        <translation>パラメーターと形状の異なるオプティマイザーの状態</translation>
    </message>
    <message>
        <location filename="../../gui/details/model.py"/>
        <location filename="../../gui/tree/tips.py"/>
        <source>optimizer state of {meaning}</source>
        <translation>{meaning} のオプティマイザーの状態</translation>
    </message>
    <message>
        <location filename="../../core/memory/training/words.py"/>
        <source>optimizer state to come {size}</source>
        <translation>これからのオプティマイザーの状態 {size}</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/optimizers.py"/>
        <source>optimizer state was saved on another device than its parameters</source>
        <translation>オプティマイザーの状態がパラメーターと別のデバイスに保存されている</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traceback/judge_lookups.py"/>
        <source>optimizer state without it</source>
        <translation>それを含まないオプティマイザーの状態</translation>
    </message>
    <message>
        <location filename="../../core/edits/wording.py"/>
        <location filename="../../core/recipes/step_words.py"/>
        <source>optimizer state → its parameters</source>
        <translation>オプティマイザーの状態 → そのパラメーター</translation>
    </message>
    <message>
        <location filename="../../core/edits/wording.py"/>
        <location filename="../../core/recipes/step_words.py"/>
        <source>optimizer state → {target}</source>
        <translation>オプティマイザーの状態 → {target}</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/optimizer_state.py"/>
        <source>optimizer.load_state_dict finds no parameter for such keys and says nothing: it keeps the state aside, and {starts_anew}. torch.distributed.checkpoint turns keys into texts, and dcp_to_torch_save leaves them so.</source>
        <translation>optimizer.load_state_dict はそのようなキーに対応するパラメーターを見つけられず、何も言いません：状態を脇に置き、{starts_anew}。torch.distributed.checkpoint はキーをテキストに変え、dcp_to_torch_save はそのままにします。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/optimizer_state.py"/>
        <source>optimizer.load_state_dict keeps such state aside and never uses it; it takes room in the file and in memory. So it is where a file with keys of another kind was loaded and trained on, or groups were taken out.</source>
        <translation>optimizer.load_state_dict はそのような状態を脇に置き、使うことはありません。ファイルとメモリの容量を占めます。別の種類のキーを持つファイルを読み込んで学習を続けた場合や、グループを取り除いた場合に、こうなります。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/resuming.py"/>
        <source>optimizer.load_state_dict wants what optimizer.state_dict() gave: a dict with 'state' and 'param_groups'. The script handed it something else, such as the weights of the model, None or the whole checkpoint.</source>
        <translation>optimizer.load_state_dict が求めるのは optimizer.state_dict() の出したもの、つまり 'state' と 'param_groups' のある dict です。スクリプトは、モデルの重み、None、チェックポイント全体など、別のものを渡しています。</translation>
    </message>
    <message>
        <location filename="../../cli/arguments.py"/>
        <source>options</source>
        <translation>オプション</translation>
    </message>
    <message>
        <location filename="../../gui/document/compared.py"/>
        <source>order</source>
        <translation>順序</translation>
    </message>
    <message>
        <location filename="../../gui/document/compared.py"/>
        <source>order: the same keys stand in another order</source>
        <translation>順序：同じキーの並びが違う</translation>
    </message>
    <message>
        <location filename="../../core/memory/contents.py"/>
        <location filename="../../gui/memory/bars_model.py"/>
        <source>other</source>
        <translation>その他</translation>
    </message>
    <message>
        <location filename="../../gui/compare/model.py"/>
        <source>other shape</source>
        <translation>形状が違う</translation>
    </message>
    <message>
        <location filename="../../gui/document/compared.py"/>
        <source>other type</source>
        <translation>別の型</translation>
    </message>
    <message>
        <location filename="../../gui/widgets/device_box.py"/>
        <source>other…</source>
        <translation>ほか…</translation>
    </message>
    <message>
        <location filename="../../core/memory/analysis.py"/>
        <source>out of memory</source>
        <translation>メモリ不足</translation>
    </message>
    <message>
        <location filename="../../gui/memory/bars_model.py"/>
        <source>out of memory in {phase}: {lacks} short</source>
        <translation>{phase}でメモリ不足：{lacks} 足りない</translation>
    </message>
    <message>
        <location filename="../../gui/memory/controls.py"/>
        <source>own GPU each</source>
        <translation>それぞれ自分の GPU</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/records.py"/>
        <source>packed by another program than torch: mmap=True reads wrong numbers</source>
        <translation>torch 以外のプログラムで詰められている：mmap=True は誤った数値を読む</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/records.py"/>
        <source>packed by another program than torch: offsets cannot be computed</source>
        <translation>torch 以外のプログラムで詰められている：オフセットを計算できない</translation>
    </message>
    <message>
        <location filename="../../gui/document/pickled_models.py"/>
        <source>param</source>
        <translation>パラメーター</translation>
    </message>
    <message>
        <location filename="../../core/values/health/optimizers.py"/>
        <source>parameter {number}</source>
        <translation>パラメーター {number}</translation>
    </message>
    <message>
        <location filename="../../core/edits/numbers/castable.py"/>
        <source>part of a tensor whose class says its dtype</source>
        <translation>クラスが dtype を決めるテンソルの一部</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/running.py"/>
        <source>parts of the model on several GPUs</source>
        <translation>複数の GPU に分かれたモデル</translation>
    </message>
    <message>
        <location filename="../../core/formats/zip_forms.py"/>
        <source>parts on other disks</source>
        <translation>別のディスクにある部分</translation>
    </message>
    <message>
        <location filename="../../gui/compare/source.py"/>
        <source>pasted keys</source>
        <translation>貼り付けたキー</translation>
    </message>
    <message>
        <location filename="../../cli/memory/text.py"/>
        <source>peak of each card</source>
        <translation>各 GPU の最大</translation>
    </message>
    <message>
        <location filename="../../core/report/values.py"/>
        <source>percentiles, to less than a percent: {told}</source>
        <translation>パーセンタイル（誤差 1 % 未満）：{told}</translation>
    </message>
    <message>
        <location filename="../../core/report/values.py"/>
        <source>percentiles: {told}</source>
        <translation>パーセンタイル：{told}</translation>
    </message>
    <message>
        <location filename="../../core/objects/value_text.py"/>
        <source>persistent id</source>
        <translation>persistent id</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/storages.py"/>
        <source>pickle protocol 0, which cannot name storages: no torch loads this file</source>
        <translation>pickle プロトコル 0 ではストレージを指定できない：どの torch もこのファイルを読み込めない</translation>
    </message>
    <message>
        <location filename="../../core/edits/wording.py"/>
        <location filename="../../core/recipes/step_words.py"/>
        <source>pickle protocol {protocol}</source>
        <translation>pickle プロトコル {protocol}</translation>
    </message>
    <message numerus="yes">
        <location filename="../../core/diagnosis/rules/objects.py"/>
        <source>pickled modules without weights: {names}</source>
        <translation><numerusform>重みのない pickle 化されたモジュール：{names}</numerusform></translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/many_files.py"/>
        <source>pieces of tensors, opened outside the ranks that saved them</source>
        <translation>保存した rank 以外で開かれたテンソルの断片</translation>
    </message>
    <message>
        <location filename="../../core/containers/dcp/nesting.py"/>
        <source>places in lists</source>
        <translation>リスト内の位置</translation>
    </message>
    <message>
        <location filename="../../core/edits/to_plain.py"/>
        <location filename="../../gui/document/cells.py"/>
        <source>plain data</source>
        <translation>単純なデータ</translation>
    </message>
    <message>
        <location filename="../../cli/arguments.py"/>
        <source>positional arguments</source>
        <translation>位置引数</translation>
    </message>
    <message>
        <location filename="../../cli/arguments.py"/>
        <source>predict what each way of loading takes on a GPU and of RAM</source>
        <translation>各読み込み方法が使う GPU メモリと RAM を予測する</translation>
    </message>
    <message>
        <location filename="../../core/report/inspect.py"/>
        <source>prefix</source>
        <translation>接頭辞</translation>
    </message>
    <message>
        <location filename="../../cli/arguments.py"/>
        <source>print Python that loads it, with its own paths</source>
        <translation>このファイルを読み込む Python コードを表示する</translation>
    </message>
    <message>
        <location filename="../../cli/arguments.py"/>
        <location filename="../../cli/edit_arguments.py"/>
        <location filename="../../cli/values/arguments.py"/>
        <source>print one JSON object</source>
        <translation>JSON オブジェクトを 1 つ出力する</translation>
    </message>
    <message>
        <location filename="../../cli/arguments.py"/>
        <source>print the version</source>
        <translation>バージョンを表示する</translation>
    </message>
    <message>
        <location filename="../../cli/arguments.py"/>
        <source>print what a shell needs to complete words</source>
        <translation>シェルの補完に必要なものを出力する</translation>
    </message>
    <message>
        <location filename="../../cli/arguments.py"/>
        <source>processes of this machine that make what is cast or put together (default: 1)</source>
        <translation>型の変換や結合を行う、このコンピューターのプロセスの数（既定：1）</translation>
    </message>
    <message>
        <location filename="../../cli/values/workers.py"/>
        <source>processes of this machine that read (default: 1 for small files, else one a processor)</source>
        <translation>このコンピューターで読み取るプロセスの数（既定：小さなファイルでは 1、それ以外は CPU ごとに 1 つ）</translation>
    </message>
    <message>
        <location filename="../../cli/arguments.py"/>
        <source>processes that load the file, each for a card of its own</source>
        <translation>ファイルを読み込むプロセス数。それぞれ自分の GPU を使う</translation>
    </message>
    <message>
        <location filename="../../core/pickling/loop.py"/>
        <source>protocol {protocol} is declared where no pickle declares one</source>
        <translation>ふつうの pickle では宣言しない位置でプロトコル {protocol} が宣言されている</translation>
    </message>
    <message>
        <location filename="../../cli/arguments.py"/>
        <source>pthfinder: there is no command {word}. Did you mean {meant}? See `{prog} --help`.</source>
        <translation>pthfinder: {word} というコマンドはありません。{meant} のことですか？ `{prog} --help` を見てください。</translation>
    </message>
    <message>
        <location filename="../../cli/fixing.py"/>
        <source>pthfinder: {message}. See `{name} fix --help`.</source>
        <translation>pthfinder: {message}。`{name} fix --help` を見てください。</translation>
    </message>
    <message>
        <location filename="../../cli/arguments.py"/>
        <source>pthfinder: {message}. See `{prog} --help`.</source>
        <translation>pthfinder: {message}。`{prog} --help` を見てください。</translation>
    </message>
    <message>
        <location filename="../../cli/language.py"/>
        <source>pthfinder: {option} takes {languages}, before the command, and not {language!r}.</source>
        <translation>pthfinder: {option} はコマンドの前に書き、{languages} のいずれかです。{language!r} ではありません。</translation>
    </message>
    <message numerus="yes">
        <location filename="../../core/edits/wording.py"/>
        <source>put numbers into {n:,} tensors</source>
        <translation><numerusform>{n:,} 個のテンソルに数値を入れる</numerusform></translation>
    </message>
    <message>
        <location filename="../../cli/arguments.py"/>
        <source>put the program and its kinds of files on a Linux desktop</source>
        <translation>プログラムと対応ファイルの種類を Linux のデスクトップに登録する</translation>
    </message>
    <message>
        <location filename="../../cli/edit_arguments.py"/>
        <source>put the state dict of a whole pickled model in its place; / is the whole file</source>
        <translation>丸ごと pickle されたモデルをその state_dict に置き換える。/ はファイル全体</translation>
    </message>
    <message>
        <location filename="../../core/edits/wording.py"/>
        <source>put {source} into {path}</source>
        <translation>{path} に {source} を入れる</translation>
    </message>
    <message>
        <location filename="../../core/edits/numbers/castable.py"/>
        <source>quantised</source>
        <translation>量子化されている</translation>
    </message>
    <message>
        <location filename="../../core/edits/numbers/theirs.py"/>
        <source>quantised ({dtype})</source>
        <translation>量子化されたテンソル（{dtype}）</translation>
    </message>
    <message>
        <location filename="../../core/containers/ranks/zero_state.py"/>
        <source>ranks</source>
        <translation>rank</translation>
    </message>
    <message>
        <location filename="../../cli/arguments.py"/>
        <source>read all numbers and say how healthy they are</source>
        <translation>すべての数値を読み、健全かどうかを示す</translation>
    </message>
    <message>
        <location filename="../../cli/edit_arguments.py"/>
        <source>read symbolic links that lead out of the folder</source>
        <translation>フォルダーの外を指すシンボリックリンクも読む</translation>
    </message>
    <message>
        <location filename="../../cli/values/scanning.py"/>
        <source>reading</source>
        <translation>読み取り中</translation>
    </message>
    <message>
        <location filename="../../gui/recipes/dialog.py"/>
        <source>recipe {name}</source>
        <translation>レシピ {name}</translation>
    </message>
    <message>
        <location filename="../../core/formats/zip_reader.py"/>
        <source>records</source>
        <translation>レコード</translation>
    </message>
    <message>
        <location filename="../../core/formats/zip_forms.py"/>
        <source>records in no folder, where torch wants one</source>
        <translation>torch がフォルダーを求める所で、フォルダーに入っていないレコード</translation>
    </message>
    <message>
        <location filename="../../core/report/difference.py"/>
        <source>relative</source>
        <translation>相対</translation>
    </message>
    <message>
        <location filename="../../gui/document/compared.py"/>
        <source>relative {number}</source>
        <translation>相対 {number}</translation>
    </message>
    <message>
        <location filename="../../core/report/diagnosis.py"/>
        <source>rename</source>
        <translation>名前の変更</translation>
    </message>
    <message>
        <location filename="../../cli/edit_arguments.py"/>
        <source>rename keys: a text in them, or whole keys by a glob, such as 'net.*=model.*'</source>
        <translation>キーの名前を変える：一部の文字列、またはグロブでキー全体。例：'net.*=model.*'</translation>
    </message>
    <message numerus="yes">
        <location filename="../../core/edits/wording.py"/>
        <source>rename {n:,} Python modules</source>
        <translation><numerusform>{n:,} 個の Python モジュールの名前を変更</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../core/edits/wording.py"/>
        <source>rename {n:,} keys</source>
        <translation><numerusform>{n:,} 個のキーの名前を変更</numerusform></translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/model_match/renames.py"/>
        <source>rename {old} to {new}</source>
        <translation>{old} を {new} に名前変更</translation>
    </message>
    <message>
        <location filename="../../core/edits/wording.py"/>
        <location filename="../../core/recipes/step_words.py"/>
        <source>rename {old} → {new}</source>
        <translation>名前を変更：{old} → {new}</translation>
    </message>
    <message>
        <location filename="../../core/edits/wording.py"/>
        <source>rename {path} to “{name}”</source>
        <translation>{path} の名前を “{name}” に変更</translation>
    </message>
    <message>
        <location filename="../../core/edits/wording.py"/>
        <location filename="../../core/recipes/step_words.py"/>
        <source>rename {what} in keys</source>
        <translation>キー内の名前を変更：{what}</translation>
    </message>
    <message>
        <location filename="../../core/edits/wording.py"/>
        <source>rename “{pattern}” in keys</source>
        <translation>キー内の “{pattern}” の名前を変更</translation>
    </message>
    <message>
        <location filename="../../core/report/difference.py"/>
        <location filename="../../gui/document/compared.py"/>
        <source>renamed</source>
        <translation>名前変更</translation>
    </message>
    <message>
        <location filename="../../cli/arguments.py"/>
        <location filename="../../cli/values/arguments.py"/>
        <source>replace OUT if it is there</source>
        <translation>OUT がすでにあれば置き換える</translation>
    </message>
    <message>
        <location filename="../../cli/edit_arguments.py"/>
        <source>replace files that are there</source>
        <translation>すでにあるファイルを置き換える</translation>
    </message>
    <message>
        <location filename="../../cli/edit_arguments.py"/>
        <source>replace the old files, each only once its new one is checked</source>
        <translation>古いファイルを置き換える。それぞれ新しいファイルの検査が済んでから</translation>
    </message>
    <message>
        <location filename="../../gui/document/compared.py"/>
        <source>requires_grad: one of the two is trained, the other is not</source>
        <translation>requires_grad: 一方は学習し、もう一方はしない</translation>
    </message>
    <message>
        <location filename="../../cli/memory/text.py"/>
        <location filename="../../gui/memory/bars_model.py"/>
        <source>reserved</source>
        <translation>確保済み</translation>
    </message>
    <message>
        <location filename="../../gui/session/reloading.py"/>
        <location filename="../../gui/session/session.py"/>
        <source>restored changes</source>
        <translation>復元した変更</translation>
    </message>
    <message>
        <location filename="../../cli/memory/text.py"/>
        <source>resume</source>
        <translation>再開</translation>
    </message>
    <message>
        <location filename="../../core/loading/recipes.py"/>
        <source>resume training</source>
        <translation>学習を再開</translation>
    </message>
    <message>
        <location filename="../../core/loading/recipes.py"/>
        <source>resume training in several processes</source>
        <translation>複数プロセスで学習を再開</translation>
    </message>
    <message>
        <location filename="../../gui/health/model.py"/>
        <source>rms {l2:.3g}</source>
        <translation>rms {l2:.3g}</translation>
    </message>
    <message>
        <location filename="../../gui/page/status.py"/>
        <source>safe</source>
        <translation>安全</translation>
    </message>
    <message>
        <location filename="../../gui/save/model.py"/>
        <source>safetensors (weights alone)</source>
        <translation>safetensors（重みのみ）</translation>
    </message>
    <message>
        <location filename="../../core/saving/targets/safetensors.py"/>
        <source>safetensors does not say which tensors require gradients.</source>
        <translation>safetensors には、どのテンソルに勾配が必要かが記録されません。</translation>
    </message>
    <message>
        <location filename="../../core/values/export/safetensors_file.py"/>
        <source>safetensors has no {dtype} for {path!r}. Write it as .npy or .npz.</source>
        <translation>safetensors には {path!r} の {dtype} がありません。.npy か .npz で書いてください。</translation>
    </message>
    <message>
        <location filename="../../core/saving/targets/safetensors.py"/>
        <source>safetensors has no {dtype}, which {key!r} is of. Save it as zip, or leave that tensor out.</source>
        <translation>safetensors には {dtype} がなく、{key!r} はその型です。zip で保存するか、そのテンソルを除いてください。</translation>
    </message>
    <message>
        <location filename="../../core/values/export/safetensors_file.py"/>
        <source>safetensors has two float4 in a byte, and {path!r} an odd number in a row.</source>
        <translation>safetensors は 1 バイトに float4 を 2 つ入れますが、{path!r} は 1 行が奇数個です。</translation>
    </message>
    <message>
        <location filename="../../core/loading/recipes.py"/>
        <source>safetensors is a package of its own: pip install safetensors.</source>
        <translation>safetensors は別のパッケージです：pip install safetensors。</translation>
    </message>
    <message>
        <location filename="../../core/saving/targets/safetensors.py"/>
        <source>safetensors names no devices: {devices} is not kept.</source>
        <translation>safetensors にデバイスは記録されません：{devices} は残りません。</translation>
    </message>
    <message>
        <location filename="../../core/report/difference.py"/>
        <location filename="../../gui/document/compared.py"/>
        <source>same</source>
        <translation>同一</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/state_dicts.py"/>
        <source>same name, another shape</source>
        <translation>同じ名前で異なる形状</translation>
    </message>
    <message>
        <location filename="../../core/recipes/batch.py"/>
        <source>saved</source>
        <translation>保存済み</translation>
    </message>
    <message>
        <location filename="../../gui/memory/answer_model.py"/>
        <source>saved as planned</source>
        <translation>計画どおりに保存する</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/many_files.py"/>
        <source>saved by {saved}, to be loaded by {ranks}</source>
        <translation>{saved}で保存され、{ranks}で読み込まれる</translation>
    </message>
    <message>
        <location filename="../../cli/edit_arguments.py"/>
        <source>saved device to new one, as map_location; globs such as 'cuda:*' are allowed</source>
        <translation>保存時のデバイスを新しいものにする。map_location と同じ。'cuda:*' のようなグロブも可</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/devices.py"/>
        <source>saved on a GPU with a number that is not here</source>
        <translation>ここにない番号の GPU に保存されている</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/devices.py"/>
        <source>saved on a GPU, loaded without one</source>
        <translation>GPU に保存され、GPU のない環境で読み込まれている</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/devices.py"/>
        <source>saved on a device this torch does not know</source>
        <translation>この torch が知らないデバイスに保存されている</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/devices.py"/>
        <source>saved on {devices}, but {computer}</source>
        <translation>{devices} で保存されていますが、{computer}</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/devices.py"/>
        <source>saved on {name}, which is not here</source>
        <translation>{name} に保存されているが、ここにはない</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/pickles.py"/>
        <source>saved with NumPy 2, loaded with NumPy 1</source>
        <translation>NumPy 2 で保存され、NumPy 1 で読み込まれている</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/objects.py"/>
        <source>saved with numpy 2</source>
        <translation>numpy 2 で保存されている</translation>
    </message>
    <message>
        <location filename="../../gui/memory/answer_model.py"/>
        <source>saved without its optimizer first</source>
        <translation>先にオプティマイザーを除いて保存する</translation>
    </message>
    <message>
        <location filename="../../cli/arguments.py"/>
        <location filename="../../cli/edit_arguments.py"/>
        <source>say what would be done and write nothing</source>
        <translation>何をするかを示すだけで、書き込まない</translation>
    </message>
    <message>
        <location filename="../../cli/arguments.py"/>
        <source>say where two files differ</source>
        <translation>2 つのファイルの違いを示す</translation>
    </message>
    <message>
        <location filename="../../cli/arguments.py"/>
        <source>say which errors loading will raise, and what cures them</source>
        <translation>読み込み時に出るエラーとその修正方法を示す</translation>
    </message>
    <message>
        <location filename="../../core/text.py"/>
        <source>scalar</source>
        <translation>スカラー</translation>
    </message>
    <message>
        <location filename="../../gui/health/model.py"/>
        <source>second moment &lt; 0</source>
        <translation>2 次モーメント &lt; 0</translation>
    </message>
    <message>
        <location filename="../../core/objects/plain_rules.py"/>
        <source>set</source>
        <translation>set</translation>
    </message>
    <message numerus="yes">
        <location filename="../../core/edits/wording.py"/>
        <source>set numbers in {n:,} places</source>
        <translation><numerusform>{n:,} か所の数値を設定</numerusform></translation>
    </message>
    <message>
        <location filename="../../core/edits/wording.py"/>
        <source>set numbers of {path} to {value}</source>
        <translation>{path} の数値を {value} に設定</translation>
    </message>
    <message numerus="yes">
        <location filename="../../core/edits/wording.py"/>
        <source>set {n:,} values</source>
        <translation><numerusform>{n:,} 個の値を設定</numerusform></translation>
    </message>
    <message>
        <location filename="../../core/edits/wording.py"/>
        <location filename="../../core/recipes/step_words.py"/>
        <source>set {path} to {value}</source>
        <translation>{path} を {value} に設定</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/rng.py"/>
        <source>set_rng_state takes bytes on the CPU only, also for the generator of a GPU. get_rng_state gives them so; a load with map_location moved them, and they were saved again.</source>
        <translation>set_rng_state は、GPU の生成器に対しても、CPU 上のバイトしか受け付けません。get_rng_state はそのように返しますが、map_location を指定した読み込みで移動し、そのまま保存し直されました。</translation>
    </message>
    <message>
        <location filename="../../core/containers/known_files.py"/>
        <source>settings of the model</source>
        <translation>モデルの設定</translation>
    </message>
    <message>
        <location filename="../../core/loading/recipes.py"/>
        <source>several processes</source>
        <translation>複数プロセス</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/running.py"/>
        <source>several processes on one GPU</source>
        <translation>1 つの GPU に複数のプロセス</translation>
    </message>
    <message>
        <location filename="../../core/report/values.py"/>
        <location filename="../../gui/document/compared.py"/>
        <source>shape</source>
        <translation>形状</translation>
    </message>
    <message>
        <location filename="../../gui/tree/tips.py"/>
        <source>shape {shape}
stride {stride}</source>
        <translation>形状 {shape}
ストライド {stride}</translation>
    </message>
    <message>
        <location filename="../../core/containers/lost.py"/>
        <source>shard {number} of {count}</source>
        <translation>シャード {number}/{count}</translation>
    </message>
    <message>
        <location filename="../../core/containers/sharded.py"/>
        <source>shards</source>
        <translation>シャード</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/many_files.py"/>
        <source>shards without their index</source>
        <translation>インデックスのないシャード</translation>
    </message>
    <message>
        <location filename="../../cli/edit_arguments.py"/>
        <source>show the files of ranks as they are, not put together</source>
        <translation>rank ごとのファイルを、組み立てずにそのまま表示する</translation>
    </message>
    <message>
        <location filename="../../cli/arguments.py"/>
        <source>show the numbers of a tensor and what they amount to</source>
        <translation>テンソルの数値とその統計を表示する</translation>
    </message>
    <message>
        <location filename="../../cli/arguments.py"/>
        <source>show this help message and exit</source>
        <translation>このヘルプを表示して終了する</translation>
    </message>
    <message>
        <location filename="../../core/report/diagnosis.py"/>
        <source>size mismatch</source>
        <translation>大きさの不一致</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/pickles.py"/>
        <source>something else than a state_dict given to load_state_dict</source>
        <translation>load_state_dict に渡された state_dict 以外のもの</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/resuming.py"/>
        <source>something else than the state of an optimizer</source>
        <translation>オプティマイザーの状態ではないもの</translation>
    </message>
    <message>
        <location filename="../../core/objects/call_forms.py"/>
        <source>something is called that is no name</source>
        <translation>名前ではないものが呼び出されている</translation>
    </message>
    <message>
        <location filename="../../core/catalogue/tree.py"/>
        <source>something is nested more than {most} levels deep, and not shown</source>
        <translation>{most} 段より深い入れ子があり、表示されていません</translation>
    </message>
    <message>
        <location filename="../../core/catalogue/storages.py"/>
        <source>something is referred to that is no storage of this file</source>
        <translation>このファイルのストレージではないものが参照されています</translation>
    </message>
    <message>
        <location filename="../../core/formats/legacy.py"/>
        <source>something outside it</source>
        <translation>その外にあるもの</translation>
    </message>
    <message>
        <location filename="../../cli/verifying.py"/>
        <source>sound</source>
        <translation>正常</translation>
    </message>
    <message>
        <location filename="../../gui/health/model.py"/>
        <source>state does not fit</source>
        <translation>状態が合わない</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/scripts.py"/>
        <source>state of another kind of optimizer</source>
        <translation>別の種類のオプティマイザーの状態</translation>
    </message>
    <message>
        <location filename="../../core/edits/wording.py"/>
        <source>state → its parameters</source>
        <translation>状態 → そのパラメーター</translation>
    </message>
    <message>
        <location filename="../../gui/optimizer/table_model.py"/>
        <source>state[{number}] belongs to {name}
A click shows it in the tree; one on the parameter shows that.</source>
        <translation>state[{number}] は {name} のもの
クリックするとツリーで示し、パラメーターをクリックするとそちらを示します。</translation>
    </message>
    <message>
        <location filename="../../core/edits/numbers/castable.py"/>
        <source>statistics of a norm</source>
        <translation>正規化層の統計量</translation>
    </message>
    <message>
        <location filename="../../core/report/values.py"/>
        <source>std</source>
        <translation>標準偏差</translation>
    </message>
    <message>
        <location filename="../../cli/output.py"/>
        <source>stdout is closed</source>
        <translation>標準出力が閉じています</translation>
    </message>
    <message>
        <location filename="../../gui/health/model.py"/>
        <source>step</source>
        <translation>ステップ</translation>
    </message>
    <message>
        <location filename="../../core/memory/training/words.py"/>
        <source>step() of {name} cannot be told from the file and comes on top.</source>
        <translation>{name} の step() はファイルからは分からず、別に加わります。</translation>
    </message>
    <message>
        <location filename="../../gui/health/model.py"/>
        <source>steps that differ</source>
        <translation>異なるステップ</translation>
    </message>
    <message>
        <location filename="../../core/catalogue/integrity.py"/>
        <location filename="../../core/catalogue/storages.py"/>
        <location filename="../../core/objects/value_text.py"/>
        <location filename="../../core/saving/damage.py"/>
        <source>storage {key}</source>
        <translation>ストレージ {key}</translation>
    </message>
    <message>
        <location filename="../../cli/edit_arguments.py"/>
        <source>store tensors in another dtype, such as 'model/**=bfloat16'; what it loses is told</source>
        <translation>テンソルを別の dtype で保存する。例：'model/**=bfloat16'。失われるものは示される</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/state_dicts.py"/>
        <source>strict=False hides the mismatch: keys that do not fit are left out without a word, and the model keeps its random weights there.</source>
        <translation>strict=False は不一致を隠します：合わないキーは黙って除かれ、そこはモデルのランダムな重みのまま残ります。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/names.py"/>
        <source>strict=False makes the error go away and loads nothing at all.</source>
        <translation>strict=False にするとエラーは消えますが、何も読み込まれません。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/names.py"/>
        <source>strict=False makes the error go away and loads nothing at all; str.replace('module.', '') breaks keys such as submodule.x.</source>
        <translation>strict=False にするとエラーは消えますが、何も読み込まれません。str.replace('module.', '') は submodule.x のようなキーを壊します。</translation>
    </message>
    <message>
        <location filename="../../cli/arguments.py"/>
        <source>strip a leading prefix such as module.</source>
        <translation>先頭の接頭辞を外す。例：module.</translation>
    </message>
    <message>
        <location filename="../../cli/edit_arguments.py"/>
        <source>strip a leading prefix such as module.; PATH=P in one state dict only</source>
        <translation>先頭の接頭辞を外す。例：module.。PATH=P なら 1 つの state_dict だけ</translation>
    </message>
    <message>
        <location filename="../../cli/arguments.py"/>
        <location filename="../../cli/edit_arguments.py"/>
        <source>strip a segment such as _orig_mod. wherever it stands</source>
        <translation>どこにあっても区切りを外す。例：_orig_mod.</translation>
    </message>
    <message numerus="yes">
        <location filename="../../core/edits/wording.py"/>
        <source>strip {n:,} prefixes</source>
        <translation><numerusform>{n:,} 個の接頭辞を外す</numerusform></translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/model_match/renames.py"/>
        <location filename="../../core/edits/wording.py"/>
        <location filename="../../core/recipes/step_words.py"/>
        <source>strip {prefix}</source>
        <translation>{prefix} を外す</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/model_match/renames.py"/>
        <location filename="../../core/edits/wording.py"/>
        <location filename="../../core/recipes/step_words.py"/>
        <source>strip {prefix} everywhere</source>
        <translation>{prefix} をすべての場所で外す</translation>
    </message>
    <message>
        <location filename="../../core/edits/wording.py"/>
        <source>strip {prefix} everywhere in {path}</source>
        <translation>{path} のすべての場所で {prefix} を外す</translation>
    </message>
    <message>
        <location filename="../../core/edits/wording.py"/>
        <source>strip {prefix} in {path}</source>
        <translation>{path} の {prefix} を外す</translation>
    </message>
    <message>
        <location filename="../../core/edits/wording.py"/>
        <source>strip “{prefix}”</source>
        <translation>“{prefix}” を外す</translation>
    </message>
    <message>
        <location filename="../../core/report/inspect.py"/>
        <source>subclass</source>
        <translation>サブクラス</translation>
    </message>
    <message>
        <location filename="../../gui/health/colouring.py"/>
        <source>suspicious</source>
        <translation>疑わしい</translation>
    </message>
    <message>
        <location filename="../../cli/arguments.py"/>
        <source>take it out again</source>
        <translation>登録を取り消す</translation>
    </message>
    <message>
        <location filename="../../gui/document/taking.py"/>
        <source>take {differences} from {name}</source>
        <translation>{name} から{differences}を取り入れる</translation>
    </message>
    <message>
        <location filename="../../core/objects/describe.py"/>
        <location filename="../../core/objects/plain_rules.py"/>
        <location filename="../../core/report/export.py"/>
        <source>tensor</source>
        <translation>テンソル</translation>
    </message>
    <message>
        <location filename="../../core/objects/compounds.py"/>
        <source>tensor on meta, without data,</source>
        <translation>meta 上のデータなしテンソル</translation>
    </message>
    <message>
        <location filename="../../gui/tree/search_words.py"/>
        <source>tensors in a file, by its name or a piece of it</source>
        <translation>名前またはその一部で指定したファイルにあるテンソル</translation>
    </message>
    <message>
        <location filename="../../gui/tree/search_words.py"/>
        <source>tensors of a dtype</source>
        <translation>ある dtype のテンソル</translation>
    </message>
    <message>
        <location filename="../../core/edits/numbers/cast.py"/>
        <source>tensors of several dtypes share its storage</source>
        <translation>複数の dtype のテンソルがストレージを共有している</translation>
    </message>
    <message>
        <location filename="../../gui/tree/search_words.py"/>
        <source>tensors of the model, of an optimizer, or others</source>
        <translation>モデル、オプティマイザー、その他のテンソル</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/running.py"/>
        <source>tensors on two devices</source>
        <translation>2 つのデバイスに分かれたテンソル</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/many_files.py"/>
        <source>tensors that share their bytes, which safetensors does not write</source>
        <translation>バイトを共有していて、safetensors では書けないテンソル</translation>
    </message>
    <message>
        <location filename="../../gui/tree/search_words.py"/>
        <source>tensors that were saved on a device</source>
        <translation>あるデバイスで保存されたテンソル</translation>
    </message>
    <message>
        <location filename="../../cli/edit_arguments.py"/>
        <source>tensors to a device, such as 'model/**=cuda:1'</source>
        <translation>テンソルをデバイスに移す。例：'model/**=cuda:1'</translation>
    </message>
    <message>
        <location filename="../../gui/tree/search_words.py"/>
        <source>tensors whose shape begins so</source>
        <translation>形状がこう始まるテンソル</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/running.py"/>
        <source>tensors without data</source>
        <translation>データのないテンソル</translation>
    </message>
    <message>
        <location filename="../../core/objects/plain_rules.py"/>
        <source>text</source>
        <translation>テキスト</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/pickles.py"/>
        <source>text of Python 2</source>
        <translation>Python 2 のテキスト</translation>
    </message>
    <message>
        <location filename="../../core/objects/plain_rules.py"/>
        <source>that it is a set</source>
        <translation>set であること</translation>
    </message>
    <message>
        <location filename="../../core/objects/plain_rules.py"/>
        <source>that it is frozen</source>
        <translation>変更不可（frozen）であること</translation>
    </message>
    <message>
        <location filename="../../cli/arguments.py"/>
        <source>that of the module inside DataParallel and its like</source>
        <translation>DataParallel などの中にあるモジュールのもの</translation>
    </message>
    <message>
        <location filename="../../core/loading/recipes.py"/>
        <source>the TorchScript model</source>
        <translation>TorchScript モデル</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/containers.py"/>
        <source>the bytes are not those that were written</source>
        <translation>書き込まれたものと異なるバイト</translation>
    </message>
    <message>
        <location filename="../../core/recipes/pages.py"/>
        <source>the changes as Python</source>
        <translation>Python にした変更</translation>
    </message>
    <message>
        <location filename="../../core/recipes/pages.py"/>
        <source>the changes as a command</source>
        <translation>コマンドにした変更</translation>
    </message>
    <message>
        <location filename="../../core/loading/computer.py"/>
        <source>the chosen computer has no GPU</source>
        <translation>選んだコンピューターには GPU がありません</translation>
    </message>
    <message numerus="yes">
        <location filename="../../core/loading/computer.py"/>
        <source>the chosen computer has {n} GPUs ({names})</source>
        <translation><numerusform>選んだコンピューターの GPU は {n} 個（{names}）です</numerusform></translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/losses.py"/>
        <source>the class of the model, and what is neither a parameter nor a buffer of it</source>
        <translation>モデルのクラスと、そのパラメーターでもバッファーでもないもの</translation>
    </message>
    <message>
        <location filename="../../core/remote/stores/http.py"/>
        <location filename="../../core/remote/stores/s3.py"/>
        <source>the connection broke ({reason})</source>
        <translation>接続が切れました（{reason}）</translation>
    </message>
    <message>
        <location filename="../../core/remote/stores/http.py"/>
        <location filename="../../core/remote/stores/s3.py"/>
        <location filename="../../core/remote/stores/sftp.py"/>
        <source>the connection ended in the middle</source>
        <translation>接続が途中で終わりました</translation>
    </message>
    <message>
        <location filename="../../core/formats/identify.py"/>
        <source>the data file of a TensorFlow checkpoint</source>
        <translation>TensorFlow チェックポイントのデータファイル</translation>
    </message>
    <message>
        <location filename="../../core/formats/zip_forms.py"/>
        <source>the directory of the zip</source>
        <translation>zip のディレクトリ</translation>
    </message>
    <message>
        <location filename="../../core/formats/zip_forms.py"/>
        <source>the end of the zip</source>
        <translation>zip の終端</translation>
    </message>
    <message>
        <location filename="../../core/report/answer.py"/>
        <source>the error</source>
        <translation>エラー</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traceback/judge_keys.py"/>
        <source>the error names no key. Paste all of it, or compare the file with the model.</source>
        <translation>エラーにキーの名前がありません。全文を貼り付けるか、ファイルをモデルと比較してください。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traceback/judge_keys.py"/>
        <source>the error speaks of keys such as {wanted!r}, which are not these.</source>
        <translation>エラーに出ているのは {wanted!r} のようなキーで、これらではありません。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traceback/judge_names.py"/>
        <source>the error speaks of {missing}, which it does not name. {instead}</source>
        <translation>エラーに出ているのは {missing} ですが、このファイルにはありません。{instead}</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traceback/judge_names.py"/>
        <source>the error speaks of {name}, and this file holds {title}.</source>
        <translation>エラーに出ているのは {name} ですが、このファイルにあるのは次のものです：{title}。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traceback/judge_names.py"/>
        <source>the error speaks of {name}, which it does not name.</source>
        <translation>エラーに出ているのは {name} ですが、このファイルにはありません。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traceback/judge_names.py"/>
        <source>the error speaks of {name}, which it does not name. {instead}</source>
        <translation>エラーに出ているのは {name} ですが、このファイルにはありません。{instead}</translation>
    </message>
    <message>
        <location filename="../../core/catalogue/optimizers/matched.py"/>
        <location filename="../../core/edits/device_mentions.py"/>
        <location filename="../../core/edits/extract.py"/>
        <location filename="../../core/edits/keys.py"/>
        <location filename="../../core/edits/to_plain.py"/>
        <location filename="../../core/edits/wording.py"/>
        <location filename="../../gui/diagnosis/fixes_model.py"/>
        <location filename="../../gui/optimizer/panel.py"/>
        <location filename="../../gui/tree/tips.py"/>
        <source>the file</source>
        <translation>ファイル</translation>
    </message>
    <message>
        <location filename="../../core/edits/numbers/cast.py"/>
        <source>the file holds its storage by itself as well</source>
        <translation>ファイルにストレージ自体も入っている</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/containers.py"/>
        <source>the file is cut short</source>
        <translation>途中で切れているファイル</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/containers.py"/>
        <source>the file is cut short or damaged</source>
        <translation>途中で切れているか破損しているファイル</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/containers.py"/>
        <source>the file is no checkpoint</source>
        <translation>チェックポイントではないファイル</translation>
    </message>
    <message>
        <location filename="../../core/catalogue/optimizers/words.py"/>
        <location filename="../../core/report/scan.py"/>
        <source>the file itself</source>
        <translation>ファイルそのもの</translation>
    </message>
    <message>
        <location filename="../../cli/arguments.py"/>
        <source>the file of the model, for optimizer state in a file of its own</source>
        <translation>モデルのファイル。オプティマイザーの状態が別ファイルのときに使う</translation>
    </message>
    <message>
        <location filename="../../core/memory/strategies.py"/>
        <source>the file saved without its optimizer</source>
        <translation>オプティマイザーなしで保存したファイル</translation>
    </message>
    <message>
        <location filename="../../cli/arguments.py"/>
        <source>the file to write</source>
        <translation>書き込むファイル</translation>
    </message>
    <message>
        <location filename="../../cli/values/arguments.py"/>
        <source>the file to write: .npy, .npz, .safetensors or .csv</source>
        <translation>書き込むファイル：.npy、.npz、.safetensors、.csv</translation>
    </message>
    <message>
        <location filename="../../cli/arguments.py"/>
        <source>the file to write; may be FILE itself with --overwrite</source>
        <translation>書き込むファイル。--overwrite を付ければ FILE 自身でもよい</translation>
    </message>
    <message>
        <location filename="../../gui/plots/pictures.py"/>
        <source>the first {some:,} of {all:,} input channels</source>
        <translation>{all:,} 個の入力チャネルのうち最初の {some:,} 個</translation>
    </message>
    <message>
        <location filename="../../gui/plots/pictures.py"/>
        <source>the first {some:,} of {all:,} output channels</source>
        <translation>{all:,} 個の出力チャネルのうち最初の {some:,} 個</translation>
    </message>
    <message>
        <location filename="../../cli/language.py"/>
        <source>the following arguments are required: {names}</source>
        <translation>必要な引数がありません：{names}</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traceback/judge_state.py"/>
        <source>the groups of its optimizer have initial_lr; the script makes the scheduler before it loads them.</source>
        <translation>オプティマイザーのグループには initial_lr があります。スクリプトが、それを読み込む前にスケジューラーを作っています。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traceback/judge_state.py"/>
        <source>the groups of its optimizer have no initial_lr, as it was saved without a scheduler. Look at the script: make the scheduler without last_epoch and load its own state, or set group.setdefault('initial_lr', group['lr']).</source>
        <translation>スケジューラーなしで保存されたため、オプティマイザーのグループに initial_lr がありません。スクリプトを確認してください：last_epoch なしでスケジューラーを作ってそれ自身の状態を読み込むか、group.setdefault('initial_lr', group['lr']) を設定します。</translation>
    </message>
    <message>
        <location filename="../../core/containers/lost.py"/>
        <source>the index</source>
        <translation>インデックス</translation>
    </message>
    <message>
        <location filename="../../core/formats/identify.py"/>
        <source>the index file of a TensorFlow checkpoint</source>
        <translation>TensorFlow チェックポイントの索引ファイル</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/many_files.py"/>
        <source>the index of the shards is missing</source>
        <translation>シャードのインデックスがない</translation>
    </message>
    <message>
        <location filename="../../gui/document/taking.py"/>
        <source>the keys stay in their order</source>
        <translation>キーの順序は変わりません</translation>
    </message>
    <message>
        <location filename="../../cli/system/completion.py"/>
        <source>the language to speak</source>
        <translation>使う言語</translation>
    </message>
    <message>
        <location filename="../../cli/arguments.py"/>
        <source>the language to speak; before the command</source>
        <translation>使う言語。コマンドの前に書く</translation>
    </message>
    <message>
        <location filename="../../core/containers/dcp/listing.py"/>
        <source>the list of places</source>
        <translation>場所の一覧</translation>
    </message>
    <message>
        <location filename="../../core/containers/known_files.py"/>
        <source>the list of shards</source>
        <translation>シャードの一覧</translation>
    </message>
    <message>
        <location filename="../../core/formats/identify.py"/>
        <source>the list of the TensorFlow checkpoints in its folder</source>
        <translation>フォルダー内の TensorFlow チェックポイントの一覧</translation>
    </message>
    <message>
        <location filename="../../core/report/values.py"/>
        <source>the lowest is at {lowest}, the highest at {highest}</source>
        <translation>最小値は {lowest}、最大値は {highest} にあります</translation>
    </message>
    <message>
        <location filename="../../gui/values/facts.py"/>
        <source>the mean of all numbers: tensor.mean()</source>
        <translation>全数値の平均：tensor.mean()</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traceback/model_of_error.py"/>
        <source>the model</source>
        <translation>モデル</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/data_parallel.py"/>
        <source>the model is wrapped in {wrapper}</source>
        <translation>モデルが {wrapper} でラップされている</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traceback/judge_lookups.py"/>
        <source>the name is {name!r} in {where}.</source>
        <translation>{where} での名前は {name!r} です。</translation>
    </message>
    <message>
        <location filename="../../core/objects/plain_rules.py"/>
        <source>the name of its class</source>
        <translation>クラス名</translation>
    </message>
    <message>
        <location filename="../../core/containers/known_files.py"/>
        <source>the name of the newest checkpoint</source>
        <translation>最新のチェックポイントの名前</translation>
    </message>
    <message>
        <location filename="../../core/report/values.py"/>
        <source>the numbers at [{at}]</source>
        <translation>[{at}] の数値</translation>
    </message>
    <message>
        <location filename="../../core/report/difference.py"/>
        <source>the numbers of {tensors}, the most first</source>
        <translation>{tensors}の数値、差の大きい順</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/container.py"/>
        <source>the older container: mmap=True cannot be used</source>
        <translation>旧形式のコンテナー：mmap=True は使えない</translation>
    </message>
    <message>
        <location filename="../../core/edits/entries.py"/>
        <source>the optimizer</source>
        <translation>オプティマイザ</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/optimizer_state.py"/>
        <source>the optimizer goes on as if it had never stepped: its averages begin at zero, and the loss may jump after resuming</source>
        <translation>オプティマイザーは一度もステップしていないかのように続行します：平均がゼロから始まり、再開後に損失が跳ね上がることがあります</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/optimizer_state.py"/>
        <source>the optimizer has its groups and no state</source>
        <translation>オプティマイザーにグループはあるが、状態がない</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/optimizer_state.py"/>
        <source>the optimizer has its groups and no state of {kind}</source>
        <translation>オプティマイザーにグループはあるが、{kind} の状態がない</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/model_match/group_findings.py"/>
        <location filename="../../core/diagnosis/traps/resuming.py"/>
        <source>the optimizer has other groups of parameters</source>
        <translation>オプティマイザーのパラメーターグループが異なる</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/optimizers.py"/>
        <source>the optimizer is capturable, which a CPU cannot be</source>
        <translation>オプティマイザーが capturable だが、CPU では使えない</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traceback/judge_lookups.py"/>
        <source>the optimizer looked for {option!r}</source>
        <translation>オプティマイザーが探したのは {option!r} です</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/model_match/group_findings.py"/>
        <source>the optimizer's state has other shapes than the model's parameters</source>
        <translation>オプティマイザーの状態とモデルのパラメーターで形状が異なる</translation>
    </message>
    <message>
        <location filename="../../cli/arguments.py"/>
        <source>the page to write, such as report.html</source>
        <translation>書くページ。例：report.html</translation>
    </message>
    <message>
        <location filename="../../cli/values/arguments.py"/>
        <source>the part of each tensor to write, such as '0,:,3' or '-1,:64'</source>
        <translation>書き込む各テンソルの部分。例：'0,:,3'、'-1,:64'</translation>
    </message>
    <message>
        <location filename="../../cli/values/arguments.py"/>
        <source>the part of the tensor to look at, such as '0,:,3' or '-1,:64'</source>
        <translation>見るテンソルの部分。例：'0,:,3'、'-1,:64'</translation>
    </message>
    <message>
        <location filename="../../core/containers/known_files.py"/>
        <source>the parts of a diffusers pipeline</source>
        <translation>diffusers のパイプラインの構成</translation>
    </message>
    <message>
        <location filename="../../core/pickling/loop.py"/>
        <source>the pickle ends with values left over, which nothing refers to</source>
        <translation>どこからも参照されない値を余らせたまま pickle が終わっている</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/data_parallel.py"/>
        <source>the pickled model is spread over {cards}</source>
        <translation>pickle 化されたモデルが {cards} に分散している</translation>
    </message>
    <message>
        <location filename="../../core/containers/torch_zips/exported.py"/>
        <source>the program, which is not run</source>
        <translation>実行しないプログラム</translation>
    </message>
    <message>
        <location filename="../../core/catalogue/optimizers/hyperparameters.py"/>
        <source>the same</source>
        <translation>同じ</translation>
    </message>
    <message>
        <location filename="../../cli/values/arguments.py"/>
        <source>the same as Parquet (needs pyarrow)</source>
        <translation>同じものを Parquet で（pyarrow が必要）</translation>
    </message>
    <message>
        <location filename="../../cli/edit_arguments.py"/>
        <source>the same of the module inside DataParallel and its like</source>
        <translation>同じことを DataParallel などの中のモジュールについて行う</translation>
    </message>
    <message>
        <location filename="../../core/containers/known_files.py"/>
        <source>the same weights in another format, which is not what is loaded</source>
        <translation>別の形式の同じ重み、読み込みの対象外</translation>
    </message>
    <message>
        <location filename="../../cli/arguments.py"/>
        <source>the script keeps the checkpoint instead of `del checkpoint`</source>
        <translation>スクリプトが `del checkpoint` をせずにチェックポイントを持ち続ける</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/scripts.py"/>
        <source>the script looks for a key that is not there</source>
        <translation>スクリプトが存在しないキーを探している</translation>
    </message>
    <message>
        <location filename="../../core/remote/stores/http.py"/>
        <source>the server asks for a permission (HTTP {code})</source>
        <translation>サーバーが権限を求めています（HTTP {code}）</translation>
    </message>
    <message>
        <location filename="../../gui/values/facts.py"/>
        <source>the square root of the sum of all squares: tensor.norm()</source>
        <translation>二乗和の平方根：tensor.norm()</translation>
    </message>
    <message>
        <location filename="../../gui/values/facts.py"/>
        <source>the standard deviation, unbiased: tensor.std()</source>
        <translation>標準偏差（不偏）：tensor.std()</translation>
    </message>
    <message>
        <location filename="../../cli/extracting.py"/>
        <source>the state dict of {name}, without its code</source>
        <translation>{name} の state_dict（コードなし）</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/resuming.py"/>
        <source>the state of ZeRO for another number of processes</source>
        <translation>プロセス数の異なる ZeRO の状態</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/containers.py"/>
        <source>the state of a generator that lay in memory by chance</source>
        <translation>メモリにたまたまあった値になった生成器の状態</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traceback/judge_lookups.py"/>
        <source>the state of {kinds}</source>
        <translation>{kinds} の状態</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/optimizer_state.py"/>
        <source>the state of {parameters} belongs to none that the optimizer's groups list</source>
        <translation>{parameters}の状態が、オプティマイザーのグループにあるどのパラメーターのものでもない</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/optimizer_state.py"/>
        <source>the state of {parameters} has texts for keys, its groups list numbers</source>
        <translation>{parameters}の状態のキーがテキストで、グループには数値が並んでいる</translation>
    </message>
    <message>
        <location filename="../../cli/edit_arguments.py"/>
        <source>the steps, as the window or `fix --save-recipe` wrote them</source>
        <translation>手順。ウィンドウか `fix --save-recipe` が書いたもの</translation>
    </message>
    <message>
        <location filename="../../core/catalogue/integrity.py"/>
        <source>the storages</source>
        <translation>ストレージ</translation>
    </message>
    <message>
        <location filename="../../gui/values/facts.py"/>
        <source>the sum of all magnitudes: tensor.norm(1)</source>
        <translation>絶対値の合計：tensor.norm(1)</translation>
    </message>
    <message>
        <location filename="../../core/edits/wording.py"/>
        <location filename="../../core/report/losses.py"/>
        <location filename="../../core/report/values.py"/>
        <location filename="../../core/saving/damage.py"/>
        <source>the tensor</source>
        <translation>テンソル</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/model_match/model_findings.py"/>
        <source>the tensors of these keys</source>
        <translation>これらのキーのテンソル</translation>
    </message>
    <message>
        <location filename="../../core/containers/known_files.py"/>
        <source>the tokenizer</source>
        <translation>トークナイザー</translation>
    </message>
    <message>
        <location filename="../../core/catalogue/odd_places.py"/>
        <location filename="../../core/report/inspect.py"/>
        <location filename="../../core/report/optimizers.py"/>
        <source>the top level</source>
        <translation>最上位</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/many_files.py"/>
        <source>the weights lie below “{name}”</source>
        <translation>重みが “{name}” の下にある</translation>
    </message>
    <message>
        <location filename="../../cli/extracting.py"/>
        <location filename="../../cli/verifying.py"/>
        <location filename="../../core/edits/entries.py"/>
        <location filename="../../core/edits/numbers/setting.py"/>
        <location filename="../../core/edits/wording.py"/>
        <location filename="../../core/report/diagnosis.py"/>
        <location filename="../../core/report/difference.py"/>
        <location filename="../../core/report/export.py"/>
        <location filename="../../core/report/inspect.py"/>
        <location filename="../../gui/diagnosis/model.py"/>
        <source>the whole file</source>
        <translation>ファイル全体</translation>
    </message>
    <message>
        <location filename="../../core/loading/recipes.py"/>
        <source>the whole pickled object</source>
        <translation>丸ごと pickle されたオブジェクト</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/frameworks.py"/>
        <source>the words of transformers around another error</source>
        <translation>別のエラーを包む transformers の文言</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/container.py"/>
        <location filename="../../core/diagnosis/traps/containers.py"/>
        <source>the zip does not say its version</source>
        <translation>zip にバージョンが書かれていない</translation>
    </message>
    <message>
        <location filename="../../gui/values/facts.py"/>
        <source>the {word} finite number; tensor.{name}() is {exact}</source>
        <translation>有限な数値の{word}。tensor.{name}() は {exact}</translation>
    </message>
    <message>
        <location filename="../../gui/values/facts.py"/>
        <source>the {word} number: tensor.{name}()</source>
        <translation>数値の{word}: tensor.{name}()</translation>
    </message>
    <message>
        <location filename="../../gui/document/compared.py"/>
        <source>theirs {fact}</source>
        <translation>相手 {fact}</translation>
    </message>
    <message>
        <location filename="../../gui/diff/pair_view.py"/>
        <source>theirs {key}</source>
        <translation>相手 {key}</translation>
    </message>
    <message>
        <location filename="../../gui/document/compared.py"/>
        <source>theirs {summary}</source>
        <translation>相手 {summary}</translation>
    </message>
    <message>
        <location filename="../../cli/arguments.py"/>
        <source>there is no command {word}</source>
        <translation>{word} というコマンドはありません</translation>
    </message>
    <message>
        <location filename="../../core/remote/stores/http.py"/>
        <source>there is no connection to {host}</source>
        <translation>{host} に接続できません</translation>
    </message>
    <message>
        <location filename="../../core/remote/stores/http.py"/>
        <location filename="../../core/remote/stores/s3.py"/>
        <location filename="../../core/remote/stores/ssh.py"/>
        <source>there is no such file on the server</source>
        <translation>サーバーにそのファイルはありません</translation>
    </message>
    <message>
        <location filename="../../core/loading/recipes.py"/>
        <source>there is no way</source>
        <translation>方法がない</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traceback/model_of_error.py"/>
        <source>these unexpected keys are the parts of the checkpoint: all of it was handed to load_state_dict. The weights are one step inside: model.load_state_dict({shown}).</source>
        <translation>これらの想定外のキーはチェックポイントの構成要素です：その全体が load_state_dict に渡されました。重みは 1 段内側にあります：model.load_state_dict({shown})。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traceback/model_of_error.py"/>
        <source>these unexpected keys are those of an optimizer: its state was handed to load_state_dict of a model.</source>
        <translation>これらの想定外のキーはオプティマイザーのものです：オプティマイザーの状態がモデルの load_state_dict に渡されました。</translation>
    </message>
    <message>
        <location filename="../../core/report/difference.py"/>
        <source>they are one and the same file</source>
        <translation>同じ 1 つのファイルです</translation>
    </message>
    <message>
        <location filename="../../gui/session/loading_on.py"/>
        <source>this computer ({here})</source>
        <translation>このコンピューター（{here}）</translation>
    </message>
    <message>
        <location filename="../../core/loading/computer.py"/>
        <source>this computer has no GPU</source>
        <translation>この環境には GPU がありません</translation>
    </message>
    <message numerus="yes">
        <location filename="../../core/loading/computer.py"/>
        <source>this computer has {n} GPUs ({names})</source>
        <translation><numerusform>この環境の GPU は {n} 個（{names}）です</numerusform></translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traceback/judge_lookups.py"/>
        <source>this file</source>
        <translation>このファイル</translation>
    </message>
    <message>
        <location filename="../../gui/app/commands.py"/>
        <source>this format is only read</source>
        <translation>この形式は読み取りのみ</translation>
    </message>
    <message>
        <location filename="../../core/values/health/weights.py"/>
        <source>too small for all digits of {dtype}</source>
        <translation>小さすぎて {dtype} の全桁を持てない</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/resuming.py"/>
        <source>torch 1.12.0 refused a step count on a GPU unless a group is capturable; later versions take it and are slow. Here it was moved along with everything else.</source>
        <translation>torch 1.12.0 は、グループが capturable でない限り、GPU 上のステップ数を拒否します。以後のバージョンは受け入れますが、遅くなります。ここでは、ほかのすべてと一緒に移されています。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/containers.py"/>
        <source>torch asks a zip for a record called version before it reads anything else, and this one has none: whoever packed the file anew left it out. The weights themselves are fine.</source>
        <translation>torch は zip に対して、まず version というレコードを求めますが、この zip にはありません：ファイルを詰め直した人が入れませんでした。重み自体は正常です。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/container.py"/>
        <source>torch before 1.5 cannot read it</source>
        <translation>1.5 より前の torch は読めない</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/unopened.py"/>
        <source>torch before 2.6, and weights_only=False, say:</source>
        <translation>2.6 より前の torch や weights_only=False では、こう出ます：</translation>
    </message>
    <message>
        <location filename="../../core/torch_child/bridge.py"/>
        <source>torch cannot be imported ({error}): nothing can be loaded without it.</source>
        <translation>torch を import できません（{error}）：torch がなければ何も読み込めません。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traceback/judge_damage.py"/>
        <source>torch does not get through it: {sentence}</source>
        <translation>torch は最後まで読めません：{sentence}</translation>
    </message>
    <message>
        <location filename="../../core/torch_child/trial_load.py"/>
        <source>torch is not installed here: nothing can be loaded with it. Install it with `pip install torch`.</source>
        <translation>ここには torch がインストールされておらず、読み込みはできません。`pip install torch` でインストールしてください。</translation>
    </message>
    <message>
        <location filename="../../core/memory/measure.py"/>
        <source>torch is not installed here: nothing can be measured without it.</source>
        <translation>torch がインストールされていません。測定できません。</translation>
    </message>
    <message>
        <location filename="../../core/loading/torch_messages.py"/>
        <source>torch keeps one byte of the number of a device, and takes this one for another card.</source>
        <translation>torch はデバイス番号を 1 バイトしか持たず、これを別の GPU とみなします。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/resuming.py"/>
        <source>torch keeps the state of its random numbers as bytes on the CPU, those of GPUs too, and takes nothing else. This one was moved, mostly by torch.load(f, map_location='cuda:0'), which moves every tensor of the file, or it was saved on a GPU.</source>
        <translation>torch は乱数の状態を、GPU のものも含めて CPU 上のバイトとして持ち、それ以外は受け付けません。これは移されているか（たいていは、ファイルのすべてのテンソルを移す torch.load(f, map_location='cuda:0') によるもの）、GPU に保存されています。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/devices.py"/>
        <source>torch knows devices as 'cpu', 'cuda', 'cuda:0', 'mps' and so on; in map_location the CPU has no number. The name in the error was given by the script.</source>
        <translation>torch が知っているデバイスは 'cpu'、'cuda'、'cuda:0'、'mps' などで、map_location では CPU に番号が付きません。エラーの名前はスクリプトが指定したものです。</translation>
    </message>
    <message>
        <location filename="../../core/torch_child/trial_load.py"/>
        <source>torch loads files of this computer alone, and {path} is elsewhere. Save a copy here first (fix {path} -o COPY), and load that.</source>
        <translation>torch が読み込めるのはこのコンピューターのファイルだけで、{path} は別の所にあります。先にここにコピーを保存し（fix {path} -o COPY）、それを読み込んでください。</translation>
    </message>
    <message>
        <location filename="../../gui/session/elsewhere.py"/>
        <source>torch loads files of this computer, and this one lies elsewhere: save a copy here first (Ctrl+S), which fetches all {size} of it, and open that.</source>
        <translation>torch が読み込めるのはこのコンピューターのファイルですが、これは別の所にあります：先にここにコピーを保存し（Ctrl+S、{size} をすべて取得します）、それを開いてください。</translation>
    </message>
    <message>
        <location filename="../../core/loading/elsewhere.py"/>
        <source>torch loads files of this computer: this fetches a copy for now (pip install {packages}).</source>
        <translation>torch が読み込めるのはこのコンピューターのファイルです：ここで一時的なコピーを取得します（pip install {packages}）。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/containers.py"/>
        <source>torch looked for the directory at the end of a zip and stepped before the beginning of the file, as it does with a short one whose end is missing. A download, a copy or a save was never finished.</source>
        <translation>torch は zip の末尾のディレクトリを探して、ファイルの先頭より前に出ました。末尾の欠けた短いファイルではそうなります。ダウンロード、コピー、または保存が完了していません。</translation>
    </message>
    <message>
        <location filename="../../gui/diagnosis/finding_card.py"/>
        <source>torch says</source>
        <translation>torch のメッセージ</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traceback/judge_devices.py"/>
        <source>torch stumbles over its saved devices before anything else.</source>
        <translation>torch は、何よりも先に保存されたデバイスでつまずきます。</translation>
    </message>
    <message>
        <location filename="../../gui/diagnosis/verify.py"/>
        <source>torch {torch} loaded this file: {summary} in {time}.</source>
        <translation>torch {torch} がこのファイルを読み込みました：{summary}、{time}。</translation>
    </message>
    <message>
        <location filename="../../gui/diagnosis/verify.py"/>
        <source>torch {torch} loaded what you would save: {summary} in {time}.</source>
        <translation>torch {torch} が保存される内容を読み込みました：{summary}、{time}。</translation>
    </message>
    <message>
        <location filename="../../gui/diagnosis/verify.py"/>
        <source>torch {torch}, on this computer, with this file: {summary}.</source>
        <translation>torch {torch}、このコンピューター、このファイル：{summary}。</translation>
    </message>
    <message>
        <location filename="../../gui/diagnosis/verify.py"/>
        <source>torch {torch}, on this computer, with what you would save: {summary}.</source>
        <translation>torch {torch}、このコンピューター、保存される内容：{summary}。</translation>
    </message>
    <message>
        <location filename="../../core/torch_child/bridge.py"/>
        <location filename="../../core/torch_child/trial_load.py"/>
        <source>torch {version} may run code from a file; loading with it needs torch 2.6 or later.</source>
        <translation>torch {version} ではファイル内のコードが実行されるおそれがあります。読み込みには torch 2.6 以降が必要です。</translation>
    </message>
    <message>
        <location filename="../../core/memory/assumptions.py"/>
        <source>torch's caching allocator has its default settings (no PYTORCH_CUDA_ALLOC_CONF).</source>
        <translation>torch のキャッシュアロケーターは既定の設定です（PYTORCH_CUDA_ALLOC_CONF なし）。</translation>
    </message>
    <message>
        <location filename="../../gui/memory/bars_model.py"/>
        <source>torch.OutOfMemoryError on {device} in {step}: {lacks} short of what it takes at its fullest.</source>
        <translation>{step} の {device} で torch.OutOfMemoryError: 最も多いときに {lacks} 足りません。</translation>
    </message>
    <message>
        <location filename="../../gui/save/model.py"/>
        <source>torch.distributed.checkpoint (a folder)</source>
        <translation>torch.distributed.checkpoint（フォルダー）</translation>
    </message>
    <message>
        <location filename="../../core/saving/targets/dcp_entries.py"/>
        <source>torch.distributed.checkpoint keeps a dict of tensors and values, and this file is a whole object. Put its state dict in its place, or save it as zip.</source>
        <translation>torch.distributed.checkpoint はテンソルと値の辞書を保存しますが、このファイルはオブジェクト全体です。その state dict に置き換えるか、zip として保存してください。</translation>
    </message>
    <message>
        <location filename="../../core/saving/targets/dcp.py"/>
        <source>torch.distributed.checkpoint keeps no devices: {devices} is not kept.</source>
        <translation>torch.distributed.checkpoint はデバイスを残しません：{devices} は残りません。</translation>
    </message>
    <message>
        <location filename="../../core/saving/targets/dcp_entries.py"/>
        <source>torch.distributed.checkpoint would call two entries {key!r}: it joins keys with dots. Rename one.</source>
        <translation>torch.distributed.checkpoint では 2 つの項目が {key!r} という名前になります：キーをドットでつなぐためです。一方の名前を変更してください。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/many_files.py"/>
        <source>torch.load and safetensors open one file; what they were given is a folder. Of a model in many files each part is loaded by itself, or all of them by the framework that saved them.</source>
        <translation>torch.load と safetensors が開くのは 1 つのファイルですが、渡されたのはフォルダーです。複数のファイルに分かれたモデルは、部分ごとに読み込むか、保存したフレームワークですべてを読み込みます。</translation>
    </message>
    <message>
        <location filename="../../core/loading/recipes.py"/>
        <source>torch.load does not know how this pickle is written. weights_only=False runs what the file says: only for files that you trust; better cure the file.</source>
        <translation>torch.load はこの pickle の書き方を知りません。weights_only=False はファイルの指すものを実行します。信頼できるファイルに限り、できればファイルを修正してください。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/containers.py"/>
        <source>torch.load does this with generators of random numbers in the container of torch before 1.6: it gives them their state before it reads the bytes of it. The weights themselves are fine.</source>
        <translation>torch 1.6 より前のコンテナーに入った乱数の生成器では、torch.load がこうなります：状態のバイトを読む前に、生成器に状態を与えてしまいます。重み自体は正常です。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/containers.py"/>
        <source>torch.load does this with nested tensors in the container of torch before 1.6: it makes them before it reads the bytes that say their sizes, so the numbers differ from load to load. The weights themselves are fine.</source>
        <translation>torch 1.6 より前のコンテナーに入った入れ子テンソルでは、torch.load がこうなります：サイズを示すバイトを読む前にテンソルを作るため、読み込むたびに数値が変わります。重み自体は正常です。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traceback/answer.py"/>
        <source>torch.load fails on it before anything of it can be used.</source>
        <translation>torch.load は、内容を何も使えないうちにこのファイルで失敗します。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/unopened.py"/>
        <source>torch.load fails on it before torch 2.13, which goes by the name's ending and needs the safetensors package.</source>
        <translation>torch 2.13 より前の torch.load は失敗します。torch 2.13 は拡張子で判断し、safetensors パッケージを必要とします。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/container.py"/>
        <source>torch.load gives a generator its state when the pickle comes to it, and in the container of torch before 1.6 the bytes of that state are read only after the whole pickle. What is in memory by chance is taken for them: nearly always that is no state at all and loading fails, and now and then it loads with a wrong one.</source>
        <translation>torch.load は pickle を読んでいて生成器に出会うと状態を与えますが、torch 1.6 より前のコンテナーでは、その状態のバイトは pickle をすべて読んだ後に読まれます。そのためメモリにたまたまあるものが使われます：ほとんどの場合それは状態として成り立たず読み込みに失敗し、ときには誤った状態のまま読み込まれます。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/container.py"/>
        <source>torch.load makes a nested tensor when the pickle comes to it, and in the container of torch before 1.6 the bytes that say its sizes are read only after the whole pickle. What is in memory by chance is taken for them, so the numbers differ from load to load, and now and then it loads with wrong sizes.</source>
        <translation>torch.load は pickle を読んでいて入れ子テンソルに出会うとそれを作りますが、torch 1.6 より前のコンテナーでは、そのサイズを示すバイトは pickle をすべて読んだ後に読まれます。そのためメモリにたまたまあるものが使われ、読み込むたびに数値が変わり、ときには誤ったサイズで読み込まれます。</translation>
    </message>
    <message>
        <location filename="../../core/loading/many_files.py"/>
        <location filename="../../gui/save/forecast.py"/>
        <source>torch.load of each file</source>
        <translation>各ファイルの torch.load</translation>
    </message>
    <message>
        <location filename="../../gui/page/notice.py"/>
        <source>torch.load of such a file raises “{error}”</source>
        <translation>このようなファイルの torch.load は「{error}」を送出します</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/devices.py"/>
        <source>torch.load puts each tensor back on the GPU with the number it was saved on. This computer has fewer GPUs, or CUDA_VISIBLE_DEVICES hides some.</source>
        <translation>torch.load は各テンソルを、保存元と同じ番号の GPU に戻します。このコンピューターの GPU のほうが少ないか、CUDA_VISIBLE_DEVICES が一部を隠しています。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/devices.py"/>
        <source>torch.load puts each tensor back where it was saved, and no CUDA GPU can be used here. The weights themselves are fine.</source>
        <translation>torch.load は各テンソルを保存元に戻しますが、ここでは CUDA の GPU が使えません。重み自体は正常です。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/devices.py"/>
        <source>torch.load puts every storage back on the GPU that it was saved on, and {tensors} were saved on {device}. The GPUs here go up to cuda:{last}.</source>
        <translation>torch.load は各ストレージを保存元の GPU に戻します。{tensors}は {device} に保存されました。ここの GPU は cuda:{last} までです。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/devices.py"/>
        <source>torch.load puts every storage back on the device that it was saved on, and {tensors} were saved on {some}. A computer without a GPU cannot do that.</source>
        <translation>torch.load は各ストレージを保存元のデバイスに戻します。{tensors}は {some} に保存されました。GPU のないコンピューターではそれができません。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/container.py"/>
        <source>torch.load reads such a tar only with weights_only=False, which runs what the file says.</source>
        <translation>torch.load がこのような tar を読むのは weights_only=False のときだけで、その場合はファイルの指示が実行されます。</translation>
    </message>
    <message>
        <location filename="../../core/loading/recipes.py"/>
        <source>torch.load refuses names in this file. weights_only=False runs what the file says, and needs its code ({names}) as it was: only for files that you trust; better cure the file.</source>
        <translation>torch.load はこのファイルの名前を拒否します。weights_only=False はファイルの指すものを実行し、当時のコード（{names}）を必要とします。信頼できるファイルに限り、できればファイルを修正してください。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/unopened.py"/>
        <source>torch.load takes it for a checkpoint of its older format, and cannot read it.</source>
        <translation>torch.load は旧形式のチェックポイントとみなし、読めません。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/devices.py"/>
        <source>torch.load wants to put them back there, which {computer} cannot do.</source>
        <translation>torch.load はそれらを元の場所に戻そうとしますが、{computer}ではできません。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/devices.py"/>
        <source>torch.load was putting a storage back on the GPU it was saved on, and that GPU is not here. The lines pasted end before the message that says which.</source>
        <translation>torch.load がストレージを保存元の GPU に戻そうとしましたが、その GPU はここにありません。貼り付けられた行は、どの GPU かを示すメッセージの前で終わっています。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/devices.py"/>
        <source>torch.load(f) builds {size} of weights on the GPU, and the model that they are copied into may be there already: while both live, the card holds the weights twice. Optimizer state is not doubled: the optimizer takes the checkpoint's tensors as they are.</source>
        <translation>torch.load(f) は {size} の重みを GPU 上に作りますが、コピー先のモデルがすでにそこにある場合があります：両方が存在する間、GPU は重みを二重に持ちます。オプティマイザーの状態は二重になりません：オプティマイザーはチェックポイントのテンソルをそのまま使います。</translation>
    </message>
    <message>
        <location filename="../../gui/page/notice.py"/>
        <source>torch.load(f) fails there.</source>
        <translation>そこでは torch.load(f) は失敗します。</translation>
    </message>
    <message>
        <location filename="../../gui/page/notice.py"/>
        <source>torch.load(f) fails: {title}.</source>
        <translation>torch.load(f) は失敗します：{title}。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/devices.py"/>
        <source>torch.load(f) makes a CUDA context on {old} and fills memory there that stays taken until all references are dropped and torch.cuda.empty_cache() is called. The context stays until the process ends.</source>
        <translation>torch.load(f) は {old} に CUDA コンテキストを作ってメモリを埋めます。そのメモリは、すべての参照がなくなって torch.cuda.empty_cache() が呼び出されるまで占有されます。コンテキストはプロセスが終わるまで残ります。</translation>
    </message>
    <message>
        <location filename="../../core/memory/strategies.py"/>
        <source>torch.load(f) of the fixed file</source>
        <translation>修正したファイルの torch.load(f)</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traceback/judge_devices.py"/>
        <source>torch.load(f) puts {size} on the GPU, beside the model if that is there already. With map_location='cpu' it puts nothing there: if the error stays, it is the model or the batch. The command memory, or the Memory panel, shows what each way takes.</source>
        <translation>torch.load(f) は GPU に {size} を置きます。モデルがすでにそこにあれば、それに加えてです。map_location='cpu' なら何も置きません：それでもエラーが残るなら、原因はモデルかバッチです。コマンド memory またはメモリパネルで、それぞれの方法に必要な量がわかります。</translation>
    </message>
    <message>
        <location filename="../../gui/page/notice.py"/>
        <source>torch.load(f) raises “{error}”</source>
        <translation>torch.load(f)：「{error}」</translation>
    </message>
    <message>
        <location filename="../../cli/saving.py"/>
        <source>torch.load(f) refuses {names}; pass weights_only=False if you trust the file</source>
        <translation>torch.load(f) は {names} を拒否します。信頼できるファイルなら weights_only=False を渡してください</translation>
    </message>
    <message>
        <location filename="../../cli/saving.py"/>
        <source>torch.load(f) refuses {names}; pass weights_only=False if you trust the file, or add --cure all</source>
        <translation>torch.load(f) は {names} を拒否します。信頼できるファイルなら weights_only=False を渡すか、--cure all を付けてください</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/objects.py"/>
        <source>torch.load(f) refuses {name}</source>
        <translation>torch.load(f) が {name} を拒否する</translation>
    </message>
    <message>
        <location filename="../../gui/page/notice.py"/>
        <source>torch.load(f) refuses {refused} on every machine, unless told weights_only=False.</source>
        <translation>torch.load(f) は weights_only=False を指定しない限り、どのコンピューターでも {refused} を拒否します。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/objects.py"/>
        <source>torch.load(f) takes it only after import {module}</source>
        <translation>torch.load(f) は import {module} の後でしか受け付けない</translation>
    </message>
    <message>
        <location filename="../../core/memory/recipe.py"/>
        <source>torch.load(f) with safe_globals</source>
        <translation>safe_globals を使う torch.load(f)</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/storages.py"/>
        <source>torch.load(f, mmap=True) does not compare the sizes.</source>
        <translation>torch.load(f, mmap=True) はサイズを比較しません。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/unopened.py"/>
        <source>torch.load(f, weights_only=False) hands the file to torch.jit.load, with a warning.</source>
        <translation>torch.load(f, weights_only=False) は、警告を出してファイルを torch.jit.load に渡します。</translation>
    </message>
    <message>
        <location filename="../../gui/tree/tips.py"/>
        <source>torch.load(saved) will put it on {devices}.</source>
        <translation>torch.load(saved) はこれを {devices} に置きます。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/container.py"/>
        <source>torch.save writes a record called version, and torch.load reads nothing without it. Whoever packed the file anew left it out.</source>
        <translation>torch.save は version というレコードを書き、それがないと torch.load は何も読みません。ファイルを詰め直した人がそれを入れませんでした。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/containers.py"/>
        <source>torch.save writes a storage as a whole, and torch.load of today counts whole elements of it: where the storage ends within an element the two differ. The weights themselves are fine.</source>
        <translation>torch.save はストレージを全体として書き、現在の torch.load は要素の個数で数えます：ストレージが要素の途中で終わる場合、両者は食い違います。重み自体は正常です。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/storages.py"/>
        <source>torch.save writes such a file for a tensor whose storage is no whole number of elements long, and torch.load of torch 2.13 refuses what it wrote.</source>
        <translation>ストレージの長さが要素の整数倍でないテンソルに対して torch.save はこのようなファイルを書き、torch 2.13 の torch.load は自分が書いたものを拒否します。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/containers.py"/>
        <source>torch.save writes zip archives since torch 1.6, and the torch that loads is older or too old for this one: 1.5 can read them already, 1.4 and those before it cannot. The file itself is fine.</source>
        <translation>torch.save は torch 1.6 から zip アーカイブを書きますが、読み込む torch がそれより古いか、このファイルには古すぎます：1.5 はすでに読めますが、1.4 以前は読めません。ファイル自体は正常です。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/container.py"/>
        <source>torch.save wrote this file, and its name ends in .safetensors. torch.load of torch 2.13 goes by that ending: it hands the file to the safetensors package, which cannot read it. Older ones load it all the same.</source>
        <translation>このファイルは torch.save が書いたものですが、名前が .safetensors で終わっています。torch 2.13 の torch.load はその拡張子に従い、ファイルを safetensors パッケージに渡しますが、それには読めません。古い torch ならそのまま読み込めます。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/frameworks.py"/>
        <source>transformers and others call torch.load only in torch 2.6 or newer, since CVE-2025-32434: before, a pickle could run code in spite of weights_only=True. They refuse every file but safetensors, whatever is in it.</source>
        <translation>transformers などは、CVE-2025-32434 以降、torch 2.6 以降でしか torch.load を呼び出しません：それより前では、weights_only=True でも pickle がコードを実行できました。内容にかかわらず、safetensors 以外のファイルをすべて拒否します。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/many_files.py"/>
        <source>transformers finds shards by their index alone (model.safetensors.index.json or pytorch_model.bin.index.json), and one whole file by its name. The folder has neither, under these names.</source>
        <translation>transformers は、シャードをインデックスだけで（model.safetensors.index.json または pytorch_model.bin.index.json）、1 つにまとまったファイルを名前で見つけます。フォルダーには、この名前ではどちらもありません。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/many_files.py"/>
        <source>transformers finds the shards by {name} alone, and it is not there. By their names and keys nothing is missing.</source>
        <translation>transformers がシャードを見つける手がかりは {name} だけで、それがありません。名前とキーを見るかぎり、不足はありません。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/frameworks.py"/>
        <source>transformers says so whatever torch.load stumbled over: mostly a file that is cut short, a git-lfs pointer, or a file of a newer torch. TensorFlow has nothing to do with it. What really happened stands above it in the traceback.</source>
        <translation>transformers は、torch.load が何につまずいてもこう言います：たいていは、途中で切れたファイル、git-lfs ポインター、より新しい torch のファイルです。TensorFlow は関係ありません。実際に起きたことは、トレースバックのその上に書かれています。</translation>
    </message>
    <message>
        <location filename="../../cli/elsewhere.py"/>
        <source>try {attempt} of {attempts}</source>
        <translation>{attempts} 回のうち {attempt} 回目</translation>
    </message>
    <message>
        <location filename="../../core/objects/plain_rules.py"/>
        <source>tuple</source>
        <translation>tuple</translation>
    </message>
    <message>
        <location filename="../../core/objects/substituting.py"/>
        <source>tuples in each other</source>
        <translation>入れ子の tuple</translation>
    </message>
    <message>
        <location filename="../../cli/edit_arguments.py"/>
        <source>turn DTensors that hold the whole tensor into plain ones</source>
        <translation>テンソル全体を持つ DTensor を普通のテンソルにする</translation>
    </message>
    <message>
        <location filename="../../cli/edit_arguments.py"/>
        <source>turn an object into plain data: a Namespace into a dict, an array into a tensor</source>
        <translation>オブジェクトを単純なデータにする：Namespace は dict に、配列はテンソルに</translation>
    </message>
    <message>
        <location filename="../../core/report/parts.py"/>
        <source>twice</source>
        <translation>重複</translation>
    </message>
    <message>
        <location filename="../../core/formats/zip_forms.py"/>
        <source>two end records that say different things</source>
        <translation>内容の食い違う 2 つの終端レコード</translation>
    </message>
    <message>
        <location filename="../../core/recipes/batch.py"/>
        <source>unchanged</source>
        <translation>変更なし</translation>
    </message>
    <message>
        <location filename="../../core/report/diagnosis.py"/>
        <location filename="../../gui/compare/model.py"/>
        <source>unexpected</source>
        <translation>余分</translation>
    </message>
    <message>
        <location filename="../../core/report/optimizers.py"/>
        <source>unknown kind</source>
        <translation>種類不明</translation>
    </message>
    <message>
        <location filename="../../gui/document/compared.py"/>
        <source>unreadable</source>
        <translation>読み取り不可</translation>
    </message>
    <message>
        <location filename="../../cli/language.py"/>
        <source>unrecognized arguments: {names}</source>
        <translation>認識できない引数：{names}</translation>
    </message>
    <message>
        <location filename="../../core/report/difference.py"/>
        <source>unsure</source>
        <translation>不明</translation>
    </message>
    <message>
        <location filename="../../cli/arguments.py"/>
        <source>usage: </source>
        <translation>使い方：</translation>
    </message>
    <message>
        <location filename="../../gui/health/model.py"/>
        <source>v &lt; 0</source>
        <translation>v &lt; 0</translation>
    </message>
    <message>
        <location filename="../../core/objects/plain_rules.py"/>
        <location filename="../../gui/details/model.py"/>
        <source>value</source>
        <translation>値</translation>
    </message>
    <message>
        <location filename="../../gui/document/compared.py"/>
        <source>value: {here} here, {there} there</source>
        <translation>値：こちら {here}、相手 {there}</translation>
    </message>
    <message>
        <location filename="../../core/formats/bounded_json.py"/>
        <location filename="../../core/pickling/bounds.py"/>
        <location filename="../../core/report/inspect.py"/>
        <source>values</source>
        <translation>値</translation>
    </message>
    <message>
        <location filename="../../cli/memory/text.py"/>
        <source>verdict</source>
        <translation>判定</translation>
    </message>
    <message>
        <location filename="../../cli/elsewhere.py"/>
        <source>waiting for {host} ({seconds:.0f} s)</source>
        <translation>{host} を待っています（{seconds:.0f} 秒）</translation>
    </message>
    <message>
        <location filename="../../core/report/severities.py"/>
        <source>warning</source>
        <translation>警告</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/many_files.py"/>
        <source>weights that are not in the file that an index names, or in none</source>
        <translation>インデックスの示すファイルにない、またはどこにもない重み</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/pickles.py"/>
        <source>weights_only=True knows the opcodes of pickle protocol 2 only, or the Python that loads is older than the protocol. torch.save writes protocol 2 unless told otherwise.</source>
        <translation>weights_only=True は pickle プロトコル 2 のオペコードしか知りません。または、読み込む Python がプロトコルより古いのかもしれません。torch.save は、指定がなければプロトコル 2 で書きます。</translation>
    </message>
    <message>
        <location filename="../../cli/arguments.py"/>
        <source>what a CUDA context takes of a card (default: 300MiB)</source>
        <translation>CUDA コンテキストが GPU で使う量（既定：300MiB）</translation>
    </message>
    <message>
        <location filename="../../cli/arguments.py"/>
        <source>what activations take in training, for the line about resuming</source>
        <translation>学習で活性値が使う量。再開の行に使う</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/file.py"/>
        <source>what is left out, which load_state_dict of that library may call missing</source>
        <translation>除かれたもの。そのライブラリの load_state_dict が不足と報告することがあります</translation>
    </message>
    <message>
        <location filename="../../gui/preferences/offered.py"/>
        <source>what it has</source>
        <translation>実際の数</translation>
    </message>
    <message>
        <location filename="../../cli/arguments.py"/>
        <source>what it is to be loaded into: a checkpoint, or a list of keys and shapes</source>
        <translation>読み込み先：チェックポイント、またはキーと形状の一覧</translation>
    </message>
    <message>
        <location filename="../../cli/arguments.py"/>
        <source>what shall stay free on each card (default: nothing)</source>
        <translation>各 GPU に残しておく空き（既定：なし）</translation>
    </message>
    <message>
        <location filename="../../cli/arguments.py"/>
        <source>what that process may take for the file, such as 8GiB, or none for no limit (default: 1 GiB and 16 times the file, at most what is free)</source>
        <translation>そのプロセスがファイルのために使ってよい量。例：8GiB。無制限は none（既定：1 GiB とファイルの 16 倍。空きまで）</translation>
    </message>
    <message>
        <location filename="../../core/objects/plain_rules.py"/>
        <source>what the name stands for</source>
        <translation>名前が指すもの</translation>
    </message>
    <message>
        <location filename="../../core/loading/recipes.py"/>
        <source>what was saved</source>
        <translation>保存されたもの</translation>
    </message>
    <message>
        <location filename="../../core/objects/pickle_forms.py"/>
        <source>what {name} made is changed afterwards</source>
        <translation>{name} が作ったものが後から変更されている</translation>
    </message>
    <message>
        <location filename="../../cli/arguments.py"/>
        <source>where the model shall be (default: cuda:0, or the cpu without cards)</source>
        <translation>モデルを置くデバイス（既定：cuda:0、GPU がなければ cpu）</translation>
    </message>
    <message>
        <location filename="../../gui/document/taking.py"/>
        <source>whether it takes gradients stays</source>
        <translation>勾配を取るかどうかは変わりません</translation>
    </message>
    <message>
        <location filename="../../cli/arguments.py"/>
        <source>which model an optimizer belongs to, such as optimizerD=netD</source>
        <translation>オプティマイザーがどのモデルのものか。例：optimizerD=netD</translation>
    </message>
    <message>
        <location filename="../../core/report/diagnosis.py"/>
        <source>why</source>
        <translation>理由</translation>
    </message>
    <message>
        <location filename="../../core/memory/machine.py"/>
        <source>with one GPU</source>
        <translation>GPU 1 個では</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/model_match/model_findings.py"/>
        <source>with the prefix {names}</source>
        <translation>接頭辞 {names} が付いたキー</translation>
    </message>
    <message>
        <location filename="../../core/memory/machine.py"/>
        <source>with {count} GPUs</source>
        <translation>GPU {count} 個では</translation>
    </message>
    <message>
        <location filename="../../core/memory/machine.py"/>
        <source>without a GPU</source>
        <translation>GPU なしでは</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/model_match/model_findings.py"/>
        <source>without the prefix {names}</source>
        <translation>接頭辞 {names} のないキー</translation>
    </message>
    <message>
        <location filename="../../gui/session/session.py"/>
        <source>without {changes}</source>
        <translation>{changes} を除く</translation>
    </message>
    <message>
        <location filename="../../cli/values/workers.py"/>
        <source>workers of Dask that read: tcp://HOST:PORT of a scheduler, or local:N (needs distributed)</source>
        <translation>読み取る Dask のワーカー：スケジューラーの tcp://HOST:PORT、または local:N（distributed が必要）</translation>
    </message>
    <message>
        <location filename="../../core/objects/global_names.py"/>
        <source>would run code when loaded without weights_only</source>
        <translation>weights_only なしで読み込むとコードが実行される</translation>
    </message>
    <message>
        <location filename="../../core/recipes/batch.py"/>
        <source>would save</source>
        <translation>保存される</translation>
    </message>
    <message>
        <location filename="../../cli/arguments.py"/>
        <source>write a fixed copy</source>
        <translation>修正したコピーを書き出す</translation>
    </message>
    <message>
        <location filename="../../cli/edit_arguments.py"/>
        <source>write a folder of files of at most this size, such as 5GB, with the index that transformers writes</source>
        <translation>この大きさ以下のファイルからなるフォルダーを、transformers が書くのと同じインデックス付きで書き出す。例：5GB</translation>
    </message>
    <message>
        <location filename="../../cli/arguments.py"/>
        <source>write a page that tells all of this, for an issue or a colleague</source>
        <translation>このすべてを述べるページを書く。報告や同僚のために</translation>
    </message>
    <message>
        <location filename="../../cli/arguments.py"/>
        <source>write a plain file of what is shown of one torch.save never wrote</source>
        <translation>torch.save が書いたことのない形のファイルを、表示されている内容の普通のファイルとして書く</translation>
    </message>
    <message>
        <location filename="../../cli/arguments.py"/>
        <source>write all keys as a table: a file that ends in .csv, .json or .md</source>
        <translation>すべてのキーを表として書く：.csv、.json、.md で終わるファイル</translation>
    </message>
    <message>
        <location filename="../../cli/arguments.py"/>
        <source>write bytes that do not match their checksum all the same</source>
        <translation>チェックサムと合わないバイトもそのまま書き込む</translation>
    </message>
    <message>
        <location filename="../../cli/edit_arguments.py"/>
        <source>write names of one Python module as those of another</source>
        <translation>ある Python モジュールの名前を別のモジュールのものとして書く</translation>
    </message>
    <message>
        <location filename="../../core/edits/wording.py"/>
        <source>write pickle protocol {protocol}</source>
        <translation>pickle プロトコル {protocol} で書き込む</translation>
    </message>
    <message>
        <location filename="../../cli/arguments.py"/>
        <source>write tensors as .npy, .npz, .safetensors or .csv</source>
        <translation>テンソルを .npy、.npz、.safetensors、.csv に書き出す</translation>
    </message>
    <message>
        <location filename="../../cli/edit_arguments.py"/>
        <source>write the keys of an optimizer's state as the numbers that its groups list</source>
        <translation>オプティマイザーの状態のキーを、グループにある番号で書く</translation>
    </message>
    <message>
        <location filename="../../core/edits/wording.py"/>
        <source>write the legacy container</source>
        <translation>旧形式のコンテナーで書き込む</translation>
    </message>
    <message>
        <location filename="../../cli/edit_arguments.py"/>
        <source>write the new files into this folder, under their names</source>
        <translation>新しいファイルを同じ名前でこのフォルダーに書く</translation>
    </message>
    <message>
        <location filename="../../cli/edit_arguments.py"/>
        <source>write the pickle in this protocol; 2 is read by plain torch.load in full</source>
        <translation>このプロトコルで pickle を書く。2 なら引数なしの torch.load が完全に読める</translation>
    </message>
    <message>
        <location filename="../../cli/arguments.py"/>
        <source>write the state dict of a whole pickled model</source>
        <translation>丸ごと pickle されたモデルの state_dict を書き出す</translation>
    </message>
    <message>
        <location filename="../../core/edits/wording.py"/>
        <source>write the zip container</source>
        <translation>zip コンテナーで書き込む</translation>
    </message>
    <message>
        <location filename="../../cli/edit_arguments.py"/>
        <source>write them beside the old ones, with S before the ending, as --suffix=-cpu (default: -fixed)</source>
        <translation>古いファイルの横に、拡張子の前に S を付けて書く。例：--suffix=-cpu（既定：-fixed）</translation>
    </message>
    <message>
        <location filename="../../cli/edit_arguments.py"/>
        <source>write this container (default: that of FILE)</source>
        <translation>このコンテナーで書く（既定：FILE と同じ）</translation>
    </message>
    <message>
        <location filename="../../cli/edit_arguments.py"/>
        <source>write what is done as a recipe for other files</source>
        <translation>行ったことを、ほかのファイル用のレシピとして書く</translation>
    </message>
    <message>
        <location filename="../../cli/edit_arguments.py"/>
        <source>write what is there of a model with missing files</source>
        <translation>ファイルが欠けたモデルも、あるものだけで書き込みます</translation>
    </message>
    <message>
        <location filename="../../core/edits/wording.py"/>
        <location filename="../../core/recipes/step_words.py"/>
        <source>write {source} as {target}</source>
        <translation>{source} を {target} と書く</translation>
    </message>
    <message>
        <location filename="../../cli/saving.py"/>
        <source>writing</source>
        <translation>書き込み中</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/file.py"/>
        <source>written in pickle protocol {protocol}</source>
        <translation>pickle プロトコル {protocol} で書かれている</translation>
    </message>
    <message>
        <location filename="../../gui/health/colouring.py"/>
        <source>wrong</source>
        <translation>誤り</translation>
    </message>
    <message>
        <location filename="../../cli/saving.py"/>
        <location filename="../../core/report/export.py"/>
        <source>wrote</source>
        <translation>保存先</translation>
    </message>
    <message>
        <location filename="../../core/report/values.py"/>
        <source>zeros</source>
        <translation>ゼロ</translation>
    </message>
    <message>
        <location filename="../../gui/save/model.py"/>
        <source>zip (torch 1.6 and later)</source>
        <translation>zip（torch 1.6 以降）</translation>
    </message>
    <message>
        <location filename="../../core/edits/wording.py"/>
        <location filename="../../core/recipes/step_words.py"/>
        <source>zip container (torch ≥ 1.6)</source>
        <translation>zip コンテナー（torch ≥ 1.6）</translation>
    </message>
    <message>
        <location filename="../../core/recipes/options.py"/>
        <source>zip, legacy, safetensors or dcp</source>
        <translation>zip、legacy、safetensors、dcp のいずれか</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/many_files.py"/>
        <source>{absent} of the index in none of its files, {doubled} in two of them, {elsewhere} in another one than it says, {unlisted} that it does not name. transformers loads what it finds and leaves the rest as it was made at random, without an error.</source>
        <translation>インデックスのキーのうち、どのファイルにもないもの：{absent}、2 つのファイルにあるもの：{doubled}、インデックスの示すものとは別のファイルにあるもの：{elsewhere}。インデックスに書かれていないもの：{unlisted}。transformers は見つかったものを読み込み、残りはランダムに初期化されたままにして、エラーを出しません。</translation>
    </message>
    <message>
        <location filename="../../core/spread/cluster.py"/>
        <source>{address} is no cluster: say local:8, or tcp://HOST:PORT of its scheduler.</source>
        <translation>{address} はクラスターではありません：local:8 か、スケジューラーの tcp://HOST:PORT を指定してください。</translation>
    </message>
    <message>
        <location filename="../../gui/memory/table_models.py"/>
        <source>{bytes:,} bytes: {tensors} in {storages}</source>
        <translation>{bytes:,} バイト：{storages}に{tensors}</translation>
    </message>
    <message>
        <location filename="../../gui/save/forecast.py"/>
        <source>{call} will fail on {computer}: {title}.</source>
        <translation>{computer}では {call} は失敗します：{title}。</translation>
    </message>
    <message>
        <location filename="../../gui/save/forecast.py"/>
        <source>{call} will still fail on {computer}: {title}.</source>
        <translation>{computer}では {call} は引き続き失敗します：{title}。</translation>
    </message>
    <message>
        <location filename="../../gui/page/notice.py"/>
        <source>{call} works on any machine, with no map_location.</source>
        <translation>{call} はどのコンピューターでも map_location なしで読み込めます。</translation>
    </message>
    <message>
        <location filename="../../gui/page/notice.py"/>
        <source>{call} works on {computer}, with no map_location: it was saved on {devices}.</source>
        <translation>{call} は{computer}で map_location なしで読み込めます（{devices} で保存されています）。</translation>
    </message>
    <message>
        <location filename="../../cli/memory/text.py"/>
        <source>{cards}, {memory} kept free</source>
        <translation>{cards}、空き {memory} を残す</translation>
    </message>
    <message>
        <location filename="../../gui/memory/controls.py"/>
        <source>{card}: {nbytes:,} bytes.</source>
        <translation>{card}：{nbytes:,} バイト。</translation>
    </message>
    <message>
        <location filename="../../core/loading/recipes.py"/>
        <source>{clauses}.</source>
        <translation>{clauses}。</translation>
    </message>
    <message>
        <location filename="../../core/report/scan.py"/>
        <source>{code}, {count:,} times</source>
        <translation>{code}、{count:,} 回</translation>
    </message>
    <message>
        <location filename="../../gui/save/form.py"/>
        <source>{container}, as the source</source>
        <translation>{container}、元のファイルと同じ</translation>
    </message>
    <message>
        <location filename="../../gui/page/status.py"/>
        <source>{container}, pickle {protocol}</source>
        <translation>{container}、pickle {protocol}</translation>
    </message>
    <message>
        <location filename="../../cli/memory/text.py"/>
        <source>{context}, {ranks} processes</source>
        <translation>{context}、{ranks} プロセス</translation>
    </message>
    <message>
        <location filename="../../cli/memory/text.py"/>
        <source>{context}, {ranks} processes, all loading naively</source>
        <translation>{context}、{ranks} プロセスがすべて対象に読み込む</translation>
    </message>
    <message>
        <location filename="../../core/objects/value_text.py"/>
        <source>{count:,} bytes</source>
        <translation>{count:,} バイト</translation>
    </message>
    <message>
        <location filename="../../core/formats/zip_forms.py"/>
        <source>{count:,} bytes before it that no record has</source>
        <translation>手前に、どのレコードのものでもない {count:,} バイトがある</translation>
    </message>
    <message>
        <location filename="../../core/formats/zip_forms.py"/>
        <source>{count:,} bytes behind it, in which torch gets lost</source>
        <translation>後ろに {count:,} バイトあり、torch が迷う</translation>
    </message>
    <message>
        <location filename="../../gui/page/status.py"/>
        <source>{count:,} bytes on disk</source>
        <translation>ディスク上 {count:,} バイト</translation>
    </message>
    <message>
        <location filename="../../gui/values/facts.py"/>
        <source>{count:,} distinct: {listed}</source>
        <translation>異なる値 {count:,} 個：{listed}</translation>
    </message>
    <message>
        <location filename="../../gui/values/copy_menu.py"/>
        <source>{count:,} numbers are too many for the clipboard (at most {most}): export them.</source>
        <translation>{count:,} 個の数値はクリップボードには多すぎます（最大 {most}）。書き出してください。</translation>
    </message>
    <message>
        <location filename="../../gui/plots/number_grid.py"/>
        <source>{count:,} numbers are too many for the clipboard; select at most {most_copied:,}.</source>
        <translation>{count:,} 個の数値はクリップボードには多すぎます。最大 {most_copied:,} 個を選んでください。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/model_match/model_findings.py"/>
        <source>{count:,} of {of:,} keys of this file name nothing in {name}.</source>
        <translation>このファイルの {of:,} 個のキーのうち {count:,} 個は、{name} の何も指していません。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/model_match/model_findings.py"/>
        <source>{count:,} of {of:,} keys of {name} are not in this file.</source>
        <translation>{name} の {of:,} 個のキーのうち {count:,} 個が、このファイルにありません。</translation>
    </message>
    <message>
        <location filename="../../gui/values/facts.py"/>
        <source>{count:,} of {total:,} numbers</source>
        <translation>{total:,} 個の数値のうち {count:,} 個</translation>
    </message>
    <message>
        <location filename="../../gui/tree/tools.py"/>
        <source>{count:,} selected</source>
        <translation>{count:,} 個を選択</translation>
    </message>
    <message>
        <location filename="../../core/values/health/weights.py"/>
        <source>{dead:,} of {rows:,} rows are all zero, the first is row {first:,}.</source>
        <translation>{rows:,} 行のうち {dead:,} 行がすべてゼロで、最初は {first:,} 行目です。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/devices.py"/>
        <source>{devices} and {count:,} more devices</source>
        <translation>{devices}、ほか {count:,} 個のデバイス</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traceback/judge_devices.py"/>
        <source>{devices} and {more}</source>
        <translation>{devices}、{more}</translation>
    </message>
    <message>
        <location filename="../../gui/memory/gauges.py"/>
        <source>{device}: {card}, {total:,} bytes
used by this program: {ours:,}
used by others: {others:,}
free: {free:,}</source>
        <translation>{device}: {card}、{total:,} バイト
このプログラムの使用：{ours:,}
ほかの使用：{others:,}
空き：{free:,}</translation>
    </message>
    <message>
        <location filename="../../gui/memory/gauges.py"/>
        <source>{device}: {memory} of {memory_of_total} free</source>
        <translation>{device}: {memory_of_total} のうち空き {memory}</translation>
    </message>
    <message>
        <location filename="../../gui/diff/model.py"/>
        <source>{differences} below this row.</source>
        <translation>この行の下に{differences}。</translation>
    </message>
    <message>
        <location filename="../../core/report/difference.py"/>
        <source>{differing}, {not_finite:,} of them NaN or Inf in one</source>
        <translation>{differing}、うち {not_finite:,} 個は一方で NaN か Inf</translation>
    </message>
    <message>
        <location filename="../../core/pace.py"/>
        <source>{done} of {total}</source>
        <translation>{done} / {total}</translation>
    </message>
    <message>
        <location filename="../../core/edits/wording.py"/>
        <source>{dtensors} → plain tensors</source>
        <translation>{dtensors} → 通常のテンソル</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/sharded.py"/>
        <source>{dtensors}, each with all of its elements</source>
        <translation>すべての要素を持つ {dtensors}</translation>
    </message>
    <message>
        <location filename="../../core/report/export.py"/>
        <source>{dtype} is written as {written}</source>
        <translation>{dtype} は {written} として書かれます</translation>
    </message>
    <message>
        <location filename="../../core/report/export.py"/>
        <source>{dtype} is written as {written}: each number exactly, in a type that the format has</source>
        <translation>{dtype} は {written} として書かれます：どの数値も正確に、形式にある型で</translation>
    </message>
    <message>
        <location filename="../../core/report/export.py"/>
        <source>{dtype} is written as {written}: the real numbers that its whole ones stand for</source>
        <translation>{dtype} は {written} として書かれます：整数が表す実数で</translation>
    </message>
    <message>
        <location filename="../../gui/health/model.py"/>
        <source>{dtype} {shape} on {device}</source>
        <translation>{dtype} {shape}、{device}</translation>
    </message>
    <message>
        <location filename="../../gui/memory/bars_model.py"/>
        <source>{each} at its fullest, in {step}: {total:,} bytes</source>
        <translation>{each}の最大、{step} のとき：{total:,} バイト</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/losses.py"/>
        <source>{entries} and {more}</source>
        <translation>{entries}、{more}</translation>
    </message>
    <message>
        <location filename="../../gui/diagnosis/model.py"/>
        <source>{errors}, and {warnings}</source>
        <translation>{errors}、{warnings}</translation>
    </message>
    <message>
        <location filename="../../cli/limits.py"/>
        <source>{error}, or {none}</source>
        <translation>{error}、または {none}</translation>
    </message>
    <message>
        <location filename="../../gui/changes/table_model.py"/>
        <source>{extent}, {size} ({nbytes:,} bytes)</source>
        <translation>{extent}、{size}（{nbytes:,} バイト）</translation>
    </message>
    <message>
        <location filename="../../core/edits/wording.py"/>
        <source>{extracted}, without “{prefix}”</source>
        <translation>{extracted}（「{prefix}」なし）</translation>
    </message>
    <message>
        <location filename="../../core/report/parts.py"/>
        <source>{files} are missing, and with them {keys}.</source>
        <translation>{files}がなく、そこに入っている{keys}も欠けています。</translation>
    </message>
    <message>
        <location filename="../../core/report/parts.py"/>
        <source>{files} are missing.</source>
        <translation>{files}がありません。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/many_files.py"/>
        <source>{files} missing: {names}</source>
        <translation>{files}が不足：{names}</translation>
    </message>
    <message>
        <location filename="../../core/edits/numbers/theirs.py"/>
        <source>{file} cannot be read any more: {reason}.</source>
        <translation>{file} はもう読めません：{reason}。</translation>
    </message>
    <message>
        <location filename="../../gui/diagnosis/model.py"/>
        <source>{file} fails {where}: {errors}.</source>
        <translation>{file} は{where}失敗します：{errors}。</translation>
    </message>
    <message>
        <location filename="../../core/catalogue/optimizers/matched.py"/>
        <source>{file} has no models.</source>
        <translation>{file} にモデルはありません。</translation>
    </message>
    <message>
        <location filename="../../core/catalogue/optimizers/matched.py"/>
        <source>{file} has no optimizers.</source>
        <translation>{file} にオプティマイザーはありません。</translation>
    </message>
    <message>
        <location filename="../../core/catalogue/optimizers/matched.py"/>
        <source>{file} holds no model: neither a state dict nor a pickled one.</source>
        <translation>{file} にモデルはありません：state_dict も pickle 化されたモデルもありません。</translation>
    </message>
    <message>
        <location filename="../../core/recipes/recipe.py"/>
        <source>{file} is no recipe: it is no text.</source>
        <translation>{file} はレシピではありません：テキストではありません。</translation>
    </message>
    <message>
        <location filename="../../core/recipes/recipe.py"/>
        <source>{file} is no recipe: {wrong}.</source>
        <translation>{file} はレシピではありません：{wrong}。</translation>
    </message>
    <message>
        <location filename="../../core/recipes/recipe.py"/>
        <source>{file} is too large to be a recipe.</source>
        <translation>{file} は大きすぎて、レシピではありません。</translation>
    </message>
    <message>
        <location filename="../../gui/diagnosis/model.py"/>
        <source>{file} works {where}.</source>
        <translation>{file} は{where}読み込めます。</translation>
    </message>
    <message>
        <location filename="../../core/report/diagnosis.py"/>
        <source>{file}, on {computer}, {ranks} processes: {found}</source>
        <translation>{file}、{computer}、{ranks} プロセス：{found}</translation>
    </message>
    <message>
        <location filename="../../core/report/diagnosis.py"/>
        <source>{file}, on {computer}: {found}</source>
        <translation>{file}、{computer}: {found}</translation>
    </message>
    <message>
        <location filename="../../core/loading/computer.py"/>
        <source>{first} and {last}</source>
        <translation>{first} と {last}</translation>
    </message>
    <message numerus="yes">
        <location filename="../../gui/document/cells.py"/>
        <source>{first} and {n:,} more numbers</source>
        <translation><numerusform>{first}、ほか {n:,} 個の数値</numerusform></translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/names.py"/>
        <location filename="../../core/report/losses.py"/>
        <location filename="../../gui/page/notice.py"/>
        <source>{first} and {second}</source>
        <translation>{first} と {second}</translation>
    </message>
    <message>
        <location filename="../../core/report/difference.py"/>
        <source>{first} and {second}: nothing differs</source>
        <translation>{first} と {second}: 違いはありません</translation>
    </message>
    <message>
        <location filename="../../core/report/difference.py"/>
        <source>{first} and {second}: they differ</source>
        <translation>{first} と {second}: 違いがあります</translation>
    </message>
    <message>
        <location filename="../../core/catalogue/optimizers/words.py"/>
        <location filename="../../gui/app/actions.py"/>
        <source>{first} or {second}</source>
        <translation>{first} または {second}</translation>
    </message>
    <message>
        <location filename="../../core/values/diff.py"/>
        <source>{first} or {second} cannot be read: {reason}.</source>
        <translation>{first} または {second} を読み取れません：{reason}。</translation>
    </message>
    <message>
        <location filename="../../core/loading/computer.py"/>
        <source>{first} to {last}</source>
        <translation>{first} から {last}</translation>
    </message>
    <message>
        <location filename="../../core/text.py"/>
        <source>{first} {second}</source>
        <translation>{first}{second}</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/names.py"/>
        <source>{first}, then {second}</source>
        <translation>{first}、続いて {second}</translation>
    </message>
    <message>
        <location filename="../../core/text.py"/>
        <source>{first}, {second}</source>
        <translation>{first}、{second}</translation>
    </message>
    <message>
        <location filename="../../core/loading/recipes.py"/>
        <source>{first}; {second}</source>
        <translation>{first}。{second}</translation>
    </message>
    <message>
        <location filename="../../core/recipes/batch.py"/>
        <source>{folder} holds no checkpoint ({endings}).</source>
        <translation>{folder} にチェックポイント（{endings}）がありません。</translation>
    </message>
    <message numerus="yes">
        <location filename="../../cli/listing.py"/>
        <source>{folder} holds {n:,} checkpoints</source>
        <translation><numerusform>{folder} にはチェックポイントが {n:,} 個あります</numerusform></translation>
    </message>
    <message>
        <location filename="../../core/recipes/batch.py"/>
        <source>{folder} is no folder.</source>
        <translation>{folder} はフォルダーではありません。</translation>
    </message>
    <message>
        <location filename="../../gui/recipes/folder_dialog.py"/>
        <source>{folder} was not done to its end: {summary}</source>
        <translation>{folder} の処理は途中で終わりました：{summary}</translation>
    </message>
    <message>
        <location filename="../../core/saving/targets/state_dict.py"/>
        <source>{format} holds a state dict, and this file is a whole object. Put its state dict in its place, or save it as zip.</source>
        <translation>{format} は state dict を保存しますが、このファイルはオブジェクト全体です。その state dict に置き換えるか、zip として保存してください。</translation>
    </message>
    <message>
        <location filename="../../core/saving/targets/state_dict.py"/>
        <source>{format} holds plain tensors by name and nothing else, and {names} is none. Leave it out, or save it as zip.</source>
        <translation>{format} は名前付きの通常のテンソルだけを保存しますが、{names} はそうではありません。それを除くか、zip として保存してください。</translation>
    </message>
    <message>
        <location filename="../../core/saving/targets/state_dict.py"/>
        <source>{format} holds tensors by name and nothing else, and here is more: {names}. Keep the state dict “{path}” alone, or save it as zip.</source>
        <translation>{format} は名前付きのテンソルだけを保存しますが、ここにはほかのものもあります：{names}。state dict「{path}」だけを残すか、zip として保存してください。</translation>
    </message>
    <message>
        <location filename="../../core/edits/renaming/patterns.py"/>
        <source>{form} is no kind of pattern; choose text, glob or regex.</source>
        <translation>{form} というパターンの種類はありません。text、glob、regex から選んでください。</translation>
    </message>
    <message>
        <location filename="../../gui/tree/search_line.py"/>
        <source>{found:,} found</source>
        <translation>{found:,} 件</translation>
    </message>
    <message>
        <location filename="../../cli/values/scanning.py"/>
        <source>{found} cannot be both tables. Give each a name of its own.</source>
        <translation>{found} を両方の表にはできません。それぞれ別の名前にしてください。</translation>
    </message>
    <message>
        <location filename="../../gui/session/loading_on.py"/>
        <source>{gpus}, to run on {device}</source>
        <translation>{gpus}（{device} を使用）</translation>
    </message>
    <message>
        <location filename="../../gui/session/loading_on.py"/>
        <source>{gpus}, {n} processes</source>
        <translation>{gpus}、{n} プロセス</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traceback/judge_devices.py"/>
        <source>{have}, and none was saved on {tag}: that is the map_location of the script. {spelled}</source>
        <translation>{have}。{tag} に保存されたものはないので、それはスクリプトの map_location です。{spelled}</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traceback/judge_devices.py"/>
        <source>{have}. The script loads another file, or moves something there itself.</source>
        <translation>{have}。スクリプトが別のファイルを読み込んでいるか、自分で何かをそこに移しています。</translation>
    </message>
    <message>
        <location filename="../../gui/document/compared.py"/>
        <source>{here} here, {there} there</source>
        <translation>こちら {here}、相手 {there}</translation>
    </message>
    <message>
        <location filename="../../gui/look/news.py"/>
        <source>{host} has not answered for {seconds:.0f} s</source>
        <translation>{host} が {seconds:.0f} 秒間応答していません</translation>
    </message>
    <message>
        <location filename="../../gui/look/news.py"/>
        <source>{host} has not answered for {seconds:.0f} s (try {attempt} of {attempts}: {trouble})</source>
        <translation>{host} が {seconds:.0f} 秒間応答していません（{attempts} 回のうち {attempt} 回目：{trouble}）</translation>
    </message>
    <message>
        <location filename="../../gui/look/news.py"/>
        <source>{host}: {trouble}; trying again ({attempt} of {attempts})</source>
        <translation>{host}：{trouble}。再試行中（{attempts} 回のうち {attempt} 回目）</translation>
    </message>
    <message>
        <location filename="../../gui/diagnosis/integrity_model.py"/>
        <source>{hurt} hurt by damage to the file</source>
        <translation>ファイルの破損により{hurt}に影響</translation>
    </message>
    <message>
        <location filename="../../gui/values/ridges.py"/>
        <source>{infinite:,} not finite</source>
        <translation>有限でない {infinite:,} 個</translation>
    </message>
    <message>
        <location filename="../../core/edits/entries.py"/>
        <source>{kept!r} is {it} once more. Keep that instead.</source>
        <translation>{kept!r} は {it} と同じものです。代わりにそちらを残してください。</translation>
    </message>
    <message>
        <location filename="../../core/edits/entries.py"/>
        <source>{kept!r} leads back to {it} (at {path!r}), so it cannot be the whole file without that. Keep {it}, or drop {path!r} as well.</source>
        <translation>{kept!r} は（{path!r} で）{it} に戻るため、それなしではファイル全体にできません。{it} を残すか、{path!r} も削除してください。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/model_match/misshapen.py"/>
        <source>{key!r} has as many numbers in the file as in the model, in another order of sizes: reshape or transpose it when it is loaded.</source>
        <translation>{key!r} の数値の個数はファイルとモデルで同じですが、次元の並びが違います。読み込むときに reshape または transpose してください。</translation>
    </message>
    <message>
        <location filename="../../core/containers/dcp/objects.py"/>
        <source>{key!r} in {file} cannot be read: {reason}</source>
        <translation>{file} の {key!r} を読めません：{reason}</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/model_match/misshapen.py"/>
        <source>{key!r} is a table of positions or tokens, and dropping it would lose what was learned. Load the file into a model with its own sizes and resize the table there: model.resize_token_embeddings, or interpolation.</source>
        <translation>{key!r} は位置またはトークンの表で、削除すると学習した内容が失われます。ファイルと同じサイズのモデルに読み込み、そこで表のサイズを変えてください（model.resize_token_embeddings または補間）。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/model_match/misshapen.py"/>
        <source>{key!r} is no head that could be left out: sizes inside the model differ. Make the model with the sizes that the file has.</source>
        <translation>{key!r} は省略できるヘッドではありません。モデル内部のサイズが違います。ファイルと同じサイズでモデルを作成してください。</translation>
    </message>
    <message>
        <location filename="../../core/containers/dcp/chunks.py"/>
        <source>{key!r} lies outside {file}, as .metadata says where it is: the file was cut short, or is of another save. Fetch it again.</source>
        <translation>.metadata の示す場所では、{key!r} が {file} の外に出てしまいます：ファイルが途中で切れているか、別の保存のものです。取得し直してください。</translation>
    </message>
    <message>
        <location filename="../../core/recipes/number_options.py"/>
        <source>{key!r} names {count} tensors in {checkpoint}; name one.</source>
        <translation>{key!r} は {checkpoint} の {count} 個のテンソルを指します。1 つを指定してください。</translation>
    </message>
    <message>
        <location filename="../../core/recipes/number_options.py"/>
        <source>{key!r}, which names {count} tensors, cannot become a whole tensor; name one.</source>
        <translation>{key!r} は {count} 個のテンソルを指し、1 つのテンソル全体にはできません。1 つを指定してください。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/model_match/model_findings.py"/>
        <source>{keys} differ in shape ({some})</source>
        <translation>{keys}の形状が異なります（{some}）</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/names.py"/>
        <source>{keys} of FSDP's flattened parameters</source>
        <translation>FSDP の平坦化されたパラメーターの {keys}</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/model_match/model_findings.py"/>
        <source>{keys} of the file stay unexpected ({some})</source>
        <translation>ファイルの {keys}が想定外のまま残ります（{some}）</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/model_match/model_findings.py"/>
        <source>{keys} of the model not in the file</source>
        <translation>ファイルにないモデルの {keys}</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/model_match/model_findings.py"/>
        <source>{keys} of the model stay missing ({some})</source>
        <translation>モデルの {keys}が不足のまま残ります（{some}）</translation>
    </message>
    <message>
        <location filename="../../core/report/inspect.py"/>
        <source>{keys} of {of} keys of {where} begin with {prefix!r}</source>
        <translation>{where} の {of} 個のキーのうち {keys} 個が {prefix!r} で始まる</translation>
    </message>
    <message>
        <location filename="../../core/report/inspect.py"/>
        <source>{keys} of {of} keys of {where} contain {prefix!r}</source>
        <translation>{where} の {of} 個のキーのうち {keys} 個が {prefix!r} を含む</translation>
    </message>
    <message>
        <location filename="../../gui/diagnosis/fixes_model.py"/>
        <source>{keys} of {where} hold the segment “{prefix}” further in, such as a.{prefix}b → a.b.
Strip it only if the model that loads this is not wrapped at that place.</source>
        <translation>{where}の{keys}が途中に区切り「{prefix}」を含む。例：a.{prefix}b → a.b
読み込むモデルがそこでラップされていないときだけ外してください。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traceback/judge_files.py"/>
        <source>{keys} share their bytes.</source>
        <translation>{keys} がバイトを共有しています。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/model_match/model_findings.py"/>
        <source>{keys} that the model does not know</source>
        <translation>モデルにない {keys}</translation>
    </message>
    <message>
        <location filename="../../core/report/diagnosis.py"/>
        <source>{keys}, listed above</source>
        <translation>{keys}、上に記載</translation>
    </message>
    <message>
        <location filename="../../core/report/diagnosis.py"/>
        <source>{key} ({have} here, {want} there)</source>
        <translation>{key}（こちら {have}、相手 {want}）</translation>
    </message>
    <message>
        <location filename="../../core/edits/wording.py"/>
        <source>{key} of {file}</source>
        <translation>{file} の {key}</translation>
    </message>
    <message>
        <location filename="../../core/edits/renaming/patterns.py"/>
        <source>{key}: {wrong}</source>
        <translation>{key}：{wrong}</translation>
    </message>
    <message>
        <location filename="../../cli/values/arguments.py"/>
        <source>{key}; several for .npz and .safetensors</source>
        <translation>{key}。.npz と .safetensors では複数可</translation>
    </message>
    <message>
        <location filename="../../core/edits/containers.py"/>
        <location filename="../../core/saving/choice.py"/>
        <source>{kind!r} is no container; choose one of {known}.</source>
        <translation>{kind!r} というコンテナーはありません。{known} から選んでください。</translation>
    </message>
    <message>
        <location filename="../../core/objects/value_text.py"/>
        <source>{kind} of {count:,}</source>
        <translation>{kind}（{count:,} 個）</translation>
    </message>
    <message>
        <location filename="../../core/report/values.py"/>
        <source>{kind} on {device}</source>
        <translation>{kind}、{device}</translation>
    </message>
    <message>
        <location filename="../../gui/diagnosis/fixes_model.py"/>
        <source>{kind} state</source>
        <translation>{kind} の状態</translation>
    </message>
    <message>
        <location filename="../../gui/document/contents.py"/>
        <source>{kind}, {keys}</source>
        <translation>{kind}、{keys}</translation>
    </message>
    <message>
        <location filename="../../gui/document/contents.py"/>
        <source>{kind}: {names}</source>
        <translation>{kind}: {names}</translation>
    </message>
    <message>
        <location filename="../../cli/memory/text.py"/>
        <location filename="../../core/values/health/optimizers.py"/>
        <source>{least} to {most}</source>
        <translation>{least} から {most}</translation>
    </message>
    <message>
        <location filename="../../gui/document/taking.py"/>
        <source>{left:,} of {of:,} stay as they are. {first}</source>
        <translation>{of:,} 個のうち {left:,} 個はそのままです。{first}</translation>
    </message>
    <message>
        <location filename="../../gui/document/taking.py"/>
        <source>{left:,} of {of:,} stay as they are. {first} And {more:,} more.</source>
        <translation>{of:,} 個のうち {left:,} 個はそのままです。{first}ほか {more:,} 個。</translation>
    </message>
    <message>
        <location filename="../../cli/arguments.py"/>
        <source>{lost} cannot be said: -- is no value. Rename that key in the window</source>
        <translation>{lost} は指定できません。-- は値ではありません。ウィンドウでそのキーの名前を変えてください</translation>
    </message>
    <message>
        <location filename="../../gui/plots/histogram.py"/>
        <source>{low:.4g} to {high:.4g}: {count:,}</source>
        <translation>{low:.4g} から {high:.4g}: {count:,}</translation>
    </message>
    <message>
        <location filename="../../gui/session/loading_on.py"/>
        <source>{machine}, {card}</source>
        <translation>{machine}、{card}</translation>
    </message>
    <message>
        <location filename="../../core/memory/assumptions.py"/>
        <source>{margin} of each card stay free.</source>
        <translation>各 GPU に {margin} を残します。</translation>
    </message>
    <message>
        <location filename="../../gui/compare/model.py"/>
        <source>{matched:,} of {keys} fit</source>
        <translation>{keys}のうち {matched:,} 個が合う</translation>
    </message>
    <message>
        <location filename="../../gui/optimizer/model.py"/>
        <source>{matched:,} of {params:,} matched</source>
        <translation>{params:,} 個のうち {matched:,} 個が対応</translation>
    </message>
    <message>
        <location filename="../../gui/compare/model.py"/>
        <source>{matched}; {counts}. load_state_dict(strict=True) raises.</source>
        <translation>{matched}。{counts}。load_state_dict(strict=True) はエラーになります。</translation>
    </message>
    <message>
        <location filename="../../gui/tree/search_words.py"/>
        <source>{meaning}: {examples}</source>
        <translation>{meaning}: {examples}</translation>
    </message>
    <message>
        <location filename="../../cli/memory/text.py"/>
        <source>{memory} for each CUDA context</source>
        <translation>CUDA コンテキストごとに {memory}</translation>
    </message>
    <message>
        <location filename="../../gui/memory/gauges.py"/>
        <source>{memory} free</source>
        <translation>空き {memory}</translation>
    </message>
    <message>
        <location filename="../../gui/memory/file.py"/>
        <source>{memory} in {tensors} on {devices}</source>
        <translation>{devices} の{tensors}に {memory}</translation>
    </message>
    <message>
        <location filename="../../core/objects/dtensors.py"/>
        <source>{mesh} of {sizes}</source>
        <translation>{mesh}（{sizes}）</translation>
    </message>
    <message>
        <location filename="../../core/report/inspect.py"/>
        <source>{model} in {wrapper}</source>
        <translation>{wrapper} の中の {model}</translation>
    </message>
    <message numerus="yes">
        <location filename="../../core/diagnosis/rules/objects.py"/>
        <location filename="../../core/diagnosis/rules/sharded.py"/>
        <location filename="../../core/edits/device_mentions.py"/>
        <location filename="../../core/edits/wording.py"/>
        <source>{n:,} DTensors</source>
        <translation><numerusform>{n:,} 個の DTensor</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../cli/inspecting.py"/>
        <location filename="../../core/report/page.py"/>
        <location filename="../../gui/page/exporting.py"/>
        <location filename="../../gui/preferences/offered.py"/>
        <location filename="../../gui/session/loading_on.py"/>
        <source>{n:,} GPUs</source>
        <translation><numerusform>{n:,} 個の GPU</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../core/diagnosis/rules/optimizers.py"/>
        <location filename="../../core/edits/devices.py"/>
        <location filename="../../core/edits/wording.py"/>
        <source>{n:,} `step` tensors</source>
        <translation><numerusform>{n:,} 個の `step` テンソル</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../gui/recipes/model.py"/>
        <source>{n:,} already there</source>
        <translation><numerusform>既存 {n:,} 個</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../core/edits/state_dict.py"/>
        <source>{n:,} attributes with tensors that are neither parameter nor buffer left out: {names}. Only the code of the model could tell whether its state_dict() has them.</source>
        <translation><numerusform>パラメーターでもバッファーでもないテンソルを持つ {n:,} 個の属性を除きました：{names}。state_dict() に含まれるかどうかは、モデルのコードでしか分かりません。</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../gui/details/model.py"/>
        <location filename="../../gui/parts/table_model.py"/>
        <location filename="../../gui/tree/tips.py"/>
        <source>{n:,} bytes</source>
        <translation><numerusform>{n:,} バイト</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../gui/tree/tools.py"/>
        <source>{n:,} bytes of storage, shared ones counted once</source>
        <translation><numerusform>ストレージ {n:,} バイト、共有は 1 回だけ数える</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../gui/page/status.py"/>
        <source>{n:,} changes</source>
        <translation><numerusform>{n:,} 個の変更</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../core/edits/wording.py"/>
        <source>{n:,} changes of this kind</source>
        <translation><numerusform>この種の変更 {n:,} 件</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../gui/location/model.py"/>
        <source>{n:,} checkpoints</source>
        <translation><numerusform>{n:,} 個のチェックポイント</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../gui/parts/model.py"/>
        <source>{n:,} damaged</source>
        <translation><numerusform>破損 {n:,} 個</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../core/edits/wording.py"/>
        <location filename="../../gui/memory/file.py"/>
        <source>{n:,} devices</source>
        <translation><numerusform>{n:,} 個のデバイス</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../gui/document/contents.py"/>
        <source>{n:,} dicts: {elements}</source>
        <translation><numerusform>{n:,} 個の dict: {elements}</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../gui/diff/model.py"/>
        <location filename="../../gui/document/taking.py"/>
        <source>{n:,} differences</source>
        <translation><numerusform>{n:,} 個の違い</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../core/values/slices.py"/>
        <source>{n:,} dimensions</source>
        <translation><numerusform>{n:,} 個の次元</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../gui/details/model.py"/>
        <source>{n:,} elements</source>
        <translation><numerusform>{n:,} 要素</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../gui/document/contents.py"/>
        <source>{n:,} elements: {elements}</source>
        <translation><numerusform>{n:,} 個の要素：{elements}</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../core/saving/targets/dcp.py"/>
        <source>{n:,} empty dicts are left out: torch.distributed.checkpoint keeps none.</source>
        <translation><numerusform>{n:,} 個の空の dict を除きます：torch.distributed.checkpoint はそれを残しません。</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../core/report/difference.py"/>
        <location filename="../../gui/diagnosis/integrity_model.py"/>
        <source>{n:,} entries</source>
        <translation><numerusform>{n:,} 個の項目</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../core/report/severities.py"/>
        <location filename="../../gui/diagnosis/model.py"/>
        <source>{n:,} errors</source>
        <translation><numerusform>{n:,} 個のエラー</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../cli/batching.py"/>
        <location filename="../../gui/recipes/model.py"/>
        <source>{n:,} failed</source>
        <translation><numerusform>失敗 {n:,} 個</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../cli/saving.py"/>
        <location filename="../../core/diagnosis/rules/many_files.py"/>
        <location filename="../../core/diagnosis/traceback/judge_files.py"/>
        <location filename="../../core/report/parts.py"/>
        <location filename="../../gui/app/desk.py"/>
        <location filename="../../gui/app/drop_target.py"/>
        <location filename="../../gui/document/cells.py"/>
        <location filename="../../gui/parts/model.py"/>
        <location filename="../../gui/recipes/model.py"/>
        <source>{n:,} files</source>
        <translation><numerusform>{n:,} 個のファイル</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../cli/batching.py"/>
        <source>{n:,} files saved</source>
        <translation><numerusform>保存したファイル {n:,} 個</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../core/saving/targets/same_files.py"/>
        <source>{n:,} files with the same weights in another format do not go along: {names}.</source>
        <translation><numerusform>同じ重みを別の形式で持つ {n:,} 個のファイルは一緒に保存されません：{names}。</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../cli/batching.py"/>
        <source>{n:,} files would be saved</source>
        <translation><numerusform>{n:,} 個のファイルを保存する予定</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../gui/location/model.py"/>
        <source>{n:,} folders</source>
        <translation><numerusform>{n:,} 個のフォルダー</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../core/diagnosis/traceback/judge_state.py"/>
        <location filename="../../core/report/optimizers.py"/>
        <location filename="../../gui/optimizer/model.py"/>
        <source>{n:,} groups</source>
        <translation><numerusform>{n:,} 個のグループ</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../core/diagnosis/model_match/model_findings.py"/>
        <location filename="../../core/diagnosis/rules/many_files.py"/>
        <location filename="../../core/diagnosis/rules/names.py"/>
        <location filename="../../core/diagnosis/traceback/harmless.py"/>
        <location filename="../../core/diagnosis/traceback/judge_keys.py"/>
        <location filename="../../core/diagnosis/traceback/judge_lookups.py"/>
        <location filename="../../core/edits/wording.py"/>
        <location filename="../../core/report/diagnosis.py"/>
        <location filename="../../core/report/parts.py"/>
        <location filename="../../gui/compare/model.py"/>
        <location filename="../../gui/details/panel.py"/>
        <location filename="../../gui/diagnosis/fixes_model.py"/>
        <location filename="../../gui/document/contents.py"/>
        <location filename="../../gui/document/ghost_cells.py"/>
        <location filename="../../gui/parts/model.py"/>
        <location filename="../../gui/tree/tips.py"/>
        <source>{n:,} keys</source>
        <translation><numerusform>{n:,} 個のキー</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../gui/parts/model.py"/>
        <source>{n:,} keys are in another file too</source>
        <translation><numerusform>{n:,} 個のキーが別のファイルにもある</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../core/saving/targets/dcp.py"/>
        <source>{n:,} keys are numbers, and become texts: torch.distributed.checkpoint has no others.</source>
        <translation><numerusform>{n:,} 個のキーは数値で、テキストになります：torch.distributed.checkpoint のキーはテキストだけです。</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../gui/rename/model.py"/>
        <source>{n:,} keys cannot be called so. Nothing is renamed as long as that is so.</source>
        <translation><numerusform>{n:,} 個のキーはその名前にできません。そのままでは何も変更されません。</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../core/diagnosis/rules/names.py"/>
        <source>{n:,} keys have “{prefix}” inside</source>
        <translation><numerusform>{n:,} 個のキーの途中に「{prefix}」があります</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../core/containers/lost.py"/>
        <source>{n:,} keys of the index are in none of the files, and will not be in the copy.</source>
        <translation><numerusform>インデックスのキー {n:,} 個がどのファイルにもなく、コピーにも含まれません。</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../gui/rename/model.py"/>
        <source>{n:,} keys of {keys:,} will be renamed</source>
        <translation><numerusform>{keys:,} 個のキーのうち {n:,} 個の名前を変更します</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../core/containers/lost.py"/>
        <source>{n:,} keys of {name}</source>
        <translation><numerusform>{name} のキー {n:,} 個</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../core/containers/lost.py"/>
        <source>{n:,} keys of {name} are missing and will not be in the copy.</source>
        <translation><numerusform>{name} のキー {n:,} 個が欠けており、コピーに含まれません。</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../gui/page/status.py"/>
        <source>{n:,} keys renamed</source>
        <translation><numerusform>{n:,} 個のキーの名前を変更</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../core/diagnosis/rules/names.py"/>
        <source>{n:,} keys start with “{prefix}”</source>
        <translation><numerusform>{n:,} 個のキーが「{prefix}」で始まります</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../gui/document/contents.py"/>
        <source>{n:,} keys: {names}</source>
        <translation><numerusform>{n:,} 個のキー：{names}</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../cli/batching.py"/>
        <source>{n:,} left as they are</source>
        <translation><numerusform>そのまま {n:,} 個</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../gui/health/model.py"/>
        <source>{n:,} lesser signs</source>
        <translation><numerusform>{n:,} 個の軽い兆候</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../gui/document/contents.py"/>
        <source>{n:,} lists: {elements}</source>
        <translation><numerusform>{n:,} 個の list: {elements}</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../gui/parts/model.py"/>
        <source>{n:,} missing</source>
        <translation><numerusform>不足 {n:,} 個</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../core/diagnosis/rules/objects.py"/>
        <source>{n:,} module objects</source>
        <translation><numerusform>{n:,} 個のモジュールオブジェクト</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../cli/extracting.py"/>
        <source>{n:,} modules</source>
        <translation><numerusform>{n:,} 個のモジュール</numerusform></translation>
    </message>
    <message>
        <location filename="../../core/catalogue/optimizers/words.py"/>
        <source>{n:,} more</source>
        <translation>ほか {n:,} 個</translation>
    </message>
    <message numerus="yes">
        <location filename="../../core/diagnosis/traceback/judge_devices.py"/>
        <location filename="../../gui/devices/panel.py"/>
        <source>{n:,} more devices</source>
        <translation><numerusform>ほか {n:,} 個のデバイス</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../core/diagnosis/rules/losses.py"/>
        <source>{n:,} more entries</source>
        <translation><numerusform>ほか {n:,} 個の項目</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../gui/tree/tips.py"/>
        <source>{n:,} more files</source>
        <translation><numerusform>ほか {n:,} 個のファイル</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../cli/memory/text.py"/>
        <source>{n:,} more kinds</source>
        <translation><numerusform>ほか {n:,} 種類</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../core/saving/before/allowed.py"/>
        <location filename="../../gui/save/dialog.py"/>
        <source>{n:,} more parts are missing.</source>
        <translation><numerusform>ほかに {n:,} 個の部分がありません。</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../gui/details/model.py"/>
        <source>{n:,} more pieces</source>
        <translation><numerusform>ほか {n:,} 個の断片</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../core/diagnosis/rules/records.py"/>
        <source>{n:,} more records</source>
        <translation><numerusform>ほか {n:,} 個のレコード</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../core/report/inspect.py"/>
        <source>{n:,} more tensors</source>
        <translation><numerusform>ほか {n:,} 個のテンソル</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../core/edits/containers.py"/>
        <location filename="../../gui/diagnosis/fixes_model.py"/>
        <location filename="../../gui/page/status.py"/>
        <source>{n:,} names</source>
        <translation><numerusform>{n:,} 個の名前</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../core/diagnosis/rules/objects.py"/>
        <source>{n:,} nested tensors</source>
        <translation><numerusform>{n:,} 個の入れ子テンソル</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../cli/batching.py"/>
        <source>{n:,} new files are there already: --overwrite replaces them</source>
        <translation><numerusform>{n:,} 個の新しいファイルはすでにあります：--overwrite で置き換えます</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../gui/recipes/model.py"/>
        <source>{n:,} not begun</source>
        <translation><numerusform>{n:,} 個は未開始</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../gui/optimizer/model.py"/>
        <source>{n:,} not with their parameter</source>
        <translation><numerusform>{n:,} 個がパラメーターと別の場所</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../core/report/severities.py"/>
        <location filename="../../gui/diagnosis/cards.py"/>
        <source>{n:,} notes</source>
        <translation><numerusform>{n:,} 個の注記</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../core/edits/numbers/setting.py"/>
        <location filename="../../core/report/losses.py"/>
        <location filename="../../core/report/values.py"/>
        <location filename="../../gui/tree/tips.py"/>
        <location filename="../../gui/values/change_menu.py"/>
        <location filename="../../gui/values/copy_menu.py"/>
        <location filename="../../gui/values/telling.py"/>
        <location filename="../../gui/values/update_model.py"/>
        <source>{n:,} numbers</source>
        <translation><numerusform>{n:,} 個の数値</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../core/report/losses.py"/>
        <source>{n:,} numbers become zero</source>
        <translation><numerusform>{n:,} 個の数値がゼロになる</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../gui/document/compared.py"/>
        <source>{n:,} numbers differ</source>
        <translation><numerusform>{n:,} 個の数値が違う</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../gui/document/contents.py"/>
        <source>{n:,} numbers: {elements}</source>
        <translation><numerusform>{n:,} 個の数値：{elements}</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../core/diagnosis/rules/object_cures.py"/>
        <location filename="../../gui/diagnosis/fixes_model.py"/>
        <source>{n:,} objects</source>
        <translation><numerusform>{n:,} 個のオブジェクト</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../core/values/health/weights.py"/>
        <source>{n:,} of {count:,} numbers are {what}</source>
        <translation><numerusform>{count:,} 個のうち {n:,} 個の数値が {what}</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../core/edits/devices.py"/>
        <source>{n:,} optimizer entries belong to no parameter that could be told; they stay where they are.</source>
        <translation><numerusform>オプティマイザーの {n:,} 個の項目は、どのパラメーターのものか分からないため、そのままにします。</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../core/report/page.py"/>
        <source>{n:,} optimizers</source>
        <translation><numerusform>{n:,} 個のオプティマイザー</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../core/memory/training/words.py"/>
        <source>{n:,} other cards</source>
        <translation><numerusform>ほか {n:,} 個の GPU</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../gui/page/status.py"/>
        <source>{n:,} other changes</source>
        <translation><numerusform>{n:,} 個のほかの変更</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../gui/location/model.py"/>
        <source>{n:,} other files</source>
        <translation><numerusform>{n:,} 個のほかのファイル</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../core/saving/save_as.py"/>
        <source>{n:,} other files of the folder do not go along: {names}.</source>
        <translation><numerusform>フォルダーのほかの {n:,} 個のファイルは一緒に保存されません：{names}。</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../cli/extracting.py"/>
        <location filename="../../core/catalogue/optimizers/matched.py"/>
        <location filename="../../core/diagnosis/model_match/group_findings.py"/>
        <location filename="../../core/diagnosis/rules/optimizer_state.py"/>
        <location filename="../../core/diagnosis/traceback/judge_state.py"/>
        <location filename="../../core/edits/state_dict.py"/>
        <location filename="../../core/edits/wording.py"/>
        <location filename="../../core/report/inspect.py"/>
        <location filename="../../core/report/optimizers.py"/>
        <location filename="../../core/values/health/optimizers.py"/>
        <source>{n:,} parameters</source>
        <translation><numerusform>{n:,} 個のパラメーター</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../core/formats/identify_text.py"/>
        <source>{n:,} parts</source>
        <translation><numerusform>{n:,} 個の部分</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../gui/session/reloading.py"/>
        <source>{n:,} pending changes could not be kept: what they were about is not in the file any more</source>
        <translation><numerusform>保留中の変更 {n:,} 個を残せませんでした：対象がもうファイルにありません</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../core/diagnosis/rules/file.py"/>
        <source>{n:,} pickles</source>
        <translation><numerusform>{n:,} 個の pickle</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../core/diagnosis/rules/objects.py"/>
        <location filename="../../gui/health/model.py"/>
        <location filename="../../gui/help/window.py"/>
        <source>{n:,} places</source>
        <translation><numerusform>{n:,} か所</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../core/diagnosis/rules/many_files.py"/>
        <source>{n:,} ranks</source>
        <translation><numerusform>{n:,} 個の rank</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../cli/verifying.py"/>
        <location filename="../../gui/diagnosis/integrity_model.py"/>
        <source>{n:,} records</source>
        <translation><numerusform>{n:,} 個のレコード</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../gui/parts/model.py"/>
        <source>{n:,} records damaged</source>
        <translation><numerusform>{n:,} 個のレコードが破損</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../gui/recipes/model.py"/>
        <source>{n:,} saved</source>
        <translation><numerusform>{n:,} 個を保存</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../core/edits/wording.py"/>
        <source>{n:,} selected tensors</source>
        <translation><numerusform>選択した {n:,} 個のテンソル</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../gui/diagnosis/fixes_model.py"/>
        <source>{n:,} state_dicts</source>
        <translation><numerusform>{n:,} 個の state_dict</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../gui/values/update_model.py"/>
        <source>{n:,} steps</source>
        <translation><numerusform>{n:,} ステップ</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../core/diagnosis/rules/file.py"/>
        <location filename="../../core/diagnosis/rules/storages.py"/>
        <location filename="../../core/report/inspect.py"/>
        <location filename="../../gui/devices/table_model.py"/>
        <location filename="../../gui/memory/table_models.py"/>
        <source>{n:,} storages</source>
        <translation><numerusform>{n:,} 個のストレージ</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../core/diagnosis/model_match/group_findings.py"/>
        <location filename="../../core/diagnosis/model_match/model_findings.py"/>
        <location filename="../../core/diagnosis/rules/devices.py"/>
        <location filename="../../core/diagnosis/rules/objects.py"/>
        <location filename="../../core/diagnosis/rules/optimizers.py"/>
        <location filename="../../core/edits/entries.py"/>
        <location filename="../../core/edits/numbers/cast.py"/>
        <location filename="../../core/edits/numbers/setting.py"/>
        <location filename="../../core/edits/wording.py"/>
        <location filename="../../core/report/difference.py"/>
        <location filename="../../core/report/export.py"/>
        <location filename="../../core/report/inspect.py"/>
        <location filename="../../core/report/losses.py"/>
        <location filename="../../core/report/page.py"/>
        <location filename="../../core/report/plan.py"/>
        <location filename="../../core/report/scan.py"/>
        <location filename="../../core/torch_child/trial_load.py"/>
        <location filename="../../gui/details/model.py"/>
        <location filename="../../gui/devices/panel.py"/>
        <location filename="../../gui/devices/table_model.py"/>
        <location filename="../../gui/diagnosis/fixes_model.py"/>
        <location filename="../../gui/diff/model.py"/>
        <location filename="../../gui/document/cells.py"/>
        <location filename="../../gui/document/compared.py"/>
        <location filename="../../gui/document/ghost_cells.py"/>
        <location filename="../../gui/health/model.py"/>
        <location filename="../../gui/memory/file.py"/>
        <location filename="../../gui/memory/table_models.py"/>
        <location filename="../../gui/page/status.py"/>
        <location filename="../../gui/save/sections.py"/>
        <location filename="../../gui/tree/menu.py"/>
        <location filename="../../gui/tree/search_words.py"/>
        <location filename="../../gui/tree/tools.py"/>
        <location filename="../../gui/tree/view.py"/>
        <location filename="../../gui/values/several_model.py"/>
        <source>{n:,} tensors</source>
        <translation><numerusform>{n:,} 個のテンソル</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../gui/page/status.py"/>
        <source>{n:,} tensors dropped</source>
        <translation><numerusform>{n:,} 個のテンソルを削除</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../core/recipes/number_options.py"/>
        <source>{n:,} tensors of {key} stay as they are: {reason}</source>
        <translation><numerusform>{key} の {n:,} 個のテンソルはそのまま：{reason}</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../core/saving/targets/safetensors.py"/>
        <source>{n:,} tensors share their numbers with others and are not written twice: {names}. safetensors.torch.load_model puts them back.</source>
        <translation><numerusform>{n:,} 個のテンソルはほかと数値を共有しているため、重複して書き込みません：{names}。safetensors.torch.load_model で元に戻ります。</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../gui/page/status.py"/>
        <source>{n:,} tensors to another device</source>
        <translation><numerusform>{n:,} 個のテンソルを別のデバイスへ</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../core/diagnosis/rules/python2.py"/>
        <source>{n:,} texts</source>
        <translation><numerusform>{n:,} 個のテキスト</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../gui/document/contents.py"/>
        <source>{n:,} texts: {elements}</source>
        <translation><numerusform>{n:,} 個のテキスト：{elements}</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../core/edits/device_mentions.py"/>
        <source>{n:,} torch.device values stay as saved: {where}. torch.load takes such values on any computer, and map_location leaves them too; a script that goes by them must have that device.</source>
        <translation><numerusform>{n:,} 個の torch.device の値は保存時のままです：{where}。torch.load はどのコンピューターでもこうした値を受け入れ、map_location でも変わりません。これに従うスクリプトには、そのデバイスが必要です。</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../core/report/severities.py"/>
        <location filename="../../gui/diagnosis/model.py"/>
        <source>{n:,} warnings</source>
        <translation><numerusform>{n:,} 個の警告</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../cli/extracting.py"/>
        <source>{n:,} whole objects</source>
        <translation><numerusform>{n:,} 個の丸ごとのオブジェクト</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../gui/recipes/model.py"/>
        <source>{n:,} with nothing to do</source>
        <translation><numerusform>{n:,} 個はすることなし</numerusform></translation>
    </message>
    <message>
        <location filename="../../core/edits/numbers/theirs.py"/>
        <source>{name!r} has numbers of {dtype!r}, which no tensor has.</source>
        <translation>{name!r} の数値は {dtype!r} で、これはテンソルにはない dtype です。</translation>
    </message>
    <message>
        <location filename="../../core/containers/joining.py"/>
        <source>{name!r} is a link that leads out of the folder {folder}, and was not followed. If you trust it, follow its links (--follow-links), or put the file itself into the folder.</source>
        <translation>{name!r} はフォルダー {folder} の外を指すリンクのため、たどりませんでした。信頼できるなら、リンクをたどるか（--follow-links）、ファイルそのものをフォルダーに置いてください。</translation>
    </message>
    <message>
        <location filename="../../core/edits/numbers/theirs.py"/>
        <source>{name!r} is no .npy file that can be read without running it: {error}.</source>
        <translation>{name!r} は、実行せずに読める .npy ファイルではありません：{error}。</translation>
    </message>
    <message>
        <location filename="../../core/edits/numbers/theirs.py"/>
        <source>{name!r} is no .npy file, as numpy.save writes it. Of a checkpoint name the tensor too: {name}:KEY.</source>
        <translation>{name!r} は numpy.save が書く .npy ファイルではありません。チェックポイントならテンソルも指定してください：{name}:KEY。</translation>
    </message>
    <message>
        <location filename="../../core/memory/known_cards.py"/>
        <source>{name!r} is no card known here ({cards}); say its memory instead.</source>
        <translation>{name!r} はここで知られた GPU（{cards}）ではありません。メモリの量を指定してください。</translation>
    </message>
    <message>
        <location filename="../../core/containers/joining.py"/>
        <source>{name!r} leads back to the folder {folder} that it is in, and was not followed. Put the file itself into the folder.</source>
        <translation>{name!r} は、それ自体があるフォルダー {folder} に戻るため、たどりませんでした。ファイルそのものをフォルダーに置いてください。</translation>
    </message>
    <message>
        <location filename="../../core/containers/joining.py"/>
        <source>{name!r} leads out of the folder {folder}, and was not followed. Put the file itself into the folder.</source>
        <translation>{name!r} はフォルダー {folder} の外を指しているため、たどりませんでした。ファイルそのものをフォルダーに置いてください。</translation>
    </message>
    <message>
        <location filename="../../core/memory/known_cards.py"/>
        <source>{name!r} may be {cards}; say which.</source>
        <translation>{name!r} は {cards} のどれかです。どれかを指定してください。</translation>
    </message>
    <message>
        <location filename="../../core/report/inspect.py"/>
        <location filename="../../gui/details/model.py"/>
        <source>{names} (safe)</source>
        <translation>{names}（安全）</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traceback/judge_lookups.py"/>
        <source>{names} and {last}</source>
        <translation>{names} と {last}</translation>
    </message>
    <message>
        <location filename="../../core/loading/recipes.py"/>
        <source>{names} and {last} stand for your classes</source>
        <translation>{names} と {last} は自分のクラス</translation>
    </message>
    <message>
        <location filename="../../core/text.py"/>
        <location filename="../../gui/values/facts.py"/>
        <source>{names} and {more:,} more</source>
        <translation>{names}、ほか {more:,} 個</translation>
    </message>
    <message numerus="yes">
        <location filename="../../core/edits/entries.py"/>
        <source>{names} are dropped, {n:,} parameters in all, but their optimizer state stays in {state}. Drop their state too: the optimizer of a model without them has no place for it.</source>
        <translation><numerusform>{names}（全部で {n:,} 個のパラメータ）は削除されますが、オプティマイザの状態は {state} に残ります。状態も削除してください。これらのないモデルのオプティマイザには、その状態の入る場所がありません。</numerusform></translation>
    </message>
    <message>
        <location filename="../../gui/page/status.py"/>
        <source>{names} in it would run code; {safe}</source>
        <translation>中の {names} はコードを実行します。{safe}</translation>
    </message>
    <message>
        <location filename="../../core/edits/to_plain.py"/>
        <source>{names} in {path!r} cannot be plain data; None is in the place of it.</source>
        <translation>{path!r} の {names} は単純なデータにできないため、代わりに None が入ります。</translation>
    </message>
    <message>
        <location filename="../../gui/memory/controls.py"/>
        <source>{names}: {nbytes:,} bytes</source>
        <translation>{names}: {nbytes:,} バイト</translation>
    </message>
    <message>
        <location filename="../../gui/details/model.py"/>
        <source>{names}: {warning}</source>
        <translation>{names}: {warning}</translation>
    </message>
    <message>
        <location filename="../../core/report/inspect.py"/>
        <source>{names}: {warning}; here nothing was imported</source>
        <translation>{names}: {warning}。ここでは何もインポートしていません</translation>
    </message>
    <message>
        <location filename="../../core/values/health/optimizers.py"/>
        <source>{name} (just those of group {group})</source>
        <translation>{name}（グループ {group} のものだけ）</translation>
    </message>
    <message>
        <location filename="../../cli/memory/text.py"/>
        <source>{name} allocated</source>
        <translation>{name} 割り当て</translation>
    </message>
    <message numerus="yes">
        <location filename="../../core/report/parts.py"/>
        <source>{name} and {n:,} more files</source>
        <translation><numerusform>{name}、ほか {n:,} 個のファイル</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../gui/document/refused.py"/>
        <source>{name} and {n:,} more names</source>
        <translation><numerusform>{name}、ほか {n:,} 個の名前</numerusform></translation>
    </message>
    <message>
        <location filename="../../core/edits/to_plain.py"/>
        <source>{name} becomes a {what}; lost: {lost}.</source>
        <translation>{name} は {what} になります。失われるもの：{lost}。</translation>
    </message>
    <message>
        <location filename="../../core/edits/to_plain.py"/>
        <source>{name} becomes {what}; lost: {lost}.</source>
        <translation>{name} は{what}になります。失われるもの：{lost}。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/model_match/model_keys.py"/>
        <source>{name} begins like JSON and cannot be read as such (line {line}); run the three-line snippet again.</source>
        <translation>{name} は JSON のように始まりますが、JSON として読めません（{line} 行目）。3 行のスニペットをもう一度実行してください。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/model_match/model_keys.py"/>
        <source>{name} begins like JSON and cannot be read as such; run the three-line snippet again.</source>
        <translation>{name} は JSON のように始まりますが、JSON として読めません。3 行のスニペットをもう一度実行してください。</translation>
    </message>
    <message>
        <location filename="../../gui/page/comparing.py"/>
        <source>{name} cannot be compared with. {error}</source>
        <translation>{name} とは比較できません。{error}</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/many_files.py"/>
        <source>{name} cannot be opened</source>
        <translation>{name} を開けない</translation>
    </message>
    <message>
        <location filename="../../core/numbers/stored.py"/>
        <source>{name} cannot be read any more: {reason}.</source>
        <translation>{name} はもう読めません：{reason}。</translation>
    </message>
    <message>
        <location filename="../../gui/page/error_page.py"/>
        <source>{name} could not be opened</source>
        <translation>{name} を開けませんでした</translation>
    </message>
    <message>
        <location filename="../../core/files/copy.py"/>
        <source>{name} could not be read: {reason}. Nothing was changed.</source>
        <translation>{name} を読めませんでした：{reason}。何も変更していません。</translation>
    </message>
    <message>
        <location filename="../../gui/page/saving.py"/>
        <source>{name} could not be saved. {error}</source>
        <translation>{name} を保存できませんでした。{error}</translation>
    </message>
    <message>
        <location filename="../../core/containers/ranks/zero_state.py"/>
        <source>{name} does not say of how many ranks it is one; it is damaged or a trap.</source>
        <translation>{name} に、全部でいくつの rank があるかが書かれていません。破損しているか、罠です。</translation>
    </message>
    <message>
        <location filename="../../core/containers/dcp/in_headers.py"/>
        <source>{name} does not say where its pieces belong; it is damaged.</source>
        <translation>{name} に、断片がどこに当たるかが書かれていません。破損しています。</translation>
    </message>
    <message>
        <location filename="../../core/values/export/export.py"/>
        <source>{name} ends in no format that tensors are exported to: {formats}.</source>
        <translation>{name} の末尾は、テンソルを書き出せる形式ではありません：{formats}。</translation>
    </message>
    <message>
        <location filename="../../core/edits/state_dict.py"/>
        <source>{name} has a hook that changes its state dict ({hook}); hooks do not run here, so keys may differ from what the class itself would give.</source>
        <translation>{name} には state_dict を変えるフック（{hook}）があります。ここではフックを実行しないため、キーがクラス自身の出すものと異なることがあります。</translation>
    </message>
    <message>
        <location filename="../../core/edits/state_dict.py"/>
        <source>{name} has a hook that changes its state dict; hooks do not run here, so keys may differ from what the class itself would give.</source>
        <translation>{name} には state_dict を変えるフックがあります。ここではフックを実行しないため、キーがクラス自身の出すものと異なることがあります。</translation>
    </message>
    <message>
        <location filename="../../core/saving/opened.py"/>
        <source>{name} has changed on disk since it was opened. Nothing was written; open it again and repeat the plan.</source>
        <translation>{name} は開いた後にディスク上で変わりました。何も書き込んでいません。開き直して計画をやり直してください。</translation>
    </message>
    <message>
        <location filename="../../core/files/parts.py"/>
        <source>{name} has changed on disk since it was opened. Open it again.</source>
        <translation>{name} は開いた後にディスク上で変更されました。開き直してください。</translation>
    </message>
    <message>
        <location filename="../../core/edits/numbers/theirs.py"/>
        <source>{name} has changed on disk since its numbers were put into the plan. Put them in again.</source>
        <translation>数値を計画に入れた後で、{name} がディスク上で変わりました。入れ直してください。</translation>
    </message>
    <message>
        <location filename="../../core/remote/trouble.py"/>
        <source>{name} has changed on its server since it was opened. Open it again.</source>
        <translation>{name} は、開いた後にサーバー上で変わりました。開き直してください。</translation>
    </message>
    <message>
        <location filename="../../gui/session/reloading.py"/>
        <source>{name} has changed on the disk and cannot be read now; shown is how it was. {error}</source>
        <translation>{name} はディスク上で変わり、今は読み取れません。表示は以前のものです。{error}</translation>
    </message>
    <message>
        <location filename="../../gui/session/reloading.py"/>
        <source>{name} has changed on the disk and was read again</source>
        <translation>{name} がディスク上で変わったため、読み直しました</translation>
    </message>
    <message>
        <location filename="../../gui/session/reloading.py"/>
        <source>{name} has changed on the disk and was read again, with your pending changes kept</source>
        <translation>{name} がディスク上で変わったため、保留中の変更を残して読み直しました</translation>
    </message>
    <message>
        <location filename="../../gui/tree/comparison_line.py"/>
        <source>{name} has changed on the disk since it was compared with</source>
        <translation>{name} は比較の後にディスク上で変わりました</translation>
    </message>
    <message>
        <location filename="../../core/numbers/unpacked.py"/>
        <source>{name} has compressed tensors, and one could not be unpacked into {folder}: {reason}.</source>
        <translation>{name} には圧縮されたテンソルがあり、その 1 つを {folder} に展開できませんでした：{reason}。</translation>
    </message>
    <message>
        <location filename="../../gui/document/taking.py"/>
        <source>{name} has nothing like this</source>
        <translation>{name} にこれに当たるものがない</translation>
    </message>
    <message>
        <location filename="../../gui/document/compared.py"/>
        <source>{name} has nothing like this.</source>
        <translation>{name} にはこれに当たるものがありません。</translation>
    </message>
    <message>
        <location filename="../../core/containers/joining.py"/>
        <source>{name} has views of storages as only torch 0.1 wrote them.</source>
        <translation>{name} には、torch 0.1 だけが書いた形のストレージのビューがあります。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/model_match/model_keys.py"/>
        <source>{name} holds neither a state dict nor a model, so there are no keys to compare with.</source>
        <translation>{name} には state_dict もモデルもないため、比較するキーがありません。</translation>
    </message>
    <message>
        <location filename="../../core/catalogue/optimizers/matched.py"/>
        <source>{name} holds no optimizer's state dict that could belong to a model.</source>
        <translation>{name} には、モデルに属しうるオプティマイザーの state_dict がありません。</translation>
    </message>
    <message>
        <location filename="../../gui/compare/source.py"/>
        <source>{name} holds optimizer state alone, so there are no keys to compare with.</source>
        <translation>{name} はオプティマイザーの状態だけなので、比較するキーがありません。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/model_match/model_keys.py"/>
        <source>{name} holds {found:,} {what}; no list of a model's keys does.</source>
        <translation>{name} には {found:,} 個の{what}があります。モデルのキーの一覧がそうなることはありません。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/model_match/model_keys.py"/>
        <source>{name} holds {kind} where a model's keys should be.</source>
        <translation>{name} には、モデルのキーがあるべきところに{kind}があります。</translation>
    </message>
    <message numerus="yes">
        <location filename="../../gui/location/checkpoints_view.py"/>
        <source>{name} holds {n:,} checkpoints</source>
        <translation><numerusform>{name} にはチェックポイントが {n:,} 個あります</numerusform></translation>
    </message>
    <message>
        <location filename="../../gui/diagnosis/fixes_model.py"/>
        <source>{name} in “{path}”</source>
        <translation>“{path}” の{name}</translation>
    </message>
    <message>
        <location filename="../../core/saving/choice.py"/>
        <source>{name} is a name of one file, and a folder would be written. Give the name of a folder.</source>
        <translation>{name} はファイルの名前ですが、書き出すのはフォルダーです。フォルダーの名前を指定してください。</translation>
    </message>
    <message>
        <location filename="../../gui/page/notice.py"/>
        <source>{name} is another file by now than the one that was opened. What is shown is how it was; its numbers cannot be read any more. Reload keeps the pending changes.</source>
        <translation>{name} は、開いたときとは別のファイルになっています。表示は元の内容で、数値はもう読めません。「読み直す」を押しても、保留中の変更は残ります。</translation>
    </message>
    <message>
        <location filename="../../core/objects/call_forms.py"/>
        <source>{name} is called with arguments that torch.save never writes</source>
        <translation>{name} が、torch.save では決して書かれない引数で呼び出されている</translation>
    </message>
    <message>
        <location filename="../../core/objects/call_forms.py"/>
        <source>{name} is called, as torch.save never does</source>
        <translation>{name} が呼び出されている（torch.save では決してない）</translation>
    </message>
    <message>
        <location filename="../../core/containers/location.py"/>
        <source>{name} is empty (0 bytes): a download or a save was never finished. Fetch it again.</source>
        <translation>{name} は空（0 バイト）です：ダウンロードか保存が完了していません。もう一度取得してください。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/model_match/model_keys.py"/>
        <source>{name} is empty; it should list the keys of a model.</source>
        <translation>{name} は空です。モデルのキーを列挙したものにしてください。</translation>
    </message>
    <message>
        <location filename="../../core/objects/pickle_forms.py"/>
        <source>{name} is filled like a list</source>
        <translation>{name} にリストのように要素が入れられている</translation>
    </message>
    <message>
        <location filename="../../core/objects/pickle_forms.py"/>
        <source>{name} is given attributes that it does not take</source>
        <translation>{name} に、受け付けない属性が与えられている</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/model_match/model_keys.py"/>
        <source>{name} is larger than {most} MB; no list of keys is.</source>
        <translation>{name} は {most} MB を超えています。キーの一覧がそうなることはありません。</translation>
    </message>
    <message>
        <location filename="../../core/objects/call_forms.py"/>
        <source>{name} is made into an object otherwise than by a call</source>
        <translation>{name} が呼び出し以外の方法でオブジェクトにされている</translation>
    </message>
    <message>
        <location filename="../../core/objects/pickle_forms.py"/>
        <source>{name} is made of what no pickler makes it of</source>
        <translation>{name} が、どの pickler も使わない材料で作られている</translation>
    </message>
    <message>
        <location filename="../../core/containers/lost.py"/>
        <source>{name} is missing, and what it held will not be in the copy.</source>
        <translation>{name} がありません。その内容はコピーに含まれません。</translation>
    </message>
    <message>
        <location filename="../../core/report/parts.py"/>
        <source>{name} is missing, and with it {keys}.</source>
        <translation>{name} がなく、そこに入っている{keys}も欠けています。</translation>
    </message>
    <message>
        <location filename="../../core/report/parts.py"/>
        <source>{name} is missing.</source>
        <translation>{name} がありません。</translation>
    </message>
    <message>
        <location filename="../../core/containers/ranks/zero_state.py"/>
        <source>{name} is no file of DeepSpeed's ZeRO: it lacks “{key}”.</source>
        <translation>{name} は DeepSpeed の ZeRO のファイルではありません：“{key}” がありません。</translation>
    </message>
    <message>
        <location filename="../../core/containers/sharded.py"/>
        <source>{name} is no index of shards: it has no “weight_map” of keys and files. Fetch it again.</source>
        <translation>{name} はシャードのインデックスではありません：キーとファイルの “weight_map” がありません。取得し直してください。</translation>
    </message>
    <message>
        <location filename="../../core/containers/sharded.py"/>
        <source>{name} is no shard of a state dict: it holds no keys.</source>
        <translation>{name} は state_dict のシャードではありません：キーがありません。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/model_match/model_keys.py"/>
        <source>{name} is no text in UTF-8 (byte {start:,}).</source>
        <translation>{name} は UTF-8 のテキストではありません（バイト {start:,}）。</translation>
    </message>
    <message>
        <location filename="../../core/saving/before/outlook.py"/>
        <source>{name} is one of {count} files of a model, and all of them are saved.</source>
        <translation>{name} はモデルの {count} 個のファイルの 1 つで、すべてのファイルが保存されます。</translation>
    </message>
    <message>
        <location filename="../../core/containers/zip_members.py"/>
        <source>{name} is packed inside the zip. Unpack the zip and open the file.</source>
        <translation>{name} は zip の中で圧縮されています。zip を展開して、そのファイルを開いてください。</translation>
    </message>
    <message>
        <location filename="../../gui/page/saving.py"/>
        <source>{name} is still being saved</source>
        <translation>{name} はまだ保存中です</translation>
    </message>
    <message>
        <location filename="../../gui/session/comparison.py"/>
        <source>{name} is the file that is open. Compare it with another one.</source>
        <translation>{name} は開いているファイルです。別のファイルと比較してください。</translation>
    </message>
    <message>
        <location filename="../../core/values/export/export.py"/>
        <source>{name} is the file that is read. Give another name.</source>
        <translation>{name} は読み取り中のファイルです。別の名前にしてください。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traceback/judge_files.py"/>
        <source>{name} is there.</source>
        <translation>{name} はあります。</translation>
    </message>
    <message>
        <location filename="../../gui/save/dialog.py"/>
        <source>{name} itself stays as it is.</source>
        <translation>{name} 自体は元のままです。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/model_match/model_keys.py"/>
        <source>{name} lists more than {most_keys:,} keys; no model has so many.</source>
        <translation>{name} には {most_keys:,} 個を超えるキーがあります。それほど多くのキーを持つモデルはありません。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/model_match/model_keys.py"/>
        <source>{name} lists no key of a model.</source>
        <translation>{name} にはモデルのキーが 1 つもありません。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/model_match/model_keys.py"/>
        <source>{name} lists {item}; each item should be a key or [key, shape].</source>
        <translation>{name} に {item} があります。各項目はキーか [キー, 形状] にしてください。</translation>
    </message>
    <message>
        <location filename="../../gui/location/model.py"/>
        <source>{name} on {host}, {kind}</source>
        <translation>{host}（{kind}）の {name}</translation>
    </message>
    <message>
        <location filename="../../core/containers/ranks/zero_state.py"/>
        <source>{name} says a shape that no tensor has; it is damaged or a trap.</source>
        <translation>{name} に、テンソルではありえない形状が書かれています。破損しているか、罠です。</translation>
    </message>
    <message>
        <location filename="../../core/report/table.py"/>
        <source>{name} says not which table it is to be. End its name in .csv, .json or .md.</source>
        <translation>{name} ではどの表か分かりません。名前を .csv、.json、.md のいずれかで終えてください。</translation>
    </message>
    <message>
        <location filename="../../core/loading/recipes.py"/>
        <source>{name} stands for your class</source>
        <translation>{name} は自分のクラス</translation>
    </message>
    <message>
        <location filename="../../gui/app/drop_target.py"/>
        <source>{name} stays open; what differs is marked in its keys</source>
        <translation>{name} は開いたまま。違いがキーに示されます</translation>
    </message>
    <message>
        <location filename="../../core/saving/read_back.py"/>
        <source>{name} was not written as planned; the target was left alone. Please report this file.</source>
        <translation>{name} が計画どおりに書かれませんでした。保存先はそのままです。このファイルについて報告してください。</translation>
    </message>
    <message>
        <location filename="../../core/saving/targets/same_files.py"/>
        <source>{name} was written by several ranks, and is not written so again. Save the whole as one zip, or as dcp.</source>
        <translation>{name} は複数のランクが書き込んだもので、同じ形では書き込めません。全体を 1 つの zip か dcp として保存してください。</translation>
    </message>
    <message>
        <location filename="../../gui/page/exporting.py"/>
        <source>{name} was written.</source>
        <translation>{name} を書き込みました。</translation>
    </message>
    <message>
        <location filename="../../core/saving/before/allowed.py"/>
        <source>{name} was {not_of_torch} ({oddities}). Nothing was written. A plain file of what is shown can be written if you accept that.</source>
        <translation>{name} は{not_of_torch}（{oddities}）。何も書き込んでいません。承知の上なら、表示されている内容の普通のファイルを書けます。</translation>
    </message>
    <message>
        <location filename="../../gui/save/dialog.py"/>
        <source>{name} will be replaced. What is in it now is gone then; Undo does not bring it back.</source>
        <translation>{name} は置き換えられます。今の内容は失われ、「元に戻す」でも戻りません。</translation>
    </message>
    <message>
        <location filename="../../gui/values/update_model.py"/>
        <source>{name} · of a sample, about {sample:,} of {more:,} numbers</source>
        <translation>{name} · 標本による（{more:,} 個のうち約 {sample:,} 個）</translation>
    </message>
    <message>
        <location filename="../../core/edits/extract.py"/>
        <source>{name} → state_dict</source>
        <translation>{name} → state_dict</translation>
    </message>
    <message>
        <location filename="../../core/edits/conversions.py"/>
        <source>{name} → {what} (lost: {lost})</source>
        <translation>{name} → {what}（失われるもの：{lost}）</translation>
    </message>
    <message>
        <location filename="../../core/edits/conversions.py"/>
        <source>{name} → {what}, nothing lost</source>
        <translation>{name} → {what}、失われるものなし</translation>
    </message>
    <message>
        <location filename="../../gui/save/dialog.py"/>
        <source>{name}, fixed</source>
        <translation>{name}、修正済み</translation>
    </message>
    <message>
        <location filename="../../core/report/parts.py"/>
        <source>{name}, with {keys}</source>
        <translation>{name}（{keys}）</translation>
    </message>
    <message>
        <location filename="../../gui/save/dialog.py"/>
        <source>{name}, written anew</source>
        <translation>{name}、書き直し</translation>
    </message>
    <message>
        <location filename="../../gui/tree/tips.py"/>
        <source>{name}.*
{keys} of {where} begin with “{name}.”</source>
        <translation>{name}.*
{where} の{keys}が「{name}.」で始まります</translation>
    </message>
    <message>
        <location filename="../../gui/memory/measured_model.py"/>
        <source>{name}: predicted {one:,}, measured {two:,} bytes</source>
        <translation>{name}: 予測 {one:,}、測定 {two:,} バイト</translation>
    </message>
    <message>
        <location filename="../../cli/verifying.py"/>
        <source>{name}: this file has no checksums; only sizes and places could be checked</source>
        <translation>{name}: チェックサムがないファイルです。大きさと位置だけを検査しました</translation>
    </message>
    <message>
        <location filename="../../core/containers/joining.py"/>
        <source>{name}: {reason}</source>
        <translation>{name}：{reason}</translation>
    </message>
    <message>
        <location filename="../../cli/verifying.py"/>
        <source>{name}: {records} checked, {size}</source>
        <translation>{name}: {records}を検査、{size}</translation>
    </message>
    <message>
        <location filename="../../gui/values/update_model.py"/>
        <source>{norms}; the largest change is {largest:.3g}</source>
        <translation>{norms}。最大の変化は {largest:.3g}</translation>
    </message>
    <message>
        <location filename="../../gui/document/compared.py"/>
        <source>{not_finite:,} where one is NaN or Inf</source>
        <translation>{not_finite:,} 個は一方が NaN か Inf</translation>
    </message>
    <message>
        <location filename="../../core/values/health/optimizers.py"/>
        <source>{number:,.10g} steps</source>
        <translation>{number:,.10g} ステップ</translation>
    </message>
    <message>
        <location filename="../../core/report/values.py"/>
        <source>{numbers} (first at {place})</source>
        <translation>{numbers}（最初は {place}）</translation>
    </message>
    <message>
        <location filename="../../core/report/losses.py"/>
        <source>{numbers} beyond what {dtype} holds</source>
        <translation>{dtype} の範囲を超える{numbers}</translation>
    </message>
    <message>
        <location filename="../../core/values/health/weights.py"/>
        <source>{numbers} in {state} of {name}</source>
        <translation>{name} の {state} に{numbers}</translation>
    </message>
    <message>
        <location filename="../../core/values/health/weights.py"/>
        <source>{numbers}, first at {place}.</source>
        <translation>{numbers}。最初は {place} です。</translation>
    </message>
    <message>
        <location filename="../../core/values/health/weights.py"/>
        <source>{numbers}.</source>
        <translation>{numbers}。</translation>
    </message>
    <message>
        <location filename="../../core/values/health/weights.py"/>
        <source>{numbers}: weights that fade, as weight decay makes them where no gradient comes. CPUs compute slowly with them (torch.set_flush_denormal).</source>
        <translation>{numbers}：消えかけた重みで、勾配の来ない所では weight decay によってこうなります。CPU はこうした数値の計算に時間がかかります（torch.set_flush_denormal）。</translation>
    </message>
    <message>
        <location filename="../../gui/plots/grid_model.py"/>
        <source>{number} (pending change)</source>
        <translation>{number}（保留中の変更）</translation>
    </message>
    <message>
        <location filename="../../gui/session/loading_on.py"/>
        <source>{n} GPUs, a process each (torchrun)</source>
        <translation>GPU {n} 個、各 1 プロセス（torchrun）</translation>
    </message>
    <message numerus="yes">
        <location filename="../../core/recipes/pages.py"/>
        <source>{n} changes are not in it, because no option says them: {what}.</source>
        <translation><numerusform>{n} 個の変更は、表すオプションがないため含まれません：{what}。</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../core/recipes/pages.py"/>
        <source>{n} changes are not in it; comments say which.</source>
        <translation><numerusform>{n} 個の変更は含まれません。どれかはコメントにあります。</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../gui/document/cells.py"/>
        <location filename="../../gui/document/ghost_cells.py"/>
        <source>{n} dtypes</source>
        <translation><numerusform>dtype {n} 種</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../cli/batching.py"/>
        <source>{n} files were done before that.</source>
        <translation><numerusform>その前に {n} 個のファイルが終わっていました。</numerusform></translation>
    </message>
    <message>
        <location filename="../../gui/page/notice.py"/>
        <source>{n} more</source>
        <translation>ほか {n} 個</translation>
    </message>
    <message numerus="yes">
        <location filename="../../gui/recipes/model.py"/>
        <source>{n} steps had nothing to do</source>
        <translation><numerusform>{n} 個の手順はすることなし</numerusform></translation>
    </message>
    <message>
        <location filename="../../cli/extracting.py"/>
        <source>{objects} extracted in their places; `{program} fix --keep PATH` makes one of them the whole file</source>
        <translation>{objects}をその場で取り出しました。`{program} fix --keep PATH` でその 1 つをファイル全体にできます</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/objects.py"/>
        <source>{objects} without a parameter or buffer, such as an activation among hyper-parameters. torch.load(f) refuses the class, and with weights_only=False it needs its code.</source>
        <translation>ハイパーパラメーターの中の活性化関数など、パラメーターもバッファーもない {objects}。torch.load(f) はそのクラスを拒否し、weights_only=False を指定しても、そのコードが必要です。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/odd.py"/>
        <source>{oddities}. No version of torch.save writes that, nor a framework that is known here. A file can be made to show one thing and load as another; whether this one was, cannot be told.</source>
        <translation>{oddities}。torch.save のどのバージョンも、ここで知られているどのフレームワークも、そうは書きません。表示される内容と読み込まれる内容が異なるファイルを作ることは可能です。このファイルがそうかどうかはわかりません。</translation>
    </message>
    <message>
        <location filename="../../core/oddities.py"/>
        <source>{oddities}; and {more:,} more</source>
        <translation>{oddities}；ほか {more:,} 件</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/unopened.py"/>
        <source>{older} Ran out of input.</source>
        <translation>{older} Ran out of input.</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/unopened.py"/>
        <source>{older} invalid load key, '{key}'.</source>
        <translation>{older} invalid load key, '{key}'.</translation>
    </message>
    <message>
        <location filename="../../core/edits/diff.py"/>
        <source>{one!r} and {other!r} in {place} would both become {key!r}, and one would be lost. Rename or drop one of them first.</source>
        <translation>{place} の {one!r} と {other!r} がどちらも {key!r} になり、一方が失われます。先にどちらかの名前を変更するか、削除してください。</translation>
    </message>
    <message>
        <location filename="../../core/edits/diff.py"/>
        <source>{one!r} and {other!r} would both become {key!r}, and one would be lost. Rename or drop one of them first.</source>
        <translation>{one!r} と {other!r} がどちらも {key!r} になり、一方が失われます。先にどちらかの名前を変更するか、削除してください。</translation>
    </message>
    <message>
        <location filename="../../core/containers/ranks/rank_names.py"/>
        <source>{one} and {other} are both of rank {rank}.</source>
        <translation>{one} と {other} はどちらも rank {rank} のものです。</translation>
    </message>
    <message>
        <location filename="../../core/containers/ranks/zero_names.py"/>
        <source>{one} and {other} are both of rank {rank}: the folder has files of two saves. Take those of one out of it.</source>
        <translation>{one} と {other} はどちらも rank {rank} のものです：フォルダーに 2 つの保存のファイルがあります。一方の保存のファイルをフォルダーから出してください。</translation>
    </message>
    <message>
        <location filename="../../core/containers/ranks/zero_whole.py"/>
        <source>{one} and {other} are of different saves: what they say does not go together.</source>
        <translation>{one} と {other} は別々の保存のものです：内容が合いません。</translation>
    </message>
    <message>
        <location filename="../../core/edits/to_plain.py"/>
        <source>{one} and {other} are two keys in {place!r} that would both become {key}, and one would be lost. Rename or drop one of them first.</source>
        <translation>{place!r} の {one} と {other} は別々のキーですが、どちらも {key} になり、一方が失われます。先にどちらかの名前を変更するか、削除してください。</translation>
    </message>
    <message>
        <location filename="../../core/containers/ranks/zero_whole.py"/>
        <source>{one} and {other} hold the same numbers: one is a copy of the other.</source>
        <translation>{one} と {other} の数値は同じです：一方はもう一方のコピーです。</translation>
    </message>
    <message>
        <location filename="../../core/report/difference.py"/>
        <source>{one}, with other values</source>
        <translation>{one}、値が違う</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traceback/judge_lookups.py"/>
        <source>{option!r} is kept by {kinds}</source>
        <translation>{option!r} を持つのは {kinds} です</translation>
    </message>
    <message>
        <location filename="../../core/recipes/options.py"/>
        <source>{option} is no step; choose {known}.</source>
        <translation>{option} は手順ではありません。{known} から選んでください。</translation>
    </message>
    <message>
        <location filename="../../cli/main.py"/>
        <source>{output} is there already. Choose another name, or add --overwrite.</source>
        <translation>{output} はすでにあります。別の名前にするか、--overwrite を付けてください。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traceback/judge_state.py"/>
        <source>{parameters} in {groups}</source>
        <translation>{groups}の {parameters}</translation>
    </message>
    <message>
        <location filename="../../core/values/health/optimizers.py"/>
        <source>{parameters} made {steps} and {odd:,} made {range}, such as {names}. So it is where some were frozen, added later or met by no gradient for a while; the file cannot tell that from parts of two runs.</source>
        <translation>{parameters}は{steps}、{odd:,} 個は{range}進みました（{names} など）。凍結されたもの、後で加わったもの、しばらく勾配のなかったものがあるとこうなります。2 つの実行の混ざりかどうかはファイルからは分かりません。</translation>
    </message>
    <message>
        <location filename="../../core/edits/to_plain.py"/>
        <source>{path!r} ({name}) cannot be made plain data. Drop it instead.</source>
        <translation>{path!r}（{name}）は単純なデータにできません。代わりに削除してください。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traceback/judge_state.py"/>
        <source>{path!r} has {size:,}</source>
        <translation>{path!r} は {size:,}</translation>
    </message>
    <message>
        <location filename="../../core/edits/entries.py"/>
        <source>{path!r} holds more than one value; only numbers, texts, True, False and None can be set.</source>
        <translation>{path!r} には複数の値があります。設定できるのは数値、テキスト、True、False、None だけです。</translation>
    </message>
    <message>
        <location filename="../../core/edits/entries.py"/>
        <source>{path!r} holds nothing below it; keep a dictionary.</source>
        <translation>{path!r} の下には何もありません。残すのは辞書にしてください。</translation>
    </message>
    <message>
        <location filename="../../core/edits/numbers/theirs.py"/>
        <source>{path!r} in {name} is no tensor with a storage.</source>
        <translation>{name} の {path!r} は、ストレージを持つテンソルではありません。</translation>
    </message>
    <message>
        <location filename="../../core/edits/numbers/theirs.py"/>
        <source>{path!r} in {name} is {what}, which cannot be put elsewhere.</source>
        <translation>{name} の {path!r} は {what} で、別の場所には入れられません。</translation>
    </message>
    <message>
        <location filename="../../core/edits/state_dict.py"/>
        <source>{path!r} is a {name}, which keeps its weights packed as only its own code can unpack them. Load the file with torch, weights_only=False, where that code is, and save model.state_dict() there.</source>
        <translation>{path!r} は {name} で、そのコードでしか展開できない形に重みを詰めています。そのコードのある環境で weights_only=False を付けて torch で読み込み、そこで model.state_dict() を保存してください。</translation>
    </message>
    <message>
        <location filename="../../core/edits/keys.py"/>
        <source>{path!r} is no dictionary, so it has no keys to rename.</source>
        <translation>{path!r} は辞書ではないため、名前を変更できるキーがありません。</translation>
    </message>
    <message>
        <location filename="../../core/catalogue/optimizers/matched.py"/>
        <source>{path!r} is no model.</source>
        <translation>{path!r} はモデルではありません。</translation>
    </message>
    <message>
        <location filename="../../core/catalogue/optimizers/matched.py"/>
        <source>{path!r} is no optimizer.</source>
        <translation>{path!r} はオプティマイザーではありません。</translation>
    </message>
    <message>
        <location filename="../../core/edits/entries.py"/>
        <source>{path!r} is no value that can be set.</source>
        <translation>{path!r} は設定できる値ではありません。</translation>
    </message>
    <message>
        <location filename="../../core/edits/extract.py"/>
        <source>{path!r} is part of what becomes a state dict as a whole.</source>
        <translation>{path!r} は、全体が state_dict になるものの一部です。</translation>
    </message>
    <message>
        <location filename="../../core/edits/entries.py"/>
        <source>{path!r} is what an object is made of; drop the object itself.</source>
        <translation>{path!r} はオブジェクトを構成するものです。オブジェクト自体を削除してください。</translation>
    </message>
    <message>
        <location filename="../../core/edits/state_dict.py"/>
        <source>{path!r} nests too deeply, or repeats too often, to be laid out in full; it cannot be extracted.</source>
        <translation>{path!r} は入れ子が深すぎるか、繰り返しが多すぎて、すべてを展開できません。取り出せません。</translation>
    </message>
    <message>
        <location filename="../../gui/values/ridges.py"/>
        <source>{path}
{low:.4g} to {high:.4g}: {share:.2%}, by a sample</source>
        <translation>{path}
{low:.4g} から {high:.4g}: {share:.2%}、標本による</translation>
    </message>
    <message>
        <location filename="../../core/containers/dcp/folder.py"/>
        <location filename="../../core/containers/location.py"/>
        <source>{path} cannot be opened: {reason}.</source>
        <translation>{path} を開けません：{reason}。</translation>
    </message>
    <message>
        <location filename="../../core/remote/stores/s3.py"/>
        <location filename="../../core/remote/stores/ssh.py"/>
        <source>{path} cannot be reached: {reason}.</source>
        <translation>{path} にアクセスできません：{reason}。</translation>
    </message>
    <message>
        <location filename="../../core/numbers/reader.py"/>
        <source>{path} cannot be read any more: {reason}.</source>
        <translation>{path} をもう読めません：{reason}。</translation>
    </message>
    <message>
        <location filename="../../core/saving/opened.py"/>
        <source>{path} cannot be read any more: {reason}. Open it again.</source>
        <translation>{path} をもう読み取れません：{reason}。開き直してください。</translation>
    </message>
    <message>
        <location filename="../../core/catalogue/checkpoint.py"/>
        <location filename="../../core/catalogue/integrity.py"/>
        <location filename="../../core/containers/table.py"/>
        <location filename="../../core/edits/numbers/theirs.py"/>
        <source>{path} cannot be read: {reason}.</source>
        <translation>{path} を読めません：{reason}。</translation>
    </message>
    <message>
        <location filename="../../core/remote/asking.py"/>
        <source>{path} could not be read: {reason}. It was tried {count} times. Check the connection, and try again.</source>
        <translation>{path} を読めませんでした：{reason}。{count} 回試しました。接続を確認して、もう一度試してください。</translation>
    </message>
    <message>
        <location filename="../../core/saving/places/elsewhere.py"/>
        <source>{path} could not be removed: do not use it.</source>
        <translation>{path} を削除できませんでした：使わないでください。</translation>
    </message>
    <message>
        <location filename="../../core/errors.py"/>
        <source>{path} could not be written: {reason}.</source>
        <translation>{path} に書き込めませんでした：{reason}。</translation>
    </message>
    <message>
        <location filename="../../core/remote/sending.py"/>
        <source>{path} could not be written: {reason}. It was tried {count} times. What is there is as it was.</source>
        <translation>{path} に書き込めませんでした：{reason}。{count} 回試しました。そこにあるものは元のままです。</translation>
    </message>
    <message>
        <location filename="../../core/saving/publishing.py"/>
        <source>{path} has appeared meanwhile. Choose another name, or ask to overwrite it.</source>
        <translation>その間に {path} ができました。別の名前にするか、上書きを指定してください。</translation>
    </message>
    <message>
        <location filename="../../core/edits/numbers/setting.py"/>
        <source>{path} has numbers of {dtype}, which those of {theirs} cannot become.</source>
        <translation>{path} の数値は {dtype} ですが、{theirs} の数値はこれに変換できません。</translation>
    </message>
    <message>
        <location filename="../../core/containers/dcp/folder.py"/>
        <source>{path} has parts of a checkpoint of torch.distributed.checkpoint (.distcp), and not their list, .metadata: the save never came to its end, or the list was not copied along. Without it nobody knows what is in them. Copy it into the folder, or use the checkpoint saved before.</source>
        <translation>{path} には torch.distributed.checkpoint のチェックポイントの部分（.distcp）がありますが、その一覧である .metadata がありません：保存が最後まで終わらなかったか、一覧がコピーされませんでした。一覧がなければ、中身は誰にもわかりません。フォルダーに一覧をコピーするか、その前に保存したチェックポイントを使ってください。</translation>
    </message>
    <message>
        <location filename="../../core/saving/folders/companions.py"/>
        <source>{path} holds more than one checkpoint ({names}), and all would be replaced. Choose another name.</source>
        <translation>{path} には複数のチェックポイント（{names}）があり、すべてが置き換えられてしまいます。別の名前にしてください。</translation>
    </message>
    <message>
        <location filename="../../core/catalogue/optimizers/words.py"/>
        <source>{path} in {file}</source>
        <translation>{file} の {path}</translation>
    </message>
    <message>
        <location filename="../../core/containers/table.py"/>
        <source>{path} is a directory of several checkpoints, each by itself: {names}. Open one of them.</source>
        <translation>{path} は、独立した複数のチェックポイントがあるフォルダーです：{names}。その 1 つを開いてください。</translation>
    </message>
    <message>
        <location filename="../../core/containers/table.py"/>
        <source>{path} is a directory that holds no checkpoint: no .pth, .pt, .ckpt, .bin or .safetensors file is in it.</source>
        <translation>{path} はチェックポイントのないディレクトリです。.pth、.pt、.ckpt、.bin、.safetensors のファイルがありません。</translation>
    </message>
    <message>
        <location filename="../../core/containers/location.py"/>
        <source>{path} is a directory, where a file belongs. Put the file there.</source>
        <translation>{path} はフォルダーですが、そこにはファイルがあるはずです。ファイルを置いてください。</translation>
    </message>
    <message>
        <location filename="../../core/containers/table.py"/>
        <source>{path} is a directory. Open {name} inside it.</source>
        <translation>{path} はフォルダーです。その中の {name} を開いてください。</translation>
    </message>
    <message>
        <location filename="../../core/saving/folders/companions.py"/>
        <source>{path} is a file, and a folder would be written. Give the name of a folder.</source>
        <translation>{path} はファイルですが、書き出すのはフォルダーです。フォルダーの名前を指定してください。</translation>
    </message>
    <message>
        <location filename="../../core/saving/publishing.py"/>
        <source>{path} is elsewhere, and this is written to files of this computer alone.</source>
        <translation>{path} は別の所にありますが、これはこのコンピューターのファイルにしか書けません。</translation>
    </message>
    <message>
        <location filename="../../core/edits/numbers/setting.py"/>
        <source>{path} is expanded: one number stands for many, so no other tensor fits. Set its numbers.</source>
        <translation>{path} は expand されています：1 つの数値が多数を表すため、ほかのテンソルは合いません。数値を設定してください。</translation>
    </message>
    <message>
        <location filename="../../core/edits/numbers/setting.py"/>
        <source>{path} is expanded: one number stands for {many}, and all change.</source>
        <translation>{path} は expand されています：1 つの数値が{many}を表し、すべてが変わります。</translation>
    </message>
    <message>
        <location filename="../../core/edits/numbers/setting.py"/>
        <source>{path} is made from a copy when it is loaded, so no numbers can be set.</source>
        <translation>{path} は読み込み時にコピーから作られるため、数値を設定できません。</translation>
    </message>
    <message>
        <location filename="../../core/remote/stores/sftp.py"/>
        <source>{path} is neither a file nor a folder.</source>
        <translation>{path} はファイルでもフォルダーでもありません。</translation>
    </message>
    <message>
        <location filename="../../core/saving/targets/dcp_entries.py"/>
        <source>{path} is nested too deeply to be saved so.</source>
        <translation>{path} は入れ子が深すぎて、この形では保存できません。</translation>
    </message>
    <message>
        <location filename="../../core/remote/uploading/__init__.py"/>
        <source>{path} is no name for a file.</source>
        <translation>{path} はファイルの名前になりません。</translation>
    </message>
    <message>
        <location filename="../../core/saving/publishing.py"/>
        <source>{path} is no name for a file: {reason}.</source>
        <translation>{path} はファイルの名前になりません：{reason}。</translation>
    </message>
    <message>
        <location filename="../../core/containers/location.py"/>
        <source>{path} is no regular file: {reason}. Copy the checkpoint into a file first.</source>
        <translation>{path} は通常のファイルではありません：{reason}。先にチェックポイントをファイルにコピーしてください。</translation>
    </message>
    <message>
        <location filename="../../core/edits/numbers/setting.py"/>
        <source>{path} is no tensor with a storage, so no numbers can be set there.</source>
        <translation>{path} はストレージを持つテンソルではないため、数値を設定できません。</translation>
    </message>
    <message>
        <location filename="../../core/edits/numbers/setting.py"/>
        <source>{path} is quantised: its numbers stand for others, so none can be set.</source>
        <translation>{path} は量子化されています：数値が別の値を表しているため、設定できません。</translation>
    </message>
    <message>
        <location filename="../../core/edits/numbers/setting.py"/>
        <source>{path} is stored as the conjugate or negative of what it shows, so no numbers can be set.</source>
        <translation>{path} は表示される値の共役または符号を反転した値として保存されているため、数値を設定できません。</translation>
    </message>
    <message>
        <location filename="../../core/report/scan_table.py"/>
        <source>{path} is the checkpoint itself. Choose another name for the table.</source>
        <translation>{path} はチェックポイントそのものです。表には別の名前を選んでください。</translation>
    </message>
    <message>
        <location filename="../../core/report/written.py"/>
        <source>{path} is the checkpoint itself. Choose another name.</source>
        <translation>{path} はチェックポイントそのものです。別の名前を選んでください。</translation>
    </message>
    <message>
        <location filename="../../core/saving/places/elsewhere.py"/>
        <source>{path} is the file that is read, and what is written there is in its place before it can be read back. Give another name.</source>
        <translation>{path} は読み取り元のファイルです。そこに書くと、読み戻して確かめる前に置き換わってしまいます。別の名前にしてください。</translation>
    </message>
    <message>
        <location filename="../../core/saving/places/elsewhere.py"/>
        <source>{path} is the new file already: do not use it, and save again.</source>
        <translation>{path} はすでに新しいファイルになっています：使わずに、保存し直してください。</translation>
    </message>
    <message>
        <location filename="../../core/saving/places/folder_elsewhere.py"/>
        <source>{path} is there already, and no folder elsewhere is replaced. Choose another name.</source>
        <translation>{path} はすでにあります。別の所にあるフォルダーは置き換えません。別の名前にしてください。</translation>
    </message>
    <message>
        <location filename="../../core/saving/folders/companions.py"/>
        <location filename="../../core/saving/places/elsewhere.py"/>
        <location filename="../../core/saving/publishing.py"/>
        <source>{path} is there already. Choose another name, or ask to overwrite it.</source>
        <translation>{path} はすでにあります。別の名前にするか、上書きを指定してください。</translation>
    </message>
    <message>
        <location filename="../../core/saving/publishing.py"/>
        <source>{path} is what a process has open and no file. Give the name of a file.</source>
        <translation>{path} はプロセスが開いているもので、ファイルではありません。ファイルの名前を指定してください。</translation>
    </message>
    <message>
        <location filename="../../core/edits/numbers/setting.py"/>
        <source>{path} is {dtype}, of which no numbers can be set.</source>
        <translation>{path} は {dtype} で、その数値は設定できません。</translation>
    </message>
    <message>
        <location filename="../../core/saving/places/elsewhere.py"/>
        <location filename="../../core/saving/publishing.py"/>
        <source>{path} is {kind}, no file. Give the name of a file.</source>
        <translation>{path} は{kind}で、ファイルではありません。ファイルの名前を指定してください。</translation>
    </message>
    <message>
        <location filename="../../core/edits/numbers/setting.py"/>
        <source>{path} is {shape}, and what is in {file!r} is {theirs}.</source>
        <translation>{path} は {shape} ですが、{file!r} のものは {theirs} です。</translation>
    </message>
    <message>
        <location filename="../../core/memory/measure.py"/>
        <source>{path} lies inside an object: only plain dicts can be measured.</source>
        <translation>{path} はオブジェクトの中にあります。測定できるのは普通の dict だけです。</translation>
    </message>
    <message>
        <location filename="../../core/edits/numbers/setting.py"/>
        <source>{path} requires a gradient, which a tensor of {dtype} cannot.</source>
        <translation>{path} は requires_grad ですが、{dtype} のテンソルは勾配を持てません。</translation>
    </message>
    <message>
        <location filename="../../core/edits/numbers/setting.py"/>
        <source>{path} shares its storage with {tensors}: what they share changes for all.</source>
        <translation>{path} は{tensors}とストレージを共有しています：共有部分は全部で変わります。</translation>
    </message>
    <message>
        <location filename="../../core/edits/numbers/setting.py"/>
        <source>{path} stays {dtype}, as others in its storage do: its new numbers were {theirs}.</source>
        <translation>{path} は、同じストレージのほかのテンソルと同様に {dtype} のままです：新しい数値は {theirs} でした。</translation>
    </message>
    <message>
        <location filename="../../cli/main.py"/>
        <source>{path} was written before that.</source>
        <translation>その前に {path} は書き込まれました。</translation>
    </message>
    <message>
        <location filename="../../cli/inspecting.py"/>
        <location filename="../../cli/values/scanning.py"/>
        <source>{path} was written.</source>
        <translation>{path} を書き込みました。</translation>
    </message>
    <message>
        <location filename="../../core/report/optimizers.py"/>
        <source>{path}: {kind}, {parameters} in {groups}, {matched} matched by name</source>
        <translation>{path}: {kind}、{groups}に{parameters}、{matched} 個が名前で一致</translation>
    </message>
    <message>
        <location filename="../../core/report/losses.py"/>
        <source>{path}: {lost}, of {numbers:,}</source>
        <translation>{path}: {lost}、全 {numbers:,} 個中</translation>
    </message>
    <message>
        <location filename="../../core/edits/renaming/safe_regex.py"/>
        <source>{pattern} could take too long on a key of {longest:,} characters. Write it with fewer * and +, or begin it with ^.</source>
        <translation>{pattern} は {longest:,} 文字のキーで時間がかかりすぎるおそれがあります。* と + を減らすか、先頭に ^ を付けてください。</translation>
    </message>
    <message>
        <location filename="../../core/edits/renaming/safe_regex.py"/>
        <source>{pattern} is no regular expression: {wrong}.</source>
        <translation>{pattern} は正規表現ではありません：{wrong}。</translation>
    </message>
    <message>
        <location filename="../../core/edits/renaming/safe_regex.py"/>
        <source>{pattern} is too large to be worked with.</source>
        <translation>{pattern} は大きすぎて扱えません。</translation>
    </message>
    <message>
        <location filename="../../core/edits/renaming/safe_regex.py"/>
        <source>{pattern} repeats something that repeats or chooses itself, which can take for ever. Write the inner part without a choice, as [^.]++ instead of [^.]+.</source>
        <translation>{pattern} は、それ自体に繰り返しや選択のあるものを繰り返していて、いつまでも終わらないことがあります。内側を選択の起こらない形で書いてください（例：[^.]+ の代わりに [^.]++）。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/file.py"/>
        <source>{pickles} inside the pickle</source>
        <translation>pickle の中に {pickles}</translation>
    </message>
    <message>
        <location filename="../../core/objects/dtensors.py"/>
        <source>{placements} on a {mesh}</source>
        <translation>{mesh} 上の {placements}</translation>
    </message>
    <message>
        <location filename="../../gui/values/facts.py"/>
        <source>{place} % of the numbers lie below {value!r} ({how})</source>
        <translation>数値の {place} % が {value!r} より下（{how}）</translation>
    </message>
    <message>
        <location filename="../../cli/system/desktop.py"/>
        <source>{place} cannot be written: {error}.</source>
        <translation>{place} に書き込めません：{error}。</translation>
    </message>
    <message>
        <location filename="../../cli/batching.py"/>
        <source>{place} is elsewhere, and batch goes through folders of this computer alone. Fix its files one by one: fix {place}/NAME -o OUT --recipe FILE.</source>
        <translation>{place} は別の所にありますが、batch が扱うのはこのコンピューターのフォルダーだけです。ファイルを 1 つずつ修正してください：fix {place}/NAME -o OUT --recipe FILE。</translation>
    </message>
    <message>
        <location filename="../../gui/values/facts.py"/>
        <source>{posinf:,} times +Inf, {neginf:,} times -Inf</source>
        <translation>+Inf が {posinf:,} 個、-Inf が {neginf:,} 個</translation>
    </message>
    <message>
        <location filename="../../core/edits/containers.py"/>
        <source>{protocol!r} is no pickle protocol that torch writes; choose 2 to 5.</source>
        <translation>{protocol!r} は torch が書く pickle プロトコルではありません。2 から 5 を選んでください。</translation>
    </message>
    <message>
        <location filename="../../cli/edit_arguments.py"/>
        <source>{purpose}a card of it, such as T4 or 24GB: a machine that has one has a GPU</source>
        <translation>{purpose}その GPU（例：T4、24GB）。指定すると GPU が 1 個あるものとします</translation>
    </message>
    <message>
        <location filename="../../cli/edit_arguments.py"/>
        <source>{purpose}processes that load it, each for its own card</source>
        <translation>{purpose}読み込むプロセス数。それぞれ自分の GPU を使う</translation>
    </message>
    <message>
        <location filename="../../cli/edit_arguments.py"/>
        <source>{purpose}the device to run on, such as cuda:1 (default: cuda:0, or the cpu)</source>
        <translation>{purpose}使うデバイス。例：cuda:1（既定：cuda:0、または cpu）</translation>
    </message>
    <message>
        <location filename="../../cli/edit_arguments.py"/>
        <source>{purpose}where it is to be loaded: cpu (the default) or gpus:N</source>
        <translation>{purpose}読み込むコンピューター：cpu（既定）または gpus:N</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/names.py"/>
        <source>{puts} may be the name that a LightningModule has for the model inside it, or a name of the model itself, as in transformers.</source>
        <translation>{puts} が付いていますが、これは LightningModule が内側のモデルに付けた名前か、transformers のようにモデル自体の名前かもしれません。</translation>
    </message>
    <message>
        <location filename="../../gui/look/news.py"/>
        <source>{received} received, {speed} a second</source>
        <translation>{received} を受信、毎秒 {speed}</translation>
    </message>
    <message>
        <location filename="../../cli/elsewhere.py"/>
        <source>{received}, {speed}/s</source>
        <translation>{received}、{speed}/s</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/records.py"/>
        <source>{records} and {more}</source>
        <translation>{records}、{more}</translation>
    </message>
    <message>
        <location filename="../../gui/diagnosis/integrity_model.py"/>
        <source>{records} of {of:,} damaged; {size} read.</source>
        <translation>{of:,} 個のうち{records}が破損。{size} を読み取り。</translation>
    </message>
    <message>
        <location filename="../../cli/verifying.py"/>
        <source>{records} without a checksum</source>
        <translation>チェックサムのない{records}</translation>
    </message>
    <message>
        <location filename="../../core/report/difference.py"/>
        <source>{renamed} and {count:,} more like it</source>
        <translation>{renamed}、ほか同様のもの {count:,} 個</translation>
    </message>
    <message>
        <location filename="../../gui/rename/model.py"/>
        <source>{renamed}; the first {shown:,} are shown</source>
        <translation>{renamed}。最初の {shown:,} 個を表示</translation>
    </message>
    <message>
        <location filename="../../core/edits/renaming/patterns.py"/>
        <source>{replacement} is no replacement: {wrong}.</source>
        <translation>{replacement} は置換文字列として使えません：{wrong}。</translation>
    </message>
    <message>
        <location filename="../../core/errors.py"/>
        <source>{said} The target is as it was, but a temporary file could not be removed ({reason}): {path}. Remove it when you may.</source>
        <translation>{said}保存先は元のままですが、一時ファイルを削除できませんでした（{reason}）：{path}。できるときに削除してください。</translation>
    </message>
    <message>
        <location filename="../../core/errors.py"/>
        <source>{said} What was sent of {path} could not be removed, and nobody sees it. The next save there removes it.</source>
        <translation>{said}送信済みの {path} の一部を削除できませんでした。誰からも見えず、次にそこに保存するときに削除されます。</translation>
    </message>
    <message>
        <location filename="../../core/remote/uploading/__init__.py"/>
        <source>{scheme}:// is no place to write to: web servers take no files. Save on this computer, or to one of {known}.</source>
        <translation>{scheme}:// には書き込めません：Web サーバーはファイルを受け取りません。このコンピューターか、{known} のどれかに保存してください。</translation>
    </message>
    <message>
        <location filename="../../core/remote/address.py"/>
        <source>{scheme}:// is not understood. Locations begin with {known}.</source>
        <translation>{scheme}:// は認識できません。場所は {known} で始まります。</translation>
    </message>
    <message>
        <location filename="../../gui/values/update_model.py"/>
        <source>{share:.2g} times the size</source>
        <translation>大きさの {share:.2g} 倍</translation>
    </message>
    <message>
        <location filename="../../gui/diagnosis/error_answer.py"/>
        <source>{shortcut} in the box of the error does this.</source>
        <translation>エラーの欄で {shortcut} でもできます。</translation>
    </message>
    <message>
        <location filename="../../gui/document/cells.py"/>
        <source>{shown:,} of {count:,}</source>
        <translation>{shown:,}/{count:,}</translation>
    </message>
    <message>
        <location filename="../../core/edits/renaming/safe_regex.py"/>
        <source>{sign} in a set of characters is kept for a later Python; write {better}.</source>
        <translation>文字集合の中の {sign} は、将来の Python のために予約されています。{better} と書いてください。</translation>
    </message>
    <message>
        <location filename="../../gui/details/model.py"/>
        <source>{size} ({nbytes:,} bytes)</source>
        <translation>{size}（{nbytes:,} バイト）</translation>
    </message>
    <message>
        <location filename="../../gui/memory/bars_model.py"/>
        <source>{size} RAM</source>
        <translation>RAM {size}</translation>
    </message>
    <message>
        <location filename="../../gui/save/saving_line.py"/>
        <source>{size} a second</source>
        <translation>毎秒 {size}</translation>
    </message>
    <message>
        <location filename="../../gui/page/saving.py"/>
        <source>{size} in {time}</source>
        <translation>{size}、{time}</translation>
    </message>
    <message>
        <location filename="../../gui/memory/answer_model.py"/>
        <source>{size} of RAM</source>
        <translation>RAM {size}</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/file.py"/>
        <source>{size} of the file belong to no tensor</source>
        <translation>ファイルの {size} がどのテンソルにも属さない</translation>
    </message>
    <message>
        <location filename="../../gui/preferences/ranges.py"/>
        <source>{size} on the disk</source>
        <translation>ディスク上に {size}</translation>
    </message>
    <message>
        <location filename="../../gui/page/notice.py"/>
        <source>{size}, read back and compared.</source>
        <translation>{size}。読み戻して比較済みです。</translation>
    </message>
    <message>
        <location filename="../../core/pace.py"/>
        <source>{size}/s</source>
        <translation>{size}/s</translation>
    </message>
    <message>
        <location filename="../../gui/page/saving.py"/>
        <source>{size}; a second name of it, {left}, could not be removed</source>
        <translation>{size}。2 つ目の名前 {left} を削除できませんでした</translation>
    </message>
    <message>
        <location filename="../../gui/page/saving.py"/>
        <source>{size}; what you have changed since is not in it</source>
        <translation>{size}。その後の変更は入っていません</translation>
    </message>
    <message>
        <location filename="../../core/values/health/optimizers.py"/>
        <source>{some:,} of {count:,} numbers are below zero, and {state} is made of squares: the next step takes a root of them and makes NaN.</source>
        <translation>{count:,} 個のうち {some:,} 個の数値がゼロ未満ですが、{state} は二乗からなります：次のステップは平方根を取って NaN になります。</translation>
    </message>
    <message>
        <location filename="../../core/edits/wording.py"/>
        <location filename="../../core/recipes/step_words.py"/>
        <source>{source} → {target} ({role} only)</source>
        <translation>{source} → {target}（{role}のみ）</translation>
    </message>
    <message>
        <location filename="../../core/edits/wording.py"/>
        <source>{source} → {target} in {names}</source>
        <translation>{source} → {target}（{names}）</translation>
    </message>
    <message>
        <location filename="../../core/catalogue/catalogue.py"/>
        <location filename="../../core/values/health/exploding.py"/>
        <source>{state} of {name}</source>
        <translation>{name} の {state}</translation>
    </message>
    <message>
        <location filename="../../core/recipes/recipe.py"/>
        <source>{step} is no step; write one as {example}.</source>
        <translation>{step} は手順ではありません。{example} のように書いてください。</translation>
    </message>
    <message>
        <location filename="../../gui/memory/bars_model.py"/>
        <source>{step} · {device}: {total:,} bytes at most</source>
        <translation>{step} · {device}: 最大 {total:,} バイト</translation>
    </message>
    <message>
        <location filename="../../gui/values/update_model.py"/>
        <source>{still} of {all:,} would not move</source>
        <translation>{all:,} 個のうち {still} 個は動かない</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/storages.py"/>
        <source>{storages} of another size than the pickle says</source>
        <translation>pickle の示すサイズと異なる {storages}</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/storages.py"/>
        <source>{storages} with more bytes in the file than the pickle says</source>
        <translation>pickle の示すより多くのバイトがファイルにある {storages}</translation>
    </message>
    <message>
        <location filename="../../gui/diff/model.py"/>
        <source>{summary}
Only {name} has this.</source>
        <translation>{summary}
{name} だけにあります。</translation>
    </message>
    <message>
        <location filename="../../gui/diff/model.py"/>
        <source>{summary}
{name} has nothing like this.</source>
        <translation>{summary}
{name} にはこれに当たるものがありません。</translation>
    </message>
    <message>
        <location filename="../../core/memory/analysis.py"/>
        <source>{takes}, {less} less RAM than plain torch.load(f).</source>
        <translation>{takes}。引数なしの torch.load(f) より RAM が {less} 少ない。</translation>
    </message>
    <message>
        <location filename="../../core/memory/analysis.py"/>
        <source>{takes}, {less} less on the cards than plain torch.load(f).</source>
        <translation>{takes}。引数なしの torch.load(f) より GPU で {less} 少ない。</translation>
    </message>
    <message>
        <location filename="../../core/memory/analysis.py"/>
        <source>{takes}.</source>
        <translation>{takes}。</translation>
    </message>
    <message>
        <location filename="../../core/memory/analysis.py"/>
        <source>{takes}; no other way takes less.</source>
        <translation>{takes}。これより少ない方法はありません。</translation>
    </message>
    <message>
        <location filename="../../core/memory/analysis.py"/>
        <source>{takes}; plain torch.load(f) fails {machine}.</source>
        <translation>{takes}。{machine}引数なしの torch.load(f) は失敗します。</translation>
    </message>
    <message>
        <location filename="../../core/loading/computer.py"/>
        <source>{target!r} is no target; write cpu, cuda:0, cuda:1 and so on.</source>
        <translation>{target!r} は対象ではありません。cpu、cuda:0、cuda:1 のように書いてください。</translation>
    </message>
    <message>
        <location filename="../../gui/save/dialog.py"/>
        <source>{target} is a folder. Choose another name.</source>
        <translation>{target} はフォルダーです。別の名前にしてください。</translation>
    </message>
    <message>
        <location filename="../../core/edits/numbers/cast.py"/>
        <source>{tensors} cannot be cast: {reason}.</source>
        <translation>{tensors}は dtype を変換できません：{reason}。</translation>
    </message>
    <message>
        <location filename="../../core/report/inspect.py"/>
        <source>{tensors} in {storages}</source>
        <translation>{tensors}、{storages}</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/optimizers.py"/>
        <source>{tensors} lie on the cpu in a capturable or fused group</source>
        <translation>capturable または fused のグループで、{tensors}が cpu にある</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/optimizers.py"/>
        <source>{tensors} lie on {device}</source>
        <translation>{tensors}が {device} にある</translation>
    </message>
    <message>
        <location filename="../../core/torch_child/trial_load.py"/>
        <source>{tensors} loaded</source>
        <translation>{tensors}を読み込みました</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/model_match/model_findings.py"/>
        <source>{tensors} of another shape than in the model</source>
        <translation>モデルと形状が異なる {tensors}</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/optimizers.py"/>
        <source>{tensors} of the optimizer's state were saved on another device than the parameter that they belong to, as after net.cpu(). The file alone makes nothing fail: optimizer.load_state_dict puts the state where the parameters are then. optimizer.step() fails where the model is moved after its optimizer was loaded, or the state is put into the optimizer by hand.</source>
        <translation>オプティマイザーの状態の {tensors}が、net.cpu() の後のように、属するパラメーターと別のデバイスに保存されています。ファイルだけで失敗することはありません：optimizer.load_state_dict は、その時点でパラメーターがある場所に状態を置きます。オプティマイザーを読み込んだ後でモデルを移した場合や、状態を手作業でオプティマイザーに入れた場合に、optimizer.step() が失敗します。</translation>
    </message>
    <message>
        <location filename="../../gui/values/several_model.py"/>
        <source>{tensors} of {prefix}</source>
        <translation>{prefix} の{tensors}</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/devices.py"/>
        <source>{tensors} on meta, without data</source>
        <translation>meta 上の、データのない {tensors}</translation>
    </message>
    <message>
        <location filename="../../core/report/difference.py"/>
        <source>{tensors} only in {first} and {count:,} only in {second} have the same bytes, such as {one} and {other}: which is which cannot be told</source>
        <translation>{first} だけの{tensors}と {second} だけの {count:,} 個は同じバイトです（例：{one} と {other}）。どれがどれかは分かりません</translation>
    </message>
    <message>
        <location filename="../../gui/tree/tools.py"/>
        <source>{tensors} selected · {size}</source>
        <translation>{tensors}を選択 · {size}</translation>
    </message>
    <message numerus="yes">
        <location filename="../../core/edits/numbers/cast.py"/>
        <source>{tensors} share the storage of {first!r}, so cast along with it.</source>
        <translation><numerusform>{tensors}は {first!r} とストレージを共有しているため、一緒に dtype を変換します。</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../core/edits/numbers/cast.py"/>
        <source>{tensors} stay as they were: {reason}.</source>
        <translation><numerusform>{tensors}はそのままです：{reason}。</numerusform></translation>
    </message>
    <message>
        <location filename="../../core/edits/devices.py"/>
        <source>{tensors} stayed on the CPU, where torch keeps them unless the group is capturable or fused.</source>
        <translation>{tensors}は CPU に残しました。グループが capturable か fused でない限り、torch はこれらを CPU に置きます。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/objects.py"/>
        <source>{tensors} that it trains, which only optimizers have here, will be left out.</source>
        <translation>それが学習する {tensors}は、ここではオプティマイザーだけが持っているため、除かれます。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/devices.py"/>
        <source>{tensors} were saved on {name}, a device of another kind of machine.</source>
        <translation>{tensors}は {name} に保存されました。別の種類のコンピューターのデバイスです。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/devices.py"/>
        <source>{tensors} were saved on {name}, which is no device as torch writes it.</source>
        <translation>{tensors}は {name} に保存されましたが、それは torch が書くデバイスではありません。</translation>
    </message>
    <message>
        <location filename="../../core/edits/devices.py"/>
        <source>{tensors} will be on {device}, where every step of the optimizer reads them back, which is slow (torch 1.12.0 refuses). Move the optimizer state too: it knows the rule.</source>
        <translation>{tensors}が {device} に置かれ、オプティマイザーのステップのたびに読み戻されて遅くなります（torch 1.12.0 は拒否します）。オプティマイザーの状態も移してください：その操作なら正しく置き分けます。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/objects.py"/>
        <source>{tensors}, whose class torch allows when {module} is imported, not before.</source>
        <translation>{tensors}のクラスを torch が許可するのは、{module} をインポートした後だけです。</translation>
    </message>
    <message>
        <location filename="../../gui/devices/table_model.py"/>
        <source>{tensors}, {bytes:,} bytes in {storages}</source>
        <translation>{tensors}、{storages}に {bytes:,} バイト</translation>
    </message>
    <message>
        <location filename="../../gui/devices/panel.py"/>
        <source>{tensors}, {bytes:,} bytes on {device}</source>
        <translation>{device} に{tensors}、{bytes:,} バイト</translation>
    </message>
    <message>
        <location filename="../../gui/health/model.py"/>
        <source>{tensors}, {size} read in {time}.</source>
        <translation>{tensors}、{size}、{time} で読み取り。</translation>
    </message>
    <message>
        <location filename="../../core/report/scan.py"/>
        <source>{tensors}, {size}, read in {seconds:.1f} s</source>
        <translation>{tensors}、{size}、{seconds:.1f} 秒で読み取り</translation>
    </message>
    <message>
        <location filename="../../core/report/export.py"/>
        <source>{tensor}, as {name}</source>
        <translation>{tensor}、名前は {name}</translation>
    </message>
    <message>
        <location filename="../../core/values/slices.py"/>
        <source>{text!r} does not fit: dimension {axis} has the places {there}, and not {place:,}.</source>
        <translation>{text!r} は合いません：次元 {axis} の位置は {there} で、{place:,} はありません。</translation>
    </message>
    <message>
        <location filename="../../core/values/slices.py"/>
        <source>{text!r} goes backwards or nowhere; steps are 1 and more.</source>
        <translation>{text!r} は後ろに戻るか、進みません。刻みは 1 以上です。</translation>
    </message>
    <message>
        <location filename="../../core/values/slices.py"/>
        <source>{text!r} has more than one “...”.</source>
        <translation>{text!r} に “...” が 2 つ以上あります。</translation>
    </message>
    <message>
        <location filename="../../core/memory/sizes.py"/>
        <source>{text!r} has no unit; write {number}GiB or {number}MiB.</source>
        <translation>{text!r} に単位がありません。{number}GiB か {number}MiB と書いてください。</translation>
    </message>
    <message>
        <location filename="../../cli/values/workers.py"/>
        <source>{text!r} is no cluster; say local:8, or tcp://HOST:PORT of its scheduler</source>
        <translation>{text!r} はクラスターではありません。local:8 か、スケジューラーの tcp://HOST:PORT を指定してください</translation>
    </message>
    <message>
        <location filename="../../core/edits/edits.py"/>
        <source>{text!r} is no device that torch knows; use cpu, cuda:0, cuda:1, mps or xpu:0.</source>
        <translation>{text!r} は torch の知るデバイスではありません。cpu、cuda:0、cuda:1、mps、xpu:0 などを使ってください。</translation>
    </message>
    <message>
        <location filename="../../core/edits/numbers/castable.py"/>
        <source>{text!r} is no dtype to cast to; choose {dtypes}.</source>
        <translation>{text!r} は変換先の dtype ではありません。{dtypes} から選んでください。</translation>
    </message>
    <message>
        <location filename="../../core/loading/computer.py"/>
        <source>{text!r} is no machine; write cpu, gpus:1, gpus:2 and so on.</source>
        <translation>{text!r} はコンピューターではありません。cpu、gpus:1、gpus:2 のように書いてください。</translation>
    </message>
    <message>
        <location filename="../../cli/limits.py"/>
        <source>{text!r} is no number from 0 to 1024</source>
        <translation>{text!r} は 0 から 1024 までの数ではありません</translation>
    </message>
    <message>
        <location filename="../../cli/values/workers.py"/>
        <source>{text!r} is no number from 1 to 1024</source>
        <translation>{text!r} は 1 から 1024 までの数ではありません</translation>
    </message>
    <message>
        <location filename="../../cli/limits.py"/>
        <source>{text!r} is no number of seconds; write {none}, or one such as 600</source>
        <translation>{text!r} は秒数ではありません。{none}、または 600 のように書いてください</translation>
    </message>
    <message>
        <location filename="../../core/values/slices.py"/>
        <source>{text!r} is no part of a tensor: write a place or a range a dimension, such as 0,:,3.</source>
        <translation>{text!r} はテンソルの一部を表しません：次元ごとに位置か範囲を書いてください（例：0,:,3）。</translation>
    </message>
    <message>
        <location filename="../../core/edits/edits.py"/>
        <source>{text!r} is no prefix; write whole dotted segments, such as 'module.'.</source>
        <translation>{text!r} は接頭辞ではありません。'module.' のように、点までの区切り全体を書いてください。</translation>
    </message>
    <message>
        <location filename="../../core/saving/targets/sharding.py"/>
        <source>{text!r} is no size of files; write it as 5GB, 500MB or 5GiB.</source>
        <translation>{text!r} はファイルの大きさではありません。5GB、500MB、5GiB のように書いてください。</translation>
    </message>
    <message>
        <location filename="../../core/memory/sizes.py"/>
        <source>{text!r} is no size; write it as 24GiB, 80GB or 512MiB.</source>
        <translation>{text!r} は大きさではありません。24GiB、80GB、512MiB のように書いてください。</translation>
    </message>
    <message>
        <location filename="../../core/values/keys.py"/>
        <source>{text!r} is {summary}, with no tensor in it.</source>
        <translation>{text!r} は {summary} で、中にテンソルがありません。</translation>
    </message>
    <message>
        <location filename="../../core/values/slices.py"/>
        <source>{text!r} names {asked}; the tensor has none.</source>
        <translation>{text!r} は{asked}を指定していますが、テンソルには次元がありません。</translation>
    </message>
    <message>
        <location filename="../../core/values/slices.py"/>
        <source>{text!r} names {asked}; the tensor has only {there}.</source>
        <translation>{text!r} は{asked}を指定していますが、テンソルには{there}しかありません。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/python2.py"/>
        <source>{texts} of Python 2 that are not UTF-8</source>
        <translation>UTF-8 でない Python 2 の {texts}</translation>
    </message>
    <message>
        <location filename="../../gui/tree/comparison_line.py"/>
        <source>{text}
here: {here}
there: {there}
Same are tensors of which every number is equal; renamed ones are among them, or among the changed.</source>
        <translation>{text}
こちら：{here}
相手：{there}
「同一」はすべての数値が等しいテンソルです。名前の変わったものはそこか、変更の中に含まれます。</translation>
    </message>
    <message>
        <location filename="../../core/catalogue/catalogue.py"/>
        <source>{text} (shown elsewhere)</source>
        <translation>{text}（ほかの場所に表示）</translation>
    </message>
    <message>
        <location filename="../../gui/document/typed_number.py"/>
        <source>{text} is beyond what {dtype} holds: it would become {beyond}.</source>
        <translation>{text} は {dtype} の範囲を超え、{beyond} になります。</translation>
    </message>
    <message>
        <location filename="../../gui/values/several_model.py"/>
        <source>{text} · the first {most} are shown, and {more:,} more are not</source>
        <translation>{text} · 最初の {most} 個を表示、ほか {more:,} 個</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traceback/judge_keys.py"/>
        <location filename="../../core/text.py"/>
        <source>{text}.</source>
        <translation>{text}。</translation>
    </message>
    <message>
        <location filename="../../gui/compare/dialog.py"/>
        <source>{title}
Planned until you save; Ctrl+Z takes it back.</source>
        <translation>{title}
保存するまでは計画。Ctrl+Z で取り消せる。</translation>
    </message>
    <message numerus="yes">
        <location filename="../../gui/diagnosis/model.py"/>
        <source>{title} and {n:,} more names</source>
        <translation><numerusform>{title}、ほか {n:,} 個の名前</numerusform></translation>
    </message>
    <message>
        <location filename="../../gui/memory/measure.py"/>
        <source>{title} cannot be measured here. {reason}</source>
        <translation>ここでは {title} を測定できません。{reason}</translation>
    </message>
    <message>
        <location filename="../../gui/health/model.py"/>
        <source>{title} in {places}</source>
        <translation>{title}: {places}</translation>
    </message>
    <message>
        <location filename="../../gui/diagnosis/fixes_model.py"/>
        <source>{title} inside keys</source>
        <translation>{title}（キーの途中）</translation>
    </message>
    <message>
        <location filename="../../gui/memory/measure.py"/>
        <source>{title} with torch {version} took {seconds:.1f} s.</source>
        <translation>{title}、torch {version}、{seconds:.1f} 秒かかりました。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/names.py"/>
        <source>{title}, in {path}</source>
        <translation>{title}（{path}）</translation>
    </message>
    <message>
        <location filename="../../gui/memory/measure.py"/>
        <source>{title}: not measured yet.</source>
        <translation>{title}: まだ測定していません。</translation>
    </message>
    <message>
        <location filename="../../gui/compare/dialog.py"/>
        <source>{title}: then {fit}</source>
        <translation>{title}: その後 {fit}</translation>
    </message>
    <message>
        <location filename="../../core/report/diagnosis.py"/>
        <source>{title}: then {matched_after} of {of} keys fit</source>
        <translation>{title}: その後は {of} 個のキーのうち {matched_after} 個が合います</translation>
    </message>
    <message>
        <location filename="../../gui/changes/table_model.py"/>
        <source>{title}: {extent}
Del takes it out of the plan.</source>
        <translation>{title}: {extent}
Del で計画から外す。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/model_match/model_findings.py"/>
        <source>{title}: {matched_after:,} of {of:,} keys then fit ({matched_before:,} do now).</source>
        <translation>{title}：{of:,} 個のキーのうち {matched_after:,} 個が合うようになります（現在は {matched_before:,} 個）。</translation>
    </message>
    <message>
        <location filename="../../core/loading/recipes.py"/>
        <source>{title}: {what}</source>
        <translation>{title}：{what}</translation>
    </message>
    <message>
        <location filename="../../core/report/values.py"/>
        <source>{told}; the finite ones from {least} to {most}</source>
        <translation>{told}。有限のものは {least} から {most}</translation>
    </message>
    <message>
        <location filename="../../core/report/diagnosis.py"/>
        <source>{torch} was asked: torch.load(f) {summary} ({seconds:.1f} s)</source>
        <translation>{torch} に尋ねました：torch.load(f) {summary}（{seconds:.1f} 秒）</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/model_match/model_findings.py"/>
        <source>{unexpected!r} belongs to {key!r}, whose numbers are {dtype} and mean nothing without it. Load the file with the library that quantised it.</source>
        <translation>{unexpected!r} は {key!r} に属します。{key!r} の数値は {dtype} で、これがないと意味を持ちません。ファイルを量子化したライブラリで読み込んでください。</translation>
    </message>
    <message>
        <location filename="../../core/remote/address.py"/>
        <source>{url} is no complete location.</source>
        <translation>{url} は完全な場所ではありません。</translation>
    </message>
    <message>
        <location filename="../../core/remote/address.py"/>
        <source>{url} is no file of this computer.</source>
        <translation>{url} はこのコンピューターのファイルではありません。</translation>
    </message>
    <message>
        <location filename="../../gui/memory/answer_model.py"/>
        <source>{used} of {room}</source>
        <translation>{room} のうち {used}</translation>
    </message>
    <message>
        <location filename="../../core/recipes/number_options.py"/>
        <source>{value!r} is no number; a tensor holds nothing else.</source>
        <translation>{value!r} は数値ではありません。テンソルには数値しか入りません。</translation>
    </message>
    <message>
        <location filename="../../core/report/inspect.py"/>
        <source>{values} and over {more:,} more</source>
        <translation>{values}、ほか {more:,} 個以上</translation>
    </message>
    <message>
        <location filename="../../core/report/inspect.py"/>
        <source>{values} and {more:,} more</source>
        <translation>{values}、ほか {more:,} 個</translation>
    </message>
    <message>
        <location filename="../../core/edits/numbers/setting.py"/>
        <source>{value} becomes {become} in {path}, which is {dtype}.</source>
        <translation>{path} は {dtype} なので、{value} は {become} になります。</translation>
    </message>
    <message>
        <location filename="../../core/numbers/fitting.py"/>
        <source>{value} does not fit {dtype}, which goes from {least:,} to {most:,}.</source>
        <translation>{value} は {dtype} に収まりません。範囲は {least:,} から {most:,} です。</translation>
    </message>
    <message>
        <location filename="../../core/numbers/fitting.py"/>
        <source>{value} is complex, and the tensor is {dtype}.</source>
        <translation>{value} は複素数ですが、テンソルは {dtype} です。</translation>
    </message>
    <message>
        <location filename="../../core/numbers/fitting.py"/>
        <source>{value} is no whole number, and the tensor is {dtype}.</source>
        <translation>{value} は整数ではありませんが、テンソルは {dtype} です。</translation>
    </message>
    <message>
        <location filename="../../core/recipes/options.py"/>
        <source>{value} is not {form}</source>
        <translation>{value} は {form} ではありません</translation>
    </message>
    <message>
        <location filename="../../core/numbers/fitting.py"/>
        <source>{value} is too large for a number of {dtype}.</source>
        <translation>{value} は {dtype} の数値としては大きすぎます。</translation>
    </message>
    <message>
        <location filename="../../gui/diagnosis/model.py"/>
        <source>{warnings} about using it after loading.</source>
        <translation>読み込み後の使用に関する{warnings}。</translation>
    </message>
    <message>
        <location filename="../../core/memory/analysis.py"/>
        <source>{ways}: at most {peak} on a card and {ram} of RAM</source>
        <translation>{ways}: GPU で最大 {peak}、RAM {ram}</translation>
    </message>
    <message>
        <location filename="../../core/memory/analysis.py"/>
        <source>{ways}: nothing on a card and {ram} of RAM</source>
        <translation>{ways}: GPU は使わず、RAM {ram}</translation>
    </message>
    <message>
        <location filename="../../core/errors.py"/>
        <source>{what} Nothing was changed.</source>
        <translation>{what}何も変更していません。</translation>
    </message>
    <message>
        <location filename="../../core/pickling/bounds.py"/>
        <source>{what} in {size} of pickle</source>
        <translation>{what}（pickle {size} 中）</translation>
    </message>
    <message>
        <location filename="../../core/edits/state_dict.py"/>
        <source>{what} is no pickled module or optimizer whose parameters could be found without its code.</source>
        <translation>{what} は、コードなしでパラメーターが分かる pickle 化されたモジュールやオプティマイザーではありません。</translation>
    </message>
    <message>
        <location filename="../../gui/health/model.py"/>
        <source>{what}, and {signs}.</source>
        <translation>{what}、および{signs}。</translation>
    </message>
    <message>
        <location filename="../../gui/health/model.py"/>
        <location filename="../../gui/location/model.py"/>
        <source>{what}.</source>
        <translation>{what}。</translation>
    </message>
    <message>
        <location filename="../../gui/location/model.py"/>
        <source>{what}. The key in its address is kept until Pthfinder ends, and shown nowhere.</source>
        <translation>{what}。アドレスにあるアクセスキーは Pthfinder の終了まで保持され、どこにも表示されません。</translation>
    </message>
    <message>
        <location filename="../../gui/document/compared.py"/>
        <source>{what}: {here} here, {there} there</source>
        <translation>{what}: こちら {here}、相手 {there}</translation>
    </message>
    <message>
        <location filename="../../cli/extracting.py"/>
        <source>{where} was a pickled {whole}: {modules}</source>
        <translation>{where} は pickle された {whole} でした：{modules}</translation>
    </message>
    <message>
        <location filename="../../cli/extracting.py"/>
        <source>{where} was a pickled {whole}: {modules}, in {wrapper}; --unwrap-dataparallel takes its prefix off</source>
        <translation>{where} は {wrapper} の中の pickle された {whole} でした：{modules}。--unwrap-dataparallel で接頭辞を外せます</translation>
    </message>
    <message>
        <location filename="../../cli/extracting.py"/>
        <source>{where} was a pickled {whole}: {parameters}</source>
        <translation>{where} は pickle された {whole} でした：{parameters}</translation>
    </message>
    <message>
        <location filename="../../core/containers/lost.py"/>
        <source>{why} What it holds will not be in the copy.</source>
        <translation>{why} その内容はコピーに含まれません。</translation>
    </message>
    <message>
        <location filename="../../gui/plots/plane_bar.py"/>
        <source>{words}: dimension</source>
        <translation>{words}: 次元</translation>
    </message>
    <message>
        <location filename="../../gui/page/notice.py"/>
        <source>{works} What comes next may not: {title}.</source>
        <translation>{works}その次でつまずくかもしれません：{title}。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traceback/judge_devices.py"/>
        <source>{wrapped} As saved it lies there; if the script loads it with map_location='cpu', that is what moves it away.</source>
        <translation>{wrapped}保存されたままならそこにあります。スクリプトが map_location='cpu' で読み込むなら、それが移しています。</translation>
    </message>
    <message>
        <location filename="../../gui/health/model.py"/>
        <source>{zeros:,} of {count:,} zero</source>
        <translation>{count:,} 個のうち {zeros:,} 個がゼロ</translation>
    </message>
    <message>
        <location filename="../../core/values/health/optimizers.py"/>
        <source>{zero}, and those of {moving:,} other parameters are not: it never got a gradient. Unused layers, experts that no token reached, and what a zero layer hides in its first step are so; the file cannot tell whether it is meant.</source>
        <translation>{zero}。ほか {moving:,} 個のパラメーターはそうではありません：勾配が一度も来ませんでした。使われない層、トークンの届かないエキスパート、ゼロの層が最初に隠すものはこうなります。意図的かどうかはファイルからは分かりません。</translation>
    </message>
    <message>
        <location filename="../../gui/diff/table_model.py"/>
        <source>Δ is the largest absolute difference of two numbers; “theirs” is the other file's</source>
        <translation>Δ は 2 つの数値の差の最大絶対値。「相手」はもう一方のファイル</translation>
    </message>
    <message>
        <location filename="../../gui/diff/table_model.py"/>
        <source>‖mine − theirs‖ against the larger of the two norms: 1 is as far apart as one is from 0</source>
        <translation>‖こちら − 相手‖ と、2 つのノルムの大きい方との比：1 は 1 と 0 ほどの隔たり</translation>
    </message>
    <message>
        <location filename="../../gui/values/update_model.py"/>
        <source>‖step‖ {norm:.3g} against ‖weights‖ {weights:.3g}, by lr {lr:g} after {steps}</source>
        <translation>‖step‖ {norm:.3g} 対 ‖weights‖ {weights:.3g}、lr {lr:g}、{steps}後</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/names.py"/>
        <source>“{prefix}” before {keys:,} of {of:,} keys</source>
        <translation>{of:,} 個中 {keys:,} 個のキーの先頭に “{prefix}”</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/names.py"/>
        <source>“{prefix}” inside {keys:,} of {of:,} keys</source>
        <translation>{of:,} 個中 {keys:,} 個のキーの途中に “{prefix}”</translation>
    </message>
    <message>
        <location filename="../../gui/document/plain_value.py"/>
        <source>“{text}” is no number: type one such as 0 or 1e-4, or True, False or None.</source>
        <translation>「{text}」は数値ではありません。0 や 1e-4、または True、False、None を入力してください。</translation>
    </message>
    <message>
        <location filename="../../gui/document/typed_number.py"/>
        <source>“{text}” is no number: type one such as {example}.</source>
        <translation>「{text}」は数値ではありません。{example} のように入力してください。</translation>
    </message>
    <message>
        <location filename="../../gui/devices/panel.py"/>
        <source>… and {devices}</source>
        <translation>… ほか{devices}</translation>
    </message>
    <message>
        <location filename="../../gui/tree/tips.py"/>
        <source>… and {files}</source>
        <translation>… {files}</translation>
    </message>
    <message numerus="yes">
        <location filename="../../gui/save/sections.py"/>
        <source>… and {n:,} more changes</source>
        <translation><numerusform>… ほか {n:,} 個の変更</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../gui/save/sections.py"/>
        <source>… and {n:,} more devices</source>
        <translation><numerusform>… ほか {n:,} 個のデバイス</numerusform></translation>
    </message>
    <message>
        <location filename="../../gui/details/model.py"/>
        <source>… and {pieces}</source>
        <translation>… {pieces}</translation>
    </message>
    <message>
        <location filename="../../core/report/inspect.py"/>
        <source>… {tensors}; --all lists them.</source>
        <translation>… {tensors}。--all ですべて表示します。</translation>
    </message>
</context>
</TS>
