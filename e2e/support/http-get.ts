import {once} from 'node:events';
import {get, type IncomingMessage} from 'node:http';
import {type Agent, get as getSecurely} from 'node:https';
import {text} from 'node:stream/consumers';

import {metricIn} from '../../server/testing/metric.ts';

/** Reads a metric of a service, named with its labels. */
export async function metricOf(url: string, name: string, agent?: Agent): Promise<number> {
  return metricIn((await httpGet(`${url}/metrics`, agent)).text, name);
}

/** Sends a GET on a new connection, like a new client; over HTTPS by the agent's rules. */
export async function httpGet(url: string, agent?: Agent): Promise<{status: number; text: string}> {
  const call = url.startsWith('https:') ? getSecurely(url, {agent}) : get(url, {agent: false});
  const [response] = (await once(call, 'response')) as [IncomingMessage];
  return {status: response.statusCode ?? 0, text: await text(response)};
}
