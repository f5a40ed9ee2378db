import {
  formatDollars,
  formatShare,
  sumPercent,
  type Money,
  type Percent,
  shareAmount,
  wholePercent,
} from '#domain/money.ts'
import { sumBook } from '#domain/book/sums.ts'

export function ExampleBook() {
  const { own, others, ...book } = exampleBook
  return (
    <figure className="overflow-hidden rounded-xl border bg-card elevated">
      <img
        src="/art/property-logistics.svg"
        alt=""
        width="800"
        height="450"
        className="aspect-5/2 w-full object-cover object-[50%_70%]"
      />
      <div className="p-5 sm:p-6">
        <p className="text-lg font-semibold tracking-tight">Harbor Logistics Center</p>
        <p className="text-muted-foreground">Industrial, 24 months at 7.25%</p>
        <div
          aria-hidden="true"
          className="mt-4 flex h-2.5 gap-0.5 overflow-hidden rounded-full bg-track"
        >
          {/* Widths are set with classes, because this page's content security policy allows no style attributes. */}
          <span className="w-[10%] bg-binding" />
          <span className="w-[48%] bg-binding/60" />
          <span className="w-[12%] bg-hatch" />
        </div>
        <table className="mt-3 w-full sm:text-[0.9375rem]">
          <caption className="sr-only">The book of an example loan</caption>
          <thead>
            <tr className="border-b-2 border-foreground/80 text-[0.8125rem] text-muted-foreground">
              <th scope="col" className="pb-1.5 text-left font-medium">
                Book
              </th>
              <th scope="col" className="pb-1.5 text-right font-medium">
                Share
              </th>
              <th scope="col" className="pb-1.5 text-right font-medium">
                Amount
              </th>
            </tr>
          </thead>
          <tbody>
            <Row
              name="Your commitment"
              share={own.percentage}
              amount={own.amount}
              swatch="bg-binding"
            />
            <Row
              name="Other lenders"
              share={others.percentage}
              amount={others.amount}
              swatch="bg-binding/60"
            />
            <Row
              name="Committed"
              share={book.bindingPercentage}
              amount={book.bindingAmount}
              className="font-medium"
            />
            <Row
              name="Available"
              share={book.availablePercentage}
              amount={book.availableAmount}
              swatch="border bg-track"
            />
          </tbody>
          <tfoot>
            <Row
              name="Loan amount"
              share={sumPercent([book.bindingPercentage, book.availablePercentage])}
              amount={book.loanAmount}
              className="border-t-2 border-b-4! border-double border-foreground/80 font-semibold"
            />
            <Row
              name={'Soft interest (not\u00A0counted)'}
              share={book.softPercentage}
              amount={book.softAmount}
              swatch="bg-hatch"
              className="border-b-0! text-muted-foreground"
            />
          </tfoot>
        </table>
        <figcaption className="mt-2 text-[0.8125rem] text-muted-foreground">
          An example. Soft interest isn’t binding: its share stays available.
        </figcaption>
      </div>
    </figure>
  )
}

function Row({
  name,
  share,
  amount,
  swatch,
  className = '',
}: {
  name: string
  share: Percent
  amount: Money
  swatch?: string
  className?: string
}) {
  return (
    <tr className={`border-b ${className}`}>
      <th scope="row" className="py-2.5 text-left [font-weight:inherit]">
        <span className="flex items-baseline gap-2.5">
          {swatch && <span className={`size-2.5 shrink-0 rounded-xs ${swatch}`} />}
          {name}
        </span>
      </th>
      <td className="text-right">{formatShare(share)}</td>
      <td className="pl-4 text-right">{formatDollars(amount)}</td>
    </tr>
  )
}

/** Example figures, calculated the same way as in a real book. */
const loanAmount = '12450000.00' as Money

const line = (percent: number, isSoft = false) => {
  const percentage = wholePercent(percent)
  return { isSoft, percentage, amount: shareAmount(loanAmount, percentage) }
}

const own = line(10)
const others = line(48)
const soft = line(12, true)

const exampleBook = {
  loanAmount,
  own,
  others,
  ...sumBook(loanAmount, [own, others, soft]),
}
