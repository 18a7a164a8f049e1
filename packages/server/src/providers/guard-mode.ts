/**
 * Binds a port to one mode. A call that names the other mode, or a booking of the other mode, rejects and reaches nothing (MOD-1).
 * The registry picks the side; this guard holds even if a caller picks the wrong one, and no adapter has to check it.
 */
import type { CallCheck } from './billing.ts';

/** Methods that make no call. */
const localMethods: ReadonlySet<string | symbol> = new Set(['handlesVenue']);

/** Wraps a provider or a card service, whose methods take the CallContext as their second argument. */
export function guardMode<T extends object>(port: T, livemode: boolean): T {
  return new Proxy(port, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name);
      if (typeof value === 'object' && value !== null) return guardMode(value, livemode);
      if (typeof value !== 'function') return value;
      const call = (args: unknown[]): unknown => Reflect.apply(value, target, args);
      if (localMethods.has(name)) return (...args: unknown[]) => call(args);
      return async (...args: unknown[]) => {
        const [input, context] = args;
        if (modeOf(context) !== livemode || (modeOf(bookingOf(input)) ?? livemode) !== livemode) {
          throw wrongMode(String(name), livemode);
        }
        return call(args);
      };
    },
  });
}

/** Wraps a billing or entitlement check. */
export function guardCheck(check: CallCheck, livemode: boolean): CallCheck {
  return {
    async check(call) {
      if ((call.mode === 'live') !== livemode) throw wrongMode('check', livemode);
      return check.check(call);
    },
  };
}

/** Returns the booking that the first argument is or has. */
function bookingOf(input: unknown): unknown {
  return isObject(input) && 'booking' in input ? input['booking'] : input;
}

function modeOf(value: unknown): unknown {
  return isObject(value) ? value['livemode'] : undefined;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

function wrongMode(method: string, livemode: boolean): Error {
  const [side, other] = livemode ? ['live', 'test'] : ['test', 'live'];
  return new Error(`${method} of a ${side} side was called for a ${other} key. Nothing was sent.`);
}
