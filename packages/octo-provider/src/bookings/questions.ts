/** The questions of a supplier that a booking waits for, and their answers. */
import type { AnsweredQuestions, Question } from '@booking-service/contract';
import type { ChosenUnit } from '../availability/units.ts';
import { bounds, pickup, toOptions } from '../catalogue/questions-of.ts';
import type { Answered, OctoAvailability, OctoBooking } from '../http/octo-client.ts';
import { objectsOf, type Unchecked } from '../unchecked.ts';

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
