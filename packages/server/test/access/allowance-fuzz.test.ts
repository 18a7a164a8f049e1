/**
 * Random creates at once, cancellations, waits and new allowances. Compares how many creates are accepted with the bookings that
 * the API shows.
 *
 * @module-tag slow
 */
import type { Booking } from '@booking-service/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { engines, openWorldOn } from '../support/engines.ts';
import { fuzzRuns } from '../support/fuzz-runs.ts';
import { newBooking } from '../support/new-booking.ts';

// None of them fails in the response to the create, so no reservation ends while the creates run.
const venues = ['harbour_table', 'code_house', 'broken_bell', 'express_counter'] as const;

const step = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('create' as const),
      venue: fc.constantFrom(...venues),
      times: fc.integer({ min: 1, max: 6 }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('cancel' as const), index: fc.nat(20) }) },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('wait' as const), ms: fc.constantFrom(2_000, 60_000, 1_300_000) }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('allow' as const), allowance: fc.nat(6) }) },
);
const story = fc.record({ allowance: fc.nat(5), steps: fc.array(step, { minLength: 1, maxLength: 12 }) });

describe.each(engines)('%s', (engine) => {
  it('MOD-3 AUT-6: accepts exactly what confirmed bookings and those in progress leave', async () => {
    await fc.assert(
      fc.asyncProperty(story, async ({ allowance: first, steps }) => {
        await using world = await openWorldOn(engine, {
          organization: { test_allowance: first, rate_limit: 1_000_000 },
        });
        const { organization_id } = world.organization;
        const ids: string[] = [];
        const confirmed = new Set<string>();
        const counts: { readonly accepted: number; readonly expected: number }[] = [];
        let allowance = first;

        async function countInProgress(): Promise<number> {
          const found = await Promise.all(ids.map((id) => world.call<Booking>('GET', `/v1/bookings/${id}`)));
          for (const { body } of found) if (body.confirmation_code !== undefined) confirmed.add(body.id);
          return found.filter(({ body: { status } }) => ['processing', 'requires_action'].includes(status)).length;
        }

        for (const each of steps) {
          const left = Math.max(0, allowance - (await countInProgress()) - confirmed.size);
          switch (each.do) {
            case 'create': {
              const body = newBooking({ venue: each.venue, date: '2026-12-22' });
              const creates = Array.from({ length: each.times }, () =>
                world.call<Booking>('POST', '/v1/bookings', { body }),
              );
              const accepted = (await Promise.all(creates)).filter(({ status }) => status === 201);
              counts.push({ accepted: accepted.length, expected: Math.min(each.times, left) });
              ids.push(...accepted.map(({ body: { id } }) => id));
              break;
            }
            case 'cancel':
              await world.call('POST', `/v1/bookings/${ids[each.index % ids.length] ?? 'bkg_none'}/cancel`);
              break;
            case 'wait':
              await world.clock.advance(each.ms);
              break;
            case 'allow':
              allowance = each.allowance;
              await world.store.setLimits(organization_id, { test_allowance: allowance });
          }
          const reserved = await countInProgress();
          expect(await world.store.readTestAllowance(organization_id)).toEqual({
            test_allowance: allowance,
            test_confirmed: confirmed.size,
            test_reserved: Math.min(reserved, Math.max(0, allowance - confirmed.size)),
          });
        }
        expect(counts.map(({ accepted }) => accepted)).toEqual(counts.map(({ expected }) => expected));
      }),
      fuzzRuns(15),
    );
  }, 240_000);
});
