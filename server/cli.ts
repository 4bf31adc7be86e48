#!/usr/bin/env node
const commands: Record<string, () => Promise<unknown>> = {
  serve: () => import('./main.ts'),
  demo: () => import('../demo/main.ts'),
};

const usage = `tavle serve   serves as the TAVLE_… environment variables say
tavle demo    serves a sample portal on this machine, with everything filled in`;

const [name = '', ...rest] = process.argv.slice(2);
const command = rest.length ? undefined : commands[name];
if (command) {
  await command();
} else {
  const asked = name === '--help' || name === 'help';
  console[asked ? 'log' : 'error'](usage);
  process.exitCode = asked ? 0 : 1;
}
