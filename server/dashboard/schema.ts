import {LRUCache} from 'lru-cache';
import {z} from 'zod';

import {expected, listOf} from '../http/request/fields.ts';
import {FieldCheck} from '../http/response/problem.ts';
import {appNamePattern} from '../portal/app-state.ts';

export const maxApps = 100;

/**
 * Parses `apps=a&apps=b`, and caches the result, since most people have the same page. Every page view calls this route, where Koa's parser and
 * zod would cost more than the store.
 *
 * @throws {Problem} 400 when there is no app, or more than 100.
 */
export const parseStateQuery = (query: string): readonly string[] => parsed.memo(query);

/** The maximum header size bounds the texts. */
const parsed = new LRUCache<string, readonly string[]>({max: 100, memoMethod: parseApps});

function parseApps(query: string): string[] {
  const apps = [...new Set(new URLSearchParams(query).getAll('apps'))].filter(Boolean);
  const check = new FieldCheck();
  check.require(apps.length > 0, 'apps', 'Must name at least one app.');
  check.require(apps.length <= maxApps, 'apps', `Must name at most ${maxApps} apps.`);
  check.orThrow();
  return apps;
}

/** Parses `app=a&activated=true`, and caches the result. @throws {Problem} 400 */
export const parseActivationQuery = (query: string): Activation => activations.memo(query);

interface Activation {
  readonly app: string;
  readonly activated: boolean;
}

const activations = new LRUCache<string, Activation>({max: 100, memoMethod: parseActivation});

function parseActivation(query: string): Activation {
  const parameters = new URLSearchParams(query);
  const [app = '', ...otherApps] = parameters.getAll('app');
  const [activated = '', ...otherValues] = parameters.getAll('activated');
  const check = new FieldCheck();
  check.require(app !== '', 'app', 'Is required.');
  check.require(!otherApps.length, 'app', 'Must be given only once.');
  check.require(activated === 'true' || activated === 'false', 'activated', 'Must be true or false.');
  check.require(!otherValues.length, 'activated', 'Must be given only once.');
  check.orThrow();
  return {app, activated: activated === 'true'};
}

const appName = z
  .string(expected('text'))
  .regex(appNamePattern, 'Must be 1 to 100 letters (a-z), digits and . _ - only.');

/**
 * A person's order of apps. Names are not compared with the portal file, which may change, and differs between processes during a rollout.
 */
export const orderSchema = z.object({
  apps: listOf(appName, 'a list of names', maxApps)
    .superRefine((apps, context) => {
      const seen = new Set<string>();
      for (const [place, app] of apps.entries()) {
        if (seen.has(app))
          context.addIssue({code: 'custom', path: [place], message: 'Must not repeat an earlier item.'});
        seen.add(app);
      }
    })
    .meta({uniqueItems: true})
    .describe('Names of apps, the first one first. `[]`: the order of the page.'),
});

/** Returns whether to include locked apps. @throws {Problem} 400 */
export function parseOrderQuery(query: string): boolean {
  const [locked = 'false', ...others] = new URLSearchParams(query).getAll('locked');
  const check = new FieldCheck();
  check.require(!others.length, 'locked', 'Must be given once.');
  check.require(['true', 'false'].includes(locked), 'locked', 'Must be true or false.');
  check.orThrow();
  return locked === 'true';
}
