/* redact.h: what a client sent, without what may be a secret.
 *
 * A value is replaced by "[redacted]" if its name has one of these in it, in whatever case: auth, bearer,
 * cred, csrf, jwt, key, pass, pwd, secret, sess, sign, token, xsrf; or is one of these: code, cvc, cvv,
 * hash, hmac, iban, mac, nonce, otp, pan, pin, sid, sig, ssn, state, tan; or is the one that the caller
 * adds, as PHP makes a key of it. "_" and "-" at the ends of a name do not matter. In an array that goes for
 * all that is below the name. A value that is a URI with such values, or with a user, is replaced as a
 * whole; so is one with URIs in URIs beyond what is looked at. */
#ifndef HP_REQUEST_REDACT_H
#define HP_REQUEST_REDACT_H

#include "base/compat.h"

bool hp_redact_is_secret(const char *name, size_t length, const char *more);

/* A URI with the values of its query looked at, by each of the keys that PHP makes of a name. The caller
 * releases it. */
zend_string *hp_redact_uri(const zend_string *uri, const char *more);

/* A new array. */
void hp_redact_array(zval *result, const HashTable *array, const char *more);

/* A command: values of "--name=value" and of "name=value", and the word after "--name" or "-name" unless it
 * begins with "--". Appends to result. */
void hp_redact_arguments(zval *result, const HashTable *arguments, const char *more);

#endif /* HP_REQUEST_REDACT_H */
