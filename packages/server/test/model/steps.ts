/** The steps of a random caller, as plain data that prints readably. */
import fc from 'fast-check';
import type { BookingCall } from './explain.ts';
import { type Input, venueScripts } from './model-booking.ts';

/**
 * A booking is identified by its position in the order of creation. A number past the last starts again at the first, and -1 is
 * the last one.
 */
export type Step =
  | {
      readonly do: 'create';
      readonly venue_id: string;
      readonly payment: boolean;
      readonly key?: number | undefined;
      /** The number of concurrent requests. */
      readonly times: number;
    }
  /** One request or several concurrent ones, while the clock advances. */
  | { readonly do: 'call'; readonly booking: number; readonly calls: readonly BookingCall[]; readonly clock?: Clock }
  | { readonly do: 'clock'; readonly clock: Clock; readonly booking: number };

export type Clock = number | 'its last millisecond' | 'its expiry';

const call: fc.Arbitrary<BookingCall> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ call: fc.constant('cancel' as const) }) },
  { weight: 2, arbitrary: fc.record({ call: fc.constant('read' as const) }) },
  {
    weight: 3,
    arbitrary: fc.record({ call: fc.constant('modify' as const), party_size: fc.integer({ min: 3, max: 8 }) }),
  },
  ...(['right code', 'wrong code', 'approval'] as const).map((input) => ({
    weight: 4,
    arbitrary: fc.record({ call: fc.constant('continue' as const), input: fc.constant(input) }),
  })),
);

const booking = fc.nat({ max: 3 });
const codeVenues = venueScripts.filter(({ asks }) => asks).map(({ id }) => id);
const atOnce = venueScripts.filter(({ at_once }) => at_once).map(({ id }) => id);
const venue_id = fc.oneof(
  { weight: 2, arbitrary: fc.constantFrom(...venueScripts.map(({ id }) => id)) },
  { weight: 1, arbitrary: fc.constantFrom(...codeVenues, ...atOnce) },
);

const create: fc.Arbitrary<Step> = fc.record({
  do: fc.constant('create' as const),
  venue_id,
  payment: fc.boolean(),
  key: fc.option(fc.nat({ max: 1 }), { nil: undefined }),
  times: fc.oneof({ weight: 3, arbitrary: fc.constant(1) }, { weight: 1, arbitrary: fc.integer({ min: 2, max: 4 }) }),
});

const single: fc.Arbitrary<Step> = fc.record({
  do: fc.constant('call' as const),
  booking,
  calls: fc.tuple(call),
});

const concurrent: fc.Arbitrary<Step> = fc
  .record({
    do: fc.constant('call' as const),
    booking,
    calls: fc.array(call, { minLength: 1, maxLength: 4 }),
    clock: fc.constantFrom<Clock[]>(0, 2000, 2000, 'its expiry'),
  })
  // A modification waits for its provider. Another test covers an advance past the provider's deadline.
  .map((step) => (step.calls.some((each) => each.call === 'modify') ? { ...step, clock: 0 } : step));

const clock: fc.Arbitrary<Step> = fc.record({
  do: fc.constant('clock' as const),
  clock: fc.oneof(
    { weight: 3, arbitrary: fc.constant<Clock>(2_000) },
    fc.constantFrom<Clock[]>(30_000, 5 * 60_000, 20 * 60_000, 20 * 60_000 + 1, 25 * 60_000),
    { weight: 2, arbitrary: fc.constantFrom<Clock[]>('its last millisecond', 'its expiry') },
  ),
  booking,
});

/** A caller who approves the payment if there is one, then guesses codes and gives the provider time between them. */
const guessing: fc.Arbitrary<readonly Step[]> = fc
  .record({ venue_id: fc.constantFrom(...codeVenues), payment: fc.boolean(), guesses: fc.integer({ min: 1, max: 4 }) })
  .map(({ venue_id: asks, payment, guesses }) => {
    const inputs = [...(payment ? ['approval' as const] : []), ...Array<Input>(guesses).fill('wrong code')];
    return [
      { do: 'create', venue_id: asks, payment, times: 1 },
      { do: 'clock', booking: -1, clock: 4_000 },
      ...inputs.flatMap((input): Step[] => [
        { do: 'call', booking: -1, calls: [{ call: 'continue', input }] },
        { do: 'clock', booking: -1, clock: 4_000 },
      ]),
    ];
  });

const sequenceOf = (step: fc.Arbitrary<Step>) => step.map((each): readonly Step[] => [each]);

/** A random sequence of steps. It begins with a create. */
export const steps: fc.Arbitrary<readonly Step[]> = fc
  .tuple(
    sequenceOf(create),
    fc.array(
      fc.oneof(
        { weight: 4, arbitrary: sequenceOf(create) },
        { weight: 10, arbitrary: sequenceOf(single) },
        { weight: 10, arbitrary: sequenceOf(concurrent) },
        { weight: 8, arbitrary: sequenceOf(clock) },
        { weight: 1, arbitrary: guessing },
      ),
      { maxLength: 20, size: 'max' },
    ),
  )
  .map(([first, more]) => printed([first, ...more].flat()));

/** Returns the same steps, printed one per line if they fail. */
function printed(sequence: readonly Step[]): readonly Step[] {
  const lines = sequence.map((step) => `\n  ${JSON.stringify(step)}`);
  return Object.assign(sequence, { [fc.toStringMethod]: () => `[${lines.join(',')}\n]` });
}
