/* The iterator of thread-callback-visitor and its twin. */
#define CELLS 5

static int cells[CELLS];

void for_each (void (*visit) (int, void *), void *data)
{
  for (int i = 0; i < CELLS; i++)
    visit (cells[i], data);
}
