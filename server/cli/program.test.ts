import {readFileSync} from 'node:fs';
import {dirname, join, resolve} from 'node:path';

import {describe, expect, it} from 'vitest';

import {parseSettings} from '../config.ts';
import {plainText, settingDescriptions, type SettingName} from '../settings.ts';
import {details, program} from './program.ts';

const commands = Array.from(
  details,
  ([command, detail]) => [command.createHelp().commandUsage(command), command, detail] as const,
);

/** Returns the modules and packages that a module imports, directly or not. */
function loadedBy(path: string, found = new Set<string>()): Set<string> {
  if (found.has(path)) return found;
  found.add(path);
  const source = readFileSync(path, 'utf8');
  for (const [, kind, name = ''] of source.matchAll(/^(?:import|export) (type )?[^;]*?from '([^']+)'/gms)) {
    if (kind !== undefined || name.startsWith('node:')) continue;
    if (name.startsWith('.')) loadedBy(join(dirname(path), name), found);
    else found.add(name);
  }
  return found;
}

describe('the help', () => {
  it('loads only commander and the descriptions', () => {
    const names = [...loadedBy(resolve('server/cli/program.ts'))].map(path =>
      path.replace(`${resolve()}/`, ''),
    );
    expect(names.toSorted()).toEqual([
      'commander',
      'server/bounds.ts',
      'server/cli/program.ts',
      'server/package.ts',
      'server/settings.ts',
    ]);
  });

  it('names every command', () => {
    for (const group of [program, ...program.commands]) {
      for (const command of group.commands)
        expect(group.helpInformation()).toMatch(new RegExp(`^  ${command.name()}\\b`, 'm'));
    }
  });

  it.each(commands)(
    'of "%s" describes its arguments, options, settings and exit codes',
    (_, command, {settings: read, failure}) => {
      const help = command.helpInformation().replace(/\s+/g, ' ');
      const {registeredArguments, options} = command;
      for (const part of [
        ...registeredArguments.flatMap(argument => [argument.name(), argument.description]),
        ...options.flatMap(({flags, description}) => [flags, description]),
        ...read,
        `Exit codes: 0 success 1 ${failure}`,
      ]) {
        expect(help).toContain(part);
      }
    },
  );

  it.each(commands)('of "%s" names an existing page and section of the manual', (_, command, {manual}) => {
    const [page = '', anchor] = manual.split('#');
    expect(command.helpInformation()).toContain(`/docs/${manual}\n`);
    const headings = readFileSync(join('docs', page), 'utf8').match(/^#+ .*$/gm) ?? [];
    const anchors = headings.map(heading =>
      heading
        .replace(/^#+ /, '')
        .toLowerCase()
        .replace(/[^\p{L}\d -]/gu, '')
        .replaceAll(' ', '-'),
    );
    if (anchor !== undefined) expect(anchors).toContain(anchor);
  });
});

it.each([
  ['bakup', "unknown command 'bakup'\n(Did you mean backup?)"],
  ['inspekt deadline', "unknown command 'inspekt'\n(Did you mean inspect?)"],
  ['inspect dedline', "unknown command 'dedline'\n(Did you mean deadline?)"],
  ['export --json', "unknown option '--json'"],
  ['prune --dry-rum', "unknown option '--dry-rum'\n(Did you mean --dry-run?)"],
  [
    'serve --public-url=x',
    "unknown option '--public-url=x'\nSettings are environment variables: TAVLE_PUBLIC_URL.",
  ],
  ['serve --qqqqqqqqq', "unknown option '--qqqqqqqqq'"],
  ['constructor', "unknown command 'constructor'"],
  ['serve now', "too many arguments for 'serve'. Expected 0 arguments but got 1."],
  ['restore one two', "too many arguments for 'restore'. Expected 1 argument but got 2."],
  ['backup', "missing required argument 'FILE'"],
  ['prune --older-than', "option '--older-than <AGE>' argument missing"],
])('a usage error of "tavle %s" names the problem', async (words, problem) => {
  let printed = '';
  for (const command of [program, ...program.commands, ...details.keys()])
    command.exitOverride().configureOutput({writeErr: text => void (printed += text)});
  await expect(program.parseAsync(words.split(' '), {from: 'user'})).rejects.toMatchObject({exitCode: 1});
  expect(printed).toBe(`error: ${problem}\nAdd --help to read what the command accepts.\n`);
});

it.each(Object.entries(settingDescriptions))(
  'the description of a setting has the default of %s',
  (key, {defaultText}) => {
    const name = key as SettingName;
    const {success, data: values} = parseSettings({}, [name]);
    const data = values?.[name];
    const isMegabytes = name.endsWith('_MB');
    if (success && (typeof data === 'string' || typeof data === 'number')) {
      expect(plainText(defaultText)).toBe(String(isMegabytes ? Number(data) / 1024 ** 2 : data));
    } else {
      expect(defaultText).toMatch(/^none|^required|^from host|^`text` on|^with LMDB, `audit.jsonl` in/);
    }
  },
);
