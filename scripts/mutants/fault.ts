import type { sources, tests } from './places.ts';

/** A small fault: it replaces the text `find` of a file with `plant`. */
export interface Fault {
  readonly name: string;
  /** What the service does wrong with the fault. */
  readonly summary: string;
  /** The rules of openapi/rules.yaml that the fault breaks. */
  readonly rules: string;
  readonly file: keyof typeof sources;
  readonly find: string;
  readonly plant: string;
  /** The number of occurrences of `find` in the file. Each is replaced. Default: 1. */
  readonly times?: number;
  /** The test files that must fail. */
  readonly tests: readonly (keyof typeof tests)[];
}

/** Returns the file's text with the fault. Throws if `find` does not occur exactly `times` times. */
export function plantIn(text: string, { name, file, find, plant, times = 1 }: Fault): string {
  const count = text.split(find).length - 1;
  if (count !== times) {
    throw new Error(
      `${name}: its text occurs ${count} times in ${file}, not ${times}. Update \`find\` to the current text of the file.`,
    );
  }
  return text.replaceAll(find, () => plant);
}
