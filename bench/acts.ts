/** HTTP requests for each action on a loan's commitments. */
import type { Request } from 'autocannon'
import type { Desk } from './desk.ts'
import { sendJson } from './load.ts'
import { cookieOf, seedId, size } from './seed.ts'

/** The commitment to act on. For a new commitment, only the loan and the lender are set. */
export interface Target {
  id: string
  loanId: string
  lender: number
}

type Kind = 'loan' | 'soft' | 'binding'
type Act = readonly [on: Kind, call: string, body: Record<string, string>]

const word = { instructedBy: 'Their letter', instructedOn: '2026-01-31' }
const [share, firm] = [{ percentage: '6' }, { percentage: '1', isSoftCommit: 'false' }]
const recorded = { ...firm, ...word }

export const acts = {
  'binding commitments': ['loan', 'POST /api/commitments', firm],
  'soft commitments': ['loan', 'POST /api/commitments', { ...firm, isSoftCommit: 'true' }],
  'commitments on behalf': ['loan', 'POST /api/admin/loans/:loanId/commitments', recorded],
  'commitments made binding': ['soft', 'POST /api/commitments/:id/make-binding', {}],
  releases: ['binding', 'POST /api/admin/commitments/:id/release', { reason: 'Agreed' }],
  changes: ['soft', 'PATCH /api/commitments/:id', share],
  withdrawals: ['soft', 'POST /api/commitments/:id/withdraw', {}],
  'changes on behalf': ['soft', 'PATCH /api/admin/commitments/:id', { ...share, ...word }],
  'made binding on behalf': ['soft', 'POST /api/admin/commitments/:id/make-binding', word],
  'withdrawals on behalf': ['soft', 'POST /api/admin/commitments/:id/withdraw', word],
} as const satisfies Record<string, Act>
export type ActName = keyof typeof acts

export function requestOf([on, call, body]: Act, { id, loanId, lender }: Target): Request {
  const [method = '', path = ''] = call.replace(':loanId', loanId).replace(':id', id).split(' ')
  const parties = on === 'loan' ? { loanId, lenderId: seedId('lender', lender) } : {}
  const cookie = cookieOf(path.startsWith('/api/admin') ? 'admin' : lender)
  return sendJson(method, path, cookie, { ...body, ...parties })
}

const positionsSql = (isSoft: boolean) => `
  select c.id, loan_id as "loanId", substring(u.email from '[0-9]+')::int as lender
  from commitments c join loans l on l.id = loan_id join users u on u.id = lender_id
  where c.status = 'active' and is_soft_commit = ${isSoft} and l.status <> 'funded'
  order by random() limit $1`
const targetsSql: Record<Kind, string> = {
  loan: `select id as "loanId", 1 + floor(random() * ${size.lenders})::int as lender from loans
    where status <> 'funded' and committed_percentage between 1 and 80 order by random() limit $1`,
  soft: positionsSql(true),
  binding: positionsSql(false),
}

export async function targetsOn({ client }: Desk, kind: Kind, count: number): Promise<Target[]> {
  const { rows } = await client.query<Target>(targetsSql[kind], [count])
  if (rows.length < count) throw new Error(`There are only ${rows.length} of ${kind}`)
  return rows
}

export const requestsFor = async (desk: Desk, name: ActName, count: number): Promise<Request[]> =>
  (await targetsOn(desk, acts[name][0], count)).map((target) => requestOf(acts[name], target))
