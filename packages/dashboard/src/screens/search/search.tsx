import { useState, type ReactNode } from 'react';
import { Link, Redirect, useLocation } from 'wouter';
import { api } from '../../api/admin-api.ts';
import { searchAddress, useFilters } from '../../api/use-filters.ts';
import { Button } from '../../components/elements.tsx';
import { Field } from '../../components/field.tsx';
import { Empty, ErrorMessage, Loading, MissingCells } from '../../components/loading.tsx';
import { ScreenTitle } from '../../components/screen.tsx';
import { shownName } from '../../components/shown-values.ts';
import type { SearchResults } from '@booking-service/contract/admin';
import { useSession } from '../../session/session-boundary.tsx';

const kindWords: Readonly<Record<SearchResults['kind'], string>> = {
  organization: 'organization',
  booking: 'booking',
  delivery: 'delivery',
  event: 'event',
  session: 'session',
  request: 'request',
  key: 'API key',
};

/** The search over every id. It opens the page of what it finds. */
export function Search(): ReactNode {
  const { values } = useFilters(['q', 'refused']);
  return (
    <>
      <ScreenTitle>Search</ScreenTitle>
      <SearchForm key={values.q ?? ''} text={values.q ?? ''} />
      {values.refused === 'contact' && <RefusedContact />}
      {values.refused === 'secret' && (
        <Empty title="This is a secret">
          <p>
            A secret is never searched for, because its address would keep it. To find an API key, search for the first
            12 characters of its SHA-256: <code>printf %s &quot;$KEY&quot; | sha256sum | cut -c1-12</code>.
          </p>
        </Empty>
      )}
      {values.q !== undefined && <Results text={values.q} />}
    </>
  );
}

function RefusedContact(): ReactNode {
  const { organization_id, sandbox_organization_id } = useSession();
  const of = organization_id ?? sandbox_organization_id;
  return (
    <Empty title="This is the contact of a person">
      <p>
        It is not searched for here, because the address of the page would keep it. Enter it on the page Bookings of the
        organization.
      </p>
      {of !== null && (
        <p>
          <Link href={`/organizations/${of}/bookings`}>Open Bookings</Link>
        </p>
      )}
    </Empty>
  );
}

function SearchForm({ text }: { readonly text: string }): ReactNode {
  const [, navigate] = useLocation();
  const [draft, setDraft] = useState(text);
  return (
    <form
      role="search"
      aria-label="Search"
      className="search"
      onSubmit={(event) => {
        event.preventDefault();
        navigate(searchAddress(draft));
      }}
    >
      <Field
        label="Id of a booking, delivery, event, request, API key, session or organization, or the name of an organization"
        type="search"
        value={draft}
        maxLength={100}
        isCode
        onChange={setDraft}
      />
      <Button type="submit">Search</Button>
    </form>
  );
}

function Results({ text }: { readonly text: string }): ReactNode {
  const { organization_id, sandbox_organization_id } = useSession();
  const { data, error, refetch } = api.useQuery('get', '/search', { params: { query: { q: text } } });
  if (error) return <ErrorMessage error={error} onRetry={() => void refetch()} />;
  if (!data) return <Loading what="the result" />;
  const [first, ...others] = data.data;
  if (first && others.length === 0 && first.page !== null) return <Redirect to={first.page} replace />;
  const missing = <MissingCells names={data.unavailable_cells} />;
  if (!first)
    return (
      <>
        {missing}
        <Nothing text={text} kind={data.kind} of={organization_id ?? sandbox_organization_id} />
      </>
    );
  return (
    <ul className="stack">
      {missing}
      {data.data.map(({ id, name, page, organization_id: owner }) => (
        <li key={id} className="card">
          <p>
            {page === null ? (
              <code>{id}</code>
            ) : (
              <Link href={page}>{data.kind === 'organization' ? shownName(name) : id}</Link>
            )}
          </p>
          <p className="quiet">
            {kindWords[data.kind]} of <Link href={`/organizations/${owner}`}>{shownName(name)}</Link>
            {page === null && '. No page shows it.'}
          </p>
        </li>
      ))}
    </ul>
  );
}

interface NothingProps {
  readonly text: string;
  readonly kind: SearchResults['kind'];
  /** The organization of the caller, or of the sandbox. */
  readonly of: string | null;
}

function Nothing({ text, kind, of }: NothingProps): ReactNode {
  return (
    <Empty title="Nothing found">
      <p>
        {kind === 'organization'
          ? 'No organization has a name that begins with this text, and it is not an id that the service gives.'
          : `No ${kindWords[kind]} has this id, or it was removed.`}{' '}
        Enter the whole id.
      </p>
      {of !== null && (
        <p>
          <Link href={`/organizations/${of}/bookings?search=${encodeURIComponent(text)}`}>
            Search the bookings for this idempotency key or confirmation code
          </Link>
        </p>
      )}
    </Empty>
  );
}
