/** The administrators' calls for firms: list, page, note, deactivation, proposals, and what other firms read of it. */
import type { FirmOrder } from '#domain/firms/orders.ts'
import { setAudience } from '#test/support/audiences.ts'
import { newEmail, type Person } from '#test/support/builders.ts'
import { discrepancies } from '#test/support/books.ts'
import { openDeskWithPeople } from '#test/support/desk-with-people.ts'
import { acceptAs, firmIdOf, tokenIn } from '#test/support/firm-acts.ts'
import { noticesOf } from '#test/support/notices.ts'
import { rowsOfTheTable } from '#test/support/rows-of-the-table.ts'
import { expect, it } from 'vitest'

const { desk, olga, luis: stranger } = await openDeskWithPeople({ RATE_LIMIT: 'off' })

const of = ({ id }: { id: string }) => ({ params: { id } })
const soft = (percentage: string) => ({ percentage, isSoftCommit: 'true' }) as const

async function makeFirm(name: string) {
  const ada = await desk.makeLender({ firstName: 'Ada', lastName: 'Alder' })
  const ben = await desk.makeColleague(ada, 'committer', { firstName: 'Ben', lastName: 'Alder' })
  const vera = await desk.makeColleague(ada, 'viewer', { firstName: 'Vera', lastName: 'Alder' })
  await ada.call('updateOwnFirm', { body: { name } })
  return { ada, ben, vera, id: await firmIdOf(ada) }
}

it("lists firms with their people and amounts, and shows one firm's positions and acts", async () => {
  const { ada, ben, id } = await makeFirm('Alder Bank')
  const loan = await desk.makeLoan({ title: 'Alder Point' })
  const document = await desk.makeDocument(loan)
  await ben.request('GET', `/objects/${document.fileUrl}`)
  const line = await desk.makeCommitment(ada, loan, soft('5'))
  await ben.call('makeCommitmentBinding', { ...of(line), body: {} })
  await desk.makeCommitment(ada, loan, soft('2'))
  await ben.call('createMessage', { body: { loanId: loan.id, message: 'When is closing?' } })
  const invited = await desk.makeLoan({ title: 'Cedar Yard' })
  await setAudience(desk, olga, invited, 'invited', [ada])
  const passed = await desk.makeLoan({ title: 'Birch Court' })
  await ben.call('passOnLoan', { ...of(passed), body: { reason: 'rate' } })
  const query = { search: 'alder ben' }
  const [found] = await olga.call('listFirms', { query })
  expect(found).toMatchObject({
    ...{ id, name: 'Alder Bank', displayName: 'Alder Bank', companyName: null, people: 3 },
    ...{ pending: 0, activeLoans: 1, bindingAmount: '50000.00', softAmount: '20000.00' },
    ...{ admittedLoans: 1, accessRequests: 0 },
  })
  // A viewer made none of it, but holds it with the colleagues.
  const listed = await olga.call('listUsers', { query: { search: 'vera alder' } })
  expect(listed.find(({ firmId }) => firmId === id)?.bindingAmount).toBe('50000.00')
  expect(found?.lastSignInAt).not.toBeNull()
  await olga.call('updateFirm', { ...of({ id }), body: { note: 'Met in May.' } })
  expect(await olga.call('getFirm', of({ id }))).toMatchObject({
    note: 'Met in May.',
    positions: [
      {
        loanTitle: 'Alder Point',
        since: expect.any(String) as string,
        bindingAmount: '50000.00',
        softAmount: '20000.00',
        owes: null,
      },
    ],
    withoutPosition: [{ loanTitle: 'Cedar Yard', state: 'admitted' }],
    questions: [
      { lenderId: ben.id, askedBy: 'Ben Alder', message: 'When is closing?', isAnswered: 'false' },
    ],
    documentsRead: [{ id: document.id, readBy: 'Ben Alder', loanTitle: 'Alder Point' }],
    firmedUp: [{ loanTitle: 'Alder Point', by: 'Ben Alder', amount: '50000.00' }],
    passes: [{ loanTitle: 'Birch Court', reason: 'rate', passedBy: 'Ben Alder' }],
    lastSignAt: expect.any(String) as string,
    can: ['rename', 'invite'],
  })
  const { entries, holders } = await olga.call('getBook', of(loan))
  expect(holders).toMatchObject([{ firmId: id, lenderName: 'Alder Bank' }])
  expect(entries.map((entry) => [entry.lenderName, entry.firmName, entry.personName])).toEqual(
    entries.map(() => ['Alder Bank', 'Alder Bank', 'Ada Alder']),
  )
  const { text } = await olga.send('exportBookAsCsv', of(loan))
  expect(text.split('\r\n')[0]).toMatch(/,Company,Firm,Person$/)
  expect(text).toContain(',Alder Bank,Ada Alder')
  const { receipt } = await ada.call('getReceipt', of(line))
  expect(receipt).toMatchObject({ lenderName: 'Alder Bank', madeBy: 'Ada Alder' })
  const [message] = await olga.call('listLoanMessages', { params: { loanId: loan.id } })
  expect(message).toMatchObject({ firmId: id, firmName: 'Alder Bank', userName: 'Ben Alder' })
})

/** The ids on all pages of two firms. */
async function pageThrough(sort: FirmOrder): Promise<string[]> {
  const pages: string[] = []
  let query: Record<string, string> | null = { sort, limit: '2' }
  while (query) {
    const reply = await olga.send('listFirms', { query })
    pages.push(...(JSON.parse(reply.text) as { id: string }[]).map(({ id }) => id))
    const next = /<([^>]+)>/.exec(String(reply.headers.link ?? ''))?.[1]
    query = next ? Object.fromEntries(new URL(next, 'http://x').searchParams) : null
  }
  return pages
}

it('sorts firms by name and by amount, page by page', async () => {
  const loan = await desk.makeLoan()
  const made: string[] = []
  for (const [name, percentage] of [
    ['Firm 10 | \u{1F3E6}', '3'],
    ['firm 9', '1'],
    ['Firm 11', '2'],
  ] as const) {
    const maker = await desk.makeLender()
    await maker.call('updateOwnFirm', { body: { name } })
    await desk.makeCommitment(maker, loan, { percentage })
    await desk.makeCommitment(maker, loan, soft(percentage))
    made.push(await firmIdOf(maker))
  }
  const [ten = '', nine = '', eleven = ''] = made
  const unnamed = await desk.makeLender()
  await unnamed.call('updateProfile', { body: { companyName: 'Firm 12' } })
  const twelve = await firmIdOf(unnamed)
  const orderOf = async (sort: FirmOrder, ids = made) =>
    (await pageThrough(sort)).filter((id) => ids.includes(id))
  // An unnamed firm is listed under the company of its first person.
  const byName = [nine, ten, eleven, twelve]
  expect(await orderOf('name', byName)).toEqual(byName)
  expect(await orderOf('-name', byName)).toEqual(byName.toReversed())
  for (const column of ['binding', 'soft'] as const) {
    expect(await orderOf(column)).toEqual([nine, eleven, ten])
    expect(await orderOf(`-${column}`)).toEqual([ten, eleven, nine])
  }
  const all = await olga.call('listFirms', { query: { sort: 'name' } })
  for (const sort of ['name', '-name', 'binding', '-binding', 'soft', '-soft'] as const)
    expect((await pageThrough(sort)).toSorted()).toEqual(all.map(({ id }) => id).toSorted())
  const cursor = Buffer.from('name|x').toString('base64url')
  expect(await olga.refusal('listFirms', { query: { sort: 'name', cursor } })).toMatch(/^400/)
})

it('counts the loans that admit a firm, and its open requests for access', async () => {
  const guest = await desk.makeLender({ firstName: 'Gina', lastName: 'Guest' })
  await setAudience(desk, olga, await desk.makeLoan(), 'invited', [guest])
  const teaser = await desk.makeLoan()
  await setAudience(desk, olga, teaser, 'teaser')
  await guest.call('requestAccess', { ...of(teaser), body: {} })
  const [found] = await olga.call('listFirms', { query: { search: guest.email } })
  expect(found).toMatchObject({ admittedLoans: 1, accessRequests: 1, activeLoans: 0 })
})

it('pages through all firms, newest first, with the originator under the name of the company', async () => {
  const all = await olga.call('listFirms')
  expect(await pageThrough('newest')).toEqual(all.map(({ id }) => id))
  const originator = all.find(({ isOriginator }) => isOriginator === 'true')
  expect(originator).toMatchObject({ name: null, people: 0 })
  expect(all.map(({ id }) => id)).not.toContain(await firmIdOf(olga))
  const params = { id: originator?.id ?? '' }
  const body = { email: newEmail(), firmRole: 'viewer' } as const
  expect(await olga.refusal('createInvitationToFirm', { params, body })).toMatch(/^409/)
  expect(await olga.refusal('deactivateFirm', { params })).toMatch(/^409: The originator's firm/)
  expect(await olga.refusal('updateFirm', { params, body: { name: 'X' } })).toMatch(/^409/)
  expect((await olga.call('getFirm', { params })).can).toEqual([])
})

it('deactivates a firm with its people, soft interest and invitations, and reactivates those people', async () => {
  const { ada, ben, vera, id } = await makeFirm('Cedar Trust')
  const loan = await desk.makeLoan()
  await desk.makeCommitment(ben, loan, soft('5'))
  const bound = await desk.makeCommitment(ada, loan, { percentage: '10' })
  expect(await olga.refusal('deactivateFirm', of({ id }))).toMatch(/^409: .* binding commitments/)
  await olga.call('releaseCommitment', { ...of(bound), body: { reason: 'Agreed.' } })
  await ada.call('deactivateFirmPerson', of(vera))
  const invited = await olga.call('createInvitationToFirm', {
    ...of({ id }),
    body: { email: newEmail(), firmRole: 'viewer' },
  })
  const ended = await olga.call('deactivateFirm', of({ id }))
  expect(ended).toMatchObject({ can: ['rename', 'reactivate'], positions: [], people: 0 })
  for (const person of [ada, ben]) expect((await person.send('getCurrentUser')).status).toBe(401)
  await expect(acceptAs(desk, tokenIn(invited.url))).rejects.toThrow(/404/)
  expect(await olga.refusal('reactivateUser', of(ada))).toMatch(/^409: .*firm is deactivated/)
  const mover = await desk.makeLender()
  expect(await olga.refusal('updateUser', { ...of(mover), body: { firmId: id } })).toMatch(/^409/)
  const back = await olga.call('reactivateFirm', of({ id }))
  expect(back.peopleList.map(({ name, state }) => `${name} ${state}`)).toEqual([
    'Ada Alder active',
    'Ben Alder active',
    'Vera Alder deactivated',
  ])
  expect(await discrepancies(desk)).toEqual([])
  expect(await olga.refusal('deactivateFirm', of({ id: await firmIdOf(olga) }))).toMatch(
    /^409: An administrator belongs/,
  )
})

it("ends a firm's admissions and requests with the firm, and doesn't restore them", async () => {
  const { ada, id } = await makeFirm('Dogwood Trust')
  const secret = await desk.makeLoan({ title: 'Secret Point' })
  const teaser = await desk.makeLoan({ title: 'Teaser Point' })
  await setAudience(desk, olga, secret, 'invited', [ada])
  await setAudience(desk, olga, teaser, 'teaser')
  await ada.call('requestAccess', { ...of(teaser), body: {} })
  await olga.call('deactivateFirm', of({ id }))
  const { requests } = await olga.call('getAudience', of(teaser))
  expect(requests.map(({ state }) => state)).toEqual(['over'])
  const [entry] = await olga.call('listAudit', { query: { kind: 'admissionEnded', limit: '1' } })
  expect(entry).toMatchObject({ loanTitle: 'Secret Point', before: { firm: 'Dogwood Trust' } })
  await olga.call('reactivateFirm', of({ id }))
  const back = await desk.signIn(ada)
  expect((await back.send('getLoan', of(secret))).status).toBe(404)
  expect((await back.call('requestAccess', { ...of(teaser), body: {} })).state).toBe('open')
})

it('appoints a manager of a reactivated firm whose manager got another role before', async () => {
  const { ada, id } = await makeFirm('Elder Trust')
  await olga.call('deactivateFirm', of({ id }))
  await olga.call('updateUser', { ...of(ada), body: { firmRole: 'viewer' } })
  const { peopleList } = await olga.call('reactivateFirm', of({ id }))
  expect(peopleList.map(({ firmRole }) => firmRole)).toEqual(['manager', 'committer', 'viewer'])
})

it('proposes firms whose people gave exactly one company, and merges nothing', async () => {
  const [one, two] = [await desk.makeLender(), await desk.makeLender()]
  for (const person of [one, two])
    await person.call('updateProfile', { body: { companyName: 'Dogwood Capital' } })
  await desk.makeCommitment(one, await desk.makeLoan(), { percentage: '1' })
  const proposals = await olga.call('listFirmProposals')
  const found = proposals.find(({ companyName }) => companyName === 'Dogwood Capital')
  const people = found?.firms.flatMap(({ peopleList }) => peopleList)
  expect(people?.map(({ email, state }) => `${email} ${state}`).toSorted()).toEqual(
    [one, two].map(({ email }) => `${email} active`).toSorted(),
  )
  expect(people?.map(({ id, can }) => [id, can]).toSorted()).toEqual(
    [
      [one.id, []],
      [two.id, ['move']],
    ].toSorted(),
  )
  const body = { firmId: await firmIdOf(one), firmRole: 'committer' } as const
  await olga.call('updateUser', { ...of(two), body })
  const after = await olga.call('listFirmProposals')
  expect(after.some(({ companyName }) => companyName === 'Dogwood Capital')).toBe(false)
})

it('tells decisions to those who decide, the rest to all, and nothing to a colleague who awaits approval', async () => {
  const { ada, ben, vera, id } = await makeFirm('Elm Trust')
  const body = { email: newEmail(), firmRole: 'committer' } as const
  const made = await ada.call('createFirmInvitation', { body })
  const token = tokenIn(
    (await olga.call('listInvitations')).find((each) => each.id === made.id)?.url,
  )
  const pending = await acceptAs(desk, token)
  expect(pending.firmId).toBe(id)
  const loan = await desk.makeLoan()
  await desk.makeCommitment(ada, loan, soft('5'))
  await olga.call('updateLoan', { ...of(loan), body: { term: 36 } })
  const typesOf = async (person: Person) =>
    (await noticesOf(person, loan))
      .map((text) => text.split(':')[0])
      .filter((type) => type !== 'newLoan')
  expect(await typesOf(ada)).toEqual(['receipt', 'termsChanged'])
  expect(await typesOf(ben)).toEqual(['receipt', 'termsChanged'])
  expect(await typesOf(vera)).toEqual(['receipt'])
  const told = await desk.rows('select 1 from notifications where user_id = $1', [pending.id])
  expect(told).toEqual([])
})

it('lets a person of another firm read nothing of a firm, through any call', async () => {
  const { ada, ben, id } = await makeFirm('Fir & Sons')
  const loan = await desk.makeLoan({ title: 'Fir Point' })
  const line = await desk.makeCommitment(ben, loan, soft('7'))
  await ada.call('createMessage', { body: { loanId: loan.id, message: 'Is Fir alone?' } })
  const invited = await ada.call('createFirmInvitation', {
    body: { email: newEmail(), firmRole: 'viewer' },
  })
  const secrets = [id, ada.id, ben.id, line.id, ada.email, ben.email, invited.email, invited.id]
  const secretTexts = [...secrets, 'Fir & Sons', 'Is Fir alone?', 'Ben Alder']
  const reads = rowsOfTheTable.filter(
    ([, { method, access }]) => method === 'GET' && access !== 'admin',
  )
  for (const reader of [stranger, await desk.makePending(), desk.visitor()])
    for (const [name] of reads.filter(([each]) => each !== 'streamEvents')) {
      const ids = [loan.id, line.id, ben.id, id, invited.id]
      for (const each of ids) {
        const params = { id: each, loanId: each, token: each, '*': each }
        const query = { loanId: loan.id, loanIds: loan.id, q: 'Fir', search: 'Fir' }
        const { text } = await reader.send(name, { params, query })
        // A refusal may repeat the address of the request.
        for (const secret of secretTexts)
          expect(text.includes(secret), `${name} ${secret}`).toBe(false)
      }
    }
})
