import { useState, type ReactNode } from 'react';
import { admin } from '../../api/admin-api.ts';
import { useInvalidate } from '../../api/use-invalidate.ts';
import { Field } from '../../components/forms/field.tsx';
import { FormDialog } from '../../components/forms/form-dialog.tsx';
import { ShownOnce } from '../../components/forms/shown-once.tsx';
import type { CreatedDashboardLink, DashboardRole } from '@booking-service/contract/admin';
import { dashboardRoles, HolderFields, holderOf, type Holder } from './holder-fields.tsx';

export interface CreateLinkProps {
  /** The organization to begin with; undefined to begin with none. */
  readonly organization_id?: string;
  readonly onClose: () => void;
}

/** The form for a link that signs one person in, and then the link. */
export function CreateLink({ organization_id, onClose }: CreateLinkProps): ReactNode {
  const [name, setName] = useState('');
  const [holder, setHolder] = useState<Holder<DashboardRole>>({
    role: 'admin',
    organization_id: organization_id ?? '',
  });
  const [created, setCreated] = useState<CreatedDashboardLink | null>(null);
  const invalidate = useInvalidate();
  const create = async () => {
    const { data } = await admin.POST('/dashboard-links', {
      body: { ...holderOf(holder), ...(name.trim() !== '' && { name: name.trim() }) },
    });
    await invalidate('/dashboard-sessions');
    if (data) setCreated(data);
  };
  if (created) {
    return (
      <ShownOnce title="Sign-in link" label="The sign-in link" secret={created.url} onClose={onClose}>
        <p>
          Send it to one person. It works once, for 15 minutes, and signs in as <strong>{created.session.role}</strong>.
          Whoever uses it first is signed in.
        </p>
      </ShownOnce>
    );
  }
  return (
    <FormDialog title="Create sign-in link" submit="Create link" onSubmit={create} onClose={onClose}>
      <Field
        label="Name of the person"
        value={name}
        onChange={setName}
        maxLength={100}
        hint="Optional. The audit log shows it beside each change."
      />
      <HolderFields value={holder} roles={dashboardRoles} onChange={setHolder} />
    </FormDialog>
  );
}
