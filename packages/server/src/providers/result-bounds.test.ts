import { createRequire } from 'node:module';
import { expect, it } from 'vitest';
import {
  codeBounds,
  documentFormats,
  documentKinds,
  maxDocuments,
  maxMetadataKeys,
  maxOptions,
  maxQuestions,
  maxUnits,
  numberBounds,
  questionTypes,
  textBounds,
  type CodeName,
} from './result-bounds.ts';

interface Schema {
  readonly pattern?: string;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly maxProperties?: number;
  readonly maxItems?: number;
  readonly 'x-extensible-enum'?: readonly string[];
  readonly properties: Readonly<Record<string, Schema>>;
  readonly propertyNames: Schema;
  readonly additionalProperties: Schema;
}

const { schemas } = (
  createRequire(import.meta.url)('@booking-service/contract/openapi.json') as {
    components: { schemas: Readonly<Record<string, Schema>> };
  }
).components;
const schemaOf = (name: string, field?: string) =>
  field === undefined ? schemas[name] : schemas[name]?.properties[field];

it.each<[CodeName, Schema | undefined]>([
  ['venue_id', schemaOf('VenueId')],
  ['slot_id', schemaOf('SlotId')],
  ['provider', schemaOf('Provider')],
  ['country', schemaOf('Venue', 'country')],
  ['currency', schemaOf('Currency')],
  ['next_cursor', schemaOf('Cursor')],
  ['confirmation_code', schemaOf('ConfirmationCode')],
  ['unit', schemaOf('UnitName')],
  ['question_id', schemaOf('Question', 'id')],
  ['test_code', schemaOf('NextAction', 'test_code')],
  ['brand', schemaOf('Card', 'brand')],
  ['last4', schemaOf('Card', 'last4')],
])('%s has the pattern and the length of the contract', (name, schema) => {
  const { pattern, maxLength } = codeBounds[name];
  expect({ pattern: pattern.source, maxLength }).toEqual({ pattern: schema?.pattern, maxLength: schema?.maxLength });
});

it('has the other bounds of the contract', () => {
  expect(codeBounds.url.maxLength).toBe(schemaOf('Url')?.maxLength);
  expect(textBounds).toEqual({
    name: schemaOf('Venue', 'name')?.maxLength,
    city: schemaOf('Venue', 'city')?.maxLength,
    error_message: schemaOf('ErrorMessage')?.maxLength,
    message: schemaOf('ErrorMessage')?.maxLength,
    destination: schemaOf('NextAction', 'destination')?.maxLength,
    label: schemaOf('BookingDocument', 'label')?.maxLength,
    question: schemaOf('Question', 'label')?.maxLength,
    option_label: schemaOf('QuestionOption', 'label')?.maxLength,
    metadata_key: schemaOf('Metadata')?.propertyNames.maxLength,
    metadata_value: schemaOf('Metadata')?.additionalProperties.maxLength,
  });
  const { minimum, maximum } = schemaOf('PartySize') ?? {};
  expect(numberBounds.min_party_size).toEqual({ minimum, maximum });
  expect(numberBounds.max_party_size).toEqual({ minimum, maximum });
  expect(numberBounds.party_size).toEqual({ minimum, maximum });
  expect(numberBounds.duration_minutes).toMatchObject({
    minimum: schemaOf('Slot', 'duration_minutes')?.minimum,
    maximum: schemaOf('Slot', 'duration_minutes')?.maximum,
  });
  expect(schemaOf('PartyUnit', 'quantity')).toMatchObject(numberBounds.quantity);
  for (const name of ['min_age', 'max_age'] as const)
    expect(schemaOf('SlotUnit', name)).toMatchObject(numberBounds[name]);
  expect([schemaOf('Party')?.maxItems, schemaOf('Slot', 'units')?.maxItems]).toEqual([maxUnits, maxUnits]);
  expect(maxQuestions).toBe(schemaOf('NextAction', 'questions')?.maxItems);
  expect(maxOptions).toBe(schemaOf('Question', 'options')?.maxItems);
  expect(questionTypes).toEqual(schemaOf('Question', 'type')?.['x-extensible-enum']);
  expect(codeBounds.option_value.maxLength).toBe(schemaOf('QuestionOption', 'value')?.maxLength);
  const { minimum: least, maximum: most } = schemaOf('Amount') ?? {};
  expect(numberBounds.amount).toEqual({ minimum: least, maximum: most });
  expect(schemaOf('CancellationPolicy', 'late_refund_percent')).toMatchObject(numberBounds.late_refund_percent);
  for (const name of ['exp_month', 'exp_year'] as const) {
    expect(schemaOf('Card', name)).toMatchObject(numberBounds[name]);
  }
  expect(codeBounds.document_value.maxLength).toBe(schemaOf('BookingDocument', 'value')?.maxLength);
  expect(documentKinds).toEqual(schemaOf('BookingDocument', 'kind')?.['x-extensible-enum']);
  expect(documentFormats).toEqual(schemaOf('BookingDocument', 'format')?.['x-extensible-enum']);
  expect(maxDocuments).toBe(schemaOf('Booking', 'documents')?.maxItems);
  expect(maxMetadataKeys).toBe(schemaOf('Metadata')?.maxProperties);
});
