/** The arguments that tests use to start the server and its commands. `npm test` builds both before the tests. */
import { existsSync, readdirSync, statSync } from 'node:fs'
import path from 'node:path'
import { projectRoot } from '#server/project-root.ts'

/**
 * Returns Node's arguments for a program: its build if it is up to date, otherwise the source, which takes a second or
 * two longer to start.
 */
export function nodeArguments(name: string): string[] {
  const built = path.join(projectRoot, `dist/server/${name}.js`)
  if (existsSync(built) && statSync(built).mtimeMs >= newestSourceMs()) return [built]
  const source = name === 'main' ? 'server/main.ts' : `server/commands/${name}.ts`
  return ['--import', 'tsx', path.join(projectRoot, source)]
}

let newestMs: number | null = null

/** Runs only once, because it compares the modification times of a thousand files. */
function newestSourceMs(): number {
  const rooms = ['server', 'contract', 'domain'].map((room) => path.join(projectRoot, room))
  newestMs ??= Math.max(...rooms.map(newestIn))
  return newestMs
}

function newestIn(folder: string): number {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  const programs = names.filter((name) => /\.(ts|sql)$/.test(name) && !name.endsWith('.test.ts'))
  return Math.max(...programs.map((name) => statSync(path.join(folder, name)).mtimeMs))
}
