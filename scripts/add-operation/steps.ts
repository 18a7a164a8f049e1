/**
 * The steps of "Add an operation" (CONTRIBUTING.md), for a toy operation: getBookingStatus, GET /v1/bookings/{id}/status.
 * Each edit is what a person writes by hand.
 */

/** One file that a step creates or changes. */
export interface Edit {
  /** The step's number in CONTRIBUTING.md. */
  readonly step: number;
  readonly path: string;
  /** The path as the step names it. */
  readonly named: string;
  /** Returns the new text. `before` is empty if the step creates the file. */
  readonly apply: (before: string) => string;
}

const operationId = 'getBookingStatus';
/** A rule id that the contract does not use. */
const rule = 'END-999';

const pathFile = `get:
  operationId: ${operationId}
  summary: Read a booking's status
  description: Returns the current status of the booking.
  tags: [bookings]
  x-codeSamples:
    - lang: curl
      label: curl
      source: { $ref: ../code-samples/${operationId}.sh }
    - lang: JavaScript
      label: TypeScript
      source: { $ref: ../code-samples/${operationId}.ts }
  x-behavior:
    metered: true
    scope: bookings:read
    live_key: false
    test_allowance: false
    billing: false
    repeatable: true
    rules: [${rule}]
  parameters:
    - $ref: ../components/parameters.yaml#/BookingIdInPath
    - $ref: ../components/parameters.yaml#/CallerRequestId
  responses:
    '200':
      description: The status.
      headers:
        Request-Id: { $ref: ../components/headers.yaml#/Request-Id }
        RateLimit-Limit: { $ref: ../components/headers.yaml#/RateLimit-Limit }
        RateLimit-Remaining: { $ref: ../components/headers.yaml#/RateLimit-Remaining }
        RateLimit-Reset: { $ref: ../components/headers.yaml#/RateLimit-Reset }
      content:
        application/json:
          schema:
            type: object
            additionalProperties: true
            required: [status]
            properties:
              status: { $ref: ../components/schemas.yaml#/BookingStatus }
          examples:
            confirmed:
              summary: Confirmed
              value: { status: confirmed }
    '400': { $ref: ../components/responses.yaml#/InvalidRequest }
    '401': { $ref: ../components/responses.yaml#/Unauthorized }
    '403': { $ref: ../components/responses.yaml#/Forbidden }
    '404': { $ref: ../components/responses.yaml#/NotFound }
    '429': { $ref: ../components/responses.yaml#/RateLimited }
    '500': { $ref: ../components/responses.yaml#/InternalError }
    '503': { $ref: ../components/responses.yaml#/Unavailable }
`;

const handler = `import type { OperationRequest, OperationResponse } from '@booking-service/contract';
import type { Caller } from '../store/store.ts';
import type { OperationContext } from './operation-context.ts';
import { getOwnBooking } from './own-booking.ts';

/** GET /v1/bookings/{id}/status (${rule}). */
export async function ${operationId}(
  { path }: OperationRequest<'${operationId}'>,
  caller: Caller,
  { store, clock }: OperationContext,
): Promise<OperationResponse<'${operationId}'>> {
  const { booking } = await getOwnBooking(path.id, caller, { store, clock });
  return { status: 200, body: { status: booking.status } };
}
`;

const curlSample = `curl -sS "$BOOKING_BASE_URL/v1/bookings/$BOOKING_ID/status" \\
  -H "Authorization: Bearer $BOOKING_API_KEY"
`;

const clientSample = `import { createBookingClient } from '@booking-service/client';

const client = createBookingClient(); // reads BOOKING_API_KEY and BOOKING_BASE_URL

const { status } = await client.bookings.status(process.env['BOOKING_ID'] ?? '');
console.log(status);
`;

const test = `import type { Booking } from '@booking-service/contract';
import { expect, it } from 'vitest';
import { openWorld } from '../../src/testing.ts';

it('${rule}: returns the status of a booking', async () => {
  await using world = await openWorld();
  const { body } = await world.call<Booking>('POST', '/v1/bookings', {
    body: {
      venue_id: 'ven_harbour_table',
      slot_id: 'slt_harbour_table_20261121T1900',
      party_size: 2,
      guest: { first_name: 'Ada', email: 'ada@diner.test' },
    },
  });
  await world.clock.advance(2_000);
  const response = await world.call('GET', \`/v1/bookings/\${body.id}/status\`);
  expect(response).toMatchObject({ status: 200, body: { status: 'confirmed' } });
});
`;

/** The test file of the last step. */
export const ownTest = 'packages/server/test/bookings/get-booking-status.test.ts';

export const edits: readonly Edit[] = [
  {
    step: 1,
    path: 'openapi/paths/v1_bookings_{id}_status.yaml',
    named: 'openapi/paths/<url>.yaml',
    apply: () => pathFile,
  },
  {
    step: 1,
    path: 'openapi/openapi.yaml',
    named: 'openapi/openapi.yaml',
    apply: before('  /v1/sessions:', "  /v1/bookings/{id}/status: { $ref: 'paths/v1_bookings_{id}_status.yaml' }\n"),
  },
  {
    step: 2,
    path: 'openapi/rules.yaml',
    named: 'openapi/rules.yaml',
    apply: after(
      /^END:.*\n/m,
      `  ${rule}:\n    { from: gap §4, rule: 'GET /v1/bookings/{id}/status returns the status.' }\n`,
    ),
  },
  {
    step: 4,
    path: 'packages/server/src/operations/get-booking-status.ts',
    named: 'packages/server/src/operations/<operation-id>.ts',
    apply: () => handler,
  },
  {
    step: 4,
    path: 'packages/server/src/operations/index.ts',
    named: 'packages/server/src/operations/index.ts',
    apply: (text) =>
      text
        .replace(
          "import { getCard } from './get-card.ts';",
          `import { ${operationId} } from './get-booking-status.ts';\n$&`,
        )
        .replace('  getCard,\n', `  ${operationId},\n$&`),
  },
  {
    step: 5,
    path: 'packages/client/src/lib/resources/bookings.ts',
    named: 'packages/client/src/lib/resources/',
    apply: (text) =>
      text
        .replace(
          /^export interface Bookings \{\n/m,
          `$&  /** Reads the status of a booking. */\n  status(\n    id: string,\n    options?: CallOptions,\n  ): Call<{ readonly status: BookingStatus }, CallError<'${operationId}'>>;\n`,
        )
        .replace(/^ {4}get,\n/m, `$&    status: (id, options) => call('${operationId}', options, undefined, id),\n`),
  },
  {
    step: 5,
    path: 'packages/client/test/transport/retries.test.ts',
    named: 'packages/client/test/transport/retries.test.ts',
    apply: before('  continueBooking: (', `  ${operationId}: ({ bookings }) => bookings.status(id),\n`),
  },
  {
    step: 1,
    path: `openapi/code-samples/${operationId}.sh`,
    named: 'openapi/code-samples/<operationId>.sh',
    apply: () => curlSample,
  },
  { step: 1, path: `openapi/code-samples/${operationId}.ts`, named: '`.ts`', apply: () => clientSample },
  {
    step: 6,
    path: 'scripts/docs/code-samples.test.ts',
    named: 'scripts/docs/code-samples.test.ts',
    apply: before(
      '  continueBooking: {',
      `  ${operationId}: { before: book('express_counter'), prints: [/"confirmed"/, /^confirmed$/m] },\n`,
    ),
  },
  {
    step: 6,
    path: ownTest,
    named: 'packages/server/test/',
    apply: () => test,
  },
  {
    step: 6,
    path: 'packages/server/test/http/every-status.test.ts',
    named: 'packages/server/test/http/every-status.test.ts',
    apply: (text) =>
      text
        .replace('  continueBooking: { type:', `  ${operationId}: undefined,\n$&`)
        .replace(
          '  continueBooking: {\n',
          `  ${operationId}: { 200: ofBooking('harbour_table'), 404: asItIs, 503: whileTheStoreIsDamaged },\n$&`,
        ),
  },
];

/** Inserts `lines` before the first occurrence of `anchor`. */
function before(anchor: string, lines: string): Edit['apply'] {
  return (text) => text.replace(anchor, () => `${lines}${anchor}`);
}

/** Inserts `lines` after the first match of `anchor`. */
function after(anchor: RegExp, lines: string): Edit['apply'] {
  return (text) => text.replace(anchor, (match) => `${match}${lines}`);
}
