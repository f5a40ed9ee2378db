/** When tests, scans, or drills start the server, it ignores the operator's settings. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { loadEnvironment, readConfig } from '#server/config/config.ts'
import { settingNames } from '#server/config/warnings.ts'
import { neutralSettings } from '#test/support/neutral-settings.ts'
import { expect, it } from 'vitest'

it('includes every server setting in the neutral settings', () => {
  expect(Object.keys(neutralSettings).toSorted()).toEqual([...settingNames()].toSorted())
})

it('overrides settings from a .env file with neutral settings', () => {
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
