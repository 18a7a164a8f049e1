/** A webhook header that the contract gets is sent, or the compiler and the wire validator refuse what lacks it. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createWireValidator } from '../../src/testing.ts';
import { openContractCopy, type ContractCopy } from './open-contract-copy.ts';

interface Webhook {
  post: { parameters: object[] };
}

const event = {
  id: 'evt_5f0c1f2e3d4b4a5968778695a4b3c2d1',
  type: 'booking.created',
  created: '2026-11-21T09:30:02.000Z',
  data: {
    object: {
      id: 'bkg_5f0c1f2e3d4b4a5968778695a4b3c2d1',
      object: 'booking',
      status: 'processing',
      provider: 'sandbox',
    },
  },
};
const right = {
  'Content-Type': 'application/json; charset=utf-8',
  'Service-Signature': `t=1795253400,v1=${'0'.repeat(64)}`,
};

function check(headers: Readonly<Record<string, string>>): void {
  createWireValidator().checkWebhook({ headers: new Headers(headers), text: JSON.stringify(event) });
}

describe('the wire validator', () => {
  it('SIG-1 EVT-2: takes a webhook with the documented headers', () => {
    expect(() => check({ ...right, 'User-Agent': 'booking-service', Host: 'diner.test' })).not.toThrow();
  });

  it.each([
    { fault: 'without its signature', headers: { ...right, 'Service-Signature': undefined }, says: 'is missing' },
    {
      fault: 'with another form of signature',
      headers: { ...right, 'Service-Signature': 't=1,v1=0' },
      says: 'header Service-Signature must',
    },
    {
      fault: 'with an undocumented header',
      headers: { ...right, 'Service-Extra': '1' },
      says: 'header service-extra is not documented',
    },
    {
      fault: 'as another media type',
      headers: { ...right, 'Content-Type': 'text/plain' },
      says: 'content-type is text/plain',
    },
  ])('SIG-1 EVT-2: refuses a webhook $fault', ({ headers, says }) => {
    expect(() => check(JSON.parse(JSON.stringify(headers)) as Record<string, string>)).toThrow(says);
  });
});

/** Compiling everything again takes its time where other tests run beside it. */
const whileCompiling = { timeout: 240_000 };

describe('a header that the contract gets', () => {
  let copy: ContractCopy;

  beforeAll(async () => {
    copy = await openContractCopy();
    await copy.edit<Webhook>('openapi/webhooks/booking.confirmed.yaml', ({ post }) => {
      for (const [name, required] of Object.entries({ 'Service-Planted': true, 'Service-Optional': false })) {
        post.parameters.push({ name, in: 'header', required, schema: { type: 'string', minLength: 1 } });
      }
    });
    await copy.generate();
  }, whileCompiling.timeout);

  afterAll(() => copy[Symbol.asyncDispose]());

  it.each(['server', 'webhooks'] as const)(
    'SIG-1: does not compile in the sender of %s',
    whileCompiling,
    async (name) => {
      const errors = await copy.compile(name);
      expect(errors).toContain('Service-Planted');
      expect(errors).toContain('Service-Optional');
    },
  );

  it('SIG-1: is missed by the wire validator where it is required', whileCompiling, async () => {
    const said = 'webhook booking.confirmed breaks the contract:\n  header Service-Planted is missing\n';
    expect(await copy.run('webhook-headers.ts')).toContain(said);
  });
});
