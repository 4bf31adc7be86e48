import fc from 'fast-check';

import {isThorough} from './thoroughness.ts';

// Left alone, fast-check stops at some ten characters, whatever maximum a test names.
fc.configureGlobal({defaultSizeToMaxWhenMaxSpecified: true, numRuns: isThorough ? 500 : 50});
