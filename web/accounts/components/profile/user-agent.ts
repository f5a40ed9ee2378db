/**
 * Summarizes a User-Agent header as "Chrome on Windows". The header can be forged, but is good enough for users to
 * recognize their own devices.
 */
export function describeBrowser(agent: string): string {
  const browser = nameIn(agent, browsers) ?? firstWord(agent)
  const system = nameIn(agent, systems)
  if (!browser) return system ? `A browser on ${system}` : 'An unknown browser'
  return system ? `${browser} on ${system}` : browser
}

const nameIn = (agent: string, names: [pattern: RegExp, name: string][]) =>
  names.find(([pattern]) => pattern.test(agent))?.[1]

/** The first match is used, because many browsers also name other browsers for compatibility. */
const browsers: [RegExp, string][] = [
  [/\bEdg(A|iOS)?\//, 'Edge'],
  [/\b(OPR|OPiOS|Opera)\//, 'Opera'],
  [/\bVivaldi\//, 'Vivaldi'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Headless)?(Chrome|Chromium|CriOS)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
]

const systems: [RegExp, string][] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'Mac'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
]

/**
 * Command-line clients send strings such as "curl/8.5.0". All browsers' strings start with "Mozilla", which is omitted.
 */
function firstWord(agent: string): string | null {
  const word = /^[\w.-]{1,40}/.exec(agent.trim())?.[0]
  return word && word !== 'Mozilla' ? word : null
}
