/* layout.h: the offsets of all members from which a stack is read, for each version of PHP with and
 * without threads (ZTS). */
#ifndef HP_ATTACH_LAYOUT_H
#define HP_ATTACH_LAYOUT_H

#include "base/compat.h"

/* attach/fields.inc describes the members. attach/layouts.inc has a row for each version, for
 * 64-bit builds; tools/gen-layouts.sh makes them from PHP's headers. */
typedef struct hp_attach_layout {
	uint16_t php; /* 100 * major + minor */
	uint16_t is_zts;
#define FIELD(name, bytes) uint16_t name;
#include "attach/fields.inc"
#undef FIELD
} hp_attach_layout;

/* Returns the layout of a version; NULL: there is none. For the version that this module is built
 * for, the layout is that of its own headers, which a distribution may have patched. */
const hp_attach_layout *hp_attach_layout_of(uint32_t php_version_id, bool is_zts);

/* Returns the versions that have a row, as "7.4 to 8.6". */
const char *hp_attach_layout_versions(void);

#endif /* HP_ATTACH_LAYOUT_H */
