/** Integrations that record every call of each side. */
import type { CallCheck, Integrations, Provider, Sides } from '../../src/index.ts';
import { createSandboxProvider, sandboxCards, sandboxCodes, sandboxPayments } from '../../src/index.ts';
import { createManualClock } from '../../src/testing.ts';

export interface RecordedCall {
  readonly side: 'live' | 'test';
  /** `book`, `payments.open`, `billing.check`. */
  readonly call: string;
  readonly organization_id: unknown;
  /** The mode of the call, and that of its booking, if it has one. */
  readonly livemodes: readonly unknown[];
}

/** Which sides every integration has. */
export type Configured = 'live' | 'test' | 'both' | 'neither' | 'simulate';

export interface RecordedSides {
  readonly calls: RecordedCall[];
  readonly integrations: Integrations;
}

const allowing: CallCheck = { check: async () => 'allowed' };

export function recordSides(configured: Configured): RecordedSides {
  const clock = createManualClock(new Date('2026-11-21T09:30:00.000Z'));
  const calls: RecordedCall[] = [];

  function record<T extends object>(port: T, side: 'live' | 'test', prefix = ''): T {
    return new Proxy(port, {
      get(target, name) {
        const value: unknown = Reflect.get(target, name);
        if (typeof value !== 'function' || name === 'handlesVenue') return value;
        return (...args: unknown[]) => {
          calls.push({ side, call: prefix + String(name), ...readArguments(args) });
          return Reflect.apply(value, target, args) as unknown;
        };
      },
    });
  }

  const hasLive = configured !== 'test' && configured !== 'neither';
  const hasTest = configured === 'test' || configured === 'both';
  const sides = <T extends object>(port: () => T, prefix?: string): Sides<T> => ({
    ...(hasLive && { live: record(port(), 'live', prefix) }),
    ...(hasTest && { test: record(port(), 'test', prefix) }),
  });
  const providers = sides<Provider>(() => createSandboxProvider({ clock }));
  const supplier = configured === 'simulate' ? { ...providers, test: 'simulate' as const } : providers;
  return {
    calls,
    integrations: {
      suppliers: configured === 'neither' ? [] : [supplier],
      payments: sides(() => sandboxPayments, 'payments.'),
      cards: sides(() => sandboxCards, 'cards.'),
      codes: sides(() => sandboxCodes, 'codes.'),
      billing: sides(() => allowing, 'billing.'),
      entitlements: sides(() => allowing, 'entitlements.'),
    },
  };
}

function readArguments([input, context]: readonly unknown[]): Pick<RecordedCall, 'organization_id' | 'livemodes'> {
  const given = (input ?? {}) as Record<string, unknown>;
  // A check gets one argument, which names the mode of the key.
  if (context === undefined)
    return { organization_id: given['organization_id'], livemodes: [given['mode'] === 'live'] };
  const { organization_id, livemode } = context as { organization_id: unknown; livemode: unknown };
  const { livemode: ofBooking } = (given['booking'] ?? given) as { livemode?: unknown };
  return { organization_id, livemodes: ofBooking === undefined ? [livemode] : [livemode, ofBooking] };
}
