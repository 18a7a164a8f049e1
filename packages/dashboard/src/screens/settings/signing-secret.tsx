import { type ReactNode, useState } from 'react';
import type { PreparedSecret } from '@booking-service/contract/admin';
import { admin, api, Problem, useInvalidate } from '../../api/admin-api.ts';
import { useIsUnderWay } from '../../api/actions.ts';
import { Button, Time } from '../../components/elements.tsx';
import { CodeBlock } from '../../components/code-block.tsx';
import { ConfirmDialog } from '../../components/dialogs.tsx';
import { ErrorMessage, useAnnounce } from '../../components/loading.tsx';
import { useCan } from '../../session/session-boundary.tsx';

interface SecretRotationProps {
  readonly organization_id: string;
  /** The time at which the next secret was prepared; null if none is. */
  readonly prepared: string | null;
  /** Called when another secret signs. */
  readonly onActivated: () => void;
}

const preparePath = '/organizations/{organization_id}/signing-secret/prepare';

type Question = 'activate' | 'discard';

/** Replaces the secret in steps: prepare the next one, let receivers verify with both, then activate it or discard it. */
function SecretRotation({ organization_id, prepared, onActivated }: SecretRotationProps): ReactNode {
  const path = { organization_id };
  const announce = useAnnounce();
  const invalidate = useInvalidate();
  const isUnderWay = useIsUnderWay();
  const readAgain = () => invalidate('/organizations/{organization_id}/settings');
  /** Shown once when it is prepared. Later only after a press, because the audit log records it. */
  const [shown, setShown] = useState<PreparedSecret | null>(null);
  // Another tab may have discarded it and prepared another one.
  const secret = shown !== null && shown.created === prepared ? shown.signing_secret : null;
  const [question, setQuestion] = useState<Question | null>(null);
  const prepare = api.useMutation('post', preparePath, {
    async onSuccess(created) {
      setShown(created);
      announce('The next secret is prepared. It signs nothing yet.');
      await readAgain();
    },
  });
  const reveal = api.useMutation('post', '/organizations/{organization_id}/signing-secret/reveal', {
    async onSuccess({ prepared: next }) {
      setShown(next);
      if (next?.created !== prepared) await readAgain();
    },
  });
  const activate = async () => {
    const { data } = await admin.GET('/organizations/{organization_id}/settings', { params: { path } });
    if (data?.secret_prepared_at !== prepared) {
      await readAgain();
      const message = 'The prepared secret was replaced or discarded in the meantime. Nothing was activated.';
      throw new Problem({ status: 409, code: 'invalid_state', message });
    }
    await admin.POST('/organizations/{organization_id}/signing-secret/activate', { params: { path } });
    setShown(null);
    onActivated();
    announce('The new secret signs from now on. Remove the old one from your receivers.');
    await readAgain();
  };
  const discard = async () => {
    await admin.POST('/organizations/{organization_id}/signing-secret/discard', { params: { path } });
    setShown(null);
    announce('The prepared secret is discarded. The current one stays.');
    await readAgain();
  };
  const error = prepare.error ?? reveal.error;

  return (
    <>
      <ol className="steps">
        <li aria-current={prepared === null ? 'step' : undefined}>
          <p>
            <strong>Prepare the next secret.</strong> It signs nothing yet, so nothing changes for your receivers.
          </p>
          {prepared === null ? (
            <Button
              isBusy={prepare.isPending}
              onClick={() => {
                if (!isUnderWay('post', preparePath)) prepare.mutate({ params: { path } });
              }}
            >
              Prepare the next secret
            </Button>
          ) : (
            <p className="quiet">
              Prepared <Time at={prepared} />.
            </p>
          )}
        </li>
        <li aria-current={prepared === null ? undefined : 'step'}>
          <p>
            <strong>Let every receiver verify with both secrets.</strong> The verifier takes a list:{' '}
            <code>secrets: [next, current]</code>.
          </p>
          {prepared !== null && secret !== null && <CodeBlock label="The next signing secret">{secret}</CodeBlock>}
          {prepared !== null && secret === null && (
            <Button isBusy={reveal.isPending} onClick={() => reveal.mutate({ params: { path } })}>
              Show the next secret
            </Button>
          )}
        </li>
        <li>
          <p>
            <strong>Activate it.</strong> Every attempt from then on is signed with it, and the old one is removed.
          </p>
          {prepared !== null && (
            <div className="actions">
              <Button onClick={() => setQuestion('activate')}>Activate…</Button>
              <Button onClick={() => setQuestion('discard')}>Discard…</Button>
            </div>
          )}
        </li>
      </ol>
      {error && <ErrorMessage error={error} />}
      {question === 'activate' && (
        <ConfirmDialog
          title="Activate the next secret"
          confirm="Activate secret"
          isDangerous
          onConfirm={activate}
          onClose={() => setQuestion(null)}
        >
          <p>
            A receiver that does not verify with it refuses every webhook from now on. The old secret cannot be
            restored.
          </p>
        </ConfirmDialog>
      )}
      {question === 'discard' && (
        <ConfirmDialog
          title="Discard the next secret"
          confirm="Discard secret"
          onConfirm={discard}
          onClose={() => setQuestion(null)}
        >
          <p>It has never signed a webhook. Receivers can stop verifying with it. The current secret stays.</p>
        </ConfirmDialog>
      )}
    </>
  );
}

/** Shows the secret that signs the webhooks, and replaces it. */
export function SigningSecret({ organization_id, prepared }: Omit<SecretRotationProps, 'onActivated'>): ReactNode {
  const canSee = useCan('admin');
  const [activations, setActivations] = useState(0);
  return (
    <section className="card stack">
      <h2>Signing secret</h2>
      <p>Signs every webhook. A receiver verifies the header Service-Signature with it.</p>
      {canSee ? (
        <>
          {/* Another secret begins hidden. */}
          <Reveal key={activations} organization_id={organization_id} />
          <h3>Rotation</h3>
          <SecretRotation
            organization_id={organization_id}
            prepared={prepared}
            onActivated={() => setActivations((count) => count + 1)}
          />
        </>
      ) : (
        <p className="quiet">To see or replace it, sign in with the role admin.</p>
      )}
    </section>
  );
}

function Reveal({ organization_id }: { readonly organization_id: string }): ReactNode {
  const [secret, setSecret] = useState<string | null>(null);
  const [isAsking, setAsking] = useState(false);
  const reveal = async () => {
    const { data } = await admin.POST('/organizations/{organization_id}/signing-secret/reveal', {
      params: { path: { organization_id } },
    });
    setSecret(data?.signing_secret ?? null);
  };
  return (
    <>
      {secret === null ? (
        <div>
          <Button onClick={() => setAsking(true)}>Reveal secret…</Button>
        </div>
      ) : (
        <>
          <CodeBlock label="The signing secret">{secret}</CodeBlock>
          <div>
            <Button onClick={() => setSecret(null)}>Hide secret</Button>
          </div>
        </>
      )}
      {isAsking && (
        <ConfirmDialog
          title="Reveal the signing secret"
          confirm="Reveal secret"
          onConfirm={reveal}
          onClose={() => setAsking(false)}
        >
          <p>Whoever has it can sign webhooks that your receivers accept. The audit log records that you read it.</p>
        </ConfirmDialog>
      )}
    </>
  );
}
