import './packages/consumers.ts';
import './packages/contents.ts';

import {test} from './support/test.ts';

/** The tests of both files run in a single worker, which packs and installs the packages once. */
test.describe.configure({mode: 'default', timeout: 600_000});
