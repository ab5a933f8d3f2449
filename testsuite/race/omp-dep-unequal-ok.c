/* The row that is read is left out by a test. */
/* { dg-options "-fopenmp" } */
int d[40][40];
int main (void)
{
  for (int k = 0; k < 40; k++) {
#pragma omp parallel for
    for (int i = 0; i < 40; i++)
      if (i != k)
        for (int j = 0; j < 40; j++)
          if (d[i][k] + d[k][j] < d[i][j])
            d[i][j] = d[i][k] + d[k][j];
  }
  return 0;
}
