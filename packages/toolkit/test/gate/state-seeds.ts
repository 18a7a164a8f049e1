import { append, remove, seed, type Seed, set } from './seed.ts';

const transitions = ['x-states', 'booking', 'transitions'];
const createdProcessing = { trigger: 'create', from: null, to: 'processing' };
const continued = { trigger: 'continue', from: 'requires_action', to: 'processing' };
const confirms = { trigger: 'provider', from: 'processing', to: 'confirmed' };

/** Changes of the booking's state machine. */
export const stateSeeds: readonly Seed[] = [
  seed(
    'a state is removed',
    remove(['x-states', 'booking', 'states', 'expired']),
    'states/removed #/x-states/booking/states/expired',
  ),
  seed(
    'a final state is no longer final',
    set(['x-states', 'booking', 'states', 'failed', 'final'], false),
    'states/changed #/x-states/booking/states/failed/final',
  ),
  seed(
    'a booking expires sooner',
    set(['x-states', 'booking', 'states', 'requires_action', 'expires_after_seconds'], 600),
    'states/lowered #/x-states/booking/states/requires_action/expires_after_seconds',
  ),
  seed(
    'a state begins to expire',
    set(['x-states', 'booking', 'states', 'processing', 'expires_after_seconds'], 86_400),
    'states/added #/x-states/booking/states/processing/expires_after_seconds',
  ),
  seed(
    'a booking never expires',
    remove(['x-states', 'booking', 'states', 'requires_action', 'expires_after_seconds']),
  ),
  seed(
    'a transition is removed',
    remove([...transitions, { trigger: 'cancel', from: 'confirmed' }]),
    'states/transition-removed #/x-states/booking/transitions/cancel:confirmed-cancelled',
  ),
  seed(
    'a transition leads to another state',
    set([...transitions, continued, 'to'], 'confirmed'),
    'states/transition-removed #/x-states/booking/transitions/continue:requires_action-processing',
  ),
  seed(
    'a transition no longer sends its event',
    set([...transitions, confirms, 'events'], []),
    'states/event-removed #/x-states/booking/transitions/provider:processing-confirmed/events',
  ),
  seed(
    'a create sends booking.processing',
    append([...transitions, createdProcessing, 'events'], 'booking.processing'),
    'states/event-added #/x-states/booking/transitions/create:none-processing/events',
  ),
  seed(
    'a transition sends one more event, of a new type',
    append([...transitions, confirms, 'events'], 'booking.paid'),
  ),
  seed(
    'a confirmed booking may fail automatically',
    append(transitions, { trigger: 'provider', from: 'confirmed', to: 'failed', events: ['booking.failed'] }),
    'states/unsettled #/x-states/booking/transitions/provider:confirmed-failed',
  ),
  seed(
    'the provider may also cancel a booking that already moves automatically',
    append(transitions, { trigger: 'provider', from: 'processing', to: 'cancelled', events: ['booking.cancelled'] }),
  ),
  seed(
    'a booking leaves a new state automatically',
    append(transitions, { trigger: 'time', from: 'paused', to: 'processing', events: [] }),
  ),
  seed(
    'the text of a state changes',
    set(['x-states', 'booking', 'states', 'failed', 'meaning'], 'It came to nothing.'),
  ),
  seed(
    'a failed booking may be continued',
    append(transitions, { trigger: 'continue', from: 'failed', to: 'processing', events: ['booking.processing'] }),
  ),
  seed('the transitions have another order and other rules', [
    set([...transitions, confirms, 'rules'], ['STA-13']),
    set(transitions, (list: readonly unknown[]) => list.toReversed()),
  ]),
];

const venue = ['x-sandbox', 'venues', { id: 'ven_code_house' }];

/** Changes of the sandbox. */
export const sandboxSeeds: readonly Seed[] = [
  seed('a magic venue is removed', remove(venue), 'sandbox/removed #/x-sandbox/venues/ven_code_house'),
  seed(
    'a magic venue changes its outcome',
    [set([...venue, 'ends'], 'failed'), set([...venue, 'at_once'], true), remove([...venue, 'asks'])],
    'sandbox/removed #/x-sandbox/venues/ven_code_house/asks',
    'sandbox/changed #/x-sandbox/venues/ven_code_house/ends',
    'sandbox/added #/x-sandbox/venues/ven_code_house/at_once',
  ),
  seed('a magic venue is added first and the text of another changes', [
    set([...venue, 'meaning'], 'Wants a code.'),
    set(['x-sandbox', 'venues'], (venues: readonly unknown[]) => [{ id: 'ven_new', ends: 'confirmed' }, ...venues]),
  ]),
  seed(
    'a magic search and the correct code change',
    [remove(['x-sandbox', 'search_queries', 'sandbox no provider']), set(['x-sandbox', 'code'], '111111')],
    'sandbox/changed #/x-sandbox/code',
    'sandbox/removed #/x-sandbox/search_queries/sandbox no provider',
  ),
  seed(
    'the sandbox offers fewer slots and takes longer',
    [
      set(['x-sandbox', 'opening_hours_utc'], [11, 12, 14]),
      set(['x-sandbox', 'days_ahead'], 30),
      set(['x-sandbox', 'provider_seconds'], 20),
    ],
    'sandbox/narrowed #/x-sandbox/opening_hours_utc',
    'sandbox/lowered #/x-sandbox/days_ahead',
    'sandbox/raised #/x-sandbox/provider_seconds',
  ),
  seed('the sandbox offers more slots and is faster', [
    append(['x-sandbox', 'opening_hours_utc'], 22),
    set(['x-sandbox', 'days_ahead'], 90),
    set(['x-sandbox', 'provider_seconds'], 1),
    set(['x-sandbox', 'organizations', { name: 'limited' }, 'meaning'], 'One call.'),
  ]),
  seed(
    'a magic organization changes its limit',
    set(['x-sandbox', 'organizations', { name: 'limited' }, 'rate_limit'], 2),
    'sandbox/changed #/x-sandbox/organizations/limited/rate_limit',
  ),
];

const bookings = ['paths', '/v1/bookings', 'post'];
const found = ['paths', '/v1/bookings/{id}'];

/** Changes that keep the wire but change generated code. */
export const generatedSeeds: readonly Seed[] = [
  seed(
    'an operation has another tag',
    set([...bookings, 'tags'], ['sessions']),
    'generated/tags-changed #/paths/~1v1~1bookings/post/tags',
  ),
  seed(
    'an operation has a second tag',
    append([...bookings, 'tags'], 'sessions'),
    'generated/tags-changed #/paths/~1v1~1bookings/post/tags',
  ),
  seed(
    'a component has another name',
    [
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
    'generated/component-removed #/components/schemas/BookingGuest',
  ),
  seed(
    'a path parameter has another name',
    [
      set(['paths', '/v1/bookings/{booking_id}'], {}),
      (contract) => {
        const paths = contract.paths as Record<string, unknown>;
        paths['/v1/bookings/{booking_id}'] = paths[found[1] ?? ''];
        delete paths[found[1] ?? ''];
      },
      set(['components', 'parameters', 'BookingIdInPath', 'name'], 'booking_id'),
    ],
    'generated/path-parameter-renamed #/paths/~1v1~1bookings~1{booking_id}/get',
  ),
  seed(
    'a read has a second success',
    set([...found, 'get', 'responses', '202'], { description: 'Not yet.' }),
    'sent/response-added #/paths/~1v1~1bookings~1{id}/get/responses/202',
  ),
  seed(
    'the default of the server changes',
    set(['servers', '0', 'variables', 'base_url', 'default'], 'https://api.booking.test'),
    'generated/server-changed #/servers',
  ),
  seed('the description of the server changes', set(['servers', '0', 'description'], 'Here.')),
  seed(
    'a link is removed',
    remove([...bookings, 'responses', '201', 'links', 'cancelBooking']),
    'generated/link-removed #/paths/~1v1~1bookings/post/responses/201/links/cancelBooking',
  ),
  seed('a link is added', set([...bookings, 'responses', '201', 'links', 'readAgain'], { operationId: 'getBooking' })),
];
