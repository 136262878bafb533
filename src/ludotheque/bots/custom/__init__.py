"""Players of somebody's own: an object, a class, `module:Class`, an entry point, a program."""
