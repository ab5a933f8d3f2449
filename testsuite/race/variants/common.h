#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <stddef.h>
#include <stdint.h>
#include <unistd.h>
#ifndef R
#define R 0
#endif
#define container_of(p,t,m) ((t *)((char *)(p) - offsetof (t, m)))
struct list_head { struct list_head *next, *prev; };
static inline void INIT_LIST_HEAD (struct list_head *h) { h->next = h; h->prev = h; }
static inline void __list_add (struct list_head *n, struct list_head *p, struct list_head *x) { x->prev = n; n->next = x; n->prev = p; p->next = n; }
static inline void list_add (struct list_head *n, struct list_head *h) { __list_add (n, h, h->next); }
static inline void list_add_tail (struct list_head *n, struct list_head *h) { __list_add (n, h->prev, h); }
static inline void __list_del (struct list_head *p, struct list_head *n) { n->prev = p; p->next = n; }
static inline void list_del (struct list_head *e) { __list_del (e->prev, e->next); }
static inline void list_del_init (struct list_head *e) { __list_del (e->prev, e->next); INIT_LIST_HEAD (e); }
static inline int list_empty (struct list_head *h) { return h->next == h; }
#define list_entry container_of
#define list_first_entry(h,t,m) list_entry ((h)->next, t, m)
#define list_for_each(p,h) for (p = (h)->next; p != (h); p = p->next)
#define list_for_each_safe(p,q,h) for (p = (h)->next, q = p->next; p != (h); p = q, q = p->next)
static inline void spawn (pthread_t *t, void *(*f) (void *), void *a) { if (pthread_create (t, NULL, f, a)) abort (); }
/* Two threads, of which the second gets an argument. */
static inline void spawn_two (void *(*f) (void *)) { pthread_t t, u; spawn (&t, f, NULL); spawn (&u, f, &u); pthread_join (t, NULL); pthread_join (u, NULL); }
