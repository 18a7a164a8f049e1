/**
 * The circuits of the payment service, the card vault and the code sender, so that one that hangs takes neither the places of runs nor
 * those of requests (provider-circuits.ts). They have no call that changes nothing and needs no payment, so there is no probe: after a
 * pause the next call of a caller is the trial. A call that finds its circuit open rejects; `open` of a payment throws the Refusal
 * vault_unavailable.
 */
import type { KeyMode } from '@booking-service/contract';
import type { Logger } from 'pino';
import type { Clock } from '@booking-service/kernel/time';
import { PaymentMismatch } from '../../domain/payment.ts';
import { Refusal } from '../../domain/refusal.ts';
import type { CallContext } from '../provider.ts';
import { type AdmittedCall, createCircuits } from './provider-circuits.ts';

export interface CardWatchOptions {
  /** `payments`, `cards` or `codes`. */
  readonly name: string;
  readonly mode: KeyMode;
  readonly clock: Pick<Clock, 'monotonic_ms' | 'after'>;
  readonly log: Pick<Logger, 'warn' | 'error'>;
}

export interface WatchedCards<Port> {
  readonly port: Port;
  /** Ends the pauses. */
  stop(): void;
}

/** Watches a port whose methods take the CallContext as their second argument, and have a deadline already. */
export function watchCards<Port extends object>(
  port: Port,
  { name, mode, clock, log }: CardWatchOptions,
): WatchedCards<Port> {
  const methods = Object.entries(port).filter(([, value]) => typeof value === 'function');
  const circuits = createCircuits({
    calls: methods.map(([method]) => method),
    clock,
    changed({ call, organization_id, state, before }) {
      const line = { integration: name, mode, call, ...(organization_id !== undefined && { organization_id }) };
      if (state === 'open' && before === 'closed') {
        const message = 'calls of this kind to an integration keep failing and are not made for a while';
        log.error({ code: 'integration_circuit_open', ...line }, message);
      } else if (state === 'closed' && before !== undefined) {
        log.warn({ code: 'integration_circuit_closed', ...line }, 'calls of this kind to an integration work again');
      }
    },
  });

  function unavailable(method: string): Error {
    const cause = new Error(`${name} is not called for a while, because its calls of ${method} fail.`);
    return method === 'open' ? new Refusal('vault_unavailable', { cause }) : cause;
  }

  async function through(
    admitted: AdmittedCall | undefined,
    { method, begin }: { readonly method: string; readonly begin: () => Promise<unknown> },
  ): Promise<unknown> {
    if (!admitted) throw unavailable(method);
    try {
      const result = await begin();
      admitted.succeeded();
      return result;
    } catch (error) {
      if (error instanceof Refusal || error instanceof PaymentMismatch) admitted.succeeded();
      else admitted.failed();
      throw error;
    }
  }

  const watched = methods.map(([method, value]) => [
    method,
    (input: unknown, context: CallContext): Promise<unknown> => {
      const admitted = circuits.admit(method, context, { subject: subjectOf(input) ?? Symbol(method) });
      // Filtered above. Every method of these ports has these arguments.
      const call = value as (input: unknown, context: CallContext) => Promise<unknown>;
      return through(admitted, { method, begin: () => call(input, context) });
    },
  ]);
  return { port: { ...port, ...Object.fromEntries(watched) }, stop: () => circuits.stop() };
}

/** The booking or the session that the call is about. */
function subjectOf(input: unknown): string | undefined {
  if (typeof input !== 'object' || input === null) return undefined;
  const { booking, booking_id, session_id } = input as Readonly<Record<string, unknown>>;
  const id =
    typeof booking === 'object' && booking !== null && 'id' in booking ? booking.id : (booking_id ?? session_id);
  return typeof id === 'string' ? id : undefined;
}
