import { ownAccessRequest } from '#contract/loans/access-requests.ts'
import { audiences } from '#domain/audience/audiences.ts'
import { textLimits } from '#domain/texts.ts'
import { flag, id, optionalText, percent, text, timestamp } from '#contract/wire.ts'
import * as z from 'zod/mini'

const mostFirms = 1000
const firmIds = z
  .array(id, 'Must be a list of ids of firms')
  .check(z.maxLength(mostFirms, `Must be at most ${mostFirms} firms`))

export const audienceChange = z.object({
  audience: z.enum(audiences, 'Must be everyone, teaser or invited'),
  /** All admitted firms. Firms that aren't in the list lose their admission. If omitted, admissions stay. */
  firms: z.optional(firmIds),
  /** The version that the administrator saw. An outdated one is refused. */
  version: z.optional(z.string('Must be a version of the audience')),
})

const audienceFirm = z.object({
  id,
  name: z.string(),
  /** The company that its first person gave. Null for a firm with its own name. */
  companyName: z.nullable(z.string()),
  /** True for a firm that was admitted or holds an active position, which admits it. */
  isAdmitted: flag,
  admittedAt: z.nullable(timestamp),
  admittedBy: z.nullable(z.string()),
  bindingPercentage: percent,
  softPercentage: percent,
  sees: z.enum(['full', 'teaser', 'nothing']),
  /** Approved lenders with active accounts: the people who see the loan as `sees`, and are notified of it if they do. */
  people: z.array(z.object({ id, name: z.string() })),
})

export const accessRequest = z.extend(ownAccessRequest, {
  loanId: id,
  firmId: id,
  firmName: z.string(),
  /** The company that the firm's first person gave. Null for a firm with its own name. */
  firmCompanyName: z.nullable(z.string()),
  /** The person who asked, or null if the account was deleted. */
  personId: z.nullable(id),
  personName: z.nullable(z.string()),
  answeredBy: z.nullable(z.string()),
})
export type AccessRequest = z.infer<typeof accessRequest>

export const loanAudience = z.object({
  audience: z.enum(audiences),
  /** Changes with the audience and the admissions, but not with positions. */
  version: z.string(),
  /** All active firms with approved lenders, admitted firms, and holders, by company or name. */
  firms: z.array(audienceFirm),
  /** The requests for access, open ones first, then the newest. */
  requests: z.array(accessRequest),
  /** The people whom the loan's publication notifies, and their firms. Zero for a funded loan. */
  peopleToNotify: z.int(),
  firmsToNotify: z.int(),
})
export type LoanAudience = z.infer<typeof loanAudience>

export const newAccessRequest = z.object({ message: optionalText(textLimits.passComment) })
export const accessAnswer = z.object({ message: optionalText(textLimits.passComment) })

const listName = text(textLimits.filterName, 'Name is required')

export const newFirmList = z.object({ name: listName, firms: firmIds })
export const firmListChange = z.object({
  name: z.optional(listName),
  firms: z.optional(firmIds),
})

export const firmList = z.object({
  id,
  name: z.string(),
  firms: z.array(z.object({ id, name: z.string() })),
  createdAt: timestamp,
})
export type FirmList = z.infer<typeof firmList>
