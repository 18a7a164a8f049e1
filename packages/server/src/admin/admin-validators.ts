import type { IncomingMessage } from 'node:http';
import { type AdminOperationId, adminRoutes } from '@booking-service/contract/admin';
import { createValidators, type ValidatorOf, type ValidRequest } from '@booking-service/kernel/http';
import { adminContract } from '../generated/admin-contract.ts';

/** The validators of the admin contract. All admin servers of a process share them. */
export const adminValidatorOf: ValidatorOf<AdminOperationId> = createValidators(adminContract);

/** The parts of a request that was not sent by HTTP. */
export interface RequestParts {
  readonly path?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string | number | undefined>>;
  readonly body?: unknown;
}

/** Checks the parts of a request as the admin server checks a sent one. Returns what the handler receives; throws invalid_request. */
export function validateParts(
  operationId: AdminOperationId,
  { path = {}, query = {}, body }: RequestParts,
): ValidRequest {
  const row = adminRoutes[operationId];
  const sent = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined) sent.set(name, String(value));
  const url = sent.size === 0 ? row.path : `${row.path}?${sent.toString()}`;
  // The validator reads these fields of a request.
  const req = { url, headers: {}, rawHeaders: [] as string[] } as IncomingMessage;
  return adminValidatorOf(operationId)({ req, params: path, body, hasEscapes: true });
}
