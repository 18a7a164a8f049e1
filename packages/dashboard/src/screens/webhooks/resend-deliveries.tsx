import { eventTypes, type EventType } from '@booking-service/contract';
import { adminLimits, type AdminRequest, type FinishedState, type StatusClass } from '@booking-service/contract/admin';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState, type ReactNode } from 'react';
import { admin, api, useInvalidate } from '../../api/admin-api.ts';
import { Button } from '../../components/elements.tsx';
import { Dialog } from '../../components/dialogs.tsx';
import { TimeField } from '../../components/field.tsx';
import { Select } from '../../components/select.tsx';
import { ErrorMessage } from '../../components/loading.tsx';
import { attemptClasses, outcomeWords, stateWords } from '../../deliveries/delivery-words.ts';
import { serviceTime } from '../../session/service-time.ts';

/** A selection that stays the same while it is counted and resent. An empty text selects every value. */
interface Selection {
  readonly state: FinishedState;
  readonly event_type: EventType | '';
  readonly status_class: StatusClass | '';
  readonly created_from: string;
  readonly created_before: string;
}
type Step = 'choose' | 'running' | 'stopped' | 'done';

export interface ResendDeliveriesProps {
  readonly organization_id: string;
  /** The filters of the list, with which the selection begins. */
  readonly filter: AdminRequest<'listDeliveries'>['query'];
  readonly onClose: () => void;
}

const day_ms = 86_400_000;
const maxCounted: number = adminLimits.counted_deliveries;

/** Resends the deliveries of a selection, in parts. It shows their number before, and can be stopped between parts. */
export function ResendDeliveries({ organization_id, filter, onClose }: ResendDeliveriesProps): ReactNode {
  const [selection, setSelection] = useState(() => firstSelection(filter));
  const [step, setStep] = useState<Step>('choose');
  const [resent, setResent] = useState(0);
  const [error, setError] = useState<unknown>(null);
  const isStopped = useRef(false);
  const invalidate = useInvalidate();
  const count = useQuery({
    ...api.queryOptions('get', '/organizations/{organization_id}/delivery-count', {
      params: { path: { organization_id }, query: toQuery(selection) },
    }),
    enabled: step === 'choose',
    gcTime: 0,
  });
  const found = count.data?.deliveries;

  const run = async () => {
    setStep('running');
    setError(null);
    isStopped.current = false;
    let cursor: string | null = null;
    try {
      do {
        const part = await resendPart({ organization_id, selection, cursor });
        cursor = part.next_cursor;
        setResent((sum) => sum + part.resent);
      } while (cursor !== null && !isStopped.current);
      setStep(cursor === null ? 'done' : 'stopped');
    } catch (thrown) {
      setError(thrown);
      setStep('choose');
    }
    await invalidate(
      '/organizations/{organization_id}/deliveries',
      '/organizations/{organization_id}/delivery-statistics',
      '/organizations/{organization_id}/delivery-count',
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
    <Dialog title="Resend deliveries" onClose={close}>
      {step === 'choose' && (
        <>
          <p>
            Each delivery gets one more attempt, at the next tick. Fix the receiver first. The event ids stay the same,
            so a receiver can detect what it already has.
          </p>
          <SelectionFields selection={selection} onChange={(change) => setSelection({ ...selection, ...change })} />
        </>
      )}
      <div role="status">
        {step === 'choose' && <p>{found === undefined ? 'Counting…' : countText(found)}</p>}
        {step === 'running' && (
          <>
            <progress aria-label="Resending" />
            <p>{resent} resent so far.</p>
          </>
        )}
        {step === 'done' && <p>{resent} resent. They are pending until the next tick, within 30 seconds.</p>}
        {step === 'stopped' && <p>Stopped. {resent} were resent, and the others stay as they are.</p>}
      </div>
      {count.error && <ErrorMessage error={count.error} onRetry={() => void count.refetch()} />}
      {error !== null && <ErrorMessage error={error} />}
      <div className="actions">
        {step === 'running' ? (
          <Button onClick={stop}>Stop</Button>
        ) : (
          <Button onClick={close}>{step === 'choose' ? 'Cancel' : 'Close'}</Button>
        )}
        {step !== 'done' && step !== 'stopped' && (
          <Button
            kind="primary"
            isBusy={step === 'running'}
            isDisabled={found === undefined || found === 0}
            onClick={() => void run()}
          >
            Resend
          </Button>
        )}
      </div>
    </Dialog>
  );
}

interface SelectionFieldsProps {
  readonly selection: Selection;
  readonly onChange: (change: Partial<Selection>) => void;
}

function SelectionFields({ selection, onChange }: SelectionFieldsProps): ReactNode {
  const { state, event_type, status_class, created_from, created_before } = selection;
  return (
    <>
      <Select
        label="Resend what is"
        value={state}
        onChange={(next) => onChange({ state: next })}
        options={(['abandoned', 'succeeded'] as const).map((each) => [each, stateWords[each]] as const)}
      />
      <Select
        label="Event type"
        value={event_type}
        onChange={(next) => onChange({ event_type: next })}
        options={[['', 'All'], ...eventTypes.map((each) => [each, each] as const)]}
      />
      <Select
        label="Response"
        value={status_class}
        onChange={(next) => onChange({ status_class: next })}
        options={[['', 'All'], ...attemptClasses.map((each) => [each, outcomeWords[each]] as const)]}
      />
      <TimeField
        label="Events from"
        value={created_from}
        onChange={(next) => onChange({ created_from: next === '' ? dayAgo() : next })}
      />
      <TimeField
        label="Events before"
        value={created_before}
        onChange={(next) => onChange({ created_before: next === '' ? now() : next })}
      />
    </>
  );
}

/** The selection of the list's filters. Its end is now, so that the resent deliveries are those that were counted. */
function firstSelection({
  state,
  event_type,
  status_class,
  created_from,
  created_before,
}: ResendDeliveriesProps['filter']): Selection {
  return {
    state: state === 'succeeded' ? state : 'abandoned',
    event_type: event_type ?? '',
    status_class: status_class === undefined || status_class === 'none' ? '' : status_class,
    created_from: created_from ?? dayAgo(),
    created_before: created_before ?? now(),
  };
}

function toQuery({ event_type, status_class, ...rest }: Selection) {
  return { ...rest, ...(event_type !== '' && { event_type }), ...(status_class !== '' && { status_class }) };
}

function now(): string {
  return new Date(serviceTime()).toISOString();
}

function dayAgo(): string {
  return new Date(serviceTime() - day_ms).toISOString();
}

function countText(found: number): string {
  if (found === 0) return 'No delivery matches. Choose another time or state.';
  if (found >= maxCounted) return `${maxCounted} deliveries or more match.`;
  return found === 1 ? '1 delivery matches.' : `${found} deliveries match.`;
}

interface Part {
  readonly organization_id: string;
  readonly selection: Selection;
  readonly cursor: string | null;
}

async function resendPart({ organization_id, selection, cursor }: Part) {
  const { data } = await admin.POST('/organizations/{organization_id}/delivery-resends', {
    params: { path: { organization_id } },
    body: { ...toQuery(selection), ...(cursor !== null && { cursor }) },
  });
  if (!data) throw new Error('The service returned no result.');
  return data;
}
