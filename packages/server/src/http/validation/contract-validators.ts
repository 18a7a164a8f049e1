import { operationTable, type OperationId } from '@booking-service/contract';
import { loadContractDocument } from './contract-document.ts';
import { createValidators, type ValidatorOf } from './validate.ts';

let validatorOf: ValidatorOf<OperationId> | undefined;

/** Returns the validators of the public contract. Builds them once per process. */
export function contractValidators(): ValidatorOf<OperationId> {
  return (validatorOf ??= createValidators(loadContractDocument(), operationTable));
}
