/**
 * An MCP server over the operations of the contract, which are its tools. A call of a tool that writes takes two steps:
 *  1. the client asks the person, by elicitation, and returns their answer with the confirmation in the state of the request; a client
 *     that cannot ask gets the confirmation as a result, to pass on once they agreed
 *  2. the confirmation is used up, and the request is sent, a create with an Idempotency-Key of this confirmation
 */
import { createRequire } from 'node:module';
import { idempotency } from '@booking-service/contract';
import {
  type CallToolResult,
  fromJsonSchema,
  inputRequired,
  type InputRequiredResult,
  inputResponse,
  McpServer,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { callService, type ServiceOptions, type ServiceResult } from './call-service.ts';
import { type Confirmations, createConfirmations, createKnownIds, type KnownIds } from './confirmations.ts';
import { confirmationArgument, dataOfOthers, listTools, modeOf, type OperationTool } from './operation-tools.ts';

export { listTools, type OperationTool } from './operation-tools.ts';

export type McpOptions = ServiceOptions;

type Given = Readonly<Record<string, unknown>>;

const question = 'confirm';

/** Creates the server. Throws a TypeError if the text is not a key of the service. */
export function createMcpServer(options: McpOptions): McpServer {
  const mode = modeOf(options.key);
  if (!mode) throw new TypeError('The key must be an API key of the service: sk_test_… or sk_live_….');
  const session = { mode, options, confirmations: createConfirmations(), known: createKnownIds() };
  const server = new McpServer(
    { name: 'booking-service', version: readVersion() },
    {
      capabilities: { tools: {} },
      instructions: `Makes ${mode} bookings at venues. Search venues, then availability, then create a booking with a slot_id. A booking changes on its own: read it until it is confirmed, or until it requires an action. ${dataOfOthers}`,
    },
  );
  for (const tool of listTools(mode)) {
    const { name, title, description, annotations } = tool;
    const [inputSchema, outputSchema] = [fromJsonSchema<Given>(tool.inputSchema), fromJsonSchema(tool.outputSchema)];
    server.registerTool(name, { title, description, inputSchema, outputSchema, annotations }, (given, context) =>
      handle({ ...session, tool, given, asks: supportsQuestions(server, context) }, context),
    );
  }
  return server;
}

interface Call {
  readonly tool: OperationTool;
  readonly mode: 'test' | 'live';
  readonly options: McpOptions;
  readonly confirmations: Confirmations;
  readonly known: KnownIds;
  readonly given: Given;
  /** True if the client can ask the person. */
  readonly asks: boolean;
}

async function handle(call: Call, context: ServerContext): Promise<CallToolResult | InputRequiredResult> {
  const { tool, options, confirmations, known, asks } = call;
  const { [confirmationArgument]: token, ...given } = call.given;
  const { signal } = context.mcpReq;
  if (!tool.confirms) {
    const read = await callService(options, tool, { given, signal });
    if (read.ok) known.note(read.body);
    return toResult(read, options);
  }

  let confirmation = confirmations.take(token, tool.name, given);
  if (!confirmation && asks) {
    const answer = inputResponse(context.mcpReq.inputResponses, question);
    const asked = confirmations.take(context.mcpReq.requestState(), tool.name, given);
    if (answer.kind !== 'elicit' || !asked) return ask(call, given);
    if (answer.action !== 'accept' || answer.content?.['confirm'] !== true) {
      return toResult({ ok: false, body: { error: 'The person did not agree. Nothing was sent.' } }, options);
    }
    confirmation = asked;
  }
  if (!confirmation) return offer(call, given);
  confirmations.begin(confirmation, tool.name, given);
  const { idempotencyKey } = confirmation;
  const result = await callService(options, tool, { given, idempotencyKey, signal });
  if (!result.isUnknown) confirmations.settle(tool.name, given);
  if (result.ok) known.note(result.body);
  const isCreate = idempotency.operations.some((each) => each === tool.name);
  const body = isCreate && !result.ok ? { ...result.body, [confirmationArgument]: confirmation.token } : result.body;
  const called = toResult({ ...result, body }, options);
  // The name under which the booking can be found again, also in the dashboard.
  return isCreate ? { ...called, _meta: { [idempotencyKeyMeta]: idempotencyKey } } : called;
}

const idempotencyKeyMeta = 'booking-service/idempotency-key';

/** The question to the person: the effect, the kind of key, and the meaning of the arguments. */
function questionOf({ tool, mode, known }: Call, given: Given): string {
  return [`${tool.title}?`, `In ${mode} mode.`, known.describe(given)].filter(Boolean).join(' ');
}

function ask(call: Call, given: Given): InputRequiredResult {
  const { tool, confirmations } = call;
  return inputRequired({
    requestState: confirmations.offer(tool.name, given).token,
    inputRequests: {
      [question]: inputRequired.elicit({
        message: questionOf(call, given),
        requestedSchema: {
          type: 'object',
          properties: { confirm: { type: 'boolean', title: tool.title, description: 'Whether to go on.' } },
          required: ['confirm'],
        },
      }),
    },
  });
}

function offer(call: Call, given: Given): CallToolResult {
  const { tool, confirmations, options } = call;
  const { token } = confirmations.offer(tool.name, given);
  const body = {
    needs_confirmation: true,
    question: questionOf(call, given),
    operation: tool.title,
    arguments: given,
    [confirmationArgument]: token,
    what_to_do: `Show the question to the person. If they agree, call ${tool.name} again with the same arguments and this ${confirmationArgument} within ten minutes.`,
  };
  return toResult({ ok: true, body }, options);
}

function supportsQuestions(server: McpServer, context: ServerContext): boolean {
  const envelope = context.mcpReq.envelope as Readonly<Record<string, unknown>> | undefined;
  const named = envelope?.['io.modelcontextprotocol/clientCapabilities'] as { elicitation?: object } | undefined;
  const elicitation = (named ?? server.server.getClientCapabilities())?.elicitation as
    | { form?: object; url?: object }
    | undefined;
  // Without a named mode a client has forms. One that names only `url` has none.
  return elicitation !== undefined && (elicitation.form !== undefined || elicitation.url === undefined);
}

function readVersion(): string {
  // npm has read this file before: it has a version.
  return (createRequire(import.meta.url)('../package.json') as { version: string }).version;
}

/**
 * A refusal has a field of its own: clients check results against the schema of a success, where a field such as `status` has another
 * type. The key never appears in a result, whatever the service responded.
 */
function toResult({ ok, body }: ServiceResult, { key }: McpOptions): CallToolResult {
  const text = JSON.stringify(ok ? body : { refusal: body }, null, 2).replaceAll(key, '[key]');
  const structuredContent = JSON.parse(text) as Record<string, unknown>;
  return { content: [{ type: 'text', text }], structuredContent, ...(!ok && { isError: true }) };
}
