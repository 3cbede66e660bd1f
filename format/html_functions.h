/* html_functions.h: the blocks of a report that are lists of functions: their names, files and
 * components, the errors of their shares, and the distortion of their times. */
#ifndef HP_FORMAT_HTML_FUNCTIONS_H
#define HP_FORMAT_HTML_FUNCTIONS_H

#include "format/html_data.h"

/* Writes these blocks, a line each. */
void hp_html_functions_write(const hp_html_data *data);

#endif /* HP_FORMAT_HTML_FUNCTIONS_H */
