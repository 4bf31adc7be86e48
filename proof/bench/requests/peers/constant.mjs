// A peer for `servers.mjs`: Node.js without a framework, which returns the same text for every request.
import {createServer} from 'node:http';

const text = JSON.stringify(
  Object.fromEntries(Array.from({length: 8}, (_, index) => [`app-${index}`, {state: 'active'}])),
);
const headers = {
  'Content-Type': 'application/json; charset=utf-8',
  'Content-Length': Buffer.byteLength(text),
};
const server = createServer((request, response) => response.writeHead(200, headers).end(text));
server.listen(0, '127.0.0.1', () => {
  const {port} = /** @type {import('node:net').AddressInfo} */ (server.address());
  console.log(`ready http://127.0.0.1:${port}`);
});
