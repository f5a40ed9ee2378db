/** Counts failed sign-ins and other acts that somebody might repeat to guess or to flood. */
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
  /** Whether a full account still takes one try from an address that has none counted: others can't lock the owner out. */
  sparesOtherAddresses: boolean
  words: string
}

export const limits: Record<Kind, Limit> = {
  /** Wrong passwords. */
  signIn: {
    windowMinutes: 15,
    forAccount: 10,
    forAddress: 100,
    sparesOtherAddresses: true,
    words: 'Too many failed sign-ins; please try again later',
  },
  /** Right passwords without the code that the account needs, which no sign-in has followed. */
  codeMissing: {
    windowMinutes: 15,
    forAccount: 30,
    forAddress: 100,
    sparesOtherAddresses: true,
    words: 'Too many sign-ins without their code; please try again later',
  },
  /** Right passwords: each costs a hash, and mostly leaves a session and an entry in the audit trail. */
  rightPassword: {
    windowMinutes: 60,
    forAccount: 60,
    forAddress: Infinity,
    sparesOtherAddresses: false,
    words: 'The password of this account was used very often; please try again later',
  },
  // Codes are short, so every guess counts, from wherever it comes. Only somebody who knows the
  // password gets to guess, so nobody else can keep the owner out this way.
  secondFactor: {
    windowMinutes: 15,
    forAccount: 10,
    forAddress: 100,
    sparesOtherAddresses: false,
    words: 'Too many wrong codes; please try again later',
  },
  /** Wrong codes of the application only, which patience would guess. A recovery code it would not. */
  timeCode: {
    windowMinutes: 24 * 60,
    forAccount: 30,
    forAddress: Infinity,
    sparesOtherAddresses: false,
    words:
      'Too many wrong codes in a day; please use a recovery code, or ask an administrator to reset two-factor sign-in',
  },
  registration: {
    windowMinutes: 60,
    forAccount: Infinity,
    forAddress: 30,
    sparesOtherAddresses: false,
    words: 'Too many registrations from this address; please try again later',
  },
  // None is spared: who gets no sixth link has five in the mailbox, and the old password still works.
  passwordReset: {
    windowMinutes: 60,
    forAccount: 5,
    forAddress: 30,
    sparesOtherAddresses: false,
    words: 'Too many reset links were asked for; please try again later',
  },
  /** Changes of one's own names, of which the audit trail keeps each. */
  profile: {
    windowMinutes: 60,
    forAccount: 30,
    forAddress: Infinity,
    sparesOtherAddresses: false,
    words: 'Too many changes of this profile; please try again later',
  },
}

/**
 * What counts as one address. Of IPv6 it is a /48: what one site is given, and what anybody can rent
 * with 65,536 networks to come from. Neighbours of a provider that gives out less share one then, as
 * they share an address of IPv4 behind its translation. Some proxies name the port too, which is
 * another one for each connection; what is no address at all is all the same.
 */
export function addressKey(given: string): string {
  const address = /^([\d.]+):\d+$/.exec(given)?.[1] ?? /^\[(.*)\](:\d+)?$/.exec(given)?.[1] ?? given
  if (isIPv4(address)) return address
  if (!isIPv6(address)) return 'unknown'
  // A URL spells it in the one canonical way: lower case, no leading zeros, no dotted end.
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
  /** These were right: they are taken back, with all of their kind for this account from this address. */
  forgive(...kinds: Kind[]): Promise<void>
  /** The same from wherever they came. */
  forgiveEverywhere(...kinds: Kind[]): Promise<void>
  /** These were neither right nor wrong: they alone are taken back. */
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
 * slip under the limit, and refuses it with 429 when there were too many of one. Kinds are counted
 * one after the other: what the first refuses must not fill the next for a moment.
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
    // A refused try does not lengthen the wait.
    await counted.takeBack(...kinds)
    throw error
  }
  return counted
}

async function countOne(db: Queryable, row: Row): Promise<void> {
  const limit = limits[row.kind]
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
  // An attempt of tomorrow was counted while the clock was wrong; it would keep its account out till then.
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

const longestMinutes = Math.max(...Object.values(limits).map((limit) => limit.windowMinutes))

/** Removes what is older than the longest window, and an hour more. */
export const purgeAttempts = (db: Queryable) =>
  db
    .delete(attempts)
    .where(lt(attempts.createdAt, sql`now() - ${`${longestMinutes + 60} minutes`}::interval`))
