import { resolve } from 'node:path'
import { runnerImport, type Plugin } from 'vite'
import type * as Table from '#contract/endpoints.ts'

/**
 * The browser calls by method and path alone: it trusts the answers, and what a form checks it
 * imports itself. So the table of calls reaches the browser without its shapes, and the library
 * that reads them is loaded only where a form needs it.
 */
export function leanTable(): Plugin {
  const table = resolve('contract/endpoints.ts')
  return {
    name: 'lean-table',
    applyToEnvironment: (environment) => environment.config.consumer === 'client',
    async load(id) {
      if (id !== table) return null
      const { module, dependencies } = await runnerImport<typeof Table>(table)
      for (const file of dependencies) this.addWatchFile(resolve(file))
      const rows = Object.entries(module.endpoints).map(([name, { method, path }]) => [
        name,
        { method, path },
      ])
      return `export const endpoints = ${JSON.stringify(Object.fromEntries(rows))}`
    },
  }
}
