/** The rows of the sample portfolio, and the files of its documents and photos. */
import { sumLines } from '#domain/book/sums.ts'
import { utcDay } from '#domain/days.ts'
import { stateOf } from '#domain/loans/property/places.ts'
import {
  allocateWhole,
  compareFigures,
  shareAmount,
  sumPercent,
  wholePercent,
} from '#domain/money.ts'
import { builtInVersion } from '#domain/settings/legal-texts.ts'
import { projectRoot } from '#server/project-root.ts'
import { statSync } from 'node:fs'
import path from 'node:path'
import {
  sampleCommitments,
  sampleLenderEmail,
  sampleLoans,
  sampleMessages,
  samplePeople,
  type SampleLoan,
} from './sample-data.ts'
import {
  commitmentId,
  documentId,
  favoriteId,
  loanId,
  messageId,
  photoId,
  sampleVersion,
  userId,
} from './sample-ids.ts'

export interface PortfolioParts {
  now: Date
  adminId: string
  /** The hash of the sample lender's password. All other accounts have a hash that no password matches. */
  passwordHashes: { lender: string; others: string }
}

export type PortfolioRows = ReturnType<typeof buildPortfolio>

export function buildPortfolio(parts: PortfolioParts) {
  const { now } = parts
  return {
    users: samplePeople.map((person) => userRow(person, parts)),
    loans: sampleLoans.map((loan) => loanRow(loan, now)),
    commitments: sampleLoans.flatMap((loan) => commitmentRows(loan, parts)),
    documents: sampleLoans.flatMap((loan) => documentRows(loan, now)),
    photos: sampleLoans.flatMap((loan) => photoRows(loan, now)),
    messages: sampleLoans.flatMap((loan) => messageRows(loan, parts)),
    favorites: samplePeople.flatMap(({ key, favorites }) =>
      favorites.map((loan) => ({
        id: favoriteId(key, loan),
        userId: userId(key),
        loanId: loanId(loan),
        createdAt: hoursBefore(now, 1),
      })),
    ),
  }
}

export const hoursBefore = (time: Date, hours: number) =>
  new Date(time.getTime() - hours * 3_600_000)
const hoursAfterListing = (loan: SampleLoan, now: Date, hours: number) =>
  hoursBefore(now, loan.listedHoursAgo - hours)

function userRow(person: (typeof samplePeople)[number], { now, passwordHashes }: PortfolioParts) {
  const { firstName, lastName, email, companyName, isApproved } = person
  const joinedAt = hoursBefore(now, person.joinedHoursAgo)
  return {
    id: userId(person.key),
    ...{ firstName, lastName, email, companyName, isApproved },
    password: email === sampleLenderEmail ? passwordHashes.lender : passwordHashes.others,
    // The version that users accept on registration before an administrator publishes other terms.
    termsVersion: builtInVersion,
    createdAt: joinedAt,
    updatedAt: joinedAt,
  }
}

function loanRow(loan: SampleLoan, now: Date) {
  const { fundedAfterHours: hours } = loan
  const active = bookOf(loan).filter(({ ended }) => !ended)
  const sums = sumLines(active)
  return {
    ...loan,
    id: loanId(loan.key),
    summary: loan.summary.join(' '),
    state: stateOf(loan.propertyAddress),
    fundedOn: hours === undefined ? null : utcDay(hoursAfterListing(loan, now, hours)),
    committedPercentage: sums.bindingPercentage,
    committedAmount: sums.bindingAmount,
    softPercentage: sums.softPercentage,
    version: sampleVersion(loan),
    createdAt: hoursBefore(now, loan.listedHoursAgo),
  }
}

/**
 * The commitments on a loan and their amounts. If the loan is fully committed, the binding amounts add up to the loan
 * amount to the cent.
 */
function bookOf({ key, amount }: SampleLoan) {
  const book = sampleCommitments.filter(({ loan }) => loan === key)
  const counted = book.filter(({ isSoft, ended }) => !isSoft && !ended)
  const shares = counted.map(({ percentage }) => percentage)
  const isWhole = compareFigures(sumPercent(shares), wholePercent(100)) === 0
  const allocated = isWhole ? allocateWhole(amount, shares) : []
  return book.map((each) => ({
    ...each,
    amount: allocated[counted.indexOf(each)] ?? shareAmount(amount, each.percentage),
  }))
}

function commitmentRows(loan: SampleLoan, { now, adminId }: PortfolioParts) {
  return bookOf(loan).map((each) => ({
    id: commitmentId(each),
    loanId: loanId(loan.key),
    lenderId: userId(each.lender),
    percentage: each.percentage,
    amount: each.amount,
    isSoftCommit: each.isSoft,
    status: each.ended?.status ?? ('active' as const),
    loanAmount: loan.amount,
    interestRate: loan.interestRate,
    term: loan.term,
    createdAt: hoursAfterListing(loan, now, each.afterHours),
    endedAt: each.ended ? hoursAfterListing(loan, now, each.ended.afterHours) : null,
    releasedBy: each.ended?.status === 'released' ? adminId : null,
    releaseReason: each.ended?.status === 'released' ? each.ended.reason : null,
  }))
}

const documentTypes: Record<string, string> = {
  '.pdf': 'application/pdf',
  '.xlsx': 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
}

const documentRows = (loan: SampleLoan, now: Date) =>
  loan.documents.map(({ key, filename, afterHours }) => {
    const extension = path.extname(filename)
    const source = sourceOf(loan, `${key}${extension}`)
    const id = documentId(loan.key, key)
    return {
      id,
      loanId: loanId(loan.key),
      filename,
      fileType: documentTypes[extension] ?? '',
      fileUrl: storedPath(loan, `${id}${extension}`),
      sizeBytes: statSync(source).size,
      uploadedAt: hoursAfterListing(loan, now, afterHours),
      source,
    }
  })

const photoRows = (loan: SampleLoan, now: Date) =>
  loan.photos.map(({ caption, isCover }, place) => {
    const id = photoId(loan.key, place)
    return {
      id,
      loanId: loanId(loan.key),
      filename: `${loan.key}-${place + 1}.webp`,
      fileUrl: storedPath(loan, `${id}.webp`),
      contentType: 'image/webp',
      caption,
      isCover,
      uploadedAt: hoursAfterListing(loan, now, 0.5 + place / 60),
      source: sourceOf(loan, `${place + 1}.webp`),
    }
  })

const sourceOf = ({ key }: SampleLoan, name: string) =>
  path.join(projectRoot, 'server/sample/portfolio/files', key, name)
const storedPath = ({ key }: SampleLoan, name: string) => `loans/${loanId(key)}/${name}`

function messageRows(loan: SampleLoan, { now, adminId }: PortfolioParts) {
  const thread = sampleMessages.filter((each) => each.loan === loan.key)
  return thread.map((each) => {
    const { from, to, afterHours } = each
    const fromAdmin = from === 'admin'
    const isAnswered =
      !fromAdmin && thread.some((other) => other.to === from && other.afterHours > afterHours)
    return {
      id: messageId(each),
      loanId: loanId(loan.key),
      userId: fromAdmin ? adminId : userId(from),
      recipientId: to === undefined ? null : userId(to),
      message: each.text,
      fromAdmin,
      isAnswered,
      createdAt: hoursAfterListing(loan, now, afterHours),
    }
  })
}
