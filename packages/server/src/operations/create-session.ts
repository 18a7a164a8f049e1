import type { OperationRequest, OperationResponse } from '@booking-service/contract';
import { openSession } from '../domain/session.ts';
import type { Caller } from '../store/store.ts';
import { askCardSessions, getCardSessions } from './card-sessions.ts';
import { countCreation } from './count-creation.ts';
import type { OperationContext } from './operation-context.ts';

/**
 * POST /v1/sessions (END-7). The card service sends the code, unless too many were sent there already (SES-4); a session whose
 * code could not be sent is not kept.
 */
export async function createSession(
  { body }: OperationRequest<'createSession'>,
  caller: Caller,
  { store, clock, newId, cardService }: OperationContext,
): Promise<OperationResponse<'createSession'>> {
  const sessions = getCardSessions(cardService);
  await countCreation(body.destination, caller, { store, clock });
  const session = openSession(newId('ses'), body, clock.now());
  const { session_reference } = await askCardSessions(() => sessions.start({ ...body, session_id: session.id }));
  await store.createSession({ organization_id: caller.organization.id, session, session_reference });
  return { status: 201, body: session };
}
