/**
 * The conformance check of a card service: scenarios against a real one, through the ports that the service uses.
 *
 * The scenarios run one after the other. The first ones open a payment and have it approved: a test side may simulate the person, and
 * otherwise a person approves at the page. Every payment is ended after the check, also after a failure: voided, or refunded in full.
 */
import { Broken, Unchecked } from '@booking-service/conformance/verdict';
import { randomId } from '@booking-service/kernel/contract';
import { openBooking } from '../../domain/booking.ts';
import { approvalEnd, openPayment, type PaidBooking } from '../../domain/payment.ts';
import { cardsWithDeadline, paymentsWithDeadline } from '../../providers/card-ports.ts';
import { paymentOf } from '../../providers/http/http-payments.ts';
import type { PaymentService } from '../../providers/integrations.ts';
import { postSigned } from '../checks/request-scenarios.ts';
import { type CheckResult, runScenario } from '../checks/run-scenario.ts';
import type { CardCheckOptions, PaymentCheck } from './card-check.ts';
import { paymentScenarios, price } from './payment-scenarios.ts';
import { vaultScenarios } from './vault-scenarios.ts';

/** The organization that the calls of a check name. */
const organization_id = 'org_card_service_check';
const poll_seconds = 2;

/** Runs every scenario. Never rejects because of the card service. */
export async function checkCardService(options: CardCheckOptions): Promise<CheckResult[]> {
  const { payments, cards, clock, cardsHttp } = options;
  const results: CheckResult[] = [];
  if (payments) {
    const made: PaidBooking[] = [];
    const check = createCheck({ ...options, payments }, made);
    for (const [scenario, run] of Object.entries(paymentScenarios)) {
      results.push(await runScenario(scenario, () => run(check)));
    }
    results.push(await runScenario('clean up', () => endAll(check, made)));
  }
  if (cards) {
    // Sessions need a live key, so the cards have a live side only.
    const context = { organization_id, livemode: true };
    const check = { cards: cardsWithDeadline(cards, clock), context, clock, http: cardsHttp };
    for (const [scenario, run] of Object.entries(vaultScenarios)) {
      results.push(await runScenario(`cards: ${scenario}`, () => run(check)));
    }
  }
  return results;
}

/** `made` receives every booking whose payment a scenario opens. */
function createCheck(
  { payments, clock, livemode = false, http, relayed, show, ...given }: CardCheckOptions & { payments: PaymentService },
  made: PaidBooking[],
): PaymentCheck {
  const { pause = (seconds) => new Promise<void>((done) => void clock.after(seconds * 1000, done)) } = given;
  const guarded = paymentsWithDeadline(payments, clock);
  const context = { organization_id, livemode };

  const openFor: PaymentCheck['openFor'] = async (id, through = guarded) => {
    const { booking } = openBooking({ id, provider: 'check', livemode, request, price }, clock.now());
    const toOpen = { booking_id: id, request, price, expires_at: approvalEnd(booking) };
    const { reference } = await through.open(toOpen, context);
    const paid = { ...booking, payment: openPayment(price, reference) };
    made.push(paid);
    return paid;
  };

  const simulates = async (booking: PaidBooking, decision: 'approved' | 'declined'): Promise<boolean> => {
    if (!http) return false;
    const body = { operation: 'simulateApproval', livemode, organization_id, payment: paymentOf(booking), decision };
    const status = await postSigned({ ...http, clock }, '/payments/simulate-approval', body);
    if (status !== 200 && status !== 404) throw new Broken(`simulateApproval responds with ${status}`);
    return status === 200;
  };

  return {
    payments: guarded,
    context,
    clock,
    http,
    relayed: relayed && { ...relayed, payments: paymentsWithDeadline(relayed.payments, clock) },
    openFor,
    open: (through) => openFor(randomId('bkg'), through),
    async simulate(booking, decision) {
      if (await simulates(booking, decision)) return;
      throw new Unchecked('the card service simulates no approvals');
    },
    async approve(booking) {
      if (await simulates(booking, 'approved')) return 'by simulation';
      if (!show) throw new Unchecked('the card service simulates no approvals');
      for (let isShown = false; ; isShown = true) {
        const reading = await guarded.read({ booking }, context);
        if (reading.status !== 'requires_approval') return 'by a person';
        if (!isShown) show(`Approve the payment at ${reading.url}. The check goes on afterwards.`);
        if (clock.now().getTime() > Date.parse(approvalEnd(booking)))
          throw new Broken('the payment was not approved in time');
        await pause(poll_seconds);
      }
    },
  };
}

/** Voids what was not captured, and refunds the rest. */
async function endAll({ payments, context }: PaymentCheck, made: readonly PaidBooking[]): Promise<string> {
  for (const booking of made) {
    const { status } = await payments.void({ booking }, context);
    if (status === 'captured') await payments.refund({ booking, amount_refunded: price.amount }, context);
  }
  return `${made.length} payments ended`;
}

const guest = { first_name: 'Card', last_name: 'Check', email: 'card-check@example.com' } as const;
const request = { venue_id: 'ven_card_check', slot_id: 'slt_card_check', party_size: 2, guest };
