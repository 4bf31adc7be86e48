# Receives messages as systemd does for a service with Type=notify, sd_notify(3), and prints a line for each, except the
# messages (BARRIER=1) with which systemd-notify waits until the others are read.
#
#   perl notify-socket.pl PATH
use strict;
use warnings;
use Socket;

$| = 1;
socket(my $receiver, PF_UNIX, SOCK_DGRAM, 0) or die "socket: $!";
bind($receiver, sockaddr_un($ARGV[0])) or die "bind: $!";
print "listening\n";
while (defined recv($receiver, my $message, 4096, 0)) {
  print "$_\n" for grep { $_ ne 'BARRIER=1' } split /\n/, $message;
}
