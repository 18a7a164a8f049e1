/** The faults of requests to the stand-in. */
import { operations } from '../document/stripe-document.ts';
import type { StripeErrorBody } from './stripe-error.ts';

/**
 * `lose`: the effect takes place, and the connection ends without a response. `hang`: nothing takes place, and no response arrives.
 * `unreachable`: nothing takes place, and the connection ends. An error takes the place of the response, with `effect` after the
 * effect. A gate holds the request until it opens, before its effect.
 */
export type Trouble =
  | 'lose'
  | 'hang'
  | 'unreachable'
  | { readonly status: number; readonly error: StripeErrorBody; readonly effect?: boolean }
  | Gate;

export interface Gate {
  /** Resolves when the request has arrived. */
  readonly arrived: Promise<void>;
  readonly arrive: () => void;
  readonly opened: Promise<void>;
  readonly open: () => void;
}

export function createGate(): Gate {
  const arrival = Promise.withResolvers<void>();
  const opening = Promise.withResolvers<void>();
  return {
    arrived: arrival.promise,
    arrive: arrival.resolve,
    opened: opening.promise,
    open: opening.resolve,
  };
}

export interface Troubles {
  /** The next `times` requests of this operation get trouble. Default: 1. */
  readonly add: (operation: string, trouble: Trouble, times?: number) => void;
  /** Takes the trouble of the next request. */
  readonly take: (operation: string) => Trouble | undefined;
}

export function createTroubles(): Troubles {
  const troubles = new Map<string, Trouble[]>();
  return {
    add(operation, trouble, times = 1) {
      if (!operations.includes(operation)) throw new Error(`Unknown: ${operation}`);
      troubles.set(operation, [...(troubles.get(operation) ?? []), ...Array.from({ length: times }, () => trouble)]);
    },
    take: (operation) => troubles.get(operation)?.shift(),
  };
}
