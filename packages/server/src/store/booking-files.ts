import type { ServiceFiles } from '@booking-service/kernel/store/migration-files';

/** The SQL files of bookings, beside those of the kernel. */
export const bookingFiles: ServiceFiles & { readonly functions: URL } = {
  program: 'booking-service',
  migrations: new URL('../../migrations/', import.meta.url),
  functions: new URL('.//', import.meta.url),
};
