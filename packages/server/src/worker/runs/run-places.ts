/**
 * Places: how many runs are in progress at once (DLV-13).
 *
 * Terms:
 *  - A run in progress takes one *place* at its provider and frees it when it ends.
 *  - Each provider has its own places, so a provider that hangs takes no place of another provider.
 *  - Each organization has a maximum of places at each provider, so its slow runs leave places for others. Its test and its live runs
 *    share this maximum: the bound separates organizations, and a run that hangs frees its place at its deadline.
 *  - Organizations take *turns* at a provider: the next claim starts after the organization that had the last turn.
 */
import type { ClaimedRun, ProviderTurn, RunPlace } from '../../store/store.ts';

/** The maximum number of runs in progress at one provider, in total and for each organization. */
export const maxRuns = { per_provider: 64, per_organization: 8 } as const;

/** Counts the runs in progress by provider and organization. */
export interface RunPlaces {
  take(run: ClaimedRun): void;
  free(run: ClaimedRun): void;
  /** Records the turn of the run's organization. The next turn at this provider goes to the organization after it. */
  recordTurn(run: ClaimedRun): void;
  /** Returns the turns and the places taken, as a claim needs them. */
  turns(): ProviderTurn[];
  /** Returns whether a maximum is reached, so that a claim may leave a ready run unclaimed. */
  isFull(): boolean;
  /** Returns whether the organization has all of its places at this provider, or the provider none left. */
  isFullFor(place: RunPlace): boolean;
}

interface PlacesAtProvider {
  after: string;
  readonly busy: Map<string, number>;
}

export function createRunPlaces(): RunPlaces {
  const { per_provider, per_organization } = maxRuns;
  const providers = new Map<string, PlacesAtProvider>();

  function placesAt(provider: string): PlacesAtProvider {
    const places = providers.get(provider) ?? { after: '', busy: new Map<string, number>() };
    providers.set(provider, places);
    return places;
  }

  function add({ provider, organization_id }: ClaimedRun, change: 1 | -1): void {
    const { busy } = placesAt(provider);
    const runs = (busy.get(organization_id) ?? 0) + change;
    if (runs > 0) busy.set(organization_id, runs);
    else busy.delete(organization_id);
  }

  return {
    take: (run) => add(run, 1),
    free: (run) => add(run, -1),
    recordTurn({ provider, organization_id }) {
      placesAt(provider).after = organization_id;
    },
    turns: () =>
      [...providers].map(([provider, { after, busy }]) => ({
        provider,
        after,
        busy: [...busy].map(([organization_id, runs]) => ({ organization_id, runs })),
      })),
    isFull: () =>
      [...providers.values()].some(({ busy }) => {
        const runs = [...busy.values()];
        return runs.some((count) => count >= per_organization) || sum(runs) >= per_provider;
      }),
    isFullFor({ provider, organization_id }) {
      const { busy } = placesAt(provider);
      return (busy.get(organization_id) ?? 0) >= per_organization || sum([...busy.values()]) >= per_provider;
    },
  };
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((left, right) => left + right, 0);
}
