import {describe, expect, it} from 'vitest';

import type {FoundLine} from './audit-lines.ts';
import {type AuditQuery, matcherOf, textsIn} from './audit-query.ts';

const [skat, dafolo, kmd, novo] = ['19552101', '61966617', '26911745', '24256790'];
const time = '2026-11-17T09:12:03.000Z';
const rest = {time, method: 'PUT', code: 200, source: 'public'} as const;

const command = {time, event: 'command', caller: 'operator', result: 'done'} as const;

const lines = {
  ownForm: {...rest, interface: 'A', caller: dafolo, id: 'jørd 9'},
  formForAnother: {...rest, interface: 'B', caller: dafolo, onBehalfOf: kmd, id: 'b-1'},
  unidentifiedForm: {...rest, interface: 'B', onBehalfOf: kmd, id: 'b-1', code: 401},
  created: {...rest, interface: 'C', method: 'POST', caller: skat, id: 17, code: 201},
  updated: {...rest, interface: 'C', caller: skat, id: '17'},
  marked: {...rest, interface: 'E', caller: 'ada', onBehalfOf: novo, id: '17'},
  linked: {...rest, interface: 'E', method: 'POST', caller: 'ada', onBehalfOf: novo, id: 'abonnement'},
  turned: {...rest, interface: 'D', caller: 'ada', id: '17'},
  erasedPerson: {...command, command: 'erase person', person: 'ada'},
  erasedCompany: {...command, command: 'erase company', company: novo},
  pruned: {...command, command: 'prune'},
} satisfies Record<string, FoundLine>;
const names = Object.keys(lines) as (keyof typeof lines)[];

const found = (query: AuditQuery) => names.filter(name => matcherOf(query)(lines[name]));

describe('a search', () => {
  it.each<[AuditQuery, (keyof typeof lines)[]]>([
    [{}, names],
    [{subject: {kind: 'form', cvr: dafolo, egetId: 'jørd 9'}}, ['ownForm']],
    [{subject: {kind: 'form', cvr: dafolo, egetId: 'jørd 9'.normalize('NFD')}}, ['ownForm']],
    [{subject: {kind: 'form', cvr: kmd, egetId: 'b-1'}}, ['formForAnother', 'unidentifiedForm']],
    [{subject: {kind: 'form', cvr: dafolo, egetId: 'b-1'}}, []],
    [{subject: {kind: 'deadline', id: '17'}}, ['created', 'updated', 'marked']],
    [{subject: {kind: 'company', cvr: novo}}, ['marked', 'linked', 'erasedCompany']],
    [{subject: {kind: 'person', owner: 'ada'}}, ['turned', 'erasedPerson']],
    [{caller: 'operator'}, ['erasedPerson', 'erasedCompany', 'pruned']],
    [{caller: 'operator', subject: {kind: 'deadline', id: '17'}}, []],
    [{caller: 'ada'}, ['marked', 'linked', 'turned']],
    [{caller: skat, subject: {kind: 'deadline', id: '17'}}, ['created', 'updated']],
    [{from: Date.parse(time)}, names],
    [{from: Date.parse(time) + 1}, []],
    [{until: Date.parse(time)}, []],
    [{until: Date.parse(time) + 1}, names],
  ])('for %j finds %j', (query, expected) => {
    expect(found(query)).toEqual(expected);
    // The search in the text must never hide a line.
    for (const name of expected)
      for (const text of textsIn(query)) expect(JSON.stringify(lines[name])).toContain(text);
  });
});
