import {readStoreConfig, withoutEmpty} from '../../config.ts';
import {hasCvrForm} from '../../identity/cvr.ts';
import {inspectAuthority, inspectCompany, inspectDeadline} from '../../maintenance/inspect/calendar.ts';
import {inspectForm} from '../../maintenance/inspect/form.ts';
import {inspectPerson} from '../../maintenance/inspect/person.ts';
import {type Report, renderReport} from '../../maintenance/inspect/report.ts';
import {parseFristId} from '../../calendar/records.ts';
import {emptyPortal, type Portal, readPortal} from '../../portal/portal.ts';
import type {Store} from '../../store/store.ts';
import {type IsoDate, parseDate, today} from '../../time/dates.ts';
import type {Options} from '../command.ts';
import {CommandError} from '../../maintenance/messages.ts';
import {report} from '../report.ts';
import {withStore} from '../../maintenance/with-store.ts';

const inspections = {
  deadline: (store, [id], {company}) =>
    inspectDeadline(store, parseNumber(id), company === undefined ? undefined : parseCvr(company)),
  company: (store, [cvr], {from, to}) =>
    inspectCompany(store, parseCvr(cvr), parseDay(from) ?? today(), parseDay(to)),
  form: (store, [cvr, egetId = '']) => inspectForm(store, parseCvr(cvr), egetId, portalOfSettings()),
  person: (store, [owner = '']) => inspectPerson(store, owner),
  authority: (store, [cvr]) => inspectAuthority(store, parseCvr(cvr)),
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

function parseDay(text?: string): IsoDate | undefined {
  if (text === undefined) return undefined;
  const day = /^\d{4}-\d{2}-\d{2}$/.test(text)
    ? parseDate(text.split('-').reverse().join('-'))
    : parseDate(text);
  if (day === undefined) throw new CommandError(`"${text}" is not a date: write 2026-12-31 or 31-12-2026.`);
  return day;
}
