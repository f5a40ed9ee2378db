import { buttonClass } from '#web/ui/button-class.ts'
import { cx } from '#web/ui/cx.ts'
import { page, sectionTitle } from './looks.ts'

const receipt = [
  ['Loan', 'Harbor Logistics Center'],
  ['Commitment', 'Binding, 10%'],
  ['Amount', '$1,245,000.00'],
  ['Signature', 'kqZ4 T9wB 1mXc … 7hVg=='],
]

/** Uses the figures of the example book. */
export function Proof() {
  return (
    <section aria-labelledby="proof" className={cx(page, 'pb-16 lg:pb-20')}>
      <div className="grid items-center gap-x-16 gap-y-8 border-t pt-12 lg:grid-cols-[6fr_5fr] lg:pt-16">
        <div>
          <h2 id="proof" className={sectionTitle}>
            A signed receipt for every commitment
          </h2>
          <p className="mt-3 max-w-lg text-base text-pretty text-muted-foreground">
            It names the loan, the share, the amount and the time. Anyone can check the signature,
            without an account.
          </p>
          <a href="/verify" className={buttonClass({ variant: 'outline', className: 'mt-6' })}>
            Check one yourself
          </a>
        </div>
        <figure className="rounded-xl border bg-card p-5">
          <p className="flex items-center justify-between gap-3 font-semibold">
            Receipt
            <span className="rounded-full bg-success-soft px-2 py-0.5 text-xs font-medium text-success">
              Genuine
            </span>
          </p>
          <dl className="mt-3">
            {receipt.map(([name, value]) => (
              <div key={name} className="flex justify-between gap-4 border-t py-2">
                <dt className="text-muted-foreground">{name}</dt>
                <dd className={name === 'Signature' ? 'font-mono text-[0.8125rem]' : 'font-medium'}>
                  {value}
                </dd>
              </div>
            ))}
          </dl>
          <figcaption className="mt-1 border-t pt-3 text-[0.8125rem] text-muted-foreground">
            An example.
          </figcaption>
        </figure>
      </div>
    </section>
  )
}
