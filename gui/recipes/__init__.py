"""Recipes: what was done to one file, kept, done to another, or to a folder of them."""
