/* Floating values have no operations in the facts, but their memory is accessed all the same. */

float f;
double d[4];
long double ld;
_Complex double z;
typedef float vector __attribute__ ((vector_size (16)));
vector v;

int arithmetic (int i)
{
  f = d[i] * 2.0;
  d[1] += f;
  ld = f;
  return (int)d[2] + (f > 1.0f) + __builtin_isunordered (f, d[0]);
}

double parts (_Complex float *p)
{
  z = *p;
  __real__ *p = 1;
  __imag__ z = __real__ z;
  return __imag__ z + v[2];
}

float lane (vector *w, int i)
{
  *w += v;
  (*w)[1] = 1;
  return (*w)[i];
}
