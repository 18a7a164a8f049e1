import { element } from './views.ts';
import type { ConsoleOperation, Parameter } from './operation.ts';

const keyStorage = 'docs-api-key';

interface RequestForm {
  readonly form: HTMLFormElement;
  /** The request as the form has it now. `base` is the address of the service. */
  readonly read: (base: string) => { readonly url: string; readonly key: string; readonly init: RequestInit };
}

/** The fields of an operation: the key, its parameters, and its body. They begin with the examples of the contract. */
export function createRequestForm(operation: ConsoleOperation): RequestForm {
  const key = element('input', { type: 'password', autocomplete: 'off', required: true, value: storedKey() });
  const note = element('p', { className: 'note' });
  const inputs = operation.parameters.map((parameter) => {
    const { name, required = false, example } = parameter;
    const input = element('input', {
      required,
      placeholder: textOf(example),
      value: initialValue(parameter, operation.idempotencyHeader),
    });
    return { parameter, input, field: labelled(required ? name : `${name}, optional`, input) };
  });
  const body = element('textarea', { rows: 12, spellcheck: false });
  const examples = element('select', {}, ...operation.bodies.map(({ summary }) => element('option', {}, summary)));
  const [first] = operation.bodies;
  fillBody(0);
  examples.addEventListener('change', () => fillBody(examples.selectedIndex));
  key.addEventListener('input', describeKey);
  describeKey();
  const send = element('button', { type: 'submit', className: 'send' }, 'Send');
  const form = element('form', {}, labelled('API key', key), note, ...inputs.map(({ field }) => field));
  if (operation.bodies.length > 1) form.append(labelled('Example', examples));
  if (first) form.append(labelled('Body', body));
  form.append(send);

  function fillBody(index: number): void {
    body.value = JSON.stringify(withRecentValues(operation.bodies[index]?.value), null, 2) ?? '';
  }

  function describeKey(): void {
    const isLive = operation.livePrefix !== undefined && key.value.startsWith(operation.livePrefix);
    note.textContent = isLive
      ? 'This is a live key. Outside a sandbox the request is real.'
      : `Use ${operation.requiresLiveKey ? 'the live key' : 'a test key'} of your sandbox. The key stays in this tab.`;
  }

  return {
    form,
    read(base) {
      storeKey(key.value);
      const values = inputs
        .map(({ parameter, input }) => ({ parameter, value: input.value.trim() }))
        .filter(({ value }) => value !== '');
      const headers = new Headers({ Authorization: `Bearer ${key.value.trim()}` });
      let path = operation.path;
      const query = new URLSearchParams();
      for (const { parameter, value } of values) {
        if (parameter.in === 'path') path = path.replace(`{${parameter.name}}`, encodeURIComponent(value));
        else if (parameter.in === 'header') headers.set(parameter.name, value);
        else for (const [name, each] of queryPairs(parameter, value)) query.append(name, each);
      }
      if (first) headers.set('Content-Type', 'application/json');
      const search = query.size > 0 ? `?${String(query)}` : '';
      return {
        url: `${base}${path}${search}`,
        key: key.value.trim(),
        init: { method: operation.method, headers, ...(first && { body: body.value }) },
      };
    },
  };
}

function labelled(text: string, input: HTMLElement): HTMLLabelElement {
  return element('label', {}, element('span', {}, text), input);
}

/** A required parameter begins with its example, and a create with a new idempotency key. */
function initialValue({ name, required = false, example }: Parameter, idempotencyHeader: string | undefined): string {
  if (name === idempotencyHeader) return `docs-${crypto.getRandomValues(new Uint32Array(2)).join('-')}`;
  return required ? textOf(withRecentValues(example)) : '';
}

function textOf(example: unknown): string {
  if (Array.isArray(example)) return example.join(',');
  if (example === undefined || example === null) return '';
  if (typeof example === 'string') return example;
  if (typeof example !== 'object') return JSON.stringify(example);
  return Object.entries(example)
    .map(([name, value]) => `${name}=${String(value)}`)
    .join(',');
}

/** A list repeats its name. An object has a name for each of its entries, which are `name=value`. */
function queryPairs({ name, schema }: Parameter, value: string): [name: string, value: string][] {
  if (schema?.type === 'array') return value.split(',').map((each) => [name, each.trim()]);
  if (schema?.type !== 'object') return [[name, value]];
  return value.split(',').map((each) => {
    const [key = '', ...rest] = each.split('=');
    return [`${name}[${key.trim()}]`, rest.join('=')];
  });
}

/** The key is kept for this tab only, and a browser may refuse to. */
function storedKey(): string {
  try {
    return sessionStorage.getItem(keyStorage) ?? '';
  } catch {
    return '';
  }
}

function storeKey(key: string): void {
  try {
    sessionStorage.setItem(keyStorage, key);
  } catch {
    // The field still has it.
  }
}

/** The ids of the last responses, by their prefix, so that the next request begins with resources that exist. */
const storageKey = 'docs-recent-ids';

/** Remembers the first id of each kind in a response, for this tab. */
export function rememberIds(body: unknown): void {
  const found = new Map<string, string>();
  collect(body);
  const ids = { ...read(), ...Object.fromEntries(found) };
  try {
    sessionStorage.setItem(storageKey, JSON.stringify(ids));
  } catch {
    // Without storage, a form begins with the examples of the contract.
  }

  function collect(value: unknown): void {
    if (typeof value !== 'object' || value === null) return;
    for (const [key, each] of Object.entries(value)) {
      const prefix = typeof each === 'string' && key === 'id' ? prefixOf(each) : undefined;
      if (prefix !== undefined && !found.has(prefix)) found.set(prefix, String(each));
      collect(each);
    }
  }
}

/** Returns an example with recent ids in the place of its own, and tomorrow in the place of a day. */
function withRecentValues(example: unknown): unknown {
  const ids = read();
  return replace(example);

  function replace(value: unknown): unknown {
    if (typeof value === 'string') {
      if (/^\d{4}-\d\d-\d\d$/.test(value)) return tomorrow();
      return ids[prefixOf(value) ?? ''] ?? value;
    }
    if (Array.isArray(value)) return value.map(replace);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, replace(each)]));
  }
}

function prefixOf(id: string): string | undefined {
  return /^([a-z]{2,8})_\w/.exec(id)?.[1];
}

function tomorrow(): string {
  return new Date(Date.now() + 24 * 3600 * 1000).toISOString().slice(0, 10);
}

function read(): Record<string, string> {
  try {
    return JSON.parse(sessionStorage.getItem(storageKey) ?? '{}') as Record<string, string>;
  } catch {
    return {};
  }
}
