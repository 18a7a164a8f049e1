import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { api } from '../../api/admin-api.ts';
import { Copied } from '../../components/code-block.tsx';
import { ErrorMessage, Loading } from '../../components/loading.tsx';
import { Table, type Column } from '../../components/table.tsx';
import type { MagicValues, MagicVenue } from '@booking-service/contract/admin';
import { useSession } from '../../session/session-boundary.tsx';

/** A magic value, and its effect. */
interface Value {
  readonly text: string;
  readonly where: string;
  readonly effect: string;
}

const valueColumns: readonly Column<Value>[] = [
  { title: 'Value', cell: ({ text }) => <Copied text={text} /> },
  { title: 'Where', kind: 'wide', cell: ({ where }) => where },
  { title: 'Effect', kind: 'main', cell: ({ effect }) => effect },
];

const venueColumns: readonly Column<MagicVenue>[] = [
  { title: 'Venue', cell: ({ id }) => <Copied text={id} /> },
  { title: 'Place', kind: 'wide', cell: ({ name, city }) => `${name}, ${city}` },
  { title: 'Effect', kind: 'main', cell: ({ meaning }) => meaning },
];

/** The values that select an outcome in the sandbox, each with a button that copies it. */
export function MagicValueTables(): ReactNode {
  const { data, error, refetch } = api.useQuery('get', '/sandbox/magic-values', {}, { staleTime: Infinity });
  const { organization_id, sandbox_organization_id } = useSession();
  const of = organization_id ?? sandbox_organization_id;
  return (
    <>
      <section className="stack" aria-labelledby="magic-venues">
        <h2 id="magic-venues">Magic venues</h2>
        <p className="quiet">Book at one of them to reach an outcome.</p>
        {error && <ErrorMessage error={error} onRetry={() => void refetch()} />}
        {!data && !error && <Loading what="the magic values" />}
        {data && <Table caption="Magic venues" columns={venueColumns} rows={data.venues} rowKey={({ id }) => id} />}
      </section>
      {data && (
        <section className="stack" aria-labelledby="magic-values">
          <h2 id="magic-values">Other magic values</h2>
          <Table
            caption="Other magic values"
            columns={valueColumns}
            rows={valuesOf(data)}
            rowKey={({ text }) => text}
          />
          {of !== null && (
            <p>
              Keys with an outcome of their own are below{' '}
              <Link href={`/organizations/${of}/api-keys`}>the API keys</Link>.
            </p>
          )}
        </section>
      )}
    </>
  );
}

function valuesOf({ code, dropped_destination, search_queries }: MagicValues): Value[] {
  return [
    {
      text: code,
      where: 'Codes',
      effect: 'The correct code for every confirmation and session. Every other one is wrong.',
    },
    {
      text: dropped_destination,
      where: 'Destination of a session',
      effect: 'The card of this session is no longer linked.',
    },
    ...search_queries.map(({ query, error_code }) => ({
      text: query,
      where: 'Query of a venue search',
      effect: `The search is refused with ${error_code}.`,
    })),
  ];
}
