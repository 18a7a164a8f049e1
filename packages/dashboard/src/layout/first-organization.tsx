import type { ReactNode } from 'react';
import { Redirect } from 'wouter';
import { api } from '../api/admin-api.ts';
import { ErrorMessage } from '../components/error-message.tsx';
import { Loading } from '../components/loading.tsx';
import { useSession } from '../session/session-boundary.tsx';

/** The first page: the organization of a member, that of the sandbox, or the newest. Without any, the screen that creates one. */
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
  return <Redirect to={first ? `/organizations/${first.id}` : '/operator/organizations'} replace />;
}
