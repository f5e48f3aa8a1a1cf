package Library::Loan;

use strict;
use warnings;

our $VERSION = '1.0';

# sub fake { }
sub new {
    my ($class, %args) = @_;
    my $self = bless { %args }, $class;
    return $self;
}

sub renew {
    my ($self, $days) = @_;
    my $add = sub { return $_[0] + $days; };
    return $add->($self->{due});
}

sub forward;

sub Library::Desk::open {
    return 1;
}

package Library::Line;

sub quantity { return 1; }

package Library::Block {
    sub inner {
        return 2;
    }
}

BEGIN {
    sub early { return 3; }
}

package main;

sub main {
    print "start\n";
}

main();

1;

__END__

=head1 NAME

sub nothing { }

=cut
