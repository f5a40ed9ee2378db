import { firmRoles } from '#domain/access.ts'
import { registration } from '#contract/accounts/shapes.ts'
import { enteredLoan } from '#contract/loans/shapes.ts'
import { utcDay } from '#domain/days.ts'
import { groupBy } from '#domain/groups.ts'
import { creditOf, isBelowOne, leadingDscr } from '#domain/loans/credit/credit.ts'
import { settleRates } from '#domain/loans/credit/note-rate.ts'
import { loanStatuses } from '#domain/loans/statuses.ts'
import {
  compareFigures,
  parseMoney,
  percentOf,
  sumMoney,
  sumPercent,
  wholePercent,
  zeroMoney,
} from '#domain/money.ts'
import { builtInVersion } from '#domain/settings/legal-texts.ts'
import { isSafePath } from '#server/storage/storage.ts'
import { readdirSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { historyOf } from './history.ts'
import loansInFile from './portfolio/loans.json'
import { buildPortfolio } from './portfolio-rows.ts'
import {
  sampleIds,
  sampleLoans,
  sampleMessages,
  samplePeople,
  type SampleLoan,
} from './sample-data.ts'

const now = new Date('2026-03-02T15:00:00Z')
const admin = {
  id: '00000000-0000-4000-8000-000000000001',
  firstName: 'Ada',
  lastName: 'Cole',
  firmId: '00000000-0000-4000-8000-000000000002',
}
const build = () =>
  buildPortfolio({
    now,
    admin,
    passwordHashes: { lender: 'hash of the lender', others: 'hash of nobody' },
  })
const rows = build()
const history = historyOf(rows, admin, now)

it('includes thirty sample loans that have every status and are worth over $200 million', () => {
  expect(rows.loans.length).toBeGreaterThanOrEqual(30)
  expect(new Set(rows.loans.map((loan) => loan.status))).toEqual(new Set(loanStatuses))
  const total = sumMoney(rows.loans.map((loan) => loan.amount))
  expect(compareFigures(total, parseMoney('200000000') ?? zeroMoney)).toBeGreaterThan(0)
})

it('generates the same sample portfolio every time', () => expect(build()).toEqual(rows))

it('names only known fields in the file of sample loans', () => {
  const relative = ['listedHoursAgo', 'fundedAfterHours', 'commitmentsDueInDays', 'closesInDays']
  const known = [...Object.keys(enteredLoan.shape), ...relative, 'key', 'documents', 'photos']
  expect(known).toEqual(expect.arrayContaining(loansInFile.flatMap((loan) => Object.keys(loan))))
})

it('gives each sample lender the details of a valid registration', () => {
  for (const person of samplePeople)
    expect(registration.parse({ ...person, password: 'long enough' })).toMatchObject({
      firstName: person.firstName,
      email: person.email,
      companyName: person.companyName,
    })
})

it('assigns each sample lender to a company, and makes four companies firms with people in all roles', () => {
  expect(groupBy(rows.users, ({ companyName }) => companyName).size).toBeGreaterThanOrEqual(15)
  const named = rows.firms.filter(({ name }) => name !== null)
  expect(named).toHaveLength(4)
  const roles = named.map(({ id }) =>
    rows.users.filter((user) => user.firmId === id).map(({ firmRole }) => firmRole),
  )
  for (const ofFirm of roles) {
    expect(ofFirm.length).toBeGreaterThanOrEqual(2)
    expect(ofFirm.length).toBeLessThanOrEqual(4)
    expect(ofFirm).toContain('manager')
  }
  expect(new Set(roles.flat())).toEqual(new Set(firmRoles))
  const alone = rows.users.filter(({ firmId }) => named.every(({ id }) => id !== firmId))
  expect(alone.filter(({ firmRole }) => firmRole !== 'manager')).toEqual([])
  expect(rows.firms).toHaveLength(named.length + alone.length)
})

it('lets only people of the sample who may commit make commitments', () => {
  const viewers = rows.users.filter(({ firmRole }) => firmRole === 'viewer').map(({ id }) => id)
  expect(viewers.length).toBeGreaterThan(2)
  expect(rows.commitments.filter(({ lenderId }) => viewers.includes(lenderId))).toEqual([])
})

describe.each(sampleLoans.map((loan) => [loan.title, loan] as const))(
  'the sample loan %s',
  (_title, loan) => {
    it("gives a sample loan an LTV that matches the loan's amount and one of the property's values", () => {
      const values = [loan.asIsValue, loan.asCompleteValue].filter((value) => value !== null)
      expect(values.map((value) => percentOf(loan.amount, value))).toContain(loan.ltv)
    })

    it('generates consistent credit figures for a sample loan', () => {
      const { noteRate, interestRate, amount, totalCost, noiInPlace, noiStabilized } = loan
      expect(settleRates(loan, null)).toEqual({ noteRate, interestRate })
      if (totalCost) expect(compareFigures(totalCost, amount)).toBeGreaterThan(0)
      if (noiInPlace && noiStabilized)
        expect(compareFigures(noiStabilized, noiInPlace)).toBeGreaterThan(0)
      expect(loan.interestOnlyMonths ?? 0).toBeLessThanOrEqual(loan.term)
      expect(loan.interestOnlyMonths ?? loan.amortizationMonths).not.toBeNull()
      expect(loan.size === null).toBe(loan.sizeUnit === null)
      for (const field of ['sponsor', 'lien', 'recourse', 'exit', 'rateType'] as const)
        expect(loan[field]).not.toBeNull()
    })

    it('gives a sample loan an index, a spread, and a floor if its rate floats', () => {
      const { rateType, rateIndex, rateSpread, rateFloor } = loan
      const isFloating = rateType === 'Floating'
      expect([rateIndex, rateSpread, rateFloor].map((value) => value !== null)).toEqual(
        Array.from({ length: 3 }, () => isFloating),
      )
    })

    it("shows a sample loan's NOI, debt yield, DSCR, and LTC only in its figures", () => {
      const prose = [loan.purpose, ...loan.summary].join(' ')
      expect(prose).not.toMatch(
        /\d\.\d\dx|covers interest|debt yield|DSCR|NOI|% of cost|loan to cost/i,
      )
    })

    it('gives a sample loan realistic terms and a summary of a few sentences', () => {
      expect(Number(loan.interestRate)).toBeGreaterThanOrEqual(6.5)
      expect(Number(loan.interestRate)).toBeLessThanOrEqual(12.5)
      expect(loan.summary.length).toBeGreaterThanOrEqual(3)
      expect(loan.summary.length).toBeLessThanOrEqual(6)
    })

    it('stores the totals of the book with each sample loan', () => expectStoredFigures(loan))
  },
)

function expectStoredFigures(loan: SampleLoan) {
  const row = rows.loans.find(({ title }) => title === loan.title)
  const book = rows.commitments.filter(
    ({ loanId, status }) => loanId === row?.id && status === 'active',
  )
  const binding = book.filter(({ isSoftCommit }) => !isSoftCommit)
  const committed = sumPercent(binding.map(({ percentage }) => percentage))
  const amount = sumMoney(binding.map((each) => each.amount))
  expect(row).toMatchObject({
    committedPercentage: committed,
    committedAmount: amount,
    softPercentage: sumPercent(
      book.filter(({ isSoftCommit }) => isSoftCommit).map(({ percentage }) => percentage),
    ),
  })
  const isWhole = compareFigures(committed, wholePercent(100))
  expect(isWhole).toBeLessThanOrEqual(0)
  if (isWhole === 0) expect(amount).toBe(row?.amount)
  if (loan.status === 'funded') {
    expect(isWhole).toBe(0)
    expect(book).toEqual(binding)
  }
}

it('references every sample file and stores it under a safe path', () => {
  const sources = [...rows.documents, ...rows.photos]
  expect(sources.every(({ fileUrl }) => isSafePath(fileUrl))).toBe(true)
  const folder = path.join(import.meta.dirname, 'portfolio/files')
  const found = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => path.join(parentPath, name))
  expect(found.toSorted()).toEqual(sources.map(({ source }) => source).toSorted())
})

it('gives each sample row a unique id and references only rows in the sample', () => {
  const { admissions: _, termsAnswers: _answers, ...tables } = rows
  for (const table of Object.values(tables)) {
    const ids = table.map((row: { id: string }) => row.id)
    expect(new Set(ids).size).toBe(ids.length)
  }
  const people = new Set([...rows.users.map(({ id }) => id), admin.id])
  const loans = new Set(rows.loans.map(({ id }) => id))
  const { commitments, documents, photos, messages, favorites } = rows
  expect(commitments).toHaveLength(sampleIds.commitments.length)
  expect(messages).toHaveLength(sampleMessages.length)
  for (const { loanId } of [...commitments, ...documents, ...photos, ...messages, ...favorites])
    expect(loans).toContain(loanId)
  for (const { lenderId } of commitments) expect(people).toContain(lenderId)
  for (const { userId } of [...messages, ...favorites]) expect(people).toContain(userId)
  for (const { recipientId } of messages) if (recipientId) expect(people).toContain(recipientId)
})

it('admits the holders of sample loans with a narrow audience, and lets only other firms ask for access', () => {
  const narrow = rows.loans.filter(({ audience }) => audience !== 'everyone')
  expect(narrow.map(({ audience }) => audience).toSorted()).toEqual(['invited', 'teaser'])
  const founded = new Map(rows.firms.map(({ id, createdAt }) => [id, createdAt]))
  for (const { id, createdAt } of narrow) {
    const admitted = rows.admissions.flatMap(({ loanId, firmId }) => (loanId === id ? firmId : []))
    for (const firmId of admitted) expect(founded.get(firmId)?.getTime()).toBeLessThan(+createdAt)
    const holders = rows.commitments.flatMap(({ loanId, firmId }) => (loanId === id ? firmId : []))
    expect(holders.length).toBeGreaterThan(1)
    expect(admitted).toEqual(expect.arrayContaining(holders))
    const asked = rows.accessRequests.flatMap(({ loanId, firmId }) => (loanId === id ? firmId : []))
    expect(asked.filter((firmId) => admitted.includes(firmId))).toEqual([])
  }
  expect(rows.accessRequests).toHaveLength(1)
})

it('assigns binding commitments in the sample only to approved lenders', () => {
  const approved = new Set(rows.users.filter((user) => user.isApproved).map(({ id }) => id))
  for (const { lenderId, isHold } of rows.commitments)
    expect(isHold ? lenderId === admin.id : approved.has(lenderId)).toBe(true)
})

it("includes no sample event that is in the future or precedes its user's registration", () => {
  const joined = new Map(rows.users.map(({ id, createdAt }) => [id, createdAt.getTime()]))
  for (const { lenderId, createdAt, endedAt } of rows.commitments) {
    // The administrator holds the originator's shares.
    const joinedAt = lenderId === admin.id ? 0 : (joined.get(lenderId) ?? Infinity)
    expect(createdAt.getTime()).toBeGreaterThan(joinedAt)
    if (endedAt) expect(endedAt.getTime()).toBeGreaterThan(createdAt.getTime())
  }
  const times = [
    ...[...rows.loans, ...rows.commitments, ...rows.messages, ...rows.accessRequests].map(
      ({ createdAt }) => createdAt,
    ),
    ...[...rows.documents, ...rows.photos].map(({ uploadedAt }) => uploadedAt),
    ...rows.commitments.map(({ endedAt }) => endedAt),
    ...history.map(({ at }) => at),
  ]
  for (const time of times) if (time) expect(time.getTime()).toBeLessThan(now.getTime())
})

it("includes a sign-in and an acceptance of the terms for each sample user before the user's first action", () => {
  const acts = [
    ...rows.commitments.map(({ lenderId, createdAt }) => ({ who: lenderId, at: createdAt })),
    ...[...rows.messages, ...rows.accessRequests].map(({ userId, createdAt }) => ({
      ...{ who: userId, at: createdAt },
    })),
  ]
  expect(rows.users).toHaveLength(samplePeople.length)
  for (const { id, createdAt, termsVersion } of rows.users) {
    expect(termsVersion).toBe(builtInVersion)
    const times = history
      .filter(({ entry, actor }) => entry.kind === 'signedIn' && actor.account?.id === id)
      .map(({ at }) => at?.getTime() ?? 0)
    expect(times.length).toBeGreaterThan(0)
    expect(times).toEqual(times.toSorted((a, b) => a - b))
    expect(times.at(0)).toBeGreaterThan(createdAt.getTime())
    for (const { at } of acts.filter(({ who }) => who === id)) {
      const before = times.filter((time) => time < at.getTime()).at(-1) ?? 0
      expect(at.getTime() - before).toBeLessThan(13 * 3_600_000)
    }
  }
})

it('includes sample loans with a DSCR below one, with amortization, with exact rates, and with floating rates', () => {
  const credits = sampleLoans.map(creditOf)
  const coverage = credits.map(leadingDscr).filter((ratio) => ratio !== null)
  expect(coverage.filter(isBelowOne).toSorted()).toEqual(['0.83', '0.95', '0.99'])
  expect(coverage.length).toBeGreaterThanOrEqual(25)
  expect(credits.filter(({ dscrBasis }) => dscrBasis === 'amortizing').length).toBeGreaterThan(1)
  expect(sampleLoans.filter(({ noteRate }) => noteRate).length).toBeGreaterThan(1)
  expect(sampleLoans.filter(({ rateType }) => rateType === 'Floating').length).toBeGreaterThan(1)
})

it('sets the deadlines of sample loans relative to the first start, and sets none for funded loans', () => {
  const dueInDays = sampleLoans.flatMap(({ commitmentsDueInDays: days }) => days ?? [])
  expect(dueInDays.filter((days) => days < 0)).toHaveLength(1)
  expect(dueInDays.filter((days) => days === 2).length).toBeGreaterThan(1)
  expect(dueInDays.filter((days) => days >= 8 && days <= 30).length).toBeGreaterThan(9)
  for (const { status, commitmentDeadline, closingDate } of rows.loans) {
    if (status === 'funded') expect([commitmentDeadline, closingDate]).toEqual([null, null])
    else expect((commitmentDeadline ?? '') < `${closingDate}T`).toBe(true)
  }
  const palmetto = rows.loans.find(({ key }) => key === 'palmetto-gateway')
  expect(palmetto).toMatchObject({
    commitmentDeadline: '2026-03-04T21:00:00.000Z',
    closingDate: '2026-03-18',
  })
})

it('includes sample loans with a cover, with photos but no cover, and without photos', () => {
  const covers = rows.photos.filter(({ isCover }) => isCover).map(({ loanId }) => loanId)
  expect(new Set(covers).size).toBe(covers.length)
  const withPhotos = new Set(rows.photos.map(({ loanId }) => loanId))
  expect(covers.length).toBeLessThan(withPhotos.size)
  expect(withPhotos.size).toBeLessThan(rows.loans.length)
})

it('includes records of every type for the sample lender', () => {
  const lender = rows.users.find(({ email }) => email === 'lender@example.com')
  expect(lender).toMatchObject({ isApproved: true, password: 'hash of the lender' })
  const own = rows.commitments.filter(({ lenderId }) => lenderId === lender?.id)
  expect(own.some(({ isSoftCommit, status }) => isSoftCommit && status === 'active')).toBe(true)
  expect(own.some(({ isSoftCommit, status }) => !isSoftCommit && status === 'active')).toBe(true)
  expect(own.some(({ status }) => status === 'withdrawn')).toBe(true)
  expect(rows.favorites.some(({ userId }) => userId === lender?.id)).toBe(true)
  expect(rows.messages.some(({ recipientId }) => recipientId === lender?.id)).toBe(true)
})

it('dates the funding of each sample loan after its last commitment', () => {
  const fundedOn = new Map(
    rows.loans
      .filter((loan) => loan.status === 'funded' || loan.fundedOn)
      .map((loan) => [loan.id, loan.fundedOn]),
  )
  const fundings = history.flatMap(({ at, entry }) =>
    entry.kind === 'loanChanged' ? { loanId: entry.loan?.id, at: at ?? now } : [],
  )
  expect(new Map(fundings.map(({ loanId, at }) => [loanId, utcDay(at)]))).toEqual(fundedOn)
  for (const { loanId, at } of fundings)
    for (const row of rows.commitments.filter((each) => each.loanId === loanId))
      expect(row.createdAt.getTime()).toBeLessThan(at.getTime())
})

describe('the deals of the sample', () => {
  const loanIn = (bookStage: string) => rows.loans.filter((loan) => loan.bookStage === bookStage)
  const linesOf = (id: string) =>
    rows.commitments.filter((line) => line.loanId === id && line.status === 'active')

  it('are a round with an accepted, a declined and an open offer, which leave the rest as requests', () => {
    const [loan] = loanIn('offered')
    expect(loan).toMatchObject({ key: 'cumberland-yards', holdPercentage: '20.00' })
    expect(rows.allocations).toMatchObject([{ loanId: loan?.id, number: 1, state: 'published' }])
    expect(
      rows.offers
        .filter(({ state }) => state !== 'nothing')
        .map((line) => [line.state, line.added]),
    ).toEqual([
      ['accepted', '16.88'],
      ['declined', '8.10'],
      ['offered', '2.02'],
    ])
    const shares = rows.offers.map(({ share }) => share)
    expect(sumPercent([...shares, '20.00' as never])).toBe('100.00')
    const amounts = rows.offers.map(({ amount }) => amount)
    expect(sumMoney([...amounts, ...rows.allocations.map(({ holdAmount }) => holdAmount)])).toBe(
      loan?.amount,
    )
    const made = rows.commitments.find(({ made: before }) => before)
    expect(made).toMatchObject({ percentage: '16.88', made: { percentage: '25.00' } })
    expect(linesOf(loan?.id ?? '').find(({ standingSince }) => standingSince)).toMatchObject({
      ...{ percentage: '8.12', isSoftCommit: true, standingSince: made?.createdAt },
    })
  })

  it('are a closed book, whose register agrees with its commitments, with two of five lenders paid', () => {
    const [loan] = loanIn('closed')
    const { registerEntries: entries, receipts } = rows
    expect(sumPercent(entries.map(({ percentage }) => percentage))).toBe('100.00')
    expect(sumMoney(entries.map(({ amount }) => amount))).toBe(loan?.amount)
    for (const { firmId, percentage, amount } of entries)
      expect(linesOf(loan?.id ?? '').find((line) => line.firmId === firmId)).toMatchObject({
        ...{ percentage, amount, isSoftCommit: false },
      })
    expect(entries.filter(({ isHold }) => !isHold)).toHaveLength(5)
    expect(entries.at(-1)).toMatchObject({ isHold: true, percentage: '10.00' })
    expect(receipts).toHaveLength(2)
    for (const { firmId, amount } of receipts)
      expect(entries.find((entry) => entry.firmId === firmId)?.amount).toBe(amount)
    expect(rows.instructions).toMatchObject([{ loanId: loan?.id, state: 'sent', version: 1 }])
  })

  it('are proposed terms, confirmed by one of the lenders that are bound', () => {
    const [loan] = rows.loans.filter(({ isTermsPending }) => isTermsPending)
    const binding = linesOf(loan?.id ?? '').filter(({ isSoftCommit }) => !isSoftCommit)
    expect(rows.proposals).toMatchObject([{ loanId: loan?.id, oldRate: '8.45', newRate: '8.70' }])
    expect(rows.termsAnswers.map(({ firmId }) => firmId).toSorted()).toEqual(
      binding.map(({ firmId }) => firmId).toSorted(),
    )
    expect(rows.termsAnswers.map(({ state }) => state).toSorted()).toEqual([
      ...['asked', 'asked', 'asked', 'confirmed'],
    ])
  })

  it('are on record without the account number', () => {
    const kinds = history.map(({ entry }) => entry.kind)
    for (const kind of [
      'holdSet',
      'allocationPublished',
      'offerAccepted',
      'offerDeclined',
    ] as const)
      expect(kinds).toContain(kind)
    for (const kind of [
      'termsProposed',
      'termsConfirmed',
      'bookClosed',
      'instructionsSent',
    ] as const)
      expect(kinds).toContain(kind)
    const [sent] = rows.instructions
    expect(JSON.stringify(history)).not.toContain(sent?.accountNumber)
  })
})
