import type { OperationRequest, OperationResponse } from '@booking-service/contract';
import { Refusal } from '../domain/contract.ts';
import { requireAllTaken } from '@booking-service/kernel/contract';
import { giveBackAttempt, takeAttempt, verified } from '../domain/session.ts';
import type { Caller } from '../store/store.ts';
import { changeOwnSession, contextOf, getCodeSender, getOwnSession, refuseUnavailable } from './own.ts';
import type { OperationContext } from './operation-context.ts';

/**
 * POST /v1/sessions/{id}/verify (END-8). The attempt is stored before the code is checked, so that concurrent requests have no more
 * attempts than consecutive ones. After the right code the card vault looks for the card; if it does not respond, the attempt is
 * given back. A verified session stays verified: its code is not checked again.
 */
export async function verifySession(
  { path, body }: OperationRequest<'verifySession'>,
  caller: Caller,
  { store, clock, portsOf }: OperationContext,
): Promise<OperationResponse<'verifySession'>> {
  const { code, ...rest } = body;
  requireAllTaken(rest);
  const using = { store, clock };
  const context = contextOf(caller);
  const ports = portsOf(context);
  getCodeSender(ports);
  const { session } = await getOwnSession(path.id, caller, using);
  if (session.status === 'verified') return { status: 200, body: session };

  await changeOwnSession(path.id, caller, using, (found) => ({ session: takeAttempt(found) }));
  const { organization_id } = context;
  const destination = await store.checkCode({ organization_id, id: path.id, code });
  if (destination === undefined) throw new Refusal('invalid_code');

  const person = { session_id: path.id, channel: session.channel, destination };
  const card_reference = await ports.cards?.findCard(person, context).catch(async (error: unknown) => {
    await changeOwnSession(path.id, caller, using, (found) => ({ session: giveBackAttempt(found) }));
    return refuseUnavailable(error);
  });
  const changed = await changeOwnSession(path.id, caller, using, (found) => ({
    session: verified(found),
    verified: { card_reference: card_reference ?? null, at: clock.now() },
  }));
  return { status: 200, body: changed.session };
}
