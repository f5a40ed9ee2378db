import type { Exposure } from '#contract/desk/exposure.ts'
import { noKey } from '#domain/desk/exposure.ts'
import { isBeyondLimit, type LimitedSpread } from '#domain/desk/limits.ts'
import { formatCents, isAboveZero } from '#domain/money.ts'
import { estimateNote } from '#web/book/components/holdings/describe-holdings.ts'
import { SliceTable, type ShownSlice } from '#web/book/components/holdings/SliceTable.tsx'
import type { StateChartProps } from '#web/loans/components/states/StateChart.tsx'
import { PartBoundary } from '#web/shell/PartBoundary.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card, CardContent, CardDescription, CardHeader, CardTitle } from '#web/ui/display/Card.tsx'
import { Skeleton } from '#web/ui/display/Skeleton.tsx'
import { onDemand } from '#web/ui/on-demand.tsx'
import { useState } from 'react'
import { Link } from 'wouter'
import type { LimitsDialogProps } from './LimitsDialog.tsx'
import { printExposureState, type Spread } from './url-state.ts'

const StateChart = onDemand<StateChartProps>(
  () => import('#web/loans/components/states/StateChart.tsx').then((part) => part.StateChart),
  () => <Skeleton className="mb-4 aspect-3/2" />,
)
const LimitsDialog = onDemand<LimitsDialogProps>(() =>
  import('./LimitsDialog.tsx').then((part) => part.LimitsDialog),
)

export function Spreads({ exposure, onChoose }: { exposure: Exposure; onChoose: () => void }) {
  const [isSettingLimits, setSettingLimits] = useState(false)
  const hasAny = exposure.byRate.length > 0
  return (
    <Card as="section" aria-labelledby="concentration" className="@container">
      <CardHeader
        className="sm:flex-nowrap!"
        action={
          <Button
            size="s"
            variant="outline"
            className="-my-1 print:hidden"
            aria-haspopup="dialog"
            onPointerEnter={LimitsDialog.preload}
            onFocus={LimitsDialog.preload}
            onClick={() => setSettingLimits(true)}
          >
            Set Limits
          </Button>
        }
      >
        <CardTitle id="concentration">Concentration</CardTitle>
        <CardDescription>
          {hasAny
            ? `Binding amounts on offered and funded loans, ${formatCents(exposure.concentratedAmount)} in all. Choose one to list its loans.`
            : "There are no binding commitments. Soft interest isn't counted here."}
          {exposure.byMaturity.some(({ estimatedAmount }) => isAboveZero(estimatedAmount)) &&
            ` ${estimateNote}`}
        </CardDescription>
      </CardHeader>
      {hasAny && (
        <CardContent className="gap-8 @xl:columns-2 [&_table]:mb-5">
          {lists.map(({ by, title, of, limited }) => (
            <div key={by} className="break-inside-avoid print:break-inside-auto">
              {by === 'state' && (
                <PartBoundary>
                  <StateChart
                    label="Binding amount by state"
                    shares={exposure.byState}
                    hrefOf={({ name }) => `?${queryOf(by, name === 'Other' ? noKey : name)}`}
                    onFollow={onChoose}
                  />
                </PartBoundary>
              )}
              <SliceTable
                title={title}
                limit={limited ? exposure.limits[limited] : null}
                slices={slicesOf(exposure, of, limited)}
                renderName={(slice) => <BarLink by={by} slice={slice} onChoose={onChoose} />}
              />
            </div>
          ))}
        </CardContent>
      )}
      {isSettingLimits && (
        <LimitsDialog limits={exposure.limits} onClose={() => setSettingLimits(false)} />
      )}
    </Card>
  )
}

type SpreadList = 'byLender' | 'byPropertyType' | 'byState' | 'byMaturity' | 'byRate'

const lists: { by: Spread; title: string; of: SpreadList; limited?: LimitedSpread }[] = [
  { by: 'lenderId', title: 'Lender', of: 'byLender', limited: 'lender' },
  { by: 'propertyType', title: 'Property Type', of: 'byPropertyType', limited: 'propertyType' },
  { by: 'maturity', title: 'Maturity', of: 'byMaturity' },
  { by: 'state', title: 'State', of: 'byState', limited: 'state' },
  { by: 'rate', title: 'Rate', of: 'byRate' },
]

/** Limits don't apply to the slice that combines all other lenders, or to loans without a type or state. */
function slicesOf(exposure: Exposure, of: SpreadList, limited: LimitedSpread | undefined) {
  const limit = limited ? exposure.limits[limited] : null
  return exposure[of].map((slice): ShownSlice & { key: string | null } => ({
    ...slice,
    isBeyond:
      limit !== null &&
      slice.key !== null &&
      slice.key !== noKey &&
      isBeyondLimit(slice.amount, exposure.concentratedAmount, limit),
  }))
}

const queryOf = (by: Spread, key: string) =>
  printExposureState({ status: 'all', sort: '-gap', bar: { by, key } })

function BarLink({
  by,
  slice: { name, key },
  onChoose,
}: {
  by: Spread
  slice: { name: string; key: string | null }
  onChoose: () => void
}) {
  if (key === null) return name
  return (
    <Link
      href={`?${queryOf(by, key)}`}
      onClick={onChoose}
      className="underline-offset-4 hover:underline max-md:inline-block max-md:py-2"
    >
      {name}
    </Link>
  )
}
