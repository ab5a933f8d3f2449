/* What the tests of the models share.  Rows are compared by their dump, which the round-trip tests
   tie to the structures. */

#ifndef MODELS_MAKE_H
#define MODELS_MAKE_H

#include "models.h"

extern struct models *models;
extern struct text model_messages; /* of the last call, one per line */
extern struct text model_dumped;   /* by the last dump */

void set_up_no_models (void);

void set_up_models (void);

void tear_down_models (void);

void collect_message (void *context, const char *message);

unsigned add_rows_n (const char *text, size_t size);

unsigned add_rows (const char *text);

void add_rows_cleanly (const char *text);

const struct model *find_model (const char *name);

/* The row of NAME is "NAME: BODY". */
void check_row (const char *name, const char *body);

const struct model_effect *effect_of (const char *name, enum effect_kind kind);

bool lacks_effect (const char *name, enum effect_kind kind);

/* The table's dump reads back to the same table, and that one's dump is the same text. */
void check_round_trip (void);

#endif
