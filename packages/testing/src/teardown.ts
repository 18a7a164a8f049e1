/** Stops the sandbox of a test run: the globalTeardown of Jest. */

let stop: (() => Promise<void>) | undefined;

/** Keeps the function that stops the sandbox. */
export function keepForTeardown(end: () => Promise<void>): void {
  stop = end;
}

export default async function teardown(): Promise<void> {
  await stop?.();
}
