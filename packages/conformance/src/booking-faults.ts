/** A fault in the form of a response or a webhook, and the rule that it breaks. */
export interface WireFault {
  readonly rule: string;
  readonly text: string;
}

/** The parts of a booking, or of its summary in an event, that depend on its status. */
interface BookingParts {
  readonly status?: string;
  readonly next_action?: unknown;
  readonly expires_at?: unknown;
  readonly error_code?: unknown;
}

/** Lists what a booking has, or lacks, at its status: a schema of one field cannot say it. `isSummary`: it is that of an event. */
export function findBookingFaults(booking: BookingParts, { isSummary }: { readonly isSummary: boolean }): WireFault[] {
  const { status } = booking;
  const faults: WireFault[] = [];
  const waits = status === 'requires_action';
  const differs = (field: keyof BookingParts, expected: boolean) => (booking[field] !== undefined) !== expected;
  const verb = (expected: boolean) => (expected ? 'lacks' : 'still has');
  if (differs('next_action', waits)) {
    faults.push({ rule: 'BKG-7', text: `a booking that is ${status} ${verb(waits)} next_action` });
  }
  if (!isSummary && differs('expires_at', waits)) {
    faults.push({ rule: 'BKG-6', text: `a booking that is ${status} ${verb(waits)} expires_at` });
  }
  const failed = status === 'failed';
  if (differs('error_code', failed)) {
    faults.push({ rule: 'BKG-9', text: `a booking that is ${status} ${verb(failed)} error_code` });
  }
  return faults;
}
