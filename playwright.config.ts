import { defineConfig } from '@playwright/test'
import { findBrowser, findQuickBrowser, launchArguments } from './scripts/support/find-browser.ts'
import { browserTestWorkers } from './scripts/support/test-workers.ts'
import { isLongRun } from './test/support/repetitions.ts'

/** `npm run screens` sets it, to take screenshots instead of running tests. */
const takesPictures = process.env['PICTURES'] === 'on'

/** Chromium's shell spaces letters differently than the browser that people use. */
const browser = takesPictures ? await findBrowser() : await findQuickBrowser()

const visitOfAllScreens = '**/accessibility.e2e.ts'

export default defineConfig({
  testDir: 'test/e2e',
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
    // A trace takes a tenth of a test's time; `npx playwright test --trace on` records one on demand.
    trace: 'off',
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: browser.executablePath,
      // This mode has the browser's own viewer of PDFs.
      args: takesPictures ? [...launchArguments, '--headless=new'] : launchArguments,
    },
  },
  projects: takesPictures
    ? [{ name: 'pictures', testMatch: '**/*.pictures.ts' }]
    : [
        {
          // Files run in the order of their names. The visit of all screens comes first, because
          // other tests create loans, which would come before the sample's in every list.
          name: 'desktop',
          testMatch: '**/*.e2e.ts',
          // The long run repeats at this size what ran at a phone's, and alone has what is rare.
          grepInvert: isLongRun ? /@narrow/ : /@narrow|@phone|@long/,
          use: { viewport: { width: 1280, height: 800 } },
        },
        {
          // Another test visits every screen at the width of a phone. These test what behaves
          // differently with a finger, or is laid out differently: sheets, menus, stacked tables,
          // long forms.
          name: 'phone',
          testMatch: '**/*.e2e.ts',
          testIgnore: visitOfAllScreens,
          grep: /@phone|@narrow|@both/,
          use: { viewport: { width: 360, height: 780 }, hasTouch: true, isMobile: true },
        },
      ],
})
