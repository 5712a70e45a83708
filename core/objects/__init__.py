"""What the calls among the nodes of a pickle mean: tensors, arrays, modules, plain data."""
