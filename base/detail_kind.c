#include "base/detail_kind.h"

#include "base/words.h"

#define DETAIL_KIND(action, argument) (uint16_t)((HP_DETAIL_##action << 2) | (argument))

typedef struct detail_function {
	const char *name;
	uint16_t kind;
} detail_function;

/* Sorted as by strcmp(). */
static const detail_function detail_functions[] = {
	{"DOMDocument::load", DETAIL_KIND(URL, 1)},
	{"DOMDocument::loadHTMLFile", DETAIL_KIND(URL, 1)},
	{"DOMDocument::relaxNGValidate", DETAIL_KIND(URL, 1)},
	{"DOMDocument::schemaValidate", DETAIL_KIND(URL, 1)},
	{"Dom\\Document::relaxNgValidate", DETAIL_KIND(URL, 1)},
	{"Dom\\Document::schemaValidate", DETAIL_KIND(URL, 1)},
	{"Dom\\HTMLDocument::createFromFile", DETAIL_KIND(URL, 1)},
	{"Dom\\XMLDocument::createFromFile", DETAIL_KIND(URL, 1)},
	{"PDO::exec", DETAIL_KIND(SQL, 1)},
	{"PDO::query", DETAIL_KIND(SQL, 1)},
	{"PDOStatement::execute", DETAIL_KIND(PDO, 0)},
	{"SQLite3::exec", DETAIL_KIND(SQL, 1)},
	{"SQLite3::prepare", DETAIL_KIND(PREPARE_NEW, 1)},
	{"SQLite3::query", DETAIL_KIND(SQL, 1)},
	{"SQLite3::querySingle", DETAIL_KIND(SQL, 1)},
	{"SQLite3Stmt::execute", DETAIL_KIND(STATEMENT, 0)},
	{"SimpleXMLElement::__construct", DETAIL_KIND(URL, 1)},
	{"SoapClient::__doRequest", DETAIL_KIND(URL, 2)},
	{"SplFileObject::__construct", DETAIL_KIND(URL, 1)},
	{"XMLReader::fromUri", DETAIL_KIND(URL, 1)},
	{"XMLReader::open", DETAIL_KIND(URL, 1)},
	{"XMLReader::setRelaxNGSchema", DETAIL_KIND(URL, 1)},
	{"XMLReader::setSchema", DETAIL_KIND(URL, 1)},
	{"copy", DETAIL_KIND(URL, 1)},
	{"curl_copy_handle", DETAIL_KIND(CURL_COPY, 1)},
	{"curl_exec", DETAIL_KIND(HANDLE, 1)},
	{"curl_init", DETAIL_KIND(CURL_INIT, 1)},
	{"curl_multi_add_handle", DETAIL_KIND(HANDLE, 2)},
	{"curl_reset", DETAIL_KIND(CURL_RESET, 1)},
	{"curl_setopt", DETAIL_KIND(CURL_SETOPT, 2)},
	{"curl_setopt_array", DETAIL_KIND(CURL_SETOPT_ARRAY, 2)},
	{"exif_imagetype", DETAIL_KIND(URL, 1)},
	{"exif_read_data", DETAIL_KIND(URL, 1)},
	{"exif_thumbnail", DETAIL_KIND(URL, 1)},
	{"file", DETAIL_KIND(URL, 1)},
	{"file_get_contents", DETAIL_KIND(URL, 1)},
	{"file_put_contents", DETAIL_KIND(URL, 1)},
	{"finfo::file", DETAIL_KIND(URL, 1)},
	{"finfo_file", DETAIL_KIND(URL, 2)},
	{"fopen", DETAIL_KIND(URL, 1)},
	{"get_headers", DETAIL_KIND(URL, 1)},
	{"get_meta_tags", DETAIL_KIND(URL, 1)},
	{"getimagesize", DETAIL_KIND(URL, 1)},
	{"gzfile", DETAIL_KIND(URL, 1)},
	{"gzopen", DETAIL_KIND(URL, 1)},
	{"hash_file", DETAIL_KIND(URL, 2)},
	{"hash_hmac_file", DETAIL_KIND(URL, 2)},
	{"hash_update_file", DETAIL_KIND(URL, 2)},
	{"imagecreatefromavif", DETAIL_KIND(URL, 1)},
	{"imagecreatefrombmp", DETAIL_KIND(URL, 1)},
	{"imagecreatefromgd", DETAIL_KIND(URL, 1)},
	{"imagecreatefromgd2", DETAIL_KIND(URL, 1)},
	{"imagecreatefromgd2part", DETAIL_KIND(URL, 1)},
	{"imagecreatefromgif", DETAIL_KIND(URL, 1)},
	{"imagecreatefromjpeg", DETAIL_KIND(URL, 1)},
	{"imagecreatefrompng", DETAIL_KIND(URL, 1)},
	{"imagecreatefromtga", DETAIL_KIND(URL, 1)},
	{"imagecreatefromwbmp", DETAIL_KIND(URL, 1)},
	{"imagecreatefromwebp", DETAIL_KIND(URL, 1)},
	{"imagecreatefromxbm", DETAIL_KIND(URL, 1)},
	{"md5_file", DETAIL_KIND(URL, 1)},
	{"mime_content_type", DETAIL_KIND(URL, 1)},
	{"mysql_query", DETAIL_KIND(SQL, 1)},
	{"mysqli::execute_query", DETAIL_KIND(SQL, 1)},
	{"mysqli::multi_query", DETAIL_KIND(SQL, 1)},
	{"mysqli::prepare", DETAIL_KIND(PREPARE_NEW, 1)},
	{"mysqli::query", DETAIL_KIND(SQL, 1)},
	{"mysqli::real_query", DETAIL_KIND(SQL, 1)},
	{"mysqli_execute", DETAIL_KIND(STATEMENT, 1)},
	{"mysqli_execute_query", DETAIL_KIND(SQL, 2)},
	{"mysqli_multi_query", DETAIL_KIND(SQL, 2)},
	{"mysqli_prepare", DETAIL_KIND(PREPARE_NEW, 2)},
	{"mysqli_query", DETAIL_KIND(SQL, 2)},
	{"mysqli_real_query", DETAIL_KIND(SQL, 2)},
	{"mysqli_stmt::__construct", DETAIL_KIND(PREPARE, 2)},
	{"mysqli_stmt::execute", DETAIL_KIND(STATEMENT, 0)},
	{"mysqli_stmt::prepare", DETAIL_KIND(PREPARE, 1)},
	{"mysqli_stmt_execute", DETAIL_KIND(STATEMENT, 1)},
	{"mysqli_stmt_prepare", DETAIL_KIND(PREPARE, 2)},
	{"pg_exec", DETAIL_KIND(PG_QUERY, 1)},
	{"pg_execute", DETAIL_KIND(PG_EXECUTE, 1)},
	{"pg_prepare", DETAIL_KIND(PG_PREPARE, 1)},
	{"pg_query", DETAIL_KIND(PG_QUERY, 1)},
	{"pg_query_params", DETAIL_KIND(PG_QUERY, 1)},
	{"pg_send_execute", DETAIL_KIND(PG_EXECUTE, 1)},
	{"pg_send_prepare", DETAIL_KIND(PG_PREPARE, 1)},
	{"pg_send_query", DETAIL_KIND(PG_QUERY, 1)},
	{"pg_send_query_params", DETAIL_KIND(PG_QUERY, 1)},
	{"readfile", DETAIL_KIND(URL, 1)},
	{"readgzfile", DETAIL_KIND(URL, 1)},
	{"sha1_file", DETAIL_KIND(URL, 1)},
	{"simplexml_load_file", DETAIL_KIND(URL, 1)},
};

typedef struct detail_fixed {
	const char *name;
	const char *text;
} detail_fixed;

static const detail_fixed detail_fixed_texts[] = {
	{"PDO::beginTransaction", "START TRANSACTION"},
	{"PDO::commit", "COMMIT"},
	{"PDO::rollBack", "ROLLBACK"},
	{"mysqli::autocommit", "SET AUTOCOMMIT"},
	{"mysqli::begin_transaction", "START TRANSACTION"},
	{"mysqli::commit", "COMMIT"},
	{"mysqli::release_savepoint", "RELEASE SAVEPOINT"},
	{"mysqli::rollback", "ROLLBACK"},
	{"mysqli::savepoint", "SAVEPOINT"},
	{"mysqli::set_charset", "SET NAMES"},
	{"mysqli_autocommit", "SET AUTOCOMMIT"},
	{"mysqli_begin_transaction", "START TRANSACTION"},
	{"mysqli_commit", "COMMIT"},
	{"mysqli_release_savepoint", "RELEASE SAVEPOINT"},
	{"mysqli_rollback", "ROLLBACK"},
	{"mysqli_savepoint", "SAVEPOINT"},
	{"mysqli_set_charset", "SET NAMES"},
};

/* Methods of Memcached, and of Memcache, that send. Names ending in "ByKey" have a server's key as
 * their first argument. */
static const char detail_memcached[] =
	"add append cas decrement delete deleteMulti fetch fetchAll flush get getDelayed getMulti "
	"increment prepend replace set setMulti touch";

/* Methods of Redis that send nothing, or only connect. In lower case, as phpredis has changed the
 * case of some. */
static const char detail_redis_none[] =
	"clearlasterror cleartransferredbytes close connect getauth getdbnum gethost "
	"getlasterror getmode getoption getpersistentid getport getreadtimeout gettimeout "
	"gettransferredbytes isconnected open pconnect pipeline popen servername serverversion "
	"setoption settimeout";

/* Commands whose first argument is no key, but for example a server, a password or code. */
static const char detail_redis_keyless[] =
	"acl auth bgrewriteaof bgsave bitop client cluster command config dbsize debug discard "
	"echo eval eval_ro evalsha evalsha_ro evaluate evaluatesha exec failover fcall "
	"fcall_ro flushall flushdb function getkeys hello info keys lastsave latency migrate "
	"module multi object ping psubscribe pubsub punsubscribe randomkey rawcommand "
	"replicaof role save scan script select sendecho slaveof slowlog ssubscribe subscribe "
	"sunsubscribe swapdb time unsubscribe unwatch wait waitaof xgroup xinfo xread "
	"xreadgroup";

static uint16_t detail_find(const char *name)
{
	size_t low = 0, high = sizeof(detail_functions) / sizeof(detail_functions[0]);

	while (low < high) {
		size_t middle = (low + high) / 2;
		int order = strcmp(name, detail_functions[middle].name);

		if (order == 0) {
			return detail_functions[middle].kind;
		}
		if (order < 0) {
			high = middle;
		} else {
			low = middle + 1;
		}
	}

	return 0;
}

static bool detail_has(const char *words, const char *wanted, size_t wanted_length)
{
	const char *word;
	size_t length;

	while ((word = hp_words_next(&words, &length)) != NULL) {
		if (length == wanted_length && strncasecmp(word, wanted, length) == 0) {
			return true;
		}
	}

	return false;
}

static uint16_t detail_find_memcached(const char *name)
{
	const char *method = strstr(name, "::"), *end = name + strlen(name);
	bool is_by_key = end - name > 5 && strcmp(end - 5, "ByKey") == 0;

	if ((strncmp(name, "Memcache::", 10) != 0 && strncmp(name, "Memcached::", 11) != 0) ||
		!detail_has(detail_memcached, method + 2, (size_t) (end - method) - (is_by_key ? 7 : 2))) {
		return 0;
	}
	if (strncmp(method, "::fetch", 7) == 0 || strcmp(method, "::flush") == 0) {
		return DETAIL_KIND(MEMCACHED, 0);
	}

	return is_by_key ? DETAIL_KIND(MEMCACHED, 2) : DETAIL_KIND(MEMCACHED, 1);
}

/* Finds the kind of a method of Redis or RedisCluster. RedisArray sends through Redis, which is
 * seen too. */
static uint16_t detail_find_redis(const char *name)
{
	const char *method = strstr(name, "::");
	size_t length;

	if (method == NULL ||
		(strncmp(name, "Redis::", 7) != 0 && strncmp(name, "RedisCluster::", 14) != 0)) {
		return 0;
	}
	method += 2;
	length = strlen(method);
	if (*method == '_' || detail_has(detail_redis_none, method, length)) {
		return 0;
	}

	return detail_has(detail_redis_keyless, method, length) ? DETAIL_KIND(REDIS, 0)
															: DETAIL_KIND(REDIS, 1);
}

uint16_t hp_detail_kind_of(const char *name)
{
	if (strncmp(name, "Memcache", 8) == 0) {
		return detail_find_memcached(name);
	}

	return strncmp(name, "Redis", 5) == 0 ? detail_find_redis(name) : detail_find(name);
}

const char *hp_detail_kind_service(uint16_t kind)
{
	switch (hp_detail_kind_action(kind)) {
		case HP_DETAIL_SQL:
		case HP_DETAIL_PDO:
		case HP_DETAIL_PG_QUERY:
		case HP_DETAIL_PG_EXECUTE:
		case HP_DETAIL_STATEMENT:
			return "sql";
		case HP_DETAIL_REDIS:
			return "redis";
		case HP_DETAIL_MEMCACHED:
			return "memcached";
		case HP_DETAIL_URL:
		case HP_DETAIL_HANDLE:
			return "http";
		default:
			return NULL;
	}
}

const char *hp_detail_fixed_text(const char *name)
{
	for (size_t i = 0; i < sizeof(detail_fixed_texts) / sizeof(detail_fixed_texts[0]); i++) {
		if (strcmp(name, detail_fixed_texts[i].name) == 0) {
			return detail_fixed_texts[i].text;
		}
	}

	return NULL;
}

const char *hp_detail_sql_function(size_t number)
{
	for (size_t i = 0; i < sizeof(detail_functions) / sizeof(detail_functions[0]); i++) {
		const char *service = hp_detail_kind_service(detail_functions[i].kind);

		if (service != NULL && strcmp(service, "sql") == 0 && number-- == 0) {
			return detail_functions[i].name;
		}
	}

	return NULL;
}
