/**
 * Checks in which cases `npm start` and other commands install packages and build the app. The tests use a copy of the
 * scripts with a trivial build, because `npm test` uses the real build.
 */
import { spawn } from 'node:child_process'
import {
  appendFileSync,
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { projectRoot } from '#server/project-root.ts'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

let tree: string
const inTree = (name: string) => path.join(tree, name)
const write = (name: string, text: string) => {
  mkdirSync(path.dirname(inTree(name)), { recursive: true })
  writeFileSync(inTree(name), text)
}

/** Writes the same marker files as `scripts/build.mjs`. The built server only prints the source of `server/main.ts`. */
const build = `
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { buildAndMark } from './support/built.mjs'
await buildAndMark(() => {
  mkdirSync('dist/server', { recursive: true })
  const program = 'console.log(' + JSON.stringify('runs ' + readFileSync('server/main.ts', 'utf8')) + ')'
  for (const name of ['main', 'backup']) writeFileSync('dist/server/' + name + '.js', program)
  if (readFileSync('server/main.ts', 'utf8').includes('broken')) throw new Error('It is broken')
})
`

beforeEach(() => {
  tree = mkdtempSync(path.join(tmpdir(), 'paripassu-tree-'))
  cpSync(path.join(projectRoot, 'scripts'), inTree('scripts'), { recursive: true })
  write('scripts/build.mjs', build)
  write('package.json', '{ "type": "module" }')
  const packages = { 'node_modules/some': { version: '1.0.0', integrity: 'sha', optional: true } }
  write('package-lock.json', JSON.stringify({ packages: { '': {}, ...packages } }))
  write('node_modules/.package-lock.json', JSON.stringify({ packages }))
  write('server/main.ts', 'one')
})
afterEach(() => {
  setWritable(tree, true)
  rmSync(tree, { recursive: true })
})

function setWritable(folder: string, isWritable: boolean) {
  chmodSync(folder, isWritable ? 0o755 : 0o555)
  for (const entry of readdirSync(folder, { withFileTypes: true }))
    if (entry.isDirectory()) setWritable(path.join(folder, entry.name), isWritable)
}

const isRoot = process.getuid?.() === 0
const setpriv = ['/usr/bin/setpriv', '/bin/setpriv'].find((file) => existsSync(file))
/** Root can write anywhere, so this command drops the capabilities that allow writing. */
const unprivileged =
  isRoot && setpriv ? [setpriv, '--bounding-set=-dac_override,-dac_read_search'] : []

function run(command: string, env: Record<string, string> = {}) {
  const [program, ...args] = [...unprivileged, process.execPath, 'scripts/run.mjs', command]
  const child = spawn(program ?? process.execPath, args, {
    cwd: tree,
    env: { PATH: process.env['PATH'] ?? '', ...env },
  })
  const said = { out: '', err: '' }
  child.stdout.on('data', (chunk: Buffer) => void (said.out += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => void (said.err += chunk.toString()))
  return new Promise<{ code: number | null; out: string; err: string }>((resolve) =>
    child.once('close', (code) => resolve({ code, ...said })),
  )
}
const prints = (out: string) => ({ code: 0, out: `${out}\n`, err: '' })

const updatedNode = {
  NODE_OPTIONS: `--import="data:text/javascript,Object.defineProperty(process,'version',{value:'v99.1.2'})"`,
}

describe('npm start', () => {
  it('builds the app only on the first start in a new clone of the repository', async () => {
    expect(await run('start')).toEqual(prints('Building …\nruns one'))
    expect(await run('start')).toEqual(prints('runs one'))
  })

  it('rebuilds the app after a source changes', async () => {
    await run('build')
    write('server/main.ts', 'two')
    expect(await run('start')).toEqual(prints('Building …\nruns two'))
  })

  it('rebuilds the app after a failed build, even if the sources match the previous build', async () => {
    await run('build')
    write('server/main.ts', 'broken')
    expect(await run('build')).toMatchObject({ code: 1 })
    write('server/main.ts', 'one')
    expect(await run('start')).toEqual(prints('Building …\nruns one'))
  })
})

describe.skipIf(isRoot && !setpriv)('npm start by a user with read-only access', () => {
  it('runs an existing build even without write access', async () => {
    await run('build')
    setWritable(tree, false)
    expect(await run('start')).toEqual(prints('runs one'))
    expect(await run('start', updatedNode)).toEqual(prints('runs one'))
  })

  it.each([
    ['server/main.ts', "The build doesn't match the sources", 'dist'],
    [
      'node_modules/.package-lock.json',
      "What is installed in node_modules doesn't match package-lock.json",
      'node_modules',
    ],
  ])('reports which user must build the app after %s changes', async (changed, problem, folder) => {
    await run('build')
    write(changed, '{ "packages": {} }')
    setWritable(tree, false)
    expect(await run('start')).toEqual({
      code: 1,
      out: '',
      err: `${problem}, and this user can't write to ${inTree(folder)}. Run "npm run build" in ${tree} as its owner.\n`,
    })
  })
})

describe('a command-line tool', () => {
  it('builds the app when a command-line tool runs in a new clone of the repository', async () => {
    expect(await run('backup')).toEqual(prints('Building …\nruns one'))
  })

  it("doesn't rebuild the app when a command-line tool runs after Node is updated", async () => {
    await run('build')
    expect(await run('backup', updatedNode)).toEqual(prints('runs one'))
  })

  it("a command doesn't replace an outdated build, because a running server may use it", async () => {
    await run('build')
    write('server/main.ts', 'two')
    expect(await run('backup')).toEqual({
      code: 1,
      out: '',
      err: `The build doesn't match the sources. Only npm start replaces it, because the program may be running from it. Stop the program, and run "npm run build" in ${tree}.\n`,
    })
    expect(readFileSync(inTree('dist/server/main.js'), 'utf8')).toContain('runs one')
  })

  it("a command doesn't replace outdated packages, because a running server may use them", async () => {
    await run('build')
    appendFileSync(inTree('package-lock.json'), '\n')
    write('node_modules/.package-lock.json', '{ "packages": {} }')
    const { code, out, err } = await run('backup')
    expect({ code, out }).toEqual({ code: 1, out: '' })
    expect(err).toMatch(/^What is installed in node_modules doesn't match .* Only npm start .*\n$/)
    expect(existsSync(inTree('node_modules'))).toBe(true)
  })

  it("returns no verification result for a receipt if the command can't run", async () => {
    await run('build')
    write('server/main.ts', 'two')
    expect(await run('receipt:verify')).toMatchObject({ code: 3, out: '' })
  })
})
