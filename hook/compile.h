/* compile.h: records the compilation of files and eval() as calls. */
#ifndef HP_HOOK_COMPILE_H
#define HP_HOOK_COMPILE_H

/* In MINIT and MSHUTDOWN. */
void hp_hook_compile_startup(void);
void hp_hook_compile_shutdown(void);

#endif /* HP_HOOK_COMPILE_H */
