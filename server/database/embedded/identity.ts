import { readFileSync, statSync } from 'node:fs'
import type { Layout } from './layout.ts'
import { runToEnd } from './processes.ts'

/** The user that runs PostgreSQL, which refuses to run as root. */
export interface Identity {
  label: string
  /** The required owner of the cluster and the socket folder, or null for the current user. */
  owner: Owner | null
  prefix: string[]
  /** The mode of DATA_DIR/postgres, which an unprivileged user must be able to traverse. */
  folderMode: 0o700 | 0o711
}

interface Owner {
  uid: number
  gid: number
}

/** Programs from util-linux, which every Debian system includes. macOS and minimal images don't have them. */
export interface Tools {
  setpriv: boolean
  unshare: boolean
  flock: boolean
}

/** Finds the tools. Other programs with the same names don't have the required options. */
export async function findTools(): Promise<Tools> {
  // Starting a process takes milliseconds, so one shell runs all three commands.
  const versions = 'setpriv --version; unshare --version; flock --version'
  const env = { PATH: process.env['PATH'] ?? '/usr/bin:/bin' }
  const { output } = await runToEnd(['sh', '-c', versions], { env })
  const has = (name: string) => output.includes(`${name} from util-linux`)
  return { setpriv: has('setpriv'), unshare: has('unshare'), flock: has('flock') }
}

/**
 * All ways to run the server, with the safest first. Whether a way works depends on folder modes, the container, and
 * kernel settings, so each must be tried.
 */
export function identitiesToTry(layout: Layout, tools: Tools, clusterExists: boolean): Identity[] {
  const spaces = tools.unshare && tools.setpriv ? [namespace] : []
  if (process.getuid?.() !== 0) {
    const prefix = tools.setpriv ? ['setpriv', ...deathSignal] : []
    const direct: Identity = { label: 'the current user', owner: null, prefix, folderMode: 0o700 }
    // initdb needs its user to be listed in /etc/passwd, but the server for an existing cluster doesn't.
    return clusterExists ? [direct] : [direct, ...spaces]
  }
  if (!tools.setpriv) return []
  const owner = ownerOf(clusterExists ? layout.cluster : layout.dataDir)
  if (owner.uid !== 0) return [plainUser(owner, layout), ...keptCapability(owner)]
  return clusterExists ? spaces : [plainUser(nobody, layout), ...keptCapability(nobody), ...spaces]
}

const nobody: Owner = { uid: 65_534, gid: 65_534 }

/**
 * If this process is killed, the kernel sends QUIT to the server, which then stops immediately. An immediate stop loses
 * no more data than a clean stop.
 */
const deathSignal = ['--pdeathsig', 'QUIT']

/** A user namespace in which this process appears as an unprivileged user. Files keep their owner. */
const namespace: Identity = {
  label: 'nobody in a user namespace',
  owner: null,
  prefix: ['unshare', '--user', '--map-user=65534', '--map-group=65534', 'setpriv', ...deathSignal],
  folderMode: 0o700,
}

function plainUser(owner: Owner, layout: Layout): Identity {
  return {
    label: `user ${owner.uid}`,
    owner,
    prefix: ['setpriv', ...becoming(owner), ...deathSignal],
    folderMode: owner.uid === ownerOf(layout.dataDir).uid ? 0o700 : 0o711,
  }
}

/**
 * An unprivileged user with one capability, which allows traversing folders that are closed to that user. access(2)
 * ignores the capabilities of a non-root user unless the securebit no_setuid_fixup is set.
 */
function keptCapability(owner: Owner): Identity[] {
  const capability = availableCapability()
  if (!capability) return []
  const prefix = [
    'setpriv',
    ...becoming(owner),
    '--securebits=+no_setuid_fixup',
    `--inh-caps=-all,+${capability}`,
    `--ambient-caps=+${capability}`,
    `--bounding-set=-all,+${capability}`,
    ...deathSignal,
  ]
  return [{ label: `user ${owner.uid} with ${capability}`, owner, prefix, folderMode: 0o700 }]
}

function becoming({ uid, gid }: Owner): string[] {
  return [`--reuid=${uid}`, `--regid=${gid}`, '--clear-groups']
}

/** The read-only capability is enough if the system grants it. Containers often have only the broader capability. */
function availableCapability(): string | null {
  const status = readFileSync('/proc/self/status', 'utf8')
  const bounding = BigInt(`0x${/^CapBnd:\s*([0-9a-f]+)$/m.exec(status)?.[1] ?? '0'}`)
  if (bounding & 0b100n) return 'dac_read_search'
  return bounding & 0b10n ? 'dac_override' : null
}

function ownerOf(file: string): Owner {
  const { uid, gid } = statSync(file)
  return { uid, gid }
}
