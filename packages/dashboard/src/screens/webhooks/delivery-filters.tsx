import { eventTypes } from '@booking-service/contract';
import { useState, type ReactNode } from 'react';
import { Button } from '../../components/button.tsx';
import { Field } from '../../components/forms/field.tsx';
import { Select } from '../../components/select.tsx';
import { deliveryStates, outcomeWords, stateWords, statusClasses } from '../../deliveries/delivery-words.ts';
import { periods, type DeliveryFilterValues, type Period } from './use-delivery-filters.ts';

/** The filters of the delivery history. A choice applies at once. */
export function DeliveryFilters({ filters }: { readonly filters: DeliveryFilterValues }): ReactNode {
  const { query, values, set, clear, areSet } = filters;
  return (
    <div className="filters" role="search" aria-label="Filter deliveries">
      <Select
        label="State"
        value={query.state ?? ''}
        onChange={(state) => set({ state })}
        options={[['', 'All'], ...deliveryStates.map((each) => [each, stateWords[each]] as const)]}
      />
      <Select
        label="Event"
        value={query.event_type ?? ''}
        onChange={(event_type) => set({ event_type })}
        options={[['', 'All'], ...eventTypes.map((each) => [each, each] as const)]}
      />
      <Select
        label="Last response"
        value={query.status_class ?? ''}
        onChange={(status_class) => set({ status_class })}
        options={[['', 'All'], ...statusClasses.map((each) => [each, outcomeWords[each]] as const)]}
      />
      <Select<Period | ''>
        label="Created in"
        value={(Object.keys(periods) as Period[]).find((each) => each === values.since) ?? ''}
        onChange={(since) => set({ since })}
        options={[
          ['', 'Any time'],
          ...Object.entries(periods).map(([each, [text]]) => [each as Period, text] as const),
        ]}
      />
      {/* Another booking in the address begins a new edit. */}
      <BookingFilter
        key={values.booking_id ?? ''}
        applied={values.booking_id ?? ''}
        onApply={(booking_id) => set({ booking_id })}
      />
      {areSet && <Button onClick={clear}>Clear filters</Button>}
    </div>
  );
}

interface BookingFilterProps {
  readonly applied: string;
  readonly onApply: (booking_id: string) => void;
}

/** It applies with Enter, and when the field is left. */
function BookingFilter({ applied, onApply }: BookingFilterProps): ReactNode {
  const [booking_id, setBooking] = useState(applied);
  const apply = () => {
    if (booking_id.trim() !== applied) onApply(booking_id.trim());
  };
  return (
    <form
      aria-label="Filter by booking"
      onSubmit={(event) => {
        event.preventDefault();
        apply();
      }}
    >
      <Field
        label="Booking"
        type="search"
        isCode
        maxLength={100}
        placeholder="bkg_…"
        value={booking_id}
        onChange={setBooking}
        onLeave={apply}
      />
    </form>
  );
}
