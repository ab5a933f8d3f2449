/* Findings: what the analysis has to say to people, as data; the sentences are made by report.c.

   All strings are names as the source spells them, without quotes.  Everything lies in the arena of
   the findings. */

#ifndef RACECHECK_FINDINGS_H
#define RACECHECK_FINDINGS_H

#include "arena.h"
#include "proofs.h"
#include "unit.h"
#include "vec.h"

/* A place in the source; unit NULL or loc 0: none is known. */
struct place {
  const struct unit *unit;
  uint32_t loc;
};

/* What happens at a place: to memory, or to a lock. */
enum finding_mode {
  FINDING_READ,
  FINDING_WRITE,
  FINDING_UPDATE,
  FINDING_FREE,
  FINDING_LOCK,
  FINDING_UNLOCK,
  FINDING_WAIT,
  FINDING_DESTROY,
  FINDING_EARLIER, /* a lock that is held later: of the same thread */
  FINDING_PLACE,   /* nothing in particular */
  N_FINDING_MODES
};

struct finding_lock {
  const char *name; /* `lock2', `c->lock' */
  bool shared;      /* held for reading only */
};

/* One step on the way from the start of a thread to an access: CALLER calls at a place. */
struct finding_step {
  const char *caller;
  struct place at;
};

struct finding_thread {
  const char *name; /* `main', or of the start function; of an entry of a library its name */
  bool is_main;
  bool is_entry;  /* called from outside: by any number of threads at a time */
  bool is_signal; /* a signal handler */
  bool many;      /* several of it may run at a time */
  struct place created;
  const char *creator; /* name of the thread that creates it; NULL unknown */
};

struct finding_access {
  struct place at;
  uint8_t mode; /* enum finding_mode */
  bool atomic;
  const char *spelled;  /* as written there: `c->state' */
  const char *function; /* where it is */
  const char *library;  /* the function of a library that makes it (memcpy); NULL: none */
  struct finding_thread thread;
  uint32_t n_steps, n_locks;
  const struct finding_step *steps; /* outermost call first */
  const struct finding_lock *locks;
};

/* A line of a function that accesses the location, in whatever thread. */
struct finding_site {
  struct place at;
  uint8_t mode; /* enum finding_mode */
  bool atomic;
  const char *spelled, *function;
  const char *threads; /* their names, with commas */
  uint32_t n_locks;
  const char *const *locks; /* held there always */
};

enum finding_doubt {
  DOUBT_NONE,         /* a data race, as far as anything is certain */
  DOUBT_SAME_OBJECT,  /* the two may touch different objects of LOCATION */
  DOUBT_SAME_ELEMENT, /* ... different elements */
  DOUBT_LOCK_OBJECTS, /* the locks named `lock' and `other_lock' may belong to different objects */
  DOUBT_UNKNOWN_POINTER, /* one of them goes through a pointer that comes from unseen code */
  DOUBT_MERGED,          /* ... through one that may lead to more than is told apart */
  DOUBT_IN_STEP,         /* lanes that do each instruction together do not race */
  DOUBT_JOIN,            /* one of their threads may have been joined before the other access */
  DOUBT_RELEASED,        /* a lock that both took may have been released before, or not */
  DOUBT_WAIT,            /* one waits for something that the other one's thread does later */
  DOUBT_EXIT,            /* one is done when its thread, which is not main's, ends the program */
  DOUBT_UNKNOWN_CALL     /* one of them is reached through a call that may be of another function */
};

/* How much of a finding is certain; less is more. */
enum confidence {
  CONFIDENCE_CERTAIN,
  CONFIDENCE_POSSIBLE, /* what is touched is known */
  CONFIDENCE_VAGUE     /* it rests on a pointer or a call that nobody can follow */
};

enum { FINGERPRINT = 17 }; /* hexadecimal digits, and a NUL */

struct finding {
  char fingerprint[FINGERPRINT];           /* the same while lines move */
  uint8_t rule;                            /* enum rule, of rules.def */
  uint8_t doubt;                           /* enum finding_doubt */
  const char *said;                        /* instead of the words of the rule; NULL: those */
  const char *lock, *other_lock, *through; /* what the doubt is about; NULL: nothing to name */
  struct place doubted;                    /* the call that may be of another function */
  const char *doubted_name; /* in which function it is; or who returns the unknown pointer */
  uint8_t hidden;           /* enum hidden, of hiding.h */
  const char *why;          /* the reason that the source gives for that */
  const char *field;        /* `struct conn.state'; NULL: it is in no struct */
  const char *location;     /* `count2', `conn->state (struct conn.state)' */
  const char *symbol; /* what it is called wherever lines move: `count2', `struct conn.state' */
  /* Symbols of other memory on which the same two accesses race; a few. */
  uint32_t n_others;
  const char **others;
  const char *declared; /* what is declared at the place below: `count2', `struct conn.state' */
  struct place declaration;
  /* All of them; the first two are the pair that races. */
  uint32_t n_accesses;
  const struct finding_access *accesses;
  /* The lock that most accesses hold, and how many. */
  const char *common_lock;
  uint32_t held, of;
  /* The lines that access it; not more than people might look at. */
  uint32_t n_sites;
  const struct finding_site *sites;
};

/* How far the analysis came. */
enum findings_state {
  FINDINGS_COMPLETE,
  FINDINGS_NO_THREADS, /* nothing can race */
  FINDINGS_NO_FACTS,   /* nothing is known */
  FINDINGS_STOPPED     /* by a limit: some locations are not decided */
};

struct findings {
  struct arena arena;
  uint8_t state; /* enum findings_state */
  VEC (struct finding) v;
  /* The verdicts, for the last line: of SHARED locations that several threads may touch. */
  uint32_t shared, guarded, private_, read_only, ordered, atomic, racy;
  uint32_t rest_on[N_PROOFS]; /* how many verdicts rest on each proof */
  uint32_t lost;              /* pairs that rule `race-lost' would show: their locations ... */
  uint32_t unexplained;       /* findings that rule `race-objects' would show: likewise */
  uint32_t undecided;         /* ... are not decided; or because of a limit: */
  const char *stopped;        /* "stopped after 10 s, in the stage 'contexts'"; NULL: complete */
  uint32_t without_facts;     /* objects */
};

struct verdicts;
struct misuses;

/* What the verdicts and misuses, which may be NULL, mean to people who ASKED for a set of rules. */
void findings_make (struct findings *, const struct verdicts *, const struct misuses *,
                    uint32_t asked);
void findings_free (struct findings *);

enum confidence finding_confidence (const struct finding *);

#endif
