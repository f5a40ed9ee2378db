/** The nginx example in front of two servers, which respond to, refuse, or drop connections. */
import { spawn, type ChildProcess } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, request, type IncomingMessage, type Server } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { projectRoot } from '#server/project-root.ts'
import { freePort } from '#test/support/free-port.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'

const program = ['/usr/sbin/nginx', '/usr/bin/nginx', '/usr/local/sbin/nginx'].find(existsSync)

let folder: string
let machines: Server[]
let nginx: ChildProcess
let port: number
/** The methods and paths of requests that reached the servers, except readiness checks. */
let arrived: string[] = []
let asked = 0
let breaksOff = false

async function listen(server: Server): Promise<number> {
  const free = await freePort()
  await new Promise<void>((resolve) => server.listen(free, '127.0.0.1', resolve))
  return free
}

async function readAll(message: IncomingMessage): Promise<number> {
  let length = 0
  for await (const chunk of message) length += (chunk as Buffer).length
  return length
}

const machine = () =>
  createServer((incoming, answer) => {
    void (async () => {
      const length = await readAll(incoming)
      if (incoming.url === '/readyz?check=stopping') {
        asked += 1
        answer.end()
        return
      }
      arrived.push(`${incoming.method} ${incoming.url}`)
      if (breaksOff) incoming.socket.destroy()
      else answer.end(String(length))
    })()
  })

function call(method: string, place: string, body = '') {
  const headers = body === '' ? {} : { 'Content-Length': body.length }
  return new Promise<{ status: number; length: string }>((resolve, reject) => {
    const outgoing = request({ port, method, path: place, headers, agent: false }, (answer) => {
      let length = ''
      answer.on('data', (chunk: Buffer) => void (length += chunk.toString()))
      answer.once('end', () => resolve({ status: answer.statusCode ?? 0, length }))
    })
    outgoing.once('error', reject)
    outgoing.end(body)
  })
}

const isListening = () =>
  call('GET', '/').then(
    () => true,
    () => false,
  )

function exampleFor(ports: number[]) {
  const [first = 0, second = 0] = ports
  const site = readFileSync(path.join(projectRoot, 'deploy/nginx.conf'), 'utf8')
    .replace('listen 443 ssl http2', `listen 127.0.0.1:${port}`)
    .replaceAll(/^ *ssl_.*$/gm, '')
    .replace('10.0.0.11:3000', `127.0.0.1:${first}`)
    .replace('10.0.0.12:3000', `127.0.0.1:${second}`)
    .replaceAll('max_fails=1', 'max_fails=0')
  const folders = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${folder}/${name};`,
  )
  return [
    ...['daemon off;', 'master_process off;', `pid ${folder}/nginx.pid;`, 'error_log /dev/null;'],
    ...['events {}', 'http {', 'access_log off;', ...folders, site, '}'],
  ].join('\n')
}

const why = program ? '' : " (skipped: nginx isn't installed)"

describe.skipIf(!program)(`behind nginx${why}`, () => {
  beforeAll(async () => {
    folder = mkdtempSync(path.join(tmpdir(), 'paripassu-nginx-'))
    machines = [machine(), machine()]
    const ports = await Promise.all(machines.map(listen))
    port = await freePort()
    const file = path.join(folder, 'nginx.conf')
    writeFileSync(file, exampleFor(ports))
    nginx = spawn(program ?? '', ['-c', file, '-p', folder, '-e', '/dev/null'], { stdio: 'ignore' })
    await vi.waitUntil(isListening, { timeout: 10_000 })
  })
  afterAll(async () => {
    const ended = new Promise((resolve) => nginx.once('exit', resolve))
    nginx.kill()
    await ended
    for (const each of machines) each.close()
    rmSync(folder, { recursive: true, force: true })
  })
  beforeEach(() => {
    breaksOff = false
    arrived = []
    asked = 0
  })

  it.each(['/api/loans', '/objects/file'])(
    'nginx forwards each request to %s exactly once and in full',
    async (place) => {
      const body = 'x'.repeat(300_000)
      for (const method of ['GET', 'POST', 'PATCH', 'PUT', 'DELETE'])
        expect(await call(method, place, body)).toEqual({ status: 200, length: '300000' })
      expect(arrived).toEqual(
        ['GET', 'POST', 'PATCH', 'PUT', 'DELETE'].map((method) => `${method} ${place}`),
      )
    },
  )

  it('nginx checks on every API request whether a server is stopping', async () => {
    for (const method of ['GET', 'POST', 'DELETE']) await call(method, '/api/loans?a=b')
    await expect.poll(() => asked).toBe(3)
  })

  it.each(['GET', 'HEAD'])(
    'nginx sends a %s to the other server when the first server drops it',
    async (method) => {
      breaksOff = true
      expect(await call(method, '/api/loans?a=%2Fb')).toMatchObject({ status: 502 })
      expect(arrived).toEqual([`${method} /api/loans?a=%2Fb`, `${method} /api/loans?a=%2Fb`])
    },
  )

  it.each(['POST', 'PATCH', 'PUT', 'DELETE', 'OPTIONS'])(
    "nginx doesn't retry a %s that a server dropped",
    async (method) => {
      breaksOff = true
      expect(await call(method, '/api/loans/%2F?a=b')).toMatchObject({ status: 502 })
      expect(await call(method, '/objects')).toMatchObject({ status: 502 })
      expect(arrived).toEqual([`${method} /api/loans/%2F?a=b`, `${method} /objects`])
    },
  )

  it('nginx forwards a commitment to the server that is running', async () => {
    machines[0]?.closeAllConnections()
    await new Promise((resolve) => machines[0]?.close(resolve))
    for (let calls = 0; calls < 10; calls += 1)
      expect(await call('POST', '/api/commitments', '{}')).toEqual({ status: 200, length: '2' })
    expect(arrived).toHaveLength(10)
  })
})
