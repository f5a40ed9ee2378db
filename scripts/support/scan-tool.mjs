/** Runs a scanner for a limited time, and says in words where one is missing. */
import { spawn, spawnSync } from 'node:child_process'

const debianPackages = { sqlmap: 'sqlmap', wapiti: 'wapiti', slowhttptest: 'slowhttptest' }

/** Null when the tool is there; else its row of the table: what was not looked at is not clean. */
export function missing(tool) {
  if (!spawnSync(tool, ['--version'], { stdio: 'ignore' }).error) return null
  const how = `install the Debian package ${debianPackages[tool]} (apt-get install ${debianPackages[tool]})`
  console.log(`${tool} is not installed: ${how}`)
  return { tool, what: 'is not installed', seen: 'nothing', explained: 0, found: 1 }
}

/** Gives what it wrote, both streams together, and whether it ended by itself. */
export function runTool(tool, given, { seconds, cwd }) {
  return new Promise((resolve, reject) => {
    const child = spawn(tool, given, { cwd, stdio: ['ignore', 'pipe', 'pipe'] })
    let output = ''
    const keep = (text) => {
      output += text
    }
    child.stdout.setEncoding('utf8').on('data', keep)
    child.stderr.setEncoding('utf8').on('data', keep)
    const timer = setTimeout(() => child.kill('SIGKILL'), seconds * 1000)
    child.once('error', reject)
    child.once('close', (code, signal) => {
      clearTimeout(timer)
      resolve({ output, ended: signal === null, code })
    })
  })
}
