/** The request that every candidate gets, and what its process reports. Loads nothing, so that it adds nothing to what is measured. */
import type { CreateBooking } from '@booking-service/contract';

const day = new Date(Date.now() + 20 * 86_400_000).toISOString().slice(0, 10).replaceAll('-', '');

/** The create that every candidate receives. */
export const createRequest: CreateBooking = {
  venue_id: 'ven_harbour_table',
  slot_id: `slt_harbour_table_${day}T1900`,
  party_size: 2,
  guest: { first_name: 'Ada', last_name: 'Byron', email: 'ada@diner.test', phone: '+351912345678' },
  metadata: { order: '4711', source: 'bench' },
};

export const body: string = JSON.stringify(createRequest);

/** The address of a candidate, and the API key that it accepts. */
export interface Listening {
  readonly url: string;
  readonly key: string;
}

/** CPU time in microseconds since the process started. */
export interface CpuTime {
  /** Of the main thread. */
  readonly thread: number;
  /** Of all threads: also of garbage collection, and of the thread that writes to SQLite. */
  readonly process: number;
}
