/* units.c: unit tests of alloc/: what sites are charged for, without an allocator.
 * tests/base/units.c includes it. */
#include "alloc/block.c"
#include "alloc/live.c"
#include "alloc/shadow.c"
#include "alloc/site.c"

#include "tests/base/units.h"

#define ALLOC_BLOCK UINT64_C(0x7f0000001000)

/* A block of a sampled run stands for several: all of them are freed with it. */
static void live_frees_what_a_sample_stands_for(void)
{
	hp_live live;
	uint32_t site;

	hp_live_open(&live, HP_LIVE_SAMPLED, false, NULL, 1000);
	site = hp_site_add(&live.sites, &live, NULL);
	hp_live_add(&live, site, ALLOC_BLOCK, 7, 700);
	hp_live_add(&live, site, ALLOC_BLOCK + 64, 2, 90);
	CHECK_INT(live.sites.rows[site].allocs, 9);
	CHECK_INT(live.sites.rows[site].alloc_bytes, 790);
	/* Whether a sampled block was the newest one says nothing of those that it stands for. */
	live.newest[0] = ALLOC_BLOCK;
	CHECK(hp_live_take(&live, ALLOC_BLOCK) && !hp_live_take(&live, ALLOC_BLOCK));
	CHECK_INT(live.sites.rows[site].frees, 7);
	CHECK_INT(live.sites.rows[site].freed_bytes, 700);
	CHECK_INT(live.sites.rows[site].temporary, 0);
	CHECK_INT(live.sites.change_bytes, 90);
	hp_live_free(&live);
}

static void live_counts_frees_from_outside(void)
{
	hp_live live;

	hp_live_open(&live, HP_LIVE_FULL, false, NULL, 0);
	hp_live_outside(&live, 30);
	live.is_recording = false;
	hp_live_outside(&live, 500);
	CHECK_INT(live.outside_frees, 1);
	CHECK_INT(live.outside_bytes, 30);
	CHECK_INT(live.sites.change_bytes, -30);
	hp_live_free(&live);
}

/* A site has what it held at the highest peak, whatever it did before and after. */
static void sites_know_what_they_held_at_the_peak(void)
{
	hp_sites sites;
	uint32_t a, b, none;

	hp_site_init(&sites);
	a = hp_site_add(&sites, &a, NULL);
	b = hp_site_add(&sites, &b, NULL);
	none = hp_site_add(&sites, &none, NULL);
	hp_site_charge(&sites, a, 1, 100);
	hp_site_discharge(&sites, a, 1, 60, false);
	hp_site_charge(&sites, b, 2, 70); /* the peak: 40 and 70 */
	hp_site_discharge(&sites, b, 1, 50, true);
	hp_site_charge(&sites, a, 1, 10);
	CHECK_INT(sites.peak_bytes, 110);
	CHECK_INT(sites.change_bytes, 70);
	CHECK_INT(hp_site_at_peak(&sites, &sites.rows[a]), 40);
	CHECK_INT(hp_site_at_peak(&sites, &sites.rows[b]), 70);
	CHECK_INT(hp_site_at_peak(&sites, &sites.rows[none]), 0);
	CHECK_INT(sites.rows[b].temporary, 1);
	CHECK_INT(hp_site_find(&sites, &a), a);
	hp_site_free(&sites);
}

static const unit alloc_units[] = {
	UNIT(live_frees_what_a_sample_stands_for),
	UNIT(live_counts_frees_from_outside),
	UNIT(sites_know_what_they_held_at_the_peak),
};
