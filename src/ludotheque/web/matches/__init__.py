"""The matches of this server: finding them, playing them, and who may see what of them."""
