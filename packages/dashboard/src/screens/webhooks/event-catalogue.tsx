import { eventTypes, type EventType } from '@booking-service/contract';
import { useState, type ReactNode } from 'react';
import { Link } from 'wouter';
import { CodeBlock } from '../../components/code-block.tsx';
import { Select } from '../../components/select.tsx';
import { eventCatalogue, type CataloguedField } from '../../generated/event-catalogue.ts';

/** One type of event: its meaning, an example of the request body, and the fields of the body. */
export function EventCatalogue({ organization_id }: { readonly organization_id: string }): ReactNode {
  const [type, setType] = useState<EventType>('booking.created');
  const event = eventCatalogue.find((each) => each.type === type);
  return (
    <div className="stack">
      <Select
        label="Event type"
        value={type}
        onChange={setType}
        options={eventTypes.map((each) => [each, each] as const)}
      />
      {event && (
        <>
          <p>{event.description}</p>
          <p>
            <Link href={`/organizations/${organization_id}/settings`}>Send a test event</Link> to receive one.
          </p>
          <section className="stack">
            <h2>Example</h2>
            <CodeBlock isJson label={`An example of ${type}`}>
              {JSON.stringify(event.example, null, 2)}
            </CodeBlock>
          </section>
          <section className="stack">
            <h2>Fields</h2>
            <Fields fields={event.fields} />
          </section>
        </>
      )}
    </div>
  );
}

function Fields({ fields }: { readonly fields: readonly CataloguedField[] }): ReactNode {
  return (
    <dl className="fields">
      {fields.map(({ name, isAlwaysPresent, type, description }) => (
        <div key={name}>
          <dt>
            <code>{name}</code>
          </dt>
          <dd>
            <span className="quiet">
              <WithCode text={type} />
              {!isAlwaysPresent && ', optional'}
            </span>
            {description !== '' && (
              <p>
                <WithCode text={description} />
              </p>
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** A text of the contract, with what is between backticks as code. */
function WithCode({ text }: { readonly text: string }): ReactNode {
  return text.split('`').map((part, index) => {
    // The parts have no other name.
    // oxlint-disable-next-line react/no-array-index-key -- the text does not change
    return index % 2 === 1 ? <code key={index}>{part}</code> : part;
  });
}
