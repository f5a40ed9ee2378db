/** The part of a loan's URL that names the open document and its page, such as `?document=7&page=3`. */
import { splitExtension } from '#domain/documents/names.ts'

export interface ShownDocument {
  id: string
  /** Null until the user chooses a page. */
  page: number | null
}

export function readShownDocument(search: string): ShownDocument | null {
  const given = new URLSearchParams(search)
  const id = given.get('document')
  return id ? { id: id.toLowerCase(), page: parsePage(given.get('page') ?? '') } : null
}

/** Returns the query with this document in place of any other. The rest of the query is unchanged. */
export function printShownDocument(search: string, shown: ShownDocument | null): string {
  const query = new URLSearchParams(search)
  query.delete('document')
  query.delete('page')
  if (shown) query.set('document', shown.id)
  if (shown?.page) query.set('page', String(shown.page))
  return query.toString()
}

/** A page from 1 to 99,999, or null. */
export function parsePage(text: string): number | null {
  const trimmed = text.trim()
  return /^[1-9]\d{0,4}$/.test(trimmed) ? Number(trimmed) : null
}

/** The start of a message about a document, such as "Appraisal, p. 3: ". */
export function askAbout(name: string, place: string | null): string {
  const title = splitExtension(name).stem
  return `${place ? `${title}, ${place}` : title}: `
}
