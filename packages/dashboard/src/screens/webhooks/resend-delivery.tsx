import type { ReactNode } from 'react';
import { api } from '../../api/admin-api.ts';
import { useInvalidate } from '../../api/use-invalidate.ts';
import { useIsUnderWay } from '../../api/actions.ts';
import { Button } from '../../components/button.tsx';
import { ErrorMessage } from '../../components/loading.tsx';
import { useAnnounce } from '../../components/status-region.tsx';
import type { Delivery } from '@booking-service/contract/admin';
import { useServiceNow } from '../../session/service-time.ts';
import { useCan } from '../../session/session-boundary.tsx';

const resend = '/organizations/{organization_id}/deliveries/{delivery_id}/resend';

/** Sends a finished delivery once more, or makes the next attempt of a pending one at once. One that is due is sent without it. */
export function ResendDelivery({ delivery }: { readonly delivery: Delivery }): ReactNode {
  const { id, organization_id, state, next_attempt_at } = delivery;
  const now = useServiceNow();
  const canResend = useCan('developer');
  const announce = useAnnounce();
  const invalidate = useInvalidate();
  const isUnderWay = useIsUnderWay();
  const { mutate, isPending, error } = api.useMutation('post', resend, {
    async onSuccess() {
      announce('The delivery is sent at the next tick, within 30 seconds.');
      await invalidate(
        '/organizations/{organization_id}/deliveries',
        '/organizations/{organization_id}/deliveries/{delivery_id}',
      );
    },
  });
  if (!canResend) return null;
  return (
    <>
      <Button
        isBusy={isPending}
        isDisabled={next_attempt_at !== null && Date.parse(next_attempt_at) <= now}
        onClick={() => {
          if (!isUnderWay('post', resend)) mutate({ params: { path: { organization_id, delivery_id: id } } });
        }}
      >
        {state === 'pending' ? 'Retry now' : 'Resend'}
      </Button>
      {error && <ErrorMessage error={error} />}
    </>
  );
}
