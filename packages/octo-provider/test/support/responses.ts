/** Responses that are not OCTO, or refuse, for `supplier.fail`. */
import type { ServerResponse } from 'node:http';

type Respond = (response: ServerResponse) => void;

export function json(status: number, body: unknown, headers: Readonly<Record<string, string>> = {}): Respond {
  return (response) =>
    response.writeHead(status, { 'Content-Type': 'application/json', ...headers }).end(JSON.stringify(body));
}

export function html(status: number): Respond {
  return (response) => response.writeHead(status, { 'Content-Type': 'text/html' }).end(`<h1>${status}</h1>`);
}

export function octoError(error: string, errorMessage = `It is ${error}`): Respond {
  return json(400, { error, errorMessage });
}

/** Never responds. The request ends when its client gives up. */
export const silence: Respond = () => undefined;
