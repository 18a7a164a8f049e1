/** The checks and the rules agree: each rule has a check, or a reason why it has none. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import { checks, rules, unseenRules, wireRules } from '../src/index.ts';
import { CheckedService } from '../src/checked-service.ts';
import { limitChecks } from '../src/checks/limit-checks.ts';
import { openClock } from '../src/admin.ts';
import { startReceiver } from '../src/receiver.ts';

const proven = new Set([...checks.flatMap((check) => check.rules), ...wireRules]);

it.each(Object.keys(rules))('%s has a check, or a reason why it cannot be seen', (rule) => {
  expect([proven.has(rule), Object.hasOwn(unseenRules, rule)], 'add a check, or a line to unseen-rules.ts').toContain(
    true,
  );
});

describe('no check', () => {
  it('proves a rule that does not exist', () => {
    expect([...proven, ...Object.keys(unseenRules)].filter((rule) => !Object.hasOwn(rules, rule))).toEqual([]);
  });

  it('proves a rule that is listed as unseen', () => {
    expect(Object.keys(unseenRules).filter((rule) => proven.has(rule))).toEqual([]);
  });
});

/** A month from now. Its window ends 100 seconds later. */
const created = new Date((Math.floor(Date.now() / 300_000) + 9000) * 300_000 - 100_000);

it.each([
  ['passes', 100],
  ['fails', 160],
] as const)('the check of the window, by the time of the service: %s if the reset is %d s', async (verdict, reset) => {
  await using server = createServer((request, response) => {
    request.resume();
    const isSearch = request.url?.endsWith('/search') ?? false;
    const body = isSearch ? { data: [{ id: 'slt_a' }] } : { created };
    response
      .writeHead(isSearch ? 200 : 201, { 'Content-Type': 'application/json', 'RateLimit-Reset': reset })
      .end(JSON.stringify(body));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  // A TCP server has a port.
  const { port } = server.address() as AddressInfo;
  const receiver = await startReceiver({});
  const service = new CheckedService({
    url: `http://127.0.0.1:${port}`,
    keys: { test: 'sk_test_any' },
    clock: await openClock(undefined, 0),
    receiver,
    secrets: [],
    venue: 'ven_any',
    maxWait_seconds: 0,
    timeout_ms: 5000,
  });
  const check = limitChecks.find(({ title }) => title.startsWith('windows of five minutes'));
  const found = check?.run(service).then(
    () => 'passes',
    (error: Error) => (error.message.includes('multiple of five minutes') ? 'fails' : error),
  );
  expect(await found).toBe(verdict);
  await receiver.close();
  server.closeAllConnections();
});
