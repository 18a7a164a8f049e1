/**
 * What a provider said, judged and copied: a provider is written by somebody else, and may be plain JavaScript. Whatever does
 * not fit throws, as if the call had failed, and is asked again.
 */
import { errorCatalogue, type BookingErrorCode } from '@booking-service/contract';
import type { AskedAction } from '../domain/booking.ts';
import type { Hold, ModificationOutcome, Outcome } from './provider.ts';

type Fields = Readonly<Record<string, unknown>>;

/** Of book. */
export function checkOutcome(said: unknown): Outcome {
  const fields = toFields(said, 'book');
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
        next_action: askedAction(fields['next_action']),
        ...(check_hold_after_seconds !== undefined && {
          check_hold_after_seconds: seconds(fields, 'check_hold_after_seconds'),
        }),
      };
    }
    case 'pending':
      return { outcome, retry_after_seconds: seconds(fields, 'retry_after_seconds') };
    default:
      throw misfit('outcome', outcome);
  }
}

/** Of modify. */
export function checkModification(said: unknown): ModificationOutcome {
  const fields = toFields(said, 'modify');
  const { outcome, message } = fields;
  switch (outcome) {
    case 'modified':
    case 'unsupported':
      return { outcome };
    case 'refused':
      return { outcome, ...(message !== undefined && { message: text(fields, 'message') }) };
    default:
      throw misfit('outcome', outcome);
  }
}

/** Of checkHold. */
export function checkHoldOutcome(said: unknown): Hold {
  const fields = toFields(said, 'checkHold');
  const { held } = fields;
  if (held === true) return { held, check_hold_after_seconds: seconds(fields, 'check_hold_after_seconds') };
  if (held === false) return { held, ...failure(fields) };
  throw misfit('held', held);
}

function failure(fields: Fields): { error_code: BookingErrorCode; error_message?: string } {
  const { error_code, error_message } = fields;
  if (!isBookingErrorCode(error_code)) throw misfit('error_code', error_code);
  return { error_code, ...(error_message !== undefined && { error_message: text(fields, 'error_message') }) };
}

function isBookingErrorCode(code: unknown): code is BookingErrorCode {
  if (typeof code !== 'string' || !Object.hasOwn(errorCatalogue, code)) return false;
  const entries: Readonly<Record<string, { readonly stands_in: readonly string[] }>> = errorCatalogue;
  return entries[code]?.stands_in.includes('booking') === true;
}

function askedAction(asked: unknown): AskedAction {
  const fields = toFields(asked, 'next_action');
  const { type, channel } = fields;
  if (type === 'authorize_payment') return { type, url: text(fields, 'url') };
  if (type !== 'enter_code') throw misfit('next_action.type', type);
  if (channel !== 'email' && channel !== 'sms') throw misfit('next_action.channel', channel);
  return { type, channel, destination: text(fields, 'destination') };
}

function text(fields: Fields, name: string): string {
  const value = fields[name];
  if (typeof value !== 'string') throw misfit(name, value);
  return value;
}

function seconds(fields: Fields, name: string): number {
  const value = fields[name];
  if (typeof value !== 'number' || !Number.isFinite(value)) throw misfit(name, value);
  return value;
}

function toFields(said: unknown, where: string): Fields {
  if (typeof said !== 'object' || said === null) throw misfit(where, said);
  // Any object can be read like this; what it gives is judged field by field.
  return said as Fields;
}

function misfit(name: string, value: unknown): Error {
  return new Error(`The provider's ${name} is of type ${typeof value}, or a value that the port does not have.`);
}
