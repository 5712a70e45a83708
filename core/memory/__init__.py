"""What loading a checkpoint would allocate: strategies, an allocator model and a ledger phase by phase."""
