/**
 * Books a table from a terminal, at the sandbox that `npm start` starts.
 *
 * Run     BOOKING_API_KEY=sk_test_… npm start --workspace examples/book-a-table -- Porto "Code House" 2026-12-24 4
 * Reads   BOOKING_API_KEY, and BOOKING_BASE_URL if it is not http://127.0.0.1:7420
 */
import { createInterface } from 'node:readline/promises';
import { createBookingClient, EndedError } from '@booking-service/client';
import { bookATable, type Person } from './book-a-table.ts';

const [city = 'Lisbon', venue, date = dayFromNow(1), people = '2'] = process.argv.slice(2);
const client = createBookingClient({
  apiKey: process.env['BOOKING_API_KEY'] ?? '',
  baseUrl: process.env['BOOKING_BASE_URL'] ?? 'http://127.0.0.1:7420',
  mode: 'test',
  appInfo: 'book-a-table',
});
const terminal = createInterface({ input: process.stdin, output: process.stdout });
const person: Person = {
  ask: (question) => terminal.question(question),
  show: (line) => void process.stdout.write(`${line}\n`),
};
const order = {
  number: `order-${crypto.randomUUID()}`,
  city,
  ...(venue !== undefined && { venue }),
  date,
  party_size: Number(people),
  guest: { first_name: 'Ada', last_name: 'Byron', email: 'ada@diner.test' },
};

try {
  const { id, confirmation_code } = await bookATable(client, order, person);
  person.show(`Confirmed: ${confirmation_code}`);
  if ((await person.ask('Press return to keep the booking, or enter "cancel": ')) === 'cancel') {
    const { status } = await client.bookings.cancel(id);
    person.show(`The booking is ${status}.`);
  }
} catch (error) {
  if (!(error instanceof EndedError)) throw error;
  person.show(`The booking failed: ${error.booking.error_message ?? error.booking.status}`);
  process.exitCode = 1;
} finally {
  terminal.close();
}

function dayFromNow(days: number): string {
  return new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
}
