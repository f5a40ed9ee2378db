import { cx } from '#web/ui/cx.ts'
import type { ReactNode } from 'react'

export interface Compared {
  name: string
  before: string
  after: string
}

interface BeforeAfterProps {
  caption: string
  /** The heading of the last column. */
  heading: string
  rows: readonly Compared[]
  note?: ReactNode
}

/** A table of figures now and after a change. Changed ones stand out. */
export const BeforeAfter = ({ caption, heading, rows, note }: BeforeAfterProps) => (
  <table className="w-full text-[0.84375rem] text-foreground">
    <caption className="sr-only">{caption}</caption>
    <thead>
      <tr className="text-right text-xs text-muted-foreground [&>*]:pb-1 [&>*]:font-medium">
        <td />
        <th scope="col">Now</th>
        <th scope="col" className="pl-3">
          {heading}
        </th>
      </tr>
    </thead>
    <tbody>
      {rows.map(({ name, before, after }) => (
        <tr key={name} className="text-right [&>*]:border-t [&>*]:py-1">
          <th scope="row" className="pr-2 text-left font-normal text-muted-foreground">
            {name}
          </th>
          <td>{before}</td>
          <td className={cx('pl-3', before === after ? 'text-muted-foreground' : 'font-semibold')}>
            {after}
          </td>
        </tr>
      ))}
    </tbody>
    {note && (
      <tfoot>
        <tr>
          <td colSpan={3} className="border-t pt-1.5 text-xs text-muted-foreground">
            {note}
          </td>
        </tr>
      </tfoot>
    )}
  </table>
)
