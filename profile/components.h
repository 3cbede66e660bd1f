/* components.h: the costs by component of the application: its plugins, themes, packages.
 *
 * A call belongs to the component of its function's file. A call of an internal function belongs to
 * its caller's component. Other code outside of all components belongs to the nearest call above
 * that is in a component, unless that is a package: packages call back code that is not theirs. If
 * there is no such call, it belongs to the application. */
#ifndef HP_PROFILE_COMPONENTS_H
#define HP_PROFILE_COMPONENTS_H

#include "profile/profile.h"

/* Values of hp_components.of besides numbers of names. */
#define HP_COMPONENT_CALLERS UINT32_MAX /* an internal function, or no PHP function */
#define HP_COMPONENT_AROUND (UINT32_MAX - 1) /* code outside of all components */

/* The component of each function. */
typedef struct hp_components {
	HP_VECTOR(zend_string *) names; /* persistent; the first is the application's own */
	uint32_t *of; /* by function: an index into names, or one of the values above */
} hp_components;

typedef struct hp_component_row {
	zend_string *name; /* owned by the table */
	/* Calls from other components; in a sampled run, samples, callees included. */
	uint64_t calls;
	uint64_t own_samples;
	/* callees included; a call within another call of the same component is not counted again */
	hp_values sum;
	hp_values own; /* without calls into other components */
	hp_counts sum_counts;
	hp_counts own_counts;
	hp_alloc_counts allocs; /* without calls into other components */
} hp_component_row;

typedef struct hp_component_table {
	hp_components components;
	HP_VECTOR(hp_component_row) rows; /* the greatest own wall time first */
	/* False without call paths: then calls, sums and allocs are 0, and costs that only paths can
	 * attribute are in the row "(unknown)". */
	bool is_whole;
} hp_component_table;

/* Finds the components by profile->components and the built-in rules. */
hp_components hp_components_of(const hp_profile *profile);
void hp_components_free(hp_components *components);

hp_component_table hp_component_table_new(const hp_profile *profile);
void hp_component_table_free(hp_component_table *table);

#endif /* HP_PROFILE_COMPONENTS_H */
