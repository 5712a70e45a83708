"""What is shown of one document, worked out without Qt."""
