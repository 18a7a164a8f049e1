import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Link } from 'wouter';
import type { ApiKey, CreatedApiKey } from '@booking-service/contract/admin';
import type { Scope } from '@booking-service/contract';
import { admin, useInvalidate } from '../../api/admin-api.ts';
import { findInPages } from '../../api/use-list.ts';
import { useRowAddress } from '../../api/use-filters.ts';
import { Button, Facts, Time } from '../../components/elements.tsx';
import { ConfirmDialog, Drawer, FormDialog } from '../../components/dialogs.tsx';
import { Empty, ErrorMessage, Loading, useAnnounce } from '../../components/loading.tsx';
import { Field } from '../../components/field.tsx';
import { shownName } from '../../components/shown-values.ts';
import { useSession } from '../../session/session-boundary.tsx';
import { useMay } from '../../session/use-may.ts';
import { ModeBadge } from '../bookings/booking-list.tsx';
import { KeyState, keyText, scopeMeanings, scopeNames } from './key-table.tsx';

const listPath = '/organizations/{organization_id}/keys';

interface KeyDrawerProps {
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
            <KeyState revoked_at={key.revoked_at} />
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
  const { id, organization_id, name, mode, scopes, created, last_used_at, revoked_at } = apiKey;
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
          ['Last used', last_used_at === null ? 'Never' : <Time key="used" at={last_used_at} />],
          ['Revoked', revoked_at === null ? null : <Time key="revoked" at={revoked_at} isExact />],
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
        {mayRevoke && revoked_at === null && (
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
          <p>{last_used_at === null ? 'It was never used.' : <LastUse at={last_used_at} />}</p>
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

type Mode = 'test' | 'live';

interface CreateKeyProps {
  readonly organization_id: string;
  readonly onClose: () => void;
  readonly onCreated: (created: CreatedApiKey) => void;
}

/** The form for a new API key: its name, its mode and its scopes. */
export function CreateKey({ organization_id, onClose, onCreated }: CreateKeyProps): ReactNode {
  const { modes, sandbox } = useSession();
  const invalidate = useInvalidate();
  const [name, setName] = useState('');
  const [mode, setMode] = useState<Mode>(modes.includes('test') ? 'test' : 'live');
  const [scopes, setScopes] = useState<readonly Scope[]>(scopeNames);

  const create = async () => {
    const { data } = await admin.POST('/organizations/{organization_id}/keys', {
      params: { path: { organization_id } },
      body: { name: name.trim(), mode, scopes: [...scopes] },
    });
    await invalidate('/organizations/{organization_id}/keys');
    if (data) onCreated(data);
  };
  const toggle = (scope: Scope, isOn: boolean) =>
    setScopes(scopeNames.filter((each) => (each === scope ? isOn : scopes.includes(each))));

  return (
    <FormDialog title="Create API key" submit="Create key" onSubmit={create} onClose={onClose}>
      <Field
        label="Name"
        value={name}
        onChange={setName}
        isRequired
        maxLength={100}
        hint="What uses the key, for example: Website. You can change it later."
      />
      <fieldset>
        <legend>Mode</legend>
        {modes.map((each) => (
          <label key={each} className="choice">
            <input type="radio" name="mode" value={each} checked={each === mode} onChange={() => setMode(each)} />
            <span>{modeMeaning(each, { sandbox })}</span>
          </label>
        ))}
      </fieldset>
      <fieldset>
        <legend>Scopes</legend>
        {scopeNames.map((scope) => (
          <label key={scope} className="choice">
            <input
              type="checkbox"
              checked={scopes.includes(scope)}
              onChange={(event) => toggle(scope, event.currentTarget.checked)}
            />
            <code>{scope}</code>
            <span className="quiet">{scopeMeanings[scope]}</span>
          </label>
        ))}
        {scopes.length === 0 && <p className="hint">A key without scopes can only be refused.</p>}
      </fieldset>
    </FormDialog>
  );
}

function modeMeaning(mode: Mode, { sandbox }: { readonly sandbox: boolean }): string {
  if (mode === 'test') return 'Test: its confirmed bookings count against the test allowance.';
  return sandbox ? 'Live: for live mode. The sandbox contacts no real provider.' : 'Live: makes real bookings.';
}
