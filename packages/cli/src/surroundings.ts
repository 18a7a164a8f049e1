import type { Readable } from 'node:stream';

/** The process, as a command uses it. */
export interface Surroundings {
  /** The program as the user types it: `booking`, or the words that run it through npx. */
  readonly name: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Standard input, from which a command reads keys if it is a terminal. */
  readonly input: Readable & { readonly isTTY?: boolean; setRawMode?(isRaw: boolean): unknown };
  readonly write: (text: string) => void;
  readonly writeError: (text: string) => void;
  /** Returns a signal that aborts when the user ends the command. A command that calls it ends by itself after that. */
  readonly stopSignal: () => AbortSignal;
}
