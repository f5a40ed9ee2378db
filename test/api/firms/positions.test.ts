/** Positions belong to the firm: colleagues share them, and other firms see nothing of them. */
import { randomUUID } from 'node:crypto'
import type { EndpointName } from '#contract/endpoints.ts'
import type { Person } from '#test/support/builders.ts'
import type { LooseInput } from '#test/support/caller.ts'
import { discrepancies } from '#test/support/books.ts'
import { openDeskWithPeople } from '#test/support/desk-with-people.ts'
import { by, entryOf } from '#test/support/trail.ts'
import { expect, it } from 'vitest'

const { desk, olga, lena, luis: stranger } = await openDeskWithPeople({ RATE_LIMIT: 'off' })
const mei = await desk.makeColleague(lena, 'committer', { firstName: 'Mei', lastName: 'Tan' })

const soft = (percentage: string) => ({ percentage, isSoftCommit: 'true' }) as const
const of = ({ id }: { id: string }) => ({ params: { id } })
const firmOf = async (person: Person) => (await person.call('getCurrentUser')).firmId

it('gives colleagues the same position, and a stranger nothing of it', async () => {
  const loan = await desk.makeLoan({ title: 'Alder Point' })
  const made = await desk.makeCommitment(lena, loan, soft('5'))
  const bound = await desk.makeCommitment(mei, loan, { percentage: '20' })
  expect(made).toMatchObject({ lenderId: lena.id, firmId: await firmOf(lena) })
  expect(bound).toMatchObject({ lenderId: mei.id, firmId: await firmOf(lena) })
  const reads: [EndpointName, LooseInput][] = [
    ['listOwnCommitments', { query: { loanId: loan.id } }],
    ['listOwnCommitments', { query: { order: 'loan' } }],
    ['listOwnHoldings', {}],
    ['listOwnHistory', {}],
    ['listOwnShares', { query: { loanIds: loan.id } }],
    ['getPortfolio', {}],
    ['getConcentration', {}],
    ['listLoans', { query: { held: 'true' } }],
    ['exportPositionAsCsv', {}],
  ]
  for (const [name, input] of reads) {
    const [one, other, none] = [
      await lena.send(name, input),
      await mei.send(name, input),
      await stranger.send(name, input),
    ]
    // A position export ends with the time.
    const textOf = ({ text }: { text: string }) => text.replaceAll(/\d\d:\d\d UTC/g, '')
    expect(textOf(other), name).toBe(textOf(one))
    for (const secret of [made.id, bound.id, '200000.00', 'Alder Point', loan.id])
      expect(none.text, name).not.toContain(secret)
  }
  expect(await mei.call('getPortfolio')).toMatchObject({
    bindingAmount: '200000.00',
    softAmount: '50000.00',
    activeLoans: 1,
  })
  expect(await mei.call('listOwnHoldings')).toMatchObject([
    { bindingPercentage: '20.00', softPercentage: '5.00' },
  ])
  const events = await lena.call('listOwnHistory')
  expect(events.map(({ entryId, actedBy }) => [entryId, actedBy])).toEqual([
    [bound.id, 'Mei Tan'],
    [made.id, `${lena.firstName} ${lena.lastName}`],
  ])
  expect((await olga.call('listLoanLenders', of(loan))).lenders).toMatchObject(
    expect.arrayContaining([
      expect.objectContaining({
        lenderId: lena.id,
        lastSign: expect.objectContaining({ kind: 'commitmentMade', by: 'Mei Tan' }) as unknown,
      }),
    ]),
  )
  expect(await stranger.call('listOwnHistory')).toEqual([])
})

it("lets a colleague change, make binding and withdraw the firm's commitment, and records who did", async () => {
  const loan = await desk.makeLoan()
  const line = await desk.makeCommitment(lena, loan, soft('5'))
  const changed = await entryOf(olga, () =>
    mei.call('changeCommitment', { ...of(line), body: { percentage: '8' } }),
  )
  expect(changed).toMatchObject({ ...by(mei), personId: lena.id, kind: 'commitmentChanged' })
  for (const name of ['changeCommitment', 'withdrawCommitment', 'makeCommitmentBinding'] as const)
    expect(await stranger.refusal(name, { ...of(line), body: { percentage: '1' } })).toBe(
      '404: The commitment was not found',
    )
  expect((await mei.call('makeCommitmentBinding', { ...of(line), body: {} })).lenderId).toBe(
    lena.id,
  )
  const second = await desk.makeCommitment(mei, loan, soft('1'))
  expect(second.can).toEqual(['change', 'withdraw', 'makeBinding'])
  expect((await lena.call('withdrawCommitment', of(second))).status).toBe('withdrawn')
  expect(await discrepancies(desk)).toEqual([])
})

it("counts the whole firm's soft interest toward its limit on a loan", async () => {
  const loan = await desk.makeLoan()
  await desk.makeCommitment(lena, loan, soft('60'))
  const body = { loanId: loan.id, ...soft('50') }
  expect(await mei.refusal('createCommitment', { body })).toMatch(/^409: .*40%/)
  expect((await stranger.call('createCommitment', { body })).percentage).toBe('50.00')
})

it('gives receipts to the whole firm, also after the loan is deleted', async () => {
  const loan = await desk.makeLoan()
  const { id: receiptId } = await desk.makeCommitment(lena, loan, soft('5'))
  const moved = await mei.call('changeCommitment', {
    params: { id: receiptId },
    body: { percentage: '6' },
  })
  const changeId = moved.receiptId ?? ''
  const { receipt } = await lena.call('getReceipt', { params: { id: changeId } })
  expect(receipt).toMatchObject({ lenderName: 'Lena Brook', madeBy: 'Mei Tan' })
  const readAll = async (reader: Person) => [
    (await reader.send('getReceipt', { params: { id: receiptId } })).status,
    (await reader.send('getReceiptPdf', { params: { id: changeId } })).status,
  ]
  const readers = [lena, mei, olga, stranger]
  const statuses = [
    [200, 200],
    [200, 200],
    [200, 200],
    [404, 404],
  ]
  expect(await Promise.all(readers.map(readAll))).toEqual(statuses)
  await olga.call('deleteLoan', { params: { id: loan.id } })
  expect(await Promise.all(readers.map(readAll))).toEqual(statuses)
  for (const [reader, wanted] of [
    [mei, ['removed', 'changed', 'made']],
    [stranger, []],
  ] as const) {
    const events = (await reader.call('listOwnHistory')).filter(({ loanId }) => loanId === loan.id)
    expect(events.map(({ event }) => event)).toEqual(wanted)
  }
})

it('lists a firm once among the holders of a loan, with everything it holds', async () => {
  const loan = await desk.makeLoan()
  const document = await desk.makeDocument(loan)
  await desk.makeCommitment(lena, loan, { percentage: '10' })
  await desk.makeCommitment(stranger, loan, { percentage: '15' })
  await desk.makeCommitment(mei, loan, { percentage: '10' })
  await mei.request('GET', `/objects/${document.fileUrl}`)
  const { holders } = await olga.call('getBook', of(loan))
  const wanted = [
    { firmId: await firmOf(lena), lenderId: mei.id, bindingPercentage: '20.00' },
    { firmId: await firmOf(stranger), lenderId: stranger.id, bindingPercentage: '15.00' },
  ]
  expect(holders).toMatchObject(wanted)
  const pages = await olga.call('listBookHolders', { ...of(loan), query: { limit: '10' } })
  expect(pages).toEqual(holders)
  const own = { ...of(loan), query: { lenderId: lena.id } }
  expect(await olga.call('listBookHolders', own)).toMatchObject(wanted.slice(0, 1))
  const lines = await olga.call('listBookEntries', own)
  expect(lines.map(({ lenderId }) => lenderId)).toEqual([mei.id, lena.id])

  const { lenders } = await olga.call('listLoanLenders', of(loan))
  const firms = lenders.filter(({ bindingPercentage }) => bindingPercentage !== '0.00')
  expect(firms.map((each) => each.bindingPercentage).toSorted()).toEqual(['15.00', '20.00'])
  expect(firms.find(({ lenderId }) => lenderId === lena.id)?.opened).toEqual([document.id])
  const readings = await olga.call('getReadings', of(loan))
  expect(readings).toMatchObject({ holdersCount: 2, documents: [{ openedBy: 1 }] })
})

it("shows the firm's amounts as one in the exposure and on the page of each of its people", async () => {
  const [one, admin] = [await desk.makeLender({ lastName: 'Reed' }), olga]
  const other = await desk.makeColleague(one)
  const loan = await desk.makeLoan({ amount: '90000000.00' })
  await desk.makeCommitment(one, loan, { percentage: '10' })
  await desk.makeCommitment(other, loan, { percentage: '20' })
  const { byLender } = await admin.call('getExposure')
  const slices = byLender.filter(({ name }) => /Reed|Ortega/.test(name))
  expect(slices).toContainEqual(expect.objectContaining({ amount: '27000000.00' }))
  for (const { id } of [one, other]) {
    expect(await admin.call('getLender', { params: { id } })).toMatchObject({
      bindingAmount: '27000000.00',
      activeLoans: 1,
    })
    const held = await admin.call('listLenderHoldings', { params: { id } })
    expect(held).toMatchObject([{ loanId: loan.id, bindingPercentage: '30.00' }])
    const exposed = await admin.call('listExposedLoans', { query: { lenderId: id } })
    expect(exposed.map((each) => each.id)).toEqual([loan.id])
  }
})

it("puts the dates of the firm's loans on each colleague's calendar", async () => {
  const loan = await desk.makeLoan({ title: 'Dated Court', closingDate: '2031-05-04' })
  await desk.makeCommitment(lena, loan, soft('1'))
  for (const [reader, isIn] of [
    [mei, true],
    [stranger, false],
  ] as const) {
    const { url } = await reader.call('createCalendarAddress')
    const { pathname, search } = new URL(url)
    const { text } = await desk.visitor().request('GET', pathname + search)
    expect(text.includes('Dated Court')).toBe(isIn)
  }
})

/** A soft commitment of a firm whose maker has moved to another one, with a request that can be repeated. */
async function makeLeft() {
  const ada = await desk.makeLender({ firstName: 'Ada' })
  const ben = await desk.makeColleague(ada, 'manager', { firstName: 'Ben' })
  const loan = await desk.makeLoan()
  const request = {
    body: { loanId: loan.id, ...soft('5') },
    headers: { 'idempotency-key': randomUUID() },
  }
  const line = await ada.call('createCommitment', request)
  const { id: firmId } = await olga.call('createFirm', { body: { name: 'Birch Bank' } })
  await olga.call('updateUser', { ...of(ada), body: { firmId } })
  return { ada, ben, loan, line, request }
}

it('lets administrators act for the firm if its own people can commit, wherever the maker went', async () => {
  const { ada, ben, loan, line } = await makeLeft()
  const instruction = { instructedBy: 'Ben Brook', instructedOn: '2026-11-20' }
  const change = { ...of(line), body: { ...instruction, percentage: '4' } }
  const canOf = async () => (await olga.call('getBook', of(loan))).entries[0]?.can
  await olga.call('updateUser', { ...of(ben), body: { isApproved: 'false' } })
  expect(await canOf()).not.toContain('change')
  expect(await olga.refusal('changeCommitmentOnBehalf', change)).toBe(
    "409: Nobody of this lender's firm can commit now",
  )
  await olga.call('updateUser', { ...of(ben), body: { isApproved: 'true' } })
  await olga.call('deleteUser', of(ada))
  expect(await canOf()).toContain('change')
  expect((await olga.call('changeCommitmentOnBehalf', change)).can).toContain('makeBinding')
})

it('shows a person who left nothing of the commitment, even if the request is repeated', async () => {
  const { ada, ben, line, request } = await makeLeft()
  await ben.call('changeCommitment', { ...of(line), body: { percentage: '9' } })
  const again = await desk.signIn(ada)
  expect(await again.refusal('createCommitment', request)).toBe('404: The commitment was not found')
})
