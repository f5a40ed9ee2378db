import { testWorkers } from './scripts/support/test-workers.ts'
import { defineConfig } from 'vitest/config'

/** Loading the server's modules for each file would take a second, so tests must leave no state in a module. */
const isolate = false

/** How tests run that use a PostgreSQL. */
const onPostgres = {
  isolate,
  // One PostgreSQL for the whole run; each file makes its own database in it.
  globalSetup: ['test/support/global-setup.ts'],
  testTimeout: 30_000,
  // Events wait for the transactions of all databases of the server, so for those of other tests.
  expect: { poll: { timeout: 15_000 } },
  hookTimeout: 60_000,
}

export default defineConfig({
  test: {
    maxWorkers: testWorkers,
    projects: [
      {
        test: {
          name: 'unit',
          isolate,
          include: ['{domain,contract,server,web,bench}/**/*.test.{ts,tsx}', 'test/*.test.ts'],
          testTimeout: 30_000,
        },
      },
      {
        test: {
          name: 'api',
          include: ['test/api/**/*.test.ts', 'test/faults/**/*.test.ts'],
          ...onPostgres,
        },
      },
      { test: { name: 'nightly', include: ['test/nightly/**/*.test.ts'], ...onPostgres } },
    ],
  },
})
