"""Which errors a file will raise on a computer, in the words of torch, and the click that cures each."""
