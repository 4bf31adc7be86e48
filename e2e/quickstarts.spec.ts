import {mkdir, readdir, readFile, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {fileURLToPath} from 'node:url';

import {freePort} from '../server/store/testing/redis-process.ts';
import {deadline} from '../server/testing/bodies.ts';
import {readDocBlocks, splitPacking} from './support/doc-blocks.ts';
import {runShell, startUntil, writePrograms} from './support/shell.ts';
import {expect, test} from './support/test.ts';

const cli = fileURLToPath(new URL('../dist/server/cli.js', import.meta.url));

test('the quickstarts of operators, authorities and suppliers, and the API pages’ functions, work as documented', async ({
  directory,
}) => {
  const bin = join(directory, 'bin');
  await mkdir(bin);
  await writePrograms(bin, {npx: `shift\nexec ${process.execPath} ${cli} "$@"`});
  // Only the port differs from the manual: its port may be in use here.
  const port = String(await freePort());
  const env = {PATH: `${bin}:${process.env.PATH ?? ''}`};
  const blocksOf = async (page: string) => {
    const {commands} = await readDocBlocks(page);
    return commands.map(command => command.replaceAll('9443', port));
  };

  const [packing = '', , init = '', check = '', serve = '', health = ''] =
    await blocksOf('start/operator.md');
  const clone = join(directory, 'clone');
  await mkdir(join(clone, 'dist/packages'), {recursive: true});
  await writeFile(join(clone, 'dist/packages/tavle-server-0.1.0.tgz'), '');
  const {npm, copy, directory: name} = splitPacking(packing);
  expect(npm).toEqual(['npm ci', 'npm run pack']);
  await runShell(copy, clone);
  const installed = join(directory, name);
  expect(await readdir(installed)).toEqual(['tavle-server-0.1.0.tgz']);
  const place = join(installed, 'my-service');

  await runShell(`${init} --port ${port}`, installed, env);
  expect(await runShell(check, installed, env)).toContain('0 errors, 0 warnings.');
  const load = check.split('\n').slice(0, -1).join('\n');
  const service = await startUntil(`${load}\nexec ${serve}`, /^tavle ready (\S+)$/m, installed, env);
  try {
    const page = await readFile(new URL('../docs/start/operator.md', import.meta.url), 'utf8');
    expect(page.replaceAll('9443', port)).toContain(`prints \`tavle ready ${service.match[1]}\`.`);
    expect(await runShell(health, place)).toContain('{"status":"OK","code":200}');

    const [authority = '', deliver = '', change = '', calendar = '', feed = '', withdraw = ''] =
      await blocksOf('start/authority.md');
    const delivered = await runShell([authority, deliver, deliver].join('\n'), place);
    expect(delivered.match(/"fristId":1,/g)).toHaveLength(2);
    expect(await runShell(`${authority}\n${change}`, place)).toContain('02-09-2099');
    const seen = `${authority}\n${calendar}\n${feed}`;
    const before = await runShell(seen, place, env);
    expect(before).toContain('"fristDato":"02-09-2099"');
    expect(before).toMatch(/BEGIN:VEVENT[^]+DTSTART;VALUE=DATE:20990902[^]+END:VEVENT/);
    const again = `${withdraw}\n${calendar.split('\n').slice(2).join('\n')}\n${feed.split('\n').at(-1)}`;
    const after = await runShell(`${seen}\n${again}`, place, env);
    expect(after).toContain('"code":200');
    expect(after).toMatch(/\[\][^]+BEGIN:VCALENDAR[^]+STATUS:CANCELLED/);

    const [supplier = '', create = '', read = '', update = '', remove = '', createA = '', readA = ''] =
      await blocksOf('start/supplier.md');
    expect(await runShell(`${supplier}\n${create}`, place)).toContain('"diaId":"0.1"');
    expect(await runShell(`${supplier}\n${read}`, place)).toContain('"titel":"Indberet moms"');
    expect(await runShell(`${supplier}\n${update}`, place)).toContain('The form variant was updated: moms-1');
    expect(await runShell(`${supplier}\n${read}`, place)).toContain('"titel":"Indberet og betal moms"');
    expect(await runShell(`${supplier}\n${remove}`, place)).toContain('"code":200');

    await expect(runShell(`${supplier}\n${read}`, place)).rejects.toThrow('"code":404');
    expect(await runShell(`${supplier}\n${createA}`, place)).toContain('was created: 1.1');
    expect(await runShell(`${supplier}\n${readA}`, place)).toContain('"titel":"Anmeld jordflytning"');

    const {files} = await readDocBlocks('reference/api.md');
    for (const [name, text] of Object.entries(files)) await writeFile(join(place, name), text);
    const url = `https://localhost:${port}/calendar/1/frister`;
    await writeFile(join(place, 'body.json'), JSON.stringify(deadline({modtagere: '99999934'})));
    const node = `import {call} from './tavle.mjs';\nimport {readFileSync} from 'node:fs';\nconsole.log((await call('POST', '${url}', readFileSync('body.json'), {'Idempotency-Key': 'moms-1'})).text);\n`;
    await writeFile(join(place, 'deliver.mjs'), node);
    const python = `from tavle import call\nprint(call("POST", "${url}", open("body.json", "rb").read(), {"Idempotency-Key": "moms-1"}).text)\n`;
    await writeFile(join(place, 'deliver.py'), python);
    const certificates = {
      NODE_EXTRA_CA_CERTS: 'certificates/ca.pem',
      SSL_CERT_FILE: 'certificates/ca.pem',
      CLIENT_CERT: 'certificates/authority.pem',
      CLIENT_KEY: 'certificates/authority.key',
    };
    const byNode = await runShell('node deliver.mjs', place, certificates);
    expect(byNode).toContain('"antalModtagere":1');
    // The idempotency key is the same, so the response is the same.
    expect(await runShell('python3 deliver.py', place, certificates)).toBe(byNode);
  } finally {
    await service.stop();
  }
});
