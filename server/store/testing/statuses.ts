import type {TestService} from '../../testing/service.ts';

const path = '/dashboard/1/apps/state';

/**
 * Returns the status codes of a change, a read and the health checks, for tests of a store that refuses changes. The change inverts the state of an app:
 * an unchanged state is not written.
 */
export async function statusesOf({url, issuer}: Pick<TestService, 'url' | 'issuer'>) {
  const headers = await issuer.authorize('ada');
  const statusOf = async (of: string, method = 'GET') => (await fetch(url + of, {method, headers})).status;
  const state = await (await fetch(`${url}${path}?apps=cvr`, {headers})).text();
  return {
    change: await statusOf(`${path}?app=cvr&activated=${!state.includes('"active"')}`, 'PUT'),
    read: await statusOf(`${path}?apps=cvr`),
    readable: await statusOf('/health/readable'),
    ready: await statusOf('/health/ready'),
  };
}

/** The status codes while the store accepts changes. */
export const served = {change: 200, read: 200, readable: 200, ready: 200};
