/** Runs the parts of a request that observe it, alone. Writes lines to standard output, and sends the CPU time of each part. */
import { createLog } from '@booking-service/server';
// @boundaries-ignore the benchmark calls the parts, which the library does not export
import { readTraceparent } from '../../../packages/server/src/log/traceparent.ts';
// @boundaries-ignore as above
import { followTrail, joinLines, leaveTrail, trailFields } from '../../../packages/server/src/log/trail.ts';
import { amount } from '../../smoke.ts';

/** CPU time in microseconds, by part. */
export interface Parts {
  /** The line of a request, one of 8 in a turn of the event loop, which are one write. */
  readonly line: number;
  /** The same, alone in its turn. */
  readonly lone_line: number;
  readonly traceparent: number;
  readonly trail: number;
}

/** A round is long, because Linux may count the CPU time of a running thread in steps of 4 ms. */
const [rounds, calls] = [amount(24, 1), amount(16_000, 16)];

const traceparent = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';
const log = joinLines(createLog());
const id = '019a8f03c1d27e4ab5f6071829304a5c';
const of_request = {
  operationId: 'getBooking',
  organization_id: `org_${id}`,
  key_id: `key_${id}`,
  key_digest: 'a049b1c2d3e4',
  client_address: '203.0.113.195',
  method: 'GET',
  route: '/v1/bookings/{id}',
  status: 200,
  duration_ms: 3,
};

function writeLine(): void {
  const line = { ...trailFields({ request_id: `req_${id}`, traceparent, booking_id: `bkg_${id}` }), ...of_request };
  leaveTrail(() => log.info(line));
}

let used = 0;
const parts: Parts = {
  line: await measure(writeLine, 8),
  lone_line: await measure(writeLine, 1),
  traceparent: await measure(() => (used += readTraceparent(traceparent)?.length ?? 0), 8),
  trail: await measure(() => followTrail({ request_id: id, traceparent }, () => (used += 1)), 8),
};
process.send?.(parts);
process.disconnect?.();

/** Returns the lowest decile of the rounds: what a call costs when nothing disturbs it. */
async function measure(call: () => unknown, callsOfTurn: number): Promise<number> {
  const costs: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const before = process.threadCpuUsage();
    for (let turn = 0; turn < calls / callsOfTurn; turn += 1) {
      for (let made = 0; made < callsOfTurn; made += 1) call();
      await new Promise((next) => setImmediate(next));
    }
    const { user, system } = process.threadCpuUsage(before);
    costs.push((user + system) / calls);
  }
  return costs.toSorted((a, b) => a - b)[Math.floor((costs.length - 1) / 10)] ?? Number.NaN;
}
