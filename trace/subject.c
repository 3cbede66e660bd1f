#include "trace/subject.h"

#include "base/utf8.h"
#include "base/words.h"
#include "trace/arguments.h"

#include "Zend/zend_smart_str.h"

/* Kinds of subjects. Smaller numbers are positions of arguments. */
#define SUBJECT_HOOK 100 /* the first argument of the function that called the methods of WP_Hook */
#define SUBJECT_EVENT 101 /* the second argument, a name; without it, the class of the first */
#define SUBJECT_ALL 102 /* all arguments, as one number */

/* Words of the setting that are no functions. */
#define SUBJECT_SWITCHES "0 1 on off yes no true false none"

/* Limit of frames to search: do_action() calls WP_Hook::do_action(), which calls
 * WP_Hook::apply_filters(). */
#define SUBJECT_HOOK_FRAMES 4

static const struct {
	const char *name;
	uint16_t kind;
} dispatchers[] = {
	{"WP_Hook::apply_filters", SUBJECT_HOOK},
	{"WP_Hook::do_action", SUBJECT_HOOK},
	{"load_template", 1},
	{"MediaWiki\\HookContainer\\HookContainer::run", 1},
	{"Drupal\\Core\\Extension\\ModuleHandler::alter", 1},
	{"Drupal\\Core\\Extension\\ModuleHandler::invoke", 2},
	{"Drupal\\Core\\Extension\\ModuleHandler::invokeAll", 1},
	{"Drupal\\Core\\Extension\\ModuleHandler::invokeAllWith", 1},
	{"Drupal\\Core\\Theme\\ThemeManager::render", 1},
	{"Magento\\Framework\\Event\\Manager::dispatch", 1},
	{"core\\event\\manager::dispatch", 1},
	{"Hook::exec", 1},
	{"Symfony\\Component\\Console\\Application::doRunCommand", 1},
	{"Symfony\\Component\\EventDispatcher\\Debug\\TraceableEventDispatcher::dispatch",
		SUBJECT_EVENT},
	{"Symfony\\Component\\EventDispatcher\\EventDispatcher::dispatch", SUBJECT_EVENT},
	{"Symfony\\Component\\Messenger\\MessageBus::dispatch", 1},
	{"Twig\\Environment::display", 1},
	{"Twig\\Environment::render", 1},
	{"Illuminate\\Bus\\Dispatcher::dispatch", 1},
	{"Illuminate\\Bus\\Dispatcher::dispatchNow", 1},
	{"Illuminate\\Events\\Dispatcher::dispatch", 1},
	{"Illuminate\\Routing\\ControllerDispatcher::dispatch", 2},
	{"Illuminate\\View\\Factory::make", 1},
	{"Cake\\Event\\EventManager::dispatch", 1},
	{"CodeIgniter\\Events\\Events::trigger", 1},
	{"Doctrine\\Common\\EventManager::dispatchEvent", 1},
	{"Joomla\\Event\\Dispatcher::dispatch", 1},
	{"Laminas\\EventManager\\EventManager::trigger", 1},
	{"League\\Event\\EventDispatcher::dispatch", 1},
	{"Smarty_Internal_TemplateBase::fetch", 1},
	{"TYPO3\\CMS\\Core\\EventDispatcher\\EventDispatcher::dispatch", 1},
	{"yii\\base\\Component::trigger", 1},
};

/* A set of arguments that was passed to a function. */
typedef struct subject_arguments {
	uint64_t digest; /* of the arguments and the function */
	hp_symbol *symbol;
} subject_arguments;

static const hp_table_kind subject_rows = {sizeof(subject_arguments), 64, NULL, NULL, NULL, NULL};

static bool subject_choose_word(hp_subject_choice *choice, const char *text, size_t length)
{
	const char *mark = memchr(text, '#', length);
	size_t name = mark == NULL ? length : (size_t) (mark - text);
	uint32_t argument = 0;

	if (mark != NULL) {
		argument = mark[1] == '*' ? HP_SUBJECT_ALL : (uint32_t) (unsigned char) mark[1] - '1';
		if (name + 2 != length || argument >= HP_SUBJECT_CHOICES) {
			return false;
		}
	}
	if (name == 0) {
		return false;
	}
	hp_targets_add(&choice->by_argument[argument], text, name);

	return true;
}

bool hp_subject_choose(hp_subject_choice *choice, const char *list)
{
	const char *word;
	size_t length;

	while ((word = hp_words_next(&list, &length)) != NULL) {
		if (hp_words_find(SUBJECT_SWITCHES, word, length) < 0 &&
			!subject_choose_word(choice, word, length)) {
			return false;
		}
	}

	return true;
}

void hp_subject_choice_free(hp_subject_choice *choice)
{
	for (size_t i = 0; i < HP_SUBJECT_CHOICES; i++) {
		hp_targets_free(&choice->by_argument[i]);
	}
}

void hp_subject_init(hp_subjects *subjects)
{
	hp_symbol_startup(&subjects->symbols);
	memset(&subjects->arguments, 0, sizeof(subjects->arguments));
}

void hp_subject_free(hp_subjects *subjects)
{
	hp_symbol_shutdown(&subjects->symbols);
	hp_table_free(&subjects->arguments, &subject_rows);
}

uint16_t hp_subject_of(const hp_symbol *symbol, const hp_subject_choice *choice)
{
	const char *name = hp_symbol_text(symbol);

	for (uint16_t i = 0; i < HP_SUBJECT_CHOICES; i++) {
		if (hp_targets_have_function(&choice->by_argument[i], name, symbol->name_length)) {
			return i == HP_SUBJECT_ALL ? SUBJECT_ALL : (uint16_t) (i + 1);
		}
	}
	for (size_t i = 0; i < sizeof(dispatchers) / sizeof(dispatchers[0]); i++) {
		if (strcmp(name, dispatchers[i].name) == 0) {
			return dispatchers[i].kind;
		}
	}

	return 0;
}

/* Returns the text of an argument as passed: a string, or the class of an object; else NULL. */
static const zend_string *subject_argument(const zend_execute_data *execute_data, uint32_t number)
{
	const zend_function *function = execute_data->func;
	const zval *argument;

	/* Undeclared arguments of a user function are stored elsewhere. */
	if (number > ZEND_CALL_NUM_ARGS(execute_data) ||
		(ZEND_USER_CODE(function->type) && number > function->op_array.num_args)) {
		return NULL;
	}
	argument = ZEND_CALL_ARG(execute_data, number);
	ZVAL_DEREF(argument);
	if (Z_TYPE_P(argument) == IS_OBJECT) {
		return Z_OBJCE_P(argument)->name;
	}

	return Z_TYPE_P(argument) == IS_STRING ? Z_STR_P(argument) : NULL;
}

static bool subject_is_hook(const zend_function *function)
{
	const zend_class_entry *scope = function->common.scope;

	return scope != NULL && zend_string_equals_literal_ci(scope->name, "WP_Hook");
}

/* Returns the first argument of the function that called the methods of WP_Hook. do_action() may
 * have assigned to its own parameter meanwhile, and the engine keeps only the new value: then it
 * may be no string. */
static const zend_string *subject_hook(const zend_execute_data *execute_data)
{
	for (int i = 0; i < SUBJECT_HOOK_FRAMES && execute_data != NULL && execute_data->func != NULL;
		 i++) {
		if (!subject_is_hook(execute_data->func)) {
			return execute_data->func->common.function_name != NULL &&
					ZEND_USER_CODE(execute_data->func->type)
				? subject_argument(execute_data, 1)
				: NULL;
		}
		execute_data = execute_data->prev_execute_data;
	}

	return NULL;
}

static const zend_string *subject_text(uint16_t kind, const zend_execute_data *execute_data)
{
	const zend_string *name;

	if (kind == SUBJECT_HOOK) {
		return subject_hook(execute_data);
	}
	if (kind == SUBJECT_EVENT) {
		name = subject_argument(execute_data, 2);
		return name != NULL ? name : subject_argument(execute_data, 1);
	}

	return subject_argument(execute_data, kind);
}

/* Returns where the text starts: for an absolute path, at its last folder; else at the
 * beginning. */
static const char *subject_start(const zend_string *text)
{
	const char *start = ZSTR_VAL(text) + ZSTR_LEN(text);
	int slashes = 0;

	if (ZSTR_VAL(text)[0] != '/') {
		return ZSTR_VAL(text);
	}
	while (start > ZSTR_VAL(text) && (start[-1] != '/' || ++slashes < 2)) {
		start--;
	}

	return start;
}

/* Appends the text. Control characters, such as line ends, become '?', as they would break
 * line-based formats. */
static void subject_append(smart_str *name, const zend_string *text)
{
	const char *start = subject_start(text);
	size_t length = ZSTR_LEN(text) - (size_t) (start - ZSTR_VAL(text));
	size_t from = ZSTR_LEN(name->s);

	smart_str_appendl_ex(name, start, hp_utf8_cut(start, length, HP_SUBJECT_MAX_BYTES), true);
	for (size_t i = from; i < ZSTR_LEN(name->s); i++) {
		if ((unsigned char) ZSTR_VAL(name->s)[i] < ' ') {
			ZSTR_VAL(name->s)[i] = '?';
		}
	}
}

static hp_symbol *subject_named(
	hp_subjects *subjects, const hp_symbol *plain, const smart_str *name)
{
	hp_symbol *symbol =
		hp_symbol_get(&subjects->symbols, ZSTR_VAL(name->s), ZSTR_LEN(name->s), NULL);

	hp_symbol_set_place(&subjects->symbols, symbol, plain);

	return symbol;
}

/* Returns the symbol "plain#arguments 1". */
static hp_symbol *subject_numbered(hp_subjects *subjects, const hp_symbol *plain, size_t number)
{
	smart_str name = {NULL, 0};
	hp_symbol *symbol;

	smart_str_appendl_ex(&name, hp_symbol_text(plain), plain->name_length, true);
	if (number > HP_SUBJECT_MAX_CALLS) {
		smart_str_appends_ex(&name, "#(other)", true);
	} else {
		smart_str_appends_ex(&name, "#arguments ", true);
		smart_str_append_unsigned_ex(&name, (zend_ulong) number, true);
	}
	symbol = subject_named(subjects, plain, &name);
	smart_str_free_ex(&name, true);

	return symbol;
}

/* Returns the symbol with the number of the arguments, which shows equal calls but reveals no
 * values. */
static hp_symbol *subject_of_arguments(
	hp_subjects *subjects, hp_symbol *plain, const zend_execute_data *execute_data)
{
	subject_arguments wanted = {0, NULL}, *row;

	if (!hp_arguments_digest(execute_data, &wanted.digest)) {
		return plain;
	}
	wanted.digest = hp_table_mix(wanted.digest, (uint64_t) (uintptr_t) plain) | 1u;
	row = hp_table_find(&subjects->arguments, &subject_rows, &wanted);
	if (row != NULL) {
		return row->symbol;
	}
	wanted.symbol = subject_numbered(subjects, plain, subjects->arguments.used + 1);
	if (subjects->arguments.used < HP_SUBJECT_MAX_CALLS) {
		row = hp_table_add(&subjects->arguments, &subject_rows, &wanted);
		*row = wanted;
	}

	return wanted.symbol;
}

hp_symbol *hp_subject_symbol(
	hp_subjects *subjects, hp_symbol *plain, const zend_execute_data *execute_data)
{
	const zend_string *text;
	smart_str name = {NULL, 0};
	hp_symbol *symbol;
	size_t start;

	if (plain->detail == SUBJECT_ALL) {
		return subject_of_arguments(subjects, plain, execute_data);
	}
	text = subject_text(plain->detail, execute_data);
	if (text == NULL || ZSTR_LEN(text) == 0) {
		return plain;
	}
	smart_str_appendl_ex(&name, hp_symbol_text(plain), plain->name_length, true);
	smart_str_appendc_ex(&name, '#', true);
	start = ZSTR_LEN(name.s);
	subject_append(&name, text);
	hp_symbol_limit(&subjects->symbols, HP_SUBJECT_MAX_TEXTS, &name, start);
	symbol = subject_named(subjects, plain, &name);
	smart_str_free_ex(&name, true);

	return symbol;
}
