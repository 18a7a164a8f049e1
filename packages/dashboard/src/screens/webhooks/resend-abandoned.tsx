import { useRef, useState, type ReactNode } from 'react';
import { admin } from '../../api/admin-api.ts';
import { useInvalidate } from '../../api/use-invalidate.ts';
import { Button } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { ErrorMessage } from '../../components/loading.tsx';
import { Select } from '../../components/select.tsx';
import { periods, startOf, type Period } from './delivery-filters.tsx';

export interface ResendAbandonedProps {
  readonly organization_id: string;
  readonly onClose: () => void;
}

type Step = 'choose' | 'running' | 'stopped' | 'done';

/** Resends every abandoned delivery since a time, in parts of at most 2000. It shows how many, and can be stopped between parts. */
export function ResendAbandoned({ organization_id, onClose }: ResendAbandonedProps): ReactNode {
  const [since, setSince] = useState<Period>('24h');
  const [step, setStep] = useState<Step>('choose');
  const [resent, setResent] = useState(0);
  const [error, setError] = useState<unknown>(null);
  const isStopped = useRef(false);
  const invalidate = useInvalidate();

  const run = async () => {
    setStep('running');
    setError(null);
    isStopped.current = false;
    const from = startOf(since);
    let cursor: string | null = null;
    try {
      do {
        const part = await resendPart({ organization_id, since: from, cursor });
        cursor = part.next_cursor;
        setResent((count) => count + part.resent);
      } while (cursor !== null && !isStopped.current);
      setStep(cursor === null ? 'done' : 'stopped');
    } catch (thrown) {
      setError(thrown);
      setStep('choose');
    }
    await invalidate(
      '/organizations/{organization_id}/deliveries',
      '/organizations/{organization_id}/delivery-statistics',
    );
  };
  const stop = () => {
    isStopped.current = true;
  };
  const close = () => {
    stop();
    onClose();
  };

  return (
    <Dialog title="Resend abandoned deliveries" onClose={close}>
      {step === 'choose' && (
        <>
          <p>
            Each abandoned delivery of the period gets one more attempt, at the next tick. Fix the receiver first. The
            event ids stay the same, so a receiver can detect what it already has.
          </p>
          <Select
            label="Events of"
            value={since}
            onChange={setSince}
            options={Object.entries(periods).map(([each, [text]]) => [each as Period, text] as const)}
          />
        </>
      )}
      <div role="status">
        {step === 'running' && (
          <>
            <progress aria-label="Resending" />
            <p>{resent} resent so far.</p>
          </>
        )}
        {step === 'done' && (
          <p>
            {resent === 0
              ? 'No abandoned delivery is in this period. Choose a longer one.'
              : `${resent} resent. They are pending until the next tick, within 30 seconds.`}
          </p>
        )}
        {step === 'stopped' && <p>Stopped. {resent} were resent, and the others stay abandoned.</p>}
      </div>
      {error !== null && <ErrorMessage error={error} />}
      <div className="actions">
        {step === 'running' ? (
          <Button onClick={stop}>Stop</Button>
        ) : (
          <Button onClick={close}>{step === 'choose' ? 'Cancel' : 'Close'}</Button>
        )}
        {step !== 'done' && (
          <Button kind="primary" isBusy={step === 'running'} onClick={() => void run()}>
            Resend
          </Button>
        )}
        {step === 'done' && resent === 0 && <Button onClick={() => setStep('choose')}>Choose again</Button>}
      </div>
    </Dialog>
  );
}

interface Part {
  readonly organization_id: string;
  readonly since: string;
  readonly cursor: string | null;
}

async function resendPart({ organization_id, since, cursor }: Part) {
  const { data } = await admin.POST('/organizations/{organization_id}/abandoned-deliveries/resend', {
    params: { path: { organization_id } },
    body: { since, ...(cursor !== null && { cursor }) },
  });
  if (!data) throw new Error('The service returned no result.');
  return data;
}
