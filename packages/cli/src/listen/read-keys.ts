import type { Surroundings } from '../surroundings.ts';

const endOfText = '\u0003';

/**
 * Calls the function of each key that the user presses in a terminal. Ctrl-C stays a signal. Returns a function that ends this and leaves
 * the terminal as it was.
 */
export function readKeys(input: Surroundings['input'], keys: Readonly<Record<string, () => void>>): () => void {
  if (!input.isTTY) return () => undefined;
  const onData = (chunk: Buffer | string) => {
    for (const key of String(chunk)) {
      // A terminal that reports single keys reports this one as a key, too.
      if (key === endOfText) process.kill(process.pid, 'SIGINT');
      keys[key]?.();
    }
  };
  input.setRawMode?.(true);
  input.on('data', onData);
  return () => {
    input.off('data', onData);
    input.setRawMode?.(false);
    input.pause();
  };
}
