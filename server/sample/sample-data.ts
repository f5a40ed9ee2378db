/**
 * The sample portfolio from `portfolio/*.json`. Times are in hours before the first start or after a loan was listed,
 * so the portfolio always looks recent.
 */
import { email, firstName, lastName } from '#contract/accounts/shapes.ts'
import { enteredLoan } from '#contract/loans/shapes.ts'
import { newExposureLimits } from '#contract/desk/exposure.ts'
import { text } from '#contract/wire.ts'
import { occupancies } from '#domain/loans/property/property-types.ts'
import { wholePercent } from '#domain/money.ts'
import { textLimits } from '#domain/texts.ts'
import * as z from 'zod/mini'
import commitments from './portfolio/commitments.json'
import companies from './portfolio/companies.json'
import limits from './portfolio/limits.json'
import loans from './portfolio/loans.json'
import messages from './portfolio/messages.json'
import originator from './portfolio/originator.json'
import { loanId, stableId, userId } from './sample-ids.ts'

const hours = z.number().check(z.positive())
const key = z.string().check(z.regex(/^[a-z][a-zA-Z-]*$/))

const loan = z.strictObject({
  ...enteredLoan.shape,
  key,
  listedHoursAgo: hours,
  fundedAfterHours: z.optional(hours),
  /** Days after the first start. Negative if the deadline has passed. */
  commitmentsDueInDays: z.optional(z.int()),
  closesInDays: z.optional(z.int()),
  propertyOccupancy: z.optional(z.enum(occupancies)),
  summary: z.array(text(textLimits.summary)),
  documents: z.array(
    z.strictObject({ key, filename: text(textLimits.filename), afterHours: hours }),
  ),
  photos: z.array(
    z.strictObject({ caption: text(textLimits.caption), isCover: z._default(z.boolean(), false) }),
  ),
})

const company = z.strictObject({
  name: text(textLimits.companyName),
  people: z.array(
    z.strictObject({
      ...{ key, firstName, lastName, email, isApproved: z.boolean(), joinedHoursAgo: hours },
      favorites: z._default(z.array(key), []),
      signInsHoursAgo: z.array(hours),
    }),
  ),
})

const commitment = z.strictObject({
  loan: key,
  lender: key,
  percentage: z.pipe(z.int().check(z.minimum(1), z.maximum(100)), z.transform(wholePercent)),
  isSoft: z._default(z.boolean(), false),
  afterHours: hours,
  /** If there is a reason, the administrator ended the commitment. Otherwise, the lender ended it. */
  ended: z.optional(z.strictObject({ afterHours: hours, reason: z.optional(z.string()) })),
})

const message = z.strictObject({
  loan: key,
  /** The author's key, or `admin`. The message is for the lender `to` or, without `to`, for all lenders. */
  from: key,
  to: z.optional(key),
  afterHours: hours,
  text: text(textLimits.message),
})

/** The originator of the loans. The domain names and the phone number are fictitious. */
export const sampleCompany = originator

/** Concentration limits with which one bar of the exposure is over its limit and two bars are within their limits. */
export const sampleLimits = newExposureLimits.parse(limits)

export const samplePeople = z
  .array(company)
  .parse(companies)
  .flatMap(({ name, people }) =>
    people.map((person) => ({ ...person, id: userId(person.key), companyName: name })),
  )

export const sampleCommitments = z
  .array(commitment)
  .parse(commitments)
  .map((each) => {
    const id = stableId('commitment', each.loan, each.lender, String(each.afterHours))
    return { ...each, id }
  })

export const sampleMessages = z
  .array(message)
  .parse(messages)
  .map((each) => {
    const { loan: about, from, to = '', afterHours } = each
    return { ...each, id: stableId('message', about, from, to, String(afterHours)) }
  })

export const sampleLoans = z
  .array(loan)
  .parse(loans)
  .map((each) => ({
    ...each,
    id: loanId(each.key),
    /** A loan starts at version 1, and funding is its first change. */
    version: each.fundedAfterHours === undefined ? 1 : 2,
    documents: each.documents.map((document) => {
      const id = stableId('document', each.key, document.key)
      return { ...document, id }
    }),
    photos: each.photos.map((photo, place) => {
      const id = stableId('photo', each.key, String(place))
      return { ...photo, id, place }
    }),
    commitments: sampleCommitments.filter((line) => line.loan === each.key),
    messages: sampleMessages.filter((sent) => sent.loan === each.key),
  }))
export type SampleLoan = (typeof sampleLoans)[number]

const idsOf = (rows: readonly { id: string }[]) => rows.map(({ id }) => id)
export const sampleIds = {
  loans: idsOf(sampleLoans),
  people: idsOf(samplePeople),
  commitments: idsOf(sampleCommitments),
  messages: idsOf(sampleMessages),
  files: sampleLoans.flatMap(({ documents, photos }) => [...idsOf(documents), ...idsOf(photos)]),
}

/** The account that people use to try the sample as a lender. The other sample accounts can't sign in. */
export const sampleLenderEmail = 'lender@example.com'
