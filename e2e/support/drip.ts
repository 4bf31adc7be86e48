import type {Socket} from 'node:net';

/** The pause between two bytes, in milliseconds. */
const pause = 500;

/** Sends a beginning and then a byte now and again, until the other side ends it; resolves to all that was answered. */
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
