import { StoreError } from '@booking-service/kernel/store';

/** Why a command failed, in one line that names the fix. Its exit code is 1, or 2 for wrong usage. */
export class StartError extends Error {
  override readonly name = 'StartError';
  readonly exitCode: number;
  /** True if the message is a report, which is the output of the command: it has found failures, but it has not failed itself. */
  readonly isReport: boolean;

  constructor(
    message: string,
    { exitCode = 1, isReport = false, cause }: { exitCode?: number; isReport?: boolean; cause?: unknown } = {},
  ) {
    super(message, { cause });
    this.exitCode = exitCode;
    this.isReport = isReport;
  }
}

/** The command that failed. */
export interface FailedCommand {
  /** The command as the user typed it. More flags may follow. */
  readonly line: string;
  /** The ports to listen on, by their flag. */
  readonly ports: Readonly<Record<string, number>>;
}

/** Turns any failure into a StartError. It explains errors of the operating system; other errors keep their message. */
export function toStartError(error: unknown, { line, ports }: FailedCommand): StartError {
  if (error instanceof StartError) return error;
  const message = error instanceof Error ? error.message : String(error);
  if (error instanceof StoreError) return new StartError(message, { cause: error });
  if (isSystemError(error)) {
    const { code, port = 0, path } = error;
    const flag = Object.keys(ports).find((name) => ports[name] === port) ?? '--port';
    if (code === 'EACCES' && error.syscall === 'listen') {
      const fix = `Choose a port above 1023: ${line} ${flag} ${port + 7000}`;
      return new StartError(`This process has no permission to listen on port ${port}. ${fix}`, { cause: error });
    }
    if (code === 'ENOTSUP' && error.syscall === 'listen') {
      const why = `This operating system cannot share port ${port} between processes.`;
      return new StartError(`${why} Leave out --reuse-port.`, { cause: error });
    }
    if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') {
      const fix = `Choose another address: ${line} --host 127.0.0.1`;
      return new StartError(`This computer cannot listen on that address (${message}). ${fix}`, { cause: error });
    }
    if (path !== undefined) {
      const fix = `Choose a folder that this user can write: ${line} --data FOLDER`;
      return new StartError(`Cannot write the data folder: ${path} (${code}). ${fix}`, { cause: error });
    }
  }
  return new StartError(`${line} failed: ${message}`, { cause: error });
}

function isSystemError(error: unknown): error is NodeJS.ErrnoException & { port?: number } {
  return error instanceof Error && 'code' in error && 'syscall' in error;
}
