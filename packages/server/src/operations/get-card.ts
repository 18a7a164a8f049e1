import type { OperationRequest, OperationResponse } from '@booking-service/contract';
import { Refusal } from '../domain/refusal.ts';
import type { Caller } from '../store/store.ts';
import type { OperationContext } from './operation-context.ts';
import { readCard } from './read-card.ts';

/** GET /v1/sessions/card (END-10): the card of the organization's latest verified session (SES-3). */
export async function getCard(
  _call: OperationRequest<'getCard'>,
  { organization }: Caller,
  { store, cardService }: OperationContext,
): Promise<OperationResponse<'getCard'>> {
  const latest = await store.findLatestVerifiedSession(organization.id);
  if (!latest) throw new Refusal('not_found', { message: 'No session was ever verified.' });
  return { status: 200, body: await readCard(latest, cardService) };
}
