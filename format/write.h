/* write.h: the functions that write a finished run. Each format has a file of its own. */
#ifndef HP_FORMAT_WRITE_H
#define HP_FORMAT_WRITE_H

#include "base/writer.h"
#include "profile/profile.h"

/* Each is a hp_format: see format/format.h. */
void hp_format_callgrind(const hp_profile *profile, hp_writer *writer);
void hp_format_chrome(const hp_profile *profile, hp_writer *writer);
void hp_format_folded(const hp_profile *profile, hp_writer *writer);
void hp_format_folded_alloc(const hp_profile *profile, hp_writer *writer);
void hp_format_folded_live(const hp_profile *profile, hp_writer *writer);
void hp_format_html(const hp_profile *profile, hp_writer *writer);
void hp_format_json(const hp_profile *profile, hp_writer *writer);
void hp_format_log(const hp_profile *profile, hp_writer *writer);
void hp_format_perfetto(const hp_profile *profile, hp_writer *writer);
void hp_format_pprof(const hp_profile *profile, hp_writer *writer);
void hp_format_speedscope(const hp_profile *profile, hp_writer *writer);
void hp_format_xhgui(const hp_profile *profile, hp_writer *writer);
void hp_format_xhprof(const hp_profile *profile, hp_writer *writer);

#endif /* HP_FORMAT_WRITE_H */
