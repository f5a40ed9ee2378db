import { stateName } from '#domain/loans/property/places.ts'
import { formatCents, formatRate, type Money, type Percent } from '#domain/money.ts'
import { useState } from 'react'
import { Link } from 'wouter'
import { hasTile, placedStates } from './state-layout.ts'
import { StateScale, StateTiles, type Level } from './StateTiles.tsx'

export interface StateShare {
  /** The state's two-letter code, or `Other`. */
  name: string
  amount: Money
  percentage: Percent
}

export type StateChartProps = {
  label: string
  shares: readonly StateShare[]
  /** The URL of a list of the share's loans, or null if there is no such list. */
  hrefOf: (share: StateShare) => string | null
  onFollow?: () => void
}

/** A tile map of amounts by state. The table beside the map lists the same figures. */
export function StateChart({ label, shares, hrefOf, onFollow }: StateChartProps) {
  const [pointed, setPointed] = useState<string | null>(null)
  const [largest] = shares
  if (!largest) return null
  const byCode = new Map(shares.map((share) => [share.name, share]))
  const top = (shares.find(({ name }) => hasTile(name)) ?? largest).percentage
  const elsewhere = shares.filter(({ name }) => !hasTile(name))
  const textOf = (code: string) => describe(byCode.get(code))
  return (
    <div className="mb-4 grid gap-2 break-inside-avoid">
      <StateTiles
        label={label}
        levelOf={(code) => levelOf(byCode.get(code), Number(top))}
        textOf={textOf}
        focusable={placedStates.map(({ code }) => code).filter((code) => byCode.has(code))}
        hrefOf={(code) => {
          const share = byCode.get(code)
          return (share && hrefOf(share)) ?? ''
        }}
        onChoose={() => onFollow?.()}
        onPoint={setPointed}
      />
      <p className="flex flex-wrap justify-between gap-x-4 text-xs text-muted-foreground">
        {/* Screen readers get this text from the tiles' accessible names. */}
        <span aria-hidden="true" className="text-foreground print:hidden">
          {pointed ? `${stateName(pointed)}: ${textOf(pointed)}` : counted(byCode, elsewhere)}
        </span>
        <StateScale largest={formatRate(top)} />
      </p>
      {elsewhere.length > 0 && (
        <ul className="flex flex-wrap gap-x-4 text-xs">
          {elsewhere.map((share) => (
            <li key={share.name} className="py-1.5">
              <Elsewhere share={share} href={hrefOf(share)} onFollow={onFollow} />
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

function Elsewhere({
  share,
  href,
  onFollow,
}: {
  share: StateShare
  href: string | null
  onFollow: StateChartProps['onFollow']
}) {
  const text = `${stateName(share.name)}: ${describe(share)}`
  if (href === null) return text
  return (
    <Link href={href} onClick={onFollow} className="underline-offset-4 hover:underline">
      {text}
    </Link>
  )
}

const describe = (share: StateShare | undefined) =>
  share ? `${formatCents(share.amount)}, ${formatRate(share.percentage)}` : 'none'

function counted(all: ReadonlyMap<string, StateShare>, elsewhere: readonly StateShare[]) {
  const count = all.size - elsewhere.length
  return count === 1 ? '1 state' : `${count} states`
}

function levelOf(share: StateShare | undefined, top: number): Level {
  if (!share) return 0
  return Math.max(1, Math.ceil((Number(share.percentage) * 4) / top)) as Level
}
