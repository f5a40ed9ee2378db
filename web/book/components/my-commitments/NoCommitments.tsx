import { paths } from '#web/paths.ts'
import { ButtonLink } from '#web/ui/ButtonLink.tsx'
import { Card } from '#web/ui/Card.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'

export const NoCommitments = () => (
  <Card>
    <EmptyState
      title="No commitments yet. Browse available loans to get started."
      action={<ButtonLink href={paths.loans()}>Browse Loans</ButtonLink>}
    />
  </Card>
)
