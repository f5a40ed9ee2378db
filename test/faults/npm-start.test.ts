/**
 * The server shuts down cleanly when `npm start` ends. A server that a shell started in the background keeps running
 * after the shell exits.
 */
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { Agent } from 'node:http'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { lookUpProcess } from '#server/database/embedded/processes.ts'
import { hashOf, unlessDone } from '#scripts/support/project.mjs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Caller } from '#test/support/caller.ts'
import { openConversation, requestText } from '#test/support/conversation.ts'
import { startProgram, type Program } from '#test/support/program.ts'
import { postmasterPid } from '#test/support/server-processes.ts'
import { memoryFolder } from '#test/support/memory-folder.ts'

const password = 'correct horse battery'
/** A shutdown takes far less time than this. An orphaned process would never end. */
const stopLimitMs = 30_000
/** Several times the interval at which the server checks whether npm is running. */
const noticeMs = 2_000
let folder: string
let program: Program
let cookie: string | null = null
let loanId: string

async function start(command: string[]) {
  program = await startProgram(
    {
      ...{ DATA_DIR: dataDir(), ADMIN_PASSWORD: password, SAMPLE_DATA: 'off' },
      ...{ npm_config_cache: path.join(folder, 'npm'), npm_config_update_notifier: 'false' },
    },
    '/readyz',
    command,
  )
}
const dataDir = () => path.join(folder, 'data')
const healthStatus = () =>
  fetch(`${program.address}/healthz`).then(
    ({ status }) => status,
    () => 'refused',
  )

beforeAll(async () => {
  await unlessDone('node_modules/.paripassu-installed', hashOf('package-lock.json'), async () => {
    throw new Error('npm start would reinstall the dependencies here, while other tests use them')
  })
  folder = await mkdtemp(path.join(memoryFolder(), 'paripassu-npm-'))
  await start([process.execPath, 'scripts/run.mjs', 'start'])
  const caller = new Caller(program.address, new Agent())
  await caller.call('login', { body: { email: 'admin@example.com', password } })
  cookie = caller.cookie
  const body = { title: 'Pier', borrowerName: 'Pier LLC', amount: '33.33', term: 12 }
  loanId = (await caller.call('createLoan', { body: { ...body, interestRate: '7' } })).id
  expect(await program.end('SIGTERM')).toBe(0)
}, 120_000)
afterAll(async () => {
  await rm(folder, { recursive: true, force: true })
})

async function withRequestUnderWay(act: () => Promise<void>): Promise<string> {
  const body = JSON.stringify({ loanId, percentage: '1' })
  const headers = {
    Cookie: cookie ?? '',
    'Content-Type': 'application/json',
    'Content-Length': String(body.length),
    Expect: '100-continue',
  }
  const text = requestText('POST /api/commitments', headers, body.slice(0, 10))
  const { socket, heard, closed } = openConversation(program.address, text)
  await expect.poll(heard).toMatch(/100 Continue/)
  await act()
  socket.write(body.slice(10))
  await closed
  return heard()
}

const npm = ['npm', 'start']
const shell = ['sh', '-c', 'true && npm start 2>&1']

describe('stopping without dropping requests or leaving processes behind', () => {
  it.each<[string, NodeJS.Signals, string[], (pid: number) => number]>([
    ['npm gets SIGTERM', 'SIGTERM', npm, (pid) => pid],
    ['npm gets SIGKILL', 'SIGKILL', npm, (pid) => pid],
    ['the shell that waits for npm gets SIGKILL', 'SIGKILL', shell, (pid) => pid],
    ['the process group gets SIGTERM', 'SIGTERM', ['setsid', ...npm], (pid) => -pid],
  ])(
    'shuts down without dropping a request or leaving a process behind when %s',
    async (_case, signal, command, targetOf) => {
      await start(command)
      const postmaster = postmasterPid(dataDir())
      try {
        const heard = await withRequestUnderWay(async () => {
          process.kill(targetOf(program.pid), signal)
          await expect.poll(healthStatus, { timeout: stopLimitMs }).toBe('refused')
          // The server's check for npm also runs during this time and must not end the shutdown early.
          await sleep(noticeMs)
        })
        expect(heard).toMatch(/HTTP\/1\.1 201 /)
        const silent = program.silent.then(() => 'ended')
        expect(await Promise.race([silent, sleep(stopLimitMs, 'still running')])).toBe('ended')
        expect(lookUpProcess(postmaster)).toBeNull()
        expect(existsSync(path.join(dataDir(), 'postgres/18/postmaster.pid'))).toBe(false)
        const log = await readFile(path.join(dataDir(), 'postgres/server.log'), 'utf8')
        expect(log).toMatch(/database system is shut down\n$/)
        expect(program.output()).not.toMatch(/"level":"(warn|error|fatal)"/)
      } finally {
        killProgram(postmaster)
      }
    },
    90_000,
  )
})

describe('a server that a shell started in the background', () => {
  it.each(['nohup node scripts/run.mjs start', 'npm start'])(
    'keeps the server running after the shell that started it exits: %s',
    async (command) => {
      await start(['sh', '-c', `${command} & wait`])
      const postmaster = postmasterPid(dataDir())
      try {
        await program.end('SIGKILL')
        await sleep(noticeMs)
        expect(await healthStatus()).toBe(200)
        process.kill(programOf(postmaster), 'SIGTERM')
        await program.silent
        expect(lookUpProcess(postmaster)).toBeNull()
      } finally {
        killProgram(postmaster)
      }
    },
    60_000,
  )
})

const programOf = (postmaster: number) => lookUpProcess(postmaster)?.parent ?? 0

function killProgram(postmaster: number) {
  const pid = programOf(postmaster)
  if (pid > 1) process.kill(pid, 'SIGKILL')
}
