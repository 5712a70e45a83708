"""What workers are told of files, as plain data, and the checksums that they find."""
