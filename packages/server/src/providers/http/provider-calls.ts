/** The calls of a provider behind HTTP, as openapi/provider.yaml defines them. */
import {
  providerRoutes,
  type ProviderOperationId,
  type ProviderRequest,
  type ProviderResult,
} from '@booking-service/contract/provider';
import { Refusal } from '../../domain/refusal.ts';
import { type CalledSide, type ContractCalls, createContractCalls, type RefusedCall } from './contract-calls.ts';

export type ProviderCalls = ContractCalls<{
  readonly [K in ProviderOperationId]: { readonly request: ProviderRequest<K>; readonly result: ProviderResult<K> };
}>;

/** Creates the calls. Throws if the secret is blank. */
export function createProviderCalls({ name, ...side }: CalledSide & { readonly name: string }): ProviderCalls {
  const contract = { document: 'provider', routes: providerRoutes, errorSchema: 'ProviderError', toRefusal };
  return createContractCalls(contract, { callee: `provider ${name}`, ...side });
}

function toRefusal(
  operation: string,
  { status, error: { error, error_code }, body }: RefusedCall,
): Refusal | undefined {
  const isSearch = operation === 'searchVenues' || operation === 'searchAvailability';
  if (status === 400 && error_code === 'invalid_request' && isSearch && 'cursor' in body) {
    const details = [{ in: 'body', path: '/cursor', message: 'is not a next_cursor of this search' }] as const;
    return new Refusal('invalid_request', { details });
  }
  const cause = new Error(`The provider refused: ${error}`);
  if (operation === 'searchAvailability' && status === 404 && error_code === 'not_found') {
    return new Refusal('not_found', { message: 'The provider has no such venue.', cause });
  }
  if (operation !== 'checkRequest') return undefined;
  if (status === 409 && error_code === 'slot_not_offered') return new Refusal('slot_not_offered', { cause });
  if (status === 422 && error_code === 'missing_last_name') return new Refusal('missing_last_name', { cause });
  return undefined;
}
