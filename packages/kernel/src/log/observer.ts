import type { Logger } from 'pino';
import { errorLine } from './error-line.ts';

/** Receives reports, by name, to count and to measure. Must not block. Errors that it throws are logged. */
export type ObserverOf<Reports> = { readonly [Name in keyof Reports]: (report: Reports[Name]) => void };

/** Completes the observer of the host. A missing method is ignored, and an error that it throws is logged. */
export function completeObserver<Reports>(
  observer: Partial<ObserverOf<Reports>>,
  {
    names,
    log,
  }: {
    /** The name of every report. */
    readonly names: { readonly [Name in keyof Reports]: true };
    readonly log: Pick<Logger, 'error'>;
  },
): ObserverOf<Reports> {
  const guard =
    <Name extends keyof Reports & string>(name: Name) =>
    (report: Reports[Name]): void => {
      try {
        observer[name]?.(report);
      } catch (error) {
        log.error({ err: errorLine(error) }, `the observer failed at ${name}`);
      }
    };
  // The keys are the names of all reports.
  const all = Object.keys(names) as (keyof Reports & string)[];
  return Object.fromEntries(all.map((name) => [name, guard(name)])) as unknown as ObserverOf<Reports>;
}
