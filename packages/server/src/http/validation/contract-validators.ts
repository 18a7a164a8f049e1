import { operationTable, type OperationId } from '@booking-service/contract';
import { loadContractDocument } from './contract-document.ts';
import { createValidators, type Validators } from './validate.ts';

/** The validators of the public contract. All services of a process share them. */
export const contractValidators: Validators<OperationId> = createValidators(loadContractDocument, operationTable);
