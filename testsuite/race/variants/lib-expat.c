/* Each thread parses a text of its own, with functions that get what it has set.
   RACY 1 'elements': a function for elements counts without the lock
   RACY 2 'common.depth': what they get is one for all threads
   RACY 3 'texts': a function for text */
#include "common.h"
typedef struct XML_ParserStruct *XML_Parser;
XML_Parser XML_ParserCreate (const char *);
void XML_SetUserData (XML_Parser, void *);
void XML_SetElementHandler (XML_Parser, void (*) (void *, const char *, const char **), void (*) (void *, const char *));
void XML_SetCharacterDataHandler (XML_Parser, void (*) (void *, const char *, int));
int XML_Parse (XML_Parser, const char *, int, int);
void XML_ParserFree (XML_Parser);

struct data { int depth; };
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct data common;
static int elements, texts;

static void begin (void *data, const char *name, const char **attributes)
{
  struct data *d = data;
  d->depth++;
#if R != 1
  pthread_mutex_lock (&lock);
#endif
  elements++;
#if R != 1
  pthread_mutex_unlock (&lock);
#endif
}

static void end (void *data, const char *name)
{
  ((struct data *) data)->depth--;
}

static void add (void *data, const char *text, int length)
{
#if R == 3
  texts++;
#endif
}

static void *work (void *arg)
{
  static const char text[] = "<a>b</a>";
  struct data own = {0};
  XML_Parser p = XML_ParserCreate (NULL);
  XML_SetUserData (p, R == 2 ? &common : &own);
  XML_SetElementHandler (p, begin, end);
  XML_SetCharacterDataHandler (p, add);
  XML_Parse (p, text, sizeof text - 1, 1);
  XML_ParserFree (p);
  return arg;
}

int main (void)
{
  spawn_two (work);
  return elements + texts;
}
