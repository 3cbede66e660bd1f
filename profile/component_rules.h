/* component_rules.h: which component of an application a file belongs to: a plugin, a theme, a package.
 *
 * Rules are a list, separated by commas or lines: PATTERN=NAME, or PATTERN alone, whose component has the name of the part of
 * the path that it stands for. PATTERN= is code that belongs to whoever calls it. Patterns are those of
 * hp_pattern_find_path(); the first that fits counts. After them come the built-in ones, of which the one that begins
 * leftmost in the path counts. */
#ifndef HP_PROFILE_COMPONENT_RULES_H
#define HP_PROFILE_COMPONENT_RULES_H

#include "base/vector.h"

/* Limit of the rules of a run: they are in the head of its file. */
#define HP_COMPONENT_RULES_BYTES 8192

typedef struct hp_component_rule {
	zend_string *pattern; /* persistent, owned, as the next */
	zend_string *name; /* NULL: the part that the pattern stands for; empty: none */
} hp_component_rule;

typedef struct hp_component_rules {
	HP_VECTOR(hp_component_rule) own;
	HP_VECTOR(hp_component_rule) built_in; /* for applications that these files may be of */
	bool has_wordpress_root;
} hp_component_rules;

/* False: there is a rule without a pattern, or more than the limit. */
bool hp_component_rules_check(const char *text, size_t length);

/* text may be NULL; what is wrong in it is skipped. Call hp_component_rules_see() with all files before the first
 * hp_component_rules_name(). */
void hp_component_rules_init(hp_component_rules *rules, const zend_string *text);
void hp_component_rules_free(hp_component_rules *rules);

/* Enables the built-in rules of the application that has such a file. "extensions" is a folder of MediaWiki's beside its
 * "includes" only. */
void hp_component_rules_see(hp_component_rules *rules, const zend_string *file);

/* The name of a file's component, persistent, for the caller to release; NULL: it is in none. */
zend_string *hp_component_rules_name(const hp_component_rules *rules, const zend_string *file);

/* Packages are not blamed for code outside of components that they call back: the framework for a site's controllers. */
bool hp_component_is_package(const zend_string *name);

#endif /* HP_PROFILE_COMPONENT_RULES_H */
