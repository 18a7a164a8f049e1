import { useState, type ReactNode } from 'react';
import { admin } from '../../api/admin-api.ts';
import { Button } from '../../components/button.tsx';
import { CodeBlock } from '../../components/code-block.tsx';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { useCan } from '../../session/session-boundary.tsx';
import { SecretRotation, type SecretRotationProps } from './secret-rotation.tsx';

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
