import { ExportButton } from '#web/files/ExportButton.tsx'
import { callFile } from '#web/api/call-file.ts'

export const DownloadPdfButton = ({ id }: { id: string }) => (
  <ExportButton
    label="Download PDF"
    failed="The PDF wasn't downloaded."
    fetchFile={() => callFile('getReceiptPdf', { params: { id } })}
  />
)
