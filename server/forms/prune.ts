import {parsePath} from '../store/key.ts';
import {abandonedDays, daysBefore, type Pruning} from '../store/pruning.ts';
import {timeOfToken} from '../store/token.ts';
import type {VariantHead} from './variant.ts';

/** The path of a variant's texts: that of its head, and the token. */
const textsPath = /^(leverandoer\/[^/]*\/formular\/[^/]*)\/tekster\/[^/]*$/;

/**
 * Removes texts of form variants that no head names. Texts are written before the head that names them, so those of a write that
 * is under way look the same: their token tells when the write began, and no request lasts for `abandonedDays`.
 */
export async function pruneForms(pruning: Pruning): Promise<void> {
  const {store} = pruning;
  const abandoned = Date.parse(daysBefore(pruning, abandonedDays));
  for await (const paths of store.contents.paths()) {
    const old = paths.flatMap(path => {
      const [, head] = textsPath.exec(path) ?? [];
      const token = parsePath(path).at(-1) ?? '';
      const time = timeOfToken(token);
      return head !== undefined && time !== undefined && time < abandoned ? [{path, head, token}] : [];
    });
    const heads = await store.contents.read(old.map(({head}) => head));
    for (const [place, {path, token}] of old.entries()) {
      const head = heads[place]?.value as VariantHead | undefined;
      if (head?.texts?.token === token) continue;
      await pruning.remove('texts of form variants', 1, () => store.contents.removeDocument(path));
    }
    pruning.looked(paths.length);
  }
}
