/** Counts failed sign-ins and other actions that an attacker might repeat to guess or to flood. */
import { createHash, randomUUID } from 'node:crypto'
import { isIPv4, isIPv6 } from 'node:net'
import { emailKey } from '#domain/texts.ts'
import type { Config } from '#server/config/config.ts'
import type { Queryable } from '#server/database/client.ts'
import { attempts } from '#server/database/schema/accounts.ts'
import { tooMany } from '#server/errors.ts'
import { and, eq, inArray, lt, sql } from 'drizzle-orm'

type Kind = (typeof attempts.$inferSelect)['kind']

interface Limit {
  windowMinutes: number
  forAccount: number
  forAddress: number
  /** At the account's limit, still allow one try from an address without any: others can't lock the owner out. */
  sparesOtherAddresses: boolean
  words: string
}

export const throttleLimits: Record<Kind, Limit> = {
  /** Wrong passwords. */
  signIn: {
    windowMinutes: 15,
    forAccount: 10,
    forAddress: 100,
    sparesOtherAddresses: true,
    words: 'Too many failed sign-ins. Try again later.',
  },
  /** Right passwords without the required code, which no sign-in has followed. */
  codeMissing: {
    windowMinutes: 15,
    forAccount: 30,
    forAddress: 100,
    sparesOtherAddresses: true,
    words: 'Too many sign-ins without a code. Try again later.',
  },
  /** Right passwords: each costs a hash, and usually adds a session and an audit entry. */
  rightPassword: {
    windowMinutes: 60,
    forAccount: 60,
    forAddress: Infinity,
    sparesOtherAddresses: false,
    words: 'Too many sign-ins to this account. Try again later.',
  },
  // Codes are short, so every guess counts, from any address. Only someone with the password gets
  // to guess, so nobody else can lock the owner out this way.
  secondFactor: {
    windowMinutes: 15,
    forAccount: 10,
    forAddress: 100,
    sparesOtherAddresses: false,
    words: 'Too many wrong codes. Try again later.',
  },
  /** Wrong app codes only: with patience they can be guessed. Recovery codes can't. */
  timeCode: {
    windowMinutes: 24 * 60,
    forAccount: 30,
    forAddress: Infinity,
    sparesOtherAddresses: false,
    words:
      'Too many wrong codes in a day. Use a recovery code, or ask an administrator to reset two-factor sign-in.',
  },
  registration: {
    windowMinutes: 60,
    forAccount: Infinity,
    forAddress: 30,
    sparesOtherAddresses: false,
    words: 'Too many registrations from this address. Try again later.',
  },
  // No address is spared: someone refused a sixth link has five in the mailbox and the old password.
  passwordReset: {
    windowMinutes: 60,
    forAccount: 5,
    forAddress: 30,
    sparesOtherAddresses: false,
    words: 'Too many reset links requested. Try again later.',
  },
  /** Receipts that anyone may have checked. */
  receiptCheck: {
    windowMinutes: 15,
    forAccount: Infinity,
    forAddress: 100,
    sparesOtherAddresses: false,
    words: 'Too many receipts were checked from this address. Try again later.',
  },
  /** Changes to one's own name, each of which is kept in the audit trail. */
  profile: {
    windowMinutes: 60,
    forAccount: 30,
    forAddress: Infinity,
    sparesOtherAddresses: false,
    words: 'Too many changes to this profile. Try again later.',
  },
}

/**
 * What counts as one address. For IPv6 it is a /48: one site's allocation, and what anyone can rent
 * to send from 65,536 networks. Customers of a provider that allocates less share one count, as
 * IPv4 users behind one NAT do. Some proxies append the port, which differs for each connection;
 * it is dropped. All malformed addresses count as one.
 */
export function addressKey(given: string): string {
  const address = /^([\d.]+):\d+$/.exec(given)?.[1] ?? /^\[(.*)\](:\d+)?$/.exec(given)?.[1] ?? given
  if (isIPv4(address)) return address
  if (!isIPv6(address)) return 'unknown'
  // URL normalizes the spelling: lowercase, no leading zeros, no dotted-quad ending.
  const [bare = ''] = address.split('%')
  const [head = '', tail = ''] = new URL(`http://[${bare}]`).hostname.slice(1, -1).split('::')
  const groups = head ? head.split(':') : []
  const rest = tail ? tail.split(':') : []
  const zeros = Array<string>(Math.max(8 - groups.length - rest.length, 0)).fill('0')
  const full = [...groups, ...zeros, ...rest]
  const isIPv4Inside = full.slice(0, 6).join(':') === '0:0:0:0:0:ffff'
  if (!isIPv4Inside) return `${full.slice(0, 3).join(':')}::/48`
  const pairs = full.slice(6).map((group) => Number.parseInt(group, 16))
  return pairs.flatMap((pair) => [pair >> 8, pair & 255]).join('.')
}

const accountKey = (email: string) => createHash('sha256').update(emailKey(email)).digest('hex')

/** Attempts that were counted, one of each kind. */
export interface Counted {
  /** They succeeded: removes them and all others of their kind for this account from this address. */
  forgive(...kinds: Kind[]): Promise<void>
  /** The same, from all addresses. */
  forgiveEverywhere(...kinds: Kind[]): Promise<void>
  /** They neither succeeded nor failed: removes only these. */
  takeBack(...kinds: Kind[]): Promise<void>
}

const uncounted: Counted = {
  forgive: async () => {},
  forgiveEverywhere: async () => {},
  takeBack: async () => {},
}

interface Services {
  db: Queryable
  config: Pick<Config, 'rateLimit'>
}

type Row = typeof attempts.$inferInsert

/**
 * Counts an attempt of each kind before its outcome is known, so that a thousand at once can't all
 * pass the limit, and answers 429 when there were too many of a kind. Kinds are counted one after
 * another: an attempt refused by the first must not count for the next, even briefly.
 */
export async function countAttempt(
  { db, config }: Services,
  kinds: [Kind, ...Kind[]],
  email: string,
  ip: string,
): Promise<Counted> {
  if (!config.rateLimit) return uncounted
  const [account, address] = [accountKey(email), addressKey(ip)]
  const rows = kinds.map((kind) => ({ id: randomUUID(), kind, account, address }))
  const remove = async (...which: Parameters<typeof and>) => {
    await db.delete(attempts).where(and(...which))
  }
  const ofAccount = eq(attempts.account, account)
  const counted: Counted = {
    forgive: (...some) =>
      remove(inArray(attempts.kind, some), ofAccount, eq(attempts.address, address)),
    forgiveEverywhere: (...some) => remove(inArray(attempts.kind, some), ofAccount),
    takeBack: (...some) =>
      remove(
        inArray(
          attempts.id,
          rows.filter(({ kind }) => some.includes(kind)).map(({ id }) => id),
        ),
      ),
  }
  try {
    for (const row of rows) await countOne(db, row)
  } catch (error) {
    // A refused attempt does not extend the wait.
    await counted.takeBack(...kinds)
    throw error
  }
  return counted
}

async function countOne(db: Queryable, row: Row): Promise<void> {
  const limit = throttleLimits[row.kind]
  await db.insert(attempts).values(row)
  const seen = await countSince(db, row, limit.windowMinutes)
  const isSpared = limit.sparesOtherAddresses && seen.both === 1
  const accountIsFull = seen.account > limit.forAccount && !isSpared
  const addressIsFull = seen.address > limit.forAddress
  if (!accountIsFull && !addressIsFull) return
  const oldest = addressIsFull ? seen.addressWait : seen.accountWait
  throw tooMany(limit.words, Math.max(Math.ceil(oldest), 1))
}

async function countSince(db: Queryable, row: Row, minutes: number) {
  const span = `${minutes} minutes`
  // An attempt dated in the future was counted while the clock was wrong; it must not lock the account.
  const found = await db.execute<Record<string, string | null>>(sql`
    select
      count(*) filter (where account = ${row.account}) as account,
      count(*) filter (where account = ${row.account} and address = ${row.address}) as both,
      count(*) filter (where address = ${row.address}) as address,
      extract(epoch from min(created_at) filter (where account = ${row.account}) + ${span}::interval - now()) as account_wait,
      extract(epoch from min(created_at) filter (where address = ${row.address}) + ${span}::interval - now()) as address_wait
    from attempts
    where kind = ${row.kind} and created_at > now() - ${span}::interval
      and created_at < now() + interval '1 minute'
      and (account = ${row.account} or address = ${row.address})`)
  const figures = found.rows[0] ?? {}
  const number = (name: string) => Number(figures[name] ?? 0)
  return {
    account: number('account'),
    both: number('both'),
    address: number('address'),
    accountWait: number('account_wait'),
    addressWait: number('address_wait'),
  }
}

const longestMinutes = Math.max(
  ...Object.values(throttleLimits).map((limit) => limit.windowMinutes),
)

/** Deletes attempts older than the longest window plus an hour. */
export const purgeAttempts = (db: Queryable) =>
  db
    .delete(attempts)
    .where(lt(attempts.createdAt, sql`now() - ${`${longestMinutes + 60} minutes`}::interval`))
