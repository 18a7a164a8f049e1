// @boundaries-ignore every command of the repository reads its flags in one way
import { readFlags } from '../../scripts/programs/read-flags.ts';
import { engineNames, type EngineName } from './engines/place.ts';
import { isSmoke } from '../smoke.ts';

export interface Options {
  /** Numbers of bookings, smallest first. */
  readonly sizes: readonly number[];
  readonly engines: readonly EngineName[];
  /** The folder of databases that are kept. */
  readonly keep: string | undefined;
}

export function readOptions(given: readonly string[]): Options {
  const { values } = readFlags({
    args: [...given],
    options: {
      sizes: { type: 'string', default: isSmoke ? '1k' : '1k,10k,100k,1m' },
      engine: { type: 'string', default: engineNames.join(',') },
      keep: { type: 'string' },
    },
  });
  return {
    sizes: values.sizes
      .split(',')
      .map(toSize)
      .toSorted((a, b) => a - b),
    engines: engineNames.filter((name) => values.engine.split(',').includes(name)),
    keep: values.keep,
  };
}

function toSize(text: string): number {
  const [, digits, unit = ''] = /^(\d+)([km]?)$/i.exec(text) ?? [];
  const size = Number(digits) * { '': 1, k: 1_000, m: 1_000_000 }[unit.toLowerCase() as '' | 'k' | 'm'];
  // Not a number if the text has another form.
  if (!(size >= 1_000)) throw new Error(`--sizes ${text}: name numbers of bookings from 1k, such as 10k,1m.`);
  return size;
}
