/** What connections may take. Milliseconds of the computer's own monotonic time: no other clock moves them. */
export interface ConnectionLimits {
  /** From a request's first byte, or from the opening of its connection, to the end of its headers. */
  readonly headers_ms: number;
  /** The same to the end of its body. */
  readonly request_ms: number;
  /** Between two requests. */
  readonly keep_alive_ms: number;
  /** While a response is being made or taken, without any byte: longer than any response takes to make. */
  readonly silence_ms: number;
  /** From the end of a response that is made to its last byte being taken. */
  readonly take_ms: number;
  /** What a peer gets to close its side, once the service has sent its last byte. */
  readonly linger_ms: number;
  /** How often these limits are checked: a connection may last that much longer. */
  readonly look_ms: number;
  /** Of a request; one with more is refused. */
  readonly most_headers: number;
  /** Open at the same time; one more takes the place of another (limited-server.ts). */
  readonly most_connections: number;
}

/**
 * The public port's. A create may ask a provider and a card service, one after the other, for 30 seconds each. Ten thousand
 * connections that send nothing keep some 70 MB for as long as they last.
 */
export const connectionLimits: ConnectionLimits = {
  headers_ms: 10_000,
  request_ms: 30_000,
  keep_alive_ms: 5_000,
  silence_ms: 120_000,
  take_ms: 30_000,
  linger_ms: 1_000,
  look_ms: 2_000,
  most_headers: 200,
  most_connections: 10_000,
};

/** Those of a port for this computer or a network of one's own: few callers, small requests. */
export const adminConnectionLimits: ConnectionLimits = {
  ...connectionLimits,
  request_ms: 10_000,
  most_connections: 500,
};

/** The limits, with no more connections than half of the files that this process may open: the other half is for its work. */
export function fitOpenFiles(limits: ConnectionLimits): ConnectionLimits {
  const files = readOpenFilesLimit();
  return { ...limits, most_connections: Math.min(limits.most_connections, Math.max(1, Math.floor(files / 2))) };
}

let openFiles: number | undefined;

/** How many files this process may open; Infinity where the system has no such limit, or does not say. */
function readOpenFilesLimit(): number {
  if (openFiles !== undefined) return openFiles;
  const report: NodeJS.ProcessReport & { excludeNetwork?: boolean | undefined } = process.report;
  const excluded = report.excludeNetwork;
  // Without this the report looks up the name of every peer.
  report.excludeNetwork = true;
  // Node's types leave the report's shape open; what is not a number here counts as no limit.
  const { userLimits } = report.getReport() as { userLimits?: { open_files?: { soft?: unknown } } };
  report.excludeNetwork = excluded;
  const soft = userLimits?.open_files?.soft;
  openFiles = typeof soft === 'number' ? soft : Infinity;
  return openFiles;
}
