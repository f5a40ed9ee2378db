/** The list of the pictures in docs/screens. */

export const pictureName = /^(.+)-(\d+)-(light|dark)\.png$/

/**
 * A table of all pictures: one row per screen, one column per width.
 * @param {readonly string[]} names
 */
export function printPictures(names) {
  const parts = names.map((name) => {
    const [, screen = '', width] = pictureName.exec(name) ?? []
    return { screen, width: Number(width) }
  })
  const screens = [...new Set(parts.map(({ screen }) => screen))].toSorted()
  const widths = [...new Set(parts.map(({ width }) => width))].toSorted((a, b) => b - a)
  const cell = (screen, width) =>
    ['light', 'dark']
      .filter((theme) => names.includes(`${screen}-${width}-${theme}.png`))
      .map((theme) => `[${theme}](${screen}-${width}-${theme}.png)`)
      .join(' ')
  const row = (cells) => `| ${cells.join(' | ')} |`
  const lines = [
    '# Every screen',
    '',
    `${names.length} pictures, taken by \`npm run screens\` from the sample portfolio, at the widths of a`,
    'desktop, a tablet and a phone; the tablet only in the light theme. Long pages are cut. Those that the sample',
    'portfolio leaves empty show made-up answers.',
    '',
    row(['screen', ...widths.map((width) => `${width} px`)]),
    row(['---', ...widths.map(() => '---')]),
    ...screens.map((screen) => row([screen, ...widths.map((width) => cell(screen, width))])),
  ]
  return `${lines.join('\n')}\n`
}
