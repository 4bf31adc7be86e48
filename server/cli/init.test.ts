import {existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';

import {beforeAll, expect, it} from 'vitest';

import {settingDescriptions} from '../settings.ts';
import {newDirectory} from '../testing/directory.ts';
import {createTestService} from './init.ts';

const directory = join(newDirectory(), 'a/b');
beforeAll(() => createTestService(directory, 9443));

it('writes keys that only the owner can read', () => {
  expect(readdirSync(directory).toSorted()).toEqual(['certificates', 'portal.json', 'tavle.env', 'tokens']);
  const certificates = join(directory, 'certificates');
  const keys = readdirSync(certificates).filter(name => name.endsWith('.key'));
  expect(keys.toSorted()).toEqual(['authority.key', 'server.key', 'supplier.key']);
  for (const key of keys) expect(statSync(join(certificates, key)).mode & 0o777).toBe(0o600);
  const tokens = join(directory, 'tokens');
  expect(readdirSync(tokens).toSorted()).toEqual(['jwks.json', 'private-key.json']);
  expect(statSync(join(tokens, 'private-key.json')).mode & 0o777).toBe(0o600);
  expect(readFileSync(join(tokens, 'jwks.json'), 'utf8')).not.toContain('"d"');
});

it('ends certificates and keys with one newline, so that `cat` can join them', () => {
  const certificates = join(directory, 'certificates');
  for (const name of readdirSync(certificates))
    expect([name, readFileSync(join(certificates, name), 'utf8')]).toEqual([
      name,
      expect.stringMatching(/-----\n$/),
    ]);
});

it('describes every setting, and sets those of a test service', () => {
  const file = readFileSync(join(directory, 'tavle.env'), 'utf8');
  for (const name of Object.keys(settingDescriptions)) {
    expect(file).toMatch(new RegExp(`^# ${name}: .+\\n# Default: .+\\n#?${name}=`, 'm'));
  }
  const set = file.split('\n').filter(line => /^[^#]/.test(line));
  expect(set).toContain('TAVLE_CLIENT_CA=certificates/ca.pem');
  // These lines mean the same in sh, systemd and Docker.
  for (const line of set) expect(line).toMatch(/^TAVLE_\w+=[\w./:-]+$/);
});

it('overwrites nothing', async () => {
  const directory = newDirectory();
  writeFileSync(join(directory, 'tavle.env'), 'mine');
  await expect(createTestService(directory, 9443)).rejects.toThrow(`${directory} is not empty`);
  expect(readdirSync(directory)).toEqual(['tavle.env']);
  expect(readFileSync(join(directory, 'tavle.env'), 'utf8')).toBe('mine');
});

it('leaves no files after a failure', async () => {
  const directory = newDirectory();
  writeFileSync(join(directory, 'file'), '');
  await expect(createTestService(join(directory, 'file/new'), 9443)).rejects.toMatchObject({code: 'ENOTDIR'});
  expect(readdirSync(directory)).toEqual(['file']);
  mkdirSync(join(directory, 'empty'));
  await createTestService(join(directory, 'empty'), 9443);
  expect(existsSync(join(directory, 'empty/portal.json'))).toBe(true);
});
