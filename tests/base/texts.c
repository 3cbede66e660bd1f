/* texts.c: the readers of SQL, URLs and keys as functions of PHP, in a module of its own, for tests
 * with many texts.
 *
 * Compiled in one piece with the files that it tests, and without the rest of xhprof. */
#include "base/key.c"
#include "base/sql.c"
#include "base/sql_scan.c"
#include "base/url.c"
#include "base/utf8.c"

#include <sys/mman.h>
#include <unistd.h>

ZEND_BEGIN_ARG_INFO_EX(texts_arguments, 0, 0, 1)
	ZEND_ARG_INFO(0, text)
	ZEND_ARG_INFO(0, limit)
ZEND_END_ARG_INFO()

/* A page that cannot be read follows the text: a reader that goes too far dies. */
static char *texts_at_end(const zend_string *text, char **pages, size_t *bytes)
{
	size_t page = (size_t) sysconf(_SC_PAGESIZE);
	size_t used = (ZSTR_LEN(text) + page - 1) / page * page;
	char *copy;

	*bytes = used + page;
	*pages = mmap(NULL, *bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	mprotect(*pages + used, page, PROT_NONE);
	copy = *pages + used - ZSTR_LEN(text);
	memcpy(copy, ZSTR_VAL(text), ZSTR_LEN(text));

	return copy;
}

static void texts_return(zval *return_value, smart_str *made)
{
	RETVAL_STRINGL(
		made->s == NULL ? "" : ZSTR_VAL(made->s), made->s == NULL ? 0 : ZSTR_LEN(made->s));
	smart_str_free_ex(made, true);
}

#define TEXTS_FUNCTION(name, append) \
 PHP_FUNCTION(name) \
 { \
  smart_str made = {NULL, 0}; \
  zend_long limit = 512; \
  zend_string *text; \
  char *copy, *pages; \
  size_t bytes; \
\
  ZEND_PARSE_PARAMETERS_START(1, 2) \
  Z_PARAM_STR(text) \
  Z_PARAM_OPTIONAL \
  Z_PARAM_LONG(limit) \
  ZEND_PARSE_PARAMETERS_END(); \
\
  copy = texts_at_end(text, &pages, &bytes); \
  append(&made, copy, ZSTR_LEN(text), (size_t) limit); \
  munmap(pages, bytes); \
  texts_return(return_value, &made); \
 }

TEXTS_FUNCTION(base_sql, hp_sql_append)
TEXTS_FUNCTION(base_url, hp_url_append)
TEXTS_FUNCTION(base_key, hp_key_append)

static const zend_function_entry texts_functions[] = {PHP_FE(base_sql, texts_arguments)
		PHP_FE(base_url, texts_arguments) PHP_FE(base_key, texts_arguments) PHP_FE_END};

static zend_module_entry texts_module = {STANDARD_MODULE_HEADER, "base_texts", texts_functions,
	NULL, NULL, NULL, NULL, NULL, "1", STANDARD_MODULE_PROPERTIES};

ZEND_DLEXPORT zend_module_entry *get_module(void)
{
	return &texts_module;
}
