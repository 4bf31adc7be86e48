import type {TestService} from '../../testing/service.ts';

/** Returns the status codes of a change, a read and the health checks. */
export async function statusesOf({url, issuer}: Pick<TestService, 'url' | 'issuer'>) {
  const headers = await issuer.authorize('ada');
  const statusOf = async (path: string, method = 'GET') =>
    (await fetch(url + path, {method, headers})).status;
  return {
    change: await statusOf('/dashboard/1/apps/state?app=cvr&activated=true', 'PUT'),
    read: await statusOf('/dashboard/1/apps/state?apps=cvr'),
    readable: await statusOf('/health/readable'),
    ready: await statusOf('/health/ready'),
  };
}

export const served = {change: 200, read: 200, readable: 200, ready: 200};
