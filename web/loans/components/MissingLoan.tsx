import { paths } from '#web/addresses/paths.ts'
import { ButtonLink } from '#web/ui/ButtonLink.tsx'
import { Card } from '#web/ui/display/Card.tsx'
import { EmptyState } from '#web/ui/display/EmptyState.tsx'

export function MissingLoan() {
  return (
    <Card>
      <EmptyState
        kind="no-match"
        title="There is no loan at this address"
        text="It may have been removed, or the link is incomplete."
        action={<ButtonLink href={paths.loans()}>Browse Loans</ButtonLink>}
      />
    </Card>
  )
}
