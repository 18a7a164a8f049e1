/**
 * The conformance check of a card service: scenarios against a real one, through the ports that the service uses.
 *
 * The scenarios run one after the other. The first ones open a payment and have it approved: a test side may simulate the person, and
 * otherwise a person approves at the page. Every payment is ended after the check, also after a failure: voided, or refunded in full.
 */
import { Broken, Unchecked } from '@booking-service/conformance/verdict';
import { randomId } from '@booking-service/kernel/contract';
import type { KeyMode } from '@booking-service/contract';
import { openBooking } from '../../domain/booking.ts';
import { approvalEnd, openPayment, type PaidBooking } from '../../domain/payment.ts';
import { cardsWithDeadline, paymentsWithDeadline } from '../../providers/card-ports.ts';
import { paymentOf } from '../../providers/http/card-service.ts';
import type { PaymentService, Sides } from '../../providers/integrations.ts';
import { postSigned, startRelay } from './request-scenarios.ts';
import { type CheckResult, runScenario } from './run-scenario.ts';
import {
  type CardCheckOptions,
  type HttpSide,
  type PaymentCheck,
  paymentScenarios,
  price,
  vaultScenarios,
} from './card-scenarios.ts';
import { isSuppliersFile, loadIntegrations } from '../service/load-integrations.ts';
import { StartError } from '../start-error.ts';
import { createCardSide, createPaymentSide, readCardSides, readPaymentSides } from '../suppliers/service-types.ts';
import type { TypedEntry } from '../suppliers/integration-type.ts';
import { openSuppliersFile, type SuppliersGiven } from '../suppliers/load-suppliers.ts';

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

export interface CardServiceToCheck extends SuppliersGiven {
  /** The file of --providers: a list of suppliers, or a module. */
  readonly file: string;
  /** True if the payments are checked on the live side. */
  readonly livemode: boolean;
  /** Shows a text to the person who approves a payment. */
  readonly show: (text: string) => void;
}

/** Checks a side of `payments`, and `cards`. Throws a StartError if the file has no such side. */
export async function checkConfigured(given: CardServiceToCheck): Promise<CheckResult[]> {
  const { file, livemode, clock, log, show } = given;
  const mode = livemode ? 'live' : 'test';
  if (!isSuppliersFile(file)) {
    const { payments, cards } = await loadIntegrations(file, { clock, log });
    const side = sideToCheck<PaymentService>(payments, { file, mode, hasCards: cards !== undefined });
    return checkCardService({ payments: side, cards: cards?.live, clock, livemode, show });
  }
  const yaml = openSuppliersFile(file, given);
  yaml.check(yaml.value, { type: 'object', description: 'an object with the keys payments and cards' }, []);
  const cards = readCardSides(yaml)?.live;
  const side = sideToCheck(readPaymentSides(yaml), { file, mode, hasCards: cards !== undefined });
  const options = {
    payments: side && (await createPaymentSide(side, { livemode, clock })),
    cards: cards && (await createCardSide(cards, { livemode: true, clock })),
    http: side && httpOf(side),
    cardsHttp: cards && httpOf(cards),
    clock,
    livemode,
    show,
  };
  if (!side || !options.http) return checkCardService(options);
  await using relay = await startRelay(options.http.url);
  const through = { ...side, fields: { ...side.fields, url: relay.url } };
  const relayed = { relay, payments: await createPaymentSide(through, { livemode, clock }) };
  return await checkCardService({ ...options, relayed });
}

/** Returns the side of the payments. Undefined if the file has cards only. */
function sideToCheck<Side>(
  payments: Sides<Side> | undefined,
  { file, mode, hasCards }: { file: string; mode: KeyMode; hasCards: boolean },
): Side | undefined {
  const side = payments?.[mode];
  if (side || (!payments && hasCards)) return side;
  if (!payments) throw new StartError(`${file} has neither payments nor cards.`, { exitCode: 2 });
  const other =
    mode === 'test'
      ? 'Add its test settings, or check the live side with --live, which takes money and returns it.'
      : 'Check the test side without --live.';
  throw new StartError(`The payments of ${file} have no ${mode} side. ${other}`, { exitCode: 2 });
}

function httpOf({ type, fields: { url, secret } }: TypedEntry): HttpSide | undefined {
  return type === 'http' && typeof url === 'string' && typeof secret === 'string' ? { url, secret } : undefined;
}
