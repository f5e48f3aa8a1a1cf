@implementation Desk
- (void)open {
  a();
}
- (void)broken:( {
  int x = ;
}
- (void)close {
  b();
}
@end
