/** Two processes of the built server that share a database and a file folder. No other test uses them. */
import path from 'node:path'
import { startProduct } from '#test/support/product.ts'
import { attachToEmbeddedPostgres } from '#server/database/embedded/postgres.ts'
import { projectRoot } from '#server/project-root.ts'
import { toDatabaseUrl } from '#test/support/database-url.ts'
import { memoryFolder } from '#test/support/memory-folder.ts'
import { startProgram } from '#test/support/program.ts'
import { buildersAt, type BrowserBuilders } from './desk.ts'

export interface TwoProcesses extends BrowserBuilders {
  addresses: { first: string; second: string }
  close: () => Promise<void>
}

export async function openTwoProcesses(): Promise<TwoProcesses> {
  const first = await startProduct({ parentFolder: memoryFolder() })
  try {
    const second = await startSecond(first.dataDir)
    return {
      ...(await buildersAt(first.address, first.admin)),
      addresses: { first: first.address, second: second.address },
      async close() {
        // Stop the second process first, because stopping the first process also stops the database.
        const code = await second.end('SIGTERM')
        await first.stop()
        if (code !== 0)
          throw new Error(`The second process exited with ${code}:\n${second.output()}`)
      },
    }
  } catch (error) {
    await first.stop()
    throw error
  }
}

function startSecond(dataDir: string) {
  const postgres = attachToEmbeddedPostgres(path.join(dataDir, 'postgres'))
  if (!postgres) throw new Error("The first process's database does not run")
  return startProgram(
    {
      DATABASE_URL: toDatabaseUrl(postgres.connection),
      DATA_DIR: dataDir,
      ...{ SAMPLE_DATA: 'off', RATE_LIMIT: 'off', LOG_LEVEL: 'warn' },
    },
    '/readyz',
    [process.execPath, path.join(projectRoot, 'dist/server/main.js')],
  )
}
