#ifdef HAVE_CONFIG_H
# include "config.h"
#endif

#include "alloc/site.h"

#define ACCOUNT_FIRST_SLOTS 1024u

void hp_account_init(hp_accounts *accounts)
{
	memset(accounts, 0, sizeof(*accounts));
	accounts->mask = ACCOUNT_FIRST_SLOTS - 1;
	accounts->slots = pecalloc(ACCOUNT_FIRST_SLOTS, sizeof(*accounts->slots), true);
	accounts->size = ACCOUNT_FIRST_SLOTS / 2;
	accounts->rows = safe_pemalloc(accounts->size, sizeof(*accounts->rows), 0, true);
	accounts->peak_number = 1; /* the start, when nobody held anything */
}

void hp_account_free(hp_accounts *accounts)
{
	if (accounts->slots != NULL) {
		pefree(accounts->slots, true);
		pefree(accounts->rows, true);
	}
	memset(accounts, 0, sizeof(*accounts));
}

static hp_account_slot *account_slot(const hp_accounts *accounts, const void *key)
{
	uint64_t hash = (uint64_t) (uintptr_t) key * UINT64_C(0x9E3779B97F4A7C15);
	uint32_t at = (uint32_t) (hash >> 32) & accounts->mask;

	while (accounts->slots[at].key != NULL && accounts->slots[at].key != key) {
		at = (at + 1) & accounts->mask;
	}

	return &accounts->slots[at];
}

static void account_grow(hp_accounts *accounts)
{
	hp_account_slot *old = accounts->slots;
	size_t size = (size_t) accounts->mask + 1;

	accounts->slots = pecalloc(2 * size, sizeof(*accounts->slots), true);
	accounts->mask = (uint32_t) (2 * size - 1);
	for (size_t i = 0; i < size; i++) {
		if (old[i].key != NULL) {
			*account_slot(accounts, old[i].key) = old[i];
		}
	}
	pefree(old, true);
	accounts->size = accounts->mask / 2 + 1;
	accounts->rows =
		safe_perealloc(accounts->rows, accounts->size, sizeof(*accounts->rows), 0, true);
}

uint32_t hp_account_find_slow(hp_accounts *accounts, const void *key)
{
	const hp_account_slot *slot = account_slot(accounts, key);

	if (slot->key == NULL) {
		return HP_ACCOUNT_NONE;
	}
	*hp_account_cached(accounts, key) = *slot;

	return slot->account;
}

uint32_t hp_account_add(hp_accounts *accounts, const void *key, void *owner)
{
	hp_account_slot *slot;
	hp_account *account;

	if (accounts->count == accounts->size) {
		account_grow(accounts);
	}
	account = &accounts->rows[accounts->count];
	memset(account, 0, sizeof(*account));
	account->owner = owner;
	slot = account_slot(accounts, key);
	slot->key = key;
	slot->account = accounts->count++;
	*hp_account_cached(accounts, key) = *slot;

	return slot->account;
}

uint64_t hp_account_at_peak(const hp_accounts *accounts, const hp_account *account)
{
	return account->peak_number == accounts->peak_number
		? account->peak_bytes
		: account->alloc_bytes - account->freed_bytes;
}
