import { append, remove, set, type Seed } from './seed.ts';

const transitions = ['x-states', 'booking', 'transitions'];
const createdProcessing = { trigger: 'create', from: null, to: 'processing' };
const continued = { trigger: 'continue', from: 'requires_action', to: 'processing' };
const confirms = { trigger: 'provider', from: 'processing', to: 'confirmed' };

/** Changes of the booking's state machine. */
export const stateSeeds: readonly Seed[] = [
  {
    change: 'a state is removed',
    edits: [remove(['x-states', 'booking', 'states', 'expired'])],
    finds: ['states/removed #/x-states/booking/states/expired'],
  },
  {
    change: 'a final state is no longer final',
    edits: [set(['x-states', 'booking', 'states', 'failed', 'final'], false)],
    finds: ['states/changed #/x-states/booking/states/failed/final'],
  },
  {
    change: 'a booking expires sooner',
    edits: [set(['x-states', 'booking', 'states', 'requires_action', 'expires_after_seconds'], 600)],
    finds: ['states/lowered #/x-states/booking/states/requires_action/expires_after_seconds'],
  },
  {
    change: 'a state begins to expire',
    edits: [set(['x-states', 'booking', 'states', 'processing', 'expires_after_seconds'], 86_400)],
    finds: ['states/added #/x-states/booking/states/processing/expires_after_seconds'],
  },
  {
    change: 'a booking never expires',
    edits: [remove(['x-states', 'booking', 'states', 'requires_action', 'expires_after_seconds'])],
    finds: [],
  },
  {
    change: 'a transition is removed',
    edits: [remove([...transitions, { trigger: 'cancel', from: 'confirmed' }])],
    finds: ['states/transition-removed #/x-states/booking/transitions/cancel:confirmed-cancelled'],
  },
  {
    change: 'a transition leads to another state',
    edits: [set([...transitions, continued, 'to'], 'confirmed')],
    finds: ['states/transition-removed #/x-states/booking/transitions/continue:requires_action-processing'],
  },
  {
    change: 'a transition no longer sends its event',
    edits: [set([...transitions, confirms, 'events'], [])],
    finds: ['states/event-removed #/x-states/booking/transitions/provider:processing-confirmed/events'],
  },
  {
    change: 'a create sends booking.processing',
    edits: [append([...transitions, createdProcessing, 'events'], 'booking.processing')],
    finds: ['states/event-added #/x-states/booking/transitions/create:none-processing/events'],
  },
  {
    change: 'a transition sends one more event, of a new type',
    edits: [append([...transitions, confirms, 'events'], 'booking.paid')],
    finds: [],
  },
  {
    change: 'a confirmed booking may fail automatically',
    edits: [append(transitions, { trigger: 'provider', from: 'confirmed', to: 'failed', events: ['booking.failed'] })],
    finds: ['states/unsettled #/x-states/booking/transitions/provider:confirmed-failed'],
  },
  {
    change: 'the provider may also cancel a booking that already moves automatically',
    edits: [
      append(transitions, { trigger: 'provider', from: 'processing', to: 'cancelled', events: ['booking.cancelled'] }),
    ],
    finds: [],
  },
  {
    change: 'a booking leaves a new state automatically',
    edits: [append(transitions, { trigger: 'time', from: 'paused', to: 'processing', events: [] })],
    finds: [],
  },
  {
    change: 'the text of a state changes',
    edits: [set(['x-states', 'booking', 'states', 'failed', 'meaning'], 'It came to nothing.')],
    finds: [],
  },
  {
    change: 'a failed booking may be continued',
    edits: [
      append(transitions, { trigger: 'continue', from: 'failed', to: 'processing', events: ['booking.processing'] }),
    ],
    finds: [],
  },
  {
    change: 'the transitions have another order and other rules',
    edits: [
      set([...transitions, confirms, 'rules'], ['STA-13']),
      set(transitions, (list: readonly unknown[]) => list.toReversed()),
    ],
    finds: [],
  },
];

const venue = ['x-sandbox', 'venues', { id: 'ven_code_house' }];

/** Changes of the sandbox. */
export const sandboxSeeds: readonly Seed[] = [
  {
    change: 'a magic venue is removed',
    edits: [remove(venue)],
    finds: ['sandbox/removed #/x-sandbox/venues/ven_code_house'],
  },
  {
    change: 'a magic venue changes its outcome',
    edits: [set([...venue, 'ends'], 'failed'), set([...venue, 'at_once'], true), remove([...venue, 'asks'])],
    finds: [
      'sandbox/removed #/x-sandbox/venues/ven_code_house/asks',
      'sandbox/changed #/x-sandbox/venues/ven_code_house/ends',
      'sandbox/added #/x-sandbox/venues/ven_code_house/at_once',
    ],
  },
  {
    change: 'a magic venue is added first and the text of another changes',
    edits: [
      set([...venue, 'meaning'], 'Wants a code.'),
      set(['x-sandbox', 'venues'], (venues: readonly unknown[]) => [{ id: 'ven_new', ends: 'confirmed' }, ...venues]),
    ],
    finds: [],
  },
  {
    change: 'a magic search and the correct code change',
    edits: [remove(['x-sandbox', 'search_queries', 'sandbox no provider']), set(['x-sandbox', 'code'], '111111')],
    finds: ['sandbox/changed #/x-sandbox/code', 'sandbox/removed #/x-sandbox/search_queries/sandbox no provider'],
  },
  {
    change: 'the sandbox offers fewer slots and takes longer',
    edits: [
      set(['x-sandbox', 'opening_hours_utc'], [11, 12, 14]),
      set(['x-sandbox', 'days_ahead'], 30),
      set(['x-sandbox', 'provider_seconds'], 20),
    ],
    finds: [
      'sandbox/narrowed #/x-sandbox/opening_hours_utc',
      'sandbox/lowered #/x-sandbox/days_ahead',
      'sandbox/raised #/x-sandbox/provider_seconds',
    ],
  },
  {
    change: 'the sandbox offers more slots and is faster',
    edits: [
      append(['x-sandbox', 'opening_hours_utc'], 22),
      set(['x-sandbox', 'days_ahead'], 90),
      set(['x-sandbox', 'provider_seconds'], 1),
      set(['x-sandbox', 'organizations', { name: 'limited' }, 'meaning'], 'One call.'),
    ],
    finds: [],
  },
  {
    change: 'a magic organization changes its limit',
    edits: [set(['x-sandbox', 'organizations', { name: 'limited' }, 'rate_limit'], 2)],
    finds: ['sandbox/changed #/x-sandbox/organizations/limited/rate_limit'],
  },
];

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
    finds: ['sent/response-added #/paths/~1v1~1bookings~1{id}/get/responses/202'],
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
