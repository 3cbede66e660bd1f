/* load_check.h: whether the rows of a profile that a file gave fit together. */
#ifndef HP_FORMAT_LOAD_CHECK_H
#define HP_FORMAT_LOAD_CHECK_H

#include "profile/profile.h"

/* Numbers the functions, and returns false if a row is equal to another, names one that is not
 * there, or is out of order. Sets the times of samples that the file gave none. */
bool hp_load_check(hp_profile *profile);

#endif /* HP_FORMAT_LOAD_CHECK_H */
