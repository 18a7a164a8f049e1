import { useState, type ReactNode } from 'react';
import { admin, api } from '../../api/admin-api.ts';
import { Problem } from '../../api/problem.ts';
import { useInvalidate } from '../../api/use-invalidate.ts';
import { useIsUnderWay } from '../../api/actions.ts';
import { Button } from '../../components/button.tsx';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { ErrorMessage } from '../../components/loading.tsx';
import { Field } from '../../components/forms/field.tsx';
import { useAnnounce } from '../../components/status-region.tsx';
import { useCan } from '../../session/session-boundary.tsx';

export interface WebhookUrlProps {
  readonly organization_id: string;
  /** The stored URL; null for no webhooks. */
  readonly stored: string | null;
}

const webhookUrl = '/organizations/{organization_id}/webhook-url';

/** Sets or clears the URL that receives the webhooks. */
export function WebhookUrl({ organization_id, stored }: WebhookUrlProps): ReactNode {
  const [url, setUrl] = useState(stored ?? '');
  const [isClearing, setClearing] = useState(false);
  const canChange = useCan('admin');
  const announce = useAnnounce();
  const invalidate = useInvalidate();
  const isUnderWay = useIsUnderWay();
  const path = { organization_id };
  const readAgain = () => invalidate('/organizations/{organization_id}/settings', '/organizations/{organization_id}');
  const { mutate, isPending, error } = api.useMutation('put', webhookUrl, {
    async onSuccess() {
      announce('The webhook URL is saved. Send a test event to check it.');
      await readAgain();
    },
  });
  const clear = async () => {
    await admin.PUT(webhookUrl, { params: { path }, body: { webhook_url: null } });
    announce('The webhook URL is cleared.');
    await readAgain();
  };
  const isRefused = error instanceof Problem && error.code === 'invalid_request';

  if (!canChange) {
    return (
      <section className="card stack">
        <h2>Webhook URL</h2>
        {stored === null ? <p>None is set, so no event is sent.</p> : <code>{stored}</code>}
        <p className="quiet">To change it, sign in with the role admin.</p>
      </section>
    );
  }
  return (
    <section className="card stack">
      <h2>Webhook URL</h2>
      <form
        className="stack"
        aria-label="Webhook URL"
        onSubmit={(event) => {
          event.preventDefault();
          if (!isUnderWay('put', webhookUrl)) mutate({ params: { path }, body: { webhook_url: url.trim() } });
        }}
      >
        <Field
          label="URL"
          type="url"
          isCode
          isRequired
          maxLength={2048}
          placeholder="https://example.com/webhooks"
          value={url}
          onChange={setUrl}
          hint="Receives every event of the organization. It must be https, at a public address; a sandbox also accepts this computer."
          fault={isRefused ? error.message : undefined}
        />
        {error && !isRefused && <ErrorMessage error={error} />}
        <div className="actions">
          <Button type="submit" kind="primary" isBusy={isPending} isDisabled={url.trim() === (stored ?? '')}>
            Save
          </Button>
          {stored !== null && <Button onClick={() => setClearing(true)}>Clear…</Button>}
        </div>
      </form>
      {isClearing && (
        <ConfirmDialog
          title="Clear the webhook URL"
          confirm="Clear URL"
          isDangerous
          onConfirm={clear}
          onClose={() => setClearing(false)}
        >
          <p>Events that happen without a URL are never sent, also not later.</p>
        </ConfirmDialog>
      )}
    </section>
  );
}
