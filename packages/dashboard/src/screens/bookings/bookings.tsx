import { useInfiniteQuery, useQueries } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { admin, api } from '../../api/admin-api.ts';
import { Empty, ErrorMessage, Loading } from '../../components/loading.tsx';
import { BookingList, type BookingRow, BookingTable } from './booking-list.tsx';
import { nameText, toBookingNames } from './booking-names.ts';
import { Button } from '../../components/elements.tsx';
import { useCan } from '../../session/session-boundary.tsx';
import { findContact, useFilters } from '../../api/use-filters.ts';
import { Field } from '../../components/field.tsx';
import { type ScreenProps, ScreenTitle } from '../../components/screen.tsx';
import { BookingDrawer } from './booking-drawer.tsx';

export interface FoundBookingsProps {
  readonly organization_id: string;
  readonly text: string;
  /** The booking that is open. */
  readonly selected: string | undefined;
}

/** The bookings with this id, idempotency key or confirmation code. */
export function FoundBookings({ organization_id, text, selected }: FoundBookingsProps): ReactNode {
  const names = toBookingNames(text);
  const results = useQueries({
    queries: names.map((name) =>
      api.queryOptions('get', '/organizations/{organization_id}/booking-search', {
        params: { path: { organization_id }, query: name },
      }),
    ),
  });
  const failed = results.find(({ error }) => error !== null);
  if (failed) return <ErrorMessage error={failed.error} onRetry={() => void failed.refetch()} />;
  if (results.some(({ data }) => data === undefined)) return <Loading what="bookings" />;

  // A booking can be found by two of its names.
  const rows = new Map<string, BookingRow>();
  for (const [index, name] of names.entries()) {
    for (const booking of results[index]?.data?.data ?? []) {
      const earlier = rows.get(booking.id)?.found_by;
      const found_by = earlier === undefined ? nameText(name) : `${earlier}, ${nameText(name).toLowerCase()}`;
      rows.set(booking.id, { ...booking, found_by });
    }
  }
  if (rows.size === 0) {
    return (
      <Empty title="No booking found">
        <p>
          No booking of this organization has this id, idempotency key or confirmation code. Enter the whole text: parts
          of it are not found.
        </p>
      </Empty>
    );
  }
  return (
    <BookingTable
      organization_id={organization_id}
      caption="The bookings that were found"
      rows={[...rows.values()]}
      selected={selected}
      isSearch
    />
  );
}

export interface GuestBookingsProps {
  readonly organization_id: string;
  /** The e-mail address or the phone number of the guest. */
  readonly contact: string;
  /** The booking that is open. */
  readonly selected: string | undefined;
}

/** The bookings of a guest. Each page of the service reads some bookings, so it reads pages until the last one, or until it is stopped. */
export function GuestBookings(props: GuestBookingsProps): ReactNode {
  if (useCan('admin')) return <GuestSearch {...props} />;
  return (
    <Empty title="You cannot search for a guest">
      <p>It needs the role admin. Search for the id of the booking instead.</p>
    </Empty>
  );
}

function GuestSearch({ organization_id, contact, selected }: GuestBookingsProps): ReactNode {
  const [isStopped, setStopped] = useState(false);
  const { data, error, hasNextPage, isFetching, fetchNextPage, refetch } = useInfiniteQuery({
    queryKey: ['guest-search', organization_id, contact],
    queryFn: async ({ pageParam, signal }) => {
      const { data: page } = await admin.POST('/organizations/{organization_id}/guest-search', {
        params: { path: { organization_id } },
        body: { contact, ...(pageParam !== '' && { cursor: pageParam }) },
        signal,
      });
      return page;
    },
    initialPageParam: '',
    getNextPageParam: (page) => page?.next_cursor,
    // Each search adds an entry to the audit log, so only a person repeats it. The contact is not kept after the search.
    staleTime: Infinity,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  useEffect(() => {
    if (hasNextPage && !isFetching && !isStopped && !error) void fetchNextPage();
  }, [hasNextPage, isFetching, isStopped, error, fetchNextPage]);

  const rows = data?.pages.flatMap((page) => page?.data ?? []).toReversed() ?? [];
  const isSearching = isFetching || (hasNextPage && !isStopped && !error);
  return (
    <>
      <p className="quiet">The audit log records each search for a guest, without the address or the number.</p>
      {error && <ErrorMessage error={error} onRetry={() => void (data ? fetchNextPage() : refetch())} />}
      {isSearching && (
        <div className="row" role="status">
          <progress aria-label="Searching the bookings" />
          <p>Searching the bookings…</p>
          {hasNextPage && !isStopped && <Button onClick={() => setStopped(true)}>Stop</Button>}
        </div>
      )}
      {!isSearching && isStopped && hasNextPage && (
        <div className="row">
          <p>The search is not complete.</p>
          <Button onClick={() => setStopped(false)}>Continue</Button>
        </div>
      )}
      {rows.length > 0 && (
        <BookingTable
          organization_id={organization_id}
          caption="The bookings of the guest, newest first"
          rows={rows}
          selected={selected}
        />
      )}
      {!isSearching && !error && !hasNextPage && rows.length === 0 && (
        <Empty title="No booking found">
          <p>No booking of this organization has a guest with this address or number. Enter the whole of it.</p>
        </Empty>
      )}
    </>
  );
}

/** The bookings of an organization: a list with filters, a search, and one booking with its history. */
export function Bookings({ params }: ScreenProps): ReactNode {
  const { organization_id = '', booking_id } = params;
  const { values, set } = useFilters(['search']);
  // Not in the address, which a browser keeps.
  const [contact, setContact] = useState('');
  const search = (text: string) => {
    const found = findContact(text);
    setContact(found ?? '');
    if (found === undefined || values.search !== undefined) set({ search: found === undefined ? text : '' });
  };
  return (
    <>
      <ScreenTitle>Bookings</ScreenTitle>
      <BookingSearch text={contact === '' ? (values.search ?? '') : contact} onSearch={search} />
      {contact !== '' && (
        <GuestBookings key={contact} organization_id={organization_id} contact={contact} selected={booking_id} />
      )}
      {contact === '' && values.search === undefined && (
        <BookingList organization_id={organization_id} selected={booking_id} />
      )}
      {contact === '' && values.search !== undefined && (
        <FoundBookings organization_id={organization_id} text={values.search} selected={booking_id} />
      )}
      {booking_id !== undefined && (
        <BookingDrawer key={booking_id} organization_id={organization_id} booking_id={booking_id} />
      )}
    </>
  );
}

interface BookingSearchProps {
  readonly text: string;
  readonly onSearch: (text: string) => void;
}

function BookingSearch({ text, onSearch }: BookingSearchProps): ReactNode {
  const [draft, setDraft] = useState(text);
  // Another address, for example by Back, replaces the draft.
  const [seen, setSeen] = useState(text);
  if (text !== seen) {
    setSeen(text);
    setDraft(text);
  }
  return (
    <form
      role="search"
      aria-label="Find a booking"
      className="search"
      onSubmit={(event) => {
        event.preventDefault();
        onSearch(draft.trim());
      }}
    >
      <Field
        label="Id, idempotency key, confirmation code, or e-mail or phone of the guest"
        type="search"
        value={draft}
        maxLength={320}
        isCode
        onChange={setDraft}
      />
      <Button type="submit">Search</Button>
      {text !== '' && (
        <Button kind="plain" onClick={() => onSearch('')}>
          Show all
        </Button>
      )}
    </form>
  );
}
