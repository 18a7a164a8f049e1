import type { ErrorDetail } from '@booking-service/contract';
import type { Request } from 'express';
import type { Parameter } from './contract-document.ts';

/** The parameters of a request, by the names that the contract gives them. */
export interface Parameters {
  readonly path: Readonly<Record<string, unknown>>;
  readonly query: Record<string, unknown>;
  readonly header: Readonly<Record<string, string | undefined>>;
}

export interface ParameterReader {
  /** Returns the documented parameters. Values are text; of a query parameter of type array, a list of texts. */
  read(req: Request): Parameters;
  /** Returns the errors that a schema cannot express: unknown query parameters, and headers that were sent more than once. */
  faults(req: Request): ErrorDetail[];
}

/** This header is never refused: request-id.ts replaces a malformed one (END-14). */
const lenient = 'request-id';

/** Creates the reader of an operation with these parameters. */
export function createParameterReader(parameters: readonly Parameter[]): ParameterReader {
  const queries = parameters.filter((parameter) => parameter.in === 'query');
  const headers = parameters
    .filter((parameter) => parameter.in === 'header')
    .map(({ name }) => ({ name, field: name.toLowerCase() }));
  const single = headers.filter(({ field }) => field !== lenient);
  const known = new Set(queries.map(({ name }) => name));

  function readQuery(req: Request): Record<string, unknown> {
    const query: Record<string, unknown> = {};
    for (const { name, schema } of queries) {
      const value = req.query[name];
      if (value !== undefined) query[name] = schema.type === 'array' && !Array.isArray(value) ? [value] : value;
    }
    return query;
  }

  return {
    read: (req) => ({
      path: req.params,
      query: readQuery(req),
      // Node has a list of values only for Set-Cookie, which no request has.
      header: Object.fromEntries(headers.map(({ name, field }) => [name, req.headers[field] as string | undefined])),
    }),
    faults: (req) => [
      ...(req.url.includes('?') ? Object.keys(req.query).filter((name) => !known.has(name)) : []).map(
        (path) => ({ in: 'query', path, message: 'is unknown' }) as const,
      ),
      ...single
        .filter(({ field }) => (req.headersDistinct[field]?.length ?? 0) > 1)
        .map(({ field }) => ({ in: 'header', path: field, message: 'must be sent once' }) as const),
    ],
  };
}
