import type { Funding } from '#contract/deal/funding.ts'
import { statementLimits } from '#domain/deal/statements/statement.ts'
import { FileButton, FileDrop, megabytes, type FileRules } from '#web/files/FileButton.tsx'
import { Button } from '#web/ui/Button.tsx'
import { CardContent, CardDescription, CardHeader, CardTitle } from '#web/ui/display/Card.tsx'
import { TableCard } from '#web/ui/display/Table.tsx'
import { useEffect, useRef, useState } from 'react'
import { describeMoney } from '#web/deal/components/funding/describe-funding.ts'
import { StatementReview } from './StatementReview.tsx'

/** Banks give BAI2 files any ending, so the browser offers every file. */
const rules: FileRules = {
  maxBytes: statementLimits.maxBytes,
  tooLarge: 'Choose the statement of a single day.',
}

interface StatementCardProps {
  funding: Funding
  onDone: () => void
}

/** Receipts that are proposed of a bank statement. A person records each of them. */
export function StatementCard({ funding, onDone }: StatementCardProps) {
  /** `turn` counts the files, so that choosing the same file again reads it again. */
  const [chosen, setChosen] = useState<{ file: File; turn: number } | null>(null)
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    title.current?.closest('section')?.scrollIntoView({ block: 'nearest' })
  }, [])
  function choose(file: File) {
    setChosen((before) => ({ file, turn: (before?.turn ?? 0) + 1 }))
    // The button that was pressed is removed after the first file.
    title.current?.focus({ preventScroll: true })
  }
  return (
    <TableCard as="section" aria-labelledby="deal-statement" className="scroll-mt-18 print:hidden">
      <CardHeader
        className="pb-4"
        action={
          <div className="flex flex-wrap gap-2 max-md:w-full max-md:[&>button]:flex-1">
            {chosen && (
              <FileButton
                label="Choose Another File"
                variant="outline"
                rules={rules}
                onFile={choose}
              />
            )}
            <Button variant="outline" aria-label="Close the statement" onClick={onDone}>
              Close
            </Button>
          </div>
        }
      >
        <CardTitle id="deal-statement" ref={title} tabIndex={-1} className="outline-none">
          Bank Statement
        </CardTitle>
        <CardDescription className="text-pretty wrap-anywhere">
          {chosen?.file.name ??
            `${describeMoney(funding)} Choose the statement of the account that lenders wire to.`}
        </CardDescription>
      </CardHeader>
      {chosen ? (
        <StatementReview
          key={chosen.turn}
          funding={funding}
          file={chosen.file}
          turn={chosen.turn}
        />
      ) : (
        <CardContent className="border-t">
          <FileDrop rules={rules} onFile={choose}>
            <p className="text-pretty">
              <span className="max-md:hidden">
                Drop a BAI2, camt.053, CSV or XLSX file here, or choose one.
              </span>
              <span className="md:hidden">A BAI2, camt.053, CSV or XLSX file.</span>
              <span className="block text-xs text-muted-foreground">
                At most {megabytes(rules)} MB and{' '}
                {statementLimits.maxEntries.toLocaleString('en-US')} entries. You see what it
                proposes, and record each receipt yourself. The file isn't stored.
              </span>
            </p>
            <FileButton label="Choose File" autoFocus rules={rules} onFile={choose} />
          </FileDrop>
        </CardContent>
      )}
    </TableCard>
  )
}
