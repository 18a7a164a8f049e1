import { accessCases } from './access-cases.ts';
import { bookingCases } from './booking-cases.ts';
import { bookingListCases } from './booking-list-cases.ts';
import { callCases } from './call-cases.ts';
import { commitCases } from './commit-cases.ts';
import type { Cases } from './context.ts';
import { dashboardCases } from './dashboard-cases.ts';
import { databaseCases } from './database-cases.ts';
import { deliveryCases } from './delivery-cases.ts';
import { deliveryListCases } from './delivery-list-cases.ts';
import { memberCases } from './member-cases.ts';
import { organizationCases } from './organization-cases.ts';
import { personalCases } from './personal-cases.ts';
import { readCases } from './read-cases.ts';
import { requestCases } from './request-cases.ts';
import { runCases } from './run-cases.ts';
import { sessionCases } from './session-cases.ts';
import { settingsCases } from './settings-cases.ts';

/** A case for each method of the port. */
export const cases: Cases = {
  ...organizationCases,
  ...accessCases,
  ...dashboardCases,
  ...memberCases,
  ...databaseCases,
  ...bookingCases,
  ...callCases,
  ...commitCases,
  ...readCases,
  ...requestCases,
  ...runCases,
  ...personalCases,
  ...sessionCases,
  ...settingsCases,
  ...deliveryCases,
  ...deliveryListCases,
  ...bookingListCases,
};
