// A mail server in a process, for `people.mjs`. It accepts all mails and keeps none.
import {SMTPServer} from 'smtp-server';

const server = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS', 'AUTH'],
  disableReverseLookup: true,
  onData: (stream, _, callback) => void stream.on('end', () => callback()).resume(),
});
server.listen(0, '127.0.0.1', () => {
  const {port} = /** @type {import('node:net').AddressInfo} */ (server.server.address());
  console.log(`ready smtp://127.0.0.1:${port}`);
});
