import { readFileSync } from 'node:fs';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * Starts the files with slow tests before the others, so that no worker ends with a long file while the others have finished. Vitest
 * orders the files of a first run by their sizes, and a file that kills forty processes can be short.
 */
export class SlowFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    // oxlint-disable-next-line unicorn/no-array-sort -- this is the method of Vitest, which sorts a copy.
    const sorted = await super.sort(files);
    // The projects run in turn, by their names.
    const projects = Map.groupBy(sorted, ({ project }) => project.name);
    return [...projects.values()].flatMap((all) => {
      const bySpeed = Map.groupBy(all, ({ moduleId }) => isSlow(moduleId));
      return [...(bySpeed.get(true) ?? []), ...(bySpeed.get(false) ?? [])];
    });
  }
}

function isSlow(file: string): boolean {
  return /(?:@module-tag|tags:).*\b(?:slow|nightly)\b/.test(readFileSync(file, 'utf8'));
}
