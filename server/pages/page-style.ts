import { existsSync, readdirSync } from 'node:fs'
import path from 'node:path'
import type { FastifyInstance } from 'fastify'

/** The colors of the app's themes (`web/styles.css`). */
export const pageColors = `:root {
  color-scheme: light dark;
  --ground: oklch(0.984 0.004 95); --card: oklch(1 0 0); --ink: oklch(0.22 0.02 215);
  --quiet: oklch(0.46 0.02 215); --line: oklch(0.905 0.008 190); --soft: oklch(0.94 0.008 190);
  --link: oklch(0.38 0.065 195); --on-link: oklch(0.985 0.005 95);
  --font: 'Geist Variable', system-ui, sans-serif;
}
@media (prefers-color-scheme: dark) {
  :root {
    --ground: oklch(0.172 0.014 215); --card: oklch(0.212 0.016 215); --ink: oklch(0.95 0.006 190);
    --quiet: oklch(0.74 0.018 205); --line: oklch(0.31 0.018 215); --soft: oklch(0.285 0.02 210);
    --link: oklch(0.8 0.09 188); --on-link: oklch(0.19 0.03 205);
  }
}`

declare module 'fastify' {
  interface FastifyInstance {
    fontFace: string
  }
}

/** The build adds a hash to the name of the font file, so the name is looked up at startup. */
export function registerFontFace(app: FastifyInstance, distWeb: string): void {
  const folder = path.join(distWeb, 'assets')
  const names = existsSync(folder) ? readdirSync(folder) : []
  const file = names.find((name) => /^geist-latin-wght-normal-[\w-]+\.woff2$/.test(name))
  app.decorate(
    'fontFace',
    file
      ? `@font-face { font-family: 'Geist Variable'; font-weight: 100 900; font-display: swap; src: url('/assets/${file}') format('woff2'); }`
      : '',
  )
}
