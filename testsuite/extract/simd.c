/* Loops whose iterations are lanes: how many at a time, what each has for itself, what goes from one
   to the next; and those that all teams of a league share out. */
/* { dg-options "-fopenmp -O0" } */
int a[100], b[100];

int carry (int n)
{
  int s = 0, t[2];
#pragma omp simd safelen(4) private(t)
  for (int i = 4; i < n; i++) {
    t[0] = a[i - 4];
    a[i] = t[0];
    s += t[0];
  }
  return s;
}

void distribute (int n)
{
#pragma omp teams distribute parallel for
  for (int i = 0; i < n; i++)
    b[i] = i;
}
