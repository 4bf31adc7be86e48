/* Finds out where requests come from, for the limits of interface F and for `monitoring.ts`. Add a header that proxies send to
 * `forwarding`. A visitor must not be able to avoid the limits with a header: a header counts only from proxies
 * of the settings and from private addresses. */

import type {IncomingMessage} from 'node:http';
import type {Socket} from 'node:net';

import {classOfAddress, networkOfSocket} from './addresses.ts';

/** Headers that proxies add. */
const forwarding = /^(?:x-forwarded(?:-|$)|x-original-|x-real-ip$|forwarded$|via$|client-cert)/;

/** Returns whether a request is from a loopback or private address. */
export const isNear = ({socket}: IncomingMessage): boolean =>
  ['loopback', 'private'].includes(classOfAddress(socket));

/** Returns whether a request has a header that proxies add. Any client may send one. */
export const isForwarded = ({headers}: IncomingMessage): boolean =>
  Object.keys(headers).some(name => forwarding.test(name));

/** Returns the network by which limits count a request of an anonymous caller; `undefined` for a proxy, which sends the requests of many visitors. */
export type VisitorNetwork = (request: IncomingMessage) => string | undefined;

/**
 * A proxy is an address that the settings name, or a loopback or private one that sends a header of proxies. From other addresses such a header
 * is ignored, so that no visitor can avoid the limits with one.
 *
 * @param isProxy Returns whether a connection is from a proxy of the settings.
 */
export function createVisitorNetwork(isProxy: (socket: Socket) => boolean): VisitorNetwork {
  return request =>
    isProxy(request.socket) || (isNear(request) && isForwarded(request))
      ? undefined
      : networkOfSocket(request.socket);
}
