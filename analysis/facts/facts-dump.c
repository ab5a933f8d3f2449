/* Dumps facts: one line a record, made from the table of records, so that nothing a unit holds is
   left out.  Numbers of tables are shown as what they stand for; `%5' is value 5 of a function. */

#include "dump.h"
#include "spelling.h"

#include <inttypes.h>
#include <string.h>

/* A file could make its names and strings as long as itself, and use them in all its records. */
#define CUT_NAME "%.1000s"
enum { LONGEST_STRING = 4096 };

struct dumper {
  const struct unit *u;
  const struct function *f; /* NULL outside functions */
  struct text line;
};

static const char *string_of (const struct dumper *d, uint32_t n)
{
  return n ? d->u->strings[n] : "";
}

/* A string in quotes, on one line whatever it holds. */
static void add_string (struct dumper *d, uint32_t n)
{
  text_add (&d->line, "\"");
  const char *s = string_of (d, n), *end = s + strnlen (s, LONGEST_STRING);
  for (const char *p = s; p < end; p++)
    if (*p == '"' || *p == '\\')
      text_printf (&d->line, "\\%c", *p);
    else if ((unsigned char)*p < ' ' || *p == 0x7f)
      text_printf (&d->line, "\\%03o", (unsigned)*p);
    else
      text_printf (&d->line, "%c", *p);
  text_add (&d->line, *end ? "\"..." : "\"");
}

static void put_line (struct dumper *d, FILE *out)
{
  text_printable (&d->line);
  fprintf (out, "%s\n", text_of (&d->line));
}

/* Static variables of functions share their source name, so the linker's is shown. */
static const char *symbol_name (const struct unit *u, uint32_t symbol)
{
  return symbol && u->symbols[symbol].name ? u->strings[u->symbols[symbol].name] : "";
}

static void add_value (struct dumper *d, uint32_t value)
{
  text_printf (&d->line, "%%%" PRIu32, value);
  if (d->f->value_names[value])
    text_printf (&d->line, ":" CUT_NAME, string_of (d, d->f->value_names[value]));
}

static void add_bits (struct dumper *d, int64_t bits)
{
  if (bits % 8)
    text_printf (&d->line, "%+" PRId64 "b", bits);
  else if (bits)
    text_printf (&d->line, "%+" PRId64, bits / 8);
}

static void add_operand (struct dumper *, const struct operand *);

static void add_base (struct dumper *d, const struct address *a)
{
  const struct unit *u = d->u;
  switch (a->base_kind) {
  case BASE_VALUE:
    add_value (d, a->base);
    break;
  case BASE_LOCAL:
    text_printf (&d->line, "&" CUT_NAME, string_of (d, d->f->locals[a->base].name));
    if (d->f->locals[a->base].flags & OF_ARTIFICIAL)
      text_printf (&d->line, "#%" PRIu32, a->base);
    break;
  case BASE_OBJECT:
    text_printf (&d->line, "&" CUT_NAME,
                 u->objects[a->base].symbol ? symbol_name (u, u->objects[a->base].symbol)
                                            : "\"...\"");
    break;
  case BASE_SYMBOL:
    text_printf (&d->line, "&" CUT_NAME, symbol_name (u, a->base));
    break;
  default:
    text_add (&d->line, "0");
  }
}

/* {base+offset+index*stride} */
static void add_address (struct dumper *d, const struct address *a)
{
  text_add (&d->line, "{");
  add_base (d, a);
  add_bits (d, a->bitoff);
  for (uint32_t i = 0; i < a->n_indices; i++) {
    text_add (&d->line, "+");
    add_operand (d, &a->indices[i].index);
    text_printf (&d->line, "*%" PRIu64, a->indices[i].stride);
    if (a->indices[i].unit) {
      text_add (&d->line, ":");
      add_operand (d, &a->indices[i].scale);
      text_printf (&d->line, "*%" PRIu64, a->indices[i].unit);
    }
    if (a->indices[i].bound)
      text_printf (&d->line, "<%" PRIu64, a->indices[i].bound);
  }
  text_add (&d->line, "}");
}

static void add_operand (struct dumper *d, const struct operand *o)
{
  switch (o->kind) {
  case OPND_VALUE:
    add_value (d, o->value);
    break;
  case OPND_INT:
    text_printf (&d->line, "%" PRId64, o->u.number);
    break;
  case OPND_ADDRESS:
    add_address (d, o->u.addr);
    break;
  case OPND_CONTENTS:
    text_add (&d->line, "*");
    add_address (d, o->u.addr);
    break;
  default:
    text_add (&d->line, facts_name (&other_operand_names, o->other));
  }
}

static void add_flags (struct dumper *d, const struct name_table *names, uint32_t flags)
{
  const char *separator = "";
  for (uint32_t i = 0; i < names->n; i++)
    if (flags & names->v[i].value) {
      text_printf (&d->line, "%s%s", separator, names->v[i].text);
      separator = ",";
    }
}

/* How many bits the access of R has. */
static uint64_t bits_of (const struct dumper *d, const struct record *r)
{
  switch (r->kind) {
  case REC_load:
    return load_bits (d->u, d->f, (const struct rec_load *)r);
  case REC_store:
    return store_bits (d->u, d->f, (const struct rec_store *)r);
  case REC_copy:
    return ((const struct rec_copy *)r)->bits;
  case REC_clear:
    return ((const struct rec_clear *)r)->bits;
  default:
    return 0;
  }
}

static void add_list (struct dumper *d, const struct field_desc *f, const struct number_list *l)
{
  for (uint32_t i = 0; i < l->n; i++) {
    if (i)
      text_add (&d->line, ", ");
    if (f->type == FT_TYPES)
      spell_type (d->u, l->v[i], &d->line);
    else if (f->type == FT_STRS)
      add_string (d, l->v[i]);
    else
      text_printf (&d->line, "%" PRIu32, l->v[i]);
  }
}

static bool is_zero (const struct field_desc *f, const void *p)
{
  switch ((enum field_type)f->type) {
  case FT_U:
  case FT_S:
  case FT_DELTA:
    return !*(const uint64_t *)p;
  case FT_FLAGS:
  case FT_STR:
  case FT_TYPE:
  case FT_SYM:
    return !*(const uint32_t *)p;
  case FT_OPND:
    return ((const struct operand *)p)->kind == OPND_OTHER &&
           ((const struct operand *)p)->other == OO_NONE;
  case FT_TYPES:
  case FT_STRS:
  case FT_NUMS:
  case FT_OPNDS:
    return !*(const uint32_t *)p;
  case FT_LOC:
  case FT_DEF:
  case FT_EDGES:
  case FT_BLOCKS:
  case FT_BYTES:
  case FT_CORE:
    return true; /* shown elsewhere */
  case FT_ENUM:
  case FT_ADDR:
    return false;
  }
  return false;
}

/* What an annotation is about. */
static void add_annotated (struct dumper *d, const struct rec_annotation *a)
{
  text_add (&d->line, " item='");
  if (a->target == AT_SYMBOL || a->target == AT_PARAMETER) {
    text_printf (&d->line, CUT_NAME, symbol_name (d->u, (uint32_t)a->item));
    if (a->target == AT_PARAMETER)
      text_printf (&d->line, "' sub=%" PRIu64, a->sub);
    else
      text_add (&d->line, "'");
    return;
  }
  const struct type *t = &d->u->types[a->item];
  spell_type (d->u, (uint32_t)a->item, &d->line);
  if (a->target == AT_FIELD && a->sub < t->n_fields)
    text_printf (&d->line, "." CUT_NAME, string_of (d, t->fields[a->sub].name));
  text_add (&d->line, "'");
}

static void add_field (struct dumper *d, const struct record *r, const struct field_desc *f)
{
  const void *p = (const char *)r + f->offset;
  if (r->kind == REC_annotation && !strcmp (f->name, "item")) {
    add_annotated (d, (const struct rec_annotation *)r);
    return;
  }
  if (is_zero (f, p) || (r->kind == REC_annotation && !strcmp (f->name, "sub")))
    return;
  text_printf (&d->line, " %s=", f->name);
  switch ((enum field_type)f->type) {
  case FT_U:
    text_printf (&d->line, "%" PRIu64, *(const uint64_t *)p);
    break;
  case FT_S:
  case FT_DELTA:
    text_printf (&d->line, "%" PRId64, *(const int64_t *)p);
    break;
  case FT_ENUM:
    text_add (&d->line, facts_name (f->names, *(const uint32_t *)p));
    break;
  case FT_FLAGS:
    add_flags (d, f->names, *(const uint32_t *)p);
    break;
  case FT_STR:
    add_string (d, *(const uint32_t *)p);
    break;
  case FT_TYPE:
    text_add (&d->line, "'");
    spell_type (d->u, *(const uint32_t *)p, &d->line);
    text_add (&d->line, "'");
    break;
  case FT_SYM:
    text_printf (&d->line, CUT_NAME, symbol_name (d->u, *(const uint32_t *)p));
    break;
  case FT_OPND:
    add_operand (d, p);
    break;
  case FT_ADDR:
    text_add (&d->line, "'");
    spell_memory (d->u, d->f, p, bits_of (d, r), &d->line);
    text_add (&d->line, "' ");
    add_address (d, p);
    break;
  case FT_TYPES:
  case FT_STRS:
  case FT_NUMS:
    text_add (&d->line, "(");
    add_list (d, f, p);
    text_add (&d->line, ")");
    break;
  case FT_OPNDS: {
    const struct operand_list *l = p;
    text_add (&d->line, "(");
    for (uint32_t i = 0; i < l->n; i++) {
      text_add (&d->line, i ? ", " : "");
      add_operand (d, &l->v[i]);
    }
    text_add (&d->line, ")");
    break;
  }
  default:
    break; /* names and bytes are shown where they are used */
  }
}

static void add_loc (struct dumper *d, uint32_t loc)
{
  const struct rec_loc *l = &d->u->locs[loc];
  spell_loc (d->u, loc, &d->line);
  if (l->finish || l->lines)
    text_printf (&d->line, "-%" PRId64, (int64_t)l->column + l->finish);
  if (l->r.loc) {
    text_add (&d->line, " in macro ");
    spell_loc (d->u, l->r.loc, &d->line);
  }
  if (l->flags) {
    text_add (&d->line, " ");
    add_flags (d, &loc_flag_names, l->flags);
  }
}

/* `  %5 = kind field=value ...  @file:line:column' */
static void dump_record (struct dumper *d, const struct record *r, const char *indent, FILE *out)
{
  const struct record_desc *desc = &facts_records[r->kind];
  text_clear (&d->line);
  text_add (&d->line, indent);
  if (r->dst && d->f) {
    add_value (d, r->dst);
    text_add (&d->line, " '");
    spell_type (d->u, d->f->value_types[r->dst], &d->line);
    text_add (&d->line, "' = ");
  }
  text_add (&d->line, desc->name);
  for (unsigned i = 0; i < desc->n_fields; i++)
    add_field (d, r, &desc->fields[i]);
  if (r->loc) {
    text_add (&d->line, "  @");
    add_loc (d, r->loc);
  }
  put_line (d, out);
}

static void dump_type (struct dumper *d, const struct type *t, FILE *out)
{
  dump_record (d, &t->r.r, "  ", out);
  for (uint32_t i = 0; i < t->n_fields; i++)
    dump_record (d, &t->fields[i].r, "    ", out);
}

static void dump_init (struct dumper *d, const struct rec_init *n, FILE *out)
{
  const struct unit *u = d->u;
  text_clear (&d->line);
  text_printf (&d->line, "  init " CUT_NAME "+%" PRId64 " = ",
               symbol_name (u, u->objects[n->object].symbol), n->offset);
  if (n->kind == IK_SYMBOL)
    text_printf (&d->line, "&" CUT_NAME, symbol_name (u, (uint32_t)n->target));
  else if (n->kind == IK_OBJECT && u->objects[n->target].symbol)
    text_printf (&d->line, "&" CUT_NAME, symbol_name (u, u->objects[n->target].symbol));
  else if (n->kind == IK_OBJECT)
    text_printf (&d->line, "&\"...\"");
  else if (n->kind == IK_DATA)
    text_printf (&d->line, "data");
  if (n->value || n->kind == IK_INTEGER)
    text_printf (&d->line, n->kind == IK_INTEGER ? "%" PRId64 : "%+" PRId64, n->value);
  if (n->size)
    text_printf (&d->line, " size=%" PRIu64, n->size);
  put_line (d, out);
}

static void dump_block (struct dumper *d, uint32_t number, FILE *out)
{
  const struct block *b = &d->f->blocks[number];
  fprintf (out, "    block %" PRIu32, number);
  for (uint32_t i = 0; i < b->n_preds; i++)
    fprintf (out, "%s%" PRIu32, i ? ", " : " preds ", b->preds[i]);
  fprintf (out, "\n");
  for (uint32_t i = b->first; i < b->end; i++)
    dump_record (d, d->f->records[i], "      ", out);
  for (uint32_t i = 0; i < b->n_edges; i++)
    fprintf (out, "      -> %" PRIu32 " %s\n", b->edges[i].target,
             facts_name (&edge_kind_names, b->edges[i].kind));
}

static void dump_function (struct dumper *d, const struct function *f, FILE *out)
{
  d->f = f;
  dump_record (d, &f->r.r, "  ", out);
  for (uint32_t i = 1; i <= f->n_locals; i++)
    dump_record (d, &f->locals[i].r, "    ", out);
  for (uint32_t i = 0; i < f->n_blocks; i++)
    dump_block (d, i, out);
  d->f = NULL;
}

void dump_facts (const struct unit *u, FILE *out)
{
  struct dumper d = {u, NULL, {0}};
  dump_record (&d, &u->r.r, "", out);
  for (uint32_t i = 1; i <= u->n_files; i++)
    dump_record (&d, &u->files[i].r, "  ", out);
  for (uint32_t i = 1; i <= u->n_types; i++)
    dump_type (&d, &u->types[i], out);
  for (uint32_t i = 1; i <= u->n_symbols; i++)
    dump_record (&d, &u->symbols[i].r, "  ", out);
  for (uint32_t i = 1; i <= u->n_objects; i++)
    dump_record (&d, &u->objects[i].r, "  ", out);
  for (uint32_t i = 0; i < u->n_inits; i++)
    dump_init (&d, &u->inits[i], out);
  for (uint32_t i = 0; i < u->n_prototypes; i++)
    dump_record (&d, &u->prototypes[i].r, "  ", out);
  for (uint32_t i = 0; i < u->n_annotations; i++)
    dump_record (&d, &u->annotations[i].r, "  ", out);
  for (uint32_t i = 0; i < u->n_functions; i++)
    dump_function (&d, &u->functions[i], out);
  text_free (&d.line);
}
