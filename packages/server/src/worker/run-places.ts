import type { ClaimedRun, ProviderTurn } from '../store/store.ts';

/**
 * How many runs are under way at once (DLV-13). In all it is the bound of a provider for each provider, so that one that hangs
 * takes no place of another. An organization has a bound at each provider, so that its runs there take no place elsewhere.
 */
export const runBounds = { per_provider: 64, per_organization: 8 } as const;

/** Counts the runs under way, by provider and organization. */
export interface RunPlaces {
  take(run: ClaimedRun): void;
  free(run: ClaimedRun): void;
  /** The next turn at the run's provider goes to the organization that follows this run's. */
  hadTurn(run: ClaimedRun): void;
  /** What a claim has to know. */
  turns(): ProviderTurn[];
  /** Whether a bound is reached, so that a ready run may have been left. */
  isFull(): boolean;
}

interface AtProvider {
  after: string;
  readonly busy: Map<string, number>;
}

export function createRunPlaces(): RunPlaces {
  const providers = new Map<string, AtProvider>();

  function at(provider: string): AtProvider {
    const found = providers.get(provider) ?? { after: '', busy: new Map<string, number>() };
    providers.set(provider, found);
    return found;
  }

  function add({ provider, organization_id }: ClaimedRun, change: 1 | -1): void {
    const { busy } = at(provider);
    const runs = (busy.get(organization_id) ?? 0) + change;
    if (runs > 0) busy.set(organization_id, runs);
    else busy.delete(organization_id);
  }

  return {
    take: (run) => add(run, 1),
    free: (run) => add(run, -1),
    hadTurn({ provider, organization_id }) {
      at(provider).after = organization_id;
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
        const { per_provider, per_organization } = runBounds;
        return runs.some((each) => each >= per_organization) || sum(runs) >= per_provider;
      }),
  };
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((left, right) => left + right, 0);
}
