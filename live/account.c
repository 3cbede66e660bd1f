#include "live/account.h"

#ifdef HP_SAMPLE_HAS_SOURCES

# include "base/table.h"

static uint64_t account_kind(const hp_live_slot *slot)
{
	uint64_t kind;

	if (slot->tag_bytes > 0) {
		kind = hp_table_mix_bytes(slot->tag_bytes, slot->tags, slot->tag_bytes);
	} else {
		kind = hp_table_mix_bytes(0, slot->method, strnlen(slot->method, sizeof(slot->method)));
		kind = hp_table_mix_bytes(kind, slot->uri, strnlen(slot->uri, sizeof(slot->uri)));
	}

	return MAX(1, kind);
}

hp_sampler_account *hp_live_account_of(hp_live_accounts *accounts, const hp_live_slot *slot)
{
	uint64_t kind = account_kind(slot);
	uint32_t oldest = 0, at = 0;

	while (at < HP_LIVE_ACCOUNTS && accounts->kinds[at] != kind && accounts->kinds[at] != 0) {
		oldest = accounts->used[at] < accounts->used[oldest] ? at : oldest;
		at++;
	}
	at = at < HP_LIVE_ACCOUNTS ? at : oldest;
	accounts->kinds[at] = kind;
	accounts->used[at] = slot->request;

	return &accounts->of[at];
}

hp_sampler_account hp_live_account_close(hp_live_accounts *accounts)
{
	hp_sampler_account all = {0, {0, 0}};

	for (uint32_t i = 0; i < HP_LIVE_ACCOUNTS; i++) {
		hp_sampler_account_add(&all, &accounts->of[i]);
	}
	memset(accounts, 0, sizeof(*accounts));

	return all;
}

#endif
