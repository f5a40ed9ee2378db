import { paths } from '#web/addresses/paths.ts'
import { ButtonLink } from '#web/ui/ButtonLink.tsx'
import { Card } from '#web/ui/display/Card.tsx'
import { EmptyState } from '#web/ui/display/EmptyState.tsx'

export const NoCommitments = () => (
  <Card>
    <EmptyState
      title="No commitments yet. Browse available loans to get started."
      action={<ButtonLink href={paths.loans()}>Browse Loans</ButtonLink>}
    />
  </Card>
)
