/**
 * "Chrome on Windows": the browser and the system that a User-Agent header names. It says what the
 * browser chose to say of itself, which is enough for somebody to know their own devices again.
 */
export function agentInWords(agent: string): string {
  const browser = nameIn(agent, browsers) ?? firstWord(agent)
  const system = nameIn(agent, systems)
  if (!browser) return system ? `A browser on ${system}` : 'An unknown browser'
  return system ? `${browser} on ${system}` : browser
}

const nameIn = (agent: string, names: [pattern: RegExp, name: string][]) =>
  names.find(([pattern]) => pattern.test(agent))?.[1]

/** The first that fits: browsers name those before them too, so that old pages take them for these. */
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

/** Programs call themselves "curl/8.5.0"; browsers all begin with the same word, which says nothing. */
function firstWord(agent: string): string | null {
  const word = /^[\w.-]{1,40}/.exec(agent.trim())?.[0]
  return word && word !== 'Mozilla' ? word : null
}
