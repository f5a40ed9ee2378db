/** Where the program's own time goes: what `--profile` prints of the CPU profiles that Node wrote. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { SourceMap, type SourceMapping } from 'node:module'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { projectRoot } from '#server/project-root.ts'
import { toTable } from './report.ts'

/** A profile as Node writes it. */
export interface CpuProfile {
  /** In microseconds, by the clock of `process.hrtime`. */
  startTime: number
  nodes: { id: number; callFrame: CallFrame }[]
  /** The node that ran at each sample, and the microseconds since the sample before. */
  samples: number[]
  timeDeltas: number[]
}

interface CallFrame {
  functionName: string
  url: string
  /** Both from 0. */
  lineNumber: number
  columnNumber: number
}

/** Where a function is: its package, or its file of the project. */
export type Locate = (frame: CallFrame) => string

interface Share {
  name: string
  /** Of the time in which the program ran. */
  share: number
}

export interface Heaviest {
  places: Share[]
  functions: Share[]
}

/**
 * The packages, files and functions with the most time of their own, without what they call, since a time by
 * the profiles' clock.
 */
export function heaviest(
  profiles: readonly CpuProfile[],
  locate: Locate,
  { since = 0, most = mostPrinted } = {},
): Heaviest {
  const [places, functions] = [new Map<string, number>(), new Map<string, number>()]
  let ran = 0
  for (const { startTime, nodes, samples, timeDeltas } of profiles) {
    const frames = new Map(nodes.map(({ id, callFrame }) => [id, callFrame]))
    let at = startTime
    for (const [index, id] of samples.entries()) {
      const [frame, spent] = [frames.get(id), timeDeltas[index] ?? 0]
      at += spent
      if (!frame || at < since || frame.functionName === '(idle)') continue
      const place = locate(frame)
      ran += spent
      add(places, place, spent)
      add(functions, `${frame.functionName || 'anonymous'} · ${place}`, spent)
    }
  }
  const sharesOf = (sums: Map<string, number>) =>
    [...sums]
      .toSorted(([, a], [, b]) => b - a)
      .slice(0, most)
      .map(([name, spent]) => ({ name, share: spent / ran }))
  return { places: sharesOf(places), functions: sharesOf(functions) }
}

const mostPrinted = 15

const add = (sums: Map<string, number>, name: string, spent: number) =>
  sums.set(name, (sums.get(name) ?? 0) + spent)

/** The package of a source by its path, or the path in the project. */
export function placeOf(source: string): string {
  const [, inside] = /^.*\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(source) ?? []
  if (inside !== undefined) return inside
  return path.relative(projectRoot, source)
}

/** Finds functions of the build by its source maps, which name the sources. */
function locator(): Locate {
  const maps = new Map<string, SourceMap | null>()
  return ({ url, lineNumber, columnNumber }) => {
    // What has no address is compiled: system calls, and V8 with its garbage collector.
    if (!url.startsWith('file:')) return url.startsWith('node:') ? 'node' : 'native code'
    const file = fileURLToPath(url)
    if (!maps.has(file)) maps.set(file, readMap(file))
    const found = maps.get(file)?.findEntry(lineNumber, columnNumber)
    const { originalSource } = (found ?? {}) as Partial<SourceMapping>
    if (originalSource === undefined) return placeOf(file)
    return placeOf(
      originalSource.startsWith('file:')
        ? fileURLToPath(originalSource)
        : path.resolve(path.dirname(file), originalSource),
    )
  }
}

function readMap(file: string): SourceMap | null {
  const map = `${file}.map`
  return existsSync(map) ? new SourceMap(JSON.parse(readFileSync(map, 'utf8'))) : null
}

const percent = (share: number) => `${(share * 100).toFixed(1)} %`

/** Now, by the profiles' clock. */
export const profileNow = () => Number(process.hrtime.bigint() / 1_000n)

/** Two tables of the profiles in a folder, since a time by their clock. */
export function profileTables(folder: string, since: number): string {
  const files = readdirSync(folder).filter((name) => name.endsWith('.cpuprofile'))
  const profiles = files.map(
    // Node's own file.
    (name) => JSON.parse(readFileSync(path.join(folder, name), 'utf8')) as CpuProfile,
  )
  const { places, functions } = heaviest(profiles, locator(), { since })
  const table = (head: string, shares: readonly Share[]) =>
    toTable([[head, 'own time'], ...shares.map(({ name, share }) => [name, percent(share)])])
  return [table('package or file', places), table('function', functions)].join('\n\n')
}
