/** Which pictures `npm run screens` takes for `docs/screens`. */
import type { Theme } from './screen.ts'
import { screens } from './screens.ts'

/** A theme sets colors only, so the widths between are taken in one. */
const themedWidths = new Set([1280, 360])

/** The pictures of each screen in each theme, by their width. */
export const pictures = Object.entries(screens).flatMap(
  ([name, { widths = [1280, 768, 360], ...screen }]) =>
    (['light', 'dark'] satisfies Theme[]).map((theme) => ({
      ...screen,
      name,
      theme,
      files: widths
        .filter((width) => theme === 'light' || themedWidths.has(width))
        .map((width) => ({ width, file: `${name}-${width}-${theme}.png` })),
    })),
)
