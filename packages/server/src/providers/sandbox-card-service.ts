import { sandbox } from '@booking-service/contract';
import { Refusal } from '../domain/refusal.ts';
import type { CardService } from './card-service.ts';
import { findSandboxVenue } from './sandbox-venues.ts';

/** The card service of the sandbox: the venue's script in the contract decides; continue counts as the approval. */
export const sandboxCardService: CardService = {
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
