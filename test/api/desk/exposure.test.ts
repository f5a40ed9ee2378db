/** Compares the exposure report after random actions with totals that simple, slow code computes from the books. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ExposedLoan, ExposureSlice } from '#contract/desk/exposure.ts'
import type { Book } from '#contract/book/shapes.ts'
import type { Loan } from '#contract/loans/shapes.ts'
import { stateOf } from '#domain/loans/property/places.ts'
import { dayAt } from '#domain/time-zone.ts'
import { expectedMaturity } from '#domain/loans/maturity.ts'
import {
  compareFigures,
  percentNumber,
  subtractMoney,
  sumMoney,
  zeroMoney,
  type Money,
} from '#domain/money.ts'
import { exposureColumns, type ExposureOrder } from '#domain/desk/exposure.ts'
import { discrepancies } from '#test/support/books.ts'
import type { Person } from '#test/support/builders.ts'
import { openDesk, type Desk } from '#test/support/desk.ts'
import { readPages } from '#test/support/pages.ts'
import { pdfTexts } from '#test/support/pdf-texts.ts'
import { readWorkbook } from '#test/support/workbook.ts'
import { listExposedLoans, readFigures } from '#server/desk/exposure.ts'
import { exposureAsXlsx } from '#server/desk/exposure-tables.ts'

let desk: Desk
let admin: Person
let lenders: Person[]
beforeAll(async () => {
  desk = await openDesk({ RATE_LIMIT: 'off' })
  admin = await desk.makeAdmin()
  lenders = await Promise.all(
    Array.from({ length: 13 }, (_, place) => desk.makeLender({ lastName: `Number${place}` })),
  )
})
afterAll(() => desk.close())

const addresses = [
  '4 Pier Road, Boston, MA 02110',
  '9 Main St',
  '1 Elm Ave,  Austin,TX  78701-1234 ',
  '7 Quay, Portland, OR',
  'Lot ZZ 12345',
]
// A property type can have the same name as the key that groups the loans without a type.
const types = ['Retail', 'none', undefined]

function random(seed: number) {
  let state = seed
  return (below: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((state / 2_147_483_648) * below)
  }
}

const perhaps = (act: Promise<unknown>) => act.catch(() => undefined)

async function makeDesk(seed: number) {
  const next = random(seed)
  const pick = <Item>(items: readonly Item[]) => items[next(items.length)] as Item
  const loans: Loan[] = []
  for (let made = 0; made < 9; made += 1) {
    const propertyType = pick(types)
    loans.push(
      await desk.makeLoan({
        amount: `${100_000 + next(9_000_000)}.${10 + next(90)}`,
        interestRate: `${5 + next(5)}.${10 + next(90)}`,
        term: 1 + next(40),
        propertyAddress: pick(addresses),
        commitmentDeadline: pick([null, '2029-01-05T17:00:00.000Z', '2027-11-30T22:00:00.000Z']),
        closingDate: pick([null, '2020-01-01', '2029-08-31']),
        ...(propertyType && { propertyType }),
      }),
    )
  }
  for (let act = 0; act < 60; act += 1) {
    const [lender, loan] = [pick(lenders), pick(loans)]
    const fields = {
      percentage: String(1 + next(40)),
      isSoftCommit: next(2) === 0 ? 'true' : 'false',
    } as const
    await perhaps(desk.makeCommitment(lender, loan, fields))
    const own = await lender.call('listOwnCommitments')
    const soft = own.filter(({ isSoftCommit }) => isSoftCommit === 'true')
    const firm = own.filter(({ isSoftCommit }) => isSoftCommit === 'false')
    const of = (held: { id: string }[]) => ({ params: { id: pick(held).id } })
    const turn = next(5)
    if (turn === 0 && soft.length > 0)
      await perhaps(lender.call('makeCommitmentBinding', { ...of(soft), body: {} }))
    if (turn === 1 && soft.length > 0) await perhaps(lender.call('withdrawCommitment', of(soft)))
    if (turn === 2 && firm.length > 0)
      await perhaps(admin.call('releaseCommitment', { ...of(firm), body: { reason: 'Asked.' } }))
    if (turn === 3)
      await perhaps(
        admin.call('updateLoan', {
          params: { id: loan.id },
          body: { amount: `${100_000 + next(9_000_000)}.55` },
        }),
      )
  }
  const days = ['2024-02-29', '2025-12-31', undefined]
  for (const [place, loan] of loans.slice(0, 4).entries())
    await admin.call('updateLoan', {
      params: { id: loan.id },
      body: { status: 'funded', fundedOn: days[place] },
    })
  for (const [place, body] of [
    [2, { status: 'open' }],
    [3, { fundedOn: null }],
  ] as const)
    await admin.call('updateLoan', { params: { id: loans[place]?.id ?? '' }, body })
  // The title is part of the cursor, so the test uses a title of the maximum length, in multibyte characters.
  await desk.makeLoan({ title: '東'.repeat(200) })
  await admin.call('createLoan', {
    body: {
      title: 'A draft',
      borrowerName: 'Nobody',
      amount: '5000000',
      interestRate: '7',
      term: 12,
      isDraft: 'true',
    },
  })
}

interface Whole {
  book: Book
  maturity: ReturnType<typeof expectedMaturity>
}

async function readBooks(): Promise<Whole[]> {
  const loans = await admin.call('listLoans')
  return Promise.all(
    loans.map(async (loan) => ({
      book: await admin.call('getBook', { params: { id: loan.id } }),
      maturity: expectedMaturity(loan, today()),
    })),
  )
}

const today = () => dayAt(new Date())

const bindingOf = ({ book }: Whole) => book.totals.bindingAmount
const sum = (books: readonly Whole[], of: (whole: Whole) => Money) => sumMoney(books.map(of))
const isFunded = ({ book }: Whole) => book.loan.status === 'funded'

function sumsBy(books: Whole[], nameOf: (whole: Whole) => string): Record<string, Money> {
  const sums: Record<string, Money> = {}
  for (const whole of books) {
    const name = nameOf(whole)
    sums[name] = sumMoney([sums[name] ?? zeroMoney, bindingOf(whole)])
  }
  return Object.fromEntries(Object.entries(sums).filter(([, amount]) => amount !== '0.00'))
}

const bySlice = (slices: ExposureSlice[]) =>
  Object.fromEntries(slices.map(({ key, amount }) => [key, amount]))

async function allPages(query: object): Promise<ExposedLoan[]> {
  const asked = new URLSearchParams({ ...query, limit: '2' })
  const pages = await readPages<ExposedLoan>(admin, `/api/admin/exposure/loans?${asked}`)
  expect(pages.every(({ length }) => length <= 2)).toBe(true)
  return pages.flat()
}

const keyOf: Record<(typeof exposureColumns)[number], (loan: ExposedLoan) => number | string> = {
  gap: (loan) => Number(loan.uncommittedAmount),
  amount: (loan) => Number(loan.amount),
  binding: (loan) => Number(loan.bindingAmount),
  soft: (loan) => Number(loan.softAmount),
  coverage: (loan) => Number(loan.coveragePercentage),
  published: (loan) => loan.publishedAt,
  moved: (loan) => loan.movedAt ?? '',
  due: (loan) => loan.commitmentDeadline ?? '~',
  title: (loan) => loan.title.toLowerCase(),
}

describe.each([1, 2])('the exposure report of server %i', (seed) => {
  let books: Whole[]
  beforeAll(async () => {
    await desk.rows('delete from loans')
    await makeDesk(seed)
    books = await readBooks()
  })

  it('returns exposure totals that equal the sum of all books, to the cent', async () => {
    const [offered, funded] = [books.filter((each) => !isFunded(each)), books.filter(isFunded)]
    const amountOf = ({ book }: Whole) => book.loan.amount
    const exposure = await admin.call('getExposure')
    expect(exposure).toMatchObject({
      offeredLoans: offered.length,
      offeredAmount: sum(offered, amountOf),
      bindingAmount: sum(offered, bindingOf),
      softAmount: sum(offered, ({ book }) => book.totals.softAmount),
      uncommittedAmount: subtractMoney(sum(offered, amountOf), sum(offered, bindingOf)),
      fundedLoans: funded.length,
      fundedAmount: sum(funded, amountOf),
      fundedBindingAmount: sum(funded, bindingOf),
      concentratedAmount: sum(books, bindingOf),
    })
    expect(bySlice(exposure.byPropertyType)).toEqual(
      sumsBy(books, ({ book: { loan } }) =>
        loan.propertyType === 'none' ? '~none' : (loan.propertyType ?? 'none'),
      ),
    )
    expect(bySlice(exposure.byState)).toEqual(
      sumsBy(books, ({ book }) => stateOf(book.loan.propertyAddress) ?? 'none'),
    )
    expect(bySlice(exposure.byRate)).toEqual(
      sumsBy(books, ({ book }) => String(percentNumber(book.loan.interestRate))),
    )
    expect(bySlice(exposure.byMaturity)).toEqual(
      sumsBy(books, ({ maturity: { day } }) => day?.slice(0, 4) ?? 'none'),
    )
    const estimates = exposure.byMaturity.filter(
      ({ estimatedAmount }) => estimatedAmount !== '0.00',
    )
    expect(
      Object.fromEntries(estimates.map(({ key, estimatedAmount }) => [key, estimatedAmount])),
    ).toEqual(
      sumsBy(
        books.filter(({ maturity }) => maturity.isEstimated),
        ({ maturity: { day } }) => day?.slice(0, 4) ?? 'none',
      ),
    )
    expect(sumMoney(exposure.byMaturity.map(({ amount }) => amount))).toBe(
      exposure.concentratedAmount,
    )
    const held = new Map<string, Money>()
    for (const { book } of books)
      for (const { lenderId, bindingAmount } of book.holders)
        held.set(lenderId, sumMoney([held.get(lenderId) ?? zeroMoney, bindingAmount]))
    for (const { key, amount } of exposure.byLender)
      if (key !== null) expect(amount).toBe(held.get(key))
    expect(sumMoney(exposure.byLender.map(({ amount }) => amount))).toBe(
      exposure.concentratedAmount,
    )
    expect(await discrepancies(desk)).toEqual([])
  })

  it('returns exposure totals that match the loan statistics and the loan list', async () => {
    const offered = books.filter((each) => !isFunded(each))
    const left = ({ book: { loan } }: Whole) => subtractMoney(loan.amount, loan.committedAmount)
    const amountOf = ({ book }: Whole) => book.loan.amount
    expect(await admin.call('getStats')).toMatchObject({
      totalLoansAmount: sum(offered, amountOf),
      totalAvailableAmount: sum(offered, left),
      activeLoansCount: offered.length,
      totalLoansCount: books.length,
    })
    const isRetail = ({ book }: Whole) => book.loan.propertyType === 'Retail'
    const lists = [
      [{}, books],
      [{ status: 'open' }, offered],
      [{ status: 'funded' }, books.filter(isFunded)],
      [{ status: 'open', propertyType: 'Retail' }, offered.filter(isRetail)],
      [{ rateMin: '7' }, books.filter(({ book }) => Number(book.loan.interestRate) >= 7)],
    ] as const
    for (const [query, listed] of lists)
      expect(await admin.call('getLoanTotals', { query })).toEqual({
        loans: listed.length,
        passedLoans: 0,
        amount: sum(listed, amountOf),
        availableAmount: sum(
          listed.filter((each) => !isFunded(each)),
          left,
        ),
      })
  })

  it('shows each change immediately in the exposure report', async () => {
    const before = await admin.call('getExposure')
    const loan = await desk.makeLoan({ amount: '1000.00' })
    expect((await admin.call('getExposure')).offeredLoans).toBe(before.offeredLoans + 1)
    await admin.call('deleteLoan', { params: { id: loan.id } })
    expect((await admin.call('getExposure')).offeredAmount).toBe(before.offeredAmount)
  })

  it('lists each loan exactly once across the pages of the exposure report, in every sort order', async () => {
    for (const column of exposureColumns)
      for (const sort of [column, `-${column}`] as ExposureOrder[]) {
        const found = await allPages({ sort })
        expect(found.map(({ id }) => id).toSorted()).toEqual(
          books.map(({ book }) => book.loan.id).toSorted(),
        )
        const keys = found.map(keyOf[column])
        const ordered = keys.toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0))
        expect(keys, sort).toEqual(sort === column ? ordered : ordered.toReversed())
      }
  })

  it('shows the same figures for each loan in the exposure report as in its book', async () => {
    const found = await allPages({})
    expect(found).toHaveLength(books.length)
    for (const { book } of books)
      expect(found.find(({ id }) => id === book.loan.id)).toMatchObject({
        title: book.loan.title,
        amount: book.loan.amount,
        bindingAmount: book.totals.bindingAmount,
        bindingPercentage: book.totals.bindingPercentage,
        softAmount: book.totals.softAmount,
        softPercentage: book.totals.softPercentage,
        coveragePercentage: book.totals.coveragePercentage,
        uncommittedAmount: book.totals.availableAmount,
      })
  })

  it('lists the loans in each bar of the exposure chart', async () => {
    const exposure = await admin.call('getExposure')
    const lists = {
      lenderId: exposure.byLender,
      propertyType: exposure.byPropertyType,
      state: exposure.byState,
      maturity: exposure.byMaturity,
      rate: exposure.byRate,
    }
    for (const [filter, slices] of Object.entries(lists))
      for (const { key, amount } of slices) {
        if (key === null) continue
        const found = await allPages({ [filter]: key })
        const binding = sumMoney(found.map(({ bindingAmount }) => bindingAmount))
        if (filter === 'lenderId') expect(found.length).toBeGreaterThan(0)
        else expect(compareFigures(binding, amount), `${filter} ${key}`).toBe(0)
      }
    expect(await allPages({ status: 'funded' })).toHaveLength(3)
  })

  it('lists the offered or funded loans in a bar of the exposure chart in every sort order', async () => {
    const bars = [
      { propertyType: 'Retail' },
      { propertyType: 'none' },
      ...['MA', 'none', 'ZZ'].map((state) => ({ state })),
      ...['2027', '2400', 'none'].map((maturity) => ({ maturity })),
      ...['7', '99'].map((rate) => ({ rate })),
      { state: 'none', maturity: 'none' },
    ]
    for (const bar of bars) {
      const all = await allPages(bar)
      for (const status of ['open', 'funded'] as const)
        for (const sort of ['-gap', 'title', 'moved']) {
          const found = await allPages({ ...bar, status, sort })
          const expected = all.filter(
            (loan) => (loan.status === 'funded') === (status === 'funded'),
          )
          expect(found.map(({ id }) => id).toSorted()).toEqual(
            expected.map(({ id }) => id).toSorted(),
          )
        }
    }
  })
})

it('exports an exposure workbook that states how many of the offered loans it contains', async () => {
  const figures = await readFigures(desk.db, new Date())
  const sheetOf = async (most: number) => {
    const loans = await listExposedLoans(desk.db, { sort: '-gap', status: 'open' }, most)
    const [, , sheet] = await readWorkbook(
      await exposureAsXlsx({ asOf: new Date(), figures, loans }),
    )
    return sheet?.rows.map(([first]) => first)
  }
  expect((await sheetOf(2))?.slice(4)).toEqual([
    ...['All offered loans', `2 of ${figures.offeredLoans} loans listed, the largest gaps`],
  ])
  expect((await sheetOf(figures.offeredLoans))?.at(-1)).toBe('All offered loans')
})

it('exports the exposure report only for administrators and records each export in the audit trail', async () => {
  for (const path of ['/api/admin/exposure.xlsx', '/api/admin/exposure.pdf']) {
    const { status, headers } = await admin.request('GET', path, {
      headers: { 'sec-fetch-site': 'same-origin' },
    })
    expect(status).toBe(200)
    expect(headers['content-disposition']).toMatch(/Exposure \d{4}-\d\d-\d\d\.(xlsx|pdf)/)
  }
  const pdf = await admin.request('GET', '/api/admin/exposure.pdf', {
    headers: { 'sec-fetch-site': 'same-origin' },
  })
  const pages = await pdfTexts(pdf.bytes)
  expect(pages).toHaveLength(1)
  expect(pages.flat()).toEqual(
    expect.arrayContaining(['Exposure', 'Uncommitted', 'Maturity, estimated until funded']),
  )
  const [entry] = await admin.call('listAudit', { query: { kind: 'bookExported', limit: '1' } })
  expect(entry?.after).toEqual({ scope: 'exposure', format: 'pdf' })
  for (const name of ['getExposure', 'listExposedLoans'] as const)
    expect((await lenders[0]?.send(name))?.status).toBe(403)
})
