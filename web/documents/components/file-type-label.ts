/** The label of a document by its MIME type: "PDF", "XLSX"; FILE when it has none. */
export function fileTypeLabel(fileType: string | null | undefined): string {
  const type = fileType ?? ''
  const known = labels.get(type.toLowerCase())
  if (known) return known
  const subtype = /^[^/]+\/([^;]+)/.exec(type)?.[1]
  return subtype?.trim().toUpperCase() || 'FILE'
}

const office = 'application/vnd.openxmlformats-officedocument'

// A Map: an object would also have "constructor".
const labels = new Map([
  ['application/msword', 'DOC'],
  [`${office}.wordprocessingml.document`, 'DOCX'],
  ['application/vnd.ms-excel', 'XLS'],
  [`${office}.spreadsheetml.sheet`, 'XLSX'],
])
