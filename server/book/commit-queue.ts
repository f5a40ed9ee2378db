/**
 * Sends binding commitments that come at the same time as one statement. When few come, each is sent at
 * once; in a rush, a statement makes dozens, with one lock, one round trip and one write to disk.
 */
import { apartFromCalls } from '#server/changes/named-topics.ts'
import type { Database } from '#server/database/client.ts'
import { sendChange } from '#server/database/outcome.ts'
import { isKeyTaken } from '#server/http/idempotency-keys.ts'
import {
  commitInOneStatement,
  noteTopicsOfCommitment,
  type BindingCommitment,
  type MadeCommitment,
  type OnLocked,
} from './commit-statement.ts'

/** Statements at once, besides those that may wait for somebody else's lock. */
const atOnce = 2
/** Commitments in a statement. */
const most = 100

interface Waiting {
  wanted: BindingCommitment
  /** Whether it goes with those to the same loan only, and may wait for that loan's lock. */
  mayWait: boolean
  resolve: (made: MadeCommitment | null) => void
  reject: (error: unknown) => void
}

interface Queue {
  /** First in, first out. */
  waiting: Waiting[]
  running: number
  /** Loans that a statement under way is for: no other is sent for them, since it would find them locked. */
  loans: Set<string>
}

const queues = new WeakMap<Database, Queue>()

/** Makes a binding commitment, together with others that wait. Null when it found the loan changed. */
export function commitWithOthers(
  db: Database,
  wanted: BindingCommitment,
): Promise<MadeCommitment | null> {
  noteTopicsOfCommitment()
  const queue = queues.get(db) ?? { waiting: [], running: 0, loans: new Set<string>() }
  queues.set(db, queue)
  // The call's own, whichever call's turn it is in which the statement is sent.
  return sendChange(
    () =>
      new Promise((resolve, reject) => {
        queue.waiting.push({ wanted, mayWait: false, resolve, reject })
        apartFromCalls(() => sendWaiting(db, queue))
      }),
  )
}

function sendWaiting(db: Database, queue: Queue): void {
  for (;;) {
    const batch = takeBatch(queue)
    if (batch.length === 0) return
    void send(db, queue, batch)
  }
}

/** Those that go next, taken from the queue; none when all wait for what is under way. */
function takeBatch(queue: Queue): Waiting[] {
  const isFree = ({ wanted, mayWait }: Waiting) =>
    !queue.loans.has(wanted.row.loanId) && (mayWait || queue.running < atOnce)
  const first = queue.waiting.find(isFree)
  if (!first) return []
  const goesAlong = (each: Waiting) =>
    first.mayWait
      ? each.wanted.row.loanId === first.wanted.row.loanId
      : !each.mayWait && isFree(each)
  const batch = queue.waiting.filter(goesAlong).slice(0, most)
  const taken = new Set(batch)
  queue.waiting = queue.waiting.filter((each) => !taken.has(each))
  return batch
}

async function send(db: Database, queue: Queue, batch: Waiting[]): Promise<void> {
  const loans = new Set(batch.map(({ wanted }) => wanted.row.loanId))
  const onLocked = batch[0]?.mayWait ? 'wait' : 'skip'
  for (const loan of loans) queue.loans.add(loan)
  if (onLocked === 'skip') queue.running += 1
  const left = await make(db, batch, onLocked)
  for (const loan of loans) queue.loans.delete(loan)
  if (onLocked === 'skip') queue.running -= 1
  // Of those that weren't made, some may only have met a lock.
  if (onLocked === 'skip')
    queue.waiting.unshift(...left.map((each) => ({ ...each, mayWait: true })))
  else for (const { resolve } of left) resolve(null)
  sendWaiting(db, queue)
}

/** Settles those that were made, or failed, and returns the others. */
async function make(db: Database, batch: Waiting[], onLocked: OnLocked): Promise<Waiting[]> {
  try {
    const made = await commitInOneStatement(
      db,
      batch.map(({ wanted }) => wanted),
      onLocked,
    )
    const byId = new Map(made.map((each) => [each.id, each]))
    return batch.filter(({ wanted, resolve }) => {
      const own = byId.get(wanted.row.id)
      if (own) resolve(own)
      return !own
    })
  } catch (error) {
    if (batch.length > 1 && isKeyTaken(error)) return makeOneByOne(db, batch, onLocked)
    for (const { reject } of batch) reject(error)
    return []
  }
}

/** After a key was found used, which undid what the others wanted. */
async function makeOneByOne(db: Database, batch: Waiting[], onLocked: OnLocked) {
  const left: Waiting[] = []
  for (const each of batch) left.push(...(await make(db, [each], onLocked)))
  return left
}
