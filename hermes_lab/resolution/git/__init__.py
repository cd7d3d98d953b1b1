"""The git top level of a folder: read off the file system where that is certain, else asked of git."""
