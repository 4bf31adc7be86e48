import {describe, expect, it} from 'vitest';

import {takePassedSocket} from './systemd.ts';

const own = String(process.pid);

describe('takePassedSocket', () => {
  it('returns descriptor 3 and deletes the variables', () => {
    const variables = {LISTEN_PID: own, LISTEN_FDS: '1', LISTEN_FDNAMES: 'tavle.socket', TAVLE_PORT: '1'};
    expect(takePassedSocket(variables)).toBe(3);
    expect(variables).toEqual({TAVLE_PORT: '1'});
  });

  it.for([{}, {LISTEN_FDS: '1'}, {LISTEN_PID: `${own}0`, LISTEN_FDS: '2'}, {LISTEN_PID: '', LISTEN_FDS: ''}])(
    'returns undefined unless LISTEN_PID names this process: %o',
    variables => {
      expect(takePassedSocket(variables)).toBeUndefined();
      expect(variables).toEqual({});
    },
  );

  it.for(['2', '0', '01', '', undefined])('throws when LISTEN_FDS is %o', sockets => {
    expect(() => takePassedSocket({LISTEN_PID: own, LISTEN_FDS: sockets})).toThrow(
      'LISTEN_FDS: Must be 1, not ',
    );
  });
});
