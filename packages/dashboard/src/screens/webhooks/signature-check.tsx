import { useState, type ReactNode } from 'react';
import { admin } from '../../api/admin-api.ts';
import { Badge, Button } from '../../components/elements.tsx';
import { ErrorMessage } from '../../components/loading.tsx';
import { Field } from '../../components/field.tsx';
import type { Attempt, Delivery } from '@booking-service/contract/admin';
import { useCan } from '../../session/session-boundary.tsx';

export interface SignatureCheckProps {
  readonly delivery: Delivery;
  readonly attempt: Attempt;
}

type Verdict = { readonly isValid: boolean; readonly text: string };

/**
 * Verifies the signature of an attempt in the browser, with the verifier that receivers use: the exact body, the header, and a secret.
 * The time of the check is that of the attempt.
 */
export function SignatureCheck({ delivery, attempt }: SignatureCheckProps): ReactNode {
  const { request_headers: headers } = attempt;
  const canReveal = useCan('admin');
  const [isOpen, setOpen] = useState(false);
  const [secret, setSecret] = useState('');
  const [isBusy, setBusy] = useState(false);
  const [verdict, setVerdict] = useState<Verdict | null>(null);
  const [error, setError] = useState<unknown>(null);
  if (headers === null) return null;

  const check = async (findSecrets: () => Promise<readonly string[]>) => {
    setBusy(true);
    setVerdict(null);
    setError(null);
    try {
      setVerdict(
        await verify({
          body: delivery.request_body,
          headers,
          started_at: attempt.started_at,
          secrets: await findSecrets(),
        }),
      );
    } catch (thrown) {
      setError(thrown);
    }
    setBusy(false);
  };
  const revealed = async () => {
    const path = { organization_id: delivery.organization_id };
    const { data } = await admin.POST('/organizations/{organization_id}/signing-secret/reveal', { params: { path } });
    // A response without data throws before.
    return [data?.signing_secret ?? '', ...(data?.prepared ? [data.prepared.signing_secret] : [])];
  };

  if (!isOpen) {
    return (
      <Button kind="plain" onClick={() => setOpen(true)}>
        Check the signature…
      </Button>
    );
  }
  return (
    <form
      className="stack signature-check"
      aria-label="Check the signature"
      onSubmit={(event) => {
        event.preventDefault();
        void check(async () => [secret.trim()]);
      }}
    >
      <Field
        label="Signing secret"
        type="password"
        isCode
        isRequired
        value={secret}
        onChange={setSecret}
        hint="The secret that your receiver uses. The check runs in this browser and sends it nowhere."
      />
      <div className="actions">
        <Button type="submit" isBusy={isBusy}>
          Check
        </Button>
        {canReveal && (
          <Button isBusy={isBusy} onClick={() => void check(revealed)}>
            Check with the current secret
          </Button>
        )}
      </div>
      {canReveal && <p className="hint">The audit log records that the current secret was read.</p>}
      <div role="status">
        {verdict && (
          <p>
            <Badge tone={verdict.isValid ? 'good' : 'bad'}>{verdict.isValid ? 'Valid' : 'Not valid'}</Badge>{' '}
            {verdict.text}
          </p>
        )}
      </div>
      {error !== null && <ErrorMessage error={error} />}
    </form>
  );
}

interface SentWebhook {
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly started_at: string;
  readonly secrets: readonly string[];
}

async function verify({ body, headers, started_at, secrets }: SentWebhook): Promise<Verdict> {
  const { verifyWebhook } = await import('@booking-service/webhooks/verify');
  const header = Object.entries(headers).find(([name]) => name.toLowerCase() === 'service-signature')?.[1];
  try {
    await verifyWebhook({ body, header, secrets, now: Date.parse(started_at) });
    return { isValid: true, text: 'The secret, the header and the body belong together.' };
  } catch (error) {
    return { isValid: false, text: textOf(error) };
  }
}

function textOf(error: unknown): string {
  const reason = error instanceof Error && 'reason' in error ? error.reason : undefined;
  if (reason === 'signature_mismatch') {
    return 'Another secret signed this attempt. Check that it is complete, and whether the secret was rotated since then.';
  }
  return error instanceof Error ? error.message : 'The signature could not be checked.';
}
