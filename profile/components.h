/* components.h: the costs by component of the application: its plugins, themes, packages.
 *
 * A call belongs to the component of its function's file. An internal function's belongs to that of its caller; other code
 * in no component to the nearest call above that is in one, unless that is a package: packages call back what is not
 * theirs. Where there is none it is the application's. */
#ifndef HP_PROFILE_COMPONENTS_H
#define HP_PROFILE_COMPONENTS_H

#include "profile/profile.h"

/* Values of hp_components.of beside numbers of names. */
#define HP_COMPONENT_CALLERS UINT32_MAX /* an internal function, or none of PHP's */
#define HP_COMPONENT_AROUND (UINT32_MAX - 1) /* code in no component */

/* The components of functions. */
typedef struct hp_components {
	HP_VECTOR(zend_string *) names; /* persistent; the first is the application's own */
	uint32_t *of; /* by function: a number of names, or one of the above */
} hp_components;

typedef struct hp_component_row {
	zend_string *name; /* hp_component_table's */
	/* Calls from other components; in a sampled run samples, callees included. */
	uint64_t calls;
	uint64_t own_samples;
	hp_values
		sum; /* callees included; calls within one of the same component are not counted again */
	hp_values own; /* without calls of other components */
	hp_counts sum_counts;
	hp_counts own_counts;
	hp_alloc_counts allocs; /* own */
} hp_component_row;

typedef struct hp_component_table {
	hp_components components;
	HP_VECTOR(hp_component_row) rows; /* the greatest own wall time first */
	/* False without call paths: then calls, sums and allocs are 0, and what only paths can attribute is in the
	 * row "(unknown)". */
	bool is_whole;
} hp_component_table;

/* By profile->components and the built-in rules. */
hp_components hp_components_of(const hp_profile *profile);
void hp_components_free(hp_components *components);

hp_component_table hp_component_table_new(const hp_profile *profile);
void hp_component_table_free(hp_component_table *table);

#endif /* HP_PROFILE_COMPONENTS_H */
