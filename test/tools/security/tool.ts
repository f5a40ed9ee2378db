import { spawn, spawnSync } from 'node:child_process'
import type { Row } from './bench.ts'

/** The Debian package of each program has the same name as the program. */
type Tool = 'sqlmap' | 'wapiti' | 'slowhttptest'

/** Returns null if the tool is installed. Otherwise returns an output row that reports the untested target. */
export function missing(tool: Tool): Row | null {
  if (!spawnSync(tool, ['--version'], { stdio: 'ignore' }).error) return null
  console.log(`${tool} is not installed: install the Debian package (apt-get install ${tool})`)
  return { tool, what: 'is not installed', seen: 'nothing', explained: 0, found: 1 }
}

export interface Outcome {
  output: string
  ended: boolean
}

export function runTool(
  tool: Tool,
  given: string[],
  { seconds, cwd }: { seconds: number; cwd?: string },
): Promise<Outcome> {
  return new Promise((resolve, reject) => {
    const child = spawn(tool, given, { cwd, stdio: ['ignore', 'pipe', 'pipe'] })
    let output = ''
    const keep = (text: string) => {
      output += text
    }
    child.stdout.setEncoding('utf8').on('data', keep)
    child.stderr.setEncoding('utf8').on('data', keep)
    const timer = setTimeout(() => child.kill('SIGKILL'), seconds * 1000)
    child.once('error', reject)
    child.once('close', (_code, signal) => {
      clearTimeout(timer)
      resolve({ output, ended: signal === null })
    })
  })
}
