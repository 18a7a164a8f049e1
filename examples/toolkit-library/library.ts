/** The service: its contract, handlers and tables, on the database of its caller. */
import { createService, type RunningService, type ServiceOptions } from '@booking-service/kernel';
import { contract } from './generated/contract.ts';
import { handlers, replays, sendOverdue } from './loans.ts';
import './register.ts';

type Chosen = Pick<ServiceOptions, 'database'> & Partial<ServiceOptions>;

export const createLibrary = (options: Chosen): Promise<RunningService> =>
  createService({
    name: 'library',
    contract,
    document: new URL('generated/library.json', import.meta.url),
    migrations: new URL('migrations/', import.meta.url),
    handlers,
    replays,
    jobs: { sendOverdue },
    ...options,
  });
