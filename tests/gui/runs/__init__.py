"""Tests of the window about a run."""
