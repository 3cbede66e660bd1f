/* kinds.h: the kinds of inputs. The first eight bytes of an input say what it is; all others are
 * runs.
 *
 * The one table of them: tools/fuzz-load.sh and seeds.php read its lines, too. */
#ifndef HP_FUZZ_KINDS_H
#define HP_FUZZ_KINDS_H

#define FUZZ_KIND_BYTES 8

/* clang-format off */
#define FUZZ_KINDS(KIND) \
	KIND(rings, "XHPLIVE1") \
	KIND(memory, "XHPMEMRY") \
	KIND(texts, "XHPTEXTS")
/* clang-format on */

#define FUZZ_KIND_NUMBER(name, first) FUZZ_##name,

typedef enum fuzz_kind {
	FUZZ_runs,
	FUZZ_KINDS(FUZZ_KIND_NUMBER)
} fuzz_kind;

#endif
