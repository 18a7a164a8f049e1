import type { JsonObject } from '../../src/document/bundled-contract.ts';
import { append, remove, type Seed, set } from './seed.ts';

const schemas = ['components', 'schemas'];
const reveal = '/organizations/{organization_id}/signing-secret/reveal';
const revealPointer = '#/paths/~1organizations~1{organization_id}~1signing-secret~1reveal';
const organizations = ['paths', '/organizations'];

/** Changes of the admin contract. */
export const adminSeeds: readonly Seed[] = [
  {
    change: 'a lower role may reveal the signing secret',
    edits: [set(['paths', reveal, 'post', 'x-role'], 'viewer')],
    finds: [`operation/changed ${revealPointer}/post/x-role`],
  },
  {
    change: 'a read requires a higher role',
    edits: [set([...organizations, 'get', 'x-role'], 'operator')],
    finds: ['operation/changed #/paths/~1organizations/get/x-role'],
  },
  {
    change: 'a role includes another one',
    edits: [append(['x-roles', 'developer', 'includes'], 'admin')],
    finds: ['roles/changed #/x-roles/developer/includes'],
  },
  {
    change: 'a role no longer includes another one',
    edits: [set(['x-roles', 'admin', 'includes'], ['viewer'])],
    finds: ['roles/changed #/x-roles/admin/includes'],
  },
  {
    change: 'a member of one organization becomes a caller for all',
    edits: [set(['x-roles', 'viewer', 'organization'], false)],
    finds: ['roles/changed #/x-roles/viewer/organization'],
  },
  { change: 'the text of a role changes', edits: [set(['x-roles', 'viewer', 'may'], 'Read.')], finds: [] },
  { change: 'a role is added', edits: [set(['x-roles', 'auditor'], { organization: true, includes: [] })], finds: [] },
  {
    change: 'every operation requires a token',
    edits: [set(['security'], [{ accessToken: [] }])],
    finds: ['security/removed #/security'],
  },
  {
    change: 'no operation requires a token',
    edits: [set(['security'], [])],
    finds: ['security/removed #/security'],
  },
  {
    change: 'another way to sign in is added',
    edits: [
      set(['components', 'securitySchemes', 'cookie'], { type: 'apiKey', in: 'cookie', name: 'session' }),
      append(['security'], { cookie: [] }),
    ],
    finds: [],
  },
  {
    change: 'an operation no longer accepts every caller',
    edits: [set(['paths', '/readyz', 'get', 'security'], [{ accessToken: [] }])],
    finds: ['security/removed #/paths/~1readyz/get/security'],
  },
  {
    change: 'the tokens have another scheme',
    edits: [set(['components', 'securitySchemes', 'accessToken', 'scheme'], 'basic')],
    finds: ['security/scheme-changed #/components/securitySchemes/accessToken/scheme'],
  },
  { change: 'an operation is added', edits: [set(['paths', '/events'], { get: { responses: {} } })], finds: [] },
  {
    change: 'an operation is removed',
    edits: [remove([...organizations, 'post'])],
    finds: ['operation/removed #/paths/~1organizations/post'],
  },
  {
    change: 'a command has another name',
    edits: [
      set([...organizations, 'get', 'x-command'], ({ 'org list': command }: JsonObject) => ({ 'org all': command })),
    ],
    finds: ['operation/removed #/paths/~1organizations/get/x-command/org list'],
  },
  {
    change: 'a command prints other columns',
    edits: [set([...organizations, 'get', 'x-command', 'org list', 'columns'], { ID: '{id}' })],
    finds: [],
  },
  {
    change: 'an error code has another status',
    edits: [set(['x-errors', 'removed', 'status'], 404)],
    finds: ['errors/changed #/x-errors/removed/status'],
  },
  {
    change: 'a field of a response is removed',
    edits: [remove([...schemas, 'CallerView', 'properties', 'actor'])],
    finds: ['sent/property-removed #/components/schemas/CallerView/properties/actor'],
  },
  {
    change: 'a field of a response may be null',
    edits: [set([...schemas, 'CreatedApiKey', 'properties', 'key', 'type'], ['string', 'null'])],
    finds: ['sent/type-widened #/components/schemas/CreatedApiKey/properties/key/type'],
  },
  {
    change: 'a field of a response is no longer null',
    edits: [set([...schemas, 'CallerView', 'properties', 'organization_id', 'type'], 'string')],
    finds: [],
  },
  {
    change: 'an event type is added',
    edits: [
      append([...schemas, 'EventType', 'x-extensible-enum'], 'booking.moved'),
      append([...schemas, 'KnownEventType', 'enum'], 'booking.moved'),
    ],
    finds: [],
  },
];

const provider = { type: 'object', additionalProperties: true, properties: {} };
const check = ['paths', '/bookings/check', 'post'];
const moved = (from: string, to: string) => (contract: { readonly paths: object }) => {
  const paths = contract.paths as Record<string, unknown>;
  paths[to] = paths[from];
  delete paths[from];
};

/** Changes of the provider contract. Suppliers implement it, so they receive what the service sends. */
export const providerSeeds: readonly Seed[] = [
  {
    change: 'a path moves',
    edits: [moved('/bookings/check', '/bookings/verify')],
    finds: ['operation/path-removed #/paths/~1bookings~1check', 'operation/added #/paths/~1bookings~1verify/post'],
  },
  {
    change: 'an operation is added',
    edits: [set(['paths', '/bookings/list'], { post: { operationId: 'listBookings', responses: {} } })],
    finds: ['operation/added #/paths/~1bookings~1list/post'],
  },
  {
    change: 'the header of the signature moves',
    edits: [set(['components', 'parameters', 'ProviderSignature', 'name'], 'Signature')],
    finds: ['sent/parameter-removed #/components/parameters/ProviderSignature/name'],
  },
  {
    change: 'requests may have no signature',
    edits: [set(['components', 'parameters', 'ProviderSignature', 'required'], false)],
    finds: ['sent/became-optional #/components/parameters/ProviderSignature/required'],
  },
  {
    change: 'the trace is always sent',
    edits: [set(['components', 'parameters', 'TraceParent', 'required'], true)],
    finds: [],
  },
  {
    change: 'the signature may be longer',
    edits: [set(['components', 'parameters', 'ProviderSignature', 'schema', 'maxLength'], 300)],
    finds: ['sent/maxLength-widened #/components/parameters/ProviderSignature/schema/maxLength'],
  },
  {
    change: 'a field is removed from a request',
    edits: [remove([...schemas, 'CheckHold', 'properties', 'organization_id'])],
    finds: ['sent/property-removed #/components/schemas/CheckHold/properties/organization_id'],
  },
  {
    change: 'a field of a request becomes optional',
    edits: [set([...schemas, 'CheckHold', 'required'], ['operation', 'livemode', 'booking'])],
    finds: ['sent/required-widened #/components/schemas/CheckHold/required'],
  },
  {
    change: 'a field of a response becomes required',
    edits: [
      append([...schemas, 'Held', 'required'], 'note'),
      set([...schemas, 'Held', 'properties', 'note'], { type: 'string' }),
    ],
    finds: ['received/required-narrowed #/components/schemas/Held/required'],
  },
  {
    change: 'an optional field is added to a response',
    edits: [set([...schemas, 'Held', 'properties', 'note'], { type: 'string' })],
    finds: [],
  },
  {
    change: 'a response may have one more form',
    edits: [
      set([...schemas, 'Unsure'], { ...provider, properties: { held: { const: 'unsure' } } }),
      append([...schemas, 'Hold', 'oneOf'], { $ref: '#/components/schemas/Unsure' }),
    ],
    finds: [],
  },
  {
    change: 'a response has one form less',
    edits: [remove([...schemas, 'Hold', 'oneOf', '1'])],
    finds: ['received/form-removed #/components/schemas/Hold/oneOf/1'],
  },
  {
    change: 'a supplier may refuse with one more code',
    edits: [append([...schemas, 'ProviderError', 'properties', 'error_code', 'enum'], 'overloaded')],
    finds: [],
  },
  {
    change: 'a supplier may refuse with one code less',
    edits: [remove([...schemas, 'ProviderError', 'properties', 'error_code', 'enum', '0'])],
    finds: ['received/enum-narrowed #/components/schemas/ProviderError/properties/error_code/enum'],
  },
  {
    change: 'a supplier may respond with 202',
    edits: [set([...check, 'responses', '202'], { description: 'Later.' })],
    finds: [],
  },
  {
    change: 'a supplier may no longer refuse',
    edits: [remove([...check, 'responses', '409'])],
    finds: ['received/response-removed #/paths/~1bookings~1check/post/responses/409'],
  },
  {
    change: 'the service sends another media type, too',
    edits: [set([...check, 'requestBody', 'content', 'text/csv'], {})],
    finds: ['sent/media-type-added #/paths/~1bookings~1check/post/requestBody/content/text~1csv'],
  },
  {
    change: 'suppliers must check credentials, too',
    edits: [
      set(['components', 'securitySchemes'], { key: { type: 'http', scheme: 'bearer' } }),
      set(['security'], [{ key: [] }]),
    ],
    finds: ['security/removed #/security'],
  },
  { change: 'a text changes', edits: [set(['info', 'description'], 'Calls you.')], finds: [] },
];

/** Changes of the card service contract, which card services implement. */
export const cardServiceSeeds: readonly Seed[] = [
  {
    change: 'another operation is added',
    edits: [set(['paths', '/payments/list'], { post: { operationId: 'listPayments', responses: {} } })],
    finds: ['operation/added #/paths/~1payments~1list/post'],
  },
  {
    change: 'the amount of a refund is no longer sent',
    edits: [remove([...schemas, 'RefundPayment', 'properties', 'amount_refunded'])],
    finds: ['sent/property-removed #/components/schemas/RefundPayment/properties/amount_refunded'],
  },
  {
    change: 'the signature moves to another header',
    edits: [set(['components', 'parameters', 'CardServiceSignature', 'name'], 'Signature')],
    finds: ['sent/parameter-removed #/components/parameters/CardServiceSignature/name'],
  },
  {
    change: 'a reading needs another field',
    edits: [
      set([...schemas, 'CapturedReading', 'required'], ['status', 'amount', 'currency', 'amount_refunded', 'fee']),
    ],
    finds: ['received/required-narrowed #/components/schemas/CapturedReading/required'],
  },
];
