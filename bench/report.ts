/** Prints what was measured, as a table and as JSON. */
import { readFileSync, writeFileSync } from 'node:fs'
import { cpus, totalmem } from 'node:os'
import { verdictOf, whyNotJudged, type Measured } from './figure.ts'

const number = (value: number): string => {
  if (!Number.isFinite(value)) return '-'
  const digits =
    Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 10 ? 1 : Math.abs(value) >= 0.1 ? 2 : 4
  return value.toFixed(digits)
}

const bound = ({ figure: { sense, unit = '' } }: Measured, value: number | null) =>
  value === null ? '-' : `${sense === 'at least' ? '≥' : '≤'} ${value}${unit}`

/** "0.24 (0.22–0.25)". */
export function formatMeasured({ value, figure: { unit = '' } }: Measured): string {
  if (!value) return '-'
  const middle = `${number(value.median)}${unit}`
  return value.low === value.high
    ? middle
    : `${middle} (${number(value.low)}–${number(value.high)})`
}

const detailsOf = ({ details }: Measured) =>
  Object.entries(details)
    .map(([name, value]) => `${name} ${typeof value === 'number' ? number(value) : value}`)
    .join('; ')

/** A Markdown table, aligned, so that it reads well at a terminal too. */
export function toTable(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.max(3, ...rows.map((row) => (row[column] ?? '').length)),
  )
  const line = (row: readonly string[]) =>
    `| ${widths.map((width, column) => (row[column] ?? '').padEnd(width)).join(' | ')} |`
  const [head = [], ...rest] = rows
  return [
    line(head),
    `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`,
    ...rest.map(line),
  ].join('\n')
}

/** One row for each figure. */
export const figuresTable = (measured: readonly Measured[]) =>
  toTable([
    ['figure', 'must', 'aim', 'measured', 'verdict'],
    ...measured.map((each) => [
      each.figure.title,
      bound(each, each.figure.must),
      bound(each, each.figure.aim),
      formatMeasured(each),
      verdictOf(each),
    ]),
  ])

/** What each figure was computed from, and why some aren't judged. */
export const detailLines = (measured: readonly Measured[]) =>
  measured
    .map((each) => {
      const why = whyNotJudged(each)
      const reason = why ? `not judged: ${why}` : ''
      return `- ${each.figure.title}: ${[reason, detailsOf(each)].filter(Boolean).join('; ')}`
    })
    .join('\n')

/** What was not judged, and why; null where everything was. */
export function notJudgedLines(measured: readonly Measured[]): string | null {
  const lines = measured.flatMap((each) => {
    const why = whyNotJudged(each)
    return why ? [`- ${each.figure.title}: ${why}`] : []
  })
  return lines.length > 0 ? ['Not judged, so neither met nor missed:', ...lines].join('\n') : null
}

/** What it was measured on. */
export const machine = () => ({
  node: process.version,
  cores: cpus().length,
  processor: cpus()[0]?.model ?? 'unknown',
  memoryGb: Math.round(totalmem() / 1024 ** 3),
})

export const toJson = (measured: readonly Measured[], extra: object) =>
  JSON.stringify(
    {
      at: new Date().toISOString(),
      machine: machine(),
      ...extra,
      figures: measured.map((each) => ({
        name: each.figure.name,
        title: each.figure.title,
        sense: each.figure.sense,
        must: each.figure.must,
        aim: each.figure.aim,
        ...each.value,
        verdict: verdictOf(each),
        ...(whyNotJudged(each) ? { notJudged: whyNotJudged(each) } : {}),
        details: each.details,
      })),
    },
    null,
    2,
  )

/** Puts a text between the marks of a document that have a name; throws when it has none. */
export function fillIn(document: string, text: string, name = 'measured'): string {
  const [startMark, endMark] = [`<!-- ${name}: start -->`, `<!-- ${name}: end -->`]
  const [start, end] = [document.indexOf(startMark), document.indexOf(endMark)]
  if (start < 0 || end < start) throw new Error(`The document lacks ${startMark} or ${endMark}`)
  return `${document.slice(0, start + startMark.length)}\n\n${text}\n\n${document.slice(end)}`
}

/** "Measured on 2026-03-04 with Node v20 on 2 cores (AMD EPYC)." */
export function measuredOn(): string {
  const { node, cores, processor } = machine()
  const day = new Date().toISOString().slice(0, 10)
  return `Measured on ${day} with Node ${node} on ${cores} cores (${processor}).`
}

export function writeInto(file: string, measured: readonly Measured[]): void {
  const text = [measuredOn(), figuresTable(measured), detailLines(measured)].join('\n\n')
  writeFileSync(file, fillIn(readFileSync(file, 'utf8'), text))
}
