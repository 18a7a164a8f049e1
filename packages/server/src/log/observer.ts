import type { OperationId } from '@booking-service/contract';
import type { Logger } from 'pino';
import { errorLine } from './error-line.ts';

/** What the server reports of itself, by the name of the report. */
export interface Reports {
  /** A request was answered; `status` is undefined where the caller hung up before. */
  readonly answered: {
    readonly operationId: OperationId | 'unrouted';
    readonly status: number | undefined;
    readonly duration_ms: number;
  };
  /** A create was answered with the booking made earlier under its key (IDM-1). */
  readonly replayed: { readonly booking_id: string };
  /** One attempt at a delivery ended: with a 2xx, another status, or no answer at all (DLV-4). */
  readonly attempted: {
    readonly outcome: 'succeeded' | 'status' | 'timeout' | 'connection' | 'address_refused' | 'response_flood';
    readonly duration_ms: number;
  };
  /** A delivery was given up: its last attempt failed, or a crash kept the outcome of that one from being recorded. */
  readonly abandoned: { readonly after: 'failure' | 'crash' };
  /** A completion came after its lease had ended and changed nothing. */
  readonly fenced: { readonly work: 'delivery' | 'run' };
  /** A run ended, or was put off: what the provider made of it, or that it could not be asked. */
  readonly ran: {
    readonly outcome:
      | 'confirmed'
      | 'failed'
      | 'requires_action'
      | 'pending'
      | 'held'
      | 'modified'
      | 'refused'
      | 'unsupported'
      | 'overtaken'
      | 'released'
      | 'error'
      | 'given_back';
  };
  /** A run was given up, since its provider failed for too long (STA-14). */
  readonly gaveUp: { readonly work: 'booking' | 'modification' | 'release' };
  /** A call to a provider went on after its booking was settled, and a new run follows it. */
  readonly late: { readonly work: 'modification' | 'release' };
  /** A booking was stored as expired (STA-8). */
  readonly expired: { readonly booking_id: string };
}

/** Who is told what the server does, to count and to measure. Must not block; what it throws goes to the log. */
export type Observer = { readonly [Name in keyof Reports]: (report: Reports[Name]) => void };

/** Tells nobody. */
export const noObserver: Observer = toObserver({}, { error: () => undefined });

/** The host's observer as the server uses it: whatever it leaves out or throws changes nothing for anybody else. */
export function toObserver(observer: Partial<Observer>, log: Pick<Logger, 'error'>): Observer {
  const guard =
    <Name extends keyof Reports>(name: Name) =>
    (report: Reports[Name]): void => {
      try {
        observer[name]?.(report);
      } catch (error) {
        log.error({ err: errorLine(error) }, `the observer failed at ${name}`);
      }
    };
  return {
    answered: guard('answered'),
    replayed: guard('replayed'),
    attempted: guard('attempted'),
    abandoned: guard('abandoned'),
    fenced: guard('fenced'),
    ran: guard('ran'),
    gaveUp: guard('gaveUp'),
    late: guard('late'),
    expired: guard('expired'),
  };
}
