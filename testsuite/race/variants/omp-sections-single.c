/* Constructs behind sections that nobody waits for: whoever has executed which of these.
   RACY 1 'one': the construct does not give it to one thread
   RACY 2 'two': a section and the construct write it
   RACY 3 'three': the section is left with it */
#ifndef R
#define R 0
#endif
static int one, two, three, four, five;
int main (void)
{
#pragma omp parallel
  {
#pragma omp sections nowait
    {
#pragma omp section
      two = 1;
#pragma omp section
      three = 1;
#pragma omp section
      four = 1;
#pragma omp section
      five = 1;
    }
#if R == 3
    three = 2;
#endif
#if R != 1
#pragma omp single nowait
#endif
    {
      one = 1;
#if R == 2
      two = 2;
#endif
    }
  }
  return one;
}
