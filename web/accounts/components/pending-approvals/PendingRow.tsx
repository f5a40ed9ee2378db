import type { PendingUser } from '#contract/accounts/users.ts'
import { firmRoleLabels } from '#domain/access.ts'
import { fullName } from '#domain/texts.ts'
import { AddressText } from '#web/accounts/components/AddressText.tsx'
import { useApproval } from '#web/accounts/components/ApproveButton.tsx'
import { EditPersonButton } from '#web/accounts/components/EditPersonButton.tsx'
import { countBinding } from '#web/accounts/components/users.ts'
import { formatDate } from '#web/time/timestamps.ts'
import { Button } from '#web/ui/Button.tsx'
import { cx } from '#web/ui/cx.ts'
import { Cell, TableRow } from '#web/ui/display/Table.tsx'
import { onDemand } from '#web/ui/on-demand.tsx'
import { useState, type MouseEvent, type ReactNode } from 'react'
import { describeColleagues, describeFirm, isDoubtful } from './describe-colleagues.ts'

const ApproveDialog = onDemand(() =>
  import('./ApproveDialog.tsx').then((part) => part.ApproveDialog),
)

/** Returns text to follow "Registered on a day". */
function describeArrival({ invitation, firmName, firmRole }: PendingUser) {
  if (!invitation) return 'without an invitation'
  const by = invitation.invitedByName ? ` by ${invitation.invitedByName}` : ''
  const as = firmName === null ? '' : ` as ${firmRoleLabels[firmRole].toLowerCase()}`
  return `invited${by}${as} on ${formatDate(invitation.createdAt)}`
}

interface PendingRowProps {
  user: PendingUser
  choice: ReactNode
  disabled: boolean
  /**
   * True for a short time after a row is removed, because the rows below it move up and a click could hit the wrong
   * row.
   */
  isTooSoon: (press: MouseEvent) => boolean
  onApproved: () => unknown
  onReject: () => void
}

export function PendingRow({
  user,
  choice,
  disabled,
  isTooSoon,
  onApproved,
  onReject,
}: PendingRowProps) {
  const [isAsking, setAsking] = useState(false)
  const close = () => setAsking(false)
  const approve = useApproval(
    user.id,
    () => {
      close()
      onApproved()
    },
    fullName(user),
  )
  const registered = formatDate(user.createdAt)
  const acts = (
    <div className="flex gap-1.5 sm:justify-end">
      <Button
        variant="outline"
        size="s"
        aria-label={`Approve ${fullName(user)}`}
        busy={approve.isPending}
        disabled={disabled}
        onClick={(press) => {
          if (isTooSoon(press)) return
          if (isDoubtful(user)) setAsking(true)
          else approve.mutate()
        }}
      >
        Approve
      </Button>
      <Button
        variant="ghost"
        size="s"
        aria-label={`Reject ${fullName(user)}`}
        disabled={disabled || approve.isPending}
        onClick={(press) => !isTooSoon(press) && onReject()}
      >
        Reject
      </Button>
    </div>
  )
  return (
    <TableRow>
      <Cell className="font-medium wrap-anywhere">
        <div className="flex items-center gap-3">
          {choice}
          <div className="min-w-0">
            {fullName(user)}
            {(user.firmName ?? user.companyName) !== null && (
              <span className="block font-normal text-muted-foreground">
                {user.firmName ?? user.companyName}
              </span>
            )}
            <span className="block text-xs font-normal text-muted-foreground">
              {describeFirm(user)}{' '}
              <EditPersonButton
                id={user.id}
                email={user.email}
                firstField="firm"
                variant="link"
                size="s"
                className="-mx-2.5 h-auto! py-0 text-xs max-md:-mx-3.5 max-md:py-2"
                aria-label={`Change the firm of ${fullName(user)}`}
              >
                Change
              </EditPersonButton>
            </span>
            {user.bindingCommitments > 0 && (
              <span className="block text-xs font-normal text-muted-foreground">
                {countBinding(user.bindingCommitments)}
              </span>
            )}
            <div className="font-normal lg:hidden">
              <Origin user={user} />
              <span className="block text-xs text-muted-foreground">
                Registered {registered}, {describeArrival(user)}
              </span>
            </div>
            <div className="mt-1.5 font-normal sm:hidden">{acts}</div>
          </div>
        </div>
      </Cell>
      <Cell className="wrap-anywhere max-lg:hidden">
        <Origin user={user} />
      </Cell>
      <Cell className="max-lg:hidden">
        <span className="whitespace-nowrap">{registered}</span>
        <span className="block text-xs text-pretty text-muted-foreground">
          {describeArrival(user)}
        </span>
      </Cell>
      <Cell numeric className="max-sm:hidden">
        {acts}
        {isAsking && (
          <ApproveDialog
            users={[user]}
            busy={approve.isPending}
            onConfirm={() => approve.mutate()}
            onClose={close}
          />
        )}
      </Cell>
    </TableRow>
  )
}

/** The address, with what it and the company share with approved people. */
const Origin = ({ user }: { user: PendingUser }) => (
  <>
    <span className="block wrap-anywhere">
      <AddressText address={user.email} />
    </span>
    {describeColleagues(user).map(({ text, isWarning }) => (
      <span
        key={text}
        className={cx(
          'block text-xs text-pretty',
          isWarning ? 'text-warning' : 'text-muted-foreground',
        )}
      >
        {text}
      </span>
    ))}
  </>
)
