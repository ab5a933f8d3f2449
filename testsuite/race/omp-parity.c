/* Diagonal neighbours have the same colour; the two halves of a pair are one element. */
/* { dg-options "-fopenmp" } */
static double grid[60][60], half[60], pair[60], copy[2][100];
int main (void)
{
  for (int colour = 0; colour < 2; colour++) {
#pragma omp parallel for
    for (int i = 1; i < 59; i++)
      for (int j = 1 + (i + colour) % 2; j < 59; j += 2)
        grid[i][j] = grid[i - 1][j - 1]; /* dg-warning "data race on 'grid" */
  }
#pragma omp parallel for
  for (int i = 0; i < 60; i++)
    half[i / 2] += 1; /* dg-warning "data race on 'half" */
#pragma omp parallel for
  for (int i = 0; i < 60; i++)
    pair[i - i % 2] += 1; /* dg-warning "data race on 'pair" */
#pragma omp parallel
  for (int t = 0; t < 10; t++) {
#pragma omp for
    for (int i = 1; i < 99; i++)
      copy[(t + 2) % 2][i] = copy[t % 2][i - 1]; /* dg-warning "data race on 'copy" */
  }
  return (int)grid[1][1] + (int)half[1] + (int)pair[2] + (int)copy[1][1];
}
