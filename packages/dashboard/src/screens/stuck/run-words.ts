import type { BookingRun } from '@booking-service/contract/admin';

const works: Readonly<Record<BookingRun['work'], string>> = {
  booking: 'The booking',
  modification: 'The change of the booking',
  release: 'The release at the supplier',
  payment: 'The work on the payment at the card service',
};

/** Returns in one sentence which work a booking waits for at its supplier: `The booking has failed 17 times in a row.` */
export function runText({ work, reason, failures, attempts }: BookingRun): string {
  if (reason === 'failing') return `${works[work]} has failed ${timesText(failures)} in a row.`;
  if (reason === 'pending') return `${works[work]} waits for the decision of the supplier.`;
  return attempts === 0 ? `${works[work]} waits for its first attempt.` : `${works[work]} waits for its next attempt.`;
}

function timesText(count: number): string {
  return count === 1 ? 'once' : `${count} times`;
}
