import { useState, type ReactNode } from 'react';
import { admin } from '../../api/admin-api.ts';
import { useInvalidate } from '../../api/use-invalidate.ts';
import { Badge } from '../../components/badge.tsx';
import { Button } from '../../components/button.tsx';
import { CodeBlock } from '../../components/code-block.tsx';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { Facts } from '../../components/facts.tsx';
import { durationText } from '../../components/time-text.ts';
import { Time } from '../../components/time.tsx';
import { adviceOf, isAccepted, outcomeOf } from '../../deliveries/delivery-words.ts';
import type { Attempt, Delivery } from '@booking-service/contract/admin';
import { useCan } from '../../session/session-boundary.tsx';
import { SignatureCheck } from './signature-check.tsx';

export interface AttemptDetailsProps {
  readonly delivery: Delivery;
  readonly attempt: Attempt;
  /** True if its details are shown at first. */
  readonly isOpen: boolean;
}

/** One attempt: a line with its outcome, which opens to the request's headers, the response and the check of the signature. */
export function AttemptDetails({ delivery, attempt, isOpen }: AttemptDetailsProps): ReactNode {
  const { attempt: number, started, duration_ms, request_headers } = attempt;
  const advice = adviceOf(attempt);
  return (
    <details open={isOpen}>
      <summary>
        <span>Attempt {number}</span>
        <Badge tone={isAccepted(attempt) ? 'good' : 'bad'}>{outcomeOf(attempt)}</Badge>
        <span className="quiet">{durationText(duration_ms)}</span>
        <span className="quiet end">
          <Time at={started} />
        </span>
      </summary>
      <div className="stack">
        {advice !== null && <p>{advice}</p>}
        <Facts rows={[['Started', <Time key="time" at={started} isExact />]]} />
        <h4>Response</h4>
        <AttemptResponse delivery={delivery} attempt={attempt} />
        <h4>Request headers</h4>
        {request_headers === null ? (
          <p className="quiet">They were not stored when this attempt was made.</p>
        ) : (
          <Facts
            rows={Object.entries(request_headers).map(([name, value]) => [name, <code key={name}>{value}</code>])}
          />
        )}
        <SignatureCheck delivery={delivery} attempt={attempt} />
      </div>
    </details>
  );
}

function AttemptResponse({ delivery, attempt }: Omit<AttemptDetailsProps, 'isOpen'>): ReactNode {
  const { answer, answer_deleted } = attempt;
  const [isAsking, setAsking] = useState(false);
  const canDelete = useCan('admin');
  const invalidate = useInvalidate();
  if (answer_deleted !== null) {
    return (
      <p className="quiet">
        The stored response was deleted <Time at={answer_deleted} />.
      </p>
    );
  }
  if (answer === null || answer === '') return <p className="quiet">{outcomeOf(attempt)}, without a body.</p>;
  const remove = async () => {
    const path = {
      organization_id: delivery.organization_id,
      delivery_id: delivery.id,
      attempt: String(attempt.attempt),
    };
    await admin.POST('/organizations/{organization_id}/deliveries/{delivery_id}/attempts/{attempt}/delete-response', {
      params: { path },
    });
    await invalidate('/organizations/{organization_id}/deliveries/{delivery_id}');
  };
  return (
    <>
      <CodeBlock isJson label={`The beginning of the response body of attempt ${attempt.attempt}`}>
        {answer}
      </CodeBlock>
      {canDelete && (
        <Button kind="plain" onClick={() => setAsking(true)}>
          Delete the stored response…
        </Button>
      )}
      {isAsking && (
        <ConfirmDialog
          title="Delete the stored response"
          confirm="Delete response"
          isDangerous
          onConfirm={remove}
          onClose={() => setAsking(false)}
        >
          <p>
            Delete it if it has personal data. The rest of the attempt stays. A deleted response cannot be restored.
          </p>
        </ConfirmDialog>
      )}
    </>
  );
}
