/** What a document is called by its MIME type: "PDF", "XLSX". */
export function fileTypeLabel(fileType: string): string {
  const known = labels[fileType.toLowerCase()]
  if (known) return known
  const subtype = /^[^/]+\/([^;]+)/.exec(fileType)?.[1]
  return subtype?.trim().toUpperCase() || 'FILE'
}

const office = 'application/vnd.openxmlformats-officedocument'

const labels: Record<string, string> = {
  'application/msword': 'DOC',
  [`${office}.wordprocessingml.document`]: 'DOCX',
  'application/vnd.ms-excel': 'XLS',
  [`${office}.spreadsheetml.sheet`]: 'XLSX',
}
