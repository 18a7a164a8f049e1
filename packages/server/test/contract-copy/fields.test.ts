/**
 * An optional field that the contract gets is never dropped in silence: in a copy of the packages it either does not
 * compile where the wire type is copied field by field, or it arrives.
 */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openContractCopy, type ContractCopy } from './open-contract-copy.ts';

interface Schema {
  type?: string;
  properties?: Record<string, object>;
  additionalProperties?: unknown;
  maxProperties?: number;
  /** What each type of a conditional schema has. */
  allOf?: { then?: { properties: Record<string, true> } }[];
}

interface Components {
  components: { schemas: Record<string, Schema> };
}

const publicSchemas = 'openapi/components/schemas';
const adminContract = 'openapi/admin.yaml';
const field = { description: 'Planted by a test.', type: 'string', maxLength: 100 };

/** The schemas that are passed on whole; a probe sees their field arrive. The others are copied field by field. */
const passedOn = ['AuthorizedPayment', 'Card', 'EnteredCode'];

/** A field of a booking is in its requests and in what is read of it; then nothing else has to change. */
const bookingSchemas = ['Booking', 'BookingChanges', 'BookingSummary', 'CreateBooking', 'ModifyBooking'];
const guestSchemas = ['BookingGuest', 'Guest'];

/** Compiling everything again takes its time where other tests run beside it. */
const whileCompiling = { timeout: 240_000 };

let copy: ContractCopy;

beforeAll(async () => {
  copy = await openContractCopy();
}, whileCompiling.timeout);

afterAll(() => copy[Symbol.asyncDispose]());

it('refuses to compile where a field of the contract is dropped', whileCompiling, async () => {
  const all = await plantFields(() => true);
  let dropped = all;
  // One error may stand for several fields: those that are not named are planted once more, alone.
  for (let isNarrowing = true; isNarrowing;) {
    const errors = await copy.compile('server');
    const left = dropped.filter((name) => !new RegExp(`\\bplanted_${name}\\b`).test(errors));
    isNarrowing = left.length < dropped.length && left.length > passedOn.length;
    dropped = left;
    if (isNarrowing) await plantFields((name) => left.includes(name));
  }
  expect(dropped.toSorted()).toEqual(passedOn);
  const named = all.length - dropped.length;
  process.stdout.write(`fields that do not compile where they are copied: ${named} of ${all.length}\n`);
});

it('passes on, stores and answers a field that only the contract has', whileCompiling, async () => {
  await copy.reset();
  const flowing = [...passedOn, ...bookingSchemas, ...guestSchemas];
  for (const name of flowing) {
    await copy.edit<Schema>(`${publicSchemas}/${name}.yaml`, (schema) =>
      plant(schema, bookingSchemas.includes(name) ? 'booking' : name.replace('BookingGuest', 'Guest')),
    );
  }
  await copy.generate();
  expect(await copy.compile('server')).toBe('');
  const arrived = await copy.run('planted-fields.ts');
  expect(arrived).toEqual({
    'CreateBooking in the answer': 'kept',
    'CreateBooking in the stored booking': 'kept',
    'CreateBooking at the provider': 'kept',
    'BookingSummary in the webhook': 'kept',
    'Guest in the stored booking': 'kept',
    'EnteredCode at the provider': 'kept',
    'AuthorizedPayment at the provider': 'kept',
    'ModifyBooking at the provider': 'changed',
    'ModifyBooking in the stored booking': 'changed',
    'ModifyBooking in last_modification': 'changed',
    'Card in the answer': 'kept',
  });
  process.stdout.write(`fields that are passed on and arrive: ${flowing.length} of ${flowing.length}\n`);
});

function isObject({ type, properties, additionalProperties, maxProperties }: Schema): boolean {
  // A map has no fields of its own; CancelBooking has none yet.
  return type === 'object' && (properties !== undefined || (additionalProperties === false && maxProperties === 0));
}

/** Compiles the contract with a field planted in each schema that is wanted, and returns their names. */
async function plantFields(isWanted: (name: string) => boolean): Promise<string[]> {
  await copy.reset();
  const planted: string[] = [];
  const plantIn = (schema: Schema, name: string) => {
    if (isObject(schema) && isWanted(name)) planted.push(plant(schema, name));
  };
  for (const file of await copy.list(publicSchemas)) {
    await copy.edit<Schema>(`${publicSchemas}/${file}`, (schema) => plantIn(schema, file.replace('.yaml', '')));
  }
  await copy.edit<Components>(adminContract, ({ components: { schemas } }) => {
    for (const [name, schema] of Object.entries(schemas)) plantIn(schema, name);
  });
  await copy.generate();
  return planted;
}

function plant(schema: Schema, name: string): string {
  schema.properties = { ...schema.properties, [`planted_${name}`]: field };
  for (const { then } of schema.allOf ?? []) if (then) then.properties[`planted_${name}`] = true;
  return name;
}
