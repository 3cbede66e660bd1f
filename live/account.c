#include "live/account.h"

#include "base/table.h"

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
	if (accounts->kinds[at] != kind) {
		accounts->kinds[at] = kind;
		accounts->slots[at] = *slot;
	}
	accounts->used[at] = slot->request;

	return &accounts->of[at];
}

static int64_t account_off_ns(const hp_sampler_account *account)
{
	return account->off.asleep_ns + account->off.waited_ns;
}

/* Returns the fraction of the owed time that is paid. Samples account for too much time of some
 * kinds, whose balance is negative, and for too little of others. Scaled by this fraction, the
 * payments add up to the time that is open in total. */
static double account_part(int64_t all_ns, int64_t owed_ns)
{
	return owed_ns <= 0 ? 0 : MAX(0, (double) all_ns / (double) owed_ns);
}

void hp_live_account_close(hp_live_accounts *accounts, hp_live_account_pay pay, void *owner)
{
	int64_t cpu_ns = 0, owed_cpu_ns = 0, off_ns = 0, owed_off_ns = 0;

	for (uint32_t i = 0; i < HP_LIVE_ACCOUNTS; i++) {
		cpu_ns += accounts->of[i].cpu_ns;
		owed_cpu_ns += MAX(0, accounts->of[i].cpu_ns);
		off_ns += account_off_ns(&accounts->of[i]);
		owed_off_ns += MAX(0, account_off_ns(&accounts->of[i]));
	}
	for (uint32_t i = 0; i < HP_LIVE_ACCOUNTS; i++) {
		double here_cpu_ns = (double) MAX(0, accounts->of[i].cpu_ns);
		double here_off_ns = (double) MAX(0, account_off_ns(&accounts->of[i]));

		accounts->slots[i].request = accounts->used[i];
		pay(owner, &accounts->slots[i],
			(uint64_t) (here_cpu_ns * account_part(cpu_ns, owed_cpu_ns)),
			(uint64_t) (here_off_ns * account_part(off_ns, owed_off_ns)));
	}
	memset(accounts, 0, offsetof(hp_live_accounts, slots));
}
