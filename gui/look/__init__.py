"""Colours, icons, words and what is remembered between two starts."""
