"""Layers of models, judged by the modules of torch themselves."""
