import type { Receipt, SignedReceipt } from '#contract/book/receipts.ts'
import { formatTerm } from '#domain/loans/statuses.ts'
import { formatCents, formatRate } from '#domain/money.ts'
import { paths } from '#web/paths.ts'
import { formatExactTime } from '#web/timestamps.ts'
import { Link } from 'wouter'
import { describeBefore, describeMaker } from './receipt-texts.ts'
import { Facts, ReceiptPaper, type Fact } from './ReceiptPaper.tsx'

/** All that a receipt says, with what proves it. */
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
      facts={factsOf(receipt)}
    >
      <section aria-labelledby="proof" className="border-t bg-muted/55 pt-3">
        <h2 id="proof" className="px-5 pb-2 font-semibold">
          Proof
        </h2>
        <Facts
          facts={[
            { name: 'Audit entry', value: `No. ${audit.number}` },
            { name: 'Entry ID', value: audit.entry, isCode: true },
            { name: 'Hash of the audit trail', value: audit.hash, isCode: true },
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

function factsOf(receipt: Receipt): Fact[] {
  const { lenderName, loanAmount, rate, term, before, reason, onWhoseWord, madeAt } = receipt
  const facts: (Fact | null)[] = [
    { name: 'Lender', value: lenderName },
    before ? { name: 'Before', value: describeBefore(before) } : null,
    loanAmount === undefined ? null : { name: 'Loan amount', value: formatCents(loanAmount) },
    rate === undefined ? null : { name: 'Rate', value: formatRate(rate) },
    term === undefined ? null : { name: 'Term', value: formatTerm(Number(term)) },
    reason === undefined ? null : { name: 'Reason', value: reason },
    { name: 'Made by', value: describeMaker(receipt) },
    onWhoseWord === undefined ? null : { name: 'On the word of', value: onWhoseWord },
    { name: 'Time', value: formatExactTime(madeAt) },
  ]
  return facts.filter((fact) => fact !== null)
}
