import type { Order } from '#domain/deal/orders.ts'
import { Dash } from '#web/ui/display/Table.tsx'
import { controlClass } from '#web/ui/fields/Input.tsx'
import { cx } from '#web/ui/cx.ts'

interface TierFieldProps {
  lenderName: string
  order: Order['kind']
  /** The chosen tier, which is the first one if nothing is chosen. */
  typed: string
  tier: number | null
  isReadOnly: boolean
  onChange: (tier: string) => void
}

const tiers = Array.from({ length: 9 }, (_, index) => String(index + 1))

export function TierField({
  lenderName,
  order,
  typed,
  tier,
  isReadOnly,
  onChange,
}: TierFieldProps) {
  if (order !== 'byHand' || isReadOnly)
    return tier === null || order === 'proRata' ? <Dash label="No tier" /> : tier
  return (
    <select
      aria-label={`Tier of ${lenderName}`}
      value={typed || '1'}
      onChange={({ target }) => onChange(target.value)}
      className={cx(controlClass, 'h-8 px-1 max-md:h-11')}
    >
      {tiers.map((each) => (
        <option key={each}>{each}</option>
      ))}
    </select>
  )
}
