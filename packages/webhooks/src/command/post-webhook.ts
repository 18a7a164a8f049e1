import { delivery } from '../generated/delivery.ts';
import type { TestWebhook } from '../testing.ts';
import type { Surroundings } from './command.ts';

const shown_characters = 200;

/** Sends one webhook as the service would (DLV-4), and writes a line about the answer. Returns whether it was accepted. */
export async function postWebhook(
  { url, what, webhook: { body, headers } }: { url: URL; what: string; webhook: TestWebhook },
  { write }: Surroundings,
): Promise<boolean> {
  const started = performance.now();
  try {
    const signal = AbortSignal.timeout(delivery.timeout_seconds * 1000);
    const response = await fetch(url, { method: 'POST', body, headers, signal, redirect: 'manual' });
    const answer = (await response.text()).slice(0, shown_characters).trim();
    write(`${what}: ${response.status} after ${elapsed(started)} ms${answer && `: ${answer}`}\n`);
    return response.ok;
  } catch (error) {
    write(`${what}: no answer after ${elapsed(started)} ms: ${reasonOf(error)}\n`);
    return false;
  }
}

function elapsed(started: number): number {
  return Math.round(performance.now() - started);
}

/** fetch says only that it failed; its cause says why. */
function reasonOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  return cause instanceof Error ? cause.message || cause.name : String(cause);
}
