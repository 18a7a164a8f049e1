import { StoreError } from '../store/store-error.ts';

/** Why the command failed, as one sentence that names the mend. Its exit code is 1, or 2 for wrong use. */
export class StartError extends Error {
  override readonly name = 'StartError';
  readonly exitCode: number;

  constructor(message: string, { exitCode = 1, cause }: { exitCode?: number; cause?: unknown } = {}) {
    super(message, { cause });
    this.exitCode = exitCode;
  }
}

/** What a sentence about the start needs to know of it. */
export interface StartedWith {
  /** The command line so far; a flag may follow. */
  readonly line: string;
  /** The ports that are asked for, by their flag. */
  readonly ports: Readonly<Record<string, number>>;
}

/** Any failure as a StartError: what the operating system refused gets a sentence, the rest its own message. */
export function toStartError(error: unknown, { line, ports }: StartedWith): StartError {
  if (error instanceof StartError) return error;
  const message = error instanceof Error ? error.message : String(error);
  if (error instanceof StoreError) return new StartError(message, { cause: error });
  if (isSystemError(error)) {
    const { code, port = 0, path } = error;
    const flag = Object.keys(ports).find((name) => ports[name] === port) ?? '--port';
    if (code === 'EADDRINUSE') return new StartError(portTaken({ port, flag, line }), { cause: error });
    if (code === 'EACCES' && error.syscall === 'listen') {
      const mend = `Choose one above 1023: ${line} ${flag} ${port + 7000}`;
      return new StartError(`Port ${port} needs more rights than this process has. ${mend}`, { cause: error });
    }
    if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') {
      const mend = `Choose one that it has: ${line} --host 127.0.0.1`;
      return new StartError(`This computer has no such address to listen on (${message}). ${mend}`, { cause: error });
    }
    if (path !== undefined) {
      const mend = `Name a folder that this user may write: ${line} --data FOLDER`;
      return new StartError(`Cannot write the data folder: ${path} (${code}). ${mend}`, { cause: error });
    }
  }
  return new StartError(`${line} failed: ${message}`, { cause: error });
}

/** The port of this flag is somebody else's; another one is proposed. */
function portTaken({ port, flag, line }: { port: number; flag: string; line: string }): string {
  const other = port + 10 <= 65_534 ? port + 10 : port - 10;
  return `Port ${port} is taken by another process. Stop that one, or choose another: ${line} ${flag} ${other}`;
}

function isSystemError(error: unknown): error is NodeJS.ErrnoException & { port?: number } {
  return error instanceof Error && 'code' in error && 'syscall' in error;
}
