/** Approves each user with a separate call so that one failure doesn't block the others. */
import type { PendingUser } from '#contract/accounts/users.ts'
import { fullName } from '#domain/texts.ts'
import { errorMessage, isUnauthorized } from '#web/api/client.ts'
import type { ToastMessage } from '#web/ui/overlays/toast.ts'

export interface Approvals {
  approved: PendingUser[]
  refused: { user: PendingUser; message: string }[]
}

export async function approveEach(
  users: readonly PendingUser[],
  approve: (user: PendingUser) => Promise<unknown>,
): Promise<Approvals> {
  const approvals: Approvals = { approved: [], refused: [] }
  for (const user of users) {
    try {
      // The calls are sequential, so that a large batch doesn't flood the server.
      // oxlint-disable-next-line no-await-in-loop
      await approve(user)
      approvals.approved.push(user)
    } catch (error) {
      if (isUnauthorized(error)) throw error
      approvals.refused.push({ user, message: errorMessage(error, 'Please try again.') })
    }
  }
  return approvals
}

export function describeApprovals({ approved, refused }: Approvals): ToastMessage {
  const [first] = refused
  if (!first)
    return {
      title:
        approved.length === 1
          ? 'User approved successfully'
          : `${approved.length} users approved successfully`,
    }
  const others = refused.length - 1
  const rest = others === 0 ? '' : others === 1 ? ' 1 other failed.' : ` ${others} others failed.`
  return {
    title: 'Error',
    description: `${approved.length} of ${approved.length + refused.length} approved. ${fullName(first.user)}: ${first.message}${rest}`,
    variant: 'destructive',
  }
}
