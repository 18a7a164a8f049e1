export interface Release {
  /** The name of the contract. */
  readonly contract: string;
  /** info.version of the contract to release. */
  readonly version: string;
  /** info.version of the last released contract. */
  readonly released: string;
  /** The number of undeclared breaking changes between the two. */
  readonly undeclared: number;
}

/** Returns why a contract may not be released after the first publication. Undefined if it may. */
export function whyNotReleasable({ contract, version, released, undeclared }: Release): string | undefined {
  if (!isHigher(version, released)) {
    return `Version ${version} of the ${contract} contract is not above the released ${released}. Raise its info.version.`;
  }
  if (undeclared > 0) {
    return `Undeclared breaking changes of the ${contract} contract since ${released}: ${undeclared}. Run npm run contract:diff to list them.`;
  }
}

function isHigher(version: string, other: string): boolean {
  return version.localeCompare(other, 'en', { numeric: true }) > 0;
}
