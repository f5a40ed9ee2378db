/** Runs `npm run audit:verify` as an operator would. */
import { mkdtemp, rm } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { runCommand } from '#test/support/commands.ts'
import { openDesk, type Desk } from '#test/support/desk.ts'
import { sealAll } from '#test/support/trail.ts'
import { memoryFolder } from '#test/support/memory-folder.ts'
import { security } from '#test/support/requirements.ts'

let desk: Desk
let folder: string
beforeAll(async () => {
  desk = await openDesk()
  folder = await mkdtemp(path.join(memoryFolder(), 'paripassu-verify-'))
  await desk.makeLoan()
  await sealAll(desk.db)
})
afterAll(async () => {
  await desk.close()
  await rm(folder, { recursive: true, force: true })
})

const verify = (...args: string[]) =>
  runCommand('audit-verify', args, { DATABASE_URL: desk.databaseUrl, DATA_DIR: folder })

it('reports that the audit trail is intact and prints the seal to save elsewhere', async () => {
  const { code, output } = await verify()
  expect(output).toMatch(
    /^No entries are waiting for their seal\nThe audit trail is intact: \d+ seals? checked\n/,
  )
  const noted = /Save this elsewhere: (\d+:[0-9a-f]{64})\n$/.exec(output)?.[1] ?? ''
  expect(code).toBe(0)
  const again = await verify('--head', noted)
  expect(again.output).toContain('including the one you saved')
  expect(again.code).toBe(0)
})

it('makes audit:verify exit with code 1 if a seal has an unknown format', async () => {
  await desk.rows('grant update on audit_seals to current_user')
  await desk.rows('update audit_seals set form = 9 where number = 1')
  const { code, output } = await verify()
  await desk.rows('update audit_seals set form = 1 where number = 1')
  expect(code).toBe(1)
  expect(output).toMatch(
    /^Seal 1 of entry \S+ names form 9, which this version of Paripassu doesn't know/,
  )
})

it("makes audit:verify exit with code 1 and name the first row that doesn't match the trail or the saved seal", async () => {
  security('16.4.3')
  const noted = await verify('--head', `1:${'0'.repeat(64)}`)
  expect(noted.code).toBe(1)
  expect(noted.output).toContain("seal 1 doesn't have the hash you saved")
  const [entry] = await desk.rows<{ id: string }>('select entry_id as id from audit_seals limit 1')
  await desk.rows('grant update on audit to current_user')
  await desk.rows("update audit set kind = 'approved' where id = $1", [entry?.id])
  const { code, output } = await verify()
  expect(code).toBe(1)
  expect(output).toMatch(`Entry ${entry?.id} (approved, `)
  expect(output).toContain('The audit trail is NOT intact')
})

it('prints how many findings audit:verify omits from its list', async () => {
  const insert = (many: number) =>
    desk.rows(
      `insert into audit (id, kind) select gen_random_uuid(), 'approved' from generate_series(1, $1)`,
      [many],
    )
  await insert(60)
  expect((await verify()).output).toMatch(/^… and 1\d more$/m)
  await insert(1000)
  expect((await verify()).output).toMatch(/^… and more$/m)
})

it('makes audit:verify exit with code 3 if an entry has been unsealed for more than an hour', async () => {
  const other = await openDesk()
  // Holds the sealer's row lock, because the server would otherwise seal the entries during the test.
  const sealer = await other.db.$client.connect()
  try {
    await sealer.query('begin; select from audit_head where id = 1 for update')
    const wait = (interval: string) =>
      other.rows(
        `with entry as (
          insert into audit (id, kind, at) values (gen_random_uuid(), 'approved', now() - $1::interval)
          returning id
        ) insert into audit_unsealed (entry_id) select id from entry`,
        [interval],
      )
    const settings = { DATABASE_URL: other.databaseUrl, DATA_DIR: folder }
    await wait('50 minutes')
    expect((await runCommand('audit-verify', [], settings)).code).toBe(0)
    await wait('61 minutes')
    const { code, output } = await runCommand('audit-verify', [], settings)
    expect(output).toContain('Entries have waited for their seal for more than an hour')
    expect(output).toContain('The audit trail is intact')
    expect(code).toBe(3)
  } finally {
    sealer.release(true)
    await other.close()
  }
})

it('makes audit:verify exit with code 2 if the database is missing or the arguments are wrong', async () => {
  const away = { DATABASE_URL: 'postgres://desk@127.0.0.1:9/desk', DATA_DIR: folder }
  const { code, output } = await runCommand('audit-verify', [], away)
  expect(output).toMatch(/^The database can't be used \(/)
  expect(code).toBe(2)
  for (const args of [['--head'], ['--head', '5'], ['--all']])
    expect(await verify(...args)).toEqual({
      code: 2,
      output: 'Usage: npm run audit:verify [-- --head NUMBER:HASH]\n',
    })
})
