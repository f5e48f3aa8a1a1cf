#import "Loan.h"

#define MAX 2

typedef struct {
  int days;
} Fee;

typedef enum Status { Out, Back } Status;

@protocol Lendable <NSObject>
- (NSString *)title;
@optional
+ (BOOL)isLate;
@end

@interface Loan : NSObject <Lendable>
@property (nonatomic, copy) NSString *item;
- (instancetype)initWithItem:(NSString *)item due:(NSDate *)due;
@end

@interface Loan ()
- (void)secret;
@end

static int fine(int days) {
  return days * 10;
}

char *label(void) { return "loan"; }

@implementation Loan {
  int _renewals;
}

@synthesize item = _item;

- (instancetype)initWithItem:(NSString *)item due:(NSDate *)due {
  self = [super init];
  return self;
}

+ (BOOL)isLate { return NO; }

- (void)renew:(int)days {
  void (^log)(void) = ^{ NSLog(@"renewed"); };
  log();
}

- (void)dealloc {
}
@end

@implementation Loan (Printing)
- (NSString *)description { return @"loan"; }
@end

#ifdef DEBUG
void probe(void) {}
#endif
