import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { runnerImport, type Plugin } from 'vite'
import type { Endpoint } from '#contract/endpoint.ts'
import type { EndpointName } from '#contract/endpoints.ts'
import type * as Table from '#contract/endpoints.ts'
import type * as Topics from '#contract/live/topics-of-calls.ts'

/**
 * The browser calls by method and path alone: it trusts the answers, and what a form checks it
 * imports itself. So the table of calls reaches the browser without its shapes, and the library
 * that reads them is loaded only where a form needs it. The topics of the calls are a module of their
 * own, which only screens with a cache load; it also brings the calls that need a session. A build
 * leaves out the calls that no file of the browser names, such as those of other programs.
 */
export function leanTable(): Plugin {
  const table = resolve('contract/endpoints.ts')
  const topics = resolve('contract/live/topics-of-calls.ts')
  return {
    name: 'lean-table',
    applyToEnvironment: (environment) => environment.config.consumer === 'client',
    async load(id) {
      if (id !== table && id !== topics) return null
      const { module, dependencies } = await runnerImport<typeof Table & typeof Topics>(id)
      for (const file of dependencies) this.addWatchFile(resolve(file))
      const isNamed = this.environment.mode === 'build' ? findNames() : () => true
      if (id === table)
        return `export const endpoints = ${printCalls(module.endpoints, isNamed, isOpen)}`
      const { endpoints } = (await runnerImport<typeof Table>(table)).module
      return `import { endpoints } from ${JSON.stringify(table)}
Object.assign(endpoints, ${printCalls(endpoints, isNamed, (...row) => !isOpen(...row))})
${printTopics(module, isNamed)}`
    },
  }
}

/** Finds out which calls the browser's files name. */
function findNames(): (name: string) => boolean {
  const files = readdirSync('web', { recursive: true, encoding: 'utf8' }).filter((file) =>
    /(?<!\.test)\.tsx?$/.test(file),
  )
  const source = files.map((file) => readFileSync(join('web', file), 'utf8')).join('\n')
  const words = new Set(source.match(/\w+/g))
  return (name) => words.has(name)
}

type Row = Pick<Endpoint, 'method' | 'path' | 'access'>

/** Whether pages may make the call for which nobody has signed in; all pages ask who has. */
const isOpen = (name: string, { access }: Row) =>
  access === 'anyone' || name === ('getCurrentUser' satisfies EndpointName)

/**
 * Some of the table as one text, with each method above its calls, by name, and paths without /api/ before
 * their first word: compressed, it is smaller than an object.
 */
function printCalls(
  table: Record<string, Row>,
  isNamed: (name: string) => boolean,
  isWanted: (name: string, row: Row) => boolean,
): string {
  const rows = Object.entries(table).filter(([name, row]) => isNamed(name) && isWanted(name, row))
  const methods = [...new Set(rows.map(([, { method }]) => method))]
  const text = methods.map((wanted) => {
    const calls = rows
      .filter(([, { method }]) => method === wanted)
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
    return [
      wanted,
      ...calls.map(([name, { path }]) => `${name} ${path.replace(/^\/api\//, '')}`),
    ].join('\n')
  })
  return `/* @__PURE__ */ Object.fromEntries(
  ${JSON.stringify(text.join('|'))}.split('|').flatMap((calls) => {
    const [method, ...rows] = calls.split('\\n')
    return rows
      .map((row) => row.split(' '))
      .map(([name, path]) => [name, { method, path: path.replace(/^\\b/, '/api/') }])
  }),
)`
}

/** Each column as one text, a line for each call: its name, then its topics. */
const printTopics = (
  { topicsShown, topicsChanged }: typeof Topics,
  isNamed: (name: string) => boolean,
) =>
  `const read = (text) => Object.fromEntries(
  text.split('\\n').map((line) => {
    const [name, ...topics] = line.split(' ')
    return [name, topics]
  }),
)
export const topicsShown = /* @__PURE__ */ read(${printColumn(topicsShown, isNamed)})
export const topicsChanged = /* @__PURE__ */ read(${printColumn(topicsChanged, isNamed)})`

const printColumn = (column: Topics.TopicsByCall, isNamed: (name: string) => boolean) =>
  JSON.stringify(
    Object.entries(column)
      .filter(([name]) => isNamed(name))
      .map((row) => row.flat().join(' '))
      .join('\n'),
  )
