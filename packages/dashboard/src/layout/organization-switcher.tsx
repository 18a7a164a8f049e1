import { type ReactNode, useState } from 'react';
import { Link, Redirect, useLocation } from 'wouter';
import { api } from '../api/admin-api.ts';
import { Empty, ErrorMessage, Loading } from '../components/loading.tsx';
import { shownName } from '../components/shown-values.ts';
import { useCan, useSession } from '../session/session-boundary.tsx';
import { searchAddress } from '../api/use-filters.ts';
import { Popover } from './account.tsx';

/** The name of the organization; for a role of all organizations, a list to choose another one from. */
export function OrganizationSwitcher({ organization_id }: { readonly organization_id: string | undefined }): ReactNode {
  const { organization_id: own } = useSession();
  if (own !== null && organization_id !== undefined) {
    return (
      <strong className="organization">
        <ChosenName organization_id={organization_id} />
      </strong>
    );
  }
  return (
    <Popover
      className="switcher"
      trigger={
        organization_id === undefined ? (
          'Choose an organization'
        ) : (
          <>
            <span className="hidden">Organization: </span>
            <ChosenName organization_id={organization_id} />
          </>
        )
      }
    >
      <Organizations organization_id={organization_id} />
    </Popover>
  );
}

function ChosenName({ organization_id }: { readonly organization_id: string }): ReactNode {
  const { data } = api.useQuery('get', '/organizations/{organization_id}', { params: { path: { organization_id } } });
  return data ? shownName(data.name) : 'Organization';
}

function Organizations({ organization_id }: { readonly organization_id: string | undefined }): ReactNode {
  const { data, error, refetch } = api.useQuery('get', '/organizations', { params: { query: { limit: 20 } } });
  const mayCreate = useCan('operator');
  const [location] = useLocation();
  // The same screen of another organization, without what belongs to this one.
  const screen = /^\/organizations\/[^/]+(\/[^/]+)?/.exec(location)?.[1] ?? '';
  if (error) return <ErrorMessage error={error} onRetry={() => void refetch()} />;
  if (!data) return <Loading what="organizations" />;
  if (data.data.length === 0) {
    return (
      <Empty title="No organizations yet">
        <p>
          <Link href="/operator/organizations">{mayCreate ? 'Create the first one' : 'All organizations…'}</Link>
        </p>
      </Empty>
    );
  }
  return (
    <ul className="choices">
      {data.data.map(({ id, name }) => (
        <li key={id}>
          <Link href={`/organizations/${id}${screen}`} aria-current={id === organization_id || undefined}>
            {shownName(name)}
          </Link>
        </li>
      ))}
      {data.next_cursor !== null && (
        <li>
          <Link href="/operator/organizations">All organizations…</Link>
        </li>
      )}
    </ul>
  );
}

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

/** The search box over every id, at the top of every screen. A phone has the screen Search instead. */
export function FindId(): ReactNode {
  const [, navigate] = useLocation();
  const [text, setText] = useState('');
  return (
    <form
      role="search"
      aria-label="Every id"
      className="find-id"
      onSubmit={(event) => {
        event.preventDefault();
        navigate(searchAddress(text));
        setText('');
      }}
    >
      <input
        type="search"
        aria-label="Find by id"
        placeholder="Find by id"
        maxLength={100}
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
    </form>
  );
}
