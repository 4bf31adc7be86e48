import {setImmediate} from 'node:timers/promises';

import {z} from 'zod';
import {expect, it, onTestFinished, vi} from 'vitest';

import {bounds} from '../bounds.ts';
import {safeText} from './field-kinds.ts';

it.each(['<noscript><b></b></noscript>', '<a ', '<!--', 'x'])(
  'yields to other work between the fields of a body that take long, of %j',
  async piece => {
    let now = 0;
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => (now += bounds.longReadTurnMs + 1));
    onTestFinished(() => clock.mockRestore());
    const fields = Array.from({length: 10}, (_, place) => [
      `field${place}`,
      piece.repeat(bounds.maxFormText / piece.length),
    ]);
    const schema = z.object(Object.fromEntries(fields.map(([name = '']) => [name, safeText()])));
    const progress = {isOver: false};
    const judged = schema.safeParseAsync(Object.fromEntries(fields));
    void judged.finally(() => (progress.isOver = true));
    let turns = 0;
    for (; !progress.isOver; turns += 1) await setImmediate();
    expect(turns).toBeGreaterThanOrEqual(10);
  },
);
