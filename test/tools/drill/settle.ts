/** Waits after a fault until no request is in progress, and then determines the unknown outcomes. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from '#server/database/client.ts'
import type { Tally } from './ask.ts'
import type { Person, ProductCopy } from './copy.ts'
import type { Attempt, Paper } from './ledger.ts'
import { registerPaper } from './load-admins.ts'
import { idOf, sendAttempt } from './load-lenders.ts'

const quietLimitMs = 15_000

/** Returns true once all of the app's database connections are idle, or false after a timeout. */
export async function isQuiet(db: Database): Promise<boolean> {
  for (let waitedMs = 0; waitedMs < quietLimitMs; waitedMs += 20) {
    const { rows } = await db.$client.query(`
      select 1 from pg_stat_activity
      where application_name = 'paripassu' and pid <> pg_backend_pid() and state <> 'idle'`)
    if (rows.length === 0) return true
    await sleep(20)
  }
  return false
}

interface Settling {
  copy: ProductCopy
  tally: Tally
  db: Database
}

export async function settle({ copy, tally, db }: Settling): Promise<void> {
  const open = [...copy.ledger.attempts.values()].filter(({ outcome }) => outcome === 'unknown')
  const { rows } = await db.$client.query<{ key: string; id: string }>(
    "select key, (result ->> 'lineId')::uuid as id from idempotency_keys where key = any($1)",
    [open.map((attempt) => attempt.key)],
  )
  const made = new Map(rows.map(({ key, id }) => [key, id]))
  for (const attempt of open)
    await settleAttempt(copy, tally, attempt, made.get(attempt.key) ?? null)
  for (const paper of copy.ledger.papers)
    if (paper.outcome === 'unknown') await settlePaper({ copy, tally, db }, paper)
}

async function settleAttempt(
  copy: ProductCopy,
  tally: Tally,
  attempt: Attempt,
  made: string | null,
) {
  const person = findPerson(copy, attempt.callerId)
  const answer = await untilAnswered(() => sendAttempt({ copy, tally }, person, attempt))
  const { outcome } = answer
  if (outcome !== 'acknowledged' && outcome !== 'refused') {
    tally.broken.push(`key ${attempt.key} still gets no final answer after the fault`)
    return
  }
  const found = idOf(answer)
  if (made && outcome === 'refused')
    tally.broken.push(`key ${attempt.key} made ${made}, but its repetition was refused`)
  if (made && found && found !== made)
    tally.broken.push(`key ${attempt.key} made ${made}, but its repetition returned ${found}`)
  copy.ledger.settle(attempt, outcome, found)
}

/** An upload can be registered only once, so a second attempt fails if and only if the first attempt succeeded. */
async function settlePaper({ copy, tally, db }: Settling, paper: Paper) {
  const { rows } = await db.$client.query('select 1 from documents where file_url = $1', [
    paper.fileUrl,
  ])
  const [admin] = copy.admins
  if (!admin) return
  const { outcome } = await untilAnswered(() => registerPaper({ copy, tally }, admin, paper))
  const isTrue = rows.length > 0 ? outcome === 'refused' : outcome === 'acknowledged'
  if (!isTrue)
    tally.broken.push(
      `${paper.filename} was ${rows.length > 0 ? '' : 'not '}registered, but its repetition was ${outcome}`,
    )
  paper.outcome = 'acknowledged'
}

function findPerson({ admins, lenders }: ProductCopy, id: string): Person {
  const found = [...admins, ...lenders].find((person) => person.id === id)
  if (!found) throw new Error(`Nobody has the id ${id}`)
  return found
}

async function untilAnswered<A extends { outcome: string }>(send: () => Promise<A>): Promise<A> {
  for (let tries = 1; ; tries += 1) {
    const answer = await send()
    if (['acknowledged', 'refused'].includes(answer.outcome) || tries === 20) return answer
    await sleep(250)
  }
}
