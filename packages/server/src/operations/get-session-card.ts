import type { OperationRequest, OperationResponse } from '@booking-service/contract';
import type { Caller } from '../store/store.ts';
import type { OperationContext } from './operation-context.ts';
import { contextOf, getOwnSession, readCard } from './own.ts';

/** GET /v1/sessions/{id}/card (END-9). Throws session_not_verified before verification (SES-3). */
export async function getSessionCard(
  { path }: OperationRequest<'getSessionCard'>,
  caller: Caller,
  { store, clock, portsOf }: OperationContext,
): Promise<OperationResponse<'getSessionCard'>> {
  const { stored } = await getOwnSession(path.id, caller, { store, clock });
  return { status: 200, body: await readCard(stored, { portsOf, context: contextOf(caller) }) };
}
