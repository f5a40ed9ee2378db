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
      return printTable(Object.entries(module.endpoints))
    },
  }
}

/** The table as one text, each method above its calls: packed, that is shorter than as an object. */
function printTable(rows: [name: string, row: { method: string; path: string }][]): string {
  const methods = [...new Set(rows.map(([, { method }]) => method))]
  const text = methods.map((wanted) => {
    const calls = rows.filter(([, { method }]) => method === wanted)
    return [wanted, ...calls.map(([name, { path }]) => `${name} ${path}`)].join('\n')
  })
  return `export const endpoints = /* @__PURE__ */ Object.fromEntries(
  ${JSON.stringify(text.join('\n\n'))}.split('\\n\\n').flatMap((calls) => {
    const [method, ...rows] = calls.split('\\n')
    return rows.map((row) => {
      const [name, path] = row.split(' ')
      return [name, { method, path }]
    })
  }),
)`
}
