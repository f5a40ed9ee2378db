/** A loan as a lender sees it: the property, the terms, and who holds what of it. */
export function ExampleBook() {
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
        <table className="mt-5 w-full sm:text-[0.9375rem]">
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
            <Row name="Your commitment" share="10%" amount="$1,245,000" look="bg-binding" />
            <Row name="Other lenders" share="48%" amount="$5,976,000" look="bg-binding/60" />
            <Row name="Soft interest" share="12%" amount="$1,494,000" look="bg-hatch" />
            <Row name="Available" share="42%" amount="$5,229,000" look="border bg-track" />
          </tbody>
        </table>
        <div
          aria-hidden="true"
          className="mt-4 flex h-2.5 gap-0.5 overflow-hidden rounded-full bg-track"
        >
          <span className="w-[10%] bg-binding" />
          <span className="w-[48%] bg-binding/60" />
          <span className="w-[12%] bg-hatch" />
        </div>
        <div className="mt-4 flex items-baseline justify-between border-t-2 border-b-4 border-double border-foreground/80 py-2 text-base font-semibold">
          <span>Loan amount</span>
          <span>$12,450,000</span>
        </div>
        <figcaption className="mt-3 text-[0.8125rem] text-muted-foreground">
          An example. Soft interest is not binding and leaves the share available.
        </figcaption>
      </div>
    </figure>
  )
}

function Row({
  name,
  share,
  amount,
  look,
}: {
  name: string
  share: string
  amount: string
  look: string
}) {
  return (
    <tr className="border-b">
      <th scope="row" className="py-2.5 text-left font-normal">
        <span className={`mr-2.5 inline-block size-2.5 rounded-xs ${look}`} />
        {name}
      </th>
      <td className="text-right">{share}</td>
      <td className="pl-4 text-right">{amount}</td>
    </tr>
  )
}
