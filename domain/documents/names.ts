/** Names of documents: beside their loan, and in an archive of them all. */
import { withFittingExtension } from './files.ts'

/**
 * A document's name without its loan's title: "Appraisal Summary.pdf" of "Appraisal Summary - Pier 4.pdf". The
 * whole name when nothing else is left.
 */
export function nameBesideLoan(filename: string, loanTitle: string): string {
  const title = loanTitle.trim()
  if (title === '') return filename
  const [, stem = filename, extension = ''] = /^(.*?)(\.[A-Za-z0-9]{1,5})?$/s.exec(filename) ?? []
  const lower = stem.toLowerCase()
  const given = title.toLowerCase()
  const rest = lower.endsWith(given)
    ? stem.slice(0, -title.length).replace(/[\s\-_–—:,|(]+$/u, '')
    : lower.startsWith(given)
      ? stem.slice(title.length).replace(/^[\s\-_–—:,|)]+/u, '')
      : stem
  // A title that only begins or ends like a longer word isn't the loan's.
  const isApart = rest.length < stem.length - title.length
  return rest !== '' && isApart ? rest + extension : filename
}

/** Names that Windows keeps for devices, whatever their extension. */
const devices = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i
const maxNameLength = 120

/**
 * A name that every system takes for a file: no path, no control or reserved character, no end that Windows cuts
 * off, and the extension of its type.
 */
export function safeFileName(name: string, type = ''): string {
  const cleaned = name
    .replace(/\p{Surrogate}/gu, '_')
    // eslint-disable-next-line no-control-regex -- control characters are what must go
    .replace(/[\u0000-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '')
    .replace(/[/\\:*?"<>|]/g, '_')
    .trim()
    .replace(/^[. ]+/, '')
    .replace(/[. ]+$/, '')
  const fitting = withFittingExtension(cleaned || 'file', type)
  const cut = shorten(fitting)
  return devices.test(cut) ? `_${cut}` : cut
}

/** Cuts a long name before its extension. */
function shorten(name: string) {
  const letters = Array.from(name)
  if (letters.length <= maxNameLength) return name
  const extension = /\.[A-Za-z0-9]{1,5}$/.exec(name)?.[0] ?? ''
  return (
    letters
      .slice(0, maxNameLength - extension.length)
      .join('')
      .trimEnd() + extension
  )
}

/** The same names, each made unique by a number where others have it already, ignoring case. */
export function uniqueNames(names: readonly string[]): string[] {
  const taken = new Set<string>()
  return names.map((name) => {
    const [, stem = name, extension = ''] = /^(.*?)(\.[A-Za-z0-9]{1,5})?$/s.exec(name) ?? []
    let unique = name
    for (let number = 2; taken.has(keyOf(unique)); number += 1)
      unique = `${stem} (${number})${extension}`
    taken.add(keyOf(unique))
    return unique
  })
}

/** Some systems take names that differ only in case or in how accents are written for one. */
const keyOf = (name: string) => name.normalize('NFC').toLowerCase()
