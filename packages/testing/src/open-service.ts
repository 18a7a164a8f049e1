import { openSandbox, type OpenedSandbox } from '@booking-service/server/testing';

/** Opens the service of a sandbox. It sends each event at once, where production waits for a tick of up to 30 seconds. */
export function openService(): Promise<OpenedSandbox> {
  return openSandbox({ tick_seconds: 1 });
}
