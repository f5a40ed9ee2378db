import { spawnSync, type SpawnSyncOptions } from 'node:child_process'
import { existsSync } from 'node:fs'

/** Installs a program of Debian if it is missing, only as root on Debian. Throws if it is still missing. */
export function requireProgram(program: string, name: string) {
  if (existsSync(program)) return
  if (process.getuid?.() === 0 && existsSync('/etc/debian_version')) {
    console.log(`Installing ${name} from the packages of this system …`)
    const options: SpawnSyncOptions = {
      stdio: 'ignore',
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
      timeout: 300_000,
    }
    spawnSync('apt-get', ['update', '-qq'], options)
    spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', name], options)
  }
  if (!existsSync(program))
    throw new Error(`${program} is missing. Install it: apt-get install ${name}`)
}
