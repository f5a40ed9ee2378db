import { useAction } from '#web/forms/use-action.ts'
import { call } from '#web/api/client.ts'
import { Button } from '#web/ui/Button.tsx'

export const useApproval = (userId: string, onDone?: () => unknown, name?: string) =>
  useAction({
    act: () => call('approveUser', { params: { id: userId } }),
    done: () => ({ title: 'User approved successfully', ...(name && { description: name }) }),
    failed: 'Failed to approve user',
    onDone,
  })

interface ApproveButtonProps {
  userId: string
  name?: string
  label: string
  onDone: () => unknown
}

export function ApproveButton({ userId, name, label, onDone }: ApproveButtonProps) {
  const approve = useApproval(userId, onDone, name)
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
