/** Why the process could not start, as one sentence that names the mend. */
export class StartError extends Error {
  override readonly name = 'StartError';
  readonly exitCode: number;

  constructor(message: string, { exitCode = 1, cause }: { exitCode?: number; cause?: unknown } = {}) {
    super(message, { cause });
    this.exitCode = exitCode;
  }
}

/** Any failure to start as a StartError: what the operating system refused gets a sentence, the rest its own message. */
export function toStartError(error: unknown): StartError {
  if (error instanceof StartError) return error;
  const message = error instanceof Error ? error.message : String(error);
  if (isSystemError(error)) {
    if (error.code === 'EADDRINUSE') {
      return portTaken('--port', error.port ?? 0, error);
    }
    if (error.code === 'EACCES' && error.syscall === 'listen') {
      return new StartError(`Port ${error.port} needs more rights than this process has. Choose one above 1023.`, {
        cause: error,
      });
    }
    if (error.path !== undefined) {
      return new StartError(
        `Cannot write the data folder: ${error.path} (${error.code}). Name a folder that this user may write: npm start -- --data FOLDER`,
        { cause: error },
      );
    }
  }
  return new StartError(`Could not start: ${message}`, { cause: error });
}

/** The port of this flag is somebody else's; another one is proposed. */
export function portTaken(flag: '--port' | '--receiver-port', port: number, cause: unknown): StartError {
  const other = port + 10 <= 65_534 ? port + 10 : port - 10;
  const mend = `Stop that one, or choose another: npm start -- ${flag} ${other}`;
  return new StartError(`Port ${port} is taken by another process. ${mend}`, { cause });
}

export function isSystemError(error: unknown): error is NodeJS.ErrnoException & { port?: number } {
  return error instanceof Error && 'code' in error && 'syscall' in error;
}
