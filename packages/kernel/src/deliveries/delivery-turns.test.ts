import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createPaces } from './delivery-turns.ts';
import { createDeliveryHosts, hostOf, watchAttempt } from './delivery-hosts.ts';

it('DLV-9: an organization begins with one connection, and gets another one after each further twenty attempts', () => {
  const paces = createPaces();
  const note = (count: number) => {
    for (let made = 0; made < count; made += 1) paces.note('org_a');
    return paces.of('org_a');
  };
  expect([paces.of('org_a'), note(19), note(1), note(19), note(1)]).toEqual([1, 1, 2, 2, 3]);
  expect(paces.of('org_b')).toBe(1);
});

it('DLV-13: a host hangs while twenty attempts at it are slow, but not within ten seconds of a quick one', () => {
  let now_ms = 0;
  const hosts = createDeliveryHosts(() => now_ms);
  for (let count = 0; count < 20; count += 1) {
    expect(hosts.hangs('dead.test')).toBe(false);
    hosts.begin('dead.test');
    hosts.slow('dead.test');
  }
  expect([hosts.hangs('dead.test'), hosts.hangs('other.test')]).toEqual([true, false]);
  hosts.end('dead.test', { isSlow: true });
  expect(hosts.hangs('dead.test')).toBe(false);
  hosts.begin('dead.test');
  hosts.slow('dead.test');
  expect(hosts.hangs('dead.test')).toBe(true);
  hosts.begin('dead.test');
  hosts.end('dead.test', { isSlow: false });
  now_ms = 10_000;
  expect(hosts.hangs('dead.test')).toBe(false);
  now_ms = 10_001;
  expect(hosts.hangs('dead.test')).toBe(true);
});

it.each([
  { url: 'https://Hooks.Library.test/a?b', host: 'hooks.library.test' },
  { url: 'http://127.0.0.1:8080/', host: '127.0.0.1:8080' },
  { url: 'no url', host: 'no url' },
  { url: null, host: 'null' },
])('DLV-13: $url is at the host $host', ({ url, host }) => {
  expect(hostOf(url)).toBe(host);
});

describe('watchAttempt', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }));
  afterEach(() => void vi.useRealTimers());

  function watch() {
    const { promise, resolve } = Promise.withResolvers<string>();
    const [onLinger, onSlow] = [vi.fn<() => void>(), vi.fn<() => void>()];
    const watched = watchAttempt(promise, { hosts: createDeliveryHosts(), host: 'receiver.test', onLinger, onSlow });
    return { watched, respond: () => resolve('sent'), onLinger, onSlow };
  }

  it.each([
    { passed_ms: 49, lingers: 0, isSlow: false },
    { passed_ms: 50, lingers: 1, isSlow: false },
    { passed_ms: 999, lingers: 1, isSlow: false },
    { passed_ms: 1_000, lingers: 1, isSlow: true },
  ])('DLV-9: an attempt of $passed_ms ms: slow is $isSlow', async ({ passed_ms, lingers, isSlow }) => {
    const { watched, respond, onLinger, onSlow } = watch();
    await vi.advanceTimersByTimeAsync(passed_ms);
    await new Promise((turn) => setImmediate(turn));
    respond();
    expect(await watched).toBe('sent');
    expect(onLinger).toHaveBeenCalledTimes(lingers);
    expect(onSlow).toHaveBeenCalledTimes(isSlow ? 1 : 0);
  });

  it('DLV-9: time in which the process did not run does not make a receiver slow', async () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    const { watched, respond, onSlow } = watch();
    // Timers fire late: none has fired since the attempt began.
    vi.advanceTimersByTime(5_000);
    respond();
    expect(await watched).toBe('sent');
    expect(onSlow).not.toHaveBeenCalled();
  });
});
