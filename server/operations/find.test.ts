import {expect, it} from 'vitest';

import {interfaces} from '../interfaces.ts';
import {createFind} from './find.ts';

const find = createFind(interfaces);
const methodsAt = (path: string) => [...(find(path)?.operations.keys() ?? [])];

it.each([
  ['/dashboard/1/apps/state', ['GET', 'PUT'], {}],
  ['/calendar/1/frister/17', ['GET', 'PUT', 'DELETE'], {id: '17'}],
  ['/calendar/1/virksomheder/24256790/frister/1%2F7', ['GET', 'PUT'], {cvr: '24256790', id: '1/7'}],
  ['/calendar/1/abonnementer/secret.ics', ['GET'], {hemmelighed: 'secret'}],
  ['/calendar/1/abonnementer/a.ics.ics', ['GET'], {hemmelighed: 'a.ics'}],
  ['/dia/1/formular/%E0%A4%A', ['GET', 'PUT', 'DELETE'], {id: '%E0%A4%A'}],
])('%s takes %o', (path, methods, params) => {
  expect(methodsAt(path).sort()).toEqual([...methods].sort());
  expect(find(path)?.params).toEqual(params);
});

it('matches a fixed segment before a parameter, in any order of declaration', () => {
  const [shared] = interfaces;
  const [operation] = shared?.operations ?? [];
  if (!shared || !operation) throw new Error('There are no operations.');
  const at = (path: string) => ({...operation, path});
  const findIn = createFind([{...shared, operations: ['/a/{id}', '/a/b', '/{id}/b'].map(at)}]);
  expect(['/a/b', '/a/c', '/c/b'].map(path => findIn(path)?.route)).toEqual(['/a/b', '/a/:id', '/:id/b']);
});

it.each([
  '/dashboard/1/apps/state/',
  '/Dashboard/1/apps/state',
  '/dashboard//1/apps/state',
  '/calendar/1/frister/',
  '/calendar/1/abonnementer/.ics',
  '/calendar/1/abonnementer/secret.ICS',
  '/',
  '',
])('nothing is at "%s"', path => {
  expect(find(path)).toBeUndefined();
});
