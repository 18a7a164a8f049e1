import type { KeyMode, OperationRequest, OperationResponse } from '@booking-service/contract';
import { keyModes, Refusal } from '../domain/contract.ts';
import { toLoggedRequest } from '../store/lists/request-lists.ts';
import type { Caller } from '../store/store.ts';
import type { OperationContext } from './operation-context.ts';

/** GET /v1/requests/{id} (REQ-3). */
export async function getRequest(
  { path: { id } }: OperationRequest<'getRequest'>,
  { organization, key }: Caller,
  { store }: OperationContext,
): Promise<OperationResponse<'getRequest'>> {
  const find = (mode: KeyMode) => store.findRequest({ organization_id: organization.id, mode, id });
  const request = await find(key.mode);
  if (request) return { status: 200, body: toLoggedRequest(request) };
  const otherModes = keyModes.filter((mode) => mode !== key.mode);
  const others = await Promise.all(otherModes.map(find));
  if (others.some((other) => other !== undefined)) throw new Refusal('wrong_key_environment');
  throw new Refusal('not_found', { message: `No request of the log has the id ${id}.` });
}
