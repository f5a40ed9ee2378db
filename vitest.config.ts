import { existsSync } from 'node:fs'
import { defineConfig } from 'vitest/config'

const globalSetup = 'test/support/global-setup.ts'

export default defineConfig({
  test: {
    maxWorkers: 2,
    projects: [
      {
        test: {
          name: 'unit',
          include: ['{domain,contract,server,web}/**/*.test.{ts,tsx}', 'test/*.test.ts'],
          testTimeout: 15_000,
        },
      },
      {
        test: {
          name: 'api',
          include: ['test/api/**/*.test.ts', 'test/faults/**/*.test.ts'],
          // One PostgreSQL for the whole run; each file makes its own database in it.
          globalSetup: existsSync(globalSetup) ? [globalSetup] : [],
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
})
