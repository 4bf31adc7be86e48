/* The Lua scripts that Redis runs, for `redis-store.ts`, `command-batcher.ts` and `retry.ts`. Add a script to
 * `scripts`, and to `runsOnce` of `retry.ts` if it must not run twice. All keys of a script must be in one slot. Stored
 * texts must have the format of `document-codec.ts`. */

import {createHash} from 'node:crypto';

/**
 * A stored text is `VERSION OPERATION JSON`, as `document-codec.ts` reads it, without a checksum. All keys of a script are in one slot.
 *
 * Compares a stored document with the expected version, which is a number, a number with an operation, or '' for any. Returns the
 * stored version, and a second value if there is nothing to do: 1: the operation was written before, 0: another version is stored, -1:
 * the key has another type. With -1, the first value is the error.
 */
const check = `
  local function check(key, expected, id)
    local stored = redis.pcall('GET', key)
    if type(stored) == 'table' then return stored.err, -1 end
    local version, operation = 0, nil
    if stored then
      version, operation = string.match(stored, '^(%d+) (%S+) ')
      -- Like a damaged text, an invalid document has version 1.
      version = tonumber(version) or 1
    end
    if operation and operation == id then return version, 1 end
    local head = string.format('%.0f', version)
    if expected ~= '' and expected ~= head and expected ~= head .. ' ' .. (operation or '') then return version, 0 end
    return version
  end
`;

/** Whether the script succeeded, and the version that is stored now or was removed. After -1 comes the server's error. */
export type Outcome = [done: 0 | 1, version: number] | [done: -1, error: string];

export interface Script {
  /** Identifies the script to a server that has run it before. */
  readonly digest: string;
  readonly text: string;
}

/**
 * Writes documents independently: `ARGV` has for each key the expected version or '', the operation and the JSON text. The reply has
 * the two parts of an outcome for each key.
 */
export const writeScript = script(`${check}
  local outcomes = {}
  for index, key in ipairs(KEYS) do
    local id = ARGV[3 * index - 1]
    local version, done = check(key, ARGV[3 * index - 2], id)
    if not done then
      version, done = version + 1, 1
      redis.call('SET', key, string.format('%.0f %s ', version, id) .. ARGV[3 * index])
    end
    outcomes[2 * index - 1], outcomes[2 * index] = done, version
  end
  return outcomes`);

/**
 * Writes a document and its parts in one step: `ARGV` is the expected version or '', the operation, and a JSON text for each key, '' to
 * remove the part.
 */
export const groupScript = script(`${check}
  local version, done = check(KEYS[1], ARGV[1], ARGV[2])
  if not done then
    version, done = version + 1, 1
    local head = string.format('%.0f %s ', version, ARGV[2])
    for index, key in ipairs(KEYS) do
      local json = ARGV[index + 2]
      if json == '' then redis.call('DEL', key) else redis.call('SET', key, head .. json) end
    end
  end
  return {done, version}`);

/** Removes a document and its parts in one step: `ARGV` is the expected version or ''. */
export const removeScript = script(`${check}
  local version, done = check(KEYS[1], ARGV[1])
  if not done then
    redis.call('DEL', unpack(KEYS))
    done = 1
  end
  return {done, version}`);

/** Changes an index entry for each key: `ARGV` is the command, then a member for each key. */
export const entriesScript = script(`
  for index, key in ipairs(KEYS) do
    if ARGV[1] == 'ZADD' then redis.call('ZADD', key, 0, ARGV[index + 1]) else redis.call('ZREM', key, ARGV[index + 1]) end
  end
  return #KEYS`);

/** Returns the beginning of each text: `ARGV` is its length in bytes. */
export const startsScript = script(`
  local starts = {}
  for index, key in ipairs(KEYS) do starts[index] = redis.call('GETRANGE', key, 0, ARGV[1] - 1) end
  return starts`);

/** Returns the members of each index: `ARGV` is the first member, the end and the maximum number. */
export const scansScript = script(`
  local found = {}
  for index, key in ipairs(KEYS) do
    found[index] = redis.call('ZRANGE', key, ARGV[1], ARGV[2], 'BYLEX', 'LIMIT', 0, ARGV[3])
  end
  return found`);

const scripts = [writeScript, groupScript, removeScript, entriesScript, startsScript, scansScript];
const texts = new Map(scripts.map(({digest, text}) => [digest, text]));

export const textOf = (digest: string): string => texts.get(digest) ?? '';

function script(text: string): Script {
  return {text, digest: createHash('sha1').update(text).digest('hex')};
}
