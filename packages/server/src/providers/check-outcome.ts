/**
 * Checks and copies the results of a provider. Providers are third-party code and may be plain JavaScript. A result that does
 * not match the port throws, as if the call had failed, so the call is retried.
 */
import { errorCatalogue, type BookingErrorCode } from '@booking-service/contract';
import type { RequestedAction } from '../domain/booking.ts';
import type { Hold, ModificationOutcome, Outcome } from './provider.ts';

type Fields = Readonly<Record<string, unknown>>;

/** Checks the result of `book`. */
export function checkOutcome(result: unknown): Outcome {
  const fields = toFields(result, 'book');
  const { outcome } = fields;
  switch (outcome) {
    case 'confirmed':
      return { outcome, confirmation_code: text(fields, 'confirmation_code') };
    case 'failed':
      return { outcome, ...failure(fields) };
    case 'requires_action': {
      const { check_hold_after_seconds } = fields;
      return {
        outcome,
        next_action: toNextAction(fields['next_action']),
        ...(check_hold_after_seconds !== undefined && {
          check_hold_after_seconds: seconds(fields, 'check_hold_after_seconds'),
        }),
      };
    }
    case 'pending':
      return { outcome, retry_after_seconds: seconds(fields, 'retry_after_seconds') };
    default:
      throw mismatch('outcome', outcome);
  }
}

/** Checks the result of `modify`. */
export function checkModification(result: unknown): ModificationOutcome {
  const fields = toFields(result, 'modify');
  const { outcome, message } = fields;
  switch (outcome) {
    case 'modified':
    case 'unsupported':
      return { outcome };
    case 'refused':
      return { outcome, ...(message !== undefined && { message: text(fields, 'message') }) };
    default:
      throw mismatch('outcome', outcome);
  }
}

/** Checks the result of `checkHold`. */
export function checkHoldOutcome(result: unknown): Hold {
  const fields = toFields(result, 'checkHold');
  const { held } = fields;
  if (held === true) return { held, check_hold_after_seconds: seconds(fields, 'check_hold_after_seconds') };
  if (held === false) return { held, ...failure(fields) };
  throw mismatch('held', held);
}

function failure(fields: Fields): { error_code: BookingErrorCode; error_message?: string } {
  const { error_code, error_message } = fields;
  if (!isBookingErrorCode(error_code)) throw mismatch('error_code', error_code);
  return { error_code, ...(error_message !== undefined && { error_message: text(fields, 'error_message') }) };
}

function isBookingErrorCode(code: unknown): code is BookingErrorCode {
  if (typeof code !== 'string' || !Object.hasOwn(errorCatalogue, code)) return false;
  const entries: Readonly<Record<string, { readonly stands_in: readonly string[] }>> = errorCatalogue;
  return entries[code]?.stands_in.includes('booking') === true;
}

function toNextAction(value: unknown): RequestedAction {
  const fields = toFields(value, 'next_action');
  const { type, channel } = fields;
  if (type === 'authorize_payment') return { type, url: text(fields, 'url') };
  if (type !== 'enter_code') throw mismatch('next_action.type', type);
  if (channel !== 'email' && channel !== 'sms') throw mismatch('next_action.channel', channel);
  return { type, channel, destination: text(fields, 'destination') };
}

function text(fields: Fields, name: string): string {
  const value = fields[name];
  if (typeof value !== 'string') throw mismatch(name, value);
  return value;
}

function seconds(fields: Fields, name: string): number {
  const value = fields[name];
  if (typeof value !== 'number' || !Number.isFinite(value)) throw mismatch(name, value);
  return value;
}

function toFields(value: unknown, where: string): Fields {
  if (typeof value !== 'object' || value === null) throw mismatch(where, value);
  // Every object can be read like this. Each field is checked when it is used.
  return value as Fields;
}

function mismatch(name: string, value: unknown): Error {
  return new Error(
    `The provider returned ${name} with the wrong type (${typeof value}) or a value that the port does not define.`,
  );
}
