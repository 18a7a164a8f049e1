import type { Operation } from './operation-page.ts';

/** The parts of the bundled contract that this reads. */
export interface CalledContract {
  readonly info: { readonly description: string };
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
}
