/** Returns the certificate of the client as the value of `Client-Cert` (RFC 9440): `:base64 of the DER bytes:`. Empty without a certificate. */
function clientCert(request) {
  const pem = request.variables.ssl_client_raw_cert;
  return pem ? `:${pem.replace(/-----[^-]+-----|\s/g, '')}:` : '';
}

export default {clientCert};
