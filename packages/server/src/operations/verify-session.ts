import type { OperationRequest, OperationResponse } from '@booking-service/contract';
import { Refusal } from '../domain/refusal.ts';
import { requireAllTaken } from '@booking-service/kernel/every-field';
import { giveBackAttempt, takeAttempt, verified } from '../domain/session.ts';
import type { Caller } from '../store/store.ts';
import { callCardSessions, getCardSessions, changeOwnSession, getOwnSession } from './own-session.ts';
import type { OperationContext } from './operation-context.ts';
import { contextOf } from './own-booking.ts';

/**
 * POST /v1/sessions/{id}/verify (END-8). The attempt is stored before the code is checked, so that concurrent requests have no more
 * attempts than consecutive ones. If the card service cannot check the code, the attempt is given back. A verified session stays
 * verified: its code is not checked again.
 */
export async function verifySession(
  { path, body }: OperationRequest<'verifySession'>,
  caller: Caller,
  { store, clock, portsOf }: OperationContext,
): Promise<OperationResponse<'verifySession'>> {
  const { code, ...rest } = body;
  requireAllTaken(rest);
  const using = { store, clock };
  const sessions = getCardSessions(portsOf(contextOf(caller)));
  const { session, stored } = await getOwnSession(path.id, caller, using);
  if (session.status === 'verified') return { status: 200, body: session };

  await changeOwnSession(path.id, caller, using, (found) => ({ session: takeAttempt(found) }));
  const attempt = { session_reference: stored.session_reference, code };
  const check = await callCardSessions(() => sessions.checkCode(attempt, contextOf(caller))).catch(
    async (error: unknown) => {
      await changeOwnSession(path.id, caller, using, (found) => ({ session: giveBackAttempt(found) }));
      throw error;
    },
  );
  if (!check.correct) throw new Refusal('invalid_code');

  const { card_reference } = check;
  const changed = await changeOwnSession(path.id, caller, using, (found) => ({
    session: verified(found),
    verified: { card_reference, at: clock.now() },
  }));
  return { status: 200, body: changed.session };
}
