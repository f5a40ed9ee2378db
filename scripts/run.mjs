/**
 * Runs the npm command NAME: `node scripts/run.mjs NAME`. Old Node versions must be able to parse this file, because it
 * checks the version. It imports other files only after this check.
 */
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { requireNode } from './support/node-version.mjs'

/**
 * The programs in server/commands and their arguments.
 * @typedef {import('./support/arguments.mjs').OptionsConfig} OptionsConfig
 * @typedef {{ usage: string, options?: OptionsConfig, operands?: number, failedWith?: number }} Program
 * @type {Record<string, Program>}
 */
const programs = {
  'admin:password': {
    operands: 1,
    usage: `npm run admin:password -- EMAIL

  EMAIL   the administrator who gets a new password`,
  },
  'audit:verify': {
    options: { head: { type: 'string' } },
    // Exit code 1 is a verification result.
    failedWith: 2,
    usage: `npm run audit:verify [-- --head NUMBER:HASH]

  --head NUMBER:HASH   a saved seal that the trail must contain

The exit code is 0 if the trail is intact, 1 if it isn't, 2 if it couldn't be checked, and 3 if it is intact but an
entry has waited for its seal for more than an hour.`,
  },
  backup: {
    operands: Infinity,
    usage: `npm run backup -- FILE

  FILE   the new archive of the database and its files; it must not exist yet`,
  },
  'receipt:rotate': {
    options: { 'key-is-lost': { type: 'boolean' } },
    usage: `npm run receipt:rotate [-- --key-is-lost]

Signs receipts with a new key from now on. Receipts signed before stay genuine.

  --key-is-lost   rotates even if SECRETS_KEY doesn't decrypt the secrets in the database`,
  },
  'receipt:verify': {
    operands: Infinity,
    // Exit codes 1 and 2 are verification results.
    failedWith: 3,
    usage: `npm run receipt:verify -- FILE KEYS

  FILE   a receipt, as JSON or PDF
  KEYS   the keys, in a file or at an address: https://desk.example/.well-known/paripassu-keys.json

The exit code is 0 if the receipt is genuine, 1 if it was altered, 2 if it is unknown, and 3 otherwise.`,
  },
  restore: {
    options: { 'same-store': { type: 'boolean' } },
    operands: Infinity,
    usage: `npm run restore -- FILE [--same-store]

  FILE           an archive of npm run backup, to restore into an empty place
  --same-store   reuses the file store of a lost database, with its remaining files`,
  },
  'secrets:forget': {
    options: { 'key-is-lost': { type: 'boolean' } },
    usage: `npm run secrets:forget [-- --key-is-lost]

Lists the secrets that SECRETS_KEY doesn't decrypt, with their accounts and keys.

  --key-is-lost   turns two-factor sign-in off for these accounts, replaces the key of receipts,
                  and ends open invitations`,
  },
  'two-factor:off': {
    operands: 1,
    usage: `npm run two-factor:off -- EMAIL

  EMAIL   the account whose two-factor sign-in is turned off`,
  },
}

/** @typedef {Record<string, () => Promise<unknown>>} Commands */

/**
 * TypeScript tools that need a build of the app.
 * @type {Commands}
 */
const tools = {
  bench: () => import('#bench/main.ts'),
  'bench:web': () => import('#bench/web/main.ts'),
  drill: () => import('#test/tools/drill/main.ts'),
  'drill:failover': () => import('#test/tools/failover/main.ts'),
  hostile: () => import('#test/tools/hostile/run.ts'),
  scan: () => import('#test/tools/security/main.ts'),
}

/**
 * TypeScript scripts that need only the dependencies.
 * @type {Commands}
 */
const scripts = {
  bytes: () => import('./bytes.ts'),
  calls: () => import('./calls.ts'),
  check: () => import('./check.ts').then(({ check }) => check()),
  dev: () => import('./dev.ts'),
  screens: () => import('./screens.ts'),
  structure: () => import('./structure.ts').then(({ writeStructure }) => writeStructure()),
  test: () => import('./test.ts').then(({ runTests }) => runTests({ isNightly: false })),
  'test:nightly': () => import('./test.ts').then(({ runNightly }) => runNightly()),
}

/** @type {Commands} */
const plainScripts = {
  build: () => import('./build.mjs'),
  start,
}

const [name = ''] = process.argv.splice(2, 1)
const program = programs[name]
const tool = tools[name]
const script = scripts[name]
const plainScript = plainScripts[name]

requireNode(program?.failedWith)
if (program) await runCommand(program)
else if (tool) await runTypeScript(tool, { needsBuild: true })
else if (script) await runTypeScript(script, { needsBuild: false })
else if (plainScript) await plainScript()
else {
  const names = Object.keys({ ...programs, ...tools, ...scripts, ...plainScripts }).toSorted()
  console.error(`Name a command: ${names.join(', ')}`)
  process.exitCode = 1
}

/** @param {Program} program */
async function runCommand({ usage, options = {}, operands = 0, failedWith = 1 }) {
  const { readArguments } = await import('./support/arguments.mjs')
  readArguments(usage, { options, operands, refusedWith: failedWith })
  await runBuilt(name.replace(':', '-'), { failedWith })
}

async function start() {
  const { stopWithNpm } = await import('./support/stop-with-npm.mjs')
  stopWithNpm()
  await runBuilt('main', { mayReplace: true })
}

/**
 * Installs packages and builds the app if needed, then runs a built program in this process so that signals reach it.
 * Without `mayReplace`, keeps existing packages and builds, because a running program might use them.
 * @param {string} file
 */
async function runBuilt(file, { mayReplace = false, failedWith = 1 }) {
  const { root } = await import('./support/project.mjs')
  await prepare({ mayReplace }).catch((error) => {
    console.error(error.message)
    process.exit(failedWith)
  })
  if (failedWith !== 1)
    process.on('uncaughtException', (error) => {
      console.error(error)
      process.exit(failedWith)
    })
  await import(pathToFileURL(path.join(root, `dist/server/${file}.js`)).href)
}

/**
 * Runs TypeScript in this process so that the script receives Ctrl-C and can clean up.
 * @param {() => Promise<unknown>} load
 * @param {{ needsBuild: boolean }} options
 */
async function runTypeScript(load, { needsBuild }) {
  const { asksForHelp } = await import('./support/arguments.mjs')
  // The usage can be printed without a build, so `--help` doesn't start one.
  await prepare({ needsBuild: needsBuild && !asksForHelp(process.argv) })
  const { register } = await import('tsx/esm/api')
  register()
  await load()
}

async function prepare({ mayReplace = true, needsBuild = true }) {
  const { ensureDependencies } = await import('./support/dependencies.mjs')
  const { ensureBuilt } = await import('./support/built.mjs')
  await ensureDependencies({ mayReplace })
  if (needsBuild) await ensureBuilt({ mayReplace })
}
