import { delivery } from '../generated/delivery.ts';
import type { TestWebhook } from '../testing.ts';
import type { Surroundings } from './define-command.ts';

const maxShownCharacters = 200;

/** Sends one webhook as the service does (DLV-4), and writes a line about the response. Returns whether it was accepted. */
export async function postWebhook(
  { url, name, webhook: { body, headers } }: { url: URL; name: string; webhook: TestWebhook },
  { write }: Surroundings,
): Promise<boolean> {
  const started = performance.now();
  try {
    const signal = AbortSignal.timeout(delivery.timeout_seconds * 1000);
    const response = await fetch(url, { method: 'POST', body, headers, signal, redirect: 'manual' });
    const text = (await response.text()).slice(0, maxShownCharacters).trim();
    write(`${name}: ${response.status} after ${elapsed(started)} ms${text && `: ${text}`}\n`);
    return response.ok;
  } catch (error) {
    write(`${name}: no response after ${elapsed(started)} ms: ${reasonOf(error)}\n`);
    return false;
  }
}

function elapsed(started: number): number {
  return Math.round(performance.now() - started);
}

/** Returns the message of the cause: the error of fetch itself has no reason. */
function reasonOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  return cause instanceof Error ? cause.message || cause.name : String(cause);
}
