/**
 * The sample portfolio from `portfolio/*.json`. Times are in hours before the first start or after a loan was listed,
 * so the portfolio always looks recent.
 */
import { newExposureLimits } from '#contract/desk/exposure.ts'
import { enteredLoan } from '#contract/loans/shapes.ts'
import { wholePercent } from '#domain/money.ts'
import audiences from './portfolio/audiences.json'
import commitments from './portfolio/commitments.json'
import deals from './portfolio/deals.json'
import companiesInFile from './portfolio/companies.json'
import limits from './portfolio/limits.json'
import loans from './portfolio/loans.json'
import messages from './portfolio/messages.json'
import originator from './portfolio/originator.json'
import { firmRoles } from '#domain/access.ts'
import { audiences as audienceNames } from '#domain/audience/audiences.ts'
import { firmId, loanId, stableId, userId } from './sample-ids.ts'

/** The originator of the loans. The domain names and the phone number are fictitious. */
export const sampleCompany = originator

/** Concentration limits with which one bar of the exposure is over its limit and two bars are within their limits. */
export const sampleLimits = newExposureLimits.parse(limits)

interface Company {
  name: string
  isFirm?: boolean
  people: (Omit<(typeof companiesInFile)[number]['people'][number], 'firmRole'> & {
    firmRole?: string
  })[]
}

const companies: Company[] = companiesInFile

/** The people of a company share a firm if the company is one, and otherwise each has a firm without a name. */
const peopleOf = ({ name, isFirm = false, people }: Company) =>
  people.map((person, place) => ({
    ...person,
    id: userId(person.key),
    companyName: name,
    firmId: firmId((isFirm && people[0]?.key) || person.key),
    firmRole: firmRoles.find((role) => role === person.firmRole) ?? 'manager',
    /** The first person makes the firm. */
    firm: isFirm && place > 0 ? null : { name: isFirm ? name : null },
  }))

export const samplePeople = companies.flatMap(peopleOf)

export function firmOf(key: string): string {
  const person = samplePeople.find((each) => each.key === key)
  if (!person) throw new Error(`The sample has no person ${key}`)
  return person.firmId
}

const sampleCommitments = commitments.map((each) => ({
  ...each,
  id: stableId('commitment', each.loan, each.lender, String(each.afterHours)),
  percentage: wholePercent(each.percentage),
  isSoft: each.isSoft ?? false,
  /** If there is a reason, the administrator ended the commitment. Otherwise, the lender ended it. */
  ended: each.ended && { reason: undefined, ...each.ended },
}))

/** A message's author is a person or `admin`. Without `to`, it is for all lenders. */
export const sampleMessages = messages.map((each) => ({
  ...each,
  id: stableId('message', each.loan, each.from, each.to ?? '', String(each.afterHours)),
}))

/** The originator chose these audiences when it listed the loans. People stand for their firms. */
const sampleAudiences = audiences.map(({ loan, audience, admitted, requests }) => ({
  loan,
  audience: audienceNames.find((name) => name === audience) ?? 'everyone',
  admitted: admitted.map(firmOf),
  requests: requests.map((request) => ({
    ...request,
    id: stableId('request', loan, request.from),
  })),
}))

export const sampleLoans = loans.map((each) => ({
  ...each,
  ...enteredLoan.parse({ ...each, summary: each.summary.join(' ') }),
  summary: each.summary,
  id: loanId(each.key),
  /** A loan starts at version 1, and funding is its first change. */
  version: each.fundedAfterHours === undefined ? 1 : 2,
  documents: each.documents.map((document) => ({
    ...document,
    id: stableId('document', each.key, document.key),
  })),
  photos: each.photos.map((photo, place) => ({
    ...{ isCover: false, ...photo, place },
    id: stableId('photo', each.key, String(place)),
  })),
  commitments: sampleCommitments.filter((line) => line.loan === each.key),
  messages: sampleMessages.filter((sent) => sent.loan === each.key),
  audience: sampleAudiences.find(({ loan }) => loan === each.key),
}))

export type SampleLoan = (typeof sampleLoans)[number]

const idsOf = (rows: readonly { id: string }[]) => rows.map(({ id }) => id)

/** The originator's holds, and what accepted offers left of requests. */
const commitmentsOfDeals = [
  stableId('hold', deals.offered.loan),
  stableId('hold', deals.closed.loan),
  ...sampleCommitments
    .filter(({ loan, lender, isSoft, ended }) => {
      const answer = deals.offered.answers.find(({ from }) => from === lender)
      return loan === deals.offered.loan && isSoft && !ended && answer?.answer === 'accepted'
    })
    .map(({ id }) => stableId('rest', id)),
]

export const sampleIds = {
  loans: idsOf(sampleLoans),
  people: idsOf(samplePeople),
  commitments: [...idsOf(sampleCommitments), ...commitmentsOfDeals],
  messages: idsOf(sampleMessages),
  requests: idsOf(sampleAudiences.flatMap(({ requests }) => requests)),
  files: sampleLoans.flatMap(({ documents, photos }) => [...idsOf(documents), ...idsOf(photos)]),
}

/** The account that people use to try the sample as a lender. The other sample accounts can't sign in. */
export const sampleLenderEmail = 'lender@example.com'
