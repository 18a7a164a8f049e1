/** The loans of a library: the statements on their table, which run on both engines, and the handlers of the contract's operations. */
import type { HandlerContext, Handlers, Job, Replays } from '@booking-service/kernel';
import { Refusal } from '@booking-service/kernel/contract';
import type { Caller } from '@booking-service/kernel/store';
import type { Loan } from './generated/library.ts';
import { limits } from './generated/limits.ts';
import { loanStates } from './generated/loan-states.ts';

const columns = 'id, status, book, reader, created, due_at';
const ofOwner = 'organization_id = $1 AND livemode = $2';

const insertLoan = {
  name: 'insert_loan',
  text: `INSERT INTO loans (organization_id, livemode, id, book, reader, created, due_at)
    VALUES ($1, $2, $3, $4, $5, $6, $7) RETURNING ${columns}`,
};
const selectLoan = { name: 'select_loan', text: `SELECT ${columns} FROM loans WHERE ${ofOwner} AND id = $3` };
const selectLoans = {
  name: 'select_loans',
  text: `SELECT ${columns} FROM loans WHERE ${ofOwner} AND id < $3 ORDER BY id DESC LIMIT $4`,
};
const returnLoan = {
  name: 'return_loan',
  text: `UPDATE loans SET status = 'returned' WHERE ${ofOwner} AND id = $3 AND status <> 'returned' RETURNING ${columns}`,
};
const selectDue = {
  name: 'select_due_loans',
  text: `SELECT organization_id, livemode, ${columns} FROM loans WHERE status = 'lent' AND due_at <= $1 ORDER BY due_at LIMIT 100`,
};
const markOverdue = {
  name: 'mark_loan_overdue',
  text: `UPDATE loans SET status = 'overdue' WHERE ${ofOwner} AND id = $3 AND status = 'lent' RETURNING ${columns}`,
};

/** Follows every id of a loan: the first page begins here. */
const afterAll = 'loan_z';

export const handlers: Handlers = {
  async createLoan({ header, body: { book, reader } }, { organization }, context) {
    const now = context.now();
    const created = now.toISOString();
    const due_at = new Date(now.getTime() + loanStates.states.lent.expires_after_seconds * 1000).toISOString();
    const loan = { id: context.newId('loan'), status: 'lent', book, reader, created, due_at } as const;
    await context.commit(
      insertLoan,
      [organization.id, Number(context.livemode), loan.id, book, reader, created, due_at],
      {
        subject_id: loan.id,
        idempotency_key: header['Idempotency-Key'],
        events: [{ type: 'loan.created', data: { object: loan } }],
      },
    );
    return { status: 201, headers: { Location: `/v1/loans/${loan.id}` }, body: loan };
  },

  async listLoans({ query: { cursor = afterAll, limit = limits.page.default } }, { organization }, context) {
    const rows = await context.query<Loan>(selectLoans, [organization.id, Number(context.livemode), cursor, limit + 1]);
    const data = rows.slice(0, limit);
    return { status: 200, body: { data, next_cursor: rows.length > limit ? (data.at(-1)?.id ?? null) : null } };
  },

  async getLoan({ path }, caller, context) {
    return { status: 200, body: await findLoan(path.id, caller, context) };
  },

  async returnLoan({ path: { id } }, caller, context) {
    const values = [caller.organization.id, Number(context.livemode), id];
    const [returned] = await context.commit<Loan>(returnLoan, values, { subject_id: id });
    if (returned) return { status: 200, body: returned };
    await findLoan(id, caller, context);
    throw new Refusal('already_returned');
  },
};

export const replays: Replays = {
  async createLoan(id, caller, context) {
    const headers = { Location: `/v1/loans/${id}`, 'Idempotent-Replayed': 'true' } as const;
    return { status: 200, headers, body: await findLoan(id, caller, context) };
  },
};

/** Two instances may find the same loan. The statement changes a loan that is still lent, so one of them sends its webhook. */
export const sendOverdue: Job = {
  every_seconds: 3_600,
  async run(context) {
    const due = await context.query<Loan & { organization_id: string; livemode: number }>(selectDue, [
      context.now().toISOString(),
    ]);
    for (const { organization_id, livemode, ...loan } of due) {
      await context
        .for({ organization_id, livemode: livemode === 1 })
        .commit(markOverdue, [organization_id, livemode, loan.id], {
          subject_id: loan.id,
          events: [{ type: 'loan.overdue', data: { object: { ...loan, status: 'overdue' } } }],
        });
    }
  },
};

async function findLoan(id: string, { organization }: Caller, { livemode, query }: HandlerContext): Promise<Loan> {
  const [loan] = await query<Loan>(selectLoan, [organization.id, Number(livemode), id]);
  if (!loan) throw new Refusal('not_found');
  return loan;
}
