"""A checkpoint as flat tables: entries, tensors, storages, and what they are."""
