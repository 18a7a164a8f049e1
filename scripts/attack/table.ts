import type { Attack } from './attack.ts';

/** Returns the table of docs/attacks.md. */
export function toTable(attackers: Readonly<Record<string, readonly Attack[]>>): string {
  const rows = Object.entries(attackers).flatMap(([who, attacks]) =>
    attacks.map(({ attack, expected }) => [who, attack, expected]),
  );
  const all = [['who', 'attack', 'expected'], ...rows];
  const widths = [0, 1, 2].map((column) => Math.max(...all.map((row) => row[column]?.length ?? 0)));
  const lines = all.map((row) => `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`);
  const rule = `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`;
  return [lines[0], rule, ...lines.slice(1)].join('\n');
}
