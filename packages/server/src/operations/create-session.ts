import type { OperationRequest, OperationResponse } from '@booking-service/contract';
import { ended, openSession } from '../domain/session.ts';
import { Refusal } from '../domain/contract.ts';
import type { Caller } from '../store/store.ts';
import { changeOwnSession, contextOf, countCreation, getCodeSender, refuseUnavailable } from './own.ts';
import type { OperationContext } from './operation-context.ts';

/**
 * POST /v1/sessions (END-7). Stores the session and sends its code, unless the destination had too many sessions (SES-4). The session
 * is stored first, so no code is sent that nothing can check. If its code was not sent, the session ends: the code may have
 * arrived, and its caller never got the id. Its creation stays counted.
 */
export async function createSession(
  { body }: OperationRequest<'createSession'>,
  caller: Caller,
  { store, clock, newId, newCode, portsOf }: OperationContext,
): Promise<OperationResponse<'createSession'>> {
  const context = contextOf(caller);
  const { organization_id } = context;
  const { channel, destination } = body;
  const sender = getCodeSender(portsOf(context), channel);
  await countCreation(destination, caller, { store, clock });

  const [id, code] = [newId('ses'), newCode()];
  const session = openSession(id, body, clock.now());
  const { expires_at } = session;
  await store.createSession({ organization_id, session, destination, code });
  // The caller was found by its key, so its organization exists.
  const { name: sender_name = '' } = (await store.findOrganization(organization_id)) ?? {};
  const message = { session_id: id, channel, destination, code, sender_name, expires_at };
  const end = () => changeOwnSession(id, caller, { store, clock }, (found) => ({ session: ended(found) }));
  const sent = await sender.send(message, context).catch(async (error: unknown) => {
    await end();
    return refuseUnavailable(error);
  });
  if (sent === 'refused') {
    await end();
    const details = [{ in: 'body', path: '/destination', message: 'cannot receive messages' }] as const;
    throw new Refusal('invalid_request', { details });
  }
  return { status: 201, body: session };
}
