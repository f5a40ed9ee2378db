import { existsSync } from 'node:fs'
import { defineConfig } from '@playwright/test'
import { findBrowser, launchArguments } from './scripts/support/find-browser.mjs'

const browser = await findBrowser()
const serve = './test/e2e/support/serve.ts'

export default defineConfig({
  testDir: 'test/e2e',
  testMatch: '**/*.e2e.ts',
  outputDir: 'test-results/e2e',
  ...(existsSync(serve) ? { globalSetup: serve } : {}),
  workers: 2,
  fullyParallel: true,
  forbidOnly: process.env['CI'] !== undefined,
  timeout: 60_000,
  reporter: [['list'], ['json', { outputFile: 'test-results/playwright.json' }]],
  use: {
    trace: 'retain-on-failure',
    launchOptions: { executablePath: browser.executablePath, args: launchArguments },
  },
})
