import { createHmac, timingSafeEqual } from 'node:crypto';

/** Returns whether the header is a signature of the body that is at most five minutes old. Written without the code of the service. */
export function acceptsSignature({ secret, header, body }: { secret: string; header: string; body: string }): boolean {
  const [, time = '', given = ''] = /^t=(\d{1,12}),v1=([0-9a-f]{64})$/.exec(header) ?? [];
  const expected = createHmac('sha256', secret).update(`${time}.${body}`).digest();
  const actual = Buffer.from(given, 'hex');
  const isYoung = Math.abs(Date.now() / 1000 - Number(time)) <= 300;
  return actual.length === expected.length && timingSafeEqual(actual, expected) && isYoung;
}
