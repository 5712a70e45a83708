"""What every command says, as text and as JSON."""
