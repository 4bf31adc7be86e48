import {readFileSync} from 'node:fs';
import {request} from 'node:http';

import {expect, it} from 'vitest';

import {useMailServer} from '../testing/mail-server.ts';
import {metricIn} from '../testing/metric.ts';
import {startServiceForTest, useTestService} from '../testing/service.ts';
import {startRedisForTest} from '../testing/store.ts';

const named = (file: string) =>
  new Set(
    readFileSync(`docs/operate/${file}`, 'utf8').match(/\b(?:tavle|nodejs|process)_[a-z0-9_]+\b/g) ?? [],
  );

const {url, issuer} = await useTestService({...(await useMailServer()).settings});

const metrics = async () => (await fetch(`${url}/metrics`)).text();

it.each(['alerts.yml', 'grafana-dashboard.json', 'monitor.md'])(
  'exposes every metric that docs/operate/%s names',
  async file => {
    const headers = await issuer.authorize('anna');
    await fetch(`${url}/dashboard/1/apps/state?apps=cvr`, {headers});
    await expect.poll(metrics).toMatch(/route="\/dashboard\/1\/apps\/state",status="200"/);

    const names = named(file);
    expect(names.size).toBeGreaterThan(3);
    const text = await metrics();
    for (const name of names) expect(text).toMatch(new RegExp(`^# TYPE ${name} |^${name}[{ ]`, 'm'));
  },
);

it('every alert has a severity, and a URL of an existing section of the manual', () => {
  const rules = readFileSync('docs/operate/alerts.yml', 'utf8').split('- alert: ').slice(1);
  expect(rules.length).toBeGreaterThan(10);
  for (const rule of rules) {
    expect(rule).toMatch(/^ +labels: \{severity: (?:critical|warning)\}$/m);
    const [, page, anchor] =
      /^ +runbook_url: https:\/\/manual\.example\.dk\/operate\/([\w-]+\.md)#([\w-]+)$/m.exec(rule) ?? [];
    const headings = readFileSync(`docs/operate/${page}`, 'utf8').match(/^##+ .*$/gm) ?? [];
    const anchors = headings.map(each => each.replace(/^#+ /, '').toLowerCase().replaceAll(' ', '-'));
    expect(anchors).toContain(anchor);
  }
});

it('has a metric of the alert TavleStoreFails while Redis is away and nobody sends a request', async () => {
  const redis = await startRedisForTest();
  const service = await startServiceForTest(redis.url);
  const value = async () =>
    metricIn(await (await fetch(`${service.url}/metrics`)).text(), 'tavle_job_succeeded{job="store"}');
  await expect.poll(value).toBe(1);
  await redis.kill();
  await expect.poll(value, {timeout: 20_000}).toBe(0);
  const alerts = readFileSync('docs/operate/alerts.yml', 'utf8').split('- alert: ');
  // Prometheus adds its own label `job`, and renames that of the metric.
  expect(alerts.find(alert => alert.startsWith('TavleStoreFails'))).toContain(
    'min by (instance) (tavle_job_succeeded{exported_job="store"}) == 0',
  );
});

it('records request durations in cumulative buckets, with count and sum', async () => {
  await fetch(`${url}/nowhere`);
  const name = 'tavle_http_request_duration_seconds';
  const series = 'method="GET",route="none",status="404"';
  await expect.poll(metrics).toContain(`${name}_count{${series}} 1`);
  const text = await metrics();
  const value = (suffix: string, labels: string) =>
    Number(new RegExp(`^${name}_${suffix}\\{${labels}\\} (\\S+)$`, 'm').exec(text)?.[1]);
  const bounds = ['0.001', '0.005', '0.01', '0.05', '0.1', '0.5', '1', '5', '\\+Inf'];
  const counts = bounds.map(bound => value('bucket', `le="${bound}",${series}`));
  const seconds = value('sum', series);
  expect(seconds).toBeGreaterThan(0);
  expect(counts).toEqual(bounds.map(bound => Number(bound === '\\+Inf' || seconds <= Number(bound))));
});

it('has one series for all unknown methods and paths', async () => {
  const send = (method: string, path: string) =>
    new Promise(resolve => request(`${url}${path}`, {method}, resolve).end());
  for (const method of ['PROPFIND', 'LOCK', 'MKCOL', 'REPORT'])
    for (const path of ['/a', '/b', '/dashboard/1/apps/state']) await send(method, path);
  await expect.poll(metrics).toContain('method="other",route="/dashboard/1/apps/state",status="501"');
  const methods = new Set((await metrics()).match(/(?<=method=")[^"]+/g));
  expect([...methods].filter(method => method !== 'GET')).toEqual(['other']);
  const routes = new Set((await metrics()).match(/(?<=method="other",route=")[^"]+/g));
  expect([...routes].sort()).toEqual(['/dashboard/1/apps/state', 'none']);
});

it('records the durations of store operations by outcome', async () => {
  await fetch(`${url}/health/ready`);
  expect(await metrics()).toMatch(
    /tavle_store_operation_duration_seconds_count\{operation="ping",outcome="done"\} [1-9]/,
  );
});
