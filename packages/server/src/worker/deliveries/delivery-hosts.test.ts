import { expect, it } from 'vitest';
import { createDeliveryHosts, hostOf } from './delivery-hosts.ts';

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
  { url: 'https://Hooks.Diner.test/a?b', host: 'hooks.diner.test' },
  { url: 'http://127.0.0.1:8080/', host: '127.0.0.1:8080' },
  { url: 'no url', host: 'no url' },
  { url: null, host: 'null' },
])('DLV-13: $url is at the host $host', ({ url, host }) => {
  expect(hostOf(url)).toBe(host);
});
