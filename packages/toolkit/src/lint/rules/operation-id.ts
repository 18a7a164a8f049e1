/**
 * Every operation has an operationId of the form verbObject, every webhook one of the form onEventType, every link of a response names an
 * operation of the contract, and every path begins with /v1/ (VER-1). Server files, client methods, headings in the docs and generated code are
 * named after the operationId.
 */
import { operations, responses, webhooks } from '../contract.ts';
import type { Rule } from '../place.ts';

const verbObject = /^[a-z]+([A-Z][a-z0-9]*)+$/;

export const operationId: Rule = function* (contract) {
  for (const [path, place] of contract.at('paths').entries()) {
    if (path.startsWith('/v1/')) continue;
    yield { place: place.mention, message: `The path ${path} does not begin with /v1/. Put the version first.` };
  }
  for (const { name, place } of operations(contract)) {
    const id = place.at('operationId');
    if (id.value === undefined) {
      yield { place, message: `${name} has no operationId. Use a verb and an object, as in createLoan.` };
    } else if (!verbObject.test(id.text())) {
      const message = `The operationId ${id.text()} is not a verb and an object in camelCase. Rename it, as in createLoan.`;
      yield { place: id, message };
    }
  }
  const all = new Map(operations(contract).map((operation) => [operation.name, operation]));
  const links = responses(contract).flatMap(({ place }) =>
    place
      .at('links')
      .entries()
      .map(([, link]) => link),
  );
  for (const link of links) {
    const id = link.at('operationId');
    const target = all.get(id.text());
    if (!target) {
      const message = `The link leads to the operation ${id.text()}, which the contract does not have. Name an existing operationId.`;
      yield { place: id, message };
      continue;
    }
    const names = new Set(target.parameters.map((each) => each.at('name').text()));
    for (const [given, place] of link.at('parameters').entries()) {
      const name = given.replace(/^(?:path|query|header|cookie)\./, '');
      if (names.has(name)) continue;
      yield {
        place,
        message: `${target.name} has no parameter ${name}. Name a parameter of the operation of the link.`,
      };
    }
  }
  for (const { event, place } of webhooks(contract)) {
    const id = place.at('operationId');
    const expected = `on${event.split(/[._]/).map(capitalized).join('')}`;
    if (id.value === expected) continue;
    const message = `The webhook ${event} has the operationId ${id.text()}. Generators name its handler after it: set ${expected}.`;
    yield { place: id, message };
  }
};

function capitalized(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
