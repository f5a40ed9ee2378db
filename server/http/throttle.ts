/** Counts failed sign-ins and other acts that somebody might repeat to guess or to flood. */
import { createHash, randomUUID } from 'node:crypto'
import { isIPv4, isIPv6 } from 'node:net'
import { emailKey } from '#domain/texts.ts'
import type { Config } from '#server/config.ts'
import type { Database } from '#server/database/connect.ts'
import { attempts } from '#server/database/schema.ts'
import { tooMany } from '#server/errors.ts'
import { and, eq, lt, sql } from 'drizzle-orm'

type Kind = (typeof attempts.$inferSelect)['kind']

interface Limit {
  windowMinutes: number
  forAccount: number
  forAddress: number
  /** Whether a full account still takes a try from an address that has not failed for it. */
  sparesOtherAddresses: boolean
  words: string
}

const limits: Record<Kind, Limit> = {
  signIn: {
    windowMinutes: 15,
    forAccount: 10,
    forAddress: 100,
    sparesOtherAddresses: true,
    words: 'Too many failed sign-ins; please try again later',
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
  registration: {
    windowMinutes: 60,
    forAccount: Infinity,
    forAddress: 30,
    sparesOtherAddresses: true,
    words: 'Too many registrations from this address; please try again later',
  },
  passwordReset: {
    windowMinutes: 60,
    forAccount: 5,
    forAddress: 30,
    sparesOtherAddresses: true,
    words: 'Too many reset links were asked for; please try again later',
  },
}

/**
 * What counts as one address. An IPv6 customer has a whole /64. Some proxies name the port too, which
 * is another one for each connection; what is no address at all is all the same.
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
  if (!isIPv4Inside) return `${full.slice(0, 4).join(':')}::/64`
  const pairs = full.slice(6).map((group) => Number.parseInt(group, 16))
  return pairs.flatMap((pair) => [pair >> 8, pair & 255]).join('.')
}

const accountKey = (email: string) => createHash('sha256').update(emailKey(email)).digest('hex')

/** An attempt that was counted. */
export interface Attempt {
  /** It was right: it is taken back, with all that failed for this account from this address. */
  forgive(): Promise<void>
  /** It was neither right nor wrong: it alone is taken back. */
  takeBack(): Promise<void>
}

const uncounted: Attempt = { forgive: async () => {}, takeBack: async () => {} }

/**
 * Counts an attempt before its outcome is known, so that a thousand at once can't all slip under
 * the limit, and refuses it with 429 when there were too many. A throttled account still takes a
 * password from an address that has not failed for it: the owner can't be locked out from elsewhere.
 */
export async function countAttempt(
  { db, config }: { db: Database; config: Pick<Config, 'rateLimit'> },
  kind: Kind,
  email: string,
  ip: string,
): Promise<Attempt> {
  if (!config.rateLimit) return uncounted
  const limit = limits[kind]
  const row = { id: randomUUID(), kind, account: accountKey(email), address: addressKey(ip) }
  await db.insert(attempts).values(row)
  const takeBack = async () => {
    await db.delete(attempts).where(eq(attempts.id, row.id))
  }
  const seen = await countSince(db, row, limit.windowMinutes)
  const isSpared = limit.sparesOtherAddresses && seen.both === 1
  const accountIsFull = seen.account > limit.forAccount && !isSpared
  const addressIsFull = seen.address > limit.forAddress
  if (accountIsFull || addressIsFull) {
    // A refused try does not lengthen the wait.
    await takeBack()
    const oldest = addressIsFull ? seen.addressWait : seen.accountWait
    throw tooMany(limit.words, Math.max(Math.ceil(oldest), 1))
  }
  return {
    takeBack,
    async forgive() {
      await db
        .delete(attempts)
        .where(
          and(
            eq(attempts.kind, kind),
            eq(attempts.account, row.account),
            eq(attempts.address, row.address),
          ),
        )
    },
  }
}

async function countSince(
  db: Database,
  row: { kind: Kind; account: string; address: string },
  minutes: number,
) {
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

/** Removes what is older than the longest window. */
export const purgeAttempts = (db: Database) =>
  db.delete(attempts).where(lt(attempts.createdAt, sql`now() - interval '2 hours'`))
