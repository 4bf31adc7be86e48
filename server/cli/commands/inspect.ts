import {readStoreConfig, withoutEmpty} from '../../config.ts';
import {hasCvrForm} from '../../identity/cvr.ts';
import {inspectDeadline} from '../../maintenance/inspect-deadline.ts';
import {inspectForm} from '../../maintenance/inspect-form.ts';
import {type Report, renderReport} from '../../maintenance/inspect-report.ts';
import {parseFristId} from '../../calendar/records.ts';
import {emptyPortal, type Portal, readPortal} from '../../portal/portal.ts';
import type {Store} from '../../store/store.ts';
import type {Options} from '../command.ts';
import {CommandError} from '../../maintenance/messages.ts';
import {report} from '../report.ts';
import {withStore} from '../../maintenance/with-store.ts';

const inspections = {
  deadline: (store, [id], {company}) =>
    inspectDeadline(store, parseNumber(id), company === undefined ? undefined : parseCvr(company)),
  form: (store, [cvr, egetId = '']) => inspectForm(store, parseCvr(cvr), egetId, portalOfSettings()),
} satisfies Record<string, (store: Store, args: readonly string[], options: Options) => Promise<Report>>;

export const run = (
  kind: keyof typeof inspections,
  args: readonly string[],
  options: Options,
): Promise<void> =>
  report('inspect', () =>
    withStore(readStoreConfig(process.env), 'existing', async store => {
      const found = await inspections[kind](store, args, options);
      const lines = options.json === undefined ? renderReport(found) : [JSON.stringify(found, null, 2)];
      return {lines, problems: found.problems};
    }),
  );

/** Reads the portal file, if `TAVLE_PORTAL` names one, for the dates of form masters. */
function portalOfSettings(): Portal {
  const {TAVLE_PORTAL: path} = withoutEmpty(process.env);
  return path === undefined ? emptyPortal : readPortal(path, hasCvrForm);
}

function parseCvr(text = ''): string {
  if (!hasCvrForm(text)) throw new CommandError(`"${text}" is not a CVR number of eight digits.`);
  return text;
}

function parseNumber(text = ''): number {
  const id = parseFristId(text);
  if (id === undefined) throw new CommandError(`"${text}" is not the number of a deadline.`);
  return id;
}
