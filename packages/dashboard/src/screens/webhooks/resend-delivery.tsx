import type { ReactNode } from 'react';
import { api } from '../../api/admin-api.ts';
import { useInvalidate } from '../../api/use-invalidate.ts';
import { useIsUnderWay } from '../../api/actions.ts';
import { Button } from '../../components/button.tsx';
import { ErrorMessage } from '../../components/loading.tsx';
import { useAnnounce } from '../../components/status-region.tsx';
import type { Delivery } from '@booking-service/contract/admin';
import { useCan } from '../../session/session-boundary.tsx';

const resend = '/organizations/{organization_id}/deliveries/{delivery_id}/resend';

/** Sends a finished delivery once more. A pending one is sent without it. */
export function ResendDelivery({ delivery }: { readonly delivery: Delivery }): ReactNode {
  const { id, organization_id, state } = delivery;
  const canResend = useCan('developer');
  const announce = useAnnounce();
  const invalidate = useInvalidate();
  const isUnderWay = useIsUnderWay();
  const { mutate, isPending, error } = api.useMutation('post', resend, {
    async onSuccess() {
      announce('The delivery is sent again at the next tick, within 30 seconds.');
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
        isDisabled={state === 'pending'}
        onClick={() => {
          if (!isUnderWay('post', resend)) mutate({ params: { path: { organization_id, delivery_id: id } } });
        }}
      >
        Resend
      </Button>
      {error && <ErrorMessage error={error} />}
    </>
  );
}
