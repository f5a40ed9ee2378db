import { company } from '#web/company/company.ts'
import { OfflineCheck } from '#web/book/components/receipts/OfflineCheck.tsx'
import { ReceiptInput } from '#web/book/components/receipts/ReceiptInput.tsx'
import { useVerification } from '#web/book/components/receipts/use-verification.ts'
import { Verdict } from '#web/book/components/receipts/Verdict.tsx'

/** A public page that verifies a receipt and discloses nothing else. */
export function VerifyPage() {
  const { verification, verify } = useVerification()
  return (
    <div className="mx-auto grid max-w-2xl grid-cols-1 gap-5 md:py-4">
      <header>
        <h1 className="text-title font-semibold tracking-tight">Verify a Receipt</h1>
        <p className="text-pretty text-muted-foreground">
          Find out whether {company.name} issued a receipt and whether it was changed. We don't keep
          the file.
        </p>
      </header>
      <ReceiptInput busy={verification?.state === 'checking'} onFile={verify} />
      <Verdict verification={verification} />
      <OfflineCheck />
    </div>
  )
}
