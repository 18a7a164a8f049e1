import { type ReactNode, useState } from 'react';
import type { Fault, MagicValues, MagicVenue } from '@booking-service/contract/admin';
import { Link } from 'wouter';
import { admin, api, useInvalidate } from '../../api/admin-api.ts';
import { useAction } from '../../api/actions.ts';
import { Badge, Button } from '../../components/elements.tsx';
import { ErrorMessage, Loading, useAnnounce } from '../../components/loading.tsx';
import { Field } from '../../components/field.tsx';
import { Select } from '../../components/select.tsx';
import { useSession } from '../../session/session-boundary.tsx';
import { useMay } from '../../session/use-may.ts';
import { Copied } from '../../components/code-block.tsx';
import { type Column, Table } from '../../components/table.tsx';
import { ScreenTitle } from '../../components/screen.tsx';
import { SandboxClock } from './sandbox-clock.tsx';

type System = 'provider' | 'endpoint';

const systems: Readonly<Record<System, readonly [name: string, whatFor: string]>> = {
  provider: ['Provider', 'It takes the bookings. A fault of it shows how bookings wait, retry and fail.'],
  endpoint: ['Webhook receiver', 'It receives the webhooks. A fault of it shows retries and abandoned deliveries.'],
};

const behaviors: Readonly<Record<Fault['behavior'], readonly [name: string, effect: string]>> = {
  normal: ['Normal', 'responds as its magic values say'],
  slow: ['Slow', 'responds after the delay'],
  failing: ['Failing', 'responds with a server error'],
  unavailable: ['Unavailable', 'does not respond, so the service waits until its timeout'],
};

const defaultDelay_s = 5;

/** The faults of the simulated systems: what they are now, and how to set and clear them. */
export function SandboxFaults(): ReactNode {
  const { data, error, refetch } = api.useQuery('get', '/sandbox/faults', {});
  const maySet = useMay('setFaults');
  const { receiver_url } = useSession();
  const announce = useAnnounce();
  const invalidate = useInvalidate();
  const shown: readonly System[] = receiver_url === null ? ['provider'] : ['provider', 'endpoint'];
  const isAnySet = data && shown.some((system) => data[system].behavior !== 'normal');

  const set = async (faults: Partial<Record<System, Fault>>, message: string) => {
    await admin.PUT('/sandbox/faults', { body: faults });
    await invalidate('/sandbox/faults');
    announce(message);
  };
  const clear = () => set({ provider: { behavior: 'normal' }, endpoint: { behavior: 'normal' } }, 'No fault is set.');

  return (
    <section className="card stack" aria-labelledby="sandbox-faults">
      <div className="row spread">
        <h2 id="sandbox-faults">Faults</h2>
        {isAnySet && maySet && <ClearButton onClear={clear} />}
      </div>
      <p>Make a simulated system misbehave, for all organizations. A restart of the sandbox clears every fault.</p>
      {error && <ErrorMessage error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Loading what="the faults" />}
      {data && (
        <div className="grid">
          {shown.map((system) => (
            <FaultOf
              key={`${system} ${JSON.stringify(data[system])}`}
              system={system}
              fault={data[system]}
              onSet={maySet ? (fault) => set({ [system]: fault }, `${systems[system][0]}: ${faultText(fault)}.`) : null}
            />
          ))}
        </div>
      )}
    </section>
  );
}

interface FaultOfProps {
  readonly system: System;
  readonly fault: Fault;
  /** Null if the caller may not set a fault. */
  readonly onSet: ((fault: Fault) => Promise<void>) | null;
}

function FaultOf({ system, fault, onSet }: FaultOfProps): ReactNode {
  const [name, whatFor] = systems[system];
  const [behavior, setBehavior] = useState(fault.behavior);
  const [delay, setDelay] = useState(String(fault.delay_seconds ?? defaultDelay_s));
  const { isBusy, error, run } = useAction();
  const chosen: Fault = behavior === 'slow' ? { behavior, delay_seconds: Number(delay) } : { behavior };
  const isNew = faultText(chosen) !== faultText(fault);
  return (
    <form
      className="stack"
      aria-label={`Fault of the ${name.toLowerCase()}`}
      onSubmit={(event) => {
        event.preventDefault();
        if (onSet) void run(() => onSet(chosen));
      }}
    >
      <p className="row">
        <strong>{name}</strong>
        <Badge tone={fault.behavior === 'normal' ? 'good' : 'bad'}>{faultText(fault)}</Badge>
      </p>
      <p className="quiet">{whatFor}</p>
      {onSet && (
        <>
          <Select
            label={`Behavior of the ${name.toLowerCase()}`}
            value={behavior}
            options={Object.entries(behaviors).map(([each, [text]]) => [each as Fault['behavior'], text] as const)}
            onChange={setBehavior}
            hint={`It ${behaviors[behavior][1]}.`}
          />
          {behavior === 'slow' && (
            <Field
              label="Delay in seconds"
              type="number"
              min={1}
              max={60}
              isRequired
              value={delay}
              onChange={setDelay}
              hint="1 to 60, by the clock of the sandbox."
            />
          )}
          {error !== null && <ErrorMessage error={error} />}
          <Button type="submit" isBusy={isBusy} isDisabled={!isNew}>
            {behavior === 'normal' ? 'Clear fault' : 'Set fault'}
          </Button>
        </>
      )}
    </form>
  );
}

function ClearButton({ onClear }: { readonly onClear: () => Promise<void> }): ReactNode {
  const { isBusy, error, run } = useAction();
  return (
    <>
      <Button isBusy={isBusy} onClick={() => void run(onClear)}>
        Clear all faults
      </Button>
      {error !== null && <ErrorMessage error={error} />}
    </>
  );
}

function faultText({ behavior, delay_seconds = defaultDelay_s }: Fault): string {
  return behavior === 'slow' ? `Slow by ${delay_seconds} s` : behaviors[behavior][0];
}

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

/** The controls of a sandbox: its clock, its faults, and the values that select an outcome. */
export function Sandbox(): ReactNode {
  return (
    <>
      <ScreenTitle>Sandbox</ScreenTitle>
      <SandboxClock />
      <SandboxFaults />
      <MagicValueTables />
    </>
  );
}
