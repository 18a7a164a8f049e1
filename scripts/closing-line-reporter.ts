/**
 * A vitest reporter that ends the run with one plain line, `N passed, N failed`, for people and for CI.
 * A file that could not be loaded, an error outside a test and a run without tests count as failures.
 */
import type { Reporter, SerializedError, TestModule } from 'vitest/node';

export default class ClosingLineReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly SerializedError[]): void {
    let passed = 0;
    let failed = unhandledErrors.length;
    let skipped = 0;
    for (const module of modules) {
      failed += module.errors().length;
      for (const test of module.children.allTests()) {
        const { state } = test.result();
        if (state === 'passed') passed += 1;
        else if (state === 'skipped') skipped += 1;
        else failed += 1;
      }
    }
    if (passed + failed === 0) failed = 1;
    if (failed > 0) process.exitCode = 1;
    const line = `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
    // Printed when the process ends, so that it stands below every other reporter's summary.
    process.once('exit', () => process.stdout.write(`${line}\n`));
  }
}
