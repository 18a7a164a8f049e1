import type { IncomingMessage } from 'node:http';
import type { NewId } from '../domain/ids.ts';

const wellFormed = /^req_[0-9A-Za-z]{8,64}$/;

/** Returns the caller's Request-Id if it is well-formed, otherwise a new one (END-14). */
export function requestIdOf({ headers }: IncomingMessage, newId: NewId): string {
  const given = headers['request-id'];
  return typeof given === 'string' && wellFormed.test(given) ? given : newId('req');
}
