import { useState, type ReactNode } from 'react';
import { findContact } from '../../api/search-address.ts';
import { useFilters } from '../../api/use-filters.ts';
import { Button } from '../../components/button.tsx';
import { Field } from '../../components/forms/field.tsx';
import { ScreenTitle, type ScreenProps } from '../../components/screen.tsx';
import { BookingDrawer } from './booking-drawer.tsx';
import { BookingList } from './booking-list.tsx';
import { FoundBookings } from './found-bookings.tsx';
import { GuestBookings } from './guest-bookings.tsx';

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
