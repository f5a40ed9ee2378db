/** Products started by tests, scans and drills ignore an operator's own settings. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { loadEnvironment, readConfig } from '#server/config/config.ts'
import { neutralSettings } from '#scripts/support/neutral-settings.mjs'
import { expect, it } from 'vitest'

/** Every setting that the program reads. */
function settingsRead(): Set<string> {
  const names = new Set<string>()
  readConfig(
    new Proxy<NodeJS.ProcessEnv>(
      {},
      {
        get: (_, name) => {
          names.add(String(name))
          return undefined
        },
      },
    ),
    '/',
  )
  return names
}

it('includes every setting', () => {
  expect(Object.keys(neutralSettings).toSorted()).toEqual([...settingsRead()].toSorted())
})

it('overrides a .env file', () => {
  const root = mkdtempSync(path.join(tmpdir(), 'paripassu-settings-'))
  try {
    const lines = [
      'DATABASE_URL=postgres://db.example/desk',
      'SMTP_URL=smtp://mail.example',
      'PORT=1',
    ]
    writeFileSync(path.join(root, '.env'), lines.join('\n'))
    const config = readConfig(loadEnvironment(root, { ...neutralSettings }), root)
    expect(config).toEqual(readConfig({}, root))
  } finally {
    rmSync(root, { recursive: true })
  }
})
