import type { PendingUser } from '#contract/accounts/users.ts'
import { fullName } from '#domain/texts.ts'
import { ConfirmDialog } from '#web/ui/overlays/ConfirmDialog.tsx'
import { describeColleagues, describeFirm, isDoubtful } from './describe-colleagues.ts'

interface ApproveDialogProps {
  users: PendingUser[]
  busy: boolean
  onConfirm: () => void
  onClose: () => void
}

/** Asks once before people are approved, if something speaks against any of them. */
export function ApproveDialog({ users, busy, onConfirm, onClose }: ApproveDialogProps) {
  const [first] = users
  const who = users.length === 1 && first ? fullName(first) : `${users.length} people`
  const doubtful = users.filter(isDoubtful)
  const others = users.length - doubtful.length
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`Approve ${who}?`}
      text={`Check with the company that it knows ${doubtful.length === 1 ? 'this person' : 'these people'}.`}
      confirmLabel={users.length === 1 ? 'Approve' : `Approve ${users.length}`}
      busy={busy}
      onConfirm={onConfirm}
    >
      <ul role="list" className="mt-3 grid gap-3">
        {doubtful.map((user) => (
          <li key={user.id} className="wrap-anywhere">
            <span className="block font-medium">
              {[user.firmName ?? user.companyName, fullName(user)].filter(Boolean).join(', ')}
            </span>
            {describeColleagues(user).map(({ text, isWarning }) => (
              <span key={text} className={isWarning ? 'block text-warning' : 'block'}>
                {text}
              </span>
            ))}
            <span className="block text-muted-foreground">{describeFirm(user)}</span>
          </li>
        ))}
      </ul>
      {others > 0 && (
        <p className="mt-3 text-muted-foreground">
          Nothing speaks against the other {others === 1 ? 'one' : others}.
        </p>
      )}
    </ConfirmDialog>
  )
}
