"""Checkpoints that several ranks saved, each what it had: DeepSpeed ZeRO, FSDP and Megatron."""
