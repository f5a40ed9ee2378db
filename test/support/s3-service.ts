/**
 * A real S3 service on this machine: Ceph's gateway on a single-node cluster with its data in memory. On Debian:
 * apt-get install radosgw ceph-mon ceph-osd ceph-common
 */
import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, open, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3'
import { memoryFolder } from './memory-folder.ts'
import { freePort } from './free-port.ts'

export interface S3Service {
  settings: Record<S3Setting, string>
  client: S3Client
  /** Freezes the gateway, which then accepts connections but doesn't respond. */
  freeze: () => void
  thaw: () => void
  /** Kills the gateway, which then refuses connections but keeps its data. */
  kill: () => Promise<void>
  restart: () => Promise<void>
  stop: () => Promise<void>
}

type S3Setting =
  | 'S3_ENDPOINT'
  | 'S3_REGION'
  | 'S3_BUCKET'
  | 'S3_ACCESS_KEY_ID'
  | 'S3_SECRET_ACCESS_KEY'

const programs = [
  'ceph',
  'ceph-mon',
  'ceph-osd',
  'monmaptool',
  'radosgw',
  'radosgw-admin',
  'setpriv',
]

export function whyNoS3Service(): string | null {
  if (process.env['CI']) return 'not started in CI'
  const folders = (process.env['PATH'] ?? '').split(path.delimiter)
  const isInstalled = (name: string) =>
    folders.some((folder) => existsSync(path.join(folder, name)))
  const missing = programs.filter((name) => !isInstalled(name))
  return missing.length ? `not installed: ${missing.join(', ')}` : null
}

/** Starting the service takes about fifteen seconds. */
export async function startS3Service(): Promise<S3Service> {
  const folder = await mkdtemp(path.join(memoryFolder(), 'paripassu-s3-'))
  const daemons: Daemon[] = []
  const stop = async () => {
    await Promise.all(daemons.map((daemon) => daemon.kill()))
    await rm(folder, { recursive: true, force: true })
  }
  try {
    return await startIn(folder, daemons, stop)
  } catch (error) {
    const log = await endOfLogs(folder)
    await stop()
    throw new Error(`The S3 service does not start:\n${log}`, { cause: error })
  }
}

async function startIn(
  folder: string,
  daemons: Daemon[],
  stop: () => Promise<void>,
): Promise<S3Service> {
  const ports = { monitor: await freePort(), gateway: await freePort() }
  const settings = {
    S3_ENDPOINT: `http://127.0.0.1:${ports.gateway}`,
    S3_REGION: 'us-east-1',
    S3_BUCKET: 'paripassu-files',
    S3_ACCESS_KEY_ID: randomBytes(10).toString('hex').toUpperCase(),
    S3_SECRET_ACCESS_KEY: randomBytes(20).toString('hex'),
  }
  const daemon = async (name: string, args: string[]) => {
    const started = await startDaemon(folder, name, ['-c', fileOf(folder, 'ceph.conf'), ...args])
    daemons.push(started)
    return started
  }
  await makeCluster(folder, ports, daemon)
  await runTool(folder, 'radosgw-admin', [
    ...['-n', 'client.gateway', 'user', 'create', '--uid=desk', '--display-name=desk'],
    ...['--access-key', settings.S3_ACCESS_KEY_ID, '--secret', settings.S3_SECRET_ACCESS_KEY],
  ])
  const startGateway = async () => {
    const started = await daemon('radosgw', ['-f', '-n', 'client.gateway'])
    await until('the gateway answers', () => {
      if (started.hasEnded()) throw new Error('The gateway has ended')
      return fetch(settings.S3_ENDPOINT).then(
        () => true,
        () => false,
      )
    })
    return started
  }
  let gateway = await startGateway()
  const client = new S3Client({
    endpoint: settings.S3_ENDPOINT,
    region: settings.S3_REGION,
    forcePathStyle: true,
    credentials: {
      accessKeyId: settings.S3_ACCESS_KEY_ID,
      secretAccessKey: settings.S3_SECRET_ACCESS_KEY,
    },
  })
  await client.send(new CreateBucketCommand({ Bucket: settings.S3_BUCKET }))
  return {
    settings,
    client,
    freeze: () => gateway.signal('SIGSTOP'),
    thaw: () => gateway.signal('SIGCONT'),
    kill: () => gateway.kill(),
    async restart() {
      gateway = await startGateway()
    },
    async stop() {
      client.destroy()
      await stop()
    },
  }
}

async function makeCluster(
  folder: string,
  ports: { monitor: number; gateway: number },
  daemon: (name: string, args: string[]) => Promise<Daemon>,
) {
  const [clusterId, storeId] = [randomUUID(), randomUUID()]
  const conf = fileOf(folder, 'ceph.conf')
  const keyring = fileOf(folder, 'keyring')
  const monitors = fileOf(folder, 'monmap')
  await writeFile(conf, settingsOfCluster(folder, clusterId, ports))
  await writeFile(keyring, '')
  for (const name of ['mon', 'osd', 'gateway']) await mkdir(fileOf(folder, name))

  const address = `[v1:127.0.0.1:${ports.monitor}]`
  await run('monmaptool', ['--create', '--fsid', clusterId, '--addv', 'a', address, monitors])
  const made = ['--mkfs', '-i', 'a', '--monmap', monitors, '--keyring', keyring]
  await runTool(folder, 'ceph-mon', made)
  await daemon('ceph-mon', ['-f', '-i', 'a'])

  await ask(folder, ['osd', 'new', storeId])
  // This command creates the store but exits with an error, because an in-memory store isn't persistent.
  await runTool(folder, 'ceph-osd', ['--mkfs', '-i', '0', '--osd-uuid', storeId]).catch(() => {})
  await ask(folder, ['osd', 'crush', 'add', 'osd.0', '1', 'host=here', 'root=default'])
  const startStore = () => daemon('ceph-osd', ['-f', '-i', '0'])
  let store = await startStore()
  await until('the store is up', async () => {
    // The store's first request is sometimes rejected, and the store then exits.
    if (store.hasEnded()) store = await startStore()
    return (await ask(folder, ['osd', 'stat'])).includes('1 up')
  })
}

/**
 * Retries the request until the monitor accepts it. The monitor sometimes returns an error ("wrong fsid", EPERM),
 * because Ceph's programs can send requests before they know their cluster.
 */
async function ask(folder: string, question: string[]): Promise<string> {
  let answer: string | null = null
  await until(`the monitor answers "${question.join(' ')}"`, async () => {
    const given = await runTool(folder, 'ceph', question).catch(() => null)
    answer = given && given.stdout
    return answer !== null
  })
  return answer ?? ''
}

const settingsOfCluster = (
  folder: string,
  clusterId: string,
  ports: { monitor: number; gateway: number },
) => `
[global]
fsid = ${clusterId}
mon host = [v1:127.0.0.1:${ports.monitor}]
# Nobody but this machine reaches it, and it lives for minutes.
auth cluster required = none
auth service required = none
auth client required = none
public network = 127.0.0.0/8
ms bind ipv4 = true
ms bind msgr2 = false
run dir = ${folder}
admin socket = ${folder}/$name.asok
pid file = ${folder}/$name.pid
log file = ${folder}/$name.log
keyring = ${folder}/keyring
# One copy, in one place, in memory.
osd objectstore = memstore
memstore device bytes = 1073741824
osd pool default size = 1
osd pool default min size = 1
osd pool default pg num = 1
osd pool default pg autoscale mode = off
osd crush chooseleaf type = 0
osd max object name len = 256
mon allow pool size one = true
mon max pg per osd = 1000
mon data avail crit = 1
[mon.a]
mon data = ${folder}/mon
[osd.0]
osd data = ${folder}/osd
[client.gateway]
rgw data = ${folder}/gateway
rgw frontends = beast endpoint=127.0.0.1:${ports.gateway}
rgw thread pool size = 16
rgw run sync thread = false
`

interface Daemon {
  signal: (name: NodeJS.Signals) => void
  kill: () => Promise<void>
  hasEnded: () => boolean
}

/** Starts a process that ends when this process ends for any reason. */
async function startDaemon(folder: string, name: string, args: string[]): Promise<Daemon> {
  const log = await open(fileOf(folder, `${name}.out`), 'a')
  const child: ChildProcess = spawn('setpriv', ['--pdeathsig', 'KILL', name, ...args], {
    stdio: ['ignore', log.fd, log.fd],
    // A core dump would be written to this folder, which the tests delete afterward.
    cwd: folder,
  })
  const ended = once(child, 'exit')
  await log.close()
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null
  return {
    signal: (signal) => void child.kill(signal),
    async kill() {
      if (hasEnded()) return
      child.kill('SIGKILL')
      await ended
    },
    hasEnded,
  }
}

const run = promisify(execFile)

const runTool = (folder: string, name: string, args: string[]) =>
  run(name, ['-c', fileOf(folder, 'ceph.conf'), ...args], {
    timeout: 60_000,
    killSignal: 'SIGKILL',
  })

const fileOf = (folder: string, name: string) => path.join(folder, name)

async function until(what: string, isSo: () => Promise<boolean>) {
  const deadline = Date.now() + 60_000
  while (!(await isSo())) {
    if (Date.now() > deadline) throw new Error(`Waited a minute in vain until ${what}`)
    await sleep(200)
  }
}

async function endOfLogs(folder: string): Promise<string> {
  const names = ['ceph-mon', 'ceph-osd', 'radosgw']
  const read = (name: string) => readFile(fileOf(folder, `${name}.out`), 'utf8').catch(() => '')
  const texts = await Promise.all(names.map(read))
  return names.map((name, index) => `${name}: ${texts[index]?.slice(-1000)}`).join('\n')
}
