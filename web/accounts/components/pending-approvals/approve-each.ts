/** Approves several people, each by its own call: one who can't be approved doesn't hold up the others. */
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
      // One after the other, so that nobody's many approvals hold up the desk.
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

/** What is said of them: the first who couldn't be approved by name. */
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
