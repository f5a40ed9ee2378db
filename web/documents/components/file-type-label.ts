/** Returns a label for a MIME type, such as "PDF" or "XLSX"; "FILE" for unknown or missing types. */
export function fileTypeLabel(fileType: string | null | undefined): string {
  const type = fileType ?? ''
  const known = labels.get(type.toLowerCase())
  if (known) return known
  const subtype = /^[^/]+\/([^;]+)/.exec(type)?.[1]
  return subtype?.trim().toUpperCase() || 'FILE'
}

const office = 'application/vnd.openxmlformats-officedocument'

// A Map, since an object would also contain "constructor".
const labels = new Map([
  ['application/msword', 'DOC'],
  [`${office}.wordprocessingml.document`, 'DOCX'],
  ['application/vnd.ms-excel', 'XLS'],
  [`${office}.spreadsheetml.sheet`, 'XLSX'],
])
