import { element } from './element.ts';
import type { ConsoleOperation } from './operation.ts';

/** A larger body is cut, because a page with more text responds slowly. */
const mostCharacters = 200_000;

/** Shows a response: its status, the headers of the contract, and its body. */
export function responseView(
  response: Response,
  { text, body, operation }: { readonly text: string; readonly body: unknown; readonly operation: ConsoleOperation },
): HTMLElement {
  const names = operation.headers.filter((name) => response.headers.has(name));
  const rows = names.map((name) =>
    element('tr', {}, element('th', { scope: 'row' }, name), element('td', {}, response.headers.get(name) ?? '')),
  );
  const shown = body === undefined ? text : JSON.stringify(body, null, 2);
  return element(
    'div',
    {},
    element('p', { className: response.ok ? 'status' : 'status failed' }, `${response.status} ${response.statusText}`),
    element('table', {}, element('tbody', {}, ...rows)),
    block(shown),
  );
}

/** Text in a block that scrolls, also by keyboard. */
export function block(text: string): HTMLPreElement {
  return element('pre', { tabIndex: 0 }, element('code', {}, text.slice(0, mostCharacters)));
}
