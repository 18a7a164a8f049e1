import type { AnsweredQuestions, Question } from '@booking-service/contract';
import { Refusal } from './refusal.ts';

type Answers = AnsweredQuestions['answers'];

/** Refuses answers that leave out a required question, name no option of a choice, or belong to no question (BKG-17). */
export function checkAnswers(answers: Answers, questions: readonly Question[]): void {
  const asked = new Map(questions.map((question) => [question.id, question]));
  const unknown = Object.keys(answers).filter((id) => !asked.has(id));
  const details = [
    ...unknown.map((id) => detail(id, 'is the answer to no question of this booking')),
    ...questions.flatMap((question) => {
      const problem = problemOf(question, answers[question.id]);
      return problem === undefined ? [] : [detail(question.id, problem)];
    }),
  ];
  if (details.length > 0) throw new Refusal('invalid_request', { details });
}

function problemOf({ required, options }: Question, answer: string | undefined): string | undefined {
  if (answer === undefined || answer.trim() === '') return required ? 'is required' : undefined;
  const isOption = !options || options.some(({ value }) => value === answer);
  return isOption ? undefined : 'must be the value of an option';
}

/** The names of answers contain no character that a JSON pointer escapes. */
function detail(id: string, message: string) {
  return { in: 'body', path: `/answers/${id}`, message } as const;
}
