import {expect, it} from 'vitest';

import {messageTable} from '../messages.mjs';

it('lists the messages of a schema that also has a description, and no descriptions', () => {
  const table = messageTable('callers');
  expect(table).toContain('| Must not be blank. | field |');
  expect(table).toContain('| Must have six digits. | field |');
  expect(table).not.toContain('The code of the mail.');
});
