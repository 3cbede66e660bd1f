#include "base/sql_scan.h"

#include "base/utf8.h"

#include "Zend/zend_operators.h"

static bool scan_is_blank(char byte)
{
	return (unsigned char) byte <= ' ' || byte == 0x7f;
}

/* True for a letter, "_", or a byte that is not ASCII. */
static bool scan_is_letter(char byte)
{
	return (byte & 0x80) != 0 || byte == '_' || ((byte | 0x20) >= 'a' && (byte | 0x20) <= 'z');
}

static bool scan_is_pair(const char *at, const char *end, const char *pair)
{
	return end - at >= 2 && at[0] == pair[0] && at[1] == pair[1];
}

/* True if databases disagree on the quote at `close`. Before it is an odd number of backslashes, or
 * an even number after a byte whose second half may be the first backslash, in encodings of Chinese
 * and Japanese. */
static bool scan_is_escaped(const char *from, const char *close)
{
	const char *before = close;

	while (before > from && before[-1] == '\\') {
		before--;
	}

	return before < close &&
		(((close - before) & 1) != 0 || (before > from && (before[-1] & 0x80) != 0));
}

/* Finds the place after a quoted text by the rules that all databases share. Returns NULL if they
 * disagree. */
static const char *scan_quotes(const char *at, const char *end)
{
	const char quote = *at, *from = at + 1, *close;

	while ((close = memchr(from, quote, (size_t) (end - from))) != NULL) {
		if (close[-1] == '\\' && quote != '`' && scan_is_escaped(from, close)) {
			return NULL;
		}
		if (close + 1 == end || close[1] != quote) {
			return close + 1;
		}
		from = close + 2;
	}

	return end;
}

/* Returns the place after the text in Oracle's q'[text]'. NULL for a delimiter that is not
 * ASCII. */
static const char *scan_delimited(const char *at, const char *end)
{
	static const char opening[] = "[({<", closing[] = "])}>";
	const char *pair, *close;
	char last[2] = {'\0', '\''};

	if (end - at < 2) {
		return end;
	}
	if ((at[1] & 0x80) != 0) {
		return NULL;
	}
	pair = at[1] == '\0' ? NULL : strchr(opening, at[1]);
	last[0] = pair == NULL ? at[1] : closing[pair - opening];
	close = zend_memnstr(at + 2, last, sizeof(last), end);

	return close == NULL ? end : close + sizeof(last);
}

const char *hp_sql_scan_quoted(hp_sql_part part)
{
	const char *to = scan_quotes(part.at, part.end);
	char before = part.at == part.start ? ' ' : part.at[-1];

	if (*part.at == '\'' && (before | 0x20) == 'q' && scan_delimited(part.at, part.end) != to) {
		return NULL;
	}
	/* It may be the second half of a character, in the same encodings. */
	if (*part.at == '`' && (before & 0x80) != 0) {
		return NULL;
	}

	return to;
}

/* Returns the end of a text in quotes that some databases do not see as one; NULL if it does not
 * end before `end`, or that is not certain. */
static const char *scan_even_quotes(const char *from, const char *at, const char *end)
{
	const char *close = memchr(at + 1, *at, (size_t) (end - at - 1));

	if (close == NULL || memchr(at, '\\', (size_t) (close - at)) != NULL ||
		(at > from && (at[-1] | 0x20) == 'q')) {
		return NULL;
	}

	return close + 1;
}

/* True if a database that reads this as code is outside of any text and comment at its end.
 * Comments that end with the line have ended if this ends with a line. */
static bool scan_is_even(const char *from, const char *end, bool is_line)
{
	bool has_bracket = false;

	for (const char *at = from; at != NULL && at < end;) {
		if (*at == '\\' || (*at == '$' && at + 1 < end && !ZEND_IS_DIGIT(at[1])) ||
			scan_is_pair(at, end, "/*") ||
			(!is_line &&
				(*at == '#' || scan_is_pair(at, end, "--") || scan_is_pair(at, end, "//")))) {
			return false;
		}
		has_bracket |= *at == '[' || *at == '{';
		if (*at != '\'' && *at != '"' && *at != '`') {
			at++;
			continue;
		}
		at = has_bracket ? NULL : scan_even_quotes(from, at, end);
		if (at == NULL) {
			return false;
		}
	}

	return true;
}

bool hp_sql_scan_is_remark(hp_sql_part part)
{
	if (*part.at == '-') {
		return part.at + 2 == part.end || scan_is_blank(part.at[2]);
	}

	return *part.at == '/' && part.at + 2 < part.end && part.at[2] != '!' && part.at[2] != 'M';
}

/* Returns the place after a block comment. "/ *" within it begins a nested comment in PostgreSQL
 * and SQL Server. MySQL executes or reads what follows "!" and "+". */
static const char *scan_block(const char *at, const char *end)
{
	const char *close = zend_memnstr(at, "*/", 2, end);

	if (zend_memnstr(at, "/*", 2, close == NULL ? end : close + 1) != NULL) {
		return NULL;
	}
	if (close == NULL) {
		return end;
	}
	if ((*at == '!' || *at == '+' || scan_is_pair(at, close, "M!")) &&
		!scan_is_even(at + 1, close, false)) {
		return NULL;
	}

	return close + 2;
}

static bool scan_is_first_of_line(hp_sql_part part)
{
	while (part.at > part.start && part.at[-1] != '\n' && scan_is_blank(part.at[-1])) {
		part.at--;
	}

	return part.at == part.start || part.at[-1] == '\n';
}

/* True if it most likely is no operator. */
static bool scan_is_likely(hp_sql_part part, hp_sql_place place)
{
	const char *next = part.at + (*part.at == '-' ? 2 : 1);

	if (scan_is_first_of_line(part)) {
		return true;
	}

	return scan_is_blank(part.at[-1]) && place != HP_SQL_BEFORE_TABLE &&
		(next == part.end || scan_is_letter(*next) ||
			(*part.at == '#' && (scan_is_blank(*next) || *next == '#')));
}

/* Returns the place after a line comment. PostgreSQL also ends a line at "\r". In MySQL, "--"
 * begins a comment only before a blank; only MySQL has comments with "#". */
static const char *scan_line(hp_sql_part part, hp_sql_place place)
{
	const char *line = memchr(part.at, '\n', (size_t) (part.end - part.at)), *other;

	line = line == NULL ? part.end : line;
	other = memchr(part.at, '\r', (size_t) (line - part.at));
	if (other != NULL && other + 1 < line) {
		return NULL;
	}
	if ((place == HP_SQL_FIRST && *part.at == '#') || hp_sql_scan_is_remark(part)) {
		return line;
	}
	if (!scan_is_even(part.at + 1, line, true) || !scan_is_likely(part, place)) {
		return NULL;
	}

	return line;
}

const char *hp_sql_scan_comment(hp_sql_part part, hp_sql_place place)
{
	if (scan_is_pair(part.at, part.end, "/*")) {
		return scan_block(part.at + 2, part.end);
	}
	if (scan_is_pair(part.at, part.end, "//")) {
		return NULL; /* a comment in Snowflake */
	}
	if (*part.at == '#' || scan_is_pair(part.at, part.end, "--")) {
		return scan_line(part, place);
	}

	return part.at;
}

const char *hp_sql_scan_dollar(hp_sql_part part)
{
	const char *tag = part.at + 1, *close;

	while (tag < part.end && (scan_is_letter(*tag) || (tag > part.at + 1 && ZEND_IS_DIGIT(*tag)))) {
		tag++;
	}
	if (tag == part.end || *tag != '$') {
		return part.at;
	}
	tag++;
	close = zend_memnstr(tag, part.at, (size_t) (tag - part.at), part.end);

	return close != NULL && scan_is_even(tag, close, false) ? close + (tag - part.at) : NULL;
}

bool hp_sql_scan_is_path(hp_sql_part part)
{
	const char *at = part.at + 1;

	if (at == part.end || (*at != '>' && *at != '-')) {
		return false;
	}
	at += scan_is_pair(at, part.end, ">>") ? 2 : 1;
	while (at < part.end && scan_is_blank(*at)) {
		at++;
	}
	if (at == part.end) {
		return false;
	}

	return *at == '?' || scan_is_pair(at, part.end, "'{") ||
		(*at == '$' && at + 1 < part.end && ZEND_IS_DIGIT(at[1])) ||
		(*at == ':' && at + 1 < part.end && scan_is_letter(at[1]));
}

const char *hp_sql_scan_bracket(hp_sql_part part)
{
	char closing = *part.at == '[' ? ']' : '}';
	const char *close = part.at;

	while ((close = memchr(close, closing, (size_t) (part.end - close))) != NULL) {
		close++;
		if (closing == '}' || close == part.end || *close != closing) {
			return close;
		}
		close++;
	}

	return part.end;
}

bool hp_sql_scan_is_name(const char *at, const char *end)
{
	bool is_ascii = true;

	if (end - at < 3 || end[-1] != *at) {
		return false;
	}
	for (const char *byte = at + 1; byte < end - 1; byte++) {
		if (*byte == '\'' || *byte == '"' || *byte == '`' || *byte == '\\' || *byte == '\n') {
			return false;
		}
		is_ascii &= (*byte & 0x80) == 0;
	}

	return is_ascii || hp_utf8_is(at, (size_t) (end - at));
}
