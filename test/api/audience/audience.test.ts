/** The audience of a loan: who sees it in full, as a teaser, or not at all, and who admits firms. */
import { firmIdOf, setAudience } from '#test/support/audiences.ts'
import { openDeskWithPeople } from '#test/support/desk-with-people.ts'
import { noticesOf } from '#test/support/notices.ts'
import type { Caller } from '#test/support/caller.ts'
import { describe, expect, it } from 'vitest'

const { desk, olga, lena, luis } = await openDeskWithPeople({ RATE_LIMIT: 'off' })

const statusOf = async (reader: Caller, { id }: { id: string }) =>
  (await reader.send('getLoan', { params: { id } })).status
const audienceOf = ({ id }: { id: string }) => olga.call('getAudience', { params: { id } })
const recorded = async ({ id }: { id: string }) =>
  (await desk.rows<{ kind: string }>('select kind from audit where loan_id = $1', [id])).map(
    ({ kind }) => kind,
  )

describe('an audience', () => {
  it('shows a loan for everyone in full, and says nothing of its audience', async () => {
    const { id } = await desk.makeLoan()
    for (const reader of [desk.visitor(), lena, olga]) {
      const loan = await reader.call('getLoan', { params: { id } })
      expect(loan).not.toHaveProperty('isTeaser')
      expect(loan).not.toHaveProperty('audience')
      expect(loan.borrowerName).not.toBe('Undisclosed')
    }
  })

  it('shows a teaser to firms that are not admitted, and the loan to those that are', async () => {
    const propertyAddress = '12 Harbor Street, Boston, MA 02110'
    const loan = await desk.makeLoan({ propertyAddress, purpose: 'Acquisition' })
    const params = { id: loan.id }
    expect((await setAudience(desk, olga, loan, 'teaser', [luis])).audience).toBe('teaser')
    expect(await lena.call('getLoan', { params })).toMatchObject({
      isTeaser: 'true',
      title: loan.title,
      amount: loan.amount,
      borrowerName: 'Undisclosed',
      propertyAddress: 'Boston, MA',
      purpose: null,
      can: ['pass', 'requestAccess'],
    })
    const { borrowerName } = loan
    const whole = { borrowerName, propertyAddress, purpose: 'Acquisition' }
    expect(await luis.call('getLoan', { params })).toMatchObject(whole)
    expect(await luis.call('getLoan', { params })).not.toHaveProperty('audience')
    expect(await olga.call('getLoan', { params })).toMatchObject({ ...whole, audience: 'teaser' })
  })

  it('lists each firm with what it sees, its position, and the people whom publication notifies', async () => {
    const loan = await olga.call('createLoan', {
      body: {
        title: 'Pier',
        borrowerName: 'P',
        amount: '1',
        interestRate: '7',
        term: 1,
        isDraft: 'true',
      },
    })
    const all = await audienceOf(loan)
    expect(all.audience).toBe('everyone')
    expect(all.peopleToNotify).toBe(all.firms.flatMap(({ people }) => people).length)
    const params = { id: loan.id }
    const publication = () => olga.call('getPublication', { params })
    expect((await publication()).lendersToNotify).toBe(all.peopleToNotify)
    await setAudience(desk, olga, loan, 'invited', [luis])
    const invited = await audienceOf(loan)
    expect(invited).toMatchObject({ peopleToNotify: 1, firmsToNotify: 1 })
    expect(await publication()).toMatchObject({ lendersToNotify: 1 })
    const firm = (id: string) => invited.firms.find((each) => each.id === id)
    expect(firm(await firmIdOf(desk, luis))).toMatchObject({
      name: 'Luis Ortega',
      isAdmitted: 'true',
      admittedBy: 'Olga North',
      sees: 'full',
      people: [{ id: luis.id, name: 'Luis Ortega' }],
    })
    expect(firm(await firmIdOf(desk, lena))).toMatchObject({ isAdmitted: 'false', sees: 'nothing' })
  })

  it('keeps the holders of a loan that was for everyone, and refuses to end their admission', async () => {
    const loan = await desk.makeLoan()
    const line = await desk.makeCommitment(luis, loan, { isSoftCommit: 'true' })
    await setAudience(desk, olga, loan, 'invited', [])
    expect(await statusOf(luis, loan)).toBe(200)
    expect(await statusOf(lena, loan)).toBe(404)
    const end = { params: { id: loan.id }, body: { audience: 'invited', firms: [] } }
    expect(await olga.refusal('setAudience', end)).toBe(
      '409: Luis Ortega holds a position in this loan, so the admission stays. Release or withdraw the commitments first.',
    )
    await luis.call('withdrawCommitment', { params: { id: line.id } })
    await olga.call('setAudience', { ...end, body: { audience: 'invited', firms: [] } })
    expect(await statusOf(luis, loan)).toBe(404)
    expect(await recorded(loan)).toEqual(
      expect.arrayContaining(['audienceChanged', 'firmAdmitted', 'admissionEnded']),
    )
  })

  it('admits a firm by the position that an administrator records for it', async () => {
    const loan = await desk.makeLoan()
    await setAudience(desk, olga, loan, 'invited', [])
    await olga.call('recordCommitment', {
      params: { loanId: loan.id },
      body: {
        ...{ loanId: loan.id, lenderId: luis.id, percentage: '5', isSoftCommit: 'true' },
        ...{ instructedBy: 'Luis, by phone', instructedOn: '2026-01-05' },
      },
    })
    expect(await statusOf(luis, loan)).toBe(200)
    expect(await luis.call('listOwnCommitments', { query: { loanId: loan.id } })).toHaveLength(1)
  })

  it('is narrowed and edited for a loan with a hold, which admits no firm', async () => {
    const loan = await desk.makeLoan()
    await olga.call('setHold', { params: { id: loan.id }, body: { percentage: '20' } })
    await setAudience(desk, olga, loan, 'invited', [luis])
    expect([await statusOf(luis, loan), await statusOf(lena, loan)]).toEqual([200, 404])
    await setAudience(desk, olga, loan, 'teaser', [lena])
    expect(await lena.call('getLoan', { params: { id: loan.id } })).not.toHaveProperty('isTeaser')
    expect(await desk.rows('select from admissions where loan_id = $1', [loan.id])).toHaveLength(1)
  })

  it('refuses firms that are missing, deactivated or the originator', async () => {
    const { id } = await desk.makeLoan()
    const [originator] = await desk.rows<{ id: string }>('select id from firms where is_originator')
    const ended = await desk.makeLender()
    const endedFirm = await firmIdOf(desk, ended)
    await desk.rows('update firms set deactivated_at = now() where id = $1', [endedFirm])
    const setTo = (firm: string) =>
      olga.refusal('setAudience', { params: { id }, body: { audience: 'teaser', firms: [firm] } })
    expect(await setTo(crypto.randomUUID())).toBe('404: The firm was not found')
    expect(await setTo(originator?.id ?? '')).toBe('404: The firm was not found')
    expect(await setTo(endedFirm)).toBe(
      '409: Lena Brook is deactivated. Reactivate it, then admit it.',
    )
  })

  it('refuses a change that is based on an outdated audience, and changes nothing', async () => {
    const loan = await desk.makeLoan()
    const params = { id: loan.id }
    const { version } = await olga.call('getAudience', { params })
    const firms = [await firmIdOf(desk, luis)]
    const body = { audience: 'teaser' as const, firms, version }
    const saved = await olga.call('setAudience', { params, body })
    expect(saved.version).not.toBe(version)
    expect(await olga.refusal('setAudience', { params, body: { ...body, firms: [] } })).toBe(
      '409: The audience of this loan has changed since you opened it. Look at the firms that are admitted now, then save again.',
    )
    // A position admits a firm without a change by an administrator.
    await desk.makeCommitment(luis, loan)
    expect(await olga.call('getAudience', { params })).toMatchObject({ version: saved.version })
    const again = { audience: 'invited', version: saved.version } as const
    expect(await olga.call('setAudience', { params, body: again })).toMatchObject({
      audience: 'invited',
    })
  })

  it('sends private messages and announcements only to admitted firms', async () => {
    const loan = await desk.makeLoan()
    await setAudience(desk, olga, loan, 'teaser', [luis])
    await lena.call('addFavorite', { body: { loanId: loan.id } })
    const params = { id: loan.id }
    const people = await olga.call('listMessageRecipients', { params })
    expect(people.map(({ id }) => id)).toEqual([luis.id])
    expect(await olga.call('getAnnouncementAudience', { params })).toEqual({
      audience: 'teaser',
      readers: 1,
      notified: 0,
    })
    const body = { loanId: loan.id, message: 'Hello' }
    const refusal =
      "409: The firm of Lena Brook isn't admitted to this loan. Admit it, then send the message."
    expect(await olga.refusal('createMessage', { body: { ...body, recipientId: lena.id } })).toBe(
      refusal,
    )
    expect(
      await olga.refusal('createPrivateMessages', { body: { ...body, recipientIds: [lena.id] } }),
    ).toBe(refusal)
    await olga.call('createMessage', { body })
    expect(await noticesOf(lena, loan)).toEqual(expect.not.arrayContaining(['announcement']))
  })

  it(
    'either commits or ends the admission of a firm that does both at once',
    { timeout: 60_000 },
    async () => {
      for (let round = 0; round < 20; round += 1) {
        const loan = await desk.makeLoan()
        await setAudience(desk, olga, loan, 'invited', [luis])
        const [made, ended] = await Promise.all([
          luis.send('createCommitment', {
            body: { loanId: loan.id, percentage: '5', isSoftCommit: 'true' },
          }),
          olga.send('setAudience', {
            params: { id: loan.id },
            body: { audience: 'invited', firms: [] },
          }),
        ])
        expect([`${made.status} ${ended.status}`]).toEqual([
          made.status === 201 ? '201 409' : '404 200',
        ])
        expect(await statusOf(luis, loan)).toBe(made.status === 201 ? 200 : 404)
      }
    },
  )
})

describe('a request for access', () => {
  const makeTeaser = async () => {
    const loan = await desk.makeLoan()
    await setAudience(desk, olga, loan, 'teaser', [])
    return { loan, params: { id: loan.id } }
  }

  it('is granted: its firm sees the whole loan, and both sides are notified', async () => {
    const { loan, params } = await makeTeaser()
    const asked = await lena.call('requestAccess', { params, body: { message: 'We lend here.' } })
    expect(asked).toMatchObject({ state: 'open', message: 'We lend here.' })
    expect(await lena.call('requestAccess', { params, body: {} })).toEqual(asked)
    const seen = await lena.call('getLoan', { params })
    expect(seen).toMatchObject({ accessRequest: asked, can: ['pass'] })
    const { requests } = await audienceOf(loan)
    expect(requests).toMatchObject([{ id: asked.id, personId: lena.id, state: 'open' }])
    expect(await noticesOf(olga, loan)).toEqual([
      `accessAsked: Lena Brook asks for access to ${loan.title}. “We lend here.”`,
    ])
    const answer = { params: { id: asked.id }, body: { message: 'Welcome.' } }
    const granted = await olga.call('grantAccess', answer)
    expect(granted).toMatchObject({ state: 'granted', answer: 'Welcome.' })
    const { borrowerName } = loan
    expect(await lena.call('getLoan', { params })).toMatchObject({ borrowerName })
    expect(await noticesOf(lena, loan)).toContain(
      `accessGranted: You now have full access to ${loan.title}. “Welcome.”`,
    )
    expect(await lena.refusal('requestAccess', { params, body: {} })).toBe(
      '409: Your firm sees the whole of this loan already',
    )
    for (const name of ['grantAccess', 'refuseAccess'] as const)
      expect((await olga.send(name, answer)).text).toContain('already_answered')
    expect(await recorded(loan)).toEqual(expect.arrayContaining(['accessAsked', 'accessGranted']))
  })

  it('is refused, and can be made again', async () => {
    const { loan, params } = await makeTeaser()
    const asked = await lena.call('requestAccess', { params, body: {} })
    await olga.call('refuseAccess', { params: { id: asked.id }, body: { message: 'Full.' } })
    const seen = await lena.call('getLoan', { params })
    expect(seen.accessRequest).toMatchObject({ state: 'refused', answer: 'Full.' })
    expect(seen.can).toContain('requestAccess')
    expect(await noticesOf(lena, loan)).toContain(
      `accessRefused: Your request for access to ${loan.title} was refused. “Full.”`,
    )
    await lena.call('requestAccess', { params, body: {} })
  })

  it('is withdrawn by a colleague, and only by its firm', async () => {
    const { loan, params } = await makeTeaser()
    const colleague = await desk.makeColleague(lena, 'viewer')
    await lena.call('requestAccess', { params, body: {} })
    await luis.call('withdrawAccessRequest', { params })
    const states = async () => (await audienceOf(loan)).requests.map(({ state }) => state)
    expect(await states()).toEqual(['open'])
    await colleague.call('withdrawAccessRequest', { params })
    expect(await states()).toEqual(['withdrawn'])
    expect(await recorded(loan)).toContain('accessRequestWithdrawn')
  })

  it('is over when the loan is funded, and cannot be made anymore', async () => {
    const { loan, params } = await makeTeaser()
    const asked = await lena.call('requestAccess', { params, body: {} })
    await olga.call('updateLoan', { params, body: { status: 'funded' } })
    expect((await lena.call('getLoan', { params })).accessRequest).toMatchObject({ state: 'over' })
    expect(await lena.refusal('requestAccess', { params, body: {} })).toBe(
      '409: This loan is fully funded, so it takes no more lenders',
    )
    expect((await olga.send('grantAccess', { params: { id: asked.id }, body: {} })).status).toBe(
      409,
    )
    expect((await audienceOf(loan)).peopleToNotify).toBe(0)
  })

  it('is granted when the audience admits its firm or everyone', async () => {
    for (const audience of ['teaser', 'everyone'] as const) {
      const { loan, params } = await makeTeaser()
      await lena.call('requestAccess', { params, body: {} })
      await setAudience(desk, olga, loan, audience, audience === 'teaser' ? [lena] : [])
      expect((await audienceOf(loan)).requests).toMatchObject([{ state: 'granted' }])
      expect(await noticesOf(lena, loan)).toContain(
        `accessGranted: You now have full access to ${loan.title}.`,
      )
    }
  })

  it('is one when two colleagues ask at once', async () => {
    const { loan, params } = await makeTeaser()
    const colleague = await desk.makeColleague(lena, 'viewer')
    await Promise.all(
      [lena, colleague, lena, colleague].map((each) =>
        each.call('requestAccess', { params, body: {} }),
      ),
    )
    expect((await audienceOf(loan)).requests).toHaveLength(1)
  })
})

describe('a list of firms', () => {
  it('is saved, changed and deleted', async () => {
    const firms = [await firmIdOf(desk, luis), await firmIdOf(desk, lena)]
    const list = await olga.call('createFirmList', {
      body: { name: 'Southeast multifamily', firms },
    })
    expect(list.firms.map(({ name }) => name)).toEqual(['Lena Brook', 'Luis Ortega'])
    const taken = { body: { name: 'SOUTHEAST Multifamily', firms } }
    expect(await olga.refusal('createFirmList', taken)).toBe(
      '409: There is already a list of firms called “SOUTHEAST Multifamily”.',
    )
    const params = { id: list.id }
    const change = { name: 'Southeast', firms: firms.slice(0, 1) }
    const changed = await olga.call('updateFirmList', { params, body: change })
    expect(changed).toMatchObject({ name: 'Southeast', firms: [{ name: 'Luis Ortega' }] })
    expect(await olga.call('listFirmLists')).toEqual([changed])
    const missing = { params, body: { firms: [crypto.randomUUID()] } }
    expect(await olga.refusal('updateFirmList', missing)).toBe('404: The firm was not found')
    expect((await lena.send('listFirmLists')).status).toBe(403)
    await olga.call('deleteFirmList', { params })
    expect(await olga.call('listFirmLists')).toEqual([])
    expect(await olga.refusal('deleteFirmList', { params })).toBe('404: The list was not found')
  })
})
