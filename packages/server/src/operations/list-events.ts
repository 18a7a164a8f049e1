import type {
  BookingEvent,
  EventList,
  ListedEvent,
  OperationRequest,
  OperationResponse,
} from '@booking-service/contract';
import type { EveryField, NamesEveryField } from '@booking-service/kernel/contract';
import { toTimes } from '../store/lists/list-page.ts';
import { isIdCursor } from '../store/lists/list-ranges.ts';
import type { Caller } from '../store/store.ts';
import { type OperationContext, readList } from './operation-context.ts';
import { livemodeOf } from './own.ts';

/** GET /v1/events (EVT-5). */
export async function listEvents(
  { query }: OperationRequest<'listEvents'>,
  caller: Caller,
  { store }: OperationContext,
): Promise<OperationResponse<'listEvents'>> {
  const filter = {
    organization_id: caller.organization.id,
    livemode: livemodeOf(caller.key.mode),
    types: query.type,
    booking_id: query.booking_id,
    ...toTimes(query),
  };
  const page = await readList(query, caller, {
    operationId: 'listEvents',
    isCursor: (text) => isIdCursor('evt', text),
    read: (part) => store.listEvents({ ...filter, ...part }),
  });
  const body = { ...page, data: page.data.map(toListed) };
  return { status: 200, body: body satisfies EveryField<EventList> };
}

/** An event of the list is the body of its webhook. A field that only one of them has does not compile. */
function toListed(event: BookingEvent): ListedEvent {
  return event satisfies NamesEveryField<ListedEvent>;
}
