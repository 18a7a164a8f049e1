import type { OperationRequest, OperationResponse } from '@booking-service/contract';
import { openSession } from '../domain/session.ts';
import type { Caller } from '../store/store.ts';
import { callCardSessions, getCardSessions, countCreation } from './own-session.ts';
import type { OperationContext } from './operation-context.ts';
import { contextOf } from './own-booking.ts';

/**
 * POST /v1/sessions (END-7). The card service sends the code, unless the destination had too many sessions (SES-4). A session is
 * stored only if its code was sent.
 */
export async function createSession(
  { body }: OperationRequest<'createSession'>,
  caller: Caller,
  { store, clock, newId, portsOf }: OperationContext,
): Promise<OperationResponse<'createSession'>> {
  const context = contextOf(caller);
  const sessions = getCardSessions(portsOf(context));
  await countCreation(body.destination, caller, { store, clock });
  const session = openSession(newId('ses'), body, clock.now());
  const { session_reference } = await callCardSessions(() =>
    sessions.start({ ...body, session_id: session.id }, context),
  );
  await store.createSession({ organization_id: caller.organization.id, session, session_reference });
  return { status: 201, body: session };
}
