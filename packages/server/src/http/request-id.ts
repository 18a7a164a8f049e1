import type { IncomingMessage } from 'node:http';
import type { RequestHandler, Response } from 'express';
import type { NewId } from '../domain/ids.ts';

const wellFormed = /^req_[0-9A-Za-z]{8,64}$/;

declare module 'express-serve-static-core' {
  interface Locals {
    /** Set before any other handler runs (END-14). */
    request_id: string;
    /** The RateLimit headers, once the organization is known (LIM-2). */
    rate_limit?: Readonly<Record<string, string>>;
    /** The caller's organization, for the log. */
    organization_id?: string;
  }
}

/** Returns the caller's Request-Id if it is well-formed, otherwise a new one (END-14). */
export function requestIdOf({ headers }: IncomingMessage, newId: NewId): string {
  const given = headers['request-id'];
  return typeof given === 'string' && wellFormed.test(given) ? given : newId('req');
}

/** Gives every request its id. Runs before every other handler. */
export function requestId({ newId }: { newId: NewId }): RequestHandler {
  return function keepOrMakeRequestId(req, res, next) {
    res.locals.request_id = requestIdOf(req, newId);
    next();
  };
}

/** The headers of every response of the public contract: the rate limit, once it is known, and the request id (LIM-2, END-14). */
export function publicHeaders({ locals }: Pick<Response, 'locals'>): Record<string, string> {
  return { ...locals.rate_limit, 'Request-Id': locals.request_id };
}
