import { ExportButton } from '#web/files/ExportButton.tsx'
import { callFile } from '#web/api/call-file.ts'

export const PositionExports = () => (
  <div
    role="group"
    aria-label="Export your position"
    className="flex flex-wrap justify-end gap-2 max-sm:grid max-sm:grid-cols-2 max-sm:[&>:first-child]:col-span-2 print:hidden"
  >
    <ExportButton label="Statement (PDF)" fetchFile={() => callFile('exportStatement', {})} />
    <ExportButton label="Export CSV" fetchFile={() => callFile('exportPositionAsCsv', {})} />
    <ExportButton label="Export XLSX" fetchFile={() => callFile('exportPositionAsXlsx', {})} />
  </div>
)
