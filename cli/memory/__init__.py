"""The command ``memory``: what each way of loading would allocate."""
