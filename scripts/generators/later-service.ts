import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { readFileSync } from 'node:fs';
import { isJsonObject, type JsonObject } from '@booking-service/toolkit';

interface LaterService extends AsyncDisposable {
  readonly url: string;
}

const at = '2026-11-21T09:30:00.000Z';
const confirmed = {
  object: 'booking',
  status: 'confirmed',
  provider: 'sandbox',
  livemode: false,
  created: at,
  updated: at,
  venue_id: 'ven_harbour_table',
  slot_id: 'slt_harbour_table_20261121T1900',
  party_size: 2,
  guest: { first_name: 'Ada', email: 'ada@example.com' },
  metadata: {},
};
const waiting = { ...confirmed, status: 'requires_action', expires_at: at };

/** The bookings by the last character of their ids: three that a later version may send, and one of this version. */
const bookings: Readonly<Record<string, object>> = {
  '1': { ...confirmed, status: 'seated', table: { number: 4 }, guest: { ...confirmed.guest, vip: true } },
  '2': { ...confirmed, status: 'failed', error_code: 'venue_flooded', error_message: 'The venue is under water.' },
  '3': { ...waiting, next_action: { type: 'show_passport', expires_at: at, countries: ['PT'] } },
  '4': { ...waiting, next_action: { type: 'enter_code', channel: 'email', destination: 'a***', expires_at: at } },
};
const refusal = { error: 'The venue is under water.', error_code: 'venue_flooded', request_id: 'req_00000000' };

/** The output of a program that reads all of them. */
export const readLater: readonly string[] = [
  'field 2',
  'code venue_flooded',
  'action show_passport',
  'destination a***',
  'refused venue_flooded',
];

/** Starts a service on 127.0.0.1 that responds to getBooking like a later version of the service. */
export async function startLaterService(): Promise<LaterService> {
  const server = createServer(({ url = '' }, response) => {
    const id = url.split('/').at(-1) ?? '';
    const booking = bookings[id.at(-1) ?? ''];
    response.writeHead(booking ? 200 : 404, {
      'Content-Type': 'application/json; charset=utf-8',
      'Request-Id': 'req_00000000',
      'RateLimit-Limit': '300',
      'RateLimit-Remaining': '299',
      'RateLimit-Reset': '210',
    });
    response.end(JSON.stringify(booking ? { id, ...booking } : refusal));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  // A server that listens on a port has an address of this form.
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}

/** A value that the service may send in a later version, and the name of its schema. */
type LaterValue = readonly [schema: string, value: unknown];

/** Members of a later version: more than a limit of this version allows, because limits may rise. */
const members = 200;

/**
 * Returns every example of a response and a webhook as a later version may send it: each open object has a field that the contract
 * does not have, each open list of values (x-extensible-enum) has another one, and each list has as many members as it may have.
 */
export function laterValues(file: string): readonly LaterValue[] {
  const contract = JSON.parse(readFileSync(file, 'utf8')) as JsonObject;
  const responses = operationsIn(contract, 'paths').flatMap((each) => Object.values(objectIn(each, 'responses')));
  const requests = operationsIn(contract, 'webhooks').map((each) => each['requestBody']);
  return [...responses, ...requests].flatMap((message) => {
    const { schema, examples } = objectIn(objectIn(resolve(contract, message), 'content'), 'application/json');
    return Object.values(isJsonObject(examples) ? examples : {}).flatMap((example) => {
      const { value } = resolve(contract, example);
      const [form, name] = formOf(contract, schema, value);
      return name === undefined ? [] : [[name, later(contract, form, value)] as const];
    });
  });
}

function later(contract: JsonObject, written: unknown, value: unknown): unknown {
  const [schema] = formOf(contract, written, value);
  if (schema['x-extensible-enum'] !== undefined && value !== null) return 'added_later';
  // Pydantic refuses addresses below .test, which the examples have.
  if (schema['format'] === 'email') return 'ada@example.com';
  if (Array.isArray(value)) {
    const most = Math.min(members, Number(schema['maxItems']));
    const items = value.map((each: unknown) => later(contract, schema['items'], each));
    return items.length === 0 ? items : Array.from({ length: most }, (_, index) => items[index % items.length]);
  }
  if (!isJsonObject(value)) return value;
  const properties = objectIn(schema, 'properties');
  const fields = Object.entries(value).map(([name, each]) => [name, later(contract, properties[name], each)] as const);
  const added = schema['additionalProperties'] === true ? [['added_later', { deep: [1] }] as const] : [];
  return Object.fromEntries([...fields, ...added]);
}

/** Returns the schema of a value without references, and the name of its component. Of a choice, it is the form of the value. */
function formOf(
  contract: JsonObject,
  written: unknown,
  value: unknown,
): [schema: JsonObject, name: string | undefined] {
  const schema = resolve(contract, written);
  const forms = schema['oneOf'] ?? schema['anyOf'];
  if (Array.isArray(forms)) {
    const form = forms.find((each: unknown) => isOf(contract, resolve(contract, each), value));
    if (form !== undefined) return formOf(contract, form, value);
  }
  const reference = isJsonObject(written) ? written['$ref'] : undefined;
  return [schema, typeof reference === 'string' ? reference.split('/').at(-1) : undefined];
}

function isOf(contract: JsonObject, schema: JsonObject, value: unknown): boolean {
  if (!isJsonObject(value)) return (value === null) === (schema['type'] === 'null');
  const required = Array.isArray(schema['required']) ? schema['required'] : [];
  const properties = objectIn(schema, 'properties');
  return required.every((name: unknown) => {
    const { const: only, enum: several = only === undefined ? undefined : [only] } = resolve(
      contract,
      properties[String(name)],
    );
    return String(name) in value && (!Array.isArray(several) || several.includes(value[String(name)]));
  });
}

function operationsIn(contract: JsonObject, part: string): JsonObject[] {
  return Object.values(objectIn(contract, part)).flatMap((path) =>
    Object.values(isJsonObject(path) ? path : {}).filter(isJsonObject),
  );
}

function resolve(contract: JsonObject, value: unknown): JsonObject {
  if (!isJsonObject(value)) return {};
  const reference = value['$ref'];
  if (typeof reference !== 'string') return value;
  return reference.split('/').slice(1).reduce<JsonObject>(objectIn, contract);
}

function objectIn(parent: JsonObject, key: string): JsonObject {
  const value = parent[key];
  return isJsonObject(value) ? value : {};
}
