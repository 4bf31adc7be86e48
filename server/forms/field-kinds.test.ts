import {setImmediate} from 'node:timers/promises';

import {expect, it} from 'vitest';

import {safeText} from './field-kinds.ts';

it.each(['<noscript><b></b></noscript>', '<a ', '<p onclick', '<!--', 'x'])(
  'lets other work in between while a megabyte of %j is judged',
  async piece => {
    const progress = {isOver: false};
    const judged = safeText().safeParseAsync(piece.repeat(1_000_000 / piece.length));
    void judged.finally(() => (progress.isOver = true));
    let turns = 0;
    for (; !progress.isOver; turns += 1) await setImmediate();
    // 31 slices for each reading.
    expect(turns).toBeGreaterThan(30);
  },
);
