/** Checks the contrast of the colors in `styles.css` in both themes against WCAG 2.2 AA. */
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

type Tokens = Record<string, string>

const plainText = 4.5
const largeTextAndShapes = 3
/** The contrast that WCAG AAA requires for body text. */
const bodyText = 7

const pairs: [foreground: string, ground: string, needed: number][] = [
  ['foreground', 'background', bodyText],
  ['foreground', 'card', bodyText],
  ['foreground', 'muted', bodyText],
  ['card-foreground', 'card', bodyText],
  ['popover-foreground', 'popover', bodyText],
  ['muted-foreground', 'background', plainText],
  ['muted-foreground', 'card', plainText],
  ['muted-foreground', 'popover', plainText],
  ['muted-foreground', 'muted', plainText],
  ['primary-foreground', 'primary', plainText],
  ['primary', 'background', plainText],
  ['primary', 'card', plainText],
  ['primary', 'popover', plainText],
  ['secondary-foreground', 'secondary', plainText],
  ['accent-foreground', 'accent', plainText],
  ['destructive-foreground', 'destructive', plainText],
  ['destructive', 'background', plainText],
  ['destructive', 'card', plainText],
  ['destructive', 'popover', plainText],
  ['success', 'success-soft', plainText],
  ['success', 'card', plainText],
  ['warning', 'warning-soft', plainText],
  ['warning', 'card', plainText],
  ['warning', 'popover', plainText],
  ['info', 'info-soft', plainText],
  ['info', 'card', plainText],
  ['background', 'foreground', plainText],
  ['input', 'card', largeTextAndShapes],
  ['input', 'background', largeTextAndShapes],
  ['input', 'popover', largeTextAndShapes],
  ['ring', 'background', largeTextAndShapes],
  ['ring', 'card', largeTextAndShapes],
  ['ring', 'popover', largeTextAndShapes],
  ['binding', 'track', largeTextAndShapes],
  ['binding', 'card', largeTextAndShapes],
  ['soft', 'track', largeTextAndShapes],
  ['soft', 'card', largeTextAndShapes],
  ['chart-1', 'card', largeTextAndShapes],
  ['chart-2', 'card', largeTextAndShapes],
  ['chart-3', 'card', largeTextAndShapes],
  ['chart-4', 'card', largeTextAndShapes],
  ['chart-5', 'card', largeTextAndShapes],
]

const css = readFileSync(new URL('./styles.css', import.meta.url), 'utf8')
const tiles = readFileSync(
  new URL('./loans/components/states/StateTiles.tsx', import.meta.url),
  'utf8',
)
const light = readTokens(':root')
const dark = { ...light, ...readTokens('.dark') }

describe.each([
  ['light', light],
  ['dark', dark],
])('the %s theme', (_theme, tokens) => {
  it.each(pairs)('gives %s on %s a contrast ratio of at least %d', (foreground, ground, needed) => {
    const contrast = contrastOf(tokens[foreground], tokens[ground])
    expect(contrast).toBeGreaterThanOrEqual(needed)
  })

  it.each([
    [0, 'muted-foreground'],
    [22, 'foreground'],
    [45, 'foreground'],
    [75, 'primary-foreground'],
    [100, 'primary-foreground'],
  ])(
    "keeps a state's code readable on a map tile filled with %d%% of the binding color",
    (share, ink) => {
      const fill = mixed(tokens['binding'], tokens['track'], share / 100)
      if (share > 0 && share < 100) expect(tiles).toContain(`var(--binding)_${share}%`)
      expect(contrastOf(tokens[ink], fill)).toBeGreaterThanOrEqual(plainText)
    },
  )
})

function readTokens(selector: string): Tokens {
  const start = css.indexOf(`\n${selector} {`)
  if (start < 0) throw new Error(`No rule for ${selector}`)
  const rule = css.slice(start, css.indexOf('}', start))
  const declarations = rule.matchAll(/--([\w-]+):\s*([^;]+);/g)
  return Object.fromEntries(
    Array.from(declarations, ([, name, value = '']) => [name, value.trim()]),
  )
}

function contrastOf(one: string | undefined, other: string | undefined): number {
  const [a, b] = [luminance(one), luminance(other)]
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05)
}

/** Mixes two colors in Oklab, as the CSS function `color-mix` does. */
function mixed(one: string | undefined, other: string | undefined, share: number): string {
  const [a, b] = [oklab(one), oklab(other)]
  const mix = (x: number, y: number) => x * share + y * (1 - share)
  const [first, second] = [mix(a.a, b.a), mix(a.b, b.b)]
  const hue = ((Math.atan2(second, first) * 180) / Math.PI + 360) % 360
  const figures = [mix(a.lightness, b.lightness), Math.hypot(first, second), hue]
  return `oklch(${figures.map((figure) => figure.toFixed(6)).join(' ')})`
}

/** Relative luminance as defined by WCAG, with colors clipped to the sRGB gamut. */
function luminance(color: string | undefined): number {
  const { red, green, blue } = linearRgb(color)
  const cut = (part: number) => Math.min(1, Math.max(0, part))
  return 0.2126 * cut(red) + 0.7152 * cut(green) + 0.0722 * cut(blue)
}

function oklab(color: string | undefined) {
  const match = /^oklch\(([\d.]+) ([\d.]+) ([\d.]+)\)$/.exec(color ?? '')
  if (!match) throw new Error(`Not an oklch() color: ${color}`)
  const [, lightness, chroma, hue] = match.map(Number) as [number, number, number, number]
  const angle = (hue * Math.PI) / 180
  return { lightness, a: chroma * Math.cos(angle), b: chroma * Math.sin(angle) }
}

/** Oklab constants from https://bottosson.github.io/posts/oklab/ */
function linearRgb(color: string | undefined) {
  const { lightness, a, b } = oklab(color)
  const long = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const medium = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const short = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  return {
    red: 4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short,
    green: -1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short,
    blue: -0.0041960863 * long - 0.7034186147 * medium + 1.707614701 * short,
  }
}
