<?php
// Sends requests with curl and Guzzle of PHP: see README.md.

use GuzzleHttp\Psr7\StreamDecoratorTrait;
use Psr\Http\Message\StreamInterface;

$send = $argv[1] === 'guzzle' ? guzzle() : curl();
while (($line = fgets(STDIN)) !== false) {
    [$method, $path, $framing, $file, $headers] = explode("\t", rtrim($line, "\n"), 5) + [4 => ''];
    try {
        $received = $send($method, getenv('URL') . $path, $framing, $file, $headers === '' ? [] : explode("\t", $headers));
    } catch (Throwable $error) {
        $received = [0, '', '', str_replace("\n", ' ', $error->getMessage())];
    }
    echo implode("\t", $received), "\n";
}

function curl(): callable
{
    $curl = curl_init();
    return function ($method, $url, $framing, $file, $headers) use ($curl) {
        curl_reset($curl);
        $received = [];
        curl_setopt_array($curl, [
            CURLOPT_URL => $url,
            CURLOPT_CUSTOMREQUEST => $method,
            CURLOPT_CAINFO => getenv('CA'),
            CURLOPT_RETURNTRANSFER => true,
            CURLOPT_HTTPHEADER => $headers,
            CURLOPT_HEADERFUNCTION => function ($_, $line) use (&$received) {
                [$name, $value] = explode(': ', trim($line), 2) + [1 => ''];
                $received[strtolower($name)] = $value;
                return strlen($line);
            },
        ]);
        if (getenv('CERT')) {
            curl_setopt_array($curl, [CURLOPT_SSLCERT => getenv('CERT'), CURLOPT_SSLKEY => getenv('KEY')]);
        }
        if ($framing !== 'none') {
            curl_setopt_array($curl, [CURLOPT_UPLOAD => true, CURLOPT_INFILE => fopen($file, 'r')]);
        }
        // Without a size, curl sends chunks.
        if ($framing === 'length') {
            curl_setopt($curl, CURLOPT_INFILESIZE, filesize($file));
        }
        $body = curl_exec($curl);
        if ($body === false) {
            throw new Exception(curl_error($curl));
        }
        $status = curl_getinfo($curl, CURLINFO_RESPONSE_CODE);
        return [$status, $received['etag'] ?? '', $received['www-authenticate'] ?? '', trim($body)];
    };
}

function guzzle(): callable
{
    require_once 'GuzzleHttp/autoload.php';
    $options = ['verify' => getenv('CA'), 'http_errors' => false];
    if (getenv('CERT')) {
        $options += ['cert' => getenv('CERT'), 'ssl_key' => getenv('KEY')];
    }
    $client = new GuzzleHttp\Client($options);
    return function ($method, $url, $framing, $file, $headers) use ($client) {
        $sent = [];
        foreach ($headers as $header) {
            [$name, $value] = explode(': ', $header, 2);
            $sent[$name] = $value;
        }
        $body = $framing === 'none' ? null : GuzzleHttp\Psr7\Utils::streamFor(fopen($file, 'r'));
        if ($framing === 'chunked') {
            // Wraps the file in a stream of unknown size, which Guzzle sends in chunks.
            $body = new class ($body) implements StreamInterface {
                use StreamDecoratorTrait;
                public function getSize(): ?int
                {
                    return null;
                }
            };
        }
        $response = $client->request($method, $url, ['headers' => $sent, 'body' => $body]);
        $line = [$response->getHeaderLine('ETag'), $response->getHeaderLine('WWW-Authenticate'), trim($response->getBody())];
        return [$response->getStatusCode(), ...$line];
    };
}
