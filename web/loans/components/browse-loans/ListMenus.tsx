import { Download, Rows3 } from 'lucide-react'
import { callFile } from '#web/api/call-file.ts'
import { useExport } from '#web/files/use-export.ts'
import { Button } from '#web/ui/Button.tsx'
import { ActionMenu } from '#web/ui/overlays/ActionMenu.tsx'
import { setDensity, useDensity } from './density.ts'
import { loanFiltersOf, type BrowseState } from './url-filters.ts'

/** On narrow screens, only icons are shown, because the labels don't fit. */
const label = 'max-lg:sr-only'

export function DisplayMenu() {
  const density = useDensity()
  return (
    <ActionMenu
      trigger={
        <Button variant="outline" size="s" className="max-lg:px-2.5!">
          <Rows3 aria-hidden="true" />
          <span className={label}>Display</span>
        </Button>
      }
      actions={[
        {
          label: 'Comfortable',
          hint: 'Two lines for each loan.',
          checked: density === 'comfortable',
          onSelect: () => setDensity('comfortable'),
        },
        {
          label: 'Compact',
          hint: 'One line, so that more loans fit.',
          checked: density === 'compact',
          onSelect: () => setDensity('compact'),
        },
      ]}
    />
  )
}

export function ExportMenu({ state }: { state: BrowseState }) {
  const { save, busy } = useExport()
  const query = loanFiltersOf(state)
  return (
    <ActionMenu
      trigger={
        <Button variant="outline" size="s" busy={busy} className="max-xl:px-2.5!">
          <Download aria-hidden="true" />
          <span className="max-xl:sr-only">Export</span>
        </Button>
      }
      actions={[
        {
          label: 'CSV',
          hint: 'All fields of the loans listed. Import reads it back.',
          onSelect: () => void save(() => callFile('exportLoansAsCsv', { query })),
        },
        {
          label: 'XLSX',
          hint: 'The same as a workbook.',
          onSelect: () => void save(() => callFile('exportLoansAsXlsx', { query })),
        },
      ]}
    />
  )
}
