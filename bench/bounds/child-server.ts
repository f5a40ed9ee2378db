/** Starts a server that is compared with the product, as a process of its own. */
import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import type { FixedAnswer } from './bare-server.ts'

export interface ChildServer {
  port: number
  pid: number
  /** Has it send these bytes at /bytes/<name>. */
  teach: (answer: FixedAnswer) => Promise<void>
  end: () => void
}

/** Starts the program of this URL with a database's address, and waits until it listens. */
export async function startChildServer(program: URL, databaseUrl: string): Promise<ChildServer> {
  const child: ChildProcess = fork(program, {
    execArgv: ['--import', 'tsx'],
    serialization: 'advanced',
    env: { ...process.env, NODE_ENV: 'production', BENCH_DATABASE_URL: databaseUrl },
  })
  const [told] = (await once(child, 'message')) as [{ port: number }]
  return {
    port: told.port,
    pid: child.pid ?? 0,
    async teach(answer) {
      child.send(answer)
      await once(child, 'message')
    },
    end: () => child.disconnect(),
  }
}
