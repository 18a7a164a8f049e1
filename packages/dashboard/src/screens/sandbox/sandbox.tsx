import type { ReactNode } from 'react';
import { ScreenTitle } from '../../components/screen.tsx';
import { SandboxClock } from './sandbox-clock.tsx';
import { SandboxFaults } from './sandbox-faults.tsx';
import { MagicValueTables } from './magic-value-tables.tsx';

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
