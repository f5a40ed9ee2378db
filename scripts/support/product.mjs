/** Starts the built product on a free port and a new folder, with the sample portfolio. */
import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { neutralSettings } from './neutral-settings.mjs'
import { root } from './project.mjs'

const startLimitMs = 90_000
/** More than a stop takes (`server/stop-limits.ts`). */
const stopLimitMs = 75_000

/** Starts it with the sample portfolio, and returns the sign-in of its sample lender. */
export async function startSampleProduct({ settings = {}, parentFolder } = {}) {
  const product = await startProduct({
    settings: { SAMPLE_DATA: 'on', ...settings },
    parentFolder,
  })
  try {
    return { ...product, sampleLender: await readSampleLender(product.output) }
  } catch (error) {
    await product.stop().catch(() => {})
    throw error
  }
}

/** Starts it without any loan, with one administrator. */
export async function startProduct({ settings = {}, parentFolder = tmpdir() } = {}) {
  const dataDir = mkdtempSync(path.join(parentFolder, 'paripassu-product-'))
  const port = await freePort()
  const admin = { email: 'admin@example.com', password: randomBytes(12).toString('base64url') }
  const child = spawn(process.execPath, [path.join(root, 'dist/server/main.js')], {
    cwd: root,
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
  const ended = new Promise((resolve) => child.once('exit', resolve))
  const output = readOutput(child)
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

function failAt(code, output) {
  throw new Error(`The product exited with ${code} before it was ready:\n${output}`)
}

function readOutput(child) {
  let text = ''
  child.stdout.setEncoding('utf8').on('data', (part) => {
    text += part
  })
  return () => text
}

async function untilReady(address) {
  const deadline = Date.now() + startLimitMs
  while (Date.now() < deadline) {
    const answer = await fetch(`${address}/readyz`).catch(() => null)
    if (answer?.status === 200) return
    await wait(100)
  }
  throw new Error(`The product was not ready within ${startLimitMs / 1000} s`)
}

/** The password is printed once, shortly after the port answers. */
async function readSampleLender(output) {
  const deadline = Date.now() + 10_000
  while (Date.now() < deadline) {
    const [, email, password] = /Sample lender: (\S+) +password: (\S+)/.exec(output()) ?? []
    if (email && password) return { email, password }
    await wait(50)
  }
  throw new Error(`No sign-in of the sample lender was printed:\n${output()}`)
}

/** Stops it, and fails unless it was still running, and exits cleanly and in time. */
async function stopProduct(child, ended, dataDir) {
  const wasRunning = child.exitCode === null && child.kill('SIGTERM')
  const late = wait(stopLimitMs, 'late', { ref: false })
  const code = await Promise.race([ended, late])
  if (code === 'late') child.kill('SIGKILL')
  rmSync(dataDir, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 })
  if (!wasRunning) throw new Error(`The product exited with ${code} before it was stopped`)
  if (code !== 0) throw new Error(`The product exited with ${code} on SIGTERM`)
}

function freePort() {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address()
      server.close(() => resolve(port))
    })
  })
}
