import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { StartError } from '../start-error.ts';

/**
 * Stores how far the clock of a sandbox is ahead, in sandbox-clock.json in its data folder. Stored instants come from that
 * clock. Without the offset, work that is due would wait after a restart until the computer's time has caught up.
 */
export interface ClockOffsetFile {
  /** Returns 0 if no file exists yet. Throws a StartError if the file is damaged. */
  read(): number;
  write(offset_ms: number): void;
}

/** About 3,000 years, so that the year of every instant has four digits. */
const maxOffset_ms = 100_000_000_000_000;

export function openClockOffsetFile(folder: string): ClockOffsetFile {
  const file = join(folder, 'sandbox-clock.json');
  return {
    read() {
      const text = readIfExists(file);
      if (text === undefined) return 0;
      const offset_ms = parse(text);
      if (offset_ms !== undefined) return offset_ms;
      throw new StartError(
        `${file} is damaged. Restore it from a copy, or delete it to start at the computer's time. Then bookings and webhooks under way wait until that time has caught up.`,
      );
    },
    write(offset_ms) {
      // Renamed when it is complete, so that a crash cannot leave half of a file.
      writeFileSync(`${file}.new`, `${JSON.stringify({ offset_ms })}\n`, { mode: 0o600, flush: true });
      renameSync(`${file}.new`, file);
    },
  };
}

function readIfExists(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    // If the folder itself is a file, the store reports it.
    if (error instanceof Error && 'code' in error && ['ENOENT', 'ENOTDIR'].includes(String(error.code)))
      return undefined;
    throw error;
  }
}

function parse(text: string): number | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (typeof value !== 'object' || value === null || !('offset_ms' in value)) return undefined;
  const { offset_ms } = value;
  const isOffset = typeof offset_ms === 'number' && Number.isInteger(offset_ms);
  return isOffset && offset_ms >= 0 && offset_ms <= maxOffset_ms ? offset_ms : undefined;
}
