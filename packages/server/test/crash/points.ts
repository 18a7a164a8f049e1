/** The named points at which the service is killed, between any two effects, and the stores that it runs on. */
import { openPostgresStore, openSqliteStore, type PaymentService, type Provider, type Store } from '../../src/index.ts';
import { testSealing } from '../../src/testing.ts';

export const points = [
  'after open',
  'before createBooking',
  'after createBooking',
  'after claimRuns',
  'after read',
  'before book',
  'after book',
  'before capture',
  'after capture',
  'before changeBooking',
  'after changeBooking',
  'after modify',
  'before release',
  'after release',
  'before void',
  'after void',
  'before refund',
  'after refund',
  'before finishRun',
  'after finishRun',
  'before requestRead',
  'after requestRead',
  'after claimReads',
  'after readBooking',
  'before finishRead',
  'after claimTurns',
  'at the webhook',
  'before recordAttempts',
  'after recordAttempts',
] as const;

/** Called at every point. */
export type Passed = (point: string) => void;

type Method = (...args: readonly unknown[]) => Promise<unknown>;

/** Wraps a port: calls `passed` before each call of these methods, and after it took effect. */
function withPoints<Port extends object>(port: Port, methods: readonly (keyof Port & string)[], passed: Passed): Port {
  const wrapped = methods.map((name): [string, Method] => {
    // Each of the named methods is asynchronous.
    const method = (port[name] as Method).bind(port);
    const call: Method = async (...args) => {
      passed(`before ${name}`);
      const result = await method(...args);
      // A claim that found nothing has no effect.
      if (!(Array.isArray(result) && result.length === 0)) passed(`after ${name}`);
      return result;
    };
    return [name, call];
  });
  return { ...port, ...Object.fromEntries(wrapped) };
}

export function storeWithPoints(store: Store, passed: Passed): Store {
  const methods = [
    'createBooking',
    'claimRuns',
    'changeBooking',
    'finishRun',
    'requestRead',
    'claimReads',
    'finishRead',
    'claimTurns',
    'recordAttempts',
  ] as const;
  return withPoints(store, methods, passed);
}

export function providerWithPoints(provider: Provider, passed: Passed): Provider {
  return withPoints(provider, ['book', 'modify', 'readBooking', 'release'], passed);
}

export function paymentsWithPoints(payments: PaymentService, passed: Passed): PaymentService {
  return withPoints(payments, ['open', 'read', 'capture', 'void', 'refund'], passed);
}

/** The engine and its location: a folder, or the URL of a database. */
export interface Engine {
  readonly name: 'sqlite' | 'postgres';
  readonly place: string;
}

export async function openStore({ name, place }: Engine): Promise<Store> {
  const options = { sealing: testSealing };
  return name === 'sqlite' ? openSqliteStore(place, options) : openPostgresStore(place, options);
}
