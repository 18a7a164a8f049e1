/**
 * The points at which the service is killed: between any two steps of its own and of the supplier. The supplier reaches the first ones in the
 * process that survives; at "before" a request takes effect although its sender is dead, at "after" its response is lost. The
 * service reaches the others in its own process.
 */
import type { Provider, Store } from '@booking-service/server';

export const supplierPoints = [
  'before availability',
  'before reserve',
  'after reserve',
  'before confirm',
  'after confirm',
  'before update',
  'after update',
  'before cancel',
  'after cancel',
] as const;

export const servicePoints = [
  'after createBooking',
  'after claimRuns',
  'before book',
  'after book',
  'before modify',
  'after modify',
  'before release',
  'after release',
  'before changeBooking',
  'after changeBooking',
  'before finishRun',
  'after finishRun',
] as const;

type Method = (...args: readonly unknown[]) => Promise<unknown>;

/** Wraps a port: calls `passed` before and after each call of these methods. A claim that found nothing has no "after". */
function withPoints<Port extends object>(
  port: Port,
  methods: readonly (keyof Port & string)[],
  passed: (point: string) => void,
): Port {
  const wrapped = methods.map((name): [string, Method] => {
    // Each of the named methods is asynchronous.
    const method = (port[name] as Method).bind(port);
    const call: Method = async (...args) => {
      passed(`before ${name}`);
      const result = await method(...args);
      if (!(Array.isArray(result) && result.length === 0)) passed(`after ${name}`);
      return result;
    };
    return [name, call];
  });
  return { ...port, ...Object.fromEntries(wrapped) };
}

export function storeWithPoints(store: Store, passed: (point: string) => void): Store {
  return withPoints(store, ['createBooking', 'claimRuns', 'changeBooking', 'finishRun'], passed);
}

export function providerWithPoints(provider: Provider, passed: (point: string) => void): Provider {
  return withPoints(provider, ['book', 'modify', 'release'], passed);
}
