/* Without main, what is public may be called, and its variables used, by anyone. */
int public_object, *public_pointer = &public_object;
static int private_object, *private_pointer = &private_object;
int *r_given, *r_private, *r_public;
struct handle { int *p; };
static int *not_called (int *x) { return x; }
void api (int *x) { r_given = x; r_public = public_pointer; r_private = private_pointer; }
int *api_value (struct handle h) { return not_called (h.p); }
