/** The rows and files of the sample portfolio, computed only from its tables. */
import type { users } from '#server/database/schema/accounts.ts'
import type { commitments } from '#server/database/schema/book.ts'
import type { favorites, loans } from '#server/database/schema/loans.ts'
import type { messages } from '#server/database/schema/messages.ts'
import type * as files from '#server/database/schema/documents.ts'
import { utcDay } from '#domain/days.ts'
import { builtInVersion } from '#domain/settings/legal-texts.ts'
import { stateOf } from '#domain/loans/property/places.ts'
import {
  allocateWhole,
  compareFigures,
  shareAmount,
  sumMoney,
  sumPercent,
  wholePercent,
  type Money,
} from '#domain/money.ts'
import { sampleBooks, sampleFavorites, sampleFundings, type SamplePosition } from './books.ts'
import { sampleConversations } from './conversations.ts'
import { sampleLoans } from './sample-loans.ts'
import { paperRows, photoRows, type PortfolioFile } from './portfolio-files.ts'
import { sampleLender, samplePeople } from './people.ts'
import { toMoney, toPercent, type SampleLoan } from './sample-loan.ts'
import { commitmentId, loanId, messageId, sampleVersion, userId } from './sample-ids.ts'
import { stableId } from './stable-id.ts'

type RowOf<T extends { $inferInsert: unknown }> = T['$inferInsert']

export interface PortfolioRows {
  users: RowOf<typeof users>[]
  loans: RowOf<typeof loans>[]
  commitments: RowOf<typeof commitments>[]
  documents: RowOf<typeof files.documents>[]
  photos: RowOf<typeof files.photos>[]
  messages: RowOf<typeof messages>[]
  favorites: RowOf<typeof favorites>[]
}

/** When a loan was set to funded, for the audit trail. */
export interface Funding {
  loanId: string
  at: Date
}

export interface PortfolioParts {
  /** Everything in the portfolio happened before this time. */
  now: Date
  /** The administrator who wrote the answers. */
  adminId: string
  /** The hash of the sample lender's password, and for all others one that no password matches. */
  passwordHashes: { lender: string; others: string }
}

/** All rows and files of the portfolio. */
export function buildPortfolio(parts: PortfolioParts): {
  rows: PortfolioRows
  files: PortfolioFile[]
  fundings: Funding[]
} {
  const { now } = parts
  const papers = sampleLoans.flatMap((loan) => paperRows(loan, listedAt(loan, now)))
  const photos = sampleLoans.flatMap((loan) => photoRows(loan, listedAt(loan, now)))
  const rows: PortfolioRows = {
    users: samplePeople.map((person) => userRow(person, parts)),
    loans: sampleLoans.map((loan) => loanRow(loan, now)),
    commitments: sampleLoans.flatMap((loan) => commitmentRows(loan, parts)),
    documents: papers.map(({ row }) => row),
    photos: photos.map(({ row }) => row),
    messages: sampleLoans.flatMap((loan) => messageRows(loan, parts)),
    favorites: favoriteRows(now),
  }
  return {
    rows,
    files: [...papers, ...photos].map(({ file }) => file),
    fundings: sampleLoans.flatMap((loan) => fundingsOf(loan, now)),
  }
}

const hour = 3_600_000
const hoursBefore = (time: Date, hours: number) => new Date(time.getTime() - hours * hour)
const hoursAfter = (time: Date, hours: number) => hoursBefore(time, -hours)
const listedAt = (loan: SampleLoan, now: Date) => hoursBefore(now, loan.listedHoursAgo)

function userRow(
  person: (typeof samplePeople)[number],
  { now, passwordHashes }: PortfolioParts,
): RowOf<typeof users> {
  const joinedAt = hoursBefore(now, person.joinedHoursAgo)
  return {
    id: userId(person.key),
    email: person.email,
    password: person === sampleLender ? passwordHashes.lender : passwordHashes.others,
    firstName: person.firstName,
    lastName: person.lastName,
    isApproved: person.isApproved,
    // As a registration before an administrator publishes other terms.
    termsVersion: builtInVersion,
    createdAt: joinedAt,
    updatedAt: joinedAt,
  }
}

function loanRow(loan: SampleLoan, now: Date): RowOf<typeof loans> {
  return {
    id: loanId(loan.key),
    title: loan.title,
    borrowerName: loan.borrowerName,
    propertyAddress: loan.propertyAddress,
    state: stateOf(loan.propertyAddress),
    amount: toMoney(loan.amount),
    interestRate: toPercent(loan.interestRate),
    term: loan.term,
    status: loan.status,
    fundedOn: fundedOnOf(loan, now),
    propertyType: loan.propertyType,
    purpose: loan.purpose,
    summary: loan.summary.join(' '),
    ltv: toPercent(loan.ltv),
    originationFee: toPercent(loan.originationFee),
    interestReserve: optionalMoney(loan.interestReserve),
    propertyOccupancy: loan.propertyOccupancy ?? null,
    asIsValue: toMoney(loan.asIsValue),
    asCompleteValue: optionalMoney(loan.asCompleteValue),
    ...storedFigures(loan),
    version: sampleVersion(loan.key),
    createdAt: listedAt(loan, now),
  }
}

function fundedAt(loan: SampleLoan, now: Date): Date | null {
  const hours = sampleFundings[loan.key]
  return hours === undefined ? null : hoursAfter(listedAt(loan, now), hours)
}

function fundedOnOf(loan: SampleLoan, now: Date): string | null {
  const at = fundedAt(loan, now)
  return at && utcDay(at)
}

function fundingsOf(loan: SampleLoan, now: Date): Funding[] {
  const at = fundedAt(loan, now)
  return at ? [{ loanId: loanId(loan.key), at }] : []
}

const optionalMoney = (dollars: number | undefined) =>
  dollars === undefined ? null : toMoney(dollars)

/** The sums over the active positions, as the program stores them. */
function storedFigures(loan: SampleLoan) {
  const active = positionsOf(loan).filter(({ position }) => !position.ended)
  const shares = (isSoft: boolean) =>
    sumPercent(
      active
        .filter(({ position }) => position.isSoft === isSoft)
        .map(({ position }) => wholePercent(position.share)),
    )
  return {
    committedPercentage: shares(false),
    softPercentage: shares(true),
    committedAmount: sumMoney(
      active.filter(({ position }) => !position.isSoft).map(({ amount }) => amount),
    ),
  }
}

/** A loan's positions, oldest first; binding shares of the whole loan add up to the cent. */
function positionsOf(loan: SampleLoan): { position: SamplePosition; amount: Money }[] {
  const positions = (sampleBooks[loan.key] ?? []).toSorted((a, b) => a.afterHours - b.afterHours)
  const counts = positions.filter(({ isSoft, ended }) => !isSoft && !ended)
  const shares = counts.map(({ share }) => wholePercent(share))
  const isWhole = compareFigures(sumPercent(shares), wholePercent(100)) === 0
  const allocated = isWhole ? allocateWhole(toMoney(loan.amount), shares) : []
  return positions.map((position) => ({
    position,
    amount:
      allocated[counts.indexOf(position)] ??
      shareAmount(toMoney(loan.amount), wholePercent(position.share)),
  }))
}

function commitmentRows(
  loan: SampleLoan,
  { now, adminId }: PortfolioParts,
): RowOf<typeof commitments>[] {
  return positionsOf(loan).map(({ position, amount }) => ({
    id: commitmentId(loan.key, position),
    loanId: loanId(loan.key),
    lenderId: userId(position.lender),
    percentage: wholePercent(position.share),
    amount,
    isSoftCommit: position.isSoft,
    status: position.ended?.status ?? 'active',
    loanAmount: toMoney(loan.amount),
    interestRate: toPercent(loan.interestRate),
    term: loan.term,
    createdAt: hoursAfter(listedAt(loan, now), position.afterHours),
    endedAt: position.ended ? hoursAfter(listedAt(loan, now), position.ended.afterHours) : null,
    ...(position.ended?.status === 'released' && {
      releasedBy: adminId,
      releaseReason: position.ended.reason,
    }),
  }))
}

function messageRows(loan: SampleLoan, { now, adminId }: PortfolioParts): RowOf<typeof messages>[] {
  const said = sampleConversations[loan.key] ?? []
  return said.map((each) => {
    const { from, to, afterHours, text } = each
    return {
      id: messageId(loan.key, each),
      loanId: loanId(loan.key),
      userId: from === 'admin' ? adminId : userId(from),
      recipientId: to === undefined ? null : userId(to),
      message: text,
      fromAdmin: from === 'admin',
      isAnswered:
        from !== 'admin' &&
        said.some((other) => other.to === from && other.afterHours > afterHours),
      createdAt: hoursAfter(listedAt(loan, now), afterHours),
    }
  })
}

const favoriteRows = (now: Date): RowOf<typeof favorites>[] =>
  Object.entries(sampleFavorites).flatMap(([person, keys]) =>
    keys.map((key) => ({
      id: stableId('favorite', person, key),
      userId: userId(person),
      loanId: loanId(key),
      createdAt: hoursBefore(now, 1),
    })),
  )
