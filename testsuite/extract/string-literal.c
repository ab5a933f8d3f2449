/* String literals cannot be written; arrays initialised by one can. */

extern int print (const char *);
const char *const constant = "constant";
const char *pointer = "pointer" + 2;
char array[] = "array";
char padded[16] = "pad";

int use (int i)
{
  char local[] = "local";
  local[i] = "index"[i];
  array[0] = 'A';
  pointer = i ? "yes" : "no";
  print (local);
  return print ("literal");
}
