"""Where bytes lie in the containers of torch and safetensors; nothing of what they mean."""
