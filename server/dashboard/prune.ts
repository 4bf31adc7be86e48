import {pathsOf} from '../store/document-type.ts';
import {type Pruning, unreadable} from '../pruning.ts';
import {timeOfOperation} from '../store/token.ts';
import {choicesDocument, orderDocument} from './documents.ts';

const isChoices = pathsOf(choicesDocument);
const isOrder = pathsOf(orderDocument);

/** The suffix that the path of the order adds to the path of the states. */
const orderEnd = '/order';

/** Removes the states and orders of persons without a change since a moment. Their apps then have the states of the portal file. */
export async function pruneDashboards(pruning: Pruning): Promise<void> {
  const {store, before} = pruning;
  if (!before || !pruning.includes('dashboards')) return;
  const {contents} = store;
  for await (const paths of contents.paths()) {
    for (const path of paths.filter(each => isChoices(each) || isOrder(each))) {
      const own = isChoices(path) ? path : path.slice(0, -orderEnd.length);
      const pair = [own, own + orderEnd];
      const stored = await contents.read(pair);
      // Handles a person with both documents once.
      if (path !== pair[stored.findIndex(document => document !== undefined)]) continue;
      const documents = pair.flatMap((each, place) =>
        stored[place] ? [{path: each, ...stored[place]}] : [],
      );
      const reason = reasonToKeep(documents, before);
      if (reason !== undefined) {
        pruning.keep('dashboards', reason);
        continue;
      }
      await pruning.remove('dashboards', 1, async () => {
        for (const each of documents) await contents.removeDocument(each.path, each.version);
      });
    }
    pruning.countScanned(paths.length);
  }
}

function reasonToKeep(
  documents: readonly {readonly value: unknown; readonly operation: string}[],
  before: Date,
): string | undefined {
  if (documents.some(({value}) => value === undefined)) return unreadable;
  const times = documents.map(({operation}) => timeOfOperation(operation));
  if (times.includes(undefined)) return 'written by an older version, which stored no time';
  return times.every(time => (time ?? 0) < before.getTime()) ? undefined : 'more recent';
}
