/* What runs Lua code may call the C functions that its state knows.
   RACY 1 'calls': a state for each thread, but one counter
   RACY 2 '*shared': one state for both threads */
#include "common.h"
typedef struct lua_State lua_State;
lua_State *luaL_newstate (void);
void lua_pushcclosure (lua_State *, int (*) (lua_State *), int);
int lua_pcall (lua_State *, int, int, int);
void lua_close (lua_State *);
static lua_State *shared;
static int calls;
static int count (lua_State *s)
{
#if R == 1
  calls++;
#endif
  return s ? 1 : 0;
}
static void *w (void *a)
{
#if R == 2
  lua_State *s = shared;
#else
  lua_State *s = luaL_newstate ();
#endif
  lua_pushcclosure (s, count, 0);
  lua_pcall (s, 0, 0, 0);
#if R != 2
  lua_close (s);
#endif
  return a;
}
int main (void)
{
  pthread_t t, u;
  shared = luaL_newstate ();
  spawn (&t, w, 0);
  spawn (&u, w, 0);
  pthread_join (t, 0);
  pthread_join (u, 0);
  return 0;
}
