import type { Loan } from '#contract/loans/shapes.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Person } from '#test/support/builders.ts'
import { readRefusal } from '#test/support/caller.ts'
import { prepareAct, setScene } from '#test/support/changing-acts.ts'
import { openDesk, type Desk } from '#test/support/desk.ts'
import { somebodyWaitsFor } from '#test/support/lock-waits.ts'
import { noticesOf } from '#test/support/notices.ts'

let desk: Desk
let olga: Person
let lender: Person
beforeAll(async () => {
  desk = await openDesk({ RATE_LIMIT: 'off' })
  olga = await desk.makeAdmin()
  lender = await desk.makeLender()
})
afterAll(() => desk.close())

const publish = (loan: Pick<Loan, 'id'>, body: object = {}) =>
  olga.call('publishLoan', { params: { id: loan.id }, body })
const unpublish = (loan: Pick<Loan, 'id'>, body: object = {}) =>
  olga.call('unpublishLoan', { params: { id: loan.id }, body })
const makeDraft = (fields: object = {}) => desk.makeLoan({ isDraft: 'true', ...fields })

const told = (loan: Pick<Loan, 'title' | 'id'>) => noticesOf(lender, loan)
const news = ({ title }: Loan) => `newLoan: ${title}: $1,000,000 at 7.25% for 24 months`

describe('publishing a draft', () => {
  it('shows a published loan to all roles as if it had never been a draft', async () => {
    const before = await desk.visitor().call('getStats')
    const draft = await makeDraft({ title: 'Pier 1' })
    expect(draft).toMatchObject({ isDraft: 'true', version: '1' })
    const published = await publish(draft, { version: draft.version })
    const { isDraft: _isDraft, ...rest } = draft
    const can = ['commit', 'changeTerms', 'delete', 'moveToStage', 'fund', 'unpublish']
    expect(published).toEqual({ ...rest, version: '2', can })
    const params = { id: draft.id }
    const { softAmount, ...seen } = { ...published, can: [] }
    expect(await desk.visitor().call('getLoan', { params })).toEqual({ ...seen, softAmount })
    expect((await desk.visitor().call('listLoans', { query: { limit: '1' } }))[0]).toEqual(seen)
    expect((await desk.visitor().call('getStats')).totalLoansCount).toBe(before.totalLoansCount + 1)
    expect(await desk.makeCommitment(lender, draft)).toMatchObject({ percentage: '10.00' })
  })

  it('notifies lenders of a published loan as if the loan were new, and names the matching saved filters', async () => {
    const ada = await desk.makeLender()
    await ada.call('createSavedFilter', {
      body: { name: 'Quays', search: 'quay', isNotifying: 'true' },
    })
    const draft = await makeDraft({ title: 'Quay 2' })
    expect(await noticesOf(ada, draft)).toEqual([])
    await publish(draft)
    expect(await told(draft)).toEqual([news(draft)])
    expect(await noticesOf(ada, draft)).toEqual([
      `${news(draft)}. Matches your saved filter “Quays”`,
    ])
  })

  it('notifies lenders of a published loan at its exact rate', async () => {
    const draft = await makeDraft({ title: 'Quay 3', noteRate: '7.125' })
    await publish(draft)
    expect(await told(draft)).toEqual(['newLoan: Quay 3: $1,000,000 at 7.125% for 24 months'])
  })

  it('notifies lenders of a published loan only once, even for several concurrent requests', async () => {
    const draft = await makeDraft({ title: 'Pier 3' })
    const answers = await Promise.all(
      [{}, { version: '1' }, {}, { notifyAgain: 'true' }].map((body) => publish(draft, body)),
    )
    expect(answers.map(({ version }) => version)).toEqual(['2', '2', '2', '2'])
    await publish(draft, { version: '1' })
    expect(await told(draft)).toEqual([news(draft)])
  })

  it("doesn't notify anyone of a published loan that is already funded", async () => {
    const draft = await makeDraft({ status: 'funded' })
    const params = { id: draft.id }
    expect(await olga.call('getPublication', { params })).toMatchObject({ lendersToNotify: 0 })
    await publish(draft)
    expect(await told(draft)).toEqual([])
  })

  it('rejects publishing an outdated version of a draft and says who changed what', async () => {
    const draft = await makeDraft()
    const ben = await desk.makeAdmin({ firstName: 'Ben', lastName: 'Ode' })
    const params = { id: draft.id }
    await ben.call('updateLoan', { params, body: { interestRate: '9.00' } })
    const reply = await olga.send('publishLoan', { params, body: { version: '1' } })
    expect(reply.status).toBe(409)
    expect(readRefusal(reply)).toEqual({
      code: 'changed_meanwhile',
      message:
        "Ben Ode changed this loan's interest rate after you opened it. Nothing was published. Review what changed, then publish again.",
      fields: { interestRate: 'Ben Ode changed this from 7.25% to 9.00%' },
    })
    expect(await told(draft)).toEqual([])
    expect(await olga.call('getLoan', { params })).toMatchObject({ isDraft: 'true' })
  })

  it('rejects a draft update as outdated if the draft was published after the administrator opened it', async () => {
    const draft = await makeDraft()
    await publish(draft)
    expect(
      await olga.refusal('updateLoan', {
        params: { id: draft.id },
        body: { title: 'Pier 5', version: '1' },
      }),
    ).toBe(
      '409: You changed this loan after you opened it. Nothing was saved. Review what changed, then save again.',
    )
  })

  it('shows how many lenders the publication of a draft will notify', async () => {
    const draft = await makeDraft()
    const params = { id: draft.id }
    const { totalLendersCount } = await desk.visitor().call('getStats')
    expect(await olga.call('getPublication', { params })).toEqual({
      loan: draft,
      lendersToNotify: totalLendersCount,
      wasPublished: 'false',
    })
    await desk.makeLender()
    await desk.makePending()
    expect((await olga.call('getPublication', { params })).lendersToNotify).toBe(
      totalLendersCount + 1,
    )
  })
})

describe('returning a loan to draft', () => {
  it('hides a loan returned to draft from everyone except administrators, even in counts', async () => {
    const before = await desk.visitor().call('getStats')
    const loan = await desk.makeLoan()
    await unpublish(loan, { version: loan.version })
    const again = await olga.call('getLoan', { params: { id: loan.id } })
    const can = ['changeTerms', 'delete', 'moveToStage', 'fund', 'publish']
    expect(again).toEqual({ ...loan, isDraft: 'true', version: '2', can })
    expect((await lender.send('getLoan', { params: { id: loan.id } })).status).toBe(404)
    expect(await desk.visitor().call('getStats')).toEqual(before)
    await unpublish(loan, { version: '1' })
    expect(await olga.call('getLoan', { params: { id: loan.id } })).toEqual(again)
  })

  it("keeps lenders' notifications about a loan returned to draft but removes their links to the loan", async () => {
    const loan = await desk.makeLoan({ title: 'Pier 6' })
    const find = async () =>
      (await lender.call('listNotifications')).find(({ message }) => message.includes('Pier 6'))
    expect(await find()).toMatchObject({ relatedLoanId: loan.id, isRead: 'false' })
    await unpublish(loan)
    expect(await find()).toMatchObject({ relatedLoanId: null, isRead: 'false' })
  })

  it('discards unsent emails about a loan returned to draft', async () => {
    const ada = await desk.makeLender()
    const mailsTo = (person: Person) =>
      desk.rows<{ body: string }>('select body from mails where recipient = $1', [person.email])
    await desk.makeLoan({ title: 'Emailed at Once' })
    await expect.poll(() => mailsTo(ada)).toHaveLength(1)
    // The next email of this type isn't due for several minutes.
    const loan = await desk.makeLoan({ title: 'Emailed Later' })
    const waiting = () =>
      desk.rows('select 1 from notifications where user_id = $1 and mail_handled_at is null', [
        ada.id,
      ])
    expect(await waiting()).toHaveLength(1)
    await unpublish(loan)
    expect(await waiting()).toEqual([])
    expect((await mailsTo(ada)).filter(({ body }) => body.includes('Emailed Later'))).toEqual([])
  })

  it.each([
    ['binding', {}, null],
    ['soft', { isSoftCommit: 'true' }, null],
    ['withdrawn', { isSoftCommit: 'true' }, 'withdrawCommitment'],
  ] as const)(
    "doesn't return a loan to draft if it has a %s commitment",
    async (_kind, fields, end) => {
      const loan = await desk.makeLoan()
      const canOf = async (person: Person) =>
        (await person.call('getLoan', { params: { id: loan.id } })).can
      expect(await canOf(olga)).toContain('unpublish')
      expect(await canOf(lender)).toEqual(['commit', 'pass'])
      const { id } = await desk.makeCommitment(lender, loan, fields)
      if (end) await lender.call(end, { params: { id } })
      expect(await canOf(olga)).not.toContain('unpublish')
      // A lender without an active commitment can pass.
      expect(await canOf(lender)).toEqual(end ? ['commit', 'pass'] : ['commit'])
      const reply = await olga.send('unpublishLoan', { params: { id: loan.id }, body: {} })
      expect([reply.status, readRefusal(reply)]).toEqual([
        409,
        {
          code: 'has_commitments',
          message:
            'Lenders have committed to this loan, and their records refer to it. It stays published.',
        },
      ])
      expect((await lender.send('getLoan', { params: { id: loan.id } })).status).toBe(200)
    },
  )

  it('rejects returning an outdated version of a loan to draft', async () => {
    const loan = await desk.makeLoan()
    const params = { id: loan.id }
    await olga.call('updateLoan', { params, body: { title: 'Pier 7' } })
    expect(await olga.refusal('unpublishLoan', { params, body: { version: '1' } })).toBe(
      "409: You changed this loan's title after you opened it. The loan wasn't returned to draft. Review what changed, then try again.",
    )
  })

  it("restores a republished loan's favorites and notifies lenders again only if requested", async () => {
    const loan = await desk.makeLoan({ title: 'Pier 8' })
    await lender.call('addFavorite', { body: { loanId: loan.id } })
    const favorites = async () =>
      (await lender.call('listFavorites')).filter(({ loanId }) => loanId === loan.id)
    await unpublish(loan)
    expect(await favorites()).toEqual([])
    const params = { id: loan.id }
    expect(await olga.call('getPublication', { params })).toMatchObject({ wasPublished: 'true' })
    await publish(loan)
    expect(await favorites()).toHaveLength(1)
    expect(await told(loan)).toEqual([])
    await unpublish(loan)
    await publish(loan, { notifyAgain: 'true' })
    expect(await told(loan)).toEqual([news(loan)])
  })

  it("doesn't notify a loan's followers of a document added while the loan is a draft", async () => {
    const loan = await desk.makeLoan()
    await lender.call('addFavorite', { body: { loanId: loan.id } })
    const params = { id: loan.id }
    expect(await olga.call('getAnnouncementAudience', { params })).toMatchObject({ notified: 1 })
    await unpublish(loan)
    expect(await olga.call('getAnnouncementAudience', { params })).toMatchObject({ notified: 0 })
  })
})

describe('concurrent actions on a draft', () => {
  const rounds = 12

  it.each(['false', 'true'] as const)(
    'accepts only one of two concurrent requests: to make a commitment (soft: %s) or to return its loan to draft',
    async (isSoftCommit) => {
      for (let round = 0; round < rounds; round += 1) {
        const loan = await desk.makeLoan()
        // In every second round, the lender reads the loan before the concurrent requests.
        if (round % 2 === 0) await lender.call('getLoan', { params: { id: loan.id } })
        const body = { loanId: loan.id, percentage: round % 3 === 0 ? '100' : '10', isSoftCommit }
        const onBehalf = { ...body, lenderId: lender.id }
        const [returned, committed] = await Promise.all([
          olga.send('unpublishLoan', { params: { id: loan.id }, body: {} }),
          round % 4 < 2
            ? lender.send('createCommitment', { body })
            : olga.send('recordCommitment', { params: { loanId: loan.id }, body: onBehalf }),
        ])
        const refused = round % 4 < 2 ? 404 : 409
        expect([
          [204, refused],
          [409, 201],
        ]).toContainEqual([returned.status, committed.status])
        const [row] = await desk.rows<{ isDraft: boolean; lines: number }>(
          `select is_draft as "isDraft",
             (select count(*)::int from commitments where loan_id = l.id) as lines
           from loans l where id = $1`,
          [loan.id],
        )
        expect(row).toEqual(
          returned.status === 204 ? { isDraft: true, lines: 0 } : { isDraft: false, lines: 1 },
        )
      }
      expect(desk.errors).toEqual([])
    },
  )

  it('accepts only one of two concurrent requests to publish or change the same version of a loan', async () => {
    for (let round = 0; round < rounds; round += 1) {
      const { id, version } = await makeDraft()
      const params = { id }
      const [published, changed] = await Promise.all([
        olga.send('publishLoan', { params, body: { version } }),
        olga.send('updateLoan', { params, body: { interestRate: '9.00', version } }),
      ])
      expect([published.status, changed.status].toSorted()).toEqual([200, 409])
    }
  })
})

describe('messages and documents added while a loan returns to draft', () => {
  async function whileReturning({ id }: Pick<Loan, 'id'>, act: () => Promise<unknown>) {
    const returning = await desk.db.$client.connect()
    try {
      await returning.query('begin')
      await returning.query('select 1 from loans where id = $1 for update', [id])
      const done = act()
      await Promise.race([done, somebodyWaitsFor(returning)])
      await returning.query('update loans set is_draft = true where id = $1', [id])
      await returning.query('commit')
      return await done
    } finally {
      // If the test fails before the commit, this rollback releases the lock. Otherwise it has no effect.
      await returning.query('rollback')
      returning.release()
    }
  }

  it('rejects a message about a loan that is returning to draft', async () => {
    const { admin, lender: follower, loan } = await setScene(desk)
    const body = { loanId: loan.id, message: 'Closing moved to May.' }
    const announce = async () => (await admin.send('createMessage', { body })).status
    const before = await noticesOf(follower, loan)
    expect(await whileReturning(loan, announce)).toBe(409)
    expect(await noticesOf(follower, loan)).toEqual(before)
  })

  it("doesn't notify anyone of a document added while its loan returns to draft", async () => {
    const scene = await setScene(desk)
    const addDocument = await prepareAct('createDocument')(scene)
    const before = await noticesOf(scene.lender, scene.loan)
    await whileReturning(scene.loan, addDocument)
    expect(await noticesOf(scene.lender, scene.loan)).toEqual(before)
  })
})

it('records each publication and return to draft in the audit trail with its author and notification count', async () => {
  const draft = await makeDraft({ title: 'On Record' })
  await publish(draft)
  await unpublish(draft)
  await publish(draft)
  const { totalLendersCount } = await desk.visitor().call('getStats')
  const entries = await olga.call('listAudit', { query: { loan: 'On Record' } })
  expect(
    entries.toReversed().map(({ kind, actorId, after }) => ({ kind, actorId, after })),
  ).toMatchObject([
    { kind: 'loanCreated', after: { title: 'On Record', isDraft: 'true' } },
    {
      kind: 'loanPublished',
      actorId: olga.id,
      after: { isDraft: 'false', notifiedLenders: totalLendersCount, version: '2' },
    },
    { kind: 'loanUnpublished', actorId: olga.id, after: { isDraft: 'true', version: '3' } },
    { kind: 'loanPublished', after: { notifiedLenders: 0, version: '4' } },
  ])
})
