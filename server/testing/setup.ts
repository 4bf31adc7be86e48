import fc from 'fast-check';

import {bounds} from '../bounds.ts';
import {isThorough} from './thoroughness.ts';

/* Runs before each test file of the server: sizes of random inputs and times. `vitest.config.ts` names it. */

// By default fast-check generates about ten characters, even if a test sets a larger maximum.
fc.configureGlobal({defaultSizeToMaxWhenMaxSpecified: true, numRuns: isThorough ? 500 : 50});

// A busy machine may take longer for a commit than the service usually waits. Tests of these timeouts take as long.
Object.assign(bounds, {storeTimeoutMs: 10_000, stopTimeoutMs: 20_000});
