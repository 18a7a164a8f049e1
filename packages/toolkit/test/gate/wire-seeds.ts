import { append, remove, set, type Seed } from './seed.ts';

const createBooking = ['paths', '/v1/bookings', 'post'];
const created = [...createBooking, 'responses', '201'];
const schemas = ['components', 'schemas'];
const nextAction = [...schemas, 'NextAction'];
const content = (response: string) => ['components', 'responses', response, 'content', 'application/json'];
const wait = { type: 'object', required: ['type'], properties: { type: { type: 'string', const: 'wait' } } };

/** Changes of paths, webhooks, schemas, headers and security. */
export const wireSeeds: readonly Seed[] = [
  {
    change: 'an operation is removed',
    edits: [remove(['paths', '/v1/bookings/{id}/modify'])],
    finds: ['operation/path-removed #/paths/~1v1~1bookings~1{id}~1modify'],
  },
  {
    change: 'an operation is added',
    edits: [
      set(['paths', '/v1/refunds'], {
        get: { operationId: 'listRefunds', responses: { 200: { description: 'Refunds.' } } },
      }),
    ],
    finds: [],
  },
  {
    change: 'an operation is renamed',
    edits: [set([...createBooking, 'operationId'], 'makeBooking')],
    finds: ['generated/operation-id-changed #/paths/~1v1~1bookings/post/operationId'],
  },
  {
    change: 'a field of a request becomes required',
    edits: [append([...schemas, 'CreateBooking', 'required'], 'metadata')],
    finds: ['received/required-narrowed #/components/schemas/CreateBooking/required'],
  },
  {
    change: 'an optional field is added to a request',
    edits: [set([...schemas, 'CreateBooking', 'properties', 'note'], { type: 'string', maxLength: 500 })],
    finds: [],
  },
  {
    change: 'a field is removed from a request',
    edits: [remove([...schemas, 'CreateBooking', 'properties', 'webhook_url'])],
    finds: ['received/property-removed #/components/schemas/CreateBooking/properties/webhook_url'],
  },
  {
    change: 'a field is removed from a response',
    edits: [remove([...schemas, 'Booking', 'properties', 'confirmation_code'])],
    finds: ['sent/property-removed #/components/schemas/Booking/properties/confirmation_code'],
  },
  {
    change: 'a field of a response becomes optional',
    edits: [remove([...schemas, 'Booking', 'required', '2'])],
    finds: ['sent/required-widened #/components/schemas/Booking/required'],
  },
  {
    change: 'a field is added to a response',
    edits: [set([...schemas, 'Booking', 'properties', 'note'], { type: 'string', maxLength: 500 })],
    finds: [],
  },
  {
    change: 'a field is removed from the body of a webhook',
    edits: [remove([...schemas, 'BookingSummary', 'properties', 'next_action'])],
    finds: ['sent/property-removed #/components/schemas/BookingSummary/properties/next_action'],
  },
  {
    change: 'a bound of a request is narrowed',
    edits: [set([...schemas, 'Metadata', 'maxProperties'], 10)],
    finds: ['received/maxProperties-narrowed #/components/schemas/Metadata/maxProperties'],
  },
  {
    change: 'a field of a response has another type',
    edits: [set([...schemas, 'Livemode', 'type'], 'string')],
    finds: ['sent/type-changed #/components/schemas/Livemode/type'],
  },
  {
    change: 'the default of a request field changes',
    edits: [set([...schemas, 'PageLimit', 'default'], 10)],
    finds: ['received/default-changed #/components/schemas/PageLimit/default'],
  },
  {
    change: 'a booking gains a state',
    edits: [append([...schemas, 'BookingStatus', 'x-extensible-enum'], 'paused')],
    finds: ['schema/changed #/components/schemas/BookingStatus/x-extensible-enum'],
  },
  {
    change: 'a session may have one more status',
    edits: [append([...schemas, 'Session', 'properties', 'status', 'x-extensible-enum'], 'locked')],
    finds: [],
  },
  {
    change: 'codes may have one more channel',
    edits: [append([...schemas, 'Channel', 'x-extensible-enum'], 'call')],
    finds: [],
  },
  {
    change: 'an event type is added',
    edits: [
      set(['webhooks', 'booking.moved'], { post: { responses: { '2XX': { description: 'Received.' } } } }),
      append([...schemas, 'EventType', 'x-extensible-enum'], 'booking.moved'),
      append([...schemas, 'KnownEventType', 'enum'], 'booking.moved'),
    ],
    finds: [],
  },
  {
    change: 'an event type can no longer be asked for',
    edits: [set([...schemas, 'KnownEventType', 'enum'], ['booking.created'])],
    finds: ['received/enum-narrowed #/components/schemas/KnownEventType/enum'],
  },
  {
    change: 'an error code is added',
    edits: [append([...schemas, 'ErrorCode', 'x-extensible-enum'], 'venue_closed')],
    finds: [],
  },
  {
    change: 'an error code of bookings is added',
    edits: [append([...schemas, 'BookingErrorCode', 'x-extensible-enum'], 'venue_closed')],
    finds: [],
  },
  {
    change: 'a sixth code is added to the five older ones',
    edits: [append([...schemas, 'OlderErrorCode', 'enum'], 'venue_closed')],
    finds: ['sent/enum-widened #/components/schemas/OlderErrorCode/enum'],
  },
  {
    change: 'a next action is added',
    edits: [
      append([...nextAction, 'properties', 'type', 'x-extensible-enum'], 'wait'),
      set([...nextAction, 'properties', 'seconds'], { type: 'integer', minimum: 1, maximum: 600 }),
      append([...nextAction, 'allOf'], {
        if: { properties: { type: { const: 'wait' } } },
        // oxlint-disable-next-line unicorn/no-thenable -- a keyword of JSON Schema.
        then: { required: ['seconds'], properties: { type: true, expires_at: true, seconds: true } },
      }),
    ],
    finds: [],
  },
  {
    change: 'a next action no longer always has its field',
    edits: [set([...nextAction, 'allOf', '1', 'then', 'required'], [])],
    finds: ['sent/required-widened #/components/schemas/NextAction/allOf/1/then/required'],
  },
  {
    change: 'a refusal with two forms keeps one',
    edits: [set([...content('Forbidden'), 'schema', '$ref'], '#/components/schemas/CodedError')],
    finds: [],
  },
  {
    change: 'an error body loses a form',
    edits: [remove([...schemas, 'ErrorBody', 'oneOf', '0'])],
    finds: [],
  },
  {
    change: 'a refusal with one form gains a second',
    edits: [set([...content('NotFound'), 'schema', '$ref'], '#/components/schemas/ErrorBody')],
    finds: ['sent/form-added #/components/schemas/ErrorBody/oneOf/0'],
  },
  {
    change: 'a request loses a form',
    edits: [remove([...schemas, 'CreateSession', 'oneOf', '1'])],
    finds: ['received/form-removed #/components/schemas/CreateSession/oneOf/1'],
  },
  {
    change: 'an error body gains a third form',
    edits: [
      set([...schemas, 'Wait'], wait),
      append([...schemas, 'ErrorBody', 'oneOf'], { $ref: '#/components/schemas/Wait' }),
    ],
    finds: ['sent/form-added #/components/schemas/ErrorBody/oneOf/2'],
  },
  {
    change: 'a success status is removed',
    edits: [remove([...createBooking, 'responses', '200'])],
    finds: ['sent/response-removed #/paths/~1v1~1bookings/post/responses/200'],
  },
  {
    change: 'a header is removed from a response',
    edits: [remove([...created, 'headers', 'Location'])],
    finds: ['sent/header-removed #/paths/~1v1~1bookings/post/responses/201/headers/Location'],
  },
  {
    change: 'a header is added to a response',
    edits: [set([...created, 'headers', 'ETag'], { schema: { type: 'string', maxLength: 80 } })],
    finds: [],
  },
  {
    change: 'a header of every response becomes optional',
    edits: [set(['components', 'headers', 'RateLimit-Limit', 'required'], false)],
    finds: ['sent/became-optional #/components/headers/RateLimit-Limit/required'],
  },
  {
    change: 'one response uses the optional form of a header',
    edits: [
      set(['components', 'responses', 'RateLimited', 'headers', 'RateLimit-Limit'], {
        $ref: '#/components/headers/RateLimit-Limit-known',
      }),
    ],
    finds: ['sent/became-optional #/components/headers/RateLimit-Limit-known/required'],
  },
  {
    change: 'a header loses its required: true',
    edits: [remove(['components', 'headers', 'Retry-After', 'required'])],
    finds: ['sent/became-optional #/components/headers/Retry-After/required'],
  },
  {
    change: 'an optional header of a request becomes required',
    edits: [set(['components', 'parameters', 'IdempotencyKey', 'required'], true)],
    finds: ['received/became-required #/components/parameters/IdempotencyKey/required'],
  },
  {
    change: 'a webhook is removed',
    edits: [remove(['webhooks', 'booking.failed'])],
    finds: ['operation/path-removed #/webhooks/booking.failed'],
  },
  {
    change: 'a webhook is added',
    edits: [set(['webhooks', 'booking.moved'], { post: { responses: { '2XX': { description: 'Received.' } } } })],
    finds: [],
  },
  {
    change: 'the signature of a webhook becomes optional',
    edits: [set(['components', 'parameters', 'ServiceSignature', 'required'], false)],
    finds: ['sent/became-optional #/components/parameters/ServiceSignature/required'],
  },
  {
    change: 'the signature of a webhook has another header',
    edits: [set(['components', 'parameters', 'ServiceSignature', 'name'], 'Signature')],
    finds: ['sent/parameter-removed #/components/parameters/ServiceSignature/name'],
  },
  {
    change: 'one webhook loses its signature',
    edits: [remove(['webhooks', 'booking.failed', 'post', 'parameters', '0'])],
    finds: ['sent/parameter-removed #/webhooks/booking.failed/post/parameters/header:service-signature'],
  },
  {
    change: 'a header is added to a webhook',
    edits: [
      append(['webhooks', 'booking.failed', 'post', 'parameters'], {
        name: 'Request-Id',
        in: 'header',
        required: true,
        schema: { type: 'string', maxLength: 80 },
      }),
    ],
    finds: [],
  },
  {
    change: 'the place of the API key changes',
    edits: [set(['components', 'securitySchemes', 'apiKey', 'scheme'], 'basic')],
    finds: ['security/scheme-changed #/components/securitySchemes/apiKey/scheme'],
  },
  {
    change: 'a response outside all operations is removed',
    edits: [remove(['x-unrouted', '405'])],
    finds: ['sent/response-removed #/x-unrouted/405'],
  },
  {
    change: 'a response outside all operations loses a header',
    edits: [remove(['x-unrouted', '405', 'headers', 'Allow'])],
    finds: ['sent/header-removed #/x-unrouted/405/headers/Allow'],
  },
  {
    change: 'texts change',
    edits: [
      set(['info', 'description'], 'Makes bookings.'),
      set([...createBooking, 'summary'], 'Make a booking'),
      remove([...created, 'content', 'application/json', 'examples', 'failed']),
    ],
    finds: [],
  },
];

/** Changes of the wire that a tool without our laws misses or refuses without a reason. */
export const lawSeeds: readonly Seed[] = [
  {
    change: 'a field of a request becomes readOnly',
    edits: [set([...schemas, 'CreateBooking', 'properties', 'metadata'], { type: 'object', readOnly: true })],
    finds: ['received/property-removed #/components/schemas/CreateBooking/properties/metadata/readOnly'],
  },
  {
    change: 'a field of a response becomes readOnly',
    edits: [set([...schemas, 'Booking', 'properties', 'confirmation_code', 'readOnly'], true)],
    finds: [],
  },
  {
    change: 'a request loses its discriminator',
    edits: [remove([...schemas, 'ContinueBooking', 'discriminator'])],
    finds: ['received/discriminator-changed #/components/schemas/ContinueBooking/discriminator'],
  },
  {
    change: 'a read can return 304',
    edits: [set(['paths', '/v1/bookings/{id}', 'get', 'responses', '304'], { description: 'Unchanged.' })],
    finds: ['sent/response-added #/paths/~1v1~1bookings~1{id}/get/responses/304'],
  },
  {
    change: 'a type of next action is removed',
    edits: [
      set([...nextAction, 'properties', 'type', 'x-extensible-enum'], ['authorize_payment']),
      remove([...nextAction, 'allOf', '0']),
    ],
    finds: [
      'sent/x-extensible-enum-changed #/components/schemas/NextAction/properties/type/x-extensible-enum',
      'sent/part-removed #/components/schemas/NextAction/allOf/0',
    ],
  },
  {
    change: 'another security scheme becomes possible',
    edits: [
      set(['components', 'securitySchemes', 'signature'], { type: 'apiKey', in: 'header', name: 'Signature' }),
      set(['security'], [{ apiKey: [] }, { signature: [] }]),
    ],
    finds: [],
  },
  {
    change: 'an operation needs no key',
    edits: [set([...createBooking, 'security'], [])],
    finds: [
      'security/opened #/paths/~1v1~1bookings/post/security',
      'security/removed #/paths/~1v1~1bookings/post/security',
    ],
  },
  {
    change: 'the default of a page is larger',
    edits: [set([...schemas, 'PageLimit', 'default'], 50), set(['x-limits', 'page', 'default'], 50)],
    finds: [],
  },
  {
    change: 'the ids of requests may be longer',
    edits: [set([...schemas, 'RequestId', 'maxLength'], 80)],
    finds: [
      'schema/changed #/components/schemas/RequestId/maxLength',
      'sent/maxLength-widened #/components/schemas/RequestId/maxLength',
    ],
  },
  {
    change: 'the ids of requests are shorter',
    edits: [set([...schemas, 'RequestId', 'maxLength'], 60)],
    finds: [
      'received/maxLength-narrowed #/components/schemas/RequestId/maxLength',
      'schema/changed #/components/schemas/RequestId/maxLength',
    ],
  },
];
