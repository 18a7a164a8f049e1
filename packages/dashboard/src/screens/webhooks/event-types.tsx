import { lazy, Suspense, useState, type ReactNode } from 'react';
import { Loading } from '../../components/loading.tsx';

const EventCatalogue = lazy(async () => ({ default: (await import('./event-catalogue.tsx')).EventCatalogue }));

/** The catalogue of events. It is loaded when it is opened first. */
export function EventTypes({ organization_id }: { readonly organization_id: string }): ReactNode {
  const [isOpen, setOpen] = useState(false);
  return (
    <details className="card" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>Event types</summary>
      {isOpen && (
        <Suspense fallback={<Loading what="the event types" />}>
          <EventCatalogue organization_id={organization_id} />
        </Suspense>
      )}
    </details>
  );
}
