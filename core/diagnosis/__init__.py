"""Diagnosis: which errors a checkpoint will raise, in torch's own words, and the edits that cure them."""
