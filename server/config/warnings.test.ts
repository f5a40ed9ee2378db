import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { loadEnvironment, readConfig } from './config.ts'
import { settingNames, settingWarnings } from './warnings.ts'

let root: string
beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), 'paripassu-warnings-'))
})
afterEach(() => rmSync(root, { recursive: true }))

function warningsFor(env: Record<string, string>, file = '') {
  writeFileSync(path.join(root, '.env'), file)
  return settingWarnings(root, readConfig(loadEnvironment(root, env), root), env)
}

describe('warnings about unknown settings', () => {
  it('warns about an unknown setting in .env', () => {
    const file = 'SECRET_KEY=hunter2\nREQUIRE_ADMIN_2F=on\nport=4000\nPOSTGRES_DB=hunter2\n'
    expect(warningsFor({}, file).toSorted()).toEqual([
      "POSTGRES_DB in .env isn't a setting.",
      "REQUIRE_ADMIN_2F in .env isn't a setting. Did you mean REQUIRE_ADMIN_2FA?",
      "SECRET_KEY in .env isn't a setting. Did you mean SECRETS_KEY?",
      "port in .env isn't a setting. Did you mean PORT?",
    ])
  })

  it('hides an unknown name in .env that could be part of the value on the line above', () => {
    expect(warningsFor({}, 'BRAND_NAME=\nhunter2ABC==\nhunter2DEF==\n')).toEqual([
      "A name in .env isn't a setting. It may be part of a value, and isn't shown.",
    ])
  })

  it('warns about an unknown environment variable unless it probably belongs to another program', () => {
    const env = { SMTP_HOST: 'hunter2', S3_KEY: 'hunter2', TRUST_PROXIES: '::1', BRAND_MAIL: 'a' }
    expect(warningsFor(env).toSorted()).toEqual([
      "BRAND_MAIL in the environment isn't a setting. Did you mean BRAND_EMAIL?",
      "S3_KEY in the environment isn't a setting.",
      "SMTP_HOST in the environment isn't a setting.",
      "TRUST_PROXIES in the environment isn't a setting.",
    ])
    const others = { PATH: '/bin', POST: '1', HOSTNAME: 'desk', SESSION_MANAGER: 'local/desk' }
    expect(warningsFor({ ...others, XDG_DATA_DIRS: '/usr/share', HOSTS: 'a' })).toEqual([])
  })
})

it("doesn't warn about known settings or names without a value", () => {
  const given = [...settingNames()].map((name) => `${name}=`)
  expect(warningsFor({ SMTP_HOST: ' ' }, [...given, 'PORT=4000', 'WHATEVER='].join('\n'))).toEqual(
    [],
  )
})

describe('warnings about an https URL', () => {
  const PUBLIC_URL = 'https://desk.example.com'
  const warning = /^PUBLIC_URL is https, but TRUST_PROXY doesn't name the proxy in front/

  it('warns about HTTPS without TRUST_PROXY', () => {
    expect(warningsFor({ PUBLIC_URL })).toEqual([expect.stringMatching(warning)])
    expect(warningsFor({}, `PUBLIC_URL=${PUBLIC_URL}`)).toEqual([expect.stringMatching(warning)])
  })

  it.each(['10.0.0.5', 'off'])("doesn't warn about HTTPS with TRUST_PROXY=%s", (proxy) => {
    expect(warningsFor({ PUBLIC_URL, TRUST_PROXY: proxy })).toEqual([])
    expect(warningsFor({ PUBLIC_URL }, `TRUST_PROXY=${proxy}`)).toEqual([])
  })

  it("doesn't warn about HTTP", () => {
    expect(warningsFor({ PUBLIC_URL: 'http://desk.example.com' })).toEqual([])
  })
})
