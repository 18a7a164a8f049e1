import type { Polled } from './poll-until-stopped.ts';

/** Returns a function that reports when the connection is lost, and when it is back. */
export function reportConnection(url: string, writeError: (text: string) => void): Polled<unknown>['onConnection'] {
  return (failure) =>
    writeError(
      failure
        ? `${url} cannot be reached: ${failure.message}. Trying again, at first every second.\n`
        : `${url} can be reached again.\n`,
    );
}
