/** The users in a run: victims, whose data must stay secret, and senders, who have their own records. */
import { randomUUID } from 'node:crypto'
import type { Role } from '#domain/access.ts'
import type { Builders, Person } from '#test/support/builders.ts'
import type { Caller } from '#test/support/caller.ts'
import type { Secret } from './oracle.ts'
import type { Ids } from './tokens.ts'

export interface Bench extends Builders {
  address: string
  visitor: () => Caller
  rows: <Row>(text: string, values?: unknown[]) => Promise<Row[]>
}

type Theirs = Pick<
  Ids,
  | '~their-loan~'
  | '~their-commitment~'
  | '~their-notification~'
  | '~their-session~'
  | '~their-message~'
  | '~their-favorite~'
  | '~their-person~'
  | '~their-file~'
>

export interface World {
  victim: Person
  madeAt: Date
  theirs: Theirs
  secrets: Record<Role, Secret[]>
}

const word = (what: string) => `${what}${randomUUID().replaceAll('-', '')}`

export async function makeWorld(bench: Bench): Promise<World> {
  const words = {
    firstName: word('First'),
    lastName: word('Last'),
    question: word('Question'),
    answer: word('Answer'),
    reason: word('Reason'),
    filename: word('Filename'),
    content: word('Content'),
    notice: word('Notice'),
  }
  const admin = await bench.makeAdmin()
  const victim = await bench.makeLender({ firstName: words.firstName, lastName: words.lastName })
  const loan = await bench.makeLoan()
  const binding = await bench.makeCommitment(victim, loan, { percentage: '3' })
  const soft = await bench.makeCommitment(victim, loan, { percentage: '7', isSoftCommit: 'true' })
  await admin.call('releaseCommitment', {
    params: { id: binding.id },
    body: { reason: words.reason },
  })
  const body = { loanId: loan.id, message: words.question }
  const message = await victim.call('createMessage', { body })
  await admin.call('createMessage', {
    body: { loanId: loan.id, message: words.answer, recipientId: victim.id },
  })
  const favorite = await victim.call('addFavorite', { body: { loanId: loan.id } })
  const document = await bench.makeDocument(loan, {
    filename: `${words.filename}.pdf`,
    bytes: Buffer.from(`%PDF-1.4\n% ${words.content}\n%%EOF\n`),
  })
  const notification = await makeNotification(bench, victim.id, words.notice)
  const session = await sessionIdOf(bench, victim.id)
  const link = await admin.call('createResetLink', { params: { id: victim.id } })
  const theirs: Theirs = {
    '~their-loan~': loan.id,
    '~their-commitment~': soft.id,
    '~their-notification~': notification,
    '~their-session~': session,
    '~their-message~': message.id,
    '~their-favorite~': favorite.id,
    '~their-person~': victim.id,
    '~their-file~': document.fileUrl,
  }
  const secrets = secretsFor(words, theirs, {
    ...(await hiddenOf(bench, victim)),
    token: link.url.split('token=')[1] ?? link.url,
  })
  const [clock] = await bench.rows<{ now: Date }>('select now()')
  return { victim, madeAt: clock?.now ?? new Date(), theirs, secrets }
}

async function makeNotification({ rows }: Bench, userId: string, message: string) {
  const id = randomUUID()
  await rows(
    `insert into notifications (id, user_id, type, message)
     values ($1, $2, (select type from notifications limit 1), $3)`,
    [id, userId, message],
  )
  return id
}

async function sessionIdOf({ rows }: Bench, userId: string) {
  const found = await rows<{ id: string | null }>(
    `select sess ->> 'id' as id from sessions where sess ->> 'userId' = $1 limit 1`,
    [userId],
  )
  return found[0]?.id ?? randomUUID()
}

async function hiddenOf({ rows }: Bench, victim: Person) {
  const [found] = await rows<{ sid: string; secret: string | null }>(
    `select sid, (select value from secrets limit 1) as secret
     from sessions where sess ->> 'userId' = $1 limit 1`,
    [victim.id],
  )
  return {
    cookie: (victim.cookie ?? '').slice(4),
    sid: found?.sid ?? '',
    secret: found?.secret ?? '',
  }
}

function secretsFor(
  words: Record<string, string>,
  theirs: Theirs,
  hidden: Record<string, string>,
): Record<Role, Secret[]> {
  const named = (from: Record<string, string>, ...names: string[]) =>
    Object.entries(from)
      .filter(([name, text]) => names.includes(name) && text !== '')
      .map(([what, text]) => ({ what: `somebody else's ${what.replaceAll('~', '')}`, text }))
  const personal = [
    ...named(hidden, 'cookie', 'sid', 'secret', 'token'),
    ...named(words, 'notice'),
    ...named(theirs, '~their-session~', '~their-favorite~', '~their-notification~'),
  ]
  const lender = [
    ...personal,
    ...named(words, 'firstName', 'lastName', 'question', 'answer', 'reason'),
    ...named(theirs, '~their-commitment~', '~their-message~', '~their-person~'),
  ]
  const unapproved = [
    ...lender,
    ...named(words, 'filename', 'content'),
    ...named(theirs, '~their-file~'),
  ]
  const approved = { viewer: lender, lender, manager: lender }
  return { visitor: unapproved, pending: unapproved, ...approved, admin: personal }
}

export async function makeSender(bench: Bench, role: Role): Promise<Person | null> {
  if (role === 'visitor') return null
  if (role === 'pending') return bench.makePending()
  if (role === 'admin') return bench.makeAdmin()
  return bench.makeMember(role === 'lender' ? 'committer' : role)
}

export async function makeIds(
  bench: Bench,
  person: Person | null,
  { theirs }: World,
): Promise<Ids> {
  const loan = await bench.makeLoan()
  const owner = person ?? (await bench.makePending())
  const isApproved = person && (await person.call('getCurrentUser')).isApproved === 'true'
  const fields = { percentage: '1', isSoftCommit: 'true' } as const
  const commitment = isApproved ? await bench.makeCommitment(person, loan, fields) : null
  const document = await bench.makeDocument(loan)
  const photo = await bench.makePhoto(loan, { isCover: true })
  const mail = randomUUID()
  await bench.rows(
    `insert into mails (id, recipient, subject, body, next_attempt_at)
     values ($1, 'nobody@example.com', 'Hello', 'Hello', now() + interval '1 day')`,
    [mail],
  )
  return {
    ...theirs,
    '~loan~': loan.id,
    '~file~': document.fileUrl,
    // An account that an administrator can change without affecting the rest of the run.
    '~person~': (await bench.makePending()).id,
    '~own-commitment~': commitment?.id ?? randomUUID(),
    '~own-notification~': await makeNotification(bench, owner.id, 'Hello'),
    '~own-session~': await sessionIdOf(bench, owner.id),
    '~own-mail~': mail,
    '~document~': document.id,
    '~photo~': photo.id,
    '~missing~': randomUUID(),
  }
}

/**
 * Returns a hash of the victim's data, to detect changes made by other users. Notifications about new loans are
 * excluded, because every lender gets them.
 */
export const possessionsOf = ({ rows }: Bench, { victim: { id }, madeAt }: World) =>
  rows(
    `select
      (select md5(string_agg(u::text, '|' order by id)) from users u where id = $1) as account,
      (select md5(string_agg(c::text, '|' order by id)) from commitments c where lender_id = $1) as commitments,
      (select md5(string_agg(f::text, '|' order by id)) from favorites f where user_id = $1) as favorites,
      (select md5(string_agg(concat(id, message, is_read), '|' order by id)) from notifications where user_id = $1 and created_at <= $3) as notifications,
      (select md5(string_agg(m::text, '|' order by id)) from messages m where user_id = $1 or recipient_id = $1) as messages,
      (select md5(string_agg(k::text, '|' order by key)) from idempotency_keys k where user_id = $1) as keys,
      (select md5(string_agg(t::text, '|')) from two_factors t where user_id = $1) as two_factor,
      (select count(*)::int from sessions where sess ->> 'userId' = $2) as sessions`,
    [id, id, madeAt],
  )
