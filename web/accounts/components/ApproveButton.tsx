import { useAction } from '#web/forms/use-action.ts'
import { call } from '#web/api/client.ts'
import { Button } from '#web/ui/Button.tsx'

export const useApproval = (userId: string, onDone?: () => unknown) =>
  useAction({
    act: () => call('approveUser', { params: { id: userId } }),
    done: () => ({ title: 'User approved successfully' }),
    failed: 'Failed to approve user',
    onDone,
  })

export function ApproveButton({
  userId,
  label,
  onDone,
}: {
  userId: string
  label: string
  onDone: () => unknown
}) {
  const approve = useApproval(userId, onDone)
  return (
    <Button
      variant="outline"
      size="s"
      aria-label={label}
      busy={approve.isPending}
      onClick={() => approve.mutate()}
    >
      Approve
    </Button>
  )
}
