"""What needs another package than the game does; each room imports it inside and says which."""
