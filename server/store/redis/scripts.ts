import {createHash} from 'node:crypto';

/** Reads the head of the document and refuses another one; `ARGV[1]` is the expected version, maybe with its operation, or ''. */
const guard = `
  local stored = redis.call('GET', KEYS[1])
  local version, operation = 0, nil
  if stored then
    version, operation = string.match(stored, '^(%d+) (%S+) ')
    -- An invalid document counts as the first version of one, as a damaged text does.
    version = tonumber(version) or 1
  end
  if operation and operation == ARGV[2] then return {1, version} end
  local head = string.format('%.0f', version)
  if ARGV[1] ~= '' and ARGV[1] ~= head and ARGV[1] ~= head .. ' ' .. (operation or '') then return {0, version} end
`;

/** Whether it was done, and the version that is stored now; of a removed document, the one that was. */
export type Outcome = [done: 0 | 1, version: number];

/** A script, by which a server knows it once it has seen its text. */
export interface Script {
  readonly digest: string;
  readonly text: string;
}

/** Writes a document: `ARGV` is the expected version or '', the operation, the JSON text. */
export const writeScript = script(`${guard}
  redis.call('SET', KEYS[1], string.format('%.0f %s ', version + 1, ARGV[2]) .. ARGV[3])
  return {1, version + 1}`);

/** Removes a document: `ARGV` is the expected version or ''. */
export const removeScript = script(`${guard}
  redis.call('DEL', KEYS[1])
  return {1, version}`);

/** Changes an index entry for each key: `ARGV` is the command, then a member for each key. */
export const entriesScript = script(`
  for place, key in ipairs(KEYS) do
    if ARGV[1] == 'ZADD' then redis.call('ZADD', key, 0, ARGV[place + 1]) else redis.call('ZREM', key, ARGV[place + 1]) end
  end
  return #KEYS`);

const texts = new Map([writeScript, removeScript, entriesScript].map(({digest, text}) => [digest, text]));

/** The text of a script above. */
export function textOf(digest: string): string {
  return texts.get(digest) ?? '';
}

function script(text: string): Script {
  return {text, digest: createHash('sha1').update(text).digest('hex')};
}
