<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="zh_CN" sourcelanguage="en">
<context>
    <name>pthfinder</name>
    <message>
        <location filename="../../gui/memory/file.py"/>
        <source>
After the plan: {sum}</source>
        <translation>
计划之后：{sum}</translation>
    </message>
    <message>
        <location filename="../../gui/memory/measured_model.py"/>
        <source>
held back by the C library: up to {kept:,} bytes more, part of what is measured</source>
        <translation>
C 库留住的：最多再多 {kept:,} 字节，属于实测的一部分</translation>
    </message>
    <message>
        <location filename="../../gui/memory/plot.py"/>
        <source>
measured: {measured:,} bytes at most</source>
        <translation>
实测：最多 {measured:,} 字节</translation>
    </message>
    <message>
        <location filename="../../gui/values/facts.py"/>
        <source>
of some of the numbers; all of them are being read</source>
        <translation>
基于部分数字；正在读取全部数字</translation>
    </message>
    <message>
        <location filename="../../gui/memory/plot.py"/>
        <source>
the card has {capacity:,} ({memory})</source>
        <translation>
显卡有 {capacity:,}（{memory}）</translation>
    </message>
    <message>
        <location filename="../../gui/app/recent_menu.py"/>
        <source>&amp;Clear recent files</source>
        <translation>清除最近的文件(&amp;C)</translation>
    </message>
    <message>
        <location filename="../../gui/app/actions.py"/>
        <source>&amp;Close file</source>
        <translation>关闭文件(&amp;C)</translation>
    </message>
    <message>
        <location filename="../../gui/app/actions.py"/>
        <source>&amp;Commands…</source>
        <translation>命令(&amp;C)…</translation>
    </message>
    <message>
        <location filename="../../gui/app/actions.py"/>
        <source>&amp;Compare the keys with a model…</source>
        <translation>与模型比较键(&amp;C)…</translation>
    </message>
    <message>
        <location filename="../../gui/app/menus.py"/>
        <source>&amp;Dark</source>
        <translation>深色(&amp;D)</translation>
    </message>
    <message>
        <location filename="../../gui/app/menu_items.py"/>
        <source>&amp;Diagnosis</source>
        <translation>诊断(&amp;D)</translation>
    </message>
    <message>
        <location filename="../../gui/app/menu_items.py"/>
        <source>&amp;Edit</source>
        <translation>编辑(&amp;E)</translation>
    </message>
    <message>
        <location filename="../../gui/app/actions.py"/>
        <source>&amp;End the comparison</source>
        <translation>结束比较(&amp;E)</translation>
    </message>
    <message>
        <location filename="../../gui/app/actions.py"/>
        <source>&amp;Explain an error…</source>
        <translation>解释错误(&amp;E)…</translation>
    </message>
    <message>
        <location filename="../../gui/app/menu_items.py"/>
        <source>&amp;File</source>
        <translation>文件(&amp;F)</translation>
    </message>
    <message>
        <location filename="../../gui/rename/dialog.py"/>
        <source>&amp;Find</source>
        <translation>查找(&amp;F)</translation>
    </message>
    <message>
        <location filename="../../gui/app/actions.py"/>
        <source>&amp;Find keys</source>
        <translation>查找键(&amp;F)</translation>
    </message>
    <message>
        <location filename="../../gui/app/actions.py"/>
        <source>&amp;Fix what the banner says</source>
        <translation>按横幅所说修复(&amp;F)</translation>
    </message>
    <message>
        <location filename="../../gui/app/actions.py"/>
        <source>&amp;Go to a key…</source>
        <translation>转到键(&amp;G)…</translation>
    </message>
    <message>
        <location filename="../../gui/app/actions.py"/>
        <location filename="../../gui/app/menu_items.py"/>
        <source>&amp;Help</source>
        <translation>帮助(&amp;H)</translation>
    </message>
    <message>
        <location filename="../../gui/app/actions.py"/>
        <source>&amp;Keep the changes as a recipe…</source>
        <translation>把更改保存为配方(&amp;K)…</translation>
    </message>
    <message>
        <location filename="../../gui/app/actions.py"/>
        <source>&amp;Larger text</source>
        <translation>放大文字(&amp;L)</translation>
    </message>
    <message>
        <location filename="../../gui/app/menus.py"/>
        <source>&amp;Light</source>
        <translation>浅色(&amp;L)</translation>
    </message>
    <message>
        <location filename="../../gui/app/actions.py"/>
        <source>&amp;Next NaN or Inf</source>
        <translation>下一个 NaN 或 Inf(&amp;N)</translation>
    </message>
    <message>
        <location filename="../../gui/app/actions.py"/>
        <source>&amp;Next tab</source>
        <translation>下一个标签页(&amp;N)</translation>
    </message>
    <message>
        <location filename="../../gui/app/actions.py"/>
        <source>&amp;Open…</source>
        <translation>打开(&amp;O)…</translation>
    </message>
    <message>
        <location filename="../../gui/app/window.py"/>
        <source>&amp;Panels</source>
        <translation>面板(&amp;P)</translation>
    </message>
    <message>
        <location filename="../../gui/app/actions.py"/>
        <source>&amp;Paste an error</source>
        <translation>粘贴错误(&amp;P)</translation>
    </message>
    <message>
        <location filename="../../gui/app/recent_menu.py"/>
        <source>&amp;Pin {name}</source>
        <translation>固定 {name}(&amp;P)</translation>
    </message>
    <message>
        <location filename="../../gui/app/actions.py"/>
        <source>&amp;Preferences…</source>
        <translation>首选项(&amp;P)…</translation>
    </message>
    <message>
        <location filename="../../gui/app/actions.py"/>
        <source>&amp;Quit</source>
        <translation>退出(&amp;Q)</translation>
    </message>
    <message>
        <location filename="../../gui/app/actions.py"/>
        <source>&amp;Redo</source>
        <translation>重做(&amp;R)</translation>
    </message>
    <message>
        <location filename="../../gui/app/actions.py"/>
        <source>&amp;Redo {step}</source>
        <translation>重做：{step}(&amp;R)</translation>
    </message>
    <message>
        <location filename="../../gui/app/actions.py"/>
        <source>&amp;Reload from disk</source>
        <translation>从磁盘重新加载(&amp;R)</translation>
    </message>
    <message>
        <location filename="../../gui/app/actions.py"/>
        <source>&amp;Rename keys…</source>
        <translation>重命名键(&amp;R)…</translation>
    </message>
    <message>
        <location filename="../../gui/rename/dialog.py"/>
        <source>&amp;Replace with</source>
        <translation>替换为(&amp;R)</translation>
    </message>
    <message>
        <location filename="../../gui/app/actions.py"/>
        <source>&amp;Report…</source>
        <translation>报告(&amp;R)…</translation>
    </message>
    <message>
        <location filename="../../gui/app/actions.py"/>
        <source>&amp;Reset layout</source>
        <translation>重置布局(&amp;R)</translation>
    </message>
    <message>
        <location filename="../../gui/app/actions.py"/>
        <source>&amp;Save fixed…</source>
        <translation>保存修复后的文件(&amp;S)…</translation>
    </message>
    <message>
        <location filename="../../gui/app/actions.py"/>
        <source>&amp;Selected keys as a table…</source>
        <translation>所选键写成表(&amp;S)…</translation>
    </message>
    <message>
        <location filename="../../gui/app/actions.py"/>
        <source>&amp;Shortcuts and about</source>
        <translation>快捷键与关于(&amp;S)</translation>
    </message>
    <message>
        <location filename="../../gui/app/menus.py"/>
        <source>&amp;Theme</source>
        <translation>主题(&amp;T)</translation>
    </message>
    <message>
        <location filename="../../gui/app/actions.py"/>
        <source>&amp;Undo</source>
        <translation>撤销(&amp;U)</translation>
    </message>
    <message>
        <location filename="../../gui/app/actions.py"/>
        <source>&amp;Undo {step}</source>
        <translation>撤销：{step}(&amp;U)</translation>
    </message>
    <message>
        <location filename="../../gui/app/recent_menu.py"/>
        <source>&amp;Unpin {name}</source>
        <translation>取消固定 {name}(&amp;U)</translation>
    </message>
    <message>
        <location filename="../../gui/app/actions.py"/>
        <source>&amp;Verify with torch</source>
        <translation>用 torch 验证(&amp;V)</translation>
    </message>
    <message>
        <location filename="../../gui/app/menu_items.py"/>
        <source>&amp;View</source>
        <translation>视图(&amp;V)</translation>
    </message>
    <message>
        <location filename="../../core/catalogue/search.py"/>
        <source>'{pattern}' is no regular expression: {error}.</source>
        <translation>'{pattern}' 不是正则表达式：{error}。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traceback/judge_names.py"/>
        <source>(This file has a trap of its own: {title}.)</source>
        <translation>（此文件另有自身的问题：{title}。）</translation>
    </message>
    <message>
        <location filename="../../gui/values/ridges.py"/>
        <source>(all)</source>
        <translation>（全部）</translation>
    </message>
    <message>
        <location filename="../../gui/document/pickled_models.py"/>
        <source>(attributes)</source>
        <translation>（属性）</translation>
    </message>
    <message>
        <location filename="../../core/text.py"/>
        <source>(cut: {count:,} characters)</source>
        <translation>（已截断：{count:,} 个字符）</translation>
    </message>
    <message>
        <location filename="../../gui/recipes/dialog.py"/>
        <source>(no name)</source>
        <translation>（无名称）</translation>
    </message>
    <message>
        <location filename="../../gui/optimizer/table_model.py"/>
        <source>(not told)</source>
        <translation>（未说明）</translation>
    </message>
    <message>
        <location filename="../../core/edits/wording.py"/>
        <location filename="../../core/recipes/step_words.py"/>
        <location filename="../../core/report/difference.py"/>
        <source>(nothing)</source>
        <translation>（无）</translation>
    </message>
    <message>
        <location filename="../../gui/health/model.py"/>
        <source>(the file)</source>
        <translation>（文件）</translation>
    </message>
    <message>
        <location filename="../../core/report/inspect.py"/>
        <location filename="../../gui/details/model.py"/>
        <location filename="../../gui/diff/model.py"/>
        <location filename="../../gui/values/model.py"/>
        <source>(the whole file)</source>
        <translation>（整个文件）</translation>
    </message>
    <message>
        <location filename="../../gui/tree/table_model.py"/>
        <source>, folded</source>
        <translation>，已折叠</translation>
    </message>
    <message>
        <location filename="../../gui/tree/table_model.py"/>
        <source>, unfolded</source>
        <translation>，已展开</translation>
    </message>
    <message>
        <location filename="../../cli/ways.py"/>
        <source>--accept-damage writes it all the same.</source>
        <translation>加上 --accept-damage 则照样写入。</translation>
    </message>
    <message>
        <location filename="../../cli/ways.py"/>
        <source>--accept-missing writes it without that.</source>
        <translation>加上 --accept-missing 则不含这些内容也写入。</translation>
    </message>
    <message>
        <location filename="../../cli/ways.py"/>
        <source>--accept-odd writes it.</source>
        <translation>加上 --accept-odd 则写入。</translation>
    </message>
    <message>
        <location filename="../../cli/saving.py"/>
        <source>--alone takes it by itself</source>
        <translation>--alone 只取这一个文件</translation>
    </message>
    <message>
        <location filename="../../cli/memory/predicting.py"/>
        <source>--card and --gpu-memory both say how much memory a card has; give one of them.</source>
        <translation>--card 和 --gpu-memory 都表示显卡的显存；只给其中一个。</translation>
    </message>
    <message>
        <location filename="../../core/spread/cluster.py"/>
        <source>--cluster needs Dask: pip install 'pthfinder[cluster]'.</source>
        <translation>--cluster 需要 Dask：pip install 'pthfinder[cluster]'。</translation>
    </message>
    <message>
        <location filename="../../cli/memory/predicting.py"/>
        <source>--data-parallel {data_parallel} needs as many cards, not --gpus {gpus}.</source>
        <translation>--data-parallel {data_parallel} 需要同样多的显卡，而不是 --gpus {gpus}。</translation>
    </message>
    <message>
        <location filename="../../cli/diagnosing.py"/>
        <source>--error - reads the error from stdin, which is closed.</source>
        <translation>--error - 从标准输入读取错误，但标准输入已关闭。</translation>
    </message>
    <message>
        <location filename="../../cli/batching.py"/>
        <source>--in-place goes with neither --into nor --suffix.</source>
        <translation>--in-place 不能与 --into 或 --suffix 同用。</translation>
    </message>
    <message>
        <location filename="../../cli/memory/predicting.py"/>
        <source>--machine and --gpus both say how many cards there are; give one of them.</source>
        <translation>--machine 和 --gpus 都指定显卡数量；请只给出其中一个。</translation>
    </message>
    <message>
        <location filename="../../gui/page/welcome.py"/>
        <source>.pt  .pth  .ckpt  .bin — torch is not needed, and nothing in the file is executed.</source>
        <translation>.pt  .pth  .ckpt  .bin — 不需要 torch，文件中的内容不会被执行。</translation>
    </message>
    <message>
        <location filename="../../core/values/slices.py"/>
        <source>0 to {last:,}</source>
        <translation>0 到 {last:,}</translation>
    </message>
    <message>
        <location filename="../../gui/document/typed_number.py"/>
        <source>0.5, 1e-3, nan or -inf</source>
        <translation>0.5、1e-3、nan 或 -inf</translation>
    </message>
    <message>
        <location filename="../../gui/preferences/offered.py"/>
        <source>1 MB is 1,000,000 bytes, 1 MiB is 1,048,576. Memory of a card is always in GiB, as torch tells it</source>
        <translation>1 MB 是 1,000,000 字节，1 MiB 是 1,048,576 字节。显存始终以 GiB 表示，与 torch 一致</translation>
    </message>
    <message>
        <location filename="../../core/values/health/optimizers.py"/>
        <source>1 step</source>
        <translation>1 步</translation>
    </message>
    <message>
        <location filename="../../gui/compare/source.py"/>
        <source>1. A file of the model that is to load this one</source>
        <translation>1. 要加载此文件的模型的文件</translation>
    </message>
    <message>
        <location filename="../../gui/document/typed_number.py"/>
        <source>12 or -3</source>
        <translation>12 或 -3</translation>
    </message>
    <message>
        <location filename="../../gui/compare/source.py"/>
        <source>2. Or ask the model itself</source>
        <translation>2. 或询问模型本身</translation>
    </message>
    <message>
        <location filename="../../cli/saving.py"/>
        <source>; carried over: {names}</source>
        <translation>；一并带入：{names}</translation>
    </message>
    <message>
        <location filename="../../core/memory/machine.py"/>
        <source>A CUDA context takes some hundred MiB and never more than {most}, not {context}.</source>
        <translation>CUDA 上下文占用几百 MiB，不会超过 {most}，不是 {context}。</translation>
    </message>
    <message>
        <location filename="../../core/memory/assumptions.py"/>
        <source>A CUDA context takes {context} on each card that a process touches.</source>
        <translation>进程所用的每块显卡上，一个 CUDA 上下文占用 {context}。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/unopened.py"/>
        <source>A TorchScript archive, for torch.jit.load</source>
        <translation>TorchScript 归档，用于 torch.jit.load</translation>
    </message>
    <message>
        <location filename="../../core/loading/recipes.py"/>
        <source>A WindowsPath comes as a PureWindowsPath, which every system has.</source>
        <translation>WindowsPath 会成为 PureWindowsPath，任何系统都有。</translation>
    </message>
    <message>
        <location filename="../../core/memory/machine.py"/>
        <source>A card has between 1 MiB and 4 TiB of memory, not {capacity}.</source>
        <translation>显卡的显存在 1 MiB 到 4 TiB 之间，不是 {capacity}。</translation>
    </message>
    <message>
        <location filename="../../core/saving/targets/torch_files.py"/>
        <source>A checkpoint in shards</source>
        <translation>分片的检查点</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/scripts.py"/>
        <source>A checkpoint is a dict, and every project names its parts in its own way: 'model', 'state_dict', 'model_state_dict', or the weights alone without anything around them.</source>
        <translation>检查点是字典，每个项目对各部分的命名都不同：'model'、'state_dict'、'model_state_dict'，或者只有权重而外面没有任何包装。</translation>
    </message>
    <message>
        <location filename="../../gui/page/banner.py"/>
        <source>A checkpoint notes for every storage on which device it was when it was saved, and torch.load(f) puts it back there. On a machine that lacks the device it raises instead, unless every caller passes map_location. Mapping rewrites the noted device in the copy you save, for good; not a bit of a tensor's values changes. A tensor of the optimizer state that must stay on the CPU (Adam's step) stays there.</source>
        <translation>检查点为每个存储记下保存时所在的设备，torch.load(f) 会把它放回那里。如果机器上没有该设备就会报错，除非每次调用都传入 map_location。映射会在保存的副本中永久改写记下的设备；张量的值一个比特也不会变。必须留在 CPU 上的优化器状态张量（Adam 的 step）仍留在那里。</translation>
    </message>
    <message>
        <location filename="../../gui/recipes/table_model.py"/>
        <source>A checkpoint of the folder</source>
        <translation>文件夹中的一个检查点</translation>
    </message>
    <message>
        <location filename="../../gui/parts/table_model.py"/>
        <source>A click shows only what lies in this file; a second one shows all again.</source>
        <translation>单击只显示此文件中的内容；再次单击显示全部。</translation>
    </message>
    <message>
        <location filename="../../gui/save/dialog.py"/>
        <source>A copy of {name}</source>
        <translation>{name} 的副本</translation>
    </message>
    <message>
        <location filename="../../core/values/export/opened.py"/>
        <source>A file cannot call a tensor {name!r}. Export it by itself, as .npy or .csv.</source>
        <translation>文件不能把张量命名为 {name!r}。请单独导出，写成 .npy 或 .csv。</translation>
    </message>
    <message>
        <location filename="../../core/formats/assembled.py"/>
        <source>A file has fewer bytes of a piece of a tensor than there should be. Fetch it again.</source>
        <translation>某个文件中张量分块的字节比应有的少。请重新获取。</translation>
    </message>
    <message>
        <location filename="../../gui/save/dialog.py"/>
        <source>A file of that name is already in {parent}. Saving replaces it.</source>
        <translation>{parent} 中已有同名文件。保存会替换它。</translation>
    </message>
    <message>
        <location filename="../../gui/page/welcome.py"/>
        <source>A file on another computer, by its URL; only the parts that are needed are fetched (Ctrl+Shift+L)</source>
        <translation>用 URL 打开另一台计算机上的文件；只获取需要的部分（Ctrl+Shift+L）</translation>
    </message>
    <message>
        <location filename="../../gui/location/model.py"/>
        <source>A file or folder of this computer</source>
        <translation>本机的文件或文件夹</translation>
    </message>
    <message>
        <location filename="../../core/loading/recipes.py"/>
        <source>A file whose keys begin with module. (Add prefix) loads into the wrapped model itself.</source>
        <translation>键以 module. 开头的文件（添加前缀）可加载到被包装的模型本身。</translation>
    </message>
    <message>
        <location filename="../../gui/save/dialog.py"/>
        <source>A fixed copy of {name}</source>
        <translation>{name} 的修复副本</translation>
    </message>
    <message>
        <location filename="../../gui/save/dialog.py"/>
        <source>A folder of that name is already in {parent}. Saving replaces it.</source>
        <translation>{parent} 中已有同名文件夹。保存会替换它。</translation>
    </message>
    <message>
        <location filename="../../gui/location/model.py"/>
        <source>A folder on {host}, {kind}</source>
        <translation>{host}（{kind}）上的文件夹</translation>
    </message>
    <message>
        <location filename="../../core/edits/state_dict.py"/>
        <source>A group of the optimizer has no list of parameters; the file is damaged.</source>
        <translation>优化器的一个组没有参数列表；文件已损坏。</translation>
    </message>
    <message>
        <location filename="../../core/edits/renaming/patterns.py"/>
        <source>A key has at most {most:,} characters here.</source>
        <translation>这里的键最多 {most:,} 个字符。</translation>
    </message>
    <message>
        <location filename="../../core/edits/keys.py"/>
        <location filename="../../core/edits/renaming/patterns.py"/>
        <source>A key needs a name.</source>
        <translation>键需要有名称。</translation>
    </message>
    <message>
        <location filename="../../cli/edit_arguments.py"/>
        <source>A machine without a GPU has no card; leave out --card, or say --machine gpus:1.</source>
        <translation>没有 GPU 的机器没有显卡；请去掉 --card，或指定 --machine gpus:1。</translation>
    </message>
    <message>
        <location filename="../../core/memory/machine.py"/>
        <source>A model cannot be of dtype {text!r}; write {dtypes} (or fp32, bf16 …).</source>
        <translation>模型的 dtype 不能是 {text!r}；请写 {dtypes}（或 fp32、bf16 …）。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/data_parallel.py"/>
        <source>A model that is spread on purpose is right as it is. Wrapped in DataParallel it would not run, which wants all of a model on its first device.</source>
        <translation>有意分散放置的模型保持原样即可。包装进 DataParallel 后它无法运行，因为后者要求整个模型位于第一个设备上。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/names.py"/>
        <source>A model without the wrapper does not find its keys.</source>
        <translation>没有包装器的模型找不到它的键。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/pickles.py"/>
        <source>A module could not be imported. While a checkpoint is loaded this means that it holds a whole pickled object, whose class lives in that module.</source>
        <translation>有一个模块无法导入。加载检查点时，这意味着其中有用 pickle 保存的整个对象，而它的类位于该模块中。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/containers.py"/>
        <source>A part of the file fails its checksum. torch itself never looks at checksums and would load the damage.</source>
        <translation>文件的一部分未通过校验和验证。torch 本身从不检查校验和，会加载损坏的内容。</translation>
    </message>
    <message>
        <location filename="../../core/formats/legacy.py"/>
        <source>A part of the file that torch fills with numbers alone refers to {names}, which a program that loads the file would run. It is a trap; do not load it.</source>
        <translation>文件中本应由 torch 只填入数字的部分引用了 {names}，加载此文件的程序会运行它。这是陷阱；不要加载。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/objects.py"/>
        <source>A path object of the other system was pickled. On {system} torch.load(f, weights_only=False) fails on it.</source>
        <translation>其中用 pickle 保存了另一种系统的路径对象。在 {system} 上，torch.load(f, weights_only=False) 会因此失败。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/pickles.py"/>
        <source>A pickle names the functions and classes of torch that rebuild what is in it. The torch that loads lacks this one: it is older than the torch that saved, as with _rebuild_tensor_v2, which came with 0.4, or, more rarely, so new that it dropped the name. The weights themselves are fine.</source>
        <translation>pickle 会指名 torch 中用于重建其内容的函数和类。用于加载的 torch 没有其中这一个：它比保存时的 torch 更旧，例如随 0.4 引入的 _rebuild_tensor_v2；或者较少见，它新到已移除该名称。权重本身没有问题。</translation>
    </message>
    <message>
        <location filename="../../core/formats/assembled.py"/>
        <source>A piece of a tensor is packed, which torch never writes. Save the file that it is in once.</source>
        <translation>张量的某个分块是打包的，torch 从不这样写。请把它所在的文件重新保存一次。</translation>
    </message>
    <message>
        <location filename="../../core/containers/dcp/archive.py"/>
        <source>A piece of {key!r} in {file} cannot be read: {reason}</source>
        <translation>无法读取 {file} 中 {key!r} 的一个分块：{reason}</translation>
    </message>
    <message>
        <location filename="../../core/containers/ranks/assembling.py"/>
        <source>A piece of {name} is of {dtype}, the whole of {other}: the files are of different saves.</source>
        <translation>{name} 的一个分块是 {dtype}，整体是 {other}：这些文件来自不同的保存。</translation>
    </message>
    <message>
        <location filename="../../core/formats/assembled.py"/>
        <source>A piece of {name} lies outside the tensor that it is of.</source>
        <translation>{name} 的一个分块超出了它所属的张量。</translation>
    </message>
    <message>
        <location filename="../../core/recipes/recipe.py"/>
        <source>A recipe has to be a file of this computer. Fetch it first.</source>
        <translation>配方必须是本机上的文件。请先获取它。</translation>
    </message>
    <message>
        <location filename="../../core/formats/zip_reader.py"/>
        <source>A record is larger than 4 GB but its zip64 sizes are missing; the file is damaged. Fetch it again.</source>
        <translation>有记录大于 4 GB，但缺少 zip64 大小；文件已损坏。请重新获取。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/records.py"/>
        <source>A record that torch reads first is damaged, so torch.load(f) stops there. The rest of the file can be looked at.</source>
        <translation>torch 最先读取的一个记录已损坏，因此 torch.load(f) 停在那里。文件的其余部分可以查看。</translation>
    </message>
    <message>
        <location filename="../../core/edits/renaming/safe_regex.py"/>
        <source>A regular expression has at most {most} characters here.</source>
        <translation>这里的正则表达式最多 {most} 个字符。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/unopened.py"/>
        <source>A safetensors file, for safetensors.torch.load_file</source>
        <translation>safetensors 文件，用于 safetensors.torch.load_file</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/resuming.py"/>
        <source>A scheduler that is made with last_epoch ≥ 0 looks for 'initial_lr' in the optimizer's groups. It is there only after the state of an optimizer that had a scheduler was loaded into it.</source>
        <translation>用 last_epoch ≥ 0 创建的调度器会在优化器各组中查找 'initial_lr'。只有向优化器加载了曾带有调度器的优化器的状态之后，才会有它。</translation>
    </message>
    <message>
        <location filename="../../core/remote/stores/http_connections.py"/>
        <source>A server on the internet leads to {host}, inside this network: not followed.</source>
        <translation>互联网上的服务器重定向到本网络内部的 {host}：未予跟随。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/objects.py"/>
        <source>A sharded one holds this process's part; every process saved its own.</source>
        <translation>分片的模型只含本进程的那一部分；每个进程都保存了自己的部分。</translation>
    </message>
    <message>
        <location filename="../../gui/page/welcome.py"/>
        <source>A small checkpoint of a DataParallel model with Adam state, saved on cuda:5 and cuda:1</source>
        <translation>带有 Adam 状态的 DataParallel 模型的小检查点，保存在 cuda:5 和 cuda:1 上</translation>
    </message>
    <message>
        <location filename="../../core/objects/tensors.py"/>
        <source>A storage has no name, which torch never writes; the file is damaged or a trap.</source>
        <translation>存储没有名称，torch 从不这样写；文件已损坏或是陷阱。</translation>
    </message>
    <message>
        <location filename="../../core/formats/legacy_ids.py"/>
        <location filename="../../core/objects/tensors.py"/>
        <source>A storage is described in a way that torch never writes; the file is damaged or a trap.</source>
        <translation>某个存储的描述方式是 torch 从不写出的；文件已损坏或是陷阱。</translation>
    </message>
    <message>
        <location filename="../../core/containers/tar_file.py"/>
        <source>A storage or a tensor of this tar is described in a way that torch never writes; it is damaged or a trap.</source>
        <translation>此 tar 中某个存储或张量的描述方式是 torch 从不写出的；它已损坏或是陷阱。</translation>
    </message>
    <message>
        <location filename="../../core/objects/tensors.py"/>
        <source>A tensor begins outside its storage; the file is damaged or a trap.</source>
        <translation>张量从其存储之外开始；文件已损坏或是陷阱。</translation>
    </message>
    <message>
        <location filename="../../core/objects/tensors.py"/>
        <source>A tensor has a size or stride that torch never writes; the file is damaged or a trap.</source>
        <translation>张量的大小或步幅是 torch 从不写的；文件已损坏或是陷阱。</translation>
    </message>
    <message>
        <location filename="../../core/numbers/stored.py"/>
        <source>A tensor has fewer bytes in the file than its shape takes; the file was cut short.</source>
        <translation>张量在文件中的字节少于其形状所需；文件被截断了。</translation>
    </message>
    <message>
        <location filename="../../core/objects/tensors.py"/>
        <source>A tensor has more elements than torch can count; the file is damaged or a trap.</source>
        <translation>张量的元素多于 torch 能计数的；文件已损坏或是陷阱。</translation>
    </message>
    <message>
        <location filename="../../core/numbers/quantised.py"/>
        <source>A tensor is quantised by {scheme!r} in a way that torch never writes.</source>
        <translation>张量以 {scheme!r} 量化，torch 从不这样写。</translation>
    </message>
    <message>
        <location filename="../../core/containers/torch_zips/exported.py"/>
        <source>A tensor of this exported program is described as no torch writes it: {key!r}.</source>
        <translation>此导出的程序中有一个张量的描述是 torch 从不写出的：{key!r}。</translation>
    </message>
    <message>
        <location filename="../../core/edits/edits.py"/>
        <source>A tensor on 'meta' has no bytes: the file would lose its weights. Choose cpu or a GPU such as cuda:0.</source>
        <translation>'meta' 上的张量没有字节：文件会失去其权重。请选择 cpu 或 cuda:0 之类的 GPU。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/running.py"/>
        <source>A tensor on the device meta has a shape and no values. Either the model was made so and its weights were never loaded, or they had none when the file was saved.</source>
        <translation>位于 meta 设备上的张量只有形状而没有值。要么模型就是这样构建的，其权重从未加载；要么保存文件时它们就没有值。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/devices.py"/>
        <source>A tensor on the device meta has a shape and no values. The model was built on meta, or its weights lay elsewhere while it was saved (offloading, FSDP), so they are not in this file.</source>
        <translation>位于 meta 设备上的张量只有形状而没有值。模型是在 meta 上构建的，或者保存时权重在别处（offloading、FSDP），所以它们不在此文件中。</translation>
    </message>
    <message>
        <location filename="../../core/objects/tensors.py"/>
        <source>A tensor reaches outside its storage {key!r} (element {reach:,} of {count:,}); the file is damaged or a trap.</source>
        <translation>张量超出其存储 {key!r}（{count:,} 个中的第 {reach:,} 个元素）；文件已损坏或是陷阱。</translation>
    </message>
    <message>
        <location filename="../../core/numbers/tensor.py"/>
        <source>A tensor says that it has {size:,} numbers, in {reach:,} places: its strides lay them over each other. The file is damaged or a trap.</source>
        <translation>张量说它有 {size:,} 个数字，在 {reach:,} 个位置上：其步幅使它们重叠。文件已损坏或是陷阱。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/devices.py"/>
        <source>A tensor was saved on a device of another maker or an add-on to torch, which is not here, or map_location names one. torch.load looks for that device before it looks at the bytes.</source>
        <translation>有张量保存在其他厂商的设备或 torch 扩展的设备上，而这里没有该设备，或者 map_location 指定了这样的设备。torch.load 在查看字节之前先查找该设备。</translation>
    </message>
    <message>
        <location filename="../../gui/app/actions.py"/>
        <source>A tour of the classic troubles, a glossary, and how to do what.</source>
        <translation>常见问题导览、术语表，以及各种操作方法。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/file.py"/>
        <source>A view is saved with the whole storage that it looks into. {storages} of this file hold {size} that no tensor uses, and torch.load allocates them as well.</source>
        <translation>视图会连同它所指向的整个存储一起保存。此文件的{storages}中有 {size} 没有任何张量使用，torch.load 也会为其分配空间。</translation>
    </message>
    <message>
        <location filename="../../core/formats/legacy_ids.py"/>
        <source>A view of a storage is described in a way that torch never writes; the file is damaged or a trap.</source>
        <translation>某个存储视图的描述方式是 torch 从不写出的；文件已损坏或是陷阱。</translation>
    </message>
    <message>
        <location filename="../../core/objects/tensors.py"/>
        <source>A view of a storage is described in a way that torch never writes; the file is damaged.</source>
        <translation>存储的视图以 torch 从不写的方式描述；文件已损坏。</translation>
    </message>
    <message>
        <location filename="../../gui/save/forecast.py"/>
        <source>A warning about using it after loading: {title}.</source>
        <translation>加载后使用时的警告：{title}。</translation>
    </message>
    <message>
        <location filename="../../core/formats/spread/plain_file.py"/>
        <source>A worker cannot read {path}: {reason}. All workers must see the file at the same path.</source>
        <translation>有工作进程无法读取 {path}：{reason}。所有工作进程必须能在同一路径看到该文件。</translation>
    </message>
    <message>
        <location filename="../../core/saving/spread/filling.py"/>
        <source>A worker cannot write {path}: {reason}. All workers must see the new file at the same path.</source>
        <translation>工作进程无法写入 {path}：{reason}。所有工作进程都必须能在同一路径下看到新文件。</translation>
    </message>
    <message>
        <location filename="../../core/spread/worker.py"/>
        <source>A worker has Pthfinder {theirs}, and this is {ours}. Install the same one everywhere.</source>
        <translation>有工作进程的 Pthfinder 是 {theirs}，而这里是 {ours}。请在各处安装同一版本。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/running.py"/>
        <source>A worker of the data loader died because /dev/shm is full. No checkpoint has to do with that.</source>
        <translation>因为 /dev/shm 已满，数据加载器的一个工作进程终止了。这与任何检查点都无关。</translation>
    </message>
    <message>
        <location filename="../../core/spread/worker.py"/>
        <source>A worker was asked for {name}, which is none of ours.</source>
        <translation>有人要求工作进程执行 {name}，而它不属于 Pthfinder。</translation>
    </message>
    <message>
        <location filename="../../core/values/export/export.py"/>
        <source>A {kind} file holds one tensor, and {count:,} are asked for: write .npz or .safetensors.</source>
        <translation>{kind} 文件只能容纳一个张量，而要求 {count:,} 个：请写成 .npz 或 .safetensors。</translation>
    </message>
    <message>
        <location filename="../../core/containers/ranks/pieces.py"/>
        <source>A {kind} says of itself what torch never writes; it cannot be put together.</source>
        <translation>有 {kind} 对自身的描述是 torch 从不写出的；无法合并。</translation>
    </message>
    <message>
        <location filename="../../gui/memory/training.py"/>
        <source>Activations</source>
        <translation>激活值</translation>
    </message>
    <message>
        <location filename="../../gui/recipes/dialog.py"/>
        <source>Add a recipe from a .json file</source>
        <translation>从 .json 文件添加配方</translation>
    </message>
    <message>
        <location filename="../../core/report/page.py"/>
        <location filename="../../gui/details/model.py"/>
        <location filename="../../gui/tree/headings.py"/>
        <source>After</source>
        <translation>之后</translation>
    </message>
    <message>
        <location filename="../../gui/devices/panel.py"/>
        <source>After saving</source>
        <translation>保存之后</translation>
    </message>
    <message>
        <location filename="../../core/report/page.py"/>
        <source>After the pending changes</source>
        <translation>待定的更改之后</translation>
    </message>
    <message>
        <location filename="../../gui/memory/table_models.py"/>
        <source>After the plan</source>
        <translation>计划之后</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/model_match/model_findings.py"/>
        <source>After the rename {left}.</source>
        <translation>重命名后，{left}。</translation>
    </message>
    <message>
        <location filename="../../gui/memory/measure.py"/>
        <source>Again</source>
        <translation>重新测量</translation>
    </message>
    <message>
        <location filename="../../gui/devices/panel.py"/>
        <source>All GPUs → cpu</source>
        <translation>所有 GPU → cpu</translation>
    </message>
    <message>
        <location filename="../../gui/values/copy_menu.py"/>
        <source>All facts, a line each</source>
        <translation>所有信息，每行一条</translation>
    </message>
    <message>
        <location filename="../../gui/page/file_kinds.py"/>
        <source>All files</source>
        <translation>所有文件</translation>
    </message>
    <message>
        <location filename="../../gui/values/picture_page.py"/>
        <source>All kernels side by side, those of an output channel together; else one plane</source>
        <translation>所有卷积核并排，同一输出通道的放在一起；否则显示一个平面</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/many_files.py"/>
        <source>All keys are there. Saved anew here they have no need of that index.</source>
        <translation>所有键都在。在这里重新保存后就不需要该索引。</translation>
    </message>
    <message>
        <location filename="../../gui/app/actions.py"/>
        <source>All keys as a &amp;table…</source>
        <translation>所有键写成表(&amp;T)…</translation>
    </message>
    <message>
        <location filename="../../gui/rename/dialog.py"/>
        <source>All keys of state dicts</source>
        <translation>state_dict 的所有键</translation>
    </message>
    <message>
        <location filename="../../core/values/health/optimizers.py"/>
        <source>All moments of {name} are zero</source>
        <translation>{name} 的所有矩都为零</translation>
    </message>
    <message>
        <location filename="../../core/values/health/optimizers.py"/>
        <source>All moments of {name} are zero after {steps}</source>
        <translation>{name} 的所有矩在{steps}之后都为零</translation>
    </message>
    <message>
        <location filename="../../core/values/health/optimizers.py"/>
        <source>All moments of {parameters} are zero after {steps}: no gradient ever came, or this is not the state of these steps.</source>
        <translation>{parameters}的所有矩在{steps}之后都为零：从未有过梯度，或这不是这些步的状态。</translation>
    </message>
    <message>
        <location filename="../../gui/values/change_menu.py"/>
        <source>All numbers become those that numpy.save wrote, of the same shape</source>
        <translation>所有数字换成 numpy.save 写出的相同形状的数字</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/running.py"/>
        <source>All of its weights are on one device; the script moves them.</source>
        <translation>它的所有权重都在同一设备上；是脚本移动了它们。</translation>
    </message>
    <message>
        <location filename="../../core/values/health/weights.py"/>
        <source>All others are 0: this is an attention mask, which has -Inf on purpose.</source>
        <translation>其余都是 0：这是注意力掩码，有意含有 -Inf。</translation>
    </message>
    <message>
        <location filename="../../gui/parts/panel.py"/>
        <source>All that is open is one file.</source>
        <translation>打开的只有一个文件。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/many_files.py"/>
        <source>All the files that belong to it are there.</source>
        <translation>属于它的文件都在。</translation>
    </message>
    <message>
        <location filename="../../gui/memory/board.py"/>
        <source>All ways and phases</source>
        <translation>所有方式和阶段</translation>
    </message>
    <message>
        <location filename="../../core/spread/cluster.py"/>
        <source>All workers of {address} are gone.</source>
        <translation>{address} 的所有工作进程都已不在。</translation>
    </message>
    <message numerus="yes">
        <location filename="../../core/values/health/weights.py"/>
        <source>All {count:,} numbers are zero, and those of {n:,} others of this name are not: nothing gets through this one.</source>
        <translation><numerusform>全部 {count:,} 个数字为零，而另外 {n:,} 个同名张量的不为零：没有任何内容能通过它。</numerusform></translation>
    </message>
    <message>
        <location filename="../../core/values/health/weights.py"/>
        <source>All {count:,} numbers are zero. Layers that are to do nothing at first begin so; the file cannot tell whether this is one.</source>
        <translation>全部 {count:,} 个数字为零。起初不应起作用的层就是这样开始的；文件无法说明它是否如此。</translation>
    </message>
    <message>
        <location filename="../../core/values/health/weights.py"/>
        <source>All {count:,} numbers are zero: no input of this norm ever varied. What comes before it gives the same for everything.</source>
        <translation>全部 {count:,} 个数字为零：此归一化的输入从未变化。它之前的部分对一切输入都给出相同结果。</translation>
    </message>
    <message numerus="yes">
        <location filename="../../core/values/health/weights.py"/>
        <source>All {count:,} numbers are {value:.6g}, and those of {n:,} others of this name differ: this one was not trained.</source>
        <translation><numerusform>全部 {count:,} 个数字为 {value:.6g}，而另外 {n:,} 个同名张量的各不相同：它没有被训练。</numerusform></translation>
    </message>
    <message>
        <location filename="../../core/values/health/weights.py"/>
        <source>All {count:,} numbers are {value:.6g}: units with the same weights learn the same. The file cannot tell whether it is so on purpose.</source>
        <translation>全部 {count:,} 个数字为 {value:.6g}：权重相同的单元学到的也相同。文件无法说明是否有意。</translation>
    </message>
    <message>
        <location filename="../../gui/compare/model.py"/>
        <source>All {keys} fit: load_state_dict(strict=True) takes this file.</source>
        <translation>全部{keys}吻合：load_state_dict(strict=True) 接受此文件。</translation>
    </message>
    <message numerus="yes">
        <location filename="../../core/values/health/weights.py"/>
        <source>All {n:,} numbers are {what}</source>
        <translation><numerusform>全部 {n:,} 个数字都是 {what}</numerusform></translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/model_match/model_findings.py"/>
        <source>All {of:,} keys of this file name nothing in {name}.</source>
        <translation>此文件的全部 {of:,} 个键在 {name} 中都没有对应项。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/model_match/model_findings.py"/>
        <source>All {of:,} keys of {name} are not in this file.</source>
        <translation>{name} 的全部 {of:,} 个键都不在此文件中。</translation>
    </message>
    <message>
        <location filename="../../core/loading/own_loaders.py"/>
        <source>An archive of torch.package, for its PackageImporter</source>
        <translation>torch.package 的归档，用于其 PackageImporter</translation>
    </message>
    <message>
        <location filename="../../core/numbers/convert.py"/>
        <source>An array of {array} cannot be a tensor of {dtype}; the file is damaged.</source>
        <translation>{array} 的数组不能成为 {dtype} 的张量；文件已损坏。</translation>
    </message>
    <message>
        <location filename="../../core/loading/own_loaders.py"/>
        <source>An exported program, for torch.export.load</source>
        <translation>导出的程序，用于 torch.export.load</translation>
    </message>
    <message numerus="yes">
        <location filename="../../gui/values/numbers_page.py"/>
        <source>An index of this tensor is {n} whole numbers, such as {example}.</source>
        <translation><numerusform>此张量的索引是 {n} 个整数，例如 {example}。</numerusform></translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/resuming.py"/>
        <source>An optimizer's state is matched to parameters by position, group by group, and the numbers differ. Where only the order differs, torch loads the state of one parameter into another and says nothing.</source>
        <translation>优化器状态逐组按位置与参数匹配，而数目不同。如果只是顺序不同，torch 会把一个参数的状态加载到另一个参数中，且不作任何提示。</translation>
    </message>
    <message numerus="yes">
        <location filename="../../gui/diagnosis/integrity_model.py"/>
        <source>And {n:,} records more.</source>
        <translation><numerusform>以及另外 {n:,} 条记录。</numerusform></translation>
    </message>
    <message>
        <location filename="../../gui/compare/source.py"/>
        <source>Another checkpoint of it will do, or a JSON or text file with its keys. Nothing in it is run.</source>
        <translation>可以是它的另一个检查点，或含有其键的 JSON 或文本文件。其中的内容不会运行。</translation>
    </message>
    <message>
        <location filename="../../gui/compare/source.py"/>
        <source>Another checkpoint of the same model, or a JSON or text file with its keys and shapes</source>
        <translation>同一模型的另一个检查点，或含有其键和形状的 JSON 或文本文件</translation>
    </message>
    <message>
        <location filename="../../gui/compare/dialog.py"/>
        <source>Another model…</source>
        <translation>其他模型…</translation>
    </message>
    <message>
        <location filename="../../gui/machine/chip.py"/>
        <source>Another size…</source>
        <translation>其他大小…</translation>
    </message>
    <message>
        <location filename="../../gui/tree/menu.py"/>
        <source>Another value in the file you save</source>
        <translation>在保存的文件中换一个值</translation>
    </message>
    <message>
        <location filename="../../core/memory/analysis.py"/>
        <source>Any of the {count} ways that are marked</source>
        <translation>标出的 {count} 种方式中的任何一种</translation>
    </message>
    <message>
        <location filename="../../gui/preferences/offered.py"/>
        <source>Appearance</source>
        <translation>外观</translation>
    </message>
    <message>
        <location filename="../../gui/recipes/dialog.py"/>
        <source>Apply to a folder…</source>
        <translation>应用于文件夹…</translation>
    </message>
    <message>
        <location filename="../../gui/recipes/dialog.py"/>
        <source>Apply to this file</source>
        <translation>应用于此文件</translation>
    </message>
    <message>
        <location filename="../../core/loading/own_loaders.py"/>
        <source>Arrays of NumPy, for numpy.load</source>
        <translation>NumPy 数组，用于 numpy.load</translation>
    </message>
    <message>
        <location filename="../../gui/rename/table_model.py"/>
        <source>As it is, with what is planned already</source>
        <translation>现状，包括已有的计划</translation>
    </message>
    <message>
        <location filename="../../gui/rename/table_model.py"/>
        <source>As it will be in the file you save</source>
        <translation>在保存的文件中的样子</translation>
    </message>
    <message>
        <location filename="../../gui/diagnosis/check.py"/>
        <location filename="../../gui/widgets/read_error.py"/>
        <source>Ask its server once more</source>
        <translation>再次询问其服务器</translation>
    </message>
    <message>
        <location filename="../../gui/location/folder_view.py"/>
        <source>Asking {host} …</source>
        <translation>正在询问 {host} …</translation>
    </message>
    <message>
        <location filename="../../gui/page/opening_page.py"/>
        <source>Asking {host}; tensor bytes stay there</source>
        <translation>正在询问 {host}；张量字节留在那里</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/running.py"/>
        <source>At optimizer.step():</source>
        <translation>在 optimizer.step() 处：</translation>
    </message>
    <message>
        <location filename="../../gui/memory/table_models.py"/>
        <source>At the end of the phase: RAM in all, of a GPU torch.cuda.memory_allocated</source>
        <translation>阶段结束时：内存为总量，GPU 为 torch.cuda.memory_allocated</translation>
    </message>
    <message>
        <location filename="../../core/catalogue/catalogue.py"/>
        <source>At the top it holds: {keys}.</source>
        <translation>顶层包含：{keys}。</translation>
    </message>
    <message>
        <location filename="../../gui/page/error_page.py"/>
        <source>Back</source>
        <translation>返回</translation>
    </message>
    <message>
        <location filename="../../gui/help/window.py"/>
        <source>Back (Alt+Left)</source>
        <translation>后退 (Alt+Left)</translation>
    </message>
    <message>
        <location filename="../../gui/preferences/dialog.py"/>
        <source>Back to what all of this was at first</source>
        <translation>全部恢复为最初的样子</translation>
    </message>
    <message>
        <location filename="../../gui/page/error_page.py"/>
        <source>Back to {name}</source>
        <translation>返回 {name}</translation>
    </message>
    <message>
        <location filename="../../gui/memory/answer_model.py"/>
        <source>Barely, once saved: {amount}, with nothing to spare.</source>
        <translation>保存后勉强可以：{amount}，没有余量。</translation>
    </message>
    <message>
        <location filename="../../gui/memory/answer_model.py"/>
        <source>Barely: {amount}, {way}, with nothing to spare.</source>
        <translation>勉强可以：{way}，占用 {amount}，没有余量。</translation>
    </message>
    <message>
        <location filename="../../gui/rename/table_model.py"/>
        <source>Becomes</source>
        <translation>变为</translation>
    </message>
    <message>
        <location filename="../../gui/document/ghost_cells.py"/>
        <source>Below: {keys} only in {name}</source>
        <translation>下面：仅在 {name} 中的{keys}</translation>
    </message>
    <message>
        <location filename="../../gui/document/marks.py"/>
        <source>Below: {told}</source>
        <translation>下面：{told}</translation>
    </message>
    <message>
        <location filename="../../gui/recipes/folder_dialog.py"/>
        <source>Beside the old ones, as NAME{suffix}</source>
        <translation>在旧文件旁边，名为 NAME{suffix}</translation>
    </message>
    <message>
        <location filename="../../gui/location/dialog.py"/>
        <source>Browse</source>
        <translation>浏览</translation>
    </message>
    <message>
        <location filename="../../gui/save/form.py"/>
        <source>Browse…</source>
        <translation>浏览…</translation>
    </message>
    <message>
        <location filename="../../core/memory/assumptions.py"/>
        <source>Buffers that are not in the file are not counted.</source>
        <translation>不计文件中没有的缓冲区。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/optimizers.py"/>
        <source>Build the model and move it to its device, build the optimizer from its parameters after that, and load the optimizer's state last: optimizer.load_state_dict puts each piece where its parameter is.</source>
        <translation>先构建模型并移到其设备上，然后用它的参数构建优化器，最后加载优化器状态：optimizer.load_state_dict 会把每一部分放到其参数所在之处。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/model_match/group_findings.py"/>
        <source>Build the optimizer over the same parameters, in the same groups and order as when the file was saved: parameters frozen or added since then change the numbers. Or start the optimizer anew, without its state.</source>
        <translation>请用与保存文件时相同的参数、相同的分组和顺序构建优化器：此后冻结或新增的参数会改变数目。或者不用其状态，重新开始优化器。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/scripts.py"/>
        <source>Build the optimizer that the file was saved with, or load the model alone and start with new optimizer state.</source>
        <translation>请构建保存文件时所用的优化器，或只加载模型，用新的优化器状态开始。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/resuming.py"/>
        <source>Build the optimizer with the same groups over the same parameters in the same order as when it was saved, or leave its state out and start it anew.</source>
        <translation>请用与保存时相同的组、相同的参数和相同的顺序构建优化器，或者去掉其状态，重新开始。</translation>
    </message>
    <message>
        <location filename="../../core/values/health/weights.py"/>
        <source>By its name it is a mask, which may have them on purpose; the file cannot tell.</source>
        <translation>从名称看它是掩码，可能有意含有它们；文件无法说明。</translation>
    </message>
    <message>
        <location filename="../../core/values/health/weights.py"/>
        <source>By its name it is the least or the greatest that was seen, which begins so: nothing was yet.</source>
        <translation>从名称看它是所见的最小值或最大值，起初就是这样：还没有见过任何值。</translation>
    </message>
    <message>
        <location filename="../../core/report/page.py"/>
        <source>Bytes on each device</source>
        <translation>各设备上的字节数</translation>
    </message>
    <message>
        <location filename="../../core/report/page.py"/>
        <source>Bytes on each device after the pending changes</source>
        <translation>待定的更改之后各设备上的字节数</translation>
    </message>
    <message>
        <location filename="../../gui/page/exporting.py"/>
        <source>CSV, for spreadsheets (*.csv)</source>
        <translation>CSV，用于电子表格 (*.csv)</translation>
    </message>
    <message>
        <location filename="../../gui/document/compared.py"/>
        <source>Called {path} in {name}.</source>
        <translation>在 {name} 中叫 {path}。</translation>
    </message>
    <message>
        <location filename="../../gui/location/dialog.py"/>
        <location filename="../../gui/page/saving.py"/>
        <location filename="../../gui/save/dialog.py"/>
        <location filename="../../gui/save/saving_line.py"/>
        <location filename="../../gui/widgets/progress.py"/>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <location filename="../../cli/main.py"/>
        <source>Cancelled.</source>
        <translation>已取消。</translation>
    </message>
    <message>
        <location filename="../../cli/main.py"/>
        <source>Cancelled; nothing was changed.</source>
        <translation>已取消；没有任何更改。</translation>
    </message>
    <message>
        <location filename="../../gui/diagnosis/error_model.py"/>
        <source>Cannot tell from the file</source>
        <translation>从文件无法判断</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traceback/answer.py"/>
        <source>Cannot tell from the file: {why}</source>
        <translation>无法从文件判断：{why}</translation>
    </message>
    <message>
        <location filename="../../gui/diagnosis/board.py"/>
        <location filename="../../gui/machine/chip.py"/>
        <location filename="../../gui/preferences/offered.py"/>
        <source>Card</source>
        <translation>显卡</translation>
    </message>
    <message>
        <location filename="../../gui/memory/training.py"/>
        <source>Cards</source>
        <translation>显卡</translation>
    </message>
    <message>
        <location filename="../../gui/changes/table_model.py"/>
        <source>Change</source>
        <translation>更改</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/devices.py"/>
        <source>Change the saved device to cpu, once and for all who load the file; or pass map_location='cpu' at every load.</source>
        <translation>把保存的设备改为 cpu，对所有加载此文件的人一劳永逸；或者每次加载时传入 map_location='cpu'。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/devices.py"/>
        <source>Change the saved device to {home}, or to cpu if the model is moved afterwards anyway; or pass map_location={{{device_quoted}: {home_quoted}}} at every load.</source>
        <translation>把保存的设备改为 {home}，如果之后反正要移动模型，也可改为 cpu；或者每次加载时传入 map_location={{{device_quoted}: {home_quoted}}}。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/devices.py"/>
        <source>Change the saved device to {home}; or pass map_location='cpu' at every load.</source>
        <translation>把保存的设备改为 {home}；或者每次加载时传入 map_location='cpu'。</translation>
    </message>
    <message>
        <location filename="../../gui/tree/menu.py"/>
        <source>Change this key in the file you save</source>
        <translation>在保存的文件中更改此键</translation>
    </message>
    <message>
        <location filename="../../gui/tree/comparison_line.py"/>
        <source>Changed only</source>
        <translation>只看更改</translation>
    </message>
    <message>
        <location filename="../../gui/app/actions.py"/>
        <source>Changes as &amp;Python…</source>
        <translation>更改写成 Python(&amp;P)…</translation>
    </message>
    <message>
        <location filename="../../gui/app/actions.py"/>
        <source>Changes as a c&amp;ommand…</source>
        <translation>更改写成命令(&amp;O)…</translation>
    </message>
    <message>
        <location filename="../../gui/optimizer/model_box.py"/>
        <source>Checkpoints (*.pt *.pth *.ckpt *.bin *.safetensors *.tar);;All files (*)</source>
        <translation>检查点 (*.pt *.pth *.ckpt *.bin *.safetensors *.tar);;所有文件 (*)</translation>
    </message>
    <message>
        <location filename="../../gui/compare/source.py"/>
        <source>Checkpoints and lists of keys (*.pt *.pth *.ckpt *.bin *.safetensors *.tar *.json *.txt);;All files (*)</source>
        <translation>检查点和键的列表 (*.pt *.pth *.ckpt *.bin *.safetensors *.tar *.json *.txt);;所有文件 (*)</translation>
    </message>
    <message>
        <location filename="../../gui/location/checkpoints_view.py"/>
        <source>Checkpoints of the folder</source>
        <translation>文件夹中的检查点</translation>
    </message>
    <message>
        <location filename="../../gui/memory/controls.py"/>
        <source>Choose a card, or type its name or its memory: T4, 24 GiB, 22.5 GiB.
Programs get a little less of a card than it is sold as.
All figures of this panel are in binary units, as torch's are: 1 GiB is 1024³ bytes.</source>
        <translation>选择一张显卡，或输入其名称或显存：T4、24 GiB、22.5 GiB。
程序可用的显存比标称值略少。
此面板的所有数值都使用二进制单位，与 torch 相同：1 GiB 等于 1024³ 字节。</translation>
    </message>
    <message>
        <location filename="../../gui/page/welcome.py"/>
        <source>Choose a file (Ctrl+O)</source>
        <translation>选择文件（Ctrl+O）</translation>
    </message>
    <message>
        <location filename="../../gui/compare/source.py"/>
        <location filename="../../gui/diff/panel.py"/>
        <source>Choose a file…</source>
        <translation>选择文件…</translation>
    </message>
    <message>
        <location filename="../../gui/app/actions.py"/>
        <source>Choose a second checkpoint: what differs between the two is marked in the tree. Neither file is changed.</source>
        <translation>选择第二个检查点：两者的不同之处会在树中标出。两个文件都不会被更改。</translation>
    </message>
    <message>
        <location filename="../../cli/values/scanning.py"/>
        <source>Choose another name, or add --overwrite.</source>
        <translation>请换一个名称，或加上 --overwrite。</translation>
    </message>
    <message>
        <location filename="../../gui/save/form.py"/>
        <source>Choose folder and name</source>
        <translation>选择文件夹和名称</translation>
    </message>
    <message>
        <location filename="../../gui/recipes/folder_dialog.py"/>
        <source>Choose where the new files go</source>
        <translation>选择新文件的去处</translation>
    </message>
    <message>
        <location filename="../../gui/save/clicks.py"/>
        <source>Choose {container}</source>
        <translation>改用 {container}</translation>
    </message>
    <message>
        <location filename="../../gui/recipes/folder_dialog.py"/>
        <source>Choose…</source>
        <translation>选择…</translation>
    </message>
    <message>
        <location filename="../../gui/changes/panel.py"/>
        <source>Clear</source>
        <translation>清除</translation>
    </message>
    <message>
        <location filename="../../gui/location/recent_list.py"/>
        <source>Clear recent files</source>
        <translation>清除最近的文件</translation>
    </message>
    <message>
        <location filename="../../gui/widgets/error_box.py"/>
        <source>Clear the error</source>
        <translation>清除错误</translation>
    </message>
    <message>
        <location filename="../../gui/app/help.py"/>
        <location filename="../../gui/widgets/basic_widgets.py"/>
        <source>Clear the search</source>
        <translation>清除搜索</translation>
    </message>
    <message>
        <location filename="../../gui/devices/table_model.py"/>
        <source>Click to select all {tensors} saved on {device}.</source>
        <translation>点击选择保存在 {device} 上的全部{tensors}。</translation>
    </message>
    <message>
        <location filename="../../gui/preferences/dialog.py"/>
        <location filename="../../gui/recipes/folder_dialog.py"/>
        <location filename="../../gui/rename/dialog.py"/>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <location filename="../../gui/app/tabs.py"/>
        <source>Close this file</source>
        <translation>关闭此文件</translation>
    </message>
    <message>
        <location filename="../../gui/app/actions.py"/>
        <source>Close this file; it stays as it is on disk.</source>
        <translation>关闭此文件；磁盘上的文件保持原样。</translation>
    </message>
    <message>
        <location filename="../../gui/app/toast.py"/>
        <source>Close this note</source>
        <translation>关闭此提示</translation>
    </message>
    <message>
        <location filename="../../gui/page/saving.py"/>
        <source>Close when it is saved</source>
        <translation>保存完成后关闭</translation>
    </message>
    <message>
        <location filename="../../gui/app/actions.py"/>
        <source>Co&amp;mpare with another checkpoint…</source>
        <translation>与另一个检查点比较(&amp;M)…</translation>
    </message>
    <message>
        <location filename="../../gui/memory/board.py"/>
        <source>Code</source>
        <translation>代码</translation>
    </message>
    <message>
        <location filename="../../gui/app/actions.py"/>
        <source>Code to &amp;load it…</source>
        <translation>加载它的代码(&amp;L)…</translation>
    </message>
    <message>
        <location filename="../../gui/code/dialog.py"/>
        <source>Code to load it</source>
        <translation>加载它的代码</translation>
    </message>
    <message>
        <location filename="../../gui/diagnosis/board.py"/>
        <source>Code to load it…</source>
        <translation>加载它的代码…</translation>
    </message>
    <message>
        <location filename="../../gui/health/board.py"/>
        <source>Colour by</source>
        <translation>着色依据</translation>
    </message>
    <message>
        <location filename="../../gui/values/picture_page.py"/>
        <source>Colours and lines show these numbers; the facts are those of all.</source>
        <translation>颜色和线表示这些数字；信息是全部数字的。</translation>
    </message>
    <message>
        <location filename="../../gui/plots/heat_map.py"/>
        <source>Colours: {labels}</source>
        <translation>颜色：{labels}</translation>
    </message>
    <message>
        <location filename="../../gui/plots/plane_bar.py"/>
        <source>Columns</source>
        <translation>列</translation>
    </message>
    <message>
        <location filename="../../gui/preferences/dialog.py"/>
        <source>Columns of the tree</source>
        <translation>树的列</translation>
    </message>
    <message>
        <location filename="../../gui/tree/columns.py"/>
        <source>Columns, order and widths as they were at first</source>
        <translation>列、顺序和宽度恢复为最初的样子</translation>
    </message>
    <message>
        <location filename="../../gui/app/help.py"/>
        <location filename="../../gui/palette/command_palette.py"/>
        <source>Commands</source>
        <translation>命令</translation>
    </message>
    <message>
        <location filename="../../gui/compare/source.py"/>
        <location filename="../../gui/location/dialog.py"/>
        <source>Compare</source>
        <translation>比较</translation>
    </message>
    <message>
        <location filename="../../gui/tree/comparison_line.py"/>
        <source>Compare again</source>
        <translation>重新比较</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/resuming.py"/>
        <source>Compare its groups with those of your optimizer.</source>
        <translation>请把它的组与你的优化器的组比较。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traceback/judge_keys.py"/>
        <source>Compare its keys with those of the model.</source>
        <translation>请把它的键与模型的键比较。</translation>
    </message>
    <message>
        <location filename="../../gui/diagnosis/board.py"/>
        <source>Compare keys with a model…</source>
        <translation>与模型比较键…</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/state_dicts.py"/>
        <source>Compare the file with the model's keys and rename what differs by a prefix.</source>
        <translation>把文件与模型的键比较，重命名只差一个前缀的键。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/state_dicts.py"/>
        <source>Compare the file with the model's keys and rename what differs by a prefix; drop what is really not wanted.</source>
        <translation>把文件与模型的键比较，重命名只差一个前缀的键；移除确实不需要的键。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/many_files.py"/>
        <source>Compare the keys that it names with those of the file; fetch all shards of one save, with its index.</source>
        <translation>请把它列出的键与文件的键比较；获取同一次保存的全部分片及其索引。</translation>
    </message>
    <message>
        <location filename="../../gui/diagnosis/board.py"/>
        <source>Compare the keys with those of a model, as load_state_dict(strict=True) does: missing, unexpected,
of another size, and the rename that makes most of them fit.</source>
        <translation>像 load_state_dict(strict=True) 那样把键与模型的键比较：缺少的、多余的、
大小不同的，以及使大多数吻合的重命名。</translation>
    </message>
    <message>
        <location filename="../../gui/diff/panel.py"/>
        <source>Compare this file with another checkpoint: an epoch later, the one before a fix, somebody else's.

Drop the second file on the right half of the window, or choose it here. What differs is marked in the tree.</source>
        <translation>把此文件与另一个检查点比较：下一个 epoch 的、修复之前的、别人的。

把第二个文件拖到窗口右半边，或在此选择。不同之处会在树中标出。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/state_dicts.py"/>
        <source>Compare this file with the model (its keys, or another checkpoint of it) to see what is missing.</source>
        <translation>把此文件与模型（它的键，或它的另一个检查点）比较，看缺少什么。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/state_dicts.py"/>
        <source>Compare this file with the model to see what differs.</source>
        <translation>把此文件与模型比较，看有何不同。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/state_dicts.py"/>
        <source>Compare this file with the model to see whose shapes differ.</source>
        <translation>把此文件与模型比较，看哪些形状不同。</translation>
    </message>
    <message>
        <location filename="../../gui/app/actions.py"/>
        <source>Compare with a loca&amp;tion…</source>
        <translation>与其他位置的检查点比较(&amp;T)…</translation>
    </message>
    <message>
        <location filename="../../gui/compare/dialog.py"/>
        <location filename="../../gui/compare/source.py"/>
        <source>Compare with a model</source>
        <translation>与模型比较</translation>
    </message>
    <message>
        <location filename="../../gui/diagnosis/board.py"/>
        <source>Compare with a model…</source>
        <translation>与模型比较…</translation>
    </message>
    <message>
        <location filename="../../gui/compare/dialog.py"/>
        <source>Compare with something else</source>
        <translation>与其他内容比较</translation>
    </message>
    <message>
        <location filename="../../gui/compare/source.py"/>
        <source>Compare with the keys in the box</source>
        <translation>与框中的键比较</translation>
    </message>
    <message>
        <location filename="../../gui/app/drop_target.py"/>
        <source>Compare with this file</source>
        <translation>与此文件比较</translation>
    </message>
    <message>
        <location filename="../../gui/location/dialog.py"/>
        <location filename="../../gui/page/comparing.py"/>
        <source>Compare {name} with</source>
        <translation>将 {name} 与之比较</translation>
    </message>
    <message>
        <location filename="../../gui/compare/dialog.py"/>
        <source>Compared with {name}</source>
        <translation>与 {name} 比较</translation>
    </message>
    <message>
        <location filename="../../gui/tree/comparison_line.py"/>
        <source>Compared with {name}: {summary}</source>
        <translation>与 {name} 比较：{summary}</translation>
    </message>
    <message>
        <location filename="../../gui/diagnosis/board.py"/>
        <source>Compared with {name}…</source>
        <translation>与 {name} 比较…</translation>
    </message>
    <message>
        <location filename="../../gui/tree/comparison_line.py"/>
        <source>Comparing with {name} …</source>
        <translation>正在与 {name} 比较 …</translation>
    </message>
    <message>
        <location filename="../../gui/compare/dialog.py"/>
        <source>Comparing …</source>
        <translation>正在比较 …</translation>
    </message>
    <message>
        <location filename="../../gui/diagnosis/board.py"/>
        <location filename="../../gui/preferences/offered.py"/>
        <source>Computer</source>
        <translation>计算机</translation>
    </message>
    <message>
        <location filename="../../gui/save/form.py"/>
        <source>Container</source>
        <translation>容器</translation>
    </message>
    <message>
        <location filename="../../gui/help/window.py"/>
        <source>Contents</source>
        <translation>目录</translation>
    </message>
    <message>
        <location filename="../../gui/memory/controls.py"/>
        <source>Context</source>
        <translation>上下文</translation>
    </message>
    <message>
        <location filename="../../gui/code/dialog.py"/>
        <location filename="../../gui/compare/source.py"/>
        <location filename="../../gui/diagnosis/finding_card.py"/>
        <location filename="../../gui/memory/recipe.py"/>
        <source>Copied</source>
        <translation>已复制</translation>
    </message>
    <message>
        <location filename="../../gui/values/copy_menu.py"/>
        <source>Copied as Python</source>
        <translation>已复制为 Python</translation>
    </message>
    <message>
        <location filename="../../gui/values/copy_menu.py"/>
        <source>Copied the picture</source>
        <translation>已复制图片</translation>
    </message>
    <message>
        <location filename="../../gui/values/copy_menu.py"/>
        <source>Copied the statistics</source>
        <translation>已复制统计</translation>
    </message>
    <message numerus="yes">
        <location filename="../../gui/plots/number_grid.py"/>
        <source>Copied {n:,} numbers</source>
        <translation><numerusform>已复制 {n:,} 个数字</numerusform></translation>
    </message>
    <message>
        <location filename="../../gui/values/copy_menu.py"/>
        <source>Copied {numbers} as CSV</source>
        <translation>已将{numbers}复制为 CSV</translation>
    </message>
    <message>
        <location filename="../../gui/code/dialog.py"/>
        <location filename="../../gui/compare/source.py"/>
        <location filename="../../gui/diagnosis/finding_card.py"/>
        <location filename="../../gui/memory/recipe.py"/>
        <source>Copy</source>
        <translation>复制</translation>
    </message>
    <message>
        <location filename="../../gui/details/panel.py"/>
        <source>Copy all</source>
        <translation>复制全部</translation>
    </message>
    <message>
        <location filename="../../gui/details/panel.py"/>
        <source>Copy all lines as text</source>
        <translation>把所有行复制为文本</translation>
    </message>
    <message>
        <location filename="../../gui/values/copy_menu.py"/>
        <source>Copy and change</source>
        <translation>复制和更改</translation>
    </message>
    <message>
        <location filename="../../gui/values/copy_menu.py"/>
        <source>Copy as CSV</source>
        <translation>复制为 CSV</translation>
    </message>
    <message>
        <location filename="../../gui/values/copy_menu.py"/>
        <source>Copy as NumPy</source>
        <translation>复制为 NumPy</translation>
    </message>
    <message>
        <location filename="../../gui/app/start.py"/>
        <location filename="../../gui/page/error_page.py"/>
        <source>Copy details</source>
        <translation>复制详细信息</translation>
    </message>
    <message>
        <location filename="../../gui/tree/menu.py"/>
        <source>Copy key</source>
        <translation>复制键</translation>
    </message>
    <message>
        <location filename="../../gui/values/copy_menu.py"/>
        <source>Copy numbers, picture or statistics; change many numbers</source>
        <translation>复制数字、图片或统计；更改许多数字</translation>
    </message>
    <message>
        <location filename="../../gui/tree/menu.py"/>
        <source>Copy path</source>
        <translation>复制路径</translation>
    </message>
    <message>
        <location filename="../../gui/values/copy_menu.py"/>
        <source>Copy picture</source>
        <translation>复制图片</translation>
    </message>
    <message>
        <location filename="../../gui/tree/menu.py"/>
        <source>Copy rows</source>
        <translation>复制行</translation>
    </message>
    <message>
        <location filename="../../gui/values/copy_menu.py"/>
        <source>Copy statistics</source>
        <translation>复制统计</translation>
    </message>
    <message>
        <location filename="../../gui/app/help.py"/>
        <source>Copy the key</source>
        <translation>复制键</translation>
    </message>
    <message>
        <location filename="../../gui/parts/panel.py"/>
        <source>Copy the name</source>
        <translation>复制名称</translation>
    </message>
    <message>
        <location filename="../../gui/code/dialog.py"/>
        <location filename="../../gui/compare/source.py"/>
        <location filename="../../gui/memory/recipe.py"/>
        <source>Copy these lines of Python</source>
        <translation>复制这些 Python 代码</translation>
    </message>
    <message>
        <location filename="../../gui/page/error_page.py"/>
        <source>Copy what a bug report needs to the clipboard</source>
        <translation>把错误报告所需的内容复制到剪贴板</translation>
    </message>
    <message>
        <location filename="../../gui/diagnosis/finding_card.py"/>
        <source>Copy what torch says</source>
        <translation>复制 torch 的消息</translation>
    </message>
    <message>
        <location filename="../../gui/health/table_model.py"/>
        <source>Count</source>
        <translation>数量</translation>
    </message>
    <message>
        <location filename="../../gui/values/histogram_page.py"/>
        <source>Counts on a logarithmic axis: bins with few numbers can be seen</source>
        <translation>计数用对数轴：数字很少的区间也能看见</translation>
    </message>
    <message>
        <location filename="../../gui/page/welcome.py"/>
        <source>Ctrl+V pastes it anywhere in this window. No file is needed to name the trap, one is to cure it.</source>
        <translation>在此窗口的任意位置按 Ctrl+V 粘贴。识别问题不需要文件，修复时才需要。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/file.py"/>
        <source>Cut the storages to what is used; tensors that overlap stay shared. In a script: tensor.clone() before torch.save.</source>
        <translation>把存储裁剪到实际使用的部分；重叠的张量仍然共享。在脚本中：torch.save 之前使用 tensor.clone()。</translation>
    </message>
    <message>
        <location filename="../../core/recipes/options.py"/>
        <source>DEPTH:UNDER:SEGMENT, such as 1:backbone.:body.</source>
        <translation>DEPTH:UNDER:SEGMENT，例如 1:backbone.:body.</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/pickles.py"/>
        <source>DataParallel and DistributedDataParallel hand on the call and nothing else; what the model itself has is in model.module.</source>
        <translation>DataParallel 和 DistributedDataParallel 只转发调用，别无其他；模型自身的内容在 model.module 中。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/running.py"/>
        <source>DataParallel copies a model from device_ids[0] and wants all of it there. Here some of it lies elsewhere: where it was saved, or where map_location put it.</source>
        <translation>DataParallel 从 device_ids[0] 复制模型，并要求整个模型都在那里。而这里有一部分在别处：在保存时所在之处，或 map_location 放置之处。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/names.py"/>
        <source>DataParallel or DistributedDataParallel</source>
        <translation>DataParallel 或 DistributedDataParallel</translation>
    </message>
    <message>
        <location filename="../../gui/memory/training.py"/>
        <source>DataParallel works on so many cards: torch.nn.DataParallel(model)</source>
        <translation>DataParallel 使用的显卡数：torch.nn.DataParallel(model)</translation>
    </message>
    <message>
        <location filename="../../core/memory/training/words.py"/>
        <source>DataParallel: each of {cards} takes at least {model} for a copy of the model, made anew for every forward, and {gradients} for its gradients.</source>
        <translation>DataParallel：{cards} 各至少需要 {model} 存放每次前向传播重新制作的模型副本，以及 {gradients} 存放其梯度。</translation>
    </message>
    <message>
        <location filename="../../core/memory/training/words.py"/>
        <source>DataParallel: each other card takes at least {model} for a copy of the model, made anew for every forward, and {gradients} for its gradients.</source>
        <translation>DataParallel：其他每块显卡至少需要 {model} 存放每次前向传播重新制作的模型副本，以及 {gradients} 存放其梯度。</translation>
    </message>
    <message>
        <location filename="../../cli/listing.py"/>
        <location filename="../../gui/location/checkpoints_model.py"/>
        <source>Date</source>
        <translation>日期</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/optimizers.py"/>
        <source>DeepSpeed and bitsandbytes keep their state in another dtype than the weights on purpose, and load it as it is. torch's own optimizer.load_state_dict casts it to the dtype of its parameter without a word: with a model of {want}, {have} becomes {want}, and may be rounded.</source>
        <translation>DeepSpeed 和 bitsandbytes 有意让状态的 dtype 与权重不同，并按原样加载。torch 自己的 optimizer.load_state_dict 会不声不响地把它转换为参数的 dtype：模型为 {want} 时，{have} 变成 {want}，可能会被舍入。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/many_files.py"/>
        <source>DeepSpeed gives each rank the piece of the optimizer's state that it saved, and cuts none anew.</source>
        <translation>DeepSpeed 把每个 rank 自己保存的那部分优化器状态交还给它，不会重新切分。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/resuming.py"/>
        <source>DeepSpeed's ZeRO cuts the optimizer's state into one piece a process, and these pieces were cut for another number of them. The weights are not touched by that.</source>
        <translation>DeepSpeed 的 ZeRO 把优化器状态切成每个进程一份，而这些部分是按另一进程数切分的。权重不受影响。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/records.py"/>
        <source>Deflated in the zip: {records}. torch.load(f) unpacks them; torch.load(f, mmap=True) takes the packed bytes for the numbers and says nothing.</source>
        <translation>在 zip 中以 Deflate 压缩：{records}。torch.load(f) 会解压；torch.load(f, mmap=True) 则把压缩后的字节当作数字，且不作任何提示。</translation>
    </message>
    <message>
        <location filename="../../gui/recipes/dialog.py"/>
        <source>Delete</source>
        <translation>删除</translation>
    </message>
    <message>
        <location filename="../../gui/page/workspace.py"/>
        <source>Details</source>
        <translation>详细信息</translation>
    </message>
    <message>
        <location filename="../../gui/diagnosis/finding_card.py"/>
        <source>Details of {title}</source>
        <translation>{title} 的详细信息</translation>
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
        <translation>设备</translation>
    </message>
    <message>
        <location filename="../../gui/memory/timeline.py"/>
        <source>Device of the timeline</source>
        <translation>时间线的设备</translation>
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
        <translation>设备</translation>
    </message>
    <message>
        <location filename="../../gui/details/model.py"/>
        <location filename="../../gui/save/sections.py"/>
        <source>Devices after</source>
        <translation>之后的设备</translation>
    </message>
    <message>
        <location filename="../../gui/compare/dialog.py"/>
        <source>Diagnose without a model again</source>
        <translation>重新进行不带模型的诊断</translation>
    </message>
    <message>
        <location filename="../../core/report/page.py"/>
        <location filename="../../gui/page/workspace.py"/>
        <source>Diagnosis</source>
        <translation>诊断</translation>
    </message>
    <message numerus="yes">
        <location filename="../../gui/save/forecast.py"/>
        <source>Diagnosis has {n:,} more errors.</source>
        <translation><numerusform>诊断中还有 {n:,} 个错误。</numerusform></translation>
    </message>
    <message>
        <location filename="../../core/edits/edits.py"/>
        <source>Did you mean 'cuda:{index}'?</source>
        <translation>是不是想写 'cuda:{index}'？</translation>
    </message>
    <message>
        <location filename="../../core/catalogue/catalogue.py"/>
        <location filename="../../core/values/keys.py"/>
        <source>Did you mean {path!r}?</source>
        <translation>是不是想写 {path!r}？</translation>
    </message>
    <message>
        <location filename="../../gui/diff/pair_view.py"/>
        <source>Difference</source>
        <translation>差</translation>
    </message>
    <message>
        <location filename="../../gui/page/workspace.py"/>
        <source>Differences</source>
        <translation>不同之处</translation>
    </message>
    <message>
        <location filename="../../gui/document/compared.py"/>
        <source>Differs from {name}:
{lines}</source>
        <translation>与 {name} 不同：
{lines}</translation>
    </message>
    <message>
        <location filename="../../gui/diff/table_model.py"/>
        <source>Differs in</source>
        <translation>不同之处</translation>
    </message>
    <message>
        <location filename="../../gui/values/numbers_page.py"/>
        <source>Dimension {axis} goes from 0 to {last:,}.</source>
        <translation>第 {axis} 维从 0 到 {last:,}。</translation>
    </message>
    <message>
        <location filename="../../gui/page/saving.py"/>
        <source>Discard changes</source>
        <translation>放弃更改</translation>
    </message>
    <message>
        <location filename="../../gui/values/ridges.py"/>
        <source>Distributions one below the other</source>
        <translation>分布，上下排列</translation>
    </message>
    <message>
        <location filename="../../gui/location/folder_view.py"/>
        <source>Do not wait for the server any more</source>
        <translation>不再等待服务器</translation>
    </message>
    <message>
        <location filename="../../gui/app/actions.py"/>
        <source>Do to this file, or to a folder of them, what was kept as a recipe.</source>
        <translation>把保存为配方的操作用于此文件或一个文件夹中的文件。</translation>
    </message>
    <message>
        <location filename="../../gui/app/actions.py"/>
        <source>Do what is planned here to all checkpoints of a folder, and see what became of each.</source>
        <translation>对一个文件夹中的所有检查点执行这里计划的操作，并查看各自的结果。</translation>
    </message>
    <message>
        <location filename="../../gui/app/actions.py"/>
        <source>Do what the coloured button above the tree does: map devices, cure errors, or save once that is planned.</source>
        <translation>执行树上方彩色按钮的操作：映射设备、修复错误，或在计划好之后保存。</translation>
    </message>
    <message>
        <location filename="../../gui/memory/controls.py"/>
        <source>Does it load on</source>
        <translation>能否加载到</translation>
    </message>
    <message>
        <location filename="../../gui/page/error_page.py"/>
        <source>Download</source>
        <translation>下载</translation>
    </message>
    <message>
        <location filename="../../gui/page/comparing.py"/>
        <location filename="../../gui/page/error_page.py"/>
        <source>Download {much}</source>
        <translation>下载{much}</translation>
    </message>
    <message>
        <location filename="../../gui/page/error_page.py"/>
        <source>Download {name}?</source>
        <translation>下载 {name}？</translation>
    </message>
    <message>
        <location filename="../../gui/page/opening_page.py"/>
        <source>Downloading {name}</source>
        <translation>正在下载 {name}</translation>
    </message>
    <message>
        <location filename="../../gui/tree/menu.py"/>
        <source>Drop</source>
        <translation>移除</translation>
    </message>
    <message>
        <location filename="../../gui/page/welcome.py"/>
        <source>Drop a PyTorch checkpoint here</source>
        <translation>把 PyTorch 检查点拖到这里</translation>
    </message>
    <message>
        <location filename="../../gui/changes/panel.py"/>
        <source>Drop the optimizer state too</source>
        <translation>一并删除优化器状态</translation>
    </message>
    <message>
        <location filename="../../gui/app/help.py"/>
        <source>Drop the selected entries</source>
        <translation>移除所选条目</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/model_match/model_findings.py"/>
        <source>Drop them: the model has no place for them, and the original file keeps them.</source>
        <translation>移除它们：模型中没有它们的位置，原文件仍保留它们。</translation>
    </message>
    <message>
        <location filename="../../gui/app/drop_target.py"/>
        <source>Drop to open {name}</source>
        <translation>放开以打开 {name}</translation>
    </message>
    <message>
        <location filename="../../gui/app/drop_target.py"/>
        <source>Drop {name}</source>
        <translation>放开 {name}</translation>
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
        <translation>模型的 dtype</translation>
    </message>
    <message>
        <location filename="../../gui/details/model.py"/>
        <source>Dtypes</source>
        <translation>Dtype</translation>
    </message>
    <message>
        <location filename="../../gui/page/hints.py"/>
        <source>Each colour is a device: where this tensor was saved. The same in every file.</source>
        <translation>每种颜色代表一个设备：此张量保存时所在的位置。所有文件中都相同。</translation>
    </message>
    <message>
        <location filename="../../core/containers/ranks/zero.py"/>
        <source>Each group of experts has ranks of its own: which of them make up a model the files do not say.</source>
        <translation>每组专家都有自己的 rank：哪些 rank 组成一个模型，文件没有说明。</translation>
    </message>
    <message>
        <location filename="../../gui/values/one_tensor.py"/>
        <source>Each number, to look at, copy and edit</source>
        <translation>每个数字，可查看、复制和编辑</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/containers.py"/>
        <source>Each of its storages has as many bytes as the pickle says.</source>
        <translation>它的每个存储的字节数都与 pickle 声明的一致。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/running.py"/>
        <source>Each of its tensors has data; the model of the script was made on the meta device.</source>
        <translation>它的每个张量都有数据；脚本的模型是在 meta 设备上构建的。</translation>
    </message>
    <message>
        <location filename="../../cli/listing.py"/>
        <source>Each of them is a checkpoint by itself: name one of them to look into it.</source>
        <translation>每一个都是独立的检查点：指定其中一个即可查看。</translation>
    </message>
    <message>
        <location filename="../../core/containers/ranks/megatron.py"/>
        <source>Each rank has its part of the tensors. Which of them are cut, and along which dimension, is in the layers of the model and not in the files: merge them with Megatron's tools/checkpoint/convert.py.</source>
        <translation>每个 rank 都有张量中属于自己的部分。哪些张量被切分、沿哪个维切分，由模型的层决定，文件中没有记录：请用 Megatron 的 tools/checkpoint/convert.py 合并。</translation>
    </message>
    <message>
        <location filename="../../core/containers/ranks/zero.py"/>
        <source>Each rank of model parallelism is put together by itself. Which of their tensors are cut, and how, is in the code of the model and not in the files.</source>
        <translation>模型并行的每个 rank 单独合并。哪些张量被切分以及如何切分，由模型的代码决定，文件中没有记录。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/many_files.py"/>
        <source>Each rank saved its own pieces (ShardedTensor, DTensor), and torch puts them together in a group of as many processes as saved them. The files are fine.</source>
        <translation>每个 rank 保存了自己的分块（ShardedTensor、DTensor），torch 在进程数与保存时相同的进程组中把它们合并。文件没有问题。</translation>
    </message>
    <message>
        <location filename="../../gui/values/several.py"/>
        <source>Each ridge from its own least to its own greatest number, not on one common axis</source>
        <translation>每条脊线从各自的最小数字到最大数字，而不是共用一个轴</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traceback/state_dict_errors.py"/>
        <source>Each unexpected key is a missing one without its first characters: the script cuts them off to take 'module.' away, and these keys never had it. The file is fine.</source>
        <translation>每个多余的键都是去掉了开头若干字符的缺失键：脚本为去掉 'module.' 而截断它们，而这些键本来就没有它。文件没有问题。</translation>
    </message>
    <message>
        <location filename="../../gui/app/help.py"/>
        <source>Edit a value such as epoch or lr</source>
        <translation>编辑 epoch 或 lr 等值</translation>
    </message>
    <message>
        <location filename="../../gui/app/help.py"/>
        <source>Edit the highlighted number; typing replaces it</source>
        <translation>编辑高亮的数值；直接输入则替换它</translation>
    </message>
    <message>
        <location filename="../../gui/preferences/ranges.py"/>
        <source>Empty</source>
        <translation>清空</translation>
    </message>
    <message>
        <location filename="../../gui/tree/comparison_line.py"/>
        <source>End the comparison</source>
        <translation>结束比较</translation>
    </message>
    <message>
        <location filename="../../cli/listing.py"/>
        <location filename="../../gui/location/checkpoints_model.py"/>
        <source>Epoch</source>
        <translation>轮次</translation>
    </message>
    <message>
        <location filename="../../gui/diagnosis/model.py"/>
        <source>Error</source>
        <translation>错误</translation>
    </message>
    <message>
        <location filename="../../gui/diagnosis/integrity_model.py"/>
        <source>Every checksum is right: {records}, {size} read.</source>
        <translation>所有校验和都正确：已读取{records}，{size}。</translation>
    </message>
    <message>
        <location filename="../../gui/diagnosis/integrity_model.py"/>
        <source>Every checksum is right: {records}, {size} read; {others} without a checksum.</source>
        <translation>所有校验和都正确：已读取{records}，{size}；{others}没有校验和。</translation>
    </message>
    <message>
        <location filename="../../core/loading/recipes.py"/>
        <source>Every process runs this after torch.distributed.init_process_group. Without map_location all of them would load onto the saved device.</source>
        <translation>每个进程在 torch.distributed.init_process_group 之后运行它。没有 map_location 时，全部会加载到保存时的设备。</translation>
    </message>
    <message>
        <location filename="../../gui/memory/board.py"/>
        <source>Every way of loading the file, what it takes phase by phase, and its code</source>
        <translation>加载文件的每种方式、各阶段的占用及其代码</translation>
    </message>
    <message>
        <location filename="../../gui/app/actions.py"/>
        <source>Everything that the menus hold, found by a few letters; what you used last comes first.</source>
        <translation>菜单中的所有操作，输入几个字母即可找到；最近用过的排在前面。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/devices.py"/>
        <source>Everything was saved on {there}, so torch.load(f) of each of the {ranks} processes puts {size} and a CUDA context there. {there} runs full while the other cards idle.</source>
        <translation>全部内容都保存在 {there} 上，因此 {ranks} 个进程各自的 torch.load(f) 都会在那里放入 {size} 数据和一个 CUDA 上下文。{there} 被占满，而其他显卡闲置。</translation>
    </message>
    <message>
        <location filename="../../gui/page/notice.py"/>
        <source>Everywhere it refuses {refused}.</source>
        <translation>在任何地方都会拒绝 {refused}。</translation>
    </message>
    <message>
        <location filename="../../gui/page/notice.py"/>
        <source>Everywhere: {title}.</source>
        <translation>在任何地方：{title}。</translation>
    </message>
    <message>
        <location filename="../../gui/preferences/offered.py"/>
        <source>Everywhere; Ctrl++ and Ctrl+- do it as well, and Ctrl+0 goes back to 100 %</source>
        <translation>各处都适用；也可用 Ctrl++ 和 Ctrl+-，Ctrl+0 恢复为 100 %</translation>
    </message>
    <message>
        <location filename="../../gui/page/error_page.py"/>
        <source>Explain an error…</source>
        <translation>解释错误…</translation>
    </message>
    <message>
        <location filename="../../gui/app/menu_items.py"/>
        <source>Expo&amp;rt</source>
        <translation>导出(&amp;X)</translation>
    </message>
    <message>
        <location filename="../../gui/page/exporting.py"/>
        <source>Export a report</source>
        <translation>导出报告</translation>
    </message>
    <message>
        <location filename="../../gui/page/exporting.py"/>
        <source>Export the keys</source>
        <translation>导出键</translation>
    </message>
    <message>
        <location filename="../../gui/recipes/dialog.py"/>
        <source>Export the recipe</source>
        <translation>导出配方</translation>
    </message>
    <message>
        <location filename="../../gui/recipes/dialog.py"/>
        <source>Export…</source>
        <translation>导出…</translation>
    </message>
    <message>
        <location filename="../../gui/changes/table_model.py"/>
        <source>Extent</source>
        <translation>范围</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/objects.py"/>
        <source>Extract its state_dict, build the optimizer anew and load that.</source>
        <translation>提取其 state_dict，重新构建优化器，再加载进去。</translation>
    </message>
    <message>
        <location filename="../../core/loading/recipes.py"/>
        <source>Extract the state dict to need no code.</source>
        <translation>提取 state_dict 就不需要代码。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/objects.py"/>
        <source>Extract the state_dict: keys and bytes as torch's own state_dict() gives them, without the code. Then model.load_state_dict(the dict in its place) into a model that you build yourself.</source>
        <translation>提取 state_dict：键和字节与 torch 自己的 state_dict() 给出的一致，不含代码。然后对你自己构建的模型调用 model.load_state_dict(其所在位置的字典)。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/objects.py"/>
        <source>Extract the state_dict: keys and bytes as torch's own state_dict() gives them, without the code. Then model.load_state_dict(torch.load(f)) into a model that you build yourself.</source>
        <translation>提取 state_dict：键和字节与 torch 自己的 state_dict() 给出的一致，不含代码。然后对你自己构建的模型调用 model.load_state_dict(torch.load(f))。</translation>
    </message>
    <message>
        <location filename="../../core/recipes/options.py"/>
        <source>FROM=TO, such as 'cuda:*=cpu'</source>
        <translation>FROM=TO，例如 'cuda:*=cpu'</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/names.py"/>
        <source>FSDP joined all parameters of a module into one flat tensor, and this file holds that tensor. Which piece is which parameter is not in the file.</source>
        <translation>FSDP 把一个模块的全部参数合并成一个扁平张量，此文件保存的就是该张量。文件中没有说明哪一段是哪个参数。</translation>
    </message>
    <message>
        <location filename="../../core/containers/ranks/flat_parameters.py"/>
        <source>FSDP saved flat parameters. Which parameters are in them is not in the files, so the parts are shown. Save with SHARDED_STATE_DICT to have their names.</source>
        <translation>FSDP 保存的是扁平参数。文件中没有说明其中有哪些参数，因此显示各个部分。要保留参数名，请用 SHARDED_STATE_DICT 保存。</translation>
    </message>
    <message>
        <location filename="../../gui/values/one_tensor.py"/>
        <source>Facts</source>
        <translation>信息</translation>
    </message>
    <message>
        <location filename="../../gui/values/one_tensor.py"/>
        <source>Fetch all numbers of this tensor from its server</source>
        <translation>从服务器获取此张量的所有数字</translation>
    </message>
    <message>
        <location filename="../../gui/page/error_page.py"/>
        <source>Fetch all of it into a temporary file, which goes when Pthfinder ends</source>
        <translation>把全部内容获取到临时文件，Pthfinder 结束时删除</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/many_files.py"/>
        <source>Fetch it again. All the other files can be looked at and saved.</source>
        <translation>请重新获取。其他文件都可以查看和保存。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/containers.py"/>
        <source>Fetch or copy the file again and compare its size with the original.</source>
        <translation>请重新获取或复制文件，并与原文件比较大小。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/containers.py"/>
        <source>Fetch or copy the file again and compare its size with the original; while saving, check the free space of the disk.</source>
        <translation>请重新获取或复制文件，并与原文件比较大小；如果发生在保存时，请检查磁盘剩余空间。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/containers.py"/>
        <source>Fetch or copy the file again, and verify it.</source>
        <translation>请重新获取或复制文件，并进行验证。</translation>
    </message>
    <message>
        <location filename="../../core/formats/identify_text.py"/>
        <source>Fetch the file again later.</source>
        <translation>请稍后重新获取文件。</translation>
    </message>
    <message>
        <location filename="../../gui/diagnosis/integrity_model.py"/>
        <source>Fetch the file again, or copy it from where it is whole. torch.load compares no checksums: it loads what is damaged without a word.</source>
        <translation>请重新获取文件，或从完好之处复制。torch.load 不比较校验和：它会不声不响地加载损坏的内容。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/calls.py"/>
        <location filename="../../core/diagnosis/rules/records.py"/>
        <location filename="../../core/diagnosis/rules/storages.py"/>
        <location filename="../../core/diagnosis/unopened.py"/>
        <source>Fetch the file again, or go back to an older checkpoint.</source>
        <translation>请重新获取文件，或退回到更早的检查点。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/unopened.py"/>
        <source>Fetch the file again.</source>
        <translation>请重新获取文件。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/many_files.py"/>
        <source>Fetch the index too, or save the shards here as one file; of a folder give the one with the weights.</source>
        <translation>请把索引也一并获取，或在这里把分片保存为一个文件；如果是文件夹，请指定含有权重的那个。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/many_files.py"/>
        <source>Fetch the index too, or save the whole anew here.</source>
        <translation>请把索引也一并获取，或在这里重新保存整体。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/many_files.py"/>
        <location filename="../../core/diagnosis/traps/many_files.py"/>
        <source>Fetch the missing files, from the same save as the others.</source>
        <translation>请获取缺失的文件，须与其他文件来自同一次保存。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/many_files.py"/>
        <source>Fetch what is missing, and make the copy again from the whole model.</source>
        <translation>请获取缺少的文件，再由完整的模型重新生成副本。</translation>
    </message>
    <message>
        <location filename="../../gui/details/model.py"/>
        <location filename="../../gui/memory/board.py"/>
        <location filename="../../gui/parts/table_model.py"/>
        <location filename="../../gui/recipes/table_model.py"/>
        <location filename="../../gui/tree/headings.py"/>
        <source>File</source>
        <translation>文件</translation>
    </message>
    <message>
        <location filename="../../gui/save/form.py"/>
        <source>File name</source>
        <translation>文件名</translation>
    </message>
    <message>
        <location filename="../../gui/save/sections.py"/>
        <source>File size</source>
        <translation>文件大小</translation>
    </message>
    <message>
        <location filename="../../gui/page/workspace.py"/>
        <location filename="../../gui/parts/panel.py"/>
        <location filename="../../gui/preferences/offered.py"/>
        <location filename="../../gui/save/form.py"/>
        <source>Files</source>
        <translation>文件</translation>
    </message>
    <message>
        <location filename="../../gui/recipes/folder_dialog.py"/>
        <source>Files of the folder</source>
        <translation>文件夹中的文件</translation>
    </message>
    <message>
        <location filename="../../gui/values/change_menu.py"/>
        <source>Fill the selected cells</source>
        <translation>填充所选单元格</translation>
    </message>
    <message>
        <location filename="../../gui/values/model.py"/>
        <source>Fill…</source>
        <translation>填充…</translation>
    </message>
    <message>
        <location filename="../../gui/location/folder_view.py"/>
        <source>Find a name</source>
        <translation>查找名称</translation>
    </message>
    <message>
        <location filename="../../gui/page/hints.py"/>
        <source>Find keys by words, or by device:cuda:1 and dtype:float16. F1 opens a tour.</source>
        <translation>按词查找键，或用 device:cuda:1 和 dtype:float16。F1 打开导览。</translation>
    </message>
    <message>
        <location filename="../../gui/diagnosis/cards.py"/>
        <source>Findings</source>
        <translation>问题</translation>
    </message>
    <message>
        <location filename="../../gui/health/table_model.py"/>
        <source>First at</source>
        <translation>首个位置</translation>
    </message>
    <message>
        <location filename="../../gui/values/facts.py"/>
        <source>First at {places}: a click goes there</source>
        <translation>首个位于 {places}：点击即可转到</translation>
    </message>
    <message>
        <location filename="../../gui/tree/columns.py"/>
        <source>Fit to contents</source>
        <translation>按内容调整</translation>
    </message>
    <message>
        <location filename="../../gui/widgets/verdict.py"/>
        <source>Fix all</source>
        <translation>全部修复</translation>
    </message>
    <message>
        <location filename="../../gui/widgets/verdict.py"/>
        <source>Fix all ({fixes})</source>
        <translation>全部修复（{fixes}）</translation>
    </message>
    <message>
        <location filename="../../gui/page/notice.py"/>
        <source>Fix all ({n})</source>
        <translation>全部修复（{n}）</translation>
    </message>
    <message>
        <location filename="../../gui/recipes/dialog.py"/>
        <source>Fix all checkpoints of a folder by it</source>
        <translation>用它修复一个文件夹中的所有检查点</translation>
    </message>
    <message>
        <location filename="../../gui/app/actions.py"/>
        <source>Fix f&amp;older…</source>
        <translation>修复文件夹(&amp;O)…</translation>
    </message>
    <message>
        <location filename="../../gui/diagnosis/finding_card.py"/>
        <source>Fix: {words}</source>
        <translation>修复：{words}</translation>
    </message>
    <message>
        <location filename="../../gui/tree/tools.py"/>
        <source>Flat keys</source>
        <translation>平铺的键</translation>
    </message>
    <message>
        <location filename="../../gui/page/docks.py"/>
        <source>Float this panel, or put it back</source>
        <translation>浮动此面板，或放回原处</translation>
    </message>
    <message>
        <location filename="../../gui/app/help.py"/>
        <location filename="../../gui/tree/tools.py"/>
        <source>Fold all</source>
        <translation>全部折叠</translation>
    </message>
    <message>
        <location filename="../../gui/tree/menu.py"/>
        <source>Fold all below</source>
        <translation>折叠下面全部</translation>
    </message>
    <message>
        <location filename="../../gui/tree/menu.py"/>
        <source>Fold everything</source>
        <translation>全部折叠</translation>
    </message>
    <message>
        <location filename="../../gui/tree/menu.py"/>
        <source>Fold this row and everything below</source>
        <translation>折叠此行及下面全部</translation>
    </message>
    <message>
        <location filename="../../gui/recipes/folder_dialog.py"/>
        <location filename="../../gui/save/form.py"/>
        <source>Folder</source>
        <translation>文件夹</translation>
    </message>
    <message>
        <location filename="../../gui/recipes/folder_dialog.py"/>
        <source>Folder for the new files</source>
        <translation>新文件的文件夹</translation>
    </message>
    <message>
        <location filename="../../gui/page/recipe_tools.py"/>
        <location filename="../../gui/recipes/folder_dialog.py"/>
        <source>Folder to fix</source>
        <translation>要修复的文件夹</translation>
    </message>
    <message>
        <location filename="../../gui/recipes/folder_dialog.py"/>
        <source>Folders below it too</source>
        <translation>也包括下级文件夹</translation>
    </message>
    <message>
        <location filename="../../gui/page/error_page.py"/>
        <source>Follow its links</source>
        <translation>跟随其链接</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/data_parallel.py"/>
        <source>For DataParallel, put all of the model on {first}.</source>
        <translation>要使用 DataParallel，请把整个模型放到 {first} 上。</translation>
    </message>
    <message>
        <location filename="../../gui/widgets/basic_widgets.py"/>
        <source>For a file that you trust: it may then take all memory of this computer, until you cancel it.</source>
        <translation>用于信任的文件：它可能占用本机的全部内存，直到取消。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/sharded.py"/>
        <source>For a model that is not sharded: plain tensors, as full_tensor() gives them. Lost: placements and mesh.</source>
        <translation>用于未分片的模型：普通张量，与 full_tensor() 给出的一致。丢失：placements 和 mesh。</translation>
    </message>
    <message>
        <location filename="../../core/recipes/pages.py"/>
        <source>For a shell; writes the same file as “Save fixed…”.</source>
        <translation>用于 shell；写出与“保存修复后的文件…”相同的文件。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/devices.py"/>
        <source>For the computer of the error, it names no GPU that is missing.</source>
        <translation>对出错的计算机而言，它没有提到缺少的 GPU。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/devices.py"/>
        <source>For the computer of the error, nothing in it needs a GPU that is not there.</source>
        <translation>对出错的计算机而言，其中没有任何内容需要不存在的 GPU。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/devices.py"/>
        <source>For the computer that was asked about, it names no GPU that is missing.</source>
        <translation>对所询问的计算机而言，它没有提到缺少的 GPU。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/optimizers.py"/>
        <source>For torch 1.12 and 1.13 let step follow its parameter.</source>
        <translation>对于 torch 1.12 和 1.13，让 step 跟随其参数。</translation>
    </message>
    <message>
        <location filename="../../core/report/page.py"/>
        <source>For {computer}</source>
        <translation>用于{computer}</translation>
    </message>
    <message>
        <location filename="../../gui/help/window.py"/>
        <source>Forward (Alt+Right)</source>
        <translation>前进 (Alt+Right)</translation>
    </message>
    <message>
        <location filename="../../gui/memory/bars_model.py"/>
        <source>Freed, but the C library (glibc) may hold it back for what is allocated next: between nothing and this much</source>
        <translation>已释放，但 C 库（glibc）可能留作后续分配：介于零与此数之间</translation>
    </message>
    <message>
        <location filename="../../gui/session/odd_walk.py"/>
        <source>From the beginning again: there is none after.</source>
        <translation>已从开头重新开始：后面没有了。</translation>
    </message>
    <message>
        <location filename="../../gui/session/odd_walk.py"/>
        <source>From the end again: there is none before.</source>
        <translation>已从末尾重新开始：前面没有了。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/model_match/model_findings.py"/>
        <source>From then on save model.module.state_dict().</source>
        <translation>今后请保存 model.module.state_dict()。</translation>
    </message>
    <message>
        <location filename="../../core/memory/training/words.py"/>
        <source>Further state and step() of {name} cannot be told from the file and come on top.</source>
        <translation>{name} 的更多状态和 step() 无法从文件得知，另计。</translation>
    </message>
    <message>
        <location filename="../../gui/preferences/offered.py"/>
        <source>GPUs of this computer</source>
        <translation>本计算机的 GPU</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/container.py"/>
        <source>Give it a name that ends in .pt.</source>
        <translation>请给它一个以 .pt 结尾的名称。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/many_files.py"/>
        <source>Give it the folder with .metadata and the .distcp files; another checkpoint is loaded with torch.load.</source>
        <translation>请把含有 .metadata 和 .distcp 文件的文件夹交给它；其他检查点用 torch.load 加载。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/running.py"/>
        <source>Give the container more shared memory (--shm-size), or use fewer workers.</source>
        <translation>请给容器更多共享内存（--shm-size），或使用更少的工作进程。</translation>
    </message>
    <message>
        <location filename="../../gui/save/dialog.py"/>
        <source>Give the new file a name.</source>
        <translation>请给新文件起个名称。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/containers.py"/>
        <source>Give torch.load the zip that data.pkl was taken from, as it is: it must not be unpacked.</source>
        <translation>请把 data.pkl 所出自的 zip 原样交给 torch.load：不要解压。</translation>
    </message>
    <message>
        <location filename="../../gui/app/actions.py"/>
        <source>Give what is planned here a name, to do the same to other files later.</source>
        <translation>给这里的计划起个名字，以后可用于其他文件。</translation>
    </message>
    <message>
        <location filename="../../gui/values/numbers_page.py"/>
        <source>Go to</source>
        <translation>转到</translation>
    </message>
    <message>
        <location filename="../../gui/values/numbers_page.py"/>
        <source>Go to a number: its index along each dimension, negative ones from the end (Enter)</source>
        <translation>转到一个数字：它在各维上的索引，负数从末尾算起（Enter）</translation>
    </message>
    <message>
        <location filename="../../gui/values/numbers_page.py"/>
        <source>Go to index</source>
        <translation>转到索引</translation>
    </message>
    <message>
        <location filename="../../gui/values/update_page.py"/>
        <source>Go to this tensor</source>
        <translation>转到此张量</translation>
    </message>
    <message>
        <location filename="../../gui/health/board.py"/>
        <source>Go to {place}</source>
        <translation>转到 {place}</translation>
    </message>
    <message>
        <location filename="../../gui/devices/table_model.py"/>
        <source>Goes to</source>
        <translation>去处</translation>
    </message>
    <message>
        <location filename="../../gui/diagnosis/cards.py"/>
        <source>Good to know; nothing fails because of it</source>
        <translation>供参考；不会因此失败</translation>
    </message>
    <message>
        <location filename="../../gui/page/welcome.py"/>
        <source>Got a traceback? Paste it, and see what it means</source>
        <translation>遇到回溯了？粘贴它，看看是什么意思</translation>
    </message>
    <message>
        <location filename="../../gui/optimizer/table_model.py"/>
        <source>Group</source>
        <translation>组</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/resuming.py"/>
        <source>Groups with capturable=True keep their step count beside the parameter, and here it stayed on the CPU, or the parameters themselves did.</source>
        <translation>capturable=True 的组把步数保存在参数旁，而这里步数留在了 CPU 上，或者参数本身在 CPU 上。</translation>
    </message>
    <message>
        <location filename="../../gui/health/colouring.py"/>
        <location filename="../../gui/page/workspace.py"/>
        <source>Health</source>
        <translation>健康状况</translation>
    </message>
    <message>
        <location filename="../../gui/plots/heat_map.py"/>
        <source>Heat map</source>
        <translation>热图</translation>
    </message>
    <message>
        <location filename="../../gui/diff/pair_view.py"/>
        <source>Heat map of the difference</source>
        <translation>差的热图</translation>
    </message>
    <message>
        <location filename="../../gui/help/window.py"/>
        <source>Help</source>
        <translation>帮助</translation>
    </message>
    <message>
        <location filename="../../gui/page/docks.py"/>
        <source>Hide this panel; the View menu brings it back</source>
        <translation>隐藏此面板；可从“视图”菜单恢复</translation>
    </message>
    <message>
        <location filename="../../gui/plots/histogram.py"/>
        <location filename="../../gui/values/one_tensor.py"/>
        <source>Histogram</source>
        <translation>直方图</translation>
    </message>
    <message>
        <location filename="../../gui/diff/pair_view.py"/>
        <source>Histograms</source>
        <translation>直方图</translation>
    </message>
    <message>
        <location filename="../../gui/diff/pair_view.py"/>
        <source>Histograms of both tensors</source>
        <translation>两个张量的直方图</translation>
    </message>
    <message>
        <location filename="../../gui/details/model.py"/>
        <source>Holds</source>
        <translation>内容</translation>
    </message>
    <message>
        <location filename="../../gui/preferences/offered.py"/>
        <source>How high the rows of tables are</source>
        <translation>表格的行高</translation>
    </message>
    <message>
        <location filename="../../gui/memory/controls.py"/>
        <source>How many GPUs of this size the machine has: torch.cuda.device_count()</source>
        <translation>机器有多少个这样大小的 GPU：torch.cuda.device_count()</translation>
    </message>
    <message>
        <location filename="../../gui/preferences/offered.py"/>
        <source>How many files are remembered; pinned ones do not count</source>
        <translation>记住多少个文件；已固定的不计</translation>
    </message>
    <message>
        <location filename="../../gui/values/several_table.py"/>
        <source>How many numbers are not finite</source>
        <translation>有多少数字不是有限的</translation>
    </message>
    <message>
        <location filename="../../gui/values/update_page.py"/>
        <source>How many numbers change by how much</source>
        <translation>多少数字变化多少</translation>
    </message>
    <message>
        <location filename="../../gui/tree/headings.py"/>
        <source>How many numbers, buffers among them: numel() of a tensor, else the sum of all below, shared ones once</source>
        <translation>数字的个数，包括缓冲区：张量的 numel()，其他为下面所有的总和，共享的只算一次</translation>
    </message>
    <message>
        <location filename="../../gui/health/table_model.py"/>
        <source>How many numbers, rows or parameters it is about</source>
        <translation>涉及多少个数字、行或参数</translation>
    </message>
    <message>
        <location filename="../../gui/memory/controls.py"/>
        <source>How many processes load the file at once: torchrun --nproc-per-node</source>
        <translation>同时有多少个进程加载文件：torchrun --nproc-per-node</translation>
    </message>
    <message>
        <location filename="../../gui/parts/table_model.py"/>
        <source>How many tensors have bytes in it</source>
        <translation>有多少个张量的字节在其中</translation>
    </message>
    <message>
        <location filename="../../gui/devices/table_model.py"/>
        <source>How many tensors were saved on it</source>
        <translation>有多少张量保存在其上</translation>
    </message>
    <message>
        <location filename="../../gui/changes/table_model.py"/>
        <source>How much it touches</source>
        <translation>涉及多少内容</translation>
    </message>
    <message>
        <location filename="../../gui/preferences/offered.py"/>
        <source>How much of what was fetched stays on the disk, so that a file opens at once the next time</source>
        <translation>获取的内容有多少留在磁盘上，以便文件下次立即打开</translation>
    </message>
    <message>
        <location filename="../../gui/page/error_page.py"/>
        <source>How the file begins</source>
        <translation>文件的开头</translation>
    </message>
    <message>
        <location filename="../../gui/save/form.py"/>
        <source>How the file is packed. torch.load reads zip and legacy; mmap=True needs zip, torch before 1.6 needs legacy. safetensors holds tensors by name and nothing else.</source>
        <translation>文件的打包方式。torch.load 可读取 zip 和 legacy；mmap=True 需要 zip，1.6 之前的 torch 需要 legacy。safetensors 只按名称存放张量。</translation>
    </message>
    <message>
        <location filename="../../gui/values/one_tensor.py"/>
        <source>How the numbers are distributed</source>
        <translation>数字如何分布</translation>
    </message>
    <message>
        <location filename="../../gui/memory/training.py"/>
        <source>How the optimizer steps</source>
        <translation>优化器如何执行一步</translation>
    </message>
    <message>
        <location filename="../../gui/rename/dialog.py"/>
        <source>How the pattern is meant</source>
        <translation>如何理解模式</translation>
    </message>
    <message>
        <location filename="../../gui/location/model.py"/>
        <source>Hugging Face Hub</source>
        <translation>Hugging Face Hub</translation>
    </message>
    <message>
        <location filename="../../gui/optimizer/table_model.py"/>
        <source>Id</source>
        <translation>编号</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/names.py"/>
        <source>If the model is wrapped too, they fit as they are.</source>
        <translation>如果模型也被包装，它们原样即可匹配。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/optimizer_state.py"/>
        <source>If training went on before it was saved, look for a checkpoint with the state; else there is nothing to do.</source>
        <translation>如果保存之前训练过，请寻找带有状态的检查点；否则无需处理。</translation>
    </message>
    <message>
        <location filename="../../gui/recipes/dialog.py"/>
        <source>Import a recipe</source>
        <translation>导入配方</translation>
    </message>
    <message>
        <location filename="../../gui/recipes/dialog.py"/>
        <source>Import…</source>
        <translation>导入…</translation>
    </message>
    <message>
        <location filename="../../gui/memory/file.py"/>
        <source>In all: {sum}</source>
        <translation>总计：{sum}</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/running.py"/>
        <source>In each rank call torch.cuda.set_device(local_rank), and load with map_location=f'cuda:{local_rank}' or 'cpu'.</source>
        <translation>请在每个 rank 中调用 torch.cuda.set_device(local_rank)，并用 map_location=f'cuda:{local_rank}' 或 'cpu' 加载。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/model_match/group_findings.py"/>
        <source>In no order that leaves some of {wanted} frozen do its parameters have the shapes of the state. optimizer.load_state_dict matches by position and compares no shapes; optimizer.step() then fails, or goes on with the state of another parameter.</source>
        <translation>冻结 {wanted} 的一部分参数后，无论按什么顺序，其参数的形状都与状态不符。optimizer.load_state_dict 按位置匹配，不比较形状；之后 optimizer.step() 会失败，或者带着另一个参数的状态继续运行。</translation>
    </message>
    <message>
        <location filename="../../gui/compare/table_model.py"/>
        <location filename="../../gui/memory/table_models.py"/>
        <source>In the file</source>
        <translation>文件中</translation>
    </message>
    <message>
        <location filename="../../gui/tree/tips.py"/>
        <source>In the file that is saved: {becomes}</source>
        <translation>保存的文件中：{becomes}</translation>
    </message>
    <message numerus="yes">
        <location filename="../../gui/document/taking.py"/>
        <source>In the file you save, {n:,} entries become what they are in {name}. A pending change, like all others.</source>
        <translation><numerusform>在保存的文件中，{n:,} 个条目将变为 {name} 中的内容。与其他更改一样是待定的。</numerusform></translation>
    </message>
    <message>
        <location filename="../../gui/compare/table_model.py"/>
        <source>In the model</source>
        <translation>模型中</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/model_match/misshapen.py"/>
        <source>In the model {key!r} has the shape torch.Size([0]): its weights are partitioned (ZeRO-3, zero.Init) or not made yet, and those of the file are whole.</source>
        <translation>模型中 {key!r} 的形状是 torch.Size([0])：模型的权重已被分区（ZeRO-3、zero.Init）或尚未创建，而文件中的权重是完整的。</translation>
    </message>
    <message>
        <location filename="../../gui/recipes/folder_dialog.py"/>
        <source>In the place of the old ones</source>
        <translation>替换旧文件</translation>
    </message>
    <message>
        <location filename="../../core/edits/numbers/theirs.py"/>
        <location filename="../../core/recipes/number_options.py"/>
        <source>In {name}: {error}</source>
        <translation>在 {name} 中：{error}</translation>
    </message>
    <message>
        <location filename="../../gui/plots/plane_bar.py"/>
        <source>Index along dimension {axis}</source>
        <translation>第 {axis} 维的索引</translation>
    </message>
    <message>
        <location filename="../../gui/plots/plane_bar.py"/>
        <source>Index along dimension {axis}, from 0 to {most:,}</source>
        <translation>第 {axis} 维的索引，从 0 到 {most:,}</translation>
    </message>
    <message>
        <location filename="../../gui/health/model.py"/>
        <source>Inf</source>
        <translation>Inf</translation>
    </message>
    <message>
        <location filename="../../core/loading/methods.py"/>
        <source>Inside torch.serialization.safe_globals([{items}]) torch.load takes these names as they are.</source>
        <translation>在 torch.serialization.safe_globals([{items}]) 中 torch.load 会接受这些名称。</translation>
    </message>
    <message>
        <location filename="../../core/loading/methods.py"/>
        <source>Inside torch.serialization.safe_globals([{items}]) torch.load takes these names as they are; under NumPy 1 it is numpy.core.multiarray.</source>
        <translation>在 torch.serialization.safe_globals([{items}]) 中 torch.load 会接受这些名称；NumPy 1 下为 numpy.core.multiarray。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/pickles.py"/>
        <source>Install numpy ≥ 2, or rewrite the module's name in the file to numpy.core, which both know.</source>
        <translation>请安装 numpy ≥ 2，或把文件中的模块名改写为两者都认识的 numpy.core。</translation>
    </message>
    <message>
        <location filename="../../cli/system/qt_libraries.py"/>
        <source>Installing what Qt needs from the system: {packages} …</source>
        <translation>正在安装 Qt 需要的系统库：{packages} …</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traceback/state_dict_errors.py"/>
        <source>Instead of key[7:] write key.removeprefix('module.'), which leaves other keys as they are; or load the file without that step.</source>
        <translation>把 key[7:] 改成 key.removeprefix('module.')，它不会改动其他键；或者不经这一步加载文件。</translation>
    </message>
    <message>
        <location filename="../../gui/recipes/folder_dialog.py"/>
        <source>Into another folder</source>
        <translation>写入另一个文件夹</translation>
    </message>
    <message>
        <location filename="../../gui/health/board.py"/>
        <source>Is anything NaN, Inf or dead? Scan values reads all {size} and tells.</source>
        <translation>有 NaN、Inf 或失效的吗？扫描数值会读取全部 {size} 并告知。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/running.py"/>
        <source>It asks for no GPU memory on the computer of the error; the script does, when it moves the model.</source>
        <translation>在出错的计算机上它不需要显存；脚本移动模型时才需要。</translation>
    </message>
    <message>
        <location filename="../../gui/memory/measure.py"/>
        <source>It could not be measured. {error}</source>
        <translation>无法测量。{error}</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traceback/judge_keys.py"/>
        <source>It cuts {cut} characters from the front of each: look for a slice such as key[{cut}:] in it.</source>
        <translation>它从每个键的前面截去 {cut} 个字符：请在其中查找 key[{cut}:] 这样的切片。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/pickles.py"/>
        <source>It does not name numpy._core.</source>
        <translation>它没有提到 numpy._core。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/pickles.py"/>
        <source>It does not name that module; is a package of the script itself not installed?</source>
        <translation>它没有提到该模块；是不是脚本自身所需的某个包没有安装？</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/many_files.py"/>
        <source>It has its .metadata.</source>
        <translation>它有自己的 .metadata。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/containers.py"/>
        <source>It has its directory and all of its bytes.</source>
        <translation>它的目录和全部字节都在。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/many_files.py"/>
        <source>It has its index, or needs none.</source>
        <translation>它有索引，或不需要索引。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/many_files.py"/>
        <source>It has no pieces of ranks in it.</source>
        <translation>其中没有各 rank 的分块。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/resuming.py"/>
        <source>It has the state of an optimizer.</source>
        <translation>它有优化器的状态。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/resuming.py"/>
        <source>It has what Lightning looks for.</source>
        <translation>它有 Lightning 要查找的内容。</translation>
    </message>
    <message>
        <location filename="../../core/catalogue/integrity.py"/>
        <source>It has {size:,} bytes where the object says {nbytes:,}.</source>
        <translation>它有 {size:,} 字节，而对象声明的是 {nbytes:,} 字节。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/unopened.py"/>
        <source>It has {size} ({bytes:,} bytes) here; compare that with the source.</source>
        <translation>这里它有 {size}（{bytes:,} 字节）；请与来源比较。</translation>
    </message>
    <message>
        <location filename="../../cli/extracting.py"/>
        <source>It holds a state dict.</source>
        <translation>其中有一个 state_dict。</translation>
    </message>
    <message>
        <location filename="../../cli/extracting.py"/>
        <source>It holds a state dict; take it out with `{command}`.</source>
        <translation>其中有一个 state_dict；用 `{command}` 取出。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/containers.py"/>
        <source>It holds no generators of random numbers in the container of torch before 1.6.</source>
        <translation>其中没有采用 torch 1.6 之前容器的随机数生成器。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/containers.py"/>
        <source>It holds no nested tensors in the container of torch before 1.6.</source>
        <translation>其中没有采用 torch 1.6 之前容器的嵌套张量。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/pickles.py"/>
        <source>It holds no path object.</source>
        <translation>其中没有路径对象。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/pickles.py"/>
        <source>It holds no pickled optimizer object.</source>
        <translation>其中没有用 pickle 保存的优化器对象。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/pickles.py"/>
        <source>It holds no whole model.</source>
        <translation>其中没有整个模型。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traceback/judge_lookups.py"/>
        <source>It holds nothing.</source>
        <translation>其中没有任何内容。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traceback/judge_lookups.py"/>
        <source>It holds {names}.</source>
        <translation>其中有 {names}。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/many_files.py"/>
        <source>It is a file and no folder.</source>
        <translation>它是文件，不是文件夹。</translation>
    </message>
    <message>
        <location filename="../../cli/extracting.py"/>
        <source>It is a state dict already.</source>
        <translation>它已经是 state_dict。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/containers.py"/>
        <source>It is a whole checkpoint, with its tensors.</source>
        <translation>它是完整的检查点，带有张量。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/containers.py"/>
        <source>It is a zip, which can be mapped.</source>
        <translation>它是 zip，可以进行内存映射。</translation>
    </message>
    <message>
        <location filename="../../core/containers/dcp/archive.py"/>
        <source>It is another tensor than the .metadata says.</source>
        <translation>它不是 .metadata 所说的张量。</translation>
    </message>
    <message>
        <location filename="../../gui/parts/model.py"/>
        <source>It is called like a part of this model, and the index does not name it.</source>
        <translation>它的名称像此模型的一部分，但索引没有列出它。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/containers.py"/>
        <source>It is in the legacy container, which every torch reads.</source>
        <translation>它采用旧式容器，任何版本的 torch 都能读取。</translation>
    </message>
    <message>
        <location filename="../../core/containers/dcp/turned.py"/>
        <source>It is laid out as torch never writes it.</source>
        <translation>它的布局是 torch 从不写出的。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/containers.py"/>
        <source>It is no TorchScript archive.</source>
        <translation>它不是 TorchScript 归档。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/resuming.py"/>
        <source>It is no checkpoint of ZeRO, or was saved by as many ranks as load it.</source>
        <translation>它不是 ZeRO 的检查点，或者保存它的 rank 个数与加载的相同。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/containers.py"/>
        <source>It is no safetensors file.</source>
        <translation>它不是 safetensors 文件。</translation>
    </message>
    <message>
        <location filename="../../core/numbers/quantised.py"/>
        <source>It is not said what a quantised tensor is quantised by; the file is damaged.</source>
        <translation>没有说明量化张量以什么量化；文件已损坏。</translation>
    </message>
    <message>
        <location filename="../../core/values/keys.py"/>
        <source>It is nothing but one tensor, which '**' names.</source>
        <translation>它只有一个张量，用 '**' 指称。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/object_cures.py"/>
        <source>It is of a lazy module that has seen no data, and has no shape yet: run a batch through the model, then save its state_dict().</source>
        <translation>它属于一个尚未见过数据的惰性模块，还没有形状：先让一个批次通过模型，再保存其 state_dict()。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traceback/judge_lookups.py"/>
        <source>It is the state dict itself, {keys} such as {first!r}: model.load_state_dict(torch.load(f)).</source>
        <translation>它就是 state_dict 本身，有 {keys}，例如 {first!r}：model.load_state_dict(torch.load(f))。</translation>
    </message>
    <message>
        <location filename="../../core/recipes/pages.py"/>
        <source>It is too long for a command line. Keep the changes as a recipe, and pass that to fix --recipe.</source>
        <translation>作为命令行太长。请把更改保存为配方，并传给 fix --recipe。</translation>
    </message>
    <message>
        <location filename="../../core/recipes/pages.py"/>
        <source>It is too long to be read. Keep the changes as a recipe, and pass that to fix --recipe.</source>
        <translation>太长，不便阅读。请把更改保存为配方，并传给 fix --recipe。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/running.py"/>
        <source>It names no GPU that all ranks would share; look at torch.cuda.set_device in the script.</source>
        <translation>它没有提到所有 rank 会共用的 GPU；请检查脚本中的 torch.cuda.set_device。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/pickles.py"/>
        <source>It names no class of such a module.</source>
        <translation>它没有提到这种模块中的类。</translation>
    </message>
    <message>
        <location filename="../../gui/devices/panel.py"/>
        <source>It names no devices: whoever loads it says where to.</source>
        <translation>它没有记录设备：放到哪里由加载者指定。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/devices.py"/>
        <source>It names no such device.</source>
        <translation>它没有提到这样的设备。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/pickles.py"/>
        <source>It names no such function or class.</source>
        <translation>它没有提到这样的函数或类。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/pickles.py"/>
        <source>It names nothing that weights_only refuses.</source>
        <translation>它没有提到 weights_only 会拒绝的任何名称。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/unopened.py"/>
        <source>It names {named}; on a computer without that torch says so before it comes to the end.</source>
        <translation>它提到 {named}；在没有该设备的计算机上，torch 在读到末尾之前就会报告这一点。</translation>
    </message>
    <message>
        <location filename="../../core/memory/measure.py"/>
        <source>It needs {devices}, which this computer does not have. {problem}</source>
        <translation>它需要 {devices}，而本机没有。{problem}</translation>
    </message>
    <message>
        <location filename="../../core/memory/measure.py"/>
        <source>It needs {needed} of RAM and only {free} are free.</source>
        <translation>它需要 {needed} 内存，而只有 {free} 空闲。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/containers.py"/>
        <location filename="../../core/diagnosis/traps/frameworks.py"/>
        <source>It opens as a checkpoint.</source>
        <translation>它可以作为检查点打开。</translation>
    </message>
    <message>
        <location filename="../../core/recipes/pages.py"/>
        <source>It reads a copy of the source: torch loads files of this computer alone.</source>
        <translation>它读取源文件的副本：torch 只加载本机的文件。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/calls.py"/>
        <source>It reads to its end, but somewhere it makes something of the wrong parts, as torch.save never writes it: a byte was changed on the way.</source>
        <translation>它能读到结尾，但其中某处由错误的部分组成了某个对象，torch.save 从不这样写：有一个字节中途被改变。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/containers.py"/>
        <source>It says its version.</source>
        <translation>它标明了版本。</translation>
    </message>
    <message>
        <location filename="../../core/saving/places/elsewhere.py"/>
        <source>It was removed again.</source>
        <translation>已将其移除。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/optimizer_state.py"/>
        <source>It was saved before its first step, or its state was left out to make the file smaller; the file does not say which. Where it was trained before, {starts_anew}.</source>
        <translation>它在第一步之前保存，或者为减小文件而去掉了状态；文件没有说明是哪一种。如果之前训练过，{starts_anew}。</translation>
    </message>
    <message>
        <location filename="../../core/containers/joining.py"/>
        <source>It was saved on a machine that writes numbers the other way round (big-endian). Open it by itself.</source>
        <translation>它是在以相反字节序（big-endian）写数字的机器上保存的。请单独打开它。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/storages.py"/>
        <source>It was saved with pickle_protocol=0, which wrote the name of each storage as a line of text instead of a tuple. weights_only=False fails too, in every version: “saved_id must be a tuple, got str”.</source>
        <translation>它用 pickle_protocol=0 保存，这会把每个存储的名称写成一行文本而不是元组。weights_only=False 在任何版本中也都会失败：“saved_id must be a tuple, got str”。</translation>
    </message>
    <message>
        <location filename="../../gui/save/forecast.py"/>
        <source>It will stop at keys that are missing.</source>
        <translation>遇到缺失的键时，它会停止。</translation>
    </message>
    <message>
        <location filename="../../core/memory/measure.py"/>
        <source>It would fail: {message}</source>
        <translation>会失败：{message}</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/resuming.py"/>
        <source>Its `step` tensors are where torch wants them; the script moves them, by hand or with map_location.</source>
        <translation>它的 `step` 张量位于 torch 要求的位置；是脚本移动了它们，手动或通过 map_location。</translation>
    </message>
    <message>
        <location filename="../../core/formats/spread/sums.py"/>
        <source>Its bytes do not match the checksum that was saved with them.</source>
        <translation>其字节与一同保存的校验和不符。</translation>
    </message>
    <message>
        <location filename="../../core/catalogue/integrity.py"/>
        <source>Its bytes overlap those of record {last!r}; the file was tampered with or damaged.</source>
        <translation>其字节与记录 {last!r} 的字节重叠；文件被篡改或已损坏。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/many_files.py"/>
        <source>Its index and its shards agree; whether the model has keys of its own, only the model tells.</source>
        <translation>它的索引与分片一致；模型是否有自己的其他键，只有模型才知道。</translation>
    </message>
    <message>
        <location filename="../../gui/tree/tips.py"/>
        <source>Its key will be “{key}”.</source>
        <translation>它的键将为“{key}”。</translation>
    </message>
    <message>
        <location filename="../../gui/machine/chip.py"/>
        <source>Its name or its memory, such as T4 or 24 GB:</source>
        <translation>名称或显存，例如 T4 或 24 GB：</translation>
    </message>
    <message>
        <location filename="../../core/values/health/exploding.py"/>
        <source>Its numbers are {times:,.0f} times as large as is usual in the {others:,} others of this name, such as {usual}: {lowest:.4g} to {highest:.4g}, root mean square {typical:.3g}, there {typical_there:.3g}.</source>
        <translation>其数字是另外 {others:,} 个同名张量（如 {usual}）通常的 {times:,.0f} 倍：{lowest:.4g} 到 {highest:.4g}，均方根 {typical:.3g}，那里为 {typical_there:.3g}。</translation>
    </message>
    <message>
        <location filename="../../core/values/health/exploding.py"/>
        <source>Its numbers are {times:,.0f} times as large as is usual in {usual} and others.</source>
        <translation>其数字是 {usual} 等通常的 {times:,.0f} 倍。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/running.py"/>
        <source>Its optimizer state lies with the parameters; check the order in which the script moves and loads.</source>
        <translation>它的优化器状态与参数在一起；请检查脚本移动和加载的顺序。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/pickles.py"/>
        <source>Its pickle is of protocol 2.</source>
        <translation>它的 pickle 采用协议 2。</translation>
    </message>
    <message>
        <location filename="../../gui/optimizer/table_model.py"/>
        <source>Its place in param_groups</source>
        <translation>在 param_groups 中的位置</translation>
    </message>
    <message>
        <location filename="../../gui/values/several_table.py"/>
        <source>Its shape, and its dtype in the tooltip</source>
        <translation>形状，dtype 在工具提示中</translation>
    </message>
    <message>
        <location filename="../../core/saving/before/look_only.py"/>
        <source>Its state dict is written by `{command}`, without running anything.</source>
        <translation>`{command}` 会写出它的 state_dict，不运行任何内容。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/object_cures.py"/>
        <source>Its state_dict holds {what}, which torch.load(f) refuses as well.</source>
        <translation>它的 state_dict 含有 {what}，torch.load(f) 也会拒绝。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/resuming.py"/>
        <source>Its states of random numbers are on the CPU; the script moves them with map_location.</source>
        <translation>它的随机数状态位于 CPU 上；是脚本用 map_location 移动了它们。</translation>
    </message>
    <message>
        <location filename="../../gui/recipes/dialog.py"/>
        <source>Its steps become pending changes; nothing is written yet</source>
        <translation>其步骤成为待定的更改；尚不写入任何内容</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/unopened.py"/>
        <source>Its tensors of {unknown} are shown as bytes, because torch has no such dtype.</source>
        <translation>它的 {unknown} 张量显示为字节，因为 torch 没有这样的 dtype。</translation>
    </message>
    <message>
        <location filename="../../gui/app/actions.py"/>
        <source>Jump to any key of any open file by a few of its letters: l11 query weight.</source>
        <translation>用几个字母跳到任意已打开文件的任意键：l11 query weight。</translation>
    </message>
    <message>
        <location filename="../../core/recipes/options.py"/>
        <source>KEY=DEV, such as 'model/**=cuda:1'</source>
        <translation>KEY=DEV，例如 'model/**=cuda:1'</translation>
    </message>
    <message>
        <location filename="../../core/recipes/options.py"/>
        <source>KEY=DTYPE, such as 'model/**=bfloat16'</source>
        <translation>KEY=DTYPE，例如 'model/**=bfloat16'</translation>
    </message>
    <message>
        <location filename="../../core/recipes/options.py"/>
        <source>KEY=VALUE, such as epoch=0</source>
        <translation>KEY=VALUE，例如 epoch=0</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/objects.py"/>
        <source>Keep data instead of objects: extract the state_dict, make the rest plain.</source>
        <translation>保留数据而不是对象：提取 state_dict，把其余部分转成普通数据。</translation>
    </message>
    <message>
        <location filename="../../gui/memory/controls.py"/>
        <source>Keep free</source>
        <translation>留出</translation>
    </message>
    <message>
        <location filename="../../gui/tree/menu.py"/>
        <source>Keep only this (unwrap)</source>
        <translation>只保留它（解开）</translation>
    </message>
    <message>
        <location filename="../../gui/recipes/dialog.py"/>
        <source>Keep these changes</source>
        <translation>保存这些更改</translation>
    </message>
    <message>
        <location filename="../../gui/tree/menu.py"/>
        <source>Keep this in the file you save after all</source>
        <translation>还是在保存的文件中保留它</translation>
    </message>
    <message>
        <location filename="../../gui/recipes/dialog.py"/>
        <source>Keep what is planned here as a recipe</source>
        <translation>把这里的计划保存为配方</translation>
    </message>
    <message>
        <location filename="../../gui/preferences/dialog.py"/>
        <source>Kept now</source>
        <translation>当前占用</translation>
    </message>
    <message>
        <location filename="../../gui/recipes/dialog.py"/>
        <source>Kept recipes</source>
        <translation>已保存的配方</translation>
    </message>
    <message>
        <location filename="../../gui/values/picture_page.py"/>
        <source>Kernels as tiles</source>
        <translation>卷积核平铺</translation>
    </message>
    <message>
        <location filename="../../core/report/page.py"/>
        <location filename="../../gui/compare/table_model.py"/>
        <location filename="../../gui/diff/table_model.py"/>
        <location filename="../../gui/rename/table_model.py"/>
        <location filename="../../gui/tree/headings.py"/>
        <location filename="../../gui/values/several_table.py"/>
        <source>Key</source>
        <translation>键</translation>
    </message>
    <message>
        <location filename="../../gui/app/actions.py"/>
        <source>Keyboard shortcuts, what the program is, version.</source>
        <translation>键盘快捷键、程序介绍、版本。</translation>
    </message>
    <message>
        <location filename="../../core/report/page.py"/>
        <location filename="../../gui/app/help.py"/>
        <location filename="../../gui/details/model.py"/>
        <source>Keys</source>
        <translation>键</translation>
    </message>
    <message>
        <location filename="../../gui/rename/dialog.py"/>
        <source>Keys and their new names</source>
        <translation>键及其新名称</translation>
    </message>
    <message numerus="yes">
        <location filename="../../core/edits/state_dict.py"/>
        <source>Keys are as torch's own state_dict() gives them; whether {classes} give others, only the code could tell.</source>
        <translation><numerusform>键与 torch 自己的 state_dict() 给出的一致；{classes} 是否会给出不同的键，只有代码才能说明。</numerusform></translation>
    </message>
    <message>
        <location filename="../../gui/palette/key_jump.py"/>
        <source>Keys of all open files</source>
        <translation>所有已打开文件的键</translation>
    </message>
    <message>
        <location filename="../../gui/tree/view.py"/>
        <source>Keys of the checkpoint</source>
        <translation>检查点的键</translation>
    </message>
    <message>
        <location filename="../../gui/compare/view.py"/>
        <source>Keys of the file beside those of the model</source>
        <translation>文件的键与模型的键并排</translation>
    </message>
    <message>
        <location filename="../../gui/compare/source.py"/>
        <source>Keys of the model</source>
        <translation>模型的键</translation>
    </message>
    <message>
        <location filename="../../gui/parts/panel.py"/>
        <source>Keys that this file takes along</source>
        <translation>随此文件缺失的键</translation>
    </message>
    <message>
        <location filename="../../gui/save/forecast.py"/>
        <source>Keys will be missing: from_pretrained gives them random numbers, and only warns.</source>
        <translation>会缺少一些键：from_pretrained 会为其填入随机数，且只给出警告。</translation>
    </message>
    <message>
        <location filename="../../gui/details/model.py"/>
        <source>Kind</source>
        <translation>类型</translation>
    </message>
    <message>
        <location filename="../../gui/preferences/offered.py"/>
        <source>Language</source>
        <translation>语言</translation>
    </message>
    <message>
        <location filename="../../core/files/file_io.py"/>
        <source>Large parts of this file were never written: its download or copy was never finished. Fetch it again.</source>
        <translation>此文件有大段内容从未写入：下载或复制没有完成。请重新获取。</translation>
    </message>
    <message>
        <location filename="../../gui/optimizer/rates.py"/>
        <source>Learning rate of group {group}</source>
        <translation>组 {group} 的学习率</translation>
    </message>
    <message>
        <location filename="../../gui/app/actions.py"/>
        <source>Leave Pthfinder.</source>
        <translation>退出 Pthfinder。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/resuming.py"/>
        <source>Leave `step` on the CPU: load with map_location='cpu' and let optimizer.load_state_dict place the state, or rewrite the device of `step` in the file. Setting capturable=True is the popular workaround and costs speed.</source>
        <translation>让 `step` 留在 CPU 上：用 map_location='cpu' 加载，让 optimizer.load_state_dict 放置状态，或改写文件中 `step` 的设备。常见的变通办法是设置 capturable=True，但会牺牲速度。</translation>
    </message>
    <message>
        <location filename="../../gui/compare/dialog.py"/>
        <source>Leave out the keys that fit</source>
        <translation>不显示吻合的键</translation>
    </message>
    <message>
        <location filename="../../gui/changes/panel.py"/>
        <source>Leave out the state of the parameters that are dropped; Ctrl+Z takes it back</source>
        <translation>不保存被删除参数的状态；Ctrl+Z 可撤销</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/optimizers.py"/>
        <source>Leave step on the CPU: only exp_avg and its like go with the parameter. With map_location='cpu' it stays there, and optimizer.load_state_dict moves the rest.</source>
        <translation>让 step 留在 CPU 上：只有 exp_avg 之类随参数移动。使用 map_location='cpu' 时它留在那里，其余由 optimizer.load_state_dict 移动。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/records.py"/>
        <source>Leave that off, or save the file anew here.</source>
        <translation>不要这样设置，或者在这里重新保存文件。</translation>
    </message>
    <message>
        <location filename="../../gui/tree/menu.py"/>
        <source>Leave this out of the file you save</source>
        <translation>从保存的文件中去掉它</translation>
    </message>
    <message>
        <location filename="../../gui/diagnosis/fixes_model.py"/>
        <source>Leave {shown} out of the file. torch.load(f) refuses {names}
unless it is told weights_only=False; without them torch.load(saved) works with no argument.</source>
        <translation>从文件中去掉 {shown}。torch.load(f) 拒绝 {names}，
除非指定 weights_only=False；去掉之后 torch.load(saved) 不带参数即可加载。</translation>
    </message>
    <message>
        <location filename="../../gui/diagnosis/fixes_model.py"/>
        <source>Leave “{path}” out of the file: enough for inference, not to resume training.</source>
        <translation>从文件中去掉“{path}”：足够用于推理，但不能恢复训练。</translation>
    </message>
    <message>
        <location filename="../../gui/memory/legend.py"/>
        <source>Legend: {names}</source>
        <translation>图例：{names}</translation>
    </message>
    <message>
        <location filename="../../gui/memory/controls.py"/>
        <source>Less</source>
        <translation>收起</translation>
    </message>
    <message>
        <location filename="../../gui/app/actions.py"/>
        <source>Let go of the second checkpoint; pending changes stay.</source>
        <translation>放开第二个检查点；待定的更改保留。</translation>
    </message>
    <message>
        <location filename="../../gui/tree/comparison_line.py"/>
        <source>Let go of the second file (Esc, Ctrl+Shift+D); pending changes stay</source>
        <translation>放开第二个文件（Esc、Ctrl+Shift+D）；待定的更改保留</translation>
    </message>
    <message>
        <location filename="../../gui/palette/key_jump.py"/>
        <source>Letters of a key, such as l11 query weight</source>
        <translation>键中的字母，例如 l11 query weight</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/resuming.py"/>
        <source>Lightning resumes from its own checkpoints, which say its version, the epoch and the loops beside the weights. This one lacks them: it was written by another program, or holds the weights alone.</source>
        <translation>Lightning 从自己的检查点恢复训练，其中除权重外还标明版本、epoch 和循环。此文件没有这些：它由其他程序写成，或只含权重。</translation>
    </message>
    <message>
        <location filename="../../gui/app/menus.py"/>
        <source>Like the &amp;system</source>
        <translation>跟随系统(&amp;S)</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/model_match/model_keys.py"/>
        <source>Line {number} of {name} is no key with a shape: {line!r}. Write lines such as 'conv1.weight 64x3x7x7', or 'conv1.weight' alone.</source>
        <translation>{name} 的第 {number} 行不是带形状的键：{line!r}。请写成 'conv1.weight 64x3x7x7' 这样的行，或只写 'conv1.weight'。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/objects.py"/>
        <source>Linux or macOS</source>
        <translation>Linux 或 macOS</translation>
    </message>
    <message>
        <location filename="../../gui/location/dialog.py"/>
        <source>List the folder of this location below</source>
        <translation>在下面列出此位置的文件夹</translation>
    </message>
    <message>
        <location filename="../../gui/page/banner.py"/>
        <source>List the keys that lie in what is missing</source>
        <translation>列出缺失部分中的键</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/many_files.py"/>
        <source>Load each with its rank, after torch.distributed.init_process_group, by as many processes as saved them; or open the folder here and save the whole as one file.</source>
        <translation>请在 torch.distributed.init_process_group 之后，由与保存时同样多的进程各自用对应的 rank 加载；或者在这里打开文件夹，把整体保存为一个文件。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/many_files.py"/>
        <source>Load it as it was saved: dcp.load({code}, checkpoint_id=…).</source>
        <translation>请按保存时的方式加载：dcp.load({code}, checkpoint_id=…)。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traceback/state_dict_errors.py"/>
        <source>Load it into model.module, or add the prefix to the keys. strict=False only hides the mismatch and loads nothing.</source>
        <translation>把它加载到 model.module 中，或给键添加前缀。strict=False 只会掩盖不匹配，什么也不加载。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/odd.py"/>
        <source>Load it only if you trust who made it, and ask for a file that torch.save wrote. Saving writes a plain file of what is shown, without what is hidden, once you accept that.</source>
        <translation>只有在信任制作者时才加载它，并请对方提供由 torch.save 写成的文件。接受这一点后，保存会按所显示的内容写出一个普通文件，不含隐藏的内容。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/containers.py"/>
        <location filename="../../core/diagnosis/unopened.py"/>
        <source>Load it with safetensors.torch.load_file(f, device='cpu').</source>
        <translation>请用 safetensors.torch.load_file(f, device='cpu') 加载。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/container.py"/>
        <source>Load it with torch ≥ 1.5, or write the legacy container for the old one.</source>
        <translation>请用 torch ≥ 1.5 加载，或为旧版写成旧式容器。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/unopened.py"/>
        <source>Load it with torch.jit.load(f, map_location='cpu'), from a source that you trust; its state_dict() can then be saved with torch.save.</source>
        <translation>请从信任的来源获取，用 torch.jit.load(f, map_location='cpu') 加载；之后可以用 torch.save 保存其 state_dict()。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/containers.py"/>
        <source>Load it with torch.jit.load(f, map_location='cpu'); take the weights with .state_dict().</source>
        <translation>请用 torch.jit.load(f, map_location='cpu') 加载；用 .state_dict() 取出权重。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/containers.py"/>
        <source>Load it with torch.load. If it was torch.load that said so, the file is data.pkl alone, taken out of its zip.</source>
        <translation>请用 torch.load 加载。如果正是 torch.load 这样说，那么文件只是从 zip 中取出的 data.pkl。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/unopened.py"/>
        <source>Load it with {call}.</source>
        <translation>请用 {call} 加载。</translation>
    </message>
    <message>
        <location filename="../../gui/diagnosis/board.py"/>
        <source>Load on</source>
        <translation>加载到</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/model_match/misshapen.py"/>
        <source>Load the file before the model is partitioned, or inside deepspeed.zero.GatheredParameters.</source>
        <translation>请在模型分区之前加载文件，或在 deepspeed.zero.GatheredParameters 中加载。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/many_files.py"/>
        <source>Load the file inside it, hand the folder to the framework (from_pretrained, dcp.load), or save it here as one file.</source>
        <translation>请加载其中的文件，把文件夹交给框架（from_pretrained、dcp.load），或在这里保存为一个文件。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/model_match/model_findings.py"/>
        <source>Load the file into the model inside the wrapper (model.module), or {offer}</source>
        <translation>把文件加载到包装器内的模型（model.module）中，或者{offer}</translation>
    </message>
    <message>
        <location filename="../../gui/memory/measure.py"/>
        <source>Load the file the chosen way in a process of its own, with torch and weights_only=True, and read
what the kernel and torch.cuda.memory_stats count. Nothing that the file names is run.</source>
        <translation>在单独的进程中用所选方式、torch 和 weights_only=True 加载文件，并读取
内核和 torch.cuda.memory_stats 的计数。文件中提到的内容不会运行。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/object_cures.py"/>
        <source>Load the file with weights_only=False where its code is, and save the state_dict() there.</source>
        <translation>在有其代码的地方用 weights_only=False 加载文件，并在那里保存 state_dict()。</translation>
    </message>
    <message>
        <location filename="../../core/memory/training/words.py"/>
        <source>Load the optimizer after the model is on {device}: before that its state, {state}, stays in RAM, and step() fails.</source>
        <translation>模型放到 {device} 之后再加载优化器：在此之前，其状态 {state} 会留在内存中，step() 会失败。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/resuming.py"/>
        <source>Load the optimizer's state first, then make the scheduler with last_epoch; or make it as new and call scheduler.load_state_dict. Where the file's groups have no 'initial_lr', set it: for group in optimizer.param_groups: group.setdefault('initial_lr', group['lr']).</source>
        <translation>先加载优化器状态，再用 last_epoch 创建调度器；或者照新的那样创建，再调用 scheduler.load_state_dict。如果文件的组没有 'initial_lr'，请设置它：for group in optimizer.param_groups: group.setdefault('initial_lr', group['lr'])。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/many_files.py"/>
        <source>Load them with {saved}, after torch.distributed.init_process_group.</source>
        <translation>请在 torch.distributed.init_process_group 之后用 {saved} 加载。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/many_files.py"/>
        <source>Load them with {saved}, after torch.distributed.init_process_group. Saved here the whole is one file that needs neither.</source>
        <translation>请在 torch.distributed.init_process_group 之后用 {saved} 加载。在这里保存后，整体是一个文件，两者都不需要。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/pickles.py"/>
        <source>Load with a torch at least as new as the one that saved the file; or save the plain tensors of the state_dict there, in the legacy container, for an older one.</source>
        <translation>用不旧于保存时版本的 torch 加载；或者在保存处把 state_dict 的普通张量存入旧式容器，供更旧的版本使用。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/running.py"/>
        <source>Load with map_location='cpu' (mmap=True saves memory too), load it into model and optimizer, then delete the checkpoint. torch.cuda.empty_cache() only gives back what nothing refers to any more.</source>
        <translation>用 map_location='cpu' 加载（mmap=True 还可节省内存），加载到模型和优化器中，然后删除检查点。torch.cuda.empty_cache() 只归还已不再被引用的显存。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/resuming.py"/>
        <source>Load with map_location='cpu', or move it back: torch.set_rng_state(state.cpu()). load_state_dict puts the other tensors where they belong by itself.</source>
        <translation>用 map_location='cpu' 加载，或把它移回：torch.set_rng_state(state.cpu())。其他张量由 load_state_dict 自行放到应在的位置。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/devices.py"/>
        <source>Load with map_location='cpu', or rewrite the devices in the file. The last line of the traceback says how many GPUs there are.</source>
        <translation>用 map_location='cpu' 加载，或改写文件中的设备。回溯的最后一行说明有多少个 GPU。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/devices.py"/>
        <source>Load with map_location='cpu', or rewrite the devices in the file; else import the package that adds the device before loading.</source>
        <translation>用 map_location='cpu' 加载，或改写文件中的设备；否则请在加载前导入提供该设备的包。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/devices.py"/>
        <source>Load with map_location={'cuda:5': 'cuda:0'} or map_location='cpu', or rewrite the devices in the file.</source>
        <translation>用 map_location={'cuda:5': 'cuda:0'} 或 map_location='cpu' 加载，或改写文件中的设备。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/running.py"/>
        <source>Load with mmap=True, so that tensors stay on the disk until they are used, and drop what is not needed.</source>
        <translation>用 mmap=True 加载，让张量在使用之前留在磁盘上，并释放不需要的内容。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/containers.py"/>
        <source>Load with torch ≥ 1.5, or write the file in the legacy container; torch.save(…, _use_new_zipfile_serialization=False) does that where it was made.</source>
        <translation>请用 torch ≥ 1.5 加载，或把文件写成旧式容器；在生成文件的地方可以用 torch.save(…, _use_new_zipfile_serialization=False) 做到。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/pickles.py"/>
        <source>Load with torch.load(f, encoding='latin1').</source>
        <translation>用 torch.load(f, encoding='latin1') 加载。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/devices.py"/>
        <source>Load with torch.load(f, map_location='cpu'), or rewrite the devices in the file to cpu. If this computer has a GPU, install a torch with CUDA and check torch.cuda.is_available().</source>
        <translation>用 torch.load(f, map_location='cpu') 加载，或把文件中的设备改写为 cpu。如果这台计算机有 GPU，请安装带 CUDA 的 torch 并检查 torch.cuda.is_available()。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/containers.py"/>
        <source>Load without mmap=True, or write the file as a zip.</source>
        <translation>不带 mmap=True 加载，或把文件写成 zip。</translation>
    </message>
    <message>
        <location filename="../../gui/memory/bars_model.py"/>
        <source>Loaded and copied, alive only because `checkpoint` still refers to it: `del checkpoint` frees it</source>
        <translation>已加载并复制，只因 `checkpoint` 仍引用它才存在：`del checkpoint` 会释放它</translation>
    </message>
    <message>
        <location filename="../../core/memory/assumptions.py"/>
        <source>Loading is not training: gradients, activations and step() come on top.</source>
        <translation>加载不等于训练：梯度、激活值和 step() 另计。</translation>
    </message>
    <message>
        <location filename="../../gui/memory/training_model.py"/>
        <source>Loading is not training: resuming takes at least {needs} on {device}, activations aside.</source>
        <translation>加载不等于训练：恢复训练在 {device} 上至少需要 {needs}，激活值另计。</translation>
    </message>
    <message>
        <location filename="../../gui/memory/training_model.py"/>
        <source>Loading is not training: resuming takes at least {needs} on {device}, {rest} too much.</source>
        <translation>加载不等于训练：继续训练在 {device} 上至少需要 {needs}，还差 {rest}。</translation>
    </message>
    <message>
        <location filename="../../gui/memory/training_model.py"/>
        <source>Loading is not training: resuming takes at least {needs} on {device}; {rest} left for activations.</source>
        <translation>加载不等于训练：恢复训练在 {device} 上至少需要 {needs}；剩 {rest} 给激活值。</translation>
    </message>
    <message>
        <location filename="../../gui/memory/training_model.py"/>
        <source>Loading is not training: resuming takes at least {needs} on {device}; {rest} left.</source>
        <translation>加载不等于训练：恢复训练在 {device} 上至少需要 {needs}；剩 {rest}。</translation>
    </message>
    <message>
        <location filename="../../gui/diagnosis/verify.py"/>
        <source>Loading it with torch …</source>
        <translation>正在用 torch 加载 …</translation>
    </message>
    <message>
        <location filename="../../core/memory/training/words.py"/>
        <source>Loading leaves {loaded} on {device}; resuming takes at least {more} more, without activations: {parts}.</source>
        <translation>加载后 {device} 上有 {loaded}；恢复训练至少还需要 {more}，不含激活值：{parts}。</translation>
    </message>
    <message>
        <location filename="../../core/memory/training/words.py"/>
        <source>Loading leaves {loaded} on {device}; resuming takes at least {more} more: {parts}.</source>
        <translation>加载后 {device} 上有 {loaded}；恢复训练至少还需要 {more}：{parts}。</translation>
    </message>
    <message>
        <location filename="../../core/memory/measure.py"/>
        <source>Loading many files cannot be measured; save them as one and measure that.</source>
        <translation>无法测量加载多个文件；请把它们保存为一个文件后再测量。</translation>
    </message>
    <message>
        <location filename="../../gui/machine/chip.py"/>
        <source>Loading on: {machine}</source>
        <translation>加载到：{machine}</translation>
    </message>
    <message>
        <location filename="../../gui/memory/measure.py"/>
        <source>Loading the file with {title} …</source>
        <translation>正在用 {title} 加载文件 …</translation>
    </message>
    <message>
        <location filename="../../core/loading/many_files.py"/>
        <source>Loading these files</source>
        <translation>加载这些文件</translation>
    </message>
    <message>
        <location filename="../../core/torch_child/limits.py"/>
        <source>Loading was stopped: torch crashed (signal {crash}), as it may where it wants more than the {memory} of memory that it may take, or over a file that was built for that.</source>
        <translation>加载已停止：torch 崩溃（信号 {crash}），可能是因为它要用的内存超过允许的 {memory}，或文件是为此而造的。</translation>
    </message>
    <message>
        <location filename="../../core/torch_child/limits.py"/>
        <source>Loading was stopped: torch took longer than the {seconds:.0f} seconds that it may take. A file can be built to take any amount.</source>
        <translation>加载已停止：torch 用时超过允许的 {seconds:.0f} 秒。文件可以被造成占用任意多。</translation>
    </message>
    <message>
        <location filename="../../core/torch_child/limits.py"/>
        <source>Loading was stopped: torch wanted more than the {memory} of memory that it may take. A file can be built to take any amount.</source>
        <translation>加载已停止：torch 要用的内存超过允许的 {memory}。文件可以被造成占用任意多。</translation>
    </message>
    <message>
        <location filename="../../core/torch_child/limits.py"/>
        <source>Loading was stopped: torch worked longer than the {processor:.0f} seconds of processor time that it may take. A file can be built to take any amount.</source>
        <translation>加载已停止：torch 用的处理器时间超过允许的 {processor:.0f} 秒。文件可以被造成占用任意多。</translation>
    </message>
    <message>
        <location filename="../../core/memory/analysis.py"/>
        <source>Loads, and takes no GPU memory.</source>
        <translation>可加载，不占显存。</translation>
    </message>
    <message>
        <location filename="../../core/memory/analysis.py"/>
        <source>Loads, with {spare} to spare on {device} at its fullest (phase {phase}).</source>
        <translation>可加载，{device} 最满时（阶段 {phase}）还剩 {spare}。</translation>
    </message>
    <message>
        <location filename="../../gui/location/dialog.py"/>
        <source>Location</source>
        <translation>位置</translation>
    </message>
    <message>
        <location filename="../../core/remote/trouble.py"/>
        <source>Locations of {scheme}:// need the package {package}. Install it: pip install {package}</source>
        <translation>{scheme}:// 位置需要 {package} 包。请安装：pip install {package}</translation>
    </message>
    <message>
        <location filename="../../gui/values/histogram_page.py"/>
        <source>Log counts</source>
        <translation>计数取对数</translation>
    </message>
    <message>
        <location filename="../../core/formats/identify_text.py"/>
        <source>Log in, or ask for a new link (signed links expire), then fetch the file again.</source>
        <translation>请登录，或获取新的链接（签名链接会过期），然后重新获取文件。</translation>
    </message>
    <message>
        <location filename="../../gui/values/histogram_page.py"/>
        <source>Log magnitudes</source>
        <translation>绝对值取对数</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/containers.py"/>
        <source>Look at the first line of the file: fetch it again by its download link, or run `git lfs pull`. weights_only=False cannot help.</source>
        <translation>请查看文件的第一行：用下载链接重新获取，或运行 `git lfs pull`。weights_only=False 无济于事。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/running.py"/>
        <source>Look at the line of the script above the error: which tensor it makes, and where its sizes come from. Every process must call gather or pad_across_processes as often as the others, with as many dimensions.</source>
        <translation>请查看脚本中出错处上方的那一行：它创建了哪个张量，大小从何而来。每个进程调用 gather 或 pad_across_processes 的次数必须与其他进程相同，维数也要相同。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/containers.py"/>
        <source>Look at the size and the first bytes of the file. One that opens here as a checkpoint is loaded with torch.load; one of some hundred bytes must be fetched again, with `git lfs pull` where it is a pointer.</source>
        <translation>请查看文件的大小和开头的字节。能在这里作为检查点打开的，用 torch.load 加载；只有几百字节的必须重新获取，如果是指针则用 `git lfs pull`。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/state_dicts.py"/>
        <source>Look at what stands behind 'an exception occurred'. On the GPU: load with map_location='cpu', and load the state_dict before the model is moved.</source>
        <translation>请查看 'an exception occurred' 之后的内容。在 GPU 上：用 map_location='cpu' 加载，并在移动模型之前加载 state_dict。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/resuming.py"/>
        <source>Look at what the file holds at the top, and hand over the part with 'param_groups' in it. A file without one has no optimizer's state; start with new state then.</source>
        <translation>请查看文件顶层的内容，传入含有 'param_groups' 的部分。没有这一部分的文件就没有优化器状态；这时请用新的状态开始。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/scripts.py"/>
        <source>Look at what the file holds at the top, and take the weights from there: checkpoint['state_dict'] or whatever it is called. Or rename the key in the file, as the script knows it.</source>
        <translation>请查看文件顶层的内容，从那里取用权重：checkpoint['state_dict'] 或其实际名称。或者把文件中的键重命名为脚本所知的名称。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/pickles.py"/>
        <source>Look at what torch.load returned, by type(checkpoint). A model is used as it is, or gives its state_dict(); a text is a path that torch.load must open first.</source>
        <translation>请用 type(checkpoint) 查看 torch.load 返回了什么。模型可以直接使用，或给出其 state_dict()；文本则是路径，必须先由 torch.load 打开。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traceback/harmless.py"/>
        <source>Look for it under another name, and compare the file with the model (--against, or Compare with a model).</source>
        <translation>请查找它是否使用了其他名称，并将文件与模型比较（--against，或“与模型比较”）。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/unopened.py"/>
        <source>Look for the checkpoint itself and load that.</source>
        <translation>请寻找检查点本身并加载它。</translation>
    </message>
    <message>
        <location filename="../../cli/arguments.py"/>
        <source>Look into PyTorch checkpoints and fix them, without running them. With nothing, or with files alone, the window opens, in the program that runs already unless --new-window is said; the commands work in the terminal and need neither Qt nor torch.</source>
        <translation>查看并修复 PyTorch 检查点，而不运行其中的代码。不带参数或只给出文件时打开窗口；如果程序已在运行，就在其中打开，除非加上 --new-window。各命令在终端中工作，不需要 Qt 和 torch。</translation>
    </message>
    <message>
        <location filename="../../gui/diagnosis/board.py"/>
        <location filename="../../gui/page/notice.py"/>
        <source>Looking for what torch.load would say …</source>
        <translation>正在查找 torch.load 会说什么 …</translation>
    </message>
    <message>
        <location filename="../../gui/diagnosis/error_answer.py"/>
        <location filename="../../gui/diagnosis/finding_card.py"/>
        <source>Loses {loses}.</source>
        <translation>会丢失{loses}。</translation>
    </message>
    <message>
        <location filename="../../gui/diagnosis/finding_card.py"/>
        <source>Loses {loses}. So it is not part of “Fix all”.</source>
        <translation>会丢失{loses}。因此不在“全部修复”之内。</translation>
    </message>
    <message>
        <location filename="../../gui/values/histogram_page.py"/>
        <source>Magnitudes on a logarithmic axis, zeros left out: small numbers are told apart</source>
        <translation>绝对值用对数轴，不含零：能区分很小的数字</translation>
    </message>
    <message>
        <location filename="../../gui/tree/columns.py"/>
        <source>Make each column as wide as what is in it</source>
        <translation>每列与其内容同宽</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/containers.py"/>
        <source>Make room and save again. A half-written file cannot be repaired; resume from the one before.</source>
        <translation>请腾出空间后重新保存。只写了一半的文件无法修复；请从之前的检查点恢复训练。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/optimizer_state.py"/>
        <source>Make the keys the numbers that they were.</source>
        <translation>把这些键改回原来的数字。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/pickles.py"/>
        <source>Make the model with its own code, then model.load_state_dict(torch.load(f, map_location='cpu')), then model.to(device) and model.eval().</source>
        <translation>用模型自己的代码构建模型，然后依次执行 model.load_state_dict(torch.load(f, map_location='cpu'))、model.to(device) 和 model.eval()。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/scripts.py"/>
        <source>Make the model with the sizes and in the order that it was trained with, or start with new optimizer state.</source>
        <translation>请按训练时的大小和顺序构建模型，或用新的优化器状态开始。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/state_dicts.py"/>
        <source>Make the model with the sizes it was trained with, or drop these entries from the file and load with strict=False: those layers then start from new weights.</source>
        <translation>请按训练时的大小构建模型，或从文件中移除这些条目并用 strict=False 加载：这些层会从新的权重开始。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/model_match/model_findings.py"/>
        <source>Make the model with the sizes it was trained with.</source>
        <translation>请按训练时的大小构建模型。</translation>
    </message>
    <message>
        <location filename="../../gui/tree/menu.py"/>
        <source>Make this dictionary the whole file: torch.load(saved) returns it and nothing around it</source>
        <translation>把此字典作为整个文件：torch.load(saved) 只返回它，外面没有其他内容</translation>
    </message>
    <message>
        <location filename="../../gui/diagnosis/fixes_model.py"/>
        <source>Make “{path}” the whole file: torch.load(saved) returns this state_dict and nothing around it,
ready for model.load_state_dict(torch.load(saved)).</source>
        <translation>把“{path}”作为整个文件：torch.load(saved) 只返回此 state_dict，外面没有其他内容，
可直接用于 model.load_state_dict(torch.load(saved))。</translation>
    </message>
    <message>
        <location filename="../../gui/health/map.py"/>
        <source>Map of the model</source>
        <translation>模型图</translation>
    </message>
    <message>
        <location filename="../../gui/tree/menu.py"/>
        <source>Map to</source>
        <translation>映射到</translation>
    </message>
    <message>
        <location filename="../../gui/page/notice.py"/>
        <source>Map {source} → {target}</source>
        <translation>映射 {source} → {target}</translation>
    </message>
    <message>
        <location filename="../../gui/tree/menu.py"/>
        <source>Map {tensors} to</source>
        <translation>把{tensors}映射到</translation>
    </message>
    <message>
        <location filename="../../gui/page/exporting.py"/>
        <source>Markdown, for an issue (*.md)</source>
        <translation>Markdown，用于提交问题 (*.md)</translation>
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
        <translation>含义</translation>
    </message>
    <message>
        <location filename="../../gui/memory/board.py"/>
        <location filename="../../gui/memory/measure.py"/>
        <source>Measure</source>
        <translation>测量</translation>
    </message>
    <message>
        <location filename="../../gui/memory/table_models.py"/>
        <source>Measured</source>
        <translation>实测</translation>
    </message>
    <message>
        <location filename="../../gui/memory/measure.py"/>
        <source>Measured beside predicted</source>
        <translation>实测与预测对照</translation>
    </message>
    <message>
        <location filename="../../core/report/page.py"/>
        <location filename="../../gui/page/workspace.py"/>
        <source>Memory</source>
        <translation>显存</translation>
    </message>
    <message>
        <location filename="../../cli/memory/predicting.py"/>
        <source>Memory can be told for the CPU and for CUDA cards, not for {target}.</source>
        <translation>只能预测 CPU 和 CUDA 显卡的占用，不能预测 {target} 的。</translation>
    </message>
    <message>
        <location filename="../../core/memory/measure.py"/>
        <source>Memory is measured by the Linux kernel's own account, which is not to be had here.</source>
        <translation>内存由 Linux 内核自己的统计测量，这里没有。</translation>
    </message>
    <message>
        <location filename="../../gui/memory/controls.py"/>
        <source>Memory of each card that loading shall leave alone: for the desktop, other programs, or what comes after</source>
        <translation>加载时每块显卡上不动用的显存：留给桌面、其他程序或后续操作</translation>
    </message>
    <message>
        <location filename="../../gui/memory/file.py"/>
        <source>Memory on each device</source>
        <translation>各设备占用的显存和内存</translation>
    </message>
    <message>
        <location filename="../../gui/memory/plot.py"/>
        <source>Memory phase by phase</source>
        <translation>各阶段的显存和内存</translation>
    </message>
    <message>
        <location filename="../../gui/details/model.py"/>
        <source>Mesh</source>
        <translation>网格</translation>
    </message>
    <message>
        <location filename="../../gui/values/several_table.py"/>
        <source>Min</source>
        <translation>最小</translation>
    </message>
    <message>
        <location filename="../../gui/optimizer/model_box.py"/>
        <source>Model of the optimizer</source>
        <translation>优化器的模型</translation>
    </message>
    <message>
        <location filename="../../gui/memory/controls.py"/>
        <source>Model on</source>
        <translation>模型位于</translation>
    </message>
    <message>
        <location filename="../../core/catalogue/optimizers/matched.py"/>
        <source>Models of {file}: {paths}.</source>
        <translation>{file} 的模型：{paths}。</translation>
    </message>
    <message>
        <location filename="../../gui/tree/tools.py"/>
        <source>Modules</source>
        <translation>模块</translation>
    </message>
    <message>
        <location filename="../../core/edits/state_dict.py"/>
        <source>Modules of Transformer Engine keep more in `_extra_state`, which only their code can give; it is not in the state dict.</source>
        <translation>Transformer Engine 的模块在 `_extra_state` 中保存更多内容，只有其代码才能给出；它不在 state_dict 中。</translation>
    </message>
    <message>
        <location filename="../../gui/memory/controls.py"/>
        <source>More</source>
        <translation>更多</translation>
    </message>
    <message>
        <location filename="../../gui/tree/columns.py"/>
        <source>Move left</source>
        <translation>左移</translation>
    </message>
    <message>
        <location filename="../../gui/tree/columns.py"/>
        <source>Move right</source>
        <translation>右移</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/running.py"/>
        <source>Move the model first, build the optimizer after it, and load the optimizer's state last: load_state_dict puts each piece of state where its parameter is, and leaves `step` where it belongs.</source>
        <translation>先移动模型，之后构建优化器，最后加载优化器状态：load_state_dict 会把状态的每一部分放到其参数所在之处，并让 `step` 留在应在的位置。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/running.py"/>
        <source>Move the model there once it is loaded, before it is wrapped or called: model.to('cuda:0'), or whichever is first in device_ids. To run on a CPU, take the model without its wrapper: model.module.</source>
        <translation>模型加载后，在包装或调用之前把它移到那里：model.to('cuda:0')，或 device_ids 中的第一个设备。要在 CPU 上运行，请使用没有包装器的模型：model.module。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/resuming.py"/>
        <source>Move the model to the GPU before the optimizer is built and its state loaded: `step` then follows its parameter. On a CPU set capturable=False in the groups.</source>
        <translation>在构建优化器并加载其状态之前，先把模型移到 GPU：`step` 就会跟随其参数。在 CPU 上，请在各组中设置 capturable=False。</translation>
    </message>
    <message>
        <location filename="../../gui/app/actions.py"/>
        <source>Move the tab to a new &amp;window</source>
        <translation>把标签页移到新窗口(&amp;W)</translation>
    </message>
    <message>
        <location filename="../../gui/health/model.py"/>
        <source>NaN</source>
        <translation>NaN</translation>
    </message>
    <message>
        <location filename="../../gui/health/colouring.py"/>
        <source>NaN and Inf</source>
        <translation>NaN 和 Inf</translation>
    </message>
    <message>
        <location filename="../../gui/document/compared.py"/>
        <source>NaN or Inf</source>
        <translation>NaN 或 Inf</translation>
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
        <translation>名称</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/state_dicts.py"/>
        <source>Name and shape of the weight agree with those of the model. Copying it failed, and the end of the message says why: a GPU without room or out of order, a quantized weight, or a tensor that has no data.</source>
        <translation>权重的名称和形状与模型一致。复制失败，消息末尾说明了原因：GPU 空间不足或发生故障、量化的权重，或没有数据的张量。</translation>
    </message>
    <message>
        <location filename="../../gui/recipes/dialog.py"/>
        <source>Name of a new recipe</source>
        <translation>新配方的名称</translation>
    </message>
    <message>
        <location filename="../../gui/details/model.py"/>
        <source>Names</source>
        <translation>名称</translation>
    </message>
    <message>
        <location filename="../../gui/location/folder_view.py"/>
        <source>Names in the folder</source>
        <translation>文件夹中的名称</translation>
    </message>
    <message>
        <location filename="../../gui/details/model.py"/>
        <source>Names that run code</source>
        <translation>会运行代码的名称</translation>
    </message>
    <message>
        <location filename="../../gui/memory/bars_model.py"/>
        <source>Needed within the phase and given back before its end</source>
        <translation>在该阶段内需要，结束之前归还</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/devices.py"/>
        <source>Never touch that card: save the file on the cpu, or on the card that is used.</source>
        <translation>完全不要碰那块显卡：把文件保存在 cpu 上，或保存在实际使用的显卡上。</translation>
    </message>
    <message>
        <location filename="../../gui/app/actions.py"/>
        <source>New &amp;window</source>
        <translation>新建窗口(&amp;W)</translation>
    </message>
    <message>
        <location filename="../../gui/recipes/folder_dialog.py"/>
        <source>New files</source>
        <translation>新文件</translation>
    </message>
    <message>
        <location filename="../../core/saving/folders/new_folder.py"/>
        <source>New files have appeared in {path}. Nothing was changed.</source>
        <translation>{path} 中出现了新文件。没有任何更改。</translation>
    </message>
    <message>
        <location filename="../../gui/app/tabs.py"/>
        <source>New tab</source>
        <translation>新建标签页</translation>
    </message>
    <message>
        <location filename="../../gui/values/update_model.py"/>
        <source>Next step of {kind}: {share} of the weights</source>
        <translation>{kind} 的下一步：权重的 {share}</translation>
    </message>
    <message>
        <location filename="../../core/edits/to_plain.py"/>
        <source>No DTensor in this file holds a whole tensor; parts of one have to be put together by torch.</source>
        <translation>此文件中没有保存完整张量的 DTensor；各部分必须由 torch 合并。</translation>
    </message>
    <message>
        <location filename="../../core/loading/recipes.py"/>
        <source>No call of torch puts these files together. Save them as one file first.</source>
        <translation>torch 没有任何调用能合并这些文件。请先把它们保存为一个文件。</translation>
    </message>
    <message>
        <location filename="../../core/memory/assumptions.py"/>
        <source>No card was found here and none was named: {card} is assumed.</source>
        <translation>本机没有找到显卡，也没有指定：按 {card} 计算。</translation>
    </message>
    <message>
        <location filename="../../cli/saving.py"/>
        <source>No change is made: the copy holds the same as {name}.</source>
        <translation>没有任何更改：副本的内容与 {name} 相同。</translation>
    </message>
    <message>
        <location filename="../../gui/changes/panel.py"/>
        <source>No changes yet.
Nothing is written until you save.</source>
        <translation>还没有更改。
保存之前不会写入任何内容。</translation>
    </message>
    <message>
        <location filename="../../gui/palette/command_palette.py"/>
        <source>No command fits.</source>
        <translation>没有符合的命令。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traceback/harmless.py"/>
        <source>No cure is offered: the model would lose {example!r}, which fits. Compare the file with the model (--against, or Compare with a model).</source>
        <translation>不提供修复：模型会失去原本匹配的 {example!r}。请将文件与模型比较（--against，或“与模型比较”）。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traceback/harmless.py"/>
        <source>No cure is offered: {keys} that the error names would stay, such as {example!r}. Compare the file with the model (--against, or Compare with a model).</source>
        <translation>不提供修复：错误中提到的 {keys} 仍会保留，例如 {example!r}。请将文件与模型比较（--against，或“与模型比较”）。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traceback/harmless.py"/>
        <source>No cure is offered: {keys} that the model asks for would stay missing, such as {example!r}.</source>
        <translation>不提供修复：模型需要的 {keys} 仍会缺失，例如 {example!r}。</translation>
    </message>
    <message>
        <location filename="../../gui/devices/panel.py"/>
        <source>No device is saved</source>
        <translation>没有保存设备</translation>
    </message>
    <message>
        <location filename="../../cli/curing.py"/>
        <source>No edit cures {code!r}: {fix}</source>
        <translation>没有编辑能修复 {code!r}：{fix}</translation>
    </message>
    <message>
        <location filename="../../core/remote/stores/http.py"/>
        <source>No encrypted connection to the server of {path} could be made: {reason}. Perhaps it speaks http:// only.</source>
        <translation>无法与 {path} 的服务器建立加密连接：{reason}。它可能只支持 http://。</translation>
    </message>
    <message>
        <location filename="../../gui/page/status.py"/>
        <source>No file is open</source>
        <translation>没有打开文件</translation>
    </message>
    <message>
        <location filename="../../gui/app/recent_menu.py"/>
        <source>No files yet</source>
        <translation>还没有文件</translation>
    </message>
    <message>
        <location filename="../../core/saving/leftovers.py"/>
        <source>No folder for temporary files can be made: {reason}. Set TMPDIR to a folder that can be written.</source>
        <translation>无法创建临时文件夹：{reason}。请把 TMPDIR 设为可写的文件夹。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/resuming.py"/>
        <source>No group in it is capturable or fused with its state on the CPU.</source>
        <translation>其中没有 capturable 或 fused 的组把状态放在 CPU 上。</translation>
    </message>
    <message>
        <location filename="../../core/edits/keys.py"/>
        <source>No key of any state dict has '{pattern}' in it; there is nothing to rename.</source>
        <translation>没有任何 state_dict 的键含有 '{pattern}'；没有可重命名的内容。</translation>
    </message>
    <message numerus="yes">
        <location filename="../../gui/palette/key_jump.py"/>
        <source>No key of the {n:,} files fits.</source>
        <translation><numerusform>{n:,} 个文件中没有符合的键。</numerusform></translation>
    </message>
    <message>
        <location filename="../../core/edits/keys.py"/>
        <source>No key of {where} begins with {prefix!r}; there is nothing to strip.</source>
        <translation>{where} 中没有以 {prefix!r} 开头的键；没有可去掉的内容。</translation>
    </message>
    <message>
        <location filename="../../core/edits/keys.py"/>
        <source>No key of {where} has a place for {segment!r}.</source>
        <translation>{where} 中没有可放置 {segment!r} 的键。</translation>
    </message>
    <message>
        <location filename="../../core/torch_child/gpus.py"/>
        <source>No live gauge: the package nvidia-ml-py is not installed.</source>
        <translation>没有实时显示：未安装 nvidia-ml-py 包。</translation>
    </message>
    <message>
        <location filename="../../core/torch_child/gpus.py"/>
        <source>No live gauge: there is no NVIDIA driver here ({error}).</source>
        <translation>没有实时显示：这里没有 NVIDIA 驱动（{error}）。</translation>
    </message>
    <message>
        <location filename="../../gui/diagnosis/error_model.py"/>
        <source>No longer the cause</source>
        <translation>不再是原因</translation>
    </message>
    <message>
        <location filename="../../gui/location/folder_view.py"/>
        <source>No name here has “{text}” in it.</source>
        <translation>这里没有包含“{text}”的名称。</translation>
    </message>
    <message>
        <location filename="../../gui/session/odd_walk.py"/>
        <source>No number of this file is NaN or Inf.</source>
        <translation>此文件中没有 NaN 或 Inf。</translation>
    </message>
    <message>
        <location filename="../../core/memory/training/words.py"/>
        <source>No optimizer was found in the file: Adam's state would take {size} more, that of plain SGD nothing.</source>
        <translation>文件中没有找到优化器：Adam 的状态还要 {size}，普通 SGD 不需要。</translation>
    </message>
    <message>
        <location filename="../../core/spread/processes.py"/>
        <source>No other process of the program can be started here. Say --workers 1.</source>
        <translation>这里无法启动程序的其他进程。请用 --workers 1。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/object_cures.py"/>
        <source>No plain data can hold {objects} here without losing bytes of tensors.</source>
        <translation>{objects}在这里无法用普通数据表示而不丢失张量的字节。</translation>
    </message>
    <message>
        <location filename="../../gui/recipes/dialog.py"/>
        <source>No recipe is kept yet.</source>
        <translation>还没有保存配方。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/model_match/model_findings.py"/>
        <source>No rename makes them fit: is this the file of another model, or of a larger one?</source>
        <translation>怎样重命名都无法匹配：这是不是另一个模型或更大模型的文件？</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/model_match/model_findings.py"/>
        <source>No rename makes them fit: is this the file of another model, or of a part of it? If the layers are meant to be new, load with strict=False and look at the missing_keys that load_state_dict returns.</source>
        <translation>怎样重命名都无法匹配：这是不是另一个模型或其一部分的文件？如果这些层本来就是新的，请用 strict=False 加载，并查看 load_state_dict 返回的 missing_keys。</translation>
    </message>
    <message>
        <location filename="../../core/spread/cluster.py"/>
        <source>No scheduler of Dask answers at {address}. Is it running?</source>
        <translation>{address} 没有 Dask 调度器应答。它在运行吗？</translation>
    </message>
    <message>
        <location filename="../../core/edits/renaming/numbering.py"/>
        <source>No state of {where!r} has a text for a key where its groups list the number.</source>
        <translation>{where!r} 中没有以文本为键、而组中列的是数字的状态。</translation>
    </message>
    <message>
        <location filename="../../core/values/keys.py"/>
        <source>No tensor in this file is named {text!r}.</source>
        <translation>此文件中没有名为 {text!r} 的张量。</translation>
    </message>
    <message>
        <location filename="../../core/edits/apply.py"/>
        <source>No tensor is left in the file.</source>
        <translation>文件中已没有张量。</translation>
    </message>
    <message>
        <location filename="../../core/values/export/safetensors_file.py"/>
        <source>No tensor of a safetensors file can be called __metadata__. Write it as .npy or .npz.</source>
        <translation>safetensors 文件的张量不能叫 __metadata__。请写成 .npy 或 .npz。</translation>
    </message>
    <message>
        <location filename="../../core/saving/targets/safetensors.py"/>
        <source>No tensor of a safetensors file can be called {key!r}. Rename it, or save it as zip.</source>
        <translation>safetensors 文件中的张量不能叫 {key!r}。请重命名，或保存为 zip。</translation>
    </message>
    <message>
        <location filename="../../gui/diagnosis/fixes_list.py"/>
        <source>No tensor of the state would go to another device: all are where their parameters are.</source>
        <translation>没有状态张量会换到其他设备：都在其参数所在之处。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/pickles.py"/>
        <source>No text in it is other than UTF-8.</source>
        <translation>其中没有非 UTF-8 的文本。</translation>
    </message>
    <message>
        <location filename="../../core/loading/methods.py"/>
        <source>No torch of today loads this file, whatever it is told: {why}.</source>
        <translation>无论如何指定，现在的 torch 都不能加载此文件：{why}。</translation>
    </message>
    <message>
        <location filename="../../core/loading/recipes.py"/>
        <location filename="../../core/memory/unsupported.py"/>
        <source>No torch of today loads this file: {why}.</source>
        <translation>现在的 torch 都不能加载此文件：{why}。</translation>
    </message>
    <message>
        <location filename="../../gui/save/form.py"/>
        <source>No torch.save wrote this file, so nobody can be sure that all of it is shown. What is written holds what you see here, as torch.save would have written it, and nothing else.</source>
        <translation>此文件不是由 torch.save 写的，因此无法确定其中的内容是否全部显示。写出的文件只含有这里看到的内容，形式与 torch.save 所写的相同。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/many_files.py"/>
        <source>No two of its tensors share their bytes.</source>
        <translation>它的任何两个张量都不共享字节。</translation>
    </message>
    <message>
        <location filename="../../core/catalogue/optimizers/matched.py"/>
        <source>No two paths make up {pair!r}; write OPTIMIZER=MODEL, such as optimizerD=netD.</source>
        <translation>{pair!r} 不是由两个路径组成的；请写成 OPTIMIZER=MODEL，例如 optimizerD=netD。</translation>
    </message>
    <message>
        <location filename="../../core/memory/analysis.py"/>
        <source>No way of loading works {machine}.</source>
        <translation>{machine}没有加载方式可行。</translation>
    </message>
    <message>
        <location filename="../../gui/memory/answer_model.py"/>
        <source>No: it takes {amount} at least, {way}.</source>
        <translation>不能：至少需要 {amount}，{way}。</translation>
    </message>
    <message>
        <location filename="../../gui/memory/answer_model.py"/>
        <source>No: nothing loads it {where}.</source>
        <translation>不能：{where}没有方式能加载它。</translation>
    </message>
    <message>
        <location filename="../../core/memory/assumptions.py"/>
        <source>Nobody else uses the cards.</source>
        <translation>没有其他程序使用显卡。</translation>
    </message>
    <message>
        <location filename="../../core/edits/keys.py"/>
        <source>None of the selected keys has '{pattern}' in it; there is nothing to rename.</source>
        <translation>所选的键都不含 '{pattern}'；没有可重命名的内容。</translation>
    </message>
    <message>
        <location filename="../../core/containers/dcp/folder.py"/>
        <location filename="../../core/containers/sharded.py"/>
        <source>None of the {count} files that {name} is cut into is there.</source>
        <translation>{name} 切分成的 {count} 个文件一个都不在。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/state_dicts.py"/>
        <source>None of these keys is in it, or the model was not named.</source>
        <translation>这些键都不在其中，或者没有指明模型。</translation>
    </message>
    <message numerus="yes">
        <location filename="../../gui/rename/model.py"/>
        <source>None of {n:,} keys has it.</source>
        <translation><numerusform>{n:,} 个键中都没有它。</numerusform></translation>
    </message>
    <message>
        <location filename="../../cli/memory/text.py"/>
        <source>Not measured: {why}</source>
        <translation>未测量：{why}</translation>
    </message>
    <message>
        <location filename="../../gui/diagnosis/error_model.py"/>
        <source>Not recognised</source>
        <translation>未识别</translation>
    </message>
    <message>
        <location filename="../../gui/diagnosis/error_model.py"/>
        <source>Not this file</source>
        <translation>不是此文件</translation>
    </message>
    <message>
        <location filename="../../gui/diagnosis/model.py"/>
        <source>Note</source>
        <translation>提示</translation>
    </message>
    <message>
        <location filename="../../gui/save/sections.py"/>
        <source>Notes</source>
        <translation>注意</translation>
    </message>
    <message>
        <location filename="../../gui/diff/board.py"/>
        <location filename="../../gui/tree/panel.py"/>
        <source>Nothing differs.</source>
        <translation>没有不同。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/optimizer_state.py"/>
        <source>Nothing fails. Leave it out if nothing else reads it.</source>
        <translation>不会有任何失败。如果没有其他程序读取，请去掉。</translation>
    </message>
    <message>
        <location filename="../../gui/help/window.py"/>
        <source>Nothing found. Try another word.</source>
        <translation>没有找到。请换一个词。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/storages.py"/>
        <source>Nothing here can bring it back. Save the data anew with pickle_protocol=2, which is what torch.save takes when it is not told otherwise.</source>
        <translation>这里无法找回它。请用 pickle_protocol=2 重新保存数据，未另行指定时 torch.save 就使用它。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/devices.py"/>
        <source>Nothing here can bring them back: save the state_dict again once the weights are in place. To use the others, leave these keys out and load with strict=False.</source>
        <translation>这里无法找回它们：请在权重就位之后重新保存 state_dict。要使用其余部分，请去掉这些键并用 strict=False 加载。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/file.py"/>
        <source>Nothing here can remap what is inside; let the library that wrote it load it on a machine with that GPU, or leave these entries out: most are scales that are found anew.</source>
        <translation>这里无法重新映射其中的内容；请让写入它的库在有该 GPU 的机器上加载，或者去掉这些条目：它们大多是会重新求得的缩放系数。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/file.py"/>
        <source>Nothing here can undo the circle; drop what holds it.</source>
        <translation>这里无法解开循环；请移除包含它的条目。</translation>
    </message>
    <message>
        <location filename="../../gui/document/taking.py"/>
        <source>Nothing here differs from {name}.</source>
        <translation>这里与 {name} 没有不同。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/optimizers.py"/>
        <source>Nothing in the file has to be mended.</source>
        <translation>文件中没有需要修复的内容。</translation>
    </message>
    <message>
        <location filename="../../core/edits/containers.py"/>
        <source>Nothing in the file is of the Python module {source!r}.</source>
        <translation>文件中没有任何内容属于 Python 模块 {source!r}。</translation>
    </message>
    <message>
        <location filename="../../core/edits/devices.py"/>
        <source>Nothing in the file was saved on {source}; “{called}” changes nothing.</source>
        <translation>文件中没有任何内容保存在 {source} 上；“{called}”不会改变任何内容。</translation>
    </message>
    <message>
        <location filename="../../gui/tree/panel.py"/>
        <source>Nothing in this file matches “{text}”.</source>
        <translation>此文件中没有与“{text}”匹配的内容。</translation>
    </message>
    <message>
        <location filename="../../core/memory/machine.py"/>
        <source>Nothing is left of a card of {capacity} when {margin} stay free.</source>
        <translation>留出 {margin} 之后，{capacity} 的显卡就没有剩余了。</translation>
    </message>
    <message>
        <location filename="../../gui/location/model.py"/>
        <source>Nothing is listed here: the folder is empty, or its server does not list it.</source>
        <translation>这里没有列出任何内容：文件夹是空的，或服务器不列出其内容。</translation>
    </message>
    <message>
        <location filename="../../gui/diagnosis/integrity_model.py"/>
        <source>Nothing is missing, but this file has no checksums to compare its bytes with; {size} read.</source>
        <translation>没有缺失，但此文件没有校验和可供比较字节；已读取 {size}。</translation>
    </message>
    <message>
        <location filename="../../gui/recipes/folder_dialog.py"/>
        <source>Nothing is planned: there is nothing to do.</source>
        <translation>没有计划：没有要做的。</translation>
    </message>
    <message>
        <location filename="../../gui/page/exporting.py"/>
        <source>Nothing is selected: select keys in the tree first.</source>
        <translation>没有选择：请先在树中选择键。</translation>
    </message>
    <message>
        <location filename="../../core/formats/identify_text.py"/>
        <source>Nothing is stored at that address: check it, then fetch the file again.</source>
        <translation>该地址没有存放任何内容：请检查地址，然后重新获取文件。</translation>
    </message>
    <message>
        <location filename="../../gui/values/change_menu.py"/>
        <source>Nothing is written until you save.</source>
        <translation>保存之前不会写入任何内容。</translation>
    </message>
    <message>
        <location filename="../../core/report/page.py"/>
        <source>Nothing is wrong.</source>
        <translation>没有问题。</translation>
    </message>
    <message>
        <location filename="../../core/memory/analysis.py"/>
        <source>Nothing loads on {card} with {margin} kept free; the least is {way} with {peak} at its peak.</source>
        <translation>留出 {margin} 时，{card} 上没有方式能加载；占用最少的是 {way}，峰值 {peak}。</translation>
    </message>
    <message>
        <location filename="../../core/memory/analysis.py"/>
        <source>Nothing loads on {card}; the least is {way} with {peak} at its peak.</source>
        <translation>{card} 上没有方式能加载；占用最少的是 {way}，峰值 {peak}。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/object_cures.py"/>
        <source>Nothing plain can stand for it.</source>
        <translation>没有普通数据可以代替它。</translation>
    </message>
    <message>
        <location filename="../../core/recipes/number_options.py"/>
        <source>Nothing that {key!r} names is cast: {reasons}. Name a tensor itself to cast it.</source>
        <translation>{key!r} 所指的内容都没有转换：{reasons}。要转换某个张量，请指明它本身。</translation>
    </message>
    <message>
        <location filename="../../gui/changes/panel.py"/>
        <source>Nothing to redo</source>
        <translation>没有可重做的</translation>
    </message>
    <message>
        <location filename="../../gui/health/board.py"/>
        <source>Nothing to report.</source>
        <translation>没有要报告的内容。</translation>
    </message>
    <message>
        <location filename="../../gui/memory/timeline.py"/>
        <source>Nothing to show, because torch raises an error:
{error}</source>
        <translation>没有可显示的，因为 torch 会报错：
{error}</translation>
    </message>
    <message>
        <location filename="../../gui/changes/panel.py"/>
        <source>Nothing to undo</source>
        <translation>没有可撤销的</translation>
    </message>
    <message>
        <location filename="../../cli/main.py"/>
        <source>Nothing was changed.</source>
        <translation>没有任何更改。</translation>
    </message>
    <message>
        <location filename="../../core/containers/table.py"/>
        <source>Nothing was found at {path}: no list of files, and none of the names by which checkpoints are opened. Give the location of a file.</source>
        <translation>在 {path} 未找到任何内容：没有文件列表，也没有打开检查点所用的文件名。请给出文件的位置。</translation>
    </message>
    <message>
        <location filename="../../core/saving/before/allowed.py"/>
        <source>Nothing was written. Fetch what is missing, or accept a copy that is incomplete.</source>
        <translation>没有写入任何内容。请获取缺少的文件，或接受不完整的副本。</translation>
    </message>
    <message>
        <location filename="../../gui/health/model.py"/>
        <source>Nothing wrong.</source>
        <translation>没有问题。</translation>
    </message>
    <message>
        <location filename="../../gui/health/model.py"/>
        <source>Nothing wrong: no NaN and no Inf.</source>
        <translation>没有问题：没有 NaN，也没有 Inf。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/pickles.py"/>
        <source>NumPy 2 calls its inner package numpy._core, which NumPy 1 does not have, and the file names it. The numbers are the same in both.</source>
        <translation>NumPy 2 把内部包命名为 numpy._core，NumPy 1 没有它，而文件提到了该名称。两者中的数字相同。</translation>
    </message>
    <message>
        <location filename="../../gui/values/change_menu.py"/>
        <source>NumPy arrays (*.npy)</source>
        <translation>NumPy 数组 (*.npy)</translation>
    </message>
    <message>
        <location filename="../../gui/values/change_menu.py"/>
        <source>Number:</source>
        <translation>数字：</translation>
    </message>
    <message>
        <location filename="../../gui/diff/pair_view.py"/>
        <location filename="../../gui/plots/number_table.py"/>
        <location filename="../../gui/values/one_tensor.py"/>
        <source>Numbers</source>
        <translation>数字</translation>
    </message>
    <message>
        <location filename="../../gui/plots/line_plot.py"/>
        <source>Numbers by index</source>
        <translation>按索引的数字</translation>
    </message>
    <message>
        <location filename="../../core/recipes/recipe.py"/>
        <source>Numbers of one tensor belong to this file.</source>
        <translation>单个张量的数字属于此文件。</translation>
    </message>
    <message>
        <location filename="../../core/containers/ranks/zero_whole.py"/>
        <source>Numbers of the frozen parameter {name} are missing.</source>
        <translation>冻结参数 {name} 缺少部分数字。</translation>
    </message>
    <message>
        <location filename="../../core/recipes/options.py"/>
        <source>OLD=NEW, such as backbone.=encoder.</source>
        <translation>OLD=NEW，例如 backbone.=encoder.</translation>
    </message>
    <message>
        <location filename="../../core/recipes/options.py"/>
        <source>OLD=NEW, such as numpy._core=numpy.core</source>
        <translation>OLD=NEW，例如 numpy._core=numpy.core</translation>
    </message>
    <message>
        <location filename="../../gui/preferences/offered.py"/>
        <source>Of everything but torch's own messages</source>
        <translation>除 torch 自己的消息之外的所有内容</translation>
    </message>
    <message>
        <location filename="../../gui/app/drop_target.py"/>
        <source>Of the file only the parts that are needed are fetched; nothing in it is executed.</source>
        <translation>只获取文件中需要的部分；其中的内容不会被执行。</translation>
    </message>
    <message>
        <location filename="../../core/saving/targets/same_files.py"/>
        <source>Of this run only {names} is left, and a folder of that is no run. Save it as zip.</source>
        <translation>这次运行只剩下 {names}，只含它的文件夹不是运行。请保存为 zip。</translation>
    </message>
    <message>
        <location filename="../../gui/health/model.py"/>
        <source>Often meant so: {told}.</source>
        <translation>往往是有意的：{told}。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/devices.py"/>
        <source>Older advice is to set CUDA_VISIBLE_DEVICES so that the numbers fit; it hides the trap for one shell only.</source>
        <translation>较早的建议是设置 CUDA_VISIBLE_DEVICES 让编号对得上；这只在一个 shell 中掩盖了问题。</translation>
    </message>
    <message>
        <location filename="../../gui/diagnosis/finding_card.py"/>
        <source>Older workaround: {workaround}</source>
        <translation>旧的变通方法：{workaround}</translation>
    </message>
    <message>
        <location filename="../../gui/location/checkpoints_model.py"/>
        <source>On which devices its tensors were saved, the most bytes first</source>
        <translation>其张量保存时所在的设备，字节数多的在前</translation>
    </message>
    <message>
        <location filename="../../gui/page/notice.py"/>
        <source>Once saved, it needs no GPU. But {text}</source>
        <translation>保存后不再需要 GPU。但{text}</translation>
    </message>
    <message>
        <location filename="../../gui/memory/answer_model.py"/>
        <source>Once saved, plain torch.load fails. As it is now: {answer}</source>
        <translation>保存后，普通的 torch.load 会失败。就现在而言：{answer}</translation>
    </message>
    <message>
        <location filename="../../gui/memory/answer_model.py"/>
        <source>Once saved, plain torch.load runs out of memory. As it is now: {answer}</source>
        <translation>保存后，普通的 torch.load 会显存不足。就现在而言：{answer}</translation>
    </message>
    <message>
        <location filename="../../gui/health/board.py"/>
        <source>One cell a tensor. Point at one to see which; a click selects it in the tree.</source>
        <translation>每个张量一格。指向一格可看是哪个；点击则在树中选中它。</translation>
    </message>
    <message>
        <location filename="../../gui/save/form.py"/>
        <source>One file or several</source>
        <translation>一个文件或多个文件</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/running.py"/>
        <source>One operation was given tensors of two devices. Part of the model, the data or the optimizer's state was never moved to where the rest is.</source>
        <translation>一次运算得到了位于两个设备上的张量。模型的一部分、数据或优化器状态没有被移到其余部分所在之处。</translation>
    </message>
    <message>
        <location filename="../../core/spread/crew.py"/>
        <source>One worker after the other died over it: it may take more memory than there is.</source>
        <translation>工作进程在处理它时接连终止：所需的内存可能超过现有的内存。</translation>
    </message>
    <message>
        <location filename="../../core/saving/targets/same_files.py"/>
        <source>Only a folder of a run, or a zip of checkpoints, is saved as files like its own.</source>
        <translation>只有一次运行的文件夹或含有检查点的 zip 才能保存为与原来相同的文件。</translation>
    </message>
    <message>
        <location filename="../../core/numbers/fitting.py"/>
        <source>Only a number can be put into a tensor.</source>
        <translation>张量中只能放入数字。</translation>
    </message>
    <message>
        <location filename="../../core/edits/entries.py"/>
        <source>Only a number, a text, True, False or None can be put into a file.</source>
        <translation>只有数字、文本、True、False 或 None 可以放入文件。</translation>
    </message>
    <message>
        <location filename="../../core/memory/measure.py"/>
        <source>Only one process is measured; set the number of ranks to 1.</source>
        <translation>只测量一个进程；请把进程数设为 1。</translation>
    </message>
    <message>
        <location filename="../../cli/system/desktop.py"/>
        <source>Only the desktops of Linux are told of programs in this way.</source>
        <translation>只有 Linux 桌面用这种方式登记程序。</translation>
    </message>
    <message>
        <location filename="../../gui/diff/model.py"/>
        <source>Only the open file has this.</source>
        <translation>仅已打开的文件中有。</translation>
    </message>
    <message>
        <location filename="../../core/edits/keys.py"/>
        <source>Only the text keys of dictionaries can be renamed.</source>
        <translation>只有字典的文本键可以重命名。</translation>
    </message>
    <message>
        <location filename="../../gui/diff/model.py"/>
        <source>Only {name} has this.</source>
        <translation>仅 {name} 中有。</translation>
    </message>
    <message>
        <location filename="../../gui/document/taking.py"/>
        <source>Only {name} has this; there is no place for it in this file.</source>
        <translation>仅 {name} 中有；此文件中没有它的位置。</translation>
    </message>
    <message>
        <location filename="../../gui/document/ghost_cells.py"/>
        <source>Only {name} has this; there is no place for it in this file:</source>
        <translation>仅 {name} 中有；此文件中没有它的位置：</translation>
    </message>
    <message>
        <location filename="../../gui/app/drop_target.py"/>
        <location filename="../../gui/location/checkpoints_view.py"/>
        <location filename="../../gui/location/dialog.py"/>
        <location filename="../../gui/location/recent_list.py"/>
        <source>Open</source>
        <translation>打开</translation>
    </message>
    <message>
        <location filename="../../gui/app/actions.py"/>
        <source>Open &amp;folder…</source>
        <translation>打开文件夹(&amp;F)…</translation>
    </message>
    <message>
        <location filename="../../gui/app/actions.py"/>
        <source>Open &amp;location…</source>
        <translation>打开位置(&amp;L)…</translation>
    </message>
    <message>
        <location filename="../../gui/app/recent_menu.py"/>
        <source>Open &amp;recent</source>
        <translation>打开最近的文件(&amp;R)</translation>
    </message>
    <message>
        <location filename="../../gui/app/actions.py"/>
        <source>Open a checkpoint (.pt, .pth, .ckpt, .bin). Nothing in it is executed, no tensor is loaded.</source>
        <translation>打开检查点（.pt、.pth、.ckpt、.bin）。其中的内容不会被执行，张量也不会被加载。</translation>
    </message>
    <message>
        <location filename="../../gui/app/actions.py"/>
        <source>Open a checkpoint on another computer by its URL. Only the parts that are needed are fetched.</source>
        <translation>用 URL 打开另一台计算机上的检查点。只获取需要的部分。</translation>
    </message>
    <message>
        <location filename="../../gui/values/model.py"/>
        <source>Open a checkpoint to look at its numbers.</source>
        <translation>打开检查点以查看其数字。</translation>
    </message>
    <message>
        <location filename="../../gui/health/board.py"/>
        <source>Open a checkpoint to look for NaN, Inf and dead tensors.</source>
        <translation>打开检查点以查找 NaN、Inf 和失效的张量。</translation>
    </message>
    <message>
        <location filename="../../gui/changes/panel.py"/>
        <source>Open a checkpoint to plan changes.</source>
        <translation>打开检查点以计划更改。</translation>
    </message>
    <message>
        <location filename="../../gui/devices/panel.py"/>
        <source>Open a checkpoint to see its devices.</source>
        <translation>打开检查点以查看其设备。</translation>
    </message>
    <message>
        <location filename="../../gui/tree/panel.py"/>
        <source>Open a checkpoint to see its keys.</source>
        <translation>打开检查点以查看其键。</translation>
    </message>
    <message>
        <location filename="../../gui/optimizer/panel.py"/>
        <source>Open a checkpoint to see its optimizer.</source>
        <translation>打开检查点以查看其优化器。</translation>
    </message>
    <message>
        <location filename="../../gui/details/panel.py"/>
        <source>Open a checkpoint to see what is in it.</source>
        <translation>打开检查点以查看其中的内容。</translation>
    </message>
    <message>
        <location filename="../../gui/memory/file.py"/>
        <source>Open a checkpoint to see what it takes on each device.</source>
        <translation>打开检查点以查看它在各设备上的占用。</translation>
    </message>
    <message>
        <location filename="../../gui/memory/panel.py"/>
        <source>Open a checkpoint to see what loading it would take.</source>
        <translation>打开检查点以查看加载它需要多少。</translation>
    </message>
    <message>
        <location filename="../../gui/diagnosis/board.py"/>
        <source>Open a checkpoint to see which errors it would raise, and what cures them.</source>
        <translation>打开检查点以查看会出现哪些错误，以及如何修复。</translation>
    </message>
    <message>
        <location filename="../../gui/diagnosis/panel.py"/>
        <source>Open a checkpoint to see which errors it would raise.</source>
        <translation>打开检查点以查看会出现哪些错误。</translation>
    </message>
    <message>
        <location filename="../../gui/page/welcome.py"/>
        <source>Open a checkpoint…</source>
        <translation>打开检查点…</translation>
    </message>
    <message>
        <location filename="../../gui/app/window.py"/>
        <source>Open a folder</source>
        <translation>打开文件夹</translation>
    </message>
    <message>
        <location filename="../../gui/page/error_page.py"/>
        <source>Open a model that lies in many files of a folder, as one document (Ctrl+Shift+O)</source>
        <translation>将文件夹中由多个文件组成的模型作为一个文档打开 (Ctrl+Shift+O)</translation>
    </message>
    <message>
        <location filename="../../gui/app/actions.py"/>
        <source>Open a model that lies in many files of a folder, as one document. No tensor is loaded.</source>
        <translation>把分布在文件夹中多个文件里的模型作为一个文档打开。不加载任何张量。</translation>
    </message>
    <message>
        <location filename="../../gui/app/actions.py"/>
        <source>Open a small checkpoint of a DataParallel model saved on two GPUs.</source>
        <translation>打开一个小检查点：保存在两块 GPU 上的 DataParallel 模型。</translation>
    </message>
    <message>
        <location filename="../../gui/app/actions.py"/>
        <source>Open all the files that this one belongs to, as one document.</source>
        <translation>把此文件所属的全部文件作为一个文档打开。</translation>
    </message>
    <message>
        <location filename="../../gui/page/error_page.py"/>
        <source>Open another file…</source>
        <translation>打开其他文件…</translation>
    </message>
    <message>
        <location filename="../../gui/app/actions.py"/>
        <source>Open another window, empty.</source>
        <translation>再打开一个空窗口。</translation>
    </message>
    <message>
        <location filename="../../gui/app/window.py"/>
        <source>Open checkpoint</source>
        <translation>打开检查点</translation>
    </message>
    <message>
        <location filename="../../gui/page/saving.py"/>
        <location filename="../../gui/save/saved_links.py"/>
        <source>Open copy</source>
        <translation>打开副本</translation>
    </message>
    <message>
        <location filename="../../gui/app/tabs.py"/>
        <source>Open files</source>
        <translation>已打开的文件</translation>
    </message>
    <message>
        <location filename="../../gui/page/error_page.py"/>
        <source>Open folder…</source>
        <translation>打开文件夹…</translation>
    </message>
    <message>
        <location filename="../../gui/page/exporting.py"/>
        <source>Open it</source>
        <translation>打开它</translation>
    </message>
    <message>
        <location filename="../../gui/location/dialog.py"/>
        <source>Open location</source>
        <translation>打开位置</translation>
    </message>
    <message>
        <location filename="../../gui/page/error_page.py"/>
        <location filename="../../gui/page/welcome.py"/>
        <source>Open location…</source>
        <translation>打开位置…</translation>
    </message>
    <message>
        <location filename="../../gui/app/actions.py"/>
        <source>Open the &amp;demo</source>
        <translation>打开演示(&amp;D)</translation>
    </message>
    <message>
        <location filename="../../gui/app/actions.py"/>
        <source>Open the &amp;whole of it</source>
        <translation>打开它所属的整体(&amp;W)</translation>
    </message>
    <message>
        <location filename="../../gui/diagnosis/error_dialog.py"/>
        <source>Open the checkpoint: the error goes along, and is judged by the file</source>
        <translation>打开检查点：错误会一并带去，并根据文件判断</translation>
    </message>
    <message>
        <location filename="../../gui/page/welcome.py"/>
        <source>Open the demo</source>
        <translation>打开演示</translation>
    </message>
    <message>
        <location filename="../../gui/page/banner.py"/>
        <source>Open the file again, as it is now (F5)</source>
        <translation>按现在的内容重新打开文件（F5）</translation>
    </message>
    <message>
        <location filename="../../gui/app/actions.py"/>
        <source>Open the file again, as it is on disk now.</source>
        <translation>按磁盘上现在的内容重新打开文件。</translation>
    </message>
    <message>
        <location filename="../../gui/location/dialog.py"/>
        <source>Open the folder</source>
        <translation>打开文件夹</translation>
    </message>
    <message>
        <location filename="../../gui/location/dialog.py"/>
        <source>Open the folder as one document: a model that lies in many files</source>
        <translation>把文件夹作为一个文档打开：分布在多个文件中的模型</translation>
    </message>
    <message>
        <location filename="../../gui/app/desk.py"/>
        <source>Open them again</source>
        <translation>重新打开</translation>
    </message>
    <message>
        <location filename="../../gui/parts/panel.py"/>
        <source>Open this file alone</source>
        <translation>单独打开此文件</translation>
    </message>
    <message>
        <location filename="../../gui/location/checkpoints_view.py"/>
        <source>Open what is selected; several have a tab each</source>
        <translation>打开所选项；选多个时各用一个标签页</translation>
    </message>
    <message>
        <location filename="../../gui/save/saved_links.py"/>
        <source>Open what was just saved</source>
        <translation>打开刚保存的副本</translation>
    </message>
    <message>
        <location filename="../../gui/app/locations.py"/>
        <source>Open {place}</source>
        <translation>打开 {place}</translation>
    </message>
    <message>
        <location filename="../../gui/page/opening_page.py"/>
        <source>Opening {name}</source>
        <translation>正在打开 {name}</translation>
    </message>
    <message>
        <location filename="../../gui/diagnosis/error_dialog.py"/>
        <source>Open…</source>
        <translation>打开…</translation>
    </message>
    <message>
        <location filename="../../gui/optimizer/panel.py"/>
        <location filename="../../gui/page/workspace.py"/>
        <source>Optimizer</source>
        <translation>优化器</translation>
    </message>
    <message>
        <location filename="../../gui/optimizer/panel.py"/>
        <source>Optimizer entries</source>
        <translation>优化器条目</translation>
    </message>
    <message>
        <location filename="../../gui/memory/bars_model.py"/>
        <source>Optimizer state: exp_avg, momentum_buffer and the like</source>
        <translation>优化器状态：exp_avg、momentum_buffer 等</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/optimizers.py"/>
        <source>Optimizers count their steps in small tensors that belong on the CPU unless the group is capturable or fused, and optimizer.load_state_dict leaves them where torch.load put them. torch 1.12.0 alone refuses to step; others read each count back from the card at every step, which is slow.</source>
        <translation>优化器用小张量记录步数，除非所在组为 capturable 或 fused，它们应位于 CPU 上，而 optimizer.load_state_dict 会让它们留在 torch.load 放置的位置。只有 torch 1.12.0 拒绝执行步；其他版本在每一步都从显卡读回每个计数，速度很慢。</translation>
    </message>
    <message>
        <location filename="../../core/catalogue/optimizers/matched.py"/>
        <source>Optimizers of {file}: {paths}.</source>
        <translation>{file} 的优化器：{paths}。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/model_match/model_findings.py"/>
        <source>Or drop these entries and load with strict=False: those layers then start from new weights, and torch reports them as missing.</source>
        <translation>或者移除这些条目并用 strict=False 加载：这些层会从新的权重开始，torch 会报告它们缺失。</translation>
    </message>
    <message>
        <location filename="../../gui/recipes/table_model.py"/>
        <source>Or why it could not be</source>
        <translation>或为什么不能</translation>
    </message>
    <message>
        <location filename="../../gui/tree/menu.py"/>
        <source>Other device…</source>
        <translation>其他设备…</translation>
    </message>
    <message>
        <location filename="../../core/memory/analysis.py"/>
        <source>Out of memory on {device} in phase {phase}: {lack} too much at the peak.</source>
        <translation>{device} 在阶段 {phase} 耗尽显存：峰值超出 {lack}。</translation>
    </message>
    <message>
        <location filename="../../gui/values/several.py"/>
        <source>Own scale each</source>
        <translation>各自的刻度</translation>
    </message>
    <message>
        <location filename="../../gui/app/actions.py"/>
        <source>P&amp;revious tab</source>
        <translation>上一个标签页(&amp;R)</translation>
    </message>
    <message>
        <location filename="../../core/recipes/options.py"/>
        <source>PATH=NAME, such as state_dict=model</source>
        <translation>PATH=NAME，例如 state_dict=model</translation>
    </message>
    <message>
        <location filename="../../core/recipes/options.py"/>
        <source>PATTERN=REPLACEMENT, such as '^layer(\d)=blocks.\1'</source>
        <translation>PATTERN=REPLACEMENT，例如 '^layer(\d)=blocks.\1'</translation>
    </message>
    <message>
        <location filename="../../gui/help/window.py"/>
        <source>Page of the help</source>
        <translation>帮助页面</translation>
    </message>
    <message>
        <location filename="../../gui/memory/bars_model.py"/>
        <source>Pages of the checkpoint file (mmap=True) that were touched; the system may drop them again</source>
        <translation>已访问的检查点文件页（mmap=True）；系统可以再次丢弃</translation>
    </message>
    <message>
        <location filename="../../gui/details/model.py"/>
        <location filename="../../gui/optimizer/table_model.py"/>
        <source>Parameter</source>
        <translation>参数</translation>
    </message>
    <message>
        <location filename="../../gui/tree/headings.py"/>
        <source>Parameters</source>
        <translation>参数</translation>
    </message>
    <message>
        <location filename="../../gui/memory/bars_model.py"/>
        <source>Parameters and buffers: those of the live model, and those in the checkpoint until load_state_dict has
copied them</source>
        <translation>参数和缓冲区：实际模型的，以及 load_state_dict 复制之前
检查点中的</translation>
    </message>
    <message>
        <location filename="../../core/report/scan_table.py"/>
        <source>Parquet files are written by pyarrow, which is not installed. Install it (pip install 'pthfinder[parquet]', or pip install pyarrow), or write --csv.</source>
        <translation>Parquet 文件由 pyarrow 写入，但它没有安装。请安装（pip install 'pthfinder[parquet]' 或 pip install pyarrow），或写成 --csv。</translation>
    </message>
    <message>
        <location filename="../../gui/values/picture_page.py"/>
        <source>Part of complex numbers</source>
        <translation>复数的部分</translation>
    </message>
    <message>
        <location filename="../../gui/parts/panel.py"/>
        <source>Parts</source>
        <translation>组成文件</translation>
    </message>
    <message>
        <location filename="../../gui/preferences/offered.py"/>
        <source>Parts of files elsewhere</source>
        <translation>远程文件缓存</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/file.py"/>
        <source>Passing weights_only=False reads it, and runs whatever else the file says.</source>
        <translation>传入 weights_only=False 可以读取，但也会运行文件中的其他一切内容。</translation>
    </message>
    <message>
        <location filename="../../gui/app/actions.py"/>
        <source>Paste a traceback: it is recognised, and you see whether this file is the cause and what cures it.</source>
        <translation>粘贴回溯：会识别出是什么错误，并显示此文件是否是原因以及如何修复。</translation>
    </message>
    <message>
        <location filename="../../gui/location/model.py"/>
        <source>Paste the address of a checkpoint: https://…, s3://bucket/…, gs://…, az://…, sftp://host/…, hf://owner/model/…</source>
        <translation>请粘贴检查点的地址：https://…、s3://bucket/…、gs://…、az://…、sftp://host/…、hf://owner/model/…</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/frameworks.py"/>
        <source>Paste the error above this one as well. Compare the size of the file with the one on the hub, and fetch it again where they differ.</source>
        <translation>请把此错误上方的那个错误也粘贴进来。比较文件与 hub 上文件的大小，如不一致请重新获取。</translation>
    </message>
    <message>
        <location filename="../../gui/page/error_page.py"/>
        <source>Paste the traceback that this file gave you: it is recognised, and you see whether it fits (Ctrl+E)</source>
        <translation>粘贴此文件引起的回溯：会识别出错误，并显示是否相符（Ctrl+E）</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/state_dicts.py"/>
        <source>Paste the whole message, or compare the file with the model's keys.</source>
        <translation>请粘贴整条消息，或把文件与模型的键比较。</translation>
    </message>
    <message>
        <location filename="../../gui/diagnosis/error_dialog.py"/>
        <source>Paste what Python printed. It is recognised whatever version of torch wrote it; open the checkpoint to see whether it is the cause, and to fix it.</source>
        <translation>粘贴 Python 打印的内容。无论由哪个版本的 torch 写出都能识别；打开检查点即可查看它是否是原因，并修复它。</translation>
    </message>
    <message>
        <location filename="../../gui/widgets/error_box.py"/>
        <source>Paste what Python printed: it is recognised at once, whatever version of torch wrote it,
and you see whether this file is the cause and what to do (Ctrl+E).</source>
        <translation>粘贴 Python 打印的内容：无论由哪个版本的 torch 写出都会立即识别，
并显示此文件是否是原因以及怎么办（Ctrl+E）。</translation>
    </message>
    <message>
        <location filename="../../gui/widgets/error_box.py"/>
        <source>Paste your error…</source>
        <translation>粘贴错误…</translation>
    </message>
    <message>
        <location filename="../../gui/details/model.py"/>
        <source>Path</source>
        <translation>路径</translation>
    </message>
    <message>
        <location filename="../../gui/details/model.py"/>
        <source>Path after</source>
        <translation>之后的路径</translation>
    </message>
    <message>
        <location filename="../../core/report/page.py"/>
        <location filename="../../gui/changes/panel.py"/>
        <location filename="../../gui/page/workspace.py"/>
        <source>Pending changes</source>
        <translation>待定的更改</translation>
    </message>
    <message>
        <location filename="../../gui/page/status.py"/>
        <source>Pending: {changes}</source>
        <translation>待定：{changes}</translation>
    </message>
    <message>
        <location filename="../../gui/values/histogram_page.py"/>
        <source>Percentiles</source>
        <translation>百分位</translation>
    </message>
    <message>
        <location filename="../../gui/memory/table_models.py"/>
        <source>Phase</source>
        <translation>阶段</translation>
    </message>
    <message>
        <location filename="../../gui/values/one_tensor.py"/>
        <source>Picture</source>
        <translation>图像</translation>
    </message>
    <message>
        <location filename="../../gui/details/model.py"/>
        <source>Piece</source>
        <translation>分块</translation>
    </message>
    <message>
        <location filename="../../core/containers/dcp/folder.py"/>
        <source>Pieces of this checkpoint were packed by an extension of torch.distributed.checkpoint. It can be looked at but not changed here; load it with that extension and save it without.</source>
        <translation>此检查点的部分内容由 torch.distributed.checkpoint 的扩展打包。在这里可以查看但不能更改；请用该扩展加载，再不用它保存。</translation>
    </message>
    <message>
        <location filename="../../core/formats/assembled.py"/>
        <source>Pieces of {name} are missing: they do not make up the whole tensor.</source>
        <translation>{name} 缺少部分分块：它们不能组成完整的张量。</translation>
    </message>
    <message>
        <location filename="../../gui/location/recent_list.py"/>
        <source>Pin to this list</source>
        <translation>固定到此列表</translation>
    </message>
    <message>
        <location filename="../../gui/details/model.py"/>
        <source>Placements</source>
        <translation>放置方式</translation>
    </message>
    <message>
        <location filename="../../core/memory/unsupported.py"/>
        <source>Plain torch.load(f) refuses this file: it does not know how the pickle is written. Diagnose it for the cure; the code here runs what the file says and needs its code.</source>
        <translation>普通的 torch.load(f) 拒绝此文件：它不认识 pickle 的写法。请用诊断找到修复方法；这里的代码会运行文件中的内容，并需要其代码。</translation>
    </message>
    <message>
        <location filename="../../core/memory/unsupported.py"/>
        <source>Plain torch.load(f) refuses this file: it names {names}. Diagnose it for the cure; the code here runs what the file says and needs its code.</source>
        <translation>普通的 torch.load(f) 拒绝此文件：它提到 {names}。请用诊断找到修复方法；这里的代码会运行文件中的内容，并需要其代码。</translation>
    </message>
    <message>
        <location filename="../../core/memory/unsupported.py"/>
        <source>Plain torch.load(f) refuses this file: it names {names}. Diagnose it for the cure; the code here tells it that these names are safe.</source>
        <translation>普通的 torch.load(f) 拒绝此文件：它提到 {names}。请用诊断找到修复方法；这里的代码会告知这些名称是安全的。</translation>
    </message>
    <message>
        <location filename="../../gui/page/banner.py"/>
        <source>Plan the cures of all errors and warnings as one step (Ctrl+Return). Undo with Ctrl+Z.</source>
        <translation>把所有错误和警告的修复作为一步加入计划（Ctrl+Return）。用 Ctrl+Z 撤销。</translation>
    </message>
    <message>
        <location filename="../../gui/widgets/verdict.py"/>
        <source>Plan the fixes of all errors and warnings as one step; Ctrl+Z takes it back.</source>
        <translation>把所有错误和警告的修复作为一步加入计划；Ctrl+Z 可撤销。</translation>
    </message>
    <message>
        <location filename="../../gui/rename/dialog.py"/>
        <source>Plan this as one change; nothing is written until you save</source>
        <translation>把它计划为一个更改；保存之前不会写入任何内容</translation>
    </message>
    <message>
        <location filename="../../gui/page/banner.py"/>
        <source>Plan what cures this (Ctrl+Return). The diagnosis on the right says more. Undo with Ctrl+Z.</source>
        <translation>把此问题的修复加入计划（Ctrl+Return）。右侧的诊断有更多说明。用 Ctrl+Z 撤销。</translation>
    </message>
    <message>
        <location filename="../../gui/page/banner.py"/>
        <source>Plan what torch.load(f, map_location=…) would do, but for good: the saved device of these tensors becomes one that the chosen computer has (Ctrl+Return). Undo with Ctrl+Z.</source>
        <translation>计划 torch.load(f, map_location=…) 的效果，但永久生效：这些张量保存的设备改为所选计算机拥有的设备（Ctrl+Enter）。按 Ctrl+Z 撤销。</translation>
    </message>
    <message>
        <location filename="../../gui/diagnosis/error_answer.py"/>
        <location filename="../../gui/diagnosis/finding_card.py"/>
        <source>Planned until you save; Ctrl+Z takes it back.</source>
        <translation>保存之前只是计划；Ctrl+Z 可撤回。</translation>
    </message>
    <message>
        <location filename="../../cli/main.py"/>
        <source>Please report it; with PTHFINDER_TRACEBACK=1 the whole story is shown.</source>
        <translation>请报告此问题；设置 PTHFINDER_TRACEBACK=1 可显示完整信息。</translation>
    </message>
    <message>
        <location filename="../../gui/app/actions.py"/>
        <source>Pre&amp;vious NaN or Inf</source>
        <translation>上一个 NaN 或 Inf(&amp;V)</translation>
    </message>
    <message>
        <location filename="../../gui/memory/table_models.py"/>
        <source>Predicted</source>
        <translation>预测</translation>
    </message>
    <message>
        <location filename="../../gui/preferences/dialog.py"/>
        <source>Preferences</source>
        <translation>首选项</translation>
    </message>
    <message>
        <location filename="../../gui/memory/timeline.py"/>
        <source>Preparing the plot …</source>
        <translation>正在准备图 …</translation>
    </message>
    <message>
        <location filename="../../gui/values/panel.py"/>
        <source>Preparing …</source>
        <translation>正在准备 …</translation>
    </message>
    <message>
        <location filename="../../gui/rename/table_model.py"/>
        <source>Problem</source>
        <translation>问题</translation>
    </message>
    <message>
        <location filename="../../gui/memory/controls.py"/>
        <source>Processes</source>
        <translation>进程</translation>
    </message>
    <message>
        <location filename="../../gui/app/desk.py"/>
        <source>Pthfinder ended while it opened what was open last time: {files}.</source>
        <translation>Pthfinder 在打开上次的文件时意外结束：{files}。</translation>
    </message>
    <message>
        <location filename="../../cli/system/desktop.py"/>
        <source>Pthfinder is in the menu now, and opens .pth, .pt, .ckpt and .safetensors (in {place}).</source>
        <translation>Pthfinder 已加入菜单，可打开 .pth、.pt、.ckpt 和 .safetensors（在 {place}）。</translation>
    </message>
    <message>
        <location filename="../../gui/page/error_page.py"/>
        <source>Pthfinder itself failed while it read this file: {error}</source>
        <translation>Pthfinder 在读取此文件时本身出错：{error}</translation>
    </message>
    <message>
        <location filename="../../gui/page/saving.py"/>
        <source>Pthfinder itself failed while saving: {kind}: {error}</source>
        <translation>Pthfinder 在保存时本身出错：{kind}: {error}</translation>
    </message>
    <message>
        <location filename="../../gui/app/start.py"/>
        <source>Pthfinder itself failed: {error}. The file on disk is untouched.</source>
        <translation>Pthfinder 本身出错：{error}。磁盘上的文件没有改动。</translation>
    </message>
    <message>
        <location filename="../../gui/app/actions.py"/>
        <source>Put all panels back where they were at first.</source>
        <translation>把所有面板放回最初的位置。</translation>
    </message>
    <message numerus="yes">
        <location filename="../../core/diagnosis/rules/objects.py"/>
        <source>Put its state_dict, which is empty, in the place of each: the name of its class is lost, and with it {tensors} that state_dict() leaves out too.</source>
        <translation><numerusform>用各自的空 state_dict 替换：类名会丢失，state_dict() 同样略去的{tensors}也会丢失。</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../core/diagnosis/rules/objects.py"/>
        <source>Put its state_dict, which is empty, in the place of each: the name of its class is lost.</source>
        <translation><numerusform>用各自的空 state_dict 替换：类名会丢失。</numerusform></translation>
    </message>
    <message>
        <location filename="../../gui/app/actions.py"/>
        <source>Put the change that was taken back in place again.</source>
        <translation>重新应用撤销的更改。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/running.py"/>
        <source>Put the model and each batch on one device: model.to(device), inputs.to(device).</source>
        <translation>请把模型和每个批次放到同一设备上：model.to(device)、inputs.to(device)。</translation>
    </message>
    <message>
        <location filename="../../gui/save/saved_links.py"/>
        <source>Put this away</source>
        <translation>关闭此提示</translation>
    </message>
    <message>
        <location filename="../../gui/diagnosis/fixes_model.py"/>
        <source>Put “{wrapper}” before every key of {where}:
for load_state_dict of a model that is wrapped in DataParallel or DistributedDataParallel.</source>
        <translation>在{where}的每个键前加上“{wrapper}”：
用于被 DataParallel 或 DistributedDataParallel 包装的模型的 load_state_dict。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/data_parallel.py"/>
        <source>Putting all of the model on {first} keeps the wrapper.</source>
        <translation>把整个模型放到 {first} 上可以保留包装器。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/objects.py"/>
        <source>Putting the old source on sys.path makes it load again, until the code changes once more.</source>
        <translation>把旧源代码放到 sys.path 中可以让它重新加载，直到代码再次改变。</translation>
    </message>
    <message>
        <location filename="../../gui/page/file_kinds.py"/>
        <source>PyTorch checkpoints</source>
        <translation>PyTorch 检查点</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/python2.py"/>
        <source>Python 2 wrote texts as bytes and did not say in which encoding. torch.load reads them as UTF-8, and these are in another one.</source>
        <translation>Python 2 把文本写成字节，而没有说明采用何种编码。torch.load 按 UTF-8 读取，而这些文本采用另一种编码。</translation>
    </message>
    <message>
        <location filename="../../gui/code/dialog.py"/>
        <location filename="../../gui/memory/recipe.py"/>
        <source>Python code</source>
        <translation>Python 代码</translation>
    </message>
    <message>
        <location filename="../../gui/compare/source.py"/>
        <source>Python that lists the keys of a model</source>
        <translation>列出模型键的 Python</translation>
    </message>
    <message>
        <location filename="../../gui/diagnosis/board.py"/>
        <source>Python that loads this file on the chosen computer, as it is and after the plan</source>
        <translation>在所选计算机上加载此文件的 Python 代码，现在的和计划之后的</translation>
    </message>
    <message>
        <location filename="../../gui/app/actions.py"/>
        <source>Python that loads this file on the chosen computer, as it is and after the plan.</source>
        <translation>在所选计算机上加载此文件的 Python 代码，现在的和计划之后的。</translation>
    </message>
    <message>
        <location filename="../../gui/values/copy_menu.py"/>
        <source>Python that makes the array; of a large one, Python that reads it</source>
        <translation>生成该数组的 Python；数组很大时为读取它的 Python</translation>
    </message>
    <message>
        <location filename="../../cli/system/qt_libraries.py"/>
        <source>Qt lacks {libraries} on this machine. On Debian or Ubuntu: sudo apt-get install {packages}</source>
        <translation>本机的 Qt 缺少 {libraries}。在 Debian 或 Ubuntu 上：sudo apt-get install {packages}</translation>
    </message>
    <message>
        <location filename="../../gui/values/facts.py"/>
        <source>Quantised along dimension {axis}: {count:,} scales from {low} to {high}, zero points from {least} to {greatest}. Shown: dequantize().</source>
        <translation>沿第 {axis} 维量化：{count:,} 个缩放系数，从 {low} 到 {high}，零点从 {least} 到 {greatest}。显示的是 dequantize()。</translation>
    </message>
    <message>
        <location filename="../../gui/values/facts.py"/>
        <source>Quantised: scale {scale}, zero point {zero}. Shown: dequantize().</source>
        <translation>已量化：缩放系数 {scale}，零点 {zero}。显示的是 dequantize()。</translation>
    </message>
    <message>
        <location filename="../../gui/memory/bars_model.py"/>
        <source>RAM</source>
        <translation>内存</translation>
    </message>
    <message>
        <location filename="../../core/memory/assumptions.py"/>
        <source>RAM is what is in use, beyond Python and torch; glibc may hold back what was freed, as told beside it.</source>
        <translation>内存指除 Python 和 torch 之外正在使用的；glibc 可能留住已释放的部分，见旁边的说明。</translation>
    </message>
    <message>
        <location filename="../../gui/memory/bars_model.py"/>
        <source>RAM of the process: storages that were read, and a model on the CPU</source>
        <translation>进程的内存：读取的存储，以及 CPU 上的模型</translation>
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
        <translation>缺少部分 rank，因此无法合并出模型。显示现有的部分。</translation>
    </message>
    <message>
        <location filename="../../gui/app/actions.py"/>
        <source>Re&amp;cipes…</source>
        <translation>配方(&amp;C)…</translation>
    </message>
    <message>
        <location filename="../../gui/app/actions.py"/>
        <source>Read all numbers of the file and say whether any is NaN or Inf, all zero, dead or exploding.</source>
        <translation>读取文件的所有数字，说明是否有 NaN 或 Inf、全零、失效或爆炸的张量。</translation>
    </message>
    <message>
        <location filename="../../gui/health/board.py"/>
        <source>Read all numbers of the file and say whether any is NaN or Inf, all zero, dead or exploding.
Nothing is changed, and nothing in the file is run.</source>
        <translation>读取文件的所有数字，说明是否有 NaN 或 Inf、全零、失效或爆炸的张量。
不会更改任何内容，也不会运行文件中的任何内容。</translation>
    </message>
    <message>
        <location filename="../../gui/values/one_tensor.py"/>
        <source>Read all {size}</source>
        <translation>读取全部 {size}</translation>
    </message>
    <message>
        <location filename="../../gui/page/error_page.py"/>
        <source>Read files that symbolic links of this folder lead to, as in the cache of Hugging Face</source>
        <translation>读取此文件夹的符号链接所指向的文件，例如 Hugging Face 缓存中的文件</translation>
    </message>
    <message>
        <location filename="../../gui/tree/comparison_line.py"/>
        <source>Read the other file as it is now on the disk, and compare again</source>
        <translation>按磁盘上现在的内容读取另一个文件，并重新比较</translation>
    </message>
    <message>
        <location filename="../../gui/app/actions.py"/>
        <source>Read the whole file and compare it with its checksums, which torch.load never does; names what is hurt.</source>
        <translation>读取整个文件并与校验和比较（torch.load 从不这样做）；指出受损的部分。</translation>
    </message>
    <message>
        <location filename="../../gui/health/board.py"/>
        <source>Reading all values …</source>
        <translation>正在读取所有数值 …</translation>
    </message>
    <message>
        <location filename="../../gui/diagnosis/integrity.py"/>
        <source>Reading the file …</source>
        <translation>正在读取文件 …</translation>
    </message>
    <message>
        <location filename="../../gui/page/opening_page.py"/>
        <source>Reading the pickle; tensor bytes stay on disk</source>
        <translation>正在读取 pickle；张量字节留在磁盘上</translation>
    </message>
    <message>
        <location filename="../../gui/location/checkpoints_view.py"/>
        <source>Reading what each of them says; tensor bytes stay on disk</source>
        <translation>正在读取各检查点的内容；张量数据不会被读取</translation>
    </message>
    <message>
        <location filename="../../gui/values/telling.py"/>
        <location filename="../../gui/values/update_page.py"/>
        <source>Reading …</source>
        <translation>正在读取 …</translation>
    </message>
    <message>
        <location filename="../../gui/values/telling.py"/>
        <source>Reading … {news}</source>
        <translation>正在读取 … {news}</translation>
    </message>
    <message>
        <location filename="../../gui/values/telling.py"/>
        <source>Reading … {share:.0%} of {numbers}</source>
        <translation>正在读取 … {numbers}的 {share:.0%}</translation>
    </message>
    <message>
        <location filename="../../gui/tree/comparison_line.py"/>
        <source>Reading…</source>
        <translation>正在读取…</translation>
    </message>
    <message>
        <location filename="../../core/recipes/pages.py"/>
        <source>Real torch code that makes the same file, on a computer that has the devices.</source>
        <translation>真正的 torch 代码，在有这些设备的计算机上生成相同的文件。</translation>
    </message>
    <message>
        <location filename="../../gui/app/actions.py"/>
        <source>Really load what would be saved, with plain torch.load(f) in a process of its own.</source>
        <translation>在单独的进程中用普通的 torch.load(f) 实际加载将要保存的内容。</translation>
    </message>
    <message>
        <location filename="../../gui/location/recent_list.py"/>
        <location filename="../../gui/page/welcome.py"/>
        <location filename="../../gui/preferences/offered.py"/>
        <source>Recent files</source>
        <translation>最近的文件</translation>
    </message>
    <message>
        <location filename="../../gui/recipes/dialog.py"/>
        <source>Recipes</source>
        <translation>配方</translation>
    </message>
    <message>
        <location filename="../../gui/recipes/dialog.py"/>
        <source>Recipes ({pattern})</source>
        <translation>配方 ({pattern})</translation>
    </message>
    <message>
        <location filename="../../core/formats/zip_reader.py"/>
        <source>Record {name!r} claims to unpack to more than is possible; the file is damaged or a trap.</source>
        <translation>记录 {name!r} 声称解压后的大小超出可能；文件已损坏或是陷阱。</translation>
    </message>
    <message>
        <location filename="../../core/containers/foreign/numpy_file.py"/>
        <location filename="../../core/files/copy.py"/>
        <location filename="../../core/formats/zip_archive.py"/>
        <source>Record {name!r} does not unpack; the file is damaged. Fetch it again.</source>
        <translation>记录 {name!r} 无法解压；文件已损坏。请重新获取。</translation>
    </message>
    <message>
        <location filename="../../core/formats/zip_reader.py"/>
        <source>Record {name!r} has two different sizes; the file is damaged.</source>
        <translation>记录 {name!r} 有两个不同的大小；文件已损坏。</translation>
    </message>
    <message>
        <location filename="../../core/formats/zip_reader.py"/>
        <source>Record {name!r} is encrypted or a patch; torch cannot read such a file.</source>
        <translation>记录 {name!r} 已加密或是补丁；torch 无法读取这样的文件。</translation>
    </message>
    <message>
        <location filename="../../core/formats/zip_archive.py"/>
        <source>Record {name!r} is not where the directory of the file says; the file is damaged.</source>
        <translation>记录 {name!r} 不在文件目录所说的位置；文件已损坏。</translation>
    </message>
    <message>
        <location filename="../../core/formats/zip_reader.py"/>
        <source>Record {name!r} is packed by a method ({way}) that torch cannot read.</source>
        <translation>记录 {name!r} 以 torch 无法读取的方法（{way}）压缩。</translation>
    </message>
    <message>
        <location filename="../../core/formats/zip_reader.py"/>
        <source>Record {name!r} lies outside the file; the file is damaged or was cut short. Fetch it again.</source>
        <translation>记录 {name!r} 位于文件之外；文件已损坏或被截断。请重新获取。</translation>
    </message>
    <message>
        <location filename="../../core/catalogue/integrity.py"/>
        <source>Record {name!r} lies outside the file; the file was cut short.</source>
        <translation>记录 {name!r} 位于文件之外；文件被截断。</translation>
    </message>
    <message>
        <location filename="../../core/files/copy.py"/>
        <location filename="../../core/formats/zip_archive.py"/>
        <source>Record {name!r} unpacks to another size than the file says; it is damaged.</source>
        <translation>记录 {name!r} 解压后的大小与文件声明的不同；已损坏。</translation>
    </message>
    <message>
        <location filename="../../gui/app/actions.py"/>
        <location filename="../../gui/changes/panel.py"/>
        <source>Redo</source>
        <translation>重做</translation>
    </message>
    <message>
        <location filename="../../gui/changes/panel.py"/>
        <source>Redo: {step} (Ctrl+Shift+Z)</source>
        <translation>重做：{step} (Ctrl+Shift+Z)</translation>
    </message>
    <message>
        <location filename="../../gui/rename/model.py"/>
        <location filename="../../gui/tree/search_line.py"/>
        <source>Regular expression</source>
        <translation>正则表达式</translation>
    </message>
    <message>
        <location filename="../../gui/diff/table_model.py"/>
        <source>Relative</source>
        <translation>相对</translation>
    </message>
    <message>
        <location filename="../../gui/page/notice.py"/>
        <source>Reload</source>
        <translation>重新加载</translation>
    </message>
    <message>
        <location filename="../../gui/changes/table_model.py"/>
        <source>Remove</source>
        <translation>移除</translation>
    </message>
    <message>
        <location filename="../../gui/preferences/ranges.py"/>
        <source>Remove all parts of files elsewhere; they are fetched anew when needed</source>
        <translation>移除全部远程文件缓存；需要时重新获取</translation>
    </message>
    <message>
        <location filename="../../gui/recipes/dialog.py"/>
        <source>Remove this recipe; files made by it stay</source>
        <translation>移除此配方；由它生成的文件保留</translation>
    </message>
    <message>
        <location filename="../../gui/changes/table_model.py"/>
        <source>Remove {title}</source>
        <translation>移除 {title}</translation>
    </message>
    <message>
        <location filename="../../cli/system/desktop.py"/>
        <source>Removed from {place}.</source>
        <translation>已从 {place} 移除。</translation>
    </message>
    <message>
        <location filename="../../gui/rename/dialog.py"/>
        <source>Rename</source>
        <translation>重命名</translation>
    </message>
    <message>
        <location filename="../../gui/tree/menu.py"/>
        <source>Rename by a pattern…</source>
        <translation>按模式重命名…</translation>
    </message>
    <message>
        <location filename="../../gui/rename/dialog.py"/>
        <source>Rename keys</source>
        <translation>重命名键</translation>
    </message>
    <message>
        <location filename="../../gui/tree/menu.py"/>
        <source>Rename key…</source>
        <translation>重命名键…</translation>
    </message>
    <message>
        <location filename="../../gui/app/actions.py"/>
        <source>Rename many keys at once, by a text, a glob or a regular expression; what becomes of them is shown.</source>
        <translation>按文本、通配符或正则表达式一次重命名许多键；会显示结果。</translation>
    </message>
    <message>
        <location filename="../../gui/tree/menu.py"/>
        <source>Rename many keys at once, the selected ones or all</source>
        <translation>一次重命名许多键，所选的或全部</translation>
    </message>
    <message>
        <location filename="../../gui/app/help.py"/>
        <source>Rename the key</source>
        <translation>重命名键</translation>
    </message>
    <message>
        <location filename="../../gui/save/dialog.py"/>
        <source>Replace</source>
        <translation>替换</translation>
    </message>
    <message>
        <location filename="../../gui/values/change_menu.py"/>
        <source>Replace by .npy</source>
        <translation>用 .npy 替换</translation>
    </message>
    <message>
        <location filename="../../gui/values/model.py"/>
        <source>Replace by .npy…</source>
        <translation>用 .npy 替换…</translation>
    </message>
    <message>
        <location filename="../../gui/page/saving.py"/>
        <source>Replace it</source>
        <translation>替换它</translation>
    </message>
    <message>
        <location filename="../../core/edits/conversions.py"/>
        <source>Replace it by plain data.</source>
        <translation>用普通数据替换它。</translation>
    </message>
    <message>
        <location filename="../../core/edits/conversions.py"/>
        <source>Replace it by plain data: {listed}.</source>
        <translation>用普通数据替换它：{listed}。</translation>
    </message>
    <message>
        <location filename="../../core/edits/conversions.py"/>
        <source>Replace it by plain data: {listed}. Not all is kept of what else is in it: {names}.</source>
        <translation>用普通数据替换它：{listed}。其中的其他内容不会全部保留：{names}。</translation>
    </message>
    <message>
        <location filename="../../gui/diagnosis/fixes_model.py"/>
        <source>Replace objects that torch.load(f) refuses by plain data: a Namespace by a dict, a path by its text,
a NumPy number by a number, an array by a tensor. Then torch.load(saved) works with no argument.</source>
        <translation>把 torch.load(f) 拒绝的对象换成普通数据：Namespace 换成 dict，路径换成文本，
NumPy 数字换成数字，数组换成张量。之后 torch.load(saved) 不带参数即可加载。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/objects.py"/>
        <source>Replace the path by its text.</source>
        <translation>把路径换成其文本。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/pickles.py"/>
        <source>Replace the path in the file by its text. The popular workaround, `pathlib.PosixPath = pathlib.WindowsPath`, changes Python for the whole program.</source>
        <translation>把文件中的路径换成其文本。常见的变通办法 `pathlib.PosixPath = pathlib.WindowsPath` 会为整个程序改变 Python。</translation>
    </message>
    <message>
        <location filename="../../gui/save/dialog.py"/>
        <source>Replace the source</source>
        <translation>替换源文件</translation>
    </message>
    <message>
        <location filename="../../gui/save/form.py"/>
        <source>Replace the source file {name}</source>
        <translation>替换源文件 {name}</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/pickles.py"/>
        <source>Replace what needs the name by plain data, or allow it with torch.serialization.safe_globals([…]) if you trust who made the file. The popular workaround, weights_only=False, runs whatever the file says.</source>
        <translation>用普通数据替换需要该名称的内容；如果信任文件的制作者，也可以用 torch.serialization.safe_globals([…]) 允许它。常见的变通办法 weights_only=False 会运行文件中的任何内容。</translation>
    </message>
    <message>
        <location filename="../../gui/save/dialog.py"/>
        <source>Replace with incomplete copy</source>
        <translation>替换为不完整的副本</translation>
    </message>
    <message>
        <location filename="../../gui/save/dialog.py"/>
        <source>Replace {name}?</source>
        <translation>替换 {name} 吗？</translation>
    </message>
    <message>
        <location filename="../../gui/page/saving.py"/>
        <source>Replaced {name} — {size}, read back and compared</source>
        <translation>已替换 {name} — {size}，已读回并比对</translation>
    </message>
    <message>
        <location filename="../../gui/values/change_menu.py"/>
        <source>Replaced. {hint}</source>
        <translation>已替换。{hint}</translation>
    </message>
    <message>
        <location filename="../../gui/preferences/dialog.py"/>
        <location filename="../../gui/tree/columns.py"/>
        <source>Reset columns</source>
        <translation>重置列</translation>
    </message>
    <message>
        <location filename="../../gui/preferences/dialog.py"/>
        <source>Reset this page</source>
        <translation>重置此页</translation>
    </message>
    <message>
        <location filename="../../gui/recipes/table_model.py"/>
        <source>Result</source>
        <translation>结果</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/resuming.py"/>
        <source>Resume with as many processes as saved it, or convert the checkpoint to a universal one (ds_to_universal.py). For the weights alone: zero_to_fp32.py, which stands beside the checkpoint.</source>
        <translation>请用与保存时相同数目的进程恢复训练，或把检查点转换为通用检查点（ds_to_universal.py）。只要权重时：使用检查点旁边的 zero_to_fp32.py。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/many_files.py"/>
        <source>Resume with {saved}, or make a universal checkpoint of it (ds_to_universal.py). Saved here it is whole: one file with fp32 weights and the optimizer's state by parameter.</source>
        <translation>请用 {saved} 恢复训练，或把它转成通用检查点（ds_to_universal.py）。在这里保存后是完整的：一个文件，含 fp32 权重和按参数排列的优化器状态。</translation>
    </message>
    <message>
        <location filename="../../gui/details/model.py"/>
        <source>Role</source>
        <translation>角色</translation>
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
        <translation>从未训练过的词或填充的行往往是这样。</translation>
    </message>
    <message>
        <location filename="../../gui/machine/chip.py"/>
        <source>Run on</source>
        <translation>运行于</translation>
    </message>
    <message>
        <location filename="../../gui/compare/source.py"/>
        <source>Run this where the model is made; then choose the file model.json, or paste what is in it below.</source>
        <translation>在创建模型的地方运行它；然后选择文件 model.json，或把内容粘贴到下面。</translation>
    </message>
    <message>
        <location filename="../../gui/app/actions.py"/>
        <source>S&amp;maller text</source>
        <translation>缩小文字(&amp;M)</translation>
    </message>
    <message>
        <location filename="../../gui/recipes/folder_dialog.py"/>
        <source>Same fix for a folder</source>
        <translation>对文件夹做同样的修复</translation>
    </message>
    <message>
        <location filename="../../gui/save/dialog.py"/>
        <source>Save</source>
        <translation>保存</translation>
    </message>
    <message>
        <location filename="../../gui/save/dialog.py"/>
        <source>Save a copy</source>
        <translation>保存副本</translation>
    </message>
    <message>
        <location filename="../../gui/save/dialog.py"/>
        <location filename="../../gui/save/form.py"/>
        <source>Save fixed checkpoint</source>
        <translation>保存修复后的检查点</translation>
    </message>
    <message>
        <location filename="../../gui/page/notice.py"/>
        <location filename="../../gui/page/saving.py"/>
        <source>Save fixed…</source>
        <translation>保存修复后的文件…</translation>
    </message>
    <message>
        <location filename="../../gui/save/dialog.py"/>
        <source>Save incomplete copy</source>
        <translation>保存不完整的副本</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/names.py"/>
        <source>Save it again from the training script with StateDictType.FULL_STATE_DICT; without the model's shapes the flat tensor cannot be taken apart.</source>
        <translation>请在训练脚本中用 StateDictType.FULL_STATE_DICT 重新保存；没有模型的形状就无法拆开扁平张量。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traceback/state_dict_errors.py"/>
        <source>Save it again with StateDictType.FULL_STATE_DICT from the script that trained it.</source>
        <translation>请在训练它的脚本中用 StateDictType.FULL_STATE_DICT 重新保存。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/storages.py"/>
        <source>Save it anew here: each storage gets the bytes that the pickle says, as torch.load(f, mmap=True) sees them.</source>
        <translation>在这里重新保存：每个存储得到 pickle 所声明的字节，与 torch.load(f, mmap=True) 所见一致。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/container.py"/>
        <source>Save it anew here: the record is written again, and the rest stays as it is.</source>
        <translation>在这里重新保存：该记录会重新写入，其余保持不变。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/devices.py"/>
        <source>Save it on the cpu, and let each process move its model to its own card; or pass map_location=f'cuda:{rank}' and call torch.cuda.set_device(rank) first.</source>
        <translation>把它保存在 cpu 上，让每个进程把自己的模型移到自己的显卡；或者传入 map_location=f'cuda:{rank}' 并先调用 torch.cuda.set_device(rank)。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/devices.py"/>
        <source>Save it on the cpu: load_state_dict copies to where the model is. Drop the checkpoint afterwards (del checkpoint). The memory panel shows what each way takes.</source>
        <translation>把它保存在 cpu 上：load_state_dict 会复制到模型所在之处。之后释放检查点（del checkpoint）。显存面板显示每种方式占用多少。</translation>
    </message>
    <message>
        <location filename="../../gui/page/notice.py"/>
        <source>Save its state dict…</source>
        <translation>保存其 state_dict…</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/containers.py"/>
        <source>Save the file anew here, which cuts such storages; or load it with torch.load(f, mmap=True).</source>
        <translation>在这里重新保存文件，会裁剪这样的存储；或者用 torch.load(f, mmap=True) 加载。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/records.py"/>
        <source>Save the file anew here, which stores them as torch.save does; or do without mmap=True.</source>
        <translation>在这里重新保存文件，会像 torch.save 那样不压缩地存储；或者不用 mmap=True。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/containers.py"/>
        <source>Save the file anew here, which writes the record again.</source>
        <translation>在这里重新保存文件，会重新写入该记录。</translation>
    </message>
    <message>
        <location filename="../../gui/page/saving.py"/>
        <source>Save the fixed checkpoint before {before}?</source>
        <translation>在{before}之前保存修复后的检查点吗？</translation>
    </message>
    <message>
        <location filename="../../gui/diagnosis/verify.py"/>
        <source>Save the planned file to a temporary folder and load it with plain torch.load(f), in a process of its own.
weights_only stays as torch has it, so nothing that the file names is run.</source>
        <translation>把计划的文件保存到临时文件夹，并在单独的进程中用普通的 torch.load(f) 加载。
weights_only 保持 torch 的默认，因此文件中提到的内容不会运行。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/rng.py"/>
        <source>Save them on the cpu; or write .cpu() behind them in the script.</source>
        <translation>把它们保存在 cpu 上；或者在脚本中于其后写 .cpu()。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/running.py"/>
        <source>Save to another name beside it and rename it (os.replace) when it is complete; files saved by this program are always put in place that way.</source>
        <translation>请在旁边以另一名称保存，完成后再重命名（os.replace）；本程序保存的文件总是这样就位的。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/many_files.py"/>
        <source>Save with safetensors.torch.save_model, which keeps one name of each and notes the others; or save here as safetensors, which does the same; or clone one of them, which unties it.</source>
        <translation>请用 safetensors.torch.save_model 保存，它只保留每个张量的一个名称并记下其他名称；或者在这里保存为 safetensors，效果相同；或者克隆其中之一，使两者不再绑定。</translation>
    </message>
    <message>
        <location filename="../../gui/recipes/table_model.py"/>
        <source>Saved as</source>
        <translation>保存为</translation>
    </message>
    <message>
        <location filename="../../gui/page/notice.py"/>
        <source>Saved as {name}. {works} {source}, which is open here, is as it was.</source>
        <translation>已保存为 {name}。{works}此处打开的 {source} 保持原样。</translation>
    </message>
    <message>
        <location filename="../../gui/changes/panel.py"/>
        <source>Saved changes</source>
        <translation>已保存的更改</translation>
    </message>
    <message>
        <location filename="../../gui/tree/tips.py"/>
        <source>Saved on the CPU: torch.load(f) needs no map_location for this.</source>
        <translation>保存在 CPU 上：torch.load(f) 不需要 map_location。</translation>
    </message>
    <message>
        <location filename="../../gui/page/notice.py"/>
        <source>Saved on {devices}, but {computer}.</source>
        <translation>保存时在 {devices} 上，但{computer}。</translation>
    </message>
    <message>
        <location filename="../../gui/page/notice.py"/>
        <source>Saved on {devices}, which only another kind of machine has.</source>
        <translation>保存时在 {devices} 上，只有另一类机器才有该设备。</translation>
    </message>
    <message numerus="yes">
        <location filename="../../gui/tree/tips.py"/>
        <source>Saved on {devices}: without map_location, torch.load(f) puts these {n:,} tensors there again.</source>
        <translation><numerusform>保存在 {devices} 上：没有 map_location 时，torch.load(f) 会把这 {n:,} 个张量放回那里。</numerusform></translation>
    </message>
    <message>
        <location filename="../../gui/page/notice.py"/>
        <location filename="../../gui/page/saving.py"/>
        <source>Saved {name}: {size}, read back and compared.</source>
        <translation>已保存 {name}：{size}，已读回并比对。</translation>
    </message>
    <message>
        <location filename="../../gui/page/status.py"/>
        <source>Saved: {changes}</source>
        <translation>已保存：{changes}</translation>
    </message>
    <message>
        <location filename="../../gui/page/saving.py"/>
        <source>Saving was stopped. Nothing was written.</source>
        <translation>保存已停止。没有写入任何内容。</translation>
    </message>
    <message>
        <location filename="../../gui/save/saving_line.py"/>
        <source>Saving {name} …</source>
        <translation>正在保存 {name} …</translation>
    </message>
    <message>
        <location filename="../../gui/save/saving_line.py"/>
        <source>Saving {name}: {done} of {total}</source>
        <translation>正在保存 {name}：{done} / {total}</translation>
    </message>
    <message>
        <location filename="../../gui/save/saving_line.py"/>
        <source>Saving {name}: {trouble}</source>
        <translation>正在保存 {name}：{trouble}</translation>
    </message>
    <message>
        <location filename="../../core/spread/choice.py"/>
        <source>Say --workers or --cluster, and not both.</source>
        <translation>--workers 和 --cluster 只能给其中一个。</translation>
    </message>
    <message>
        <location filename="../../gui/page/error_page.py"/>
        <source>Say again where the file is, or look through its folder (Ctrl+Shift+L)</source>
        <translation>重新指定文件在哪里，或查看它所在的文件夹（Ctrl+Shift+L）</translation>
    </message>
    <message>
        <location filename="../../gui/app/actions.py"/>
        <source>Say by its URL where the second checkpoint is: what differs is marked in the tree.</source>
        <translation>用 URL 指定第二个检查点在哪里：不同之处会在树中标出。</translation>
    </message>
    <message>
        <location filename="../../core/edits/renaming/patterns.py"/>
        <source>Say which keys to rename: a part of them, a glob, or a regular expression.</source>
        <translation>请说明要重命名哪些键：键的一部分、glob 或正则表达式。</translation>
    </message>
    <message>
        <location filename="../../gui/app/actions.py"/>
        <source>Scan &amp;values</source>
        <translation>扫描数值(&amp;V)</translation>
    </message>
    <message>
        <location filename="../../gui/health/board.py"/>
        <source>Scan again</source>
        <translation>重新扫描</translation>
    </message>
    <message>
        <location filename="../../gui/health/board.py"/>
        <source>Scan values</source>
        <translation>扫描数值</translation>
    </message>
    <message>
        <location filename="../../gui/tree/search_line.py"/>
        <source>Search</source>
        <translation>搜索</translation>
    </message>
    <message>
        <location filename="../../gui/tree/search_line.py"/>
        <source>Search keys, device:cuda:1, dtype:float16, role:optimizer …</source>
        <translation>搜索键、device:cuda:1、dtype:float16、role:optimizer …</translation>
    </message>
    <message>
        <location filename="../../gui/help/window.py"/>
        <source>Search the help</source>
        <translation>搜索帮助</translation>
    </message>
    <message>
        <location filename="../../gui/page/welcome.py"/>
        <source>See on which device every tensor was saved, put it right by point and click, save a fixed copy.</source>
        <translation>查看每个张量保存时的设备，点击即可改正，并保存修复后的副本。</translation>
    </message>
    <message>
        <location filename="../../gui/tree/menu.py"/>
        <source>Select a key first.</source>
        <translation>请先选择一个键。</translation>
    </message>
    <message>
        <location filename="../../gui/details/panel.py"/>
        <source>Select a key in the tree to see everything about it.</source>
        <translation>在树中选择一个键，查看它的全部信息。</translation>
    </message>
    <message>
        <location filename="../../gui/diff/model.py"/>
        <source>Select a row to see both files side by side.</source>
        <translation>选择一行以并排查看两个文件。</translation>
    </message>
    <message>
        <location filename="../../gui/tree/menu.py"/>
        <source>Select a tensor first.</source>
        <translation>请先选择一个张量。</translation>
    </message>
    <message>
        <location filename="../../gui/values/model.py"/>
        <source>Select a tensor in the tree to see its numbers: extremes, NaN, their distribution, and each one of them.

Several at once are compared.</source>
        <translation>在树中选择一个张量，查看其数字：极值、NaN、分布，以及每一个数字。

选择多个则进行比较。</translation>
    </message>
    <message>
        <location filename="../../gui/tree/menu.py"/>
        <source>Select all on {device}</source>
        <translation>选择 {device} 上的全部</translation>
    </message>
    <message>
        <location filename="../../gui/values/change_menu.py"/>
        <source>Select cells of the page Numbers first.</source>
        <translation>请先在“数值”页中选择单元格。</translation>
    </message>
    <message>
        <location filename="../../gui/tree/menu.py"/>
        <source>Select every tensor of the file that was saved on {device}</source>
        <translation>选择文件中保存在 {device} 上的每个张量</translation>
    </message>
    <message>
        <location filename="../../gui/tree/menu.py"/>
        <source>Select one key of a dictionary first.</source>
        <translation>请先选择字典中的一个键。</translation>
    </message>
    <message>
        <location filename="../../gui/tree/menu.py"/>
        <source>Select one number, text, True, False or None first.</source>
        <translation>请先选择一个数字、文本、True、False 或 None。</translation>
    </message>
    <message>
        <location filename="../../gui/values/model.py"/>
        <source>Select one tensor, and look at it in the panel Values first.</source>
        <translation>请先选择一个张量，并在“值”面板中查看。</translation>
    </message>
    <message>
        <location filename="../../gui/rename/model.py"/>
        <source>Select the keys in the tree first.</source>
        <translation>请先在树中选择键。</translation>
    </message>
    <message>
        <location filename="../../gui/document/taking.py"/>
        <source>Select what to take: rows of the table, or keys and branches of the tree.</source>
        <translation>请选择要采用的内容：表中的行，或树中的键和分支。</translation>
    </message>
    <message>
        <location filename="../../gui/rename/dialog.py"/>
        <source>Selected keys only</source>
        <translation>仅所选的键</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/optimizers.py"/>
        <source>Set capturable to False in the file, or in optimizer.param_groups after loading.</source>
        <translation>在文件中把 capturable 设为 False，或在加载后于 optimizer.param_groups 中设置。</translation>
    </message>
    <message>
        <location filename="../../gui/tree/menu.py"/>
        <source>Set value…</source>
        <translation>设置值…</translation>
    </message>
    <message>
        <location filename="../../gui/values/change_menu.py"/>
        <source>Set {numbers}. {hint}</source>
        <translation>已设置{numbers}。{hint}</translation>
    </message>
    <message>
        <location filename="../../gui/values/change_menu.py"/>
        <source>Set. Nothing is written until you save.</source>
        <translation>已设置。保存之前不会写入任何内容。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/optimizers.py"/>
        <source>Setting capturable=True makes the error of torch 1.12.0 go away too.</source>
        <translation>设置 capturable=True 也能让 torch 1.12.0 的错误消失。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/objects.py"/>
        <source>Setting pathlib.PosixPath = pathlib.WindowsPath before loading is the workaround passed around.</source>
        <translation>流传的变通办法是在加载前设置 pathlib.PosixPath = pathlib.WindowsPath。</translation>
    </message>
    <message>
        <location filename="../../gui/memory/controls.py"/>
        <source>Several processes, the size of a CUDA context, what stays free, the model's dtype, keeping the checkpoint</source>
        <translation>多个进程、CUDA 上下文的大小、留出的空间、模型的 dtype、保留检查点</translation>
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
        <translation>缺少第 {number} 个分片（共 {count} 个），其内容不会出现在副本中。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/many_files.py"/>
        <source>Sharded tensors are loaded by the ranks that saved them, in a group of as many processes; what is opened without it is a piece.</source>
        <translation>分片的张量由保存它们的 rank 加载，进程组须有同样多的进程；不在其中打开的只是一个部分。</translation>
    </message>
    <message>
        <location filename="../../gui/details/model.py"/>
        <source>Shares its storage with</source>
        <translation>共享存储的张量</translation>
    </message>
    <message>
        <location filename="../../gui/app/help.py"/>
        <source>Shortcuts and about</source>
        <translation>快捷键与关于</translation>
    </message>
    <message>
        <location filename="../../gui/diagnosis/finding_card.py"/>
        <source>Show all</source>
        <translation>显示全部</translation>
    </message>
    <message>
        <location filename="../../gui/tree/menu.py"/>
        <source>Show all keys</source>
        <translation>显示所有键</translation>
    </message>
    <message>
        <location filename="../../gui/tree/menu.py"/>
        <source>Show everything below this row</source>
        <translation>显示此行下面的全部</translation>
    </message>
    <message>
        <location filename="../../gui/tree/tools.py"/>
        <source>Show everything that lies below (Ctrl+Shift+Right)</source>
        <translation>显示下面的全部（Ctrl+Shift+Right）</translation>
    </message>
    <message>
        <location filename="../../gui/page/saving.py"/>
        <location filename="../../gui/save/saved_links.py"/>
        <source>Show in folder</source>
        <translation>在文件夹中显示</translation>
    </message>
    <message>
        <location filename="../../gui/diagnosis/finding_card.py"/>
        <source>Show less</source>
        <translation>收起</translation>
    </message>
    <message>
        <location filename="../../gui/tree/comparison_line.py"/>
        <source>Show only the keys that differ; goes together with the search</source>
        <translation>只显示不同的键；可与搜索同时使用</translation>
    </message>
    <message>
        <location filename="../../gui/tree/search_line.py"/>
        <source>Show only the keys that match all words, e.g.
  conv1 weight
  device:cuda:1    dtype:float16    role:optimizer    shape:64x3
Escape clears the search. The file is not changed by it.</source>
        <translation>只显示与所有词匹配的键，例如
  conv1 weight
  device:cuda:1    dtype:float16    role:optimizer    shape:64x3
Escape 清除搜索。文件不会因此更改。</translation>
    </message>
    <message>
        <location filename="../../gui/parts/panel.py"/>
        <source>Show only what lies in it</source>
        <translation>只显示其中的内容</translation>
    </message>
    <message>
        <location filename="../../gui/app/actions.py"/>
        <source>Show only what matches: words of a key, or dtype:float16, device:cuda:1, role:optimizer, shape:64x3.</source>
        <translation>只显示匹配的：键中的词，或 dtype:float16、device:cuda:1、role:optimizer、shape:64x3。</translation>
    </message>
    <message>
        <location filename="../../gui/page/banner.py"/>
        <source>Show the diagnosis: what torch says, where, and what cures it</source>
        <translation>显示诊断：torch 说了什么、在哪里、如何修复</translation>
    </message>
    <message>
        <location filename="../../gui/tree/tools.py"/>
        <source>Show the dotted keys of a state_dict as a tree of modules: conv1.weight is weight below conv1</source>
        <translation>把 state_dict 的点分键显示为模块树：conv1.weight 是 conv1 下面的 weight</translation>
    </message>
    <message>
        <location filename="../../gui/app/actions.py"/>
        <source>Show the file of the next tab.</source>
        <translation>显示下一个标签页的文件。</translation>
    </message>
    <message>
        <location filename="../../gui/app/actions.py"/>
        <source>Show the file of the tab before.</source>
        <translation>显示上一个标签页的文件。</translation>
    </message>
    <message>
        <location filename="../../gui/tree/tools.py"/>
        <source>Show the flat keys as torch sees them in the state_dict: conv1.weight</source>
        <translation>按 torch 在 state_dict 中所见显示平铺的键：conv1.weight</translation>
    </message>
    <message>
        <location filename="../../gui/app/actions.py"/>
        <source>Show the next number of the file that is NaN or infinite, ready to be overwritten.</source>
        <translation>显示文件中下一个 NaN 或无穷大的数值，可直接改写。</translation>
    </message>
    <message>
        <location filename="../../gui/app/actions.py"/>
        <source>Show the number before that is NaN or infinite, ready to be overwritten.</source>
        <translation>显示文件中上一个 NaN 或无穷大的数值，可直接改写。</translation>
    </message>
    <message>
        <location filename="../../gui/save/saved_links.py"/>
        <source>Show the saved copy in the file manager</source>
        <translation>在文件管理器中显示已保存的副本</translation>
    </message>
    <message>
        <location filename="../../gui/tree/menu.py"/>
        <source>Show the uppermost keys only</source>
        <translation>只显示最上层的键</translation>
    </message>
    <message>
        <location filename="../../gui/tree/tools.py"/>
        <source>Show the uppermost keys only (Ctrl+Shift+Left)</source>
        <translation>只显示最上层的键（Ctrl+Shift+Left）</translation>
    </message>
    <message>
        <location filename="../../gui/diagnosis/finding_card.py"/>
        <source>Show the whole message, or its beginning</source>
        <translation>显示完整消息，或只显示开头</translation>
    </message>
    <message>
        <location filename="../../gui/app/actions.py"/>
        <source>Show this file, with its pending changes, in a window of its own.</source>
        <translation>在单独的窗口中显示此文件及其待定的更改。</translation>
    </message>
    <message>
        <location filename="../../gui/details/panel.py"/>
        <source>Show this tensor in the tree; it shares its bytes and so its device</source>
        <translation>在树中显示此张量；它共享其字节，因此也共享设备</translation>
    </message>
    <message>
        <location filename="../../gui/diagnosis/finding_card.py"/>
        <source>Show what torch says, what it means and where, or the title alone</source>
        <translation>显示 torch 的消息、含义和位置，或只显示标题</translation>
    </message>
    <message>
        <location filename="../../gui/diagnosis/finding_card.py"/>
        <source>Show {link} in the tree</source>
        <translation>在树中显示 {link}</translation>
    </message>
    <message>
        <location filename="../../gui/values/picture_page.py"/>
        <source>Shown: {note}</source>
        <translation>显示：{note}</translation>
    </message>
    <message>
        <location filename="../../gui/app/help.py"/>
        <source>Shows the saved device of every tensor in a PyTorch checkpoint and writes a copy that loads where you need it. Nothing that a file names is imported or called, numbers are read only where you look at them, and no file is touched until you say so.</source>
        <translation>显示 PyTorch 检查点中每个张量保存时的设备，并写出一份能在需要的地方加载的副本。文件中提到的内容都不会被导入或调用，只在查看的地方读取数字，没有指示就不会改动任何文件。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/pickles.py"/>
        <source>Since torch 2.6 torch.load makes only tensors, plain containers and what was allowed by name, because a pickle can run any code. The file names something else.</source>
        <translation>自 torch 2.6 起，torch.load 只构建张量、普通容器和按名称允许的内容，因为 pickle 可以运行任何代码。文件指名了其他内容。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/objects.py"/>
        <source>Since torch 2.6 torch.load takes only plain data, because a pickle can run any code that it names. {name} is used at {places} of this file.</source>
        <translation>自 torch 2.6 起，torch.load 只接受普通数据，因为 pickle 可以运行它所指名的任何代码。此文件有 {places}使用了 {name}。</translation>
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
        <translation>大小</translation>
    </message>
    <message>
        <location filename="../../gui/health/colouring.py"/>
        <source>Size (RMS)</source>
        <translation>大小（RMS）</translation>
    </message>
    <message>
        <location filename="../../gui/memory/controls.py"/>
        <source>Size of a CUDA context</source>
        <translation>CUDA 上下文的大小</translation>
    </message>
    <message>
        <location filename="../../gui/preferences/offered.py"/>
        <source>Sizes</source>
        <translation>大小单位</translation>
    </message>
    <message>
        <location filename="../../core/values/health/weights.py"/>
        <source>So many are rather the work of pruning than of training.</source>
        <translation>这么多更像是剪枝而不是训练的结果。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/file.py"/>
        <source>Some libraries put a whole pickle, as bytes, into the checkpoint (_extra_state and the like). When it is unpacked its tensors go to the device that they were saved on, whatever map_location says.</source>
        <translation>有些库把整个 pickle 以字节形式放入检查点（_extra_state 之类）。解包时，其中的张量会去往保存时所在的设备，不受 map_location 影响。</translation>
    </message>
    <message>
        <location filename="../../core/containers/ranks/rank_trees.py"/>
        <source>Some tensors that are not cut differ between the ranks: those of the first are shown.</source>
        <translation>有些未切分的张量在各 rank 之间不同：显示第一个 rank 的。</translation>
    </message>
    <message>
        <location filename="../../gui/recipes/folder_dialog.py"/>
        <source>Start</source>
        <translation>开始</translation>
    </message>
    <message>
        <location filename="../../gui/recipes/folder_dialog.py"/>
        <source>Start again</source>
        <translation>重新开始</translation>
    </message>
    <message>
        <location filename="../../gui/memory/measure.py"/>
        <source>Starting torch …</source>
        <translation>正在启动 torch …</translation>
    </message>
    <message>
        <location filename="../../gui/optimizer/table_model.py"/>
        <location filename="../../gui/parts/table_model.py"/>
        <source>State</source>
        <translation>状态</translation>
    </message>
    <message>
        <location filename="../../gui/optimizer/table_model.py"/>
        <source>State on</source>
        <translation>状态所在</translation>
    </message>
    <message>
        <location filename="../../gui/values/several.py"/>
        <source>Statistics of the selected tensors</source>
        <translation>所选张量的统计</translation>
    </message>
    <message>
        <location filename="../../gui/values/several_table.py"/>
        <source>Std</source>
        <translation>标准差</translation>
    </message>
    <message>
        <location filename="../../cli/listing.py"/>
        <location filename="../../gui/location/checkpoints_model.py"/>
        <location filename="../../gui/memory/training.py"/>
        <source>Step</source>
        <translation>步</translation>
    </message>
    <message>
        <location filename="../../gui/recipes/dialog.py"/>
        <source>Steps of the recipe</source>
        <translation>配方的步骤</translation>
    </message>
    <message>
        <location filename="../../gui/page/notice.py"/>
        <source>Still on {devices}, but {computer}.</source>
        <translation>仍在 {devices} 上，但{computer}。</translation>
    </message>
    <message>
        <location filename="../../gui/page/notice.py"/>
        <source>Still on {devices}, which only another kind of machine has.</source>
        <translation>仍在 {devices} 上，只有另一类机器才有该设备。</translation>
    </message>
    <message>
        <location filename="../../gui/location/folder_view.py"/>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <location filename="../../gui/compare/dialog.py"/>
        <source>Stop comparing</source>
        <translation>停止比较</translation>
    </message>
    <message>
        <location filename="../../gui/page/saving.py"/>
        <location filename="../../gui/save/saving_line.py"/>
        <source>Stop saving</source>
        <translation>停止保存</translation>
    </message>
    <message>
        <location filename="../../gui/save/saving_line.py"/>
        <source>Stop saving; nothing is left behind</source>
        <translation>停止保存；不会留下任何东西</translation>
    </message>
    <message>
        <location filename="../../gui/session/scanning.py"/>
        <source>Stopped before the end; nothing is known of what was not read.</source>
        <translation>在结束前停止；未读取的部分情况不明。</translation>
    </message>
    <message>
        <location filename="../../gui/location/folder_view.py"/>
        <source>Stopped.</source>
        <translation>已停止。</translation>
    </message>
    <message>
        <location filename="../../gui/diagnosis/check.py"/>
        <source>Stopped; nothing was found out.</source>
        <translation>已停止；没有得出结果。</translation>
    </message>
    <message>
        <location filename="../../gui/memory/measure.py"/>
        <source>Stopped; nothing was measured.</source>
        <translation>已停止；没有测量任何内容。</translation>
    </message>
    <message>
        <location filename="../../gui/save/saving_line.py"/>
        <source>Stopping …</source>
        <translation>正在停止 …</translation>
    </message>
    <message>
        <location filename="../../gui/widgets/progress.py"/>
        <source>Stopping…</source>
        <translation>正在停止…</translation>
    </message>
    <message>
        <location filename="../../gui/details/model.py"/>
        <source>Storage</source>
        <translation>存储</translation>
    </message>
    <message>
        <location filename="../../gui/details/model.py"/>
        <source>Storage offset</source>
        <translation>存储偏移</translation>
    </message>
    <message>
        <location filename="../../core/formats/archives.py"/>
        <source>Storage {key!r} lies outside its record: it needs {nbytes:,} bytes and the file holds {size:,}. Fetch it again.</source>
        <translation>存储 {key!r} 超出了它的记录：需要 {nbytes:,} 字节，而文件中只有 {size:,} 字节。请重新获取。</translation>
    </message>
    <message>
        <location filename="../../core/formats/legacy.py"/>
        <source>Storage {key!r} lies outside the file; the file was cut short or damaged. Fetch it again.</source>
        <translation>存储 {key!r} 位于文件之外；文件被截断或已损坏。请重新获取。</translation>
    </message>
    <message>
        <location filename="../../gui/details/model.py"/>
        <source>Stride</source>
        <translation>步幅</translation>
    </message>
    <message>
        <location filename="../../gui/tree/menu.py"/>
        <source>Strip prefix “{prefix}.” here</source>
        <translation>在此去掉前缀“{prefix}.”</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traceback/state_dict_errors.py"/>
        <source>Strip the segment from the keys, whole and with _metadata, and save model.module.state_dict() from now on. strict=False only hides the mismatch and loads nothing.</source>
        <translation>从键中整段去掉该段，连同 _metadata，今后请保存 model.module.state_dict()。strict=False 只会掩盖不匹配，什么也不加载。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/names.py"/>
        <source>Strip the segment {segments}, whole and with _metadata. Or load into the wrapped model.</source>
        <translation>去掉段 {segments}，整段去掉，连同 _metadata。或者加载到被包装的模型中。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/names.py"/>
        <source>Strip the segment {segments}, whole and with _metadata. Or load into the wrapped model; or, in the training script, save model.module.state_dict() from now on.</source>
        <translation>去掉段 {segments}，整段去掉，连同 _metadata。或者加载到被包装的模型中；或者在训练脚本中今后改为保存 model.module.state_dict()。</translation>
    </message>
    <message>
        <location filename="../../gui/changes/panel.py"/>
        <source>Take all changes back, as one step that can be undone itself</source>
        <translation>撤回所有更改，作为可以撤销的一步</translation>
    </message>
    <message>
        <location filename="../../gui/tree/menu.py"/>
        <source>Take back in</source>
        <translation>重新放回</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/pickles.py"/>
        <source>Take it from model.module, and save model.module.state_dict().</source>
        <translation>请从 model.module 取用，并保存 model.module.state_dict()。</translation>
    </message>
    <message>
        <location filename="../../gui/app/actions.py"/>
        <source>Take the last pending change back.</source>
        <translation>撤回最后一个待定的更改。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/pickles.py"/>
        <source>Take the model itself where it has no module: `getattr(model, 'module', model)`. No file can change that.</source>
        <translation>如果模型没有 module，请使用模型本身：`getattr(model, 'module', model)`。任何文件都改变不了这一点。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/data_parallel.py"/>
        <source>Take the model out of the wrapper: model = model.module in the script, or its state_dict by extracting it.</source>
        <translation>把模型从包装器中取出：在脚本中写 model = model.module，或提取它的 state_dict。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/pickles.py"/>
        <source>Take the optimizer's state_dict out of the file, build the optimizer anew and load the state into it.</source>
        <translation>从文件中取出优化器的 state_dict，重新构建优化器，再把状态加载进去。</translation>
    </message>
    <message>
        <location filename="../../gui/tree/search_line.py"/>
        <source>Take the search as a regular expression (Python's re), e.g. layer[1-3]\..*bias</source>
        <translation>把搜索当作正则表达式（Python 的 re），例如 layer[1-3]\..*bias</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/pickles.py"/>
        <source>Take the state_dict out of the file and load it into a model made anew. Setting the missing field by hand is the popular workaround.</source>
        <translation>从文件中取出 state_dict，加载到重新构建的模型中。常见的变通办法是手动设置缺少的字段。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/pickles.py"/>
        <source>Take the state_dict out of the file, which needs no code, and load it into a model made by your own code. The popular workaround is to put the old module back on sys.path.</source>
        <translation>从文件中取出 state_dict（不需要代码），加载到由你自己的代码构建的模型中。常见的变通办法是把旧模块放回 sys.path。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/pickles.py"/>
        <source>Take the state_dict out of the file, which needs no code, and load it into a model made by your own code; from then on save model.state_dict(). The popular workaround is to put the old module back on sys.path.</source>
        <translation>从文件中取出 state_dict（不需要代码），加载到由你自己的代码构建的模型中；今后请保存 model.state_dict()。常见的变通办法是把旧模块放回 sys.path。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/pickles.py"/>
        <source>Take the state_dict out of the file, which needs no code; or, in a script that has the model's code, torch.load(f, weights_only=False).state_dict().</source>
        <translation>从文件中取出 state_dict（不需要代码）；或者在有模型代码的脚本中使用 torch.load(f, weights_only=False).state_dict()。</translation>
    </message>
    <message>
        <location filename="../../gui/app/actions.py"/>
        <source>Take the traceback that you have copied, and say what it means. A URL or a file is opened.</source>
        <translation>读取已复制的回溯，并说明其含义。如果是 URL 或文件，则打开。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/resuming.py"/>
        <source>Take the weights with model.load_state_dict(torch.load(f)['state_dict']) and start a new run; trainer.fit(ckpt_path=…) needs a whole Lightning checkpoint.</source>
        <translation>用 model.load_state_dict(torch.load(f)['state_dict']) 取用权重并开始新的训练；trainer.fit(ckpt_path=…) 需要完整的 Lightning 检查点。</translation>
    </message>
    <message>
        <location filename="../../gui/diff/board.py"/>
        <location filename="../../gui/document/taking.py"/>
        <source>Take theirs</source>
        <translation>采用对方的</translation>
    </message>
    <message>
        <location filename="../../gui/document/taking.py"/>
        <source>Take theirs ({taken:,})</source>
        <translation>采用对方的（{taken:,}）</translation>
    </message>
    <message>
        <location filename="../../gui/tree/menu.py"/>
        <source>Take “{prefix}.” off the front of the keys that begin with it; _metadata follows</source>
        <translation>从以“{prefix}.”开头的键前面去掉它；_metadata 随之更改</translation>
    </message>
    <message>
        <location filename="../../gui/diagnosis/fixes_model.py"/>
        <source>Take “{prefix}” off {keys} of {where}; _metadata and param_names follow.
load_state_dict of a model without the wrapper then finds its keys, with strict=True too.</source>
        <translation>从{where}的{keys}去掉“{prefix}”；_metadata 和 param_names 随之更改。
之后不带包装器的模型的 load_state_dict 就能找到其键，strict=True 时也一样。</translation>
    </message>
    <message>
        <location filename="../../gui/changes/table_model.py"/>
        <source>Take “{title}” out of the plan; that is a step to undo, too.</source>
        <translation>把“{title}”从计划中去掉；这也是可以撤销的一步。</translation>
    </message>
    <message>
        <location filename="../../gui/memory/bars_model.py"/>
        <source>Takes no GPU memory, and {host_peak:,} bytes of RAM.</source>
        <translation>不占显存，占用 {host_peak:,} 字节内存。</translation>
    </message>
    <message>
        <location filename="../../gui/memory/controls.py"/>
        <source>Target device</source>
        <translation>目标设备</translation>
    </message>
    <message>
        <location filename="../../gui/details/model.py"/>
        <source>Tensor</source>
        <translation>张量</translation>
    </message>
    <message>
        <location filename="../../core/formats/safetensors.py"/>
        <source>Tensor {name!r} of this safetensors file does not begin where the one before it ends; the file is damaged or a trap. Fetch it again.</source>
        <translation>此 safetensors 文件的张量 {name!r} 没有从前一个的结尾处开始；文件已损坏或是陷阱。请重新获取。</translation>
    </message>
    <message>
        <location filename="../../core/formats/safetensors.py"/>
        <source>Tensor {name!r} of this safetensors file has other bytes than its shape takes; the file is damaged or a trap. Fetch it again.</source>
        <translation>此 safetensors 文件的张量 {name!r} 的字节数与其形状所需的不同；文件已损坏或是陷阱。请重新获取。</translation>
    </message>
    <message>
        <location filename="../../core/formats/safetensors.py"/>
        <source>Tensor {name!r} of this safetensors file lies outside the file; it was cut short. Fetch it again.</source>
        <translation>此 safetensors 文件的张量 {name!r} 位于文件之外；文件被截断。请重新获取。</translation>
    </message>
    <message>
        <location filename="../../gui/devices/table_model.py"/>
        <location filename="../../gui/parts/table_model.py"/>
        <source>Tensors</source>
        <translation>张量</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/running.py"/>
        <source>Tensors loaded with mmap=True stay in the file until they are used. Saving over that file takes their bytes away, and the system ends the program.</source>
        <translation>用 mmap=True 加载的张量在使用之前留在文件中。覆盖保存该文件会夺走它们的字节，系统就会终止程序。</translation>
    </message>
    <message>
        <location filename="../../gui/memory/bars_model.py"/>
        <source>Tensors of the file that belong neither to the model nor to the optimizer</source>
        <translation>文件中既不属于模型也不属于优化器的张量</translation>
    </message>
    <message>
        <location filename="../../gui/app/actions.py"/>
        <source>Text at &amp;100 %</source>
        <translation>文字 100 %(&amp;1)</translation>
    </message>
    <message>
        <location filename="../../gui/rename/model.py"/>
        <source>Text in keys</source>
        <translation>键中的文本</translation>
    </message>
    <message>
        <location filename="../../gui/preferences/offered.py"/>
        <source>Text size</source>
        <translation>文字大小</translation>
    </message>
    <message>
        <location filename="../../core/memory/training/words.py"/>
        <source>That is at least {needs} of RAM.</source>
        <translation>即至少需要 {needs} 内存。</translation>
    </message>
    <message>
        <location filename="../../core/memory/training/words.py"/>
        <source>That is at least {needs} of {room}: {lack} more than there is, so it cannot train like this.</source>
        <translation>即 {room} 中至少需要 {needs}：比现有的多 {lack}，因此不能这样训练。</translation>
    </message>
    <message>
        <location filename="../../core/memory/training/words.py"/>
        <source>That is at least {needs} of {room}; {spare} are left for activations, which only a run can tell.</source>
        <translation>即 {room} 中至少需要 {needs}；剩 {spare} 给激活值，其大小只有运行才知道。</translation>
    </message>
    <message>
        <location filename="../../core/memory/training/words.py"/>
        <source>That is at least {needs} of {room}; {spare} are left.</source>
        <translation>即 {room} 中至少需要 {needs}；剩 {spare}。</translation>
    </message>
    <message>
        <location filename="../../core/edits/devices.py"/>
        <source>That is no optimizer.</source>
        <translation>这不是优化器。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/model_match/comparison.py"/>
        <source>That is no state dict of the file to be written.</source>
        <translation>这不是要写入的文件中的 state_dict。</translation>
    </message>
    <message>
        <location filename="../../gui/save/dialog.py"/>
        <source>That is the source file itself. Choose another name, or tick “Replace the source file”.</source>
        <translation>这就是源文件本身。请换一个名称，或勾选“替换源文件”。</translation>
    </message>
    <message>
        <location filename="../../cli/curing.py"/>
        <source>That loses {loses}.</source>
        <translation>这会丢失{loses}。</translation>
    </message>
    <message>
        <location filename="../../core/containers/dcp/chunks.py"/>
        <source>The .metadata of this checkpoint does not say where {key!r}, or a piece of it, lies.</source>
        <translation>此检查点的 .metadata 没有说明 {key!r} 或它的某个分块在哪里。</translation>
    </message>
    <message>
        <location filename="../../core/containers/dcp/listing.py"/>
        <source>The .metadata of this checkpoint has a key that is no text.</source>
        <translation>此检查点的 .metadata 有一个不是文本的键。</translation>
    </message>
    <message>
        <location filename="../../core/containers/dcp/nesting.py"/>
        <source>The .metadata of this checkpoint says of {key!r} that it is two things at once.</source>
        <translation>此检查点的 .metadata 把 {key!r} 同时说成两种东西。</translation>
    </message>
    <message>
        <location filename="../../core/containers/dcp/listing.py"/>
        <source>The .metadata of this checkpoint says of {key!r} what torch.distributed.checkpoint never writes: {what}.</source>
        <translation>此检查点的 .metadata 对 {key!r} 的描述是 torch.distributed.checkpoint 从不写出的：{what}。</translation>
    </message>
    <message>
        <location filename="../../core/torch_child/gpus.py"/>
        <source>The NVIDIA driver does not answer: {error}.</source>
        <translation>NVIDIA 驱动没有应答：{error}。</translation>
    </message>
    <message>
        <location filename="../../core/torch_child/gpus.py"/>
        <source>The NVIDIA driver shows no card to this program.</source>
        <translation>NVIDIA 驱动没有向此程序显示显卡。</translation>
    </message>
    <message>
        <location filename="../../gui/memory/board.py"/>
        <source>The Python that does it</source>
        <translation>执行它的 Python</translation>
    </message>
    <message>
        <location filename="../../gui/location/dialog.py"/>
        <source>The address of a checkpoint, or of a folder; below are the last ones</source>
        <translation>检查点或文件夹的地址；下面是最近用过的</translation>
    </message>
    <message>
        <location filename="../../cli/main.py"/>
        <source>The answer could not be printed: {error}.</source>
        <translation>无法输出结果：{error}。</translation>
    </message>
    <message>
        <location filename="../../core/containers/foreign/numpy_file.py"/>
        <source>The array {key!r} is cut short. Fetch the file again.</source>
        <translation>数组 {key!r} 被截断。请重新获取文件。</translation>
    </message>
    <message>
        <location filename="../../gui/palette/key_jump.py"/>
        <source>The best {shown:,} of {count:,}</source>
        <translation>{count:,} 个中最符合的 {shown:,} 个</translation>
    </message>
    <message>
        <location filename="../../gui/location/checkpoints_model.py"/>
        <source>The bytes of all its files</source>
        <translation>其所有文件的字节数</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/records.py"/>
        <source>The bytes of data/{key} do not lie where torch.save puts them. Where somebody has set torch.utils.serialization.config.load.calculate_storage_offsets, torch.load(f, mmap=True) takes other bytes for the numbers.</source>
        <translation>data/{key} 的字节不在 torch.save 会放置的位置。如果设置了 torch.utils.serialization.config.load.calculate_storage_offsets，torch.load(f, mmap=True) 会把其他字节当作数字。</translation>
    </message>
    <message>
        <location filename="../../core/formats/archives.py"/>
        <source>The bytes of storage {key!r} are missing from the file. Fetch it again.</source>
        <translation>文件中缺少存储 {key!r} 的字节。请重新获取。</translation>
    </message>
    <message>
        <location filename="../../core/saving/layout.py"/>
        <source>The bytes of storage {key!r} are missing.</source>
        <translation>存储 {key!r} 的字节缺失。</translation>
    </message>
    <message>
        <location filename="../../core/saving/verify.py"/>
        <source>The bytes of storage {key!r} were not written as planned; the target was left alone.</source>
        <translation>存储 {key!r} 的字节没有按计划写入；目标未动。</translation>
    </message>
    <message>
        <location filename="../../gui/parts/table_model.py"/>
        <source>The bytes of the file</source>
        <translation>文件的字节数</translation>
    </message>
    <message>
        <location filename="../../gui/memory/board.py"/>
        <source>The bytes of the file on each device, before and after the plan</source>
        <translation>计划前后文件在各设备上的字节数</translation>
    </message>
    <message>
        <location filename="../../gui/memory/file.py"/>
        <source>The bytes of the storages, each counted once: what torch.load allocates</source>
        <translation>存储的字节数，各算一次：torch.load 分配的量</translation>
    </message>
    <message>
        <location filename="../../gui/tree/headings.py"/>
        <source>The bytes of the tensor; what tensors share is counted once</source>
        <translation>张量的字节数；张量共享的部分只算一次</translation>
    </message>
    <message>
        <location filename="../../gui/devices/table_model.py"/>
        <source>The bytes of their storages; what tensors share is counted once</source>
        <translation>其存储的字节数；张量共享的部分只算一次</translation>
    </message>
    <message>
        <location filename="../../core/containers/dcp/archive.py"/>
        <source>The bytes of {key!r} were packed by an extension of torch.distributed.checkpoint ({name}), which is not read here. Load the checkpoint with it and save it without.</source>
        <translation>{key!r} 的字节由 torch.distributed.checkpoint 的扩展（{name}）打包，这里无法读取。请用该扩展加载检查点，再不用它保存。</translation>
    </message>
    <message>
        <location filename="../../core/saving/read_back.py"/>
        <source>The bytes of {name} were not written as planned; the target was left alone.</source>
        <translation>{name} 的字节没有按计划写入；目标未动。</translation>
    </message>
    <message>
        <location filename="../../core/saving/damage.py"/>
        <source>The bytes of {paths} do not match the checksum that was saved with them: the file is damaged. Nothing was written, because the new file could not tell any more. Fetch the file again. A zip in which storages are whole keeps the checksums.</source>
        <translation>{paths} 的字节与随之保存的校验和不符：文件已损坏。没有写入任何内容，因为新文件将无法再说明这一点。请重新获取文件。存储完整的 zip 会保留校验和。</translation>
    </message>
    <message>
        <location filename="../../gui/memory/table_models.py"/>
        <source>The bytes that loading the file as it is puts on the device</source>
        <translation>按现状加载文件在该设备上占用的字节数</translation>
    </message>
    <message>
        <location filename="../../gui/memory/table_models.py"/>
        <source>The bytes that loading the saved file will put on the device</source>
        <translation>加载保存后的文件在该设备上占用的字节数</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/running.py"/>
        <source>The card could not hold what was asked for. When resuming, the weights are often there twice: once as loaded, once in the model; or every rank loads them to the GPU they were saved on.</source>
        <translation>显卡容纳不下所请求的内容。恢复训练时，权重常常有两份：一份是加载的，一份在模型中；或者每个 rank 都把它们加载到保存时所在的 GPU 上。</translation>
    </message>
    <message>
        <location filename="../../gui/diagnosis/board.py"/>
        <source>The card that training goes on with: what was saved on it is where it should be,
and what lies on a card that is not there goes to it.</source>
        <translation>继续训练所用的显卡：保存在其上的内容位置正确，
位于不存在的显卡上的内容会移到它上面。</translation>
    </message>
    <message>
        <location filename="../../gui/memory/gauges.py"/>
        <source>The cards of this computer cannot be read: {error}</source>
        <translation>无法读取本机的显卡：{error}</translation>
    </message>
    <message>
        <location filename="../../core/remote/stores/http.py"/>
        <source>The certificate of the server of {path} is not trusted: {reason}. Nothing was read.</source>
        <translation>{path} 的服务器证书不受信任：{reason}。没有读取任何内容。</translation>
    </message>
    <message>
        <location filename="../../gui/session/known.py"/>
        <source>The check found damage in the file: {problem}</source>
        <translation>校验发现文件已损坏：{problem}</translation>
    </message>
    <message numerus="yes">
        <location filename="../../gui/session/known.py"/>
        <source>The check found {n:,} tensors damaged, “{name}” the first of them.</source>
        <translation><numerusform>校验发现 {n:,} 个张量已损坏，第一个是“{name}”。</numerusform></translation>
    </message>
    <message>
        <location filename="../../gui/memory/board.py"/>
        <source>The chosen way done for real, and the cards of this computer</source>
        <translation>实际执行所选方式，以及本机的显卡</translation>
    </message>
    <message>
        <location filename="../../gui/memory/board.py"/>
        <source>The chosen way phase by phase</source>
        <translation>所选方式的各个阶段</translation>
    </message>
    <message>
        <location filename="../../core/spread/cluster.py"/>
        <source>The cluster at {address} does not know this Pthfinder ({kind}). Install the same version where its scheduler and its workers run, and start them with --preload pthfinder.</source>
        <translation>{address} 的集群不认识此 Pthfinder（{kind}）。请在其调度器和工作进程运行之处安装同一版本，并用 --preload pthfinder 启动它们。</translation>
    </message>
    <message>
        <location filename="../../core/spread/cluster.py"/>
        <source>The cluster at {address} runs {theirs}, and this program {ours}. Both must be the same.</source>
        <translation>{address} 的集群运行 {theirs}，而此程序运行 {ours}。两者必须相同。</translation>
    </message>
    <message>
        <location filename="../../gui/preferences/offered.py"/>
        <source>The colours of the window</source>
        <translation>窗口的颜色</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/running.py"/>
        <source>The computer could not give the memory for one tensor. The file may be fine.</source>
        <translation>计算机无法为一个张量提供内存。文件可能没有问题。</translation>
    </message>
    <message>
        <location filename="../../gui/diagnosis/board.py"/>
        <source>The computer that the file is to be loaded on: torch.load(f) without map_location needs the GPUs
that the file was saved on.</source>
        <translation>要加载文件的计算机：不带 map_location 的 torch.load(f) 需要
文件保存时所在的 GPU。</translation>
    </message>
    <message>
        <location filename="../../core/saving/read_back.py"/>
        <source>The copy does not say what is missing in it; the target was left alone. Please report this file.</source>
        <translation>副本没有说明缺少什么；目标文件保持不变。请报告此文件。</translation>
    </message>
    <message>
        <location filename="../../core/report/page.py"/>
        <source>The cure:</source>
        <translation>修复：</translation>
    </message>
    <message>
        <location filename="../../gui/health/colouring.py"/>
        <source>The device that the tensor was saved on; known without a scan</source>
        <translation>张量保存时所在的设备；不扫描也知道</translation>
    </message>
    <message>
        <location filename="../../gui/tree/headings.py"/>
        <source>The device the tensor was saved on: where torch.load(f) without map_location puts it</source>
        <translation>张量保存时所在的设备：不带 map_location 的 torch.load(f) 会放到那里</translation>
    </message>
    <message>
        <location filename="../../gui/memory/timeline.py"/>
        <source>The device whose memory is shown: a GPU, or the RAM of the computer</source>
        <translation>显示哪个设备：某个 GPU 的显存，或计算机的内存</translation>
    </message>
    <message>
        <location filename="../../gui/plots/plane_bar.py"/>
        <source>The dimension of the tensor that goes this way</source>
        <translation>沿此方向的张量维度</translation>
    </message>
    <message>
        <location filename="../../core/formats/zip_archive.py"/>
        <source>The directory says {name!r} where the file itself says {other!r}; it was tampered with or damaged.</source>
        <translation>目录说 {name!r}，文件本身却说 {other!r}；它被篡改或已损坏。</translation>
    </message>
    <message>
        <location filename="../../gui/memory/controls.py"/>
        <source>The dtype of the live model's parameters and buffers. A file in bfloat16 may be loaded into a float32
model and the reverse: load_state_dict casts, and the optimizer's state follows its parameters.</source>
        <translation>实际模型的参数和缓冲区的 dtype。bfloat16 的文件可以加载到 float32 的
模型，反之亦然：load_state_dict 会转换，优化器状态跟随其参数。</translation>
    </message>
    <message>
        <location filename="../../gui/health/colouring.py"/>
        <source>The dtype of the tensor; known without a scan</source>
        <translation>张量的 dtype；不扫描也知道</translation>
    </message>
    <message>
        <location filename="../../gui/tree/headings.py"/>
        <source>The dtype, as torch names it</source>
        <translation>dtype，按 torch 的名称</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/containers.py"/>
        <source>The end of the file, where a zip keeps its directory, is missing or was overwritten: a download, a copy or a save was never finished. What is missing cannot be made up.</source>
        <translation>文件末尾是 zip 存放目录的地方，它缺失或被覆盖：下载、复制或保存没有完成。缺失的内容无法补出。</translation>
    </message>
    <message>
        <location filename="../../core/report/answer.py"/>
        <source>The error is not recognised.</source>
        <translation>无法识别此错误。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traceback/judge_keys.py"/>
        <source>The error names only some of the keys: compare the file with the model to see all of them.</source>
        <translation>错误只列出了部分键：要查看全部，请把文件与模型比较。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/unopened.py"/>
        <location filename="../../core/edits/state_dict.py"/>
        <location filename="../../core/files/copy.py"/>
        <source>The file</source>
        <translation>文件</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/state_dicts.py"/>
        <source>The file and the model have a tensor of this name with different shapes; strict=False raises this too. Usually the model was made for another number of classes, or with other sizes.</source>
        <translation>文件和模型中此名称的张量形状不同；即使用 strict=False 也会报此错误。通常是构建模型时的类别数或其他大小不同。</translation>
    </message>
    <message>
        <location filename="../../core/errors.py"/>
        <source>The file asks for {found:,} {what}; no real checkpoint needs more than {limit:,}. It was not opened.</source>
        <translation>此文件要求 {found:,} 个{what}；真实的检查点不会超过 {limit:,} 个。没有打开它。</translation>
    </message>
    <message>
        <location filename="../../core/containers/table.py"/>
        <source>The file begins like a checkpoint and ends after a few bytes; it was cut short. Fetch it again.</source>
        <translation>文件开头像检查点，但几个字节后就结束了：文件被截断。请重新获取。</translation>
    </message>
    <message>
        <location filename="../../core/formats/zip_reader.py"/>
        <source>The file begins like a checkpoint but its end is missing (no zip directory): it was cut short, because the save or the download was interrupted. Fetch it again, or use the checkpoint saved before it.</source>
        <translation>文件的开头像检查点，但缺少结尾（没有 zip 目录）：保存或下载中断，文件被截断。请重新获取，或使用之前保存的检查点。</translation>
    </message>
    <message>
        <location filename="../../core/formats/zip_reader.py"/>
        <source>The file begins like a checkpoint but its end is only zeros (no zip directory): it was cut short, because the save or the download was interrupted. Fetch it again, or use the checkpoint saved before it.</source>
        <translation>文件的开头像检查点，但结尾只有零（没有 zip 目录）：保存或下载中断，文件被截断。请重新获取，或使用之前保存的检查点。</translation>
    </message>
    <message>
        <location filename="../../core/values/health/weights.py"/>
        <source>The file cannot tell what it is for.</source>
        <translation>文件无法说明其用途。</translation>
    </message>
    <message>
        <location filename="../../core/formats/legacy.py"/>
        <source>The file ends before all tensors' bytes are there ({end:,} bytes needed, {size:,} found); it was cut short. Fetch it again.</source>
        <translation>文件在全部张量的字节到齐之前就结束了（需要 {end:,} 字节，实有 {size:,} 字节）；文件被截断。请重新获取。</translation>
    </message>
    <message>
        <location filename="../../core/containers/tar_file.py"/>
        <location filename="../../core/formats/legacy.py"/>
        <source>The file ends before all tensors' bytes are there; it was cut short. Fetch it again.</source>
        <translation>文件在全部张量的字节到齐之前就结束了；文件被截断。请重新获取。</translation>
    </message>
    <message>
        <location filename="../../core/formats/spread/sums.py"/>
        <source>The file ends inside record {name!r}; it became shorter meanwhile.</source>
        <translation>文件在记录 {name!r} 中途结束；它在此期间变短了。</translation>
    </message>
    <message>
        <location filename="../../core/formats/zip_archive.py"/>
        <source>The file ends inside record {name!r}; it was cut short. Fetch it again.</source>
        <translation>文件在记录 {name!r} 中间结束；被截断了。请重新获取。</translation>
    </message>
    <message>
        <location filename="../../core/containers/placed.py"/>
        <location filename="../../core/files/copy.py"/>
        <location filename="../../core/saving/made_span.py"/>
        <source>The file ends inside the bytes of a tensor; it was cut short or damaged. Fetch it again.</source>
        <translation>文件在某个张量的字节中途结束；被截断或已损坏。请重新获取。</translation>
    </message>
    <message>
        <location filename="../../gui/health/board.py"/>
        <source>The file has been read again since it was scanned: scan it anew.</source>
        <translation>扫描之后文件已重新读取：请重新扫描。</translation>
    </message>
    <message>
        <location filename="../../core/saving/older_container.py"/>
        <source>The file has generators of random numbers, which torch cannot load from the older container: it reads their state before it is there. Keep it a zip.</source>
        <translation>文件含有随机数生成器，torch 无法从旧容器加载：它在状态就绪之前就读取。请保持 zip。</translation>
    </message>
    <message>
        <location filename="../../core/saving/older_container.py"/>
        <source>The file has nested tensors, which torch cannot load from the older container: it reads their sizes before they are there. Keep it a zip.</source>
        <translation>文件含有嵌套张量，torch 无法从旧容器加载：它在大小就绪之前就读取。请保持 zip。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/model_match/misshapen.py"/>
        <source>The file has no numbers of {key!r}, only the placeholder that ZeRO-3 leaves where weights are not gathered. Save it again with stage3_gather_16bit_weights_on_model_save, or make it of the checkpoint of all ranks with zero_to_fp32.py.</source>
        <translation>文件中没有 {key!r} 的数值，只有 ZeRO-3 在未汇集权重时留下的占位符。请用 stage3_gather_16bit_weights_on_model_save 重新保存，或用 zero_to_fp32.py 从所有 rank 的检查点生成。</translation>
    </message>
    <message>
        <location filename="../../core/saving/new_ids.py"/>
        <source>The file has tensors of a kind (float8, uint16 or newer) that torch cannot load from the older container. Keep it a zip.</source>
        <translation>文件含有 torch 无法从旧容器加载的张量类型（float8、uint16 或更新的）。请保持 zip。</translation>
    </message>
    <message>
        <location filename="../../core/saving/older_container.py"/>
        <source>The file has tensors of another device that are made from a copy. torch cannot load them from the older container: it makes them before it has read the copy. Use the zip container.</source>
        <translation>文件含有由副本生成的其他设备的张量。torch 无法从旧容器加载：它在读取副本之前就生成它们。请使用 zip 容器。</translation>
    </message>
    <message>
        <location filename="../../core/saving/new_ids.py"/>
        <source>The file has views of storages as only torch 0.1 wrote them, which a zip cannot hold. Keep its container.</source>
        <translation>文件含有只有 torch 0.1 才写的存储视图，zip 无法容纳。请保持其容器。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/pickles.py"/>
        <source>The file holds a pathlib path made on another system or by a newer Python, and unpickling tries to make it here. The weights do not need it.</source>
        <translation>文件中有在另一种系统上或由更新的 Python 创建的 pathlib 路径，unpickle 时会尝试在这里创建它。权重并不需要它。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/pickles.py"/>
        <source>The file holds a whole pickled object, and unpickling imports its class by module and name. A script that was moved, renamed or run as __main__ cannot be found again.</source>
        <translation>文件中有用 pickle 保存的整个对象，unpickle 时会按模块和名称导入它的类。如果脚本被移动、重命名或作为 __main__ 运行，就再也找不到了。</translation>
    </message>
    <message>
        <location filename="../../core/pickling/writer.py"/>
        <source>The file holds an object that is made from a list of itself, as only very old Python pickles it; it cannot be written again. Load it with torch and save it once more.</source>
        <translation>文件含有由自身的列表制成的对象，只有很旧的 Python 这样写；无法再次写出。请用 torch 加载并再保存一次。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/pickles.py"/>
        <source>The file holds an optimizer object and not its state_dict, and torch has changed the class since. Its numbers are still in the file.</source>
        <translation>文件中是优化器对象而不是它的 state_dict，而 torch 此后改动了该类。它的数字仍在文件中。</translation>
    </message>
    <message>
        <location filename="../../core/formats/legacy.py"/>
        <source>The file holds bytes for storage {key!r}, which nothing in it uses, so their size is unknown.</source>
        <translation>文件中有存储 {key!r} 的字节，而其中没有任何内容使用它，所以大小未知。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/containers.py"/>
        <source>The file holds compiled code with its weights and not a pickle of torch.save. torch.load hands such a file on only with weights_only=False.</source>
        <translation>文件中是编译后的代码连同其权重，而不是 torch.save 的 pickle。只有使用 weights_only=False，torch.load 才会转交这样的文件。</translation>
    </message>
    <message>
        <location filename="../../core/loading/recipes.py"/>
        <source>The file holds compiled code, which this runs: only for files that you trust.</source>
        <translation>文件含有编译后的代码，这会运行它：只用于信任的文件。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/pickles.py"/>
        <source>The file holds module objects and not a state_dict, and torch, or the package that its classes are of, has given them new fields since. The weights are unharmed.</source>
        <translation>文件中是模块对象而不是 state_dict，而 torch 或这些类所属的包此后为它们增加了新字段。权重没有受损。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/pickles.py"/>
        <source>The file holds names and weights, not a model object, so it can be neither moved, called nor set to eval. That is the recommended kind of file.</source>
        <translation>文件中是名称和权重，而不是模型对象，所以它不能移动、不能调用，也不能设为 eval。这正是推荐的文件类型。</translation>
    </message>
    <message>
        <location filename="../../core/loading/recipes.py"/>
        <source>The file holds no state dict that a model could load.</source>
        <translation>文件中没有模型可加载的 state_dict。</translation>
    </message>
    <message>
        <location filename="../../core/memory/unsupported.py"/>
        <source>The file holds no tensors: there is nothing in it that goes onto a card.</source>
        <translation>文件中没有张量：没有要放到显卡上的内容。</translation>
    </message>
    <message>
        <location filename="../../core/formats/zip_records.py"/>
        <source>The file holds two records named {name!r}; programs would disagree on which is meant.</source>
        <translation>文件有两条名为 {name!r} 的记录；各程序对指的是哪一条会有分歧。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/container.py"/>
        <source>The file is a zip, as torch writes it since 1.6 (2020). 1.5 can read it, 1.4 takes it for one of the future, 1.3 for TorchScript and 1.0 for a pickle.</source>
        <translation>文件是 zip，torch 自 1.6（2020 年）起这样写。1.5 能读取，1.4 认为它来自未来版本，1.3 当作 TorchScript，1.0 当作 pickle。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/unopened.py"/>
        <source>The file is cut short</source>
        <translation>文件被截断</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/records.py"/>
        <location filename="../../core/diagnosis/unopened.py"/>
        <source>The file is damaged</source>
        <translation>文件已损坏</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/file.py"/>
        <source>The file is in pickle protocol {protocol}. The reader that torch.load uses by default knows only the opcodes of protocol 2.</source>
        <translation>文件采用 pickle 协议 {protocol}。torch.load 默认使用的读取器只认识协议 2 的操作码。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/container.py"/>
        <source>The file is in the container of torch before 1.6. It loads, always into memory as a whole.</source>
        <translation>文件采用 torch 1.6 之前的容器。它可以加载，但总是整个读入内存。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/containers.py"/>
        <source>The file is in the container that torch wrote before 1.6, whose tensors cannot be mapped into memory. It loads without mmap.</source>
        <translation>文件采用 torch 在 1.6 之前所写的容器，其中的张量无法映射到内存。不用 mmap 可以加载。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/containers.py"/>
        <source>The file is of the safetensors format, which is no pickle. It names no devices.</source>
        <translation>文件是 safetensors 格式，不是 pickle。其中没有设备名称。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/containers.py"/>
        <source>The file is read by torch.jit.load, pickle.load or numpy.load, which do not know what torch.save writes. The file is probably fine.</source>
        <translation>文件由 torch.jit.load、pickle.load 或 numpy.load 读取，它们不认识 torch.save 写出的内容。文件很可能没有问题。</translation>
    </message>
    <message>
        <location filename="../../gui/app/drop_target.py"/>
        <source>The file is read where it is; nothing in it is executed.</source>
        <translation>文件在原处读取；其中的内容不会被执行。</translation>
    </message>
    <message>
        <location filename="../../core/formats/legacy.py"/>
        <source>The file lists a storage twice; it is damaged.</source>
        <translation>文件两次列出同一个存储；文件已损坏。</translation>
    </message>
    <message>
        <location filename="../../core/loading/recipes.py"/>
        <source>The file names {names}, which torch.load refuses unless it is told that they are safe.</source>
        <translation>文件提到 {names}，torch.load 会拒绝，除非告知它们是安全的。</translation>
    </message>
    <message>
        <location filename="../../core/saving/publishing.py"/>
        <source>The file needs {needed} and {folder} has {free} free. Make room or choose another disk.</source>
        <translation>文件需要 {needed}，而 {folder} 有 {free} 空闲。请腾出空间或换一个磁盘。</translation>
    </message>
    <message>
        <location filename="../../gui/optimizer/model_box.py"/>
        <source>The file of the model</source>
        <translation>模型的文件</translation>
    </message>
    <message>
        <location filename="../../gui/optimizer/model_box.py"/>
        <source>The file of the model, such as model.safetensors beside an optimizer.pt</source>
        <translation>模型的文件，例如 optimizer.pt 旁边的 model.safetensors</translation>
    </message>
    <message>
        <location filename="../../core/formats/legacy.py"/>
        <source>The file says a version that is no number of torch's older format; only {known} is known.</source>
        <translation>文件声明的版本不是 torch 较旧格式的版本号；已知的只有 {known}。</translation>
    </message>
    <message>
        <location filename="../../core/formats/legacy.py"/>
        <source>The file says version {version} of torch's older format; only {known} is known.</source>
        <translation>文件声明的是 torch 较旧格式的版本 {version}；已知的只有 {known}。</translation>
    </message>
    <message>
        <location filename="../../gui/tree/headings.py"/>
        <source>The file that the tensor lies in, or how many files it is put together of</source>
        <translation>张量所在的文件，或它由多少个文件合并而成</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traceback/state_dict_errors.py"/>
        <source>The file was saved from a wrapped model (DataParallel, DDP, FSDP or torch.compile), and its keys carry the wrapper's segment. The model it is loaded into is not wrapped.</source>
        <translation>文件由被包装（DataParallel、DDP、FSDP 或 torch.compile）的模型保存，键中带有包装器的段。而要加载到的模型没有被包装。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traceback/state_dict_errors.py"/>
        <source>The file was saved from inside FSDP, whose flat parameters join many tensors into one. Without the shapes they cannot be taken apart.</source>
        <translation>文件是在 FSDP 内部保存的，其扁平参数把许多张量合并成一个。没有形状就无法拆开。</translation>
    </message>
    <message>
        <location filename="../../core/saving/layout.py"/>
        <source>The file was saved on a machine that writes numbers the other way round (big-endian), which torch never does in the older container. Keep it a zip.</source>
        <translation>文件保存在以相反顺序写数字（大端）的机器上，torch 在旧容器中从不这样做。请保持 zip。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/many_files.py"/>
        <source>The files are of different saves: fetch all of one, with its index.</source>
        <translation>这些文件来自不同的保存：请获取同一次保存的全部文件及其索引。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/containers.py"/>
        <source>The first bytes are not those of a file of torch.save: '&lt;' begins a web page, 'v' a git-lfs pointer, and an empty file runs out of input. torch never got as far as the weights.</source>
        <translation>开头的字节不属于 torch.save 的文件：'&lt;' 是网页的开头，'v' 是 git-lfs 指针的开头，空文件则会读不到输入。torch 根本没有读到权重。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/sharded.py"/>
        <source>The first is {sharding}, so this file has the whole tensor. FSDP2 and tensor parallelism want DTensors back; everyone else can do without them, and without import torch.distributed.tensor.</source>
        <translation>第一个是 {sharding}，所以此文件中有完整的张量。FSDP2 和张量并行需要 DTensor；其他情况都不需要它们，也不需要 import torch.distributed.tensor。</translation>
    </message>
    <message>
        <location filename="../../gui/health/table_model.py"/>
        <source>The first number that it is about. A click goes there, where it can be overwritten.</source>
        <translation>所涉及的首个数值。点击即可转到该处并改写。</translation>
    </message>
    <message>
        <location filename="../../core/values/keys.py"/>
        <source>The first one is {path!r}.</source>
        <translation>第一个是 {path!r}。</translation>
    </message>
    <message>
        <location filename="../../core/loading/elsewhere.py"/>
        <source>The folder of a copy on this computer of {path}.</source>
        <translation>{path} 的本机副本所在的文件夹。</translation>
    </message>
    <message>
        <location filename="../../gui/location/folder_view.py"/>
        <source>The folder that this one is in (Alt+Up)</source>
        <translation>此文件夹所在的文件夹（Alt+Up）</translation>
    </message>
    <message>
        <location filename="../../core/memory/training/words.py"/>
        <source>The gradients and step() of {name} cannot be told from the file and come on top.</source>
        <translation>{name} 的梯度和 step() 无法从文件得知，另计。</translation>
    </message>
    <message>
        <location filename="../../core/memory/training/words.py"/>
        <source>The gradients, further state and step() of {name} cannot be told from the file and come on top.</source>
        <translation>{name} 的梯度、更多状态和 step() 无法从文件得知，另计。</translation>
    </message>
    <message>
        <location filename="../../core/values/update.py"/>
        <source>The group's betas are {beta1:g} and {beta2:g}; Adam needs them from 0 up to below 1.</source>
        <translation>该组的 betas 为 {beta1:g} 和 {beta2:g}；Adam 要求从 0 到小于 1。</translation>
    </message>
    <message>
        <location filename="../../core/values/update.py"/>
        <source>The group's lr, betas and eps are no plain numbers, so the next step cannot be told.</source>
        <translation>该组的 lr、betas 和 eps 不是普通数字，因此无法得知下一步。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/model_match/model_keys.py"/>
        <source>The groups in {name} should be a list of numbers of parameters, such as [62, 10].</source>
        <translation>{name} 中的组应为参数数目的列表，例如 [62, 10]。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/resuming.py"/>
        <source>The groups of its optimizer have 'initial_lr', or it has no optimizer.</source>
        <translation>它的优化器各组有 'initial_lr'，或者它没有优化器。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/records.py"/>
        <source>The header before {records} is damaged, so torch.load(f) stops there. The rest of the file can be looked at.</source>
        <translation>{records}之前的头部已损坏，因此 torch.load(f) 停在那里。文件的其余部分可以查看。</translation>
    </message>
    <message>
        <location filename="../../core/containers/foreign/numpy_file.py"/>
        <source>The header of the array {name!r} is damaged. Fetch the file again.</source>
        <translation>数组 {name!r} 的头部已损坏。请重新获取文件。</translation>
    </message>
    <message>
        <location filename="../../core/formats/safetensors.py"/>
        <source>The header of this safetensors file is damaged. Fetch it again.</source>
        <translation>此 safetensors 文件的头部已损坏。请重新获取。</translation>
    </message>
    <message>
        <location filename="../../core/recipes/kept_plan.py"/>
        <source>The kept plan is damaged: {edit} is no edit.</source>
        <translation>保存的计划已损坏：{edit} 不是编辑。</translation>
    </message>
    <message>
        <location filename="../../core/recipes/kept_plan.py"/>
        <source>The kept plan names entries that this file does not have ({edit}).</source>
        <translation>保存的计划提到此文件没有的条目（{edit}）。</translation>
    </message>
    <message>
        <location filename="../../core/remote/address.py"/>
        <source>The key to {path} was in its address, and is not kept. Paste the whole address.</source>
        <translation>{path} 的密钥在其地址中，没有保存。请粘贴完整的地址。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/model_match/model_findings.py"/>
        <source>The keys of the file carry {names} of the wrapper it was saved from (DataParallel, DDP, FSDP, torch.compile), and those of the model do not.</source>
        <translation>文件的键带有保存时所用包装器（DataParallel、DDP、FSDP、torch.compile）的 {names}，而模型的键没有。</translation>
    </message>
    <message>
        <location filename="../../gui/tree/headings.py"/>
        <source>The keys of the file, dotted ones as modules or flat as torch sees them</source>
        <translation>文件的键，点分的键显示为模块，或像 torch 那样平铺</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/model_match/model_findings.py"/>
        <source>The keys of the model begin with {names} because it is wrapped (DataParallel, DDP, torch.compile), and those of the file do not.</source>
        <translation>模型被包装（DataParallel、DDP、torch.compile），所以它的键以 {names} 开头，而文件的键没有。</translation>
    </message>
    <message>
        <location filename="../../gui/tree/menu.py"/>
        <source>The keys of the selection, one a line</source>
        <translation>所选的键，每行一个</translation>
    </message>
    <message>
        <location filename="../../gui/diff/table_model.py"/>
        <source>The largest absolute difference of two numbers</source>
        <translation>两个数字之差的最大绝对值</translation>
    </message>
    <message>
        <location filename="../../gui/values/several_table.py"/>
        <source>The largest number</source>
        <translation>最大的数字</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/containers.py"/>
        <source>The library safetensors reads a length first and then a list of tensors, and found neither: what it was given is a pickle of torch.save under that name, a web page or a git-lfs pointer instead of the download.</source>
        <translation>safetensors 库先读取一个长度，再读取张量列表，而两者都没有找到：交给它的是以该名称保存的 torch.save 的 pickle、网页，或者不是下载内容而是 git-lfs 指针。</translation>
    </message>
    <message>
        <location filename="../../gui/app/actions.py"/>
        <source>The line for a shell that writes the file with the pending changes.</source>
        <translation>在 shell 中写出带有待定更改的文件的命令行。</translation>
    </message>
    <message>
        <location filename="../../gui/diagnosis/error_answer.py"/>
        <source>The line that told</source>
        <translation>说明问题的那一行</translation>
    </message>
    <message>
        <location filename="../../core/formats/legacy.py"/>
        <source>The list of storages in the file is damaged. Fetch it again.</source>
        <translation>文件中的存储列表已损坏。请重新获取。</translation>
    </message>
    <message>
        <location filename="../../core/containers/torch_zips/exported.py"/>
        <source>The list {name!r} in this exported program is damaged. Fetch it again.</source>
        <translation>此导出的程序中的列表 {name!r} 已损坏。请重新获取文件。</translation>
    </message>
    <message>
        <location filename="../../core/memory/assumptions.py"/>
        <source>The live model is of dtype {dtype}, contiguous and built where it shall be.</source>
        <translation>实际模型的 dtype 为 {dtype}，连续，并在其所在位置创建。</translation>
    </message>
    <message>
        <location filename="../../core/memory/assumptions.py"/>
        <source>The live model is of the dtypes in the file, contiguous and built where it shall be.</source>
        <translation>实际模型的 dtype 与文件相同，连续，并在其所在位置创建。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/optimizers.py"/>
        <source>The loop that is passed around (for state in optimizer.state.values(): … v.cuda()) is a workaround of old; it moves step too, which makes each step of the optimizer slow.</source>
        <translation>流传的循环（for state in optimizer.state.values(): … v.cuda()）是早期的变通办法；它也会移动 step，使优化器的每一步都变慢。</translation>
    </message>
    <message>
        <location filename="../../core/values/health/optimizers.py"/>
        <source>The lowest is at {place}.</source>
        <translation>最小值位于 {place}。</translation>
    </message>
    <message>
        <location filename="../../gui/values/several_table.py"/>
        <source>The mean</source>
        <translation>平均值</translation>
    </message>
    <message>
        <location filename="../../core/edits/device_mentions.py"/>
        <source>The mesh of {dtensors} becomes one of {devices} as well, which map_location does not do: FSDP2 copies only between tensors of one mesh.</source>
        <translation>{dtensors}的 mesh 也会改为 {devices} 的 mesh，而 map_location 不会这样做：FSDP2 只在同一 mesh 的张量之间复制。</translation>
    </message>
    <message>
        <location filename="../../core/edits/entries.py"/>
        <source>The model is dropped, but {optimizer}, which trained it, stays with {tensors} of state. Drop it too, unless you load the model from another file.</source>
        <translation>模型被删除，但训练它的 {optimizer} 仍保留 {tensors} 的状态。如果不从其他文件加载模型，请一并删除。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traceback/state_dict_errors.py"/>
        <source>The model is wrapped (DataParallel, DDP or torch.compile), and the file was saved from a bare one. The names are the same but for the prefix.</source>
        <translation>模型被包装（DataParallel、DDP 或 torch.compile），而文件由未包装的模型保存。除前缀外名称都相同。</translation>
    </message>
    <message>
        <location filename="../../core/containers/ranks/zero_layout.py"/>
        <source>The model takes {wanted:,} numbers, and the ranks have {found:,}: the files are of different saves. Put those of one save into a folder of their own.</source>
        <translation>模型需要 {wanted:,} 个数字，而各 rank 共有 {found:,} 个：这些文件来自不同的保存。请把同一次保存的文件单独放入一个文件夹。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/names.py"/>
        <source>The model that the optimizer trains is in this file too and has the same keys without it. So it was not training that was wrapped but this copy, as ModelEma of timm and AveragedModel of torch do, which want the prefix back. A model without the wrapper does not find its keys.</source>
        <translation>优化器所训练的模型也在此文件中，具有相同的键而没有它。所以被包装的不是训练，而是这个副本，就像 timm 的 ModelEma 和 torch 的 AveragedModel 那样，它们需要这个前缀。没有包装器的模型找不到它的键。</translation>
    </message>
    <message>
        <location filename="../../gui/parts/panel.py"/>
        <source>The model that the ranks saved together</source>
        <translation>各 rank 共同保存的模型</translation>
    </message>
    <message>
        <location filename="../../gui/optimizer/model_box.py"/>
        <source>The model that this optimizer trains. Its parameters are matched to that model's:
their names, and where the state goes when it follows them, come from there.</source>
        <translation>此优化器训练的模型。它的参数与该模型的参数匹配：
名称以及状态跟随它们时的去处都由此而来。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/running.py"/>
        <source>The model was made without memory for its weights, so copying into it does nothing. The file is fine.</source>
        <translation>模型构建时没有为权重分配内存，所以复制进去不起作用。文件没有问题。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/names.py"/>
        <source>The model was saved while {wrapper} was around it, which put {puts}.</source>
        <translation>模型保存时外面包着 {wrapper}，后者加上了{puts}。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traceback/state_dict_errors.py"/>
        <source>The model's side is torch.Size([0]): ZeRO-3 (zero.Init) has partitioned its weights, or they are not made yet. The tensors of the file are as they should be.</source>
        <translation>模型一侧是 torch.Size([0])：ZeRO-3（zero.Init）已将其权重分区，或权重尚未创建。文件中的张量没有问题。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/many_files.py"/>
        <source>The model, or its optimizer, lies in several files, and one of those that an index or the number of ranks calls for is not there: a download or a save that was not finished, or one file left behind.</source>
        <translation>模型或其优化器分布在多个文件中，而索引或 rank 的个数所要求的其中一个文件不在：下载或保存没有完成，或者漏掉了一个文件。</translation>
    </message>
    <message>
        <location filename="../../gui/values/one_tensor.py"/>
        <source>The moments of the optimizer, and how large its next step is</source>
        <translation>优化器的矩，以及下一步有多大</translation>
    </message>
    <message>
        <location filename="../../core/report/page.py"/>
        <source>The most that any card holds, by the way of loading</source>
        <translation>按加载方式，任一显卡最多占用的量</translation>
    </message>
    <message>
        <location filename="../../gui/diagnosis/finding_card.py"/>
        <source>The name of this trap, as diagnose --json and fix --cure write it: {code}</source>
        <translation>此问题的名称，与 diagnose --json 和 fix --cure 中相同：{code}</translation>
    </message>
    <message>
        <location filename="../../core/pickling/writer.py"/>
        <source>The name {name} cannot be written in pickle protocol {protocol}.</source>
        <translation>名称 {name} 无法以 pickle 协议 {protocol} 写出。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/model_match/model_findings.py"/>
        <source>The names agree and the shapes do not; load_state_dict raises this with strict=False too. Usually the model was made for another number of classes or with other sizes.</source>
        <translation>名称一致而形状不同；即使用 strict=False，load_state_dict 也会报此错误。通常是构建模型时的类别数或其他大小不同。</translation>
    </message>
    <message>
        <location filename="../../core/saving/targets/safetensors.py"/>
        <source>The names of all tensors together are more than a safetensors file can hold.</source>
        <translation>所有张量的名称合计超出 safetensors 文件的容量。</translation>
    </message>
    <message>
        <location filename="../../gui/recipes/table_model.py"/>
        <source>The new file</source>
        <translation>新文件</translation>
    </message>
    <message>
        <location filename="../../core/recipes/batch.py"/>
        <source>The new files would replace the old ones. Choose another folder, or ask to overwrite.</source>
        <translation>新文件会替换旧文件。请换一个文件夹，或要求覆盖。</translation>
    </message>
    <message>
        <location filename="../../core/edits/renaming/patterns.py"/>
        <source>The new name has more {wildcard} than the pattern.</source>
        <translation>新名称中的 {wildcard} 比模式中的多。</translation>
    </message>
    <message>
        <location filename="../../core/values/health/weights.py"/>
        <source>The next step of the optimizer does nothing or makes NaN there. Resume from an older checkpoint.</source>
        <translation>优化器的下一步在那里不起作用，或产生 NaN。请从更早的检查点恢复。</translation>
    </message>
    <message>
        <location filename="../../core/values/health/weights.py"/>
        <source>The next step of the optimizer makes its parameter NaN. Resume from an older checkpoint.</source>
        <translation>优化器的下一步会使其参数变为 NaN。请从更早的检查点恢复。</translation>
    </message>
    <message>
        <location filename="../../gui/optimizer/table_model.py"/>
        <source>The number of the entry in optimizer.state_dict()['state']</source>
        <translation>条目在 optimizer.state_dict()['state'] 中的编号</translation>
    </message>
    <message>
        <location filename="../../gui/values/one_tensor.py"/>
        <source>The numbers as colours; as a line where there is one dimension</source>
        <translation>用颜色表示数字；只有一维时用线表示</translation>
    </message>
    <message>
        <location filename="../../gui/values/panel.py"/>
        <source>The numbers cannot be shown: {error}</source>
        <translation>无法显示数字：{error}</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/model_match/group_findings.py"/>
        <source>The optimizer in the file has groups of {sizes} parameters, and {wanted} has {wanted_sizes}. torch matches parameters by their position in the groups: where only the order differs, the state of one parameter goes to another without a word.</source>
        <translation>文件中的优化器各组参数数目为 {sizes}，而 {wanted} 为 {wanted_sizes}。torch 按参数在组中的位置匹配：如果只是顺序不同，一个参数的状态会不声不响地给了另一个参数。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/model_match/group_findings.py"/>
        <source>The optimizer in the file has {parameters}, and {wanted} has {tensors} that could be parameters.</source>
        <translation>文件中的优化器有 {parameters}，而 {wanted} 有 {tensors}可能是参数。</translation>
    </message>
    <message>
        <location filename="../../core/memory/assumptions.py"/>
        <source>The optimizer is built with plain numbers as options.</source>
        <translation>优化器以普通数字为选项创建。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/running.py"/>
        <source>The optimizer's state differs from its parameter in device or dtype when it takes a step. It was loaded before the model was moved, or moved by hand.</source>
        <translation>执行步时，优化器状态与其参数的设备或 dtype 不同。它在移动模型之前就已加载，或者是手动移动的。</translation>
    </message>
    <message>
        <location filename="../../core/containers/ranks/rank_trees.py"/>
        <source>The optimizer's state is in pieces that do not say what they are pieces of. Whole it cannot be told; the parts are shown.</source>
        <translation>优化器状态被切成若干部分，却没有说明属于什么。无法得出整体；显示各个部分。</translation>
    </message>
    <message>
        <location filename="../../core/containers/ranks/zero_whole.py"/>
        <source>The optimizer's {kind} has other numbers of elements than the weights: the files are of different saves.</source>
        <translation>优化器的 {kind} 的元素个数与权重不同：这些文件来自不同的保存。</translation>
    </message>
    <message>
        <location filename="../../gui/values/copy_menu.py"/>
        <source>The page that is on show, as a picture</source>
        <translation>把当前页作为图片</translation>
    </message>
    <message>
        <location filename="../../gui/optimizer/table_model.py"/>
        <source>The parameter the entry belongs to, told by order, shape and param_names</source>
        <translation>条目所属的参数，由顺序、形状和 param_names 得出</translation>
    </message>
    <message>
        <location filename="../../core/loading/recipes.py"/>
        <source>The parameters must be in the same order as when it was saved.</source>
        <translation>参数的顺序必须与保存时相同。</translation>
    </message>
    <message>
        <location filename="../../gui/tree/menu.py"/>
        <source>The paths from the top of the file, one a line</source>
        <translation>从文件顶层开始的路径，每行一个</translation>
    </message>
    <message>
        <location filename="../../gui/page/saving.py"/>
        <source>The pending changes to {name} are not in any file yet. {name} itself has not been touched.</source>
        <translation>{name} 的待定更改还不在任何文件中。{name} 本身没有改动。</translation>
    </message>
    <message>
        <location filename="../../core/pickling/loop.py"/>
        <source>The pickle inside the file computes a name out of something that is no text.</source>
        <translation>文件中的 pickle 由不是文本的内容计算名称。</translation>
    </message>
    <message>
        <location filename="../../core/pickling/opcodes.py"/>
        <source>The pickle inside the file ends too early; the file was cut short. Fetch it again.</source>
        <translation>文件中的 pickle 过早结束；文件被截断了。请重新获取。</translation>
    </message>
    <message>
        <location filename="../../core/pickling/opcodes.py"/>
        <source>The pickle inside the file has a dict with a key and no value.</source>
        <translation>文件中的 pickle 有一个 dict 有键而没有值。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/calls.py"/>
        <source>The pickle inside the file is damaged</source>
        <translation>文件内的 pickle 已损坏</translation>
    </message>
    <message>
        <location filename="../../core/pickling/opcodes.py"/>
        <source>The pickle inside the file is damaged: a dict has a key without a value.</source>
        <translation>文件中的 pickle 已损坏：一个 dict 有键而没有值。</translation>
    </message>
    <message>
        <location filename="../../core/pickling/reader.py"/>
        <source>The pickle inside the file is damaged: a name or text in it is no UTF-8.</source>
        <translation>文件中的 pickle 已损坏：其中的名称或文本不是 UTF-8。</translation>
    </message>
    <message>
        <location filename="../../core/pickling/reader.py"/>
        <source>The pickle inside the file is damaged: a number in it cannot be read.</source>
        <translation>文件中的 pickle 已损坏：其中的数字无法读取。</translation>
    </message>
    <message>
        <location filename="../../core/pickling/opcodes.py"/>
        <source>The pickle inside the file is damaged: a quoted string has no quotes.</source>
        <translation>文件中的 pickle 已损坏：带引号的字符串没有引号。</translation>
    </message>
    <message>
        <location filename="../../core/pickling/opcodes.py"/>
        <source>The pickle inside the file is damaged: it adds members to something that is no set.</source>
        <translation>文件中的 pickle 已损坏：它向不是 set 的内容添加成员。</translation>
    </message>
    <message>
        <location filename="../../core/pickling/opcodes.py"/>
        <source>The pickle inside the file is damaged: it appends to something that is no list.</source>
        <translation>文件中的 pickle 已损坏：它向不是 list 的内容追加。</translation>
    </message>
    <message>
        <location filename="../../core/pickling/opcodes.py"/>
        <source>The pickle inside the file is damaged: it numbers a value {index}.</source>
        <translation>文件中的 pickle 已损坏：它把值编号为 {index}。</translation>
    </message>
    <message>
        <location filename="../../core/pickling/opcodes.py"/>
        <source>The pickle inside the file is damaged: it refers to value {index}, which it never made.</source>
        <translation>文件中的 pickle 已损坏：它引用从未生成的值 {index}。</translation>
    </message>
    <message>
        <location filename="../../core/pickling/opcodes.py"/>
        <source>The pickle inside the file is damaged: it sets items of something that has none.</source>
        <translation>文件中的 pickle 已损坏：它为没有项的内容设置项。</translation>
    </message>
    <message>
        <location filename="../../core/pickling/opcodes.py"/>
        <source>The pickle inside the file is damaged: it sets the state of something that has none.</source>
        <translation>文件中的 pickle 已损坏：它为没有状态的内容设置状态。</translation>
    </message>
    <message>
        <location filename="../../core/pickling/reader.py"/>
        <source>The pickle inside the file is damaged: it spells out a name that only a number can stand for.</source>
        <translation>文件中的 pickle 已损坏：它拼写出只能用数字代表的名称。</translation>
    </message>
    <message>
        <location filename="../../core/pickling/reader.py"/>
        <source>The pickle inside the file is damaged: it uses values that it never made.</source>
        <translation>文件中的 pickle 已损坏：它使用从未生成的值。</translation>
    </message>
    <message>
        <location filename="../../core/pickling/opcodes.py"/>
        <source>The pickle inside the file is damaged: {opcode!r} at byte {pos:,} is no pickle opcode.</source>
        <translation>文件中的 pickle 已损坏：第 {pos:,} 字节的 {opcode!r} 不是 pickle 操作码。</translation>
    </message>
    <message>
        <location filename="../../core/pickling/opcodes.py"/>
        <source>The pickle inside the file refers to buffers outside it, which no checkpoint can hold.</source>
        <translation>文件中的 pickle 引用其外部的缓冲区，检查点不可能含有这些。</translation>
    </message>
    <message>
        <location filename="../../core/pickling/loop.py"/>
        <source>The pickle inside the file says protocol {protocol}; Python knows 0 to 5.</source>
        <translation>文件中的 pickle 声明协议 {protocol}；Python 只认识 0 到 5。</translation>
    </message>
    <message>
        <location filename="../../core/saving/damage.py"/>
        <source>The pickle of this file does not match the checksum that was saved with it: the file is damaged, and names, shapes or values may be wrong. Nothing was written, because the new file could not tell any more. Fetch the file again.</source>
        <translation>此文件的 pickle 与随之保存的校验和不符：文件已损坏，名称、形状或值可能有误。没有写入任何内容，因为新文件将无法再说明这一点。请重新获取文件。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/containers.py"/>
        <source>The pickle points to tensors that lie outside of it. torch.load finds them when it is given the whole file; data.pkl alone, taken out of the zip, has only the structure and no weights.</source>
        <translation>pickle 指向位于它之外的张量。把整个文件交给 torch.load 时，它能找到这些张量；从 zip 中取出的单独的 data.pkl 只有结构而没有权重。</translation>
    </message>
    <message>
        <location filename="../../core/containers/tar_file.py"/>
        <source>The pickle refers to a tensor that is not in the file; it is damaged.</source>
        <translation>pickle 引用了文件中没有的张量；文件已损坏。</translation>
    </message>
    <message>
        <location filename="../../core/numbers/spans.py"/>
        <source>The pickle says that storage {key!r} has {nbytes:,} bytes, and the file says that there are {size:,}: which bytes are whose cannot be told. No torch loads such a file. Fetch it again, or use an older checkpoint.</source>
        <translation>pickle 说存储 {key!r} 有 {nbytes:,} 字节，文件说有 {size:,} 字节：无法确定哪些字节属于谁。没有 torch 能加载这样的文件。请重新获取，或使用更早的检查点。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/storages.py"/>
        <source>The pickle says that storage {key} has {nbytes:,} bytes, and before its bytes stands that there are {there:,}. Which bytes belong to which tensor cannot be told any more.</source>
        <translation>pickle 声明存储 {key} 有 {nbytes:,} 字节，而其字节之前写的是 {there:,} 字节。已无法判断哪些字节属于哪个张量。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/pickles.py"/>
        <source>The pickle was written by Python 2, whose texts are bytes in an unknown encoding. The weights are fine.</source>
        <translation>pickle 由 Python 2 写成，其文本是编码未知的字节。权重没有问题。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/data_parallel.py"/>
        <source>The pickled DataParallel keeps device_ids={device_ids} and hands each of these cards its share of a batch, whichever are here.</source>
        <translation>用 pickle 保存的 DataParallel 保留了 device_ids={device_ids}，会给其中每块显卡分配一部分批次，不管这里实际有哪些。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/data_parallel.py"/>
        <source>The pickled DataParallel keeps device_ids={device_ids} and refuses to run unless all of its model lies on {first}. It neither moves the model there nor falls back to the CPU.</source>
        <translation>用 pickle 保存的 DataParallel 保留了 device_ids={device_ids}，除非其模型全部位于 {first} 上，否则拒绝运行。它既不会把模型移过去，也不会退回到 CPU。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/data_parallel.py"/>
        <source>The pickled model is inside {wrapper}, whose name for it stands before all keys of its state_dict.</source>
        <translation>用 pickle 保存的模型位于 {wrapper} 内，后者对它的命名出现在其 state_dict 的所有键之前。</translation>
    </message>
    <message>
        <location filename="../../gui/diagnosis/error_model.py"/>
        <source>The plan cures this. Save the file, and load what you saved.</source>
        <translation>计划会修复它。请保存文件，并加载保存的文件。</translation>
    </message>
    <message numerus="yes">
        <location filename="../../gui/diagnosis/error_model.py"/>
        <source>The plan cures this. {n:,} other errors are left: fix all before you save.</source>
        <translation><numerusform>计划会修复它。还剩 {n:,} 个其他错误：保存之前请全部修复。</numerusform></translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/running.py"/>
        <source>The popular older workaround moves the state by hand (`for state in optimizer.state.values(): …`).</source>
        <translation>常见的较早的变通办法是手动移动状态（`for state in optimizer.state.values(): …`）。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/model_match/model_findings.py"/>
        <source>The popular workaround strict=False hides this: what does not fit is left out without a word, and the model keeps its random weights there.</source>
        <translation>常见的变通办法 strict=False 会掩盖这一点：不匹配的内容会不声不响地被略去，模型在那里保留随机权重。</translation>
    </message>
    <message>
        <location filename="../../core/memory/measure.py"/>
        <source>The process with torch ended before it had done everything.</source>
        <translation>带 torch 的进程在完成之前就结束了。</translation>
    </message>
    <message>
        <location filename="../../core/torch_child/trial_load.py"/>
        <source>The process with torch ended without an answer.</source>
        <translation>带 torch 的进程没有给出回答就结束了。</translation>
    </message>
    <message>
        <location filename="../../core/torch_child/process.py"/>
        <source>The process with torch failed with code {code}: {reason}</source>
        <translation>带 torch 的进程失败，代码 {code}：{reason}</translation>
    </message>
    <message>
        <location filename="../../core/torch_child/process.py"/>
        <source>The process with torch was ended by signal {signal}; it may have run out of memory.</source>
        <translation>带 torch 的进程被信号 {signal} 结束；可能是内存不足。</translation>
    </message>
    <message>
        <location filename="../../core/containers/ranks/rank_trees.py"/>
        <source>The ranks do not have the same of {name}: the files are of different saves.</source>
        <translation>各 rank 的 {name} 不一致：这些文件来自不同的保存。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/file.py"/>
        <source>The reader that torch.load uses by default has no opcode for integers of 2,040 bits and more, nor for tuples that hold themselves. No pickle protocol says them in another way.</source>
        <translation>torch.load 默认使用的读取器没有对应 2,040 位及以上整数的操作码，也没有对应包含自身的元组的操作码。任何 pickle 协议都没有其他表达方式。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/many_files.py"/>
        <source>The rest is shown. What is missing takes {keys} along.</source>
        <translation>其余部分已显示。随缺失文件一起丢失 {keys}。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/many_files.py"/>
        <source>The rest is shown. Which keys the missing files take along is said nowhere.</source>
        <translation>其余部分已显示。随缺失文件一起丢失哪些键，没有任何记录。</translation>
    </message>
    <message>
        <location filename="../../gui/health/colouring.py"/>
        <source>The root of the mean square of the numbers, on a logarithmic scale</source>
        <translation>数字的均方根，对数刻度</translation>
    </message>
    <message>
        <location filename="../../gui/values/several_table.py"/>
        <source>The root of the mean square: the norm for each number</source>
        <translation>均方根：每个数字的范数</translation>
    </message>
    <message>
        <location filename="../../gui/values/copy_menu.py"/>
        <source>The rows and columns of the page Numbers</source>
        <translation>“数字”页的行和列</translation>
    </message>
    <message>
        <location filename="../../gui/tree/menu.py"/>
        <source>The rows as a table, cells parted by tabs</source>
        <translation>以表格形式的行，单元格用制表符分隔</translation>
    </message>
    <message>
        <location filename="../../gui/diff/model.py"/>
        <source>The same in {name}.</source>
        <translation>与 {name} 中相同。</translation>
    </message>
    <message>
        <location filename="../../gui/memory/table_models.py"/>
        <source>The same, as the kernel and torch counted it in a process that did it</source>
        <translation>同上，由内核和 torch 在实际执行的进程中统计</translation>
    </message>
    <message>
        <location filename="../../core/saving/publishing.py"/>
        <source>The save was stopped.</source>
        <translation>保存已停止。</translation>
    </message>
    <message>
        <location filename="../../gui/page/notice.py"/>
        <source>The saved copy needs no GPU. But {text}</source>
        <translation>保存的副本不再需要 GPU。但{text}</translation>
    </message>
    <message>
        <location filename="../../gui/save/forecast.py"/>
        <source>The saved copy will load on any computer, with {call}.</source>
        <translation>保存的副本可在任何计算机上用 {call} 加载。</translation>
    </message>
    <message>
        <location filename="../../gui/save/forecast.py"/>
        <source>The saved copy will load on any computer: each file with safetensors.torch.load_file(f), all of them with from_pretrained of transformers where the folder has a config.json.</source>
        <translation>保存的副本可在任何计算机上加载：单个文件用 safetensors.torch.load_file(f)；文件夹中有 config.json 时，可用 transformers 的 from_pretrained 加载全部文件。</translation>
    </message>
    <message>
        <location filename="../../gui/save/forecast.py"/>
        <source>The saved copy will load on any computer: {call} needs no map_location.</source>
        <translation>保存的副本可在任何计算机上加载：{call} 不需要 map_location。</translation>
    </message>
    <message>
        <location filename="../../gui/page/notice.py"/>
        <source>The saved copy will load on {computer}, with no map_location.</source>
        <translation>保存的副本可以在{computer}上加载，无需 map_location。</translation>
    </message>
    <message>
        <location filename="../../gui/save/forecast.py"/>
        <source>The saved copy will load on {computer}: {call} needs no map_location there.</source>
        <translation>保存的副本可在{computer}上加载：在那里 {call} 不需要 map_location。</translation>
    </message>
    <message>
        <location filename="../../gui/diagnosis/model.py"/>
        <source>The saved copy will load {where}.</source>
        <translation>保存的副本{where}可以加载。</translation>
    </message>
    <message>
        <location filename="../../gui/diagnosis/model.py"/>
        <source>The saved copy will not load {where}: {errors}.</source>
        <translation>保存的副本{where}无法加载：{errors}。</translation>
    </message>
    <message>
        <location filename="../../core/numbers/quantised.py"/>
        <source>The scales of a quantised tensor are none that torch writes; the file is damaged.</source>
        <translation>量化张量的缩放系数不是 torch 所写的；文件已损坏。</translation>
    </message>
    <message>
        <location filename="../../core/numbers/reader.py"/>
        <source>The scales of a quantised tensor are not in the file; it is damaged.</source>
        <translation>量化张量的缩放系数不在文件中；文件已损坏。</translation>
    </message>
    <message>
        <location filename="../../core/numbers/quantised.py"/>
        <source>The scales of a quantised tensor do not fit its shape; the file is damaged.</source>
        <translation>量化张量的缩放系数与其形状不符；文件已损坏。</translation>
    </message>
    <message numerus="yes">
        <location filename="../../gui/session/known.py"/>
        <source>The scan found NaN in {n:,} tensors, “{name}” the first of them.</source>
        <translation><numerusform>扫描发现 {n:,} 个张量含有 NaN，第一个是“{name}”。</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../gui/session/known.py"/>
        <source>The scan found infinity in {n:,} tensors, “{name}” the first of them.</source>
        <translation><numerusform>扫描发现 {n:,} 个张量含有无穷大，第一个是“{name}”。</numerusform></translation>
    </message>
    <message>
        <location filename="../../core/spread/cluster.py"/>
        <source>The scheduler at {address} has no workers. Start some.</source>
        <translation>{address} 的调度器没有工作进程。请启动一些。</translation>
    </message>
    <message>
        <location filename="../../core/spread/cluster.py"/>
        <source>The scheduler at {address} is gone; what it had is lost.</source>
        <translation>{address} 的调度器已不在；它持有的内容已丢失。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/running.py"/>
        <source>The script asked for a tensor of a size that no computer can hold: the number is no size, but what lay in memory by chance, or a product that overflowed. Mostly processes that gather tensors of different shapes, or that are not at the same step, take each other's bytes for sizes.</source>
        <translation>脚本请求了任何计算机都容纳不下的张量大小：该数字并不是大小，而是内存中碰巧存在的内容，或溢出的乘积。多半是收集不同形状张量或不在同一步的进程，把彼此的字节当成了大小。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/pickles.py"/>
        <source>The script looks into what torch.load returned as into a dict, and it is a model object: it was saved with torch.save(model, f).</source>
        <translation>脚本把 torch.load 返回的内容当作字典来查找，而它是模型对象：它是用 torch.save(model, f) 保存的。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/pickles.py"/>
        <source>The script takes model.module, which only a model inside DataParallel or DistributedDataParallel has. This one is bare: it runs on one device, or was loaded without its wrapper.</source>
        <translation>脚本使用 model.module，只有 DataParallel 或 DistributedDataParallel 内的模型才有它。而此模型没有包装：它在单个设备上运行，或加载时没有包装器。</translation>
    </message>
    <message>
        <location filename="../../gui/tree/tips.py"/>
        <source>The search found {shown:,} of these {count:,} tensors. Selected, the row stands for those it found.</source>
        <translation>搜索找到了这 {count:,} 个张量中的 {shown:,} 个。选中此行即代表找到的那些。</translation>
    </message>
    <message>
        <location filename="../../gui/tree/menu.py"/>
        <source>The search hides some of what this would change: clear it first</source>
        <translation>搜索隐藏了一部分会被更改的内容：请先清除搜索</translation>
    </message>
    <message>
        <location filename="../../gui/values/change_menu.py"/>
        <source>The selected cells of the page Numbers become one number</source>
        <translation>“数字”页中所选的单元格变为同一个数字</translation>
    </message>
    <message>
        <location filename="../../core/edits/devices.py"/>
        <source>The selection names a tensor that is not in this file.</source>
        <translation>所选内容中有一个张量不在此文件中。</translation>
    </message>
    <message>
        <location filename="../../core/edits/keys.py"/>
        <location filename="../../core/edits/outlook.py"/>
        <source>The selection names an entry that is not in this file.</source>
        <translation>所选内容中有一个条目不在此文件中。</translation>
    </message>
    <message>
        <location filename="../../gui/page/error_page.py"/>
        <source>The server gives no parts of files: to look into this one all of it is fetched, {much}.</source>
        <translation>服务器不提供文件的部分内容：要查看此文件，须获取全部内容（{much}）。</translation>
    </message>
    <message>
        <location filename="../../gui/page/comparing.py"/>
        <source>The server of {name} gives no parts of files: to compare, all of it is fetched.</source>
        <translation>{name} 的服务器不提供文件的部分内容：要比较，须获取全部内容。</translation>
    </message>
    <message>
        <location filename="../../core/remote/stores/http.py"/>
        <location filename="../../core/remote/stores/s3.py"/>
        <source>The server of {path} answers with other bytes than it was asked for, and is not believed.</source>
        <translation>{path} 的服务器返回的不是所请求的字节，因此不予采信。</translation>
    </message>
    <message>
        <location filename="../../core/remote/stores/http.py"/>
        <location filename="../../core/remote/stores/s3.py"/>
        <location filename="../../core/remote/stores/ssh.py"/>
        <source>The server of {path} answers {code}.</source>
        <translation>{path} 的服务器应答 {code}。</translation>
    </message>
    <message>
        <location filename="../../core/remote/trouble.py"/>
        <source>The server of {path} gives no parts of files. To open it, all of it would be downloaded: {much}. Ask for that (--download), or fetch it yourself.</source>
        <translation>{path} 的服务器不提供文件的部分内容。要打开它，须下载全部内容：{much}。请要求下载（--download），或自行获取。</translation>
    </message>
    <message>
        <location filename="../../core/remote/stores/http.py"/>
        <source>The server of {path} gives no parts of the file any more. Open it again.</source>
        <translation>{path} 的服务器不再提供文件的部分内容。请重新打开。</translation>
    </message>
    <message>
        <location filename="../../core/remote/uploading/sftp.py"/>
        <source>The server of {path} has other bytes than were sent. Nothing was changed.</source>
        <translation>{path} 的服务器上的字节与发送的不同。没有任何更改。</translation>
    </message>
    <message>
        <location filename="../../core/remote/stores/ssh.py"/>
        <source>The server of {path} is not trusted: {reason}. Log in to it with ssh once, and compare its key with what its owner tells you.</source>
        <translation>{path} 的服务器不受信任：{reason}。请先用 ssh 登录一次，并把它的密钥与其所有者告知的比较。</translation>
    </message>
    <message>
        <location filename="../../core/remote/stores/by_fsspec.py"/>
        <location filename="../../core/remote/stores/s3.py"/>
        <source>The server of {path} is not trusted: {reason}. Nothing was read.</source>
        <translation>{path} 的服务器不受信任：{reason}。没有读取任何内容。</translation>
    </message>
    <message>
        <location filename="../../core/remote/stores/http.py"/>
        <source>The server of {path} leads from {before}:// to {after}://, and was not followed.</source>
        <translation>{path} 的服务器从 {before}:// 重定向到 {after}://，未予跟随。</translation>
    </message>
    <message>
        <location filename="../../core/remote/stores/http.py"/>
        <source>The server of {path} leads to no place.</source>
        <translation>{path} 的服务器的重定向没有有效的目标。</translation>
    </message>
    <message>
        <location filename="../../core/remote/stores/ssh.py"/>
        <source>The server of {path} lets nobody in with the keys that are here ({reason}). Try it with ssh.</source>
        <translation>{path} 的服务器不接受这里的密钥（{reason}）。请用 ssh 试试。</translation>
    </message>
    <message>
        <location filename="../../core/remote/stores/http.py"/>
        <source>The server of {path} packs what it sends, though it was asked not to.</source>
        <translation>{path} 的服务器压缩了发送的内容，尽管已要求不要压缩。</translation>
    </message>
    <message>
        <location filename="../../core/remote/stores/http.py"/>
        <source>The server of {path} sends on and on, {count} times.</source>
        <translation>{path} 的服务器一再重定向，已有 {count} 次。</translation>
    </message>
    <message>
        <location filename="../../gui/tree/headings.py"/>
        <source>The shape of a tensor; for anything else, how many tensors lie below</source>
        <translation>张量的形状；其他则为下面张量的个数</translation>
    </message>
    <message>
        <location filename="../../gui/optimizer/table_model.py"/>
        <source>The shape of the parameter</source>
        <translation>参数的形状</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/model_match/model_keys.py"/>
        <source>The shape of {key!r} in {name} is {item}; it should be a list of sizes such as [64, 3, 7, 7], or null.</source>
        <translation>{name} 中 {key!r} 的形状是 {item}；应为大小的列表，例如 [64, 3, 7, 7]，或 null。</translation>
    </message>
    <message>
        <location filename="../../gui/health/colouring.py"/>
        <location filename="../../gui/values/several_table.py"/>
        <source>The share of the numbers that are zero</source>
        <translation>为零的数字所占的比例</translation>
    </message>
    <message>
        <location filename="../../core/values/update.py"/>
        <source>The size of this optimizer's next step is not known here; it is for torch's Adam and AdamW.</source>
        <translation>此优化器下一步的大小在这里未知；只知道 torch 的 Adam 和 AdamW 的。</translation>
    </message>
    <message>
        <location filename="../../core/values/update.py"/>
        <source>The size of {kind}'s next step is not known here; it is for torch's Adam and AdamW.</source>
        <translation>{kind} 下一步的大小在这里未知；只知道 torch 的 Adam 和 AdamW 的。</translation>
    </message>
    <message>
        <location filename="../../gui/values/several_table.py"/>
        <source>The smallest number</source>
        <translation>最小的数字</translation>
    </message>
    <message>
        <location filename="../../core/files/copy.py"/>
        <source>The source became shorter while it was being read. Nothing was written; open it again.</source>
        <translation>读取时来源变短了。没有写入任何内容；请重新打开。</translation>
    </message>
    <message>
        <location filename="../../gui/save/dialog.py"/>
        <source>The source was {not_of_torch}. Tick “{text}” to save it.</source>
        <translation>源文件{not_of_torch}。勾选“{text}”即可保存。</translation>
    </message>
    <message>
        <location filename="../../gui/values/several_table.py"/>
        <source>The standard deviation, as torch.std gives it</source>
        <translation>标准差，与 torch.std 相同</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traceback/judge_lookups.py"/>
        <source>The state of the optimizer is in {expression}.</source>
        <translation>优化器的状态在 {expression} 中。</translation>
    </message>
    <message>
        <location filename="../../gui/optimizer/table_model.py"/>
        <source>The state of {name} is on {here}, the parameter on {there}.
optimizer.load_state_dict moves it there; used as it is, optimizer.step() raises
“Expected all tensors to be on the same device”. In Diagnosis let the state follow its parameters.</source>
        <translation>{name} 的状态在 {here} 上，参数在 {there} 上。
optimizer.load_state_dict 会把它移过去；直接使用时，optimizer.step() 会报错
“Expected all tensors to be on the same device”。可在“诊断”中让状态跟随其参数。</translation>
    </message>
    <message>
        <location filename="../../core/values/health/optimizers.py"/>
        <source>The state of {name} is {state} and {name} itself {shape}: they are of two models, and the next step fails.</source>
        <translation>{name} 的状态为 {state}，而 {name} 本身为 {shape}：它们属于两个模型，下一步会失败。</translation>
    </message>
    <message>
        <location filename="../../core/edits/state_dict.py"/>
        <source>The state of {parameters} that no group has is left out.</source>
        <translation>不属于任何组的 {parameters}的状态被去掉。</translation>
    </message>
    <message>
        <location filename="../../core/edits/devices.py"/>
        <source>The state of {path} stays where it is, {belonging}; say which model it is of.</source>
        <translation>{path} 的状态留在原处，{belonging}；请说明它属于哪个模型。</translation>
    </message>
    <message>
        <location filename="../../core/edits/devices.py"/>
        <source>The state of {path} stays where it is: {file} names no devices.</source>
        <translation>{path} 的状态留在原处：{file} 没有提到设备。</translation>
    </message>
    <message>
        <location filename="../../core/values/update.py"/>
        <source>The step of {name} is {value:g}: no step has been taken yet.</source>
        <translation>{name} 的 step 为 {value:g}：还没有走过一步。</translation>
    </message>
    <message>
        <location filename="../../core/saving/storages.py"/>
        <source>The storages in this file are packed, so they cannot be cut. Save it once, then cut.</source>
        <translation>此文件中的存储是压缩的，因此无法裁剪。请先保存一次，再裁剪。</translation>
    </message>
    <message>
        <location filename="../../core/containers/tar_file.py"/>
        <source>The tar lists a number of tensors that cannot be; it is damaged.</source>
        <translation>此 tar 列出的张量个数不可能存在；它已损坏。</translation>
    </message>
    <message>
        <location filename="../../core/edits/numbers/setting.py"/>
        <source>The tensor</source>
        <translation>张量</translation>
    </message>
    <message>
        <location filename="../../gui/health/table_model.py"/>
        <source>The tensor, or the part of an optimizer. Enter or a double click goes there.</source>
        <translation>张量，或优化器的一部分。按 Enter 或双击转到那里。</translation>
    </message>
    <message>
        <location filename="../../gui/values/several_table.py"/>
        <source>The tensor. Enter or a double click goes to it alone.</source>
        <translation>张量。按 Enter 或双击只看它。</translation>
    </message>
    <message>
        <location filename="../../gui/optimizer/table_model.py"/>
        <source>The tensors kept for it</source>
        <translation>为它保留的张量</translation>
    </message>
    <message>
        <location filename="../../gui/memory/timeline.py"/>
        <source>The timeline cannot be drawn: {error}</source>
        <translation>无法绘制时间线：{error}</translation>
    </message>
    <message>
        <location filename="../../gui/app/actions.py"/>
        <source>The torch code that makes the file with the pending changes.</source>
        <translation>写出带有待定更改的文件的 torch 代码。</translation>
    </message>
    <message>
        <location filename="../../core/values/health/weights.py"/>
        <source>The training overflowed, or a cast to a shorter dtype did. Use a checkpoint from before that.</source>
        <translation>训练溢出了，或转换到更短的 dtype 时溢出了。请使用在此之前的检查点。</translation>
    </message>
    <message>
        <location filename="../../core/catalogue/integrity.py"/>
        <source>The two headers of record {name!r} disagree; the file is damaged.</source>
        <translation>记录 {name!r} 的两个头部不一致；文件已损坏。</translation>
    </message>
    <message>
        <location filename="../../gui/memory/strategy_list.py"/>
        <source>The way that loads with the least on the cards, then with the least RAM.
Ways that differ by next to nothing are as good as each other.</source>
        <translation>占用显存最少、其次占用内存最少的加载方式。
相差无几的方式视为同样好。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traceback/judge_lookups.py"/>
        <location filename="../../core/diagnosis/traceback/model_of_error.py"/>
        <source>The weights are in {expression}.</source>
        <translation>权重在 {expression} 中。</translation>
    </message>
    <message>
        <location filename="../../core/edits/entries.py"/>
        <source>The whole file</source>
        <translation>整个文件</translation>
    </message>
    <message>
        <location filename="../../core/edits/entries.py"/>
        <source>The whole file cannot be dropped.</source>
        <translation>不能移除整个文件。</translation>
    </message>
    <message>
        <location filename="../../gui/tree/menu.py"/>
        <source>The whole file cannot be left out of itself.</source>
        <translation>不能移除整个文件。</translation>
    </message>
    <message>
        <location filename="../../cli/startup.py"/>
        <source>The window needs Qt, which cannot be loaded: {error}.</source>
        <translation>窗口需要 Qt，但无法加载：{error}。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traceback/judge_damage.py"/>
        <source>The words are those of another program; torch's own stand above them.</source>
        <translation>这段话出自另一个程序；torch 自己的话在它上面。</translation>
    </message>
    <message>
        <location filename="../../core/formats/zip_reader.py"/>
        <source>The zip directory of the file ends too early; the file is damaged. Fetch it again.</source>
        <translation>文件的 zip 目录过早结束；文件已损坏。请重新获取。</translation>
    </message>
    <message>
        <location filename="../../core/formats/zip_reader.py"/>
        <source>The zip directory of the file is damaged. Fetch it again.</source>
        <translation>文件的 zip 目录已损坏。请重新获取。</translation>
    </message>
    <message>
        <location filename="../../core/formats/zip_reader.py"/>
        <source>The zip directory of the file lies outside the file; it is damaged. Fetch it again.</source>
        <translation>文件的 zip 目录位于文件之外；已损坏。请重新获取。</translation>
    </message>
    <message>
        <location filename="../../core/catalogue/optimizers/matched.py"/>
        <source>The {parameters} of {path} do not fit {model}: it has fewer, or they have other shapes.</source>
        <translation>{path} 的 {parameters}与 {model} 不匹配：后者的参数更少，或形状不同。</translation>
    </message>
    <message>
        <location filename="../../gui/preferences/offered.py"/>
        <source>Theme</source>
        <translation>主题</translation>
    </message>
    <message>
        <location filename="../../gui/app/actions.py"/>
        <source>Theme, size of text, units, language, and what is assumed of this computer. Applies at once.</source>
        <translation>主题、文字大小、单位、语言，以及对本计算机的假设。立即生效。</translation>
    </message>
    <message>
        <location filename="../../gui/save/sections.py"/>
        <source>Then</source>
        <translation>之后</translation>
    </message>
    <message>
        <location filename="../../gui/compare/dialog.py"/>
        <source>There are no keys on either side.</source>
        <translation>两边都没有键。</translation>
    </message>
    <message>
        <location filename="../../gui/values/facts.py"/>
        <source>There are no numbers in it: one of its dimensions is 0.</source>
        <translation>其中没有数字：有一维为 0。</translation>
    </message>
    <message>
        <location filename="../../gui/devices/panel.py"/>
        <location filename="../../gui/memory/file.py"/>
        <source>There are no tensors in this file.</source>
        <translation>此文件中没有张量。</translation>
    </message>
    <message>
        <location filename="../../gui/memory/panel.py"/>
        <source>There are no tensors in this file: loading it takes no memory worth the name.</source>
        <translation>此文件中没有张量：加载它几乎不占显存和内存。</translation>
    </message>
    <message>
        <location filename="../../core/remote/uploading/s3.py"/>
        <source>There is no bucket {name}. Nothing was written.</source>
        <translation>没有存储桶 {name}。没有写入任何内容。</translation>
    </message>
    <message>
        <location filename="../../cli/startup.py"/>
        <source>There is no display here, so the window cannot open.</source>
        <translation>这里没有显示器，因此无法打开窗口。</translation>
    </message>
    <message>
        <location filename="../../core/edits/apply.py"/>
        <source>There is no entry {entry} in this file.</source>
        <translation>此文件中没有条目 {entry}。</translation>
    </message>
    <message>
        <location filename="../../core/containers/location.py"/>
        <source>There is no file {path}. Check the name.</source>
        <translation>没有文件 {path}。请检查名称。</translation>
    </message>
    <message>
        <location filename="../../core/saving/publishing.py"/>
        <source>There is no folder {folder}. Make it first or choose another.</source>
        <translation>没有文件夹 {folder}。请先创建，或换一个。</translation>
    </message>
    <message>
        <location filename="../../core/remote/uploading/sftp.py"/>
        <source>There is no folder {folder}. Make it first.</source>
        <translation>没有文件夹 {folder}。请先创建。</translation>
    </message>
    <message>
        <location filename="../../gui/save/dialog.py"/>
        <source>There is no folder {parent}.</source>
        <translation>没有文件夹 {parent}。</translation>
    </message>
    <message>
        <location filename="../../gui/optimizer/panel.py"/>
        <source>There is no optimizer in this file.</source>
        <translation>此文件中没有优化器。</translation>
    </message>
    <message>
        <location filename="../../core/edits/devices.py"/>
        <source>There is no optimizer state in this file to move.</source>
        <translation>此文件中没有可移动的优化器状态。</translation>
    </message>
    <message>
        <location filename="../../core/memory/unsupported.py"/>
        <source>There is no prediction for a TorchScript archive. Load it with {call}.</source>
        <translation>TorchScript 存档没有预测。请用 {call} 加载。</translation>
    </message>
    <message>
        <location filename="../../core/memory/unsupported.py"/>
        <source>There is no prediction for a safetensors file. Load it with {call}.</source>
        <translation>safetensors 文件没有预测。请用 {call} 加载。</translation>
    </message>
    <message>
        <location filename="../../core/memory/unsupported.py"/>
        <source>There is no prediction for such a file. Load it with {call}.</source>
        <translation>对这样的文件没有预测。请用 {call} 加载。</translation>
    </message>
    <message>
        <location filename="../../core/edits/keys.py"/>
        <source>There is no state dict in this file whose keys could get a prefix.</source>
        <translation>此文件中没有可以添加前缀的 state_dict。</translation>
    </message>
    <message>
        <location filename="../../core/values/update.py"/>
        <source>There is no step of {name} in this file, which the next one depends on.</source>
        <translation>此文件中没有 {name} 的 step，而下一步取决于它。</translation>
    </message>
    <message>
        <location filename="../../core/edits/numbers/cast.py"/>
        <source>There is no such tensor in this file.</source>
        <translation>此文件中没有这个张量。</translation>
    </message>
    <message>
        <location filename="../../gui/values/model.py"/>
        <source>There is no tensor in what is selected. Select one, or a module that has some.</source>
        <translation>所选内容中没有张量。请选择一个张量，或含有张量的模块。</translation>
    </message>
    <message>
        <location filename="../../cli/extracting.py"/>
        <source>There is no whole pickled model or optimizer in this file.</source>
        <translation>此文件中没有整个 pickle 的模型或优化器。</translation>
    </message>
    <message>
        <location filename="../../core/values/update.py"/>
        <source>There is no {state} of {name} with its shape in this file.</source>
        <translation>此文件中没有形状相符的 {name} 的 {state}。</translation>
    </message>
    <message>
        <location filename="../../core/values/keys.py"/>
        <source>There is none in it.</source>
        <translation>其中没有。</translation>
    </message>
    <message>
        <location filename="../../cli/main.py"/>
        <location filename="../../core/recipes/batch.py"/>
        <source>There is not enough memory to open this file.</source>
        <translation>内存不足，无法打开此文件。</translation>
    </message>
    <message>
        <location filename="../../core/catalogue/catalogue.py"/>
        <source>There is nothing at {path!r} in this file.</source>
        <translation>此文件中 {path!r} 处没有内容。</translation>
    </message>
    <message>
        <location filename="../../core/recipes/applying.py"/>
        <source>There is nothing to change by it.</source>
        <translation>没有可由它更改的内容。</translation>
    </message>
    <message>
        <location filename="../../cli/curing.py"/>
        <source>There is nothing to cure in it.</source>
        <translation>其中没有可修复的内容。</translation>
    </message>
    <message>
        <location filename="../../core/recipes/recipe.py"/>
        <source>There is nothing to keep: no change of this plan can be made to another file. No recipe was written.</source>
        <translation>没有可保存的步骤：这些更改都不能用于其他文件。未写入配方。</translation>
    </message>
    <message>
        <location filename="../../core/report/answer.py"/>
        <source>There is nothing to recognise: the text is empty.</source>
        <translation>没有可识别的内容：文本为空。</translation>
    </message>
    <message>
        <location filename="../../core/containers/foreign/numpy_file.py"/>
        <source>These are arrays of NumPy, which are shown and not changed here; load them with numpy.load(f).</source>
        <translation>这些是 NumPy 数组，在这里只显示而不能更改；请用 numpy.load(f) 加载。</translation>
    </message>
    <message>
        <location filename="../../cli/ways.py"/>
        <source>These options do that: {options}.</source>
        <translation>对应的选项：{options}。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/file.py"/>
        <source>They name no GPU.</source>
        <translation>其中没有提到 GPU。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/file.py"/>
        <source>They name {devices}.</source>
        <translation>其中提到 {devices}。</translation>
    </message>
    <message>
        <location filename="../../core/containers/dcp/listing.py"/>
        <source>This .metadata is not the list of a checkpoint of torch.distributed.checkpoint.</source>
        <translation>此 .metadata 不是 torch.distributed.checkpoint 检查点的列表。</translation>
    </message>
    <message>
        <location filename="../../gui/page/hints.py"/>
        <source>This button does the next thing: it fixes, then it saves a copy. This file stays as it is.</source>
        <translation>此按钮执行下一步：先修复，再保存副本。此文件保持原样。</translation>
    </message>
    <message>
        <location filename="../../gui/memory/board.py"/>
        <source>This cannot be worked out: {error}</source>
        <translation>无法得出结果：{error}</translation>
    </message>
    <message>
        <location filename="../../core/containers/lost.py"/>
        <source>This copy was made from a model with missing files: {parts}.</source>
        <translation>此副本由缺少文件的模型生成，缺少：{parts}。</translation>
    </message>
    <message>
        <location filename="../../gui/session/doctor.py"/>
        <source>This could not be fixed: {error}</source>
        <translation>无法修复：{error}</translation>
    </message>
    <message>
        <location filename="../../gui/diagnosis/check.py"/>
        <source>This could not be tried: {error}</source>
        <translation>无法尝试：{error}</translation>
    </message>
    <message>
        <location filename="../../gui/code/dialog.py"/>
        <source>This could not be worked out: {error}</source>
        <translation>无法得出结果：{error}</translation>
    </message>
    <message>
        <location filename="../../gui/compare/dialog.py"/>
        <source>This failed: {error!r}</source>
        <translation>失败：{error!r}</translation>
    </message>
    <message>
        <location filename="../../gui/parts/model.py"/>
        <source>This file belongs to the model and is not in the folder.</source>
        <translation>此文件属于该模型，但不在文件夹中。</translation>
    </message>
    <message>
        <location filename="../../gui/session/doctor.py"/>
        <source>This file could not be diagnosed: {error}</source>
        <translation>无法诊断此文件：{error}</translation>
    </message>
    <message>
        <location filename="../../cli/curing.py"/>
        <source>This file has no finding {code!r}.</source>
        <translation>此文件没有问题 {code!r}。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/model_match/comparison.py"/>
        <source>This file has no state dict to compare with a model. Where it holds a whole model, extract its state_dict first.</source>
        <translation>此文件没有可与模型比较的 state_dict。如果其中是整个模型，请先提取它的 state_dict。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/unopened.py"/>
        <source>This file holds compiled code with its weights, as torch.jit.save writes it. torch.load of torch 2.6 and later refuses it, because loading it can run that code.</source>
        <translation>此文件中是编译后的代码连同其权重，由 torch.jit.save 写成。torch 2.6 及更新版本的 torch.load 会拒绝它，因为加载它可能运行该代码。</translation>
    </message>
    <message>
        <location filename="../../core/formats/identify.py"/>
        <source>This file holds only zero bytes; its download or copy was never finished. Fetch the real file again.</source>
        <translation>此文件只含零字节；下载或复制没有完成。请重新获取真正的文件。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/model_match/group_findings.py"/>
        <source>This file holds optimizer state alone, and it does not fit {wanted}.</source>
        <translation>此文件只含优化器状态，而且与 {wanted} 不匹配。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/model_match/group_findings.py"/>
        <source>This file holds optimizer state alone: its {params} fit those of {wanted} in number and shape.</source>
        <translation>此文件只含优化器状态：其 {params}与 {wanted} 的参数在数目和形状上一致。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/model_match/group_findings.py"/>
        <source>This file holds optimizer state alone: its {params} fit those of {wanted} in number.</source>
        <translation>此文件只含优化器状态：其 {params}与 {wanted} 的参数在数目上一致。</translation>
    </message>
    <message>
        <location filename="../../core/formats/zip_reader.py"/>
        <source>This file holds several zip archives one behind the other, as torch.distributed.checkpoint writes its parts (.distcp). Open the folder that they are in, with their list (.metadata).</source>
        <translation>此文件含有首尾相接的多个 zip 归档，torch.distributed.checkpoint 就这样写它的各部分（.distcp）。请打开它们及其列表（.metadata）所在的文件夹。</translation>
    </message>
    <message>
        <location filename="../../core/formats/legacy.py"/>
        <source>This file is a checkpoint in torch's older format and a tar archive at once, and torch.load takes it for the tar. It was made to look like another file than it is; do not load it.</source>
        <translation>此文件既是 torch 较旧格式的检查点，又是 tar 归档，而 torch.load 把它当作 tar。它被有意做成像另一种文件；不要加载。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/unopened.py"/>
        <source>This file is in the safetensors format, which is no pickle.</source>
        <translation>此文件是 safetensors 格式，不是 pickle。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traceback/answer.py"/>
        <source>This file is not the cause: {why}</source>
        <translation>此文件不是原因：{why}</translation>
    </message>
    <message>
        <location filename="../../core/formats/identify.py"/>
        <source>This file is packed with bzip2. Unpack it first (bunzip2) and open the checkpoint inside.</source>
        <translation>此文件用 bzip2 压缩。请先解压（bunzip2），再打开其中的检查点。</translation>
    </message>
    <message>
        <location filename="../../core/formats/identify.py"/>
        <source>This file is packed with gzip. Unpack it first (gunzip) and open the checkpoint inside.</source>
        <translation>此文件用 gzip 压缩。请先解压（gunzip），再打开其中的检查点。</translation>
    </message>
    <message>
        <location filename="../../core/formats/identify.py"/>
        <source>This file is packed with lz4. Unpack it first (unlz4) and open the checkpoint inside.</source>
        <translation>此文件用 lz4 压缩。请先解压（unlz4），再打开其中的检查点。</translation>
    </message>
    <message>
        <location filename="../../core/formats/identify.py"/>
        <source>This file is packed with lzma. Unpack it first (unlzma) and open the checkpoint inside.</source>
        <translation>此文件用 lzma 压缩。请先解压（unlzma），再打开其中的检查点。</translation>
    </message>
    <message>
        <location filename="../../core/formats/identify.py"/>
        <source>This file is packed with xz. Unpack it first (unxz) and open the checkpoint inside.</source>
        <translation>此文件用 xz 压缩。请先解压（unxz），再打开其中的检查点。</translation>
    </message>
    <message>
        <location filename="../../core/formats/identify.py"/>
        <source>This file is packed with zlib. Unpack it first and open the checkpoint inside.</source>
        <translation>此文件用 zlib 压缩。请先解压，再打开其中的检查点。</translation>
    </message>
    <message>
        <location filename="../../core/formats/identify.py"/>
        <source>This file is packed with zstd. Unpack it first (unzstd) and open the checkpoint inside.</source>
        <translation>此文件用 zstd 压缩。请先解压（unzstd），再打开其中的检查点。</translation>
    </message>
    <message>
        <location filename="../../gui/diagnosis/error_model.py"/>
        <source>This file is the cause</source>
        <translation>此文件就是原因</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traceback/answer.py"/>
        <source>This file is the cause: {why}</source>
        <translation>此文件就是原因：{why}</translation>
    </message>
    <message>
        <location filename="../../core/torch_child/bridge.py"/>
        <source>This file needs more than weights_only=True allows (unsupported{what}); measuring never runs what a file names.</source>
        <translation>此文件需要的超出 weights_only=True 所允许的（不支持{what}）；测量从不运行文件中提到的内容。</translation>
    </message>
    <message>
        <location filename="../../core/torch_child/bridge.py"/>
        <source>This file needs more than weights_only=True allows; measuring never runs what a file names.</source>
        <translation>此文件需要的超出 weights_only=True 所允许的；测量从不运行文件中提到的内容。</translation>
    </message>
    <message>
        <location filename="../../core/containers/table.py"/>
        <source>This folder is empty: {path} is a directory without a file in it.</source>
        <translation>此文件夹是空的：{path} 是一个没有文件的目录。</translation>
    </message>
    <message>
        <location filename="../../gui/tree/tips.py"/>
        <source>This format saves no device: whoever loads the file chooses one.</source>
        <translation>此格式不保存设备：由加载文件的人选择。</translation>
    </message>
    <message>
        <location filename="../../gui/devices/table_model.py"/>
        <source>This format saves no device: whoever loads the file chooses one. A click selects all tensors.</source>
        <translation>此格式不保存设备：由加载文件的人选择。点击则选择所有张量。</translation>
    </message>
    <message>
        <location filename="../../core/formats/identify.py"/>
        <source>This is a 7z archive. Unpack it first (7z x) and open the checkpoint inside.</source>
        <translation>这是 7z 归档。请先解压（7z x），再打开其中的检查点。</translation>
    </message>
    <message>
        <location filename="../../core/formats/identify.py"/>
        <source>This is a GGUF file for llama.cpp, not a PyTorch checkpoint. Run it with llama.cpp. Look for the file with the weights for PyTorch.</source>
        <translation>这是 llama.cpp 的 GGUF 文件，不是 PyTorch 检查点。请用 llama.cpp 运行。请寻找含有 PyTorch 权重的文件。</translation>
    </message>
    <message>
        <location filename="../../core/formats/identify_text.py"/>
        <source>This is a JSON text, not a checkpoint, perhaps a model's configuration. Look for the file with the weights.</source>
        <translation>这是 JSON 文本，不是检查点，可能是模型的配置。请寻找含有权重的文件。</translation>
    </message>
    <message>
        <location filename="../../core/formats/identify.py"/>
        <source>This is a MATLAB file (.mat), not a PyTorch checkpoint. Open it with scipy.io.loadmat or h5py.</source>
        <translation>这是 MATLAB 文件（.mat），不是 PyTorch 检查点。请用 scipy.io.loadmat 或 h5py 打开。</translation>
    </message>
    <message>
        <location filename="../../core/formats/identify.py"/>
        <source>This is a NumPy archive (.npz), not a PyTorch checkpoint. Open it with numpy.load.</source>
        <translation>这是 NumPy 归档（.npz），不是 PyTorch 检查点。请用 numpy.load 打开。</translation>
    </message>
    <message>
        <location filename="../../core/formats/identify.py"/>
        <source>This is a NumPy array (.npy), not a PyTorch checkpoint. Open it with numpy.load.</source>
        <translation>这是 NumPy 数组（.npy），不是 PyTorch 检查点。请用 numpy.load 打开。</translation>
    </message>
    <message>
        <location filename="../../core/formats/identify.py"/>
        <source>This is a PDF document, not a checkpoint. Look for the file with the weights.</source>
        <translation>这是 PDF 文档，不是检查点。请寻找含有权重的文件。</translation>
    </message>
    <message>
        <location filename="../../core/formats/identify.py"/>
        <source>This is a RAR archive. Unpack it first (unrar x) and open the checkpoint inside.</source>
        <translation>这是 RAR 归档。请先解压（unrar x），再打开其中的检查点。</translation>
    </message>
    <message>
        <location filename="../../core/formats/identify.py"/>
        <source>This is a TensorFlow Lite model, not a PyTorch checkpoint. Run it with its interpreter. Look for the file with the weights for PyTorch.</source>
        <translation>这是 TensorFlow Lite 模型，不是 PyTorch 检查点。请用它的解释器运行。请寻找含有 PyTorch 权重的文件。</translation>
    </message>
    <message>
        <location filename="../../core/formats/identify.py"/>
        <source>This is a TorchScript archive of torch before 1.4 (model.json), which torch.jit.load of today refuses (“Legacy model format is not supported on mobile”). Load it with torch.jit.load of the torch that wrote it, and save its state_dict() with torch.save.</source>
        <translation>这是 torch 1.4 之前的 TorchScript 归档（model.json），当前的 torch.jit.load 会拒绝它（“Legacy model format is not supported on mobile”）。请用写出它的 torch 的 torch.jit.load 加载，再用 torch.save 保存其 state_dict()。</translation>
    </message>
    <message>
        <location filename="../../core/containers/torch_zips/script.py"/>
        <source>This is a TorchScript archive: compiled code with its weights. It can be looked at but not changed here; load it with torch.jit.load(f, map_location='cpu') and save it again with torch.jit.save.</source>
        <translation>这是 TorchScript 归档：编译后的代码连同其权重。这里只能查看，不能更改；请用 torch.jit.load(f, map_location='cpu') 加载，再用 torch.jit.save 重新保存。</translation>
    </message>
    <message>
        <location filename="../../core/formats/identify.py"/>
        <source>This is a Windows program, not a checkpoint. Look for the file with the weights.</source>
        <translation>这是 Windows 程序，不是检查点。请寻找含有权重的文件。</translation>
    </message>
    <message>
        <location filename="../../core/formats/zip_reader.py"/>
        <source>This is a file of torch.save without its data.pkl, which holds all names and shapes: the save or the download was interrupted. Save or fetch it again, or use the checkpoint saved before it.</source>
        <translation>这是 torch.save 的文件，但缺少保存全部名称和形状的 data.pkl：保存或下载中断了。请重新保存或获取，或使用之前保存的检查点。</translation>
    </message>
    <message>
        <location filename="../../core/formats/identify_text.py"/>
        <source>This is a git-lfs pointer, not the checkpoint itself, which has {size}. Run `git lfs pull` in its repository to fetch the real file.</source>
        <translation>这是 git-lfs 指针，不是检查点本身，后者为 {size}。请在其仓库中运行 `git lfs pull` 以获取真正的文件。</translation>
    </message>
    <message>
        <location filename="../../core/formats/identify_text.py"/>
        <source>This is a git-lfs pointer, not the checkpoint itself. Run `git lfs pull` in its repository to fetch the real file.</source>
        <translation>这是 git-lfs 指针，不是检查点本身。请在其仓库中运行 `git lfs pull` 以获取真正的文件。</translation>
    </message>
    <message>
        <location filename="../../core/formats/identify.py"/>
        <source>This is a model in the older GGML format of llama.cpp, not a PyTorch checkpoint. Run it with llama.cpp. Look for the file with the weights for PyTorch.</source>
        <translation>这是 llama.cpp 较旧的 GGML 格式的模型，不是 PyTorch 检查点。请用 llama.cpp 运行。请寻找含有 PyTorch 权重的文件。</translation>
    </message>
    <message>
        <location filename="../../core/formats/identify.py"/>
        <source>This is a model of Keras (.keras), not a PyTorch checkpoint. Load it with Keras. Look for the file with the weights for PyTorch.</source>
        <translation>这是 Keras 模型（.keras），不是 PyTorch 检查点。请用 Keras 加载。请寻找含有 PyTorch 权重的文件。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/objects.py"/>
        <source>This is a module object itself, not its state_dict. torch.load(f) refuses its classes ({names}), and with weights_only=False it needs the very code that they were defined in.</source>
        <translation>这是模块对象本身，而不是它的 state_dict。torch.load(f) 会拒绝它的类（{names}），而使用 weights_only=False 时需要定义这些类的原始代码。</translation>
    </message>
    <message>
        <location filename="../../core/formats/identify.py"/>
        <source>This is a package of compiled code of AOTInductor (.pt2), not a file of torch.save. Load it with torch._inductor.aoti_load_package(f), on the kind of machine that it was compiled for.</source>
        <translation>这是 AOTInductor 编译代码的包（.pt2），不是 torch.save 的文件。请用 torch._inductor.aoti_load_package(f) 在编译时所针对的那类机器上加载。</translation>
    </message>
    <message>
        <location filename="../../core/formats/identify.py"/>
        <source>This is a pickle of {by}, not a file of torch.save. Load it with the program that wrote it. Look for the file with the weights for PyTorch.</source>
        <translation>这是 {by} 的 pickle，不是 torch.save 的文件。请用写出它的程序加载。请寻找含有 PyTorch 权重的文件。</translation>
    </message>
    <message>
        <location filename="../../core/formats/identify.py"/>
        <source>This is a pickle packed with {how}, as joblib.dump(compress=…) writes it, not a file of torch.save. Load it with joblib.load. Look for the file with the weights for PyTorch.</source>
        <translation>这是用 {how} 压缩的 pickle，由 joblib.dump(compress=…) 写成，不是 torch.save 的文件。请用 joblib.load 加载。请寻找含有 PyTorch 权重的文件。</translation>
    </message>
    <message>
        <location filename="../../core/formats/identify.py"/>
        <source>This is a picture ({kind}), not a checkpoint. Look for the file with the weights.</source>
        <translation>这是图片（{kind}），不是检查点。请寻找含有权重的文件。</translation>
    </message>
    <message>
        <location filename="../../core/formats/identify.py"/>
        <source>This is a plain pickle, written by pickle.dump and not by torch.save. Load it with the program that wrote it and save it with torch.save.</source>
        <translation>这是普通的 pickle，由 pickle.dump 而不是 torch.save 写成。请用写出它的程序加载，再用 torch.save 保存。</translation>
    </message>
    <message>
        <location filename="../../core/formats/identify.py"/>
        <source>This is a program or a library of compiled code, not a checkpoint. Look for the file with the weights.</source>
        <translation>这是编译后的程序或代码库，不是检查点。请寻找含有权重的文件。</translation>
    </message>
    <message>
        <location filename="../../core/formats/identify.py"/>
        <source>This is a sound file, not a checkpoint. Look for the file with the weights.</source>
        <translation>这是音频文件，不是检查点。请寻找含有权重的文件。</translation>
    </message>
    <message>
        <location filename="../../core/formats/identify.py"/>
        <source>This is a table in the Arrow format, not a checkpoint. Look for the file with the weights.</source>
        <translation>这是 Arrow 格式的表，不是检查点。请寻找含有权重的文件。</translation>
    </message>
    <message>
        <location filename="../../core/formats/identify.py"/>
        <source>This is a table in the Parquet format, not a checkpoint. Look for the file with the weights.</source>
        <translation>这是 Parquet 格式的表，不是检查点。请寻找含有权重的文件。</translation>
    </message>
    <message>
        <location filename="../../core/formats/identify.py"/>
        <source>This is a tar archive packed with gzip. Unpack it first (tar -xzf) and open the checkpoint inside.</source>
        <translation>这是用 gzip 压缩的 tar 归档。请先解包（tar -xzf），再打开其中的检查点。</translation>
    </message>
    <message>
        <location filename="../../core/formats/identify.py"/>
        <source>This is a tar archive that begins with {name}, not a checkpoint. Unpack it first (tar -xf) and open the checkpoint inside.</source>
        <translation>这是以 {name} 开头的 tar 归档，不是检查点。请先解包（tar -xf），再打开其中的检查点。</translation>
    </message>
    <message>
        <location filename="../../core/formats/identify.py"/>
        <source>This is a tar archive, as torch before 0.1.10 saved checkpoints. Load it with torch.load(f, weights_only=False) if you trust it, and save it again.</source>
        <translation>这是 tar 归档，torch 0.1.10 之前的版本这样保存检查点。如果信任它，请用 torch.load(f, weights_only=False) 加载并重新保存。</translation>
    </message>
    <message>
        <location filename="../../core/formats/identify.py"/>
        <source>This is a tar archive, not a checkpoint. Unpack it first (tar -xf) and open the checkpoint inside.</source>
        <translation>这是 tar 归档，不是检查点。请先解包（tar -xf），再打开其中的检查点。</translation>
    </message>
    <message>
        <location filename="../../core/formats/identify_text.py"/>
        <source>This is a text file, not a checkpoint; it begins with {begin}. Fetch the real file again.</source>
        <translation>这是文本文件，不是检查点；其开头为 {begin}。请重新获取真正的文件。</translation>
    </message>
    <message>
        <location filename="../../core/formats/identify_text.py"/>
        <source>This is a text file, not a checkpoint; it says {text}. Fetch the real file again.</source>
        <translation>这是文本文件，不是检查点；其内容为 {text}。请重新获取真正的文件。</translation>
    </message>
    <message>
        <location filename="../../core/formats/identify.py"/>
        <source>This is a video or sound file, not a checkpoint. Look for the file with the weights.</source>
        <translation>这是视频或音频文件，不是检查点。请寻找含有权重的文件。</translation>
    </message>
    <message>
        <location filename="../../core/formats/identify_text.py"/>
        <source>This is a web page saved under a checkpoint's name, often a login or error page. Fetch the real file again with the download link itself.</source>
        <translation>这是以检查点名称保存的网页，常常是登录页或错误页。请用下载链接本身重新获取真正的文件。</translation>
    </message>
    <message>
        <location filename="../../core/formats/identify_text.py"/>
        <source>This is a web page, {title}, saved under a checkpoint's name, often a login or error page. Fetch the real file again with the download link itself.</source>
        <translation>这是以检查点名称保存的网页 {title}，常常是登录页或错误页。请用下载链接本身重新获取真正的文件。</translation>
    </message>
    <message numerus="yes">
        <location filename="../../core/formats/identify.py"/>
        <source>This is a zip archive with {names} in it. Unpack it first and open the one that you want.</source>
        <translation><numerusform>这是含有 {names} 的 zip 归档。请先解压，再打开所需的那个文件。</numerusform></translation>
    </message>
    <message>
        <location filename="../../core/containers/zip_file.py"/>
        <location filename="../../core/formats/identify.py"/>
        <source>This is a zip archive, but not one of torch.save: it has no data.pkl.</source>
        <translation>这是 zip 归档，但不是 torch.save 写的：其中没有 data.pkl。</translation>
    </message>
    <message>
        <location filename="../../core/formats/identify.py"/>
        <source>This is an HDF5 file (.h5), as Keras writes them, not a PyTorch checkpoint. Load it with Keras, or read it with h5py.</source>
        <translation>这是 Keras 所写的那种 HDF5 文件（.h5），不是 PyTorch 检查点。请用 Keras 加载，或用 h5py 读取。</translation>
    </message>
    <message>
        <location filename="../../core/formats/identify.py"/>
        <source>This is an ONNX model, not a PyTorch checkpoint. Run it with onnxruntime. Look for the file with the weights for PyTorch.</source>
        <translation>这是 ONNX 模型，不是 PyTorch 检查点。请用 onnxruntime 运行。请寻找含有 PyTorch 权重的文件。</translation>
    </message>
    <message>
        <location filename="../../core/formats/identify.py"/>
        <source>This is an SQLite database, not a checkpoint. Look for the file with the weights.</source>
        <translation>这是 SQLite 数据库，不是检查点。请寻找含有权重的文件。</translation>
    </message>
    <message>
        <location filename="../../core/formats/identify_text.py"/>
        <source>This is an XML text, not a checkpoint. Fetch the real file again.</source>
        <translation>这是 XML 文本，不是检查点。请重新获取真正的文件。</translation>
    </message>
    <message>
        <location filename="../../core/formats/identify.py"/>
        <source>This is an archive of torch.package, not of torch.save. Load it with torch.package.PackageImporter(f).</source>
        <translation>这是 torch.package 的归档，不是 torch.save 的。请用 torch.package.PackageImporter(f) 加载。</translation>
    </message>
    <message>
        <location filename="../../core/containers/torch_zips/package.py"/>
        <source>This is an archive of torch.package: objects with the code that they need. It can be looked at but not changed here; load it with torch.package.PackageImporter(f).</source>
        <translation>这是 torch.package 的归档：对象及其所需的代码。在这里可以查看但不能更改；请用 torch.package.PackageImporter(f) 加载。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/containers.py"/>
        <source>This is an error of torch.save: the disk is full, a quota is used up, or a network drive went away. The file it was writing is not complete; those saved before are as they were.</source>
        <translation>这是 torch.save 的错误：磁盘已满、配额用尽或网络驱动器断开。它正在写入的文件不完整；之前保存的文件不受影响。</translation>
    </message>
    <message>
        <location filename="../../core/formats/identify.py"/>
        <source>This is an exported program (.pt2), not a file of torch.save. Load it with torch.export.load(f).</source>
        <translation>这是导出的程序（.pt2），不是 torch.save 的文件。请用 torch.export.load(f) 加载。</translation>
    </message>
    <message>
        <location filename="../../core/containers/torch_zips/exported.py"/>
        <source>This is an exported program (.pt2): a compiled graph with its weights. It can be looked at but not changed here; load it with torch.export.load(f).</source>
        <translation>这是导出的程序（.pt2）：编译后的图及其权重。在这里可以查看但不能更改；请用 torch.export.load(f) 加载。</translation>
    </message>
    <message>
        <location filename="../../core/formats/identify.py"/>
        <source>This is no PyTorch checkpoint: it is neither a zip archive nor a file of the older torch.save format.</source>
        <translation>这不是 PyTorch 检查点：它既不是 zip 归档，也不是较旧的 torch.save 格式的文件。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/unopened.py"/>
        <source>This is no checkpoint</source>
        <translation>这不是检查点</translation>
    </message>
    <message>
        <location filename="../../core/report/answer.py"/>
        <source>This is no error of loading that is known here. Paste the whole traceback, down to its last line.</source>
        <translation>这不是这里已知的加载错误。请粘贴完整的回溯，直到最后一行。</translation>
    </message>
    <message>
        <location filename="../../gui/location/model.py"/>
        <source>This is no location: it begins with https://, s3:// or the like, or with / on this computer.</source>
        <translation>这不是位置：位置以 https://、s3:// 等开头，在本机上则以 / 开头。</translation>
    </message>
    <message>
        <location filename="../../core/recipes/kept_plan.py"/>
        <source>This is no plan that this version of the program has kept.</source>
        <translation>这不是此版本程序保存的计划。</translation>
    </message>
    <message>
        <location filename="../../core/recipes/recipe.py"/>
        <source>This is no recipe: it has no “recipe” and no “steps”.</source>
        <translation>这不是配方：没有“recipe”和“steps”。</translation>
    </message>
    <message>
        <location filename="../../core/recipes/recipe.py"/>
        <source>This is no recipe: its name is no text, or its steps are no list.</source>
        <translation>这不是配方：名称不是文本，或步骤不是列表。</translation>
    </message>
    <message>
        <location filename="../../gui/tree/search_line.py"/>
        <source>This is no regular expression, so the search of before is still shown: {reason}</source>
        <translation>这不是正则表达式，因此仍显示之前的搜索：{reason}</translation>
    </message>
    <message>
        <location filename="../../gui/diagnosis/error_model.py"/>
        <source>This is none of the errors known here. Paste the whole traceback, its last lines above all: they hold the error itself.</source>
        <translation>这不是这里已知的错误。请粘贴完整的回溯，特别是最后几行：错误本身就在其中。</translation>
    </message>
    <message>
        <location filename="../../gui/diff/board.py"/>
        <source>This is pending already; Ctrl+Z takes it back</source>
        <translation>这已是待定的；Ctrl+Z 可撤回</translation>
    </message>
    <message>
        <location filename="../../core/formats/identify_text.py"/>
        <source>This is the configuration of a model (config.json), not its weights. Open the weights that lie beside it, such as pytorch_model.bin.</source>
        <translation>这是模型的配置（config.json），不是其权重。请打开旁边的权重，例如 pytorch_model.bin。</translation>
    </message>
    <message>
        <location filename="../../core/formats/identify_text.py"/>
        <source>This is the error answer of a server (JSON), not the checkpoint: {said}. Check the address, and whether you must log in or accept a licence, then fetch the file again.</source>
        <translation>这是服务器的错误应答（JSON），不是检查点：{said}。请检查地址，以及是否必须登录或接受许可，然后重新获取文件。</translation>
    </message>
    <message>
        <location filename="../../core/formats/identify_text.py"/>
        <source>This is the error answer of a storage server, not the checkpoint: {said}. {way_out}</source>
        <translation>这是存储服务器的错误应答，不是检查点：{said}。{way_out}</translation>
    </message>
    <message>
        <location filename="../../core/formats/identify_text.py"/>
        <source>This is the index of a model saved in parts, not the weights. Open the parts that it names.</source>
        <translation>这是分成多个部分保存的模型的索引，不是权重。请打开它所列出的部分。</translation>
    </message>
    <message>
        <location filename="../../core/formats/identify_text.py"/>
        <source>This is the index of a model saved in {parts}, not the weights. Open the parts themselves, such as {name}, which lie beside it.</source>
        <translation>这是分成 {parts}保存的模型的索引，不是权重。请打开旁边的各部分本身，例如 {name}。</translation>
    </message>
    <message>
        <location filename="../../core/formats/identify.py"/>
        <source>This is the list of parts of a checkpoint of torch.distributed.checkpoint. Call it .metadata again, and open the folder that its parts (.distcp) are in.</source>
        <translation>这是 torch.distributed.checkpoint 检查点的部分列表。请把它改回 .metadata 的名称，并打开其各部分（.distcp）所在的文件夹。</translation>
    </message>
    <message>
        <location filename="../../core/formats/identify_text.py"/>
        <source>This is the list of what a storage server holds, not one of its files. Fetch the file by its own address.</source>
        <translation>这是存储服务器的内容列表，不是其中的文件。请用文件自身的地址获取。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/objects.py"/>
        <source>This is the model object itself, saved with torch.save(model), not its state_dict. torch.load(f) refuses its classes ({names}), and with weights_only=False it needs the very code that they were defined in.</source>
        <translation>这是模型对象本身，用 torch.save(model) 保存，而不是它的 state_dict。torch.load(f) 会拒绝它的类（{names}），而使用 weights_only=False 时需要定义这些类的原始代码。</translation>
    </message>
    <message>
        <location filename="../../gui/session/odd_walk.py"/>
        <source>This is the only NaN or Inf of the file.</source>
        <translation>这是文件中唯一的 NaN 或 Inf。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/objects.py"/>
        <source>This is the optimizer object itself, not its state_dict. torch.load(f) refuses its class; with weights_only=False it loads, and steps of another torch version fail on attributes it lacks, such as “'{kind}' object has no attribute '_warned_capturable_if_run_uncaptured'”.</source>
        <translation>这是优化器对象本身，而不是它的 state_dict。torch.load(f) 会拒绝它的类；使用 weights_only=False 可以加载，但另一版本 torch 的 step 会因它缺少属性而失败，例如“'{kind}' object has no attribute '_warned_capturable_if_run_uncaptured'”。</translation>
    </message>
    <message>
        <location filename="../../core/formats/identify.py"/>
        <source>This is {what}, not a PyTorch checkpoint. Load it with TensorFlow, or convert it there. Look for the file with the weights for PyTorch.</source>
        <translation>这是 {what}，不是 PyTorch 检查点。请用 TensorFlow 加载，或在其中转换。请寻找含有 PyTorch 权重的文件。</translation>
    </message>
    <message>
        <location filename="../../gui/tree/tips.py"/>
        <source>This level goes, and the keys below it move up.</source>
        <translation>该层级会去掉，其下的键上移一级。</translation>
    </message>
    <message>
        <location filename="../../core/torch_child/trial_load.py"/>
        <source>This program has no torch of its own, and found no Python that has it: neither python3 nor python, nor one that {variable} names. Nothing can be loaded with torch.</source>
        <translation>此程序没有自带 torch，也没有找到带 torch 的 Python：python3、python 以及 {variable} 所指的都没有。无法用 torch 加载。</translation>
    </message>
    <message>
        <location filename="../../core/recipes/recipe.py"/>
        <source>This recipe is of another version of the program ({version}).</source>
        <translation>此配方属于程序的另一个版本（{version}）。</translation>
    </message>
    <message>
        <location filename="../../core/containers/safetensors_file.py"/>
        <source>This safetensors file has tensors of dtypes that torch does not know. It is shown and not changed here.</source>
        <translation>此 safetensors 文件含有 torch 不认识的 dtype 的张量。在这里只显示而不能更改。</translation>
    </message>
    <message>
        <location filename="../../core/formats/safetensors.py"/>
        <source>This safetensors file has {count:,} bytes that belong to none of its tensors; it is damaged or a trap. Fetch it again.</source>
        <translation>此 safetensors 文件有 {count:,} 字节不属于任何张量；已损坏或是陷阱。请重新获取。</translation>
    </message>
    <message>
        <location filename="../../cli/main.py"/>
        <source>This should not have happened ({kind}: {error}).</source>
        <translation>这本不该发生（{kind}: {error}）。</translation>
    </message>
    <message>
        <location filename="../../gui/values/model.py"/>
        <source>This tensor is dropped: it is not in the file you save. Its numbers are those of the file as it is.</source>
        <translation>此张量已移除：不在保存的文件中。显示的是文件现有的数字。</translation>
    </message>
    <message>
        <location filename="../../gui/memory/board.py"/>
        <source>Timeline</source>
        <translation>时间线</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/data_parallel.py"/>
        <source>To load into a model without the wrapper, extract the state_dict of the model inside, as model.module.state_dict() gives it.</source>
        <translation>要加载到没有包装的模型中，请像 model.module.state_dict() 那样提取内部模型的 state_dict。</translation>
    </message>
    <message>
        <location filename="../../gui/code/dialog.py"/>
        <source>To load on {computer}</source>
        <translation>在{computer}上加载</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/objects.py"/>
        <source>To load without it, save tensor.full_tensor() there.</source>
        <translation>要在没有它时加载，请在那里保存 tensor.full_tensor()。</translation>
    </message>
    <message>
        <location filename="../../cli/coding.py"/>
        <source>To load {checkpoint} on {computer}.</source>
        <translation>在{computer}上加载 {checkpoint}。</translation>
    </message>
    <message>
        <location filename="../../cli/startup.py"/>
        <source>To look at a file here: {command}</source>
        <translation>在这里查看文件：{command}</translation>
    </message>
    <message>
        <location filename="../../cli/startup.py"/>
        <source>To save a copy that loads without a GPU: {command}</source>
        <translation>保存一份无需 GPU 即可加载的副本：{command}</translation>
    </message>
    <message>
        <location filename="../../gui/app/toolbar.py"/>
        <source>Toolbar</source>
        <translation>工具栏</translation>
    </message>
    <message>
        <location filename="../../gui/memory/board.py"/>
        <source>Train</source>
        <translation>训练</translation>
    </message>
    <message>
        <location filename="../../gui/document/typed_number.py"/>
        <source>True or False</source>
        <translation>True 或 False</translation>
    </message>
    <message>
        <location filename="../../gui/diagnosis/check.py"/>
        <location filename="../../gui/health/board.py"/>
        <location filename="../../gui/location/folder_view.py"/>
        <location filename="../../gui/page/comparing.py"/>
        <location filename="../../gui/page/error_page.py"/>
        <location filename="../../gui/widgets/read_error.py"/>
        <source>Try again</source>
        <translation>重试</translation>
    </message>
    <message>
        <location filename="../../gui/widgets/basic_widgets.py"/>
        <source>Try again without limits</source>
        <translation>不加限制重试</translation>
    </message>
    <message>
        <location filename="../../gui/page/saving.py"/>
        <source>Try again…</source>
        <translation>重试…</translation>
    </message>
    <message>
        <location filename="../../core/containers/ranks/rank_trees.py"/>
        <source>Two files have the same piece of {name}: one is a copy of the other.</source>
        <translation>两个文件有 {name} 的同一个分块：其中一个是另一个的副本。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/object_cures.py"/>
        <source>Two keys of a dict in it would be one as plain data: rename or drop one of them, then make it plain.</source>
        <translation>其中一个字典的两个键变成普通数据后会相同：请重命名或移除其中一个，再转成普通数据。</translation>
    </message>
    <message>
        <location filename="../../core/edits/outlook.py"/>
        <source>Two keys would have this name.</source>
        <translation>会有两个键同名。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/many_files.py"/>
        <source>Two names of the state dict are the same tensor (tied weights), or views of one. safetensors has each tensor once, so save_file refuses. Nothing is wrong with them.</source>
        <translation>state_dict 的两个名称是同一个张量（绑定的权重），或是同一张量的视图。safetensors 对每个张量只保存一次，因此 save_file 会拒绝。它们本身没有问题。</translation>
    </message>
    <message>
        <location filename="../../core/values/export/opened.py"/>
        <source>Two of these tensors would be called {name!r}; export them one by one.</source>
        <translation>其中两个张量都会叫 {name!r}；请逐个导出。</translation>
    </message>
    <message>
        <location filename="../../core/containers/dcp/in_headers.py"/>
        <source>Two pieces of {name} are of different kinds.</source>
        <translation>{name} 的两个分块种类不同。</translation>
    </message>
    <message>
        <location filename="../../core/formats/assembled.py"/>
        <source>Two pieces of {name} claim the same numbers.</source>
        <translation>{name} 的两个分块占用相同的数字。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/running.py"/>
        <source>Two ranks use the same card: each loads the file to the GPU it was saved on, or torch.cuda.set_device was never called.</source>
        <translation>两个 rank 使用了同一块显卡：各自把文件加载到保存时所在的 GPU 上，或者从未调用 torch.cuda.set_device。</translation>
    </message>
    <message>
        <location filename="../../gui/widgets/device_box.py"/>
        <source>Type any device that torch knows, such as cuda:3 or mps</source>
        <translation>输入 torch 认识的任何设备，例如 cuda:3 或 mps</translation>
    </message>
    <message>
        <location filename="../../gui/location/folder_view.py"/>
        <source>Type to find a name</source>
        <translation>输入以查找名称</translation>
    </message>
    <message>
        <location filename="../../gui/rename/model.py"/>
        <source>Type what to look for in the keys.</source>
        <translation>请输入要在键中查找的内容。</translation>
    </message>
    <message>
        <location filename="../../gui/app/actions.py"/>
        <location filename="../../gui/changes/panel.py"/>
        <source>Undo</source>
        <translation>撤销</translation>
    </message>
    <message>
        <location filename="../../gui/changes/panel.py"/>
        <source>Undo: {step} (Ctrl+Z)</source>
        <translation>撤销：{step} (Ctrl+Z)</translation>
    </message>
    <message>
        <location filename="../../gui/app/help.py"/>
        <location filename="../../gui/tree/tools.py"/>
        <source>Unfold all</source>
        <translation>全部展开</translation>
    </message>
    <message>
        <location filename="../../gui/tree/menu.py"/>
        <source>Unfold all below</source>
        <translation>展开下面全部</translation>
    </message>
    <message>
        <location filename="../../gui/tree/menu.py"/>
        <source>Unfold everything</source>
        <translation>全部展开</translation>
    </message>
    <message>
        <location filename="../../gui/location/recent_list.py"/>
        <source>Unpin</source>
        <translation>取消固定</translation>
    </message>
    <message>
        <location filename="../../cli/system/qt_libraries.py"/>
        <source>Until then the window cannot open; the command line works.</source>
        <translation>在此之前窗口无法打开；命令行可以使用。</translation>
    </message>
    <message>
        <location filename="../../gui/location/folder_view.py"/>
        <source>Up</source>
        <translation>上一级</translation>
    </message>
    <message>
        <location filename="../../gui/values/one_tensor.py"/>
        <source>Update</source>
        <translation>更新</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/frameworks.py"/>
        <source>Upgrade torch to 2.6 or newer, or give them the weights as safetensors: safetensors.torch.save_file(state_dict, 'model.safetensors').</source>
        <translation>请把 torch 升级到 2.6 或更新版本，或者以 safetensors 提供权重：safetensors.torch.save_file(state_dict, 'model.safetensors')。</translation>
    </message>
    <message>
        <location filename="../../gui/widgets/device_box.py"/>
        <source>Use</source>
        <translation>使用</translation>
    </message>
    <message>
        <location filename="../../gui/widgets/device_box.py"/>
        <source>Use this device</source>
        <translation>使用此设备</translation>
    </message>
    <message>
        <location filename="../../gui/details/model.py"/>
        <location filename="../../gui/tree/value_editor.py"/>
        <source>Value</source>
        <translation>值</translation>
    </message>
    <message>
        <location filename="../../gui/page/workspace.py"/>
        <source>Values</source>
        <translation>数值</translation>
    </message>
    <message>
        <location filename="../../gui/app/actions.py"/>
        <source>Verify &amp;integrity</source>
        <translation>验证完整性(&amp;I)</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/containers.py"/>
        <source>Verify the file: checksums are compared only then.</source>
        <translation>请验证文件：只有这时才比较校验和。</translation>
    </message>
    <message>
        <location filename="../../gui/diagnosis/board.py"/>
        <source>Verify with torch</source>
        <translation>用 torch 验证</translation>
    </message>
    <message>
        <location filename="../../gui/app/help.py"/>
        <source>Version {version}</source>
        <translation>版本 {version}</translation>
    </message>
    <message>
        <location filename="../../gui/page/saving.py"/>
        <source>Wait until it is there, or stop: then nothing of it is left.</source>
        <translation>等待完成，或停止：停止后什么也不会留下。</translation>
    </message>
    <message>
        <location filename="../../gui/diagnosis/model.py"/>
        <source>Warning</source>
        <translation>警告</translation>
    </message>
    <message>
        <location filename="../../gui/memory/strategy_list.py"/>
        <source>Ways to load the checkpoint</source>
        <translation>加载检查点的方式</translation>
    </message>
    <message>
        <location filename="../../gui/code/dialog.py"/>
        <source>Ways to load the file</source>
        <translation>加载文件的方式</translation>
    </message>
    <message>
        <location filename="../../gui/page/exporting.py"/>
        <source>Web page (*.html)</source>
        <translation>网页 (*.html)</translation>
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
        <translation>CUDA 本身在每个进程所用的每个 GPU 上占用的量：CUDA 11.7 起约 {memory}，之前更多。
取决于显卡和驱动，因此是可以更正的假设。</translation>
    </message>
    <message>
        <location filename="../../gui/memory/bars_model.py"/>
        <source>What CUDA itself takes in each process on each GPU it touches; an assumption that you can edit.
Only the end of the process frees it.</source>
        <translation>CUDA 本身在每个进程所用的每个 GPU 上占用的量；这是可以修改的假设。
只有进程结束才会释放。</translation>
    </message>
    <message>
        <location filename="../../gui/memory/training.py"/>
        <source>What activations take</source>
        <translation>激活值占用多少</translation>
    </message>
    <message>
        <location filename="../../gui/recipes/table_model.py"/>
        <source>What became of it</source>
        <translation>变成了什么</translation>
    </message>
    <message>
        <location filename="../../cli/curing.py"/>
        <source>What can be cured in it: {curable}.</source>
        <translation>其中可以修复的有：{curable}。</translation>
    </message>
    <message>
        <location filename="../../gui/tree/suggestions.py"/>
        <source>What can be searched for</source>
        <translation>可以搜索什么</translation>
    </message>
    <message>
        <location filename="../../gui/diff/board.py"/>
        <source>What differs between the two files</source>
        <translation>两个文件的不同之处</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/running.py"/>
        <source>What differs is moved, or left behind, by the script: look at the data and at the order of model.to, optimizer and load_state_dict.</source>
        <translation>不同之处是由脚本移动或漏移的：请检查数据，以及 model.to、优化器和 load_state_dict 的顺序。</translation>
    </message>
    <message>
        <location filename="../../gui/palette/command_palette.py"/>
        <source>What do you want to do?</source>
        <translation>要做什么？</translation>
    </message>
    <message>
        <location filename="../../gui/parts/panel.py"/>
        <source>What each rank saved, a branch each</source>
        <translation>每个 rank 保存的内容，各为一个分支</translation>
    </message>
    <message>
        <location filename="../../gui/diagnosis/fixes_list.py"/>
        <source>What else can be done</source>
        <translation>还可以做什么</translation>
    </message>
    <message>
        <location filename="../../gui/preferences/offered.py"/>
        <source>What files are diagnosed for at first: say so where the file will be loaded somewhere else</source>
        <translation>文件最初按什么诊断：如果会在别处加载，请在此说明</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traceback/judge_devices.py"/>
        <source>What fills the card is the script's: activations (a smaller batch), or another process (nvidia-smi).</source>
        <translation>占满显卡的是脚本：激活值（请减小批次），或另一个进程（nvidia-smi）。</translation>
    </message>
    <message>
        <location filename="../../gui/memory/training.py"/>
        <source>What going on with training takes</source>
        <translation>继续训练需要多少</translation>
    </message>
    <message>
        <location filename="../../gui/memory/board.py"/>
        <source>What going on with training takes once the chosen way has loaded the file</source>
        <translation>用所选方式加载文件之后，继续训练需要多少</translation>
    </message>
    <message>
        <location filename="../../gui/recipes/folder_dialog.py"/>
        <source>What is done to each file</source>
        <translation>对每个文件做什么</translation>
    </message>
    <message>
        <location filename="../../core/edits/extract.py"/>
        <source>What is kept is a part of {path!r}, so there is no state dict to make of that.</source>
        <translation>所保留的是 {path!r} 的一部分，所以无法由它生成 state_dict。</translation>
    </message>
    <message>
        <location filename="../../gui/save/forecast.py"/>
        <source>What is missing has to come from elsewhere.</source>
        <translation>缺失的部分须从别处取得。</translation>
    </message>
    <message>
        <location filename="../../gui/save/forecast.py"/>
        <source>What is missing will not be in it, and load_state_dict will stop at keys that are missing.</source>
        <translation>缺失的部分不在其中，load_state_dict 遇到缺失的键时会停止。</translation>
    </message>
    <message>
        <location filename="../../gui/parts/table_model.py"/>
        <source>What is missing, not used, there twice or damaged</source>
        <translation>缺失、未使用、重复或损坏的内容</translation>
    </message>
    <message>
        <location filename="../../gui/app/desk.py"/>
        <source>What is open cannot be kept for the next start: {reason}</source>
        <translation>无法为下次启动记住已打开的文件：{reason}</translation>
    </message>
    <message>
        <location filename="../../core/saving/verify.py"/>
        <source>What is shown cannot be written as a plain file: {oddities}. Nothing was written. Leave out what holds it, or keep the file as it is.</source>
        <translation>显示的内容无法写成普通文件：{oddities}。没有写入任何内容。请去掉含有它的部分，或保持文件原样。</translation>
    </message>
    <message>
        <location filename="../../gui/diagnosis/error_dialog.py"/>
        <source>What is this error?</source>
        <translation>这是什么错误？</translation>
    </message>
    <message>
        <location filename="../../gui/health/board.py"/>
        <source>What is wrong with the values</source>
        <translation>数值的问题</translation>
    </message>
    <message>
        <location filename="../../gui/health/board.py"/>
        <source>What is wrong with the values will stand here.</source>
        <translation>数值的问题会显示在这里。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/pickles.py"/>
        <source>What it holds at the place that the script took it from is for the script to know.</source>
        <translation>脚本取用的位置上有什么，只有脚本知道。</translation>
    </message>
    <message>
        <location filename="../../gui/location/checkpoints_model.py"/>
        <source>What it is called in the folder, and where a link leads</source>
        <translation>在文件夹中的名称，以及链接指向何处</translation>
    </message>
    <message>
        <location filename="../../core/containers/dcp/archive.py"/>
        <location filename="../../core/containers/dcp/objects.py"/>
        <source>What lies there is no file of torch.save.</source>
        <translation>那里的内容不是 torch.save 的文件。</translation>
    </message>
    <message>
        <location filename="../../gui/devices/panel.py"/>
        <source>What lies where in the file you save</source>
        <translation>保存的文件中各部分的位置</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/objects.py"/>
        <source>What nothing plain can stand for is dropped.</source>
        <translation>没有普通数据可以代替的内容会被移除。</translation>
    </message>
    <message>
        <location filename="../../gui/memory/controls.py"/>
        <source>What stays free on each card</source>
        <translation>每块显卡上留出的空间</translation>
    </message>
    <message>
        <location filename="../../gui/health/board.py"/>
        <source>What the cells of the map are coloured by</source>
        <translation>图中格子的着色依据</translation>
    </message>
    <message>
        <location filename="../../gui/location/checkpoints_model.py"/>
        <source>What the file says, or else its name</source>
        <translation>取自文件内容，否则取自文件名</translation>
    </message>
    <message>
        <location filename="../../gui/memory/training.py"/>
        <source>What the forward pass keeps for the backward pass. It depends on the model's code and the batch:
no file tells it. A run does, with torch.cuda.max_memory_allocated().</source>
        <translation>前向传播为反向传播保留的内容。取决于模型代码和批次：
文件无法得知。实际运行可用 torch.cuda.max_memory_allocated() 得知。</translation>
    </message>
    <message>
        <location filename="../../gui/health/board.py"/>
        <source>What the map is coloured by</source>
        <translation>图的着色依据</translation>
    </message>
    <message>
        <location filename="../../core/containers/ranks/flat_parameters.py"/>
        <source>What the ranks have of {name} is not what they say that they have; the files do not match.</source>
        <translation>各 rank 实际拥有的 {name} 与它们所声明的不符；文件不匹配。</translation>
    </message>
    <message>
        <location filename="../../gui/health/colouring.py"/>
        <source>What the scan noticed: wrong, suspicious, or fine</source>
        <translation>扫描发现的情况：错误、可疑或正常</translation>
    </message>
    <message>
        <location filename="../../gui/tree/tools.py"/>
        <source>What the search hides is not selected: a row stands for what was found in it.</source>
        <translation>搜索隐藏的内容不会被选中：一行代表其中找到的内容。</translation>
    </message>
    <message>
        <location filename="../../core/values/health/weights.py"/>
        <source>What these units give is nothing but their bias, whatever comes in, unless they were pruned.</source>
        <translation>无论输入什么，这些单元只给出偏置，除非它们被剪枝了。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/many_files.py"/>
        <source>What they held is not in this copy either.</source>
        <translation>那些文件的内容也不在此副本中。</translation>
    </message>
    <message>
        <location filename="../../gui/parts/model.py"/>
        <source>What this file has of them counts, as it is read last.</source>
        <translation>重复的键以此文件为准，因为它最后被读取。</translation>
    </message>
    <message>
        <location filename="../../gui/diagnosis/finding_card.py"/>
        <source>What to do</source>
        <translation>怎么办</translation>
    </message>
    <message>
        <location filename="../../gui/diagnosis/finding_card.py"/>
        <source>What torch says</source>
        <translation>torch 的消息</translation>
    </message>
    <message>
        <location filename="../../gui/memory/bars_model.py"/>
        <source>What torch's caching allocator holds beyond the tensors, for those to come: most of
torch.cuda.memory_reserved() minus torch.cuda.memory_allocated()</source>
        <translation>torch 的缓存分配器在张量之外为后续保留的量：大致是
torch.cuda.memory_reserved() 减去 torch.cuda.memory_allocated()</translation>
    </message>
    <message>
        <location filename="../../gui/recipes/table_model.py"/>
        <source>What was changed</source>
        <translation>更改了什么</translation>
    </message>
    <message>
        <location filename="../../gui/memory/table_models.py"/>
        <source>What was done, and where: RAM is that of the process</source>
        <translation>做了什么，在哪里：内存是该进程的</translation>
    </message>
    <message>
        <location filename="../../gui/health/table_model.py"/>
        <source>What was noticed; the worst is told first</source>
        <translation>发现的情况；最严重的在前</translation>
    </message>
    <message>
        <location filename="../../core/recipes/recipe.py"/>
        <source>What was selected here cannot be named in another file.</source>
        <translation>这里选择的内容无法在另一个文件中指明。</translation>
    </message>
    <message>
        <location filename="../../core/saving/read_back.py"/>
        <source>What was written does not read back ({reason}) The target was left alone.</source>
        <translation>写出的内容无法读回（{reason}）目标未动。</translation>
    </message>
    <message>
        <location filename="../../core/saving/places/elsewhere.py"/>
        <source>What was written does not read back as planned.</source>
        <translation>写出的内容读回后与计划不符。</translation>
    </message>
    <message>
        <location filename="../../core/saving/read_back.py"/>
        <location filename="../../core/saving/verify.py"/>
        <source>What was written is not what was planned; the target was left alone. Please report this file.</source>
        <translation>写出的内容与计划不符；目标未动。请报告此文件。</translation>
    </message>
    <message>
        <location filename="../../gui/changes/table_model.py"/>
        <source>What will be different in the file you save</source>
        <translation>保存的文件中会有哪些不同</translation>
    </message>
    <message>
        <location filename="../../gui/tree/headings.py"/>
        <source>What will be different in the file you save; shown as soon as something is planned</source>
        <translation>保存的文件中会有哪些不同；一有计划就显示</translation>
    </message>
    <message>
        <location filename="../../gui/save/sections.py"/>
        <location filename="../../gui/save/summary.py"/>
        <source>What will differ</source>
        <translation>会有哪些不同</translation>
    </message>
    <message>
        <location filename="../../core/values/health/weights.py"/>
        <source>Whatever is computed with it becomes NaN. Use a checkpoint from before that.</source>
        <translation>用它计算的一切都会变为 NaN。请使用在此之前的检查点。</translation>
    </message>
    <message>
        <location filename="../../gui/location/checkpoints_model.py"/>
        <source>When it was written</source>
        <translation>写入时间</translation>
    </message>
    <message>
        <location filename="../../gui/health/table_model.py"/>
        <source>Where</source>
        <translation>位置</translation>
    </message>
    <message>
        <location filename="../../gui/save/form.py"/>
        <source>Where a damaged tensor is cast or packed anew, the copy gets a checksum that fits it: nothing shows the damage any more. Without this tick such a copy is not written.</source>
        <translation>已损坏的张量在转换类型或重新打包后，副本会带有与之相符的校验和，从此看不出损坏。不勾选此项时，不会写入这样的副本。</translation>
    </message>
    <message>
        <location filename="../../gui/diff/table_model.py"/>
        <source>Where it is in this file, or in the other one if only that has it</source>
        <translation>它在此文件中的位置；若只在另一个文件中，则为那里的位置</translation>
    </message>
    <message>
        <location filename="../../gui/optimizer/table_model.py"/>
        <source>Where its exp_avg, momentum_buffer … will lie; after ≠ where the parameter is, if that is elsewhere</source>
        <translation>它的 exp_avg、momentum_buffer … 将在哪里；若与参数不在一处，≠ 之后是参数的位置</translation>
    </message>
    <message>
        <location filename="../../gui/machine/chip.py"/>
        <source>Where the file is to be loaded. The banner, Diagnosis, Memory, Code and Save all go by it. Click to choose another machine.</source>
        <translation>文件将在哪里加载。提示栏、诊断、显存、代码和保存都以此为准。点击可选择其他机器。</translation>
    </message>
    <message>
        <location filename="../../gui/devices/table_model.py"/>
        <source>Where the file you save puts them: as torch.load(f, map_location={device: target}) would</source>
        <translation>保存的文件会把它们放到哪里：与 torch.load(f, map_location={device: target}) 相同</translation>
    </message>
    <message>
        <location filename="../../gui/memory/controls.py"/>
        <source>Where the model lives: Model().to(target), and what map_location=target points at</source>
        <translation>模型所在之处：Model().to(target)，以及 map_location=target 所指之处</translation>
    </message>
    <message>
        <location filename="../../gui/recipes/folder_dialog.py"/>
        <source>Where the new files go</source>
        <translation>新文件的去处</translation>
    </message>
    <message>
        <location filename="../../gui/diagnosis/fixes_list.py"/>
        <source>Where the optimizer's state goes</source>
        <translation>优化器状态的去处</translation>
    </message>
    <message>
        <location filename="../../gui/diagnosis/fixes_list.py"/>
        <source>Where the optimizer's state was saved</source>
        <translation>优化器状态保存时的位置</translation>
    </message>
    <message>
        <location filename="../../gui/memory/controls.py"/>
        <source>Where the processes load to</source>
        <translation>各进程加载到哪里</translation>
    </message>
    <message>
        <location filename="../../gui/parts/table_model.py"/>
        <source>Where the tensors in it were saved</source>
        <translation>其中的张量保存在哪里</translation>
    </message>
    <message>
        <location filename="../../gui/memory/table_models.py"/>
        <source>Where torch.load without map_location puts the tensors</source>
        <translation>不带 map_location 的 torch.load 把张量放到哪里</translation>
    </message>
    <message>
        <location filename="../../gui/devices/table_model.py"/>
        <source>Where torch.load(f) without map_location would put the tensors. A click selects them.</source>
        <translation>不带 map_location 的 torch.load(f) 会把张量放到哪里。点击则选择它们。</translation>
    </message>
    <message>
        <location filename="../../gui/diagnosis/fixes_list.py"/>
        <source>Where torch.load(saved) puts the optimizer's state.
“follow parameters”: each exp_avg goes to where its parameter is, as optimizer.load_state_dict wants it.
step stays on the cpu unless its group is capturable or fused.</source>
        <translation>torch.load(saved) 把优化器状态放到哪里。
“跟随参数”：每个 exp_avg 放到其参数所在之处，符合 optimizer.load_state_dict 的要求。
step 留在 cpu 上，除非其组为 capturable 或 fused。</translation>
    </message>
    <message>
        <location filename="../../gui/devices/panel.py"/>
        <source>Where torch.load(saved) puts what was saved on {name}: map_location={{{device}: …}}</source>
        <translation>torch.load(saved) 把保存在 {name} 上的内容放到哪里：map_location={{{device}: …}}</translation>
    </message>
    <message>
        <location filename="../../cli/limits.py"/>
        <source>Where you trust the file, allow more with {option} {value}, or {option} {none}.</source>
        <translation>如果信任此文件，可用 {option} {value} 允许更多，或 {option} {none}。</translation>
    </message>
    <message>
        <location filename="../../gui/devices/panel.py"/>
        <source>Where {name} goes</source>
        <translation>{name} 的去处</translation>
    </message>
    <message>
        <location filename="../../gui/health/colouring.py"/>
        <source>Whether any number is not finite</source>
        <translation>是否有数字不是有限的</translation>
    </message>
    <message>
        <location filename="../../gui/machine/chip.py"/>
        <location filename="../../gui/memory/controls.py"/>
        <source>Which card?</source>
        <translation>哪种显卡？</translation>
    </message>
    <message>
        <location filename="../../gui/memory/board.py"/>
        <source>Which card? Choose one above, or type its name or its memory: T4, 24 GiB.</source>
        <translation>哪种显卡？请在上方选择，或输入名称或显存：T4、24 GiB。</translation>
    </message>
    <message>
        <location filename="../../gui/preferences/dialog.py"/>
        <source>Which columns of the tree show, their order and widths: as at first</source>
        <translation>树中显示哪些列，以及其顺序和宽度：恢复为最初的样子</translation>
    </message>
    <message>
        <location filename="../../gui/app/actions.py"/>
        <source>Which keys a model misses or does not expect, as load_state_dict(strict=True) finds. No numbers are compared.</source>
        <translation>模型缺少或不认识哪些键，与 load_state_dict(strict=True) 的结果相同。不比较数字。</translation>
    </message>
    <message>
        <location filename="../../gui/rename/dialog.py"/>
        <source>Which keys are meant</source>
        <translation>指哪些键</translation>
    </message>
    <message>
        <location filename="../../gui/page/banner.py"/>
        <source>Which keys?</source>
        <translation>哪些键？</translation>
    </message>
    <message>
        <location filename="../../gui/optimizer/panel.py"/>
        <source>Which optimizer of the file to show</source>
        <translation>显示文件中的哪个优化器</translation>
    </message>
    <message>
        <location filename="../../core/memory/training/words.py"/>
        <source>Which parameters are trained cannot be told from the file, and so not what resuming takes.</source>
        <translation>训练哪些参数无法从文件得知，因此也不知道恢复训练需要多少。</translation>
    </message>
    <message>
        <location filename="../../gui/values/picture_page.py"/>
        <source>Which part of complex numbers is shown</source>
        <translation>显示复数的哪一部分</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/many_files.py"/>
        <source>Who goes by the index asks a file for what it does not have. transformers asks all files, and makes what is in none at random, with a warning alone: right for a head that is to be trained. For all else the files are of different saves, or of another model.</source>
        <translation>按索引行事，就会向文件索要它没有的内容。transformers 会查看所有文件，哪个文件中都没有的就随机初始化，只给出一条警告：对于要训练的头部这是正确的。其他情况下，说明文件来自不同的保存或另一个模型。</translation>
    </message>
    <message>
        <location filename="../../gui/parts/panel.py"/>
        <source>Whole</source>
        <translation>整体</translation>
    </message>
    <message>
        <location filename="../../gui/rename/model.py"/>
        <source>Whole keys, with * and ?</source>
        <translation>整个键，可用 * 和 ?</translation>
    </message>
    <message>
        <location filename="../../gui/preferences/offered.py"/>
        <source>Whose memory the memory panel begins with; as found means the card of this computer</source>
        <translation>显存面板最初按谁的显存计算；“自动”表示本计算机的显卡</translation>
    </message>
    <message>
        <location filename="../../gui/rename/table_model.py"/>
        <source>Why it cannot be called so</source>
        <translation>为什么不能这样命名</translation>
    </message>
    <message>
        <location filename="../../gui/page/banner.py"/>
        <location filename="../../gui/widgets/two_lines.py"/>
        <source>Why?</source>
        <translation>为什么？</translation>
    </message>
    <message>
        <location filename="../../gui/page/notice.py"/>
        <source>Will be saved on {devices}, but {computer}.</source>
        <translation>将保存在 {devices} 上，但{computer}。</translation>
    </message>
    <message>
        <location filename="../../gui/page/notice.py"/>
        <source>Will be saved on {devices}, which only another kind of machine has.</source>
        <translation>将保存在 {devices} 上，只有另一类机器才有该设备。</translation>
    </message>
    <message>
        <location filename="../../gui/tree/tips.py"/>
        <source>Will not be in the file that is saved.</source>
        <translation>不会在保存的文件中。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/optimizers.py"/>
        <source>With an optimizer of torch load into a model of the dtype that it was trained in, and convert afterwards; there is nothing to mend in the file.</source>
        <translation>使用 torch 的优化器时，请加载到与训练时 dtype 相同的模型中，之后再转换；文件中没有需要修复的内容。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/optimizers.py"/>
        <source>With capturable=True or fused=True torch wants step on the device of its parameter. Since torch 2.0 optimizer.load_state_dict moves it there, so the file alone makes nothing fail; before, or where the model is moved after that, optimizer.step() does.</source>
        <translation>使用 capturable=True 或 fused=True 时，torch 要求 step 位于其参数的设备上。自 torch 2.0 起，optimizer.load_state_dict 会把它移过去，因此文件本身不会导致失败；更早的版本，或者之后又移动了模型时，optimizer.step() 会失败。</translation>
    </message>
    <message>
        <location filename="../../gui/memory/controls.py"/>
        <source>With several processes, each keeps its model on its own GPU. What map_location=target means to them:
their own GPU, map_location=f'cuda:{rank}', or naively one GPU for all of them.</source>
        <translation>有多个进程时，各自把模型放在自己的 GPU 上。map_location=target 对它们意味着：
自己的 GPU，map_location=f'cuda:{rank}'，或全部直接用同一个 GPU。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/objects.py"/>
        <source>With weights_only=False torch.load imports {dotted} and fails where that code is not, or has moved. A pickle holds names of classes, never the classes.</source>
        <translation>使用 weights_only=False 时，torch.load 会导入 {dotted}，如果那里没有该代码或代码已移走，就会失败。pickle 只保存类的名称，从不保存类本身。</translation>
    </message>
    <message>
        <location filename="../../core/loading/methods.py"/>
        <source>With weights_only=False torch.load takes the file, if its code is still what it was; that runs what the file says, so only for files you made.</source>
        <translation>加上 weights_only=False 时 torch.load 会接受此文件，只要其代码仍与当时相同；这会运行文件中的内容，因此只用于自己生成的文件。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/unopened.py"/>
        <source>With “Invalid magic number; corrupt file?” torch before 2.6, and weights_only=False, refuse it.</source>
        <translation>torch 2.6 之前的版本以及 weights_only=False 会以“Invalid magic number; corrupt file?”拒绝它。</translation>
    </message>
    <message>
        <location filename="../../gui/memory/controls.py"/>
        <source>Without `del checkpoint`: what load_state_dict has copied stays in memory as long as the name does</source>
        <translation>没有 `del checkpoint` 时：load_state_dict 复制过的内容会一直留在内存中，与该名称同存</translation>
    </message>
    <message>
        <location filename="../../core/loading/recipes.py"/>
        <source>Without a GPU DataParallel does nothing: leave it off where you can.</source>
        <translation>没有 GPU 时 DataParallel 不起作用：可以的话就不用。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/object_cures.py"/>
        <source>Without “{prefix}” the keys are those of the model inside {wrapper}. Keep “{prefix}” only where the model that loads them is wrapped as well.</source>
        <translation>去掉“{prefix}”后，键就是 {wrapper} 内部模型的键。只有加载它的模型也被包装时，才保留“{prefix}”。</translation>
    </message>
    <message>
        <location filename="../../gui/values/one_tensor.py"/>
        <source>Worked out from a sample</source>
        <translation>根据部分数字算出</translation>
    </message>
    <message>
        <location filename="../../gui/memory/board.py"/>
        <source>Working it out …</source>
        <translation>正在计算 …</translation>
    </message>
    <message>
        <location filename="../../gui/page/banner.py"/>
        <source>Write a new checkpoint with the pending changes (Ctrl+S)</source>
        <translation>写出带有待定更改的新检查点（Ctrl+S）</translation>
    </message>
    <message>
        <location filename="../../gui/app/actions.py"/>
        <source>Write a new checkpoint with the pending changes. Until then no file is touched.</source>
        <translation>写出带有待定更改的新检查点。在此之前不会改动任何文件。</translation>
    </message>
    <message>
        <location filename="../../gui/save/form.py"/>
        <source>Write a plain file of what is shown, without what is hidden</source>
        <translation>按显示的内容写成普通文件，不含隐藏的内容</translation>
    </message>
    <message>
        <location filename="../../gui/app/actions.py"/>
        <source>Write all keys with the columns on show: CSV, JSON or Markdown.</source>
        <translation>按显示的列写出所有键：CSV、JSON 或 Markdown。</translation>
    </message>
    <message>
        <location filename="../../gui/recipes/folder_dialog.py"/>
        <source>Write all new files; each is checked before it counts</source>
        <translation>写出所有新文件；每个都经过检查才算数</translation>
    </message>
    <message>
        <location filename="../../gui/devices/panel.py"/>
        <source>Write cpu as the saved device of everything: torch.load(saved) then works on a machine without a GPU,
as torch.load(f, map_location='cpu') would. One step, undone by one Ctrl+Z.</source>
        <translation>把所有内容的保存设备写为 cpu：之后 torch.load(saved) 在没有 GPU 的机器上也能加载，
与 torch.load(f, map_location='cpu') 相同。一步完成，Ctrl+Z 一次撤销。</translation>
    </message>
    <message>
        <location filename="../../gui/save/form.py"/>
        <source>Write damaged bytes all the same</source>
        <translation>仍然写入已损坏的字节</translation>
    </message>
    <message>
        <location filename="../../gui/app/actions.py"/>
        <source>Write everything in the size of the desktop.</source>
        <translation>使用桌面的文字大小。</translation>
    </message>
    <message>
        <location filename="../../gui/app/actions.py"/>
        <source>Write everything larger.</source>
        <translation>放大所有文字。</translation>
    </message>
    <message>
        <location filename="../../gui/app/actions.py"/>
        <source>Write everything smaller.</source>
        <translation>缩小所有文字。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/devices.py"/>
        <source>Write map_location='cpu' or map_location='cuda:0'; torch.device(…) tells beforehand whether a name is right.</source>
        <translation>请写 map_location='cpu' 或 map_location='cuda:0'；torch.device(…) 可以事先说明名称是否正确。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traceback/judge_devices.py"/>
        <source>Write map_location='cpu', or a device that this torch knows.</source>
        <translation>请写 map_location='cpu'，或当前 torch 认识的设备。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traceback/judge_devices.py"/>
        <source>Write map_location={device}.</source>
        <translation>请写 map_location={device}。</translation>
    </message>
    <message>
        <location filename="../../gui/app/actions.py"/>
        <source>Write one page of HTML with devices, findings, their cures, the plan and memory: for an issue.</source>
        <translation>写出一页 HTML，含设备、问题、修复、计划和显存：用于提交问题。</translation>
    </message>
    <message>
        <location filename="../../gui/save/form.py"/>
        <source>Write over the file that is open. It is replaced in one step, and only after what was written has been read back and compared; the old content is then gone.</source>
        <translation>覆盖已打开的文件。写出的内容读回并比对之后，才一步替换；旧内容随即消失。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/containers.py"/>
        <source>Write the file as a zip; nothing is lost.</source>
        <translation>把文件写成 zip；不会丢失任何内容。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/containers.py"/>
        <source>Write the file as a zip; nothing is lost. Where the traceback does not go through torch.load, the script makes a tensor of numbers that are no sizes.</source>
        <translation>把文件写成 zip；不会丢失任何内容。如果回溯不经过 torch.load，那么是脚本用并非大小的数字创建了张量。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/file.py"/>
        <source>Write the number as text, in hexadecimal.</source>
        <translation>把数字写成十六进制文本。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/objects.py"/>
        <source>Write the older name, which both numpy 1 and 2 know; or use numpy ≥ 2.</source>
        <translation>写成 numpy 1 和 2 都认识的旧名称；或者使用 numpy ≥ 2。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/pickles.py"/>
        <source>Write the pickle in protocol 2, or load with weights_only=False if you trust who made the file.</source>
        <translation>用协议 2 写 pickle；如果信任文件的制作者，也可以用 weights_only=False 加载。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/file.py"/>
        <source>Write the same data in protocol 2; nothing is lost.</source>
        <translation>用协议 2 写入相同的数据；不会丢失任何内容。</translation>
    </message>
    <message>
        <location filename="../../gui/app/actions.py"/>
        <source>Write the selected keys with the columns on show: CSV, JSON or Markdown.</source>
        <translation>按显示的列写出所选的键：CSV、JSON 或 Markdown。</translation>
    </message>
    <message>
        <location filename="../../gui/page/banner.py"/>
        <source>Write the weights alone as a checkpoint. Nothing in this file is run.</source>
        <translation>只把权重写成检查点。不运行此文件中的任何内容。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/container.py"/>
        <source>Write the zip container of today; nothing is lost.</source>
        <translation>写成现在的 zip 容器；不会丢失任何内容。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/container.py"/>
        <source>Write the zip container.</source>
        <translation>写成 zip 容器。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/container.py"/>
        <source>Write the zip container; nothing is lost.</source>
        <translation>写成 zip 容器；不会丢失任何内容。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/python2.py"/>
        <source>Write them as Latin-1 reads them, which every byte has a letter in; or pass encoding='latin1' at every load.</source>
        <translation>按 Latin-1 读取的结果写入，该编码中每个字节都对应一个字符；或者每次加载时传入 encoding='latin1'。</translation>
    </message>
    <message>
        <location filename="../../gui/recipes/dialog.py"/>
        <source>Write this recipe to a .json file, for others</source>
        <translation>把此配方写入 .json 文件，供他人使用</translation>
    </message>
    <message>
        <location filename="../../gui/tree/menu.py"/>
        <source>Write {device} as the saved device: torch.load(saved) puts these tensors there without map_location</source>
        <translation>把 {device} 写为保存的设备：torch.load(saved) 不需要 map_location 就会把这些张量放到那里</translation>
    </message>
    <message>
        <location filename="../../gui/recipes/folder_dialog.py"/>
        <source>Writing…</source>
        <translation>正在写入…</translation>
    </message>
    <message>
        <location filename="../../gui/recipes/dialog.py"/>
        <source>Written: {file}</source>
        <translation>已写入：{file}</translation>
    </message>
    <message>
        <location filename="../../gui/memory/answer_model.py"/>
        <source>Yes, once saved: {amount}, with plain torch.load.</source>
        <translation>保存后可以：{amount}，用普通的 torch.load。</translation>
    </message>
    <message>
        <location filename="../../gui/memory/answer_model.py"/>
        <source>Yes: {amount}, but plain torch.load refuses the file.</source>
        <translation>可以：{amount}，但普通的 torch.load 拒绝此文件。</translation>
    </message>
    <message>
        <location filename="../../gui/memory/answer_model.py"/>
        <source>Yes: {amount}, with plain torch.load.</source>
        <translation>可以：{amount}，用普通的 torch.load。</translation>
    </message>
    <message>
        <location filename="../../gui/memory/answer_model.py"/>
        <source>Yes: {amount}, {way}.</source>
        <translation>可以：{amount}，{way}。</translation>
    </message>
    <message>
        <location filename="../../gui/memory/answer_model.py"/>
        <source>Yes: {amount}, {way}; plain torch.load fails.</source>
        <translation>可以：{amount}，{way}；普通的 torch.load 会失败。</translation>
    </message>
    <message>
        <location filename="../../gui/memory/answer_model.py"/>
        <source>Yes: {amount}, {way}; plain torch.load refuses the file.</source>
        <translation>可以：{amount}，{way}；普通的 torch.load 拒绝此文件。</translation>
    </message>
    <message>
        <location filename="../../gui/memory/answer_model.py"/>
        <source>Yes: {amount}, {way}; plain torch.load runs out of memory.</source>
        <translation>可以：{amount}，{way}；普通的 torch.load 会显存不足。</translation>
    </message>
    <message>
        <location filename="../../gui/memory/answer_model.py"/>
        <source>Yes: {amount}, {way}; plain torch.load takes {more} more.</source>
        <translation>可以：{amount}，{way}；普通的 torch.load 还要多占 {more}。</translation>
    </message>
    <message>
        <location filename="../../core/containers/location.py"/>
        <source>You have no permission to read {path}. Ask its owner, or copy it to where you may read it.</source>
        <translation>没有读取 {path} 的权限。请联系其所有者，或把它复制到你有权读取的位置。</translation>
    </message>
    <message>
        <location filename="../../core/containers/location.py"/>
        <source>You have no permission to read {path}: {reason}.</source>
        <translation>没有读取 {path} 的权限：{reason}。</translation>
    </message>
    <message>
        <location filename="../../core/saving/publishing.py"/>
        <source>You have no permission to replace {path}.</source>
        <translation>没有替换 {path} 的权限。</translation>
    </message>
    <message>
        <location filename="../../gui/widgets/error_box.py"/>
        <source>Your error or traceback</source>
        <translation>错误或回溯</translation>
    </message>
    <message>
        <location filename="../../gui/health/colouring.py"/>
        <location filename="../../gui/values/several_table.py"/>
        <source>Zeros</source>
        <translation>零</translation>
    </message>
    <message>
        <location filename="../../gui/details/model.py"/>
        <source>[{box}] in {file}</source>
        <translation>{file} 中的 [{box}]</translation>
    </message>
    <message>
        <location filename="../../gui/details/model.py"/>
        <source>[{box}] in {file}, by rank {rank}</source>
        <translation>{file} 中的 [{box}]，由 rank {rank} 保存</translation>
    </message>
    <message>
        <location filename="../../core/edits/numbers/setting.py"/>
        <source>[{box}] is no part of a tensor of {shape}.</source>
        <translation>[{box}] 不在 {shape} 的张量之内。</translation>
    </message>
    <message>
        <location filename="../../gui/rename/model.py"/>
        <source>^layer(\d+)\.</source>
        <translation>^layer(\d+)\.</translation>
    </message>
    <message>
        <location filename="../../core/memory/assumptions.py"/>
        <source>`del checkpoint` drops the last reference to the checkpoint.</source>
        <translation>`del checkpoint` 去掉对检查点的最后一个引用。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/resuming.py"/>
        <source>`step` lies on a GPU</source>
        <translation>`step` 位于 GPU 上</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/resuming.py"/>
        <source>`step` lies on the CPU and a group is capturable</source>
        <translation>`step` 位于 CPU 上，而某个组为 capturable</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traceback/judge_state.py"/>
        <source>a CPU's state has 5,056 bytes, that of a card 16; {sizes}. Look which goes to which generator.</source>
        <translation>CPU 的状态有 5,056 字节，显卡的有 16 字节；{sizes}。请检查哪个状态给了哪个生成器。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/names.py"/>
        <source>a Lightning strategy</source>
        <translation>Lightning 策略</translation>
    </message>
    <message>
        <location filename="../../core/formats/identify.py"/>
        <source>a SavedModel of TensorFlow</source>
        <translation>TensorFlow 的 SavedModel</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/containers.py"/>
        <source>a TorchScript archive, opened by torch.load</source>
        <translation>用 torch.load 打开的 TorchScript 归档</translation>
    </message>
    <message>
        <location filename="../../gui/location/model.py"/>
        <source>a bucket of Google Cloud Storage</source>
        <translation>Google Cloud Storage 存储桶</translation>
    </message>
    <message>
        <location filename="../../gui/location/model.py"/>
        <source>a bucket of S3</source>
        <translation>S3 存储桶</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/resuming.py"/>
        <source>a checkpoint that Lightning did not write, or only in part</source>
        <translation>不是或只有部分是由 Lightning 写成的检查点</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/containers.py"/>
        <source>a checkpoint that could not be written</source>
        <translation>无法写入的检查点</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/containers.py"/>
        <source>a checkpoint, opened by something other than torch.load</source>
        <translation>没有用 torch.load 而用其他方式打开的检查点</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/pickles.py"/>
        <source>a class whose code is not here</source>
        <translation>这里没有其代码的类</translation>
    </message>
    <message>
        <location filename="../../core/objects/value_text.py"/>
        <source>a computed object</source>
        <translation>计算出的对象</translation>
    </message>
    <message>
        <location filename="../../gui/location/model.py"/>
        <source>a computer reached by SSH</source>
        <translation>通过 SSH 连接的计算机</translation>
    </message>
    <message numerus="yes">
        <location filename="../../core/loading/computer.py"/>
        <source>a computer with {n} GPUs</source>
        <translation><numerusform>有 {n} 个 GPU 的计算机</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../core/loading/computer.py"/>
        <source>a computer with {n} GPUs, to run on {device}</source>
        <translation><numerusform>有 {n} 个 GPU 的计算机，在 {device} 上运行</numerusform></translation>
    </message>
    <message>
        <location filename="../../cli/inspecting.py"/>
        <location filename="../../core/loading/computer.py"/>
        <location filename="../../gui/page/exporting.py"/>
        <source>a computer without a GPU</source>
        <translation>没有 GPU 的计算机</translation>
    </message>
    <message>
        <location filename="../../gui/location/model.py"/>
        <source>a container of Azure Blob Storage</source>
        <translation>Azure Blob Storage 容器</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/many_files.py"/>
        <source>a copy of a model with missing files</source>
        <translation>缺少文件的模型的副本</translation>
    </message>
    <message>
        <location filename="../../core/edits/numbers/castable.py"/>
        <source>a count of steps</source>
        <translation>步数</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/running.py"/>
        <source>a data loader without shared memory</source>
        <translation>没有共享内存的数据加载器</translation>
    </message>
    <message>
        <location filename="../../core/files/file_io.py"/>
        <source>a device</source>
        <translation>设备</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/devices.py"/>
        <source>a device that torch does not know by this name</source>
        <translation>torch 不认识此名称的设备</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/devices.py"/>
        <source>a device without a name</source>
        <translation>没有名称的设备</translation>
    </message>
    <message>
        <location filename="../../core/recipes/options.py"/>
        <source>a device, follow, or PATH=DEV</source>
        <translation>设备、follow 或 PATH=DEV</translation>
    </message>
    <message>
        <location filename="../../core/objects/pickle_forms.py"/>
        <source>a dict has {key}</source>
        <translation>dict 有 {key}</translation>
    </message>
    <message>
        <location filename="../../core/files/file_io.py"/>
        <location filename="../../core/saving/places/elsewhere.py"/>
        <source>a directory</source>
        <translation>目录</translation>
    </message>
    <message>
        <location filename="../../gui/app/commands.py"/>
        <source>a file is being opened</source>
        <translation>正在打开文件</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/containers.py"/>
        <source>a file of another kind, opened as safetensors</source>
        <translation>当作 safetensors 打开的其他类型文件</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/many_files.py"/>
        <source>a file of many is missing</source>
        <translation>多个文件中缺失一个</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/running.py"/>
        <source>a file that was overwritten while it was mapped</source>
        <translation>文件在映射期间被覆盖</translation>
    </message>
    <message>
        <location filename="../../core/formats/zip_forms.py"/>
        <source>a folder with bytes in it, which torch does not read</source>
        <translation>含有字节的文件夹，torch 不读取它</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/many_files.py"/>
        <source>a folder, opened as if it were a file</source>
        <translation>把文件夹当作文件打开</translation>
    </message>
    <message>
        <location filename="../../core/pickling/opcodes.py"/>
        <source>a frame ends there, and the opcodes in it do not</source>
        <translation>帧在那里结束，而其中的操作码没有</translation>
    </message>
    <message>
        <location filename="../../core/objects/pickle_forms.py"/>
        <source>a key comes twice in a dict, or an element in a set</source>
        <translation>dict 中的键或 set 中的元素出现了两次</translation>
    </message>
    <message>
        <location filename="../../core/pickling/equal_keys.py"/>
        <source>a key of tuples within tuples</source>
        <translation>元组套元组的键</translation>
    </message>
    <message>
        <location filename="../../core/pickling/equal_keys.py"/>
        <source>a key that can change</source>
        <translation>可变的键</translation>
    </message>
    <message>
        <location filename="../../cli/coding.py"/>
        <source>a line that is too long to be shown; --json has all of it</source>
        <translation>此行太长，无法显示；--json 有完整内容</translation>
    </message>
    <message>
        <location filename="../../core/objects/pickle_forms.py"/>
        <source>a list or dict is filled after something was made of it</source>
        <translation>list 或 dict 在用它制成其他内容之后又被填充</translation>
    </message>
    <message>
        <location filename="../../core/containers/known_files.py"/>
        <source>a log of TensorBoard</source>
        <translation>TensorBoard 日志</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/running.py"/>
        <source>a model on the meta device</source>
        <translation>位于 meta 设备上的模型</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/pickles.py"/>
        <source>a model that is not wrapped</source>
        <translation>没有被包装的模型</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/pickles.py"/>
        <source>a module that is not here</source>
        <translation>这里没有的模块</translation>
    </message>
    <message>
        <location filename="../../core/objects/pickle_forms.py"/>
        <source>a name is split elsewhere than between module and name</source>
        <translation>名称不在模块与名称之间断开</translation>
    </message>
    <message>
        <location filename="../../core/objects/pickle_forms.py"/>
        <source>a name of Python 2 in protocol {protocol}</source>
        <translation>协议 {protocol} 中的 Python 2 名称</translation>
    </message>
    <message>
        <location filename="../../core/formats/zip_forms.py"/>
        <source>a name of {count:,} bytes, of which torch sees {most}</source>
        <translation>名称有 {count:,} 字节，torch 只看到 {most} 字节</translation>
    </message>
    <message>
        <location filename="../../core/formats/zip_forms.py"/>
        <source>a name that is no UTF-8, for which torch refuses the file</source>
        <translation>名称不是 UTF-8，torch 会因此拒绝该文件</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/pickles.py"/>
        <source>a name that this torch does not have</source>
        <translation>当前 torch 没有的名称</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/pickles.py"/>
        <source>a name that weights_only refuses</source>
        <translation>weights_only 会拒绝的名称</translation>
    </message>
    <message>
        <location filename="../../core/formats/zip_forms.py"/>
        <source>a name with a NUL, where names end for torch</source>
        <translation>名称含有 NUL，对 torch 而言名称在此结束</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/containers.py"/>
        <source>a new file, an old torch</source>
        <translation>新文件，旧 torch</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/model_match/model_keys.py"/>
        <source>a number</source>
        <translation>一个数字</translation>
    </message>
    <message>
        <location filename="../../core/pickling/opcodes.py"/>
        <source>a number is spelt {text}</source>
        <translation>数字写成 {text}</translation>
    </message>
    <message>
        <location filename="../../core/objects/value_text.py"/>
        <source>a number of {count:,} bits</source>
        <translation>{count:,} 位的数字</translation>
    </message>
    <message>
        <location filename="../../core/recipes/number_options.py"/>
        <source>a part of {key!r} cannot become a whole tensor; name one.</source>
        <translation>{key!r} 的一部分不能变成整个张量；请指明一个。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/pickles.py"/>
        <source>a path of another system</source>
        <translation>另一种系统的路径</translation>
    </message>
    <message>
        <location filename="../../cli/values/arguments.py"/>
        <source>a path, a glob such as 'model/**', a parameter's name, or 'exp_avg of conv1.weight'</source>
        <translation>路径、'model/**' 这样的通配符、参数名，或 'exp_avg of conv1.weight'</translation>
    </message>
    <message>
        <location filename="../../core/recipes/options.py"/>
        <source>a path, such as optimizer/state</source>
        <translation>路径，例如 optimizer/state</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/containers.py"/>
        <source>a pickle out of a checkpoint, without the checkpoint</source>
        <translation>脱离检查点的 pickle</translation>
    </message>
    <message>
        <location filename="../../core/recipes/options.py"/>
        <source>a pickle protocol, 2 to 5</source>
        <translation>pickle 协议，2 到 5</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/pickles.py"/>
        <source>a pickle that weights_only cannot read</source>
        <translation>weights_only 无法读取的 pickle</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/data_parallel.py"/>
        <source>a pickled DataParallel for {first}, which {computer} does not have</source>
        <translation>用 pickle 保存的 DataParallel，要求 {first}，而{computer}没有</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/data_parallel.py"/>
        <source>a pickled DataParallel for {first}, with weights on {devices}</source>
        <translation>用 pickle 保存的 DataParallel，要求 {first}，而权重在 {devices} 上</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/data_parallel.py"/>
        <source>a pickled DataParallel that works on {lost} too, which {computer} does not have</source>
        <translation>用 pickle 保存的 DataParallel，还要用到 {lost}，而{computer}没有</translation>
    </message>
    <message>
        <location filename="../../core/files/file_io.py"/>
        <source>a pipe</source>
        <translation>管道</translation>
    </message>
    <message>
        <location filename="../../core/recipes/options.py"/>
        <source>a prefix, such as module., or PATH=PREFIX</source>
        <translation>前缀，例如 module.，或 PATH=PREFIX</translation>
    </message>
    <message>
        <location filename="../../core/containers/known_files.py"/>
        <source>a program of DeepSpeed, which is not run</source>
        <translation>DeepSpeed 的程序，不会运行</translation>
    </message>
    <message>
        <location filename="../../core/containers/known_files.py"/>
        <source>a program, which is not run</source>
        <translation>程序，不会运行</translation>
    </message>
    <message>
        <location filename="../../core/formats/zip_forms.py"/>
        <source>a record on another disk</source>
        <translation>记录位于另一磁盘上</translation>
    </message>
    <message>
        <location filename="../../core/formats/zip_forms.py"/>
        <source>a record outside the folder {prefix!r}, for which torch refuses the file</source>
        <translation>记录位于文件夹 {prefix!r} 之外，torch 会因此拒绝该文件</translation>
    </message>
    <message>
        <location filename="../../core/formats/zip_forms.py"/>
        <source>a record that cannot be read where it is said to be</source>
        <translation>记录在所标明的位置无法读取</translation>
    </message>
    <message>
        <location filename="../../core/formats/zip_forms.py"/>
        <source>a record that says nothing of use</source>
        <translation>没有有用信息的记录</translation>
    </message>
    <message>
        <location filename="../../core/formats/zip_forms.py"/>
        <source>a record that says {said!r}</source>
        <translation>内容为 {said!r} 的记录</translation>
    </message>
    <message>
        <location filename="../../core/formats/zip_forms.py"/>
        <source>a record that torch takes for {asked!r}</source>
        <translation>torch 会当作 {asked!r} 的记录</translation>
    </message>
    <message>
        <location filename="../../core/formats/zip_forms.py"/>
        <source>a record that torch takes for {other!r}, and the other way round</source>
        <translation>torch 会当作 {other!r} 的记录，反之亦然</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/containers.py"/>
        <source>a safetensors file, opened by torch.load</source>
        <translation>用 torch.load 打开的 safetensors 文件</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/resuming.py"/>
        <source>a scheduler that goes on without the optimizer's state</source>
        <translation>没有优化器状态却要继续的调度器</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traceback/state_dict_errors.py"/>
        <source>a script that cuts the beginning off every key</source>
        <translation>脚本截去了每个键的开头</translation>
    </message>
    <message>
        <location filename="../../core/report/export.py"/>
        <source>a second name of it could not be removed: {left}. Remove it when you may.</source>
        <translation>它的第二个名称无法删除：{left}。有权限时请删除它。</translation>
    </message>
    <message>
        <location filename="../../cli/saving.py"/>
        <source>a second name of the new file could not be removed: {left}. Remove it when you may.</source>
        <translation>新文件的第二个名称无法删除：{left}。有权限时请删除它。</translation>
    </message>
    <message>
        <location filename="../../core/formats/zip_forms.py"/>
        <source>a second one behind it, so that programs differ in which they take</source>
        <translation>其后还有第二个，各程序采用哪一个并不一致</translation>
    </message>
    <message>
        <location filename="../../core/pickling/opcodes.py"/>
        <source>a small number is written as a long one</source>
        <translation>小数字写成了长数字</translation>
    </message>
    <message>
        <location filename="../../core/files/file_io.py"/>
        <source>a socket</source>
        <translation>套接字</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/rng.py"/>
        <source>a state of random numbers on {away}</source>
        <translation>{away} 上的随机数状态</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/resuming.py"/>
        <source>a state of random numbers that is not on the CPU</source>
        <translation>不在 CPU 上的随机数状态</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/pickles.py"/>
        <source>a state_dict taken for a model</source>
        <translation>把 state_dict 当作模型</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/state_dicts.py"/>
        <source>a state_dict that does not fit the model</source>
        <translation>与模型不匹配的 state_dict</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/devices.py"/>
        <source>a storage that cannot be put on its GPU</source>
        <translation>无法放到其 GPU 上的存储</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/container.py"/>
        <source>a tar, as torch before 0.1.10 saved checkpoints</source>
        <translation>tar，即 torch 0.1.10 之前保存检查点的格式</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/running.py"/>
        <source>a tensor larger than any memory</source>
        <translation>大于任何内存的张量</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/containers.py"/>
        <source>a tensor of sizes that lay in memory by chance</source>
        <translation>张量的大小取自内存中碰巧存在的内容</translation>
    </message>
    <message>
        <location filename="../../core/containers/known_files.py"/>
        <location filename="../../core/diagnosis/model_match/model_keys.py"/>
        <source>a text</source>
        <translation>一段文本</translation>
    </message>
    <message>
        <location filename="../../core/containers/known_files.py"/>
        <source>a text for people</source>
        <translation>供人阅读的文本</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/frameworks.py"/>
        <source>a torch too old for the program that loads</source>
        <translation>torch 对用于加载的程序来说太旧</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/model_match/model_keys.py"/>
        <source>a truth value</source>
        <translation>一个布尔值</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/file.py"/>
        <source>a tuple that holds itself</source>
        <translation>包含自身的元组</translation>
    </message>
    <message>
        <location filename="../../core/pickling/opcodes.py"/>
        <source>a value is numbered by their count after others were given numbers out of turn</source>
        <translation>在其他值乱序编号之后，按个数给值编号</translation>
    </message>
    <message>
        <location filename="../../gui/location/model.py"/>
        <source>a web server</source>
        <translation>Web 服务器</translation>
    </message>
    <message>
        <location filename="../../gui/location/model.py"/>
        <source>a web server, without encryption</source>
        <translation>未加密的 Web 服务器</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/state_dicts.py"/>
        <source>a weight that could not be copied</source>
        <translation>无法复制的权重</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/pickles.py"/>
        <source>a whole model taken for a dict</source>
        <translation>把整个模型当作字典</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/pickles.py"/>
        <source>a whole pickled model of another torch</source>
        <translation>由另一版本 torch 用 pickle 保存的整个模型</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/objects.py"/>
        <source>a whole pickled model: {model}</source>
        <translation>用 pickle 保存的整个模型：{model}</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/pickles.py"/>
        <source>a whole pickled optimizer of another torch</source>
        <translation>由另一版本 torch 用 pickle 保存的整个优化器</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/objects.py"/>
        <source>a whole pickled optimizer: {optimizer}</source>
        <translation>用 pickle 保存的整个优化器：{optimizer}</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/names.py"/>
        <source>a wrapper</source>
        <translation>包装器</translation>
    </message>
    <message>
        <location filename="../../core/formats/zip_forms.py"/>
        <source>a zip64 end record of another size</source>
        <translation>zip64 结束记录的大小不同</translation>
    </message>
    <message>
        <location filename="../../core/pace.py"/>
        <source>about a second left</source>
        <translation>大约还剩 1 秒</translation>
    </message>
    <message numerus="yes">
        <location filename="../../core/pace.py"/>
        <source>about {n} minutes left</source>
        <translation><numerusform>大约还剩 {n} 分钟</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../core/pace.py"/>
        <source>about {n} seconds left</source>
        <translation><numerusform>大约还剩 {n} 秒</numerusform></translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/names.py"/>
        <source>activation checkpointing</source>
        <translation>激活检查点（activation checkpointing）</translation>
    </message>
    <message>
        <location filename="../../core/memory/training/words.py"/>
        <source>activations {size}</source>
        <translation>激活值 {size}</translation>
    </message>
    <message>
        <location filename="../../cli/arguments.py"/>
        <location filename="../../cli/edit_arguments.py"/>
        <source>add a prefix to the keys of every state dict</source>
        <translation>给每个 state_dict 的键添加前缀</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/model_match/renames.py"/>
        <location filename="../../core/edits/wording.py"/>
        <location filename="../../core/recipes/step_words.py"/>
        <source>add {prefix}</source>
        <translation>添加 {prefix}</translation>
    </message>
    <message>
        <location filename="../../core/edits/wording.py"/>
        <source>add “{prefix}”</source>
        <translation>添加“{prefix}”</translation>
    </message>
    <message>
        <location filename="../../core/loading/recipes.py"/>
        <source>after the plan</source>
        <translation>计划之后</translation>
    </message>
    <message>
        <location filename="../../core/report/plan.py"/>
        <source>after:</source>
        <translation>之后：</translation>
    </message>
    <message>
        <location filename="../../core/report/diagnosis.py"/>
        <source>against the model: {why}</source>
        <translation>与模型相比：{why}</translation>
    </message>
    <message>
        <location filename="../../core/report/diagnosis.py"/>
        <source>against {model}: {matched} of {count} keys fit</source>
        <translation>与 {model} 相比：{count} 个键中有 {matched} 个吻合</translation>
    </message>
    <message>
        <location filename="../../gui/page/notice.py"/>
        <source>all</source>
        <translation>全部</translation>
    </message>
    <message>
        <location filename="../../gui/health/model.py"/>
        <source>all 0</source>
        <translation>全为 0</translation>
    </message>
    <message>
        <location filename="../../gui/devices/panel.py"/>
        <source>all GPUs → cpu</source>
        <translation>所有 GPU → cpu</translation>
    </message>
    <message>
        <location filename="../../gui/changes/panel.py"/>
        <source>all changes taken back</source>
        <translation>已撤回所有更改</translation>
    </message>
    <message>
        <location filename="../../core/edits/conversions.py"/>
        <location filename="../../gui/page/comparing.py"/>
        <source>all of it</source>
        <translation>全部</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traceback/judge_devices.py"/>
        <source>all of its tensors lie on {some}, and load_state_dict copies them to where the model is. Look at the script: model.to(device) before the optimizer is built, inputs.to(device), and tensors taken from the checkpoint without load_state_dict.</source>
        <translation>它的所有张量都位于 {some} 上，load_state_dict 会把它们复制到模型所在之处。请检查脚本：构建优化器之前的 model.to(device)、inputs.to(device)，以及不经 load_state_dict 直接取自检查点的张量。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traceback/judge_devices.py"/>
        <source>all of its tensors take {size}, and {asked} were asked for.</source>
        <translation>它的所有张量共占 {size}，而请求的是 {asked}。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traceback/judge_devices.py"/>
        <source>all of its tensors take {size}.</source>
        <translation>它的所有张量共占 {size}。</translation>
    </message>
    <message>
        <location filename="../../gui/plots/pictures.py"/>
        <source>all that is NaN or Inf</source>
        <translation>全部 NaN 和 Inf</translation>
    </message>
    <message>
        <location filename="../../gui/optimizer/model.py"/>
        <source>all with their parameters</source>
        <translation>全部与其参数在一起</translation>
    </message>
    <message>
        <location filename="../../gui/health/colouring.py"/>
        <location filename="../../gui/health/model.py"/>
        <source>all zero</source>
        <translation>全零</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/devices.py"/>
        <source>all {ranks} processes load onto {there}</source>
        <translation>全部 {ranks} 个进程都加载到 {there} 上</translation>
    </message>
    <message>
        <location filename="../../core/recipes/batch.py"/>
        <source>already there</source>
        <translation>已存在</translation>
    </message>
    <message>
        <location filename="../../core/report/diagnosis.py"/>
        <source>also</source>
        <translation>另外</translation>
    </message>
    <message>
        <location filename="../../cli/arguments.py"/>
        <source>also load it here with torch, in a process of its own</source>
        <translation>另外在单独的进程中用 torch 在本机加载</translation>
    </message>
    <message>
        <location filename="../../cli/arguments.py"/>
        <source>also run each way here, in a process of its own (needs torch)</source>
        <translation>另外在单独的进程中实际运行每种方式（需要 torch）</translation>
    </message>
    <message>
        <location filename="../../cli/values/arguments.py"/>
        <source>also write the statistics as CSV, a line a tensor</source>
        <translation>另外把统计写成 CSV，每个张量一行</translation>
    </message>
    <message>
        <location filename="../../core/report/answer.py"/>
        <source>also wrong with this file:</source>
        <translation>此文件还有其他问题：</translation>
    </message>
    <message>
        <location filename="../../core/catalogue/optimizers/words.py"/>
        <source>ambiguous: of {models}</source>
        <translation>归属不明确：可能属于 {models}</translation>
    </message>
    <message>
        <location filename="../../core/containers/foreign/numpy_file.py"/>
        <source>an array of objects or texts, which is not looked into</source>
        <translation>对象或文本的数组，未查看其内容</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/pickles.py"/>
        <source>an attribute of a model that is inside a wrapper</source>
        <translation>包装器内的模型的属性</translation>
    </message>
    <message>
        <location filename="../../core/formats/zip_forms.py"/>
        <source>an end record on another disk</source>
        <translation>结束记录位于另一磁盘上</translation>
    </message>
    <message>
        <location filename="../../cli/arguments.py"/>
        <source>an error that you got; - reads it from stdin</source>
        <translation>遇到的错误信息；- 表示从标准输入读取</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/object_cures.py"/>
        <location filename="../../core/edits/to_plain.py"/>
        <source>an object</source>
        <translation>一个对象</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/object_cures.py"/>
        <source>an object of {name}</source>
        <translation>{name} 的对象</translation>
    </message>
    <message>
        <location filename="../../core/containers/torch_zips/exported.py"/>
        <source>an object that was pickled by itself, which is not looked into</source>
        <translation>单独用 pickle 保存的对象，未查看其内容</translation>
    </message>
    <message>
        <location filename="../../core/remote/trouble.py"/>
        <location filename="../../gui/page/error_page.py"/>
        <source>an unknown number of bytes</source>
        <translation>大小未知</translation>
    </message>
    <message>
        <location filename="../../core/report/export.py"/>
        <source>and {count:,} more</source>
        <translation>以及另外 {count:,} 个</translation>
    </message>
    <message>
        <location filename="../../core/report/scan.py"/>
        <source>and {count:,} more, which --json lists</source>
        <translation>以及另外 {count:,} 个，--json 会列出</translation>
    </message>
    <message>
        <location filename="../../core/report/difference.py"/>
        <source>and {count:,} more: --all lists them</source>
        <translation>以及另外 {count:,} 个：--all 会全部列出</translation>
    </message>
    <message>
        <location filename="../../core/catalogue/subclasses.py"/>
        <source>and {count:,} other kinds</source>
        <translation>另有 {count:,} 种</translation>
    </message>
    <message>
        <location filename="../../core/report/answer.py"/>
        <source>and {count} more: see diagnose without --error</source>
        <translation>以及另外 {count} 个：参见不带 --error 的 diagnose</translation>
    </message>
    <message>
        <location filename="../../cli/memory/text.py"/>
        <source>and {kinds} of cards: --json has them all</source>
        <translation>以及{kinds}显卡：--json 有全部内容</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/finding.py"/>
        <location filename="../../core/report/page.py"/>
        <source>and {left:,} more</source>
        <translation>另有 {left:,} 个</translation>
    </message>
    <message>
        <location filename="../../gui/details/model.py"/>
        <location filename="../../gui/document/ghost_cells.py"/>
        <location filename="../../gui/health/colouring.py"/>
        <source>and {more:,} more</source>
        <translation>以及另外 {more:,} 个</translation>
    </message>
    <message>
        <location filename="../../gui/document/taking.py"/>
        <source>and {more:,} more that stay as they are</source>
        <translation>以及另外 {more:,} 个保持原样</translation>
    </message>
    <message numerus="yes">
        <location filename="../../core/report/parts.py"/>
        <source>and {n:,} more files</source>
        <translation><numerusform>以及另外 {n:,} 个文件</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../core/catalogue/optimizers/hyperparameters.py"/>
        <source>and {n:,} more groups</source>
        <translation><numerusform>另有 {n:,} 个组</numerusform></translation>
    </message>
    <message>
        <location filename="../../core/report/losses.py"/>
        <source>and {tensors} more; {beyond:,} numbers beyond in all</source>
        <translation>以及另外{tensors}；总共 {beyond:,} 个数字超出范围</translation>
    </message>
    <message>
        <location filename="../../core/catalogue/optimizers/matched.py"/>
        <source>any model of {file}</source>
        <translation>{file} 的任意模型</translation>
    </message>
    <message>
        <location filename="../../core/edits/keys.py"/>
        <source>any state dict</source>
        <translation>任何 state_dict</translation>
    </message>
    <message>
        <location filename="../../cli/language.py"/>
        <source>argument {name}: expected at least one argument</source>
        <translation>参数 {name}：至少需要一个值</translation>
    </message>
    <message>
        <location filename="../../cli/language.py"/>
        <source>argument {name}: expected one argument</source>
        <translation>参数 {name}：需要一个值</translation>
    </message>
    <message>
        <location filename="../../cli/language.py"/>
        <source>argument {name}: invalid choice: {value} (choose from {choices})</source>
        <translation>参数 {name}：无效的选择：{value}（可选：{choices}）</translation>
    </message>
    <message>
        <location filename="../../cli/language.py"/>
        <source>argument {name}: invalid value: {value}</source>
        <translation>参数 {name}：无效的值：{value}</translation>
    </message>
    <message>
        <location filename="../../cli/language.py"/>
        <source>argument {name}: {why}</source>
        <translation>参数 {name}：{why}</translation>
    </message>
    <message>
        <location filename="../../core/catalogue/optimizers/words.py"/>
        <source>as chosen</source>
        <translation>按所选</translation>
    </message>
    <message>
        <location filename="../../gui/preferences/offered.py"/>
        <source>as found</source>
        <translation>自动</translation>
    </message>
    <message>
        <location filename="../../gui/memory/controls.py"/>
        <source>as in the file</source>
        <translation>与文件相同</translation>
    </message>
    <message>
        <location filename="../../core/loading/recipes.py"/>
        <location filename="../../gui/diagnosis/model.py"/>
        <source>as it is</source>
        <translation>现状</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traceback/judge_keys.py"/>
        <source>as planned its keys are those of the model: the plan cures the error.</source>
        <translation>按计划，它的键就是模型的键：该计划可以修复此错误。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traceback/judge_devices.py"/>
        <source>as saved it puts nothing on a GPU; the model and optimizer that are made of its {size} do. See what each way of loading takes: the command memory, or the Memory panel.</source>
        <translation>按保存时的样子，它不会在 GPU 上放置任何内容；由其 {size} 构建的模型和优化器才会。请查看每种加载方式的占用：memory 命令，或显存面板。</translation>
    </message>
    <message>
        <location filename="../../core/report/diagnosis.py"/>
        <source>at</source>
        <translation>位置</translation>
    </message>
    <message>
        <location filename="../../cli/limits.py"/>
        <source>at least one process loads the file</source>
        <translation>至少要有一个进程加载文件</translation>
    </message>
    <message>
        <location filename="../../cli/memory/text.py"/>
        <source>at most</source>
        <translation>最多</translation>
    </message>
    <message>
        <location filename="../../gui/memory/timeline.py"/>
        <source>at most {size}</source>
        <translation>最多 {size}</translation>
    </message>
    <message>
        <location filename="../../gui/memory/timeline.py"/>
        <source>at most {size} of {room}</source>
        <translation>{room} 中最多 {size}</translation>
    </message>
    <message>
        <location filename="../../gui/rename/model.py"/>
        <source>backbone.</source>
        <translation>backbone.</translation>
    </message>
    <message>
        <location filename="../../cli/arguments.py"/>
        <source>bash, zsh or fish</source>
        <translation>bash、zsh 或 fish</translation>
    </message>
    <message>
        <location filename="../../core/report/plan.py"/>
        <source>before:</source>
        <translation>之前：</translation>
    </message>
    <message>
        <location filename="../../core/report/parts.py"/>
        <source>beside</source>
        <translation>旁边</translation>
    </message>
    <message>
        <location filename="../../cli/memory/text.py"/>
        <location filename="../../gui/memory/bars_model.py"/>
        <source>best</source>
        <translation>最佳</translation>
    </message>
    <message>
        <location filename="../../gui/rename/model.py"/>
        <source>blocks.\1.</source>
        <translation>blocks.\1.</translation>
    </message>
    <message>
        <location filename="../../gui/document/pickled_models.py"/>
        <source>buffer</source>
        <translation>缓冲区</translation>
    </message>
    <message>
        <location filename="../../gui/document/pickled_models.py"/>
        <source>buffer, not in state_dict</source>
        <translation>缓冲区，不在 state_dict 中</translation>
    </message>
    <message>
        <location filename="../../gui/memory/training.py"/>
        <source>by default</source>
        <translation>默认</translation>
    </message>
    <message>
        <location filename="../../core/catalogue/optimizers/words.py"/>
        <source>by devices</source>
        <translation>按设备</translation>
    </message>
    <message>
        <location filename="../../core/catalogue/optimizers/words.py"/>
        <source>by name</source>
        <translation>按名称</translation>
    </message>
    <message>
        <location filename="../../core/catalogue/optimizers/words.py"/>
        <source>by shapes</source>
        <translation>按形状</translation>
    </message>
    <message>
        <location filename="../../core/catalogue/optimizers/words.py"/>
        <source>by the names saved with it</source>
        <translation>按一同保存的名称</translation>
    </message>
    <message>
        <location filename="../../core/pickling/opcodes.py"/>
        <source>byte {pos:,} of the pickle</source>
        <translation>pickle 的第 {pos:,} 字节</translation>
    </message>
    <message>
        <location filename="../../core/objects/plain_rules.py"/>
        <source>bytes</source>
        <translation>字节</translation>
    </message>
    <message>
        <location filename="../../core/formats/zip_forms.py"/>
        <source>bytes between the directory and its end</source>
        <translation>目录与其结尾之间有字节</translation>
    </message>
    <message>
        <location filename="../../core/containers/zip_file.py"/>
        <source>bytes follow behind the end of the pickle</source>
        <translation>pickle 结尾之后还有字节</translation>
    </message>
    <message>
        <location filename="../../core/containers/dcp/folder.py"/>
        <source>bytes of .metadata</source>
        <translation>.metadata 字节</translation>
    </message>
    <message>
        <location filename="../../core/formats/safetensors.py"/>
        <source>bytes of header</source>
        <translation>头部字节</translation>
    </message>
    <message>
        <location filename="../../core/containers/sharded.py"/>
        <source>bytes of index</source>
        <translation>索引字节</translation>
    </message>
    <message>
        <location filename="../../core/containers/torch_zips/exported.py"/>
        <source>bytes of list</source>
        <translation>列表字节</translation>
    </message>
    <message>
        <location filename="../../core/containers/dcp/objects.py"/>
        <source>bytes of objects</source>
        <translation>对象字节</translation>
    </message>
    <message>
        <location filename="../../core/formats/zip_archive.py"/>
        <source>bytes of packed pickle</source>
        <translation>字节的压缩 pickle</translation>
    </message>
    <message>
        <location filename="../../core/containers/tar_file.py"/>
        <location filename="../../core/formats/legacy.py"/>
        <location filename="../../core/formats/zip_archive.py"/>
        <source>bytes of pickle</source>
        <translation>pickle 字节</translation>
    </message>
    <message>
        <location filename="../../core/formats/zip_reader.py"/>
        <source>bytes of zip directory</source>
        <translation>字节的 zip 目录</translation>
    </message>
    <message>
        <location filename="../../core/formats/zip_forms.py"/>
        <source>bytes that are also those of {last!r}</source>
        <translation>其字节也是 {last!r} 的字节</translation>
    </message>
    <message>
        <location filename="../../core/formats/zip_forms.py"/>
        <source>called a folder, whose bytes torch does not read</source>
        <translation>被称为文件夹，torch 不读取其字节</translation>
    </message>
    <message>
        <location filename="../../gui/parts/model.py"/>
        <source>cannot be opened</source>
        <translation>无法打开</translation>
    </message>
    <message>
        <location filename="../../gui/values/ridges.py"/>
        <source>cannot be read</source>
        <translation>无法读取</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/optimizers.py"/>
        <source>capturable=True comes with the group's options when its state is loaded, and it means CUDA graphs. On a CPU optimizer.step() fails.</source>
        <translation>加载状态时，capturable=True 随组的选项一起带入，它意味着使用 CUDA graph。在 CPU 上 optimizer.step() 会失败。</translation>
    </message>
    <message>
        <location filename="../../cli/arguments.py"/>
        <source>cards that DataParallel works on</source>
        <translation>DataParallel 使用的显卡</translation>
    </message>
    <message>
        <location filename="../../core/edits/wording.py"/>
        <source>cast to {dtype}</source>
        <translation>dtype 转换为 {dtype}</translation>
    </message>
    <message>
        <location filename="../../core/edits/wording.py"/>
        <location filename="../../core/recipes/step_words.py"/>
        <source>cast {tensors} → {dtype}</source>
        <translation>转换 dtype：{tensors} → {dtype}</translation>
    </message>
    <message>
        <location filename="../../gui/values/update_page.py"/>
        <source>change of each number, in shares of it</source>
        <translation>每个数字的变化，以其份额计</translation>
    </message>
    <message>
        <location filename="../../core/report/difference.py"/>
        <location filename="../../gui/document/compared.py"/>
        <source>changed</source>
        <translation>已更改</translation>
    </message>
    <message>
        <location filename="../../cli/arguments.py"/>
        <source>check the bytes of every record against its checksum</source>
        <translation>按校验和检查每条记录的字节</translation>
    </message>
    <message>
        <location filename="../../cli/verifying.py"/>
        <source>checking</source>
        <translation>正在检查</translation>
    </message>
    <message>
        <location filename="../../gui/location/table_model.py"/>
        <source>checkpoint {name}</source>
        <translation>检查点 {name}</translation>
    </message>
    <message>
        <location filename="../../gui/page/hints.py"/>
        <source>click: next, Esc: no more</source>
        <translation>点击：下一条，Esc：不再显示</translation>
    </message>
    <message>
        <location filename="../../gui/app/window.py"/>
        <source>closing Pthfinder</source>
        <translation>关闭 Pthfinder</translation>
    </message>
    <message>
        <location filename="../../gui/page/page.py"/>
        <source>closing this file</source>
        <translation>关闭此文件</translation>
    </message>
    <message>
        <location filename="../../gui/preferences/offered.py"/>
        <source>comfortable</source>
        <translation>宽松</translation>
    </message>
    <message>
        <location filename="../../cli/arguments.py"/>
        <source>commands</source>
        <translation>命令</translation>
    </message>
    <message>
        <location filename="../../gui/preferences/offered.py"/>
        <source>compact</source>
        <translation>紧凑</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traceback/judge_lookups.py"/>
        <source>compare the model of the script with the one that this file was saved from.</source>
        <translation>请把脚本中的模型与保存此文件的模型比较。</translation>
    </message>
    <message>
        <location filename="../../cli/values/differing.py"/>
        <source>comparing</source>
        <translation>正在比较</translation>
    </message>
    <message>
        <location filename="../../core/containers/torch_zips/script.py"/>
        <source>compiled code, which is not run</source>
        <translation>编译后的代码，不会运行</translation>
    </message>
    <message>
        <location filename="../../gui/health/model.py"/>
        <source>constant</source>
        <translation>恒定</translation>
    </message>
    <message>
        <location filename="../../gui/memory/bars_model.py"/>
        <source>context</source>
        <translation>上下文</translation>
    </message>
    <message>
        <location filename="../../gui/document/compared.py"/>
        <source>cosine distance {number}</source>
        <translation>余弦距离 {number}</translation>
    </message>
    <message>
        <location filename="../../cli/arguments.py"/>
        <source>cpu or gpus:N, as for the other commands: the same as --gpus</source>
        <translation>cpu 或 gpus:N，与其他命令相同；等同于 --gpus</translation>
    </message>
    <message>
        <location filename="../../core/loading/computer.py"/>
        <source>cuda:{card} is not there: the machine is {machine}.</source>
        <translation>没有 cuda:{card}：机器为 {machine}。</translation>
    </message>
    <message>
        <location filename="../../core/report/answer.py"/>
        <location filename="../../core/report/diagnosis.py"/>
        <source>cure</source>
        <translation>修复</translation>
    </message>
    <message>
        <location filename="../../cli/arguments.py"/>
        <source>cure findings of diagnose; or `all`</source>
        <translation>修复 diagnose 发现的问题；或 `all`</translation>
    </message>
    <message>
        <location filename="../../core/recipes/step_words.py"/>
        <source>cure findings: {codes}</source>
        <translation>修复问题：{codes}</translation>
    </message>
    <message>
        <location filename="../../cli/curing.py"/>
        <source>cured {codes}</source>
        <translation>已修复 {codes}</translation>
    </message>
    <message>
        <location filename="../../cli/edit_arguments.py"/>
        <source>cut storages down to what tensors use</source>
        <translation>把存储裁剪到张量使用的部分</translation>
    </message>
    <message>
        <location filename="../../core/edits/wording.py"/>
        <source>cut storages to what is used</source>
        <translation>把存储裁剪到实际使用的部分</translation>
    </message>
    <message>
        <location filename="../../core/edits/wording.py"/>
        <location filename="../../core/recipes/step_words.py"/>
        <source>cut storages to what tensors use</source>
        <translation>把存储裁剪到张量使用的部分</translation>
    </message>
    <message>
        <location filename="../../gui/diagnosis/integrity_model.py"/>
        <source>damage that no entry suffers from</source>
        <translation>不影响任何条目的损坏</translation>
    </message>
    <message>
        <location filename="../../cli/verifying.py"/>
        <location filename="../../core/report/difference.py"/>
        <source>damaged</source>
        <translation>已损坏</translation>
    </message>
    <message>
        <location filename="../../cli/saving.py"/>
        <source>damaged: {path}</source>
        <translation>已损坏：{path}</translation>
    </message>
    <message>
        <location filename="../../gui/preferences/offered.py"/>
        <source>dark</source>
        <translation>深色</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/many_files.py"/>
        <source>dcp.load and its like want the folder that has .metadata in it, which is written last: the path is another one, the save was never finished, or what is there was not saved by dcp.save.</source>
        <translation>dcp.load 之类的函数需要含有 .metadata 的文件夹，而 .metadata 最后才写入：路径不对，保存从未完成，或者那里的内容不是用 dcp.save 保存的。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/many_files.py"/>
        <source>dcp.load looks up each key of the dict that it is given, with all names above it: {flat}. A bare model.state_dict() has none of them.</source>
        <translation>dcp.load 查找传入的 dict 的每个键，连同其上的所有名称：{flat}。单独的 model.state_dict() 不含这些名称。</translation>
    </message>
    <message>
        <location filename="../../gui/health/model.py"/>
        <source>dead</source>
        <translation>失效</translation>
    </message>
    <message>
        <location filename="../../gui/health/model.py"/>
        <source>dead channels</source>
        <translation>失效的通道</translation>
    </message>
    <message>
        <location filename="../../core/report/values.py"/>
        <location filename="../../gui/health/model.py"/>
        <source>denormal</source>
        <translation>非规格化</translation>
    </message>
    <message>
        <location filename="../../core/report/difference.py"/>
        <location filename="../../gui/document/compared.py"/>
        <source>device</source>
        <translation>设备</translation>
    </message>
    <message>
        <location filename="../../core/objects/plain_rules.py"/>
        <source>dict</source>
        <translation>dict</translation>
    </message>
    <message>
        <location filename="../../gui/plots/plane_bar.py"/>
        <source>dim {axis}</source>
        <translation>第 {axis} 维</translation>
    </message>
    <message>
        <location filename="../../cli/edit_arguments.py"/>
        <source>do the steps of a recipe after these, as far as the file has what they need</source>
        <translation>在这些之后执行配方的步骤，只要文件中有所需内容</translation>
    </message>
    <message>
        <location filename="../../cli/edit_arguments.py"/>
        <source>do these in the order in which they stand, not devices first</source>
        <translation>按书写的顺序执行，而不是设备优先</translation>
    </message>
    <message>
        <location filename="../../core/torch_child/trial_load.py"/>
        <source>does not load</source>
        <translation>无法加载</translation>
    </message>
    <message numerus="yes">
        <location filename="../../core/edits/wording.py"/>
        <source>drop {n:,} entries</source>
        <translation><numerusform>移除 {n:,} 个条目</numerusform></translation>
    </message>
    <message>
        <location filename="../../core/edits/wording.py"/>
        <location filename="../../core/recipes/step_words.py"/>
        <source>drop {path}</source>
        <translation>移除 {path}</translation>
    </message>
    <message>
        <location filename="../../gui/diagnosis/fixes_model.py"/>
        <source>drop {shown}</source>
        <translation>移除 {shown}</translation>
    </message>
    <message>
        <location filename="../../core/report/table.py"/>
        <location filename="../../gui/document/cells.py"/>
        <source>dropped</source>
        <translation>已移除</translation>
    </message>
    <message>
        <location filename="../../gui/details/model.py"/>
        <source>dropped: not in the file you save</source>
        <translation>已移除：不在保存的文件中</translation>
    </message>
    <message>
        <location filename="../../gui/document/compared.py"/>
        <source>dtype</source>
        <translation>dtype</translation>
    </message>
    <message>
        <location filename="../../cli/arguments.py"/>
        <source>dtype of the live model, such as bf16 (default: as in the file)</source>
        <translation>实际模型的 dtype，例如 bf16（默认：与文件相同）</translation>
    </message>
    <message>
        <location filename="../../cli/arguments.py"/>
        <source>each card by its name or memory, such as T4 or 24GB (default: those here; else an RTX 4090)</source>
        <translation>每张显卡的名称或显存，例如 T4 或 24GB（默认：本机的显卡；否则为 RTX 4090）</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/many_files.py"/>
        <source>each file has the pieces of one of {saved}</source>
        <translation>每个文件含有 {saved} 之一的部分</translation>
    </message>
    <message>
        <location filename="../../gui/values/ridges.py"/>
        <source>each from least to greatest</source>
        <translation>各自从最小到最大</translation>
    </message>
    <message>
        <location filename="../../gui/memory/bars_model.py"/>
        <source>each of {devices}</source>
        <translation>{devices} 各自</translation>
    </message>
    <message>
        <location filename="../../gui/memory/answer_model.py"/>
        <source>each other GPU's part loaded to {target}</source>
        <translation>其他各 GPU 的部分加载到 {target}</translation>
    </message>
    <message>
        <location filename="../../core/memory/strategies.py"/>
        <location filename="../../gui/memory/answer_model.py"/>
        <source>each rank loads all</source>
        <translation>每个 rank 加载全部</translation>
    </message>
    <message>
        <location filename="../../core/memory/strategies.py"/>
        <location filename="../../gui/memory/answer_model.py"/>
        <source>each rank loads its part</source>
        <translation>每个 rank 加载自己的部分</translation>
    </message>
    <message>
        <location filename="../../gui/rename/model.py"/>
        <source>encoder.</source>
        <translation>encoder.</translation>
    </message>
    <message>
        <location filename="../../core/catalogue/tree.py"/>
        <source>entries</source>
        <translation>条目</translation>
    </message>
    <message>
        <location filename="../../core/memory/analysis.py"/>
        <location filename="../../core/report/severities.py"/>
        <source>error</source>
        <translation>错误</translation>
    </message>
    <message>
        <location filename="../../gui/save/forecast.py"/>
        <source>every computer</source>
        <translation>任何计算机</translation>
    </message>
    <message>
        <location filename="../../cli/arguments.py"/>
        <source>every process loads onto the target, not onto its own card</source>
        <translation>每个进程都加载到目标设备，而不是自己的显卡</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traceback/judge_devices.py"/>
        <source>every process that loads it without map_location goes to {some}, but the error is about torch.cuda.set_device(local_rank), which each process must call first. Look whether the script does.</source>
        <translation>每个不带 map_location 加载它的进程都会用到 {some}，但此错误与 torch.cuda.set_device(local_rank) 有关，每个进程都必须先调用它。请检查脚本是否如此。</translation>
    </message>
    <message>
        <location filename="../../gui/plots/pictures.py"/>
        <source>every {nth} column</source>
        <translation>每隔 {nth} 列</translation>
    </message>
    <message>
        <location filename="../../gui/plots/pictures.py"/>
        <source>every {nth} number</source>
        <translation>每隔 {nth} 个数字</translation>
    </message>
    <message>
        <location filename="../../gui/plots/pictures.py"/>
        <source>every {nth} row</source>
        <translation>每隔 {nth} 行</translation>
    </message>
    <message>
        <location filename="../../gui/values/facts.py"/>
        <source>exact</source>
        <translation>精确</translation>
    </message>
    <message>
        <location filename="../../core/values/health/optimizers.py"/>
        <source>exp_avg of {name} reaches {first:.3g} and exp_avg_sq only {second:.3g}: no gradients give both means. They are of two runs, or one of them was reset.</source>
        <translation>{name} 的 exp_avg 达到 {first:.3g}，而 exp_avg_sq 只有 {second:.3g}：没有梯度能同时给出这两个均值。它们来自两次运行，或其中一个被重置了。</translation>
    </message>
    <message>
        <location filename="../../gui/health/model.py"/>
        <source>exploding</source>
        <translation>爆炸</translation>
    </message>
    <message>
        <location filename="../../core/recipes/step_words.py"/>
        <source>extract and unwrap</source>
        <translation>提取并解开包装</translation>
    </message>
    <message>
        <location filename="../../core/edits/wording.py"/>
        <source>extract it and keep “{prefix}”</source>
        <translation>提取并保留“{prefix}”</translation>
    </message>
    <message>
        <location filename="../../core/edits/wording.py"/>
        <location filename="../../core/recipes/step_words.py"/>
        <source>extract state_dict</source>
        <translation>提取 state_dict</translation>
    </message>
    <message>
        <location filename="../../core/edits/wording.py"/>
        <source>extract the state_dict from the pickled {name}</source>
        <translation>从被 pickle 的 {name} 中提取 state_dict</translation>
    </message>
    <message>
        <location filename="../../gui/memory/recipe.py"/>
        <source>f is the file, Model and Optimizer your classes.</source>
        <translation>f 是文件，Model 和 Optimizer 是你的类。</translation>
    </message>
    <message>
        <location filename="../../core/loading/recipes.py"/>
        <source>f is the folder of these files</source>
        <translation>f 是这些文件所在的文件夹</translation>
    </message>
    <message>
        <location filename="../../core/loading/recipes.py"/>
        <source>f is the path of this file</source>
        <translation>f 是此文件的路径</translation>
    </message>
    <message>
        <location filename="../../core/recipes/batch.py"/>
        <source>failed</source>
        <translation>失败</translation>
    </message>
    <message>
        <location filename="../../core/torch_child/trial_load.py"/>
        <source>fails here; {tensors} loaded with map_location='cpu'</source>
        <translation>在此失败；用 map_location='cpu' 加载了{tensors}</translation>
    </message>
    <message>
        <location filename="../../cli/edit_arguments.py"/>
        <source>fetch all of a file whose server gives no parts of it</source>
        <translation>服务器不提供文件的部分内容时，获取整个文件</translation>
    </message>
    <message>
        <location filename="../../core/containers/dcp/folder.py"/>
        <location filename="../../core/report/parts.py"/>
        <source>files</source>
        <translation>文件</translation>
    </message>
    <message>
        <location filename="../../gui/save/model.py"/>
        <source>files as the source has them</source>
        <translation>与来源相同的文件</translation>
    </message>
    <message>
        <location filename="../../core/containers/location.py"/>
        <source>files in a folder</source>
        <translation>文件夹中的文件</translation>
    </message>
    <message>
        <location filename="../../gui/save/model.py"/>
        <source>files like its own</source>
        <translation>与原来相同的文件</translation>
    </message>
    <message>
        <location filename="../../gui/save/model.py"/>
        <source>files of at most {size}</source>
        <translation>每个不超过 {size} 的文件</translation>
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
        <translation>吻合</translation>
    </message>
    <message>
        <location filename="../../gui/compare/model.py"/>
        <source>fits</source>
        <translation>吻合</translation>
    </message>
    <message>
        <location filename="../../core/report/answer.py"/>
        <location filename="../../core/report/diagnosis.py"/>
        <source>fix</source>
        <translation>解决</translation>
    </message>
    <message>
        <location filename="../../cli/arguments.py"/>
        <source>fix all files of a folder by a recipe</source>
        <translation>按配方修复一个文件夹中的所有文件</translation>
    </message>
    <message>
        <location filename="../../cli/fixing.py"/>
        <source>fix needs -o OUT (or --dry-run)</source>
        <translation>fix 需要 -o OUT（或 --dry-run）</translation>
    </message>
    <message>
        <location filename="../../core/loading/recipes.py"/>
        <source>fixed that of the one you save</source>
        <translation>fixed 是保存的文件的路径</translation>
    </message>
    <message>
        <location filename="../../core/formats/zip_forms.py"/>
        <source>flags {flags:#x}</source>
        <translation>标志 {flags:#x}</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traceback/state_dict_errors.py"/>
        <source>flattened parameters of FSDP</source>
        <translation>FSDP 的扁平化参数</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/container.py"/>
        <source>float8, uint16 and other dtypes of today lie in storages that say no dtype. torch.save writes them into the container of torch before 1.6 as well, and torch.load cannot read them back from it.</source>
        <translation>float8、uint16 和其他较新的 dtype 位于不标明 dtype 的存储中。torch.save 也会把它们写入 torch 1.6 之前的容器，而 torch.load 无法从中读回。</translation>
    </message>
    <message>
        <location filename="../../gui/location/table_model.py"/>
        <source>folder {name}</source>
        <translation>文件夹 {name}</translation>
    </message>
    <message>
        <location filename="../../gui/diagnosis/fixes_list.py"/>
        <source>follow parameters</source>
        <translation>跟随参数</translation>
    </message>
    <message>
        <location filename="../../gui/diagnosis/fixes_list.py"/>
        <source>follow parameters: nothing to move</source>
        <translation>跟随参数：没有要移动的</translation>
    </message>
    <message>
        <location filename="../../cli/arguments.py"/>
        <source>for --cure: </source>
        <translation>用于 --cure：</translation>
    </message>
    <message>
        <location filename="../../cli/arguments.py"/>
        <source>for --cure: what it is to be loaded into, as for diagnose</source>
        <translation>用于 --cure：要加载到哪个模型，与 diagnose 相同</translation>
    </message>
    <message>
        <location filename="../../cli/edit_arguments.py"/>
        <source>for a step that cures: </source>
        <translation>用于修复步骤：</translation>
    </message>
    <message>
        <location filename="../../gui/memory/training.py"/>
        <source>foreach=True, fused=True or neither: they differ in what step() takes for a moment.
By default it is what the file says, or else torch's choice.</source>
        <translation>foreach=True、fused=True 或两者都不：区别在于 step() 短暂占用的量。
默认按文件所述，否则由 torch 选择。</translation>
    </message>
    <message>
        <location filename="../../gui/values/facts.py"/>
        <source>from a fine histogram: there are more than 10 million numbers</source>
        <translation>来自精细的直方图：数字超过 1000 万个</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/container.py"/>
        <source>generators of random numbers in the older container</source>
        <translation>较旧容器中的随机数生成器</translation>
    </message>
    <message>
        <location filename="../../cli/edit_arguments.py"/>
        <source>give a number, text, true, false or null another value, such as epoch=0; or numbers of a tensor: 'conv.weight[0,3]=0', 'conv.weight[:,0]=nan'; or all of them: KEY=@FILE.npy, KEY=@OTHER.pt:KEY</source>
        <translation>给数字、文本、true、false 或 null 另一个值，例如 epoch=0；或张量中的数字：'conv.weight[0,3]=0'、'conv.weight[:,0]=nan'；或全部数字：KEY=@FILE.npy、KEY=@OTHER.pt:KEY</translation>
    </message>
    <message>
        <location filename="../../cli/edit_arguments.py"/>
        <source>give an entry another key, such as state_dict=model</source>
        <translation>给条目另一个键，例如 state_dict=model</translation>
    </message>
    <message>
        <location filename="../../cli/edit_arguments.py"/>
        <source>go through folders below it too</source>
        <translation>也处理下级文件夹</translation>
    </message>
    <message>
        <location filename="../../gui/memory/bars_model.py"/>
        <source>good</source>
        <translation>良好</translation>
    </message>
    <message>
        <location filename="../../core/report/difference.py"/>
        <source>gradient</source>
        <translation>梯度</translation>
    </message>
    <message>
        <location filename="../../core/memory/training/words.py"/>
        <source>gradients {size}</source>
        <translation>梯度 {size}</translation>
    </message>
    <message>
        <location filename="../../core/catalogue/optimizers/hyperparameters.py"/>
        <source>group {number}: {options}</source>
        <translation>组 {number}：{options}</translation>
    </message>
    <message>
        <location filename="../../core/report/inspect.py"/>
        <source>holds</source>
        <translation>内容</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/objects.py"/>
        <source>holds a {kind}, which {system} cannot load</source>
        <translation>含有 {kind}，{system} 无法加载</translation>
    </message>
    <message>
        <location filename="../../core/containers/known_files.py"/>
        <source>how far the Trainer of transformers got</source>
        <translation>transformers 的 Trainer 的进度</translation>
    </message>
    <message>
        <location filename="../../cli/arguments.py"/>
        <source>how long it may work and how long it may take, or none (default: 1 and 5 minutes, more for large files)</source>
        <translation>可以计算多久、总共可以花多久，或 none（默认：1 分钟和 5 分钟，大文件更长）</translation>
    </message>
    <message>
        <location filename="../../cli/arguments.py"/>
        <source>how the optimizer steps (default: as torch chooses)</source>
        <translation>优化器如何执行一步（默认：由 torch 选择）</translation>
    </message>
    <message>
        <location filename="../../cli/verifying.py"/>
        <source>hurts {entries}</source>
        <translation>影响 {entries}</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traceback/judge_lookups.py"/>
        <source>if it is this file that the script looked into: {found}</source>
        <translation>如果脚本查看的就是此文件：{found}</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/objects.py"/>
        <source>import {module} before torch.load(f).</source>
        <translation>在 torch.load(f) 之前 import {module}。</translation>
    </message>
    <message>
        <location filename="../../gui/app/drop_target.py"/>
        <source>in a tab of its own</source>
        <translation>在单独的标签页中</translation>
    </message>
    <message>
        <location filename="../../core/edits/extract.py"/>
        <source>in another state_dict</source>
        <translation>在另一个 state_dict 中</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traceback/judge_lookups.py"/>
        <source>in it the state fits the model beside it, parameter by parameter: the model of the script is another, or has its parameters in another order. Compare the two.</source>
        <translation>其中的状态与旁边的模型逐个参数匹配：脚本中的模型是另一个，或参数顺序不同。请比较两者。</translation>
    </message>
    <message>
        <location filename="../../core/report/parts.py"/>
        <source>incomplete</source>
        <translation>不完整</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/many_files.py"/>
        <source>index and shards contradict each other: {keys}</source>
        <translation>索引与分片互相矛盾：{keys}</translation>
    </message>
    <message>
        <location filename="../../gui/values/numbers_page.py"/>
        <source>index, such as 12, 0</source>
        <translation>索引，例如 12, 0</translation>
    </message>
    <message>
        <location filename="../../gui/values/numbers_page.py"/>
        <source>index, such as {example}</source>
        <translation>索引，例如 {example}</translation>
    </message>
    <message>
        <location filename="../../core/edits/numbers/castable.py"/>
        <source>indices of another tensor</source>
        <translation>另一张量的索引</translation>
    </message>
    <message>
        <location filename="../../core/loading/recipes.py"/>
        <source>inference only</source>
        <translation>仅推理</translation>
    </message>
    <message>
        <location filename="../../cli/edit_arguments.py"/>
        <source>insert S after the first D segments of keys that begin with U</source>
        <translation>在以 U 开头的键的前 D 段之后插入 S</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/model_match/renames.py"/>
        <source>insert {segment} at depth {depth}</source>
        <translation>在深度 {depth} 处插入 {segment}</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/model_match/renames.py"/>
        <source>insert {segment} at depth {depth} below {under}</source>
        <translation>在 {under} 下深度 {depth} 处插入 {segment}</translation>
    </message>
    <message>
        <location filename="../../core/edits/wording.py"/>
        <location filename="../../core/recipes/step_words.py"/>
        <source>insert {segment} into keys</source>
        <translation>在键中插入 {segment}</translation>
    </message>
    <message>
        <location filename="../../core/edits/wording.py"/>
        <location filename="../../core/recipes/step_words.py"/>
        <source>insert {segment} into {under}… keys</source>
        <translation>在 {under}… 的键中插入 {segment}</translation>
    </message>
    <message>
        <location filename="../../core/edits/wording.py"/>
        <source>insert “{segment}”</source>
        <translation>插入“{segment}”</translation>
    </message>
    <message>
        <location filename="../../core/loading/recipes.py"/>
        <source>into a model in DataParallel</source>
        <translation>加载到 DataParallel 中的模型</translation>
    </message>
    <message>
        <location filename="../../core/remote/address.py"/>
        <source>it does not lie on this computer</source>
        <translation>它不在本机上</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traceback/judge_names.py"/>
        <source>it does not name {missing} but {names}. If torch.load raised the error, it imported that code, which imports {missing}: install {missing}, or extract the state_dict, which needs no code.</source>
        <translation>它没有提到 {missing}，而是提到 {names}。如果错误由 torch.load 引发，那么它导入了该代码，而该代码又导入 {missing}：请安装 {missing}，或提取 state_dict，后者不需要代码。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traceback/judge_state.py"/>
        <source>it has 'optimizer_states'.</source>
        <translation>它有 'optimizer_states'。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traceback/answer.py"/>
        <source>it has a trap of the same family: {sentence} {fix}</source>
        <translation>它有同一类问题：{sentence}{fix}</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traceback/judge_keys.py"/>
        <source>it has all keys that the error calls missing, so the script changes their names before load_state_dict.</source>
        <translation>错误所说缺失的键它都有，所以是脚本在 load_state_dict 之前改了键名。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traceback/judge_lookups.py"/>
        <source>it has no {shown} at the top. {instead}</source>
        <translation>它的顶层没有 {shown}。{instead}</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traceback/judge_state.py"/>
        <source>it has optimizer state at {where}; the script handed over something else.</source>
        <translation>它在 {where} 处有优化器状态；脚本传入的是别的内容。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traceback/judge_lookups.py"/>
        <source>it has state of that kind of optimizer; {asked}.</source>
        <translation>它有这类优化器的状态；{asked}。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traceback/judge_devices.py"/>
        <source>it has tensors on {some}, and that alone does no harm: load_state_dict copies weights into the model where it is, and puts optimizer state beside its parameter. Look at the script: is the model moved after the optimizer was built or loaded, state moved in a loop, or a batch left behind?</source>
        <translation>它有位于 {some} 上的张量，仅此并无害处：load_state_dict 把权重复制到模型所在之处，并把优化器状态放到其参数旁。请检查脚本：是否在构建或加载优化器之后移动了模型，是否在循环中移动了状态，是否漏移了某个批次？</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traceback/judge_devices.py"/>
        <source>it has tensors on {some}, as the error says.</source>
        <translation>它有位于 {some} 上的张量，与错误所说一致。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traceback/judge_keys.py"/>
        <source>it has the key that the error names: {example!r}.</source>
        <translation>它有错误所指的键：{example!r}。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traceback/judge_keys.py"/>
        <source>it has under other names what the error calls missing, such as {example!r}.</source>
        <translation>错误所说缺失的内容，它以其他名称持有，例如 {example!r}。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traceback/judge_keys.py"/>
        <source>it has under other names what the error calls missing: {example!r}.</source>
        <translation>错误所说缺失的内容，它以其他名称持有：{example!r}。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traceback/judge_keys.py"/>
        <source>it has {both!r}, which the error calls missing.</source>
        <translation>它有错误所说缺失的 {both!r}。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traceback/judge_keys.py"/>
        <source>it has {keys} that the error names, such as {example!r}.</source>
        <translation>它有错误所指的 {keys}，例如 {example!r}。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traceback/judge_files.py"/>
        <source>it has {key}.</source>
        <translation>它有 {key}。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traceback/judge_lookups.py"/>
        <source>it has {shown} at the top.</source>
        <translation>它的顶层有 {shown}。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traceback/judge_keys.py"/>
        <source>it has {some!r}, which the error calls missing.</source>
        <translation>它有错误所说缺失的 {some!r}。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traceback/judge_lookups.py"/>
        <source>it has {state}, and {asked}.</source>
        <translation>它有 {state}，而 {asked}。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traceback/judge_state.py"/>
        <source>it has {title}.</source>
        <translation>其中有：{title}。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traceback/judge_names.py"/>
        <source>it holds a model pickled inside {name}. Take it out: model = model.module.</source>
        <translation>其中的模型是在 {name} 内用 pickle 保存的。请取出：model = model.module。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traceback/judge_devices.py"/>
        <source>it holds a pickle inside the pickle, which map_location does not reach.</source>
        <translation>它的 pickle 中还有 pickle，map_location 对其不起作用。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traceback/judge_devices.py"/>
        <source>it holds a pickled model and tensors on {some}. Call model.to(device) after torch.load, before the optimizer is built.</source>
        <translation>它含有用 pickle 保存的模型以及位于 {some} 上的张量。请在 torch.load 之后、构建优化器之前调用 model.to(device)。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traceback/judge_names.py"/>
        <source>it holds a pickled {names}, as the error says.</source>
        <translation>其中有用 pickle 保存的 {names}，与错误所说一致。</translation>
    </message>
    <message>
        <location filename="../../core/loading/methods.py"/>
        <source>it holds dtypes of today in the older container. Write the zip container; nothing is lost</source>
        <translation>它在旧容器中含有现在的 dtype。请写成 zip 容器；不会丢失任何内容</translation>
    </message>
    <message>
        <location filename="../../core/loading/methods.py"/>
        <source>it holds generators of random numbers in the older container. Write the zip container; nothing is lost</source>
        <translation>它在旧容器中含有随机数生成器。请写成 zip 容器；不会丢失任何内容</translation>
    </message>
    <message>
        <location filename="../../core/loading/methods.py"/>
        <source>it holds nested tensors in the older container. Write the zip container; nothing is lost</source>
        <translation>它在旧容器中含有嵌套张量。请写成 zip 容器；不会丢失任何内容</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traceback/judge_lookups.py"/>
        <source>it holds no dict but {summary}, in which looking up a key is no KeyError but a TypeError.</source>
        <translation>其中不是字典而是 {summary}，在其中查找键不会引发 KeyError，而是 TypeError。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traceback/judge_names.py"/>
        <source>it holds no model pickled inside {name}: the script wraps it. {fix}</source>
        <translation>其中没有在 {name} 内用 pickle 保存的模型：是脚本包装了它。{fix}</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traceback/judge_devices.py"/>
        <source>it holds no pickled DataParallel, and load_state_dict leaves a model where it is. Look at the script: on a CPU use model.module without DataParallel; on GPUs call model.to(device_ids[0]) before wrapping.</source>
        <translation>它没有用 pickle 保存的 DataParallel，load_state_dict 会让模型留在原处。请检查脚本：在 CPU 上使用不带 DataParallel 的 model.module；在 GPU 上，包装之前调用 model.to(device_ids[0])。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traceback/judge_names.py"/>
        <source>it holds no pickled model or optimizer, only data.</source>
        <translation>其中没有用 pickle 保存的模型或优化器，只有数据。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traceback/judge_keys.py"/>
        <source>it holds no state dict whose keys could be compared with those of the error.</source>
        <translation>它没有可与错误中的键比较的 state_dict。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traceback/judge_devices.py"/>
        <source>it holds no tensors</source>
        <translation>它不含张量</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traceback/judge_devices.py"/>
        <source>it holds no tensors.</source>
        <translation>它不含张量。</translation>
    </message>
    <message>
        <location filename="../../core/catalogue/storages.py"/>
        <source>it holds the copy of a tensor of another device, and is named again</source>
        <translation>它保存着另一设备上某个张量的副本，并被再次引用</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traceback/judge_devices.py"/>
        <source>it holds {title}.</source>
        <translation>其中有：{title}。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traceback/judge_names.py"/>
        <source>it holds {title}; the error does not say of which class it is.</source>
        <translation>其中有：{title}；错误没有说明它属于哪个类。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traceback/judge_state.py"/>
        <source>it is a checkpoint of Lightning without 'optimizer_states', saved with save_weights_only=True.</source>
        <translation>它是没有 'optimizer_states' 的 Lightning 检查点，用 save_weights_only=True 保存。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traceback/judge_files.py"/>
        <source>it is a folder of {files}, and torch.load opens one file.</source>
        <translation>它是含有 {files}的文件夹，而 torch.load 打开的是单个文件。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traceback/judge_devices.py"/>
        <source>it is a pickled DataParallel with device_ids={ids}, which runs only where all of its model lies on the first of them. Take the model out of it: model = model.module.</source>
        <translation>它是用 pickle 保存的 DataParallel，device_ids={ids}，只有整个模型位于其中第一个设备上时才能运行。请把模型取出：model = model.module。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traceback/judge_devices.py"/>
        <source>it is a pickled DataParallel, which runs only where all of its model lies on the first of them. Take the model out of it: model = model.module.</source>
        <translation>它是用 pickle 保存的 DataParallel，只有整个模型位于其中第一个设备上时才能运行。请把模型取出：model = model.module。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traceback/judge_damage.py"/>
        <source>it is a zip, which torch before 1.5 cannot read.</source>
        <translation>它是 zip，torch 1.5 之前的版本无法读取。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traceback/judge_damage.py"/>
        <source>it is a {kind} file.</source>
        <translation>它是 {kind} 文件。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traceback/judge_state.py"/>
        <source>it is a {kind}. The state_dict is in it: look for its place in the tree, and take it from there.</source>
        <translation>它是 {kind}。state_dict 就在其中：请在树中找到它的位置，从那里取出。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traceback/judge_damage.py"/>
        <source>it is broken too, but torch has other words for it: {sentence} {fix}</source>
        <translation>它也已损坏，但 torch 对此的说法不同：{sentence}{fix}</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traceback/judge_damage.py"/>
        <source>it is in the container of torch before 1.6.</source>
        <translation>它采用 torch 1.6 之前的容器。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traceback/judge_damage.py"/>
        <source>it is in the {kind} container, which can be mapped.</source>
        <translation>它采用 {kind} 容器，可以进行内存映射。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traceback/judge_damage.py"/>
        <source>it is in the {kind} container.</source>
        <translation>它采用 {kind} 容器。</translation>
    </message>
    <message>
        <location filename="../../core/catalogue/storages.py"/>
        <source>it is named by {count} parts instead of {parts}</source>
        <translation>引用它的元组有 {count} 个部分，而应为 {parts} 个</translation>
    </message>
    <message>
        <location filename="../../core/catalogue/storages.py"/>
        <source>it is named of no size and again with one</source>
        <translation>对它的引用先是没有大小，后又有大小</translation>
    </message>
    <message>
        <location filename="../../core/catalogue/storages.py"/>
        <source>it is named with two types, sizes or devices; torch takes the first</source>
        <translation>对它的引用有两种类型、大小或设备；torch 取第一种</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traceback/judge_state.py"/>
        <source>it is no checkpoint of Lightning, which would say so under 'pytorch-lightning_version'.</source>
        <translation>它不是 Lightning 的检查点；若是，会有 'pytorch-lightning_version' 标明。</translation>
    </message>
    <message>
        <location filename="../../core/saving/spread/filling.py"/>
        <source>it is no file in the making</source>
        <translation>它不是正在写入的文件</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traceback/judge_damage.py"/>
        <source>it is no zip but a {kind} file.</source>
        <translation>它不是 zip，而是 {kind} 文件。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traceback/judge_state.py"/>
        <source>it is no {kind}. The script takes something out of it, or hands over something else.</source>
        <translation>它不是 {kind}。脚本从中取出了某个内容，或传入了别的内容。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traceback/judge_files.py"/>
        <source>it is one file; the missing one belongs beside it or to another model.</source>
        <translation>它是单个文件；缺失的文件应在它旁边，或属于另一个模型。</translation>
    </message>
    <message>
        <location filename="../../gui/document/taking.py"/>
        <source>it is {here} here and {its} there, and the shape of a tensor stays</source>
        <translation>这边是 {here}，那边是 {its}，而张量的形状不变</translation>
    </message>
    <message>
        <location filename="../../gui/document/taking.py"/>
        <source>it is {here} here and {there} there</source>
        <translation>这边是 {here}，那边是 {there}</translation>
    </message>
    <message>
        <location filename="../../core/files/file_io.py"/>
        <source>it is {kind}</source>
        <translation>它是 {kind}</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traceback/judge_keys.py"/>
        <source>it lacks the key that the error names: {example!r}.</source>
        <translation>它没有错误所指的键：{example!r}。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traceback/judge_keys.py"/>
        <source>it lacks the keys that the error calls missing, as any file of another model does. Compare it with the model (--against, or Compare with a model) to see whether it is meant for it.</source>
        <translation>它没有错误所说缺失的键，任何其他模型的文件也都如此。请与模型比较（--against，或“与模型比较”），看它是否适用于该模型。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traceback/judge_keys.py"/>
        <source>it lacks {keys} that the error names, such as {example!r}.</source>
        <translation>它没有错误所指的 {keys}，例如 {example!r}。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traceback/judge_keys.py"/>
        <source>it lacks {keys} that the error says the file has, such as {example!r}.</source>
        <translation>它没有错误所说的文件中的 {keys}，例如 {example!r}。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traceback/judge_keys.py"/>
        <source>it lacks {keys} that the error says the file has: {example!r}.</source>
        <translation>它没有错误所说的文件中的 {keys}：{example!r}。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traceback/judge_devices.py"/>
        <source>it names no GPU. Call torch.cuda.set_device(local_rank) in each process.</source>
        <translation>它没有提到 GPU。请在每个进程中调用 torch.cuda.set_device(local_rank)。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traceback/judge_names.py"/>
        <source>it names {names}, as every file of today with tensors in it does. Nothing is wrong with it: load it with a newer torch.</source>
        <translation>它提到 {names}，如今每个含有张量的文件都是如此。文件没有问题：请用更新的 torch 加载。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traceback/judge_names.py"/>
        <source>it names {names}, as the error says.</source>
        <translation>它提到 {names}，与错误所说一致。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traceback/judge_names.py"/>
        <source>it names {names}, which the torch of the error does not have yet.</source>
        <translation>它提到 {names}，而出错的 torch 还没有这些名称。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traceback/judge_names.py"/>
        <source>it names {names}, which torch of today takes; update torch.</source>
        <translation>它提到 {names}，当前的 torch 接受这些名称；请更新 torch。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traceback/judge_damage.py"/>
        <source>it opens as a checkpoint, and all of its bytes are there.</source>
        <translation>它可以作为检查点打开，字节也齐全。</translation>
    </message>
    <message>
        <location filename="../../core/torch_child/process.py"/>
        <source>it said nothing</source>
        <translation>没有说明</translation>
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
        <translation>它的校验和只在验证文件时才比较：请进行验证（--verify，或“验证”）。</translation>
    </message>
    <message>
        <location filename="../../core/objects/plain_rules.py"/>
        <source>its default</source>
        <translation>其默认值</translation>
    </message>
    <message>
        <location filename="../../core/report/difference.py"/>
        <source>its keys stand in another order</source>
        <translation>键的顺序不同</translation>
    </message>
    <message>
        <location filename="../../core/saving/publishing.py"/>
        <source>its links lead in a circle</source>
        <translation>其链接成环</translation>
    </message>
    <message>
        <location filename="../../core/objects/plain_rules.py"/>
        <source>its maxlen</source>
        <translation>其 maxlen</translation>
    </message>
    <message>
        <location filename="../../gui/document/optimizer_models.py"/>
        <source>its model: as found</source>
        <translation>其模型：自动识别</translation>
    </message>
    <message>
        <location filename="../../gui/optimizer/model_box.py"/>
        <source>its model: in another file…</source>
        <translation>其模型：在另一个文件中…</translation>
    </message>
    <message>
        <location filename="../../gui/document/optimizer_models.py"/>
        <location filename="../../gui/optimizer/model_box.py"/>
        <source>its model: {model}</source>
        <translation>其模型：{model}</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traceback/judge_state.py"/>
        <source>its optimizer has {sizes}. Compare that with the script: [len(g['params']) for g in optimizer.param_groups].</source>
        <translation>它的优化器有 {sizes}。请与脚本比较：[len(g['params']) for g in optimizer.param_groups]。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traceback/judge_lookups.py"/>
        <source>its optimizer state has {option!r}.</source>
        <translation>它的优化器状态有 {option!r}。</translation>
    </message>
    <message>
        <location filename="../../core/objects/plain_rules.py"/>
        <source>its own class and attributes</source>
        <translation>其自己的类和属性</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traceback/judge_damage.py"/>
        <source>its pickle is of protocol 2.</source>
        <translation>它的 pickle 采用协议 2。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traceback/judge_devices.py"/>
        <source>its pickled model lies on {some}.</source>
        <translation>其中用 pickle 保存的模型位于 {some} 上。</translation>
    </message>
    <message>
        <location filename="../../core/remote/stores/http.py"/>
        <location filename="../../core/remote/stores/s3.py"/>
        <source>its server answers {code}</source>
        <translation>服务器应答 {code}</translation>
    </message>
    <message>
        <location filename="../../core/remote/stores/http.py"/>
        <source>its server does not answer</source>
        <translation>服务器没有应答</translation>
    </message>
    <message>
        <location filename="../../core/remote/uploading/s3.py"/>
        <source>its server has other bytes than were sent</source>
        <translation>服务器上的字节与发送的不同</translation>
    </message>
    <message>
        <location filename="../../core/edits/numbers/cast.py"/>
        <source>its storage is shared by a tensor that is {reason}</source>
        <translation>其存储被另一个张量共享（{reason}）</translation>
    </message>
    <message>
        <location filename="../../core/loading/methods.py"/>
        <source>its storages are named by texts, as pickle protocol 0 does it, and no torch can read those back</source>
        <translation>其存储以文本命名（pickle 协议 0 的做法），没有 torch 能读回</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traceback/judge_devices.py"/>
        <source>its tensors lie on {some}</source>
        <translation>它的张量位于 {some} 上</translation>
    </message>
    <message>
        <location filename="../../gui/memory/answer_model.py"/>
        <source>its tensors taken over without a copy</source>
        <translation>不经复制直接采用其张量</translation>
    </message>
    <message>
        <location filename="../../core/objects/plain_rules.py"/>
        <source>its time zone</source>
        <translation>其时区</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traceback/judge_keys.py"/>
        <source>its {key!r} has the shape {shape}, another than the error says.</source>
        <translation>它的 {key!r} 形状为 {shape}，与错误所说的不同。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traceback/judge_state.py"/>
        <source>its {path!r} is of another type than uint8; a generator takes its state as bytes on the CPU.</source>
        <translation>它的 {path!r} 类型不是 uint8；生成器只接受 CPU 上的字节作为状态。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traceback/judge_state.py"/>
        <source>its {path!r} lies on the CPU as bytes. map_location moves it: write .cpu() behind it.</source>
        <translation>它的 {path!r} 是 CPU 上的字节。map_location 会移动它：请在其后写 .cpu()。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traceback/judge_state.py"/>
        <source>its {path!r} was saved on a GPU; a generator takes its state as bytes on the CPU.</source>
        <translation>它的 {path!r} 保存在 GPU 上；生成器只接受 CPU 上的字节作为状态。</translation>
    </message>
    <message>
        <location filename="../../gui/devices/table_model.py"/>
        <location filename="../../gui/document/remaining.py"/>
        <source>keep</source>
        <translation>保持</translation>
    </message>
    <message>
        <location filename="../../gui/memory/controls.py"/>
        <source>keep dict</source>
        <translation>保留字典</translation>
    </message>
    <message>
        <location filename="../../core/edits/wording.py"/>
        <location filename="../../core/recipes/step_words.py"/>
        <source>keep only {path}</source>
        <translation>只保留 {path}</translation>
    </message>
    <message>
        <location filename="../../gui/details/model.py"/>
        <source>key {key}, {size} of {dtype}</source>
        <translation>键 {key}，{dtype} {size}</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/state_dicts.py"/>
        <source>keys in the file that the model does not know</source>
        <translation>文件中有模型不认识的键</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/state_dicts.py"/>
        <source>keys that the model wants and the file lacks</source>
        <translation>模型需要而文件缺少的键</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traceback/state_dict_errors.py"/>
        <source>keys with the prefix of a wrapper</source>
        <translation>带有包装器前缀的键</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traceback/state_dict_errors.py"/>
        <source>keys without the prefix of a wrapper</source>
        <translation>没有包装器前缀的键</translation>
    </message>
    <message>
        <location filename="../../cli/edit_arguments.py"/>
        <source>leave out an entry, such as optimizer or optimizer/state</source>
        <translation>去掉一个条目，例如 optimizer 或 optimizer/state</translation>
    </message>
    <message>
        <location filename="../../core/recipes/batch.py"/>
        <source>left as it is</source>
        <translation>保持原样</translation>
    </message>
    <message>
        <location filename="../../cli/curing.py"/>
        <source>left as it is: {title}. --cure {code}: {fix}</source>
        <translation>保持原样：{title}。--cure {code}：{fix}</translation>
    </message>
    <message>
        <location filename="../../cli/batching.py"/>
        <location filename="../../cli/fixing.py"/>
        <source>left out</source>
        <translation>未处理</translation>
    </message>
    <message>
        <location filename="../../gui/recipes/model.py"/>
        <source>left out: {step}: {why}</source>
        <translation>未处理：{step}：{why}</translation>
    </message>
    <message>
        <location filename="../../gui/memory/bars_model.py"/>
        <source>left over</source>
        <translation>剩余</translation>
    </message>
    <message>
        <location filename="../../gui/save/model.py"/>
        <source>legacy (readable before torch 1.6)</source>
        <translation>legacy（torch 1.6 之前可读）</translation>
    </message>
    <message>
        <location filename="../../core/edits/wording.py"/>
        <location filename="../../core/recipes/step_words.py"/>
        <source>legacy container</source>
        <translation>旧式容器</translation>
    </message>
    <message>
        <location filename="../../gui/document/cells.py"/>
        <source>level removed, keys move up</source>
        <translation>已去掉该层级，键上移</translation>
    </message>
    <message>
        <location filename="../../gui/preferences/offered.py"/>
        <source>light</source>
        <translation>浅色</translation>
    </message>
    <message>
        <location filename="../../gui/preferences/offered.py"/>
        <source>like the system</source>
        <translation>跟随系统</translation>
    </message>
    <message>
        <location filename="../../core/objects/plain_rules.py"/>
        <source>list</source>
        <translation>list</translation>
    </message>
    <message>
        <location filename="../../cli/arguments.py"/>
        <source>list all tensors, not only the first</source>
        <translation>列出所有张量，而不只是前面的</translation>
    </message>
    <message>
        <location filename="../../cli/values/arguments.py"/>
        <source>list all that differs, not only the most</source>
        <translation>列出所有不同之处，而不只是最主要的</translation>
    </message>
    <message>
        <location filename="../../cli/arguments.py"/>
        <source>list tensors, devices, prefixes and optimizer state</source>
        <translation>列出张量、设备、前缀和优化器状态</translation>
    </message>
    <message>
        <location filename="../../core/formats/bounded_json.py"/>
        <source>lists</source>
        <translation>列表</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/state_dicts.py"/>
        <source>load_state_dict compares names and shapes of the file with those of the model, and some differ. Which ones the lines below this one say, and they were not pasted.</source>
        <translation>load_state_dict 把文件的名称和形状与模型的比较，有一些不同。是哪些由此行下面的各行说明，而它们没有被粘贴进来。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traceback/judge_devices.py"/>
        <source>load_state_dict leaves a model where it is. Look at the script: call model.to(device_ids[0]) before DataParallel(model), and after anything that moves it.</source>
        <translation>load_state_dict 会让模型留在原处。请检查脚本：在 DataParallel(model) 之前，以及任何移动模型的操作之后，调用 model.to(device_ids[0])。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/state_dicts.py"/>
        <source>load_state_dict matches by name only, and these keys of the file name nothing in the model. Often all of them differ by one prefix or segment.</source>
        <translation>load_state_dict 只按名称匹配，而文件的这些键在模型中没有对应项。常常是全部只差一个前缀或段。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/state_dicts.py"/>
        <source>load_state_dict matches by name only, and these names of the model are not among the keys of the file. Often all of them differ by one prefix or segment.</source>
        <translation>load_state_dict 只按名称匹配，而模型的这些名称不在文件的键中。常常是全部只差一个前缀或段。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/model_match/model_findings.py"/>
        <source>load_state_dict matches by name only.</source>
        <translation>load_state_dict 只按名称匹配。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/scripts.py"/>
        <source>load_state_dict of an optimizer matches by position and compares no shapes. At its step the state of one parameter meets another, or a layer that has another size than when the file was saved.</source>
        <translation>优化器的 load_state_dict 按位置匹配，不比较形状。执行步时，一个参数的状态会遇到另一个参数，或遇到与保存文件时大小不同的层。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/scripts.py"/>
        <source>load_state_dict of an optimizer takes the groups and the state of any other without a word. At its step it looks for numbers that only its own kind keeps.</source>
        <translation>优化器的 load_state_dict 会不声不响地接受任何其他优化器的组和状态。执行步时，它会查找只有自己这类优化器才保存的数字。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/pickles.py"/>
        <source>load_state_dict wants a dict of names and tensors and got an object of another type: a whole model, which is loaded already, a path, or whatever else the script took out of the checkpoint.</source>
        <translation>load_state_dict 需要由名称和张量组成的字典，却得到了其他类型的对象：已加载的整个模型、路径，或脚本从检查点中取出的其他内容。</translation>
    </message>
    <message>
        <location filename="../../gui/memory/answer_model.py"/>
        <source>loaded as it was saved</source>
        <translation>按保存时的位置加载</translation>
    </message>
    <message>
        <location filename="../../gui/memory/answer_model.py"/>
        <source>loaded straight to {target}</source>
        <translation>直接加载到 {target}</translation>
    </message>
    <message>
        <location filename="../../gui/memory/answer_model.py"/>
        <source>loaded to the CPU first</source>
        <translation>先加载到 CPU</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traceback/judge_devices.py"/>
        <source>loading it as saved puts {size} on a card of {capacity}.</source>
        <translation>按保存时的样子加载，会在 {capacity} 的显卡上放入 {size}。</translation>
    </message>
    <message>
        <location filename="../../gui/memory/bars_model.py"/>
        <source>loading may take {capacity:,}</source>
        <translation>加载最多可用 {capacity:,}</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/devices.py"/>
        <source>loading takes {size} of weights on {some} beside the model</source>
        <translation>加载时除模型外还在 {some} 上占用 {size} 权重</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/devices.py"/>
        <source>loading wakes {old}</source>
        <translation>加载会启用 {old}</translation>
    </message>
    <message>
        <location filename="../../cli/diagnosing.py"/>
        <source>loading with torch …</source>
        <translation>正在用 torch 加载 …</translation>
    </message>
    <message>
        <location filename="../../core/memory/analysis.py"/>
        <source>loads</source>
        <translation>可加载</translation>
    </message>
    <message>
        <location filename="../../gui/memory/bars_model.py"/>
        <source>loads, no GPU memory · {host}</source>
        <translation>可加载，不占显存 · {host}</translation>
    </message>
    <message>
        <location filename="../../gui/memory/bars_model.py"/>
        <source>loads, {spare} to spare at the fullest moment ({device} in {step}); {host} at most.</source>
        <translation>可加载，最满时（{step} 时的 {device}）还剩 {spare}；最多 {host}。</translation>
    </message>
    <message>
        <location filename="../../gui/memory/bars_model.py"/>
        <source>loads, {spare} to spare · {host}</source>
        <translation>可加载，还剩 {spare} · {host}</translation>
    </message>
    <message>
        <location filename="../../cli/setting.py"/>
        <source>looking at what fits</source>
        <translation>正在检查能否容纳</translation>
    </message>
    <message>
        <location filename="../../core/report/answer.py"/>
        <location filename="../../core/report/diagnosis.py"/>
        <source>loses</source>
        <translation>丢失</translation>
    </message>
    <message>
        <location filename="../../core/edits/numbers/castable.py"/>
        <source>made from a copy</source>
        <translation>由副本生成</translation>
    </message>
    <message>
        <location filename="../../core/edits/wording.py"/>
        <location filename="../../core/recipes/step_words.py"/>
        <source>make DTensors plain tensors</source>
        <translation>把 DTensor 转成普通张量</translation>
    </message>
    <message>
        <location filename="../../cli/edit_arguments.py"/>
        <source>make this sub-dictionary the whole file, such as state_dict</source>
        <translation>把这个子字典作为整个文件，例如 state_dict</translation>
    </message>
    <message numerus="yes">
        <location filename="../../core/edits/wording.py"/>
        <source>make {n:,} entries plain data</source>
        <translation><numerusform>把 {n:,} 个条目转成普通数据</numerusform></translation>
    </message>
    <message>
        <location filename="../../core/edits/wording.py"/>
        <location filename="../../core/recipes/step_words.py"/>
        <source>make {path} plain data</source>
        <translation>把 {path} 转成普通数据</translation>
    </message>
    <message>
        <location filename="../../gui/diagnosis/fixes_model.py"/>
        <source>make {shown} plain data</source>
        <translation>把 {shown} 变为普通数据</translation>
    </message>
    <message>
        <location filename="../../core/edits/wording.py"/>
        <source>map {source}</source>
        <translation>映射 {source}</translation>
    </message>
    <message>
        <location filename="../../core/edits/wording.py"/>
        <source>map {source} → {target}</source>
        <translation>映射 {source} → {target}</translation>
    </message>
    <message>
        <location filename="../../gui/memory/bars_model.py"/>
        <source>mapped file</source>
        <translation>映射的文件</translation>
    </message>
    <message>
        <location filename="../../gui/memory/answer_model.py"/>
        <source>mapped from the disk</source>
        <translation>从磁盘映射</translation>
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
        <translation>最大值</translation>
    </message>
    <message>
        <location filename="../../gui/memory/bars_model.py"/>
        <source>may be held back</source>
        <translation>可能留住</translation>
    </message>
    <message>
        <location filename="../../core/report/values.py"/>
        <source>mean</source>
        <translation>平均值</translation>
    </message>
    <message>
        <location filename="../../gui/document/compared.py"/>
        <source>mean |Δ| {number}</source>
        <translation>mean |Δ| {number}</translation>
    </message>
    <message>
        <location filename="../../cli/memory/text.py"/>
        <source>measured</source>
        <translation>实测</translation>
    </message>
    <message>
        <location filename="../../cli/memory/predicting.py"/>
        <source>measuring {name}: phase {done} of {total}</source>
        <translation>正在测量 {name}：第 {done} 阶段，共 {total} 个</translation>
    </message>
    <message>
        <location filename="../../cli/arguments.py"/>
        <source>memory of each card, such as 22.5GiB: the same as --card</source>
        <translation>每张显卡的显存，例如 22.5GiB；等同于 --card</translation>
    </message>
    <message>
        <location filename="../../core/memory/strategies.py"/>
        <source>meta model with mmap and assign=True</source>
        <translation>meta 模型，mmap 和 assign=True</translation>
    </message>
    <message>
        <location filename="../../gui/diff/pair_view.py"/>
        <source>mine - theirs</source>
        <translation>我的 - 对方的</translation>
    </message>
    <message>
        <location filename="../../gui/diff/pair_view.py"/>
        <source>mine {key}</source>
        <translation>我的 {key}</translation>
    </message>
    <message>
        <location filename="../../core/report/values.py"/>
        <source>minimum</source>
        <translation>最小值</translation>
    </message>
    <message>
        <location filename="../../gui/health/model.py"/>
        <source>misfit</source>
        <translation>不符</translation>
    </message>
    <message>
        <location filename="../../cli/verifying.py"/>
        <location filename="../../core/report/diagnosis.py"/>
        <location filename="../../core/report/parts.py"/>
        <location filename="../../gui/compare/model.py"/>
        <location filename="../../gui/parts/model.py"/>
        <source>missing</source>
        <translation>缺少</translation>
    </message>
    <message>
        <location filename="../../gui/compare/model.py"/>
        <source>missing in the file</source>
        <translation>文件中缺少</translation>
    </message>
    <message>
        <location filename="../../gui/parts/model.py"/>
        <source>missing, with {keys}</source>
        <translation>缺失，连同 {keys}</translation>
    </message>
    <message>
        <location filename="../../cli/batching.py"/>
        <location filename="../../cli/saving.py"/>
        <source>missing:</source>
        <translation>缺失：</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/containers.py"/>
        <source>mmap needs the zip container</source>
        <translation>mmap 需要 zip 容器</translation>
    </message>
    <message>
        <location filename="../../core/memory/strategies.py"/>
        <source>mmap=True on the CPU</source>
        <translation>在 CPU 上 mmap=True</translation>
    </message>
    <message>
        <location filename="../../core/edits/wording.py"/>
        <location filename="../../core/memory/contents.py"/>
        <location filename="../../core/report/inspect.py"/>
        <location filename="../../gui/memory/bars_model.py"/>
        <source>model</source>
        <translation>模型</translation>
    </message>
    <message>
        <location filename="../../cli/memory/text.py"/>
        <source>model on {device}</source>
        <translation>模型在 {device} 上</translation>
    </message>
    <message>
        <location filename="../../cli/memory/text.py"/>
        <source>model on {device} in {dtype}</source>
        <translation>模型在 {device} 上，dtype 为 {dtype}</translation>
    </message>
    <message>
        <location filename="../../gui/rename/model.py"/>
        <source>model.*.weight</source>
        <translation>model.*.weight</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/running.py"/>
        <source>model.load_state_dict(state_dict, assign=True) takes the tensors of the file as they are; or model.to_empty(device=…) before loading.</source>
        <translation>model.load_state_dict(state_dict, assign=True) 会直接使用文件中的张量；或者在加载前调用 model.to_empty(device=…)。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/running.py"/>
        <source>model.load_state_dict(state_dict, assign=True) takes the tensors of the file as they are; or model.to_empty(device=…) before loading. What was saved without data must be saved again.</source>
        <translation>model.load_state_dict(state_dict, assign=True) 会直接使用文件中的张量；或者在加载前调用 model.to_empty(device=…)。保存时就没有数据的内容必须重新保存。</translation>
    </message>
    <message>
        <location filename="../../gui/memory/bars_model.py"/>
        <source>momentary</source>
        <translation>短暂</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/containers.py"/>
        <source>more bytes in the file than the pickle says</source>
        <translation>文件中的字节比 pickle 声明的多</translation>
    </message>
    <message>
        <location filename="../../cli/edit_arguments.py"/>
        <source>move optimizer state to a device, or `follow` its parameters</source>
        <translation>把优化器状态移到一个设备，或 `follow` 跟随其参数</translation>
    </message>
    <message>
        <location filename="../../gui/document/remaining.py"/>
        <source>moved to {devices}</source>
        <translation>移到 {devices}</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/container.py"/>
        <source>named .safetensors, which it is not</source>
        <translation>名为 .safetensors，却并非该格式</translation>
    </message>
    <message>
        <location filename="../../core/report/inspect.py"/>
        <source>names</source>
        <translation>名称</translation>
    </message>
    <message>
        <location filename="../../core/report/plan.py"/>
        <source>names: {names}: {warning}</source>
        <translation>名称：{names}：{warning}</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/objects.py"/>
        <source>needs classes of the script that saved it</source>
        <translation>需要保存它的脚本中的类</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/objects.py"/>
        <source>needs the Python module {top}</source>
        <translation>需要 Python 模块 {top}</translation>
    </message>
    <message>
        <location filename="../../core/objects/compounds.py"/>
        <source>nested tensor</source>
        <translation>嵌套张量</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/container.py"/>
        <source>nested tensors in the older container</source>
        <translation>较旧容器中的嵌套张量</translation>
    </message>
    <message>
        <location filename="../../gui/rename/model.py"/>
        <source>net.*.weight</source>
        <translation>net.*.weight</translation>
    </message>
    <message>
        <location filename="../../gui/memory/bars_model.py"/>
        <source>never reached: the memory ran out before</source>
        <translation>未到达：在此之前显存已耗尽</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/container.py"/>
        <source>newer dtypes in the older container</source>
        <translation>较旧容器中的较新 dtype</translation>
    </message>
    <message>
        <location filename="../../cli/memory/text.py"/>
        <source>no</source>
        <translation>否</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/many_files.py"/>
        <source>no .metadata where torch.distributed.checkpoint looks for it</source>
        <translation>torch.distributed.checkpoint 查找的位置没有 .metadata</translation>
    </message>
    <message>
        <location filename="../../core/report/page.py"/>
        <location filename="../../gui/preferences/offered.py"/>
        <location filename="../../gui/session/loading_on.py"/>
        <source>no GPU</source>
        <translation>没有 GPU</translation>
    </message>
    <message>
        <location filename="../../gui/health/model.py"/>
        <source>no NaN and no Inf</source>
        <translation>没有 NaN，也没有 Inf</translation>
    </message>
    <message>
        <location filename="../../core/report/diagnosis.py"/>
        <source>no answer: {why}</source>
        <translation>没有回答：{why}</translation>
    </message>
    <message>
        <location filename="../../cli/memory/text.py"/>
        <source>no card</source>
        <translation>没有显卡</translation>
    </message>
    <message>
        <location filename="../../core/dtypes.py"/>
        <source>no device</source>
        <translation>无设备</translation>
    </message>
    <message>
        <location filename="../../cli/curing.py"/>
        <source>no edit cures {code}: {title}. {fix}</source>
        <translation>没有编辑能修复 {code}：{title}。{fix}</translation>
    </message>
    <message>
        <location filename="../../gui/save/sections.py"/>
        <source>no key is changed</source>
        <translation>没有更改任何键</translation>
    </message>
    <message>
        <location filename="../../gui/save/sections.py"/>
        <source>no key is changed, but what is missing is left out</source>
        <translation>没有更改任何键，但缺失的部分不会写入</translation>
    </message>
    <message>
        <location filename="../../gui/document/contents.py"/>
        <source>no keys</source>
        <translation>没有键</translation>
    </message>
    <message>
        <location filename="../../gui/values/copying.py"/>
        <source>no keys lead to this tensor: it is part of an object</source>
        <translation>没有键通向此张量：它是一个对象的一部分</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traceback/judge_state.py"/>
        <source>no optimizer state is in it, so whatever the script handed to the optimizer is none.</source>
        <translation>其中没有优化器状态，所以无论脚本向优化器传入了什么，都不是优化器状态。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traceback/judge_lookups.py"/>
        <location filename="../../core/diagnosis/traceback/judge_state.py"/>
        <source>no optimizer state is in it.</source>
        <translation>其中没有优化器状态。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traceback/judge_lookups.py"/>
        <source>no optimizer state is in it; {asked}.</source>
        <translation>其中没有优化器状态；{asked}。</translation>
    </message>
    <message>
        <location filename="../../gui/optimizer/table_model.py"/>
        <source>no parameter that could be told</source>
        <translation>无法得知的参数</translation>
    </message>
    <message>
        <location filename="../../core/objects/dtensors.py"/>
        <source>no placement</source>
        <translation>无放置方式</translation>
    </message>
    <message>
        <location filename="../../core/memory/analysis.py"/>
        <source>no prediction</source>
        <translation>无预测</translation>
    </message>
    <message>
        <location filename="../../core/files/file_io.py"/>
        <source>no regular file</source>
        <translation>不是普通文件</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/running.py"/>
        <source>no room on the GPU</source>
        <translation>GPU 上空间不足</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traceback/judge_state.py"/>
        <source>no state of random numbers is in it.</source>
        <translation>其中没有随机数状态。</translation>
    </message>
    <message>
        <location filename="../../gui/optimizer/table_model.py"/>
        <source>no state yet</source>
        <translation>还没有状态</translation>
    </message>
    <message>
        <location filename="../../core/edits/wording.py"/>
        <source>no tensor</source>
        <translation>无张量</translation>
    </message>
    <message>
        <location filename="../../core/memory/unsupported.py"/>
        <source>no way</source>
        <translation>没有方式</translation>
    </message>
    <message>
        <location filename="../../cli/saving.py"/>
        <source>no workers were needed: they make what is cast or put together, of files of this computer, in files of this computer</source>
        <translation>不需要工作进程：它们只处理需要转换类型或合并的内容，且源文件和新文件都必须在本机上</translation>
    </message>
    <message>
        <location filename="../../gui/health/colouring.py"/>
        <source>no zeros</source>
        <translation>没有零</translation>
    </message>
    <message>
        <location filename="../../cli/memory/text.py"/>
        <location filename="../../core/values/slices.py"/>
        <location filename="../../gui/preferences/offered.py"/>
        <source>none</source>
        <translation>无</translation>
    </message>
    <message>
        <location filename="../../gui/save/sections.py"/>
        <source>none: files of this kind name no device</source>
        <translation>无：此类文件不记录设备</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/running.py"/>
        <source>not enough RAM</source>
        <translation>内存不足</translation>
    </message>
    <message>
        <location filename="../../core/report/values.py"/>
        <source>not finite: {numbers}</source>
        <translation>非有限：{numbers}</translation>
    </message>
    <message>
        <location filename="../../cli/fixing.py"/>
        <source>not in the recipe</source>
        <translation>不在配方中</translation>
    </message>
    <message>
        <location filename="../../core/containers/known_files.py"/>
        <source>not looked into</source>
        <translation>未查看</translation>
    </message>
    <message>
        <location filename="../../core/edits/numbers/castable.py"/>
        <source>not of a floating dtype</source>
        <translation>非浮点 dtype</translation>
    </message>
    <message>
        <location filename="../../gui/health/colouring.py"/>
        <source>not scanned yet</source>
        <translation>尚未扫描</translation>
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
        <translation>无效：{reason}</translation>
    </message>
    <message>
        <location filename="../../core/oddities.py"/>
        <source>not written by torch.save: what torch loads can differ from what is shown</source>
        <translation>不是由 torch.save 写的：torch 加载的内容可能与显示的不同</translation>
    </message>
    <message>
        <location filename="../../cli/memory/text.py"/>
        <location filename="../../core/report/parts.py"/>
        <location filename="../../core/report/severities.py"/>
        <source>note</source>
        <translation>注意</translation>
    </message>
    <message>
        <location filename="../../cli/batching.py"/>
        <location filename="../../cli/saving.py"/>
        <location filename="../../core/report/export.py"/>
        <source>note:</source>
        <translation>注意：</translation>
    </message>
    <message>
        <location filename="../../core/report/plan.py"/>
        <source>note: {warning}</source>
        <translation>注意：{warning}</translation>
    </message>
    <message>
        <location filename="../../core/catalogue/catalogue.py"/>
        <location filename="../../core/diagnosis/model_match/model_keys.py"/>
        <location filename="../../core/report/plan.py"/>
        <source>nothing</source>
        <translation>无</translation>
    </message>
    <message>
        <location filename="../../gui/document/taking.py"/>
        <source>nothing but its key differs, and keys stay; rename it where you want the other</source>
        <translation>只有键不同，而键保持不变；需要另一个键时请重命名</translation>
    </message>
    <message>
        <location filename="../../gui/document/compared.py"/>
        <source>nothing differs, {tensors} the same</source>
        <translation>没有不同，{tensors}相同</translation>
    </message>
    <message>
        <location filename="../../core/report/diagnosis.py"/>
        <location filename="../../core/report/scan.py"/>
        <source>nothing found</source>
        <translation>没有发现问题</translation>
    </message>
    <message>
        <location filename="../../gui/page/status.py"/>
        <source>nothing in this file was executed</source>
        <translation>此文件中没有任何内容被执行</translation>
    </message>
    <message>
        <location filename="../../gui/app/commands.py"/>
        <source>nothing is compared with</source>
        <translation>没有在比较</translation>
    </message>
    <message>
        <location filename="../../cli/verifying.py"/>
        <source>nothing is damaged</source>
        <translation>没有损坏</translation>
    </message>
    <message>
        <location filename="../../gui/preferences/ranges.py"/>
        <source>nothing is kept</source>
        <translation>没有缓存</translation>
    </message>
    <message>
        <location filename="../../gui/app/commands.py"/>
        <source>nothing left to do</source>
        <translation>没有要做的了</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traceback/answer.py"/>
        <source>nothing that a checkpoint holds causes this error.</source>
        <translation>检查点中没有任何内容会导致此错误。</translation>
    </message>
    <message>
        <location filename="../../cli/curing.py"/>
        <source>nothing to cure for {computer}</source>
        <translation>对于{computer}没有需要修复的内容</translation>
    </message>
    <message>
        <location filename="../../core/recipes/batch.py"/>
        <source>nothing to do</source>
        <translation>没有要做的</translation>
    </message>
    <message>
        <location filename="../../gui/app/commands.py"/>
        <source>nothing to redo</source>
        <translation>没有可重做的</translation>
    </message>
    <message>
        <location filename="../../gui/app/commands.py"/>
        <source>nothing to undo</source>
        <translation>没有可撤销的</translation>
    </message>
    <message>
        <location filename="../../gui/save/sections.py"/>
        <source>nothing: the copy will hold the same as the source</source>
        <translation>没有：副本与源文件内容相同</translation>
    </message>
    <message>
        <location filename="../../core/objects/plain_rules.py"/>
        <source>number</source>
        <translation>数字</translation>
    </message>
    <message>
        <location filename="../../cli/arguments.py"/>
        <source>number of cards (default: those here, or as many as are needed)</source>
        <translation>显卡数量（默认：本机的数量，或需要的数量）</translation>
    </message>
    <message>
        <location filename="../../core/edits/wording.py"/>
        <location filename="../../core/recipes/step_words.py"/>
        <source>number the state</source>
        <translation>用数字为状态编号</translation>
    </message>
    <message>
        <location filename="../../core/edits/wording.py"/>
        <source>number the state of {parameters}</source>
        <translation>用数字为 {parameters}的状态编号</translation>
    </message>
    <message>
        <location filename="../../gui/document/compared.py"/>
        <source>numbers</source>
        <translation>数字</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/file.py"/>
        <source>numbers of more bits than torch reads</source>
        <translation>位数超出 torch 所能读取的数字</translation>
    </message>
    <message>
        <location filename="../../gui/document/cells.py"/>
        <source>numbers of {file}</source>
        <translation>{file} 的数字</translation>
    </message>
    <message>
        <location filename="../../core/report/difference.py"/>
        <source>numbers that differ</source>
        <translation>不同的数字</translation>
    </message>
    <message>
        <location filename="../../gui/document/compared.py"/>
        <source>numbers: {numbers}</source>
        <translation>数字：{numbers}</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/objects.py"/>
        <source>numpy 2 renamed numpy.core to numpy._core, and that name is in the file. With weights_only=False and numpy 1 torch.load does not find it.</source>
        <translation>numpy 2 把 numpy.core 改名为 numpy._core，文件中用的就是这个名称。使用 weights_only=False 和 numpy 1 时，torch.load 找不到它。</translation>
    </message>
    <message>
        <location filename="../../core/objects/describe.py"/>
        <source>numpy array</source>
        <translation>numpy 数组</translation>
    </message>
    <message>
        <location filename="../../core/edits/conversions.py"/>
        <location filename="../../gui/details/model.py"/>
        <source>object</source>
        <translation>对象</translation>
    </message>
    <message>
        <location filename="../../core/pickling/bounds.py"/>
        <source>objects</source>
        <translation>个对象</translation>
    </message>
    <message>
        <location filename="../../core/containers/torch_zips/script.py"/>
        <source>objects in each other</source>
        <translation>相互嵌套的对象</translation>
    </message>
    <message>
        <location filename="../../gui/values/histogram_page.py"/>
        <source>of a sample</source>
        <translation>基于样本</translation>
    </message>
    <message>
        <location filename="../../gui/values/facts.py"/>
        <source>of a sample; all numbers are being read</source>
        <translation>基于样本；正在读取全部数字</translation>
    </message>
    <message>
        <location filename="../../gui/compare/model.py"/>
        <source>of another shape</source>
        <translation>形状不同</translation>
    </message>
    <message>
        <location filename="../../core/formats/zip_forms.py"/>
        <source>of another size than its entries, as other programs count them</source>
        <translation>大小与其条目不符，其他程序按条目计算</translation>
    </message>
    <message>
        <location filename="../../core/edits/numbers/castable.py"/>
        <source>of dtype {dtype}</source>
        <translation>dtype 为 {dtype}</translation>
    </message>
    <message>
        <location filename="../../core/catalogue/optimizers/words.py"/>
        <source>of {model} ({how})</source>
        <translation>属于 {model}（{how}）</translation>
    </message>
    <message>
        <location filename="../../gui/document/cells.py"/>
        <source>of {name}</source>
        <translation>属于 {name}</translation>
    </message>
    <message>
        <location filename="../../gui/health/colouring.py"/>
        <source>often meant so</source>
        <translation>往往是有意的</translation>
    </message>
    <message>
        <location filename="../../core/report/diagnosis.py"/>
        <source>older advice</source>
        <translation>旧的建议</translation>
    </message>
    <message>
        <location filename="../../gui/diagnosis/model.py"/>
        <source>on every computer</source>
        <translation>在任何计算机上</translation>
    </message>
    <message>
        <location filename="../../gui/diagnosis/model.py"/>
        <source>on {computer}</source>
        <translation>在{computer}上</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/devices.py"/>
        <source>once mapped, loading takes {size} of weights on {some} beside the model</source>
        <translation>映射之后，加载时除模型外还在 {some} 上占用 {size} 权重</translation>
    </message>
    <message>
        <location filename="../../gui/memory/controls.py"/>
        <source>one GPU for all</source>
        <translation>全部用一个 GPU</translation>
    </message>
    <message>
        <location filename="../../gui/save/model.py"/>
        <source>one file</source>
        <translation>一个文件</translation>
    </message>
    <message>
        <location filename="../../core/edits/numbers/setting.py"/>
        <source>one number</source>
        <translation>单个数字</translation>
    </message>
    <message>
        <location filename="../../gui/compare/dialog.py"/>
        <source>only differences</source>
        <translation>只看不同之处</translation>
    </message>
    <message>
        <location filename="../../gui/diff/model.py"/>
        <location filename="../../gui/document/compared.py"/>
        <source>only here</source>
        <translation>仅这边</translation>
    </message>
    <message>
        <location filename="../../core/report/difference.py"/>
        <source>only in {name}: {entries}</source>
        <translation>仅在 {name} 中：{entries}</translation>
    </message>
    <message>
        <location filename="../../gui/document/taking.py"/>
        <source>only numbers, texts, truth values and None can be taken</source>
        <translation>只能采用数字、文本、真值和 None</translation>
    </message>
    <message>
        <location filename="../../gui/app/commands.py"/>
        <source>only one file is open</source>
        <translation>只打开了一个文件</translation>
    </message>
    <message>
        <location filename="../../gui/diff/model.py"/>
        <location filename="../../gui/document/compared.py"/>
        <location filename="../../gui/document/ghost_cells.py"/>
        <source>only there</source>
        <translation>仅那边</translation>
    </message>
    <message>
        <location filename="../../gui/app/commands.py"/>
        <source>open a file first</source>
        <translation>请先打开文件</translation>
    </message>
    <message>
        <location filename="../../cli/edit_arguments.py"/>
        <source>open this file by itself, and not the whole it is part of</source>
        <translation>单独打开此文件，而不打开它所属的整体</translation>
    </message>
    <message>
        <location filename="../../gui/page/status.py"/>
        <source>opened from {host} in {seconds}, {received} of {size} read</source>
        <translation>用 {seconds} 从 {host} 打开，读取了 {size} 中的 {received}</translation>
    </message>
    <message>
        <location filename="../../gui/page/status.py"/>
        <source>opened in {seconds}</source>
        <translation>用 {seconds} 打开</translation>
    </message>
    <message>
        <location filename="../../core/memory/contents.py"/>
        <location filename="../../core/report/optimizers.py"/>
        <location filename="../../gui/memory/bars_model.py"/>
        <location filename="../../gui/optimizer/model.py"/>
        <source>optimizer</source>
        <translation>优化器</translation>
    </message>
    <message>
        <location filename="../../gui/diagnosis/fixes_model.py"/>
        <source>optimizer state</source>
        <translation>优化器状态</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/running.py"/>
        <source>optimizer state beside its parameters</source>
        <translation>优化器状态与其参数不一致</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/optimizers.py"/>
        <source>optimizer state is {have}, its parameters are {want}</source>
        <translation>优化器状态为 {have}，其参数为 {want}</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/scripts.py"/>
        <source>optimizer state of other shapes than the parameters</source>
        <translation>优化器状态的形状与参数不同</translation>
    </message>
    <message>
        <location filename="../../gui/details/model.py"/>
        <location filename="../../gui/tree/tips.py"/>
        <source>optimizer state of {meaning}</source>
        <translation>{meaning} 的优化器状态</translation>
    </message>
    <message>
        <location filename="../../core/memory/training/words.py"/>
        <source>optimizer state to come {size}</source>
        <translation>将有的优化器状态 {size}</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/optimizers.py"/>
        <source>optimizer state was saved on another device than its parameters</source>
        <translation>优化器状态保存在与其参数不同的设备上</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traceback/judge_lookups.py"/>
        <source>optimizer state without it</source>
        <translation>不含它的优化器状态</translation>
    </message>
    <message>
        <location filename="../../core/edits/wording.py"/>
        <location filename="../../core/recipes/step_words.py"/>
        <source>optimizer state → its parameters</source>
        <translation>优化器状态 → 其参数所在处</translation>
    </message>
    <message>
        <location filename="../../core/edits/wording.py"/>
        <location filename="../../core/recipes/step_words.py"/>
        <source>optimizer state → {target}</source>
        <translation>优化器状态 → {target}</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/optimizer_state.py"/>
        <source>optimizer.load_state_dict finds no parameter for such keys and says nothing: it keeps the state aside, and {starts_anew}. torch.distributed.checkpoint turns keys into texts, and dcp_to_torch_save leaves them so.</source>
        <translation>optimizer.load_state_dict 找不到这些键对应的参数，也不作任何提示：它把状态搁置一旁，{starts_anew}。torch.distributed.checkpoint 会把键变成文本，而 dcp_to_torch_save 让它们保持原样。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/optimizer_state.py"/>
        <source>optimizer.load_state_dict keeps such state aside and never uses it; it takes room in the file and in memory. So it is where a file with keys of another kind was loaded and trained on, or groups were taken out.</source>
        <translation>optimizer.load_state_dict 把这种状态搁置一旁，从不使用；它占用文件和内存的空间。当加载了另一种键的文件并继续训练，或者去掉了某些组时，就会这样。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/resuming.py"/>
        <source>optimizer.load_state_dict wants what optimizer.state_dict() gave: a dict with 'state' and 'param_groups'. The script handed it something else, such as the weights of the model, None or the whole checkpoint.</source>
        <translation>optimizer.load_state_dict 需要 optimizer.state_dict() 给出的内容：含有 'state' 和 'param_groups' 的字典。脚本传入的是别的内容，例如模型的权重、None 或整个检查点。</translation>
    </message>
    <message>
        <location filename="../../cli/arguments.py"/>
        <source>options</source>
        <translation>选项</translation>
    </message>
    <message>
        <location filename="../../gui/document/compared.py"/>
        <source>order</source>
        <translation>顺序</translation>
    </message>
    <message>
        <location filename="../../gui/document/compared.py"/>
        <source>order: the same keys stand in another order</source>
        <translation>顺序：相同的键排列次序不同</translation>
    </message>
    <message>
        <location filename="../../core/memory/contents.py"/>
        <location filename="../../gui/memory/bars_model.py"/>
        <source>other</source>
        <translation>其他</translation>
    </message>
    <message>
        <location filename="../../gui/compare/model.py"/>
        <source>other shape</source>
        <translation>形状不同</translation>
    </message>
    <message>
        <location filename="../../gui/document/compared.py"/>
        <source>other type</source>
        <translation>其他类型</translation>
    </message>
    <message>
        <location filename="../../gui/widgets/device_box.py"/>
        <source>other…</source>
        <translation>其他…</translation>
    </message>
    <message>
        <location filename="../../core/memory/analysis.py"/>
        <source>out of memory</source>
        <translation>显存不足</translation>
    </message>
    <message>
        <location filename="../../gui/memory/bars_model.py"/>
        <source>out of memory in {phase}: {lacks} short</source>
        <translation>在{phase}耗尽显存：还差 {lacks}</translation>
    </message>
    <message>
        <location filename="../../gui/memory/controls.py"/>
        <source>own GPU each</source>
        <translation>各用自己的 GPU</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/records.py"/>
        <source>packed by another program than torch: mmap=True reads wrong numbers</source>
        <translation>由 torch 以外的程序打包：mmap=True 会读到错误的数字</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/records.py"/>
        <source>packed by another program than torch: offsets cannot be computed</source>
        <translation>由 torch 以外的程序打包：无法计算偏移量</translation>
    </message>
    <message>
        <location filename="../../gui/document/pickled_models.py"/>
        <source>param</source>
        <translation>参数</translation>
    </message>
    <message>
        <location filename="../../core/values/health/optimizers.py"/>
        <source>parameter {number}</source>
        <translation>参数 {number}</translation>
    </message>
    <message>
        <location filename="../../core/edits/numbers/castable.py"/>
        <source>part of a tensor whose class says its dtype</source>
        <translation>属于由类决定 dtype 的张量</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/running.py"/>
        <source>parts of the model on several GPUs</source>
        <translation>模型的各部分在多个 GPU 上</translation>
    </message>
    <message>
        <location filename="../../core/formats/zip_forms.py"/>
        <source>parts on other disks</source>
        <translation>部分在其他磁盘上</translation>
    </message>
    <message>
        <location filename="../../gui/compare/source.py"/>
        <source>pasted keys</source>
        <translation>粘贴的键</translation>
    </message>
    <message>
        <location filename="../../cli/memory/text.py"/>
        <source>peak of each card</source>
        <translation>每块显卡的峰值</translation>
    </message>
    <message>
        <location filename="../../core/report/values.py"/>
        <source>percentiles, to less than a percent: {told}</source>
        <translation>百分位，误差小于百分之一：{told}</translation>
    </message>
    <message>
        <location filename="../../core/report/values.py"/>
        <source>percentiles: {told}</source>
        <translation>百分位：{told}</translation>
    </message>
    <message>
        <location filename="../../core/objects/value_text.py"/>
        <source>persistent id</source>
        <translation>持久 id</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/storages.py"/>
        <source>pickle protocol 0, which cannot name storages: no torch loads this file</source>
        <translation>pickle 协议 0，无法指名存储：任何版本的 torch 都无法加载此文件</translation>
    </message>
    <message>
        <location filename="../../core/edits/wording.py"/>
        <location filename="../../core/recipes/step_words.py"/>
        <source>pickle protocol {protocol}</source>
        <translation>pickle 协议 {protocol}</translation>
    </message>
    <message numerus="yes">
        <location filename="../../core/diagnosis/rules/objects.py"/>
        <source>pickled modules without weights: {names}</source>
        <translation><numerusform>用 pickle 保存的无权重模块：{names}</numerusform></translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/many_files.py"/>
        <source>pieces of tensors, opened outside the ranks that saved them</source>
        <translation>张量的分块，在保存它们的 rank 之外打开</translation>
    </message>
    <message>
        <location filename="../../core/containers/dcp/nesting.py"/>
        <source>places in lists</source>
        <translation>列表中的位置</translation>
    </message>
    <message>
        <location filename="../../core/edits/to_plain.py"/>
        <location filename="../../gui/document/cells.py"/>
        <source>plain data</source>
        <translation>普通数据</translation>
    </message>
    <message>
        <location filename="../../cli/arguments.py"/>
        <source>positional arguments</source>
        <translation>位置参数</translation>
    </message>
    <message>
        <location filename="../../cli/arguments.py"/>
        <source>predict what each way of loading takes on a GPU and of RAM</source>
        <translation>预测每种加载方式占用的显存和内存</translation>
    </message>
    <message>
        <location filename="../../core/report/inspect.py"/>
        <source>prefix</source>
        <translation>前缀</translation>
    </message>
    <message>
        <location filename="../../cli/arguments.py"/>
        <source>print Python that loads it, with its own paths</source>
        <translation>输出加载它的 Python 代码，带有它自己的路径</translation>
    </message>
    <message>
        <location filename="../../cli/arguments.py"/>
        <location filename="../../cli/edit_arguments.py"/>
        <location filename="../../cli/values/arguments.py"/>
        <source>print one JSON object</source>
        <translation>输出一个 JSON 对象</translation>
    </message>
    <message>
        <location filename="../../cli/arguments.py"/>
        <source>print the version</source>
        <translation>显示版本</translation>
    </message>
    <message>
        <location filename="../../cli/arguments.py"/>
        <source>print what a shell needs to complete words</source>
        <translation>输出 shell 补全单词所需的内容</translation>
    </message>
    <message>
        <location filename="../../cli/arguments.py"/>
        <source>processes of this machine that make what is cast or put together (default: 1)</source>
        <translation>本机上用于转换类型或合并的进程数（默认：1）</translation>
    </message>
    <message>
        <location filename="../../cli/values/workers.py"/>
        <source>processes of this machine that read (default: 1 for small files, else one a processor)</source>
        <translation>本机上读取文件的进程数（默认：小文件为 1，否则每个处理器一个）</translation>
    </message>
    <message>
        <location filename="../../cli/arguments.py"/>
        <source>processes that load the file, each for a card of its own</source>
        <translation>加载文件的进程数，每个进程用自己的显卡</translation>
    </message>
    <message>
        <location filename="../../core/pickling/loop.py"/>
        <source>protocol {protocol} is declared where no pickle declares one</source>
        <translation>在没有 pickle 会声明协议之处声明了协议 {protocol}</translation>
    </message>
    <message>
        <location filename="../../cli/arguments.py"/>
        <source>pthfinder: there is no command {word}. Did you mean {meant}? See `{prog} --help`.</source>
        <translation>pthfinder：没有命令 {word}。是不是想用 {meant}？参见 `{prog} --help`。</translation>
    </message>
    <message>
        <location filename="../../cli/fixing.py"/>
        <source>pthfinder: {message}. See `{name} fix --help`.</source>
        <translation>pthfinder: {message}。参见 `{name} fix --help`。</translation>
    </message>
    <message>
        <location filename="../../cli/arguments.py"/>
        <source>pthfinder: {message}. See `{prog} --help`.</source>
        <translation>pthfinder: {message}。参见 `{prog} --help`。</translation>
    </message>
    <message>
        <location filename="../../cli/language.py"/>
        <source>pthfinder: {option} takes {languages}, before the command, and not {language!r}.</source>
        <translation>pthfinder: {option} 写在命令之前，可取 {languages}，而不是 {language!r}。</translation>
    </message>
    <message numerus="yes">
        <location filename="../../core/edits/wording.py"/>
        <source>put numbers into {n:,} tensors</source>
        <translation><numerusform>向 {n:,} 个张量放入数字</numerusform></translation>
    </message>
    <message>
        <location filename="../../cli/arguments.py"/>
        <source>put the program and its kinds of files on a Linux desktop</source>
        <translation>把程序及其文件类型加入 Linux 桌面</translation>
    </message>
    <message>
        <location filename="../../cli/edit_arguments.py"/>
        <source>put the state dict of a whole pickled model in its place; / is the whole file</source>
        <translation>把整个 pickle 模型换成它的 state_dict；/ 表示整个文件</translation>
    </message>
    <message>
        <location filename="../../core/edits/wording.py"/>
        <source>put {source} into {path}</source>
        <translation>把 {source} 放入 {path}</translation>
    </message>
    <message>
        <location filename="../../core/edits/numbers/castable.py"/>
        <source>quantised</source>
        <translation>量化</translation>
    </message>
    <message>
        <location filename="../../core/edits/numbers/theirs.py"/>
        <source>quantised ({dtype})</source>
        <translation>量化（{dtype}）</translation>
    </message>
    <message>
        <location filename="../../core/containers/ranks/zero_state.py"/>
        <source>ranks</source>
        <translation>进程（rank）</translation>
    </message>
    <message>
        <location filename="../../cli/arguments.py"/>
        <source>read all numbers and say how healthy they are</source>
        <translation>读取所有数字并说明其健康状况</translation>
    </message>
    <message>
        <location filename="../../cli/edit_arguments.py"/>
        <source>read symbolic links that lead out of the folder</source>
        <translation>读取指向文件夹之外的符号链接</translation>
    </message>
    <message>
        <location filename="../../cli/values/scanning.py"/>
        <source>reading</source>
        <translation>正在读取</translation>
    </message>
    <message>
        <location filename="../../gui/recipes/dialog.py"/>
        <source>recipe {name}</source>
        <translation>配方 {name}</translation>
    </message>
    <message>
        <location filename="../../core/formats/zip_reader.py"/>
        <source>records</source>
        <translation>条记录</translation>
    </message>
    <message>
        <location filename="../../core/formats/zip_forms.py"/>
        <source>records in no folder, where torch wants one</source>
        <translation>记录不在文件夹中，而 torch 需要一个</translation>
    </message>
    <message>
        <location filename="../../core/report/difference.py"/>
        <source>relative</source>
        <translation>相对</translation>
    </message>
    <message>
        <location filename="../../gui/document/compared.py"/>
        <source>relative {number}</source>
        <translation>相对 {number}</translation>
    </message>
    <message>
        <location filename="../../core/report/diagnosis.py"/>
        <source>rename</source>
        <translation>重命名</translation>
    </message>
    <message>
        <location filename="../../cli/edit_arguments.py"/>
        <source>rename keys: a text in them, or whole keys by a glob, such as 'net.*=model.*'</source>
        <translation>重命名键：其中的文本，或用通配符匹配整个键，例如 'net.*=model.*'</translation>
    </message>
    <message numerus="yes">
        <location filename="../../core/edits/wording.py"/>
        <source>rename {n:,} Python modules</source>
        <translation><numerusform>重命名 {n:,} 个 Python 模块</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../core/edits/wording.py"/>
        <source>rename {n:,} keys</source>
        <translation><numerusform>重命名 {n:,} 个键</numerusform></translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/model_match/renames.py"/>
        <source>rename {old} to {new}</source>
        <translation>将 {old} 重命名为 {new}</translation>
    </message>
    <message>
        <location filename="../../core/edits/wording.py"/>
        <location filename="../../core/recipes/step_words.py"/>
        <source>rename {old} → {new}</source>
        <translation>重命名 {old} → {new}</translation>
    </message>
    <message>
        <location filename="../../core/edits/wording.py"/>
        <source>rename {path} to “{name}”</source>
        <translation>把 {path} 重命名为“{name}”</translation>
    </message>
    <message>
        <location filename="../../core/edits/wording.py"/>
        <location filename="../../core/recipes/step_words.py"/>
        <source>rename {what} in keys</source>
        <translation>重命名键中的 {what}</translation>
    </message>
    <message>
        <location filename="../../core/edits/wording.py"/>
        <source>rename “{pattern}” in keys</source>
        <translation>重命名键中的“{pattern}”</translation>
    </message>
    <message>
        <location filename="../../core/report/difference.py"/>
        <location filename="../../gui/document/compared.py"/>
        <source>renamed</source>
        <translation>已重命名</translation>
    </message>
    <message>
        <location filename="../../cli/arguments.py"/>
        <location filename="../../cli/values/arguments.py"/>
        <source>replace OUT if it is there</source>
        <translation>如果 OUT 已存在则替换</translation>
    </message>
    <message>
        <location filename="../../cli/edit_arguments.py"/>
        <source>replace files that are there</source>
        <translation>替换已存在的文件</translation>
    </message>
    <message>
        <location filename="../../cli/edit_arguments.py"/>
        <source>replace the old files, each only once its new one is checked</source>
        <translation>替换旧文件，每个都要等新文件检查通过之后</translation>
    </message>
    <message>
        <location filename="../../gui/document/compared.py"/>
        <source>requires_grad: one of the two is trained, the other is not</source>
        <translation>requires_grad：一方参与训练，另一方不参与</translation>
    </message>
    <message>
        <location filename="../../cli/memory/text.py"/>
        <location filename="../../gui/memory/bars_model.py"/>
        <source>reserved</source>
        <translation>已保留</translation>
    </message>
    <message>
        <location filename="../../gui/session/reloading.py"/>
        <location filename="../../gui/session/session.py"/>
        <source>restored changes</source>
        <translation>恢复的更改</translation>
    </message>
    <message>
        <location filename="../../cli/memory/text.py"/>
        <source>resume</source>
        <translation>恢复</translation>
    </message>
    <message>
        <location filename="../../core/loading/recipes.py"/>
        <source>resume training</source>
        <translation>恢复训练</translation>
    </message>
    <message>
        <location filename="../../core/loading/recipes.py"/>
        <source>resume training in several processes</source>
        <translation>在多个进程中恢复训练</translation>
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
        <translation>safetensors（仅权重）</translation>
    </message>
    <message>
        <location filename="../../core/saving/targets/safetensors.py"/>
        <source>safetensors does not say which tensors require gradients.</source>
        <translation>safetensors 不记录哪些张量需要梯度。</translation>
    </message>
    <message>
        <location filename="../../core/values/export/safetensors_file.py"/>
        <source>safetensors has no {dtype} for {path!r}. Write it as .npy or .npz.</source>
        <translation>safetensors 没有 {path!r} 所用的 {dtype}。请写成 .npy 或 .npz。</translation>
    </message>
    <message>
        <location filename="../../core/saving/targets/safetensors.py"/>
        <source>safetensors has no {dtype}, which {key!r} is of. Save it as zip, or leave that tensor out.</source>
        <translation>safetensors 没有 {dtype}，而 {key!r} 是这种类型。请保存为 zip，或去掉该张量。</translation>
    </message>
    <message>
        <location filename="../../core/values/export/safetensors_file.py"/>
        <source>safetensors has two float4 in a byte, and {path!r} an odd number in a row.</source>
        <translation>safetensors 在一个字节中放两个 float4，而 {path!r} 每行是奇数个。</translation>
    </message>
    <message>
        <location filename="../../core/loading/recipes.py"/>
        <source>safetensors is a package of its own: pip install safetensors.</source>
        <translation>safetensors 是单独的包：pip install safetensors。</translation>
    </message>
    <message>
        <location filename="../../core/saving/targets/safetensors.py"/>
        <source>safetensors names no devices: {devices} is not kept.</source>
        <translation>safetensors 不记录设备：{devices} 不会保留。</translation>
    </message>
    <message>
        <location filename="../../core/report/difference.py"/>
        <location filename="../../gui/document/compared.py"/>
        <source>same</source>
        <translation>相同</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/state_dicts.py"/>
        <source>same name, another shape</source>
        <translation>名称相同，形状不同</translation>
    </message>
    <message>
        <location filename="../../core/recipes/batch.py"/>
        <source>saved</source>
        <translation>已保存</translation>
    </message>
    <message>
        <location filename="../../gui/memory/answer_model.py"/>
        <source>saved as planned</source>
        <translation>按计划保存</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/many_files.py"/>
        <source>saved by {saved}, to be loaded by {ranks}</source>
        <translation>由 {saved} 保存，将由 {ranks} 加载</translation>
    </message>
    <message>
        <location filename="../../cli/edit_arguments.py"/>
        <source>saved device to new one, as map_location; globs such as 'cuda:*' are allowed</source>
        <translation>保存时的设备到新设备，同 map_location；允许 'cuda:*' 这样的通配符</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/devices.py"/>
        <source>saved on a GPU with a number that is not here</source>
        <translation>保存在 GPU 上，而这里没有该编号的 GPU</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/devices.py"/>
        <source>saved on a GPU, loaded without one</source>
        <translation>保存在 GPU 上，加载时没有 GPU</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/devices.py"/>
        <source>saved on a device this torch does not know</source>
        <translation>保存在当前 torch 不认识的设备上</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/devices.py"/>
        <source>saved on {devices}, but {computer}</source>
        <translation>保存时在 {devices} 上，但{computer}</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/devices.py"/>
        <source>saved on {name}, which is not here</source>
        <translation>保存在 {name} 上，而这里没有该设备</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/pickles.py"/>
        <source>saved with NumPy 2, loaded with NumPy 1</source>
        <translation>用 NumPy 2 保存，用 NumPy 1 加载</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/objects.py"/>
        <source>saved with numpy 2</source>
        <translation>用 numpy 2 保存</translation>
    </message>
    <message>
        <location filename="../../gui/memory/answer_model.py"/>
        <source>saved without its optimizer first</source>
        <translation>先去掉优化器再保存</translation>
    </message>
    <message>
        <location filename="../../cli/arguments.py"/>
        <location filename="../../cli/edit_arguments.py"/>
        <source>say what would be done and write nothing</source>
        <translation>只说明会做什么，不写入任何内容</translation>
    </message>
    <message>
        <location filename="../../cli/arguments.py"/>
        <source>say where two files differ</source>
        <translation>说明两个文件有何不同</translation>
    </message>
    <message>
        <location filename="../../cli/arguments.py"/>
        <source>say which errors loading will raise, and what cures them</source>
        <translation>说明加载时会出现哪些错误，以及如何修复</translation>
    </message>
    <message>
        <location filename="../../core/text.py"/>
        <source>scalar</source>
        <translation>标量</translation>
    </message>
    <message>
        <location filename="../../gui/health/model.py"/>
        <source>second moment &lt; 0</source>
        <translation>二阶矩 &lt; 0</translation>
    </message>
    <message>
        <location filename="../../core/objects/plain_rules.py"/>
        <source>set</source>
        <translation>set</translation>
    </message>
    <message numerus="yes">
        <location filename="../../core/edits/wording.py"/>
        <source>set numbers in {n:,} places</source>
        <translation><numerusform>设置 {n:,} 处的数字</numerusform></translation>
    </message>
    <message>
        <location filename="../../core/edits/wording.py"/>
        <source>set numbers of {path} to {value}</source>
        <translation>把 {path} 的数字设为 {value}</translation>
    </message>
    <message numerus="yes">
        <location filename="../../core/edits/wording.py"/>
        <source>set {n:,} values</source>
        <translation><numerusform>设置 {n:,} 个值</numerusform></translation>
    </message>
    <message>
        <location filename="../../core/edits/wording.py"/>
        <location filename="../../core/recipes/step_words.py"/>
        <source>set {path} to {value}</source>
        <translation>把 {path} 设为 {value}</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/rng.py"/>
        <source>set_rng_state takes bytes on the CPU only, also for the generator of a GPU. get_rng_state gives them so; a load with map_location moved them, and they were saved again.</source>
        <translation>set_rng_state 只接受 CPU 上的字节，GPU 的生成器也是如此。get_rng_state 给出的就是这样；使用 map_location 的加载把它们移走，然后又被保存。</translation>
    </message>
    <message>
        <location filename="../../core/containers/known_files.py"/>
        <source>settings of the model</source>
        <translation>模型的设置</translation>
    </message>
    <message>
        <location filename="../../core/loading/recipes.py"/>
        <source>several processes</source>
        <translation>多个进程</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/running.py"/>
        <source>several processes on one GPU</source>
        <translation>多个进程在同一个 GPU 上</translation>
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
步幅 {stride}</translation>
    </message>
    <message>
        <location filename="../../core/containers/lost.py"/>
        <source>shard {number} of {count}</source>
        <translation>第 {number} 个分片（共 {count} 个）</translation>
    </message>
    <message>
        <location filename="../../core/containers/sharded.py"/>
        <source>shards</source>
        <translation>分片</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/many_files.py"/>
        <source>shards without their index</source>
        <translation>分片缺少索引</translation>
    </message>
    <message>
        <location filename="../../cli/edit_arguments.py"/>
        <source>show the files of ranks as they are, not put together</source>
        <translation>按原样显示各 rank 的文件，不合并</translation>
    </message>
    <message>
        <location filename="../../cli/arguments.py"/>
        <source>show the numbers of a tensor and what they amount to</source>
        <translation>显示一个张量的数字及其统计</translation>
    </message>
    <message>
        <location filename="../../cli/arguments.py"/>
        <source>show this help message and exit</source>
        <translation>显示此帮助并退出</translation>
    </message>
    <message>
        <location filename="../../core/report/diagnosis.py"/>
        <source>size mismatch</source>
        <translation>大小不匹配</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/pickles.py"/>
        <source>something else than a state_dict given to load_state_dict</source>
        <translation>传给 load_state_dict 的不是 state_dict</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/resuming.py"/>
        <source>something else than the state of an optimizer</source>
        <translation>不是优化器状态的内容</translation>
    </message>
    <message>
        <location filename="../../core/objects/call_forms.py"/>
        <source>something is called that is no name</source>
        <translation>调用了不是名称的内容</translation>
    </message>
    <message>
        <location filename="../../core/catalogue/tree.py"/>
        <source>something is nested more than {most} levels deep, and not shown</source>
        <translation>有内容嵌套超过 {most} 层，未显示</translation>
    </message>
    <message>
        <location filename="../../core/catalogue/storages.py"/>
        <source>something is referred to that is no storage of this file</source>
        <translation>引用了并非此文件存储的内容</translation>
    </message>
    <message>
        <location filename="../../core/formats/legacy.py"/>
        <source>something outside it</source>
        <translation>它之外的内容</translation>
    </message>
    <message>
        <location filename="../../cli/verifying.py"/>
        <source>sound</source>
        <translation>完好</translation>
    </message>
    <message>
        <location filename="../../gui/health/model.py"/>
        <source>state does not fit</source>
        <translation>状态不符</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/scripts.py"/>
        <source>state of another kind of optimizer</source>
        <translation>另一类优化器的状态</translation>
    </message>
    <message>
        <location filename="../../core/edits/wording.py"/>
        <source>state → its parameters</source>
        <translation>状态 → 其参数所在处</translation>
    </message>
    <message>
        <location filename="../../gui/optimizer/table_model.py"/>
        <source>state[{number}] belongs to {name}
A click shows it in the tree; one on the parameter shows that.</source>
        <translation>state[{number}] 属于 {name}
点击则在树中显示它；点击参数则显示参数。</translation>
    </message>
    <message>
        <location filename="../../core/edits/numbers/castable.py"/>
        <source>statistics of a norm</source>
        <translation>归一化的统计量</translation>
    </message>
    <message>
        <location filename="../../core/report/values.py"/>
        <source>std</source>
        <translation>标准差</translation>
    </message>
    <message>
        <location filename="../../cli/output.py"/>
        <source>stdout is closed</source>
        <translation>标准输出已关闭</translation>
    </message>
    <message>
        <location filename="../../gui/health/model.py"/>
        <source>step</source>
        <translation>步数</translation>
    </message>
    <message>
        <location filename="../../core/memory/training/words.py"/>
        <source>step() of {name} cannot be told from the file and comes on top.</source>
        <translation>{name} 的 step() 无法从文件得知，另计。</translation>
    </message>
    <message>
        <location filename="../../gui/health/model.py"/>
        <source>steps that differ</source>
        <translation>步数不同</translation>
    </message>
    <message>
        <location filename="../../core/catalogue/integrity.py"/>
        <location filename="../../core/catalogue/storages.py"/>
        <location filename="../../core/objects/value_text.py"/>
        <location filename="../../core/saving/damage.py"/>
        <source>storage {key}</source>
        <translation>存储 {key}</translation>
    </message>
    <message>
        <location filename="../../cli/edit_arguments.py"/>
        <source>store tensors in another dtype, such as 'model/**=bfloat16'; what it loses is told</source>
        <translation>把张量存成另一种 dtype，例如 'model/**=bfloat16'；会说明丢失了什么</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/state_dicts.py"/>
        <source>strict=False hides the mismatch: keys that do not fit are left out without a word, and the model keeps its random weights there.</source>
        <translation>strict=False 会掩盖不匹配：不匹配的键会不声不响地被略去，模型在那里保留随机权重。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/names.py"/>
        <source>strict=False makes the error go away and loads nothing at all.</source>
        <translation>strict=False 会让错误消失，但什么也不会加载。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/names.py"/>
        <source>strict=False makes the error go away and loads nothing at all; str.replace('module.', '') breaks keys such as submodule.x.</source>
        <translation>strict=False 会让错误消失，但什么也不会加载；str.replace('module.', '') 会破坏 submodule.x 这样的键。</translation>
    </message>
    <message>
        <location filename="../../cli/arguments.py"/>
        <source>strip a leading prefix such as module.</source>
        <translation>去掉开头的前缀，例如 module.</translation>
    </message>
    <message>
        <location filename="../../cli/edit_arguments.py"/>
        <source>strip a leading prefix such as module.; PATH=P in one state dict only</source>
        <translation>去掉开头的前缀，例如 module.；PATH=P 只作用于一个 state_dict</translation>
    </message>
    <message>
        <location filename="../../cli/arguments.py"/>
        <location filename="../../cli/edit_arguments.py"/>
        <source>strip a segment such as _orig_mod. wherever it stands</source>
        <translation>去掉任意位置的段，例如 _orig_mod.</translation>
    </message>
    <message numerus="yes">
        <location filename="../../core/edits/wording.py"/>
        <source>strip {n:,} prefixes</source>
        <translation><numerusform>去掉 {n:,} 个前缀</numerusform></translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/model_match/renames.py"/>
        <location filename="../../core/edits/wording.py"/>
        <location filename="../../core/recipes/step_words.py"/>
        <source>strip {prefix}</source>
        <translation>去掉 {prefix}</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/model_match/renames.py"/>
        <location filename="../../core/edits/wording.py"/>
        <location filename="../../core/recipes/step_words.py"/>
        <source>strip {prefix} everywhere</source>
        <translation>去掉各处的 {prefix}</translation>
    </message>
    <message>
        <location filename="../../core/edits/wording.py"/>
        <source>strip {prefix} everywhere in {path}</source>
        <translation>去掉 {path} 中各处的 {prefix}</translation>
    </message>
    <message>
        <location filename="../../core/edits/wording.py"/>
        <source>strip {prefix} in {path}</source>
        <translation>去掉 {path} 中的 {prefix}</translation>
    </message>
    <message>
        <location filename="../../core/edits/wording.py"/>
        <source>strip “{prefix}”</source>
        <translation>去掉“{prefix}”</translation>
    </message>
    <message>
        <location filename="../../core/report/inspect.py"/>
        <source>subclass</source>
        <translation>子类</translation>
    </message>
    <message>
        <location filename="../../gui/health/colouring.py"/>
        <source>suspicious</source>
        <translation>可疑</translation>
    </message>
    <message>
        <location filename="../../cli/arguments.py"/>
        <source>take it out again</source>
        <translation>再次移除</translation>
    </message>
    <message>
        <location filename="../../gui/document/taking.py"/>
        <source>take {differences} from {name}</source>
        <translation>从 {name} 采用{differences}</translation>
    </message>
    <message>
        <location filename="../../core/objects/describe.py"/>
        <location filename="../../core/objects/plain_rules.py"/>
        <location filename="../../core/report/export.py"/>
        <source>tensor</source>
        <translation>张量</translation>
    </message>
    <message>
        <location filename="../../core/objects/compounds.py"/>
        <source>tensor on meta, without data,</source>
        <translation>meta 上没有数据的张量</translation>
    </message>
    <message>
        <location filename="../../gui/tree/search_words.py"/>
        <source>tensors in a file, by its name or a piece of it</source>
        <translation>某个文件中的张量，按文件名或其中一部分</translation>
    </message>
    <message>
        <location filename="../../gui/tree/search_words.py"/>
        <source>tensors of a dtype</source>
        <translation>某种 dtype 的张量</translation>
    </message>
    <message>
        <location filename="../../core/edits/numbers/cast.py"/>
        <source>tensors of several dtypes share its storage</source>
        <translation>多种 dtype 的张量共享其存储</translation>
    </message>
    <message>
        <location filename="../../gui/tree/search_words.py"/>
        <source>tensors of the model, of an optimizer, or others</source>
        <translation>模型、优化器或其他的张量</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/running.py"/>
        <source>tensors on two devices</source>
        <translation>张量在两个设备上</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/many_files.py"/>
        <source>tensors that share their bytes, which safetensors does not write</source>
        <translation>共享字节的张量，safetensors 不写入</translation>
    </message>
    <message>
        <location filename="../../gui/tree/search_words.py"/>
        <source>tensors that were saved on a device</source>
        <translation>保存在某个设备上的张量</translation>
    </message>
    <message>
        <location filename="../../cli/edit_arguments.py"/>
        <source>tensors to a device, such as 'model/**=cuda:1'</source>
        <translation>把张量移到一个设备，例如 'model/**=cuda:1'</translation>
    </message>
    <message>
        <location filename="../../gui/tree/search_words.py"/>
        <source>tensors whose shape begins so</source>
        <translation>形状以此开头的张量</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/running.py"/>
        <source>tensors without data</source>
        <translation>没有数据的张量</translation>
    </message>
    <message>
        <location filename="../../core/objects/plain_rules.py"/>
        <source>text</source>
        <translation>文本</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/pickles.py"/>
        <source>text of Python 2</source>
        <translation>Python 2 的文本</translation>
    </message>
    <message>
        <location filename="../../core/objects/plain_rules.py"/>
        <source>that it is a set</source>
        <translation>它是 set</translation>
    </message>
    <message>
        <location filename="../../core/objects/plain_rules.py"/>
        <source>that it is frozen</source>
        <translation>它是冻结的</translation>
    </message>
    <message>
        <location filename="../../cli/arguments.py"/>
        <source>that of the module inside DataParallel and its like</source>
        <translation>取 DataParallel 等包装器内部模块的 state_dict</translation>
    </message>
    <message>
        <location filename="../../core/loading/recipes.py"/>
        <source>the TorchScript model</source>
        <translation>TorchScript 模型</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/containers.py"/>
        <source>the bytes are not those that were written</source>
        <translation>字节与当初写入的不同</translation>
    </message>
    <message>
        <location filename="../../core/recipes/pages.py"/>
        <source>the changes as Python</source>
        <translation>更改写成 Python</translation>
    </message>
    <message>
        <location filename="../../core/recipes/pages.py"/>
        <source>the changes as a command</source>
        <translation>更改写成命令</translation>
    </message>
    <message>
        <location filename="../../core/loading/computer.py"/>
        <source>the chosen computer has no GPU</source>
        <translation>所选计算机没有 GPU</translation>
    </message>
    <message numerus="yes">
        <location filename="../../core/loading/computer.py"/>
        <source>the chosen computer has {n} GPUs ({names})</source>
        <translation><numerusform>所选计算机只有 {n} 个 GPU（{names}）</numerusform></translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/losses.py"/>
        <source>the class of the model, and what is neither a parameter nor a buffer of it</source>
        <translation>模型的类，以及其中既非参数也非缓冲区的内容</translation>
    </message>
    <message>
        <location filename="../../core/remote/stores/http.py"/>
        <location filename="../../core/remote/stores/s3.py"/>
        <source>the connection broke ({reason})</source>
        <translation>连接中断（{reason}）</translation>
    </message>
    <message>
        <location filename="../../core/remote/stores/http.py"/>
        <location filename="../../core/remote/stores/s3.py"/>
        <location filename="../../core/remote/stores/sftp.py"/>
        <source>the connection ended in the middle</source>
        <translation>连接中途结束</translation>
    </message>
    <message>
        <location filename="../../core/formats/identify.py"/>
        <source>the data file of a TensorFlow checkpoint</source>
        <translation>TensorFlow 检查点的数据文件</translation>
    </message>
    <message>
        <location filename="../../core/formats/zip_forms.py"/>
        <source>the directory of the zip</source>
        <translation>zip 的目录</translation>
    </message>
    <message>
        <location filename="../../core/formats/zip_forms.py"/>
        <source>the end of the zip</source>
        <translation>zip 的结尾</translation>
    </message>
    <message>
        <location filename="../../core/report/answer.py"/>
        <source>the error</source>
        <translation>错误</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traceback/judge_keys.py"/>
        <source>the error names no key. Paste all of it, or compare the file with the model.</source>
        <translation>错误没有指明任何键。请粘贴全部内容，或把文件与模型比较。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traceback/judge_keys.py"/>
        <source>the error speaks of keys such as {wanted!r}, which are not these.</source>
        <translation>错误中说的是 {wanted!r} 这样的键，与这里的不同。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traceback/judge_names.py"/>
        <source>the error speaks of {missing}, which it does not name. {instead}</source>
        <translation>错误中说的是 {missing}，而它没有提到这个名称。{instead}</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traceback/judge_names.py"/>
        <source>the error speaks of {name}, and this file holds {title}.</source>
        <translation>错误中说的是 {name}，而此文件中有：{title}。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traceback/judge_names.py"/>
        <source>the error speaks of {name}, which it does not name.</source>
        <translation>错误中说的是 {name}，而它没有提到这个名称。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traceback/judge_names.py"/>
        <source>the error speaks of {name}, which it does not name. {instead}</source>
        <translation>错误中说的是 {name}，而它没有提到这个名称。{instead}</translation>
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
        <translation>文件</translation>
    </message>
    <message>
        <location filename="../../core/edits/numbers/cast.py"/>
        <source>the file holds its storage by itself as well</source>
        <translation>文件中还单独保存着其存储</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/containers.py"/>
        <source>the file is cut short</source>
        <translation>文件被截断</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/containers.py"/>
        <source>the file is cut short or damaged</source>
        <translation>文件被截断或已损坏</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/containers.py"/>
        <source>the file is no checkpoint</source>
        <translation>文件不是检查点</translation>
    </message>
    <message>
        <location filename="../../core/catalogue/optimizers/words.py"/>
        <location filename="../../core/report/scan.py"/>
        <source>the file itself</source>
        <translation>文件本身</translation>
    </message>
    <message>
        <location filename="../../cli/arguments.py"/>
        <source>the file of the model, for optimizer state in a file of its own</source>
        <translation>模型的文件，用于单独存放的优化器状态</translation>
    </message>
    <message>
        <location filename="../../core/memory/strategies.py"/>
        <source>the file saved without its optimizer</source>
        <translation>不带优化器保存的文件</translation>
    </message>
    <message>
        <location filename="../../cli/arguments.py"/>
        <source>the file to write</source>
        <translation>要写入的文件</translation>
    </message>
    <message>
        <location filename="../../cli/values/arguments.py"/>
        <source>the file to write: .npy, .npz, .safetensors or .csv</source>
        <translation>要写入的文件：.npy、.npz、.safetensors 或 .csv</translation>
    </message>
    <message>
        <location filename="../../cli/arguments.py"/>
        <source>the file to write; may be FILE itself with --overwrite</source>
        <translation>要写入的文件；加上 --overwrite 时可以是 FILE 本身</translation>
    </message>
    <message>
        <location filename="../../gui/plots/pictures.py"/>
        <source>the first {some:,} of {all:,} input channels</source>
        <translation>{all:,} 个输入通道中的前 {some:,} 个</translation>
    </message>
    <message>
        <location filename="../../gui/plots/pictures.py"/>
        <source>the first {some:,} of {all:,} output channels</source>
        <translation>{all:,} 个输出通道中的前 {some:,} 个</translation>
    </message>
    <message>
        <location filename="../../cli/language.py"/>
        <source>the following arguments are required: {names}</source>
        <translation>缺少必需的参数：{names}</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traceback/judge_state.py"/>
        <source>the groups of its optimizer have initial_lr; the script makes the scheduler before it loads them.</source>
        <translation>它的优化器各组有 initial_lr；是脚本在加载它们之前创建了调度器。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traceback/judge_state.py"/>
        <source>the groups of its optimizer have no initial_lr, as it was saved without a scheduler. Look at the script: make the scheduler without last_epoch and load its own state, or set group.setdefault('initial_lr', group['lr']).</source>
        <translation>它的优化器各组没有 initial_lr，因为保存时没有调度器。请检查脚本：创建调度器时不带 last_epoch 并加载其自身的状态，或设置 group.setdefault('initial_lr', group['lr'])。</translation>
    </message>
    <message>
        <location filename="../../core/containers/lost.py"/>
        <source>the index</source>
        <translation>索引</translation>
    </message>
    <message>
        <location filename="../../core/formats/identify.py"/>
        <source>the index file of a TensorFlow checkpoint</source>
        <translation>TensorFlow 检查点的索引文件</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/many_files.py"/>
        <source>the index of the shards is missing</source>
        <translation>缺少分片的索引</translation>
    </message>
    <message>
        <location filename="../../gui/document/taking.py"/>
        <source>the keys stay in their order</source>
        <translation>键保持原来的顺序</translation>
    </message>
    <message>
        <location filename="../../cli/system/completion.py"/>
        <source>the language to speak</source>
        <translation>界面语言</translation>
    </message>
    <message>
        <location filename="../../cli/arguments.py"/>
        <source>the language to speak; before the command</source>
        <translation>使用的语言；写在命令之前</translation>
    </message>
    <message>
        <location filename="../../core/containers/dcp/listing.py"/>
        <source>the list of places</source>
        <translation>位置列表</translation>
    </message>
    <message>
        <location filename="../../core/containers/known_files.py"/>
        <source>the list of shards</source>
        <translation>分片列表</translation>
    </message>
    <message>
        <location filename="../../core/formats/identify.py"/>
        <source>the list of the TensorFlow checkpoints in its folder</source>
        <translation>其文件夹中 TensorFlow 检查点的列表</translation>
    </message>
    <message>
        <location filename="../../core/report/values.py"/>
        <source>the lowest is at {lowest}, the highest at {highest}</source>
        <translation>最小值位于 {lowest}，最大值位于 {highest}</translation>
    </message>
    <message>
        <location filename="../../gui/values/facts.py"/>
        <source>the mean of all numbers: tensor.mean()</source>
        <translation>所有数字的平均值：tensor.mean()</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traceback/model_of_error.py"/>
        <source>the model</source>
        <translation>模型</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/data_parallel.py"/>
        <source>the model is wrapped in {wrapper}</source>
        <translation>模型被包装在 {wrapper} 中</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traceback/judge_lookups.py"/>
        <source>the name is {name!r} in {where}.</source>
        <translation>{where} 中的名称是 {name!r}。</translation>
    </message>
    <message>
        <location filename="../../core/objects/plain_rules.py"/>
        <source>the name of its class</source>
        <translation>其类的名称</translation>
    </message>
    <message>
        <location filename="../../core/containers/known_files.py"/>
        <source>the name of the newest checkpoint</source>
        <translation>最新检查点的名称</translation>
    </message>
    <message>
        <location filename="../../core/report/values.py"/>
        <source>the numbers at [{at}]</source>
        <translation>[{at}] 处的数字</translation>
    </message>
    <message>
        <location filename="../../core/report/difference.py"/>
        <source>the numbers of {tensors}, the most first</source>
        <translation>{tensors}的数字，差异最大的在前</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/container.py"/>
        <source>the older container: mmap=True cannot be used</source>
        <translation>较旧的容器：无法使用 mmap=True</translation>
    </message>
    <message>
        <location filename="../../core/edits/entries.py"/>
        <source>the optimizer</source>
        <translation>优化器</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/optimizer_state.py"/>
        <source>the optimizer goes on as if it had never stepped: its averages begin at zero, and the loss may jump after resuming</source>
        <translation>优化器会像从未走过一步那样继续：其平均值从零开始，恢复训练后损失可能突然升高</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/optimizer_state.py"/>
        <source>the optimizer has its groups and no state</source>
        <translation>优化器有参数组而没有状态</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/optimizer_state.py"/>
        <source>the optimizer has its groups and no state of {kind}</source>
        <translation>优化器有参数组，而没有 {kind} 的状态</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/model_match/group_findings.py"/>
        <location filename="../../core/diagnosis/traps/resuming.py"/>
        <source>the optimizer has other groups of parameters</source>
        <translation>优化器的参数组不同</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/optimizers.py"/>
        <source>the optimizer is capturable, which a CPU cannot be</source>
        <translation>优化器为 capturable，而 CPU 不支持</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traceback/judge_lookups.py"/>
        <source>the optimizer looked for {option!r}</source>
        <translation>优化器查找的是 {option!r}</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/model_match/group_findings.py"/>
        <source>the optimizer's state has other shapes than the model's parameters</source>
        <translation>优化器状态的形状与模型参数的形状不同</translation>
    </message>
    <message>
        <location filename="../../cli/arguments.py"/>
        <source>the page to write, such as report.html</source>
        <translation>要写的页面，例如 report.html</translation>
    </message>
    <message>
        <location filename="../../cli/values/arguments.py"/>
        <source>the part of each tensor to write, such as '0,:,3' or '-1,:64'</source>
        <translation>要写入的每个张量的部分，例如 '0,:,3' 或 '-1,:64'</translation>
    </message>
    <message>
        <location filename="../../cli/values/arguments.py"/>
        <source>the part of the tensor to look at, such as '0,:,3' or '-1,:64'</source>
        <translation>要查看的张量的部分，例如 '0,:,3' 或 '-1,:64'</translation>
    </message>
    <message>
        <location filename="../../core/containers/known_files.py"/>
        <source>the parts of a diffusers pipeline</source>
        <translation>diffusers pipeline 的组成部分</translation>
    </message>
    <message>
        <location filename="../../core/pickling/loop.py"/>
        <source>the pickle ends with values left over, which nothing refers to</source>
        <translation>pickle 结束时剩下没有被引用的值</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/data_parallel.py"/>
        <source>the pickled model is spread over {cards}</source>
        <translation>用 pickle 保存的模型分散在 {cards} 上</translation>
    </message>
    <message>
        <location filename="../../core/containers/torch_zips/exported.py"/>
        <source>the program, which is not run</source>
        <translation>程序，不会运行</translation>
    </message>
    <message>
        <location filename="../../core/catalogue/optimizers/hyperparameters.py"/>
        <source>the same</source>
        <translation>相同</translation>
    </message>
    <message>
        <location filename="../../cli/values/arguments.py"/>
        <source>the same as Parquet (needs pyarrow)</source>
        <translation>同上，写成 Parquet（需要 pyarrow）</translation>
    </message>
    <message>
        <location filename="../../cli/edit_arguments.py"/>
        <source>the same of the module inside DataParallel and its like</source>
        <translation>同上，取 DataParallel 等包装器内部的模块</translation>
    </message>
    <message>
        <location filename="../../core/containers/known_files.py"/>
        <source>the same weights in another format, which is not what is loaded</source>
        <translation>另一种格式的相同权重，不会加载</translation>
    </message>
    <message>
        <location filename="../../cli/arguments.py"/>
        <source>the script keeps the checkpoint instead of `del checkpoint`</source>
        <translation>脚本保留检查点，而不执行 `del checkpoint`</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/scripts.py"/>
        <source>the script looks for a key that is not there</source>
        <translation>脚本查找的键不存在</translation>
    </message>
    <message>
        <location filename="../../core/remote/stores/http.py"/>
        <source>the server asks for a permission (HTTP {code})</source>
        <translation>服务器要求权限（HTTP {code}）</translation>
    </message>
    <message>
        <location filename="../../gui/values/facts.py"/>
        <source>the square root of the sum of all squares: tensor.norm()</source>
        <translation>所有平方和的平方根：tensor.norm()</translation>
    </message>
    <message>
        <location filename="../../gui/values/facts.py"/>
        <source>the standard deviation, unbiased: tensor.std()</source>
        <translation>标准差，无偏：tensor.std()</translation>
    </message>
    <message>
        <location filename="../../cli/extracting.py"/>
        <source>the state dict of {name}, without its code</source>
        <translation>{name} 的 state_dict，不含其代码</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/resuming.py"/>
        <source>the state of ZeRO for another number of processes</source>
        <translation>按另一进程数切分的 ZeRO 状态</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/containers.py"/>
        <source>the state of a generator that lay in memory by chance</source>
        <translation>生成器的状态取自内存中碰巧存在的内容</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traceback/judge_lookups.py"/>
        <source>the state of {kinds}</source>
        <translation>{kinds} 的状态</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/optimizer_state.py"/>
        <source>the state of {parameters} belongs to none that the optimizer's groups list</source>
        <translation>{parameters}的状态不属于优化器各组所列的任何参数</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/optimizer_state.py"/>
        <source>the state of {parameters} has texts for keys, its groups list numbers</source>
        <translation>{parameters}的状态以文本为键，而其组中列的是数字</translation>
    </message>
    <message>
        <location filename="../../cli/edit_arguments.py"/>
        <source>the steps, as the window or `fix --save-recipe` wrote them</source>
        <translation>步骤，由窗口或 `fix --save-recipe` 写出</translation>
    </message>
    <message>
        <location filename="../../core/catalogue/integrity.py"/>
        <source>the storages</source>
        <translation>各存储</translation>
    </message>
    <message>
        <location filename="../../gui/values/facts.py"/>
        <source>the sum of all magnitudes: tensor.norm(1)</source>
        <translation>所有绝对值之和：tensor.norm(1)</translation>
    </message>
    <message>
        <location filename="../../core/edits/wording.py"/>
        <location filename="../../core/report/losses.py"/>
        <location filename="../../core/report/values.py"/>
        <location filename="../../core/saving/damage.py"/>
        <source>the tensor</source>
        <translation>张量</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/model_match/model_findings.py"/>
        <source>the tensors of these keys</source>
        <translation>这些键的张量</translation>
    </message>
    <message>
        <location filename="../../core/containers/known_files.py"/>
        <source>the tokenizer</source>
        <translation>tokenizer（分词器）</translation>
    </message>
    <message>
        <location filename="../../core/catalogue/odd_places.py"/>
        <location filename="../../core/report/inspect.py"/>
        <location filename="../../core/report/optimizers.py"/>
        <source>the top level</source>
        <translation>顶层</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/many_files.py"/>
        <source>the weights lie below “{name}”</source>
        <translation>权重位于“{name}”之下</translation>
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
        <translation>整个文件</translation>
    </message>
    <message>
        <location filename="../../core/loading/recipes.py"/>
        <source>the whole pickled object</source>
        <translation>整个 pickle 的对象</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/frameworks.py"/>
        <source>the words of transformers around another error</source>
        <translation>transformers 对另一个错误的说法</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/container.py"/>
        <location filename="../../core/diagnosis/traps/containers.py"/>
        <source>the zip does not say its version</source>
        <translation>zip 没有标明版本</translation>
    </message>
    <message>
        <location filename="../../gui/values/facts.py"/>
        <source>the {word} finite number; tensor.{name}() is {exact}</source>
        <translation>有限数字中的{word}；tensor.{name}() 为 {exact}</translation>
    </message>
    <message>
        <location filename="../../gui/values/facts.py"/>
        <source>the {word} number: tensor.{name}()</source>
        <translation>数字中的{word}：tensor.{name}()</translation>
    </message>
    <message>
        <location filename="../../gui/document/compared.py"/>
        <source>theirs {fact}</source>
        <translation>对方 {fact}</translation>
    </message>
    <message>
        <location filename="../../gui/diff/pair_view.py"/>
        <source>theirs {key}</source>
        <translation>对方的 {key}</translation>
    </message>
    <message>
        <location filename="../../gui/document/compared.py"/>
        <source>theirs {summary}</source>
        <translation>对方 {summary}</translation>
    </message>
    <message>
        <location filename="../../cli/arguments.py"/>
        <source>there is no command {word}</source>
        <translation>没有命令 {word}</translation>
    </message>
    <message>
        <location filename="../../core/remote/stores/http.py"/>
        <source>there is no connection to {host}</source>
        <translation>无法连接到 {host}</translation>
    </message>
    <message>
        <location filename="../../core/remote/stores/http.py"/>
        <location filename="../../core/remote/stores/s3.py"/>
        <location filename="../../core/remote/stores/ssh.py"/>
        <source>there is no such file on the server</source>
        <translation>服务器上没有此文件</translation>
    </message>
    <message>
        <location filename="../../core/loading/recipes.py"/>
        <source>there is no way</source>
        <translation>没有办法</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traceback/model_of_error.py"/>
        <source>these unexpected keys are the parts of the checkpoint: all of it was handed to load_state_dict. The weights are one step inside: model.load_state_dict({shown}).</source>
        <translation>这些多余的键是检查点的各个部分：整个检查点被传给了 load_state_dict。权重在里面一层：model.load_state_dict({shown})。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traceback/model_of_error.py"/>
        <source>these unexpected keys are those of an optimizer: its state was handed to load_state_dict of a model.</source>
        <translation>这些多余的键是优化器的：优化器的状态被传给了模型的 load_state_dict。</translation>
    </message>
    <message>
        <location filename="../../core/report/difference.py"/>
        <source>they are one and the same file</source>
        <translation>它们是同一个文件</translation>
    </message>
    <message>
        <location filename="../../gui/session/loading_on.py"/>
        <source>this computer ({here})</source>
        <translation>本机（{here}）</translation>
    </message>
    <message>
        <location filename="../../core/loading/computer.py"/>
        <source>this computer has no GPU</source>
        <translation>本机没有 GPU</translation>
    </message>
    <message numerus="yes">
        <location filename="../../core/loading/computer.py"/>
        <source>this computer has {n} GPUs ({names})</source>
        <translation><numerusform>本机只有 {n} 个 GPU（{names}）</numerusform></translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traceback/judge_lookups.py"/>
        <source>this file</source>
        <translation>此文件</translation>
    </message>
    <message>
        <location filename="../../gui/app/commands.py"/>
        <source>this format is only read</source>
        <translation>此格式只能读取</translation>
    </message>
    <message>
        <location filename="../../core/values/health/weights.py"/>
        <source>too small for all digits of {dtype}</source>
        <translation>太小，{dtype} 无法保留全部位数</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/resuming.py"/>
        <source>torch 1.12.0 refused a step count on a GPU unless a group is capturable; later versions take it and are slow. Here it was moved along with everything else.</source>
        <translation>除非组为 capturable，torch 1.12.0 会拒绝位于 GPU 上的步数；更新的版本接受它，但速度慢。这里它是随其他内容一起被移动的。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/containers.py"/>
        <source>torch asks a zip for a record called version before it reads anything else, and this one has none: whoever packed the file anew left it out. The weights themselves are fine.</source>
        <translation>torch 读取 zip 时，首先要找名为 version 的记录，而此文件没有：重新打包文件的人漏掉了它。权重本身没有问题。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/container.py"/>
        <source>torch before 1.5 cannot read it</source>
        <translation>torch 1.5 之前的版本无法读取</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/unopened.py"/>
        <source>torch before 2.6, and weights_only=False, say:</source>
        <translation>torch 2.6 之前的版本以及 weights_only=False 会报告：</translation>
    </message>
    <message>
        <location filename="../../core/torch_child/bridge.py"/>
        <source>torch cannot be imported ({error}): nothing can be loaded without it.</source>
        <translation>无法导入 torch（{error}）：没有它无法加载。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traceback/judge_damage.py"/>
        <source>torch does not get through it: {sentence}</source>
        <translation>torch 无法读完它：{sentence}</translation>
    </message>
    <message>
        <location filename="../../core/torch_child/trial_load.py"/>
        <source>torch is not installed here: nothing can be loaded with it. Install it with `pip install torch`.</source>
        <translation>这里没有安装 torch：无法用它加载。请用 `pip install torch` 安装。</translation>
    </message>
    <message>
        <location filename="../../core/memory/measure.py"/>
        <source>torch is not installed here: nothing can be measured without it.</source>
        <translation>这里没有安装 torch：没有它无法测量。</translation>
    </message>
    <message>
        <location filename="../../core/loading/torch_messages.py"/>
        <source>torch keeps one byte of the number of a device, and takes this one for another card.</source>
        <translation>torch 只保留设备编号的一个字节，会把它当作另一块显卡。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/resuming.py"/>
        <source>torch keeps the state of its random numbers as bytes on the CPU, those of GPUs too, and takes nothing else. This one was moved, mostly by torch.load(f, map_location='cuda:0'), which moves every tensor of the file, or it was saved on a GPU.</source>
        <translation>torch 把随机数状态（GPU 的也一样）保存为 CPU 上的字节，不接受其他形式。此状态被移动过，多半是因为 torch.load(f, map_location='cuda:0') 移动了文件中的每个张量；或者它就保存在 GPU 上。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/devices.py"/>
        <source>torch knows devices as 'cpu', 'cuda', 'cuda:0', 'mps' and so on; in map_location the CPU has no number. The name in the error was given by the script.</source>
        <translation>torch 认识的设备有 'cpu'、'cuda'、'cuda:0'、'mps' 等；在 map_location 中 CPU 没有编号。错误中的名称由脚本给出。</translation>
    </message>
    <message>
        <location filename="../../core/torch_child/trial_load.py"/>
        <source>torch loads files of this computer alone, and {path} is elsewhere. Save a copy here first (fix {path} -o COPY), and load that.</source>
        <translation>torch 只加载本机的文件，而 {path} 不在本机上。请先在这里保存副本（fix {path} -o COPY），再加载该副本。</translation>
    </message>
    <message>
        <location filename="../../gui/session/elsewhere.py"/>
        <source>torch loads files of this computer, and this one lies elsewhere: save a copy here first (Ctrl+S), which fetches all {size} of it, and open that.</source>
        <translation>torch 只加载本机的文件，而此文件不在本机上：请先在这里保存副本（Ctrl+S），这会获取全部 {size}，再打开该副本。</translation>
    </message>
    <message>
        <location filename="../../core/loading/elsewhere.py"/>
        <source>torch loads files of this computer: this fetches a copy for now (pip install {packages}).</source>
        <translation>torch 加载本机的文件：这里暂时获取一份副本（pip install {packages}）。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/containers.py"/>
        <source>torch looked for the directory at the end of a zip and stepped before the beginning of the file, as it does with a short one whose end is missing. A download, a copy or a save was never finished.</source>
        <translation>torch 在 zip 末尾寻找目录，结果越过了文件开头；缺少末尾的短文件就会这样。下载、复制或保存没有完成。</translation>
    </message>
    <message>
        <location filename="../../gui/diagnosis/finding_card.py"/>
        <source>torch says</source>
        <translation>torch 的消息</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traceback/judge_devices.py"/>
        <source>torch stumbles over its saved devices before anything else.</source>
        <translation>torch 首先就会因其保存的设备而失败。</translation>
    </message>
    <message>
        <location filename="../../gui/diagnosis/verify.py"/>
        <source>torch {torch} loaded this file: {summary} in {time}.</source>
        <translation>torch {torch} 加载了此文件：{summary}，用时 {time}。</translation>
    </message>
    <message>
        <location filename="../../gui/diagnosis/verify.py"/>
        <source>torch {torch} loaded what you would save: {summary} in {time}.</source>
        <translation>torch {torch} 加载了将要保存的内容：{summary}，用时 {time}。</translation>
    </message>
    <message>
        <location filename="../../gui/diagnosis/verify.py"/>
        <source>torch {torch}, on this computer, with this file: {summary}.</source>
        <translation>torch {torch}，在本机，对此文件：{summary}。</translation>
    </message>
    <message>
        <location filename="../../gui/diagnosis/verify.py"/>
        <source>torch {torch}, on this computer, with what you would save: {summary}.</source>
        <translation>torch {torch}，在本机，对将要保存的内容：{summary}。</translation>
    </message>
    <message>
        <location filename="../../core/torch_child/bridge.py"/>
        <location filename="../../core/torch_child/trial_load.py"/>
        <source>torch {version} may run code from a file; loading with it needs torch 2.6 or later.</source>
        <translation>torch {version} 可能运行文件中的代码；用它加载需要 torch 2.6 或更新。</translation>
    </message>
    <message>
        <location filename="../../core/memory/assumptions.py"/>
        <source>torch's caching allocator has its default settings (no PYTORCH_CUDA_ALLOC_CONF).</source>
        <translation>torch 的缓存分配器使用默认设置（没有 PYTORCH_CUDA_ALLOC_CONF）。</translation>
    </message>
    <message>
        <location filename="../../gui/memory/bars_model.py"/>
        <source>torch.OutOfMemoryError on {device} in {step}: {lacks} short of what it takes at its fullest.</source>
        <translation>{step} 时 {device} 上 torch.OutOfMemoryError：与最满时所需相比差 {lacks}。</translation>
    </message>
    <message>
        <location filename="../../gui/save/model.py"/>
        <source>torch.distributed.checkpoint (a folder)</source>
        <translation>torch.distributed.checkpoint（文件夹）</translation>
    </message>
    <message>
        <location filename="../../core/saving/targets/dcp_entries.py"/>
        <source>torch.distributed.checkpoint keeps a dict of tensors and values, and this file is a whole object. Put its state dict in its place, or save it as zip.</source>
        <translation>torch.distributed.checkpoint 保存由张量和值组成的字典，而此文件是一个完整的对象。请用其 state dict 代替它，或保存为 zip。</translation>
    </message>
    <message>
        <location filename="../../core/saving/targets/dcp.py"/>
        <source>torch.distributed.checkpoint keeps no devices: {devices} is not kept.</source>
        <translation>torch.distributed.checkpoint 不保留设备：{devices} 不会保留。</translation>
    </message>
    <message>
        <location filename="../../core/saving/targets/dcp_entries.py"/>
        <source>torch.distributed.checkpoint would call two entries {key!r}: it joins keys with dots. Rename one.</source>
        <translation>torch.distributed.checkpoint 会把两个条目都命名为 {key!r}：它用点连接键。请重命名其中之一。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/many_files.py"/>
        <source>torch.load and safetensors open one file; what they were given is a folder. Of a model in many files each part is loaded by itself, or all of them by the framework that saved them.</source>
        <translation>torch.load 和 safetensors 打开单个文件；而传入的是文件夹。由多个文件组成的模型，要么逐个部分加载，要么由保存它们的框架一并加载。</translation>
    </message>
    <message>
        <location filename="../../core/loading/recipes.py"/>
        <source>torch.load does not know how this pickle is written. weights_only=False runs what the file says: only for files that you trust; better cure the file.</source>
        <translation>torch.load 不认识此 pickle 的写法。weights_only=False 会运行文件中的内容：只用于信任的文件；最好修复文件。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/containers.py"/>
        <source>torch.load does this with generators of random numbers in the container of torch before 1.6: it gives them their state before it reads the bytes of it. The weights themselves are fine.</source>
        <translation>对于 torch 1.6 之前容器中的随机数生成器，torch.load 就会这样：它在读取状态的字节之前就设置状态。权重本身没有问题。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/containers.py"/>
        <source>torch.load does this with nested tensors in the container of torch before 1.6: it makes them before it reads the bytes that say their sizes, so the numbers differ from load to load. The weights themselves are fine.</source>
        <translation>对于 torch 1.6 之前容器中的嵌套张量，torch.load 就会这样：它在读取说明大小的字节之前就构建张量，因此每次加载得到的数字都不同。权重本身没有问题。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traceback/answer.py"/>
        <source>torch.load fails on it before anything of it can be used.</source>
        <translation>在其中任何内容可用之前，torch.load 就已失败。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/unopened.py"/>
        <source>torch.load fails on it before torch 2.13, which goes by the name's ending and needs the safetensors package.</source>
        <translation>torch 2.13 之前的 torch.load 会失败；2.13 以名称的扩展名为准，并需要 safetensors 包。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/container.py"/>
        <source>torch.load gives a generator its state when the pickle comes to it, and in the container of torch before 1.6 the bytes of that state are read only after the whole pickle. What is in memory by chance is taken for them: nearly always that is no state at all and loading fails, and now and then it loads with a wrong one.</source>
        <translation>torch.load 在 pickle 读到生成器时就设置其状态，而在 torch 1.6 之前的容器中，该状态的字节要在整个 pickle 之后才读取。于是内存中碰巧存在的内容被当成了它：几乎总是根本不成其为状态，加载失败；偶尔会以错误的状态加载成功。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/container.py"/>
        <source>torch.load makes a nested tensor when the pickle comes to it, and in the container of torch before 1.6 the bytes that say its sizes are read only after the whole pickle. What is in memory by chance is taken for them, so the numbers differ from load to load, and now and then it loads with wrong sizes.</source>
        <translation>torch.load 在 pickle 读到嵌套张量时就构建它，而在 torch 1.6 之前的容器中，说明其大小的字节要在整个 pickle 之后才读取。于是内存中碰巧存在的内容被当成了它们，因此每次加载得到的数字都不同，偶尔会以错误的大小加载成功。</translation>
    </message>
    <message>
        <location filename="../../core/loading/many_files.py"/>
        <location filename="../../gui/save/forecast.py"/>
        <source>torch.load of each file</source>
        <translation>对每个文件调用 torch.load</translation>
    </message>
    <message>
        <location filename="../../gui/page/notice.py"/>
        <source>torch.load of such a file raises “{error}”</source>
        <translation>对此类文件执行 torch.load 会报错“{error}”</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/devices.py"/>
        <source>torch.load puts each tensor back on the GPU with the number it was saved on. This computer has fewer GPUs, or CUDA_VISIBLE_DEVICES hides some.</source>
        <translation>torch.load 把每个张量放回保存时所在编号的 GPU。这台计算机的 GPU 较少，或者 CUDA_VISIBLE_DEVICES 隐藏了其中一些。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/devices.py"/>
        <source>torch.load puts each tensor back where it was saved, and no CUDA GPU can be used here. The weights themselves are fine.</source>
        <translation>torch.load 把每个张量放回保存时所在之处，而这里没有可用的 CUDA GPU。权重本身没有问题。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/devices.py"/>
        <source>torch.load puts every storage back on the GPU that it was saved on, and {tensors} were saved on {device}. The GPUs here go up to cuda:{last}.</source>
        <translation>torch.load 把每个存储放回保存时所在的 GPU，而{tensors}保存在 {device} 上。这里的 GPU 最多到 cuda:{last}。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/devices.py"/>
        <source>torch.load puts every storage back on the device that it was saved on, and {tensors} were saved on {some}. A computer without a GPU cannot do that.</source>
        <translation>torch.load 把每个存储放回保存时所在的设备，而{tensors}保存在 {some} 上。没有 GPU 的计算机做不到这一点。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/container.py"/>
        <source>torch.load reads such a tar only with weights_only=False, which runs what the file says.</source>
        <translation>torch.load 只有用 weights_only=False 才能读取这样的 tar，而这会运行文件指定的内容。</translation>
    </message>
    <message>
        <location filename="../../core/loading/recipes.py"/>
        <source>torch.load refuses names in this file. weights_only=False runs what the file says, and needs its code ({names}) as it was: only for files that you trust; better cure the file.</source>
        <translation>torch.load 拒绝此文件中的名称。weights_only=False 会运行文件中的内容，并需要当时的代码（{names}）：只用于信任的文件；最好修复文件。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/unopened.py"/>
        <source>torch.load takes it for a checkpoint of its older format, and cannot read it.</source>
        <translation>torch.load 把它当作较旧格式的检查点，而无法读取。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/devices.py"/>
        <source>torch.load wants to put them back there, which {computer} cannot do.</source>
        <translation>torch.load 要把它们放回那里，而{computer}做不到。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/devices.py"/>
        <source>torch.load was putting a storage back on the GPU it was saved on, and that GPU is not here. The lines pasted end before the message that says which.</source>
        <translation>torch.load 正把某个存储放回保存时所在的 GPU，而这里没有该 GPU。粘贴的内容在说明是哪一个的消息之前就结束了。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/devices.py"/>
        <source>torch.load(f) builds {size} of weights on the GPU, and the model that they are copied into may be there already: while both live, the card holds the weights twice. Optimizer state is not doubled: the optimizer takes the checkpoint's tensors as they are.</source>
        <translation>torch.load(f) 在 GPU 上构建 {size} 权重，而要复制进去的模型可能已经在那里：两者并存期间，显卡上有两份权重。优化器状态不会翻倍：优化器直接使用检查点中的张量。</translation>
    </message>
    <message>
        <location filename="../../gui/page/notice.py"/>
        <source>torch.load(f) fails there.</source>
        <translation>torch.load(f) 在那里会失败。</translation>
    </message>
    <message>
        <location filename="../../gui/page/notice.py"/>
        <source>torch.load(f) fails: {title}.</source>
        <translation>torch.load(f) 失败：{title}。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/devices.py"/>
        <source>torch.load(f) makes a CUDA context on {old} and fills memory there that stays taken until all references are dropped and torch.cuda.empty_cache() is called. The context stays until the process ends.</source>
        <translation>torch.load(f) 在 {old} 上创建 CUDA 上下文并占用那里的显存，直到所有引用被释放并调用 torch.cuda.empty_cache() 为止。上下文则保留到进程结束。</translation>
    </message>
    <message>
        <location filename="../../core/memory/strategies.py"/>
        <source>torch.load(f) of the fixed file</source>
        <translation>对修复后的文件执行 torch.load(f)</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traceback/judge_devices.py"/>
        <source>torch.load(f) puts {size} on the GPU, beside the model if that is there already. With map_location='cpu' it puts nothing there: if the error stays, it is the model or the batch. The command memory, or the Memory panel, shows what each way takes.</source>
        <translation>torch.load(f) 会在 GPU 上放入 {size}，如果模型已在那里，则与模型并存。使用 map_location='cpu' 时不会在那里放置任何内容：如果错误仍在，原因就是模型或批次。memory 命令或显存面板显示每种方式的占用。</translation>
    </message>
    <message>
        <location filename="../../gui/page/notice.py"/>
        <source>torch.load(f) raises “{error}”</source>
        <translation>torch.load(f) 会报错“{error}”</translation>
    </message>
    <message>
        <location filename="../../cli/saving.py"/>
        <source>torch.load(f) refuses {names}; pass weights_only=False if you trust the file</source>
        <translation>torch.load(f) 拒绝 {names}；如果信任此文件，请传入 weights_only=False</translation>
    </message>
    <message>
        <location filename="../../cli/saving.py"/>
        <source>torch.load(f) refuses {names}; pass weights_only=False if you trust the file, or add --cure all</source>
        <translation>torch.load(f) 拒绝 {names}；如果信任此文件，请传入 weights_only=False，或加上 --cure all</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/objects.py"/>
        <source>torch.load(f) refuses {name}</source>
        <translation>torch.load(f) 拒绝 {name}</translation>
    </message>
    <message>
        <location filename="../../gui/page/notice.py"/>
        <source>torch.load(f) refuses {refused} on every machine, unless told weights_only=False.</source>
        <translation>torch.load(f) 在任何机器上都拒绝 {refused}，除非指定 weights_only=False。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/objects.py"/>
        <source>torch.load(f) takes it only after import {module}</source>
        <translation>torch.load(f) 只有在 import {module} 之后才接受它</translation>
    </message>
    <message>
        <location filename="../../core/memory/recipe.py"/>
        <source>torch.load(f) with safe_globals</source>
        <translation>使用 safe_globals 的 torch.load(f)</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/storages.py"/>
        <source>torch.load(f, mmap=True) does not compare the sizes.</source>
        <translation>torch.load(f, mmap=True) 不比较大小。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/unopened.py"/>
        <source>torch.load(f, weights_only=False) hands the file to torch.jit.load, with a warning.</source>
        <translation>torch.load(f, weights_only=False) 会把文件转交给 torch.jit.load，并给出警告。</translation>
    </message>
    <message>
        <location filename="../../gui/tree/tips.py"/>
        <source>torch.load(saved) will put it on {devices}.</source>
        <translation>torch.load(saved) 会把它放到 {devices} 上。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/container.py"/>
        <source>torch.save writes a record called version, and torch.load reads nothing without it. Whoever packed the file anew left it out.</source>
        <translation>torch.save 会写入名为 version 的记录，没有它 torch.load 什么也不读。重新打包文件的人漏掉了它。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/containers.py"/>
        <source>torch.save writes a storage as a whole, and torch.load of today counts whole elements of it: where the storage ends within an element the two differ. The weights themselves are fine.</source>
        <translation>torch.save 完整写入存储，而当前的 torch.load 按整数个元素计算：如果存储在某个元素中间结束，两者就不一致。权重本身没有问题。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/storages.py"/>
        <source>torch.save writes such a file for a tensor whose storage is no whole number of elements long, and torch.load of torch 2.13 refuses what it wrote.</source>
        <translation>如果张量的存储长度不是元素的整数倍，torch.save 就会写出这样的文件，而 torch 2.13 的 torch.load 会拒绝它自己写出的内容。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/containers.py"/>
        <source>torch.save writes zip archives since torch 1.6, and the torch that loads is older or too old for this one: 1.5 can read them already, 1.4 and those before it cannot. The file itself is fine.</source>
        <translation>torch.save 自 torch 1.6 起写入 zip 归档，而用于加载的 torch 更旧，或者对此文件而言太旧：1.5 已能读取，1.4 及更早的版本不能。文件本身没有问题。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/container.py"/>
        <source>torch.save wrote this file, and its name ends in .safetensors. torch.load of torch 2.13 goes by that ending: it hands the file to the safetensors package, which cannot read it. Older ones load it all the same.</source>
        <translation>此文件由 torch.save 写成，名称却以 .safetensors 结尾。torch 2.13 的 torch.load 以扩展名为准：它把文件交给 safetensors 包，而后者无法读取。更旧的版本照样能加载。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/frameworks.py"/>
        <source>transformers and others call torch.load only in torch 2.6 or newer, since CVE-2025-32434: before, a pickle could run code in spite of weights_only=True. They refuse every file but safetensors, whatever is in it.</source>
        <translation>自 CVE-2025-32434 起，transformers 等只在 torch 2.6 或更新版本中调用 torch.load：此前，即使用 weights_only=True，pickle 也可能运行代码。除 safetensors 外的任何文件它们都拒绝，不管其中是什么。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/many_files.py"/>
        <source>transformers finds shards by their index alone (model.safetensors.index.json or pytorch_model.bin.index.json), and one whole file by its name. The folder has neither, under these names.</source>
        <translation>transformers 只凭索引（model.safetensors.index.json 或 pytorch_model.bin.index.json）查找分片，单个完整文件则凭名称。文件夹中没有这些名称的文件。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/many_files.py"/>
        <source>transformers finds the shards by {name} alone, and it is not there. By their names and keys nothing is missing.</source>
        <translation>transformers 只凭 {name} 找到分片，而它不在。从名称和键来看没有缺失。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/frameworks.py"/>
        <source>transformers says so whatever torch.load stumbled over: mostly a file that is cut short, a git-lfs pointer, or a file of a newer torch. TensorFlow has nothing to do with it. What really happened stands above it in the traceback.</source>
        <translation>无论 torch.load 因何失败，transformers 都这样说：多半是文件被截断、git-lfs 指针，或由更新的 torch 写成的文件。这与 TensorFlow 无关。真正的原因在回溯中位于它的上方。</translation>
    </message>
    <message>
        <location filename="../../cli/elsewhere.py"/>
        <source>try {attempt} of {attempts}</source>
        <translation>第 {attempt} 次尝试，共 {attempts} 次</translation>
    </message>
    <message>
        <location filename="../../core/objects/plain_rules.py"/>
        <source>tuple</source>
        <translation>tuple</translation>
    </message>
    <message>
        <location filename="../../core/objects/substituting.py"/>
        <source>tuples in each other</source>
        <translation>相互嵌套的元组</translation>
    </message>
    <message>
        <location filename="../../cli/edit_arguments.py"/>
        <source>turn DTensors that hold the whole tensor into plain ones</source>
        <translation>把含有整个张量的 DTensor 变成普通张量</translation>
    </message>
    <message>
        <location filename="../../cli/edit_arguments.py"/>
        <source>turn an object into plain data: a Namespace into a dict, an array into a tensor</source>
        <translation>把对象变成普通数据：Namespace 变成 dict，数组变成张量</translation>
    </message>
    <message>
        <location filename="../../core/report/parts.py"/>
        <source>twice</source>
        <translation>重复</translation>
    </message>
    <message>
        <location filename="../../core/formats/zip_forms.py"/>
        <source>two end records that say different things</source>
        <translation>两个结尾记录说法不同</translation>
    </message>
    <message>
        <location filename="../../core/recipes/batch.py"/>
        <source>unchanged</source>
        <translation>未更改</translation>
    </message>
    <message>
        <location filename="../../core/report/diagnosis.py"/>
        <location filename="../../gui/compare/model.py"/>
        <source>unexpected</source>
        <translation>多余</translation>
    </message>
    <message>
        <location filename="../../core/report/optimizers.py"/>
        <source>unknown kind</source>
        <translation>未知类型</translation>
    </message>
    <message>
        <location filename="../../gui/document/compared.py"/>
        <source>unreadable</source>
        <translation>无法读取</translation>
    </message>
    <message>
        <location filename="../../cli/language.py"/>
        <source>unrecognized arguments: {names}</source>
        <translation>无法识别的参数：{names}</translation>
    </message>
    <message>
        <location filename="../../core/report/difference.py"/>
        <source>unsure</source>
        <translation>不确定</translation>
    </message>
    <message>
        <location filename="../../cli/arguments.py"/>
        <source>usage: </source>
        <translation>用法：</translation>
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
        <translation>值</translation>
    </message>
    <message>
        <location filename="../../gui/document/compared.py"/>
        <source>value: {here} here, {there} there</source>
        <translation>值：这边 {here}，那边 {there}</translation>
    </message>
    <message>
        <location filename="../../core/formats/bounded_json.py"/>
        <location filename="../../core/pickling/bounds.py"/>
        <location filename="../../core/report/inspect.py"/>
        <source>values</source>
        <translation>值</translation>
    </message>
    <message>
        <location filename="../../cli/memory/text.py"/>
        <source>verdict</source>
        <translation>结论</translation>
    </message>
    <message>
        <location filename="../../cli/elsewhere.py"/>
        <source>waiting for {host} ({seconds:.0f} s)</source>
        <translation>正在等待 {host}（{seconds:.0f} 秒）</translation>
    </message>
    <message>
        <location filename="../../core/report/severities.py"/>
        <source>warning</source>
        <translation>警告</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/many_files.py"/>
        <source>weights that are not in the file that an index names, or in none</source>
        <translation>权重不在索引所说的文件中，或哪个文件中都没有</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traps/pickles.py"/>
        <source>weights_only=True knows the opcodes of pickle protocol 2 only, or the Python that loads is older than the protocol. torch.save writes protocol 2 unless told otherwise.</source>
        <translation>weights_only=True 只认识 pickle 协议 2 的操作码，或者用于加载的 Python 比该协议更旧。未另行指定时，torch.save 写入协议 2。</translation>
    </message>
    <message>
        <location filename="../../cli/arguments.py"/>
        <source>what a CUDA context takes of a card (default: 300MiB)</source>
        <translation>CUDA 上下文占用的显存（默认：300MiB）</translation>
    </message>
    <message>
        <location filename="../../cli/arguments.py"/>
        <source>what activations take in training, for the line about resuming</source>
        <translation>训练中激活值占用的量，用于恢复训练那一行</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/file.py"/>
        <source>what is left out, which load_state_dict of that library may call missing</source>
        <translation>去掉的内容，该库的 load_state_dict 可能会报告缺失</translation>
    </message>
    <message>
        <location filename="../../gui/preferences/offered.py"/>
        <source>what it has</source>
        <translation>实际的数量</translation>
    </message>
    <message>
        <location filename="../../cli/arguments.py"/>
        <source>what it is to be loaded into: a checkpoint, or a list of keys and shapes</source>
        <translation>要加载到哪里：一个检查点，或键和形状的列表</translation>
    </message>
    <message>
        <location filename="../../cli/arguments.py"/>
        <source>what shall stay free on each card (default: nothing)</source>
        <translation>每块显卡上要留出的空间（默认：不留）</translation>
    </message>
    <message>
        <location filename="../../cli/arguments.py"/>
        <source>what that process may take for the file, such as 8GiB, or none for no limit (default: 1 GiB and 16 times the file, at most what is free)</source>
        <translation>该进程可为此文件使用的内存，例如 8GiB，或 none 表示不限（默认：1 GiB 加文件的 16 倍，最多为空闲内存）</translation>
    </message>
    <message>
        <location filename="../../core/objects/plain_rules.py"/>
        <source>what the name stands for</source>
        <translation>名称所代表的内容</translation>
    </message>
    <message>
        <location filename="../../core/loading/recipes.py"/>
        <source>what was saved</source>
        <translation>所保存的内容</translation>
    </message>
    <message>
        <location filename="../../core/objects/pickle_forms.py"/>
        <source>what {name} made is changed afterwards</source>
        <translation>{name} 制成的内容之后被更改</translation>
    </message>
    <message>
        <location filename="../../cli/arguments.py"/>
        <source>where the model shall be (default: cuda:0, or the cpu without cards)</source>
        <translation>模型所在的设备（默认：cuda:0，没有显卡时为 cpu）</translation>
    </message>
    <message>
        <location filename="../../gui/document/taking.py"/>
        <source>whether it takes gradients stays</source>
        <translation>是否计算梯度保持不变</translation>
    </message>
    <message>
        <location filename="../../cli/arguments.py"/>
        <source>which model an optimizer belongs to, such as optimizerD=netD</source>
        <translation>优化器属于哪个模型，例如 optimizerD=netD</translation>
    </message>
    <message>
        <location filename="../../core/report/diagnosis.py"/>
        <source>why</source>
        <translation>原因</translation>
    </message>
    <message>
        <location filename="../../core/memory/machine.py"/>
        <source>with one GPU</source>
        <translation>有一个 GPU 时</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/model_match/model_findings.py"/>
        <source>with the prefix {names}</source>
        <translation>带有前缀 {names}</translation>
    </message>
    <message>
        <location filename="../../core/memory/machine.py"/>
        <source>with {count} GPUs</source>
        <translation>有 {count} 个 GPU 时</translation>
    </message>
    <message>
        <location filename="../../core/memory/machine.py"/>
        <source>without a GPU</source>
        <translation>没有 GPU 时</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/model_match/model_findings.py"/>
        <source>without the prefix {names}</source>
        <translation>没有前缀 {names}</translation>
    </message>
    <message>
        <location filename="../../gui/session/session.py"/>
        <source>without {changes}</source>
        <translation>不含 {changes}</translation>
    </message>
    <message>
        <location filename="../../cli/values/workers.py"/>
        <source>workers of Dask that read: tcp://HOST:PORT of a scheduler, or local:N (needs distributed)</source>
        <translation>读取文件的 Dask 工作进程：调度器的 tcp://HOST:PORT，或 local:N（需要 distributed）</translation>
    </message>
    <message>
        <location filename="../../core/objects/global_names.py"/>
        <source>would run code when loaded without weights_only</source>
        <translation>不带 weights_only 加载时会运行代码</translation>
    </message>
    <message>
        <location filename="../../core/recipes/batch.py"/>
        <source>would save</source>
        <translation>将会保存</translation>
    </message>
    <message>
        <location filename="../../cli/arguments.py"/>
        <source>write a fixed copy</source>
        <translation>写出修复后的副本</translation>
    </message>
    <message>
        <location filename="../../cli/edit_arguments.py"/>
        <source>write a folder of files of at most this size, such as 5GB, with the index that transformers writes</source>
        <translation>写成一个文件夹，其中每个文件不超过此大小，例如 5GB，并附带 transformers 所写的索引</translation>
    </message>
    <message>
        <location filename="../../cli/arguments.py"/>
        <source>write a page that tells all of this, for an issue or a colleague</source>
        <translation>写出说明这一切的页面，用于提交问题或给同事看</translation>
    </message>
    <message>
        <location filename="../../cli/arguments.py"/>
        <source>write a plain file of what is shown of one torch.save never wrote</source>
        <translation>对 torch.save 从未写过的文件，按所显示的内容写成普通文件</translation>
    </message>
    <message>
        <location filename="../../cli/arguments.py"/>
        <source>write all keys as a table: a file that ends in .csv, .json or .md</source>
        <translation>把所有键写成表：以 .csv、.json 或 .md 结尾的文件</translation>
    </message>
    <message>
        <location filename="../../cli/arguments.py"/>
        <source>write bytes that do not match their checksum all the same</source>
        <translation>即使字节与校验和不符也照样写入</translation>
    </message>
    <message>
        <location filename="../../cli/edit_arguments.py"/>
        <source>write names of one Python module as those of another</source>
        <translation>把一个 Python 模块的名称写成另一个模块的</translation>
    </message>
    <message>
        <location filename="../../core/edits/wording.py"/>
        <source>write pickle protocol {protocol}</source>
        <translation>写成 pickle 协议 {protocol}</translation>
    </message>
    <message>
        <location filename="../../cli/arguments.py"/>
        <source>write tensors as .npy, .npz, .safetensors or .csv</source>
        <translation>把张量写成 .npy、.npz、.safetensors 或 .csv</translation>
    </message>
    <message>
        <location filename="../../cli/edit_arguments.py"/>
        <source>write the keys of an optimizer's state as the numbers that its groups list</source>
        <translation>把优化器状态的键写成其参数组所列的数字</translation>
    </message>
    <message>
        <location filename="../../core/edits/wording.py"/>
        <source>write the legacy container</source>
        <translation>写成旧式容器</translation>
    </message>
    <message>
        <location filename="../../cli/edit_arguments.py"/>
        <source>write the new files into this folder, under their names</source>
        <translation>把新文件以原名写入此文件夹</translation>
    </message>
    <message>
        <location filename="../../cli/edit_arguments.py"/>
        <source>write the pickle in this protocol; 2 is read by plain torch.load in full</source>
        <translation>用此协议写 pickle；2 可被普通的 torch.load 完全读取</translation>
    </message>
    <message>
        <location filename="../../cli/arguments.py"/>
        <source>write the state dict of a whole pickled model</source>
        <translation>写出整个 pickle 模型的 state_dict</translation>
    </message>
    <message>
        <location filename="../../core/edits/wording.py"/>
        <source>write the zip container</source>
        <translation>写成 zip 容器</translation>
    </message>
    <message>
        <location filename="../../cli/edit_arguments.py"/>
        <source>write them beside the old ones, with S before the ending, as --suffix=-cpu (default: -fixed)</source>
        <translation>写在旧文件旁边，在扩展名前加 S，如 --suffix=-cpu（默认：-fixed）</translation>
    </message>
    <message>
        <location filename="../../cli/edit_arguments.py"/>
        <source>write this container (default: that of FILE)</source>
        <translation>写成此容器（默认：与 FILE 相同）</translation>
    </message>
    <message>
        <location filename="../../cli/edit_arguments.py"/>
        <source>write what is done as a recipe for other files</source>
        <translation>把所做的写成配方，供其他文件使用</translation>
    </message>
    <message>
        <location filename="../../cli/edit_arguments.py"/>
        <source>write what is there of a model with missing files</source>
        <translation>缺少文件的模型也写入其现有部分</translation>
    </message>
    <message>
        <location filename="../../core/edits/wording.py"/>
        <location filename="../../core/recipes/step_words.py"/>
        <source>write {source} as {target}</source>
        <translation>把 {source} 写成 {target}</translation>
    </message>
    <message>
        <location filename="../../cli/saving.py"/>
        <source>writing</source>
        <translation>正在写入</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/file.py"/>
        <source>written in pickle protocol {protocol}</source>
        <translation>以 pickle 协议 {protocol} 写成</translation>
    </message>
    <message>
        <location filename="../../gui/health/colouring.py"/>
        <source>wrong</source>
        <translation>错误</translation>
    </message>
    <message>
        <location filename="../../cli/saving.py"/>
        <location filename="../../core/report/export.py"/>
        <source>wrote</source>
        <translation>已写入</translation>
    </message>
    <message>
        <location filename="../../core/report/values.py"/>
        <source>zeros</source>
        <translation>零</translation>
    </message>
    <message>
        <location filename="../../gui/save/model.py"/>
        <source>zip (torch 1.6 and later)</source>
        <translation>zip（torch 1.6 及以后）</translation>
    </message>
    <message>
        <location filename="../../core/edits/wording.py"/>
        <location filename="../../core/recipes/step_words.py"/>
        <source>zip container (torch ≥ 1.6)</source>
        <translation>zip 容器（torch ≥ 1.6）</translation>
    </message>
    <message>
        <location filename="../../core/recipes/options.py"/>
        <source>zip, legacy, safetensors or dcp</source>
        <translation>zip、legacy、safetensors 或 dcp</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/many_files.py"/>
        <source>{absent} of the index in none of its files, {doubled} in two of them, {elsewhere} in another one than it says, {unlisted} that it does not name. transformers loads what it finds and leaves the rest as it was made at random, without an error.</source>
        <translation>索引中的 {absent}不在任何文件中，{doubled}同时在两个文件中，{elsewhere}不在索引所说的文件而在另一个中，{unlisted}未被索引列出。transformers 加载找到的部分，其余保持随机初始化，也不报错。</translation>
    </message>
    <message>
        <location filename="../../core/spread/cluster.py"/>
        <source>{address} is no cluster: say local:8, or tcp://HOST:PORT of its scheduler.</source>
        <translation>{address} 不是集群：请写 local:8，或其调度器的 tcp://HOST:PORT。</translation>
    </message>
    <message>
        <location filename="../../gui/memory/table_models.py"/>
        <source>{bytes:,} bytes: {tensors} in {storages}</source>
        <translation>{bytes:,} 字节：{storages}中的{tensors}</translation>
    </message>
    <message>
        <location filename="../../gui/save/forecast.py"/>
        <source>{call} will fail on {computer}: {title}.</source>
        <translation>{call} 在{computer}上会失败：{title}。</translation>
    </message>
    <message>
        <location filename="../../gui/save/forecast.py"/>
        <source>{call} will still fail on {computer}: {title}.</source>
        <translation>{call} 在{computer}上仍会失败：{title}。</translation>
    </message>
    <message>
        <location filename="../../gui/page/notice.py"/>
        <source>{call} works on any machine, with no map_location.</source>
        <translation>{call} 在任何机器上都能加载，无需 map_location。</translation>
    </message>
    <message>
        <location filename="../../gui/page/notice.py"/>
        <source>{call} works on {computer}, with no map_location: it was saved on {devices}.</source>
        <translation>{call} 在{computer}上可以加载，无需 map_location：文件保存时在 {devices} 上。</translation>
    </message>
    <message>
        <location filename="../../cli/memory/text.py"/>
        <source>{cards}, {memory} kept free</source>
        <translation>{cards}，留出 {memory}</translation>
    </message>
    <message>
        <location filename="../../gui/memory/controls.py"/>
        <source>{card}: {nbytes:,} bytes.</source>
        <translation>{card}：{nbytes:,} 字节。</translation>
    </message>
    <message>
        <location filename="../../core/loading/recipes.py"/>
        <source>{clauses}.</source>
        <translation>{clauses}。</translation>
    </message>
    <message>
        <location filename="../../core/report/scan.py"/>
        <source>{code}, {count:,} times</source>
        <translation>{code}，{count:,} 次</translation>
    </message>
    <message>
        <location filename="../../gui/save/form.py"/>
        <source>{container}, as the source</source>
        <translation>{container}，与源文件相同</translation>
    </message>
    <message>
        <location filename="../../gui/page/status.py"/>
        <source>{container}, pickle {protocol}</source>
        <translation>{container}，pickle {protocol}</translation>
    </message>
    <message>
        <location filename="../../cli/memory/text.py"/>
        <source>{context}, {ranks} processes</source>
        <translation>{context}，{ranks} 个进程</translation>
    </message>
    <message>
        <location filename="../../cli/memory/text.py"/>
        <source>{context}, {ranks} processes, all loading naively</source>
        <translation>{context}，{ranks} 个进程，全部直接加载到目标</translation>
    </message>
    <message>
        <location filename="../../core/objects/value_text.py"/>
        <source>{count:,} bytes</source>
        <translation>{count:,} 字节</translation>
    </message>
    <message>
        <location filename="../../core/formats/zip_forms.py"/>
        <source>{count:,} bytes before it that no record has</source>
        <translation>它之前有 {count:,} 字节不属于任何记录</translation>
    </message>
    <message>
        <location filename="../../core/formats/zip_forms.py"/>
        <source>{count:,} bytes behind it, in which torch gets lost</source>
        <translation>它之后有 {count:,} 字节，torch 会在其中迷失</translation>
    </message>
    <message>
        <location filename="../../gui/page/status.py"/>
        <source>{count:,} bytes on disk</source>
        <translation>磁盘上 {count:,} 字节</translation>
    </message>
    <message>
        <location filename="../../gui/values/facts.py"/>
        <source>{count:,} distinct: {listed}</source>
        <translation>{count:,} 个不同的值：{listed}</translation>
    </message>
    <message>
        <location filename="../../gui/values/copy_menu.py"/>
        <source>{count:,} numbers are too many for the clipboard (at most {most}): export them.</source>
        <translation>{count:,} 个数字对剪贴板来说太多（最多 {most}）：请导出。</translation>
    </message>
    <message>
        <location filename="../../gui/plots/number_grid.py"/>
        <source>{count:,} numbers are too many for the clipboard; select at most {most_copied:,}.</source>
        <translation>{count:,} 个数字对剪贴板来说太多；最多选择 {most_copied:,} 个。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/model_match/model_findings.py"/>
        <source>{count:,} of {of:,} keys of this file name nothing in {name}.</source>
        <translation>此文件 {of:,} 个键中有 {count:,} 个在 {name} 中没有对应项。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/model_match/model_findings.py"/>
        <source>{count:,} of {of:,} keys of {name} are not in this file.</source>
        <translation>{name} 的 {of:,} 个键中有 {count:,} 个不在此文件中。</translation>
    </message>
    <message>
        <location filename="../../gui/values/facts.py"/>
        <source>{count:,} of {total:,} numbers</source>
        <translation>{total:,} 个数字中的 {count:,} 个</translation>
    </message>
    <message>
        <location filename="../../gui/tree/tools.py"/>
        <source>{count:,} selected</source>
        <translation>已选 {count:,} 个</translation>
    </message>
    <message>
        <location filename="../../core/values/health/weights.py"/>
        <source>{dead:,} of {rows:,} rows are all zero, the first is row {first:,}.</source>
        <translation>{rows:,} 行中有 {dead:,} 行全为零，第一个是第 {first:,} 行。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/devices.py"/>
        <source>{devices} and {count:,} more devices</source>
        <translation>{devices}，另有 {count:,} 个设备</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traceback/judge_devices.py"/>
        <source>{devices} and {more}</source>
        <translation>{devices}，{more}</translation>
    </message>
    <message>
        <location filename="../../gui/memory/gauges.py"/>
        <source>{device}: {card}, {total:,} bytes
used by this program: {ours:,}
used by others: {others:,}
free: {free:,}</source>
        <translation>{device}：{card}，{total:,} 字节
本程序占用：{ours:,}
其他程序占用：{others:,}
空闲：{free:,}</translation>
    </message>
    <message>
        <location filename="../../gui/memory/gauges.py"/>
        <source>{device}: {memory} of {memory_of_total} free</source>
        <translation>{device}：{memory_of_total} 中空闲 {memory}</translation>
    </message>
    <message>
        <location filename="../../gui/diff/model.py"/>
        <source>{differences} below this row.</source>
        <translation>此行下面有{differences}。</translation>
    </message>
    <message>
        <location filename="../../core/report/difference.py"/>
        <source>{differing}, {not_finite:,} of them NaN or Inf in one</source>
        <translation>{differing}，其中 {not_finite:,} 个在一方为 NaN 或 Inf</translation>
    </message>
    <message>
        <location filename="../../core/pace.py"/>
        <source>{done} of {total}</source>
        <translation>{done} / {total}</translation>
    </message>
    <message>
        <location filename="../../core/edits/wording.py"/>
        <source>{dtensors} → plain tensors</source>
        <translation>{dtensors} → 普通张量</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/sharded.py"/>
        <source>{dtensors}, each with all of its elements</source>
        <translation>{dtensors}，各自带有全部元素</translation>
    </message>
    <message>
        <location filename="../../core/report/export.py"/>
        <source>{dtype} is written as {written}</source>
        <translation>{dtype} 写成 {written}</translation>
    </message>
    <message>
        <location filename="../../core/report/export.py"/>
        <source>{dtype} is written as {written}: each number exactly, in a type that the format has</source>
        <translation>{dtype} 写成 {written}：每个数字都精确，用该格式具有的类型</translation>
    </message>
    <message>
        <location filename="../../core/report/export.py"/>
        <source>{dtype} is written as {written}: the real numbers that its whole ones stand for</source>
        <translation>{dtype} 写成 {written}：即其整数所代表的实数</translation>
    </message>
    <message>
        <location filename="../../gui/health/model.py"/>
        <source>{dtype} {shape} on {device}</source>
        <translation>{dtype} {shape}，在 {device} 上</translation>
    </message>
    <message>
        <location filename="../../gui/memory/bars_model.py"/>
        <source>{each} at its fullest, in {step}: {total:,} bytes</source>
        <translation>{each}最满时，在 {step}：{total:,} 字节</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/losses.py"/>
        <source>{entries} and {more}</source>
        <translation>{entries}，{more}</translation>
    </message>
    <message>
        <location filename="../../gui/diagnosis/model.py"/>
        <source>{errors}, and {warnings}</source>
        <translation>{errors}，以及{warnings}</translation>
    </message>
    <message>
        <location filename="../../cli/limits.py"/>
        <source>{error}, or {none}</source>
        <translation>{error}，或 {none}</translation>
    </message>
    <message>
        <location filename="../../gui/changes/table_model.py"/>
        <source>{extent}, {size} ({nbytes:,} bytes)</source>
        <translation>{extent}，{size}（{nbytes:,} 字节）</translation>
    </message>
    <message>
        <location filename="../../core/edits/wording.py"/>
        <source>{extracted}, without “{prefix}”</source>
        <translation>{extracted}，不带“{prefix}”</translation>
    </message>
    <message>
        <location filename="../../core/report/parts.py"/>
        <source>{files} are missing, and with them {keys}.</source>
        <translation>缺失 {files}，连同其中的 {keys}。</translation>
    </message>
    <message>
        <location filename="../../core/report/parts.py"/>
        <source>{files} are missing.</source>
        <translation>缺失 {files}。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/many_files.py"/>
        <source>{files} missing: {names}</source>
        <translation>缺失 {files}：{names}</translation>
    </message>
    <message>
        <location filename="../../core/edits/numbers/theirs.py"/>
        <source>{file} cannot be read any more: {reason}.</source>
        <translation>{file} 已无法读取：{reason}。</translation>
    </message>
    <message>
        <location filename="../../gui/diagnosis/model.py"/>
        <source>{file} fails {where}: {errors}.</source>
        <translation>{file} {where}会失败：{errors}。</translation>
    </message>
    <message>
        <location filename="../../core/catalogue/optimizers/matched.py"/>
        <source>{file} has no models.</source>
        <translation>{file} 中没有模型。</translation>
    </message>
    <message>
        <location filename="../../core/catalogue/optimizers/matched.py"/>
        <source>{file} has no optimizers.</source>
        <translation>{file} 中没有优化器。</translation>
    </message>
    <message>
        <location filename="../../core/catalogue/optimizers/matched.py"/>
        <source>{file} holds no model: neither a state dict nor a pickled one.</source>
        <translation>{file} 中没有模型：既没有 state_dict，也没有用 pickle 保存的模型。</translation>
    </message>
    <message>
        <location filename="../../core/recipes/recipe.py"/>
        <source>{file} is no recipe: it is no text.</source>
        <translation>{file} 不是配方：不是文本。</translation>
    </message>
    <message>
        <location filename="../../core/recipes/recipe.py"/>
        <source>{file} is no recipe: {wrong}.</source>
        <translation>{file} 不是配方：{wrong}。</translation>
    </message>
    <message>
        <location filename="../../core/recipes/recipe.py"/>
        <source>{file} is too large to be a recipe.</source>
        <translation>{file} 太大，不是配方。</translation>
    </message>
    <message>
        <location filename="../../gui/diagnosis/model.py"/>
        <source>{file} works {where}.</source>
        <translation>{file} {where}可以加载。</translation>
    </message>
    <message>
        <location filename="../../core/report/diagnosis.py"/>
        <source>{file}, on {computer}, {ranks} processes: {found}</source>
        <translation>{file}，{computer}，{ranks} 个进程：{found}</translation>
    </message>
    <message>
        <location filename="../../core/report/diagnosis.py"/>
        <source>{file}, on {computer}: {found}</source>
        <translation>{file}，{computer}：{found}</translation>
    </message>
    <message>
        <location filename="../../core/loading/computer.py"/>
        <source>{first} and {last}</source>
        <translation>{first} 和 {last}</translation>
    </message>
    <message numerus="yes">
        <location filename="../../gui/document/cells.py"/>
        <source>{first} and {n:,} more numbers</source>
        <translation><numerusform>{first}，另有 {n:,} 个数值</numerusform></translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/names.py"/>
        <location filename="../../core/report/losses.py"/>
        <location filename="../../gui/page/notice.py"/>
        <source>{first} and {second}</source>
        <translation>{first} 和 {second}</translation>
    </message>
    <message>
        <location filename="../../core/report/difference.py"/>
        <source>{first} and {second}: nothing differs</source>
        <translation>{first} 和 {second}：没有不同</translation>
    </message>
    <message>
        <location filename="../../core/report/difference.py"/>
        <source>{first} and {second}: they differ</source>
        <translation>{first} 和 {second}：有不同</translation>
    </message>
    <message>
        <location filename="../../core/catalogue/optimizers/words.py"/>
        <location filename="../../gui/app/actions.py"/>
        <source>{first} or {second}</source>
        <translation>{first} 或 {second}</translation>
    </message>
    <message>
        <location filename="../../core/values/diff.py"/>
        <source>{first} or {second} cannot be read: {reason}.</source>
        <translation>{first} 或 {second} 无法读取：{reason}。</translation>
    </message>
    <message>
        <location filename="../../core/loading/computer.py"/>
        <source>{first} to {last}</source>
        <translation>{first} 到 {last}</translation>
    </message>
    <message>
        <location filename="../../core/text.py"/>
        <source>{first} {second}</source>
        <translation>{first}{second}</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/names.py"/>
        <source>{first}, then {second}</source>
        <translation>{first}，然后{second}</translation>
    </message>
    <message>
        <location filename="../../core/text.py"/>
        <source>{first}, {second}</source>
        <translation>{first}，{second}</translation>
    </message>
    <message>
        <location filename="../../core/loading/recipes.py"/>
        <source>{first}; {second}</source>
        <translation>{first}；{second}</translation>
    </message>
    <message>
        <location filename="../../core/recipes/batch.py"/>
        <source>{folder} holds no checkpoint ({endings}).</source>
        <translation>{folder} 中没有检查点（{endings}）。</translation>
    </message>
    <message numerus="yes">
        <location filename="../../cli/listing.py"/>
        <source>{folder} holds {n:,} checkpoints</source>
        <translation><numerusform>{folder} 中有 {n:,} 个检查点</numerusform></translation>
    </message>
    <message>
        <location filename="../../core/recipes/batch.py"/>
        <source>{folder} is no folder.</source>
        <translation>{folder} 不是文件夹。</translation>
    </message>
    <message>
        <location filename="../../gui/recipes/folder_dialog.py"/>
        <source>{folder} was not done to its end: {summary}</source>
        <translation>{folder} 未全部完成：{summary}</translation>
    </message>
    <message>
        <location filename="../../core/saving/targets/state_dict.py"/>
        <source>{format} holds a state dict, and this file is a whole object. Put its state dict in its place, or save it as zip.</source>
        <translation>{format} 只保存 state dict，而此文件是一个完整的对象。请用其 state dict 代替它，或保存为 zip。</translation>
    </message>
    <message>
        <location filename="../../core/saving/targets/state_dict.py"/>
        <source>{format} holds plain tensors by name and nothing else, and {names} is none. Leave it out, or save it as zip.</source>
        <translation>{format} 只按名称保存普通张量，而 {names} 不是。请将其去掉，或保存为 zip。</translation>
    </message>
    <message>
        <location filename="../../core/saving/targets/state_dict.py"/>
        <source>{format} holds tensors by name and nothing else, and here is more: {names}. Keep the state dict “{path}” alone, or save it as zip.</source>
        <translation>{format} 只按名称保存张量，而这里还有其他内容：{names}。请只保留 state dict“{path}”，或保存为 zip。</translation>
    </message>
    <message>
        <location filename="../../core/edits/renaming/patterns.py"/>
        <source>{form} is no kind of pattern; choose text, glob or regex.</source>
        <translation>{form} 不是模式的种类；请选择 text、glob 或 regex。</translation>
    </message>
    <message>
        <location filename="../../gui/tree/search_line.py"/>
        <source>{found:,} found</source>
        <translation>找到 {found:,} 个</translation>
    </message>
    <message>
        <location filename="../../cli/values/scanning.py"/>
        <source>{found} cannot be both tables. Give each a name of its own.</source>
        <translation>{found} 不能同时是两个表。请各给一个名称。</translation>
    </message>
    <message>
        <location filename="../../gui/session/loading_on.py"/>
        <source>{gpus}, to run on {device}</source>
        <translation>{gpus}，在 {device} 上运行</translation>
    </message>
    <message>
        <location filename="../../gui/session/loading_on.py"/>
        <source>{gpus}, {n} processes</source>
        <translation>{gpus}，{n} 个进程</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traceback/judge_devices.py"/>
        <source>{have}, and none was saved on {tag}: that is the map_location of the script. {spelled}</source>
        <translation>{have}，而没有张量保存在 {tag} 上：那来自脚本的 map_location。{spelled}</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traceback/judge_devices.py"/>
        <source>{have}. The script loads another file, or moves something there itself.</source>
        <translation>{have}。脚本加载的是另一个文件，或自行把某些内容移到了那里。</translation>
    </message>
    <message>
        <location filename="../../gui/document/compared.py"/>
        <source>{here} here, {there} there</source>
        <translation>这边 {here}，那边 {there}</translation>
    </message>
    <message>
        <location filename="../../gui/look/news.py"/>
        <source>{host} has not answered for {seconds:.0f} s</source>
        <translation>{host} 已有 {seconds:.0f} 秒没有应答</translation>
    </message>
    <message>
        <location filename="../../gui/look/news.py"/>
        <source>{host} has not answered for {seconds:.0f} s (try {attempt} of {attempts}: {trouble})</source>
        <translation>{host} 已有 {seconds:.0f} 秒没有应答（第 {attempt} 次尝试，共 {attempts} 次：{trouble}）</translation>
    </message>
    <message>
        <location filename="../../gui/look/news.py"/>
        <source>{host}: {trouble}; trying again ({attempt} of {attempts})</source>
        <translation>{host}：{trouble}；正在重试（第 {attempt} 次尝试，共 {attempts} 次）</translation>
    </message>
    <message>
        <location filename="../../gui/diagnosis/integrity_model.py"/>
        <source>{hurt} hurt by damage to the file</source>
        <translation>{hurt}因文件损坏而受影响</translation>
    </message>
    <message>
        <location filename="../../gui/values/ridges.py"/>
        <source>{infinite:,} not finite</source>
        <translation>{infinite:,} 个非有限</translation>
    </message>
    <message>
        <location filename="../../core/edits/entries.py"/>
        <source>{kept!r} is {it} once more. Keep that instead.</source>
        <translation>{kept!r} 就是 {it} 本身。请改为保留后者。</translation>
    </message>
    <message>
        <location filename="../../core/edits/entries.py"/>
        <source>{kept!r} leads back to {it} (at {path!r}), so it cannot be the whole file without that. Keep {it}, or drop {path!r} as well.</source>
        <translation>{kept!r} 会引回 {it}（在 {path!r} 处），所以没有后者它就不能成为整个文件。请保留 {it}，或同时移除 {path!r}。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/model_match/misshapen.py"/>
        <source>{key!r} has as many numbers in the file as in the model, in another order of sizes: reshape or transpose it when it is loaded.</source>
        <translation>{key!r} 在文件中和在模型中的数值个数相同，只是各维大小的顺序不同：请在加载时重塑或转置。</translation>
    </message>
    <message>
        <location filename="../../core/containers/dcp/objects.py"/>
        <source>{key!r} in {file} cannot be read: {reason}</source>
        <translation>无法读取 {file} 中的 {key!r}：{reason}</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/model_match/misshapen.py"/>
        <source>{key!r} is a table of positions or tokens, and dropping it would lose what was learned. Load the file into a model with its own sizes and resize the table there: model.resize_token_embeddings, or interpolation.</source>
        <translation>{key!r} 是位置或词元的嵌入表，删除它会丢失已学到的内容。请把文件加载到尺寸相同的模型中，再调整该表的大小：model.resize_token_embeddings 或插值。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/model_match/misshapen.py"/>
        <source>{key!r} is no head that could be left out: sizes inside the model differ. Make the model with the sizes that the file has.</source>
        <translation>{key!r} 不是可以省略的输出头：模型内部的尺寸不同。请按文件的尺寸创建模型。</translation>
    </message>
    <message>
        <location filename="../../core/containers/dcp/chunks.py"/>
        <source>{key!r} lies outside {file}, as .metadata says where it is: the file was cut short, or is of another save. Fetch it again.</source>
        <translation>按 .metadata 所说的位置，{key!r} 在 {file} 之外：文件被截断，或来自另一次保存。请重新获取。</translation>
    </message>
    <message>
        <location filename="../../core/recipes/number_options.py"/>
        <source>{key!r} names {count} tensors in {checkpoint}; name one.</source>
        <translation>{key!r} 在 {checkpoint} 中指 {count} 个张量；请指明一个。</translation>
    </message>
    <message>
        <location filename="../../core/recipes/number_options.py"/>
        <source>{key!r}, which names {count} tensors, cannot become a whole tensor; name one.</source>
        <translation>{key!r} 指 {count} 个张量，不能变成整个张量；请指明一个。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/model_match/model_findings.py"/>
        <source>{keys} differ in shape ({some})</source>
        <translation>{keys}形状不同（{some}）</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/names.py"/>
        <source>{keys} of FSDP's flattened parameters</source>
        <translation>{keys}属于 FSDP 的扁平化参数</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/model_match/model_findings.py"/>
        <source>{keys} of the file stay unexpected ({some})</source>
        <translation>文件中 {keys}仍属多余（{some}）</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/model_match/model_findings.py"/>
        <source>{keys} of the model not in the file</source>
        <translation>模型的 {keys}不在文件中</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/model_match/model_findings.py"/>
        <source>{keys} of the model stay missing ({some})</source>
        <translation>模型的 {keys}仍然缺失（{some}）</translation>
    </message>
    <message>
        <location filename="../../core/report/inspect.py"/>
        <source>{keys} of {of} keys of {where} begin with {prefix!r}</source>
        <translation>{where} 的 {of} 个键中有 {keys} 个以 {prefix!r} 开头</translation>
    </message>
    <message>
        <location filename="../../core/report/inspect.py"/>
        <source>{keys} of {of} keys of {where} contain {prefix!r}</source>
        <translation>{where} 的 {of} 个键中有 {keys} 个含有 {prefix!r}</translation>
    </message>
    <message>
        <location filename="../../gui/diagnosis/fixes_model.py"/>
        <source>{keys} of {where} hold the segment “{prefix}” further in, such as a.{prefix}b → a.b.
Strip it only if the model that loads this is not wrapped at that place.</source>
        <translation>{where}的{keys}在内部含有段“{prefix}”，例如 a.{prefix}b → a.b。
只有在加载它的模型在该处没有包装时才去掉。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traceback/judge_files.py"/>
        <source>{keys} share their bytes.</source>
        <translation>{keys} 共享字节。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/model_match/model_findings.py"/>
        <source>{keys} that the model does not know</source>
        <translation>模型不认识的 {keys}</translation>
    </message>
    <message>
        <location filename="../../core/report/diagnosis.py"/>
        <source>{keys}, listed above</source>
        <translation>{keys}，已在上面列出</translation>
    </message>
    <message>
        <location filename="../../core/report/diagnosis.py"/>
        <source>{key} ({have} here, {want} there)</source>
        <translation>{key}（这里 {have}，那边 {want}）</translation>
    </message>
    <message>
        <location filename="../../core/edits/wording.py"/>
        <source>{key} of {file}</source>
        <translation>{file} 中的 {key}</translation>
    </message>
    <message>
        <location filename="../../core/edits/renaming/patterns.py"/>
        <source>{key}: {wrong}</source>
        <translation>{key}：{wrong}</translation>
    </message>
    <message>
        <location filename="../../cli/values/arguments.py"/>
        <source>{key}; several for .npz and .safetensors</source>
        <translation>{key}；.npz 和 .safetensors 可以有多个</translation>
    </message>
    <message>
        <location filename="../../core/edits/containers.py"/>
        <location filename="../../core/saving/choice.py"/>
        <source>{kind!r} is no container; choose one of {known}.</source>
        <translation>{kind!r} 不是容器；请选择以下之一：{known}。</translation>
    </message>
    <message>
        <location filename="../../core/objects/value_text.py"/>
        <source>{kind} of {count:,}</source>
        <translation>{count:,} 个元素的 {kind}</translation>
    </message>
    <message>
        <location filename="../../core/report/values.py"/>
        <source>{kind} on {device}</source>
        <translation>{kind}，在 {device} 上</translation>
    </message>
    <message>
        <location filename="../../gui/diagnosis/fixes_model.py"/>
        <source>{kind} state</source>
        <translation>{kind} 状态</translation>
    </message>
    <message>
        <location filename="../../gui/document/contents.py"/>
        <source>{kind}, {keys}</source>
        <translation>{kind}，{keys}</translation>
    </message>
    <message>
        <location filename="../../gui/document/contents.py"/>
        <source>{kind}: {names}</source>
        <translation>{kind}：{names}</translation>
    </message>
    <message>
        <location filename="../../cli/memory/text.py"/>
        <location filename="../../core/values/health/optimizers.py"/>
        <source>{least} to {most}</source>
        <translation>{least} 到 {most}</translation>
    </message>
    <message>
        <location filename="../../gui/document/taking.py"/>
        <source>{left:,} of {of:,} stay as they are. {first}</source>
        <translation>{of:,} 个中有 {left:,} 个保持原样。{first}</translation>
    </message>
    <message>
        <location filename="../../gui/document/taking.py"/>
        <source>{left:,} of {of:,} stay as they are. {first} And {more:,} more.</source>
        <translation>{of:,} 个中有 {left:,} 个保持原样。{first}另有 {more:,} 个。</translation>
    </message>
    <message>
        <location filename="../../cli/arguments.py"/>
        <source>{lost} cannot be said: -- is no value. Rename that key in the window</source>
        <translation>{lost} 无法表达：-- 不是值。请在窗口中重命名该键</translation>
    </message>
    <message>
        <location filename="../../gui/plots/histogram.py"/>
        <source>{low:.4g} to {high:.4g}: {count:,}</source>
        <translation>{low:.4g} 到 {high:.4g}：{count:,}</translation>
    </message>
    <message>
        <location filename="../../gui/session/loading_on.py"/>
        <source>{machine}, {card}</source>
        <translation>{machine}，{card}</translation>
    </message>
    <message>
        <location filename="../../core/memory/assumptions.py"/>
        <source>{margin} of each card stay free.</source>
        <translation>每块显卡留出 {margin}。</translation>
    </message>
    <message>
        <location filename="../../gui/compare/model.py"/>
        <source>{matched:,} of {keys} fit</source>
        <translation>{keys}中有 {matched:,} 个吻合</translation>
    </message>
    <message>
        <location filename="../../gui/optimizer/model.py"/>
        <source>{matched:,} of {params:,} matched</source>
        <translation>{params:,} 个中有 {matched:,} 个已匹配</translation>
    </message>
    <message>
        <location filename="../../gui/compare/model.py"/>
        <source>{matched}; {counts}. load_state_dict(strict=True) raises.</source>
        <translation>{matched}；{counts}。load_state_dict(strict=True) 会报错。</translation>
    </message>
    <message>
        <location filename="../../gui/tree/search_words.py"/>
        <source>{meaning}: {examples}</source>
        <translation>{meaning}：{examples}</translation>
    </message>
    <message>
        <location filename="../../cli/memory/text.py"/>
        <source>{memory} for each CUDA context</source>
        <translation>每个 CUDA 上下文 {memory}</translation>
    </message>
    <message>
        <location filename="../../gui/memory/gauges.py"/>
        <source>{memory} free</source>
        <translation>空闲 {memory}</translation>
    </message>
    <message>
        <location filename="../../gui/memory/file.py"/>
        <source>{memory} in {tensors} on {devices}</source>
        <translation>{devices} 上{tensors}共 {memory}</translation>
    </message>
    <message>
        <location filename="../../core/objects/dtensors.py"/>
        <source>{mesh} of {sizes}</source>
        <translation>{sizes} 的 {mesh}</translation>
    </message>
    <message>
        <location filename="../../core/report/inspect.py"/>
        <source>{model} in {wrapper}</source>
        <translation>{wrapper} 中的 {model}</translation>
    </message>
    <message numerus="yes">
        <location filename="../../core/diagnosis/rules/objects.py"/>
        <location filename="../../core/diagnosis/rules/sharded.py"/>
        <location filename="../../core/edits/device_mentions.py"/>
        <location filename="../../core/edits/wording.py"/>
        <source>{n:,} DTensors</source>
        <translation><numerusform>{n:,} 个 DTensor</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../cli/inspecting.py"/>
        <location filename="../../core/report/page.py"/>
        <location filename="../../gui/page/exporting.py"/>
        <location filename="../../gui/preferences/offered.py"/>
        <location filename="../../gui/session/loading_on.py"/>
        <source>{n:,} GPUs</source>
        <translation><numerusform>{n:,} 个 GPU</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../core/diagnosis/rules/optimizers.py"/>
        <location filename="../../core/edits/devices.py"/>
        <location filename="../../core/edits/wording.py"/>
        <source>{n:,} `step` tensors</source>
        <translation><numerusform>{n:,} 个 `step` 张量</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../gui/recipes/model.py"/>
        <source>{n:,} already there</source>
        <translation><numerusform>{n:,} 个已存在</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../core/edits/state_dict.py"/>
        <source>{n:,} attributes with tensors that are neither parameter nor buffer left out: {names}. Only the code of the model could tell whether its state_dict() has them.</source>
        <translation><numerusform>去掉了 {n:,} 个带有张量但既非参数也非缓冲区的属性：{names}。其 state_dict() 是否包含它们，只有模型的代码才能说明。</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../gui/details/model.py"/>
        <location filename="../../gui/parts/table_model.py"/>
        <location filename="../../gui/tree/tips.py"/>
        <source>{n:,} bytes</source>
        <translation><numerusform>{n:,} 字节</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../gui/tree/tools.py"/>
        <source>{n:,} bytes of storage, shared ones counted once</source>
        <translation><numerusform>存储 {n:,} 字节，共享的只算一次</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../gui/page/status.py"/>
        <source>{n:,} changes</source>
        <translation><numerusform>{n:,} 个更改</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../core/edits/wording.py"/>
        <source>{n:,} changes of this kind</source>
        <translation><numerusform>{n:,} 项此类更改</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../gui/location/model.py"/>
        <source>{n:,} checkpoints</source>
        <translation><numerusform>{n:,} 个检查点</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../gui/parts/model.py"/>
        <source>{n:,} damaged</source>
        <translation><numerusform>{n:,} 个损坏</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../core/edits/wording.py"/>
        <location filename="../../gui/memory/file.py"/>
        <source>{n:,} devices</source>
        <translation><numerusform>{n:,} 个设备</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../gui/document/contents.py"/>
        <source>{n:,} dicts: {elements}</source>
        <translation><numerusform>{n:,} 个 dict：{elements}</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../gui/diff/model.py"/>
        <location filename="../../gui/document/taking.py"/>
        <source>{n:,} differences</source>
        <translation><numerusform>{n:,} 处不同</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../core/values/slices.py"/>
        <source>{n:,} dimensions</source>
        <translation><numerusform>{n:,} 个维度</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../gui/details/model.py"/>
        <source>{n:,} elements</source>
        <translation><numerusform>{n:,} 个元素</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../gui/document/contents.py"/>
        <source>{n:,} elements: {elements}</source>
        <translation><numerusform>{n:,} 个元素：{elements}</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../core/saving/targets/dcp.py"/>
        <source>{n:,} empty dicts are left out: torch.distributed.checkpoint keeps none.</source>
        <translation><numerusform>去掉了 {n:,} 个空 dict：torch.distributed.checkpoint 不保留空 dict。</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../core/report/difference.py"/>
        <location filename="../../gui/diagnosis/integrity_model.py"/>
        <source>{n:,} entries</source>
        <translation><numerusform>{n:,} 个条目</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../core/report/severities.py"/>
        <location filename="../../gui/diagnosis/model.py"/>
        <source>{n:,} errors</source>
        <translation><numerusform>{n:,} 个错误</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../cli/batching.py"/>
        <location filename="../../gui/recipes/model.py"/>
        <source>{n:,} failed</source>
        <translation><numerusform>{n:,} 个失败</numerusform></translation>
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
        <translation><numerusform>{n:,} 个文件</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../cli/batching.py"/>
        <source>{n:,} files saved</source>
        <translation><numerusform>{n:,} 个文件已保存</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../core/saving/targets/same_files.py"/>
        <source>{n:,} files with the same weights in another format do not go along: {names}.</source>
        <translation><numerusform>有 {n:,} 个文件是同样的权重的另一种格式，不会一并保存：{names}。</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../cli/batching.py"/>
        <source>{n:,} files would be saved</source>
        <translation><numerusform>将保存 {n:,} 个文件</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../gui/location/model.py"/>
        <source>{n:,} folders</source>
        <translation><numerusform>{n:,} 个文件夹</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../core/diagnosis/traceback/judge_state.py"/>
        <location filename="../../core/report/optimizers.py"/>
        <location filename="../../gui/optimizer/model.py"/>
        <source>{n:,} groups</source>
        <translation><numerusform>{n:,} 个组</numerusform></translation>
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
        <translation><numerusform>{n:,} 个键</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../gui/parts/model.py"/>
        <source>{n:,} keys are in another file too</source>
        <translation><numerusform>{n:,} 个键也在另一个文件中</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../core/saving/targets/dcp.py"/>
        <source>{n:,} keys are numbers, and become texts: torch.distributed.checkpoint has no others.</source>
        <translation><numerusform>{n:,} 个键是数字，将变成文本：torch.distributed.checkpoint 只有文本键。</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../gui/rename/model.py"/>
        <source>{n:,} keys cannot be called so. Nothing is renamed as long as that is so.</source>
        <translation><numerusform>{n:,} 个键不能这样命名。在此情况下不会重命名任何键。</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../core/diagnosis/rules/names.py"/>
        <source>{n:,} keys have “{prefix}” inside</source>
        <translation><numerusform>{n:,} 个键中间带有“{prefix}”</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../core/containers/lost.py"/>
        <source>{n:,} keys of the index are in none of the files, and will not be in the copy.</source>
        <translation><numerusform>索引中有 {n:,} 个键不在任何文件中，也不会出现在副本中。</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../gui/rename/model.py"/>
        <source>{n:,} keys of {keys:,} will be renamed</source>
        <translation><numerusform>{keys:,} 个键中将重命名 {n:,} 个</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../core/containers/lost.py"/>
        <source>{n:,} keys of {name}</source>
        <translation><numerusform>{name} 的 {n:,} 个键</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../core/containers/lost.py"/>
        <source>{n:,} keys of {name} are missing and will not be in the copy.</source>
        <translation><numerusform>缺少 {name} 的 {n:,} 个键，它们不会出现在副本中。</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../gui/page/status.py"/>
        <source>{n:,} keys renamed</source>
        <translation><numerusform>{n:,} 个键已重命名</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../core/diagnosis/rules/names.py"/>
        <source>{n:,} keys start with “{prefix}”</source>
        <translation><numerusform>{n:,} 个键带有“{prefix}”前缀</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../gui/document/contents.py"/>
        <source>{n:,} keys: {names}</source>
        <translation><numerusform>{n:,} 个键：{names}</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../cli/batching.py"/>
        <source>{n:,} left as they are</source>
        <translation><numerusform>{n:,} 个保持原样</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../gui/health/model.py"/>
        <source>{n:,} lesser signs</source>
        <translation><numerusform>{n:,} 个较轻的迹象</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../gui/document/contents.py"/>
        <source>{n:,} lists: {elements}</source>
        <translation><numerusform>{n:,} 个 list：{elements}</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../gui/parts/model.py"/>
        <source>{n:,} missing</source>
        <translation><numerusform>{n:,} 个缺失</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../core/diagnosis/rules/objects.py"/>
        <source>{n:,} module objects</source>
        <translation><numerusform>{n:,} 个模块对象</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../cli/extracting.py"/>
        <source>{n:,} modules</source>
        <translation><numerusform>{n:,} 个模块</numerusform></translation>
    </message>
    <message>
        <location filename="../../core/catalogue/optimizers/words.py"/>
        <source>{n:,} more</source>
        <translation>另外 {n:,} 个</translation>
    </message>
    <message numerus="yes">
        <location filename="../../core/diagnosis/traceback/judge_devices.py"/>
        <location filename="../../gui/devices/panel.py"/>
        <source>{n:,} more devices</source>
        <translation><numerusform>另有 {n:,} 个设备</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../core/diagnosis/rules/losses.py"/>
        <source>{n:,} more entries</source>
        <translation><numerusform>另有 {n:,} 个条目</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../gui/tree/tips.py"/>
        <source>{n:,} more files</source>
        <translation><numerusform>另外 {n:,} 个文件</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../cli/memory/text.py"/>
        <source>{n:,} more kinds</source>
        <translation><numerusform>另外 {n:,} 种</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../core/saving/before/allowed.py"/>
        <location filename="../../gui/save/dialog.py"/>
        <source>{n:,} more parts are missing.</source>
        <translation><numerusform>还缺少 {n:,} 个部分。</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../gui/details/model.py"/>
        <source>{n:,} more pieces</source>
        <translation><numerusform>另外 {n:,} 个分块</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../core/diagnosis/rules/records.py"/>
        <source>{n:,} more records</source>
        <translation><numerusform>另有 {n:,} 个记录</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../core/report/inspect.py"/>
        <source>{n:,} more tensors</source>
        <translation><numerusform>另外 {n:,} 个张量</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../core/edits/containers.py"/>
        <location filename="../../gui/diagnosis/fixes_model.py"/>
        <location filename="../../gui/page/status.py"/>
        <source>{n:,} names</source>
        <translation><numerusform>{n:,} 个名称</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../core/diagnosis/rules/objects.py"/>
        <source>{n:,} nested tensors</source>
        <translation><numerusform>{n:,} 个嵌套张量</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../cli/batching.py"/>
        <source>{n:,} new files are there already: --overwrite replaces them</source>
        <translation><numerusform>{n:,} 个新文件已存在：--overwrite 会替换它们</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../gui/recipes/model.py"/>
        <source>{n:,} not begun</source>
        <translation><numerusform>{n:,} 个未开始</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../gui/optimizer/model.py"/>
        <source>{n:,} not with their parameter</source>
        <translation><numerusform>{n:,} 个不与其参数在一起</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../core/report/severities.py"/>
        <location filename="../../gui/diagnosis/cards.py"/>
        <source>{n:,} notes</source>
        <translation><numerusform>{n:,} 个提示</numerusform></translation>
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
        <translation><numerusform>{n:,} 个数字</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../core/report/losses.py"/>
        <source>{n:,} numbers become zero</source>
        <translation><numerusform>{n:,} 个数字变为零</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../gui/document/compared.py"/>
        <source>{n:,} numbers differ</source>
        <translation><numerusform>{n:,} 个数字不同</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../gui/document/contents.py"/>
        <source>{n:,} numbers: {elements}</source>
        <translation><numerusform>{n:,} 个数字：{elements}</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../core/diagnosis/rules/object_cures.py"/>
        <location filename="../../gui/diagnosis/fixes_model.py"/>
        <source>{n:,} objects</source>
        <translation><numerusform>{n:,} 个对象</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../core/values/health/weights.py"/>
        <source>{n:,} of {count:,} numbers are {what}</source>
        <translation><numerusform>{count:,} 个数字中有 {n:,} 个是 {what}</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../core/edits/devices.py"/>
        <source>{n:,} optimizer entries belong to no parameter that could be told; they stay where they are.</source>
        <translation><numerusform>{n:,} 个优化器条目无法判断属于哪个参数；它们留在原处。</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../core/report/page.py"/>
        <source>{n:,} optimizers</source>
        <translation><numerusform>{n:,} 个优化器</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../core/memory/training/words.py"/>
        <source>{n:,} other cards</source>
        <translation><numerusform>其他 {n:,} 块显卡</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../gui/page/status.py"/>
        <source>{n:,} other changes</source>
        <translation><numerusform>{n:,} 个其他更改</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../gui/location/model.py"/>
        <source>{n:,} other files</source>
        <translation><numerusform>{n:,} 个其他文件</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../core/saving/save_as.py"/>
        <source>{n:,} other files of the folder do not go along: {names}.</source>
        <translation><numerusform>文件夹中另有 {n:,} 个文件不会一并保存：{names}。</numerusform></translation>
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
        <translation><numerusform>{n:,} 个参数</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../core/formats/identify_text.py"/>
        <source>{n:,} parts</source>
        <translation><numerusform>{n:,} 个部分</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../gui/session/reloading.py"/>
        <source>{n:,} pending changes could not be kept: what they were about is not in the file any more</source>
        <translation><numerusform>{n:,} 个待定的更改无法保留：它们涉及的内容已不在文件中</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../core/diagnosis/rules/file.py"/>
        <source>{n:,} pickles</source>
        <translation><numerusform>{n:,} 个 pickle</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../core/diagnosis/rules/objects.py"/>
        <location filename="../../gui/health/model.py"/>
        <location filename="../../gui/help/window.py"/>
        <source>{n:,} places</source>
        <translation><numerusform>{n:,} 处</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../core/diagnosis/rules/many_files.py"/>
        <source>{n:,} ranks</source>
        <translation><numerusform>{n:,} 个 rank</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../cli/verifying.py"/>
        <location filename="../../gui/diagnosis/integrity_model.py"/>
        <source>{n:,} records</source>
        <translation><numerusform>{n:,} 条记录</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../gui/parts/model.py"/>
        <source>{n:,} records damaged</source>
        <translation><numerusform>{n:,} 个记录损坏</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../gui/recipes/model.py"/>
        <source>{n:,} saved</source>
        <translation><numerusform>{n:,} 个已保存</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../core/edits/wording.py"/>
        <source>{n:,} selected tensors</source>
        <translation><numerusform>{n:,} 个所选张量</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../gui/diagnosis/fixes_model.py"/>
        <source>{n:,} state_dicts</source>
        <translation><numerusform>{n:,} 个 state_dict</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../gui/values/update_model.py"/>
        <source>{n:,} steps</source>
        <translation><numerusform>{n:,} 步</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../core/diagnosis/rules/file.py"/>
        <location filename="../../core/diagnosis/rules/storages.py"/>
        <location filename="../../core/report/inspect.py"/>
        <location filename="../../gui/devices/table_model.py"/>
        <location filename="../../gui/memory/table_models.py"/>
        <source>{n:,} storages</source>
        <translation><numerusform>{n:,} 个存储</numerusform></translation>
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
        <translation><numerusform>{n:,} 个张量</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../gui/page/status.py"/>
        <source>{n:,} tensors dropped</source>
        <translation><numerusform>{n:,} 个张量已移除</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../core/recipes/number_options.py"/>
        <source>{n:,} tensors of {key} stay as they are: {reason}</source>
        <translation><numerusform>{key} 的 {n:,} 个张量保持原样：{reason}</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../core/saving/targets/safetensors.py"/>
        <source>{n:,} tensors share their numbers with others and are not written twice: {names}. safetensors.torch.load_model puts them back.</source>
        <translation><numerusform>{n:,} 个张量与其他张量共享数字，不会重复写入：{names}。safetensors.torch.load_model 会把它们还原。</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../gui/page/status.py"/>
        <source>{n:,} tensors to another device</source>
        <translation><numerusform>{n:,} 个张量换到其他设备</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../core/diagnosis/rules/python2.py"/>
        <source>{n:,} texts</source>
        <translation><numerusform>{n:,} 段文本</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../gui/document/contents.py"/>
        <source>{n:,} texts: {elements}</source>
        <translation><numerusform>{n:,} 个文本：{elements}</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../core/edits/device_mentions.py"/>
        <source>{n:,} torch.device values stay as saved: {where}. torch.load takes such values on any computer, and map_location leaves them too; a script that goes by them must have that device.</source>
        <translation><numerusform>{n:,} 个 torch.device 值保持保存时的样子：{where}。torch.load 在任何计算机上都接受这样的值，map_location 也不改动它们；依赖这些值的脚本必须有该设备。</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../core/report/severities.py"/>
        <location filename="../../gui/diagnosis/model.py"/>
        <source>{n:,} warnings</source>
        <translation><numerusform>{n:,} 个警告</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../cli/extracting.py"/>
        <source>{n:,} whole objects</source>
        <translation><numerusform>{n:,} 个完整对象</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../gui/recipes/model.py"/>
        <source>{n:,} with nothing to do</source>
        <translation><numerusform>{n:,} 个没有要做的</numerusform></translation>
    </message>
    <message>
        <location filename="../../core/edits/numbers/theirs.py"/>
        <source>{name!r} has numbers of {dtype!r}, which no tensor has.</source>
        <translation>{name!r} 的数字为 {dtype!r}，没有张量采用这种类型。</translation>
    </message>
    <message>
        <location filename="../../core/containers/joining.py"/>
        <source>{name!r} is a link that leads out of the folder {folder}, and was not followed. If you trust it, follow its links (--follow-links), or put the file itself into the folder.</source>
        <translation>{name!r} 是指向文件夹 {folder} 之外的链接，未予跟随。如果信任它，请跟随其链接（--follow-links），或把文件本身放入该文件夹。</translation>
    </message>
    <message>
        <location filename="../../core/edits/numbers/theirs.py"/>
        <source>{name!r} is no .npy file that can be read without running it: {error}.</source>
        <translation>{name!r} 不是无需运行即可读取的 .npy 文件：{error}。</translation>
    </message>
    <message>
        <location filename="../../core/edits/numbers/theirs.py"/>
        <source>{name!r} is no .npy file, as numpy.save writes it. Of a checkpoint name the tensor too: {name}:KEY.</source>
        <translation>{name!r} 不是由 numpy.save 写成的 .npy 文件。如果是检查点，请同时指明张量：{name}:KEY。</translation>
    </message>
    <message>
        <location filename="../../core/memory/known_cards.py"/>
        <source>{name!r} is no card known here ({cards}); say its memory instead.</source>
        <translation>{name!r} 不是这里已知的显卡（{cards}）；请改为给出显存。</translation>
    </message>
    <message>
        <location filename="../../core/containers/joining.py"/>
        <source>{name!r} leads back to the folder {folder} that it is in, and was not followed. Put the file itself into the folder.</source>
        <translation>{name!r} 指回它所在的文件夹 {folder}，未予跟随。请把文件本身放入该文件夹。</translation>
    </message>
    <message>
        <location filename="../../core/containers/joining.py"/>
        <source>{name!r} leads out of the folder {folder}, and was not followed. Put the file itself into the folder.</source>
        <translation>{name!r} 指向文件夹 {folder} 之外，未予跟随。请把文件本身放入该文件夹。</translation>
    </message>
    <message>
        <location filename="../../core/memory/known_cards.py"/>
        <source>{name!r} may be {cards}; say which.</source>
        <translation>{name!r} 可能是 {cards}；请指明是哪个。</translation>
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
        <translation>{names} 和 {last}</translation>
    </message>
    <message>
        <location filename="../../core/loading/recipes.py"/>
        <source>{names} and {last} stand for your classes</source>
        <translation>{names} 和 {last} 代表你的类</translation>
    </message>
    <message>
        <location filename="../../core/text.py"/>
        <location filename="../../gui/values/facts.py"/>
        <source>{names} and {more:,} more</source>
        <translation>{names}，另有 {more:,} 个</translation>
    </message>
    <message numerus="yes">
        <location filename="../../core/edits/entries.py"/>
        <source>{names} are dropped, {n:,} parameters in all, but their optimizer state stays in {state}. Drop their state too: the optimizer of a model without them has no place for it.</source>
        <translation><numerusform>{names} 被删除（共 {n:,} 个参数），但它们的优化器状态仍在 {state} 中。请一并删除：没有这些参数的模型，其优化器放不下这些状态。</numerusform></translation>
    </message>
    <message>
        <location filename="../../gui/page/status.py"/>
        <source>{names} in it would run code; {safe}</source>
        <translation>其中的 {names} 会运行代码；{safe}</translation>
    </message>
    <message>
        <location filename="../../core/edits/to_plain.py"/>
        <source>{names} in {path!r} cannot be plain data; None is in the place of it.</source>
        <translation>{path!r} 中的 {names} 无法转成普通数据；以 None 代替。</translation>
    </message>
    <message>
        <location filename="../../gui/memory/controls.py"/>
        <source>{names}: {nbytes:,} bytes</source>
        <translation>{names}：{nbytes:,} 字节</translation>
    </message>
    <message>
        <location filename="../../gui/details/model.py"/>
        <source>{names}: {warning}</source>
        <translation>{names}：{warning}</translation>
    </message>
    <message>
        <location filename="../../core/report/inspect.py"/>
        <source>{names}: {warning}; here nothing was imported</source>
        <translation>{names}：{warning}；这里没有导入任何内容</translation>
    </message>
    <message>
        <location filename="../../core/values/health/optimizers.py"/>
        <source>{name} (just those of group {group})</source>
        <translation>{name}（仅组 {group} 的）</translation>
    </message>
    <message>
        <location filename="../../cli/memory/text.py"/>
        <source>{name} allocated</source>
        <translation>{name} 已分配</translation>
    </message>
    <message numerus="yes">
        <location filename="../../core/report/parts.py"/>
        <source>{name} and {n:,} more files</source>
        <translation><numerusform>{name} 和另外 {n:,} 个文件</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../gui/document/refused.py"/>
        <source>{name} and {n:,} more names</source>
        <translation><numerusform>{name} 以及另外 {n:,} 个名称</numerusform></translation>
    </message>
    <message>
        <location filename="../../core/edits/to_plain.py"/>
        <source>{name} becomes a {what}; lost: {lost}.</source>
        <translation>{name} 变成 {what}；丢失：{lost}。</translation>
    </message>
    <message>
        <location filename="../../core/edits/to_plain.py"/>
        <source>{name} becomes {what}; lost: {lost}.</source>
        <translation>{name} 变成 {what}；丢失：{lost}。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/model_match/model_keys.py"/>
        <source>{name} begins like JSON and cannot be read as such (line {line}); run the three-line snippet again.</source>
        <translation>{name} 开头像 JSON，却无法按 JSON 读取（第 {line} 行）；请重新运行那三行代码。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/model_match/model_keys.py"/>
        <source>{name} begins like JSON and cannot be read as such; run the three-line snippet again.</source>
        <translation>{name} 开头像 JSON，却无法按 JSON 读取；请重新运行那三行代码。</translation>
    </message>
    <message>
        <location filename="../../gui/page/comparing.py"/>
        <source>{name} cannot be compared with. {error}</source>
        <translation>{name} 无法比较。{error}</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/many_files.py"/>
        <source>{name} cannot be opened</source>
        <translation>无法打开 {name}</translation>
    </message>
    <message>
        <location filename="../../core/numbers/stored.py"/>
        <source>{name} cannot be read any more: {reason}.</source>
        <translation>{name} 无法再读取：{reason}。</translation>
    </message>
    <message>
        <location filename="../../gui/page/error_page.py"/>
        <source>{name} could not be opened</source>
        <translation>无法打开 {name}</translation>
    </message>
    <message>
        <location filename="../../core/files/copy.py"/>
        <source>{name} could not be read: {reason}. Nothing was changed.</source>
        <translation>无法读取 {name}：{reason}。没有更改任何内容。</translation>
    </message>
    <message>
        <location filename="../../gui/page/saving.py"/>
        <source>{name} could not be saved. {error}</source>
        <translation>无法保存 {name}。{error}</translation>
    </message>
    <message>
        <location filename="../../core/containers/ranks/zero_state.py"/>
        <source>{name} does not say of how many ranks it is one; it is damaged or a trap.</source>
        <translation>{name} 没有说明它是多少个 rank 之一；它已损坏或是陷阱。</translation>
    </message>
    <message>
        <location filename="../../core/containers/dcp/in_headers.py"/>
        <source>{name} does not say where its pieces belong; it is damaged.</source>
        <translation>{name} 没有说明其分块的位置；它已损坏。</translation>
    </message>
    <message>
        <location filename="../../core/values/export/export.py"/>
        <source>{name} ends in no format that tensors are exported to: {formats}.</source>
        <translation>{name} 的结尾不是可导出张量的格式：{formats}。</translation>
    </message>
    <message>
        <location filename="../../core/edits/state_dict.py"/>
        <source>{name} has a hook that changes its state dict ({hook}); hooks do not run here, so keys may differ from what the class itself would give.</source>
        <translation>{name} 有改动其 state_dict 的钩子（{hook}）；钩子在这里不会运行，所以键可能与该类自己给出的不同。</translation>
    </message>
    <message>
        <location filename="../../core/edits/state_dict.py"/>
        <source>{name} has a hook that changes its state dict; hooks do not run here, so keys may differ from what the class itself would give.</source>
        <translation>{name} 有改动其 state_dict 的钩子；钩子在这里不会运行，所以键可能与该类自己给出的不同。</translation>
    </message>
    <message>
        <location filename="../../core/saving/opened.py"/>
        <source>{name} has changed on disk since it was opened. Nothing was written; open it again and repeat the plan.</source>
        <translation>{name} 在打开之后已在磁盘上更改。没有写入任何内容；请重新打开并重做计划。</translation>
    </message>
    <message>
        <location filename="../../core/files/parts.py"/>
        <source>{name} has changed on disk since it was opened. Open it again.</source>
        <translation>{name} 打开后在磁盘上发生了变化。请重新打开。</translation>
    </message>
    <message>
        <location filename="../../core/edits/numbers/theirs.py"/>
        <source>{name} has changed on disk since its numbers were put into the plan. Put them in again.</source>
        <translation>{name} 的数字放入计划之后，它在磁盘上发生了变化。请重新放入。</translation>
    </message>
    <message>
        <location filename="../../core/remote/trouble.py"/>
        <source>{name} has changed on its server since it was opened. Open it again.</source>
        <translation>{name} 打开之后在服务器上已改变。请重新打开。</translation>
    </message>
    <message>
        <location filename="../../gui/session/reloading.py"/>
        <source>{name} has changed on the disk and cannot be read now; shown is how it was. {error}</source>
        <translation>{name} 已在磁盘上更改，现在无法读取；显示的是之前的内容。{error}</translation>
    </message>
    <message>
        <location filename="../../gui/session/reloading.py"/>
        <source>{name} has changed on the disk and was read again</source>
        <translation>{name} 已在磁盘上更改，并已重新读取</translation>
    </message>
    <message>
        <location filename="../../gui/session/reloading.py"/>
        <source>{name} has changed on the disk and was read again, with your pending changes kept</source>
        <translation>{name} 已在磁盘上更改，并已重新读取，待定的更改已保留</translation>
    </message>
    <message>
        <location filename="../../gui/tree/comparison_line.py"/>
        <source>{name} has changed on the disk since it was compared with</source>
        <translation>{name} 在比较之后已在磁盘上更改</translation>
    </message>
    <message>
        <location filename="../../core/numbers/unpacked.py"/>
        <source>{name} has compressed tensors, and one could not be unpacked into {folder}: {reason}.</source>
        <translation>{name} 含有压缩的张量，其中一个无法解压到 {folder}：{reason}。</translation>
    </message>
    <message>
        <location filename="../../gui/document/taking.py"/>
        <source>{name} has nothing like this</source>
        <translation>{name} 中没有这样的内容</translation>
    </message>
    <message>
        <location filename="../../gui/document/compared.py"/>
        <source>{name} has nothing like this.</source>
        <translation>{name} 中没有这样的内容。</translation>
    </message>
    <message>
        <location filename="../../core/containers/joining.py"/>
        <source>{name} has views of storages as only torch 0.1 wrote them.</source>
        <translation>{name} 含有只有 torch 0.1 才会写出的存储视图。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/model_match/model_keys.py"/>
        <source>{name} holds neither a state dict nor a model, so there are no keys to compare with.</source>
        <translation>{name} 中既没有 state_dict 也没有模型，因此没有可供比较的键。</translation>
    </message>
    <message>
        <location filename="../../core/catalogue/optimizers/matched.py"/>
        <source>{name} holds no optimizer's state dict that could belong to a model.</source>
        <translation>{name} 中没有可能属于某个模型的优化器 state_dict。</translation>
    </message>
    <message>
        <location filename="../../gui/compare/source.py"/>
        <source>{name} holds optimizer state alone, so there are no keys to compare with.</source>
        <translation>{name} 只含优化器状态，因此没有可比较的键。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/model_match/model_keys.py"/>
        <source>{name} holds {found:,} {what}; no list of a model's keys does.</source>
        <translation>{name} 含有 {found:,} 个{what}；模型的键列表不会有这么多。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/model_match/model_keys.py"/>
        <source>{name} holds {kind} where a model's keys should be.</source>
        <translation>{name} 中应为模型的键之处却是 {kind}。</translation>
    </message>
    <message numerus="yes">
        <location filename="../../gui/location/checkpoints_view.py"/>
        <source>{name} holds {n:,} checkpoints</source>
        <translation><numerusform>{name} 中有 {n:,} 个检查点</numerusform></translation>
    </message>
    <message>
        <location filename="../../gui/diagnosis/fixes_model.py"/>
        <source>{name} in “{path}”</source>
        <translation>“{path}”中的{name}</translation>
    </message>
    <message>
        <location filename="../../core/saving/choice.py"/>
        <source>{name} is a name of one file, and a folder would be written. Give the name of a folder.</source>
        <translation>{name} 是单个文件的名称，而将要写出的是文件夹。请指定文件夹的名称。</translation>
    </message>
    <message>
        <location filename="../../gui/page/notice.py"/>
        <source>{name} is another file by now than the one that was opened. What is shown is how it was; its numbers cannot be read any more. Reload keeps the pending changes.</source>
        <translation>{name} 已不是当初打开的文件。显示的是它原来的样子；其数字已无法读取。“重新加载”会保留待定的更改。</translation>
    </message>
    <message>
        <location filename="../../core/objects/call_forms.py"/>
        <source>{name} is called with arguments that torch.save never writes</source>
        <translation>{name} 以 torch.save 从不写的参数被调用</translation>
    </message>
    <message>
        <location filename="../../core/objects/call_forms.py"/>
        <source>{name} is called, as torch.save never does</source>
        <translation>{name} 被调用，torch.save 从不这样做</translation>
    </message>
    <message>
        <location filename="../../core/containers/location.py"/>
        <source>{name} is empty (0 bytes): a download or a save was never finished. Fetch it again.</source>
        <translation>{name} 是空文件（0 字节）：下载或保存没有完成。请重新获取。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/model_match/model_keys.py"/>
        <source>{name} is empty; it should list the keys of a model.</source>
        <translation>{name} 是空的；其中应列出模型的键。</translation>
    </message>
    <message>
        <location filename="../../core/objects/pickle_forms.py"/>
        <source>{name} is filled like a list</source>
        <translation>{name} 像 list 一样被填充</translation>
    </message>
    <message>
        <location filename="../../core/objects/pickle_forms.py"/>
        <source>{name} is given attributes that it does not take</source>
        <translation>{name} 得到了它不接受的属性</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/model_match/model_keys.py"/>
        <source>{name} is larger than {most} MB; no list of keys is.</source>
        <translation>{name} 大于 {most} MB；键列表不会这么大。</translation>
    </message>
    <message>
        <location filename="../../core/objects/call_forms.py"/>
        <source>{name} is made into an object otherwise than by a call</source>
        <translation>{name} 不是通过调用而成为对象</translation>
    </message>
    <message>
        <location filename="../../core/objects/pickle_forms.py"/>
        <source>{name} is made of what no pickler makes it of</source>
        <translation>{name} 由任何 pickler 都不会用的内容制成</translation>
    </message>
    <message>
        <location filename="../../core/containers/lost.py"/>
        <source>{name} is missing, and what it held will not be in the copy.</source>
        <translation>缺少 {name}，其内容不会出现在副本中。</translation>
    </message>
    <message>
        <location filename="../../core/report/parts.py"/>
        <source>{name} is missing, and with it {keys}.</source>
        <translation>缺失 {name}，连同其中的 {keys}。</translation>
    </message>
    <message>
        <location filename="../../core/report/parts.py"/>
        <source>{name} is missing.</source>
        <translation>缺失 {name}。</translation>
    </message>
    <message>
        <location filename="../../core/containers/ranks/zero_state.py"/>
        <source>{name} is no file of DeepSpeed's ZeRO: it lacks “{key}”.</source>
        <translation>{name} 不是 DeepSpeed ZeRO 的文件：它缺少“{key}”。</translation>
    </message>
    <message>
        <location filename="../../core/containers/sharded.py"/>
        <source>{name} is no index of shards: it has no “weight_map” of keys and files. Fetch it again.</source>
        <translation>{name} 不是分片索引：它没有由键和文件组成的“weight_map”。请重新获取。</translation>
    </message>
    <message>
        <location filename="../../core/containers/sharded.py"/>
        <source>{name} is no shard of a state dict: it holds no keys.</source>
        <translation>{name} 不是 state_dict 的分片：其中没有键。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/model_match/model_keys.py"/>
        <source>{name} is no text in UTF-8 (byte {start:,}).</source>
        <translation>{name} 不是 UTF-8 文本（第 {start:,} 字节）。</translation>
    </message>
    <message>
        <location filename="../../core/saving/before/outlook.py"/>
        <source>{name} is one of {count} files of a model, and all of them are saved.</source>
        <translation>{name} 是一个模型的 {count} 个文件之一，将保存所有这些文件。</translation>
    </message>
    <message>
        <location filename="../../core/containers/zip_members.py"/>
        <source>{name} is packed inside the zip. Unpack the zip and open the file.</source>
        <translation>{name} 被打包在 zip 中。请解压 zip 后打开该文件。</translation>
    </message>
    <message>
        <location filename="../../gui/page/saving.py"/>
        <source>{name} is still being saved</source>
        <translation>{name} 仍在保存</translation>
    </message>
    <message>
        <location filename="../../gui/session/comparison.py"/>
        <source>{name} is the file that is open. Compare it with another one.</source>
        <translation>{name} 就是已打开的文件。请与另一个文件比较。</translation>
    </message>
    <message>
        <location filename="../../core/values/export/export.py"/>
        <source>{name} is the file that is read. Give another name.</source>
        <translation>{name} 是正在读取的文件。请换一个名称。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traceback/judge_files.py"/>
        <source>{name} is there.</source>
        <translation>{name} 在那里。</translation>
    </message>
    <message>
        <location filename="../../gui/save/dialog.py"/>
        <source>{name} itself stays as it is.</source>
        <translation>{name} 本身保持原样。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/model_match/model_keys.py"/>
        <source>{name} lists more than {most_keys:,} keys; no model has so many.</source>
        <translation>{name} 列出了超过 {most_keys:,} 个键；没有模型有这么多键。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/model_match/model_keys.py"/>
        <source>{name} lists no key of a model.</source>
        <translation>{name} 没有列出模型的任何键。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/model_match/model_keys.py"/>
        <source>{name} lists {item}; each item should be a key or [key, shape].</source>
        <translation>{name} 列出了 {item}；每一项应为键或 [键, 形状]。</translation>
    </message>
    <message>
        <location filename="../../gui/location/model.py"/>
        <source>{name} on {host}, {kind}</source>
        <translation>{host}（{kind}）上的 {name}</translation>
    </message>
    <message>
        <location filename="../../core/containers/ranks/zero_state.py"/>
        <source>{name} says a shape that no tensor has; it is damaged or a trap.</source>
        <translation>{name} 声明了任何张量都不会有的形状；它已损坏或是陷阱。</translation>
    </message>
    <message>
        <location filename="../../core/report/table.py"/>
        <source>{name} says not which table it is to be. End its name in .csv, .json or .md.</source>
        <translation>{name} 没有说明是哪种表。请让名称以 .csv、.json 或 .md 结尾。</translation>
    </message>
    <message>
        <location filename="../../core/loading/recipes.py"/>
        <source>{name} stands for your class</source>
        <translation>{name} 代表你的类</translation>
    </message>
    <message>
        <location filename="../../gui/app/drop_target.py"/>
        <source>{name} stays open; what differs is marked in its keys</source>
        <translation>{name} 保持打开；不同之处在键上标出</translation>
    </message>
    <message>
        <location filename="../../core/saving/read_back.py"/>
        <source>{name} was not written as planned; the target was left alone. Please report this file.</source>
        <translation>{name} 没有按计划写入；目标未动。请报告此文件。</translation>
    </message>
    <message>
        <location filename="../../core/saving/targets/same_files.py"/>
        <source>{name} was written by several ranks, and is not written so again. Save the whole as one zip, or as dcp.</source>
        <translation>{name} 由多个 rank 写成，不会再这样写入。请整体保存为一个 zip，或保存为 dcp。</translation>
    </message>
    <message>
        <location filename="../../gui/page/exporting.py"/>
        <source>{name} was written.</source>
        <translation>{name} 已写入。</translation>
    </message>
    <message>
        <location filename="../../core/saving/before/allowed.py"/>
        <source>{name} was {not_of_torch} ({oddities}). Nothing was written. A plain file of what is shown can be written if you accept that.</source>
        <translation>{name} {not_of_torch}（{oddities}）。没有写入任何内容。如果接受，可以按显示的内容写成普通文件。</translation>
    </message>
    <message>
        <location filename="../../gui/save/dialog.py"/>
        <source>{name} will be replaced. What is in it now is gone then; Undo does not bring it back.</source>
        <translation>{name} 将被替换。其现有内容随即消失；撤销也无法恢复。</translation>
    </message>
    <message>
        <location filename="../../gui/values/update_model.py"/>
        <source>{name} · of a sample, about {sample:,} of {more:,} numbers</source>
        <translation>{name} · 基于样本，{more:,} 个数字中约 {sample:,} 个</translation>
    </message>
    <message>
        <location filename="../../core/edits/extract.py"/>
        <source>{name} → state_dict</source>
        <translation>{name} → state_dict</translation>
    </message>
    <message>
        <location filename="../../core/edits/conversions.py"/>
        <source>{name} → {what} (lost: {lost})</source>
        <translation>{name} → {what}（丢失：{lost}）</translation>
    </message>
    <message>
        <location filename="../../core/edits/conversions.py"/>
        <source>{name} → {what}, nothing lost</source>
        <translation>{name} → {what}，无丢失</translation>
    </message>
    <message>
        <location filename="../../gui/save/dialog.py"/>
        <source>{name}, fixed</source>
        <translation>{name}，已修复</translation>
    </message>
    <message>
        <location filename="../../core/report/parts.py"/>
        <source>{name}, with {keys}</source>
        <translation>{name}，连同 {keys}</translation>
    </message>
    <message>
        <location filename="../../gui/save/dialog.py"/>
        <source>{name}, written anew</source>
        <translation>{name}，重新写出</translation>
    </message>
    <message>
        <location filename="../../gui/tree/tips.py"/>
        <source>{name}.*
{keys} of {where} begin with “{name}.”</source>
        <translation>{name}.*
{where} 的{keys}以“{name}.”开头</translation>
    </message>
    <message>
        <location filename="../../gui/memory/measured_model.py"/>
        <source>{name}: predicted {one:,}, measured {two:,} bytes</source>
        <translation>{name}：预测 {one:,}，实测 {two:,} 字节</translation>
    </message>
    <message>
        <location filename="../../cli/verifying.py"/>
        <source>{name}: this file has no checksums; only sizes and places could be checked</source>
        <translation>{name}：此文件没有校验和；只能检查大小和位置</translation>
    </message>
    <message>
        <location filename="../../core/containers/joining.py"/>
        <source>{name}: {reason}</source>
        <translation>{name}：{reason}</translation>
    </message>
    <message>
        <location filename="../../cli/verifying.py"/>
        <source>{name}: {records} checked, {size}</source>
        <translation>{name}：已检查{records}，{size}</translation>
    </message>
    <message>
        <location filename="../../gui/values/update_model.py"/>
        <source>{norms}; the largest change is {largest:.3g}</source>
        <translation>{norms}；最大的变化是 {largest:.3g}</translation>
    </message>
    <message>
        <location filename="../../gui/document/compared.py"/>
        <source>{not_finite:,} where one is NaN or Inf</source>
        <translation>{not_finite:,} 个在一方为 NaN 或 Inf</translation>
    </message>
    <message>
        <location filename="../../core/values/health/optimizers.py"/>
        <source>{number:,.10g} steps</source>
        <translation>{number:,.10g} 步</translation>
    </message>
    <message>
        <location filename="../../core/report/values.py"/>
        <source>{numbers} (first at {place})</source>
        <translation>{numbers}（首个位于 {place}）</translation>
    </message>
    <message>
        <location filename="../../core/report/losses.py"/>
        <source>{numbers} beyond what {dtype} holds</source>
        <translation>{numbers}超出 {dtype} 的范围</translation>
    </message>
    <message>
        <location filename="../../core/values/health/weights.py"/>
        <source>{numbers} in {state} of {name}</source>
        <translation>{name} 的 {state} 中有{numbers}</translation>
    </message>
    <message>
        <location filename="../../core/values/health/weights.py"/>
        <source>{numbers}, first at {place}.</source>
        <translation>{numbers}，首个位于 {place}。</translation>
    </message>
    <message>
        <location filename="../../core/values/health/weights.py"/>
        <source>{numbers}.</source>
        <translation>{numbers}。</translation>
    </message>
    <message>
        <location filename="../../core/values/health/weights.py"/>
        <source>{numbers}: weights that fade, as weight decay makes them where no gradient comes. CPUs compute slowly with them (torch.set_flush_denormal).</source>
        <translation>{numbers}：正在消退的权重，没有梯度时权重衰减就会这样。CPU 用它们计算很慢（torch.set_flush_denormal）。</translation>
    </message>
    <message>
        <location filename="../../gui/plots/grid_model.py"/>
        <source>{number} (pending change)</source>
        <translation>{number}（待定的更改）</translation>
    </message>
    <message>
        <location filename="../../gui/session/loading_on.py"/>
        <source>{n} GPUs, a process each (torchrun)</source>
        <translation>{n} 个 GPU，每个一个进程（torchrun）</translation>
    </message>
    <message numerus="yes">
        <location filename="../../core/recipes/pages.py"/>
        <source>{n} changes are not in it, because no option says them: {what}.</source>
        <translation><numerusform>有 {n} 个更改不在其中，因为没有选项能表达：{what}。</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../core/recipes/pages.py"/>
        <source>{n} changes are not in it; comments say which.</source>
        <translation><numerusform>有 {n} 个更改不在其中；注释说明了是哪些。</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../gui/document/cells.py"/>
        <location filename="../../gui/document/ghost_cells.py"/>
        <source>{n} dtypes</source>
        <translation><numerusform>{n} 种 dtype</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../cli/batching.py"/>
        <source>{n} files were done before that.</source>
        <translation><numerusform>在此之前已完成 {n} 个文件。</numerusform></translation>
    </message>
    <message>
        <location filename="../../gui/page/notice.py"/>
        <source>{n} more</source>
        <translation>另外 {n} 个</translation>
    </message>
    <message numerus="yes">
        <location filename="../../gui/recipes/model.py"/>
        <source>{n} steps had nothing to do</source>
        <translation><numerusform>{n} 个步骤没有要做的</numerusform></translation>
    </message>
    <message>
        <location filename="../../cli/extracting.py"/>
        <source>{objects} extracted in their places; `{program} fix --keep PATH` makes one of them the whole file</source>
        <translation>已就地提取{objects}；`{program} fix --keep PATH` 可把其中一个作为整个文件</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/objects.py"/>
        <source>{objects} without a parameter or buffer, such as an activation among hyper-parameters. torch.load(f) refuses the class, and with weights_only=False it needs its code.</source>
        <translation>{objects}没有参数或缓冲区，例如超参数中的激活函数。torch.load(f) 会拒绝其类，而使用 weights_only=False 时需要其代码。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/odd.py"/>
        <source>{oddities}. No version of torch.save writes that, nor a framework that is known here. A file can be made to show one thing and load as another; whether this one was, cannot be told.</source>
        <translation>{oddities}。没有任何版本的 torch.save 会这样写，这里已知的框架也不会。文件可以被做成显示的是一种内容、加载的却是另一种；此文件是否如此无法判断。</translation>
    </message>
    <message>
        <location filename="../../core/oddities.py"/>
        <source>{oddities}; and {more:,} more</source>
        <translation>{oddities}；以及另外 {more:,} 个</translation>
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
        <translation>{place} 中的 {one!r} 和 {other!r} 都会变成 {key!r}，其中一个会丢失。请先重命名或移除其中一个。</translation>
    </message>
    <message>
        <location filename="../../core/edits/diff.py"/>
        <source>{one!r} and {other!r} would both become {key!r}, and one would be lost. Rename or drop one of them first.</source>
        <translation>{one!r} 和 {other!r} 都会变成 {key!r}，其中一个会丢失。请先重命名或移除其中一个。</translation>
    </message>
    <message>
        <location filename="../../core/containers/ranks/rank_names.py"/>
        <source>{one} and {other} are both of rank {rank}.</source>
        <translation>{one} 和 {other} 都属于 rank {rank}。</translation>
    </message>
    <message>
        <location filename="../../core/containers/ranks/zero_names.py"/>
        <source>{one} and {other} are both of rank {rank}: the folder has files of two saves. Take those of one out of it.</source>
        <translation>{one} 和 {other} 都属于 rank {rank}：文件夹中有两次保存的文件。请移出其中一次的文件。</translation>
    </message>
    <message>
        <location filename="../../core/containers/ranks/zero_whole.py"/>
        <source>{one} and {other} are of different saves: what they say does not go together.</source>
        <translation>{one} 和 {other} 来自不同的保存：它们的说法互相矛盾。</translation>
    </message>
    <message>
        <location filename="../../core/edits/to_plain.py"/>
        <source>{one} and {other} are two keys in {place!r} that would both become {key}, and one would be lost. Rename or drop one of them first.</source>
        <translation>{place!r} 中的两个键 {one} 和 {other} 都会变成 {key}，其中一个会丢失。请先重命名或移除其中一个。</translation>
    </message>
    <message>
        <location filename="../../core/containers/ranks/zero_whole.py"/>
        <source>{one} and {other} hold the same numbers: one is a copy of the other.</source>
        <translation>{one} 和 {other} 含有相同的数字：其中一个是另一个的副本。</translation>
    </message>
    <message>
        <location filename="../../core/report/difference.py"/>
        <source>{one}, with other values</source>
        <translation>{one}，值不同</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traceback/judge_lookups.py"/>
        <source>{option!r} is kept by {kinds}</source>
        <translation>{option!r} 由 {kinds} 保存</translation>
    </message>
    <message>
        <location filename="../../core/recipes/options.py"/>
        <source>{option} is no step; choose {known}.</source>
        <translation>{option} 不是步骤；请选择 {known}。</translation>
    </message>
    <message>
        <location filename="../../cli/main.py"/>
        <source>{output} is there already. Choose another name, or add --overwrite.</source>
        <translation>{output} 已存在。请换一个名称，或加上 --overwrite。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traceback/judge_state.py"/>
        <source>{parameters} in {groups}</source>
        <translation>{groups}中的 {parameters}</translation>
    </message>
    <message>
        <location filename="../../core/values/health/optimizers.py"/>
        <source>{parameters} made {steps} and {odd:,} made {range}, such as {names}. So it is where some were frozen, added later or met by no gradient for a while; the file cannot tell that from parts of two runs.</source>
        <translation>{parameters}走了{steps}，{odd:,} 个走了{range}，例如 {names}。有些被冻结、后来加入或一段时间没有梯度时就会这样；文件无法将其与两次运行的部分区分开。</translation>
    </message>
    <message>
        <location filename="../../core/edits/to_plain.py"/>
        <source>{path!r} ({name}) cannot be made plain data. Drop it instead.</source>
        <translation>{path!r}（{name}）无法转成普通数据。请改为移除。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traceback/judge_state.py"/>
        <source>{path!r} has {size:,}</source>
        <translation>{path!r} 有 {size:,} 字节</translation>
    </message>
    <message>
        <location filename="../../core/edits/entries.py"/>
        <source>{path!r} holds more than one value; only numbers, texts, True, False and None can be set.</source>
        <translation>{path!r} 含有不止一个值；只能设置数字、文本、True、False 和 None。</translation>
    </message>
    <message>
        <location filename="../../core/edits/entries.py"/>
        <source>{path!r} holds nothing below it; keep a dictionary.</source>
        <translation>{path!r} 之下没有内容；请保留一个字典。</translation>
    </message>
    <message>
        <location filename="../../core/edits/numbers/theirs.py"/>
        <source>{path!r} in {name} is no tensor with a storage.</source>
        <translation>{name} 中的 {path!r} 不是带有存储的张量。</translation>
    </message>
    <message>
        <location filename="../../core/edits/numbers/theirs.py"/>
        <source>{path!r} in {name} is {what}, which cannot be put elsewhere.</source>
        <translation>{name} 中的 {path!r} 为 {what}，不能放到别处。</translation>
    </message>
    <message>
        <location filename="../../core/edits/state_dict.py"/>
        <source>{path!r} is a {name}, which keeps its weights packed as only its own code can unpack them. Load the file with torch, weights_only=False, where that code is, and save model.state_dict() there.</source>
        <translation>{path!r} 是 {name}，其权重经过打包，只有它自己的代码能解开。请在有该代码的地方用 torch 以 weights_only=False 加载文件，并在那里保存 model.state_dict()。</translation>
    </message>
    <message>
        <location filename="../../core/edits/keys.py"/>
        <source>{path!r} is no dictionary, so it has no keys to rename.</source>
        <translation>{path!r} 不是字典，所以没有可重命名的键。</translation>
    </message>
    <message>
        <location filename="../../core/catalogue/optimizers/matched.py"/>
        <source>{path!r} is no model.</source>
        <translation>{path!r} 不是模型。</translation>
    </message>
    <message>
        <location filename="../../core/catalogue/optimizers/matched.py"/>
        <source>{path!r} is no optimizer.</source>
        <translation>{path!r} 不是优化器。</translation>
    </message>
    <message>
        <location filename="../../core/edits/entries.py"/>
        <source>{path!r} is no value that can be set.</source>
        <translation>{path!r} 不是可以设置的值。</translation>
    </message>
    <message>
        <location filename="../../core/edits/extract.py"/>
        <source>{path!r} is part of what becomes a state dict as a whole.</source>
        <translation>{path!r} 属于要整体变成 state_dict 的内容。</translation>
    </message>
    <message>
        <location filename="../../core/edits/entries.py"/>
        <source>{path!r} is what an object is made of; drop the object itself.</source>
        <translation>{path!r} 是某个对象的组成部分；请移除该对象本身。</translation>
    </message>
    <message>
        <location filename="../../core/edits/state_dict.py"/>
        <source>{path!r} nests too deeply, or repeats too often, to be laid out in full; it cannot be extracted.</source>
        <translation>{path!r} 嵌套过深或重复过多，无法完整展开；无法提取。</translation>
    </message>
    <message>
        <location filename="../../gui/values/ridges.py"/>
        <source>{path}
{low:.4g} to {high:.4g}: {share:.2%}, by a sample</source>
        <translation>{path}
{low:.4g} 到 {high:.4g}：{share:.2%}，基于样本</translation>
    </message>
    <message>
        <location filename="../../core/containers/dcp/folder.py"/>
        <location filename="../../core/containers/location.py"/>
        <source>{path} cannot be opened: {reason}.</source>
        <translation>无法打开 {path}：{reason}。</translation>
    </message>
    <message>
        <location filename="../../core/remote/stores/s3.py"/>
        <location filename="../../core/remote/stores/ssh.py"/>
        <source>{path} cannot be reached: {reason}.</source>
        <translation>无法访问 {path}：{reason}。</translation>
    </message>
    <message>
        <location filename="../../core/numbers/reader.py"/>
        <source>{path} cannot be read any more: {reason}.</source>
        <translation>{path} 已无法读取：{reason}。</translation>
    </message>
    <message>
        <location filename="../../core/saving/opened.py"/>
        <source>{path} cannot be read any more: {reason}. Open it again.</source>
        <translation>{path} 无法再读取：{reason}。请重新打开。</translation>
    </message>
    <message>
        <location filename="../../core/catalogue/checkpoint.py"/>
        <location filename="../../core/catalogue/integrity.py"/>
        <location filename="../../core/containers/table.py"/>
        <location filename="../../core/edits/numbers/theirs.py"/>
        <source>{path} cannot be read: {reason}.</source>
        <translation>无法读取 {path}：{reason}。</translation>
    </message>
    <message>
        <location filename="../../core/remote/asking.py"/>
        <source>{path} could not be read: {reason}. It was tried {count} times. Check the connection, and try again.</source>
        <translation>无法读取 {path}：{reason}。已尝试 {count} 次。请检查连接，然后重试。</translation>
    </message>
    <message>
        <location filename="../../core/saving/places/elsewhere.py"/>
        <source>{path} could not be removed: do not use it.</source>
        <translation>无法移除 {path}：请不要使用它。</translation>
    </message>
    <message>
        <location filename="../../core/errors.py"/>
        <source>{path} could not be written: {reason}.</source>
        <translation>{path} 无法写入：{reason}。</translation>
    </message>
    <message>
        <location filename="../../core/remote/sending.py"/>
        <source>{path} could not be written: {reason}. It was tried {count} times. What is there is as it was.</source>
        <translation>无法写入 {path}：{reason}。已尝试 {count} 次。那里的内容保持原样。</translation>
    </message>
    <message>
        <location filename="../../core/saving/publishing.py"/>
        <source>{path} has appeared meanwhile. Choose another name, or ask to overwrite it.</source>
        <translation>{path} 在此期间出现了。请换一个名称，或要求覆盖。</translation>
    </message>
    <message>
        <location filename="../../core/edits/numbers/setting.py"/>
        <source>{path} has numbers of {dtype}, which those of {theirs} cannot become.</source>
        <translation>{path} 的数字为 {dtype}，而 {theirs} 的数字无法转换成它。</translation>
    </message>
    <message>
        <location filename="../../core/containers/dcp/folder.py"/>
        <source>{path} has parts of a checkpoint of torch.distributed.checkpoint (.distcp), and not their list, .metadata: the save never came to its end, or the list was not copied along. Without it nobody knows what is in them. Copy it into the folder, or use the checkpoint saved before.</source>
        <translation>{path} 含有 torch.distributed.checkpoint 检查点的各部分（.distcp），但没有它们的列表 .metadata：保存没有完成，或者列表没有一起复制。没有它就无从得知其中的内容。请把它复制到该文件夹中，或使用之前保存的检查点。</translation>
    </message>
    <message>
        <location filename="../../core/saving/folders/companions.py"/>
        <source>{path} holds more than one checkpoint ({names}), and all would be replaced. Choose another name.</source>
        <translation>{path} 含有多个检查点（{names}），它们都会被替换。请换一个名称。</translation>
    </message>
    <message>
        <location filename="../../core/catalogue/optimizers/words.py"/>
        <source>{path} in {file}</source>
        <translation>{file} 中的 {path}</translation>
    </message>
    <message>
        <location filename="../../core/containers/table.py"/>
        <source>{path} is a directory of several checkpoints, each by itself: {names}. Open one of them.</source>
        <translation>{path} 是含有多个各自独立的检查点的目录：{names}。请打开其中之一。</translation>
    </message>
    <message>
        <location filename="../../core/containers/table.py"/>
        <source>{path} is a directory that holds no checkpoint: no .pth, .pt, .ckpt, .bin or .safetensors file is in it.</source>
        <translation>{path} 是一个没有检查点的目录：其中没有 .pth、.pt、.ckpt、.bin 或 .safetensors 文件。</translation>
    </message>
    <message>
        <location filename="../../core/containers/location.py"/>
        <source>{path} is a directory, where a file belongs. Put the file there.</source>
        <translation>{path} 是目录，而这里应当是文件。请把文件放到那里。</translation>
    </message>
    <message>
        <location filename="../../core/containers/table.py"/>
        <source>{path} is a directory. Open {name} inside it.</source>
        <translation>{path} 是目录。请打开其中的 {name}。</translation>
    </message>
    <message>
        <location filename="../../core/saving/folders/companions.py"/>
        <source>{path} is a file, and a folder would be written. Give the name of a folder.</source>
        <translation>{path} 是文件，而将要写出的是文件夹。请指定文件夹的名称。</translation>
    </message>
    <message>
        <location filename="../../core/saving/publishing.py"/>
        <source>{path} is elsewhere, and this is written to files of this computer alone.</source>
        <translation>{path} 不在本机上，而这里只能写入本机的文件。</translation>
    </message>
    <message>
        <location filename="../../core/edits/numbers/setting.py"/>
        <source>{path} is expanded: one number stands for many, so no other tensor fits. Set its numbers.</source>
        <translation>{path} 是扩展的：一个数字代表许多个，所以没有其他张量可以放入。请设置其数字。</translation>
    </message>
    <message>
        <location filename="../../core/edits/numbers/setting.py"/>
        <source>{path} is expanded: one number stands for {many}, and all change.</source>
        <translation>{path} 是扩展的：一个数字代表 {many}，它们会全部改变。</translation>
    </message>
    <message>
        <location filename="../../core/edits/numbers/setting.py"/>
        <source>{path} is made from a copy when it is loaded, so no numbers can be set.</source>
        <translation>{path} 在加载时由副本生成，所以不能设置数字。</translation>
    </message>
    <message>
        <location filename="../../core/remote/stores/sftp.py"/>
        <source>{path} is neither a file nor a folder.</source>
        <translation>{path} 既不是文件也不是文件夹。</translation>
    </message>
    <message>
        <location filename="../../core/saving/targets/dcp_entries.py"/>
        <source>{path} is nested too deeply to be saved so.</source>
        <translation>{path} 嵌套过深，无法这样保存。</translation>
    </message>
    <message>
        <location filename="../../core/remote/uploading/__init__.py"/>
        <source>{path} is no name for a file.</source>
        <translation>{path} 不能作为文件名。</translation>
    </message>
    <message>
        <location filename="../../core/saving/publishing.py"/>
        <source>{path} is no name for a file: {reason}.</source>
        <translation>{path} 不能作为文件名：{reason}。</translation>
    </message>
    <message>
        <location filename="../../core/containers/location.py"/>
        <source>{path} is no regular file: {reason}. Copy the checkpoint into a file first.</source>
        <translation>{path} 不是普通文件：{reason}。请先把检查点复制到一个文件中。</translation>
    </message>
    <message>
        <location filename="../../core/edits/numbers/setting.py"/>
        <source>{path} is no tensor with a storage, so no numbers can be set there.</source>
        <translation>{path} 不是带有存储的张量，所以那里不能设置数字。</translation>
    </message>
    <message>
        <location filename="../../core/edits/numbers/setting.py"/>
        <source>{path} is quantised: its numbers stand for others, so none can be set.</source>
        <translation>{path} 是量化的：其数字代表其他数字，所以不能设置。</translation>
    </message>
    <message>
        <location filename="../../core/edits/numbers/setting.py"/>
        <source>{path} is stored as the conjugate or negative of what it shows, so no numbers can be set.</source>
        <translation>{path} 所存储的是其显示值的共轭或相反数，所以不能设置数字。</translation>
    </message>
    <message>
        <location filename="../../core/report/scan_table.py"/>
        <source>{path} is the checkpoint itself. Choose another name for the table.</source>
        <translation>{path} 就是检查点本身。请给表换一个名称。</translation>
    </message>
    <message>
        <location filename="../../core/report/written.py"/>
        <source>{path} is the checkpoint itself. Choose another name.</source>
        <translation>{path} 就是检查点本身。请换一个名称。</translation>
    </message>
    <message>
        <location filename="../../core/saving/places/elsewhere.py"/>
        <source>{path} is the file that is read, and what is written there is in its place before it can be read back. Give another name.</source>
        <translation>{path} 就是正在读取的文件，而写到那里的内容在能读回之前就已取代它。请换一个名称。</translation>
    </message>
    <message>
        <location filename="../../core/saving/places/elsewhere.py"/>
        <source>{path} is the new file already: do not use it, and save again.</source>
        <translation>{path} 已经是新文件：请不要使用它，并重新保存。</translation>
    </message>
    <message>
        <location filename="../../core/saving/places/folder_elsewhere.py"/>
        <source>{path} is there already, and no folder elsewhere is replaced. Choose another name.</source>
        <translation>{path} 已存在，而不在本机上的文件夹不会被替换。请换一个名称。</translation>
    </message>
    <message>
        <location filename="../../core/saving/folders/companions.py"/>
        <location filename="../../core/saving/places/elsewhere.py"/>
        <location filename="../../core/saving/publishing.py"/>
        <source>{path} is there already. Choose another name, or ask to overwrite it.</source>
        <translation>{path} 已存在。请换一个名称，或要求覆盖。</translation>
    </message>
    <message>
        <location filename="../../core/saving/publishing.py"/>
        <source>{path} is what a process has open and no file. Give the name of a file.</source>
        <translation>{path} 是进程打开的内容而不是文件。请给出文件名。</translation>
    </message>
    <message>
        <location filename="../../core/edits/numbers/setting.py"/>
        <source>{path} is {dtype}, of which no numbers can be set.</source>
        <translation>{path} 为 {dtype}，不能设置这种类型的数字。</translation>
    </message>
    <message>
        <location filename="../../core/saving/places/elsewhere.py"/>
        <location filename="../../core/saving/publishing.py"/>
        <source>{path} is {kind}, no file. Give the name of a file.</source>
        <translation>{path} 是{kind}，不是文件。请给出文件名。</translation>
    </message>
    <message>
        <location filename="../../core/edits/numbers/setting.py"/>
        <source>{path} is {shape}, and what is in {file!r} is {theirs}.</source>
        <translation>{path} 为 {shape}，而 {file!r} 中的是 {theirs}。</translation>
    </message>
    <message>
        <location filename="../../core/memory/measure.py"/>
        <source>{path} lies inside an object: only plain dicts can be measured.</source>
        <translation>{path} 在一个对象内部：只能测量普通的 dict。</translation>
    </message>
    <message>
        <location filename="../../core/edits/numbers/setting.py"/>
        <source>{path} requires a gradient, which a tensor of {dtype} cannot.</source>
        <translation>{path} 需要梯度，而 {dtype} 的张量不能有梯度。</translation>
    </message>
    <message>
        <location filename="../../core/edits/numbers/setting.py"/>
        <source>{path} shares its storage with {tensors}: what they share changes for all.</source>
        <translation>{path} 与 {tensors}共享存储：共享部分的改动对全部生效。</translation>
    </message>
    <message>
        <location filename="../../core/edits/numbers/setting.py"/>
        <source>{path} stays {dtype}, as others in its storage do: its new numbers were {theirs}.</source>
        <translation>{path} 仍为 {dtype}，因为其存储中的其他张量也是如此：它的新数字原为 {theirs}。</translation>
    </message>
    <message>
        <location filename="../../cli/main.py"/>
        <source>{path} was written before that.</source>
        <translation>在此之前 {path} 已写入。</translation>
    </message>
    <message>
        <location filename="../../cli/inspecting.py"/>
        <location filename="../../cli/values/scanning.py"/>
        <source>{path} was written.</source>
        <translation>{path} 已写入。</translation>
    </message>
    <message>
        <location filename="../../core/report/optimizers.py"/>
        <source>{path}: {kind}, {parameters} in {groups}, {matched} matched by name</source>
        <translation>{path}：{kind}，{groups}中有{parameters}，{matched} 个按名称匹配</translation>
    </message>
    <message>
        <location filename="../../core/report/losses.py"/>
        <source>{path}: {lost}, of {numbers:,}</source>
        <translation>{path}：{lost}，共 {numbers:,} 个</translation>
    </message>
    <message>
        <location filename="../../core/edits/renaming/safe_regex.py"/>
        <source>{pattern} could take too long on a key of {longest:,} characters. Write it with fewer * and +, or begin it with ^.</source>
        <translation>{pattern} 处理 {longest:,} 个字符的键可能耗时过长。请少用 * 和 +，或以 ^ 开头。</translation>
    </message>
    <message>
        <location filename="../../core/edits/renaming/safe_regex.py"/>
        <source>{pattern} is no regular expression: {wrong}.</source>
        <translation>{pattern} 不是正则表达式：{wrong}。</translation>
    </message>
    <message>
        <location filename="../../core/edits/renaming/safe_regex.py"/>
        <source>{pattern} is too large to be worked with.</source>
        <translation>{pattern} 过大，无法处理。</translation>
    </message>
    <message>
        <location filename="../../core/edits/renaming/safe_regex.py"/>
        <source>{pattern} repeats something that repeats or chooses itself, which can take for ever. Write the inner part without a choice, as [^.]++ instead of [^.]+.</source>
        <translation>{pattern} 重复了本身含有重复或选择的内容，可能永远运行不完。请把内层写成没有选择余地的形式，例如用 [^.]++ 代替 [^.]+。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/file.py"/>
        <source>{pickles} inside the pickle</source>
        <translation>pickle 中有 {pickles}</translation>
    </message>
    <message>
        <location filename="../../core/objects/dtensors.py"/>
        <source>{placements} on a {mesh}</source>
        <translation>{placements}，位于 {mesh}</translation>
    </message>
    <message>
        <location filename="../../gui/values/facts.py"/>
        <source>{place} % of the numbers lie below {value!r} ({how})</source>
        <translation>{place} % 的数字小于 {value!r}（{how}）</translation>
    </message>
    <message>
        <location filename="../../cli/system/desktop.py"/>
        <source>{place} cannot be written: {error}.</source>
        <translation>{place} 无法写入：{error}。</translation>
    </message>
    <message>
        <location filename="../../cli/batching.py"/>
        <source>{place} is elsewhere, and batch goes through folders of this computer alone. Fix its files one by one: fix {place}/NAME -o OUT --recipe FILE.</source>
        <translation>{place} 不在本机上，而 batch 只处理本机的文件夹。请逐个修复其中的文件：fix {place}/NAME -o OUT --recipe FILE。</translation>
    </message>
    <message>
        <location filename="../../gui/values/facts.py"/>
        <source>{posinf:,} times +Inf, {neginf:,} times -Inf</source>
        <translation>{posinf:,} 个 +Inf，{neginf:,} 个 -Inf</translation>
    </message>
    <message>
        <location filename="../../core/edits/containers.py"/>
        <source>{protocol!r} is no pickle protocol that torch writes; choose 2 to 5.</source>
        <translation>{protocol!r} 不是 torch 会写的 pickle 协议；请选择 2 到 5。</translation>
    </message>
    <message>
        <location filename="../../cli/edit_arguments.py"/>
        <source>{purpose}a card of it, such as T4 or 24GB: a machine that has one has a GPU</source>
        <translation>{purpose}其显卡，例如 T4 或 24GB：指定显卡即表示有一个 GPU</translation>
    </message>
    <message>
        <location filename="../../cli/edit_arguments.py"/>
        <source>{purpose}processes that load it, each for its own card</source>
        <translation>{purpose}加载它的进程数，每个进程用自己的显卡</translation>
    </message>
    <message>
        <location filename="../../cli/edit_arguments.py"/>
        <source>{purpose}the device to run on, such as cuda:1 (default: cuda:0, or the cpu)</source>
        <translation>{purpose}运行的设备，例如 cuda:1（默认：cuda:0，或 cpu）</translation>
    </message>
    <message>
        <location filename="../../cli/edit_arguments.py"/>
        <source>{purpose}where it is to be loaded: cpu (the default) or gpus:N</source>
        <translation>{purpose}要在哪里加载：cpu（默认）或 gpus:N</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/names.py"/>
        <source>{puts} may be the name that a LightningModule has for the model inside it, or a name of the model itself, as in transformers.</source>
        <translation>{puts}可能是 LightningModule 对其内部模型的命名，也可能是模型自身的名称，如 transformers 中那样。</translation>
    </message>
    <message>
        <location filename="../../gui/look/news.py"/>
        <source>{received} received, {speed} a second</source>
        <translation>已接收 {received}，每秒 {speed}</translation>
    </message>
    <message>
        <location filename="../../cli/elsewhere.py"/>
        <source>{received}, {speed}/s</source>
        <translation>{received}，{speed}/s</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/records.py"/>
        <source>{records} and {more}</source>
        <translation>{records}，{more}</translation>
    </message>
    <message>
        <location filename="../../gui/diagnosis/integrity_model.py"/>
        <source>{records} of {of:,} damaged; {size} read.</source>
        <translation>{of:,} 条中有{records}损坏；已读取 {size}。</translation>
    </message>
    <message>
        <location filename="../../cli/verifying.py"/>
        <source>{records} without a checksum</source>
        <translation>{records}没有校验和</translation>
    </message>
    <message>
        <location filename="../../core/report/difference.py"/>
        <source>{renamed} and {count:,} more like it</source>
        <translation>{renamed}，以及另外 {count:,} 个类似的</translation>
    </message>
    <message>
        <location filename="../../gui/rename/model.py"/>
        <source>{renamed}; the first {shown:,} are shown</source>
        <translation>{renamed}；显示前 {shown:,} 个</translation>
    </message>
    <message>
        <location filename="../../core/edits/renaming/patterns.py"/>
        <source>{replacement} is no replacement: {wrong}.</source>
        <translation>{replacement} 不能用作替换内容：{wrong}。</translation>
    </message>
    <message>
        <location filename="../../core/errors.py"/>
        <source>{said} The target is as it was, but a temporary file could not be removed ({reason}): {path}. Remove it when you may.</source>
        <translation>{said}目标保持原样，但有一个临时文件无法删除（{reason}）：{path}。有权限时请删除它。</translation>
    </message>
    <message>
        <location filename="../../core/errors.py"/>
        <source>{said} What was sent of {path} could not be removed, and nobody sees it. The next save there removes it.</source>
        <translation>{said}已发送的 {path} 的部分无法移除，也没有人看得到它。下次保存到那里时会移除。</translation>
    </message>
    <message>
        <location filename="../../core/remote/uploading/__init__.py"/>
        <source>{scheme}:// is no place to write to: web servers take no files. Save on this computer, or to one of {known}.</source>
        <translation>无法写入 {scheme}://：Web 服务器不接收文件。请保存在本机上，或以下之一：{known}。</translation>
    </message>
    <message>
        <location filename="../../core/remote/address.py"/>
        <source>{scheme}:// is not understood. Locations begin with {known}.</source>
        <translation>无法识别 {scheme}://。位置以 {known} 开头。</translation>
    </message>
    <message>
        <location filename="../../gui/values/update_model.py"/>
        <source>{share:.2g} times the size</source>
        <translation>大小的 {share:.2g} 倍</translation>
    </message>
    <message>
        <location filename="../../gui/diagnosis/error_answer.py"/>
        <source>{shortcut} in the box of the error does this.</source>
        <translation>在错误框中按 {shortcut} 也可以。</translation>
    </message>
    <message>
        <location filename="../../gui/document/cells.py"/>
        <source>{shown:,} of {count:,}</source>
        <translation>{shown:,}/{count:,}</translation>
    </message>
    <message>
        <location filename="../../core/edits/renaming/safe_regex.py"/>
        <source>{sign} in a set of characters is kept for a later Python; write {better}.</source>
        <translation>字符集中的 {sign} 留给将来的 Python 使用；请写 {better}。</translation>
    </message>
    <message>
        <location filename="../../gui/details/model.py"/>
        <source>{size} ({nbytes:,} bytes)</source>
        <translation>{size}（{nbytes:,} 字节）</translation>
    </message>
    <message>
        <location filename="../../gui/memory/bars_model.py"/>
        <source>{size} RAM</source>
        <translation>内存 {size}</translation>
    </message>
    <message>
        <location filename="../../gui/save/saving_line.py"/>
        <source>{size} a second</source>
        <translation>每秒 {size}</translation>
    </message>
    <message>
        <location filename="../../gui/page/saving.py"/>
        <source>{size} in {time}</source>
        <translation>{size}，用时 {time}</translation>
    </message>
    <message>
        <location filename="../../gui/memory/answer_model.py"/>
        <source>{size} of RAM</source>
        <translation>{size} 内存</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/file.py"/>
        <source>{size} of the file belong to no tensor</source>
        <translation>文件中有 {size} 不属于任何张量</translation>
    </message>
    <message>
        <location filename="../../gui/preferences/ranges.py"/>
        <source>{size} on the disk</source>
        <translation>磁盘上 {size}</translation>
    </message>
    <message>
        <location filename="../../gui/page/notice.py"/>
        <source>{size}, read back and compared.</source>
        <translation>{size}，已读回并比对。</translation>
    </message>
    <message>
        <location filename="../../core/pace.py"/>
        <source>{size}/s</source>
        <translation>{size}/s</translation>
    </message>
    <message>
        <location filename="../../gui/page/saving.py"/>
        <source>{size}; a second name of it, {left}, could not be removed</source>
        <translation>{size}；它的第二个名称 {left} 无法删除</translation>
    </message>
    <message>
        <location filename="../../gui/page/saving.py"/>
        <source>{size}; what you have changed since is not in it</source>
        <translation>{size}；此后的更改不在其中</translation>
    </message>
    <message>
        <location filename="../../core/values/health/optimizers.py"/>
        <source>{some:,} of {count:,} numbers are below zero, and {state} is made of squares: the next step takes a root of them and makes NaN.</source>
        <translation>{count:,} 个数字中有 {some:,} 个小于零，而 {state} 由平方构成：下一步对其开方会得到 NaN。</translation>
    </message>
    <message>
        <location filename="../../core/edits/wording.py"/>
        <location filename="../../core/recipes/step_words.py"/>
        <source>{source} → {target} ({role} only)</source>
        <translation>{source} → {target}（仅 {role}）</translation>
    </message>
    <message>
        <location filename="../../core/edits/wording.py"/>
        <source>{source} → {target} in {names}</source>
        <translation>{source} → {target}，在 {names} 中</translation>
    </message>
    <message>
        <location filename="../../core/catalogue/catalogue.py"/>
        <location filename="../../core/values/health/exploding.py"/>
        <source>{state} of {name}</source>
        <translation>{name} 的 {state}</translation>
    </message>
    <message>
        <location filename="../../core/recipes/recipe.py"/>
        <source>{step} is no step; write one as {example}.</source>
        <translation>{step} 不是步骤；请写成 {example} 这样。</translation>
    </message>
    <message>
        <location filename="../../gui/memory/bars_model.py"/>
        <source>{step} · {device}: {total:,} bytes at most</source>
        <translation>{step} · {device}：最多 {total:,} 字节</translation>
    </message>
    <message>
        <location filename="../../gui/values/update_model.py"/>
        <source>{still} of {all:,} would not move</source>
        <translation>{all:,} 个中有 {still} 个不会移动</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/storages.py"/>
        <source>{storages} of another size than the pickle says</source>
        <translation>{storages}的大小与 pickle 声明的不同</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/storages.py"/>
        <source>{storages} with more bytes in the file than the pickle says</source>
        <translation>{storages}在文件中的字节比 pickle 声明的多</translation>
    </message>
    <message>
        <location filename="../../gui/diff/model.py"/>
        <source>{summary}
Only {name} has this.</source>
        <translation>{summary}
仅 {name} 中有。</translation>
    </message>
    <message>
        <location filename="../../gui/diff/model.py"/>
        <source>{summary}
{name} has nothing like this.</source>
        <translation>{summary}
{name} 中没有这样的内容。</translation>
    </message>
    <message>
        <location filename="../../core/memory/analysis.py"/>
        <source>{takes}, {less} less RAM than plain torch.load(f).</source>
        <translation>{takes}，比普通的 torch.load(f) 少占 {less} 内存。</translation>
    </message>
    <message>
        <location filename="../../core/memory/analysis.py"/>
        <source>{takes}, {less} less on the cards than plain torch.load(f).</source>
        <translation>{takes}，比普通的 torch.load(f) 少占 {less} 显存。</translation>
    </message>
    <message>
        <location filename="../../core/memory/analysis.py"/>
        <source>{takes}.</source>
        <translation>{takes}。</translation>
    </message>
    <message>
        <location filename="../../core/memory/analysis.py"/>
        <source>{takes}; no other way takes less.</source>
        <translation>{takes}；没有其他方式占用更少。</translation>
    </message>
    <message>
        <location filename="../../core/memory/analysis.py"/>
        <source>{takes}; plain torch.load(f) fails {machine}.</source>
        <translation>{takes}；{machine}普通的 torch.load(f) 会失败。</translation>
    </message>
    <message>
        <location filename="../../core/loading/computer.py"/>
        <source>{target!r} is no target; write cpu, cuda:0, cuda:1 and so on.</source>
        <translation>{target!r} 不是目标；请写 cpu、cuda:0、cuda:1 等。</translation>
    </message>
    <message>
        <location filename="../../gui/save/dialog.py"/>
        <source>{target} is a folder. Choose another name.</source>
        <translation>{target} 是文件夹。请换一个名称。</translation>
    </message>
    <message>
        <location filename="../../core/edits/numbers/cast.py"/>
        <source>{tensors} cannot be cast: {reason}.</source>
        <translation>{tensors}无法转换 dtype：{reason}。</translation>
    </message>
    <message>
        <location filename="../../core/report/inspect.py"/>
        <source>{tensors} in {storages}</source>
        <translation>{tensors}，{storages}</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/optimizers.py"/>
        <source>{tensors} lie on the cpu in a capturable or fused group</source>
        <translation>{tensors}位于 cpu 上，而所在组为 capturable 或 fused</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/optimizers.py"/>
        <source>{tensors} lie on {device}</source>
        <translation>{tensors}位于 {device} 上</translation>
    </message>
    <message>
        <location filename="../../core/torch_child/trial_load.py"/>
        <source>{tensors} loaded</source>
        <translation>已加载{tensors}</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/model_match/model_findings.py"/>
        <source>{tensors} of another shape than in the model</source>
        <translation>{tensors}的形状与模型中的不同</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/optimizers.py"/>
        <source>{tensors} of the optimizer's state were saved on another device than the parameter that they belong to, as after net.cpu(). The file alone makes nothing fail: optimizer.load_state_dict puts the state where the parameters are then. optimizer.step() fails where the model is moved after its optimizer was loaded, or the state is put into the optimizer by hand.</source>
        <translation>优化器状态中的{tensors}保存在与所属参数不同的设备上，例如在 net.cpu() 之后。文件本身不会导致失败：optimizer.load_state_dict 会把状态放到届时参数所在之处。如果在加载优化器之后移动模型，或手动把状态放入优化器，optimizer.step() 就会失败。</translation>
    </message>
    <message>
        <location filename="../../gui/values/several_model.py"/>
        <source>{tensors} of {prefix}</source>
        <translation>{prefix} 的{tensors}</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/devices.py"/>
        <source>{tensors} on meta, without data</source>
        <translation>{tensors}位于 meta 上，没有数据</translation>
    </message>
    <message>
        <location filename="../../core/report/difference.py"/>
        <source>{tensors} only in {first} and {count:,} only in {second} have the same bytes, such as {one} and {other}: which is which cannot be told</source>
        <translation>仅在 {first} 中的{tensors}与仅在 {second} 中的 {count:,} 个字节相同，例如 {one} 和 {other}：无法确定哪个对应哪个</translation>
    </message>
    <message>
        <location filename="../../gui/tree/tools.py"/>
        <source>{tensors} selected · {size}</source>
        <translation>已选{tensors} · {size}</translation>
    </message>
    <message numerus="yes">
        <location filename="../../core/edits/numbers/cast.py"/>
        <source>{tensors} share the storage of {first!r}, so cast along with it.</source>
        <translation><numerusform>{tensors}与 {first!r} 共享存储，因此一并转换 dtype。</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../core/edits/numbers/cast.py"/>
        <source>{tensors} stay as they were: {reason}.</source>
        <translation><numerusform>{tensors}保持不变：{reason}。</numerusform></translation>
    </message>
    <message>
        <location filename="../../core/edits/devices.py"/>
        <source>{tensors} stayed on the CPU, where torch keeps them unless the group is capturable or fused.</source>
        <translation>{tensors}留在 CPU 上；除非所在组为 capturable 或 fused，torch 就让它们留在那里。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/objects.py"/>
        <source>{tensors} that it trains, which only optimizers have here, will be left out.</source>
        <translation>它所训练的{tensors}在这里只有优化器持有，将被去掉。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/devices.py"/>
        <source>{tensors} were saved on {name}, a device of another kind of machine.</source>
        <translation>{tensors}保存在 {name} 上，这是另一类机器的设备。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/devices.py"/>
        <source>{tensors} were saved on {name}, which is no device as torch writes it.</source>
        <translation>{tensors}保存在 {name} 上，这不是 torch 所写的设备名称。</translation>
    </message>
    <message>
        <location filename="../../core/edits/devices.py"/>
        <source>{tensors} will be on {device}, where every step of the optimizer reads them back, which is slow (torch 1.12.0 refuses). Move the optimizer state too: it knows the rule.</source>
        <translation>{tensors}将位于 {device} 上，优化器的每一步都会从那里读回，速度很慢（torch 1.12.0 会拒绝）。请同时移动优化器状态：它会遵循此规则。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/objects.py"/>
        <source>{tensors}, whose class torch allows when {module} is imported, not before.</source>
        <translation>{tensors}，只有先 import {module}，torch 才允许其类。</translation>
    </message>
    <message>
        <location filename="../../gui/devices/table_model.py"/>
        <source>{tensors}, {bytes:,} bytes in {storages}</source>
        <translation>{tensors}，{storages}中 {bytes:,} 字节</translation>
    </message>
    <message>
        <location filename="../../gui/devices/panel.py"/>
        <source>{tensors}, {bytes:,} bytes on {device}</source>
        <translation>{device} 上的{tensors}，{bytes:,} 字节</translation>
    </message>
    <message>
        <location filename="../../gui/health/model.py"/>
        <source>{tensors}, {size} read in {time}.</source>
        <translation>{tensors}，{size}，用 {time} 读取。</translation>
    </message>
    <message>
        <location filename="../../core/report/scan.py"/>
        <source>{tensors}, {size}, read in {seconds:.1f} s</source>
        <translation>{tensors}，{size}，用 {seconds:.1f} 秒读取</translation>
    </message>
    <message>
        <location filename="../../core/report/export.py"/>
        <source>{tensor}, as {name}</source>
        <translation>{tensor}，写为 {name}</translation>
    </message>
    <message>
        <location filename="../../core/values/slices.py"/>
        <source>{text!r} does not fit: dimension {axis} has the places {there}, and not {place:,}.</source>
        <translation>{text!r} 不符：第 {axis} 维的位置是 {there}，没有 {place:,}。</translation>
    </message>
    <message>
        <location filename="../../core/values/slices.py"/>
        <source>{text!r} goes backwards or nowhere; steps are 1 and more.</source>
        <translation>{text!r} 向后走或不前进；步长应为 1 或更大。</translation>
    </message>
    <message>
        <location filename="../../core/values/slices.py"/>
        <source>{text!r} has more than one “...”.</source>
        <translation>{text!r} 有不止一个“...”。</translation>
    </message>
    <message>
        <location filename="../../core/memory/sizes.py"/>
        <source>{text!r} has no unit; write {number}GiB or {number}MiB.</source>
        <translation>{text!r} 没有单位；请写 {number}GiB 或 {number}MiB。</translation>
    </message>
    <message>
        <location filename="../../cli/values/workers.py"/>
        <source>{text!r} is no cluster; say local:8, or tcp://HOST:PORT of its scheduler</source>
        <translation>{text!r} 不是集群；请写 local:8，或其调度器的 tcp://HOST:PORT</translation>
    </message>
    <message>
        <location filename="../../core/edits/edits.py"/>
        <source>{text!r} is no device that torch knows; use cpu, cuda:0, cuda:1, mps or xpu:0.</source>
        <translation>{text!r} 不是 torch 认识的设备；请使用 cpu、cuda:0、cuda:1、mps 或 xpu:0。</translation>
    </message>
    <message>
        <location filename="../../core/edits/numbers/castable.py"/>
        <source>{text!r} is no dtype to cast to; choose {dtypes}.</source>
        <translation>{text!r} 不是可以转换成的 dtype；请选择 {dtypes}。</translation>
    </message>
    <message>
        <location filename="../../core/loading/computer.py"/>
        <source>{text!r} is no machine; write cpu, gpus:1, gpus:2 and so on.</source>
        <translation>{text!r} 不是机器；请写 cpu、gpus:1、gpus:2 等。</translation>
    </message>
    <message>
        <location filename="../../cli/limits.py"/>
        <source>{text!r} is no number from 0 to 1024</source>
        <translation>{text!r} 不是 0 到 1024 之间的数字</translation>
    </message>
    <message>
        <location filename="../../cli/values/workers.py"/>
        <source>{text!r} is no number from 1 to 1024</source>
        <translation>{text!r} 不是 1 到 1024 的数</translation>
    </message>
    <message>
        <location filename="../../cli/limits.py"/>
        <source>{text!r} is no number of seconds; write {none}, or one such as 600</source>
        <translation>{text!r} 不是秒数；写 {none}，或例如 600</translation>
    </message>
    <message>
        <location filename="../../core/values/slices.py"/>
        <source>{text!r} is no part of a tensor: write a place or a range a dimension, such as 0,:,3.</source>
        <translation>{text!r} 不是张量的部分：请为每一维写一个位置或范围，例如 0,:,3。</translation>
    </message>
    <message>
        <location filename="../../core/edits/edits.py"/>
        <source>{text!r} is no prefix; write whole dotted segments, such as 'module.'.</source>
        <translation>{text!r} 不是前缀；请写以点分隔的完整段，例如 'module.'。</translation>
    </message>
    <message>
        <location filename="../../core/saving/targets/sharding.py"/>
        <source>{text!r} is no size of files; write it as 5GB, 500MB or 5GiB.</source>
        <translation>{text!r} 不是文件大小；请写成 5GB、500MB 或 5GiB 的形式。</translation>
    </message>
    <message>
        <location filename="../../core/memory/sizes.py"/>
        <source>{text!r} is no size; write it as 24GiB, 80GB or 512MiB.</source>
        <translation>{text!r} 不是大小；请写成 24GiB、80GB 或 512MiB。</translation>
    </message>
    <message>
        <location filename="../../core/values/keys.py"/>
        <source>{text!r} is {summary}, with no tensor in it.</source>
        <translation>{text!r} 是 {summary}，其中没有张量。</translation>
    </message>
    <message>
        <location filename="../../core/values/slices.py"/>
        <source>{text!r} names {asked}; the tensor has none.</source>
        <translation>{text!r} 指定了{asked}；张量没有维度。</translation>
    </message>
    <message>
        <location filename="../../core/values/slices.py"/>
        <source>{text!r} names {asked}; the tensor has only {there}.</source>
        <translation>{text!r} 指定了{asked}；张量只有 {there}。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/python2.py"/>
        <source>{texts} of Python 2 that are not UTF-8</source>
        <translation>{texts}来自 Python 2，不是 UTF-8</translation>
    </message>
    <message>
        <location filename="../../gui/tree/comparison_line.py"/>
        <source>{text}
here: {here}
there: {there}
Same are tensors of which every number is equal; renamed ones are among them, or among the changed.</source>
        <translation>{text}
这边：{here}
那边：{there}
“相同”是指每个数字都相等的张量；已重命名的也在其中，或在已更改之中。</translation>
    </message>
    <message>
        <location filename="../../core/catalogue/catalogue.py"/>
        <source>{text} (shown elsewhere)</source>
        <translation>{text}（已在别处显示）</translation>
    </message>
    <message>
        <location filename="../../gui/document/typed_number.py"/>
        <source>{text} is beyond what {dtype} holds: it would become {beyond}.</source>
        <translation>{text} 超出 {dtype} 的范围：会变为 {beyond}。</translation>
    </message>
    <message>
        <location filename="../../gui/values/several_model.py"/>
        <source>{text} · the first {most} are shown, and {more:,} more are not</source>
        <translation>{text} · 显示前 {most} 个，另有 {more:,} 个未显示</translation>
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
保存之前只是计划；Ctrl+Z 可撤回。</translation>
    </message>
    <message numerus="yes">
        <location filename="../../gui/diagnosis/model.py"/>
        <source>{title} and {n:,} more names</source>
        <translation><numerusform>{title} 以及另外 {n:,} 个名称</numerusform></translation>
    </message>
    <message>
        <location filename="../../gui/memory/measure.py"/>
        <source>{title} cannot be measured here. {reason}</source>
        <translation>此处无法测量 {title}。{reason}</translation>
    </message>
    <message>
        <location filename="../../gui/health/model.py"/>
        <source>{title} in {places}</source>
        <translation>{places}的{title}</translation>
    </message>
    <message>
        <location filename="../../gui/diagnosis/fixes_model.py"/>
        <source>{title} inside keys</source>
        <translation>{title}（键的内部）</translation>
    </message>
    <message>
        <location filename="../../gui/memory/measure.py"/>
        <source>{title} with torch {version} took {seconds:.1f} s.</source>
        <translation>{title}，torch {version}，用时 {seconds:.1f} 秒。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/names.py"/>
        <source>{title}, in {path}</source>
        <translation>{title}（在 {path} 中）</translation>
    </message>
    <message>
        <location filename="../../gui/memory/measure.py"/>
        <source>{title}: not measured yet.</source>
        <translation>{title}：尚未测量。</translation>
    </message>
    <message>
        <location filename="../../gui/compare/dialog.py"/>
        <source>{title}: then {fit}</source>
        <translation>{title}：之后{fit}</translation>
    </message>
    <message>
        <location filename="../../core/report/diagnosis.py"/>
        <source>{title}: then {matched_after} of {of} keys fit</source>
        <translation>{title}：之后 {of} 个键中有 {matched_after} 个吻合</translation>
    </message>
    <message>
        <location filename="../../gui/changes/table_model.py"/>
        <source>{title}: {extent}
Del takes it out of the plan.</source>
        <translation>{title}：{extent}
按 Del 从计划中去掉。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/model_match/model_findings.py"/>
        <source>{title}: {matched_after:,} of {of:,} keys then fit ({matched_before:,} do now).</source>
        <translation>{title}：之后 {of:,} 个键中有 {matched_after:,} 个匹配（现在为 {matched_before:,} 个）。</translation>
    </message>
    <message>
        <location filename="../../core/loading/recipes.py"/>
        <source>{title}: {what}</source>
        <translation>{title}：{what}</translation>
    </message>
    <message>
        <location filename="../../core/report/values.py"/>
        <source>{told}; the finite ones from {least} to {most}</source>
        <translation>{told}；有限的从 {least} 到 {most}</translation>
    </message>
    <message>
        <location filename="../../core/report/diagnosis.py"/>
        <source>{torch} was asked: torch.load(f) {summary} ({seconds:.1f} s)</source>
        <translation>询问了 {torch}：torch.load(f) {summary}（{seconds:.1f} 秒）</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/model_match/model_findings.py"/>
        <source>{unexpected!r} belongs to {key!r}, whose numbers are {dtype} and mean nothing without it. Load the file with the library that quantised it.</source>
        <translation>{unexpected!r} 属于 {key!r}，后者的数值类型为 {dtype}，缺少它就没有意义。请用量化该文件的库来加载。</translation>
    </message>
    <message>
        <location filename="../../core/remote/address.py"/>
        <source>{url} is no complete location.</source>
        <translation>{url} 不是完整的位置。</translation>
    </message>
    <message>
        <location filename="../../core/remote/address.py"/>
        <source>{url} is no file of this computer.</source>
        <translation>{url} 不是本机的文件。</translation>
    </message>
    <message>
        <location filename="../../gui/memory/answer_model.py"/>
        <source>{used} of {room}</source>
        <translation>{room} 中的 {used}</translation>
    </message>
    <message>
        <location filename="../../core/recipes/number_options.py"/>
        <source>{value!r} is no number; a tensor holds nothing else.</source>
        <translation>{value!r} 不是数字；张量中只能是数字。</translation>
    </message>
    <message>
        <location filename="../../core/report/inspect.py"/>
        <source>{values} and over {more:,} more</source>
        <translation>{values}，另有超过 {more:,} 个</translation>
    </message>
    <message>
        <location filename="../../core/report/inspect.py"/>
        <source>{values} and {more:,} more</source>
        <translation>{values}，另有 {more:,} 个</translation>
    </message>
    <message>
        <location filename="../../core/edits/numbers/setting.py"/>
        <source>{value} becomes {become} in {path}, which is {dtype}.</source>
        <translation>{value} 在 {path} 中变成 {become}，因为后者为 {dtype}。</translation>
    </message>
    <message>
        <location filename="../../core/numbers/fitting.py"/>
        <source>{value} does not fit {dtype}, which goes from {least:,} to {most:,}.</source>
        <translation>{value} 不符合 {dtype}，其范围从 {least:,} 到 {most:,}。</translation>
    </message>
    <message>
        <location filename="../../core/numbers/fitting.py"/>
        <source>{value} is complex, and the tensor is {dtype}.</source>
        <translation>{value} 是复数，而张量为 {dtype}。</translation>
    </message>
    <message>
        <location filename="../../core/numbers/fitting.py"/>
        <source>{value} is no whole number, and the tensor is {dtype}.</source>
        <translation>{value} 不是整数，而张量为 {dtype}。</translation>
    </message>
    <message>
        <location filename="../../core/recipes/options.py"/>
        <source>{value} is not {form}</source>
        <translation>{value} 不是 {form}</translation>
    </message>
    <message>
        <location filename="../../core/numbers/fitting.py"/>
        <source>{value} is too large for a number of {dtype}.</source>
        <translation>{value} 对 {dtype} 来说太大。</translation>
    </message>
    <message>
        <location filename="../../gui/diagnosis/model.py"/>
        <source>{warnings} about using it after loading.</source>
        <translation>{warnings}，与加载后的使用有关。</translation>
    </message>
    <message>
        <location filename="../../core/memory/analysis.py"/>
        <source>{ways}: at most {peak} on a card and {ram} of RAM</source>
        <translation>{ways}：显卡上最多 {peak}，内存 {ram}</translation>
    </message>
    <message>
        <location filename="../../core/memory/analysis.py"/>
        <source>{ways}: nothing on a card and {ram} of RAM</source>
        <translation>{ways}：不占显存，内存 {ram}</translation>
    </message>
    <message>
        <location filename="../../core/errors.py"/>
        <source>{what} Nothing was changed.</source>
        <translation>{what}没有任何更改。</translation>
    </message>
    <message>
        <location filename="../../core/pickling/bounds.py"/>
        <source>{what} in {size} of pickle</source>
        <translation>{size} 的 pickle 中的{what}</translation>
    </message>
    <message>
        <location filename="../../core/edits/state_dict.py"/>
        <source>{what} is no pickled module or optimizer whose parameters could be found without its code.</source>
        <translation>{what} 不是不用其代码就能找到参数的、用 pickle 保存的模块或优化器。</translation>
    </message>
    <message>
        <location filename="../../gui/health/model.py"/>
        <source>{what}, and {signs}.</source>
        <translation>{what}，以及{signs}。</translation>
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
        <translation>{what}。其地址中的密钥保留到 Pthfinder 结束，不会显示在任何地方。</translation>
    </message>
    <message>
        <location filename="../../gui/document/compared.py"/>
        <source>{what}: {here} here, {there} there</source>
        <translation>{what}：这边 {here}，那边 {there}</translation>
    </message>
    <message>
        <location filename="../../cli/extracting.py"/>
        <source>{where} was a pickled {whole}: {modules}</source>
        <translation>{where} 原为 pickle 的 {whole}：{modules}</translation>
    </message>
    <message>
        <location filename="../../cli/extracting.py"/>
        <source>{where} was a pickled {whole}: {modules}, in {wrapper}; --unwrap-dataparallel takes its prefix off</source>
        <translation>{where} 原为 pickle 的 {whole}：{modules}，在 {wrapper} 中；--unwrap-dataparallel 可去掉其前缀</translation>
    </message>
    <message>
        <location filename="../../cli/extracting.py"/>
        <source>{where} was a pickled {whole}: {parameters}</source>
        <translation>{where} 原为 pickle 的 {whole}：{parameters}</translation>
    </message>
    <message>
        <location filename="../../core/containers/lost.py"/>
        <source>{why} What it holds will not be in the copy.</source>
        <translation>{why} 其内容不会出现在副本中。</translation>
    </message>
    <message>
        <location filename="../../gui/plots/plane_bar.py"/>
        <source>{words}: dimension</source>
        <translation>{words}：维度</translation>
    </message>
    <message>
        <location filename="../../gui/page/notice.py"/>
        <source>{works} What comes next may not: {title}.</source>
        <translation>{works}但接下来可能有问题：{title}。</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/traceback/judge_devices.py"/>
        <source>{wrapped} As saved it lies there; if the script loads it with map_location='cpu', that is what moves it away.</source>
        <translation>{wrapped}按保存时的样子，它就在那里；如果脚本用 map_location='cpu' 加载，那正是把它移走的原因。</translation>
    </message>
    <message>
        <location filename="../../gui/health/model.py"/>
        <source>{zeros:,} of {count:,} zero</source>
        <translation>{count:,} 个中有 {zeros:,} 个为零</translation>
    </message>
    <message>
        <location filename="../../core/values/health/optimizers.py"/>
        <source>{zero}, and those of {moving:,} other parameters are not: it never got a gradient. Unused layers, experts that no token reached, and what a zero layer hides in its first step are so; the file cannot tell whether it is meant.</source>
        <translation>{zero}，而其他 {moving:,} 个参数的不为零：它从未得到梯度。未使用的层、没有 token 到达的专家，以及零层在第一步遮住的部分就是这样；文件无法说明是否有意。</translation>
    </message>
    <message>
        <location filename="../../gui/diff/table_model.py"/>
        <source>Δ is the largest absolute difference of two numbers; “theirs” is the other file's</source>
        <translation>Δ 是两个数字之差的最大绝对值；“对方”指另一个文件</translation>
    </message>
    <message>
        <location filename="../../gui/diff/table_model.py"/>
        <source>‖mine − theirs‖ against the larger of the two norms: 1 is as far apart as one is from 0</source>
        <translation>‖我的 − 对方‖ 与两个范数中较大者之比：1 相当于 1 与 0 的距离</translation>
    </message>
    <message>
        <location filename="../../gui/values/update_model.py"/>
        <source>‖step‖ {norm:.3g} against ‖weights‖ {weights:.3g}, by lr {lr:g} after {steps}</source>
        <translation>‖step‖ {norm:.3g} 对 ‖weights‖ {weights:.3g}，lr {lr:g}，经过{steps}</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/names.py"/>
        <source>“{prefix}” before {keys:,} of {of:,} keys</source>
        <translation>{of:,} 个键中 {keys:,} 个前面的“{prefix}”</translation>
    </message>
    <message>
        <location filename="../../core/diagnosis/rules/names.py"/>
        <source>“{prefix}” inside {keys:,} of {of:,} keys</source>
        <translation>{of:,} 个键中 {keys:,} 个内部的“{prefix}”</translation>
    </message>
    <message>
        <location filename="../../gui/document/plain_value.py"/>
        <source>“{text}” is no number: type one such as 0 or 1e-4, or True, False or None.</source>
        <translation>“{text}”不是数字：请输入例如 0 或 1e-4，或 True、False、None。</translation>
    </message>
    <message>
        <location filename="../../gui/document/typed_number.py"/>
        <source>“{text}” is no number: type one such as {example}.</source>
        <translation>“{text}”不是数字：请输入例如 {example}。</translation>
    </message>
    <message>
        <location filename="../../gui/devices/panel.py"/>
        <source>… and {devices}</source>
        <translation>… 以及{devices}</translation>
    </message>
    <message>
        <location filename="../../gui/tree/tips.py"/>
        <source>… and {files}</source>
        <translation>… 以及{files}</translation>
    </message>
    <message numerus="yes">
        <location filename="../../gui/save/sections.py"/>
        <source>… and {n:,} more changes</source>
        <translation><numerusform>… 以及另外 {n:,} 个更改</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../gui/save/sections.py"/>
        <source>… and {n:,} more devices</source>
        <translation><numerusform>… 以及另外 {n:,} 个设备</numerusform></translation>
    </message>
    <message>
        <location filename="../../gui/details/model.py"/>
        <source>… and {pieces}</source>
        <translation>… 以及{pieces}</translation>
    </message>
    <message>
        <location filename="../../core/report/inspect.py"/>
        <source>… {tensors}; --all lists them.</source>
        <translation>… {tensors}；--all 会全部列出。</translation>
    </message>
</context>
</TS>
