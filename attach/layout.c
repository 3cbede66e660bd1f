#include "attach/layout.h"

#ifdef __linux__

# include "SAPI.h"

# include <sys/stat.h>

/* The size of struct stat on this machine, which rows made from another machine's headers add:
 * sapi_globals contains one, global_stat. */
# define LAYOUT_STAT sizeof(struct stat)

/* The first row that fits is used, so that of our own headers comes first. */
static const hp_attach_layout layouts[] = {
	{
		HP_COMPAT_PHP_VERSION / 100,
		USING_ZTS,
# define FIELD(name, bytes) bytes,
# include "attach/fields.inc"
# undef FIELD
	},
# if SIZEOF_SIZE_T == 8
#  include "attach/layouts.inc"
# else
#  define LAYOUT_VERSIONS PHP_VERSION
# endif
};

const hp_attach_layout *hp_attach_layout_of(uint32_t php_version_id, bool is_zts)
{
	for (size_t i = 0; i < sizeof(layouts) / sizeof(*layouts); i++) {
		if (layouts[i].php == php_version_id / 100 && layouts[i].is_zts == is_zts) {
			return &layouts[i];
		}
	}

	return NULL;
}

const char *hp_attach_layout_versions(void)
{
	return LAYOUT_VERSIONS;
}

#endif
