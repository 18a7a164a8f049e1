import { useState, type ReactNode } from 'react';
import { admin } from '../../api/admin-api.ts';
import { useInvalidate } from '../../api/use-invalidate.ts';
import { Field } from '../../components/forms/field.tsx';
import { FormDialog } from '../../components/forms/form-dialog.tsx';
import { ShownOnce } from '../../components/forms/shown-once.tsx';
import { shownName } from '../../components/shown-name.ts';
import type { CreatedAccessToken, Role } from '@booking-service/contract/admin';
import { HolderFields, holderOf, tokenRoles, type Holder } from './holder-fields.tsx';

/** The form for a new access token, and then the token. */
export function CreateToken({ onClose }: { readonly onClose: () => void }): ReactNode {
  const [name, setName] = useState('');
  const [days, setDays] = useState('');
  const [holder, setHolder] = useState<Holder<Role>>({ role: 'viewer', organization_id: '' });
  const [created, setCreated] = useState<CreatedAccessToken | null>(null);
  const invalidate = useInvalidate();
  const create = async () => {
    const { data } = await admin.POST('/access-tokens', {
      body: { name: name.trim(), ...holderOf(holder), ...(days !== '' && { expires_in_days: Number(days) }) },
    });
    await invalidate('/access-tokens');
    if (data) setCreated(data);
  };
  if (created) {
    return (
      <ShownOnce
        title={`Access token of “${shownName(created.access_token.name)}”`}
        label="The access token"
        secret={created.token}
        onClose={onClose}
      >
        <p>
          Send it to the admin server as <code>Authorization: Bearer TOKEN</code>. The service stores only its digest.
          If it is lost, create another one and revoke this one.
        </p>
      </ShownOnce>
    );
  }
  return (
    <FormDialog title="Create access token" submit="Create token" onSubmit={create} onClose={onClose}>
      <Field
        label="Name of its holder"
        value={name}
        onChange={setName}
        isRequired
        maxLength={100}
        hint="The audit log shows it beside each change."
      />
      <HolderFields value={holder} roles={tokenRoles} onChange={setHolder} />
      <Field
        label="Days until it expires"
        type="number"
        min={1}
        max={3650}
        value={days}
        onChange={setDays}
        hint="Optional. Without a number it does not expire."
      />
    </FormDialog>
  );
}
