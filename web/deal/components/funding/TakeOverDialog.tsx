import type { Funding, LenderFunding } from '#contract/deal/funding.ts'
import { mainName } from '#domain/book/deal/holder-names.ts'
import { call } from '#web/api/client.ts'
import { ReasonDialog } from '#web/deal/components/ReasonDialog.tsx'
import { describeTakeOver } from './describe-funding.ts'

interface TakeOverDialogProps {
  funding: Funding
  lender: LenderFunding
  onClose: () => void
}

/** Takes over the whole share of a lender that didn't pay. */
export function TakeOverDialog({ funding, lender, onClose }: TakeOverDialogProps) {
  const { loan, register, totals } = funding
  const { firmId } = lender
  const lenderName = mainName(lender)
  return (
    <ReasonDialog
      title="Take Over Share"
      description={`${lenderName}, ${loan.title}`}
      lead={describeTakeOver(lender, totals)}
      effect={`${lenderName} is released and notified. The register gets version ${register.version + 1}, and the certificates of version ${register.version} no longer count. It can't be undone.`}
      hint="Sent to the lender and kept on record."
      confirmLabel="Take Over"
      act={(reason) => call('takeOverShare', { params: { id: loan.id }, body: { firmId, reason } })}
      done={{
        title: 'Share taken over',
        description: `The register is now version ${register.version + 1}.`,
      }}
      failed="The share wasn't taken over."
      onClose={onClose}
    />
  )
}
