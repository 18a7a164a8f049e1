/** The requirements of a supplier for the guest: fields of the contact, and answers to its questions. */
import type { AnsweredQuestions, Guest, Question } from '@booking-service/contract';
import { Refusal } from '@booking-service/server';
import type { components } from '../generated/octo.ts';
import { bounds, type Offer, pickup, toOptions } from '../catalogue/offer.ts';
import type { ChosenUnit } from '../availability/units.ts';
import type { Answered, OctoAvailability, OctoBooking } from '../http/octo-client.ts';
import { objectsOf, type Unchecked } from '../unchecked.ts';

type BookingContact = components['schemas']['BookingContact'];

/** Contact fields that a guest of the booking service does not have. Suppliers that require one get this value. */
export interface ContactDefaults {
  /** ISO 3166-1 alpha-2. */
  readonly country?: string | undefined;
  readonly postalCode?: string | undefined;
  readonly notes?: string | undefined;
  /** IETF BCP 47 language tags. Default: the language of the product. */
  readonly locales?: readonly string[] | undefined;
}

/** Returns the contact that a supplier gets, with only the fields that have a value. */
export function toContact(guest: Guest, { locale }: Pick<Offer, 'locale'>, defaults: ContactDefaults): BookingContact {
  const { first_name, last_name, email, phone } = guest;
  const { country, postalCode, notes, locales = locale === undefined ? undefined : [locale] } = defaults;
  return {
    fullName: last_name === undefined ? first_name : `${first_name} ${last_name}`,
    firstName: first_name,
    ...(last_name !== undefined && { lastName: last_name }),
    emailAddress: email,
    ...(phone !== undefined && { phoneNumber: phone }),
    ...(locales !== undefined && { locales: [...locales] }),
    ...(country !== undefined && { country }),
    ...(postalCode !== undefined && { postalCode }),
    ...(notes !== undefined && { notes }),
  };
}

/**
 * Throws the Refusal missing_last_name, or invalid_request for the phone, if the supplier requires a field that the guest left out. Throws
 * slot_not_offered if it requires a field that guests do not have and that has no default: no booking is possible there.
 */
export function checkContact(
  guest: Guest,
  offer: Pick<Offer, 'locale'>,
  { required, defaults }: { required: ReadonlySet<string>; defaults: ContactDefaults },
): void {
  const contact = toContact(guest, offer, defaults);
  const missing = [...required].filter((field) => requirable.has(field) && !hasField(contact, field));
  // A full name without a family name is not one.
  const lacksLastName = required.has('fullName') && contact.lastName === undefined;
  if (missing.includes('lastName') || lacksLastName) throw new Refusal('missing_last_name');
  if (missing.includes('phoneNumber')) {
    const details = [{ in: 'body', path: '/guest/phone', message: 'is required at this venue' }] as const;
    throw new Refusal('invalid_request', { message: 'This venue requires the phone of the guest.', details });
  }
  const [field] = missing;
  if (field === undefined) return;
  const message = `This venue requires the contact field ${field}, which a guest does not have. Choose another venue.`;
  throw new Refusal('slot_not_offered', { message });
}

/** The fields of a contact. A supplier may list others, such as allowMarketing, which no contact can contain. */
const requirable = new Set([
  'firstName',
  'lastName',
  'fullName',
  'emailAddress',
  'phoneNumber',
  'locales',
  'country',
  'postalCode',
  'notes',
]);

function hasField(contact: BookingContact, field: string): boolean {
  return Object.hasOwn(contact, field);
}

/** The fields that octo/pickups adds to an availability. */
interface Pickups {
  readonly pickupAvailable?: boolean | null;
  readonly pickupRequired?: boolean | null;
  readonly pickupPoints?: Unchecked<readonly { readonly id: string; readonly name: string }[]> | null;
}

type Answers = AnsweredQuestions['answers'];

/**
 * Returns the questions to ask before a booking of these units is confirmed. If none must be answered, none is asked: a caller that expects
 * no question can then book.
 */
export function toAsk(
  { questions }: { readonly questions: readonly Question[] },
  { chosen, availability }: { chosen: readonly ChosenUnit[]; availability: OctoBooking['availability'] },
): readonly Question[] {
  const ofUnits = chosen.flatMap(({ unit }) => unit.questions);
  const all = [...pickupQuestion(availability ?? {}), ...questions, ...ofUnits];
  const unique = [...new Map(all.map((question) => [question.id, question])).values()];
  return unique.some(({ required }) => required) ? unique.slice(0, bounds.questions) : [];
}

function pickupQuestion(availability: OctoAvailability): readonly Question[] {
  // Only octo/pickups has these fields.
  const { pickupAvailable, pickupRequired, pickupPoints } = availability as Pickups;
  const options = toOptions(objectsOf(pickupPoints).map(({ id, name }) => [id, name]));
  if (pickupAvailable === false || options.length === 0) return [];
  const label = 'Where should the guests be picked up?';
  return [{ id: pickup, label, type: 'choice', required: pickupRequired === true, options }];
}

/** Returns the answers in the form of the supplier. */
export function toAnswered({ [pickup]: point, ...answers }: Answers): Answered {
  const questionAnswers = Object.entries(answers).map(([questionId, value]) => ({ questionId, value }));
  return {
    ...(questionAnswers.length > 0 && { questionAnswers }),
    ...(point !== undefined && { pickupRequested: true, pickupPointId: point }),
  };
}
