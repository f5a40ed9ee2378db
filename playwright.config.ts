import { defineConfig } from '@playwright/test'
import { findBrowser, findQuickBrowser, launchArguments } from './scripts/support/find-browser.ts'
import { browserTestWorkers } from './scripts/support/test-workers.ts'

/** True for `npm run screens`, which takes screenshots instead of running tests. */
const takesPictures = process.env['PICTURES'] === 'on'

/** Screenshots use full Chromium, because the headless shell spaces letters differently. */
const browser = takesPictures ? await findBrowser() : await findQuickBrowser()

export default defineConfig({
  testDir: 'test',
  outputDir: 'test-results/e2e',
  globalSetup: './test/e2e/support/serve.ts',
  workers: browserTestWorkers,
  fullyParallel: true,
  forbidOnly: process.env['CI'] !== undefined,
  // The timeout is much longer than tests need on an idle machine. Otherwise, tests could fail on a busy machine.
  timeout: 180_000,
  expect: { timeout: 40_000 },
  reporter: takesPictures
    ? 'line'
    : [['list'], ['json', { outputFile: 'test-results/playwright.json' }]],
  use: {
    locale: 'en-US',
    timezoneId: 'America/New_York',
    viewport: { width: 1280, height: 800 },
    // Recording traces takes a tenth of a test's time. `npx playwright test --trace on` turns traces on.
    trace: 'off',
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: browser.executablePath,
      // The new headless mode includes the browser's PDF viewer.
      args: takesPictures ? [...launchArguments, '--headless=new'] : launchArguments,
    },
  },
  // Test files run in alphabetical order. The file that checks the screens comes first, because loans created by other
  // tests would precede the sample loans in every list.
  projects: takesPictures
    ? [{ name: 'pictures', testDir: 'test/e2e', testMatch: '**/*.pictures.ts' }]
    : [
        { name: 'browser', testDir: 'test/e2e', testMatch: '**/*.e2e.ts' },
        { name: 'nightly', testDir: 'test/nightly', testMatch: '**/*.e2e.ts' },
      ],
})
