/** Finds the Chromium for the browser tests, or installs one. */
import { spawnSync, type SpawnSyncOptions } from 'node:child_process'
import { accessSync, constants, existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { root } from './project.mjs'

const require = createRequire(path.join(root, 'package.json'))
const isRoot = process.getuid?.() === 0

/**
 * Features that the tests don't need. The omnibox pop-ups would load two extra pages in each new context. Chromium uses
 * only the last list of disabled features, so this list includes Playwright's.
 */
const disabledFeatures = [
  ...['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup', 'WebUIOmniboxFullPopup'],
  ...['AvoidUnnecessaryBeforeUnloadCheckSync', 'DestroyProfileOnBrowserClose', 'HttpsUpgrades'],
  ...['HttpsFirstBalancedModeAutoEnable', 'LensOverlay', 'MediaRouter', 'PaintHolding'],
  ...['ThirdPartyStoragePartitioning', 'AvoidCorsURLLoaderRestartOnRedirect', 'AimEnabled'],
  ...['OptimizationHints', 'NetworkTimeServiceQuerying', 'PreconnectToSearch'],
]

/** A name for this machine that isn't localhost. Over plain HTTP, pages at this name aren't a secure context. */
export const plainHost = 'paripassu.test'

/** Chromium's sandbox doesn't work as root. On a closed network, Chromium must not contact its vendor's hosts. */
export const launchArguments = [
  `--disable-features=${disabledFeatures.join(',')}`,
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  `--host-resolver-rules=MAP ${plainHost} 127.0.0.1`,
  ...(isRoot ? ['--no-sandbox'] : []),
]

export interface FoundBrowser {
  executablePath: string
  via: string
}

/**
 * Tries, in this order: the environment variable, an installed program, Playwright's previous download, a new
 * download, and Debian's package (as root).
 */
export async function findBrowser(): Promise<FoundBrowser> {
  const found = fromEnvironment() ?? installed() ?? downloaded() ?? download() ?? installPackage()
  if (found) return found
  throw new Error(
    'No Chromium was found. Set CHROME_PATH, or install one: apt-get install chromium, or npx playwright install chromium',
  )
}

/**
 * Prefers Chromium's headless shell, which has the same engine and is a sixth faster, but has no back/forward cache.
 */
export async function findQuickBrowser(): Promise<FoundBrowser> {
  const browser = await findBrowser()
  return fromEnvironment() ?? installed(['chromium-headless-shell']) ?? browser
}

function fromEnvironment(): FoundBrowser | null {
  for (const name of ['CHROME_PATH', 'PLAYWRIGHT_CHROMIUM_PATH', 'PUPPETEER_EXECUTABLE_PATH']) {
    const executablePath = process.env[name]
    if (!executablePath) continue
    if (!isExecutable(executablePath)) throw new Error(`${name}=${executablePath} is not a program`)
    return { executablePath, via: name }
  }
  return null
}

const programs = [
  'chromium',
  'chromium-browser',
  'google-chrome-stable',
  'google-chrome',
  'chrome',
  'microsoft-edge',
]
const applications = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:/Program Files/Google/Chrome/Application/chrome.exe',
]

function installed(names = programs): FoundBrowser | null {
  const folders = (process.env.PATH ?? '').split(path.delimiter)
  const candidates = names.flatMap((name) => folders.map((folder) => path.join(folder, name)))
  // Some distributions install a script that only prints how to install the program.
  const executablePath =
    candidates.find((file) => isExecutable(file) && runs(file)) ??
    (names === programs ? applications.find(existsSync) : null)
  return executablePath ? { executablePath, via: 'installed' } : null
}

function downloaded(): FoundBrowser | null {
  const executablePath = require('@playwright/test').chromium.executablePath()
  return existsSync(executablePath) ? { executablePath, via: 'playwright' } : null
}

function download(): FoundBrowser | null {
  console.log('No browser was found; Playwright downloads one …')
  const cli = path.join(path.dirname(require.resolve('@playwright/test/package.json')), 'cli.js')
  spawnSync(process.execPath, [cli, 'install', 'chromium', '--no-shell'], {
    stdio: 'ignore',
    timeout: 120_000,
  })
  return downloaded()
}

function installPackage(): FoundBrowser | null {
  if (!isRoot || !existsSync('/etc/debian_version')) return null
  console.log('Installing Chromium from the packages of this system …')
  const options: SpawnSyncOptions = {
    stdio: 'ignore',
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    timeout: 300_000,
  }
  spawnSync('apt-get', ['update', '-qq'], options)
  const packages = ['chromium', 'chromium-headless-shell']
  const install = ['install', '-y', '-qq', '--no-install-recommends']
  // Older Debian releases don't include Chromium's headless shell.
  if (spawnSync('apt-get', [...install, ...packages], options).status !== 0)
    spawnSync('apt-get', [...install, 'chromium'], options)
  const found = installed()
  return found && { ...found, via: 'apt-get' }
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}

const runs = (file: string) => spawnSync(file, ['--version'], { timeout: 15_000 }).status === 0
