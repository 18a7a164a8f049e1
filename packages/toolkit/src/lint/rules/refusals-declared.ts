/**
 * An operation documents every error code that its x-behavior, its parameters and its body cause. A code that only a flag of
 * x-behavior causes is documented only if the flag is set. So each operation lists all of its refusals.
 */
import { responsesOf, items, operations } from '../contract.ts';
import type { Operation } from '../contract.ts';
import type { Place, Rule } from '../place.ts';

interface Implication {
  /** The cause of the codes, for messages. */
  readonly cause: string;
  readonly holds: (operation: Operation) => boolean;
  readonly codes: readonly string[];
  /** True if the codes have no other cause. Then they must be absent if the cause is absent. */
  readonly isOnlyCause: boolean;
}

const implications: readonly Implication[] = [
  flag('live_key', ['live_key_required']),
  {
    cause: 'x-behavior.scope',
    holds: ({ place }) => place.at('x-behavior', 'scope').value !== undefined,
    codes: [
      'unauthorized',
      // Also of an operation that no window counts: the requests of an organization in progress are limited (LIM-7).
      'rate_limited',
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

export const refusalsDeclared: Rule = function* (contract, { flags = {} }) {
  const all = [...implications, ...Object.entries(flags).map(([name, codes]) => flag(name, codes))];
  for (const operation of operations(contract)) {
    const declared = declaredCodes(operation);
    for (const { cause, holds, codes, isOnlyCause } of all) {
      for (const code of codes) {
        const declaring = declared.get(code);
        if (holds(operation) && !declaring) {
          const status = contract.at('x-errors', code, 'status').text();
          const message = `${operation.name} lacks ${code}, due to ${cause}. Add it to the x-error-codes of its ${status}.`;
          yield { place: operation.place.at('responses', status).mention, message };
        } else if (!holds(operation) && declaring && isOnlyCause) {
          const message = `${operation.name} has ${code} without ${cause}. Remove it, or set the flag.`;
          yield { place: declaring.mention, message };
        }
      }
    }
  }
};

function flag(name: string, codes: readonly string[]): Implication {
  const holds = ({ place }: Operation): boolean => place.at('x-behavior', name).value === true;
  return { cause: `x-behavior.${name}`, holds, codes, isOnlyCause: true };
}

/** The codes that an operation documents, each with its response. */
function declaredCodes(operation: Operation): Map<unknown, Place> {
  return new Map(
    responsesOf(operation).flatMap(({ place }) => items(place.at('x-error-codes')).map(({ value }) => [value, place])),
  );
}
