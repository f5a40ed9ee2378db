/** A database is tied to its file store, so the server refuses to start with a different file store. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { readConfig } from '#server/config/config.ts'
import { prepareDatabase } from '#server/first-start/prepare.ts'
import { diskStore } from '#server/storage/disk.ts'
import { StoreAwayError, type FileStore } from '#server/storage/storage.ts'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { openDesk, type Desk } from '#test/support/desk.ts'
import { memoryFolder } from '#test/support/memory-folder.ts'

let folder: string
let desk: Desk
beforeAll(async () => {
  desk = await openDesk()
})
afterAll(() => desk.close())
beforeEach(async () => {
  folder = await mkdtemp(path.join(memoryFolder(), 'paripassu-stores-'))
  await desk.rows("delete from secrets where name = 'store-mark'")
})
afterEach(() => rm(folder, { recursive: true, force: true }))

function startOn(machine: string, store?: FileStore) {
  const config = readConfig({ DATA_DIR: machine, SAMPLE_DATA: 'off' }, folder)
  const own = store ?? diskStore(path.join(config.dataDir, 'objects'))
  return prepareDatabase({ db: desk.db, store: own, config, say: () => {} })
}
const markOf = (machine: string) =>
  readFile(path.join(folder, machine, 'objects/store-mark'), 'utf8').catch(() => null)

it('refuses to start a second server with a separate folder and explains what to do', async () => {
  await startOn('one')
  await startOn('one')
  const mark = (await markOf('one'))?.trim() ?? ''
  expect(mark).toMatch(/^[0-9a-f-]{36}$/)
  const words = await startOn('two').then(
    () => 'accepted',
    (error: Error) => `${error.name}: ${error.message}`,
  )
  expect(words).toMatch(
    /^ConfigError: The database's files are in another store than .*two\/objects/,
  )
  expect(words).toContain('which has no mark')
  expect(words).toContain('the same S3_ settings')
  expect(await markOf('two')).toBeNull()

  await diskStore(path.join(folder, 'two/objects')).check()
  await writeFile(path.join(folder, 'two/objects/store-mark'), `${mark}\n`)
  await startOn('two')
})

it('refuses to start with a file store that belongs to a different database', async () => {
  await startOn('one')
  await diskStore(path.join(folder, 'two/objects')).check()
  await writeFile(path.join(folder, 'two/objects/store-mark'), 'another\n')
  await expect(startOn('two')).rejects.toThrow('the mark of another database')
})

it('adopts an existing file store if the database is new or was restored', async () => {
  await startOn('one')
  const mark = await markOf('one')
  await desk.rows("delete from secrets where name = 'store-mark'")
  await startOn('one')
  expect(await markOf('one')).toBe(mark)
  await expect(startOn('two')).rejects.toThrow('another store')
})

it('starts while the file store is down and checks the store on the next start', async () => {
  await startOn('one')
  const down: FileStore = {
    ...diskStore(folder),
    read: () => Promise.reject(new StoreAwayError('down')),
  }
  await startOn('two', down)
  await expect(startOn('two')).rejects.toThrow('another store')
})

it('accepts the marker that an earlier start wrote to the file store', async () => {
  const store = diskStore(path.join(folder, 'one/objects'))
  await store.write('store-mark', Buffer.from('left behind\n'))
  await startOn('one')
  expect(await desk.rows("select value from secrets where name = 'store-mark'")).toEqual([
    { value: 'left behind' },
  ])
})
