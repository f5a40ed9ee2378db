/**
 * Verifies the audit trail: recomputes every seal in order and reports each mismatch. All data is read from one
 * snapshot, so the server can keep running.
 */
import { currentForm, sealedColumns, sealHash, type SealedColumns } from './seals.ts'
import type { Database, Queryable } from '#server/database/client.ts'
import { readSnapshot } from '#server/database/transactions.ts'
import { sql } from 'drizzle-orm'

/** A seal that was once the last in the chain and was recorded outside the database. */
export interface NotedSeal {
  number: number
  hash: string
}

export interface Finding {
  what: 'changed' | 'removed' | 'inserted' | 'cut off' | 'rewritten' | 'unknown form'
  seal: number | null
  entryId: string | null
  words: string
}

export interface Verification {
  /** Findings within the chain, in order, followed by those outside it. Empty if the trail is intact. */
  findings: Finding[]
  remarks: string[]
  seals: number
  /** The last seal, to be stored elsewhere, or null before the first seal. */
  last: NotedSeal | null
  unsealed: {
    count: number
    oldest: string | null
    /** True if the oldest queued entry has waited for more than an hour. Sealing normally takes about a second. */
    isOverdue: boolean
  }
}

interface Options {
  noted?: NotedSeal | undefined
  onProgress?: (checked: number, total: number) => void
}

export const verifyAudit = (db: Database, options: Options = {}): Promise<Verification> =>
  readSnapshot(db, async (tx) => {
    const chain = await checkChain(tx, options.onProgress)
    const findings = [
      ...chain.findings,
      ...(await checkNoted(tx, chain, options.noted)),
      ...(await checkHead(tx, chain)),
      ...(await checkQueue(tx)),
      ...(await findUnchained(tx)),
    ]
    const { remarks, seals, last } = chain
    return { findings, remarks, seals, last, unsealed: await readUnsealed(tx) }
  })

const sealsToRead = 2000

interface SealRow {
  number: number
  entryId: string
  hash: string
  form: number
  isThere: boolean
  columns: SealedColumns | null
}

const readSeals = async (tx: Queryable, after: number) => {
  const { rows } = await tx.execute<SealRow & Record<string, unknown>>(sql`
    select s.number::float8 as "number", s.entry_id as "entryId", s.hash, s.form,
      e.id is not null as "isThere",
      case when e.id is not null then ${sealedColumns(sql`s.form`)} end as "columns"
    from (
      select * from audit_seals where number > ${after} order by number limit ${sealsToRead}
    ) s left join lateral (select * from audit where id = s.entry_id limit 1) e on true
    order by s.number`)
  return rows
}

/** Limits the report's length. Further findings of the same type would add no information. */
export const maxFindings = 1000

class Chain {
  readonly findings: Finding[] = []
  readonly remarks: string[] = []
  seals = 0
  last: NotedSeal | null = null
  /** The last seal's correct hash, if it differs from the stored hash. */
  #due: string | null = null
  #latest = ''

  add({ number, entryId, hash, form, isThere, columns }: SealRow) {
    this.seals += 1
    const next = (this.last?.number ?? 0) + 1
    if (number < next)
      return this.#find('inserted', number, entryId, `Seal ${number} precedes the first one`)
    if (number > next) {
      const gone = next === number - 1 ? `Seal ${next} was` : `Seals ${next} to ${number - 1} were`
      this.#find('removed', next, null, `${gone} removed`)
    }
    const due = columns && number === next ? sealHash(this.last?.hash ?? '', columns, form) : null
    if (!isThere)
      this.#find('removed', number, entryId, `Entry ${entryId} of seal ${number} was removed`)
    else if (!columns)
      this.#find(
        'unknown form',
        number,
        entryId,
        `Seal ${number} of entry ${entryId} names form ${form}, which this version of Paripassu doesn't know: it was changed, or made by a newer version`,
      )
    else if (due !== null && due !== hash && !this.#fitsWhatWasBefore(columns, hash, form))
      this.#find(
        'changed',
        number,
        entryId,
        `${describeEntry(columns)} or its seal ${number} was changed`,
      )
    if (columns) this.#lookAtTime(number, columns)
    this.#due = due === hash ? null : due
    this.last = { number, hash }
  }

  /**
   * True if this seal still matches the previous seal's original hash. In this case, only the previous seal was
   * changed.
   */
  #fitsWhatWasBefore(columns: SealedColumns, hash: string, form: number): boolean {
    return this.#due !== null && sealHash(this.#due, columns, form) === hash
  }

  /** Entries are sealed in chronological order, except when transactions overlap. */
  #lookAtTime(number: number, columns: SealedColumns) {
    const at = columns[1] ?? ''
    if (Date.parse(this.#latest) - Date.parse(at) > toleratedMs && this.remarks.length < maxRemarks)
      this.remarks.push(
        `${describeEntry(columns)} was sealed, as number ${number}, after entries up to ${this.#latest}: it was written later than it says, or the database's clock was set back`,
      )
    if (at > this.#latest) this.#latest = at
  }

  #find(what: Finding['what'], seal: number, entryId: string | null, words: string) {
    if (this.findings.length < maxFindings) this.findings.push({ what, seal, entryId, words })
  }
}

const maxRemarks = 20
/** Much longer than any transaction that writes an entry can take. */
const toleratedMs = 5 * 60_000

const describeEntry = ([id, at, kind]: SealedColumns) => `Entry ${id} (${kind}, ${at})`

async function checkChain(tx: Queryable, onProgress: Options['onProgress']): Promise<Chain> {
  const chain = new Chain()
  const { rows } = await tx.execute<{ total: number }>(
    sql`select count(*)::float8 as total from audit_seals`,
  )
  for (let after = Number.MIN_SAFE_INTEGER; ;) {
    const seals = await readSeals(tx, after)
    for (const seal of seals) chain.add(seal)
    onProgress?.(chain.seals, rows[0]?.total ?? 0)
    const last = seals.at(-1)
    if (!last || seals.length < sealsToRead) return chain
    after = last.number
  }
}

const aboutChain = (what: Finding['what'], seal: number | null, words: string): Finding => ({
  what,
  seal,
  entryId: null,
  words,
})

/** If the recorded seal is unchanged, all earlier seals are unchanged too. */
async function checkNoted(tx: Queryable, { last }: Chain, noted: NotedSeal | undefined) {
  if (!noted) return []
  const { number, hash } = noted
  if (number > (last?.number ?? 0)) {
    const words = `The end was cut off: you saved seal ${number}, but the last one is ${last?.number ?? 0}`
    return [aboutChain('cut off', number, words)]
  }
  const { rows } = await tx.execute(
    sql`select 1 from audit_seals where number = ${number} and hash = ${hash}`,
  )
  const words = `The chain was rewritten: seal ${number} doesn't have the hash you saved`
  return rows.length > 0 ? [] : [aboutChain('rewritten', number, words)]
}

async function checkHead(tx: Queryable, { last }: Chain): Promise<Finding[]> {
  const { rows } = await tx.execute<{ number: number; hash: string }>(
    sql`select number::float8 as "number", hash from audit_head`,
  )
  const [head] = rows
  if (!head) return [aboutChain('removed', null, 'The head of the chain was removed')]
  const { number, hash } = last ?? { number: 0, hash: '' }
  if (head.number > number) {
    const words = `The end was cut off: the head is seal ${head.number}, the last one is ${number}`
    return [aboutChain('cut off', number + 1, words)]
  }
  if (head.number < number) {
    const words = `Seals were inserted at the end: the head is seal ${head.number}, the last one is ${number}`
    return [aboutChain('inserted', head.number + 1, words)]
  }
  if (head.hash === hash) return []
  return [aboutChain('rewritten', number, `The head doesn't have the hash of seal ${number}`)]
}

const columnsOfNow = sealedColumns(sql`${currentForm}::int`)

/** Checks that every queued row is an entry without a seal. */
async function checkQueue(tx: Queryable): Promise<Finding[]> {
  const { rows } = await tx.execute<{ id: string; columns: SealedColumns | null }>(sql`
    select q.entry_id as "id", case when e.id is not null then ${columnsOfNow} end as "columns"
    from audit_unsealed q left join audit e on e.id = q.entry_id
    where e.id is null or exists (select 1 from audit_seals s where s.entry_id = q.entry_id)
    order by e.at, q.entry_id
    limit ${maxFindings}`)
  return rows.map(({ id: entryId, columns }) => ({
    what: columns ? 'inserted' : 'removed',
    seal: null,
    entryId,
    words: columns
      ? `${describeEntry(columns)} is queued for a seal it already has: it was queued outside the program`
      : `Entry ${entryId} was removed before it was sealed`,
  }))
}

/** Checks that every entry is sealed or queued. */
async function findUnchained(tx: Queryable): Promise<Finding[]> {
  const { rows } = await tx.execute<{ columns: SealedColumns }>(sql`
    select ${columnsOfNow} as "columns"
    from audit e
    where not exists (select 1 from audit_seals s where s.entry_id = e.id)
      and not exists (select 1 from audit_unsealed q where q.entry_id = e.id)
    order by e.at, e.id
    limit ${maxFindings}`)
  return rows.map(({ columns }) => ({
    what: 'inserted',
    seal: null,
    entryId: columns[0] ?? null,
    words: `${describeEntry(columns)} has neither a seal nor a place in the queue: it was inserted outside the program, or its seal was removed`,
  }))
}

async function readUnsealed(tx: Queryable): Promise<Verification['unsealed']> {
  const { rows } = await tx.execute<Verification['unsealed'] & Record<string, unknown>>(sql`
    select count(*)::float8 as count,
      to_char(min(e.at) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as oldest,
      coalesce(min(e.at) < now() - interval '1 hour', false) as "isOverdue"
    from audit_unsealed q left join audit e on e.id = q.entry_id`)
  return rows[0] ?? { count: 0, oldest: null, isOverdue: false }
}
