import type { BookHolder, BookTotals } from '#contract/book/shapes.ts'
import { paths } from '#web/addresses/paths.ts'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { formatHeldAmount, formatHeldShare } from '#web/book/components/holdings/format-held.ts'
import { HeldLines, type Held } from '#web/book/components/holdings/HeldLines.tsx'
import { CardContent, CardHeader, CardTitle } from '#web/ui/display/Card.tsx'
import {
  Cell,
  HeaderCell,
  Table,
  TableBody,
  TableCard,
  TableHead,
  TableRow,
} from '#web/ui/display/Table.tsx'

export interface HoldersTableProps {
  holders: BookHolder[]
  /** The totals for all lenders, including those whose rows aren't loaded. */
  totals: BookTotals['totals']
  more: ReactNode
}

export function HoldersTable({ holders, totals, more }: HoldersTableProps) {
  return (
    <TableCard>
      <CardHeader className="pb-4 print:break-after-avoid">
        <CardTitle>Holders</CardTitle>
      </CardHeader>
      {holders.length === 0 ? (
        <CardContent className="border-t text-muted-foreground">
          No lender holds a share of this loan.
        </CardContent>
      ) : (
        <Table label="Holders" className="border-t">
          <TableHead>
            <HeaderCell>Lender</HeaderCell>
            <HeaderCell numeric className="@max-2xl:hidden">
              Binding Share
            </HeaderCell>
            <HeaderCell numeric className="@max-2xl:hidden">
              Binding Amount
            </HeaderCell>
            <HeaderCell numeric className="@max-2xl:hidden">
              Soft Share
            </HeaderCell>
            <HeaderCell numeric className="pr-4.5 @max-2xl:hidden">
              Soft Amount
            </HeaderCell>
            <HeaderCell numeric className="@2xl:hidden">
              Binding and Soft
            </HeaderCell>
          </TableHead>
          <TableBody>
            {holders.map((holder) => (
              <TableRow key={holder.lenderId}>
                <Cell className="font-medium wrap-anywhere">
                  {holder.lenderName}
                  {holder.lenderCompanyName && (
                    <span className="block text-xs font-normal wrap-anywhere text-muted-foreground">
                      {holder.lenderCompanyName}
                    </span>
                  )}
                  <span className="block text-xs font-normal wrap-anywhere text-muted-foreground">
                    {holder.lenderEmail}
                  </span>
                  <Link
                    href={paths.adminLender(holder.lenderId)}
                    aria-label={`View Lender: ${holder.lenderName}`}
                    className="text-xs font-normal text-primary underline-offset-4 hover:underline max-md:inline-block max-md:py-1.5 print:hidden"
                  >
                    View Lender
                  </Link>
                </Cell>
                <HeldCells held={holder} />
              </TableRow>
            ))}
          </TableBody>
          <tfoot>
            <tr className="font-semibold [&>*]:border-t [&>*]:border-b-0">
              <th scope="row" className="h-12 px-4.5 text-left">
                Total
              </th>
              <HeldCells held={totals} />
            </tr>
          </tfoot>
        </Table>
      )}
      {more}
    </TableCard>
  )
}

function HeldCells({ held }: { held: Held }) {
  return (
    <>
      <Cell numeric className="@max-2xl:hidden">
        {formatHeldShare(held.bindingPercentage)}
      </Cell>
      <Cell numeric className="@max-2xl:hidden">
        {formatHeldAmount(held.bindingAmount)}
      </Cell>
      <Cell numeric className="@max-2xl:hidden">
        {formatHeldShare(held.softPercentage)}
      </Cell>
      {/* In a wide table, this is the last visible column, although not the row's last cell. */}
      <Cell numeric className="pr-4.5 @max-2xl:hidden">
        {formatHeldAmount(held.softAmount)}
      </Cell>
      <Cell numeric className="@2xl:hidden">
        <HeldLines held={held} />
      </Cell>
    </>
  )
}
