import type { Role } from '#domain/access.ts'
import { company } from '#web/company/company.ts'
import { paths } from '#web/addresses/paths.ts'
import { useSession } from '#web/session.ts'
import { ButtonLink } from '#web/ui/ButtonLink.tsx'
import { EmptyState } from '#web/ui/display/EmptyState.tsx'

export function NoLoans() {
  const { role } = useSession()
  return (
    <EmptyState
      title="No loans available"
      text={texts[role]}
      action={
        role === 'admin' && (
          <>
            <ButtonLink href={`${paths.admin()}#create`} variant="outline">
              Add Your First Loan
            </ButtonLink>
            <ButtonLink href={paths.adminSettings()} variant="ghost">
              Set Up Your Desk
            </ButtonLink>
          </>
        )
      }
    />
  )
}

const soon = 'New opportunities will appear here as soon as they open.'

const texts: Record<Role, string> = {
  visitor: soon,
  pending: `${soon} We'll tell you when your account is approved, usually ${company.approvalTime}. Questions: ${company.email}.`,
  lender: soon,
  admin: 'Lenders see nothing yet. Add a loan as a draft, and publish it when it is complete.',
}
