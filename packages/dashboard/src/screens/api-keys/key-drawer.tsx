import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { Link } from 'wouter';
import { admin } from '../../api/admin-api.ts';
import { findInPages } from '../../api/use-pages.ts';
import { useInvalidate } from '../../api/use-invalidate.ts';
import { useRowAddress } from '../../api/use-filters.ts';
import { Button } from '../../components/button.tsx';
import { Drawer } from '../../components/dialog.tsx';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { Empty, ErrorMessage, Loading } from '../../components/loading.tsx';
import { Facts } from '../../components/facts.tsx';
import { Field } from '../../components/forms/field.tsx';
import { FormDialog } from '../../components/forms/form-dialog.tsx';
import { useAnnounce } from '../../components/status-region.tsx';
import { Time } from '../../components/time.tsx';
import { shownName } from '../../components/shown-name.ts';
import type { ApiKey } from '@booking-service/contract/admin';
import { useMay } from '../../session/use-may.ts';
import { ModeBadge } from '../bookings/booking-table.tsx';
import { keyText, KeyState } from './key-table.tsx';
import { scopeMeanings } from './scopes.ts';

const listPath = '/organizations/{organization_id}/keys';

export interface KeyDrawerProps {
  readonly organization_id: string;
  readonly key_id: string;
  /** The keys of the list. The contract has no operation that reads one key. */
  readonly shown: readonly ApiKey[];
}

/** One API key: what it may do, its use, and the buttons that rename and revoke it. */
export function KeyDrawer({ organization_id, key_id, shown }: KeyDrawerProps): ReactNode {
  const { close } = useRowAddress(`/organizations/${organization_id}/api-keys`);
  const listed = shown.find(({ id }) => id === key_id);
  // A link may lead to a key of another page.
  const { data, error, refetch } = useQuery({
    queryKey: ['get', listPath, { organization_id, key_id }],
    queryFn: ({ signal }) =>
      findInPages(key_id, async (cursor) => {
        const query = { limit: 100, ...(cursor !== undefined && { cursor }) };
        return (await admin.GET(listPath, { params: { path: { organization_id }, query }, signal })).data;
      }),
    enabled: listed === undefined,
  });
  const key = listed ?? data;
  return (
    <Drawer
      title={key ? shownName(key.name) : 'API key'}
      onClose={close}
      head={
        key && (
          <div className="row">
            <KeyState revoked={key.revoked} />
          </div>
        )
      }
    >
      {error && <ErrorMessage error={error} onRetry={() => void refetch()} />}
      {key === undefined && !error && <Loading what="the API key" />}
      {key === null && (
        <Empty title="This organization has no such key">
          <p>Check the address. The key may belong to another organization. Close this to see the keys.</p>
        </Empty>
      )}
      {key && <KeyDetails apiKey={key} />}
    </Drawer>
  );
}

function KeyDetails({ apiKey }: { readonly apiKey: ApiKey }): ReactNode {
  const { id, organization_id, name, mode, scopes, created, last_used, revoked } = apiKey;
  const mayRename = useMay('renameApiKey');
  const mayRevoke = useMay('revokeApiKey');
  const maySeeAudit = useMay('listAuditEntries');
  const [step, setStep] = useState<'rename' | 'revoke' | null>(null);
  const invalidate = useInvalidate();
  const announce = useAnnounce();
  const path = { organization_id, key_id: id };
  const close = () => setStep(null);
  const revoke = async () => {
    await admin.POST('/organizations/{organization_id}/keys/{key_id}/revoke', { params: { path } });
    await invalidate(listPath);
    announce('The key is revoked.');
  };
  return (
    <>
      <Facts
        rows={[
          ['Key', <code key="key">{keyText(apiKey)}</code>],
          ['Mode', <ModeBadge key="mode" livemode={mode === 'live'} />],
          ['Id', <code key="id">{id}</code>],
          ['Created', <Time key="created" at={created} isExact />],
          ['Last used', last_used === null ? 'Never' : <Time key="used" at={last_used} />],
          ['Revoked', revoked === null ? null : <Time key="revoked" at={revoked} isExact />],
          [
            'Scopes',
            scopes.length === 0 ? (
              'None'
            ) : (
              <ul key="scopes">
                {scopes.map((scope) => (
                  <li key={scope}>
                    <code>{scope}</code> <span className="quiet">{scopeMeanings[scope]}</span>
                  </li>
                ))}
              </ul>
            ),
          ],
        ]}
      />
      <div className="row">
        {mayRename && <Button onClick={() => setStep('rename')}>Rename…</Button>}
        {mayRevoke && revoked === null && (
          <Button kind="danger" onClick={() => setStep('revoke')}>
            Revoke…
          </Button>
        )}
        {maySeeAudit && (
          <Link className="button" href={`/organizations/${organization_id}/audit?target=${id}`}>
            Who changed it
          </Link>
        )}
      </div>
      {step === 'rename' && <RenameKey apiKey={apiKey} onClose={close} />}
      {step === 'revoke' && (
        <ConfirmDialog
          title={`Revoke “${shownName(name)}”?`}
          confirm="Revoke key"
          isDangerous
          onConfirm={revoke}
          onClose={close}
        >
          <p>
            Every request with <code>{keyText(apiKey)}</code> is refused from now on. A revoked key cannot be restored.
          </p>
          <p>{last_used === null ? 'It was never used.' : <LastUse at={last_used} />}</p>
        </ConfirmDialog>
      )}
    </>
  );
}

function LastUse({ at }: { readonly at: string }): ReactNode {
  return (
    <>
      It was last used <Time at={at} />. If something still uses it, create its new key first.
    </>
  );
}

function RenameKey({ apiKey, onClose }: { readonly apiKey: ApiKey; readonly onClose: () => void }): ReactNode {
  const { id, organization_id } = apiKey;
  const [name, setName] = useState(apiKey.name);
  const invalidate = useInvalidate();
  const rename = async () => {
    await admin.PUT('/organizations/{organization_id}/keys/{key_id}/name', {
      params: { path: { organization_id, key_id: id } },
      body: { name: name.trim() },
    });
    await invalidate(listPath);
    onClose();
  };
  return (
    <FormDialog title="Rename API key" submit="Rename key" onSubmit={rename} onClose={onClose}>
      <Field
        label="Name"
        value={name}
        onChange={setName}
        isRequired
        maxLength={100}
        hint="The key itself stays the same."
      />
    </FormDialog>
  );
}
