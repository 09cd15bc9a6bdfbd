// What Swift's own modules of the C library leave out.
#pragma once
#if defined(__linux__)
#include <malloc.h>
#include <sys/epoll.h>
#endif
