import { defineConfig } from '@playwright/test'
import { findBrowser, findQuickBrowser, launchArguments } from './scripts/support/find-browser.ts'
import { browserTestWorkers } from './scripts/support/test-workers.ts'

/** `npm run screens` sets it, to take screenshots instead of running tests. */
const takesPictures = process.env['PICTURES'] === 'on'

/** Chromium's shell spaces letters differently than the browser that people use. */
const browser = takesPictures ? await findBrowser() : await findQuickBrowser()

export default defineConfig({
  testDir: 'test',
  outputDir: 'test-results/e2e',
  globalSetup: './test/e2e/support/serve.ts',
  workers: browserTestWorkers,
  fullyParallel: true,
  forbidOnly: process.env['CI'] !== undefined,
  // Many times what they take where nothing else runs: a busy machine fails no test, only a defect does.
  timeout: 120_000,
  expect: { timeout: 20_000 },
  reporter: takesPictures
    ? 'line'
    : [['list'], ['json', { outputFile: 'test-results/playwright.json' }]],
  use: {
    locale: 'en-US',
    timezoneId: 'America/New_York',
    viewport: { width: 1280, height: 800 },
    // A trace takes a tenth of a test's time; `npx playwright test --trace on` records one on demand.
    trace: 'off',
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: browser.executablePath,
      // This mode has the browser's own viewer of PDFs.
      args: takesPictures ? [...launchArguments, '--headless=new'] : launchArguments,
    },
  },
  // Files run in the order of their names. The visit of all screens comes first, because other tests
  // create loans, which would come before the sample's in every list.
  projects: takesPictures
    ? [{ name: 'pictures', testDir: 'test/e2e', testMatch: '**/*.pictures.ts' }]
    : [
        { name: 'browser', testDir: 'test/e2e', testMatch: '**/*.e2e.ts' },
        { name: 'nightly', testDir: 'test/nightly', testMatch: '**/*.e2e.ts' },
      ],
})
