import {createHash} from 'node:crypto';

/**
 * Reads the head of a document, given the expected version, maybe with its operation, or ''. Returns the stored version; where nothing is left to
 * do also why: 1: that operation has written it, 0: it is another version, -1: the key holds something else, which the first value names.
 */
const look = `
  local function look(key, expected, id)
    local stored = redis.pcall('GET', key)
    if type(stored) == 'table' then return stored.err, -1 end
    local version, operation = 0, nil
    if stored then
      version, operation = string.match(stored, '^(%d+) (%S+) ')
      -- An invalid document counts as the first version of one, as a damaged text does.
      version = tonumber(version) or 1
    end
    if operation and operation == id then return version, 1 end
    local head = string.format('%.0f', version)
    if expected ~= '' and expected ~= head and expected ~= head .. ' ' .. (operation or '') then return version, 0 end
    return version
  end
`;

/** Whether it was done, and the version that is stored now; of a removed document, the one that was. -1: the server's error. */
export type Outcome = [done: 0 | 1, version: number] | [done: -1, error: string];

/** A script, by which a server knows it once it has seen its text. */
export interface Script {
  readonly digest: string;
  readonly text: string;
}

/**
 * Writes documents, each by itself: `ARGV` is, for each key, the expected version or '', the operation, the JSON text. The reply has the two
 * parts of an outcome for each key.
 */
export const writeScript = script(`${look}
  local outcomes = {}
  for place, key in ipairs(KEYS) do
    local id = ARGV[3 * place - 1]
    local version, done = look(key, ARGV[3 * place - 2], id)
    if not done then
      version, done = version + 1, 1
      redis.call('SET', key, string.format('%.0f %s ', version, id) .. ARGV[3 * place])
    end
    outcomes[2 * place - 1], outcomes[2 * place] = done, version
  end
  return outcomes`);

/** Removes a document: `ARGV` is the expected version or ''. */
export const removeScript = script(`${look}
  local version, done = look(KEYS[1], ARGV[1])
  if not done then
    redis.call('DEL', KEYS[1])
    done = 1
  end
  return {done, version}`);

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
