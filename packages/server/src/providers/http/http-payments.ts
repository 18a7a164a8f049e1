/**
 * The payments of a card service behind HTTP. Each method of the port is one signed POST. The amount that the card service states is
 * compared with that of the booking, so that a mistake there confirms no booking.
 */
import type { CardServiceRequest, CardServiceResult } from '@booking-service/contract/card-service';
import { type PaidBooking, PaymentMismatch, type PaymentReading } from '../../domain/payment.ts';
import type { PaymentService } from '../integrations.ts';
import type { CallContext } from '../provider.ts';
import { type CardServiceCalls, createCardServiceCalls, type HttpCardServiceOptions } from './card-service-calls.ts';

/** Creates the payment service. It connects at its first call. Throws if the secret is blank. */
export function createHttpPayments(options: HttpCardServiceOptions): PaymentService {
  return paymentsOf(createCardServiceCalls(options));
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
export function toReading(
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
