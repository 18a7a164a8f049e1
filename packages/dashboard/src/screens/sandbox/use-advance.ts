/**
 * Advances the clock of the sandbox, and shows how far it is. The service responds when everything that became due is done, and
 * meanwhile the clock can be read: its time, from the beginning to the end, is the progress.
 */
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { admin } from '../../api/admin-api.ts';

const poll_ms = 250;

export interface Advance {
  /** Starts an advance. A second one waits until this one is done. */
  readonly start: (ms: number) => Promise<void>;
  /** The advance under way; null without one. */
  readonly progress: { readonly done_ms: number; readonly ms: number } | null;
  /** The length of the last advance; null before the first. */
  readonly last_ms: number | null;
  /** Why the last advance failed; null if it did not. */
  readonly error: unknown;
}

/** Returns the function that advances the clock, with its progress. */
export function useAdvance(): Advance {
  const queryClient = useQueryClient();
  const [progress, setProgress] = useState<Advance['progress']>(null);
  const [last_ms, setLast] = useState<number | null>(null);
  const [error, setError] = useState<unknown>(null);

  const start = async (ms: number) => {
    setError(null);
    setLast(null);
    setProgress({ done_ms: 0, ms });
    const stopped = new AbortController();
    try {
      const from = await readTime();
      const report = (now: number) => setProgress({ done_ms: Math.max(0, Math.min(now - from, ms)), ms });
      void follow(report, stopped.signal);
      await admin.POST('/sandbox/clock/advance', { body: { ms } });
      setLast(ms);
    } catch (thrown) {
      setError(thrown);
    }
    stopped.abort();
    setProgress(null);
    // Everything that the page shows may have changed.
    await queryClient.invalidateQueries();
  };
  return { start, progress, last_ms, error };
}

async function follow(report: (now: number) => void, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    await new Promise((resolve) => setTimeout(resolve, poll_ms));
    // A reading that fails is left out: the response of the advance decides.
    const now = await readTime().catch(() => undefined);
    if (now !== undefined && !signal.aborted) report(now);
  }
}

async function readTime(): Promise<number> {
  const { data } = await admin.GET('/sandbox/clock', {});
  return Date.parse(data?.now ?? '');
}
