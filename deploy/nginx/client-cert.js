/** The client's certificate as RFC 9440 has it in `Client-Cert`: the DER bytes as a byte sequence. Empty where there is none. */
function clientCert(request) {
  const pem = request.variables.ssl_client_raw_cert;
  return pem ? `:${pem.replace(/-----[^-]+-----|\s/g, '')}:` : '';
}

export default {clientCert};
