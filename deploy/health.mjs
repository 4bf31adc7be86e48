import {get as getPlain} from 'node:http';
import {get as getSecure} from 'node:https';

// Ends with 0 when the service in this container, with the same settings, can serve reads. A new container would not make a store take changes.
const {TAVLE_PORT: port = '8080', TAVLE_TLS_CERT: certificate} = process.env;
// It speaks to itself: whose name the certificate bears does not matter.
const options = {
  host: '127.0.0.1',
  port,
  path: '/health/readable',
  timeout: 3_000,
  rejectUnauthorized: false,
};

(certificate ? getSecure : getPlain)(options, ({statusCode}) => process.exit(statusCode === 200 ? 0 : 1))
  .on('timeout', () => process.exit(1))
  .on('error', () => process.exit(1));
