/**
 * The questions of a supplier: those of octo/questions, of the option and of each unit that is booked, and the pickup points of octo/pickups.
 * The official types have neither, so their fields are read as those of any supplier.
 */
import type { AnsweredQuestions, Question, QuestionOption } from '@booking-service/contract';
import type { ChosenUnit } from '../availability/units.ts';
import type { OctoAvailability, OctoBooking } from '../http/octo-client.ts';
import { objectsOf, textOf, type Unchecked } from '../unchecked.ts';

/** What octo/questions adds to an option and to a unit. */
interface Asking {
  readonly questions?: Unchecked<readonly OctoQuestion[]> | null;
}

interface OctoQuestion {
  readonly id: string;
  readonly label: string;
  readonly required: boolean;
  readonly selectOptions: readonly { readonly value: string; readonly label: string }[];
}

/** What octo/pickups adds to an availability. */
interface Pickups {
  readonly pickupAvailable?: boolean | null;
  readonly pickupRequired?: boolean | null;
  readonly pickupPoints?: Unchecked<readonly { readonly id: string; readonly name: string }[]> | null;
}

/** The answers as a confirmation sends them. */
export interface Answered {
  readonly questionAnswers?: readonly { readonly questionId: string; readonly value: string }[];
  readonly pickupRequested?: boolean;
  readonly pickupPointId?: string;
}

type Answers = AnsweredQuestions['answers'];

/** The question whose answer is a pickup point. */
const pickup = 'pickup';
/** The contract's bounds of questions. A test compares them with the contract. */
export const bounds = { id: 100, label: 500, value: 200, optionLabel: 200, questions: 50, options: 200 } as const;

/** Returns the questions of an option or a unit that the contract can express. A choice without an option becomes a text. */
export function questionsOf(asking: object): readonly Question[] {
  // Only octo/questions has the field.
  const { questions } = asking as Asking;
  return objectsOf(questions).flatMap((asked) => {
    const [id, label] = [textOf(asked.id), textOf(asked.label)];
    if (id === undefined || label === undefined || !/^[A-Za-z0-9_-]+$/.test(id) || id.length > bounds.id) return [];
    if (id === pickup) return [];
    const options = toOptions(objectsOf(asked.selectOptions).map((option) => [option.value, option.label]));
    const question = { id, label: label.slice(0, bounds.label), required: asked.required === true };
    return [options.length > 0 ? { ...question, type: 'choice', options } : { ...question, type: 'text' }];
  });
}

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

function toOptions(pairs: readonly (readonly [value: unknown, label: unknown])[]): QuestionOption[] {
  const options = pairs.flatMap(([given, name]) => {
    const value = textOf(given);
    if (value === undefined || value.length > bounds.value || value.includes('\0') || !value.isWellFormed()) return [];
    return [{ value, label: (textOf(name) ?? value).slice(0, bounds.optionLabel) }];
  });
  return options.slice(0, bounds.options);
}

/** Returns the answers in the form of the supplier. */
export function toAnswered({ [pickup]: point, ...answers }: Answers): Answered {
  const questionAnswers = Object.entries(answers).map(([questionId, value]) => ({ questionId, value }));
  return {
    ...(questionAnswers.length > 0 && { questionAnswers }),
    ...(point !== undefined && { pickupRequested: true, pickupPointId: point }),
  };
}
