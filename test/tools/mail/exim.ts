/** Runs Exim, Debian's mail server, which accepts emails on a free port and stores them in a folder. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, chownSync, mkdirSync, writeFileSync } from 'node:fs'
import { connect, createServer, type AddressInfo } from 'node:net'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { requireProgram } from '#test/tools/debian-package.ts'

const program = '/usr/sbin/exim4'

const [user, group] = [process.getuid?.() ?? 0, process.getgid?.() ?? 0]
const [receiver, receiverGroup] = user === 0 ? [65_534, 65_534] : [user, group]

export interface Exim {
  url: string
  /** The folder of delivered emails. Each file contains one email. */
  delivered: string
  stop: () => Promise<void>
}

export async function startExim(folder: string): Promise<Exim> {
  requireProgram(program, 'exim4-daemon-light')
  const port = await freePort()
  const settings = path.join(folder, 'exim.conf')
  writeFileSync(settings, settingsFor(folder, port), { mode: 0o600 })
  // Exim doesn't deliver emails as root, so another user must be able to write to the folder.
  const delivered = path.join(folder, 'mail')
  mkdirSync(delivered)
  chownSync(delivered, receiver, receiverGroup)
  chmodSync(folder, 0o711)
  // The option runs Exim in the foreground so that it ends with the test.
  const server = spawn(program, ['-C', settings, '-bdf'], { stdio: ['ignore', 'ignore', 'pipe'] })
  let complaint = ''
  server.stderr.on('data', (chunk: Buffer) => (complaint += chunk.toString()))
  const ended = once(server, 'exit')
  while (!(await answers(port))) {
    if (server.exitCode !== null) throw new Error(`Exim ended: ${complaint}`)
    await sleep(50)
  }
  return {
    url: `smtp://127.0.0.1:${port}`,
    delivered: path.join(delivered, 'new'),
    async stop() {
      server.kill()
      await ended
    },
  }
}

const settingsFor = (folder: string, port: number) => `primary_hostname = mail.example.com
qualify_domain = example.com
spool_directory = ${folder}/spool
log_file_path = ${folder}/%slog
pid_file_path =
exim_user = ${user}
exim_group = ${group}
deliver_drop_privilege
local_interfaces = 127.0.0.1
daemon_smtp_ports = ${port}
tls_advertise_hosts =
keep_environment =
acl_smtp_rcpt = accept
acl_smtp_data = accept
begin routers
all:
  driver = accept
  transport = folder
begin transports
folder:
  driver = appendfile
  maildir_format
  directory = ${folder}/mail
  envelope_to_add
  user = ${receiver}
  group = ${receiverGroup}
`

async function freePort() {
  const listener = createServer().listen(0, '127.0.0.1')
  await once(listener, 'listening')
  // A TCP listener's address is an AddressInfo.
  const { port } = listener.address() as AddressInfo
  listener.close()
  await once(listener, 'close')
  return port
}

const answers = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('data', () => {
      socket.end('QUIT\r\n')
      resolve(true)
    })
    socket.once('error', () => resolve(false))
  })
