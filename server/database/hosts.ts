/** The hosts of a DATABASE_URL in libpq's syntax, `postgres://user@one:5432,two:5432/desk`. */

/** Values of `target_session_attrs` that allow the primary, which the app requires. */
const fittingTargets = new Set(['any', 'read-write', 'primary'])

/** Returns one URL per host. The query can also contain lists of hosts and ports. */
export function splitHosts(url: string): string[] {
  const parts = /^(?<head>\w+:\/\/(?:[^/?#]*@)?)(?<hosts>[^/?#]*)(?<rest>.*)$/s.exec(url)?.groups
  const { head = '', hosts = '', rest = '' } = parts ?? {}
  const listed = hosts.split(',').map((host) => `${head}${host}${rest}`)
  return listed.length > 1 ? listed : splitQuery(url)
}

function splitQuery(text: string): string[] {
  if (!URL.canParse(text)) return [text]
  const url = new URL(text)
  const hosts = url.searchParams.get('host')?.split(',') ?? []
  const ports = url.searchParams.get('port')?.split(',') ?? []
  if (hosts.length < 2) return [text]
  return hosts.map((host, index) => {
    const one = new URL(text)
    one.searchParams.set('host', host)
    const port = ports[index] ?? ports[0]
    if (port !== undefined) one.searchParams.set('port', port)
    return one.href
  })
}

export const asksForPrimary = (url: string): boolean => {
  const target = new URL(url).searchParams.get('target_session_attrs')
  return target === null || fittingTargets.has(target)
}

export function hostOf(url: string): string {
  const { host, searchParams } = new URL(url)
  const port = searchParams.get('port')
  return host || `${searchParams.get('host') ?? ''}${port === null ? '' : `:${port}`}`
}
