/* component_rules.h: which component of an application a file belongs to: a plugin, a theme, a
 * package.
 *
 * Rules are a list, separated by commas or line ends. PATTERN=NAME names a component. With PATTERN
 * alone, the component has the name of the matched part of the path. PATTERN= marks code that
 * belongs to its caller. Patterns are those of hp_pattern_find_path(); the first one that matches
 * counts. After them come the built-in rules, of which the one that matches leftmost in the path
 * counts. */
#ifndef HP_PROFILE_COMPONENT_RULES_H
#define HP_PROFILE_COMPONENT_RULES_H

#include "base/vector.h"

/* Limit of the rules of a run, as they are stored in the head of its file. */
#define HP_COMPONENT_RULES_BYTES 8192

typedef struct hp_component_rule {
	zend_string *pattern; /* persistent, owned, like the next */
	zend_string *name; /* NULL: the matched part of the path; empty: no component */
} hp_component_rule;

typedef struct hp_component_rules {
	HP_VECTOR(hp_component_rule) own;
	HP_VECTOR(hp_component_rule) built_in; /* rules of the applications whose files were seen */
	bool has_wordpress_root;
} hp_component_rules;

/* Returns false if a rule has no pattern, or the text is longer than the limit. */
bool hp_component_rules_check(const char *text, size_t length);

/* Reads the rules. text may be NULL; invalid rules are skipped. Call hp_component_rules_see() with
 * all files before the first hp_component_rules_name(). */
void hp_component_rules_init(hp_component_rules *rules, const zend_string *text);
void hp_component_rules_free(hp_component_rules *rules);

/* Enables the built-in rules of the application to which such a file belongs: a folder
 * "extensions", for example, holds components only if MediaWiki's "includes" is there. */
void hp_component_rules_see(hp_component_rules *rules, const zend_string *file);

/* Returns the name of a file's component, persistent; the caller releases it. NULL if the file is
 * in none. */
zend_string *hp_component_rules_name(const hp_component_rules *rules, const zend_string *file);

/* True for the components that are packages. A package is not blamed for code outside of components
 * that it calls back, as a framework calls a site's controllers. */
bool hp_component_is_package(const zend_string *name);

#endif /* HP_PROFILE_COMPONENT_RULES_H */
