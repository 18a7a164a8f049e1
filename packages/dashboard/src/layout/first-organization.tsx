import type { ReactNode } from 'react';
import { Redirect } from 'wouter';
import { api } from '../api/admin-api.ts';
import { CodeBlock } from '../components/code-block.tsx';
import { Empty } from '../components/empty.tsx';
import { ErrorMessage } from '../components/error-message.tsx';
import { Loading } from '../components/loading.tsx';
import { ScreenTitle } from '../components/screen-title.tsx';
import { useSession } from '../session/session-boundary.tsx';

/** The first page: the organization of a member, that of the sandbox, or the newest. */
export function FirstOrganization(): ReactNode {
  const { organization_id, sandbox_organization_id } = useSession();
  const first = organization_id ?? sandbox_organization_id;
  return first === null ? <NewestOrganization /> : <Redirect to={`/organizations/${first}`} replace />;
}

function NewestOrganization(): ReactNode {
  const { data, error, refetch } = api.useQuery('get', '/organizations', { params: { query: { limit: 1 } } });
  if (error) return <ErrorMessage error={error} onRetry={() => void refetch()} />;
  if (!data) return <Loading what="organizations" />;
  const [first] = data.data;
  if (first) return <Redirect to={`/organizations/${first.id}`} replace />;
  return (
    <>
      <ScreenTitle>Organizations</ScreenTitle>
      <Empty title="No organizations yet">
        <p>Create one on the computer of the service:</p>
        <CodeBlock label="The command that creates an organization">
          {"booking-service org create 'Harbour Group'"}
        </CodeBlock>
      </Empty>
    </>
  );
}
