/**
 * What x-behavior and the shape of an operation imply is among its error codes, and what a flag brings stands only where
 * the flag is set. So a caller reads every refusal it can meet at the operation itself.
 */
import { answersOf, items, operations } from '../../contract.ts';
import type { Operation } from '../../contract.ts';
import type { Place, Rule } from '../../place.ts';

interface Implication {
  /** What brings the codes, as a message says it. */
  readonly cause: string;
  readonly holds: (operation: Operation) => boolean;
  readonly codes: readonly string[];
  /** Whether nothing else brings these codes, so that they must be absent where the cause is. */
  readonly isOnlyCause: boolean;
}

const implications: readonly Implication[] = [
  flag('metered', ['rate_limited']),
  flag('live_key', ['live_key_required']),
  flag('test_allowance', ['free_tier_exhausted']),
  flag('billing', ['billing_required', 'billing_check_unavailable', 'entitlement_check_unavailable']),
  {
    cause: 'x-behavior.scope',
    holds: ({ place }) => place.at('x-behavior', 'scope').value !== undefined,
    codes: [
      'unauthorized',
      'insufficient_scope',
      'org_suspended',
      'wrong_key_environment',
      'internal_error',
      'service_unavailable',
    ],
    isOnlyCause: false,
  },
  { cause: 'being called', holds: () => true, codes: ['invalid_request'], isOnlyCause: false },
  {
    cause: 'its request body',
    holds: ({ place }) => place.at('requestBody').value !== undefined,
    codes: ['payload_too_large', 'unsupported_media_type'],
    isOnlyCause: false,
  },
  {
    cause: 'its path parameter',
    holds: ({ parameters }) => parameters.some((parameter) => parameter.at('in').value === 'path'),
    codes: ['not_found'],
    isOnlyCause: false,
  },
];

export const refusalsDeclared: Rule = function* (contract) {
  for (const operation of operations(contract)) {
    const declared = declaredCodes(operation);
    for (const { cause, holds, codes, isOnlyCause } of implications) {
      for (const code of codes) {
        const answer = declared.get(code);
        if (holds(operation) && !answer) {
          const status = contract.at('x-errors', code, 'status').text();
          const message = `${operation.name} lacks ${code}, due to ${cause}: add it to the x-error-codes of its ${status}.`;
          yield { place: operation.place.at('responses', status).mention, message };
        } else if (!holds(operation) && answer && isOnlyCause) {
          const message = `${operation.name} has ${code} without ${cause}: take it out, or set the flag.`;
          yield { place: answer.mention, message };
        }
      }
    }
  }
};

function flag(name: string, codes: readonly string[]): Implication {
  const holds = ({ place }: Operation): boolean => place.at('x-behavior', name).value === true;
  return { cause: `x-behavior.${name}`, holds, codes, isOnlyCause: true };
}

/** The codes an operation declares, each with the response that does. */
function declaredCodes(operation: Operation): Map<unknown, Place> {
  return new Map(
    answersOf(operation).flatMap(({ place }) => items(place.at('x-error-codes')).map(({ value }) => [value, place])),
  );
}
