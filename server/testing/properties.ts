import fc from 'fast-check';

import {isThorough} from './thoroughness.ts';

// By default fast-check generates about ten characters, even if a test sets a larger maximum.
fc.configureGlobal({defaultSizeToMaxWhenMaxSpecified: true, numRuns: isThorough ? 500 : 50});
