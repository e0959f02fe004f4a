"""The pages of tournaments: lists, the page of one, the maker's steps, the screen for a room, files."""
