/** A service of three operations, written as an author writes one: a contract, SQL and handlers. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import {
  createLog,
  createService,
  type HandlerContext,
  type Job,
  type RunningService,
  type ServiceOptions,
} from '@booking-service/kernel';
import { Refusal } from '@booking-service/kernel/contract';
import type { Caller } from '@booking-service/kernel/store';

const refusal = (status: number, retry = 'never') => ({ status, stands_in: ['error_code'], retry, message: 'No.' });

export const contract: ServiceOptions['contract'] = {
  operations: {
    listNotes: { method: 'get', path: '/notes', metered: true, scope: 'notes:read', body: 'none' },
    createNote: { method: 'post', path: '/notes', metered: true, scope: 'notes:write', body: 'required' },
    getNote: { method: 'get', path: '/notes/{id}', metered: true, scope: 'notes:read', body: 'none' },
  },
  access: {
    key_modes: { test: { prefix: 'sk_test_', livemode: false }, live: { prefix: 'sk_live_', livemode: true } },
    scopes: { 'notes:read': 'Read.', 'notes:write': 'Write.' },
    refusal_order: [
      'unauthorized',
      'rate_limited',
      'org_suspended',
      'wrong_key_environment',
      'live_key_required',
      'insufficient_scope',
      'replay',
      'unsupported_media_type',
      'payload_too_large',
      'invalid_request',
    ],
  },
  errors: {
    invalid_request: refusal(400),
    unauthorized: refusal(401),
    insufficient_scope: refusal(403),
    org_suspended: refusal(403),
    wrong_key_environment: refusal(403),
    live_key_required: refusal(403),
    not_found: refusal(404),
    payload_too_large: refusal(413),
    unsupported_media_type: refusal(415),
    rate_limited: refusal(429, 'retry_after'),
    internal_error: refusal(500, 'backoff'),
  },
  limits: {
    window_seconds: 60,
    default_limit: 100,
    max_body_bytes: 4096,
    max_details: 20,
    retry_after_seconds: 5,
    headers: {
      limit: 'RateLimit-Limit',
      remaining: 'RateLimit-Remaining',
      reset: 'RateLimit-Reset',
      retry_after: 'Retry-After',
    },
  },
  idempotency: {
    operations: ['createNote'],
    header: 'Idempotency-Key',
    max_length: 255,
    replay_header: 'Idempotent-Replayed',
  },
  delivery: {
    cadence_seconds: 30,
    max_attempts: 4,
    retry_delays_seconds: [30, 120, 600],
    retention_days: 30,
    timeout_seconds: 10,
    max_head_bytes: 16_384,
    max_interim_responses: 8,
    max_answer_bytes: 65_536,
    kept_answer_bytes: 1_024,
    signature: { header: 'Service-Signature', scheme: 'v1' },
  },
  requestId: { minLength: 12, maxLength: 68, pattern: '^req_[0-9A-Za-z]{8,64}$' },
};

const id = { name: 'id', in: 'path', required: true, schema: { type: 'string' } };
const key = { name: 'Idempotency-Key', in: 'header', schema: { type: 'string', minLength: 1, maxLength: 255 } };
const text = { type: 'object', required: ['text'], properties: { text: { type: 'string', minLength: 1 } } };
const document = {
  paths: {
    '/notes': {
      get: { operationId: 'listNotes' },
      post: {
        operationId: 'createNote',
        parameters: [key],
        requestBody: { required: true, content: { 'application/json': { schema: text } } },
      },
    },
    '/notes/{id}': { get: { operationId: 'getNote', parameters: [id] } },
  },
  components: { schemas: {}, parameters: {} },
};

export interface Note {
  readonly id: string;
  readonly text: string;
  readonly state: string;
}

const columns = 'id, text, state';
const insertNote = {
  name: 'create_note',
  text: `INSERT INTO notes (organization_id, id, mode, text, due_at) VALUES ($1, $2, $3, $4, $5) RETURNING ${columns}`,
};
const selectNote = { name: 'get_note', text: `SELECT ${columns} FROM notes WHERE organization_id = $1 AND id = $2` };
const selectNotes = { name: 'list_notes', text: `SELECT ${columns} FROM notes WHERE organization_id = $1 ORDER BY id` };
const selectDue = {
  name: 'find_due',
  text: `SELECT organization_id, mode, ${columns} FROM notes WHERE state = 'open' AND due_at <= $1`,
};
const updateDue = {
  name: 'mark_due',
  text: `UPDATE notes SET state = 'due' WHERE organization_id = $1 AND id = $2 AND state = 'open' RETURNING ${columns}`,
};

async function findNote(note_id: string, { organization }: Caller, { query }: HandlerContext): Promise<Note> {
  const [note] = await query<Note>(selectNote, [organization.id, note_id]);
  if (!note) throw new Refusal('not_found');
  return note;
}

export const handlers: ServiceOptions['handlers'] = {
  async listNotes(_request: never, { organization }, { query }) {
    return { status: 200, body: { data: await query<Note>(selectNotes, [organization.id]) } };
  },
  async createNote(request: never, { organization, key: { mode } }, context) {
    const { body, header } = request as { body: { text: string }; header: Readonly<Record<string, string>> };
    const note = { id: `note_${context.now().getTime()}_${body.text}`, text: body.text, state: 'open' };
    const due_at = new Date(context.now().getTime() + 60_000).toISOString();
    const rows = await context.commit<Note>(insertNote, [organization.id, note.id, mode, note.text, due_at], {
      subject_id: note.id,
      idempotency_key: header['Idempotency-Key'],
      events: [{ type: 'note.created', data: { object: note } }],
    });
    return { status: 201, body: rows[0] };
  },
  async getNote(request: never, caller, context) {
    const { path } = request as { path: { id: string } };
    return { status: 200, body: await findNote(path.id, caller, context) };
  },
};

export const replays: ServiceOptions['replays'] = {
  createNote: async (note_id, caller, context) => ({
    status: 200,
    headers: { 'Idempotent-Replayed': 'true' },
    body: await findNote(note_id, caller, context),
  }),
};

const markDue: Job = {
  every_seconds: 30,
  async run(context) {
    const due = await context.query<Note & { organization_id: string; mode: string }>(selectDue, [
      context.now().toISOString(),
    ]);
    for (const { organization_id, mode, id: subject_id, text: noted } of due) {
      const object = { id: subject_id, text: noted, state: 'due' };
      await context
        .for({ organization_id, livemode: mode === 'live' })
        .commit(updateDue, [organization_id, subject_id], {
          subject_id,
          events: [{ type: 'note.due', data: { object } }],
        });
    }
  },
};

/** Creates the service. Its document is written to `folder`. */
export async function createNotes(
  { database, folder }: { readonly database: string; readonly folder: string },
  options: Partial<ServiceOptions> = {},
): Promise<RunningService> {
  const file = join(folder, 'notes.json');
  await writeFile(file, JSON.stringify(document));
  return createService({
    name: 'notes',
    contract,
    document: pathToFileURL(file),
    database,
    migrations: new URL('migrations/', import.meta.url),
    handlers,
    replays,
    jobs: { markDue },
    sealing_key: Buffer.alloc(32, 7).toString('base64'),
    log: createLog({ level: 'silent' }),
    allowLoopbackWebhooks: true,
    ...options,
  });
}
