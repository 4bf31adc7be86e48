import {setImmediate} from 'node:timers/promises';

import {expect, it} from 'vitest';

import {safeText} from './field-kinds.ts';

it.each(['<noscript><b></b></noscript>', '<a ', '<p onclick', '<!--', 'x'])(
  'yields to other work while it checks a megabyte of %j',
  async piece => {
    const progress = {isOver: false};
    const judged = safeText().safeParseAsync(piece.repeat(1_000_000 / piece.length));
    void judged.finally(() => (progress.isOver = true));
    let turns = 0;
    for (; !progress.isOver; turns += 1) await setImmediate();
    // 31 slices for each pass.
    expect(turns).toBeGreaterThan(30);
  },
);
