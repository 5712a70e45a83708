"""Makes what lies in many files, or in containers of other kinds than ``torch.save``'s, with the real frameworks.

``python -m tests.frameworks.folders.run`` makes all of it anew in ``.frameworks/folders`` and compares the facts with
those of ``tests/data/folders``; ``--keep`` replaces them. ``tests/data/folders/README.md`` says what each is.
"""
