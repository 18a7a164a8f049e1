import type { sources, tests } from './places.ts';

/** A small fault: the one text `find` of a file is replaced by `plant`. */
export interface Fault {
  readonly name: string;
  /** What the service does wrong with it. */
  readonly says: string;
  /** The rules of openapi/rules.yaml that it breaks. */
  readonly rules: string;
  readonly file: keyof typeof sources;
  readonly find: string;
  readonly plant: string;
  /** How often `find` stands in the file; each is replaced. Default: 1. */
  readonly times?: number;
  /** The test files that must fail. */
  readonly tests: readonly (keyof typeof tests)[];
}

/** The file's text with the fault in it. Throws where the text that it replaces is not there, or more often than it says. */
export function plantIn(text: string, { name, file, find, plant, times = 1 }: Fault): string {
  const found = text.split(find).length - 1;
  if (found !== times) {
    throw new Error(
      `${name}: its text stands ${found} times in ${file}, not ${times}. Give the fault the text of today.`,
    );
  }
  return text.replaceAll(find, () => plant);
}
