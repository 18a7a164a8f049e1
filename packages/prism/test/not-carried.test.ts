/** Each call that is kept from Prism is one that it does not carry still. */
import { createWireValidator, sendCall, type Call } from '@booking-service/server/testing';
import { expect, it } from 'vitest';
import { startPrismProxy } from '../index.ts';
import { notCarried, type Instead } from './not-carried.ts';
import { openUpstream, type Answer } from './open-upstream.ts';

/** What the service answers to a path that it does not know. */
const notFound: Answer = {
  status: 404,
  headers: { 'Content-Type': 'application/json; charset=utf-8', 'Request-Id': 'req_0b9c8d7e6f5a4b3c' },
  body: { error: 'There is no such path.', error_code: 'not_found', request_id: 'req_0b9c8d7e6f5a4b3c' },
};
const usual: Call = { method: 'GET', path: '/v1/sessions/card', headers: {} };

it.each(notCarried)('$what gets $instead', async ({ example, instead, isSo }) => {
  expect(isSo(example)).toBe(true);
  expect(await carry(example)).toBe(instead);
});

it('what is usual is carried', async () => {
  const create: Call = {
    method: 'POST',
    path: '/v1/bookings',
    headers: { 'Content-Type': 'application/json' },
    content: '{"metadata":{"a":"ü"}}',
  };
  for (const call of [usual, create, { ...usual, path: '/v1/nothing?a=1&b=2' }]) {
    expect(notCarried.filter(({ isSo }) => isSo(call))).toEqual([]);
    expect(await carry(call)).toBe('as it is');
  }
});

async function carry(call: Call): Promise<Instead | 'as it is'> {
  await using upstream = await openUpstream(() => notFound);
  await sendCall(upstream.url, call);
  await using proxy = await startPrismProxy({ upstream: upstream.url });
  const answered = sendCall(proxy.url, call).then(
    (answer) => answer,
    // The connection is cut when the proxy ends.
    () => undefined,
  );
  const first = await Promise.race([answered, answersToOthers(proxy.url)]);
  if (first === undefined) return 'no answer';
  if (first.status !== notFound.status) return 'an answer of its own';
  const [direct, carried] = upstream.asked.filter((line) => !line.includes('other'));
  if (direct !== carried) return 'another call';
  const exchange = proxy.exchanges.find(({ path }) => !path.includes('other'));
  const found = exchange?.violations.some(({ side }) => side === 'response') ?? false;
  return exchange?.routed && found !== breaksContract(call) ? 'another judgement' : 'as it is';
}

/** Whether that is no answer to this call, as our own validator has it. */
function breaksContract({ method, path }: Call): boolean {
  const { status, headers, body } = notFound;
  try {
    createWireValidator().checkResponse({
      method,
      path,
      status,
      headers: new Headers(headers),
      text: JSON.stringify(body),
    });
    return false;
  } catch {
    return true;
  }
}

/** Ends when calls that were sent later have long been answered, one after the other. */
async function answersToOthers(url: string): Promise<undefined> {
  for (let turn = 0; turn < 50; turn += 1) await sendCall(url, { ...usual, path: '/v1/other' });
}
