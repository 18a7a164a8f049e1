import { expect, it } from 'vitest';
import { createSandboxProvider } from './sandbox/sandbox-provider.ts';
import { createManualClock } from '../time/manual-clock.ts';
import type { Supplier } from './integrations.ts';
import { createPorts } from './ports.ts';
import type { Provider } from './provider.ts';

const clock = createManualClock(new Date('2026-11-21T09:30:00.000Z'));
const named = (name: string): Provider => ({ ...createSandboxProvider({ clock }), name });

it.each<{ suppliers: Supplier[]; says: string }>([
  { suppliers: [{ live: named('a'), test: named('b') }], says: 'The test side of the supplier a is named b.' },
  { suppliers: [{ live: named('a') }, { test: named('a') }], says: 'Two suppliers are named a.' },
  { suppliers: [{}], says: 'A supplier has neither a live side nor a provider on its test side.' },
  { suppliers: [{ test: 'simulate' }], says: 'A supplier has neither a live side nor a provider on its test side.' },
])('refuses suppliers because $says', ({ suppliers, says }) => {
  const contain = <T>(_name: string, port: T): T => port;
  const watch = (provider: Provider) => ({
    provider,
    health: () => ({ name: '', mode: 'live' as const, kinds: [], calls: 0 }),
    stop() {},
  });
  expect(() => createPorts({ suppliers }, { clock, contain, watch })).toThrow(says);
});
