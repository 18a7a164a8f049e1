/**
 * Additions to the contract, in a copy of the packages: none is dropped silently.
 *
 * @module-tag slow
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ContractCopy, openContractCopy } from './open-contract-copy.ts';
import { createWireValidator } from '../../src/testing.ts';

interface Schema {
  type?: string;
  properties?: Record<string, object>;
  additionalProperties?: unknown;
  maxProperties?: number;
  /** The properties of each variant of a conditional schema. */
  allOf?: { then?: { properties: Record<string, true> } }[];
}

const publicSchemas = 'openapi/components/schemas.yaml';
const adminSchemas = 'openapi/admin/components/schemas.yaml';
// A stored field without a classification does not compile (packages/toolkit/src/generate/error-examples.ts).
const field = { description: 'Planted by a test.', type: 'string', maxLength: 100, 'x-personal': 'removed' };

/** The schemas that the service passes on unchanged. A probe observes their new fields. The others are copied field by field. */
const passedOn = ['AnsweredQuestions', 'AuthorizedPayment', 'EnteredCode'];

/** A new field of a booking is in its requests and in the booking itself. */
const bookingSchemas = ['Booking', 'BookingChanges', 'BookingSummary', 'CreateBooking', 'ModifyBooking'];
const supplierCode = 'packages/server/src/providers/http/http-provider.ts';
const guestSchemas = ['BookingGuest', 'Guest'];

/** Compiling all packages takes long if other tests run in parallel. */
const whileCompiling = { timeout: 600_000 };

let copy: ContractCopy;

/**
 * Proves that a new optional field of the contract is never dropped silently. In a copy of the packages, code that copies a wire
 * type field by field does not compile with the new field. All other code passes the field on.
 */
describe('a new field', () => {
  beforeAll(async () => {
    copy = await openContractCopy();
  }, whileCompiling.timeout);

  afterAll(() => copy[Symbol.asyncDispose]());

  it('does not compile code that drops a field of the contract', whileCompiling, async () => {
    const all = await plantFields(() => true);
    let dropped = all;
    // One error may hide several fields. Fields without an error are planted again, without the others.
    for (let isNarrowing = true; isNarrowing;) {
      const errors = await copy.compile('server');
      const remaining = dropped.filter((name) => !new RegExp(`\\bplanted_${name}\\b`).test(errors));
      isNarrowing = remaining.length < dropped.length && remaining.length > passedOn.length;
      dropped = remaining;
      if (isNarrowing) await plantFields((name) => remaining.includes(name));
    }
    expect(dropped.toSorted()).toEqual(passedOn);
    const named = all.length - dropped.length;
    process.stdout.write(`fields that do not compile where they are copied: ${named} of ${all.length}\n`);
  });

  it('passes on, stores and returns a field that only the contract defines', whileCompiling, async () => {
    await copy.reset();
    const flowing = [...passedOn, ...bookingSchemas, ...guestSchemas];
    await copy.edit<Record<string, Schema>>(publicSchemas, (schemas) => {
      for (const name of flowing) {
        const schema = schemas[name];
        if (!schema) throw new Error(`The contract has no schema ${name}.`);
        plant(schema, bookingSchemas.includes(name) ? 'booking' : name.replace('BookingGuest', 'Guest'));
      }
    });
    await copy.generate();
    // Only the code that states what suppliers get has to change.
    const errors = (await copy.compile('server')).split('\n').filter((line) => line.includes(': error '));
    expect(errors.map((line) => line.replace(/\(.*/, ''))).toEqual(Array(2).fill(supplierCode));
    const arrived = await copy.run('planted-fields.ts');
    expect(arrived).toEqual({
      'CreateBooking in the response': 'kept',
      'CreateBooking in the stored booking': 'kept',
      'CreateBooking at the provider': 'kept',
      'BookingSummary in the webhook': 'kept',
      'Guest in the stored booking': 'kept',
      'EnteredCode at the provider': 'kept',
      'AuthorizedPayment at the provider': 'kept',
      'ModifyBooking at the provider': 'changed',
      'ModifyBooking in the stored booking': 'changed',
      'ModifyBooking in last_modification': 'changed',
    });
    process.stdout.write(`fields that are passed on and arrive: ${flowing.length} of ${flowing.length}\n`);
  });
});

function isObject({ type, properties, additionalProperties, maxProperties }: Schema): boolean {
  // A map has no fields of its own; CancelBooking has none yet.
  return type === 'object' && (properties !== undefined || (additionalProperties === false && maxProperties === 0));
}

/** Compiles the contract with a new field in each selected schema, and returns the names of the schemas. */
async function plantFields(isWanted: (name: string) => boolean): Promise<string[]> {
  await copy.reset();
  const planted: string[] = [];
  for (const file of [publicSchemas, adminSchemas]) {
    await copy.edit<Record<string, Schema>>(file, (schemas) => {
      for (const [name, schema] of Object.entries(schemas)) {
        if (isObject(schema) && isWanted(name)) planted.push(plant(schema, name));
      }
    });
  }
  await copy.generate();
  return planted;
}

function plant(schema: Schema, name: string): string {
  schema.properties = { ...schema.properties, [`planted_${name}`]: field };
  for (const { then } of schema.allOf ?? []) if (then) then.properties[`planted_${name}`] = true;
  return name;
}

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

describe('a new webhook header', () => {
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

  describe('a new header of the contract', () => {
    let contractCopy: ContractCopy;

    beforeAll(async () => {
      contractCopy = await openContractCopy();
      await contractCopy.edit<Delivery>('openapi/behavior/delivery.yaml', ({ headers }) => {
        for (const [name, required] of Object.entries({ Planted: true, Optional: false })) {
          headers[name] = {
            name: `Service-${name}`,
            required,
            description: 'Planted by a test.',
            schema: { type: 'string', minLength: 1 },
          };
        }
      });
      await contractCopy.generate();
    }, whileCompiling.timeout);

    afterAll(() => contractCopy[Symbol.asyncDispose]());

    it('SIG-1: does not compile in the webhook sender of the server', whileCompiling, async () => {
      const errors = await contractCopy.compile('server');
      expect(errors).toContain('Service-Planted');
      expect(errors).toContain('Service-Optional');
    });

    it('SIG-1: does not compile in the sender of test webhooks if it is required', whileCompiling, async () => {
      expect(await contractCopy.compile('webhooks')).toContain('Service-Planted');
    });

    it('SIG-1: is reported as missing by the wire validator if it is required', whileCompiling, async () => {
      const report = 'webhook booking.created breaks the contract:\n  header Service-Planted is missing\n';
      expect(await contractCopy.run('webhook-headers.ts')).toContain(report);
    });
  });
});
