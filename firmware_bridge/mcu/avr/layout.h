/* Where the parts of a picture stand on a glass. Knows no hardware. */
#ifndef LAYOUT_H
#define LAYOUT_H

#include <stdbool.h>

/* Works out what does not change from window to window: call it when another picture is shown, or silence begins. */
void layout_plan(bool silent);

/* Draws what falls into the canvas' window. */
void layout_draw(void);

#endif
