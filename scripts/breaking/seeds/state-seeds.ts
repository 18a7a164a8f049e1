import { append, remove, set, type Seed } from './seed.ts';

const transitions = ['x-booking-states', 'transitions'];
const createdProcessing = { trigger: 'create', from: null, to: 'processing' };
const continued = { trigger: 'continue', from: 'requires_action', to: 'processing' };
const confirms = { trigger: 'provider', from: 'processing', to: 'confirmed' };

/** Changes of the booking's state machine. */
export const stateSeeds: readonly Seed[] = [
  {
    change: 'a state is removed',
    edits: [remove(['x-booking-states', 'states', 'expired'])],
    finds: ['booking-states/removed #/x-booking-states/states/expired'],
  },
  {
    change: 'a final state is no longer final',
    edits: [set(['x-booking-states', 'states', 'failed', 'final'], false)],
    finds: ['booking-states/changed #/x-booking-states/states/failed/final'],
  },
  {
    change: 'a booking expires sooner',
    edits: [set(['x-booking-states', 'states', 'requires_action', 'expires_after_seconds'], 600)],
    finds: ['booking-states/lowered #/x-booking-states/states/requires_action/expires_after_seconds'],
  },
  {
    change: 'a state begins to expire',
    edits: [set(['x-booking-states', 'states', 'processing', 'expires_after_seconds'], 86_400)],
    finds: ['booking-states/added #/x-booking-states/states/processing/expires_after_seconds'],
  },
  {
    change: 'a booking never expires',
    edits: [remove(['x-booking-states', 'states', 'requires_action', 'expires_after_seconds'])],
    finds: [],
  },
  {
    change: 'a transition is removed',
    edits: [remove([...transitions, { trigger: 'cancel', from: 'confirmed' }])],
    finds: ['booking-states/transition-removed #/x-booking-states/transitions/cancel:confirmed-cancelled'],
  },
  {
    change: 'a transition leads to another state',
    edits: [set([...transitions, continued, 'to'], 'confirmed')],
    finds: ['booking-states/transition-removed #/x-booking-states/transitions/continue:requires_action-processing'],
  },
  {
    change: 'a transition no longer sends its event',
    edits: [set([...transitions, confirms, 'events'], [])],
    finds: ['booking-states/event-removed #/x-booking-states/transitions/provider:processing-confirmed/events'],
  },
  {
    change: 'a create sends booking.processing',
    edits: [append([...transitions, createdProcessing, 'events'], 'booking.processing')],
    finds: ['booking-states/event-added #/x-booking-states/transitions/create:none-processing/events'],
  },
  {
    change: 'a transition sends one more event, of a new type',
    edits: [append([...transitions, confirms, 'events'], 'booking.paid')],
    finds: [],
  },
  {
    change: 'a confirmed booking may fail automatically',
    edits: [append(transitions, { trigger: 'provider', from: 'confirmed', to: 'failed', events: ['booking.failed'] })],
    finds: ['booking-states/unsettled #/x-booking-states/transitions/provider:confirmed-failed'],
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
    edits: [set(['x-booking-states', 'states', 'failed', 'meaning'], 'It came to nothing.')],
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
