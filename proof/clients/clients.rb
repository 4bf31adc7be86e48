# Sends requests with Net::HTTP of Ruby: see README.md.
require 'net/http'
require 'openssl'

$stdout.sync = true
base = URI(ENV['URL'])
http = Net::HTTP.new(base.host, base.port)
http.use_ssl = true
http.ca_file = ENV['CA']
if ENV['CERT']
  http.cert = OpenSSL::X509::Certificate.new(File.read(ENV['CERT']))
  http.key = OpenSSL::PKey.read(File.read(ENV['KEY']))
end
http.start

$stdin.each_line(chomp: true) do |line|
  method, path, framing, file, *headers = line.split("\t", -1)
  request = Net::HTTPGenericRequest.new(method, framing != 'none', true, path)
  headers.each { |header| request[header.split(': ', 2)[0]] = header.split(': ', 2)[1] }
  if framing != 'none'
    request.body_stream = File.open(file)
    framing == 'chunked' ? request['Transfer-Encoding'] = 'chunked' : request.content_length = File.size(file)
  end
  response = http.request(request)
  puts [response.code, response['ETag'], response['WWW-Authenticate'], response.body.strip].join("\t")
rescue StandardError => e
  puts ['0', '', '', e.inspect.gsub("\n", ' ')].join("\t")
  http.finish if http.started?
  http.start
end
