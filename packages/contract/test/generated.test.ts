/** The generated tables beside the bundled contract that they are made of. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { adminRoutes } from '../src/admin.ts';
import {
  access,
  bookingStates,
  delivery,
  errorCatalogue,
  eventTypes,
  idempotency,
  limits,
  operationTable,
  sandbox,
  type CatalogueEntry,
  type OperationId,
  type OperationRow,
} from '../src/index.ts';

interface Response {
  readonly content?: { readonly 'application/json'?: { readonly examples?: Readonly<Record<string, unknown>> } };
  readonly headers?: Readonly<Record<string, unknown>>;
  readonly 'x-error-codes'?: readonly string[];
}

interface Operation {
  readonly operationId: string;
  readonly 'x-behavior': Readonly<Record<string, unknown>>;
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

// Written by the generator, which has it from Redocly: an OpenAPI document, whose parts named here are always there.
const contract: Contract = JSON.parse(readFileSync(new URL('../src/generated/openapi.json', import.meta.url), 'utf8'));
const catalogue: Readonly<Record<string, CatalogueEntry>> = errorCatalogue;

const operations = Object.entries(contract.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ ...operation, path, method })),
);

describe('operationTable', () => {
  it('has the operations of the contract, and no other', () => {
    expect(Object.keys(operationTable).toSorted()).toEqual(operations.map((each) => each.operationId).toSorted());
    expect(operations.length).toBe(11);
  });

  it('VER-1: mounts every operation below /v1', () => {
    const paths = Object.values(operationTable).map(({ path }) => path);
    expect(paths.filter((path) => !path.startsWith('/v1/'))).toEqual([]);
  });

  describe.each(operations)(
    '$operationId',
    ({ operationId, method, path, requestBody, responses, 'x-behavior': behavior }) => {
      // Held by the first test of this table.
      const row: OperationRow = operationTable[operationId as OperationId];
      const answers = Object.entries(responses).map(([status, answer]) => ({
        status: Number(status),
        answer: resolved(answer),
      }));

      it('is mounted where the contract has it, and asks for what it says', () => {
        const { rules: _rules, ...asked } = behavior;
        const body = requestBody ? (requestBody.required ? 'required' : 'optional') : 'none';
        expect(row).toMatchObject({ method, path, body, ...asked });
        expect(Object.keys(row).toSorted()).toEqual(
          ['method', 'path', 'body', 'successes', 'errors', ...Object.keys(asked)].toSorted(),
        );
      });

      it('answers the statuses of the contract', () => {
        const statuses = [...row.successes, ...Object.keys(row.errors).map(Number)];
        expect(statuses.toSorted(byNumber)).toEqual(answers.map(({ status }) => status).toSorted(byNumber));
        expect(row.successes.filter((status) => status < 200 || status > 299)).toEqual([]);
      });

      it('ERR-6: refuses with the codes that the contract lists and exemplifies at each status', () => {
        const refusals = answers.filter(({ status }) => status > 299);
        const listed = refusals.map(({ status, answer }) => [`${status}`, answer['x-error-codes'] ?? []] as const);
        expect(row.errors).toEqual(Object.fromEntries(listed));
        for (const { answer } of refusals) {
          const examples = answer.content?.['application/json']?.examples ?? {};
          expect(Object.keys(examples).toSorted()).toEqual([...(answer['x-error-codes'] ?? [])].toSorted());
        }
      });

      it('ERR-5: refuses each code with the status of the catalogue', () => {
        const refused = Object.entries(row.errors).flatMap(([status, codes]) =>
          codes.map((code: string) => ({ code, status: Number(status) })),
        );
        expect(refused).toEqual(refused.map(({ code }) => ({ code, status: catalogue[code]?.status })));
      });

      it('LIM-3: tells when to send again where that can help', () => {
        const told = answers.filter(({ answer }) => answer.headers?.['Retry-After']).map(({ status }) => status);
        const codes: readonly string[] = Object.values(row.errors).flat();
        const awaited = codes
          .filter((code) => catalogue[code]?.retry === 'retry_after')
          .map((code) => catalogue[code]?.status);
        expect(new Set(told)).toEqual(new Set(awaited));
      });
    },
  );
});

describe('errorCatalogue', () => {
  it.each([
    { place: 'error', schema: 'OlderErrorCode' },
    { place: 'error_code', schema: 'ErrorCode' },
    { place: 'booking', schema: 'BookingErrorCode' },
  ] as const)('ERR-2 ERR-6: has the codes of $schema, and says that they stand in $place', ({ place, schema }) => {
    const rows = Object.entries(catalogue).filter(([, { stands_in }]) => stands_in.includes(place));
    const codes = rows.map(([code]) => code);
    const { enum: listed, 'x-extensible-enum': known = listed } = contract.components.schemas[schema] ?? {};
    expect(codes.toSorted()).toEqual(known?.toSorted());
  });

  it('ERR-5: has a status where the code stands on a call, and none where it stands on a booking only', () => {
    const onCall = Object.values(catalogue).filter(({ stands_in }) => stands_in.some((place) => place !== 'booking'));
    expect(Object.values(catalogue).filter(({ status }) => status !== undefined)).toEqual(onCall);
  });

  it('has no code that no operation and no unrouted request is refused with', () => {
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

  it('are each the type of an event of their own', () => {
    const types = Object.keys(contract.components.schemas)
      .filter((name) => /^Booking\w+Event$/.test(name))
      .map((name) => contract.components.schemas[name]?.properties?.['type']?.const);
    expect(new Set(types)).toEqual(new Set(eventTypes));
    expect(types).toHaveLength(eventTypes.length);
  });
});

it.each(
  Object.entries({
    access,
    'booking-states': bookingStates,
    delivery,
    errors: errorCatalogue,
    idempotency,
    limits,
    sandbox,
  }),
)('%s is the behaviour that the contract carries', (name, table) => {
  expect(table).toEqual(contract[`x-${name}`]);
});

function resolved(response: Response | { readonly $ref: string }): Response {
  if (!('$ref' in response)) return response;
  const name = response.$ref.split('/').at(-1) ?? '';
  const found = contract.components.responses[name];
  if (!found) throw new Error(`There is no response ${response.$ref}.`);
  return found;
}

function byNumber(one: number, other: number): number {
  return one - other;
}

describe('adminRoutes', () => {
  // Written by the generator, likewise.
  const text = readFileSync(new URL('../src/generated/admin.json', import.meta.url), 'utf8');
  const { paths }: Pick<Contract, 'paths'> = JSON.parse(text);

  it('has the operations of the admin contract, and no other', () => {
    const routes = Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, { operationId, requestBody }]) => [
        operationId,
        { method, path, body: requestBody ? 'required' : 'none' },
      ]),
    );
    expect(adminRoutes).toEqual(Object.fromEntries(routes));
    expect(routes.length).toBe(7);
  });

  it('shares no path and no operationId with the public contract', () => {
    const publicIds = new Set(operations.map(({ operationId }) => operationId));
    expect(Object.keys(adminRoutes).filter((id) => publicIds.has(id))).toEqual([]);
    expect(Object.values(adminRoutes).filter(({ path }) => path.startsWith('/v1'))).toEqual([]);
  });
});
