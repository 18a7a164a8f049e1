import { append, remove, set, type Seed } from './seed.ts';

const bookings = ['paths', '/v1/bookings', 'post'];
const found = ['paths', '/v1/bookings/{id}'];

/** Changes that keep the wire but change generated code. */
export const generatedSeeds: readonly Seed[] = [
  {
    change: 'an operation has another tag',
    edits: [set([...bookings, 'tags'], ['sessions'])],
    finds: ['generated/tags-changed #/paths/~1v1~1bookings/post/tags'],
  },
  {
    change: 'an operation has a second tag',
    edits: [append([...bookings, 'tags'], 'sessions')],
    finds: ['generated/tags-changed #/paths/~1v1~1bookings/post/tags'],
  },
  {
    change: 'a component has another name',
    edits: [
      (contract) => {
        const renamed = JSON.stringify(contract).replaceAll('schemas/BookingGuest"', 'schemas/Diner"');
        Object.assign(contract, JSON.parse(renamed));
      },
      set(['components', 'schemas', 'Diner'], { type: 'object' }),
      (contract) => {
        const { schemas } = (contract as unknown as { components: { schemas: Record<string, unknown> } }).components;
        schemas['Diner'] = schemas['BookingGuest'];
        delete schemas['BookingGuest'];
      },
    ],
    finds: ['generated/component-removed #/components/schemas/BookingGuest'],
  },
  {
    change: 'a path parameter has another name',
    edits: [
      set(['paths', '/v1/bookings/{booking_id}'], {}),
      (contract) => {
        const paths = contract.paths as Record<string, unknown>;
        paths['/v1/bookings/{booking_id}'] = paths[found[1] ?? ''];
        delete paths[found[1] ?? ''];
      },
      set(['components', 'parameters', 'BookingIdInPath', 'name'], 'booking_id'),
    ],
    finds: ['generated/path-parameter-renamed #/paths/~1v1~1bookings~1{booking_id}/get'],
  },
  {
    change: 'a read has a second success',
    edits: [set([...found, 'get', 'responses', '202'], { description: 'Not yet.' })],
    finds: ['generated/success-added #/paths/~1v1~1bookings~1{id}/get/responses/202'],
  },
  {
    change: 'the default of the server changes',
    edits: [set(['servers', '0', 'variables', 'base_url', 'default'], 'https://api.booking.test')],
    finds: ['generated/server-changed #/servers'],
  },
  {
    change: 'the description of the server changes',
    edits: [set(['servers', '0', 'description'], 'Here.')],
    finds: [],
  },
  {
    change: 'a link is removed',
    edits: [remove([...bookings, 'responses', '201', 'links', 'cancelBooking'])],
    finds: ['generated/link-removed #/paths/~1v1~1bookings/post/responses/201/links/cancelBooking'],
  },
  {
    change: 'a link is added',
    edits: [set([...bookings, 'responses', '201', 'links', 'readAgain'], { operationId: 'getBooking' })],
    finds: [],
  },
];
