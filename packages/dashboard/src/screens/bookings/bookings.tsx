import { useState, type ReactNode } from 'react';
import { useFilters } from '../../api/use-filters.ts';
import { Button } from '../../components/button.tsx';
import { Field } from '../../components/forms/field.tsx';
import { ScreenTitle } from '../../components/screen-title.tsx';
import type { ScreenProps } from '../../screens.ts';
import { BookingDrawer } from './booking-drawer.tsx';
import { BookingList } from './booking-list.tsx';
import { FoundBookings } from './found-bookings.tsx';

/** The bookings of an organization: a list with filters, a search, and one booking with its history. */
export function Bookings({ params }: ScreenProps): ReactNode {
  const { organization_id = '', booking_id } = params;
  const { values, set } = useFilters(['search']);
  return (
    <>
      <ScreenTitle>Bookings</ScreenTitle>
      <BookingSearch text={values.search ?? ''} onSearch={(search) => set({ search })} />
      {values.search === undefined ? (
        <BookingList organization_id={organization_id} selected={booking_id} />
      ) : (
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
      className="search"
      onSubmit={(event) => {
        event.preventDefault();
        onSearch(draft.trim());
      }}
    >
      <Field
        label="Find a booking by its id, idempotency key or confirmation code"
        type="search"
        value={draft}
        maxLength={255}
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
