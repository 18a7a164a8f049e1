/** The limits of connections. Times are milliseconds of the computer's monotonic clock; a sandbox clock does not move them. */
export interface ConnectionLimits {
  /** From the first byte of a request, or the opening of its connection, to the end of its headers. */
  readonly headers_ms: number;
  /** From the same instant to the end of the body. */
  readonly request_ms: number;
  /** Between two requests. */
  readonly keep_alive_ms: number;
  /** Without any byte while a response is prepared or sent. Longer than any operation takes. */
  readonly silence_ms: number;
  /** From the end of a response to the arrival of its last byte at the peer. */
  readonly take_ms: number;
  /** For the peer to close its side, after the service has sent its last byte. */
  readonly linger_ms: number;
  /** The interval of the checks. A connection can outlive a limit by this time. */
  readonly check_ms: number;
  /** Headers of a request. A request with more is refused. */
  readonly max_headers: number;
  /** Connections that are open at the same time. One more replaces another (limited-server.ts). */
  readonly max_connections: number;
}

/**
 * The limits of the public port. A create can wait for a provider and then for a card service, 30 seconds each. Ten thousand
 * idle connections use about 70 MB.
 */
export const connectionLimits: ConnectionLimits = {
  headers_ms: 10_000,
  request_ms: 30_000,
  keep_alive_ms: 5_000,
  silence_ms: 120_000,
  take_ms: 30_000,
  linger_ms: 1_000,
  check_ms: 2_000,
  max_headers: 200,
  max_connections: 10_000,
};

/** The limits of a port on loopback or on a private network: few callers, small requests. */
export const adminConnectionLimits: ConnectionLimits = {
  ...connectionLimits,
  request_ms: 10_000,
  max_connections: 500,
};

/** Returns the limits with at most half as many connections as this process may open files. The other half is for its own work. */
export function fitOpenFiles(limits: ConnectionLimits): ConnectionLimits {
  const files = readOpenFilesLimit();
  return { ...limits, max_connections: Math.min(limits.max_connections, Math.max(1, Math.floor(files / 2))) };
}

let openFiles: number | undefined;

/** Returns how many files this process may open; Infinity if the system has or reports no limit. */
function readOpenFilesLimit(): number {
  if (openFiles !== undefined) return openFiles;
  const report: NodeJS.ProcessReport & { excludeNetwork?: boolean | undefined } = process.report;
  const excluded = report.excludeNetwork;
  // Otherwise the report resolves the host name of every peer.
  report.excludeNetwork = true;
  // Node's types do not describe the report. A value that is not a number means no limit.
  const { userLimits } = report.getReport() as { userLimits?: { open_files?: { soft?: unknown } } };
  report.excludeNetwork = excluded;
  const soft = userLimits?.open_files?.soft;
  openFiles = typeof soft === 'number' ? soft : Infinity;
  return openFiles;
}
