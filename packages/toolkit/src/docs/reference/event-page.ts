/** The page of an event: its meaning, the transitions that send it, its fields, a signed delivery, and receivers. */
import { createHmac } from 'node:crypto';
import type { BundledContract, ContractWebhook } from '../../document/bundled-contract.ts';
import { pascal, type Product } from '../../document/names.ts';
import { eventLink, triggerText } from '../behavior/state-section.ts';
import { code, inColumns } from '../site/markup.ts';
import type { SitePage } from '../site/site-page.ts';
import { fieldTable, resolverOf } from './field-table.ts';
import { sampleText } from './operation-page.ts';

/** Of the signed sample only. */
const sampleSecret = 'whsec_of_this_sample';

/** Returns the page of an event. Throws if the contract has no webhook of this type. */
export function eventPage(contract: BundledContract, type: string, { variables }: Product): SitePage {
  const post = contract.webhooks[type]?.post;
  if (!post) throw new Error(`The contract has no webhook ${type}.`);
  const text = `# ${code(type)}

${post.description}

${whenSent(contract, type)}## Fields

${fieldTable(post.requestBody.content['application/json'].schema, resolverOf(contract))}

Requests, retries and the signature are the same for every type: [delivery and signature](site:webhooks/delivery).`;
  const beside = `## Payload

\`\`\`json
${JSON.stringify(exampleOf(post), null, 2)}
\`\`\`

## Signed delivery

The request with this payload, signed with the secret ${code(sampleSecret)}. Test a verifier with it, at the time ${code('t')}.

${signedRequest(contract, post)}

## Receiver

Set ${code(`${variables}_WEBHOOK_SECRET`)} to the signing secret of the organization, and ${code('PORT')} to a free port.

${post['x-codeSamples'].map(sampleText).join('\n\n')}`;
  return { path: `webhooks/${type}`, markdown: `${inColumns(text, beside)}\n` };
}

/** Links to the events that an operation may send. The trigger of a transition and its resource are the name of the operation. */
export function eventsOf({ 'x-states': machines, webhooks }: BundledContract, operationId: string): string[] {
  const types = Object.entries(machines).flatMap(([resource, { transitions }]) =>
    transitions
      .filter(({ trigger }) => `${trigger}${pascal(resource)}` === operationId)
      .flatMap(({ events }) => events),
  );
  return [...new Set(types)].map((type) => eventLink(type, webhooks));
}

/** '' if no transition sends the event. */
function whenSent({ 'x-states': machines }: BundledContract, type: string): string {
  const transitions = Object.values(machines).flatMap((machine) =>
    machine.transitions
      .filter(({ events }) => events.includes(type))
      .map(
        (each) => `- ${each.from === null ? 'new' : code(each.from)} → ${code(each.to)}: ${triggerText(each, machine)}`,
      ),
  );
  if (transitions.length === 0) return '';
  return `## When it is sent

With each of these [transitions](site:reference/states#transitions), after their trigger:

${transitions.join('\n')}

`;
}

/** The exact bytes of a delivery, with a signature that holds. */
function signedRequest({ 'x-delivery': { signature } }: BundledContract, post: ContractWebhook): string {
  const example = exampleOf(post);
  const body = JSON.stringify(example);
  const time = Math.floor(Date.parse(example.created) / 1000);
  const digest = createHmac('sha256', sampleSecret).update(`${time}.${body}`).digest('hex');
  return `\`\`\`http
POST /webhooks HTTP/1.1
Content-Type: application/json; charset=utf-8
${signature.header}: t=${time},${signature.scheme}=${digest}

${body}
\`\`\``;
}

function exampleOf({ requestBody }: ContractWebhook): { readonly created: string } {
  const [example] = Object.values(requestBody.content['application/json'].examples);
  // The linter checks examples against their schema, and every event has the time of its creation.
  return example?.value as { readonly created: string };
}
