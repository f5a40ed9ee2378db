import type { Register } from '#contract/deal/registers.ts'
import type { Deal } from '#contract/deal/shapes.ts'
import { formatPart, sumMoney, sumPercent } from '#domain/money.ts'
import { call } from '#web/api/client.ts'
import { ReasonDialog } from '#web/deal/components/ReasonDialog.tsx'
import { countLenders } from '#web/deal/components/count-lenders.ts'

interface ReopenBookDialogProps {
  deal: Deal
  register: Register
  onClose: () => void
}

/** Reopens a closed book, with the reason that its lenders read. */
export function ReopenBookDialog({ deal: { loan }, register, onClose }: ReopenBookDialogProps) {
  const lenders = register.entries.filter(({ isHold }) => isHold === 'false')
  const bound = formatPart(
    sumPercent(lenders.map(({ percentage }) => percentage)),
    sumMoney(lenders.map(({ amount }) => amount)),
  )
  const count = lenders.length
  const certificates = count === 1 ? 'certificate' : `${count} certificates`
  return (
    <ReasonDialog
      title="Reopen the Book"
      description={loan.title}
      lead={`The register and its ${certificates} become void. ${countLenders(count)} ${count === 1 ? 'stays' : 'stay'} bound to ${bound}.`}
      effect="Lenders are notified, with the reason. Soft shares that lapsed stay lapsed."
      hint="Sent to the lenders and kept on record."
      confirmLabel="Reopen the Book"
      act={(reason) => call('reopenBook', { params: { id: loan.id }, body: { reason } })}
      done={{ title: 'Book reopened', description: 'Its register is void.' }}
      failed="The book wasn't reopened."
      onClose={onClose}
    />
  )
}
