"""The commands of callers, one function each, shared by the forms and the JSON API."""
