/** Limits failed sign-ins and other actions that an attacker might repeat to guess secrets or to flood the service. */
import { createHash, randomUUID } from 'node:crypto'
import { isIPv4, isIPv6 } from 'node:net'
import { emailKey } from '#domain/texts.ts'
import type { Config } from '#server/config/config.ts'
import type { Queryable } from '#server/database/client.ts'
import { attempts } from '#server/database/schema/accounts.ts'
import { tooMany } from '#server/errors.ts'
import { and, eq, inArray, lt, sql, type SQL } from 'drizzle-orm'

type Kind = (typeof attempts.$inferSelect)['kind']

/** If omitted, a limit is `Infinity`. */
interface Limit {
  windowMinutes: number
  forAccount?: number
  forAddress?: number
  /**
   * Allows one attempt from each new IP address, even if the account's limit is reached. Otherwise, others could lock
   * the owner out.
   */
  sparesOtherAddresses?: true
  message: string
}

export const throttleLimits = {
  signIn: {
    windowMinutes: 15,
    forAccount: 10,
    forAddress: 100,
    sparesOtherAddresses: true,
    message: 'Too many failed sign-ins. Try again later.',
  },
  /** Attempts with a correct password that weren't followed by the required code. */
  codeMissing: {
    windowMinutes: 15,
    forAccount: 30,
    forAddress: 100,
    sparesOtherAddresses: true,
    message: 'Too many sign-ins without a code. Try again later.',
  },
  /** Attempts with a correct password. Each attempt computes a hash, and usually adds a session and an audit entry. */
  rightPassword: {
    windowMinutes: 60,
    forAccount: 60,
    message: 'Too many sign-ins to this account. Try again later.',
  },
  // Codes are short, so every guess counts, regardless of the IP address. Guessing codes requires the password, so
  // others can't use this limit to lock the owner out.
  secondFactor: {
    windowMinutes: 15,
    forAccount: 10,
    forAddress: 100,
    message: 'Too many wrong codes. Try again later.',
  },
  /**
   * Counts only wrong app codes, because persistent guessing could eventually find a valid one. Recovery codes can't be
   * guessed.
   */
  timeCode: {
    windowMinutes: 24 * 60,
    forAccount: 30,
    message:
      'Too many wrong codes in a day. Use a recovery code, or ask an administrator to reset two-factor sign-in.',
  },
  registration: {
    windowMinutes: 60,
    forAddress: 30,
    message: 'Too many registrations from this address. Try again later.',
  },
  // No IP address is exempt. An owner whose sixth request is rejected has already received five links.
  passwordReset: {
    windowMinutes: 60,
    forAccount: 5,
    forAddress: 30,
    message: 'Too many reset links requested. Try again later.',
  },
  receiptCheck: {
    windowMinutes: 15,
    forAddress: 100,
    message: 'Too many receipts were checked from this address. Try again later.',
  },
  /** Counts only wrong, ended and withdrawn links. */
  invitation: {
    windowMinutes: 60,
    forAddress: 60,
    message: 'Too many wrong invitation links. Try again later.',
  },
  /** The account is the firm. */
  firmInvitation: {
    windowMinutes: 24 * 60,
    forAccount: 20,
    message: 'Your firm can invite 20 people a day. Try again later.',
  },
  profile: {
    windowMinutes: 60,
    forAccount: 30,
    message: 'Too many changes to this profile. Try again later.',
  },
} satisfies Record<Kind, Limit>

/**
 * The key for counting attempts from an IP address. For IPv6, it is the /48 network, because anyone can rent one. The
 * port that some proxies append is dropped. All malformed addresses share one key.
 */
export function addressKey(given: string): string {
  const address = /^([\d.]+):\d+$/.exec(given)?.[1] ?? /^\[(.*)\](:\d+)?$/.exec(given)?.[1] ?? given
  if (isIPv4(address)) return address
  if (!isIPv6(address)) return 'unknown'
  // The URL class normalizes the notation: lowercase, no leading zeros, no dotted-quad ending.
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

export interface CountedAttempts {
  /**
   * Call after a success. Removes these attempts, and all other attempts of the same type for this account from this IP
   * address.
   */
  forgive(...kinds: Kind[]): Promise<void>
  forgiveEverywhere(...kinds: Kind[]): Promise<void>
  /** Call if the result is neither a success nor a failure. Removes these attempts and no others. */
  undo(...kinds: Kind[]): Promise<void>
}

const uncounted: CountedAttempts = {
  forgive: async () => {},
  forgiveEverywhere: async () => {},
  undo: async () => {},
}

interface Services {
  db: Queryable
  config: Pick<Config, 'rateLimit'>
}

type Row = typeof attempts.$inferInsert

/**
 * Counts an attempt of each type before its result is known. Otherwise, concurrent attempts could exceed the limit.
 * Throws 429 if the limit is exceeded. An attempt rejected for one type doesn't count toward later types.
 */
export async function countAttempt(
  { db, config }: Services,
  kinds: [Kind, ...Kind[]],
  email: string,
  ip: string,
): Promise<CountedAttempts> {
  if (!config.rateLimit) return uncounted
  const [account, address] = [accountKey(email), addressKey(ip)]
  const rows = kinds.map((kind) => ({ id: randomUUID(), kind, account, address }))
  const remove = async (...which: Parameters<typeof and>) => {
    await db.delete(attempts).where(and(...which))
  }
  const ofAccount = eq(attempts.account, account)
  const counted: CountedAttempts = {
    forgive: (...some) =>
      remove(inArray(attempts.kind, some), ofAccount, eq(attempts.address, address)),
    forgiveEverywhere: (...some) => remove(inArray(attempts.kind, some), ofAccount),
    undo: (...some) =>
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
    // Rejected attempts aren't counted, so they don't extend the wait.
    await counted.undo(...kinds)
    throw error
  }
  return counted
}

async function countOne(db: Queryable, row: Row): Promise<void> {
  const limit: Limit = throttleLimits[row.kind]
  const { windowMinutes, forAccount = Infinity, forAddress = Infinity, message } = limit
  await db.insert(attempts).values(row)
  const seen = await countSince(db, row, windowMinutes)
  const isSpared = limit.sparesOtherAddresses && seen.both === 1
  const accountIsFull = seen.account > forAccount && !isSpared
  const addressIsFull = seen.address > forAddress
  if (!accountIsFull && !addressIsFull) return
  const waitSeconds = addressIsFull ? seen.addressWait : seen.accountWait
  throw tooMany(message, Math.max(Math.ceil(waitSeconds), 1))
}

/** The number of attempts of this type, and the number of seconds until the first attempt expires. */
async function countSince(db: Queryable, row: Row, minutes: number) {
  const span = sql`${`${minutes} minutes`}::interval`
  const count = (which: SQL) => sql`count(*) filter (where ${which})::int`
  const wait = (which: SQL) => sql`coalesce(
    extract(epoch from min(created_at) filter (where ${which}) + ${span} - now()), 0)::float8`
  const [isAccount, isAddress] = [sql`account = ${row.account}`, sql`address = ${row.address}`]
  // An attempt with a future time was counted while the clock was wrong. It must not lock the account.
  const { rows } = await db.execute<
    Record<'account' | 'both' | 'address' | 'accountWait' | 'addressWait', number>
  >(sql`
    select ${count(isAccount)} as account, ${count(sql`${isAccount} and ${isAddress}`)} as both,
      ${count(isAddress)} as address,
      ${wait(isAccount)} as "accountWait", ${wait(isAddress)} as "addressWait"
    from attempts
    where kind = ${row.kind} and created_at > now() - ${span}
      and created_at < now() + interval '1 minute' and (${isAccount} or ${isAddress})`)
  if (!rows[0]) throw new Error('An aggregate gave no row')
  return rows[0]
}

const maxWindowMinutes = Math.max(
  ...Object.values(throttleLimits).map((limit) => limit.windowMinutes),
)

export const purgeAttempts = (db: Queryable) =>
  db
    .delete(attempts)
    .where(lt(attempts.createdAt, sql`now() - ${`${maxWindowMinutes + 60} minutes`}::interval`))
