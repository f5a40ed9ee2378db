/** Document names as shown next to their loan and in a ZIP archive. */
import { withFittingExtension } from './files.ts'

/** The extension includes its dot. It is empty if the name has none. */
export function splitExtension(name: string): { stem: string; extension: string } {
  const extension = /\.[A-Za-z0-9]{1,5}$/.exec(name)?.[0] ?? ''
  return { stem: name.slice(0, name.length - extension.length), extension }
}

/**
 * Removes the loan's title from a name: "Appraisal Summary - Pier 4.pdf" becomes "Appraisal Summary.pdf". Returns the
 * full name if nothing else would be left.
 */
export function nameBesideLoan(filename: string, loanTitle: string): string {
  const title = loanTitle.trim()
  if (title === '') return filename
  const { stem, extension } = splitExtension(filename)
  const lower = stem.toLowerCase()
  const given = title.toLowerCase()
  const rest = lower.endsWith(given)
    ? stem.slice(0, -title.length).replace(/[\s\-_–—:,|(]+$/u, '')
    : lower.startsWith(given)
      ? stem.slice(title.length).replace(/^[\s\-_–—:,|)]+/u, '')
      : stem
  // A separator is required so that the title isn't cut out of a longer word.
  const isApart = rest.length < stem.length - title.length
  return rest !== '' && isApart ? rest + extension : filename
}

/** Device names that Windows reserves with any extension. */
const devices = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i
const maxNameLength = 120

/**
 * Returns a file name that is valid on every system, with no path, no control or reserved characters, no trailing dots
 * or spaces, and an extension that matches the type.
 */
export function safeFileName(name: string, type = ''): string {
  const cleaned = name
    .replace(/\p{Surrogate}/gu, '_')
    // eslint-disable-next-line no-control-regex -- Removes control characters.
    .replace(/[\u0000-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '')
    .replace(/[/\\:*?"<>|]/g, '_')
    .trim()
    .replace(/^[. ]+/, '')
    .replace(/[. ]+$/, '')
  const fitting = withFittingExtension(cleaned || 'file', type)
  const cut = shorten(fitting)
  return devices.test(cut) ? `_${cut}` : cut
}

function shorten(name: string) {
  const letters = Array.from(name)
  if (letters.length <= maxNameLength) return name
  const { extension } = splitExtension(name)
  return (
    letters
      .slice(0, maxNameLength - extension.length)
      .join('')
      .trimEnd() + extension
  )
}

export function uniqueNames(names: readonly string[]): string[] {
  const taken = new Set<string>()
  return names.map((name) => {
    const { stem, extension } = splitExtension(name)
    let unique = name
    for (let number = 2; taken.has(keyOf(unique)); number += 1)
      unique = `${stem} (${number})${extension}`
    taken.add(keyOf(unique))
    return unique
  })
}

/** Some file systems ignore letter case and Unicode normalization. */
const keyOf = (name: string) => name.normalize('NFC').toLowerCase()
