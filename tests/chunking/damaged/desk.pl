sub open {
  a();
}

sub broken {
  my $x = ;

sub close {
  b();
}
