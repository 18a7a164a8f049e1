/** Compares the generated tables with the bundled contract. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { adminErrors, adminRoles, adminRoutes } from '../src/admin.ts';
import {
  access,
  bookingStates,
  type CatalogueEntry,
  currencyDigits,
  delivery,
  errorCatalogue,
  eventTypes,
  idempotency,
  limits,
  type OperationId,
  type OperationRow,
  operationTable,
  paymentStates,
  sandbox,
} from '../src/index.ts';

interface Response {
  readonly content?: { readonly 'application/json'?: { readonly examples?: Readonly<Record<string, unknown>> } };
  readonly headers?: Readonly<Record<string, unknown>>;
  readonly 'x-error-codes'?: readonly string[];
}

interface Operation {
  readonly operationId: string;
  readonly 'x-behavior': Readonly<Record<string, unknown>>;
  /** In the admin contract. */
  readonly 'x-role'?: string;
  readonly 'x-reads'?: object;
  readonly requestBody?: { readonly required?: boolean };
  readonly responses: Readonly<Record<string, Response | { readonly $ref: string }>>;
}

interface Contract {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly webhooks: Readonly<Record<string, unknown>>;
  readonly components: {
    readonly schemas: Readonly<
      Record<
        string,
        {
          readonly enum?: readonly string[];
          readonly 'x-extensible-enum'?: readonly string[];
          readonly properties?: Schemas;
        }
      >
    >;
    readonly responses: Readonly<Record<string, Response>>;
  };
  readonly [behaviour: `x-${string}`]: unknown;
}

type Schemas = Readonly<Record<string, { readonly const?: unknown }>>;

// The generator writes this bundle of Redocly: an OpenAPI document, which always has the parts named here.
const contract: Contract = JSON.parse(readFileSync(new URL('../src/generated/openapi.json', import.meta.url), 'utf8'));
const catalogue: Readonly<Record<string, CatalogueEntry>> = errorCatalogue;

const operations = Object.entries(contract.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ ...operation, path, method })),
);

describe('operationTable', () => {
  it('has the operations of the contract and no others', () => {
    expect(Object.keys(operationTable).toSorted()).toEqual(operations.map((each) => each.operationId).toSorted());
    expect(operations.length).toBe(16);
  });

  it('VER-1: mounts every operation below /v1', () => {
    const paths = Object.values(operationTable).map(({ path }) => path);
    expect(paths.filter((path) => !path.startsWith('/v1/'))).toEqual([]);
  });

  describe.each(operations)(
    '$operationId',
    ({ operationId, method, path, requestBody, responses, 'x-behavior': behavior }) => {
      // The first test of this table proves that the operation has a row.
      const row: OperationRow = operationTable[operationId as OperationId];
      const documented = Object.entries(responses).map(([status, response]) => ({
        status: Number(status),
        response: resolved(response),
      }));

      it('has the method, path and requirements of the contract', () => {
        const { rules: _rules, ...requirements } = behavior;
        const body = requestBody ? (requestBody.required ? 'required' : 'optional') : 'none';
        expect(row).toMatchObject({ method, path, body, ...requirements });
        expect(Object.keys(row).toSorted()).toEqual(
          ['method', 'path', 'body', 'successes', 'errors', ...Object.keys(requirements)].toSorted(),
        );
      });

      it('has the statuses of the contract', () => {
        const statuses = [...row.successes, ...Object.keys(row.errors).map(Number)];
        expect(statuses.toSorted(byNumber)).toEqual(documented.map(({ status }) => status).toSorted(byNumber));
        expect(row.successes.filter((status) => status < 200 || status > 299)).toEqual([]);
      });

      it('ERR-6: has the codes that the contract lists for each status, each with an example', () => {
        const refusals = documented.filter(({ status }) => status > 299);
        const listed = refusals.map(({ status, response }) => [`${status}`, response['x-error-codes'] ?? []] as const);
        expect(row.errors).toEqual(Object.fromEntries(listed));
        for (const { response } of refusals) {
          const examples = response.content?.['application/json']?.examples ?? {};
          expect(Object.keys(examples).toSorted()).toEqual([...(response['x-error-codes'] ?? [])].toSorted());
        }
      });

      it('ERR-5: has each code under the status of the catalogue', () => {
        const refused = Object.entries(row.errors).flatMap(([status, codes]) =>
          codes.map((code: string) => ({ code, status: Number(status) })),
        );
        expect(refused).toEqual(refused.map(({ code }) => ({ code, status: catalogue[code]?.status })));
      });

      it('LIM-3: has Retry-After on the statuses with a code that is retried after it', () => {
        const statuses = documented
          .filter(({ response }) => response.headers?.['Retry-After'])
          .map(({ status }) => status);
        const codes: readonly string[] = Object.values(row.errors).flat();
        const awaited = codes
          .filter((code) => catalogue[code]?.retry === 'retry_after')
          .map((code) => catalogue[code]?.status);
        expect(new Set(statuses)).toEqual(new Set(awaited));
      });
    },
  );
});

describe('errorCatalogue', () => {
  it.each([
    { place: 'error', schema: 'OlderErrorCode' },
    { place: 'error_code', schema: 'ErrorCode' },
    { place: 'booking', schema: 'BookingErrorCode' },
  ] as const)('ERR-2 ERR-6: has the codes of $schema for the field $place', ({ place, schema }) => {
    const rows = Object.entries(catalogue).filter(([, { stands_in }]) => stands_in.includes(place));
    const codes = rows.map(([code]) => code);
    const { enum: listed, 'x-extensible-enum': codesOfSchema = listed } = contract.components.schemas[schema] ?? {};
    expect(codes.toSorted()).toEqual(codesOfSchema?.toSorted());
  });

  it('ERR-5: has a status for codes of error responses, and none for codes of bookings only', () => {
    const onCall = Object.values(catalogue).filter(({ stands_in }) => stands_in.some((place) => place !== 'booking'));
    expect(Object.values(catalogue).filter(({ status }) => status !== undefined)).toEqual(onCall);
  });

  it('has only codes of operations, except method_not_allowed', () => {
    const listed = new Set<string>(Object.values(operationTable).flatMap(({ errors }) => Object.values(errors).flat()));
    const unlisted = Object.entries(catalogue).filter(
      ([code, { status }]) => status !== undefined && !listed.has(code),
    );
    expect(unlisted.map(([code]) => code)).toEqual(['method_not_allowed']);
  });
});

describe('eventTypes', () => {
  it('EVT-1: are the webhooks of the contract', () => {
    expect(eventTypes).toEqual(Object.keys(contract.webhooks));
    expect(eventTypes).toHaveLength(7);
  });
});

it.each(
  Object.entries({
    access,
    delivery,
    errors: errorCatalogue,
    idempotency,
    limits,
    sandbox,
    states: { booking: bookingStates, payment: paymentStates },
  }),
)('%s equals the behaviour in the contract', (name, table) => {
  expect(table).toEqual(contract[`x-${name}`]);
});

function resolved(response: Response | { readonly $ref: string }): Response {
  if (!('$ref' in response)) return response;
  const name = response.$ref.split('/').at(-1) ?? '';
  const found = contract.components.responses[name];
  if (!found) throw new Error(`The response ${response.$ref} does not exist.`);
  return found;
}

function byNumber(a: number, b: number): number {
  return a - b;
}

it('the README shows a type and a row as they are generated', () => {
  const read = (path: string) => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8');
  const [, section = ''] = read('README.md').split('## Generated code');
  const [, type = ''] = /```ts\ninterface schemas \{\n(.*?)\n\}\n```/s.exec(section) ?? [];
  const [, row = ''] = /```json\n(.*?)```/s.exec(section) ?? [];
  // The formatter of the page uses other quotes.
  const unindented = (text: string) => text.replaceAll(/^ +/gm, '').replaceAll("'", '"').trim();
  expect(unindented(type)).toContain('readonly SlotPrice: {');
  expect(unindented(read('src/generated/openapi.ts'))).toContain(unindented(type));
  expect(JSON.parse(row)).toEqual(operationTable.createBooking);
});

describe('adminRoutes', () => {
  // The generator writes this file too.
  const text = readFileSync(new URL('../src/generated/admin.json', import.meta.url), 'utf8');
  const { paths, ...admin }: Pick<Contract, 'paths' | `x-${string}`> = JSON.parse(text);

  it('has the operations of the admin contract and no others', () => {
    const routes = Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, { operationId, requestBody, 'x-role': role, 'x-reads': reads }]) => [
        operationId,
        { method, path, body: requestBody ? 'required' : 'none', role, ...(reads && { reads }) },
      ]),
    );
    expect(adminRoutes).toEqual(Object.fromEntries(routes));
    expect(routes.length).toBeGreaterThan(20);
  });

  it('has the roles and the error catalogue of the admin contract', () => {
    expect(adminRoles).toEqual(admin['x-roles']);
    expect(adminErrors).toEqual(admin['x-errors']);
    expect(Object.keys(adminRoles)).toEqual(['viewer', 'developer', 'admin', 'monitoring', 'support', 'operator']);
  });

  it('shares no path and no operationId with the public contract', () => {
    const publicIds = new Set(operations.map(({ operationId }) => operationId));
    expect(Object.keys(adminRoutes).filter((id) => publicIds.has(id))).toEqual([]);
    expect(Object.values(adminRoutes).filter(({ path }) => path.startsWith('/v1'))).toEqual([]);
  });
});

// Other tools need more than OpenAPI requires (docs/build/generated-clients.md).
it.each(['openapi', 'admin', 'provider', 'card-service'])(
  '%s: no field has a boolean as its schema, which kin-openapi cannot read, and no enum has null, which openapi-zod-client cannot',
  (name) => {
    const text = readFileSync(new URL(`../src/generated/${name}.json`, import.meta.url), 'utf8');
    const found: string[] = [];
    JSON.parse(text, (key, value: unknown) => {
      if (key === 'enum' && Array.isArray(value) && value.includes(null)) found.push(`enum: ${value.join(', ')}`);
      if (key !== 'properties' || typeof value !== 'object' || value === null) return value;
      found.push(...Object.entries(value).flatMap(([field, schema]) => (typeof schema === 'boolean' ? [field] : [])));
      return value;
    });
    expect(found).toEqual([]);
  },
);

it.each([
  ['EUR', 2],
  ['HUF', 2],
  ['JPY', 0],
  ['KWD', 3],
  ['UYW', 4],
  ['ZZZ', 2],
])('the minor unit of %s has %d digits', (currency, digits) => {
  expect(currencyDigits(currency)).toBe(digits);
});
