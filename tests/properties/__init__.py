"""One property a module, held against every component class that ships."""
