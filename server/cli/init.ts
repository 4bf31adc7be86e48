import {basename} from 'node:path';

import {describeFileError} from '../files.ts';
import {addDays, formatDate, today} from '../time/dates.ts';
import {type Outcome, CommandError} from '../maintenance/messages.ts';
import {report} from './report.ts';
import {createTestService, DirectoryNotEmpty, testCompany} from './test-service.ts';

/** Runs `tavle init`, which `docs/start/operator.md` follows. `e2e/init.spec.ts` runs the printed commands, which users copy. */
export const init = (directory: string, typedPort: string): Promise<void> =>
  report('init', async () => {
    const port = Number(typedPort);
    if (!/^\d+$/.test(typedPort) || port < 1 || port > 65_535)
      throw new CommandError(`--port: Must be a whole number from 1 to 65535, not "${typedPort}".`);
    try {
      await createTestService(directory, port);
    } catch (error) {
      if (error instanceof DirectoryNotEmpty) throw error;
      throw new CommandError(describeFileError(`write to ${directory}`, error), {cause: error});
    }
    return {lines: nextSteps(directory, port), problems: []} satisfies Outcome;
  });

function nextSteps(directory: string, port: number): string[] {
  const load = `cd ${quote(directory)} && set -a && . ./tavle.env && set +a`;
  const tavle = thisCommand();
  const deadline = {
    modtagere: testCompany.cvr,
    overskrift: 'Min første frist',
    beskrivelse: '<p>Leveret med et testcertifikat.</p>',
    fristDato: formatDate(addDays(today(), 30)),
  };
  return [
    `${directory} has the settings (tavle.env), a portal file to edit (portal.json), a key set for test tokens (tokens), and test certificates that are valid for a year:`,
    '  certificates/authority.pem   an authority, subject as OCES3 has it (interface C)',
    '  certificates/supplier.pem    a supplier of forms, subject as OCES2 has it (interfaces A and B)',
    '',
    'Check the settings and start the service:',
    '',
    `  ${load}`,
    `  ${tavle} check`,
    `  ${tavle} serve`,
    '',
    'Deliver a deadline, in another terminal:',
    '',
    `  ${load}`,
    "  curl --cacert certificates/ca.pem --cert certificates/authority.pem --key certificates/authority.key --header 'Content-Type: application/json' " +
      `--data ${quote(JSON.stringify(deadline))} https://localhost:${port}/calendar/1/frister`,
    '',
    'Read the calendar of the company:',
    '',
    `  curl --cacert certificates/ca.pem --header "Authorization: Bearer $(${tavle} token --sub test --cvr ${testCompany.cvr})" https://localhost:${port}/calendar/1/virksomheder/${testCompany.cvr}/frister`,
  ];
}

/** Returns the command that started this process, so that users can copy the printed lines. */
function thisCommand(): string {
  const script = process.argv[1] ?? '';
  if (process.env.npm_command === 'exec') return 'npx tavle';
  return basename(script) === 'tavle' ? 'tavle' : `node ${quote(script)}`;
}

/** Quotes a word for the shell if necessary. */
function quote(word: string): string {
  return /^[\w./:-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
