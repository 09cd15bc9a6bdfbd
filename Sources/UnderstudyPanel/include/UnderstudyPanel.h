// The files of the control panel, as they lie in the folder `page`.
//
// They are given byte by byte, so that who uses them needs no pointer.
#ifndef UNDERSTUDY_PANEL_H
#define UNDERSTUDY_PANEL_H

// How many files there are.
int upanel_count(void);
// How long a file is, in bytes.
int upanel_length(int file);
// One byte of a file.
unsigned char upanel_byte(int file, int index);
// One letter of a file's name; 0 behind its end.
unsigned char upanel_letter(int file, int index);

#endif
