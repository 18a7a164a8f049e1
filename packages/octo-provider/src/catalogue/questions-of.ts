/**
 * The questions of a supplier, as octo/questions adds them to an option and to a unit. The official types have none, so their fields are
 * read as those of any supplier.
 */
import type { Question, QuestionOption } from '@booking-service/contract';
import { objectsOf, textOf, type Unchecked } from '../unchecked.ts';

/** The fields that octo/questions adds to an option and to a unit. */
interface Asking {
  readonly questions?: Unchecked<readonly OctoQuestion[]> | null;
}

interface OctoQuestion {
  readonly id: string;
  readonly label: string;
  readonly required: boolean;
  readonly selectOptions: readonly { readonly value: string; readonly label: string }[];
}

/** The question whose answer is a pickup point. */
export const pickup = 'pickup';
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

/** Returns the options that the contract can express. */
export function toOptions(pairs: readonly (readonly [value: unknown, label: unknown])[]): QuestionOption[] {
  const options = pairs.flatMap(([given, name]) => {
    const value = textOf(given);
    if (value === undefined || value.length > bounds.value || value.includes('\0') || !value.isWellFormed()) return [];
    return [{ value, label: (textOf(name) ?? value).slice(0, bounds.optionLabel) }];
  });
  return options.slice(0, bounds.options);
}
