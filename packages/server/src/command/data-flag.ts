import type { Settings } from '../settings.ts';

/** The flag that names the data folder in a line to paste, with the space before it; nothing for the default. */
export function dataFlag({ data }: Pick<Settings, 'data'>): string {
  return data === 'data' ? '' : ` --data ${/^[\w./-]+$/.test(data) ? data : JSON.stringify(data)}`;
}
