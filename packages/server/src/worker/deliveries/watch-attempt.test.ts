import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createDeliveryHosts, watchAttempt } from './delivery-hosts.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }));
afterEach(() => void vi.useRealTimers());

function watch() {
  const { promise, resolve } = Promise.withResolvers<string>();
  const onLinger = vi.fn<() => void>();
  const watched = watchAttempt(promise, { hosts: createDeliveryHosts(), host: 'receiver.test', onLinger });
  return { watched, respond: () => resolve('sent'), onLinger };
}

it.each([
  { passed_ms: 49, lingers: 0, isSlow: false },
  { passed_ms: 50, lingers: 1, isSlow: false },
  { passed_ms: 999, lingers: 1, isSlow: false },
  { passed_ms: 1_000, lingers: 1, isSlow: true },
])('DLV-9: an attempt of $passed_ms ms: slow is $isSlow', async ({ passed_ms, lingers, isSlow }) => {
  const { watched, respond, onLinger } = watch();
  await vi.advanceTimersByTimeAsync(passed_ms);
  await new Promise((turn) => setImmediate(turn));
  respond();
  expect(await watched).toEqual({ sent: 'sent', isSlow });
  expect(onLinger).toHaveBeenCalledTimes(lingers);
});

it('DLV-9: time in which the process did not run does not make a receiver slow', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  const { watched, respond } = watch();
  // Timers fire late: none has fired since the attempt began.
  vi.advanceTimersByTime(5_000);
  respond();
  expect(await watched).toEqual({ sent: 'sent', isSlow: false });
});
