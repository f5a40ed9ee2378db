/** Sends generated requests in all roles, and checks each response and the state afterward. */
import { mayCall, type Access, type Role } from '#domain/access.ts'
import { discrepancies } from '#test/support/books.ts'
import type { Person } from '#test/support/builders.ts'
import { rowsOfTheTable } from '#test/support/rows-of-the-table.ts'
import * as fc from 'fast-check'
import { complaintsAbout } from './oracle.ts'
import { requestTo, type HostileRequest } from './requests.ts'
import { send, toBytes } from './send.ts'
import type { Meanings } from './tokens.ts'
import { openTraps, type Traps } from './traps.ts'
import type { Outcome } from './wire.ts'
import { makeIds, makeSender, makeWorld, possessionsOf, type Bench, type World } from './world.ts'

export interface AttackOptions {
  requests: number
  seed: number
  senders: number
  onProgress?: (soFar: Report) => void
}

export interface Finding {
  what: string
  /** The request's number in the run. The same seed and number always produce the same request. */
  number: number
  role: Role
  call: string
  sent: string
}

export interface Slow {
  tookMs: number
  role: Role
  call: string
  status: string
}

export interface Report {
  sent: number
  findings: Finding[]
  statuses: Map<string, Map<string, number>>
  slowest: Slow[]
}

/** Administrators are last, because they change records that the other roles use. */
const parts: { role: Role; share: number }[] = [
  { role: 'visitor', share: 0.15 },
  { role: 'pending', share: 0.2 },
  { role: 'lender', share: 0.3 },
  { role: 'admin', share: 0.35 },
]
/** The number of requests generated in advance. One sender uses the same ids for all of them. */
const batchSize = 100

export async function attack(bench: Bench, options: AttackOptions): Promise<Report> {
  const report: Report = { sent: 0, findings: [], statuses: new Map(), slowest: [] }
  const traps = await openTraps()
  try {
    await playAllParts(bench, options, report, traps)
    for (const what of await traps.complaints()) report.findings.push(ofTheRun(what, 'admin', {}))
  } finally {
    await traps.close()
  }
  const wrong = await discrepancies(bench)
  if (wrong.length > 0) report.findings.push(ofTheRun('the books are wrong', 'admin', wrong))
  return report
}

async function playAllParts(bench: Bench, options: AttackOptions, report: Report, traps: Traps) {
  const world = await makeWorld(bench)
  const onRecord = new Set<string>()
  for (const [index, { role, share }] of parts.entries()) {
    const before = await possessionsOf(bench, world)
    const batches = batchesFor(role, Math.ceil(options.requests * share), options.seed + index)
    const sender = async () => {
      for (const batch of batches) {
        await sendBatch({ bench, world, traps, role, report, onRecord }, batch)
        options.onProgress?.(report)
      }
    }
    await Promise.all(Array.from({ length: options.senders }, sender))
    const after = await possessionsOf(bench, world)
    if (role !== 'admin' && JSON.stringify(after) !== JSON.stringify(before))
      report.findings.push(
        ofTheRun(`what is another lender's was changed`, role, { before, after }),
      )
  }
}

const ofTheRun = (what: string, role: Role, detail: object): Finding => ({
  what,
  number: 0,
  role,
  call: 'the whole run',
  sent: JSON.stringify(detail),
})

interface Batch {
  first: number
  requests: HostileRequest[]
}

/** Calls that this role is allowed to make are eight times as likely as other calls. */
function* batchesFor(role: Role, count: number, seed: number): Generator<Batch> {
  const any = fc.oneof(
    ...rowsOfTheTable.map(([name, row]) => ({
      weight: isLetIn(role, row.access) ? 8 : 1,
      arbitrary: requestTo(name, row, role),
    })),
  )
  for (let first = 0; first < count; first += batchSize)
    yield {
      first,
      requests: fc.sample(any, {
        seed: seed * 1_000_003 + first,
        numRuns: Math.min(batchSize, count - first),
      }),
    }
}

const isLetIn = (role: Role, access: Access) =>
  mayCall(role, access, { publicLoans: true, mustSetUpTwoFactor: false }) === 'allowed'

interface Run {
  bench: Bench
  world: World
  traps: Traps
  role: Role
  report: Report
  /**
   * Secrets that administrators themselves add to the audit trail. The entry for an export contains the export's
   * filters.
   */
  onRecord: Set<string>
}

/**
 * Sends a batch of requests one after another as one user. If that user loses the session or the role, another user
 * continues.
 */
async function sendBatch(run: Run, { first, requests }: Batch) {
  const { bench, world, traps, role, report } = run
  let person = await makeSender(bench, role)
  const meanings = { ...(await makeIds(bench, person, world)), ...traps.meanings }
  for (const [index, request] of requests.entries()) {
    const { outcome, bytes } = await sendOne(run, request, person, meanings)
    report.sent += 1
    note(report, request, outcome)
    // The path is used exactly as sent, because a URL parser would treat `/api\admin` as a call, but the server
    // doesn't.
    const [pathname = ''] = request.address.split(/[?#]/)
    for (const what of complaintsAbout(outcome, pathname, secretsOf(run, request, bytes)))
      report.findings.push({
        what,
        number: first + index,
        role,
        call: request.name,
        sent: printable(bytes),
      })
    if (person && endsSignIn(request, outcome)) {
      person = await makeSender(bench, role)
      meanings['~own-session~'] = world.theirs['~their-session~']
    }
  }
  if (person) await retire(bench, person)
}

function secretsOf({ world, role, onRecord }: Run, { name }: HostileRequest, bytes: Buffer) {
  const secrets = world.secrets[role]
  if (name !== 'exportAudit' && name !== 'listAudit') return secrets
  for (const { text } of secrets) if (bytes.includes(text)) onRecord.add(text)
  return secrets.filter(({ text }) => !onRecord.has(text))
}

async function sendOne(
  { bench }: Run,
  request: HostileRequest,
  person: Person | null,
  meanings: Meanings,
) {
  const { address } = bench
  const bytes = toBytes(request, { address, cookie: person?.cookie ?? null, meanings })
  return { bytes, outcome: await send(bytes, address, request) }
}

const changesSignIn =
  /^(login|register|logout|changePassword|changeOwnEmail|resetPassword|endSession|signOutEverywhere|.*Two.*)$/

function endsSignIn(request: HostileRequest, { answers }: Outcome) {
  const [answer] = answers
  if (!answer) return false
  if (answer.status < 300) return changesSignIn.test(request.name) || isOnPerson(request.name)
  return answer.status === 401 && request.isSignedIn
}
const isOnPerson = (name: string) => name.endsWith('User')

/**
 * Removes the role of a user that no longer sends requests. Otherwise, each new loan would notify more and more users.
 */
const retire = ({ rows }: Bench, { id }: Person) =>
  rows('update users set is_admin = false, is_approved = false where id = $1', [id])

function note(report: Report, { name, role }: HostileRequest, { answers, tookMs }: Outcome) {
  const status = String(answers[0]?.status ?? 'none')
  const ofCall = report.statuses.get(name) ?? new Map<string, number>()
  ofCall.set(status, (ofCall.get(status) ?? 0) + 1)
  report.statuses.set(name, ofCall)
  report.slowest = [...report.slowest, { tookMs, role, call: name, status }]
    .sort((one, other) => other.tookMs - one.tookMs)
    .slice(0, 10)
}

function printable(bytes: Buffer) {
  const all = bytes.toString('latin1')
  const text = all.replaceAll(/[^\x20-\x7e]|[\\%']/g, (letter) =>
    letter === '%' ? '%%' : `\\x${letter.charCodeAt(0).toString(16).padStart(2, '0')}`,
  )
  return text.length > 4_000 ? `${text.slice(0, 4_000)} … (${bytes.length} bytes)` : text
}
