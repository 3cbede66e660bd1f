/* layout.h: where PHP of some version, built with threads or without, keeps what a stack is read from. */
#ifndef HP_ATTACH_LAYOUT_H
#define HP_ATTACH_LAYOUT_H

#include "base/compat.h"

/* attach/fields.inc says what is what. attach/layouts.inc has a row for each version, of 64-bit builds, which
 * tools/gen-layouts.sh makes of PHP's headers. */
typedef struct hp_attach_layout {
	uint16_t php; /* 100 * major + minor */
	uint16_t is_zts;
#define FIELD(name, bytes) uint16_t name;
#include "attach/fields.inc"
#undef FIELD
} hp_attach_layout;

/* NULL: there is none of that version. Of the version that this module is built for it is that of its own headers, which
 * a distribution may have patched. */
const hp_attach_layout *hp_attach_layout_of(uint32_t php_version_id, bool is_zts);

/* The versions that there are rows of, as "7.4 to 8.6". */
const char *hp_attach_layout_versions(void);

#endif /* HP_ATTACH_LAYOUT_H */
