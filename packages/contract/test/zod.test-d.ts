import { expectTypeOf, it } from 'vitest';
import type { z } from 'zod';
import type { Booking, CreateBooking } from '@booking-service/contract';
import type { BookingSchema, CreateBookingSchema } from '@booking-service/contract/zod';

it('has the types of the contract, open in responses', () => {
  expectTypeOf<z.infer<typeof CreateBookingSchema>>().toEqualTypeOf<CreateBooking>();
  expectTypeOf<Booking>().toExtend<z.infer<typeof BookingSchema>>();
  expectTypeOf<z.infer<typeof BookingSchema>['status']>().not.toEqualTypeOf<Booking['status']>();
});
