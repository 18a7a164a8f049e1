/**
 * Reads a list of a supplier while it arrives. The main thread serves every customer, so a long list must not hold it:
 *  1. The text is parsed in slices, and everything else that is waiting runs between two slices.
 *  2. Each item is passed on as soon as it is complete, so that the list is never in memory as a whole.
 *  3. A list over one of its bounds is not read to its end. The bound of one item also bounds the work of one turn.
 */
import { JSONParser } from '@streamparser/json';
import { nextTurn } from '../turns.ts';
import { OctoError } from './octo-error.ts';

export interface ListOptions {
  /** Names the request in errors. */
  readonly request: string;
  readonly maxBytes: number;
  readonly maxItems: number;
}

/** About a millisecond of parsing. */
const sliceBytes = 16 * 1024;
export const maxItemBytes: number = 1024 * 1024;

/** Yields the objects of the list, and leaves out everything else. Throws an OctoError if it cannot be read. */
export async function* readList<T extends object>(
  body: AsyncIterable<Uint8Array> | null | undefined,
  { request, maxBytes, maxItems }: ListOptions,
): AsyncGenerator<T, void, undefined> {
  const decoder = new TextDecoder();
  const parser = new JSONParser({ paths: ['$.*'], keepStack: false });
  let complete: unknown[] = [];
  parser.onValue = ({ value }) => void complete.push(value);
  let bytes = 0;
  let items = 0;
  let bytesOfItem = 0;

  const unreadable = (text: string) => new OctoError(request, 'UNREADABLE', { status: 200, text });

  /** The parser throws at the first character that is not JSON, and at an end that comes too early. */
  function parse(step: () => void): void {
    try {
      step();
    } catch {
      throw unreadable('a list that is not JSON');
    }
  }

  for await (const chunk of body ?? []) {
    for (let start = 0; start < chunk.length; start += sliceBytes) {
      const slice = chunk.subarray(start, start + sliceBytes);
      parse(() => parser.write(decoder.decode(slice, { stream: true })));
      bytes += slice.length;
      items += complete.length;
      bytesOfItem = complete.length > 0 ? 0 : bytesOfItem + slice.length;
      if (bytes > maxBytes) throw unreadable(`more than ${maxBytes} bytes`);
      if (items > maxItems) throw unreadable(`a list of more than ${maxItems} items`);
      if (bytesOfItem > maxItemBytes) throw unreadable(`an item of more than ${maxItemBytes} bytes`);
      yield* complete.filter(isObject<T>);
      complete = [];
      await nextTurn();
    }
  }
  if (!parser.isEnded) parse(() => parser.end());
}

/** Every object can be read through the functions of unchecked.ts. */
function isObject<T extends object>(value: unknown): value is T {
  return typeof value === 'object' && value !== null;
}
