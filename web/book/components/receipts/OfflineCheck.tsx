import { endpoints } from '#contract/endpoints.ts'
import { company } from '#web/company/company.ts'

export function OfflineCheck() {
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
