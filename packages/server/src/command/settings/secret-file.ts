import { closeSync, openSync, readSync, statSync } from 'node:fs';
import { StartError } from '../start-error.ts';

const max_bytes = 65_536;

/**
 * Returns the text of a file that contains one secret, without a line break at its end. `variable` named the file.
 * Throws a StartError (exit code 2), which contains nothing of the text, if the file cannot be read or is longer than 64 KiB.
 */
export function readSecretFile(file: string, variable: string): string {
  const bytes = readBytes(file, variable);
  if (bytes.length > max_bytes) throw refuse(file, { variable, reason: `it is longer than ${max_bytes} bytes` });
  return bytes.toString('utf8').replace(/\r?\n$/, '');
}

/** Returns whether every user of this computer can read the file. False on Windows, where files have no such mode. */
export function isWorldReadable(file: string): boolean {
  if (process.platform === 'win32') return false;
  return (statSync(file).mode & 0o004) !== 0;
}

/** Returns the warning about a file with a secret that every user of this computer can read. */
export function worldReadable(file: string): string {
  return `${file} contains a secret, and every user of this computer can read it. Take that right away: chmod o-r ${file}`;
}

/** Returns at most one byte more than are allowed. A pipe has no size before it is read. */
function readBytes(file: string, variable: string): Buffer {
  try {
    const descriptor = openSync(file, 'r');
    try {
      const buffer = Buffer.alloc(max_bytes + 1);
      let length = 0;
      for (let read = -1; read !== 0; length += read) {
        read = readSync(descriptor, buffer, length, buffer.length - length, null);
      }
      return buffer.subarray(0, length);
    } finally {
      closeSync(descriptor);
    }
  } catch (cause) {
    const reason = cause instanceof Error && 'code' in cause ? String(cause.code) : String(cause);
    throw refuse(file, { variable, reason, cause });
  }
}

function refuse(
  file: string,
  { variable, reason, cause }: { variable: string; reason: string; cause?: unknown },
): StartError {
  return new StartError(`Cannot read the file ${file} of ${variable} (${reason}). Fix it, or name another file.`, {
    exitCode: 2,
    cause,
  });
}
