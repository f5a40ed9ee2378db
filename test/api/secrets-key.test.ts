/** SECRETS_KEY: encryption of new and existing secrets, and startup without the key or with a different key. */
import { randomBytes } from 'node:crypto'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { prepareDatabase } from '#server/first-start/prepare.ts'
import { archiveFolder, backUp, readEntries, restore } from '#test/support/backups.ts'
import type { Person } from '#test/support/builders.ts'
import { openDesk, type Desk } from '#test/support/desk.ts'
import { makeEmptyPlace } from '#test/support/empty-place.ts'
import { makeDatabase, type OwnDatabase } from '#test/support/postgres.ts'
import { runCommand } from '#test/support/commands.ts'
import { launchProgram } from '#test/support/program.ts'
import { security } from '#test/support/requirements.ts'
import { currentCode, forgetCodes, turnOn } from '#test/support/second-factor.ts'

const newKey = () => randomBytes(32).toString('base64')
const key = newKey()

let own: OwnDatabase
const open: Desk[] = []
beforeEach(async () => {
  own = await makeDatabase()
})
afterEach(async () => {
  // Servers are closed in reverse order, because a later server can use the folder of an earlier server, which deletes
  // the folder when it closes.
  for (const desk of open.splice(0).toReversed()) await desk.close()
  await own.drop()
})

async function serve(settings: Record<string, string> = {}): Promise<Desk> {
  const desk = await openDesk(settings, { ...own, drop: async () => {} })
  open.push(desk)
  return desk
}

async function prepare(desk: Desk): Promise<string[]> {
  const lines: string[] = []
  await prepareDatabase({ ...desk, say: (line) => void lines.push(line) })
  return lines
}

const storedSecrets = (desk: Desk) =>
  desk.rows<{ text: string }>(
    `select secret as text from two_factors
      union all select value from secrets where name <> 'store-mark' order by 1`,
  )

async function signIn(desk: Desk, person: Person, secret: string) {
  await forgetCodes(desk, person)
  const { email, password } = person
  const body = { email, password, code: currentCode(secret) }
  return (await desk.visitor().send('login', { body })).status
}

describe('a server with SECRETS_KEY', () => {
  it('encrypts a second factor with SECRETS_KEY and accepts its codes at every endpoint', async () => {
    security('11.3.1')
    const desk = await serve({ SECRETS_KEY: key, RATE_LIMIT: 'off' })
    const ada = await desk.makeLender()
    const { secret } = await turnOn(ada)
    const [stored, ...others] = await storedSecrets(desk)
    expect(others).toEqual([])
    expect(stored?.text).toMatch(/^enc1:/)
    expect(stored?.text).not.toContain(secret)
    expect(await signIn(desk, ada, secret)).toBe(200)
    const body = async () => {
      await forgetCodes(desk, ada)
      return { body: { currentPassword: ada.password, code: currentCode(secret) } }
    }
    expect((await ada.call('renewRecoveryCodes', await body())).recoveryCodes).toHaveLength(10)
    expect((await ada.send('endTwoFactor', await body())).status).toBe(204)
    expect(desk.errors).toEqual([])
  })

  it('encrypts previously stored secrets on the next start and can still use them', async () => {
    const before = await serve({ RATE_LIMIT: 'off' })
    const ada = await before.makeAdmin()
    const { secret } = await turnOn(ada)
    await before.rows("insert into secrets (name, value) values ('signing', 'as it was made')")
    expect((await storedSecrets(before)).map(({ text }) => text)).toContain(secret)
    const after = await serve({ SECRETS_KEY: key, RATE_LIMIT: 'off' })
    // During a rolling restart, a process with the key reads both encrypted and unencrypted secrets.
    expect(await signIn(after, ada, secret)).toBe(200)
    expect(await prepare(after)).toEqual(["Encrypted the database's secrets with SECRETS_KEY: 2"])
    const stored = await storedSecrets(after)
    for (const { text } of stored) expect(text).toMatch(/^enc1:/)
    expect(await prepare(after)).toEqual([])
    expect(await storedSecrets(after)).toEqual(stored)
    expect(await signIn(after, ada, secret)).toBe(200)
    // A process started without the key can't check codes and returns 503.
    expect(await signIn(before, ada, secret)).toBe(503)
  })
})

describe('starting with encrypted secrets', () => {
  it('stops with a one-line error if SECRETS_KEY is wrong, without changing anything', async () => {
    security('13.3.1')
    const desk = await serve({ SECRETS_KEY: key })
    await turnOn(await desk.makeAdmin())
    const stored = await storedSecrets(desk)
    const program = await launchProgram({
      DATABASE_URL: desk.databaseUrl,
      DATA_DIR: desk.config.dataDir,
      SECRETS_KEY: newKey(),
      LOG_LEVEL: 'silent',
    })
    await expect.poll(program.output, { timeout: 20_000 }).not.toBe('')
    expect(await program.end('SIGTERM')).toBe(1)
    expect(program.output()).toMatch(
      /^SECRETS_KEY can't decrypt 1 of the 1 encrypted secrets in the database \(first: two_factors [\da-f-]{36}\); set the key they were encrypted with, or if it is lost, run npm run secrets:forget\n$/,
    )
    expect(await storedSecrets(desk)).toEqual(stored)
  })

  it('stops if SECRETS_KEY is missing, without changing anything', async () => {
    await turnOn(await (await serve({ SECRETS_KEY: key })).makeAdmin())
    const desk = await serve()
    const stored = await storedSecrets(desk)
    await expect(prepare(desk)).rejects.toThrow(
      'SECRETS_KEY is not set, but the database holds encrypted secrets (1); set the key they were encrypted with, or if it is lost, run npm run secrets:forget',
    )
    expect(await storedSecrets(desk)).toEqual(stored)
  })

  it('starts without SECRETS_KEY once no second factor is encrypted with it', async () => {
    const withKey = await serve({ SECRETS_KEY: key })
    const olga = await withKey.makeAdmin()
    const ada = await withKey.makeLender()
    await turnOn(ada)
    const lena = await withKey.makeLender()
    await lena.call('startTwoFactor', { body: { currentPassword: lena.password } })
    const desk = await serve({ RATE_LIMIT: 'off' })
    await expect(prepare(desk)).rejects.toThrow('encrypted secrets (1)')
    const here = desk.callerAt(desk.address, olga)
    await here.call('resetTwoFactor', { params: { id: ada.id } })
    expect(await prepare(desk)).toEqual([])
    expect(await turnOn(await desk.signIn(lena))).toMatchObject({ secret: expect.any(String) })
  })

  it('stops if SECRETS_KEY decrypts only some secrets, and names the first failure', async () => {
    const desk = await serve({ SECRETS_KEY: key })
    const [ada, lena] = [await desk.makeAdmin(), await desk.makeLender()]
    await turnOn(ada)
    await turnOn(lena)
    await desk.rows("insert into secrets (name, value) values ('plain', 'as it was made')")
    // Without this check, an attacker who can write to the table could copy a second factor to another account.
    await desk.rows(
      `update two_factors set secret = (select secret from two_factors where user_id = $1)
       where user_id = $2`,
      [lena.id, ada.id],
    )
    const stored = await storedSecrets(desk)
    await expect(prepare(desk)).rejects.toThrow(
      `SECRETS_KEY can't decrypt 1 of the 2 encrypted secrets in the database (first: two_factors ${ada.id})`,
    )
    expect(await storedSecrets(desk)).toEqual(stored)
  })
})

describe('npm run secrets:forget', () => {
  const forget = (desk: Desk, settings: Record<string, string>, ...args: string[]) =>
    runCommand('secrets-forget', args, {
      DATABASE_URL: desk.databaseUrl,
      DATA_DIR: desk.config.dataDir,
      ...settings,
    })

  it('lists the secrets that depend on a lost SECRETS_KEY, and removes them after confirmation so that the server can start', async () => {
    const desk = await serve({ SECRETS_KEY: key, RATE_LIMIT: 'off' })
    await prepare(desk)
    const [olga, ada] = [await desk.makeAdmin(), await desk.makeLender()]
    await turnOn(ada)
    const emails = ['max@partners.example']
    const [invited] = await olga.call('createInvitations', { body: { emails } })
    const [receiptKey] = (await desk.visitor().call('getReceiptKeys')).keys
    const stored = await storedSecrets(desk)

    const listed = await forget(desk, {})
    expect(listed).toEqual({
      code: 1,
      output: `SECRETS_KEY is not set, so these can't be decrypted:
  two-factor sign-in of ${ada.email}
  the key that signs receipts: ${receiptKey?.kid}
  the key of the links in invitations and emails
Nothing was changed. If you have the key, set it. If it is lost, forget these secrets:
  npm run secrets:forget -- --key-is-lost
`,
    })
    expect(await forget(desk, { SECRETS_KEY: key }, '--key-is-lost')).toEqual({
      code: 0,
      output: 'These settings decrypt every secret in the database; nothing was changed.\n',
    })
    expect(await storedSecrets(desk)).toEqual(stored)

    const SECRETS_KEY = newKey()
    const { code, output } = await forget(desk, { SECRETS_KEY }, '--key-is-lost')
    expect(output).toContain(`Two-factor sign-in is off for ${ada.email}, and all sign-ins`)
    expect(output).toMatch(
      /Receipts are signed with: [\w-]{43}, stored encrypted with SECRETS_KEY\n/,
    )
    expect(output).toContain('The open invitation of max@partners.example has ended. Invite again.')
    expect(code).toBe(0)

    const { dataDir } = desk.config
    const after = await serve({ SECRETS_KEY, RATE_LIMIT: 'off', DATA_DIR: dataDir })
    expect(await prepare(after)).toEqual([])
    const { email, password } = ada
    expect((await after.visitor().send('login', { body: { email, password } })).status).toBe(200)
    const here = after.callerAt(after.address, olga)
    const [ended] = await here.call('listInvitations', {})
    expect(ended).toMatchObject({ id: invited?.id, state: 'withdrawn' })
    const [again] = await here.call('createInvitations', { body: { emails } })
    expect(again?.url).toContain('invitation=')
    const kinds = await after.rows<{ kind: string }>(
      `select kind from audit where actor_id is null and kind in
        ('twoFactorOff', 'receiptKeyReplaced', 'invitationWithdrawn') order by kind`,
    )
    expect(kinds.map(({ kind }) => kind)).toEqual([
      'invitationWithdrawn',
      'receiptKeyReplaced',
      'twoFactorOff',
    ])
    expect(after.errors).toEqual([])
  }, 90_000)
})

it('keeps secrets encrypted in backups, so a restored server needs the same SECRETS_KEY', async () => {
  const desk = await serve({ SECRETS_KEY: key, RATE_LIMIT: 'off' })
  const ada = await desk.makeAdmin()
  const { secret } = await turnOn(ada)
  const file = path.join(archiveFolder(), 'desk.tar.gz')
  await backUp(desk, file)
  const entries = await readEntries(file)
  const factors = entries.find(({ name }) => name.startsWith('tables/two_factors/'))
  expect(factors?.bytes.toString()).toContain('\tenc1:')
  for (const { name, bytes } of entries) expect(bytes.includes(secret), name).toBe(false)

  const place = await makeEmptyPlace()
  await restore(place, file)
  const on = { ...place.asDatabase(), drop: async () => {} }
  try {
    const restored = await openDesk({ SECRETS_KEY: key, RATE_LIMIT: 'off' }, on)
    open.push(restored)
    expect(await prepare(restored)).toEqual([])
    expect(await signIn(restored, ada, secret)).toBe(200)
    const elsewhere = await openDesk({ SECRETS_KEY: newKey() }, on)
    open.push(elsewhere)
    // The encrypted secrets are the second factor and the receipt key that the first start created.
    await expect(prepare(elsewhere)).rejects.toThrow("SECRETS_KEY can't decrypt 2 of the 2")
  } finally {
    for (const each of open.splice(0)) await each.close()
    await place.close()
  }
})
