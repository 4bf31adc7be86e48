import {existsSync, readFileSync} from 'node:fs';
import {dirname, join, resolve} from 'node:path';

import {describe, expect, it} from 'vitest';

import {isCvr} from '../identity/cvr.ts';
import {plainText, settingDescriptions} from '../setting-descriptions.ts';
import {settings} from '../settings.ts';
import {parseArguments} from './command.ts';
import {commands} from './commands.ts';
import {commandHelp, describeUnknownCommand, overview} from './help.ts';

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
  it('imports no package, and only the descriptions', () => {
    const loaded = loadedBy(resolve('server/cli/help.ts'), loadedBy(resolve('server/cli/command.ts')));
    const names = [...loaded].map(path => path.replace(`${resolve()}/`, ''));
    expect(names.toSorted()).toEqual([
      'server/cli/command.ts',
      'server/cli/commands.ts',
      'server/cli/help.ts',
      'server/nearest.ts',
      'server/package-directory.ts',
      'server/setting-descriptions.ts',
    ]);
  });

  it('names every command', () => {
    for (const name of Object.keys(commands))
      expect(overview()).toMatch(new RegExp(`^tavle ${name}\\b`, 'm'));
  });

  it.each(Object.entries(commands))(
    'of "tavle %s" describes its arguments, options, settings and exit codes',
    (name, command) => {
      const help = commandHelp(name, command);
      const args = [...(command.parameters ?? []), ...(command.options ?? [])].flat();
      const read = command.settings === 'all' ? Object.keys(settingDescriptions) : command.settings;
      for (const part of [
        ...args,
        ...(read === 'none' ? [] : read),
        'Exit codes',
        command.failure.split(' ')[0],
      ]) {
        expect(help.replace(/\s+/g, ' ')).toContain(part);
      }
      expect(Math.max(...help.split('\n').map(({length}) => length))).toBeLessThanOrEqual(
        Math.max(
          110,
          ...help
            .split('\n')
            .filter(line => line.startsWith('The manual'))
            .map(({length}) => length),
        ),
      );
    },
  );

  it.each(Object.entries(commands))(
    'of "tavle %s" names an existing page and section of the manual',
    (_, {manual}) => {
      const [page = '', anchor] = manual.split('#');
      expect(existsSync(join('docs', page))).toBe(true);
      const headings = readFileSync(join('docs', page), 'utf8').match(/^#+ .*$/gm) ?? [];
      const anchors = headings.map(heading =>
        heading
          .replace(/^#+ /, '')
          .toLowerCase()
          .replace(/[^\p{L}\d -]/gu, '')
          .replaceAll(' ', '-'),
      );
      if (anchor !== undefined) expect(anchors).toContain(anchor);
    },
  );
});

describe('a usage error', () => {
  it.each([
    ['bakup', undefined, 'Unknown command "bakup". Did you mean "tavle backup"?'],
    ['inspekt', 'deadline', 'Unknown command "inspekt". Did you mean "tavle inspect"?'],
    [
      'inspect',
      'dedline',
      'Unknown argument "dedline". tavle inspect needs one of: deadline, form. Did you mean "tavle inspect deadline"?',
    ],
    ['export', '--json', 'tavle export needs one of: person, company.'],
  ])('of "tavle %s %s" names the problem', (word, next, problem) => {
    expect(describeUnknownCommand(word, next)).toBe(problem);
  });

  it.each([
    ['prune', '--dry-rum', 'Unknown option --dry-rum. Did you mean --dry-run?'],
    [
      'serve',
      '--public-url',
      'Unknown option --public-url. Settings are environment variables: TAVLE_PUBLIC_URL.',
    ],
    ['serve', '--qqqqqqqqq', 'Unknown option --qqqqqqqqq.'],
    ['prune', '--older-than=5y --older-than=6y', '--older-than is given twice.'],
    ['prune', '--older-than', '--older-than needs a value.'],
  ])('of "tavle %s %s" names the problem', (name, options, usageError) => {
    const command = commands[name];
    expect(command && parseArguments(command, name, options.split(' '))).toEqual({usageError});
  });
});

describe('the description of a setting', () => {
  const {shape} = settings(isCvr);

  it.each(Object.entries(settingDescriptions))('has the default of %s', (name, {defaultText}) => {
    const {success, data} = shape[name as keyof typeof shape].safeParse(undefined);
    const isMegabytes = name.endsWith('_MB');
    if (success && (typeof data === 'string' || typeof data === 'number')) {
      expect(plainText(defaultText)).toBe(String(isMegabytes ? Number(data) / 1024 ** 2 : data));
    } else {
      expect(defaultText).toMatch(/^none|^required|^from host|^`text` on|^`audit.jsonl` in/);
    }
  });
});
