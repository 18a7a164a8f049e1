import type { ErrorDetail } from '@booking-service/contract';
import { parse as parseQuery } from 'node:querystring';
import type { Exchange } from '../exchange.ts';
import { queryOf } from '../request-target.ts';
import type { Parameter } from './contract-document.ts';

/** The parameters of a request, by the names that the contract gives them. */
export interface Parameters {
  readonly path: Readonly<Record<string, unknown>>;
  readonly query: Record<string, unknown>;
  readonly header: Readonly<Record<string, string | undefined>>;
}

/** The part of an exchange that holds its parameters. */
export type ParameterSource = Pick<Exchange, 'req' | 'params'>;

export interface ParameterReader {
  /** Returns the documented parameters. Values are text; of a query parameter of type array, a list of texts. */
  read(source: ParameterSource): Parameters;
  /** Returns the errors that a schema cannot express: unknown query parameters, and headers that were sent more than once. */
  faults(source: ParameterSource): readonly ErrorDetail[];
}

/** This header is never refused: request-id.ts replaces a malformed one (END-14). */
const lenient = 'request-id';
const none: readonly ErrorDetail[] = [];

/** Creates the reader of an operation with these parameters. */
export function createParameterReader(parameters: readonly Parameter[]): ParameterReader {
  const queries = parameters.filter((parameter) => parameter.in === 'query');
  const headers = parameters
    .filter((parameter) => parameter.in === 'header')
    .map(({ name }) => ({ name, field: name.toLowerCase() }));
  const single = headers.filter(({ field }) => field !== lenient);
  const known = new Set(queries.map(({ name }) => name));

  function readQuery({ req }: ParameterSource): Record<string, unknown> {
    const query: Record<string, unknown> = {};
    if (queries.length === 0) return query;
    const sent = parseQuery(queryOf(req));
    for (const { name, schema } of queries) {
      const value = sent[name];
      if (value !== undefined) query[name] = schema.type === 'array' && !Array.isArray(value) ? [value] : value;
    }
    return query;
  }

  function readHeaders({ req }: ParameterSource): Record<string, string | undefined> {
    const header: Record<string, string | undefined> = {};
    // Node has a list of values only for Set-Cookie, which no request has.
    for (const { name, field } of headers) header[name] = req.headers[field] as string | undefined;
    return header;
  }

  const unknownQueries = ({ req }: ParameterSource): ErrorDetail[] =>
    Object.keys(parseQuery(queryOf(req)))
      .filter((name) => !known.has(name))
      .map((path) => ({ in: 'query', path, message: 'is unknown' }) as const);

  const repeatedHeaders = ({ req }: ParameterSource): ErrorDetail[] =>
    single
      .filter(({ field }) => (req.headersDistinct[field]?.length ?? 0) > 1)
      .map(({ field }) => ({ in: 'header', path: field, message: 'must be sent once' }) as const);

  return {
    read: (source) => ({ path: source.params, query: readQuery(source), header: readHeaders(source) }),
    faults(source) {
      const { url = '', headers: sent } = source.req;
      const hasQuery = url.includes('?');
      // Node counts how often a header was sent only when the count is read.
      const hasHeader = single.some(({ field }) => sent[field] !== undefined);
      if (!hasQuery && !hasHeader) return none;
      return [...(hasQuery ? unknownQueries(source) : none), ...(hasHeader ? repeatedHeaders(source) : none)];
    },
  };
}
