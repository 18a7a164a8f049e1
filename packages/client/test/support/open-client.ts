import {
  type BookingClient,
  type BookingClientOptions,
  type CreateBooking,
  createBookingClient,
} from '@booking-service/client';
import { createRawClient } from '@booking-service/client/raw';
import { collected, planted } from './collected.ts';

/** Opens a client and collects its logs, responses, errors and requests. planted-key.ts searches them for the key. */
export function openClient(options: BookingClientOptions): BookingClient {
  const client = createBookingClient(collecting(options));
  collected.push(client);
  return client;
}

/** Opens a raw client and collects the same. */
export function openRawClient(options: BookingClientOptions): ReturnType<typeof createRawClient> {
  const client = createRawClient(collecting(options));
  collected.push(client);
  return client;
}

function collecting(options: BookingClientOptions): BookingClientOptions {
  const { apiKey = '', logger, middleware = [], onCall = (_, run) => run() } = options;
  if (typeof apiKey === 'string') planted.add(apiKey);
  return {
    ...options,
    logLevel: 'debug',
    logger: {
      debug: (...line) => logLine('debug', line),
      info: (...line) => logLine('info', line),
      warn: (...line) => logLine('warn', line),
      error: (...line) => logLine('error', line),
    },
    async onCall(call, run) {
      collected.push(call);
      try {
        const outcome = await onCall(call, run);
        collected.push(outcome);
        return outcome;
      } catch (error) {
        collected.push(error);
        throw error;
      }
    },
    middleware: [
      (request, next, attempt) => {
        collected.push(request, attempt);
        return next(request);
      },
      ...middleware,
    ],
  };

  function logLine(
    level: 'debug' | 'info' | 'warn' | 'error',
    line: Parameters<NonNullable<typeof logger>['info']>,
  ): void {
    collected.push(line);
    logger?.[level](...line);
  }
}

/** A booking at one of the sandbox's venues: `express_counter` confirms at once, `harbour_table` after two seconds. */
export function newBooking(
  venue = 'express_counter',
  changes: Omit<Partial<CreateBooking>, 'party'> = {},
): CreateBooking {
  return {
    venue_id: `ven_${venue}`,
    slot_id: `slt_${venue}_20261121T1900`,
    party_size: 2,
    guest: { first_name: 'Ada', last_name: 'Byron', email: 'ada@diner.test' },
    ...changes,
  };
}
/** An id that no booking has. */
export const noBooking = 'bkg_00000000000000000000000000000000';
