#include "profile/component_rules.h"

#include "base/pattern.h"

#define RULES_PACKAGES "vendor/"
#define RULES_COMPOSER "vendor/composer"
#define RULES_WORDPRESS "WordPress core"
#define RULES_WORDPRESS_ROOT "wp-*.php" /* wp-load.php and others, only next to wp-includes */

/* Signs of applications in paths of files, and the folders of their components, separated by
 * spaces. */
static const struct {
	const char *sign; /* part of a path; "": no sign is needed */
	const char *patterns;
	const char *name; /* name of the component; NULL: as for rules without a name */
} applications[] = {
	{"",
		"wp-content/plugins/* wp-content/mu-plugins/* wp-content/themes/* app/code/*/* "
		"app/design/*/*/* src/*Bundle src/*/*Bundle vendor/*/*",
		NULL},
	/* Sites built with Composer may keep WordPress's folders elsewhere. */
	{"/wp-includes/", "app/plugins/* app/mu-plugins/* app/themes/*", NULL},
	{"/wp-includes/", "wp-includes wp-admin", RULES_WORDPRESS},
	{"/includes/libs/", "extensions/* skins/*", NULL},
	{"/core/lib/Drupal",
		"modules/contrib/* modules/custom/* core/modules/* core/themes/* themes/contrib/* "
		"themes/custom/* profiles/contrib/* profiles/custom/* modules/* themes/* profiles/*",
		NULL},
	{"/lib/moodlelib.php",
		"mod/* blocks/* local/* theme/* auth/* enrol/* filter/* report/* repository/* "
		"message/output/* question/type/* question/behaviour/* course/format/* admin/tool/* "
		"availability/condition/* grade/report/* lib/editor/* media/player/* portfolio/* "
		"search/engine/* cache/stores/*",
		NULL},
};

static bool rules_is_separator(char c)
{
	return c == ',' || c == '\n' || c == '\r';
}

/* Returns the text without spaces around it. */
static zend_string *rules_text(const char *start, const char *end)
{
	while (start < end && (*start == ' ' || *start == '\t')) {
		start++;
	}
	while (start < end && (end[-1] == ' ' || end[-1] == '\t')) {
		end--;
	}

	return zend_string_init(start, (size_t) (end - start), true);
}

/* Reads the next rule and moves *text past it. Returns false if there is none. The pattern may be
 * empty. */
static bool rules_next(const char **text, const char *end, hp_component_rule *rule)
{
	const char *start, *equals;

	while (*text < end && (rules_is_separator(**text) || **text == ' ')) {
		(*text)++;
	}
	start = *text;
	while (*text < end && !rules_is_separator(**text)) {
		(*text)++;
	}
	if (start == *text) {
		return false;
	}
	equals = memchr(start, '=', (size_t) (*text - start));
	rule->pattern = rules_text(start, equals == NULL ? *text : equals);
	rule->name = equals == NULL ? NULL : rules_text(equals + 1, *text);

	return true;
}

static void rules_release(const hp_component_rule *rule)
{
	zend_string_release_ex(rule->pattern, true);
	if (rule->name != NULL) {
		zend_string_release_ex(rule->name, true);
	}
}

bool hp_component_rules_check(const char *text, size_t length)
{
	const char *end = text + length;
	hp_component_rule rule;
	bool is_good = length <= HP_COMPONENT_RULES_BYTES;

	while (is_good && rules_next(&text, end, &rule)) {
		is_good = ZSTR_LEN(rule.pattern) > 0;
		rules_release(&rule);
	}

	return is_good;
}

static void rules_add_built_in(hp_component_rules *rules, const char *patterns, const char *name)
{
	for (const char *end; *patterns != '\0'; patterns = end + strspn(end, " ")) {
		end = patterns + strcspn(patterns, " ");
		*hp_vector_add(&rules->built_in) =
			(hp_component_rule){zend_string_init(patterns, (size_t) (end - patterns), true),
				name == NULL ? NULL : zend_string_init(name, strlen(name), true)};
	}
}

void hp_component_rules_init(hp_component_rules *rules, const zend_string *text)
{
	const char *start = text == NULL ? "" : ZSTR_VAL(text);
	const char *end = text == NULL ? start : start + ZSTR_LEN(text);
	hp_component_rule rule;

	memset(rules, 0, sizeof(*rules));
	while (rules_next(&start, end, &rule)) {
		if (ZSTR_LEN(rule.pattern) > 0) {
			*hp_vector_add(&rules->own) = rule;
		} else {
			rules_release(&rule);
		}
	}
	rules_add_built_in(rules, applications[0].patterns, NULL);
}

void hp_component_rules_free(hp_component_rules *rules)
{
	for (uint32_t i = 0; i < rules->own.count; i++) {
		rules_release(&rules->own.rows[i]);
	}
	for (uint32_t i = 0; i < rules->built_in.count; i++) {
		rules_release(&rules->built_in.rows[i]);
	}
	hp_vector_free(&rules->own);
	hp_vector_free(&rules->built_in);
}

/* Returns the length of a path without its last part. */
static size_t rules_parent(const char *path, size_t length)
{
	while (length > 0 && path[length - 1] != '/') {
		length--;
	}

	return length > 0 ? length - 1 : 0;
}

/* Returns the path with "/" as separator and without "." and "..", as in
 * vendor/composer/../monolog. */
static zend_string *rules_normalize(const zend_string *file)
{
	zend_string *path = zend_string_alloc(ZSTR_LEN(file) + 1, true);
	const char *text = ZSTR_VAL(file), *end = text + ZSTR_LEN(file);
	char *to = ZSTR_VAL(path);
	size_t length = 0;

	while (text < end) {
		size_t part = strcspn(text, "/\\");

		if (part == 2 && memcmp(text, "..", 2) == 0) {
			length = rules_parent(to, length);
		} else if (part > 0 && !(part == 1 && *text == '.')) {
			if (text > ZSTR_VAL(file)) {
				to[length++] = '/';
			}
			memcpy(to + length, text, part);
			length += part;
		}
		text += part + (text + part < end ? 1 : 0);
	}
	to[length] = '\0';
	ZSTR_LEN(path) = length;

	return path;
}

/* Returns the rule that matches, and the part of the path that its pattern matches; NULL if none
 * does. */
static const hp_component_rule *rules_find(
	const hp_component_rules *rules, const zend_string *path, const char **part, size_t *length)
{
	const hp_component_rule *found = NULL;
	const char *start;
	size_t bytes;

	for (uint32_t i = 0; i < rules->own.count; i++) {
		*part = hp_pattern_find_path(
			rules->own.rows[i].pattern, ZSTR_VAL(path), ZSTR_LEN(path), length);
		if (*part != NULL) {
			return &rules->own.rows[i];
		}
	}
	for (uint32_t i = 0; i < rules->built_in.count; i++) {
		start = hp_pattern_find_path(
			rules->built_in.rows[i].pattern, ZSTR_VAL(path), ZSTR_LEN(path), &bytes);
		if (start != NULL && (found == NULL || start < *part)) {
			found = &rules->built_in.rows[i];
			*part = start;
			*length = bytes;
		}
	}

	return found;
}

static zend_string *rules_join(const char *folder, size_t length, const char *name)
{
	zend_string *text = zend_string_alloc(length + strlen(name), true);

	memcpy(ZSTR_VAL(text), folder, length);
	memcpy(ZSTR_VAL(text) + length, name, strlen(name) + 1);

	return text;
}

/* Adds a rule for the files in WordPress's root: the folder that contains a file of its core. */
static void rules_add_wordpress_root(hp_component_rules *rules, const zend_string *file)
{
	zend_string *path = rules_normalize(file);
	const char *part;
	size_t length;
	const hp_component_rule *rule = rules_find(rules, path, &part, &length);

	if (rule != NULL && rule->name != NULL &&
		zend_string_equals_literal(rule->name, RULES_WORDPRESS)) {
		rules->has_wordpress_root = true;
		*hp_vector_add(&rules->built_in) = (hp_component_rule){
			rules_join(ZSTR_VAL(path), (size_t) (part - ZSTR_VAL(path)), RULES_WORDPRESS_ROOT),
			zend_string_copy(rule->name)};
	}
	zend_string_release_ex(path, true);
}

void hp_component_rules_see(hp_component_rules *rules, const zend_string *file)
{
	for (size_t i = 1; i < sizeof(applications) / sizeof(applications[0]); i++) {
		const char *first = applications[i].patterns;
		size_t length = strcspn(first, " ");
		bool is_settled = strstr(ZSTR_VAL(file), applications[i].sign) == NULL;

		for (uint32_t j = 0; j < rules->built_in.count && !is_settled; j++) {
			is_settled = zend_string_equals_cstr(rules->built_in.rows[j].pattern, first, length);
		}
		if (!is_settled) {
			rules_add_built_in(rules, first, applications[i].name);
		}
	}
	if (!rules->has_wordpress_root && strstr(ZSTR_VAL(file), "/wp-includes/") != NULL) {
		rules_add_wordpress_root(rules, file);
	}
}

/* Returns the name of a component: the matched part. Composer's own files lie next to its packages
 * and have one name. */
static zend_string *rules_part(const zend_string *path, const char *part, size_t length)
{
	bool is_file = part + length == ZSTR_VAL(path) + ZSTR_LEN(path);

	if (is_file && length > strlen(RULES_COMPOSER) &&
		memcmp(part, RULES_COMPOSER "/", strlen(RULES_COMPOSER "/")) == 0) {
		length = strlen(RULES_COMPOSER);
	}

	return zend_string_init(part, length, true);
}

zend_string *hp_component_rules_name(const hp_component_rules *rules, const zend_string *file)
{
	zend_string *path = rules_normalize(file), *name;
	const char *part;
	size_t length;
	const hp_component_rule *rule = rules_find(rules, path, &part, &length);

	if (rule == NULL) {
		name = NULL;
	} else if (rule->name == NULL) {
		name = rules_part(path, part, length);
	} else {
		name = ZSTR_LEN(rule->name) == 0 ? NULL : zend_string_copy(rule->name);
	}
	zend_string_release_ex(path, true);

	return name;
}

bool hp_component_is_package(const zend_string *name)
{
	return zend_string_starts_with_cstr(name, ZEND_STRL(RULES_PACKAGES)) ||
		zend_string_equals_literal(name, RULES_WORDPRESS);
}
