/** Card services with one fault each, and the failure by which the check finds it. */
import {
  findPayment,
  openOne,
  readingOf,
  refusal,
  type CardState,
  type Fields,
  type Replaced,
  type TestPayment,
} from './test-card-service.ts';

interface Fault {
  readonly fault: string;
  readonly replaced: Replaced;
  /** The scenario and the begin of its detail. */
  readonly finds: string;
}

/** A change of a payment without the checks of the card service. */
const changing = (change: (payment: TestPayment, request: Fields) => void) => (request: Fields, state: CardState) => {
  const found = findPayment(request, state);
  if ('body' in found) return found;
  change(found, request);
  return readingOf(found);
};

export const paymentFaults: readonly Fault[] = [
  {
    fault: 'takes the amount at each capture',
    replaced: {
      operations: {
        capturePayment: changing((payment) => {
          if (payment.status === 'authorized' || payment.status === 'captured') {
            Object.assign(payment, { status: 'captured', taken: payment.taken + payment.amount });
          }
        }),
      },
    },
    finds: 'repeated capture: The card service took 400 EUR, not the 200 EUR of the booking.',
  },
  {
    fault: 'adds each refund to the others',
    replaced: {
      operations: {
        refundPayment: changing((payment, { amount_refunded }) => {
          payment.amount_refunded += Number(amount_refunded);
        }),
      },
    },
    finds: 'repeated refund: it has refunded 100, not 50 EUR',
  },
  {
    fault: 'lowers the sum of the refunds',
    replaced: {
      operations: {
        refundPayment: changing((payment, { amount_refunded }) => {
          payment.amount_refunded = Number(amount_refunded);
        }),
      },
    },
    finds: 'refund of less: it has refunded 50, not 120 EUR',
  },
  {
    fault: 'refunds everything at once',
    replaced: {
      operations: {
        refundPayment: changing((payment) => {
          payment.amount_refunded = payment.amount;
        }),
      },
    },
    finds: 'partial refund: it has refunded 200, not 50 EUR',
  },
  {
    fault: 'refunds more than it took',
    replaced: {
      operations: {
        refundPayment: changing((payment, { amount_refunded }) => {
          payment.amount_refunded = Math.max(payment.amount_refunded, Number(amount_refunded));
        }),
      },
    },
    finds: 'refund above the amount: it accepts a refund above the amount',
  },
  {
    fault: 'voids a captured payment',
    replaced: {
      operations: {
        voidPayment: changing((payment) => {
          Object.assign(payment, { status: 'voided', error_code: 'payment_approval_expired' });
        }),
      },
    },
    finds: 'void after capture: a captured payment is voided',
  },
  {
    fault: 'voids nothing',
    replaced: { operations: { voidPayment: changing(() => undefined) } },
    finds: 'void: a voided payment is requires_approval',
  },
  {
    fault: 'approves a voided payment',
    replaced: {
      operations: {
        simulateApproval: changing((payment) => {
          payment.status = 'authorized';
        }),
      },
    },
    finds: 'approval after void: a payment that was approved after its void is authorized',
  },
  {
    fault: 'captures a voided payment',
    replaced: {
      operations: {
        capturePayment: changing((payment) => {
          if (payment.status !== 'requires_approval') {
            Object.assign(payment, { status: 'captured', taken: payment.amount });
          }
        }),
      },
    },
    finds: 'void of an approved payment: a payment that was captured after its void is captured',
  },
  {
    fault: 'captures without an approval',
    replaced: {
      operations: {
        capturePayment: changing((payment) => {
          if (payment.status !== 'voided') Object.assign(payment, { status: 'captured', taken: payment.amount });
        }),
      },
    },
    finds: 'capture without approval: it captures a payment without an approval',
  },
  {
    fault: 'opens a payment at each request',
    replaced: { operations: { openPayment: openOne } },
    finds: 'repeated open: a repeated open has other payments: pay_2, pay_3',
  },
  {
    fault: 'opens another payment after a lost response',
    replaced: { operations: { openPayment: openOne } },
    finds: 'lost open: a repeated open has other payments:',
  },
  {
    fault: 'opens two payments for requests at once',
    replaced: {
      operations: {
        async openPayment(request, state) {
          const known = state.opened.get(String(request['reference']));
          if (known !== undefined) {
            return { status: 200, body: { payment_reference: known, url: `${state.url}/pay/${known}` } };
          }
          // Long enough for the other requests to arrive.
          for (let turn = 0; turn < 500; turn += 1) await new Promise((done) => setImmediate(done));
          const opened = openOne(request, state);
          state.opened.set(String(request['reference']), String(Reflect.get(Object(opened.body), 'payment_reference')));
          return opened;
        },
      },
    },
    finds: 'opens at once: a repeated open has other payments:',
  },
  {
    fault: 'ignores the amount of a request',
    replaced: {
      find: ({ payment }, { payments }) =>
        payments.get(String((payment as Fields)['payment_reference'])) ?? refusal(404, 'not_found'),
    },
    finds: 'capture of another amount: it responds with 200, not 400, to a capture of another amount',
  },
  {
    fault: 'holds another amount',
    replaced: { operations: { openPayment: (request, state) => openOne({ ...request, amount: 20_000 }, state) } },
    finds: 'capture: ',
  },
  {
    fault: 'fails for an unknown payment',
    replaced: {
      find(request, state) {
        const found = findPayment(request, state);
        return 'body' in found && found.status === 404 ? refusal(500, 'internal_error') : found;
      },
    },
    finds: 'unknown payment: it responds with 500, not 404',
  },
  {
    fault: 'loses what the person declined',
    replaced: { operations: { simulateApproval: changing((payment) => void (payment.status = 'authorized')) } },
    finds: 'declined: a declined payment is authorized',
  },
  {
    fault: 'serves both modes',
    replaced: { servesMode: () => true },
    finds: 'other mode: it responds with 200, not 400, to a request of the other mode',
  },
  {
    fault: 'serves live requests at its test side',
    replaced: { servesMode: (livemode) => livemode === true },
    finds: 'open: The card service failed at openPayment: status 400.',
  },
  {
    fault: 'accepts any signature',
    replaced: { verify: () => true },
    finds: 'wrong signature: it responds with 200, not 401',
  },
  {
    fault: 'accepts requests without a signature',
    replaced: { verify: (header) => header === 'undefined' || /^t=\d+,v1=/.test(header) },
    finds: 'missing signature: it responds with 200, not 401',
  },
  {
    fault: 'accepts every operation at a path',
    replaced: { accepts: () => true },
    finds: 'body of another operation: it responds with 200, not 400',
  },
];

/** The same for cards. */
export const cardFaults: readonly Fault[] = [
  {
    fault: 'are those of another person',
    replaced: { operations: { findCard: () => ({ status: 200, body: { card_reference: 'card_1' } }) } },
    finds: 'cards: unknown person: it has a card of a person who does not exist',
  },
  {
    fault: 'exist for every reference',
    replaced: {
      operations: {
        readCard: () => ({ status: 200, body: { brand: 'visa', last4: '4242', exp_month: 4, exp_year: 2030 } }),
      },
    },
    finds: 'cards: unknown card: it has a card that does not exist',
  },
  {
    fault: 'fail for an unknown reference',
    replaced: { operations: { readCard: () => refusal(404, 'not_found') } },
    finds: 'cards: unknown card: The card service failed at readCard: status 404.',
  },
  {
    fault: 'are shown to anybody',
    replaced: { verify: () => true },
    finds: 'cards: missing signature: it responds with 200, not 401',
  },
  {
    fault: 'are shown to test keys',
    replaced: { servesMode: () => true },
    finds: 'cards: other mode: it responds with 200, not 400',
  },
];
