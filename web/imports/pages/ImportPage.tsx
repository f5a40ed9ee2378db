import { importKinds } from '#domain/imports/columns.ts'
import { Import } from '#web/imports/components/Import.tsx'
import { words } from '#web/imports/words.ts'
import { HelpLink } from '#web/help/HelpLink.tsx'
import { PartBoundary } from '#web/shell/PartBoundary.tsx'
import { Tab, TabList, TabPanel, Tabs } from '#web/ui/display/Tabs.tsx'
import { useLocation, useSearch } from 'wouter'
import { paths } from '#web/addresses/paths.ts'

/** Imports loans or lenders from files. The URL selects the type, as in `?kind=lenders`. */
export function ImportPage() {
  const given = new URLSearchParams(useSearch()).get('kind')
  const [, navigate] = useLocation()
  const kind = importKinds.find((each) => each === given) ?? 'loans'
  return (
    <div className="grid grid-cols-1 gap-4">
      <header>
        <h1 className="text-title font-semibold tracking-tight">Import</h1>
        <p className="text-muted-foreground">
          Bring in loans or lenders from a spreadsheet.{' '}
          <HelpLink to="import">How importing works</HelpLink>
        </p>
      </header>
      <Tabs
        value={kind}
        onValueChange={(next) =>
          navigate(paths.adminImport() + (next === 'loans' ? '' : `?kind=${next}`))
        }
      >
        <TabList label="What to import">
          {importKinds.map((each) => (
            <Tab key={each} value={each}>
              {words[each].title}
            </Tab>
          ))}
        </TabList>
        <TabPanel value={kind}>
          <PartBoundary key={kind}>
            <Import key={kind} kind={kind} />
          </PartBoundary>
        </TabPanel>
      </Tabs>
    </div>
  )
}
