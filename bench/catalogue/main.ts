/**
 * Reads 60,000 products of an OCTO supplier as octo-provider does, beside the plain way, which parses the whole response at once.
 * Measures the longest turn of the event loop, which is the time that the request of a customer may wait, the CPU time and the memory.
 * A second reading of octo-provider finds the products unchanged.
 */
import { amount } from '../smoke.ts';
import { startProcess } from '../start-process.ts';
import type { Cost } from './reader.ts';

const products = amount(60_000, 500);
const rounds = amount(5, 1);
/** The longest turn of octo-provider ÷ that of the plain way. */
const goal = 0.25;
const ways = ['octo-provider', 'unchanged', 'plain'] as const;

export async function run(): Promise<string> {
  const file = new URL('supplier.ts', import.meta.url);
  await using supplier = await startProcess<{ url: string; bytes: number }, never, string>(file, {
    args: [String(products)],
  });
  const { url, bytes } = supplier.first;
  const costs: Record<(typeof ways)[number], Cost[]> = { 'octo-provider': [], unchanged: [], plain: [] };
  for (let round = 0; round < rounds; round += 1) {
    for (const way of ways) {
      const reader = new URL('reader.ts', import.meta.url);
      await using reading = await startProcess<Cost, never, string>(reader, { args: [way, url] });
      costs[way].push(reading.first);
    }
  }
  const ratio = median(costs['octo-provider'], 'turn_ms') / median(costs.plain, 'turn_ms');
  return [
    `catalogue: ${products} products, ${(bytes / 1e6).toFixed(0)} MB, medians of ${rounds} rounds`,
    '                 longest turn   CPU time    memory',
    ...ways.map(
      (way) =>
        `  ${way.padEnd(14)} ${show(costs[way], 'turn_ms')} ms ${show(costs[way], 'cpu_ms')} ms ${show(costs[way], 'peak_mb')} MB`,
    ),
    `  longest turn: octo-provider ${ratio.toFixed(3)} × plain, goal ${goal}: ${ratio > goal ? 'MISSED' : 'held'}`,
  ].join('\n');
}

function show(all: readonly Cost[], field: keyof Cost): string {
  return median(all, field).toFixed(1).padStart(9);
}

function median(all: readonly Cost[], field: keyof Cost): number {
  const values = all.map((cost) => cost[field]).toSorted((a, b) => a - b);
  return values[Math.floor(values.length / 2)] ?? Number.NaN;
}
