#!/usr/bin/env node
/* The executable `tavle`, for operators: prepares the process, then runs the commands of `program.ts`. Add commands
 * there, and here only preparations of the whole process. These must come before `program.ts` is loaded. */

import {umask} from './files.ts';

// By default SIGHUP ends a process. The service ignores it until `run` handles it. SIGUSR1, at which other servers open their logs again, would open
// Node.js's debugger to every program of the machine.
if (['serve', 'demo'].includes(process.argv[2] ?? '')) {
  for (const signal of ['SIGHUP', 'SIGUSR1'] as const) process.on(signal, () => undefined);
}

process.umask(umask);

// Stack traces then name the TypeScript sources.
process.setSourceMapsEnabled(true);

// The modules below need Intl: their patterns would be syntax errors without it.
if (typeof Intl === 'undefined') {
  console.error(
    'This Node.js was built without Intl, which Tavle needs for Danish time. Install one with ICU, such as those of nodejs.org.',
  );
  process.exit(1);
}

const {program} = await import('./cli/program.ts');
await program.parseAsync();
