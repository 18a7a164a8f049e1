import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { admin, api } from '../../api/admin-api.ts';
import { Button } from '../../components/elements.tsx';
import { ErrorMessage, Loading, Progress } from '../../components/loading.tsx';
import { Field } from '../../components/field.tsx';
import { Select } from '../../components/select.tsx';
import { exactTime } from '../../components/shown-values.ts';
import { useMay } from '../../session/use-may.ts';
import { advanceSteps, spanText } from './advance-steps.ts';

// Advances the clock of the sandbox, and shows how far it is. The service responds when everything that became due is done, and
// meanwhile the clock can be read: its time, from the beginning to the end, is the progress.

const poll_ms = 250;

interface Advance {
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
function useAdvance(): Advance {
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
  return Date.parse(data?.at ?? '');
}

const longest_ms = 31 * 86_400_000;
const units = { s: 1000, min: 60_000, h: 3_600_000, d: 86_400_000 } as const;
type Unit = keyof typeof units;

/** The clock of the sandbox, and the buttons that advance it. */
export function SandboxClock(): ReactNode {
  const { data, dataUpdatedAt, error, refetch } = api.useQuery('get', '/sandbox/clock', {});
  const mayAdvance = useMay('advanceSandboxClock');
  return (
    <section className="card stack" aria-labelledby="sandbox-clock">
      <h2 id="sandbox-clock">Clock</h2>
      {error && <ErrorMessage error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Loading what="the clock" />}
      {data && (
        <p>
          <strong className="clock">
            <Now lead_ms={Date.parse(data.at) - dataUpdatedAt} />
          </strong>{' '}
          <span className="quiet">
            {data.offset_ms === 0 ? 'the time of this computer' : `${spanText(data.offset_ms)} ahead of this computer`}
          </span>
        </p>
      )}
      {mayAdvance ? (
        <AdvanceControls />
      ) : (
        <p className="quiet">Only an operator can advance the clock: it is the clock of every organization.</p>
      )}
    </section>
  );
}

/** The time of the service, which moves. It is this much ahead of the time of the browser. */
function Now({ lead_ms }: { readonly lead_ms: number }): ReactNode {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  return exactTime(new Date(now + lead_ms).toISOString());
}

function AdvanceControls(): ReactNode {
  const { start, progress, last_ms, error } = useAdvance();
  const isBusy = progress !== null;
  return (
    <>
      <p>Advance it, and everything that becomes due on the way happens at once and in order. It cannot be set back.</p>
      <ul className="choices-list">
        {advanceSteps.map(({ ms, text, effect }) => (
          <li key={ms} className="row">
            <Button isBusy={isBusy} onClick={() => void start(ms)} label={`Advance by ${text}: ${effect}`}>
              + {text}
            </Button>
            <span className="quiet">{effect}</span>
          </li>
        ))}
      </ul>
      <OwnSpan isBusy={isBusy} onAdvance={(ms) => void start(ms)} />
      {progress && (
        <Progress
          label="Advancing"
          value={progress.done_ms}
          max={progress.ms}
          text={`${spanText(progress.done_ms)} of ${spanText(progress.ms)}`}
        />
      )}
      <p role="status">
        {last_ms !== null && `The clock was advanced by ${spanText(last_ms)}. Everything that became due is done.`}
      </p>
      {error !== null && <ErrorMessage error={error} />}
    </>
  );
}

interface OwnSpanProps {
  readonly isBusy: boolean;
  readonly onAdvance: (ms: number) => void;
}

function OwnSpan({ isBusy, onAdvance }: OwnSpanProps): ReactNode {
  const [count, setCount] = useState('1');
  const [unit, setUnit] = useState<Unit>('h');
  const ms = Math.round(Number(count) * units[unit]);
  const isTooLong = ms > longest_ms;
  return (
    <form
      className="own-span"
      onSubmit={(event) => {
        event.preventDefault();
        if (!isBusy && !isTooLong) onAdvance(ms);
      }}
    >
      <Field
        label="Another span"
        type="number"
        value={count}
        min={1}
        isRequired
        onChange={setCount}
        fault={isTooLong ? 'One advance is at most 31 days.' : undefined}
      />
      <Select
        label="Unit"
        value={unit}
        options={[
          ['s', 'seconds'],
          ['min', 'minutes'],
          ['h', 'hours'],
          ['d', 'days'],
        ]}
        onChange={setUnit}
      />
      <Button type="submit" isBusy={isBusy}>
        Advance
      </Button>
    </form>
  );
}
