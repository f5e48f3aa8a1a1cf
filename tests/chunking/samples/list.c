#include <stdlib.h>

#ifdef DEBUG
static int debug = 1;
#endif

enum kind { PLAIN, TAXED };

struct list {
  struct node { int value; } *first;
  int (*compare)(int, int);
};

union bits { int a; };

typedef struct list List;

int push(struct list *l, int value);

static struct list *
make(int size)
{
  struct list *l = malloc(sizeof(struct list));
  return l;
}

int
push(l, value)
  struct list *l;
  int value;
{
  return 0;
}

#if defined(FAST)
int sum(void) { return 1; }
#else
int sum(void) { return 2; }
#endif

const char *names[] = { "a" };
