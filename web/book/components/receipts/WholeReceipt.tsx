import type { SignedReceipt } from '#contract/book/receipts.ts'
import { factsBelowHead } from '#domain/book/receipt-facts.ts'
import { paths } from '#web/addresses/paths.ts'
import { formatExactTime } from '#web/time/timestamps.ts'
import { Link } from 'wouter'
import { Facts, ReceiptPaper } from './ReceiptPaper.tsx'

export function WholeReceipt({ signed: { receipt, keyId, signature } }: { signed: SignedReceipt }) {
  const { issuer, reference, amount, percent, loanId, loanTitle, audit } = receipt
  return (
    <ReceiptPaper
      letterhead={
        <div className="flex flex-wrap justify-between gap-x-6 border-b px-5 py-3">
          <p className="font-semibold wrap-anywhere">{issuer}</p>
          <p className="text-muted-foreground">Receipt {reference}</p>
        </div>
      }
      done={receipt}
      amount={amount}
      percent={percent}
      loan={
        <Link href={paths.loan(loanId)} className="text-foreground underline underline-offset-4">
          {loanTitle}
        </Link>
      }
      facts={factsBelowHead(receipt, formatExactTime).map(([name, value]) => ({ name, value }))}
    >
      <section aria-labelledby="proof" className="border-t bg-muted/55 pt-3">
        <h2 id="proof" className="px-5 pb-2 font-semibold">
          Proof
        </h2>
        <Facts
          facts={[
            { name: 'Audit entry', value: `No. ${audit.number}` },
            { name: 'Entry ID', value: audit.entry, isCode: true },
            { name: 'Audit trail hash', value: audit.hash, isCode: true },
            { name: 'Signature', value: signature, isCode: true },
            { name: 'Signing key', value: keyId, isCode: true },
          ]}
        />
        <p className="border-t px-5 py-3 text-[0.8125rem] text-muted-foreground wrap-anywhere">
          Check this receipt at {new URL(paths.verify(), location.href).href}
        </p>
      </section>
    </ReceiptPaper>
  )
}
