import type { Scope } from '@booking-service/contract';
import { useState, type ReactNode } from 'react';
import { admin } from '../../api/admin-api.ts';
import { useInvalidate } from '../../api/use-invalidate.ts';
import { Field } from '../../components/forms/field.tsx';
import { FormDialog } from '../../components/forms/form-dialog.tsx';
import type { CreatedApiKey } from '@booking-service/contract/admin';
import { useSession } from '../../session/session-boundary.tsx';
import { scopeMeanings, scopeNames } from './scopes.ts';

type Mode = 'test' | 'live';

export interface CreateKeyProps {
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
