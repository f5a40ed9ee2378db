import { company } from '#web/company/company.ts'
import { ReceiptInput } from '#web/book/components/receipts/ReceiptInput.tsx'
import { useVerification } from '#web/book/components/receipts/use-verification.ts'
import { Verdict } from '#web/book/components/receipts/Verdict.tsx'
import { endpoints } from '#contract/endpoints.ts'

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

function OfflineCheck() {
  return (
    <section aria-labelledby="offline" className="px-4.5">
      <h2 id="offline" className="text-heading font-semibold">
        Check it without this website
      </h2>
      <p className="mt-1 text-pretty text-muted-foreground">
        Save the{' '}
        <a href={keysAddress} className="text-foreground underline underline-offset-4">
          public keys of {company.name}
        </a>{' '}
        once. With them, anyone who has Paripassu, the open-source program behind this website, can
        check a receipt offline:
      </p>
      <pre className="mt-2 rounded-lg whitespace-pre-wrap bg-secondary px-3 py-2.5 text-xs text-secondary-foreground">
        <code>npm run receipt:verify -- receipt.pdf paripassu-keys.json</code>
      </pre>
    </section>
  )
}

const keysAddress = endpoints.getReceiptKeys.path
