import type { Slice } from '#contract/book/commitments.ts'
import { formatCents, formatRate } from '#domain/money.ts'
import { cx } from '#web/ui/cx.ts'
import type { ReactNode } from 'react'

export function SliceTable<Shown extends Slice & { key?: string | null }>({
  title,
  slices,
  renderName = ({ name }) => name,
}: {
  title: string
  slices: Shown[]
  renderName?: (slice: Shown) => ReactNode
}) {
  if (slices.length === 0) return null
  return (
    <table aria-label={`Concentration by ${title.toLowerCase()}`} className="w-full">
      <thead>
        <tr className="text-xs text-muted-foreground [--table-top:3.5rem] [&>*]:pb-1 [&>*]:font-medium">
          <th scope="col" className={cx(stays, 'w-full text-left')}>
            {title}
          </th>
          <th scope="col" className={cx(stays, 'pl-3 text-right')}>
            Amount
          </th>
          <th scope="col" className={cx(stays, 'pl-3 text-right')}>
            Share
          </th>
        </tr>
      </thead>
      <tbody>
        {slices.map((slice) => (
          <tr key={slice.key ?? slice.name} className="[&>*]:border-t [&>*]:py-2">
            <th scope="row" className="text-left font-normal wrap-anywhere">
              {renderName(slice)}
              <span
                aria-hidden="true"
                className="mt-1 block h-1.5 overflow-hidden rounded-full bg-track"
              >
                <span
                  className="block h-full bg-binding forced-color-adjust-none"
                  style={{ width: `${slice.percentage}%` }}
                />
              </span>
            </th>
            <td className="pl-3 text-right font-medium whitespace-nowrap">
              {formatCents(slice.amount)}
            </td>
            <td className="pl-3 text-right whitespace-nowrap">{formatRate(slice.percentage)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const stays = 'sticky top-(--table-top,0px) bg-card'
