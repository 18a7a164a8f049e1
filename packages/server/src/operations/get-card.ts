import type { OperationRequest, OperationResponse } from '@booking-service/contract';
import { Refusal } from '../domain/contract.ts';
import type { Caller } from '../store/store.ts';
import type { OperationContext } from './operation-context.ts';
import { contextOf, readCard } from './own.ts';

/** GET /v1/sessions/card (END-10). Returns the card of the organization's latest verified session (SES-3). */
export async function getCard(
  _request: OperationRequest<'getCard'>,
  caller: Caller,
  { store, portsOf }: OperationContext,
): Promise<OperationResponse<'getCard'>> {
  const latest = await store.findLatestVerifiedSession(caller.organization.id);
  if (!latest)
    throw new Refusal('not_found', {
      message: 'The organization has no verified session. Create a session and verify it first.',
    });
  return { status: 200, body: await readCard(latest, { portsOf, context: contextOf(caller) }) };
}
