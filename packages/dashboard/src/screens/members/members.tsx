import { keepPreviousData } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import type { Member } from '@booking-service/contract/admin';
import { api } from '../../api/admin-api.ts';
import { usePages } from '../../api/use-pages.ts';
import { Button } from '../../components/button.tsx';
import { Empty, ErrorMessage, Loading } from '../../components/loading.tsx';
import { Pager } from '../../components/pager.tsx';
import { ScreenTitle } from '../../components/screen-title.tsx';
import type { ScreenProps } from '../../screens.ts';
import { useMay } from '../../session/use-may.ts';
import { ChangeRole } from './change-role.tsx';
import { InviteMember } from './invite-member.tsx';
import { MemberTable } from './member-table.tsx';
import { RemoveMember } from './remove-member.tsx';

/** The dialog that is open beside the list. */
type Opened = { readonly what: 'invite' } | { readonly what: 'role' | 'remove'; readonly member: Member };

/** The people of an organization: invite, change a role, remove. */
export function Members({ params: { organization_id = '' } }: ScreenProps): ReactNode {
  const mayInvite = useMay('inviteMember');
  const pages = usePages();
  const [opened, setOpened] = useState<Opened | null>(null);
  const query = { limit: 25, ...(pages.cursor !== undefined && { cursor: pages.cursor }) };
  const { data, error, isPlaceholderData, refetch } = api.useQuery(
    'get',
    '/organizations/{organization_id}/members',
    { params: { path: { organization_id }, query } },
    { placeholderData: keepPreviousData },
  );
  const invite = mayInvite && (
    <Button kind="primary" onClick={() => setOpened({ what: 'invite' })}>
      Invite member
    </Button>
  );
  const dialog = { organization_id, onClose: () => setOpened(null) };
  return (
    <>
      <ScreenTitle actions={invite}>Members</ScreenTitle>
      <p className="quiet">
        The people who were invited to this organization. The audit log names them by their email.
      </p>
      {error && <ErrorMessage error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Loading what="members" />}
      {data && data.data.length === 0 && (
        <Empty title="No members yet">
          <p>{mayInvite ? 'Invite a person by email.' : 'Ask an admin of the organization to invite a person.'}</p>
        </Empty>
      )}
      {data && data.data.length > 0 && (
        <MemberTable
          rows={data.data}
          isStale={isPlaceholderData}
          onChangeRole={(member) => setOpened({ what: 'role', member })}
          onRemove={(member) => setOpened({ what: 'remove', member })}
        />
      )}
      <Pager pages={pages} next={data?.next_cursor} what="members" isBusy={isPlaceholderData} />
      {opened?.what === 'invite' && <InviteMember {...dialog} />}
      {opened?.what === 'role' && <ChangeRole {...dialog} member={opened.member} />}
      {opened?.what === 'remove' && <RemoveMember {...dialog} member={opened.member} />}
    </>
  );
}
