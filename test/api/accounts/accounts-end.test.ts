import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { discrepancies } from '#test/support/books.ts'
import type { Person } from '#test/support/builders.ts'
import { readRefusal } from '#test/support/caller.ts'
import { openDesk, type Desk } from '#test/support/desk.ts'
import { somebodyWaitsFor } from '#test/support/lock-waits.ts'
import { security, spec } from '#test/support/requirements.ts'

let desk: Desk
let admin: Person
beforeAll(async () => {
  desk = await openDesk({ RATE_LIMIT: 'off', PUBLIC_URL: 'https://desk.example.com' })
  admin = await desk.makeAdmin()
})
afterAll(() => desk.close())

const signedOut = '401: Unauthorized: please sign in'
const wrongCredentials = '401: Invalid email or password'
const find = async (id: string) => (await admin.call('listUsers')).find((user) => user.id === id)
const end = (person: Pick<Person, 'id'>) => admin.send('deleteUser', { params: { id: person.id } })

async function makeKnownLender() {
  const lender = await desk.makeLender({ lastName: 'Marsh' })
  const loan = await desk.makeLoan()
  await lender.call('createMessage', { body: { loanId: loan.id, message: 'When is closing?' } })
  return { lender, loan }
}

describe('account deletion', () => {
  it('signs out a rejected pending lender and lets that person register again', async () => {
    spec('4.12', '7.34')
    security('7.4.2')
    const visitor = desk.visitor()
    const email = `${randomUUID()}@example.com`
    const body = { firstName: 'Ada', lastName: 'Cole', email, password: 'long enough' }
    const { id } = await visitor.call('register', { body })
    const reply = await end({ id })
    expect([reply.status, reply.text]).toEqual([204, ''])
    expect(await find(id)).toBeUndefined()
    expect(await visitor.refusal('getCurrentUser')).toBe(signedOut)
    expect(await desk.visitor().refusal('login', { body })).toBe(wrongCredentials)
    const again = await desk.visitor().call('register', { body })
    expect(again.id).not.toBe(id)
    expect((await end({ id })).status).toBe(404)
  })

  it("doesn't reject an account that was approved in the meantime", async () => {
    const person = await desk.makePending({ firstName: 'Ada', lastName: 'Cole' })
    const reject = { params: { id: person.id }, query: { isPending: 'true' } } as const
    await admin.call('approveUser', { params: { id: person.id } })
    expect(await admin.refusal('deleteUser', reject)).toBe(
      '409: Ada Cole no longer awaits approval, so there is nothing to reject. Find the account in Manage Users.',
    )
    expect(await person.call('getCurrentUser')).toMatchObject({ isApproved: 'true' })
    const another = await desk.makePending()
    await admin.call('deleteUser', { params: { id: another.id }, query: { isPending: 'true' } })
    expect(await find(another.id)).toBeUndefined()
  })

  it("returns 409 if the account's records have changed since the administrator confirmed the deletion", async () => {
    const { lender: known } = await makeKnownLender()
    const unknown = await desk.makeLender({ lastName: 'Reed' })
    const ends = (person: Person, outcome: 'deleted' | 'deactivated') =>
      ({ params: { id: person.id }, query: { outcome } }) as const
    expect(await admin.refusal('deleteUser', ends(known, 'deleted'))).toBe(
      '409: Lena Marsh has commitments or messages on record, so the account can only be deactivated. Delete it in Manage Users to deactivate it.',
    )
    expect(await find(known.id)).toMatchObject({ deactivatedAt: null })
    expect(await admin.refusal('deleteUser', ends(unknown, 'deactivated'))).toBe(
      '409: Lena Reed no longer has commitments or messages on record, so the account would be deleted for good. Confirm that first.',
    )
    await admin.call('deleteUser', ends(unknown, 'deleted'))
    expect(await find(unknown.id)).toBeUndefined()
    await admin.call('deleteUser', ends(known, 'deactivated'))
    expect(await find(known.id)).toMatchObject({ deactivatedAt: expect.any(String) })
  })

  it("sends a rejected registrant the desk's contact email address, but sends a deleted lender no email", async () => {
    const pending = await desk.makePending({ firstName: 'Ada', lastName: 'Cole' })
    const lender = await desk.makeLender()
    await end(pending)
    await end(lender)
    const mails = await desk.rows<{ recipient: string; subject: string; body: string }>(
      'select recipient, subject, body from mails where recipient = any($1)',
      [[pending.email, lender.email]],
    )
    expect(mails).toMatchObject([
      { recipient: pending.email, subject: 'Your registration at Paripassu' },
    ])
    expect(mails[0]?.body).toContain("We didn't approve your registration at Paripassu")
    expect(mails[0]?.body).toContain(desk.config.company.email)
    // The email doesn't contain the name, because registrants can enter any name and someone else's email address.
    expect(mails[0]?.body).not.toMatch(/Ada|Cole/)
    await expect
      .poll(() => admin.call('listMails'), { timeout: 60_000 })
      .toContainEqual(expect.objectContaining({ recipient: pending.email, state: 'saved' }))
  })

  it("deletes a deleted account's favorites and notifications", async () => {
    const lender = await desk.makeLender()
    const loan = await desk.makeLoan()
    await lender.call('addFavorite', { body: { loanId: loan.id } })
    await admin.call('createMessage', { body: { loanId: loan.id, message: 'News.' } })
    expect(await lender.call('listNotifications')).not.toEqual([])
    expect((await end(lender)).status).toBe(204)
    expect(await find(lender.id)).toBeUndefined()
  })

  it("doesn't delete a lender who has a binding commitment", async () => {
    const lender = await desk.makeLender({ lastName: 'Stone' })
    const loan = await desk.makeLoan()
    const params = { id: lender.id }
    await desk.makeCommitment(lender, loan)
    expect(await admin.refusal('deleteUser', { params })).toBe(
      "409: Lena Stone has a binding commitment, so the account can't be deleted",
    )
    await desk.makeCommitment(lender, loan)
    expect(await admin.refusal('deleteUser', { params })).toBe(
      "409: Lena Stone has 2 binding commitments, so the account can't be deleted",
    )
    expect(await lender.call('listOwnCommitments')).toHaveLength(2)
    expect(await find(lender.id)).toMatchObject({ bindingCommitments: 2, deactivatedAt: null })
  })

  it('lists a loan once even if the lender has several binding commitments to it', async () => {
    const lender = await desk.makeLender()
    const params = { id: lender.id }
    const [second, first] = [
      await desk.makeLoan({ title: 'Quay Lofts' }),
      await desk.makeLoan({ title: 'Arrowhead Gardens' }),
    ]
    await desk.makeCommitment(lender, second)
    const { id } = await desk.makeCommitment(lender, first)
    await desk.makeCommitment(lender, second)
    await desk.makeCommitment(lender, await desk.makeLoan(), { isSoftCommit: 'true' })
    const titles = async () =>
      (await admin.call('listBoundLoans', { params })).map(({ title }) => title)
    expect(await titles()).toEqual(['Arrowhead Gardens', 'Quay Lofts'])
    await admin.call('releaseCommitment', { params: { id }, body: { reason: 'Asked to leave.' } })
    expect(await titles()).toEqual(['Quay Lofts'])
  })

  it("doesn't let administrators delete their own accounts", async () => {
    expect(await admin.refusal('deleteUser', { params: { id: admin.id } })).toBe(
      "409: You can't delete your own account. Ask another administrator.",
    )
  })

  it("deactivates an account with records, signs its owner out, keeps the owner's name, and blocks sign-in", async () => {
    security('7.4.2', '7.4.5')
    const { lender, loan } = await makeKnownLender()
    const link = await admin.call('createResetLink', { params: { id: lender.id } })
    expect((await end(lender)).status).toBe(204)
    expect(await lender.refusal('getCurrentUser')).toBe(signedOut)
    expect(await desk.visitor().refusal('login', { body: lender })).toBe(wrongCredentials)
    const token = new URL(link.url).searchParams.get('token')
    const body = { token, password: 'a brand new one' }
    expect((await desk.visitor().send('resetPassword', { body })).status).toBe(400)
    const [message] = await admin.call('listLoanMessages', { params: { loanId: loan.id } })
    expect(message).toMatchObject({ userName: 'Lena Marsh' })
    const kept = await find(lender.id)
    expect(kept).toMatchObject({ deactivatedAt: expect.stringMatching(/Z$/), records: 1 })
    expect((await end(lender)).status).toBe(204)
    expect(await find(lender.id)).toEqual(kept)
  })

  it('deactivates an administrator with records if another administrator remains', async () => {
    const other = await desk.makeAdmin()
    const { lender, loan } = await makeKnownLender()
    const body = { loanId: loan.id, message: 'In May.', recipientId: lender.id }
    await other.call('createMessage', { body })
    expect((await end(other)).status).toBe(204)
    expect(await find(other.id)).toMatchObject({ deactivatedAt: expect.any(String) })
    expect(await other.refusal('listUsers')).toBe(signedOut)
  })
})

describe('account deletion during a request by its owner', () => {
  const acts: Record<string, (who: Person, loanId: string) => Promise<string>> = {
    'visits a loan': (who, id) => who.refusal('visitLoan', { params: { id } }),
    'adds a favorite': (who, loanId) => who.refusal('addFavorite', { body: { loanId } }),
    'asks a question': (who, loanId) =>
      who.refusal('createMessage', { body: { loanId, message: 'When is closing?' } }),
  }
  it.each(Object.keys(acts))(
    'returns 401 rather than 404 for a missing loan if the account is deleted while its owner %s',
    async (act) => {
      const [lender, loan] = [await desk.makeLender(), await desk.makeLoan()]
      const holder = await desk.db.$client.connect()
      try {
        await holder.query('begin')
        await holder.query('delete from users where id = $1', [lender.id])
        const refused = acts[act]?.(lender, loan.id)
        await Promise.race([refused, somebodyWaitsFor(holder)])
        await holder.query('commit')
        expect(await refused).toBe(signedOut)
      } finally {
        // If the test fails before the commit, this rollback releases the lock. Otherwise it has no effect.
        await holder.query('rollback')
        holder.release()
      }
    },
  )
})

describe('lender deactivation', () => {
  it("withdraws the lender's soft commitments and keeps loan totals consistent", async () => {
    const [lender, other] = [await desk.makeLender({ lastName: 'Field' }), await desk.makeLender()]
    const [one, two, funded] = [await desk.makeLoan(), await desk.makeLoan(), await desk.makeLoan()]
    const soft = { isSoftCommit: 'true', percentage: '12' } as const
    for (const loan of [one, one, two, funded]) await desk.makeCommitment(lender, loan, soft)
    await desk.makeCommitment(other, one, { isSoftCommit: 'true', percentage: '5' })
    await desk.makeCommitment(other, one, { percentage: '30' })
    await desk.rows("update loans set status = 'funded' where id = $1", [funded.id])
    const [onTwo] = await lender.call('listOwnCommitments', { query: { loanId: two.id } })
    await admin.call('changeCommitmentOnBehalf', {
      params: { id: onTwo?.id ?? '' },
      body: { percentage: '10', instructedBy: 'Lena Field', instructedOn: '2026-01-05' },
    })
    const watcher = await desk.makeAdmin()
    expect((await end(lender)).status).toBe(204)
    const figures = async (id: string) => {
      const loan = await admin.call('getLoan', { params: { id } })
      return [loan.softPercentage, loan.committedPercentage]
    }
    expect(await figures(one.id)).toEqual(['5.00', '30.00'])
    expect(await figures(two.id)).toEqual(['0.00', '0.00'])
    // The book entry names the acting administrator but contains no instruction from the lender.
    const { entries } = await admin.call('getBook', { params: { id: two.id } })
    expect(entries).toMatchObject([
      { status: 'withdrawn', instruction: null, withdrawnBy: 'Olga Brook' },
    ])
    expect(await figures(funded.id)).toEqual(['12.00', '0.00'])
    expect(await discrepancies(desk)).toEqual([])
    const states = await desk.rows<{ status: string; ended: boolean }>(
      `select status, ended_at is not null as ended from commitments
       where lender_id = $1 order by status, created_at`,
      [lender.id],
    )
    expect(states.map((row) => row.status)).toEqual([
      'active',
      'withdrawn',
      'withdrawn',
      'withdrawn',
    ])
    expect(await watcher.call('listNotifications')).toMatchObject([
      {
        type: 'commitmentWithdrawn',
        relatedUserId: lender.id,
        message: 'Lena Field was deactivated, which withdrew 3 soft commitments',
      },
    ])
  })

  it("keeps a loan's totals consistent while a lender is deactivated and other lenders commit at the same time", async () => {
    const loan = await desk.makeLoan()
    const lenders = [await desk.makeLender(), await desk.makeLender(), await desk.makeLender()]
    const body = { loanId: loan.id, percentage: '1', isSoftCommit: 'true' } as const
    for (const lender of lenders) await lender.call('createCommitment', { body })
    const commits = lenders.flatMap((lender) =>
      Array.from({ length: 8 }, () => lender.send('createCommitment', { body })),
    )
    const ends = lenders.slice(0, 2).map(end)
    for (const reply of await Promise.all([...commits, ...ends]))
      expect([201, 204, 401, 409], reply.text).toContain(reply.status)
    const standing = await desk.rows(
      `select 1 from commitments c join users u on u.id = c.lender_id
       where c.status = 'active' and u.deactivated_at is not null and c.loan_id = $1`,
      [loan.id],
    )
    expect(standing).toEqual([])
    expect(await discrepancies(desk)).toEqual([])
    expect(desk.errors).toEqual([])
  })
})

describe('account reactivation', () => {
  it('lets the owner of a reactivated account sign in with the same role', async () => {
    spec('4.13')
    const { lender } = await makeKnownLender()
    await end(lender)
    const params = { id: lender.id }
    for (let time = 0; time < 2; time += 1)
      expect(await admin.call('reactivateUser', { params })).toMatchObject({
        id: lender.id,
        deactivatedAt: null,
        isApproved: 'true',
      })
    const again = await desk.signIn(lender)
    await desk.makeCommitment(again, await desk.makeLoan())
    expect(await admin.refusal('reactivateUser', { params: { id: randomUUID() } })).toBe(
      '404: The user was not found',
    )
  })
})

describe('reset links created by administrators', () => {
  it("accepts an administrator's reset link only once and ends all existing sessions", async () => {
    const lender = await desk.makeLender()
    const reply = await admin.send('createResetLink', { params: { id: lender.id } })
    expect(reply.status).toBe(201)
    const { url, expiresAt } = JSON.parse(reply.text) as { url: string; expiresAt: string }
    expect(url).toMatch(/^https:\/\/desk\.example\.com\/reset-password\?token=[\w-]{43}$/)
    const minutes = (Date.parse(expiresAt) - Date.now()) / 60_000
    expect(Math.round(minutes)).toBe(60)
    const token = new URL(url).searchParams.get('token') ?? ''
    const password = 'a brand new one'
    await desk.visitor().call('resetPassword', { body: { token, password } })
    expect(await lender.refusal('getCurrentUser')).toBe(signedOut)
    await desk.signIn(Object.assign(lender, { password }))
    const again = { token, password: 'yet another one' }
    expect((await desk.visitor().send('resetPassword', { body: again })).status).toBe(400)
    // The link isn't emailed, because the administrator sends it to the user.
    const mails = await desk.rows('select subject, body from mails where recipient = $1', [
      lender.email,
    ])
    expect(mails).toHaveLength(1)
    expect(JSON.stringify(mails)).not.toMatch(/reset-password|token/)
  })

  it("doesn't let administrators create their own reset links, which would bypass the current-password check", async () => {
    security('6.2.3')
    const own = await desk.makeAdmin()
    for (const id of [own.id, own.id.toUpperCase()]) {
      const reply = await own.send('createResetLink', { params: { id } })
      expect(reply.status).toBe(409)
      expect(readRefusal(reply)).toEqual({
        message:
          "You can't create a reset link for yourself. Change your password on your profile.",
        code: 'own_account',
      })
    }
    const made = await desk.rows('select 1 from password_resets where user_id = $1', [own.id])
    expect(made).toEqual([])
    await admin.call('createResetLink', { params: { id: own.id } })
  })

  it("doesn't create a reset link for a deactivated or nonexistent account", async () => {
    const { lender } = await makeKnownLender()
    await end(lender)
    expect(await admin.refusal('createResetLink', { params: { id: lender.id } })).toBe(
      '409: This account is deactivated. Reactivate it first.',
    )
    expect(await admin.refusal('createResetLink', { params: { id: randomUUID() } })).toBe(
      '404: The user was not found',
    )
  })
})
