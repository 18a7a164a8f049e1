import { errorCatalogue, type CallErrorCode } from '@booking-service/contract';
import type { IncomingMessage } from 'node:http';
import { safeMountPathOf } from './base-url.ts';

/**
 * Returns the header that leads from a refusal to the page of its code in the docs (ERR-8). Its title explains the older codes, whose
 * body has no message (ERR-2). `req` is absent if the request could not be parsed.
 */
export function helpLink(code: CallErrorCode, req?: IncomingMessage): { readonly Link: string } {
  const page = `${req ? safeMountPathOf(req) : ''}/docs/errors/${code}`;
  return { Link: `<${page}>; rel="help"; title="${errorCatalogue[code].message}"` };
}
