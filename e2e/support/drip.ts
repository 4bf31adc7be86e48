import type {Socket} from 'node:net';

/** The pause between two bytes, in milliseconds. */
const pause = 500;

/** Sends `beginning` and then single bytes until the server closes the connection. Returns the whole response. */
export function startDrip(socket: Socket, beginning: string): Promise<string> {
  let answered = '';
  socket.on('data', (data: Buffer) => (answered += data.toString()));
  socket.on('error', () => undefined);
  if (beginning !== '') socket.write(beginning);
  const drip = setInterval(() => beginning !== '' && socket.writable && socket.write('x'), pause);
  return new Promise(resolve => {
    socket.once('close', () => {
      clearInterval(drip);
      resolve(answered);
    });
  });
}
