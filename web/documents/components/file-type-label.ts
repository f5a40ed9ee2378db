/** What a document is called by its MIME type: "PDF", "XLSX"; FILE when it has none. */
export function fileTypeLabel(fileType: string | null | undefined): string {
  const type = fileType ?? ''
  const known = labels.get(type.toLowerCase())
  if (known) return known
  const subtype = /^[^/]+\/([^;]+)/.exec(type)?.[1]
  return subtype?.trim().toUpperCase() || 'FILE'
}

const office = 'application/vnd.openxmlformats-officedocument'

// A map: an object would answer to "constructor" too.
const labels = new Map([
  ['application/msword', 'DOC'],
  [`${office}.wordprocessingml.document`, 'DOCX'],
  ['application/vnd.ms-excel', 'XLS'],
  [`${office}.spreadsheetml.sheet`, 'XLSX'],
])
