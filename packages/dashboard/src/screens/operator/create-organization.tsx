import { limits } from '@booking-service/contract';
import { useState, type ReactNode } from 'react';
import { admin } from '../../api/admin-api.ts';
import { useInvalidate } from '../../api/use-invalidate.ts';
import { Field } from '../../components/forms/field.tsx';
import { FormDialog } from '../../components/forms/form-dialog.tsx';
import type { CreatedOrganization } from '@booking-service/contract/admin';

export interface CreateOrganizationProps {
  readonly onClose: () => void;
  readonly onCreated: (created: CreatedOrganization) => void;
}

/** The form for a new organization. Its limits are those of the contract, and can be changed later. */
export function CreateOrganization({ onClose, onCreated }: CreateOrganizationProps): ReactNode {
  const [name, setName] = useState('');
  const [url, setUrl] = useState('');
  const invalidate = useInvalidate();
  const create = async () => {
    const webhook_url = url.trim();
    const { data } = await admin.POST('/organizations', {
      body: { name: name.trim(), ...(webhook_url !== '' && { webhook_url }) },
    });
    await invalidate('/organizations');
    if (data) onCreated(data);
  };
  return (
    <FormDialog title="Create organization" submit="Create organization" onSubmit={create} onClose={onClose}>
      <Field label="Name" value={name} onChange={setName} isRequired maxLength={100} />
      <Field
        label="Webhook URL"
        type="url"
        isCode
        value={url}
        onChange={setUrl}
        maxLength={2048}
        hint="Optional. An admin of the organization can set it later."
      />
      <p className="quiet">
        It may send {limits.default_limit} requests in {limits.window_seconds / 60} minutes and confirm{' '}
        {limits.default_test_allowance} test bookings. You can change both later.
      </p>
    </FormDialog>
  );
}
