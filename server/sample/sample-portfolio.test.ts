import { utcDay } from '#domain/days.ts'
import { loanStatuses } from '#domain/loans/statuses.ts'
import { compareFigures, sumMoney, sumPercent, wholePercent, type Money } from '#domain/money.ts'
import { textLimits } from '#domain/texts.ts'
import { isSafePath } from '#server/storage/storage.ts'
import { PDFDocument } from '@cantoo/pdf-lib'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { builtInVersion } from '#domain/settings/legal-texts.ts'
import { buildPortfolio } from './portfolio-rows.ts'
import { signInsOf } from './sign-ins.ts'
import { sampleLoans } from './sample-loans.ts'
import {
  basisPoints,
  coverage,
  percentOf,
  rentInPlace,
  sponsorEquity,
  toMoney,
  type SampleLoan,
} from './sample-loan.ts'

const now = new Date('2026-03-02T15:00:00Z')
const build = () =>
  buildPortfolio({
    now,
    adminId: '00000000-0000-4000-8000-000000000001',
    passwordHashes: { lender: 'hash of the lender', others: 'hash of nobody' },
  })
const { rows, files, fundings } = build()

it('has two dozen loans in every status, worth more than 200 million', () => {
  expect(rows.loans.length).toBeGreaterThanOrEqual(24)
  expect(new Set(rows.loans.map((loan) => loan.status))).toEqual(new Set(loanStatuses))
  const total = sumMoney(rows.loans.map((loan) => loan.amount))
  expect(compareFigures(total, toMoney(200_000_000))).toBeGreaterThan(0)
})

it('is the same every time', () => {
  expect(build().rows).toEqual(rows)
  expect(build().files.map((file) => file.path)).toEqual(files.map((file) => file.path))
})

describe.each(sampleLoans.map((loan) => [loan.title, loan] as const))('%s', (_title, loan) => {
  it('has an LTV that matches its amount and value', () => {
    const value = loan.ltvOn === 'asIs' ? loan.asIsValue : (loan.asCompleteValue ?? 0)
    expect(percentOf(loan.amount, value)).toBe(loan.ltv)
  })

  it('pays for all of its uses with the loan and some equity', () => {
    expect(sponsorEquity(loan)).toBeGreaterThan(0)
    expect(sponsorEquity(loan)).toBeLessThan(loan.amount)
  })

  it('has the income that its tenancy produces, and states its debt service coverage', () => {
    const { tenancy, noi } = loan
    if (tenancy) expect(rentInPlace(tenancy) + tenancy.otherIncome - tenancy.expenses).toBe(noi)
    if (noi) expect(loan.summary.join(' ')).toContain(`${coverage(loan)}x`)
  })

  it('has realistic terms, and texts of a reasonable length', () => {
    expect(basisPoints(loan.interestRate)).toBeGreaterThanOrEqual(650)
    expect(basisPoints(loan.interestRate)).toBeLessThanOrEqual(1250)
    expect(loan.summary.length).toBeGreaterThanOrEqual(3)
    expect(loan.summary.length).toBeLessThanOrEqual(6)
  })

  it('stores the sums of its book', () => expectKeptFigures(loan))
})

function expectKeptFigures(loan: SampleLoan) {
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

it('gives each row a unique id, and refers only to existing rows', () => {
  for (const table of Object.values(rows)) {
    const ids = table.map((row: { id: string }) => row.id)
    expect(new Set(ids).size).toBe(ids.length)
  }
  const people = new Set([
    ...rows.users.map(({ id }) => id),
    '00000000-0000-4000-8000-000000000001',
  ])
  const loans = new Set(rows.loans.map(({ id }) => id))
  const { commitments, documents, photos, messages, favorites } = rows
  for (const { loanId } of [...commitments, ...documents, ...photos, ...messages, ...favorites])
    expect(loans).toContain(loanId)
  for (const { lenderId } of commitments) expect(people).toContain(lenderId)
  for (const { userId } of [...messages, ...favorites]) expect(people).toContain(userId)
  for (const { recipientId } of messages) if (recipientId) expect(people).toContain(recipientId)
})

it('gives binding commitments only to approved lenders', () => {
  const approved = new Set(rows.users.filter((user) => user.isApproved).map(({ id }) => id))
  for (const { lenderId } of rows.commitments) expect(approved).toContain(lenderId)
})

it('has nothing in the future, and nobody who acts before joining', () => {
  const joined = new Map(rows.users.map(({ id, createdAt }) => [id, createdAt]))
  for (const each of rows.commitments) {
    expect(each.createdAt?.getTime()).toBeGreaterThan(
      joined.get(each.lenderId)?.getTime() ?? Infinity,
    )
    if (each.endedAt) expect(each.endedAt.getTime()).toBeGreaterThan(each.createdAt?.getTime() ?? 0)
  }
  const times = [
    ...[...rows.loans, ...rows.commitments, ...rows.messages].map(({ createdAt }) => createdAt),
    ...[...rows.documents, ...rows.photos].map(({ uploadedAt }) => uploadedAt),
    ...rows.commitments.map(({ endedAt }) => endedAt),
  ]
  for (const time of times) if (time) expect(time.getTime()).toBeLessThan(now.getTime())
})

it('has everyone sign in before what they did, and accept the terms when they registered', () => {
  const signIns = signInsOf(rows, now)
  const acts = [
    ...rows.commitments.map(({ lenderId, createdAt }) => ({ who: lenderId, at: createdAt })),
    ...rows.messages.map(({ userId, createdAt }) => ({ who: userId, at: createdAt })),
  ]
  for (const { id, createdAt, termsVersion } of rows.users) {
    expect(termsVersion).toBe(builtInVersion)
    const times = (signIns.get(id) ?? []).map((at) => at.getTime())
    expect(times.length).toBeGreaterThan(0)
    expect(times).toEqual(times.toSorted((a, b) => a - b))
    expect(times.at(0)).toBeGreaterThan(createdAt?.getTime() ?? Infinity)
    expect(times.at(-1)).toBeLessThan(now.getTime())
    for (const { at } of acts.filter(({ who }) => who === id)) {
      const before = times.filter((time) => time < (at?.getTime() ?? 0)).at(-1) ?? 0
      // A session lasts.
      expect((at?.getTime() ?? 0) - before).toBeLessThan(13 * 3_600_000)
    }
  }
})

it('keeps every text within its limit', () => {
  const limited: [string | null | undefined, number][] = [
    ...rows.loans.flatMap((loan): [string | null | undefined, number][] => [
      [loan.title, textLimits.title],
      [loan.borrowerName, textLimits.name],
      [loan.propertyAddress, textLimits.address],
      [loan.propertyType, textLimits.propertyType],
      [loan.purpose, textLimits.purpose],
      [loan.summary, textLimits.summary],
    ]),
    ...rows.messages.map(({ message }): [string, number] => [message, textLimits.message]),
    ...[...rows.documents, ...rows.photos].map(({ filename }): [string, number] => [
      filename,
      textLimits.filename,
    ]),
    ...rows.photos.map(({ caption }): [string | undefined, number] => [
      caption,
      textLimits.caption,
    ]),
  ]
  for (const [text, longest] of limited) {
    expect(text?.trim()).toBe(text)
    expect(text?.length).toBeGreaterThan(0)
    expect(text?.length).toBeLessThanOrEqual(longest)
  }
})

it('has loans with a cover, with photos but no cover, and without photos', () => {
  const covers = rows.photos.filter(({ isCover }) => isCover).map(({ loanId }) => loanId)
  expect(new Set(covers).size).toBe(covers.length)
  const withPhotos = new Set(rows.photos.map(({ loanId }) => loanId))
  expect(covers.length).toBeLessThan(withPhotos.size)
  expect(withPhotos.size).toBeLessThan(rows.loans.length)
})

it('gives the sample lender something of everything', () => {
  const lender = rows.users.find(({ email }) => email === 'lender@example.com')
  expect(lender).toMatchObject({ isApproved: true, password: 'hash of the lender' })
  const own = rows.commitments.filter(({ lenderId }) => lenderId === lender?.id)
  expect(own.some(({ isSoftCommit, status }) => isSoftCommit && status === 'active')).toBe(true)
  expect(own.some(({ isSoftCommit, status }) => !isSoftCommit && status === 'active')).toBe(true)
  expect(own.some(({ status }) => status === 'withdrawn')).toBe(true)
  expect(rows.favorites.some(({ userId }) => userId === lender?.id)).toBe(true)
  expect(rows.messages.some(({ recipientId }) => recipientId === lender?.id)).toBe(true)
})

it('has a time of funding for each funded loan, after its last commitment', () => {
  const fundedOn = new Map(
    rows.loans
      .filter((loan) => loan.status === 'funded' || loan.fundedOn)
      .map((loan) => [loan.id, loan.fundedOn]),
  )
  expect(new Map(fundings.map(({ loanId, at }) => [loanId, utcDay(at)]))).toEqual(fundedOn)
  for (const { loanId, at } of fundings) {
    const made = rows.commitments.filter((row) => row.loanId === loanId)
    for (const { createdAt } of made) expect(Number(createdAt)).toBeLessThan(at.getTime())
    expect(at.getTime()).toBeLessThan(now.getTime())
  }
})

it('makes real files, with the same bytes for the same PDF and photo', async () => {
  const make = async (extension: string) => {
    const file = files.find(({ path }) => path.endsWith(extension))
    if (!file) throw new Error(`No ${extension} in the portfolio`)
    return [await file.make(), await file.make()] as const
  }
  expect(files.every(({ path }) => isSafePath(path))).toBe(true)
  const [paper, samePaper] = await make('pdf')
  expect((await PDFDocument.load(paper)).getPageCount()).toBeGreaterThan(0)
  expect(Buffer.compare(paper, samePaper)).toBe(0)
  const [photo, samePhoto] = await make('webp')
  expect(await sharp(photo).metadata()).toMatchObject({ format: 'webp', width: 1200, height: 675 })
  expect(Buffer.compare(photo, samePhoto)).toBe(0)
  const [sheet] = await make('xlsx')
  expect(Buffer.from(sheet.subarray(0, 2)).toString()).toBe('PK')
})

/** Exported amounts are money texts, not numbers: a mistake here would round elsewhere. */
it('stores figures as decimal text', () => {
  const figures: Money[] = rows.loans.map(({ amount }) => amount)
  for (const figure of figures) expect(figure).toMatch(/^\d+\.\d\d$/)
})
