/**
 * Checks and copies the results of a provider. A result that does not match the port throws, as if the call had failed, so the call
 * is retried. Texts for people are repaired instead (result-fields.ts).
 */
import { errorCatalogue, type BookingErrorCode } from '@booking-service/contract';
import type { RequestedAction } from '../../domain/booking.ts';
import type { Acceptance, Hold, ModificationOutcome, Outcome } from '../provider.ts';
import { mismatch, readBoolean, readCode, readSeconds, readText, toFields, type Fields } from './result-fields.ts';

/** Checks the result of `checkRequest`. */
export function checkAcceptance(result: unknown): Acceptance {
  return { at_once: readBoolean(toFields(result, 'checkRequest')['at_once'], 'at_once') };
}

/** Checks the result of `book`. */
export function checkOutcome(result: unknown): Outcome {
  const fields = toFields(result, 'book');
  const { outcome } = fields;
  switch (outcome) {
    case 'confirmed':
      return { outcome, confirmation_code: readCode(fields['confirmation_code'], 'confirmation_code') };
    case 'failed':
      return { outcome, ...failure(fields) };
    case 'requires_action': {
      const { check_hold_after_seconds } = fields;
      return {
        outcome,
        next_action: toNextAction(fields['next_action']),
        ...(check_hold_after_seconds !== undefined && {
          check_hold_after_seconds: readSeconds(fields, 'check_hold_after_seconds'),
        }),
      };
    }
    case 'pending':
      return { outcome, retry_after_seconds: readSeconds(fields, 'retry_after_seconds') };
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
      return { outcome, ...toOptionalText(message, 'message') };
    default:
      throw mismatch('outcome', outcome);
  }
}

/** Checks the result of `checkHold`. */
export function checkHoldOutcome(result: unknown): Hold {
  const fields = toFields(result, 'checkHold');
  const { held } = fields;
  if (held === true) return { held, check_hold_after_seconds: readSeconds(fields, 'check_hold_after_seconds') };
  if (held === false) return { held, ...failure(fields) };
  throw mismatch('held', held);
}

function failure(fields: Fields): { error_code: BookingErrorCode; error_message?: string } {
  const { error_code, error_message } = fields;
  if (!isBookingErrorCode(error_code)) throw mismatch('error_code', error_code);
  return { error_code, ...toOptionalText(error_message, 'error_message') };
}

/** An empty text is no text. */
function toOptionalText<Name extends 'error_message' | 'message'>(
  value: unknown,
  name: Name,
): { [N in Name]?: string } {
  // The only field has this name.
  return value === undefined || value === '' ? {} : ({ [name]: readText(value, name) } as { [N in Name]?: string });
}

function isBookingErrorCode(code: unknown): code is BookingErrorCode {
  if (typeof code !== 'string' || !Object.hasOwn(errorCatalogue, code)) return false;
  const entries: Readonly<Record<string, { readonly stands_in: readonly string[] }>> = errorCatalogue;
  return entries[code]?.stands_in.includes('booking') === true;
}

function toNextAction(value: unknown): RequestedAction {
  const fields = toFields(value, 'next_action');
  const { type, channel } = fields;
  if (type === 'authorize_payment') return { type, url: readCode(fields['url'], 'url') };
  if (type !== 'enter_code') throw mismatch('next_action.type', type);
  if (channel !== 'email' && channel !== 'sms') throw mismatch('next_action.channel', channel);
  return { type, channel, destination: readText(fields['destination'], 'destination') };
}
