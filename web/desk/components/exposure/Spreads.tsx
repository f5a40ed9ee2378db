import type { Exposure, ExposureSlice } from '#contract/desk/exposure.ts'
import { formatCents } from '#domain/money.ts'
import { SliceTable } from '#web/book/components/holdings/SliceTable.tsx'
import { Card, CardContent, CardDescription, CardHeader, CardTitle } from '#web/ui/display/Card.tsx'
import { Link } from 'wouter'
import { printExposureState, type Spread } from './url-state.ts'

export function Spreads({ exposure, onChoose }: { exposure: Exposure; onChoose: () => void }) {
  const hasAny = exposure.byRate.length > 0
  return (
    <Card as="section" aria-labelledby="concentration" className="@container">
      <CardHeader>
        <CardTitle id="concentration">Concentration</CardTitle>
        <CardDescription>
          {hasAny
            ? `Binding amounts on offered and funded loans, ${formatCents(exposure.concentratedAmount)} in all. Choose one to list its loans.`
            : "There are no binding commitments. Soft interest isn't counted here."}
          {exposure.byMaturity.some(({ key }) => key === 'none') &&
            ' The maturity is set when a loan is funded.'}
        </CardDescription>
      </CardHeader>
      {hasAny && (
        <CardContent className="gap-8 @2xl:columns-2 [&>table]:mb-5 [&>table]:break-inside-avoid">
          {lists.map(({ by, title, of }) => (
            <SliceTable
              key={by}
              title={title}
              slices={exposure[of]}
              renderName={(slice) => <BarLink by={by} slice={slice} onChoose={onChoose} />}
            />
          ))}
        </CardContent>
      )}
    </Card>
  )
}

const lists = [
  { by: 'lenderId', title: 'Lender', of: 'byLender' },
  { by: 'propertyType', title: 'Property Type', of: 'byPropertyType' },
  { by: 'state', title: 'State', of: 'byState' },
  { by: 'maturity', title: 'Maturity', of: 'byMaturity' },
  { by: 'rate', title: 'Rate', of: 'byRate' },
] as const

function BarLink({
  by,
  slice: { name, key },
  onChoose,
}: {
  by: Spread
  slice: ExposureSlice
  onChoose: () => void
}) {
  if (key === null) return name
  const query = printExposureState({ status: 'all', sort: '-gap', bar: { by, key } })
  return (
    <Link
      href={`?${query}`}
      onClick={onChoose}
      className="underline-offset-4 hover:underline max-md:inline-block max-md:py-2"
    >
      {name}
    </Link>
  )
}
