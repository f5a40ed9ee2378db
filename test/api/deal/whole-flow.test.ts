/** A deal from interest of 142% to funding, over the wire: two rounds, closing, instructions, money and a take-over. */
import { createApp } from '#server/app.ts'
import { logOptions } from '#server/log.ts'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import type { Allocation } from '#contract/deal/allocations.ts'
import type { Register } from '#contract/deal/registers.ts'
import { discrepancies } from '#test/support/books.ts'
import type { Person } from '#test/support/builders.ts'
import { closeBook, closing, totalsOf, wrongRegisters } from '#test/support/closed-books.ts'
import { someCall, someInstructions, today } from '#test/support/closing-things.ts'
import { openDesk, type Desk } from '#test/support/desk.ts'
import { allIds, hearAll, secretsIn, type Heard } from '#test/support/everything-heard.ts'
import { ofLoan, ownOf, refused } from '#test/support/funding-desk.ts'
import { untilMailedAtOnce } from '#test/support/notices.ts'
import { accept, decline, expire, offerTo, publish, saveDraft } from '#test/support/rounds.ts'

const amount = '12345678.91'
const accountNumber = '770011223344'
const settings = {
  ...{ RATE_LIMIT: 'off', BRAND_NAME: 'Harbor Capital', BRAND_PHONE: '212 555 0100' },
  SECRETS_KEY: Buffer.alloc(32, 7).toString('base64'),
}
const names = [
  'Bea',
  'Abelard',
  'Cosima',
  'Dorothea',
  'Ezekiel',
  'Fiorella',
  'Gwendolyn',
  'Horatio',
]
const asked = ['30', '25', '20', '17', '15', '13', '12', '10']

let desk: Desk
let olga: Person
let logged: Awaited<ReturnType<typeof createApp>>
let loan: { id: string }
let lenders: Person[]
let first: Allocation
let second: Allocation
let register: Register
const written: string[] = []
const heard: Heard[] = []

const lender = (name: string): Person => lenders[names.indexOf(name)] ?? expect.fail()
const others = () => lenders.slice(1)
const dealOf = () => olga.call('getDeal', { params: { id: loan.id } })
const entryOf = ({ entries }: Register, name: string) =>
  entries.find(({ lenderName }) => lenderName.startsWith(name)) ?? expect.fail()
const rowsOf = ({ lines }: Allocation) =>
  lines.map((line) => [
    line.lenderName.split(' ')[0],
    line.bound,
    line.asks,
    line.share,
    line.amount,
  ])

const receive = (name: string, money: string) =>
  olga.send('createFundsReceipt', {
    ...ofLoan(register),
    body: {
      ...{ firmId: entryOf(register, name).firmId, amount: money },
      ...{ receivedOn: today(), reference: `FED ${name}` },
    },
  })
const takeOver = (name: string) =>
  olga.send('takeOverShare', {
    ...ofLoan(register),
    body: { firmId: entryOf(register, name).firmId, reason: 'No money came.' },
  })
const fund = () => olga.send('updateLoan', { params: { id: loan.id }, body: { status: 'funded' } })
const sharesIn = ({ entries }: Register) =>
  entries.map((each) => [each.lenderName.split(' ')[0], each.percentage, each.amount])

/** Bea reads all that the table lets her call, with all ids. */
async function listen() {
  heard.push(...(await hearAll(lender('Bea'), await allIds(desk), (access) => access !== 'admin')))
}

beforeAll(async () => {
  desk = await openDesk(settings)
  olga = await desk.makeAdmin({ firstName: 'Olga', lastName: 'Reyes' })
  const log = pino(logOptions('trace'), { write: (line: string) => void written.push(line) })
  const { db, config, store } = desk
  const services = { db, config, store, kickOutbox: () => {}, refreshCompany: async () => {} }
  logged = await createApp(services, { distWeb: 'none', logger: log })
  await logged.listen({ port: 0, host: '127.0.0.1' })
  loan = await desk.makeLoan({ title: 'Elm Street', amount, propertyAddress: '9 Elm, Macon, GA' })
  lenders = []
  for (const firstName of names)
    lenders.push(await desk.makeLender({ firstName, lastName: `${firstName}sson` }))
})
afterAll(async () => {
  await logged.close()
  await desk.close()
})
afterEach(async () => {
  expect(await discrepancies(desk)).toEqual([])
  expect(await wrongRegisters(desk)).toEqual([])
  expect(desk.errors).toEqual([])
})

it('collects interest of 142%, and shares 80% of it in proportion', async () => {
  for (const [index, percentage] of asked.entries()) {
    const person = lenders[index] ?? expect.fail()
    await desk.makeCommitment(person, loan, { percentage, isSoftCommit: 'true' })
  }
  expect(await dealOf()).toMatchObject({
    ...{ bookStage: 'open', next: 'allocate' },
    totals: { bindingPercentage: '0.00', softPercentage: '142.00', holdPercentage: '0.00' },
  })
  const draft = await saveDraft(olga, loan, { hold: '20' })
  expect(draft).toMatchObject({
    ...{ room: '80.00', requests: '142.00', holdShare: '20.00', holdAmount: '2469135.78' },
    offered: { lenders: 8, added: '80.00', addedAmount: '9876543.13' },
  })
  first = await publish(olga, draft)
  expect(rowsOf(first)).toEqual(rowsOf(draft))
  expect(rowsOf(first)).toEqual([
    ['Bea', '0.00', '30.00', '16.90', '2086419.74'],
    ['Abelard', '0.00', '25.00', '14.09', '1739506.16'],
    ['Cosima', '0.00', '20.00', '11.27', '1391358.01'],
    ['Dorothea', '0.00', '17.00', '9.58', '1182716.04'],
    ['Ezekiel', '0.00', '15.00', '8.45', '1043209.87'],
    ['Fiorella', '0.00', '13.00', '7.32', '903703.70'],
    ['Gwendolyn', '0.00', '12.00', '6.76', '834567.89'],
    ['Horatio', '0.00', '10.00', '5.63', '695061.72'],
  ])
  expect((await dealOf()).totals).toMatchObject({
    ...{ bindingPercentage: '20.00', softPercentage: '142.00' },
    ...{ holdPercentage: '20.00', holdAmount: '2469135.78' },
  })
  expect((await offerTo(lender('Bea'), loan)).explanation).toEqual([
    'You asked for 30%.',
    'Requests came to 142%, and 80% was left for them: the originator keeps 20%.',
    'It was shared in proportion: 56.34% of each request.',
  ])
  await listen()
}, 120_000)

it('has six acceptances, a refusal and a silence, whose interest lapses when the round is ended', async () => {
  const offer = await offerTo(lender('Bea'), loan)
  const other = { params: { id: offer.id }, body: { amount: '2086419.99' } }
  expect(await refused(lender('Bea').send('acceptOffer', other))).toMatchObject({
    ...{ status: 409, code: 'terms_changed' },
  })
  for (const name of names.slice(0, 6))
    await accept(lender(name), await offerTo(lender(name), loan))
  await decline(lender('Gwendolyn'), await offerTo(lender('Gwendolyn'), loan), 'Peppercorn terms')
  expect((await dealOf()).lastRound).toMatchObject({
    ...{ number: 1, state: 'published' },
    accepted: { lenders: 6, added: '67.61', addedAmount: '8346913.52' },
    declined: { lenders: 1, added: '6.76', addedAmount: '834567.89' },
    waiting: { lenders: 1, added: '5.63', addedAmount: '695061.72' },
  })
  await listen()
  await expire(desk, first)
  const late = await offerTo(lender('Horatio'), loan)
  expect(
    await refused(
      lender('Horatio').send('acceptOffer', {
        ...{ params: { id: late.id }, body: { amount: late.addedAmount } },
      }),
    ),
  ).toMatchObject({ status: 409, code: 'offer_over' })
  expect((await dealOf()).next).toBe('endRound')
  await olga.call('endRound', { params: { id: first.id } })
  expect(await offerTo(lender('Horatio'), loan)).toMatchObject({ state: 'lapsed' })
  expect(await dealOf()).toMatchObject({
    ...{ bookStage: 'open', next: 'allocate' },
    totals: {
      ...{ bindingPercentage: '87.61', bindingAmount: '10816049.30', softPercentage: '52.39' },
      ...{ availablePercentage: '12.39', availableAmount: '1529629.61' },
    },
  })
}, 120_000)

it('offers the rest in a second round, of which four lenders take their parts', async () => {
  second = await publish(olga, await saveDraft(olga, loan, { hold: '20' }))
  expect(second).toMatchObject({ number: 2, room: '12.39', requests: '52.39', holdShare: '20.00' })
  expect(rowsOf(second)).toEqual([
    ['Bea', '16.90', '30.00', '20.00', '2469135.78'],
    ['Abelard', '14.09', '25.00', '16.67', '2058024.68'],
    ['Cosima', '11.27', '20.00', '13.33', '1645678.99'],
    ['Dorothea', '9.58', '17.00', '11.34', '1399999.99'],
    ['Ezekiel', '8.45', '15.00', '10.00', '1234567.89'],
    ['Fiorella', '7.32', '13.00', '8.66', '1069135.80'],
  ])
  expect(second.lines.map(({ added, addedAmount }) => [added, addedAmount])).toEqual([
    ['3.10', '382716.05'],
    ['2.58', '318518.52'],
    ['2.06', '254320.99'],
    ['1.76', '217283.95'],
    ['1.55', '191358.02'],
    ['1.34', '165432.10'],
  ])
  await listen()
  for (const name of names.slice(0, 4))
    await accept(lender(name), await offerTo(lender(name), loan))
  await decline(lender('Ezekiel'), await offerTo(lender('Ezekiel'), loan))
  expect(await refused(olga.send('closeBook', await closing(olga, loan.id)))).toMatchObject({
    ...{ status: 409, code: 'round_running' },
  })
  await olga.call('endRound', { params: { id: second.id } })
  expect(await offerTo(lender('Fiorella'), loan)).toMatchObject({ state: 'recalled' })
  expect((await dealOf()).totals).toMatchObject({
    ...{ bindingPercentage: '97.11', bindingAmount: '11988888.81', softPercentage: '36.34' },
  })
}, 120_000)

it('closes with the rest in the hold, as a register of the whole loan with certificates', async () => {
  expect(await refused(olga.send('closeBook', await closing(olga, loan.id)))).toEqual({
    ...{ status: 409, code: 'not_whole' },
    message: '97.11% is placed; 2.89% ($356,790.10) is left',
  })
  register = await closeBook(olga, loan.id, { retainRest: 'true' })
  const start = loan.id.slice(0, 8).toUpperCase()
  expect(register.entries.map(({ certificateNumber }) => certificateNumber)).toEqual(
    [1, 2, 3, 4, 5, 6, 7].map((line) => `${start}-1-0${line}`),
  )
  expect(sharesIn(register)).toEqual([
    ['Abelard', '16.67', '2058024.68'],
    ['Bea', '20.00', '2469135.78'],
    ['Cosima', '13.33', '1645678.99'],
    ['Dorothea', '11.34', '1399999.99'],
    ['Ezekiel', '8.45', '1043209.87'],
    ['Fiorella', '7.32', '903703.70'],
    ['Harbor', '22.89', '2825925.90'],
  ])
  expect(totalsOf(register)).toEqual(['100.00', amount])
  expect(await dealOf()).toMatchObject({
    ...{ bookStage: 'closed', next: 'sendInstructions' },
    totals: { softPercentage: '0.00', holdPercentage: '22.89', holdAmount: '2825925.90' },
    funding: { due: '9519753.01', received: '0.00', lendersOutstanding: 6, instructions: null },
  })
  const lapsed = await desk.rows(
    `select end_reason, sum(percentage) as share from commitments
     where loan_id = $1 and status = 'lapsed' group by 1 order by 1`,
    [loan.id],
  )
  expect(lapsed).toEqual([
    { end_reason: 'bookClosed', share: '36.34' },
    { end_reason: 'notTakenUp', share: '10.00' },
  ])
  await listen()
}, 120_000)

it('sends verified instructions, whose account number only the lenders of the register read', async () => {
  const { port } = logged.server.address() as { port: number }
  const admin = desk.callerAt(`http://127.0.0.1:${port}`, olga)
  const reader = desk.callerAt(`http://127.0.0.1:${port}`, lender('Cosima'))
  const body = { ...someInstructions(olga), accountNumber }
  for (const wrong of [{ routingNumber: '021000022' }, { currentPassword: 'not mine' }])
    expect(
      (await admin.send('createInstructions', { ...ofLoan(register), body: { ...body, ...wrong } }))
        .status,
    ).toBeGreaterThanOrEqual(400)
  const draft = await admin.call('createInstructions', { ...ofLoan(register), body })
  expect(draft).toMatchObject({ version: 1, state: 'draft', accountLastFour: '3344' })
  const params = { id: draft.id }
  expect(await refused(admin.send('sendInstructions', { params }))).toMatchObject({
    ...{ status: 409, code: 'not_verified' },
  })
  await admin.call('verifyInstructions', { params, body: { ...someCall(), result: 'Right' } })
  expect(await admin.call('sendInstructions', { params })).toMatchObject({ state: 'sent' })
  expect(await reader.call('getOwnFunding', ownOf(register))).toMatchObject({
    ...{ percentage: '13.33', amount: '1645678.99', received: '0.00', outstanding: '1645678.99' },
    ...{ state: 'awaiting', instructions: { version: 1, accountNumber, phone: '212 555 0100' } },
  })
  expect((await lender('Gwendolyn').send('getOwnFunding', ownOf(register))).status).toBe(404)
  await lender('Cosima').call('recordCallBack', {
    ...{ ...ownOf(register), body: { version: 1, ...someCall() } },
  })
  expect((await dealOf()).next).toBe('awaitFunds')
  expect(written.join('')).toContain('instructions')
  expect(written.filter((line) => line.includes(accountNumber))).toEqual([])
  await listen()
})

it('takes the money, of which one wire is short by $25, and is not funded without the rest', async () => {
  for (const [name, money] of [
    ['Abelard', '2058024.68'],
    ['Cosima', '1645678.99'],
    ['Dorothea', '1399999.99'],
    ['Fiorella', '903678.70'],
  ] as const)
    expect((await receive(name, money)).status).toBe(201)
  expect(await refused(receive('Fiorella', '25.01'))).toEqual({
    ...{ status: 409, code: 'more_than_due' },
    message: '$903,703.70 is due and $903,678.70 has come: enter at most $25.00',
  })
  expect(await refused(receive('Abelard', '2058024.68'))).toMatchObject({ status: 409 })
  const funding = await olga.call('getFunding', ofLoan(register))
  expect(funding.totals).toMatchObject({
    ...{ due: '9519753.01', received: '6007382.36', outstanding: '3512370.65' },
    ...{ lendersOutstanding: 3, holdPercentage: '22.89', holdAmount: '2825925.90' },
  })
  expect(funding.lenders.find(({ lenderName }) => lenderName.startsWith('Fiorella'))).toMatchObject(
    { received: '903678.70', outstanding: '25.00', state: 'partial' },
  )
  await listen()
  expect(await refused(fund())).toMatchObject({
    ...{ status: 409, code: 'funds_missing' },
    message: '3 lenders have not paid in full: $3,512,370.65 is missing',
  })
}, 120_000)

it('takes over the share of a lender that does not pay, and is funded when all else has come', async () => {
  expect((await receive('Fiorella', '25.00')).status).toBe(201)
  expect((await receive('Bea', '2469135.78')).status).toBe(201)
  const reopen = olga.send('reopenBook', { ...ofLoan(register), body: { reason: 'A mistake' } })
  expect(await refused(reopen)).toMatchObject({ status: 409, code: 'has_receipts' })
  expect(await refused(takeOver('Fiorella'))).toMatchObject({ status: 409, code: 'has_receipts' })
  expect((await takeOver('Ezekiel')).status).toBeLessThan(300)
  const versions = await olga.call('listRegisters', ofLoan(register))
  expect(versions.map(({ version, state }) => [version, state])).toEqual([
    [2, 'current'],
    [1, 'superseded'],
  ])
  const later = versions[0] ?? expect.fail()
  expect(sharesIn(later)).toEqual([
    ['Abelard', '16.67', '2058024.68'],
    ['Bea', '20.00', '2469135.78'],
    ['Cosima', '13.33', '1645678.99'],
    ['Dorothea', '11.34', '1399999.99'],
    ['Fiorella', '7.32', '903703.70'],
    ['Harbor', '31.34', '3869135.77'],
  ])
  expect(totalsOf(later)).toEqual(['100.00', amount])
  expect(await dealOf()).toMatchObject({
    next: 'setFunded',
    funding: {
      ...{ due: '8476543.14', received: '8476543.14', outstanding: '0.00' },
      lendersOutstanding: 0,
    },
  })
  await listen()
  expect((await fund()).status).toBe(200)
  expect(await dealOf()).toMatchObject({ next: 'done', loan: { status: 'funded' } })
  expect(await lender('Bea').call('listOwnRegisterEntries')).toMatchObject([
    { percentage: '20.00', amount: '2469135.78', version: 2, loan: { status: 'funded' } },
  ])
  await listen()
}, 120_000)

it('shows Bea no name, address, share, amount or answer of another lender', async () => {
  await untilMailedAtOnce(desk, lender('Bea'))
  const mails = await desk.rows<{ text: string }>(
    "select concat_ws(' ', subject, body, html) as text from mails where recipient = $1",
    [lender('Bea').email],
  )
  expect(mails.length).toBeGreaterThan(5)
  for (const call of ['getOfferLetter', 'getCertificate', 'getOwnFunding', 'getToday'] as const)
    expect(heard.filter((each) => each.call === call && each.status === 200)).not.toEqual([])
  const firms = await desk.rows<{ id: string }>(
    'select firm_id as id from users where id = any($1)',
    [others().map(({ id }) => id)],
  )
  // As much as Ezekiel is offered in the second round stays of Bea's own interest.
  const rest = '1234567.89'
  const foreign = [...first.lines, ...second.lines, ...register.entries.slice(0, -1)]
    .filter(({ lenderName }) => !lenderName.startsWith('Bea'))
    .flatMap((line) => ('addedAmount' in line ? [line.amount, line.addedAmount] : [line.amount]))
  const secrets = [
    ...others().flatMap(({ id, email, firstName, lastName }) => [id, email, firstName, lastName]),
    ...firms.map(({ id }) => id),
    ...foreign.filter((figure) => figure !== rest),
    ...['14.09', '11.27', '9.58', '8.45', '7.32', '6.76', '5.63', '16.67', '13.33', '11.34'],
    ...['2.58', '2.06', '1.76', '1.55', '1.34', '8.66', '903678.70'],
    ...['25%', '"25.00"', '17%', '"17.00"', '15%', '"15.00"', '13%', '"13.00"', '12%', '"12.00"'],
    ...['Peppercorn', 'No money came', 'FED '],
  ]
  const texts = [...heard, ...mails.map(({ text }) => ({ call: 'mail', text }))]
  expect(secretsIn(texts, secrets)).toEqual([])
}, 120_000)

it('keeps the account number out of emails, notices, the audit trail, exports and papers', async () => {
  const own = heard.filter(({ text }) => text.includes(accountNumber))
  expect(new Set(own.map(({ call }) => call))).toEqual(new Set(['getOwnFunding']))
  const answers = await hearAll(olga, await allIds(desk), () => true)
  for (const call of ['exportRegisterAsPdf', 'exportRegisterAsCsv', 'exportJournal'] as const)
    expect(answers.filter((each) => each.call === call && each.status === 200)).not.toEqual([])
  expect(answers.filter(({ text }) => text.includes(accountNumber))).toEqual([])
  const tables = await desk.rows<{ name: string }>(
    "select quote_ident(table_name) as name from information_schema.tables where table_schema = 'public'",
  )
  expect(tables.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['mails', 'notifications', 'audit', 'funding_instructions']),
  )
  for (const { name } of tables)
    expect(
      await desk.rows(`select '${name}' as table from ${name} t where t::text like $1`, [
        `%${accountNumber}%`,
      ]),
    ).toEqual([])
}, 120_000)
