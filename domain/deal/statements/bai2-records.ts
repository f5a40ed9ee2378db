/** The records of a BAI2 file: physical lines, joined with their continuations, and the fields in them. */

export interface Bai2Record {
  code: string
  line: number
  /** The lines of the record, without their codes. */
  parts: string[]
}

export interface StrayLine {
  line: number
  text: string
}

/** Some banks write a colon after the code of a continuation. */
const recordCode = /^\s*(?:(01|02|03|16|49|88|98|99)(?:,|\/|$)|(88):)/

export function splitRecords(text: string): { records: Bai2Record[]; strays: StrayLine[] } {
  const records: Bai2Record[] = []
  const strays: StrayLine[] = []
  for (const [place, raw] of text
    .replace(/^\uFEFF/, '')
    .split(/\r\n|\n|\r/)
    .entries()) {
    const line = place + 1
    // Records of a fixed length are filled with blanks, and some programs end a file with Control-Z.
    const written = raw
      .trimEnd()
      .replace(/\p{Cc}$/u, '')
      .trimEnd()
    if (written === '') continue
    const [start, found, colon] = recordCode.exec(written) ?? []
    const code = found ?? colon
    const last = records.at(-1)
    if (start === undefined || code === undefined || (code === '88' && !last))
      strays.push({ line, text: written })
    else if (code === '88') last?.parts.push(written.slice(start.length))
    else records.push({ code, line, parts: [written.slice(start.length)] })
  }
  return { records, strays }
}

/** Reads fields one by one. A slash ends a line where a comma would be. */
export class Bai2Fields {
  private part = 0
  private at = 0
  private readonly parts: string[]

  constructor(record: Bai2Record) {
    this.parts = record.parts.map((part) => (part.endsWith('/') ? part.slice(0, -1) : part))
  }

  /** Returns undefined after the last field. */
  next(): string | undefined {
    const text = this.parts[this.part]
    if (text === undefined) return undefined
    const comma = text.indexOf(',', this.at)
    const end = comma < 0 ? text.length : comma
    const field = text.slice(this.at, end).trim()
    this.at = end + 1
    if (comma < 0) this.startPart(this.part + 1)
    return field
  }

  field(): string {
    return this.next() ?? ''
  }

  /** Returns the text that ends a record, which can contain commas, slashes, and continuations. */
  rest(): string {
    const [first = '', ...others] = this.parts.slice(this.part)
    const texts = [first.slice(this.at), ...others]
    this.startPart(this.parts.length)
    return texts.map((text) => text.trim()).join(' ')
  }

  private startPart(part: number) {
    this.part = part
    this.at = 0
  }
}

/** Skips the availability of an amount, which isn't part of control totals. Returns false if its type is unknown. */
export function skipFunds(fields: Bai2Fields): boolean {
  const type = fields.field().toUpperCase()
  // A value date has a time of day. Distributed availability gives its number of pairs.
  const counts: Record<string, number> = { V: 2, S: 3 }
  const count = type === 'D' ? 2 * Number(fields.field()) : (counts[type] ?? 0)
  if (!/^[012ZSVD]?$/.test(type) || !(count >= 0 && count <= 1_000)) return false
  for (let read = 0; read < count; read += 1) fields.next()
  return true
}
