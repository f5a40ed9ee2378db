import type { Exposure } from '#contract/desk/exposure.ts'
import { formatCents, formatMillions, type Money } from '#domain/money.ts'
import { ExportButton } from '#web/files/ExportButton.tsx'
import { callFile } from '#web/api/call-file.ts'
import { endpointQuery, errorMessage } from '#web/api/client.ts'
import { ExposedLoans } from '#web/desk/components/exposure/ExposedLoans.tsx'
import { Spreads } from '#web/desk/components/exposure/Spreads.tsx'
import {
  printExposureState,
  readExposureState,
  type ExposureState,
} from '#web/desk/components/exposure/url-state.ts'
import { HelpLink } from '#web/help/HelpLink.tsx'
import { PartBoundary } from '#web/shell/PartBoundary.tsx'
import { formatExactTime } from '#web/time/timestamps.ts'
import { ErrorCard } from '#web/ui/display/ErrorCard.tsx'
import { Figures } from '#web/ui/display/Figures.tsx'
import { Skeleton } from '#web/ui/display/Skeleton.tsx'
import { onDemand } from '#web/ui/on-demand.tsx'
import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { useLocation, useSearch } from 'wouter'

const WeeksCard = onDemand(
  () => import('#web/desk/components/exposure/WeeksCard.tsx').then((part) => part.WeeksCard),
  () => <Skeleton className="h-72 rounded-xl" />,
)

export function ExposurePage() {
  const [pathname, navigate] = useLocation()
  const state = readExposureState(useSearch())
  const loansHeading = useRef<HTMLHeadingElement>(null)
  const { data, error, isFetching, refetch } = useQuery({
    ...endpointQuery('getExposure'),
    refetchOnMount: 'always',
  })

  function change(part: Partial<ExposureState>) {
    const query = printExposureState({ ...readExposureState(location.search), ...part })
    navigate(query ? `${pathname}?${query}` : pathname)
  }
  function showLoans() {
    loansHeading.current?.scrollIntoView({ block: 'start' })
    loansHeading.current?.focus({ preventScroll: true })
  }
  const lenderName = useLenderName(state.bar?.by === 'lenderId' ? state.bar.key : null)

  return (
    <div data-print="wide" className="grid grid-cols-1 gap-4">
      <header className="flex flex-wrap items-start justify-between gap-3">
        <div className="min-w-0 flex-1 basis-72">
          <h1 className="text-title font-semibold tracking-tight">Exposure</h1>
          <p className="text-muted-foreground">
            {data ? describe(data) : 'What is offered and held on all loans'}
          </p>
          <HelpLink to="exposure" className="print:hidden">
            How these figures are made up
          </HelpLink>
        </div>
        <div role="group" aria-label="Export the exposure" className="flex flex-wrap gap-2">
          <ExportButton label="Export PDF" fetchFile={() => callFile('exportExposureAsPdf', {})} />
          <ExportButton
            label="Export XLSX"
            fetchFile={() => callFile('exportExposureAsXlsx', {})}
          />
        </div>
      </header>
      {!data && error ? (
        <ErrorCard
          title="The exposure couldn't be loaded"
          message={errorMessage(error, error.message)}
          busy={isFetching}
          onRetry={() => void refetch()}
        />
      ) : (
        <Figures
          label="Exposure figures"
          // On phones, a tile has two lines: the name and the rounded amount.
          className="grid-cols-2 max-sm:[&_p:last-child]:hidden max-sm:[&>*]:py-2.5 md:grid-cols-6 xl:grid-cols-5 [&>:first-child]:max-md:col-span-2 [&>:nth-child(-n+3)]:md:max-xl:col-span-2 [&>:nth-child(n+4)]:md:max-xl:col-span-3 print:grid-cols-5! print:[&>*]:col-span-1!"
          figures={figures.map(({ name, amountOf }) => ({
            name,
            value: data && formatMillions(amountOf(data)),
            subtitle: data ? formatCents(amountOf(data)) : '\u00a0',
          }))}
        />
      )}
      <PartBoundary>
        <ExposedLoans
          state={state}
          lenderName={lenderName}
          heading={loansHeading}
          onChange={change}
        />
      </PartBoundary>
      {data && (
        <PartBoundary>
          <WeeksCard />
        </PartBoundary>
      )}
      <PartBoundary>
        {data ? (
          <Spreads exposure={data} onChoose={showLoans} />
        ) : (
          !error && <Skeleton className="h-72 rounded-xl" />
        )}
      </PartBoundary>
    </div>
  )
}

/** Loads the selected lender's name, because the page lists only the largest lenders. */
function useLenderName(id: string | null) {
  const { data } = useQuery({
    ...endpointQuery('getLender', { params: { id: id ?? '' } }),
    enabled: id !== null,
  })
  return data && (data.name || data.email)
}

const count = (number: number) =>
  `${number.toLocaleString('en-US')} ${number === 1 ? 'loan' : 'loans'}`

const describe = ({ offeredLoans, fundedLoans, asOf }: Exposure) =>
  `${count(offeredLoans)} offered, ${fundedLoans.toLocaleString('en-US')} funded, as of ${formatExactTime(asOf)}`

const figures: { name: string; amountOf: (exposure: Exposure) => Money }[] = [
  { name: 'Offered', amountOf: ({ offeredAmount }) => offeredAmount },
  { name: 'Binding', amountOf: ({ bindingAmount }) => bindingAmount },
  { name: 'Soft', amountOf: ({ softAmount }) => softAmount },
  { name: 'Uncommitted', amountOf: ({ uncommittedAmount }) => uncommittedAmount },
  { name: 'Funded', amountOf: ({ fundedAmount }) => fundedAmount },
]
