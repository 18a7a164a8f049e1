/** What connections may take. Milliseconds of the computer's own time: no other clock moves them. */
export interface ConnectionLimits {
  /** From a request's first byte, or from the opening of its connection, to the end of its headers. */
  readonly headers_ms: number;
  /** The same to the end of its body. */
  readonly request_ms: number;
  /** Between two requests. */
  readonly keep_alive_ms: number;
  /** While an answer is being made or taken: longer than any answer takes. */
  readonly silence_ms: number;
  /** How often the first two are looked at: a connection may last that much longer. */
  readonly look_ms: number;
  /** Of a request; one with more is refused. */
  readonly most_headers: number;
  /** Open at the same time; whoever comes then is hung up on. */
  readonly most_connections: number;
}

/**
 * A create may ask a provider and a card service, one after the other, for 30 seconds each. Ten thousand connections that send
 * nothing keep some 70 MB for as long as they last, and leave half of the usual 20,000 files to everything else.
 */
export const connectionLimits: ConnectionLimits = {
  headers_ms: 10_000,
  request_ms: 30_000,
  keep_alive_ms: 5_000,
  silence_ms: 120_000,
  look_ms: 2_000,
  most_headers: 200,
  most_connections: 10_000,
};
