"""Folders written all or nothing: made beside their target, put in its place, and what goes along."""
