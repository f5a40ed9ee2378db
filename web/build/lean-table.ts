import { resolve } from 'node:path'
import { runnerImport, type Plugin } from 'vite'
import type * as Table from '#contract/endpoints.ts'
import type * as Topics from '#contract/topics-of-calls.ts'

/**
 * The browser calls by method and path alone: it trusts the answers, and what a form checks it
 * imports itself. So the table of calls reaches the browser without its shapes, and the library
 * that reads them is loaded only where a form needs it. The topics of the calls are a module of their
 * own, which only screens with a cache load.
 */
export function leanTable(): Plugin {
  const table = resolve('contract/endpoints.ts')
  const topics = resolve('contract/topics-of-calls.ts')
  return {
    name: 'lean-table',
    applyToEnvironment: (environment) => environment.config.consumer === 'client',
    async load(id) {
      if (id !== table && id !== topics) return null
      const { module, dependencies } = await runnerImport<typeof Table & typeof Topics>(id)
      for (const file of dependencies) this.addWatchFile(resolve(file))
      return id === table ? printTable(Object.entries(module.endpoints)) : printTopics(module)
    },
  }
}

/** The table as one text, with each method above its calls: compressed, it is smaller than an object. */
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

/** Each column as one text, a line for each call: its name, then its topics. */
const printTopics = ({ topicsShown, topicsChanged }: typeof Topics) =>
  `const read = (text) => Object.fromEntries(
  text.split('\\n').map((line) => {
    const [name, ...topics] = line.split(' ')
    return [name, topics]
  }),
)
export const topicsShown = /* @__PURE__ */ read(${printColumn(topicsShown)})
export const topicsChanged = /* @__PURE__ */ read(${printColumn(topicsChanged)})`

const printColumn = (column: Topics.TopicsByCall) =>
  JSON.stringify(
    Object.entries(column)
      .map((row) => row.flat().join(' '))
      .join('\n'),
  )
