export interface Release {
  /** info.version of the contract that is to be released. */
  readonly version: string;
  /** info.version of the last released one. */
  readonly released: string;
  /** How many breaking changes between the two are not declared. */
  readonly undeclared: number;
}

/** Why a contract may not become the released one, after the first publication; undefined where it may. */
export function whyNotReleasable({ version, released, undeclared }: Release): string | undefined {
  if (!isHigher(version, released)) {
    return `Contract ${released} is released: raise info.version in openapi/openapi.yaml above it (it is ${version}).`;
  }
  if (undeclared > 0) {
    return `${undeclared} breaking since ${released} and not declared: npm run contract:diff says what, and what to do.`;
  }
}

function isHigher(version: string, other: string): boolean {
  return version.localeCompare(other, 'en', { numeric: true }) > 0;
}
