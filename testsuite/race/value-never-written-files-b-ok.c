/* The other file of value-never-written-files and its twin. */
int opt_unsafe;
int opt_level = 3;
