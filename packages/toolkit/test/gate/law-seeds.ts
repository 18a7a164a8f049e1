import { remove, set, type Seed } from './seed.ts';

const createBooking = ['paths', '/v1/bookings', 'post'];
const schemas = ['components', 'schemas'];
const nextAction = [...schemas, 'NextAction'];

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
