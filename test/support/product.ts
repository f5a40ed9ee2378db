import { spawn, type ChildProcess } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'
import { projectRoot } from '#server/project-root.ts'
import { freePort } from './free-port.ts'
import { neutralSettings } from './neutral-settings.ts'

export interface SignIn {
  email: string
  password: string
}
export interface Product {
  address: string
  dataDir: string
  admin: SignIn
  output: () => string
  /** Stops the server and removes its folder. Rejects if the exit code isn't 0. */
  stop: () => Promise<void>
}
export interface SampleProduct extends Product {
  sampleLender: SignIn
}
export interface ProductOptions {
  settings?: Record<string, string>
  /** The parent of the new folder. Defaults to the system's temporary folder. */
  parentFolder?: string
}

const startLimitMs = 90_000
/** A shutdown never takes this long (`server/stop-limits.ts`). */
const stopLimitMs = 75_000

export async function startSampleProduct(options: ProductOptions = {}): Promise<SampleProduct> {
  const settings = { SAMPLE_DATA: 'on', ...options.settings }
  const product = await startProduct({ ...options, settings })
  try {
    return { ...product, sampleLender: await readSampleLender(product.output) }
  } catch (error) {
    await product.stop().catch(() => {})
    throw error
  }
}

export async function startProduct({
  settings = {},
  parentFolder = tmpdir(),
}: ProductOptions = {}): Promise<Product> {
  const dataDir = mkdtempSync(path.join(parentFolder, 'paripassu-product-'))
  const port = await freePort()
  const admin = { email: 'admin@example.com', password: randomBytes(12).toString('base64url') }
  const child = spawn(process.execPath, [path.join(projectRoot, 'dist/server/main.js')], {
    cwd: projectRoot,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...process.env,
      ...neutralSettings,
      ...{ PORT: String(port), HOST: '127.0.0.1', PUBLIC_URL: `http://127.0.0.1:${port}` },
      ...{ DATA_DIR: dataDir, SAMPLE_DATA: 'off' },
      ...{ ADMIN_EMAIL: admin.email, ADMIN_PASSWORD: admin.password },
      ...{ RATE_LIMIT: 'off', LOG_LEVEL: 'warn' },
      ...settings,
    },
  })
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve))
  const output = readOutput(child.stdout)
  const stop = () => stopProduct(child, ended, dataDir)
  try {
    const address = `http://127.0.0.1:${port}`
    await Promise.race([untilReady(address), ended.then((code) => failAt(code, output()))])
    return { address, dataDir, admin, output, stop }
  } catch (error) {
    await stop().catch(() => {})
    throw error
  }
}

function failAt(code: number | null, output: string): never {
  throw new Error(`The product exited with ${code} before it was ready:\n${output}`)
}

function readOutput(stdout: Readable): () => string {
  let text = ''
  stdout.setEncoding('utf8').on('data', (part: string) => {
    text += part
  })
  return () => text
}

async function untilReady(address: string) {
  const deadline = Date.now() + startLimitMs
  while (Date.now() < deadline) {
    const answer = await fetch(`${address}/readyz`).catch(() => null)
    if (answer?.status === 200) return
    await wait(100)
  }
  throw new Error(`The product was not ready within ${startLimitMs / 1000} s`)
}

/** The server prints the password once, shortly after the port opens. */
async function readSampleLender(output: () => string): Promise<SignIn> {
  const deadline = Date.now() + 10_000
  while (Date.now() < deadline) {
    const [, email, password] = /Sample lender: (\S+) +password: (\S+)/.exec(output()) ?? []
    if (email && password) return { email, password }
    await wait(50)
  }
  throw new Error(`No sign-in of the sample lender was printed:\n${output()}`)
}

async function stopProduct(child: ChildProcess, ended: Promise<number | null>, dataDir: string) {
  const wasRunning = child.exitCode === null && child.kill('SIGTERM')
  const late = wait(stopLimitMs, 'late' as const, { ref: false })
  const code = await Promise.race([ended, late])
  if (code === 'late') child.kill('SIGKILL')
  rmSync(dataDir, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 })
  if (!wasRunning) throw new Error(`The product exited with ${code} before it was stopped`)
  if (code !== 0) throw new Error(`The product exited with ${code} on SIGTERM`)
}
