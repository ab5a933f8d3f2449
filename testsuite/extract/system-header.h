#pragma GCC system_header

#define BUMP(x) ((x)++)

static inline void increment (int *p)
{
  ++*p;
}
