/** Two PostgreSQL servers: a primary and its streaming standby. */
import { chownSync, mkdirSync, rmSync, appendFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { connect, noTimeouts, type Database } from '#server/database/client.ts'
import { freePort } from '#test/support/free-port.ts'
import { childrenOf, signalAll } from '#test/tools/drill/processes.ts'
import { run, start, type Owner } from './programs.ts'

interface Place {
  bin: string
  folder: string
  owner: Owner
}

class Server {
  pid = 0
  readonly #place: Place
  readonly name: string
  readonly port: number

  constructor(place: Place, name: string, port: number) {
    this.#place = place
    this.name = name
    this.port = port
  }

  get dir() {
    return path.join(this.#place.folder, this.name)
  }

  tool(name: string, ...args: string[]) {
    const { bin, folder, owner } = this.#place
    return run(path.join(bin, name), args, { ...owner, cwd: folder })
  }

  configure(lines: string[]) {
    appendFileSync(path.join(this.dir, 'postgresql.auto.conf'), `${lines.join('\n')}\n`)
  }

  async launch() {
    const { bin, folder, owner } = this.#place
    rmSync(path.join(this.dir, 'postmaster.pid'), { force: true })
    const child = start(path.join(bin, 'postgres'), ['-D', this.dir], { ...owner, cwd: folder })
    this.pid = child.pid ?? 0
    await until(`${this.name} answers`, () => this.ask('select 1').then(() => true))
  }

  /** Simulates the loss of a machine by killing all of its PostgreSQL processes. */
  kill() {
    signalAll([this.pid, ...childrenOf(this.pid).map(({ pid }) => pid)], 'SIGKILL')
  }

  async ask<Row extends Record<string, unknown>>(text: string): Promise<Row[]> {
    const db = this.connect('postgres', 'postgres')
    try {
      return (await db.$client.query<Row>(text)).rows
    } finally {
      await db.$client.end()
    }
  }

  connect(user: string, database: string): Database {
    const address = { host: '127.0.0.1', port: this.port, password: '' }
    return connect({ ...address, user, database }, () => {}, noTimeouts)
  }
}

/** Waits until the condition is true. An error counts as false. */
export async function until(what: string, holds: () => Promise<boolean>, limitMs = 60_000) {
  const deadline = performance.now() + limitMs
  while (!(await holds().catch(() => false))) {
    if (performance.now() > deadline) throw new Error(`Not within ${limitMs / 1000} s: ${what}`)
    await sleep(20)
  }
}

export class Pair {
  #place: Place
  primary: Server
  standby: Server

  private constructor(place: Place, primary: Server, standby: Server) {
    this.#place = place
    this.primary = primary
    this.standby = standby
  }

  static async open(place: Place): Promise<Pair> {
    mkdirSync(place.folder, { recursive: true, mode: 0o700 })
    const { uid, gid } = place.owner
    if (uid !== undefined && gid !== undefined) chownSync(place.folder, uid, gid)
    const [one, two] = [await freePort(), await freePort()]
    const pair = new Pair(place, new Server(place, 'one', one), new Server(place, 'two', two))
    const { primary } = pair
    await primary.tool(
      'initdb',
      '-D',
      primary.dir,
      '-U',
      'postgres',
      '-A',
      'trust',
      '-E',
      'UTF8',
      '-N',
    )
    primary.configure([
      ...[
        `port = ${primary.port}`,
        `listen_addresses = '127.0.0.1'`,
        `unix_socket_directories = ''`,
      ],
      ...['hot_standby = on', `wal_keep_size = '256MB'`, 'max_connections = 100'],
      ...[
        `wal_sender_timeout = '2s'`,
        `wal_receiver_timeout = '2s'`,
        `wal_retrieve_retry_interval = '200ms'`,
      ],
    ])
    await primary.launch()
    await primary.ask('create role desk login')
    await primary.ask('create database desk owner desk')
    await pair.copyStandby()
    await pair.replicate('synchronously')
    return pair
  }

  get url() {
    const hosts = [this.primary, this.standby].map(({ port }) => `127.0.0.1:${port}`).toSorted()
    return `postgres://desk@${hosts.join(',')}/desk?target_session_attrs=read-write`
  }

  async copyStandby() {
    const { primary, standby } = this
    rmSync(standby.dir, { recursive: true, force: true })
    await primary.ask(`alter system set synchronous_standby_names = ''`)
    await primary.ask('select pg_reload_conf()')
    await standby.tool(
      'pg_basebackup',
      ...['-h', '127.0.0.1', '-p', String(primary.port), '-U', 'postgres'],
      ...['-D', standby.dir, '-X', 'stream', '-c', 'fast', '-R', '-N'],
    )
    standby.configure([
      `port = ${standby.port}`,
      `primary_conninfo = 'host=127.0.0.1 port=${primary.port} user=postgres application_name=standby'`,
    ])
    await standby.launch()
  }

  async replicate(how: 'synchronously' | 'asynchronously') {
    const names = how === 'synchronously' ? 'ANY 1 (standby)' : ''
    await this.primary.ask(`alter system set synchronous_standby_names = '${names}'`)
    await this.primary.ask('select pg_reload_conf()')
    await this.untilStreaming(how === 'synchronously' ? 'quorum' : 'async')
  }

  async untilStreaming(state: string) {
    await until(`the standby streams (${state})`, async () => {
      const [found] = await this.primary.ask<{ state: string }>(
        `select sync_state as state from pg_stat_replication where state = 'streaming'`,
      )
      return found?.state === state
    })
  }

  async promote() {
    const { primary, standby } = this
    await standby.ask(`alter system set synchronous_standby_names = ''`)
    await standby.tool('pg_ctl', '-D', standby.dir, 'promote', '-w', '-s')
    this.primary = standby
    this.standby = primary
  }

  /**
   * Pauses the standby's WAL receiver. The returned function kills the receiver, and the changes that it hasn't read
   * are lost.
   */
  async pauseReceiver() {
    const [found] = await this.standby.ask<{ pid: number }>('select pid from pg_stat_wal_receiver')
    if (!found) throw new Error('The standby receives nothing')
    process.kill(found.pid, 'SIGSTOP')
    return () => {
      process.kill(found.pid, 'SIGTERM')
      process.kill(found.pid, 'SIGCONT')
    }
  }

  remove() {
    for (const server of [this.primary, this.standby]) if (server.pid > 0) server.kill()
    rmSync(this.#place.folder, { recursive: true, force: true, maxRetries: 5 })
  }
}
