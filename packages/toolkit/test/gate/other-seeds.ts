import type { JsonObject } from '../../src/document/bundled-contract.ts';
import { append, remove, seed, type Seed, set } from './seed.ts';

const schemas = ['components', 'schemas'];
const reveal = '/organizations/{organization_id}/signing-secret/reveal';
const revealPointer = '#/paths/~1organizations~1{organization_id}~1signing-secret~1reveal';
const organizations = ['paths', '/organizations'];

/** Changes of the admin contract. */
export const adminSeeds: readonly Seed[] = [
  seed(
    'a lower role may reveal the signing secret',
    set(['paths', reveal, 'post', 'x-role'], 'viewer'),
    `operation/changed ${revealPointer}/post/x-role`,
  ),
  seed(
    'a read requires a higher role',
    set([...organizations, 'get', 'x-role'], 'operator'),
    'operation/changed #/paths/~1organizations/get/x-role',
  ),
  seed(
    'a role includes another one',
    append(['x-roles', 'developer', 'includes'], 'admin'),
    'roles/changed #/x-roles/developer/includes',
  ),
  seed(
    'a role no longer includes another one',
    set(['x-roles', 'admin', 'includes'], ['viewer']),
    'roles/changed #/x-roles/admin/includes',
  ),
  seed(
    'a member of one organization becomes a caller for all',
    set(['x-roles', 'viewer', 'organization'], false),
    'roles/changed #/x-roles/viewer/organization',
  ),
  seed('the text of a role changes', set(['x-roles', 'viewer', 'may'], 'Read.')),
  seed('a role is added', set(['x-roles', 'auditor'], { organization: true, includes: [] })),
  seed('every operation requires a token', set(['security'], [{ accessToken: [] }]), 'security/removed #/security'),
  seed('no operation requires a token', set(['security'], []), 'security/removed #/security'),
  seed('another way to sign in is added', [
    set(['components', 'securitySchemes', 'cookie'], { type: 'apiKey', in: 'cookie', name: 'session' }),
    append(['security'], { cookie: [] }),
  ]),
  seed(
    'an operation no longer accepts every caller',
    set(['paths', '/readyz', 'get', 'security'], [{ accessToken: [] }]),
    'security/removed #/paths/~1readyz/get/security',
  ),
  seed(
    'the tokens have another scheme',
    set(['components', 'securitySchemes', 'accessToken', 'scheme'], 'basic'),
    'security/scheme-changed #/components/securitySchemes/accessToken/scheme',
  ),
  seed('an operation is added', set(['paths', '/events'], { get: { responses: {} } })),
  seed('an operation is removed', remove([...organizations, 'post']), 'operation/removed #/paths/~1organizations/post'),
  seed(
    'a command has another name',
    set([...organizations, 'get', 'x-command'], ({ 'org list': command }: JsonObject) => ({ 'org all': command })),
    'operation/removed #/paths/~1organizations/get/x-command/org list',
  ),
  seed(
    'a command prints other columns',
    set([...organizations, 'get', 'x-command', 'org list', 'columns'], { ID: '{id}' }),
  ),
  seed(
    'an error code has another status',
    set(['x-errors', 'removed', 'status'], 404),
    'errors/changed #/x-errors/removed/status',
  ),
  seed(
    'a field of a response is removed',
    remove([...schemas, 'CallerView', 'properties', 'actor']),
    'sent/property-removed #/components/schemas/CallerView/properties/actor',
  ),
  seed(
    'a field of a response may be null',
    set([...schemas, 'CreatedApiKey', 'properties', 'key', 'type'], ['string', 'null']),
    'sent/type-widened #/components/schemas/CreatedApiKey/properties/key/type',
  ),
  seed(
    'a field of a response is no longer null',
    set([...schemas, 'CallerView', 'properties', 'organization_id', 'type'], 'string'),
  ),
  seed('an event type is added', [
    append([...schemas, 'EventType', 'x-extensible-enum'], 'booking.moved'),
    append([...schemas, 'KnownEventType', 'enum'], 'booking.moved'),
  ]),
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
  seed(
    'a path moves',
    moved('/bookings/check', '/bookings/verify'),
    'operation/path-removed #/paths/~1bookings~1check',
    'operation/added #/paths/~1bookings~1verify/post',
  ),
  seed(
    'an operation is added',
    set(['paths', '/bookings/list'], { post: { operationId: 'listBookings', responses: {} } }),
    'operation/added #/paths/~1bookings~1list/post',
  ),
  seed(
    'the header of the signature moves',
    set(['components', 'parameters', 'ProviderSignature', 'name'], 'Signature'),
    'sent/parameter-removed #/components/parameters/ProviderSignature/name',
  ),
  seed(
    'requests may have no signature',
    set(['components', 'parameters', 'ProviderSignature', 'required'], false),
    'sent/became-optional #/components/parameters/ProviderSignature/required',
  ),
  seed('the trace is always sent', set(['components', 'parameters', 'TraceParent', 'required'], true)),
  seed(
    'the signature may be longer',
    set(['components', 'parameters', 'ProviderSignature', 'schema', 'maxLength'], 300),
    'sent/maxLength-widened #/components/parameters/ProviderSignature/schema/maxLength',
  ),
  seed(
    'a field is removed from a request',
    remove([...schemas, 'CheckHold', 'properties', 'organization_id']),
    'sent/property-removed #/components/schemas/CheckHold/properties/organization_id',
  ),
  seed(
    'a field of a request becomes optional',
    set([...schemas, 'CheckHold', 'required'], ['operation', 'livemode', 'booking']),
    'sent/required-widened #/components/schemas/CheckHold/required',
  ),
  seed(
    'a field of a response becomes required',
    [
      append([...schemas, 'Held', 'required'], 'note'),
      set([...schemas, 'Held', 'properties', 'note'], { type: 'string' }),
    ],
    'received/required-narrowed #/components/schemas/Held/required',
  ),
  seed('an optional field is added to a response', set([...schemas, 'Held', 'properties', 'note'], { type: 'string' })),
  seed('a response may have one more form', [
    set([...schemas, 'Unsure'], { ...provider, properties: { held: { const: 'unsure' } } }),
    append([...schemas, 'Hold', 'oneOf'], { $ref: '#/components/schemas/Unsure' }),
  ]),
  seed(
    'a response has one form less',
    remove([...schemas, 'Hold', 'oneOf', '1']),
    'received/form-removed #/components/schemas/Hold/oneOf/1',
  ),
  seed(
    'a supplier may refuse with one more code',
    append([...schemas, 'ProviderError', 'properties', 'error_code', 'enum'], 'overloaded'),
  ),
  seed(
    'a supplier may refuse with one code less',
    remove([...schemas, 'ProviderError', 'properties', 'error_code', 'enum', '0']),
    'received/enum-narrowed #/components/schemas/ProviderError/properties/error_code/enum',
  ),
  seed('a supplier may respond with 202', set([...check, 'responses', '202'], { description: 'Later.' })),
  seed(
    'a supplier may no longer refuse',
    remove([...check, 'responses', '409']),
    'received/response-removed #/paths/~1bookings~1check/post/responses/409',
  ),
  seed(
    'the service sends another media type, too',
    set([...check, 'requestBody', 'content', 'text/csv'], {}),
    'sent/media-type-added #/paths/~1bookings~1check/post/requestBody/content/text~1csv',
  ),
  seed(
    'suppliers must check credentials, too',
    [
      set(['components', 'securitySchemes'], { key: { type: 'http', scheme: 'bearer' } }),
      set(['security'], [{ key: [] }]),
    ],
    'security/removed #/security',
  ),
  seed('a text changes', set(['info', 'description'], 'Calls you.')),
];

/** Changes of the card service contract, which card services implement. */
export const cardServiceSeeds: readonly Seed[] = [
  seed(
    'another operation is added',
    set(['paths', '/payments/list'], { post: { operationId: 'listPayments', responses: {} } }),
    'operation/added #/paths/~1payments~1list/post',
  ),
  seed(
    'the amount of a refund is no longer sent',
    remove([...schemas, 'RefundPayment', 'properties', 'amount_refunded']),
    'sent/property-removed #/components/schemas/RefundPayment/properties/amount_refunded',
  ),
  seed(
    'the signature moves to another header',
    set(['components', 'parameters', 'CardServiceSignature', 'name'], 'Signature'),
    'sent/parameter-removed #/components/parameters/CardServiceSignature/name',
  ),
  seed(
    'a reading needs another field',
    set([...schemas, 'CapturedReading', 'required'], ['status', 'amount', 'currency', 'amount_refunded', 'fee']),
    'received/required-narrowed #/components/schemas/CapturedReading/required',
  ),
];
