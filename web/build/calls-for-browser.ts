import { resolve } from 'node:path'
import { runnerImport, type Plugin } from 'vite'
import type { Endpoint } from '#contract/endpoint.ts'
import type * as Table from '#contract/endpoints.ts'

/**
 * Removes the schemas from the endpoint table in the browser build so that the validation library isn't bundled. Forms
 * import the schemas that they need.
 */
export function callsForBrowser(): Plugin {
  const table = resolve('contract/endpoints.ts')
  return {
    name: 'calls-for-browser',
    applyToEnvironment: (environment) => environment.config.consumer === 'client',
    async load(id) {
      if (id !== table) return null
      const { module, dependencies } = await runnerImport<typeof Table>(id)
      for (const file of dependencies) this.addWatchFile(resolve(file))
      const rows = Object.entries<Endpoint>(module.endpoints).map(
        ([name, { method, path, shows, changes }]) => [name, { method, path, shows, changes }],
      )
      return `export const endpoints = ${JSON.stringify(Object.fromEntries(rows))}`
    },
  }
}
