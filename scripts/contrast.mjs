#!/usr/bin/env node
// Checks that the colors of web/styles.css can be read, in both themes, after WCAG 2.2 AA.
// node scripts/contrast.mjs [file.css]   prints every pair, exits with 1 when one misses.
import fs from 'node:fs'
import { fileURLToPath } from 'node:url'

const plainText = 4.5
const largeTextAndShapes = 3
const bodyText = 7 // AAA, for what people read all day

/** Which color is shown on which, and the contrast that this requires. */
const pairs = [
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
  ...[1, 2, 3, 4, 5].map((number) => [`chart-${number}`, 'card', largeTextAndShapes]),
]

/**
 * The contrast of every pair in both themes.
 * @param {string} css a style sheet with the tokens in its first `:root` and `.dark` rules
 */
export function checkContrast(css) {
  const light = readTokens(css, ':root')
  const themes = { light, dark: { ...light, ...readTokens(css, '.dark') } }
  return Object.entries(themes).flatMap(([theme, tokens]) =>
    pairs.map(([text, ground, needed]) => {
      const ratio = contrast(tokens[text], tokens[ground])
      return { theme, text, ground, needed, ratio, passes: ratio >= needed }
    }),
  )
}

function readTokens(css, selector) {
  const start = css.indexOf(`\n${selector} {`)
  if (start < 0) throw new Error(`No rule for ${selector}`)
  const rule = css.slice(start, css.indexOf('}', start))
  const declarations = rule.matchAll(/--([\w-]+):\s*([^;]+);/g)
  return Object.fromEntries(Array.from(declarations, ([, name, value]) => [name, value.trim()]))
}

/** WCAG's contrast ratio, 1 to 21. */
function contrast(a, b) {
  const [darker, lighter] = [luminance(a), luminance(b)].toSorted((x, y) => x - y)
  return (lighter + 0.05) / (darker + 0.05)
}

/** WCAG's relative luminance of a color, cut to what an sRGB screen can show. */
function luminance(color) {
  const [red, green, blue] = oklchToLinearRgb(color).map((part) => Math.min(1, Math.max(0, part)))
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** The numbers are those of Björn Ottosson's Oklab, https://bottosson.github.io/posts/oklab/ */
function oklchToLinearRgb(color) {
  const match = /^oklch\(([\d.]+) ([\d.]+) ([\d.]+)\)$/.exec(color ?? '')
  if (!match) throw new Error(`Cannot read the color ${color}`)
  const [lightness, chroma, hue] = match.slice(1).map(Number)
  const a = chroma * Math.cos((hue * Math.PI) / 180)
  const b = chroma * Math.sin((hue * Math.PI) / 180)
  const long = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const medium = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const short = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  return [
    4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short,
    -1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short,
    -0.0041960863 * long - 0.7034186147 * medium + 1.707614701 * short,
  ]
}

function main() {
  const file = process.argv[2] ?? fileURLToPath(new URL('../web/styles.css', import.meta.url))
  const results = checkContrast(fs.readFileSync(file, 'utf8'))
  for (const { theme, text, ground, needed, ratio, passes } of results) {
    const pair = `${theme}: ${text} on ${ground}`
    console.log(
      pair.padEnd(52),
      ratio.toFixed(2).padStart(6),
      `needs ${needed}`,
      passes ? '' : 'MISS',
    )
  }
  const misses = results.filter(({ passes }) => !passes)
  console.log(misses.length > 0 ? `${misses.length} pairs miss` : 'Every pair passes')
  process.exitCode = misses.length > 0 ? 1 : 0
}

if (process.argv[1] === fileURLToPath(import.meta.url)) main()
