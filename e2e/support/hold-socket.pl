# Opens a listening TCP socket and runs a command with it as systemd does for a socket unit: sd_listen_fds(3). Runs the command again when it
# ends without an error.
#
#   perl hold-socket.pl ADDRESS COMMAND...
#
# SIGHUP sends SIGTERM to the command, and SIGINT sends SIGINT: both restart it. SIGTERM kills the command and ends this program.
use strict;
use warnings;
use Errno;
use Socket;

my $address = shift;
# Descriptors up to this one stay open in the command.
$^F = 3;
socket(my $listener, PF_INET, SOCK_STREAM, 0) or die "socket: $!";
fileno($listener) == 3 or die 'The socket is not descriptor 3.';
bind($listener, sockaddr_in(0, inet_aton($address))) or die "bind: $!";
listen($listener, 511) or die "listen: $!";

my ($pid, $isStopping);
$SIG{HUP} = sub { kill 'TERM', $pid if $pid };
$SIG{INT} = sub { kill 'INT', $pid if $pid };
$SIG{TERM} = sub { $isStopping = 1; kill 'KILL', $pid if $pid };
until ($isStopping) {
  $pid = fork // die "fork: $!";
  if (!$pid) {
    @ENV{'LISTEN_PID', 'LISTEN_FDS'} = ($$, 1);
    exec @ARGV or die "exec: $!";
  }
  1 while waitpid($pid, 0) == -1 && $!{EINTR};
  exit $? >> 8 if $? && !$isStopping;
}
