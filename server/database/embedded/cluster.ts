import { createHmac, randomBytes } from 'node:crypto'
import { chmodSync, chownSync, existsSync, statSync } from 'node:fs'
import { Client, DatabaseError } from 'pg'
import type { Binaries } from './binaries.ts'
import { identitiesToTry, type Identity, type Tools } from './identity.ts'
import { readPassword, type Layout, StartError } from './layout.ts'
import { lockedScript, lockHeldExitCode } from './lock.ts'
import { runToEnd } from './processes.ts'

export interface Connection {
  host: string
  port: number
  user: string
  password: string
  database: string
}

/** Thrown if another process holds the cluster's lock. The caller checks again to identify that process. */
export class LockHeld extends Error {}

const product = 'paripassu'

export async function prepareCluster(
  layout: Layout,
  tools: Tools,
  binaries: Binaries,
  sync: boolean,
): Promise<Identity> {
  const clusterExists = existsSync(layout.cluster)
  const ways = identitiesToTry(layout, tools, clusterExists)
  const reasons: string[] = []
  for (const identity of ways) {
    shareWithOwner(layout, identity)
    chmodSync(layout.home, identity.folderMode)
    const failure = clusterExists
      ? await tryCluster(layout, binaries, identity)
      : await makeCluster(layout, tools, binaries, identity, sync)
    if (failure === null) return identity
    reasons.push(`  as ${identity.label}: ${failure}`)
  }
  throw new StartError(
    [
      `The embedded database can't be ${clusterExists ? 'started' : 'created'} in ${layout.home}`,
      ...(reasons.length > 0 ? reasons : ['  as root: setpriv (of util-linux) is missing']),
      'Ways out: run the program as an ordinary user; move the program or DATA_DIR to a folder ' +
        'that others may pass through; set DATABASE_URL to a PostgreSQL (15 or newer)',
    ].join('\n'),
  )
}

/** A superuser connection to the app's database, used only to create test databases. */
export const adminConnection = (layout: Layout, host: string): Connection => ({
  ...firstConnection(layout, host),
  database: product,
})

export function firstConnection(layout: Layout, host: string): Connection {
  const password = readPassword(layout) ?? ''
  return { host, port: 5432, user: 'postgres', password, database: 'template1' }
}

/** A connection that uses the unprivileged role, which owns only the app's database. */
export function productConnection(layout: Layout, host: string): Connection {
  const password = createHmac('sha256', readPassword(layout) ?? '')
    .update(product)
    .digest('hex')
  return { host, port: 5432, user: product, password, database: product }
}

/** Creates the role and the database on the first start. If only one of them exists, creates the other. */
export async function makeRoleAndDatabase(layout: Layout, host: string): Promise<void> {
  const connection = productConnection(layout, host)
  if (await canConnect(connection)) return
  const admin = new Client({ ...firstConnection(layout, host), ssl: false })
  await admin.connect()
  try {
    const role = await admin.query('select 1 from pg_roles where rolname = $1', [product])
    // This statement doesn't support parameters. The password is hexadecimal and needs no quoting.
    await admin.query(
      `${role.rowCount === 0 ? 'create' : 'alter'} role ${product} login nosuperuser ` +
        `nocreatedb nocreaterole password '${connection.password}'`,
    )
    await makeDatabase(admin)
  } finally {
    await admin.end()
  }
}

/**
 * Renames the empty database that initdb created. Copying its 300 files instead would be the slowest step in the first
 * start.
 */
async function makeDatabase(admin: Client): Promise<void> {
  const { rows } = await admin.query<{ name: string }>(
    'select datname as name from pg_database where datname in ($1, $2)',
    [product, 'postgres'],
  )
  const names = rows.map(({ name }) => name)
  if (names.includes(product)) return
  if (!names.includes('postgres')) {
    await admin.query(`create database ${product} owner ${product}`)
    return
  }
  // Statements sent together form one transaction. A killed process therefore can't leave the database renamed but
  // incomplete.
  await admin.query(
    `alter database postgres rename to ${product}; alter database ${product} owner to ${product}`,
  )
}

async function canConnect(connection: Connection): Promise<boolean> {
  const client = new Client({ ...connection, ssl: false })
  client.on('error', () => undefined)
  try {
    await client.connect()
    return true
  } catch (error) {
    // 28P01 and 28000 mean a wrong role or password. 3D000 means that the database doesn't exist.
    if (error instanceof DatabaseError && /^(28|3D)/.test(error.code ?? '')) return false
    throw error
  } finally {
    await client.end().catch(() => undefined)
  }
}

/** Returns null if a server with this identity can read the cluster. Otherwise, returns the reason why it can't. */
async function tryCluster(
  layout: Layout,
  binaries: Binaries,
  identity: Identity,
): Promise<string | null> {
  const command = [binaries.postgres, '-D', layout.cluster, '-C', 'data_directory']
  const { code, output } = await runToEnd([...identity.prefix, ...command], {
    env: binaries.env,
  })
  return code === 0 ? null : output
}

/**
 * initdb works in a temporary folder that is renamed on success, so an interrupted run leaves nothing that looks like a
 * cluster. Returns null on success, or the reason for the failure.
 */
async function makeCluster(
  layout: Layout,
  tools: Tools,
  binaries: Binaries,
  identity: Identity,
  sync: boolean,
): Promise<string | null> {
  const script = `home=$1 cluster=$2 fresh=$2.new-$3 owner=$4; shift 4
[ -e "$cluster" ] && exit 0
rm -rf "$cluster".new-*
umask 077
mkdir "$fresh" && cat >"$fresh.password" || exit 1
[ -z "$owner" ] || chown "$owner" "$fresh" "$fresh.password" || exit 1
"$@" -D "$fresh" --pwfile="$fresh.password"; result=$?
rm -f "$fresh.password"
if [ $result != 0 ]; then rm -rf "$fresh"; exit 1; fi
mv "$fresh" "$cluster" || exit 1
sync "$home"; exit 0`
  const owner = identity.owner ? `${identity.owner.uid}:${identity.owner.gid}` : ''
  const command = lockedScript(layout, tools, script, [
    layout.home,
    layout.cluster,
    randomBytes(4).toString('hex'),
    owner,
    ...identity.prefix,
    binaries.initdb,
    '--username=postgres',
    '--auth-local=scram-sha-256',
    '--auth-host=reject',
    // The cluster must not depend on the system's locale, which differs between machines.
    '--encoding=UTF8',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--locale=C',
    ...(sync ? [] : ['--no-sync']),
  ])
  const input = `${readPassword(layout) ?? ''}\n`
  const { code, output } = await runToEnd(command, { env: binaries.env, input })
  if (code === lockHeldExitCode) throw new LockHeld()
  if (code === 0) return null
  return output.split('\n').slice(-4).join(' ')
}

/** Gives files created by root to the owner of DATA_DIR so that the owner can also run the app. */
function shareWithOwner(layout: Layout, { owner }: Identity): void {
  if (!owner || owner.uid !== statSync(layout.dataDir).uid) return
  for (const file of [layout.home, layout.lock, layout.password]) {
    chownSync(file, owner.uid, owner.gid)
  }
}
