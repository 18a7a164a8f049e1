/** The only reader of the environment: the setup of a run leaves the address of its sandbox there. */

/** The address of a running sandbox. */
export interface SandboxAddress {
  readonly url: string;
  readonly adminUrl: string;
}

/** Returns the address from the options, or from the environment. Throws an error with the fix if both lack it. */
export function readAddress({
  url = process.env['BOOKING_BASE_URL'],
  adminUrl = process.env['BOOKING_ADMIN_URL'],
}: Partial<SandboxAddress>): SandboxAddress {
  if (url === undefined || adminUrl === undefined) {
    throw new Error(
      'No sandbox is running for these tests. Add the setup to the configuration: globalSetup: "@booking-service/testing/vitest/setup" (or jest/setup), or use startSandbox().',
    );
  }
  return { url, adminUrl };
}

/** Makes variables visible to the workers of a test run, which start later. */
export function publish(variables: Readonly<Record<string, string>>): void {
  Object.assign(process.env, variables);
}
