import { accessCases } from './access-cases.ts';
import { bookingCases } from './booking-cases.ts';
import { runCases } from './run-cases.ts';
import { databaseCases } from './database-cases.ts';
import type { Cases } from './context.ts';
import { deliveryCases } from './delivery-cases.ts';
import { organizationCases } from './organization-cases.ts';
import { callerCases } from './caller-cases.ts';
import { settingsCases } from './settings-cases.ts';

/** A case for each method of the port. */
export const cases: Cases = {
  ...organizationCases,
  ...accessCases,
  ...databaseCases,
  ...bookingCases,
  ...runCases,
  ...callerCases,
  ...settingsCases,
  ...deliveryCases,
};
