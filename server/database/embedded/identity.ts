/**
 * As whom the server runs. PostgreSQL refuses to run as root, and whoever it runs as must be able to
 * read the binaries and the cluster, even below a folder that only root may enter.
 */
import { spawnSync } from 'node:child_process'
import { readFileSync, statSync } from 'node:fs'
import type { Binaries } from './binaries.ts'

export interface Identity {
  /** For messages: what this way is. */
  way: string
  /** Goes before a command line and ends in its exec, so that its process id stays the same. */
  prefix: string[]
  /** Who must own the cluster and the socket folder; null leaves them as they are. */
  owner: { uid: number; gid: number } | null
  /** Whether others must be able to pass through our folder. */
  needsPassage: boolean
}

const nobody = { uid: 65_534, gid: 65_534 }

const has = (program: string) =>
  spawnSync('sh', ['-c', `command -v ${program}`], { stdio: 'ignore' }).status === 0

// The server dies with us, however we die: a signal of the kernel's, not a promise of ours.
const dieWithUs = (): string[] => (has('setpriv') ? ['setpriv', '--pdeathsig', 'QUIT'] : [])

const directly = (): Identity => ({
  way: 'as the user of this process',
  prefix: dieWithUs(),
  owner: null,
  needsPassage: false,
})

/** A user namespace in which we look like nobody; files stay ours outside. */
const inNamespace = (): Identity => ({
  way: 'in a user namespace',
  prefix: ['unshare', '--user', '--map-user=65534', '--map-group=65534', ...dieWithUs()],
  owner: null,
  needsPassage: false,
})

const asUser = (owner: { uid: number; gid: number }): Identity => ({
  way: `as user ${owner.uid}`,
  prefix: [...asUserPrefix(owner), '--pdeathsig', 'QUIT'],
  owner,
  needsPassage: true,
})

const asUserPrefix = ({ uid, gid }: { uid: number; gid: number }) => [
  'setpriv',
  `--reuid=${uid}`,
  `--regid=${gid}`,
  '--clear-groups',
]

/**
 * As another user who keeps one of root's rights: to pass folders that are not its own. Without the
 * securebit, access(2) would ignore that right for a user that is not root.
 */
function withPassage(owner: { uid: number; gid: number }): Identity {
  const right = hasCapability(2) ? '+dac_read_search' : '+dac_override'
  return {
    way: `as user ${owner.uid} with the right to pass closed folders`,
    prefix: [
      ...asUserPrefix(owner),
      '--securebits=+no_setuid_fixup',
      `--inh-caps=-all,${right}`,
      `--ambient-caps=${right}`,
      `--bounding-set=-all,${right}`,
      '--pdeathsig',
      'QUIT',
    ],
    owner,
    needsPassage: false,
  }
}

function hasCapability(bit: number): boolean {
  const bounding = /^CapBnd:\s*([0-9a-f]+)/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1]
  return bounding !== undefined && (BigInt(`0x${bounding}`) & (1n << BigInt(bit))) !== 0n
}

const isRoot = () => process.getuid?.() === 0

/** The ways to make a new cluster below a folder, best first. */
export function waysToCreate(folder: string): Identity[] {
  if (!isRoot()) return process.platform === 'linux' ? [directly(), inNamespace()] : [directly()]
  const { uid, gid } = statSync(folder)
  if (uid !== 0) return [asUser({ uid, gid }), withPassage({ uid, gid })]
  return [asUser(nobody), withPassage(nobody), inNamespace()]
}

/** The ways to run a cluster that is there: its owner decides. */
function waysToRun(cluster: string): Identity[] {
  if (!isRoot()) return process.platform === 'linux' ? [directly(), inNamespace()] : [directly()]
  const { uid, gid } = statSync(cluster)
  return uid === 0 ? [inNamespace()] : [asUser({ uid, gid }), withPassage({ uid, gid })]
}

/** The first way in which the server can read its cluster; the reasons of all when there is none. */
export function findWayToRun(cluster: string, binaries: Binaries): Identity | string[] {
  const reasons: string[] = []
  for (const identity of waysToRun(cluster)) {
    // Reading a setting needs the binary, its libraries and the cluster, and starts nothing.
    const tried = run(identity, [binaries.postgres, '-D', cluster, '-C', 'port'], binaries)
    if (tried.ok) return identity
    reasons.push(`${identity.way}: ${tried.said}`)
  }
  return reasons
}

/** Runs a program to its end in one of the ways. */
export function run(identity: Identity, command: string[], binaries: Binaries) {
  const [program = '', ...rest] = [...identity.prefix, ...command]
  const result = spawnSync(program, rest, {
    env: binaries.environment,
    cwd: '/',
    encoding: 'utf8',
    timeout: 120_000,
  })
  const said = `${result.stderr ?? ''}${result.error?.message ?? ''}`.trim().split('\n').slice(-3)
  return { ok: result.status === 0, said: said.join(' ') || `exit ${result.status}` }
}
