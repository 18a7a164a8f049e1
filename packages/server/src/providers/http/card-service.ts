/** The calls of a card service behind HTTP, as openapi/card-service.yaml defines them. */
import { limits } from '@booking-service/contract';
import {
  type CardServiceOperationId,
  type CardServiceRequest,
  type CardServiceResult,
  cardServiceRoutes,
} from '@booking-service/contract/card-service';
import { type PaidBooking, PaymentMismatch, type PaymentReading } from '../../domain/payment.ts';
import { Refusal } from '../../domain/contract.ts';
import { type CalledSide, type ContractCalls, createContractCalls, type RefusedCall } from './contract-calls.ts';
import { createEventReader } from './event-reader.ts';
import type { CardVault, PaymentService } from '../integrations.ts';
import type { CallContext } from '../provider.ts';

type CardServiceCalls = ContractCalls<{
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
function createCardServiceCalls({
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

// The cards of a card service behind HTTP. Each method of the port is one signed POST.

/** Creates the card vault. It connects at its first call. Throws if the secret is blank. */
export function createHttpCards(options: HttpCardServiceOptions): CardVault {
  return cardsOf(createCardServiceCalls(options));
}

/** Returns the card vault behind these calls. */
export function cardsOf({ call }: CardServiceCalls): CardVault {
  return {
    async findCard({ session_id, channel, destination }, { livemode, organization_id }) {
      const person = { livemode, organization_id, session_id, channel, destination };
      const { card_reference } = await call('findCard', { operation: 'findCard', ...person });
      return card_reference ?? undefined;
    },
    async readCard(card_reference, { livemode, organization_id }) {
      const body = { operation: 'readCard', livemode, organization_id, card_reference } as const;
      const { brand, last4, exp_month, exp_year } = await call('readCard', body);
      return { brand, last4, exp_month, exp_year };
    },
  };
}

// The payments of a card service behind HTTP. Each method of the port is one signed POST. The amount that the card service states is
// compared with that of the booking, so that a mistake there confirms no booking.

/** Creates the payment service. It connects at its first call. Throws if the secret is blank. */
export function createHttpPayments(options: HttpCardServiceOptions): PaymentService {
  const { secret, clock } = options;
  const readEvent = createEventReader({ document: 'card-service', webhook: 'paymentChanged', secret, clock });
  return { ...paymentsOf(createCardServiceCalls(options)), readEvent };
}

/** Returns the payment service behind these calls. */
export function paymentsOf({ call }: CardServiceCalls): PaymentService {
  return {
    async open({ booking_id, request: { party_size, guest }, price: { amount, currency }, expires_at }, context) {
      const { payment_reference, url } = await call('openPayment', {
        operation: 'openPayment',
        ...modeOf(context),
        reference: `${booking_id}/open`,
        booking_id,
        amount,
        currency,
        expires_at,
        description: `Booking for ${party_size} ${party_size === 1 ? 'person' : 'people'}`,
        guest,
      });
      return { url, reference: payment_reference };
    },
    async read({ booking }, context) {
      const body = { operation: 'readPayment', ...modeOf(context), payment: paymentOf(booking) } as const;
      return toReading(await call('readPayment', body), booking);
    },
    async capture({ booking }, context) {
      const reference = `${booking.id}/capture`;
      const body = { operation: 'capturePayment', ...modeOf(context), reference, payment: paymentOf(booking) } as const;
      return toReading(await call('capturePayment', body), booking);
    },
    async void({ booking }, context) {
      const reference = `${booking.id}/void`;
      const body = { operation: 'voidPayment', ...modeOf(context), reference, payment: paymentOf(booking) } as const;
      return toReading(await call('voidPayment', body), booking);
    },
    async refund({ booking, amount_refunded }, context) {
      const reference = `${booking.id}/refund/${amount_refunded}`;
      const changes = { reference, payment: paymentOf(booking), amount_refunded };
      return toReading(
        await call('refundPayment', { operation: 'refundPayment', ...modeOf(context), ...changes }),
        booking,
      );
    },
  };
}

/** The fields of every request that state its mode. The signature of the body covers them. */
function modeOf({ livemode, organization_id }: CallContext): CallContext {
  return { livemode, organization_id };
}

/** Returns the payment of a booking as the contract states it. */
export function paymentOf({
  id,
  payment: { reference, amount, currency },
}: PaidBooking): CardServiceRequest<'readPayment'>['payment'] {
  return { booking_id: id, payment_reference: reference, amount, currency };
}

/**
 * Returns the reading. Throws a PaymentMismatch if another amount than that of the booking is held, or more was taken. Less may have been
 * captured by hand, and is returned with the reading.
 */
function toReading(
  reading: CardServiceResult<'readPayment'>,
  { payment: { amount, currency } }: Pick<PaidBooking, 'payment'>,
): PaymentReading {
  switch (reading.status) {
    case 'requires_approval':
      return { status: reading.status, url: reading.url };
    case 'voided':
      return { status: reading.status, error_code: reading.error_code };
    case 'unknown':
      return { status: reading.status };
    case 'authorized':
    case 'captured': {
      const isPart = reading.status === 'captured' && reading.amount < amount;
      if ((reading.amount !== amount && !isPart) || reading.currency !== currency) {
        const verb = reading.status === 'captured' ? 'took' : 'holds';
        throw new PaymentMismatch(
          'amount_differs',
          `The card service ${verb} ${reading.amount} ${reading.currency}, not the ${amount} ${currency} of the booking.`,
        );
      }
      if (reading.status === 'authorized') return { status: reading.status };
      const { amount_refunded } = reading;
      return { status: reading.status, amount_refunded, ...(isPart && { amount: reading.amount }) };
    }
  }
}
