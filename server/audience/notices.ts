import { nameWithCompany } from '#domain/book/act-notices.ts'
import type { AddressedNotice } from '#domain/notifications/notices.ts'
import type { LoanRow } from '#server/loans/read-loans.ts'
import { excerpt } from '#server/notices/notify.ts'
import type { Principal } from '#server/sign-in/principal.ts'
import { fullName } from '#domain/texts.ts'

type Named = Pick<LoanRow, 'id' | 'title'>

const quoted = (message: string | null) => (message === null ? '' : ` “${excerpt(message)}”`)

export const noticeOfRequest = (
  { account }: Principal,
  loan: Named,
  { firmName, message }: { firmName: string; message: string | null },
): AddressedNotice => {
  const isOwnName = firmName === fullName(account)
  const asker = nameWithCompany({ ...account, firmName: isOwnName ? null : firmName })
  return {
    to: 'administrators',
    notice: {
      type: 'accessAsked',
      loanId: loan.id,
      userId: account.id,
      message: `${asker} asks for access to ${loan.title}.${quoted(message)}`,
    },
  }
}

export const noticeOfAdmission = (
  { id, title }: Named,
  firmIds: readonly string[],
  answer: string | null,
): AddressedNotice => ({
  to: 'firms',
  ids: firmIds,
  notice: {
    type: 'accessGranted',
    loanId: id,
    message: `You now have full access to ${title}.${quoted(answer)}`,
  },
})

export const noticeOfRefusal = (
  { id, title }: Named,
  firmId: string,
  answer: string | null,
): AddressedNotice => ({
  to: 'firms',
  ids: [firmId],
  notice: {
    type: 'accessRefused',
    loanId: id,
    message: `Your request for access to ${title} was refused.${quoted(answer)}`,
  },
})
