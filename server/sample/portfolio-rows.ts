import { teaserAddressOf } from '#domain/audience/teaser-address.ts'
import { amountsOfBinding, sumLines } from '#domain/book/sums.ts'
import type { Named } from '#domain/audit/entries.ts'
import type { HolderNames } from '#domain/book/deal/holder-names.ts'
import { utcDay } from '#domain/days.ts'
import { typeOfFile } from '#domain/documents/files.ts'
import { stateOf } from '#domain/loans/property/places.ts'
import { shareAmount, sumPercent, type Money, type Percent } from '#domain/money.ts'
import { fullName } from '#domain/texts.ts'
import { builtInVersion } from '#domain/settings/legal-texts.ts'
import { originatorsFirm } from '#server/database/schema/firms.ts'
import { projectRoot } from '#server/project-root.ts'
import { statSync } from 'node:fs'
import path from 'node:path'
import {
  closingOf,
  heldLine,
  isClosed,
  isOffered,
  isProposed,
  proposalOf,
  roundOf,
} from './deals.ts'
import {
  firmOf,
  sampleLenderEmail,
  sampleLoans,
  samplePeople,
  type SampleLoan,
} from './sample-data.ts'
import { loanId, stableId, userId } from './sample-ids.ts'

/** The administrator who lists the loans, with the originator's firm. */
export interface Originator extends Named {
  firmId: string
}

export interface PortfolioParts {
  now: Date
  admin: Originator
  /** The hash of the sample lender's password. The hashes of all other accounts match no password. */
  passwordHashes: { lender: string; others: string }
}

export type PortfolioRows = ReturnType<typeof buildPortfolio>

export function buildPortfolio({ now, admin, passwordHashes }: PortfolioParts) {
  const books = sampleLoans.map((loan) => rowsOf(loan, now, admin))
  const closings = books.flatMap((book) => book.closings)
  const proposals = books.flatMap((book) => book.proposals)
  return {
    firms: samplePeople.flatMap(({ firm, firmId: id, joinedHoursAgo }) =>
      firm ? { id, ...firm, createdAt: hoursBefore(now, joinedHoursAgo) } : [],
    ),
    users: samplePeople.map((person) => {
      const { id, firstName, lastName, email, companyName, isApproved, firmId, firmRole } = person
      const joinedAt = hoursBefore(now, person.joinedHoursAgo)
      return {
        ...{ id, firstName, lastName, email, companyName, isApproved, firmId, firmRole },
        password: email === sampleLenderEmail ? passwordHashes.lender : passwordHashes.others,
        // The version that users accept when they register, until an administrator publishes new terms.
        termsVersion: builtInVersion,
        ...{ createdAt: joinedAt, updatedAt: joinedAt },
      }
    }),
    loans: books.map(({ loan }) => loan),
    commitments: books.flatMap(({ commitments }) => commitments),
    allocations: books.flatMap(({ rounds }) => rounds),
    offers: books.flatMap(({ offers }) => offers),
    registers: closings.map(({ register }) => register),
    registerEntries: closings.flatMap(({ entries }) => entries),
    instructions: closings.map(({ instructions }) => instructions),
    receipts: closings.flatMap(({ receipts }) => receipts),
    proposals: proposals.map(({ proposal }) => proposal),
    termsAnswers: proposals.flatMap(({ answers }) => answers),
    admissions: books.flatMap(({ admissions }) => admissions),
    accessRequests: books.flatMap(({ accessRequests }) => accessRequests),
    documents: books.flatMap(({ documents }) => documents),
    photos: books.flatMap(({ photos }) => photos),
    messages: books.flatMap(({ messages }) => messages),
    favorites: samplePeople.flatMap((person) =>
      person.favorites.map((loan) => ({
        id: stableId('favorite', person.key, loan),
        userId: person.id,
        loanId: loanId(loan),
        createdAt: hoursBefore(now, 1),
      })),
    ),
  }
}

export const hoursBefore = (time: Date, hours: number) =>
  new Date(time.getTime() - hours * 3_600_000)

function rowsOf(loan: SampleLoan, now: Date, admin: Originator) {
  const { id: adminId } = admin
  const dayIn = (days: number) => utcDay(hoursBefore(now, -24 * days))
  const after = (hours: number) => hoursBefore(now, loan.listedHoursAgo - hours)
  const made = commitmentRows(loan, after, admin)
  const parts = { lines: made, admin, after, dayIn }
  const round = isOffered(loan) ? [roundOf(loan, parts)] : []
  const commitments = round[0]?.lines ?? made
  return {
    loan: loanRow(loan, commitments, now),
    commitments,
    rounds: round.map(({ allocation }) => allocation),
    offers: round.flatMap(({ offers }) => offers),
    closings: isClosed(loan) ? [closingOf(loan, parts, holderOf)] : [],
    proposals: isProposed(loan) ? [proposalOf(loan, parts)] : [],
    admissions: (loan.audience?.admitted ?? []).map((firmId) => ({
      ...{ loanId: loan.id, firmId, admittedBy: adminId, createdAt: after(0) },
    })),
    accessRequests: (loan.audience?.requests ?? []).map(({ id, from, text, afterHours }) => ({
      ...{ id, loanId: loan.id, firmId: firmOf(from), userId: userId(from) },
      ...{ message: text, createdAt: after(afterHours) },
    })),
    documents: loan.documents.map(({ id, key, filename, afterHours }) => {
      const file = fileOf(loan, id, `${key}${path.extname(filename)}`)
      return {
        ...file,
        filename,
        fileType: typeOfFile(filename, '') ?? '',
        sizeBytes: statSync(file.source).size,
        uploadedAt: after(afterHours),
      }
    }),
    photos: loan.photos.map(({ id, caption, isCover, place }) => ({
      ...fileOf(loan, id, `${place + 1}.webp`),
      filename: `${loan.key}-${place + 1}.webp`,
      contentType: 'image/webp',
      caption,
      isCover,
      uploadedAt: after(0.5 + place / 60),
    })),
    messages: loan.messages.map(({ id, from, to, afterHours, text: message }) => {
      const fromAdmin = from === 'admin'
      const isAnswered =
        !fromAdmin &&
        loan.messages.some((other) => other.to === from && other.afterHours > afterHours)
      return {
        ...{ id, loanId: loan.id, message, fromAdmin, isAnswered },
        userId: fromAdmin ? adminId : userId(from),
        recipientId: to === undefined ? null : userId(to),
        firmId: fromAdmin ? (to === undefined ? originatorsFirm : firmOf(to)) : firmOf(from),
        createdAt: after(afterHours),
      }
    }),
  }
}

function loanRow(loan: SampleLoan, lines: CommitmentRow[], now: Date) {
  const { fundedAfterHours: hours, commitmentsDueInDays: due, closesInDays: closes } = loan
  const sums = sumLines(
    lines.flatMap(({ status, isSoftCommit: isSoft, percentage, amount }) =>
      status === 'active' ? { isSoft, percentage, amount } : [],
    ),
  )
  const dayIn = (days: number) => utcDay(hoursBefore(now, -24 * days))
  return {
    ...loan,
    summary: loan.summary.join(' '),
    audience: loan.audience?.audience ?? 'everyone',
    state: stateOf(loan.propertyAddress),
    teaserAddress: teaserAddressOf(loan.propertyAddress),
    fundedOn: hours === undefined ? null : utcDay(hoursBefore(now, loan.listedHoursAgo - hours)),
    // This time is during business hours in every US time zone.
    commitmentDeadline: due === undefined ? null : `${dayIn(due)}T21:00:00.000Z`,
    closingDate: closes === undefined ? null : dayIn(closes),
    committedPercentage: sums.bindingPercentage,
    committedAmount: sums.bindingAmount,
    softPercentage: sums.softPercentage,
    holdPercentage: sumPercent(
      lines.flatMap(({ isHold, percentage }) => (isHold ? percentage : [])),
    ),
    bookStage: isOffered(loan)
      ? ('offered' as const)
      : isClosed(loan)
        ? ('closed' as const)
        : ('open' as const),
    isTermsPending: isProposed(loan),
    createdAt: hoursBefore(now, loan.listedHoursAgo),
  }
}

export interface CommitmentRow {
  id: string
  loanId: string
  lenderId: string
  firmId: string
  percentage: Percent
  amount: Money
  isSoftCommit: boolean
  isHold: boolean
  status: 'active' | 'withdrawn' | 'released'
  loanAmount: Money
  interestRate: Percent
  term: number
  createdAt: Date
  standingSince: Date | null
  endedAt: Date | null
  releasedBy: string | null
  releaseReason: string | null
  /** The position as it was made, if an accepted offer changed it. */
  made: { percentage: Percent; amount: Money; isSoftCommit: boolean } | null
}

/** A closed book is whole with the hold, so its amounts are placed together. */
function commitmentRows(
  loan: SampleLoan,
  after: (hours: number) => Date,
  admin: Originator,
): CommitmentRow[] {
  const held = isClosed(loan) ? [heldLine(loan, { admin, after })] : []
  const binding = loan.commitments.filter(({ isSoft, ended }) => !isSoft && !ended)
  const amounts = amountsOfBinding(
    loan.amount,
    [...binding, ...held].map(({ percentage }) => percentage),
  )
  const made = loan.commitments.map((line): CommitmentRow => {
    const { id, lender, percentage, isSoft, ended } = line
    const end = ended?.reason === undefined ? ('withdrawn' as const) : ('released' as const)
    return {
      ...{ id, loanId: loan.id, lenderId: userId(lender), firmId: firmOf(lender) },
      ...{ percentage, isSoftCommit: isSoft, isHold: false, standingSince: null, made: null },
      amount: amounts[binding.indexOf(line)] ?? shareAmount(loan.amount, percentage),
      status: ended ? end : ('active' as const),
      ...{ loanAmount: loan.amount, interestRate: loan.interestRate, term: loan.term },
      createdAt: after(line.afterHours),
      endedAt: ended ? after(ended.afterHours) : null,
      releasedBy: ended?.reason === undefined ? null : admin.id,
      releaseReason: ended?.reason ?? null,
    }
  })
  return [
    ...made,
    ...held.map((line) => ({ ...line, amount: amounts[binding.length] ?? line.amount })),
  ]
}

function holderOf(id: string): HolderNames {
  const person = samplePeople.find(({ firmId }) => firmId === id)
  const named = samplePeople.find(({ firmId, firm }) => firmId === id && firm?.name)
  if (!person) throw new Error(`The sample has no firm ${id}`)
  return {
    lenderName: named?.firm?.name ?? fullName(person),
    companyName: person.companyName,
  }
}

const fileOf = (loan: SampleLoan, id: string, name: string) => ({
  id,
  loanId: loan.id,
  fileUrl: `loans/${loan.id}/${id}${path.extname(name)}`,
  source: path.join(projectRoot, 'server/sample/portfolio/files', loan.key, name),
})
