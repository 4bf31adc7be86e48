import {expect, it} from 'vitest';

import {requireMessageStyle} from '../testing/openapi/message-style.ts';

it.each([
  {message: 'The body must be JSON.'},
  {message: 'A field rule is broken: see titel.', errors: {titel: ['Is required.', 'Must not be blank.']}},
])('accepts $message', error => {
  expect(() => requireMessageStyle(error)).not.toThrow();
});

it.each([
  {message: 'Invalid input: expected string, received undefined.'},
  {message: 'Unexpected token } in JSON at position 7.'},
  {message: 'Not Implemented'},
  {
    message: 'A field rule is broken: see titel.',
    errors: {titel: ['Too small: expected string to have 1 character.']},
  },
  {message: 'A field rule is broken: see titel.', errors: {titel: ['Must not be blank']}},
  {message: 'A field rule is broken: see titel.', errors: {titel: ['May have 40 characters at most.']}},
  {message: 'A field rule is broken.', errors: {titel: ['Is required.']}},
])('rejects %j', error => {
  expect(() => requireMessageStyle(error)).toThrow();
});
