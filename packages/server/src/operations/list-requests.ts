import type { LoggedRequestList, OperationRequest, OperationResponse } from '@booking-service/contract';
import type { EveryField } from '@booking-service/kernel/contract';
import { findRequests, toLoggedRequest } from '../store/lists/request-lists.ts';
import { publicFilters } from '../store/lists/list-filters.ts';
import { toTimes } from '../store/lists/list-page.ts';
import { isIdCursor } from '../store/lists/list-ranges.ts';
import type { Caller } from '../store/store.ts';
import { type OperationContext, readList } from './operation-context.ts';

/** GET /v1/requests (REQ-2). */
export async function listRequests(
  { query }: OperationRequest<'listRequests'>,
  caller: Caller,
  { store }: OperationContext,
): Promise<OperationResponse<'listRequests'>> {
  const { created_from, created_before, ...filters } = query;
  const search = {
    ...filters,
    ...toTimes({ created_from, created_before }),
    organization_id: caller.organization.id,
    modes: [caller.key.mode],
  };
  const page = await readList(query, caller, {
    operationId: 'listRequests',
    isCursor: (text) => isIdCursor('req', text),
    read: (part) => findRequests(store, { ...search, ...part }, publicFilters.listRequests),
  });
  const body = { ...page, data: page.data.map(toLoggedRequest) };
  return { status: 200, body: body satisfies EveryField<LoggedRequestList> };
}
