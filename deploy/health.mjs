import {get as getPlain} from 'node:http';
import {get as getSecure} from 'node:https';

// The health check of the container: exits with 0 if the service can serve reads. A restart does not help a store that refuses changes.
const {TAVLE_PORT, TAVLE_TLS_CERT: certificate} = process.env;
// Connects to localhost, so the name in the certificate does not matter.
const options = {
  host: '127.0.0.1',
  port: Number(TAVLE_PORT) || 8080,
  path: '/health/readable',
  timeout: 3_000,
  rejectUnauthorized: false,
};

(certificate ? getSecure : getPlain)(options, ({statusCode}) => process.exit(statusCode === 200 ? 0 : 1))
  .on('timeout', () => process.exit(1))
  .on('error', () => process.exit(1));
