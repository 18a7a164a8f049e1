import { systemClock } from '@booking-service/kernel/time';
import type { ReadPayment } from '../../domain/payment.ts';
import type { Environment } from '../settings/read-settings.ts';

/** Reads payments at the card services of --providers. Disposal ends the pauses of those that fail. */
export async function openPaymentReader(
  file: string,
  environment: Environment,
): Promise<{ readonly readPayment: ReadPayment } & Disposable> {
  // Other commands do not load these.
  const { createLog } = await import('../../log/log.ts');
  const { noObserver } = await import('../../log/observer.ts');
  const { createPorts } = await import('../../providers/ports.ts');
  const { loadProviders } = await import('../service/load-providers.ts');
  const { createReadPayment } = await import('../../providers/read-payment.ts');
  const given = { clock: systemClock, log: createLog({ level: 'silent' }) };
  const { payments } = await loadProviders(file, { ...given, environment });
  const ports = createPorts({ suppliers: [], payments }, { ...given, observer: noObserver });
  return { readPayment: createReadPayment(ports.portsOf), [Symbol.dispose]: ports.stop };
}
