import type { Planted } from './plant.ts';

/** A list that is measured. */
export interface List {
  readonly name: string;
  readonly read: (planted: Planted) => Promise<unknown>;
}

const limit = 50;

/** Each list once without a filter, with filters that few rows meet, and far from its first page. */
export const lists: readonly List[] = [
  deliveries('listDeliveries', {}),
  deliveries('listDeliveries, abandoned', { state: 'abandoned' }),
  deliveries('listDeliveries, 5xx', { status_class: '5xx' }),
  deliveries('listDeliveries, one type', { event_type: 'booking.modified' }),
  deliveries('listDeliveries, three filters', {
    state: 'abandoned',
    event_type: 'booking.created',
    status_class: '5xx',
  }),
  deliveries('listDeliveries, no row', { state: 'pending' }),
  {
    name: 'listDeliveries, of a booking',
    read: ({ store, organization_id, middle }) =>
      store.listDeliveries({ organization_id, booking_id: middle.booking_id, limit }),
  },
  {
    name: 'listDeliveries, from the middle',
    read: ({ store, organization_id, middle }) =>
      store.listDeliveries({ organization_id, cursor: middle.delivery_id, limit }),
  },
  {
    name: 'listDeliveries, abandoned before a time',
    read: ({ store, organization_id, middle }) =>
      store.listDeliveries({ organization_id, state: 'abandoned', before: middle.at, limit }),
  },
  {
    name: 'findDelivery',
    read: ({ store, organization_id, middle }) =>
      store.findDelivery({ organization_id, id: middle.delivery_id }, { attempts: limit }),
  },
  {
    name: 'readDeliveryCounts, 24 hours',
    read: ({ store, organization_id, middle }) =>
      store.readDeliveryCounts({
        organization_id,
        from: new Date(middle.at.getTime() - 86_400_000),
        before: middle.at,
      }),
  },
  bookings('listBookings', {}),
  bookings('listBookings, failed', { status: 'failed' }),
  bookings('listBookings, expired', { status: 'expired' }),
  bookings('listBookings, one provider', { provider: 'rare' }),
  bookings('listBookings, three filters', { provider: 'rare', status: 'failed', livemode: false }),
  {
    name: 'listBookings, before a time',
    read: ({ store, organization_id, middle, now }) =>
      store.listBookings({ organization_id, before: middle.at, limit, now }),
  },
  find('findBookings, by id', ({ middle }) => ({ id: middle.booking_id })),
  find('findBookings, by key', ({ middle }) => ({ idempotency_key: middle.booking_id })),
  find('findBookings, by code', ({ middle }) => ({ confirmation_code: middle.confirmation_code })),
  find('findBookings, by the code of many', () => ({ confirmation_code: 'MANY' })),
  {
    name: 'listBookingEvents',
    read: ({ store, organization_id, middle }) =>
      store.listBookingEvents({ organization_id, booking_id: middle.booking_id, limit: 20 }),
  },
];

type Query<Method extends 'listDeliveries' | 'listBookings'> = Parameters<Planted['store'][Method]>[0];

function deliveries(name: string, filter: Partial<Query<'listDeliveries'>>): List {
  return {
    name,
    read: ({ store, organization_id }) => store.listDeliveries({ organization_id, ...filter, limit }),
  };
}

function bookings(name: string, filter: Partial<Query<'listBookings'>>): List {
  return {
    name,
    read: ({ store, organization_id, now }) => store.listBookings({ organization_id, ...filter, limit, now }),
  };
}

type Name = Parameters<Planted['store']['findBookings']>[0]['name'];

function find(name: string, nameOf: (planted: Planted) => Name): List {
  return {
    name,
    read: (planted) =>
      planted.store.findBookings({
        organization_id: planted.organization_id,
        name: nameOf(planted),
        limit: 20,
        now: planted.now,
      }),
  };
}
