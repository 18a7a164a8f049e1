import { useEffect, useState, type ReactNode } from 'react';
import { api } from '../../api/admin-api.ts';
import { Button } from '../../components/button.tsx';
import { ErrorMessage, Loading, Progress } from '../../components/loading.tsx';
import { Field } from '../../components/forms/field.tsx';
import { Select } from '../../components/select.tsx';
import { exactTime } from '../../components/time-text.ts';
import { useMay } from '../../session/use-may.ts';
import { advanceSteps, spanText } from './advance-steps.ts';
import { useAdvance } from './use-advance.ts';

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
            <Now lead_ms={Date.parse(data.now) - dataUpdatedAt} />
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
