/** The calls of a card service behind HTTP, as openapi/card-service.yaml defines them. */
import { limits } from '@booking-service/contract';
import {
  cardServiceRoutes,
  type CardServiceOperationId,
  type CardServiceRequest,
  type CardServiceResult,
} from '@booking-service/contract/card-service';
import { PaymentMismatch } from '../../domain/payment.ts';
import { Refusal } from '../../domain/refusal.ts';
import { type CalledSide, type ContractCalls, createContractCalls, type RefusedCall } from './contract-calls.ts';

export type CardServiceCalls = ContractCalls<{
  readonly [K in CardServiceOperationId]: {
    readonly request: CardServiceRequest<K>;
    readonly result: CardServiceResult<K>;
  };
}>;

/** A side of a card service. */
export interface HttpCardServiceOptions extends Omit<CalledSide, 'timeout_seconds'> {
  /** The timeout of each response. Default: the contract's provider_timeout_seconds. */
  readonly timeout_seconds?: number | undefined;
}

/** Creates the calls. Throws if the secret is blank. */
export function createCardServiceCalls({
  timeout_seconds = limits.provider_timeout_seconds,
  ...side
}: HttpCardServiceOptions): CardServiceCalls {
  const contract = { document: 'card-service', routes: cardServiceRoutes, errorSchema: 'CardServiceError', toRefusal };
  return createContractCalls(contract, { callee: 'card service', timeout_seconds, ...side });
}

/** The refusals that the contract documents, by their codes, which are those of the interface. */
const refusals = {
  cardservice_disabled: { operation: 'openPayment', status: 403 },
  payment_setup_failed: { operation: 'openPayment', status: 422 },
  vault_unavailable: { operation: 'openPayment', status: 503 },
  reconnect_required: { operation: 'readCard', status: 409 },
} as const;

function toRefusal(
  operation: string,
  { status, error: { error, error_code } }: RefusedCall,
): Refusal | PaymentMismatch | undefined {
  if (operation === 'readPayment' && status === 404 && error_code === 'not_found')
    return new PaymentMismatch('unknown_reference', `The card service does not have the payment: ${error}`);
  if (!(error_code in refusals)) return undefined;
  // Checked above.
  const code = error_code as keyof typeof refusals;
  const documented = refusals[code];
  if (documented.operation !== operation || documented.status !== status) return undefined;
  return new Refusal(code, { cause: new Error(`The card service refused: ${error}`) });
}
