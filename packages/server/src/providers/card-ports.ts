/** Bounds the calls of the payment service, the card vault and the code sender, as providerWithDeadline does for a provider. */
import { limits } from '@booking-service/contract';
import type { EveryField } from '@booking-service/kernel/contract';
import { mask } from '@booking-service/kernel/log';
import { type Clock, withDeadline } from '@booking-service/kernel/time';
import { checkCard, checkCardReference, checkOpenPayment, checkReading, checkSending } from './check-card-result.ts';
import type { CardVault, CodeSender, PaymentService } from './integrations.ts';

type Within = <T>(begin: () => Promise<T>) => Promise<T>;

/** A call that exceeds provider_timeout_seconds rejects with a DeadlineError, and every result is checked against the port. */
export function paymentsWithDeadline(payments: PaymentService, clock: Pick<Clock, 'after'>): PaymentService {
  const within: Within = (begin) => withDeadline(clock, limits.provider_timeout_seconds, begin);
  return {
    open: (payment, context) => within(async () => checkOpenPayment(await payments.open(payment, context))),
    read: (payment, context) => within(async () => checkReading(await payments.read(payment, context))),
    capture: (payment, context) => within(async () => checkReading(await payments.capture(payment, context))),
    void: (payment, context) => within(async () => checkReading(await payments.void(payment, context))),
    refund: (payment, context) => within(async () => checkReading(await payments.refund(payment, context))),
  } satisfies EveryField<PaymentService>;
}

/** Wraps the card vault in the same way. */
export function cardsWithDeadline(cards: CardVault, clock: Pick<Clock, 'after'>): CardVault {
  const within: Within = (begin) => withDeadline(clock, limits.provider_timeout_seconds, begin);
  return {
    findCard: (person, context) => within(async () => checkCardReference(await cards.findCard(person, context))),
    readCard: (reference, context) => within(async () => checkCard(await cards.readCard(reference, context))),
  } satisfies EveryField<CardVault>;
}

/** Wraps the code sender in the same way. No error that it rejects with contains the code. */
export function codesWithDeadline(codes: CodeSender, clock: Pick<Clock, 'after'>): CodeSender {
  const within: Within = (begin) => withDeadline(clock, limits.provider_timeout_seconds, begin);
  return {
    channels: codes.channels,
    send: (message, context) =>
      within(async () => {
        try {
          return checkSending(await codes.send(message, context));
        } catch (error) {
          throw withoutText(error, message.code);
        }
      }),
  } satisfies EveryField<CodeSender>;
}

/** Returns a copy of an error and its causes, in which the text is masked. Other fields of the error are left out. */
function withoutText(error: unknown, text: string, depth = 0): Error {
  const hide = (given: string) => given.replaceAll(text, mask);
  if (!(error instanceof Error)) return new Error(hide(String(error)));
  const { name, message, stack = '', cause } = error;
  const causes = cause === undefined || depth === maxCauses ? {} : { cause: withoutText(cause, text, depth + 1) };
  return Object.assign(new Error(hide(message), causes), { name, stack: hide(stack) });
}

/** An error may be its own cause. */
const maxCauses = 5;
