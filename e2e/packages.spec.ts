import './packages/consumers.ts';
import './packages/contents.ts';

import {test} from './support/test.ts';

/** A single worker packs the packages once, and installs them once. */
test.describe.configure({mode: 'default', timeout: 600_000});
