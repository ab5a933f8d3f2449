/* Red and black elements; two copies of which one is read and the other written. */
/* { dg-options "-fopenmp" } */
static double grid[60][60], copy[2][100];
int main (void)
{
  for (int t = 0; t < 10; t++)
    for (int colour = 0; colour < 2; colour++) {
#pragma omp parallel for
      for (int i = 1; i < 59; i++)
        for (int j = 1 + (i + colour) % 2; j < 59; j += 2)
          grid[i][j] = grid[i - 1][j] + grid[i + 1][j] + grid[i][j - 1] + grid[i][j + 1];
    }
#pragma omp parallel
  for (int t = 0; t < 10; t++) {
#pragma omp for
    for (int i = 1; i < 99; i++)
      copy[(t + 1) % 2][i] = copy[t & 1][i - 1] + copy[t & 1][i + 1];
  }
  return (int)grid[1][1] + (int)copy[1][1];
}
