/** Formats field names and values in the audit trail as on other screens. */
import { audienceLabels } from '#domain/audience/audiences.ts'
import { auditKindNames } from './kinds.ts'
import { isMoment } from '#domain/days.ts'
import { formatLoanField, isLoanFigure } from '#domain/loans/field-texts.ts'
import { isLoanField, loanFields } from '#domain/loans/fields.ts'
import { loanStatusLabels } from '#domain/loans/statuses.ts'
import { formatCents, formatShare, parseMoney, parsePercent } from '#domain/money.ts'

const labelsByField: Record<string, Record<string, string>> = {
  kind: { ...auditKindNames, soft: 'Soft', binding: 'Binding' },
  status: {
    ...loanStatusLabels,
    active: 'Active',
    withdrawn: 'Withdrawn',
    released: 'Released',
    lapsed: 'Lapsed',
  },
  role: { admin: 'Administrator', lender: 'Lender', pending: 'Pending' },
  firmRole: { viewer: 'Viewer', committer: 'Committer', manager: 'Manager' },
  secondFactor: { application: 'Authenticator app', recovery: 'Recovery code' },
  audience: audienceLabels,
  format: { csv: 'CSV', pdf: 'PDF', xlsx: 'XLSX' },
  endReason: {
    notTakenUp: 'Not taken up',
    notConfirmed: 'Not confirmed',
    bookClosed: 'Book closed',
  },
}

export const labelFrom = (
  labels: Record<string, string> | undefined,
  value: unknown,
): string | null =>
  // Only the object's own properties count, because every object inherits `constructor`.
  (labels && typeof value === 'string' && Object.hasOwn(labels, value) && labels[value]) || null

const fieldNames: Record<string, string> = {
  percentage: 'Share',
  coverUrl: 'Cover',
  isCover: 'Cover',
  isDraft: 'Draft',
  signIns: 'Sign-Ins',
  firmId: 'Firm',
  firmRole: 'Role in the Firm',
  companyName: 'Company',
  isAdmin: 'Administrator',
  isApproved: 'Approved',
  isSoftCommit: 'Soft',
  notifyByEmail: 'Notified by Email',
  email: 'Email',
}

/**
 * Returns a label, such as "Borrower Name" for `borrowerName`. For redistributed cents, `name` is a commitment's id.
 */
export function fieldName(name: string): string {
  if (isId(name)) return `Commitment ${name.slice(0, 8)}`
  if (isLoanField(name)) return loanFields[name].name
  const words = name.replace(/([a-z])([A-Z])/g, '$1 $2')
  return fieldNames[name] ?? words.charAt(0).toUpperCase() + words.slice(1)
}

const isId = (text: string) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text)

/**
 * Returns unknown values unchanged. Times are formatted by `formatTime`, because only the browser knows the user's time
 * zone.
 */
export function formatFieldValue(
  name: string,
  value: unknown,
  formatTime: (at: string) => string,
): string | null {
  if (value === null || value === undefined || value === '') return null
  if (Array.isArray(value))
    return value.length > 0
      ? value.map((one) => formatFieldValue(name, one, formatTime) ?? '').join('\n')
      : 'none'
  if (typeof value === 'object') return listed(Object.entries(value), formatTime)
  if (value === true || value === 'true') return 'Yes'
  if (value === false || value === 'false') return 'No'
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  const word = labelFrom(labelsByField[name], value) ?? formatFigure(name, text)
  return word ?? (isMoment(text) ? formatTime(text) : text)
}

const listed = (fields: [string, unknown][], formatTime: (at: string) => string) =>
  fields
    .filter(([name]) => !/^id$|Id$/.test(name))
    .map(
      ([name, value]) =>
        `${fieldName(name)}: ${formatFieldValue(name, value, formatTime) ?? 'none'}`,
    )
    .join('\n')

const moneyFields = /^(loanAmount|committedAmount)$/
const shareFields =
  /^(percentage|committedPercentage|softPercentage|lenderLimit|stateLimit|propertyTypeLimit)$/

function formatFigure(name: string, text: string): string | null {
  if (isLoanField(name)) return isLoanFigure(name) ? formatLoanField(name, text) : null
  const money = moneyFields.test(name) || isId(name) ? parseMoney(text) : null
  if (money) return formatCents(money)
  const share = shareFields.test(name) ? parsePercent(text) : null
  return share && formatShare(share)
}
