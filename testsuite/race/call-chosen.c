/* One function for all that is done to an option, and the case is not known where threads call it. */
#include <pthread.h>
#include <stdlib.h>

enum command { RESET, READ, FREE };

struct service {
  int length;
  int level;
};

static int lines, levels;
static struct service defaults;

static void count_line (void)
{
  lines++; /* dg-warning "data race on .lines." */
}

static void parse (struct service *s, const char *text)
{
  levels++; /* dg-warning "data race on .levels." */
  s->level = atoi (text); /* dg-warning "data race on .defaults.level." */
  count_line ();
}

static void one_option (enum command c, struct service *s, const char *text)
{
  switch (c) {
  case RESET:
    s->level = 0;
    break;
  case READ:
    parse (s, text);
    break;
  case FREE:
    break;
  }
  switch (c) {
  case RESET:
    s->length = 0;
    break;
  case READ:
    s->length = text[0];
    parse (&defaults, text);
    break;
  case FREE:
    s->length = -1;
    break;
  }
}

static void options (enum command c, struct service *s, const char *text)
{
  one_option (c, s, text);
}

static void *serve (void *arg)
{
  struct service *s = arg;
  options (s->level > 3 ? FREE : READ, s, "3");
  free (s);
  return NULL;
}

int main (int argc, char **argv)
{
  for (int i = 1; i < argc; i++) {
    pthread_t t;
    struct service *s = malloc (sizeof *s);
    options (RESET, s, NULL);
    options (READ, s, argv[i]);
    pthread_create (&t, NULL, serve, s);
    pthread_detach (t);
  }
  return lines + levels + defaults.level;
}
