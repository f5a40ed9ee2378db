/**
 * Sends binding commitments that come at the same time as one statement. When few come, each is sent at
 * once; in a rush, a statement makes dozens, with one lock, one round trip and one write to disk.
 */
import { apartFromCalls } from '#server/changes/named-topics.ts'
import type { Database } from '#server/database/client.ts'
import { sendChange } from '#server/database/outcome.ts'
import { refusesValues, tooManyAtOnce } from '#server/errors.ts'
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
/** Those that wait longer, or find more waiting, are refused. */
const patience = { mostWaiting: 5_000, longestWaitMs: 5_000 }

interface Waiting {
  wanted: BindingCommitment
  /** Whether it goes with those to the same loan only, and may wait for that loan's lock. */
  mayWait: boolean
  resolve: (made: MadeCommitment | null) => void
  reject: (error: unknown) => void
  /** Refuses it when it has waited too long. */
  timer?: NodeJS.Timeout
}

interface Queue {
  /** First in, first out. */
  waiting: Waiting[]
  running: number
  /** Loans that a statement under way is for: no other is sent for them, since it would find them locked. */
  loans: Set<string>
  /** Idempotency-Keys that it stores: the same key in another would wait for it, and then undo it all. */
  keys: Set<string>
}

const queues = new WeakMap<Database, Queue>()

/** Makes a binding commitment, together with others that wait. Null when it found the loan changed. */
export function commitWithOthers(
  db: Database,
  wanted: BindingCommitment,
): Promise<MadeCommitment | null> {
  noteTopicsOfCommitment()
  const queue = queues.get(db) ?? openQueue(db)
  // The call's own, whichever call's turn it is in which the statement is sent.
  return sendChange(
    () =>
      new Promise((resolve, reject) => {
        if (queue.waiting.length >= patience.mostWaiting) throw tooManyAtOnce()
        apartFromCalls(() => {
          queue.waiting.push(withPatience(queue, { wanted, mayWait: false, resolve, reject }))
          sendWaiting(db, queue)
        })
      }),
    (made) => made !== null,
  )
}

function openQueue(db: Database): Queue {
  const queue: Queue = { waiting: [], running: 0, loans: new Set(), keys: new Set() }
  queues.set(db, queue)
  db.$client.onStandbyAway((error) => {
    for (const { timer, reject } of queue.waiting.splice(0)) {
      clearTimeout(timer)
      reject(error)
    }
  })
  return queue
}

/** The same, refused if it still waits when its patience ends. What was sent is answered by the database. */
function withPatience(queue: Queue, each: Waiting): Waiting {
  const waiting = { ...each }
  waiting.timer = setTimeout(() => {
    queue.waiting = queue.waiting.filter((other) => other !== waiting)
    waiting.reject(tooManyAtOnce())
  }, patience.longestWaitMs)
  return waiting
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
  const batch: Waiting[] = []
  const keys = new Set(queue.keys)
  for (const each of queue.waiting) {
    if (batch.length === most) break
    if (!mayGo(queue, each, batch[0])) continue
    const key = keyOf(each)
    if (key !== null && keys.has(key)) continue
    if (key !== null) keys.add(key)
    batch.push(each)
  }
  for (const { timer } of batch) clearTimeout(timer)
  const taken = new Set(batch)
  if (taken.size > 0) queue.waiting = queue.waiting.filter((each) => !taken.has(each))
  return batch
}

/** Whether it can be sent now: with the first of a statement, or as the first. */
function mayGo(queue: Queue, { wanted, mayWait }: Waiting, first: Waiting | undefined): boolean {
  if (!first && !mayWait && queue.running === atOnce) return false
  if (queue.loans.has(wanted.row.loanId)) return false
  if (!first) return true
  return first.mayWait ? wanted.row.loanId === first.wanted.row.loanId : !mayWait
}

const keyOf = ({ wanted: { key } }: Waiting) => key && `${key.userId} ${key.key}`

async function send(db: Database, queue: Queue, batch: Waiting[]): Promise<void> {
  const loans = new Set(batch.map(({ wanted }) => wanted.row.loanId))
  const onLocked = batch[0]?.mayWait ? 'wait' : 'skip'
  const keys = batch.map(keyOf).filter((key) => key !== null)
  for (const loan of loans) queue.loans.add(loan)
  for (const key of keys) queue.keys.add(key)
  if (onLocked === 'skip') queue.running += 1
  const left = await make(db, batch, onLocked)
  for (const loan of loans) queue.loans.delete(loan)
  for (const key of keys) queue.keys.delete(key)
  if (onLocked === 'skip') queue.running -= 1
  // Of those that weren't made, some may only have met a lock.
  if (onLocked === 'skip')
    queue.waiting.unshift(...left.map((each) => withPatience(queue, { ...each, mayWait: true })))
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
    if (batch.length > 1 && refusesValues(error)) return makeOneByOne(db, batch, onLocked)
    for (const { reject } of batch) reject(error)
    return []
  }
}

/**
 * After one was refused for what it alone has, which undid what the others wanted: its key was used before,
 * or its caller has just been deleted.
 */
async function makeOneByOne(db: Database, batch: Waiting[], onLocked: OnLocked) {
  const left: Waiting[] = []
  for (const each of batch) left.push(...(await make(db, [each], onLocked)))
  return left
}
