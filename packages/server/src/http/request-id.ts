import type { IncomingMessage } from 'node:http';
import type { RequestHandler } from 'express';
import type { NewId } from '../domain/ids.ts';

const wellFormed = /^req_[0-9A-Za-z]{8,64}$/;

declare module 'express-serve-static-core' {
  interface Locals {
    /** Set before anything else happens to the request (END-14). */
    request_id: string;
    /** The rate limit's headers, once the organization is known (LIM-2). */
    rate_limit?: Readonly<Record<string, string>>;
    /** Who calls, for the log. */
    organization_id?: string;
  }
}

/** The caller's Request-Id where it is well-formed, a new one otherwise (END-14). */
export function requestIdOf({ headers }: IncomingMessage, newId: NewId): string {
  const given = headers['request-id'];
  return typeof given === 'string' && wellFormed.test(given) ? given : newId('req');
}

/** Gives every request its id, before anything else happens to it. */
export function requestId({ newId }: { newId: NewId }): RequestHandler {
  return function keepOrMakeRequestId(req, res, next) {
    res.locals.request_id = requestIdOf(req, newId);
    next();
  };
}
