import { append, remove, seed, type Seed, set } from './seed.ts';

const createBooking = ['paths', '/v1/bookings', 'post'];
const created = [...createBooking, 'responses', '201'];
const schemas = ['components', 'schemas'];
const nextAction = [...schemas, 'NextAction'];
const content = (response: string) => ['components', 'responses', response, 'content', 'application/json'];
const wait = { type: 'object', required: ['type'], properties: { type: { type: 'string', const: 'wait' } } };

/** Changes of paths, webhooks, schemas, headers and security. */
export const wireSeeds: readonly Seed[] = [
  seed(
    'an operation is removed',
    remove(['paths', '/v1/bookings/{id}/modify']),
    'operation/path-removed #/paths/~1v1~1bookings~1{id}~1modify',
  ),
  seed(
    'an operation is added',
    set(['paths', '/v1/refunds'], {
      get: { operationId: 'listRefunds', responses: { 200: { description: 'Refunds.' } } },
    }),
  ),
  seed(
    'an operation is renamed',
    set([...createBooking, 'operationId'], 'makeBooking'),
    'generated/operation-id-changed #/paths/~1v1~1bookings/post/operationId',
  ),
  seed(
    'a field of a request becomes required',
    append([...schemas, 'CreateBooking', 'required'], 'metadata'),
    'received/required-narrowed #/components/schemas/CreateBooking/required',
  ),
  seed(
    'an optional field is added to a request',
    set([...schemas, 'CreateBooking', 'properties', 'note'], { type: 'string', maxLength: 500 }),
  ),
  seed(
    'a field is removed from a request',
    remove([...schemas, 'CreateBooking', 'properties', 'webhook_url']),
    'received/property-removed #/components/schemas/CreateBooking/properties/webhook_url',
  ),
  seed(
    'a field is removed from a response',
    remove([...schemas, 'Booking', 'properties', 'confirmation_code']),
    'sent/property-removed #/components/schemas/Booking/properties/confirmation_code',
  ),
  seed(
    'a field of a response becomes optional',
    remove([...schemas, 'Booking', 'required', '2']),
    'sent/required-widened #/components/schemas/Booking/required',
  ),
  seed(
    'a field is added to a response',
    set([...schemas, 'Booking', 'properties', 'note'], { type: 'string', maxLength: 500 }),
  ),
  seed(
    'a field is removed from the body of a webhook',
    remove([...schemas, 'BookingSummary', 'properties', 'next_action']),
    'sent/property-removed #/components/schemas/BookingSummary/properties/next_action',
  ),
  seed(
    'a bound of a request is narrowed',
    set([...schemas, 'Metadata', 'maxProperties'], 10),
    'received/maxProperties-narrowed #/components/schemas/Metadata/maxProperties',
  ),
  seed(
    'a field of a response has another type',
    set([...schemas, 'Livemode', 'type'], 'string'),
    'sent/type-changed #/components/schemas/Livemode/type',
  ),
  seed(
    'the default of a request field changes',
    set([...schemas, 'PageLimit', 'default'], 10),
    'received/default-changed #/components/schemas/PageLimit/default',
  ),
  seed(
    'a booking gains a state',
    append([...schemas, 'BookingStatus', 'x-extensible-enum'], 'paused'),
    'schema/changed #/components/schemas/BookingStatus/x-extensible-enum',
  ),
  seed(
    'a session may have one more status',
    append([...schemas, 'Session', 'properties', 'status', 'x-extensible-enum'], 'locked'),
  ),
  seed('codes may have one more channel', append([...schemas, 'Channel', 'x-extensible-enum'], 'call')),
  seed('an event type is added', [
    set(['webhooks', 'booking.moved'], { post: { responses: { '2XX': { description: 'Received.' } } } }),
    append([...schemas, 'EventType', 'x-extensible-enum'], 'booking.moved'),
    append([...schemas, 'KnownEventType', 'enum'], 'booking.moved'),
  ]),
  seed(
    'an event type can no longer be asked for',
    set([...schemas, 'KnownEventType', 'enum'], ['booking.created']),
    'received/enum-narrowed #/components/schemas/KnownEventType/enum',
  ),
  seed('an error code is added', append([...schemas, 'ErrorCode', 'x-extensible-enum'], 'venue_closed')),
  seed(
    'an error code of bookings is added',
    append([...schemas, 'BookingErrorCode', 'x-extensible-enum'], 'venue_closed'),
  ),
  seed(
    'a sixth code is added to the five older ones',
    append([...schemas, 'OlderErrorCode', 'enum'], 'venue_closed'),
    'sent/enum-widened #/components/schemas/OlderErrorCode/enum',
  ),
  seed('a next action is added', [
    append([...nextAction, 'properties', 'type', 'x-extensible-enum'], 'wait'),
    set([...nextAction, 'properties', 'seconds'], { type: 'integer', minimum: 1, maximum: 600 }),
    append([...nextAction, 'allOf'], {
      if: { properties: { type: { const: 'wait' } } },
      // oxlint-disable-next-line unicorn/no-thenable -- a keyword of JSON Schema.
      then: { required: ['seconds'], properties: { type: true, expires_at: true, seconds: true } },
    }),
  ]),
  seed(
    'a next action no longer always has its field',
    set([...nextAction, 'allOf', '1', 'then', 'required'], []),
    'sent/required-widened #/components/schemas/NextAction/allOf/1/then/required',
  ),
  seed(
    'a refusal with two forms keeps one',
    set([...content('Forbidden'), 'schema', '$ref'], '#/components/schemas/CodedError'),
  ),
  seed('an error body loses a form', remove([...schemas, 'ErrorBody', 'anyOf', '0'])),
  seed(
    'a refusal with one form gains a second',
    set([...content('NotFound'), 'schema', '$ref'], '#/components/schemas/ErrorBody'),
    'sent/form-added #/components/schemas/ErrorBody/anyOf/0',
  ),
  seed(
    'a request loses a form',
    remove([...schemas, 'CreateSession', 'oneOf', '1']),
    'received/form-removed #/components/schemas/CreateSession/oneOf/1',
  ),
  seed(
    'an error body gains a third form',
    [
      set([...schemas, 'Wait'], wait),
      append([...schemas, 'ErrorBody', 'anyOf'], { $ref: '#/components/schemas/Wait' }),
    ],
    'sent/form-added #/components/schemas/ErrorBody/anyOf/2',
  ),
  seed(
    'a success status is removed',
    remove([...createBooking, 'responses', '200']),
    'sent/response-removed #/paths/~1v1~1bookings/post/responses/200',
  ),
  seed(
    'a header is removed from a response',
    remove([...created, 'headers', 'Location']),
    'sent/header-removed #/paths/~1v1~1bookings/post/responses/201/headers/Location',
  ),
  seed(
    'a header is added to a response',
    set([...created, 'headers', 'ETag'], { schema: { type: 'string', maxLength: 80 } }),
  ),
  seed(
    'a header of every response becomes optional',
    set(['components', 'headers', 'RateLimit-Limit', 'required'], false),
    'sent/became-optional #/components/headers/RateLimit-Limit/required',
  ),
  seed(
    'one response uses the optional form of a header',
    set(['components', 'responses', 'RateLimited', 'headers', 'RateLimit-Limit'], {
      $ref: '#/components/headers/RateLimit-Limit-known',
    }),
    'sent/became-optional #/components/headers/RateLimit-Limit-known/required',
  ),
  seed(
    'a header loses its required: true',
    remove(['components', 'headers', 'Retry-After', 'required']),
    'sent/became-optional #/components/headers/Retry-After/required',
  ),
  seed(
    'an optional header of a request becomes required',
    set(['components', 'parameters', 'IdempotencyKey', 'required'], true),
    'received/became-required #/components/parameters/IdempotencyKey/required',
  ),
  seed(
    'a webhook is removed',
    remove(['webhooks', 'booking.failed']),
    'operation/path-removed #/webhooks/booking.failed',
  ),
  seed(
    'a webhook is added',
    set(['webhooks', 'booking.moved'], { post: { responses: { '2XX': { description: 'Received.' } } } }),
  ),
  seed(
    'the signature of a webhook becomes optional',
    set(['webhooks', 'booking.failed', 'post', 'parameters', '0', 'required'], false),
    'sent/became-optional #/webhooks/booking.failed/post/parameters/0/required',
  ),
  seed(
    'the signature of a webhook has another header',
    set(['webhooks', 'booking.failed', 'post', 'parameters', '0', 'name'], 'Signature'),
    'sent/parameter-removed #/webhooks/booking.failed/post/parameters/0/name',
  ),
  seed(
    'one webhook loses its signature',
    remove(['webhooks', 'booking.failed', 'post', 'parameters', '0']),
    'sent/parameter-removed #/webhooks/booking.failed/post/parameters/0/name',
  ),
  seed(
    'a header is added to a webhook',
    append(['webhooks', 'booking.failed', 'post', 'parameters'], {
      name: 'Request-Id',
      in: 'header',
      required: true,
      schema: { type: 'string', maxLength: 80 },
    }),
  ),
  seed(
    'the place of the API key changes',
    set(['components', 'securitySchemes', 'apiKey', 'scheme'], 'basic'),
    'security/scheme-changed #/components/securitySchemes/apiKey/scheme',
  ),
  seed(
    'a response outside all operations is removed',
    remove(['x-unrouted', '405']),
    'sent/response-removed #/x-unrouted/405',
  ),
  seed(
    'a response outside all operations loses a header',
    remove(['x-unrouted', '405', 'headers', 'Allow']),
    'sent/header-removed #/x-unrouted/405/headers/Allow',
  ),
  seed('texts change', [
    set(['info', 'description'], 'Makes bookings.'),
    set([...createBooking, 'summary'], 'Make a booking'),
    remove([...created, 'content', 'application/json', 'examples', 'failed']),
  ]),
];

/** Changes of the wire that a tool without our laws misses or refuses without a reason. */
export const lawSeeds: readonly Seed[] = [
  seed(
    'a field of a request becomes readOnly',
    set([...schemas, 'CreateBooking', 'properties', 'metadata'], { type: 'object', readOnly: true }),
    'received/property-removed #/components/schemas/CreateBooking/properties/metadata/readOnly',
  ),
  seed(
    'a field of a response becomes readOnly',
    set([...schemas, 'Booking', 'properties', 'confirmation_code', 'readOnly'], true),
  ),
  seed(
    'a request loses its discriminator',
    remove([...schemas, 'ContinueBooking', 'discriminator']),
    'received/discriminator-changed #/components/schemas/ContinueBooking/discriminator',
  ),
  seed(
    'a read can return 304',
    set(['paths', '/v1/bookings/{id}', 'get', 'responses', '304'], { description: 'Unchanged.' }),
    'sent/response-added #/paths/~1v1~1bookings~1{id}/get/responses/304',
  ),
  seed(
    'a type of next action is removed',
    [
      set([...nextAction, 'properties', 'type', 'x-extensible-enum'], ['authorize_payment']),
      remove([...nextAction, 'allOf', '0']),
    ],
    'sent/x-extensible-enum-changed #/components/schemas/NextAction/properties/type/x-extensible-enum',
    'sent/part-removed #/components/schemas/NextAction/allOf/0',
  ),
  seed('another security scheme becomes possible', [
    set(['components', 'securitySchemes', 'signature'], { type: 'apiKey', in: 'header', name: 'Signature' }),
    set(['security'], [{ apiKey: [] }, { signature: [] }]),
  ]),
  seed(
    'an operation needs no key',
    set([...createBooking, 'security'], []),
    'security/opened #/paths/~1v1~1bookings/post/security',
    'security/removed #/paths/~1v1~1bookings/post/security',
  ),
  seed('the default of a page is larger', [
    set([...schemas, 'PageLimit', 'default'], 50),
    set(['x-limits', 'page', 'default'], 50),
  ]),
  seed(
    'the ids of requests may be longer',
    set([...schemas, 'RequestId', 'maxLength'], 80),
    'schema/changed #/components/schemas/RequestId/maxLength',
    'sent/maxLength-widened #/components/schemas/RequestId/maxLength',
  ),
  seed(
    'the ids of requests are shorter',
    set([...schemas, 'RequestId', 'maxLength'], 60),
    'received/maxLength-narrowed #/components/schemas/RequestId/maxLength',
    'schema/changed #/components/schemas/RequestId/maxLength',
  ),
];
