/* What buzzer, lamp and strip make of a picture. Knows no hardware. */
#ifndef MOOD_H
#define MOOD_H

enum mood { MOOD_CALM, MOOD_ALERT, MOOD_FOUL };

/* Of the picture that is shown: some seat's lamp says foul; else there is an alert; else all is calm. */
enum mood mood_shown(void);

#endif
