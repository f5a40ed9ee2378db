/** Sessions of the people who make requests, inserted directly: signing in is measured by itself. */
import { randomUUID } from 'node:crypto'
import { newToken, tokenHash } from '#server/sign-in/tokens.ts'
import type { Client } from 'pg'
import { seedId } from './ids.ts'
import { administrators, signedInLenders } from './size.ts'

/** A signed-in person; `token` is the cookie's value. */
export interface SignedIn {
  id: string
  token: string
}

export interface SignIns {
  lenders: SignedIn[]
  admins: SignedIn[]
}

/** A lender's token is this and its number, so that a bound in SQL can compute it; new for each run. */
export const lenderTokenStart = newToken().slice(0, 33)

const people = (kind: string, count: number, tokenOf: (number: number) => string): SignedIn[] =>
  Array.from({ length: count }, (_, index) => ({
    id: seedId(kind, index + 1),
    token: tokenOf(index + 1),
  }))

/** Signs them in. */
export async function signIn(client: Client): Promise<SignIns> {
  const lenders = people(
    'lender',
    signedInLenders,
    (number) => `${lenderTokenStart}${String(number).padStart(10, '0')}`,
  )
  const admins = people('admin', administrators, newToken)
  await store(client, lenders, 'lender')
  await store(client, admins, 'admin')
  return { lenders, admins }
}

/**
 * They were last seen in the future: otherwise, in each slice, the first request of each session would
 * also write when it was seen, and how many do depends on the length of a slice.
 */
async function store(client: Client, signedIn: readonly SignedIn[], role: 'lender' | 'admin') {
  await client.query(
    `insert into sessions (sid, sess, expire)
     select sid, json_build_object('id', id, 'userId', user_id, 'startedAt', now(),
       'seenAt', now() + interval '1 day', 'address', '127.0.0.1', 'agent', 'benchmark', 'role', $4::text),
       now() + interval '7 days'
     from unnest($1::text[], $2::text[], $3::text[]) as given(sid, id, user_id)`,
    [
      signedIn.map(({ token }) => tokenHash(token)),
      signedIn.map(() => randomUUID()),
      signedIn.map(({ id }) => id),
      role,
    ],
  )
}

/** The Cookie header of a signed-in person. */
export const cookieOf = ({ token }: SignedIn) => `sid=${token}`
