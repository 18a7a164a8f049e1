import type { JsonText, ListedEvent, OperationRequest, OperationTextResponse } from '@booking-service/contract';
import { noteSubject } from '@booking-service/kernel/log';
import { Refusal } from '../domain/contract.ts';
import type { Caller } from '../store/store.ts';
import type { OperationContext } from './operation-context.ts';
import { requireEnvironment } from './own.ts';

/** GET /v1/events/{id} (EVT-6). Returns the text of the webhook as the store has it. */
export async function getEvent(
  { path: { id } }: OperationRequest<'getEvent'>,
  caller: Caller,
  { store }: OperationContext,
): Promise<OperationTextResponse<'getEvent'>> {
  const event = await store.findEvent({ organization_id: caller.organization.id, id });
  // A test event of the dashboard belongs to no environment.
  if (!event || event.livemode === null) throw new Refusal('not_found', { message: `No event has the id ${id}.` });
  noteSubject({ booking_id: event.booking_id });
  requireEnvironment({ livemode: event.livemode }, caller);
  // The text was written from an event.
  return { status: 200, bodyText: event.payload as JsonText<ListedEvent> };
}
