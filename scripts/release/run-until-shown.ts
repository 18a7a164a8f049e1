import { spawn, type SpawnOptions } from 'node:child_process';
import { once } from 'node:events';

/** A text that a program has not printed after this time is missing. */
const longest_ms = 240_000;

/** The end of a program: its exit code, or the signal that ended it. */
interface Ended {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly printed: string;
}

/** Runs a program until it prints the text, and stops it then: servers go on. Throws if the program ends without the text. */
export async function runUntilShown(
  [program, ...args]: readonly [string, ...string[]],
  { shown, input = '', ...options }: SpawnOptions & { readonly shown: RegExp; readonly input?: string },
): Promise<Ended> {
  const child = spawn(program, args, { ...options, stdio: 'pipe', timeout: longest_ms });
  let printed = '';
  const closed = once(child, 'close') as Promise<[number | null, NodeJS.Signals | null]>;
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      printed += text;
      if (shown.test(printed)) child.kill('SIGTERM');
    });
  }
  child.stdin.end(input);
  const [code, signal] = await closed;
  if (!shown.test(printed))
    throw new Error(`${args.join(' ')} ended with ${code ?? signal} and did not print ${shown}: ${printed}`);
  return { code, signal, printed };
}
