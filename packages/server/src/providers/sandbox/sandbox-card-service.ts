import { sandbox } from '@booking-service/contract';
import { Refusal } from '../../domain/refusal.ts';
import type { CardService, CardSessions } from '../card-service.ts';
import { findSandboxVenue } from './sandbox-venues.ts';

/**
 * Simulated sessions. They send nothing and accept the same code for every session. The card of the dropped destination is no
 * longer linked.
 */
export const sandboxSessions: CardSessions = {
  start: async ({ destination }) => ({
    session_reference: destination === sandbox.dropped_destination ? 'dropped' : 'linked',
  }),
  checkCode: async ({ session_reference, code }) =>
    code === sandbox.code ? { correct: true, card_reference: session_reference } : { correct: false },
  async readCard(card_reference) {
    if (card_reference === 'dropped') throw new Refusal('reconnect_required');
    return { brand: 'visa', last4: '4242', exp_month: 4, exp_year: 2030 };
  },
};

/**
 * The card service of the sandbox. The script of the venue in the contract determines every outcome. A continue counts as the
 * approval of the payment.
 */
export const sandboxCardService: CardService = {
  sessions: sandboxSessions,
  async openPayment({ booking_id, request }) {
    const code = findSandboxVenue(request.venue_id)?.payment_refusal;
    if (code) throw new Refusal(code);
    return { url: sandbox.payment_url + booking_id };
  },
  async settlePayment({ venue_id }) {
    const error_code = findSandboxVenue(venue_id)?.payment_error;
    return error_code ? { paid: false, error_code } : { paid: true };
  },
};
