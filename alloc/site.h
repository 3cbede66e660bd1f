/* site.h: what was allocated by whom, and what of it is still there.
 *
 * Everything is charged to whoever allocated the block, its giving back too: what is alive and what
 * was freed add up to what was allocated in each account.
 *
 * When the memory in use reached its highest mark, an account held what it holds since its last
 * change before that moment. So nothing is copied at a mark: its number is kept with the account, and
 * the first change after a newer one keeps what was held until then. */
#ifndef HP_ALLOC_SITE_H
#define HP_ALLOC_SITE_H

#include "base/compat.h"

typedef struct hp_account {
	uint64_t allocs; /* blocks */
	uint64_t frees;
	uint64_t alloc_bytes;
	uint64_t freed_bytes;
	uint64_t peak_bytes; /* held at the mark of that number */
	uint64_t peak_number;
	uint64_t temporary; /* blocks that were freed right away */
	void *owner; /* whose it is: up to the user of the table */
} hp_account;

typedef struct hp_account_slot {
	const void *key;
	uint32_t account;
} hp_account_slot;

#define HP_ACCOUNT_NONE UINT32_MAX
#define HP_ACCOUNT_CACHE 256u
#define HP_ACCOUNT_CACHE_BITS 8

typedef struct hp_accounts {
	hp_account_slot cache[HP_ACCOUNT_CACHE];
	hp_account *rows;
	uint32_t count;
	uint32_t size;
	hp_account_slot *slots; /* open addressing, at most half full; account plus one */
	uint32_t mask;
	/* of all */
	int64_t change_bytes; /* since the start, of the memory in use */
	int64_t peak_bytes; /* its highest mark */
	uint64_t peak_number; /* how many marks there were */
} hp_accounts;

/* An empty table; all zeros is what hp_account_free() leaves and takes. */
void hp_account_init(hp_accounts *accounts);
void hp_account_free(hp_accounts *accounts);

/* The account of a key, or NONE; and a new one for a key that has none. The keys are not looked
 * into. */
uint32_t hp_account_find_slow(hp_accounts *accounts, const void *key);
uint32_t hp_account_add(hp_accounts *accounts, const void *key, void *owner);

/* What an account held at the highest mark. */
uint64_t hp_account_at_peak(const hp_accounts *accounts, const hp_account *account);

static zend_always_inline hp_account_slot *hp_account_cached(hp_accounts *accounts, const void *key)
{
	uint64_t hash = (uint64_t) (uintptr_t) key * UINT64_C(0x9E3779B97F4A7C15);

	return &accounts->cache[hash >> (64 - HP_ACCOUNT_CACHE_BITS)];
}

static zend_always_inline uint32_t hp_account_find(hp_accounts *accounts, const void *key)
{
	const hp_account_slot *cached = hp_account_cached(accounts, key);

	return EXPECTED(cached->key == key) ? cached->account : hp_account_find_slow(accounts, key);
}

static zend_always_inline void hp_account_touch(const hp_accounts *accounts, hp_account *account)
{
	if (account->peak_number != accounts->peak_number) {
		account->peak_number = accounts->peak_number;
		account->peak_bytes = account->alloc_bytes - account->freed_bytes;
	}
}

static zend_always_inline void hp_account_charge(
	hp_accounts *accounts, uint32_t number, uint64_t blocks, uint64_t bytes)
{
	hp_account *account = &accounts->rows[number];

	hp_account_touch(accounts, account);
	account->allocs += blocks;
	account->alloc_bytes += bytes;
	accounts->change_bytes += (int64_t) bytes;
	if (accounts->change_bytes > accounts->peak_bytes) {
		accounts->peak_bytes = accounts->change_bytes;
		accounts->peak_number++;
	}
}

static zend_always_inline void hp_account_discharge(
	hp_accounts *accounts, uint32_t number, uint64_t blocks, uint64_t bytes, bool is_temporary)
{
	hp_account *account = &accounts->rows[number];

	hp_account_touch(accounts, account);
	account->frees += blocks;
	account->freed_bytes += bytes;
	if (is_temporary) {
		account->temporary++;
	}
	accounts->change_bytes -= (int64_t) bytes;
}

#endif /* HP_ALLOC_SITE_H */
