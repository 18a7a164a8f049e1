import { basename } from 'node:path';
import type { Fault } from './fault.ts';
import { accessFaults } from './faults/access.ts';
import { administrationFaults, bookingFaults, paymentFaults } from './faults/bookings.ts';
import { conformanceFaults } from './faults/conformance.ts';
import { deliveryFaults } from './faults/deliveries.ts';
import { providerFaults } from './faults/providers.ts';
import { resourceFaults } from './faults/resources.ts';
import { webhookFaults } from './faults/webhooks.ts';

/** The faults of mutation testing. */
export const faults: readonly Fault[] = [
  ...accessFaults,
  ...administrationFaults,
  ...bookingFaults,
  ...deliveryFaults,
  ...paymentFaults,
  ...providerFaults,
  ...conformanceFaults,
  ...resourceFaults,
  ...webhookFaults,
];

/** The rules that the fault breaks. */
export function rulesOf({ breaks }: Fault): string[] {
  return breaks.slice(0, breaks.indexOf(':')).match(/[A-Z]{3}-\d+/g) ?? [];
}

/** Returns the path that ends with this name. Throws unless there is exactly one. */
export function pathOf(name: string, paths: readonly string[]): string {
  const found = paths.filter((path) => basename(path) === basename(name) && `/${path}`.endsWith(`/${name}`));
  const [path] = found;
  if (path !== undefined && found.length === 1) return path;
  throw new Error(
    `${name} is the name of ${found.length} files. Name one: ${found.join(', ') || 'it may have moved'}.`,
  );
}

/** Returns the file's text with the fault. Throws if `find` does not occur exactly `times` times. */
export function plantIn(text: string, { name, file, find, plant, times = 1 }: Fault): string {
  const count = text.split(find).length - 1;
  if (count !== times) {
    throw new Error(
      `${name}: its text occurs ${count} times in ${file}, not ${times}. Update \`find\` to the current text of the file.`,
    );
  }
  return text.replaceAll(find, () => plant);
}
