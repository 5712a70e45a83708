"""Tests of the window; offscreen, with real checkpoints written by torch."""
