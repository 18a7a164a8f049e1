import type { Call, Reply } from '@booking-service/contract';
import { openSession } from '../domain/session.ts';
import type { Caller } from '../store/store.ts';
import { askCardSessions, getCardSessions } from './card-sessions.ts';
import type { OperationContext } from './operation-context.ts';

/** POST /v1/sessions (END-7). The card service sends the code; a session whose code could not be sent is not kept. */
export async function createSession(
  { body }: Call<'createSession'>,
  { organization }: Caller,
  { store, clock, newId, cardService }: OperationContext,
): Promise<Reply<'createSession'>> {
  const sessions = getCardSessions(cardService);
  const session = openSession(newId('ses'), body, clock.now());
  const { session_reference } = await askCardSessions(() => sessions.start({ ...body, session_id: session.id }));
  await store.createSession({ organization_id: organization.id, session, session_reference });
  return { status: 201, body: session };
}
