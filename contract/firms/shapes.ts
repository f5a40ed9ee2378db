import { firmRoles } from '#domain/access.ts'
import { firmOrders } from '#domain/firms/orders.ts'
import { firmActs, firmPersonActs, personStates } from '#domain/firms/people.ts'
import { email, firstName, lastName, newPassword } from '#contract/accounts/shapes.ts'
import { invitationStates } from '#contract/accounts/users.ts'
import { pass } from '#contract/loans/passes.ts'
import {
  flag,
  id,
  money,
  pageFields,
  percent,
  searchText,
  text,
  timestamp,
} from '#contract/wire.ts'
import { loanStatuses } from '#domain/loans/statuses.ts'
import { textLimits } from '#domain/texts.ts'
import * as z from 'zod/mini'

const firmRole = z.enum(firmRoles, 'Must be viewer, committer or manager')
const firmName = text(textLimits.companyName, 'Enter the name of the firm')

/** A person of a firm, as managers of the firm and administrators see it. */
export const firmPerson = z.object({
  id,
  name: z.string(),
  email: z.string(),
  firmRole,
  isAdmin: flag,
  state: z.enum(personStates),
  lastSignInAt: z.nullable(timestamp),
  createdAt: timestamp,
  can: z.array(z.enum(firmPersonActs)),
})
export type FirmPerson = z.infer<typeof firmPerson>

export const firmInvitation = z.object({
  id,
  email: z.string(),
  firmRole,
  /** True if the account is approved when the invitation is accepted. */
  isApproved: flag,
  state: z.enum(invitationStates),
  invitedByName: z.nullable(z.string()),
  createdAt: timestamp,
  expiresAt: timestamp,
  /** The link, for administrators only. Null unless the invitation is open. */
  url: z.nullable(z.string()),
  can: z.array(z.enum(['withdraw'])),
})
export type FirmInvitation = z.infer<typeof firmInvitation>

export const ownFirm = z.object({
  id,
  /** The firm's own name, or null if it goes by the name of its first person. */
  name: z.nullable(z.string()),
  /** The name to show: the firm's own name, or the full name of its first person. */
  displayName: z.string(),
  /** The caller's role. */
  firmRole,
  /** The names of the people who can commit for the firm, for those who can't. Empty for a pending person. */
  committers: z.array(z.string()),
  /** Null unless the caller is a manager or an administrator. */
  people: z.nullable(z.array(firmPerson)),
  can: z.array(z.enum(firmActs)),
})
export type OwnFirm = z.infer<typeof ownFirm>

/** With null, the firm goes by the name of its first person. */
export const firmChange = z.object({ name: z.nullable(firmName) })
export const newFirm = z.object({ name: firmName })
export const firmPersonChange = z.object({ firmRole })
export const newFirmInvitation = z.object({ email, firmRole })

/** An invitation as the person who has its link sees it. */
export const invitationOfLink = z.object({
  email: z.string(),
  /** The invited person's name from an imported file. */
  name: z.nullable(z.string()),
  /** The firm to join, or null if the person gets a new firm. */
  firmName: z.nullable(z.string()),
  firmRole: z.nullable(firmRole),
  isApproved: flag,
  expiresAt: timestamp,
})
export type InvitationOfLink = z.infer<typeof invitationOfLink>

export const acceptance = z.object({ firstName, lastName, password: newPassword })

export const firmPage = z.object({
  /** Each word must match part of the firm's name, or of a person's name, email address, or company. */
  search: searchText(textLimits.search),
  sort: z.optional(z.enum(firmOrders, 'Must be one of the orders')),
  ...pageFields(200),
  /** A cursor for sorting by name contains the name, which can take up to 800 bytes. */
  cursor: searchText(1300),
})

/** A firm in the administrators' list. */
export const firmSummary = z.object({
  id,
  name: z.nullable(z.string()),
  displayName: z.string(),
  /** The company that its first person gave. Null for a firm with its own name. */
  companyName: z.nullable(z.string()),
  /** The originator's firm holds the announcements and has no people. */
  isOriginator: flag,
  /** The numbers of approved people with an active account, and of those who await approval. */
  people: z.int(),
  pending: z.int(),
  activeLoans: z.int(),
  bindingAmount: money,
  softAmount: money,
  /** The number of loans that admit the firm, and of its open requests for access. */
  admittedLoans: z.int(),
  accessRequests: z.int(),
  createdAt: timestamp,
  deactivatedAt: z.nullable(timestamp),
  /** The last sign-in of one of its people. */
  lastSignInAt: z.nullable(timestamp),
})
export type FirmSummary = z.infer<typeof firmSummary>

const onLoan = { loanId: id, loanTitle: z.string() }
const onLoanNow = { ...onLoan, loanStatus: z.enum(loanStatuses) }

/** A firm with its people and its last acts. The lists of acts have the newest 50. */
export const firmOfAdmin = z.object({
  ...firmSummary.shape,
  note: z.nullable(z.string()),
  peopleList: z.array(firmPerson),
  invitations: z.array(firmInvitation),
  positions: z.array(
    z.object({
      ...onLoanNow,
      /** The time of the first line that the firm still holds. */
      since: timestamp,
      bindingPercentage: percent,
      bindingAmount: money,
      softPercentage: percent,
      softAmount: money,
      /** What the firm owes the loan next, or null: an answer to an offer or to terms, or money. */
      owes: z.nullable(
        z.object({
          what: z.enum(['offerAnswer', 'termsAnswer', 'money']),
          /** The offered share, or null. */
          share: z.nullable(percent),
          /** The money that is due, or null. */
          amount: z.nullable(money),
          dueAt: timestamp,
        }),
      ),
    }),
  ),
  /** Loans without a position, if not everyone sees them: the firm asks for access, is admitted, or passed on them. */
  withoutPosition: z.array(
    z.object({ ...onLoanNow, state: z.enum(['asks', 'admitted', 'passed']), since: timestamp }),
  ),
  questions: z.array(
    z.object({
      id,
      ...onLoan,
      /** The person who asked, to whom an answer goes. */
      lenderId: id,
      askedBy: z.string(),
      message: z.string(),
      isAnswered: flag,
      createdAt: timestamp,
    }),
  ),
  /** Each document once, with its last reader. */
  documentsRead: z.array(
    z.object({
      id,
      name: z.string(),
      /** Null if the loan was deleted. */
      loanId: z.nullable(id),
      loanTitle: z.string(),
      readBy: z.string(),
      readAt: timestamp,
    }),
  ),
  /** Soft commitments that became binding. */
  firmedUp: z.array(
    z.object({ id, ...onLoan, percentage: percent, amount: money, by: z.string(), at: timestamp }),
  ),
  passes: z.array(z.object({ ...onLoan, ...pass.shape, passedBy: z.string() })),
  /** The last act, question, reading or sign-in of its people after they registered. */
  lastSignAt: z.nullable(timestamp),
  can: z.array(z.enum(firmActs)),
})
export type FirmOfAdmin = z.infer<typeof firmOfAdmin>

export const firmChangeByAdmin = z.object({
  name: z.optional(z.nullable(firmName)),
  note: z.optional(z.nullable(text(textLimits.loanNote, 'Enter a note, or null to remove it'))),
})

/** People whose firms might be one, because they gave exactly the same company. */
export const firmProposal = z.object({
  companyName: z.string(),
  firms: z.array(
    z.object({
      ...firmSummary.shape,
      /** The titles of loans that the firm sees in full, and that aren't for everyone. */
      restrictedLoans: z.array(z.string()),
      peopleList: z.array(
        z.object({
          ...{ id, name: z.string(), email: z.string(), firmRole, state: z.enum(personStates) },
          /** Whether the person can be moved to another firm. */
          can: z.array(z.enum(['move'])),
        }),
      ),
    }),
  ),
})
export type FirmProposal = z.infer<typeof firmProposal>
