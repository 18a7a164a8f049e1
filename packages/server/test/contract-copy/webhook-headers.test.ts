/**
 * A new webhook header of the contract is sent, or the compiler and the wire validator report that it is missing.
 *
 * @module-tag slow
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createWireValidator } from '../../src/testing.ts';
import { openContractCopy, type ContractCopy } from './open-contract-copy.ts';

interface Delivery {
  headers: Record<string, object>;
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
  it('SIG-1 EVT-2: accepts a webhook with the documented headers', () => {
    expect(() => check({ ...right, 'User-Agent': 'booking-service', Host: 'diner.test' })).not.toThrow();
  });

  it.each([
    { fault: 'without its signature', headers: { ...right, 'Service-Signature': undefined }, message: 'is missing' },
    {
      fault: 'with another form of signature',
      headers: { ...right, 'Service-Signature': 't=1,v1=0' },
      message: 'header Service-Signature must',
    },
    {
      fault: 'with an undocumented header',
      headers: { ...right, 'Service-Extra': '1' },
      message: 'header service-extra is not documented',
    },
    {
      fault: 'as another media type',
      headers: { ...right, 'Content-Type': 'text/plain' },
      message: 'content-type is text/plain',
    },
  ])('SIG-1 EVT-2: refuses a webhook $fault', ({ headers, message }) => {
    expect(() => check(JSON.parse(JSON.stringify(headers)) as Record<string, string>)).toThrow(message);
  });
});

/** Compiling all packages takes long if other tests run in parallel. */
const whileCompiling = { timeout: 600_000 };

describe('a new header of the contract', () => {
  let copy: ContractCopy;

  beforeAll(async () => {
    copy = await openContractCopy();
    await copy.edit<Delivery>('openapi/behavior/delivery.yaml', ({ headers }) => {
      for (const [name, required] of Object.entries({ Planted: true, Optional: false })) {
        headers[name] = {
          name: `Service-${name}`,
          required,
          description: 'Planted by a test.',
          schema: { type: 'string', minLength: 1 },
        };
      }
    });
    await copy.generate();
  }, whileCompiling.timeout);

  afterAll(() => copy[Symbol.asyncDispose]());

  it('SIG-1: does not compile in the webhook sender of the server', whileCompiling, async () => {
    const errors = await copy.compile('server');
    expect(errors).toContain('Service-Planted');
    expect(errors).toContain('Service-Optional');
  });

  it('SIG-1: does not compile in the sender of test webhooks if it is required', whileCompiling, async () => {
    expect(await copy.compile('webhooks')).toContain('Service-Planted');
  });

  it('SIG-1: is reported as missing by the wire validator if it is required', whileCompiling, async () => {
    const report = 'webhook booking.created breaks the contract:\n  header Service-Planted is missing\n';
    expect(await copy.run('webhook-headers.ts')).toContain(report);
  });
});
