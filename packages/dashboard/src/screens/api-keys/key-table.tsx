import { access, type Scope } from '@booking-service/contract';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import type { ApiKey } from '@booking-service/contract/admin';
import { useRowAddress } from '../../api/use-filters.ts';
import { Badge, Time } from '../../components/elements.tsx';
import { type Column, Table } from '../../components/table.tsx';
import { shownName } from '../../components/shown-values.ts';
import { ModeBadge } from '../bookings/booking-list.tsx';

/** The description of each scope in the contract. */
export const scopeMeanings: Readonly<Record<Scope, string>> = access.scopes;

// The contract's scopes are an object with these keys.
export const scopeNames = Object.keys(scopeMeanings) as readonly Scope[];

interface KeyTableProps {
  readonly organization_id: string;
  readonly rows: readonly ApiKey[];
  /** The key that is open. */
  readonly selected: string | undefined;
  readonly isStale: boolean;
}

/** API keys in rows. Each opens beside the list. */
export function KeyTable({ organization_id, ...table }: KeyTableProps): ReactNode {
  const address = useRowAddress(`/organizations/${organization_id}/api-keys`);
  const columns: Column<ApiKey>[] = [
    {
      title: 'Name',
      kind: 'main',
      cell: ({ id, name }) => (
        <Link className="row-link" href={address.toRow(id)} state={address.state}>
          {shownName(name)}
        </Link>
      ),
    },
    { title: 'Key', cell: (key) => <code>{keyText(key)}</code> },
    { title: 'Mode', kind: 'wide', cell: ({ mode }) => <ModeBadge livemode={mode === 'live'} /> },
    { title: 'Scopes', kind: 'wide', cell: ({ scopes }) => scopesText(scopes) },
    {
      title: 'Last used',
      kind: 'wide',
      cell: ({ last_used_at }) => (last_used_at ? <Time at={last_used_at} isNarrow /> : 'Never'),
    },
    { title: 'State', cell: (key) => <KeyState revoked_at={key.revoked_at} /> },
  ];
  return <Table {...table} caption="API keys, newest first" columns={columns} rowKey={({ id }) => id} />;
}

/** The visible part of a key: `sk_test_…x7Qz`. */
export function keyText({ mode, last4 }: Pick<ApiKey, 'mode' | 'last4'>): string {
  return `sk_${mode}_…${last4 ?? ''}`;
}

/** The scopes of a key in a few words. */
function scopesText(scopes: ApiKey['scopes']): string {
  if (scopes.length === scopeNames.length) return 'All';
  return scopes.length === 0 ? 'None' : `${scopes.length} of ${scopeNames.length}`;
}

/** The badge of a valid or a revoked key. */
export function KeyState({ revoked_at }: Pick<ApiKey, 'revoked_at'>): ReactNode {
  return revoked_at === null ? <Badge tone="good">Active</Badge> : <Badge>Revoked</Badge>;
}
