/**
 * Compares the database after a fault with the drill's ledger (`ledger.ts`). Reads the database directly, after all
 * requests have ended.
 */
import type { CommitmentStatus } from '#domain/book/commitments.ts'
import {
  allocateWhole,
  compareFigures,
  shareAmount,
  sumPercent,
  wholePercent,
  withinOneCent,
  type Money,
  type Percent,
} from '#domain/money.ts'
import { describeDiscrepancies } from '#test/support/books.ts'
import type { Desk } from '#test/support/desk.ts'
import { checkDeals } from './check-deals.ts'
import { joined, noFindings, type Findings } from './findings.ts'
import { grouped } from './grouped.ts'
import {
  isSame,
  isSameText,
  type Attempt,
  type Holding,
  type LaterAct,
  type Ledger,
  type LoanRecord,
  type LoanText,
  type Standing,
} from './ledger.ts'

type Rows = Desk['rows']

interface CommitmentRow {
  id: string
  loan: string
  lender: string
  percentage: Percent
  amount: Money
  is_soft: boolean
  status: CommitmentStatus
  loan_amount: Money
}

interface LoanRow {
  id: string
  amount: Money
  summary: string | null
}

export async function checkDatabase(rows: Rows, ledger: Ledger): Promise<Findings> {
  const commitments = await rows<CommitmentRow>(`
    select id, loan_id as loan, lender_id as lender, percentage, amount, is_soft_commit as is_soft,
      status, loan_amount
    from commitments order by created_at, id`)
  const held = commitments.filter(({ loan }) => !ledger.dealLoans.includes(loan))
  const loans = await rows<LoanRow>('select id, amount, summary from loans')
  const figures = await describeDiscrepancies({ rows })
  const findings = noFindings()
  findings.broken.push(...figures, ...wrongAmounts(loans, commitments))
  return joined(
    findings,
    checkHoldings(ledger, held),
    checkLoans(ledger, loans),
    await checkVersions(rows),
    await checkKeys(rows, ledger, held),
    await checkPapers(rows, ledger),
    await checkRecords(rows, ledger, held),
    await checkDeals(rows, ledger),
  )
}

function wrongAmounts(loans: readonly LoanRow[], commitments: readonly CommitmentRow[]): string[] {
  const byLoan = grouped(commitments, (row) => row.loan)
  return loans.flatMap((loan) => {
    const lines = byLoan.get(loan.id) ?? []
    const binding = lines.filter((row) => row.status === 'active' && !row.is_soft)
    const shares = binding.map((row) => row.percentage)
    const isWhole = compareFigures(sumPercent(shares), wholePercent(100)) === 0
    const placed = isWhole ? allocateWhole(loan.amount, shares) : null
    const wrong = lines.filter((row) => {
      const plain = shareAmount(row.loan_amount, row.percentage)
      // A commitment released from a fully committed loan keeps its rounded amount, which can differ by one cent.
      if (row.status !== 'active') return !withinOneCent(row.amount, plain)
      const due = row.is_soft ? plain : (placed?.[binding.indexOf(row)] ?? plain)
      return (
        compareFigures(row.amount, due) !== 0 || compareFigures(row.loan_amount, loan.amount) !== 0
      )
    })
    return wrong.map(
      (row) => `commitment ${row.id}: ${row.amount} is not its share of ${loan.amount}`,
    )
  })
}

const standingOf = ({ percentage, is_soft: isSoft, status }: CommitmentRow): Standing => ({
  percentage: Number(percentage),
  isSoft,
  status,
})

const describeStanding = ({ percentage, isSoft, status }: Standing) =>
  `${percentage}% ${isSoft ? 'soft' : 'binding'}, ${status}`

/** Checks that each acknowledged commitment exists, in the state that follows from its last acknowledged action. */
function checkHoldings(ledger: Ledger, commitments: readonly CommitmentRow[]): Findings {
  const findings = noFindings()
  const byId = new Map(commitments.map((row) => [row.id, row]))
  for (const holding of ledger.holdings.values()) {
    const row = byId.get(holding.id)
    if (!row) {
      findings.lost.push(`commitment ${holding.id} was acknowledged and is missing`)
      continue
    }
    const found = standingOf(row)
    const due = [holding.standing, ...holding.possible]
    if (row.loan !== holding.loanId || row.lender !== holding.lenderId)
      findings.broken.push(
        `commitment ${row.id} belongs to a different loan or lender than requested`,
      )
    if (due.some((standing) => isSame(standing, found))) continue
    const told = `commitment ${row.id} is ${describeStanding(found)}, not ${due.map(describeStanding).join(' or ')}`
    const isBefore = holding.earlier.some((standing) => isSame(standing, found))
    if (isBefore) findings.lost.push(told)
    else findings.broken.push(told)
  }
  return findings
}

function checkLoans(ledger: Ledger, loans: readonly LoanRow[]): Findings {
  const findings = noFindings()
  const byId = new Map(loans.map((row) => [row.id, row]))
  for (const loan of ledger.loans.values()) {
    const row = byId.get(loan.id)
    if (!row) {
      findings.lost.push(`loan ${loan.id} was acknowledged and is missing`)
      continue
    }
    const found = textOf(row)
    if ([loan.text, ...loan.possible].some((text) => isSameText(text, found))) continue
    const told = `loan ${loan.id} is ${describeText(found)}, not ${describeText(loan.text)}`
    const isBefore = loan.earlier.some((text) => isSameText(text, found))
    if (isBefore) findings.lost.push(told)
    else findings.broken.push(told)
  }
  return findings
}

async function checkVersions(rows: Rows): Promise<Findings> {
  const wrong = await rows<{ id: string; version: number; changes: number }>(`
    select l.id, l.version, count(a.id)::int as changes from loans l
    left join audit a on a.loan_id = l.id and a.kind in ('loanChanged', 'termsChanged')
    group by l.id having l.version <> count(a.id) + 1`)
  const broken = wrong.map(
    ({ id, version, changes }) =>
      `loan ${id} is at version ${version}, but the audit trail has ${changes} changes of it`,
  )
  return { ...noFindings(), broken }
}

const textOf = ({ summary, amount }: LoanRow) => ({ summary: summary ?? '', amount })

const describeText = ({ summary, amount }: LoanText) => `"${summary}" of ${amount}`

interface KeyRow {
  key: string
  user: string
  commitment: string
}

/** Checks that each key created only the acknowledged commitment, and that each commitment was requested. */
async function checkKeys(
  rows: Rows,
  ledger: Ledger,
  commitments: readonly CommitmentRow[],
): Promise<Findings> {
  const findings = noFindings()
  const kept = await rows<KeyRow>(
    `select key, user_id as "user", (result ->> 'lineId')::uuid as commitment from idempotency_keys`,
  )
  const byKey = grouped(kept, (row) => row.key)
  const there = new Set(commitments.map((row) => row.id))
  for (const attempt of ledger.attempts.values()) {
    // A missing commitment has already been reported.
    if (attempt.commitmentId && !there.has(attempt.commitmentId)) continue
    const found = byKey.get(attempt.key) ?? []
    const problem = problemOfKey(attempt, found)
    if (problem && attempt.outcome === 'acknowledged' && found.length === 0)
      findings.lost.push(problem)
    else if (problem) findings.broken.push(problem)
  }
  const keyed = grouped(kept, (row) => row.commitment)
  for (const { id } of commitments) {
    const keys = keyed.get(id) ?? []
    const isAsked = keys.length === 1 && keys.every((row) => ledger.attempts.has(row.key))
    if (!isAsked)
      findings.broken.push(`commitment ${id} has ${keys.length} keys, not the one that was sent`)
  }
  return findings
}

function problemOfKey(attempt: Attempt, found: readonly KeyRow[]): string | null {
  const { key, outcome } = attempt
  const [row] = found
  if (found.length > 1) return `key ${key} exists ${found.length} times`
  if (row && row.user !== attempt.callerId) return `key ${key} belongs to another user`
  if (outcome === 'acknowledged') {
    if (!row) return `key ${key} was acknowledged and is missing`
    if (row.commitment === attempt.commitmentId) return null
    return `key ${key} made ${row.commitment}, but ${attempt.commitmentId} was acknowledged`
  }
  const wasPromised = outcome !== 'unknown'
  return row && wasPromised ? `key ${key} was answered "${outcome}", but made a commitment` : null
}

async function checkPapers(rows: Rows, ledger: Ledger): Promise<Findings> {
  const findings = noFindings()
  const kept = await rows<{ filename: string; loan: string; path: string }>(
    'select filename, loan_id as loan, file_url as path from documents',
  )
  const byName = grouped(kept, (row) => row.filename)
  for (const { filename, loanId, fileUrl, outcome } of ledger.papers) {
    const found = byName.get(filename) ?? []
    byName.delete(filename)
    const isRight = found.every((row) => row.loan === loanId && row.path === fileUrl)
    if (found.length > 1 || !isRight)
      findings.broken.push(`${filename} is registered more than once, or with another loan or file`)
    if (outcome === 'acknowledged' && found.length === 0)
      findings.lost.push(`${filename} was acknowledged and is missing`)
    if (found.length > 0 && outcome !== 'acknowledged' && outcome !== 'unknown')
      findings.broken.push(`${filename} was answered "${outcome}", but is registered`)
  }
  for (const filename of byName.keys())
    findings.broken.push(`${filename} is registered, but nobody requested it`)
  return findings
}

interface RecordRow {
  object: string
  kind: LaterAct | 'commitmentMade'
  count: number
}

async function checkRecords(
  rows: Rows,
  ledger: Ledger,
  commitments: readonly CommitmentRow[],
): Promise<Findings> {
  const findings = noFindings()
  const kept = await rows<RecordRow>(
    `
    select object_id as object, kind, count(*)::int from audit
    where kind in ('commitmentMade', 'commitmentChanged', 'commitmentWithdrawn',
      'commitmentMadeBinding', 'commitmentReleased') and not loan_id = any($1)
    group by object_id, kind`,
    [ledger.dealLoans],
  )
  const counts = new Map(kept.map(({ object, kind, count }) => [`${kind} ${object}`, count]))
  const openKeys = [...ledger.attempts.values()].some((attempt) => attempt.outcome === 'unknown')
  for (const { object, kind } of kept)
    if (!ledger.holdings.has(object) && !openKeys)
      findings.broken.push(`the audit trail has ${kind} of ${object}, which was never acknowledged`)
  for (const { id } of commitments) {
    const holding = ledger.holdings.get(id)
    for (const [kind, least, most] of holding ? actsOf(holding) : []) {
      const count = counts.get(`${kind} ${id}`) ?? 0
      if (count < least || count > most)
        findings.broken.push(
          `the audit trail has ${kind} of commitment ${id} ${count} times, not ${least}`,
        )
    }
  }
  return findings
}

function actsOf({ acts }: Holding): [kind: string, least: number, most: number][] {
  const later = Object.entries(acts).map(([kind, { acknowledged, unknown }]) => {
    const most = acknowledged + unknown
    return [kind, acknowledged, most] as [string, number, number]
  })
  return [['commitmentMade', 1, 1], ...later]
}

/** Updates the ledger after the checks so that the next round starts from the actual state. */
export async function adopt(rows: Rows, ledger: Ledger): Promise<void> {
  const open = [...ledger.holdings.values()].filter((holding) => holding.possible.length > 0)
  const edited = [...ledger.loans.values()].filter((loan) => loan.possible.length > 0)
  const found = await rows<CommitmentRow>(
    `select id, loan_id as loan, lender_id as lender, percentage, amount, is_soft_commit as is_soft,
      status, loan_amount from commitments where id = any($1)`,
    [open.map((holding) => holding.id)],
  )
  for (const row of found) adoptStanding(ledger.holdings.get(row.id), standingOf(row))
  const texts = await rows<LoanRow>('select id, amount, summary from loans where id = any($1)', [
    edited.map((loan) => loan.id),
  ])
  for (const row of texts) adoptText(ledger.loans.get(row.id), row)
}

function adoptStanding(holding: Holding | undefined, standing: Standing) {
  if (!holding) return
  holding.earlier.push(holding.standing)
  holding.standing = standing
  holding.possible = []
}

function adoptText(loan: LoanRecord | undefined, row: LoanRow) {
  if (!loan) return
  loan.earlier.push(loan.text)
  loan.text = textOf(row)
  loan.possible = []
}
