import {cp, readFile} from 'node:fs/promises';
import {existsSync} from 'node:fs';
import {join} from 'node:path';
import {fileURLToPath} from 'node:url';

import {runShell} from './support/shell.ts';
import {expect, test} from './support/test.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

/** The files that a service in a container reads, and the settings that name the portal file there. */
const manifests = {
  container: ['deploy/compose.yaml', ['deploy/portal.json', 'deploy/tavle.env']],
  kubernetes: [
    'deploy/kubernetes/kustomization.yaml',
    ['portal.json', 'secret.env', 'settings.env'].map(name => `deploy/kubernetes/${name}`),
  ],
} as const;

for (const [what, [manifest, files]] of Object.entries(manifests)) {
  test(`the steps of the installation with ${what} create every file that ${manifest} names, in a fresh clone`, async ({
    directory,
  }) => {
    const tracked = await runShell('git ls-files deploy demo/portal.json', root);
    for (const path of tracked.trim().split('\n')) await cp(join(root, path), join(directory, path));
    const page = await readFile(join(root, 'docs/operate/install.md'), 'utf8');
    const [, steps = ''] = new RegExp(`^\`\`\`sh ${what}\\n([^]*?)^\`\`\`$`, 'm').exec(page) ?? [];
    expect(await runShell(steps, directory, {EDITOR: 'ls'})).not.toBe('');
    const text = await readFile(join(directory, manifest), 'utf8');
    for (const file of files) {
      expect(text).toContain(file.split('/').at(-1));
      expect(existsSync(join(directory, file)), file).toBe(true);
    }
  });
}
