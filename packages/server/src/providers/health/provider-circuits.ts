/**
 * The circuits of one provider, or of one side of the card service: one for each kind of call and everybody, and one for each kind of
 * call and failing organization.
 *
 * A *kind* of call is a method of the port. Each method is an endpoint of its own at a supplier, and another system behind it: a
 * catalogue for searches, an inventory for availability and checks, a ticketing system for bookings. They were seen to fail
 * separately. If two methods shared a circuit, the one that works would close the circuit of the one that fails.
 *
 * A call needs both circuits. The circuit of an organization counts its failures alone. The one for everybody needs failures of at
 * least two organizations (circuit.ts), so an organization whose bookings fail pauses the provider for itself only.
 *
 * The *probe* is a venue search with one result, which changes nothing. The service makes it when a pause is over. If it succeeds,
 * every circuit whose pause is over becomes half open. If it fails, their pause starts again. So no booking of a caller is used to
 * find out that the provider is still down.
 *
 * A create must not be accepted while its booking could not be made. So checkRequest also needs the circuits of `book`, and
 * reserves their trial if they are half open.
 *
 * Why not cockatiel or opossum: their circuits count calls, not bookings, and let the next call through as the trial, whichever it
 * is. A caller cannot be passed to their breakers.
 */
import { leaveTrail } from '@booking-service/kernel/log';
import type { Clock } from '@booking-service/kernel/time';
import type { CallContext } from '../provider.ts';
import { circuitRules, createCircuit, type Circuit, type CircuitCall, type CircuitStateName } from './circuit.ts';

/** The number of failing organizations that each kind of call remembers. The one whose circuit is the oldest is dropped. */
const maxOrganizations = 200;
/** Between two probes, however many circuits are open. */
const betweenProbes_seconds = 5;

export interface CircuitChange<Call extends string> {
  readonly call: Call;
  /** Undefined if the circuit is the one for everybody. */
  readonly organization_id: string | undefined;
  readonly state: CircuitStateName;
  /** The state before. Undefined at the start. */
  readonly before: CircuitStateName | undefined;
  /** The number of organizations for which this kind of call is paused, apart from the circuit for everybody. */
  readonly paused_organizations: number;
}

export interface KindState<Call extends string> {
  readonly call: Call;
  /** The circuit for everybody. */
  readonly circuit: CircuitStateName;
  readonly paused_organizations: number;
}

/** A call that a circuit let through. */
export interface AdmittedCall {
  succeeded(): void;
  failed(): void;
  /** Ends a reservation that no call follows. */
  abandon(): void;
}

export interface Circuits<Call extends string> {
  /** Returns undefined if a circuit rejects the call. */
  admit(call: Call, caller: CallContext, attempt: Omit<CircuitCall, 'organization_id'>): AdmittedCall | undefined;
  states(): KindState<Call>[];
  /** Ends the probes. */
  stop(): void;
}

interface Kind<Call extends string> {
  readonly call: Call;
  readonly everybody: Circuit;
  readonly organizations: Map<string, Circuit>;
}

export function createCircuits<Call extends string>({
  calls,
  clock,
  probe,
  changed,
}: {
  readonly calls: readonly Call[];
  readonly clock: Pick<Clock, 'monotonic_ms' | 'after'>;
  /** Default: no probe, and the next call of a caller is the trial. */
  readonly probe?: (context: CallContext) => Promise<unknown>;
  readonly changed: (change: CircuitChange<Call>) => void;
}): Circuits<Call> {
  const kinds = new Map(calls.map((call) => [call, createKind(call)]));
  let lastFailing: CallContext | undefined;
  let nextProbe_ms = 0;
  let isProbing = false;
  let isStopped = false;
  let cancelProbe = (): void => undefined;

  function createKind(call: Call): Kind<Call> {
    const everybody = newCircuit(call, undefined);
    changed({ call, organization_id: undefined, state: 'closed', before: undefined, paused_organizations: 0 });
    return { call, everybody, organizations: new Map() };
  }

  function newCircuit(call: Call, organization_id: string | undefined): Circuit {
    const rule = organization_id === undefined ? circuitRules.everybody : circuitRules.organization;
    return createCircuit({
      rule,
      clock,
      changed(state, before) {
        const paused_organizations = countPaused(getKind(call));
        changed({ call, organization_id, state, before, paused_organizations });
        if (state === 'open') scheduleProbe();
      },
    });
  }

  function getKind(call: Call): Kind<Call> {
    const kind = kinds.get(call);
    if (!kind) throw new Error(`The port has no method ${call}.`);
    return kind;
  }

  function getCircuit({ call, organizations }: Kind<Call>, organization_id: string): Circuit {
    const circuit = organizations.get(organization_id) ?? newCircuit(call, organization_id);
    organizations.set(organization_id, circuit);
    const [oldest] = organizations.keys();
    if (organizations.size > maxOrganizations && oldest !== undefined) organizations.delete(oldest);
    return circuit;
  }

  function openCircuits(): Circuit[] {
    const all = [...kinds.values()].flatMap(({ everybody, organizations }) => [everybody, ...organizations.values()]);
    return all.filter(({ state }) => state === 'open');
  }

  function scheduleProbe(): void {
    cancelProbe();
    const open = openCircuits();
    if (isStopped || isProbing || open.length === 0) return;
    const first_ms = Math.min(...open.map(({ resumes_at_ms }) => resumes_at_ms));
    const wait_ms = Math.max(first_ms, nextProbe_ms) - clock.monotonic_ms();
    // A probe serves the calls of many requests, so its log lines belong to none.
    cancelProbe = leaveTrail(() => clock.after(Math.max(0, wait_ms), () => void runProbe()));
  }

  async function runProbe(): Promise<void> {
    const now_ms = clock.monotonic_ms();
    const due = openCircuits().filter(({ resumes_at_ms }) => resumes_at_ms <= now_ms);
    isProbing = true;
    const works = !probe || (lastFailing !== undefined && (await succeeds(probe(lastFailing))));
    isProbing = false;
    nextProbe_ms = clock.monotonic_ms() + betweenProbes_seconds * 1000;
    for (const circuit of due) {
      if (works) circuit.resume();
      else circuit.postpone();
    }
    scheduleProbe();
  }

  return {
    admit(call, context, attempt) {
      const kind = getKind(call);
      const { organization_id } = context;
      const made: CircuitCall = { ...attempt, organization_id };
      const own = kind.organizations.get(organization_id);
      const circuits = own ? [kind.everybody, own] : [kind.everybody];
      if (!circuits.every((circuit) => circuit.admits(made))) return undefined;
      for (const circuit of circuits) circuit.begin(made);
      return {
        succeeded() {
          kind.everybody.succeeded(made);
          const present = kind.organizations.get(organization_id);
          present?.succeeded(made);
          if (present?.isIdle()) kind.organizations.delete(organization_id);
        },
        failed() {
          lastFailing = context;
          kind.everybody.failed(made);
          getCircuit(kind, organization_id).failed(made);
        },
        abandon() {
          for (const circuit of circuits) circuit.abandon(made);
        },
      };
    },
    states: () =>
      [...kinds.values()].map((kind) => ({
        call: kind.call,
        circuit: kind.everybody.state,
        paused_organizations: countPaused(kind),
      })),
    stop() {
      isStopped = true;
      cancelProbe();
    },
  };
}

function countPaused({ organizations }: Pick<Kind<string>, 'organizations'>): number {
  return [...organizations.values()].filter(({ state }) => state === 'open').length;
}

async function succeeds(call: Promise<unknown>): Promise<boolean> {
  return call.then(
    () => true,
    () => false,
  );
}
