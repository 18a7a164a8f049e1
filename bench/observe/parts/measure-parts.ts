import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempDisposable, open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { verdict } from '../../delivery/report.ts';
import { toMarkdown, type Report } from '../../growth/report.ts';
import type { Parts } from './parts-process.ts';

const goals = { line_us: 20, off_us: 2 } as const;

/** Measures the parts of a request that observe it, alone in a process, whose lines go to a file. */
export async function measureParts(): Promise<Omit<Report, 'title'>> {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'booking-service-observe-'));
  await using log = await open(join(folder.path, 'log'), 'a');
  const child = fork(fileURLToPath(new URL('parts-process.ts', import.meta.url)), {
    execArgv: ['--conditions=@booking-service/source'],
    stdio: ['ignore', log.fd, 'inherit', 'ipc'],
  });
  const failure = once(child, 'exit').then(([code]) => {
    throw new Error(`parts-process.ts exited with code ${code}.`);
  });
  // Sent by parts-process.ts.
  const [parts] = (await Promise.race([once(child, 'message'), failure])) as [Parts];
  failure.catch(() => undefined);
  const rows = [
    ['the line of a request, with 7 others in its turn', parts.line],
    ['the line of a request, alone in its turn', parts.lone_line],
    ['the trail', parts.trail],
    ['tracing off: the traceparent of the caller', parts.traceparent],
  ] as const;
  const table = toMarkdown([['part', 'CPU µs'], ...rows.map(([what, us]) => [what, us.toFixed(1)])]);
  const whole = parts.lone_line + parts.trail + parts.traceparent;
  return {
    table,
    lines: [
      ...table,
      verdict('a line with everything that joins it, µs', whole, { atMost: goals.line_us }),
      verdict('tracing off, µs', parts.traceparent, { atMost: goals.off_us }),
    ],
  };
}
