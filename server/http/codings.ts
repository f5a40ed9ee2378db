/** Selects the content coding from a client's Accept-Encoding header. */

export type Coding = 'br' | 'gzip'

/** The better of the two codings that the client accepts; null if it accepts neither. */
export function chooseCoding(accepted: string | undefined): Coding | null {
  if (!accepted) return null
  const taken = new Set<string>()
  for (const part of accepted.split(',')) {
    const [name = '', weight = ''] = part.split(';').map((word) => word.trim().toLowerCase())
    if (!/^q=0(\.0*)?$/.test(weight)) taken.add(name)
  }
  if (taken.has('br')) return 'br'
  return taken.has('gzip') || taken.has('*') ? 'gzip' : null
}
