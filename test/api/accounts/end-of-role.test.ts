/** An administrator's links and notifications after the administrator loses the role. */
import { newEmail, type Person } from '#test/support/builders.ts'
import { openDesk, type Desk } from '#test/support/desk.ts'
import { somebodyWaitsFor } from '#test/support/lock-waits.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

let desk: Desk
let olga: Person
beforeAll(async () => {
  desk = await openDesk({ RATE_LIMIT: 'off' })
  olga = await desk.makeAdmin()
})
afterAll(() => desk.close())

const demote = ({ id }: Person) =>
  olga.call('updateUser', { params: { id }, body: { isAdmin: 'false' } })
const end = ({ id }: Person) => olga.call('deleteUser', { params: { id } })
const tokenIn = (url: string | null, name: string) => new URL(url ?? '').searchParams.get(name)

describe.each([
  ['loses the role', demote],
  [
    'is deactivated',
    async (mallory: Person) => {
      const loan = await desk.makeLoan()
      await mallory.call('createMessage', { body: { loanId: loan.id, message: 'We are closing.' } })
      await end(mallory)
    },
  ],
  ['is deleted', end],
] as const)('an administrator who %s', (_how, act) => {
  it('invalidates the reset links that the former administrator created', async () => {
    const mallory = await desk.makeAdmin()
    const [victim, other] = [await desk.makeLender(), await desk.makeLender()]
    const link = await mallory.call('createResetLink', { params: { id: victim.id } })
    const kept = await olga.call('createResetLink', { params: { id: other.id } })
    await act(mallory)
    const reset = ({ url }: { url: string }) =>
      desk.visitor().send('resetPassword', {
        body: { token: tokenIn(url, 'token'), password: 'a brand new one' },
      })
    expect((await reset(link)).status).toBe(400)
    expect((await reset(kept)).status).toBeLessThan(300)
  })

  it("discards queued emails about lenders' actions and updates the outbox in open browsers", async () => {
    const mallory = await desk.makeAdmin()
    // Because the first attempt failed, the next attempt is due later.
    const queue = (to: Person, kind: string | null, sentAt: Date | null = null) =>
      desk.rows(
        `insert into mails (id, recipient, user_id, kind, subject, body, sent_at, attempts,
           last_error, next_attempt_at)
         values (gen_random_uuid(), $1, $2, $3, 'Lena Brook', '', $4, 1, 'Busy',
           now() + interval '1 minute')`,
        [to.email, to.id, kind, sentAt],
      )
    await queue(mallory, 'commitmentMade')
    await queue(mallory, 'question')
    await queue(mallory, 'registration', new Date())
    await queue(mallory, 'announcement')
    await queue(mallory, null)
    await queue(olga, 'commitmentMade')
    const [newest] = await desk.rows<{ id: string }>('select max(id)::text as id from changes')
    await act(mallory)
    const kinds = async ({ email }: Person) => {
      const text = 'select kind from mails where recipient = $1 order by kind'
      return (await desk.rows<{ kind: string | null }>(text, [email])).map(({ kind }) => kind)
    }
    expect(await kinds(mallory)).toEqual(['announcement', 'registration', null])
    expect(await kinds(olga)).toContain('commitmentMade')
    const told = await desk.rows(
      `select 1 from changes where id > $1 and topic = 'mails' and audience = 'admins'`,
      [newest?.id],
    )
    expect(told.length).toBeGreaterThan(0)
  })

  it("removes automatic approval from the former administrator's invitations and records the removal in the audit trail", async () => {
    const mallory = await desk.makeAdmin()
    const invite = async (by: Person, isApproved: 'true' | 'false') => {
      const [made] = await by.call('createInvitations', {
        body: { emails: [newEmail()], isApproved },
      })
      if (!made) throw new Error('Nobody was invited')
      return made
    }
    const made = await invite(mallory, 'true')
    const others = [await invite(mallory, 'false'), await invite(olga, 'true')]
    await act(mallory)
    const names = { firstName: 'Ada', lastName: 'Cole', password: 'correct horse battery' }
    const registered = await desk.visitor().send('register', {
      body: { ...names, email: made.email, invitation: tokenIn(made.url, 'invitation') },
    })
    expect(registered.status, registered.text).toBe(201)
    expect(JSON.parse(registered.text)).toMatchObject({ isApproved: 'false' })
    const now = await olga.call('listInvitations')
    expect(others.map(({ id }) => now.find((each) => each.id === id)?.isApproved)).toEqual([
      'false',
      'true',
    ])
    const entries = await desk.rows(
      `select kind, before, after, actor_id from audit where object_id = any($1)
       and kind <> 'invited'`,
      [[made, ...others].map(({ id }) => id)],
    )
    expect(entries).toEqual([
      {
        kind: 'invitationChanged',
        ...{ before: { isApproved: true }, after: { isApproved: false }, actor_id: olga.id },
      },
    ])
  })
})

describe('an administrator who becomes a lender', () => {
  it("hides notifications about lenders but keeps those about the user's own account", async () => {
    const [ada, lender] = [await desk.makeAdmin(), await desk.makeLender({ lastName: 'Marsh' })]
    const loan = await desk.makeLoan()
    await desk.makeCommitment(lender, loan)
    await lender.call('createMessage', { body: { loanId: loan.id, message: 'Is it let?' } })
    await ada.call('createMessage', {
      body: { loanId: loan.id, message: 'In full.', recipientId: lender.id },
    })
    await ada.call('createMessage', { body: { loanId: loan.id, message: 'Closing on Friday.' } })
    const types = async (person: Person) =>
      (await person.call('listNotifications')).map(({ type }) => type)
    expect(await types(ada)).toEqual(expect.arrayContaining(['commitmentMade', 'question']))
    await demote(ada)
    const again = await desk.signIn(ada)
    const said = async () => (await again.call('listNotifications')).map(({ message }) => message)
    expect(await said()).toEqual([])
    expect(await again.call('countUnreadNotifications')).toEqual({ unread: 0 })
    const messages = await again.call('listLoanMessages', { params: { loanId: loan.id } })
    expect(messages.map(({ message }) => message)).toEqual(['Closing on Friday.'])
    const own = await desk.makeLoan()
    await desk.makeCommitment(again, own, { isSoftCommit: 'true' })
    expect(await types(again)).toContain('receipt')
  })

  it('removes notifications that were being written during the role change', async () => {
    const [ada, lender] = [await desk.makeAdmin(), await desk.makeLender()]
    const loan = await desk.makeLoan()
    const writer = await desk.db.$client.connect()
    try {
      await writer.query('begin')
      await writer.query('select from users where id = $1 for key share', [ada.id])
      await writer.query(
        `insert into notifications (id, user_id, type, message, related_loan_id)
         values (gen_random_uuid(), $1, 'commitmentMade', $2, $3)`,
        [ada.id, `${lender.lastName} committed`, loan.id],
      )
      const done = demote(ada)
      await Promise.race([done, somebodyWaitsFor(writer)])
      await writer.query('commit')
      await done
    } finally {
      // If the test fails before the commit, this rollback releases the lock. Otherwise it has no effect.
      await writer.query('rollback')
      writer.release()
    }
    expect(await desk.rows('select type from notifications where user_id = $1', [ada.id])).toEqual(
      [],
    )
  })
})

describe('lock order while an administrator loses the role', () => {
  /**
   * Locks the rows in `taken`, waits until `act` is blocked by the lock, and expects that `next` can be locked
   * immediately. Otherwise, a deadlock would be possible.
   */
  async function holding(taken: string, act: () => Promise<unknown>, next: string) {
    const holder = await desk.db.$client.connect()
    try {
      await holder.query('begin')
      await holder.query(taken)
      const done = act()
      await Promise.race([done, somebodyWaitsFor(holder)])
      await holder.query(`${next} nowait`)
      await holder.query('rollback')
      await done
    } finally {
      // If the test fails before the first rollback, this rollback releases the lock. Otherwise it has no effect.
      await holder.query('rollback')
      holder.release()
    }
  }

  it("doesn't deadlock with an invited user's registration, which notifies the inviter", async () => {
    const mallory = await desk.makeAdmin()
    await mallory.call('createInvitations', { body: { emails: [newEmail()], isApproved: 'true' } })
    await holding(
      `select from invitations where invited_by = '${mallory.id}' for no key update`,
      () => end(mallory),
      `select from users where id = '${mallory.id}' for key share`,
    )
  })

  it("doesn't deadlock with a password reset through a link created by the former administrator", async () => {
    const [mallory, ada] = [await desk.makeAdmin(), await desk.makeAdmin()]
    const { url } = await mallory.call('createResetLink', { params: { id: ada.id } })
    const body = { token: tokenIn(url, 'token') ?? '', password: 'a brand new one' }
    await holding(
      `select from users where id = '${ada.id}' for no key update`,
      () => desk.visitor().call('resetPassword', { body }),
      `select from password_resets where made_by = '${mallory.id}' for update`,
    )
  })
})

describe('administrators demoted by an earlier release', () => {
  /** Returns a lender who still has an administrator's notifications, as could happen in the previous release. */
  const formerAdministrator = async () => {
    const ada = await desk.makeAdmin()
    await desk.rows(
      `insert into notifications (id, user_id, type, message)
       select gen_random_uuid(), $1, type, type
       from unnest('{commitmentMade,question,registration,approved}'::text[]) as type`,
      [ada.id],
    )
    return ada
  }
  const becomeLender = ({ id }: Person) =>
    desk.rows('update users set is_admin = false where id = $1', [id])

  it("doesn't list, count, or mark as read a former administrator's notifications about lenders", async () => {
    const ada = await formerAdministrator()
    expect(await ada.call('countUnreadNotifications')).toEqual({ unread: 4 })
    await becomeLender(ada)
    const again = await desk.signIn(ada)
    expect((await again.call('listNotifications')).map(({ type }) => type)).toEqual(['approved'])
    expect(await again.call('countUnreadNotifications')).toEqual({ unread: 1 })
    const [told] = await desk.rows<{ id: string }>(
      "select id from notifications where user_id = $1 and type = 'question'",
      [ada.id],
    )
    const params = { id: told?.id ?? '' }
    expect(await again.refusal('markNotificationRead', { params })).toMatch(/^404/)
    await again.call('markAllNotificationsRead')
    expect(
      await desk.rows(
        'select type from notifications where user_id = $1 and not is_read order by type',
        [ada.id],
      ),
    ).toEqual(['commitmentMade', 'question', 'registration'].map((type) => ({ type })))
  })

  it.each(['a lender', 'deactivated', 'nobody'])(
    "doesn't approve an invited registrant automatically if the inviter is now %s",
    async (now) => {
      const ada = await formerAdministrator()
      const [made] = await ada.call('createInvitations', {
        body: { emails: [newEmail()], isApproved: 'true' },
      })
      if (now === 'a lender') await becomeLender(ada)
      else if (now === 'deactivated')
        await desk.rows('update users set deactivated_at = now() where id = $1', [ada.id])
      else await desk.rows('delete from users where id = $1', [ada.id])
      const listed = async () =>
        (await olga.call('listInvitations')).find(({ id }) => id === made?.id)
      expect(await listed()).toMatchObject({ state: 'open', isApproved: 'false' })
      const registered = await desk.visitor().call('register', {
        body: {
          ...{ firstName: 'Ada', lastName: 'Cole', password: 'correct horse battery' },
          ...{ email: made?.email ?? '', invitation: tokenIn(made?.url ?? '', 'invitation') ?? '' },
        },
      })
      expect(registered.isApproved).toBe('false')
      expect(await listed()).toMatchObject({ state: 'accepted', isApproved: 'false' })
    },
  )
})

it('hides notifications about lenders from an administrator without the required two-factor sign-in', async () => {
  const strict = await openDesk({ REQUIRE_ADMIN_2FA: 'on', RATE_LIMIT: 'off' })
  try {
    const ada = await strict.makeAdmin()
    const insert = (type: string) =>
      strict.rows(
        `insert into notifications (id, user_id, type, message)
         values (gen_random_uuid(), $1, $2, $2)`,
        [ada.id, type],
      )
    await insert('commitmentMade')
    await insert('accountSecurity')
    expect((await ada.call('listNotifications')).map(({ type }) => type)).toEqual([
      'accountSecurity',
    ])
    expect(await ada.call('countUnreadNotifications')).toEqual({ unread: 1 })
  } finally {
    await strict.close()
  }
})
