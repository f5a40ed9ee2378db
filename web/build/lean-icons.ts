import { resolve } from 'node:path'
import type { Plugin } from 'vite'

/**
 * Gives lucide-react's icons our smaller factory, and removes what it doesn't read from their data
 * (names, aliases, sizes, keys). Together that saves 1.5 KiB on every page.
 */
export function leanIcons(): Plugin {
  const factory = resolve('web/ui/create-icon.ts')
  return {
    name: 'lean-icons',
    applyToEnvironment: (environment) => environment.config.consumer === 'client',
    load(id) {
      if (!id.endsWith('/lucide-react/dist/esm/createLucideIcon.mjs')) return null
      return `export { createIcon as default } from ${JSON.stringify(factory)}`
    },
    transform(code, id) {
      if (!id.includes('/lucide-react/dist/esm/icons/')) return null
      const lean = code
        .replace(/,?\s*key: "[^"]*"/g, '')
        .replace(/,\s*aliases: \[[^\]]*\]/, '')
        .replace(/^__iconData\.node;\n/m, '')
        .replace(/^\s*(name: "[^"]*"|size: \d+),\n/gm, '')
      return { code: lean, map: null }
    },
  }
}
