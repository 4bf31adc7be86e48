# Sends requests with LWP of Perl: see README.md.
use strict;
use warnings;
use HTTP::Request;
use LWP::UserAgent;

$| = 1;
my %tls = (SSL_ca_file => $ENV{CA});
%tls = (%tls, SSL_cert_file => $ENV{CERT}, SSL_key_file => $ENV{KEY}) if $ENV{CERT};
my $agent = LWP::UserAgent->new(ssl_opts => \%tls, keep_alive => 1, timeout => 60);

while (my $line = <STDIN>) {
    chomp $line;
    my ($method, $path, $framing, $file, @headers) = split /\t/, $line, -1;
    my $request = HTTP::Request->new($method, $ENV{URL} . $path);
    $request->header(split /: /, $_, 2) for @headers;
    if ($framing ne 'none') {
        open my $input, '<:raw', $file or die $!;
        # LWP sends chunks if the content is a function and has no length.
        $request->content(sub { read $input, my $piece, 8192; $piece });
        $request->header('Content-Length', -s $file) if $framing eq 'length';
    }
    my $response = $agent->request($request);
    my $body = $response->content;
    $body =~ s/\s+$//;
    $body =~ s/\n/ /g;
    my $status = ($response->header('Client-Warning') // '') eq 'Internal response' ? 0 : $response->code;
    print join("\t", $status, $response->header('ETag') // '', $response->header('WWW-Authenticate') // '', $body), "\n";
}
