import { LockKeyhole } from 'lucide-react'
import { Card } from '#web/ui/display/Card.tsx'
import { EmptyState } from '#web/ui/display/EmptyState.tsx'

export function AwaitingApprovalCard() {
  return (
    <Card as="section">
      <EmptyState
        icon={LockKeyhole}
        title="Your account is awaiting approval"
        text="Once an administrator has approved it, you can see this loan's photos and documents, write messages, and commit."
      />
    </Card>
  )
}
