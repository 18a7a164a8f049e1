import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { StartError } from '../start-error.ts';

/**
 * How far a sandbox's clock is ahead, kept in sandbox-clock.json in its data folder: what is stored there has the clock's
 * instants, and would wait for them if the next start began at the computer's time.
 */
export interface KeptOffset {
  /** Zero where none is kept yet. Throws a StartError where the file is damaged. */
  read(): number;
  write(offset_ms: number): void;
}

/** About 3,000 years: the years of an instant keep their four digits. */
const mostOffset_ms = 100_000_000_000_000;

export function keptOffset(folder: string): KeptOffset {
  const file = join(folder, 'sandbox-clock.json');
  return {
    read() {
      const text = readIfThere(file);
      if (text === undefined) return 0;
      const offset_ms = parse(text);
      if (offset_ms !== undefined) return offset_ms;
      throw new StartError(
        `${file} is damaged. Restore it from a copy, or delete it to begin at the computer's time: bookings and webhooks under way then wait until that has caught up.`,
      );
    },
    write(offset_ms) {
      // Under its name only when it is whole: a crash leaves no half of it.
      writeFileSync(`${file}.new`, `${JSON.stringify({ offset_ms })}\n`, { mode: 0o600, flush: true });
      renameSync(`${file}.new`, file);
    },
  };
}

function readIfThere(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    // ENOTDIR: the data folder cannot exist either. Opening the store refuses it by its name.
    if (error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR'))
      return undefined;
    throw error;
  }
}

function parse(text: string): number | undefined {
  let read: unknown;
  try {
    read = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (typeof read !== 'object' || read === null || !('offset_ms' in read)) return undefined;
  const { offset_ms } = read;
  const isOffset = typeof offset_ms === 'number' && Number.isInteger(offset_ms);
  return isOffset && offset_ms >= 0 && offset_ms <= mostOffset_ms ? offset_ms : undefined;
}
