/**
 * The conformance check of a provider: scenarios against a real one, through the port that the service uses.
 *
 * The scenarios run one after the other. Later ones use what earlier ones found: a venue, its slots, a booking. Every booking that
 * a scenario makes is released at the end, also after a failure, so that a check leaves nothing reserved.
 * A provider with an address is also reached through a relay that loses, holds back and replaces its responses.
 */
import { Broken, Unchecked } from '@booking-service/conformance/verdict';
import type { Booking } from '@booking-service/contract';
import { openBooking } from '../../domain/booking.ts';
import { randomId } from '@booking-service/kernel/contract';
import { Refusal } from '../../domain/refusal.ts';
import { providerWithDeadline } from '../../providers/ports.ts';
import { type CheckResult, runScenario } from '../checks/run-scenario.ts';
import { requestFor, type ProviderCheck, type ProviderCheckOptions } from './provider-check.ts';
import { scenariosOf } from './scenarios.ts';

const maxAttempts = 20;
const maxPause_seconds = 60;
/** The organization that the calls of a check name. */
const checkingOrganization = 'org_provider_check';

/** Runs every scenario. Never rejects because of the provider. */
export async function checkProvider(options: ProviderCheckOptions): Promise<CheckResult[]> {
  const made: Booking[] = [];
  const check = createCheck(options, made);
  const results: CheckResult[] = [];
  for (const [scenario, run] of Object.entries(scenariosOf(options.provider)))
    results.push(await runScenario(scenario, () => run(check)));
  results.push(await runScenario('clean up', () => releaseAll(check, made)));
  return results;
}

/** `made` receives every booking that a scenario may make. */
function createCheck(
  { provider, clock, livemode = false, live, ...given }: ProviderCheckOptions,
  made: Booking[],
): ProviderCheck {
  const guarded = providerWithDeadline(provider, clock);
  const relayed = given.relayed && { ...given.relayed, provider: providerWithDeadline(given.relayed.provider, clock) };
  const { pause = (seconds) => new Promise<void>((done) => void clock.after(seconds * 1000, done)) } = given;
  const slots: ProviderCheck['slots'] = [];

  const context = { organization_id: checkingOrganization, livemode };
  const liveSide = live && { provider: providerWithDeadline(live, clock), context: { ...context, livemode: true } };

  const book: ProviderCheck['book'] = (booking, { attempt = 1, through = guarded } = {}) =>
    through.book({ booking, reference: `${booking.id}/1`, step: 1, attempt, answer: undefined }, context);

  const confirm: ProviderCheck['confirm'] = async (booking, through = guarded) => {
    let paused = 0;
    for (let attempt = 1; attempt <= maxAttempts; attempt += 1) {
      const outcome = await book(booking, { attempt, through });
      switch (outcome.outcome) {
        case 'confirmed':
          return outcome;
        case 'failed':
          throw new Broken(`the booking failed with ${outcome.error_code}`);
        case 'requires_action':
          throw new Unchecked(`it needs an input: ${outcome.next_action.type}`);
        case 'pending': {
          const seconds = Math.max(1, outcome.retry_after_seconds);
          paused += seconds;
          if (paused > maxPause_seconds) throw new Broken(`it is pending for longer than ${maxPause_seconds} s`);
          await pause(seconds);
        }
      }
    }
    throw new Broken(`it is still pending after ${maxAttempts} requests`);
  };

  return {
    ...given,
    context,
    live: liveSide,
    provider: guarded,
    relayed,
    clock,
    slots,
    book,
    confirm,
    newBooking() {
      const slot = slots.shift();
      if (!slot) throw new Unchecked('no slot is left to book');
      const opening = { id: randomId('bkg'), provider: provider.name, livemode, request: requestFor(slot) };
      const { booking } = openBooking(opening, clock.now());
      made.push(booking);
      return booking;
    },
    async refusalOf(call) {
      try {
        await call;
        return undefined;
      } catch (error) {
        if (error instanceof Refusal) return error;
        throw error;
      }
    },
  };
}

async function releaseAll(
  { provider, context }: Pick<ProviderCheck, 'provider' | 'context'>,
  bookings: readonly Booking[],
): Promise<string> {
  for (const booking of bookings) await provider.release({ ...booking, status: 'cancelled' }, context);
  return `${bookings.length} bookings released`;
}
