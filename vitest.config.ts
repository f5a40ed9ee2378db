import { testWorkers } from './scripts/support/test-workers.ts'
import { defineConfig } from 'vitest/config'

/**
 * Test files share loaded modules, because loading the server's modules for each file would take a second. Tests must
 * therefore not leave state in a module.
 */
const isolate = false

const onPostgres = {
  isolate,
  // The entire run uses one PostgreSQL server. Each file creates a separate database.
  globalSetup: ['test/support/global-setup.ts'],
  // The timeout is much longer than tests need on an idle machine. Otherwise, tests could fail on a busy machine.
  testTimeout: 120_000,
  // Events are delayed by open transactions in any database on the server, including those of other tests.
  expect: { poll: { timeout: 60_000 } },
  hookTimeout: 120_000,
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
