import { demand } from '../verdict.ts';
import type { Check } from '../check.ts';
import { demandRefusal } from './refusal.ts';

const external = { payment_collection: 'cardservice_external' };

/** Refusals of the call, by the magic venue. */
const onTheCall = [
  ['no_card_service', 403, 'cardservice_disabled'],
  ['vault_down', 503, 'vault_unavailable'],
  ['payment_setup', 502, 'payment_setup_failed'],
] as const;

/** Codes of failed bookings, by the magic venue. */
const onTheBooking = [
  ['payment_declined', 'payment_declined'],
  ['approval_expired', 'payment_approval_expired'],
  ['outcome_unknown', 'payment_outcome_unknown'],
  ['replay_failed', 'payment_replay_failed'],
  ['card_declined', 'card_declined'],
] as const;

/** Externally collected card payments that do not succeed. */
export const paymentChecks: readonly Check[] = [
  {
    rules: ['CRD-1', 'CRD-2'],
    title: 'a payment that cannot begin refuses the create',
    async run(service) {
      const seen: string[] = [];
      for (const [venue, status, code] of onTheCall) {
        const body = await service.newBooking(await service.magicVenue(venue), external);
        seen.push(demandRefusal(await service.call('createBooking', { body }), status, code));
      }
      return seen.join(', ');
    },
  },
  {
    rules: ['CRD-1', 'CRD-2'],
    title: 'a payment that fails fails the booking',
    async run(service) {
      for (const [venue, code] of onTheBooking) {
        const { id } = await service.create(await service.magicVenue(venue), external);
        await service.waitFor(id, 'requires_action');
        await service.call('continueBooking', { id, body: { type: 'authorize_payment' } });
        const { error_code } = await service.waitFor(id, 'failed');
        demand(error_code === code, `at ${venue} the booking failed with ${error_code}`);
      }
      return onTheBooking.map(([, code]) => code).join(', ');
    },
  },
];
