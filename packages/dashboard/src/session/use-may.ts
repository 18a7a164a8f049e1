import { adminRoutes, type AdminOperationId } from '@booking-service/contract/admin';
import { useCan } from './session-boundary.tsx';

/** True if the caller may call this operation, by its lowest role in the contract. The page does not offer what a caller may not do. */
export function useMay(operationId: AdminOperationId): boolean {
  const { role } = adminRoutes[operationId];
  return useCan(role === 'anyone' ? 'viewer' : role);
}
