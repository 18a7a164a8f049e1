import type { ServiceFiles } from '@booking-service/kernel/store';

/** The name of the service, the mark of its database, and the SQL files of bookings, beside those of the kernel. */
export const bookingFiles: ServiceFiles & { readonly functions: URL } = {
  program: 'booking-service',
  application_id: 0x426f6f6b,
  migrations: new URL('../../migrations/', import.meta.url),
  functions: new URL('.//', import.meta.url),
};
