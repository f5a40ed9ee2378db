import { security } from '#test/support/requirements.ts'
import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { diskStore } from './disk.ts'
import { isSafePath, PathTakenError, StoreAwayError, type FileStore } from './storage.ts'

let folder: string
let store: FileStore
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'disk-store-'))
  store = diskStore(folder)
})
afterAll(() => rm(folder, { recursive: true }))

it('stores a file and then replaces it with a new version', async () => {
  await store.write('loans/1/a.txt', Buffer.from('bytes'))
  expect(await content('loans/1/a.txt')).toBe('bytes')
  expect(await store.sizeOf('loans/1/a.txt')).toBe(5)
  await store.write('loans/1/a.txt', Buffer.from('newer bytes'))
  expect(await content('loans/1/a.txt')).toBe('newer bytes')
  expect(await store.sizeOf('loans/1/a.txt')).toBe(11)
})

it('stores a received file unless a file already exists at the same path', async () => {
  await receive('received/b.txt', ['str', 'eam'])
  expect(await content('received/b.txt')).toBe('stream')
  await expect(receive('received/b.txt', ['other'])).rejects.toThrow(PathTakenError)
  expect(await content('received/b.txt')).toBe('stream')
  expect(await readdir(path.join(folder, 'received'))).toEqual(['b.txt'])
})

it('keeps only one file if several are received at the same time for the same path', async () => {
  const texts = ['one', 'two', 'three', 'four']
  const outcomes = await Promise.allSettled(texts.map((each) => receive('race/c.txt', [each])))
  const won = outcomes.findIndex(({ status }) => status === 'fulfilled')
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect(await content('race/c.txt')).toBe(texts[won])
  expect(await readdir(path.join(folder, 'race'))).toEqual(['c.txt'])
})

it("reads a range of a stored file and reports the range's first and last positions", async () => {
  await store.write('part.txt', Buffer.from('0123456789'))
  const part = await store.read('part.txt', { start: 7, end: 99 })
  expect(part).toMatchObject({ start: 7, end: 9, sizeBytes: 10 })
  expect(part && (await text(part.stream))).toBe('789')
})

it('reads an empty file from the store', async () => {
  await store.write('empty.txt', Buffer.alloc(0))
  expect(await content('empty.txt')).toBe('')
})

it('stores nothing if reading the source of a file fails, and accepts the complete file later', async () => {
  async function* broken() {
    yield Buffer.from('half')
    await Promise.resolve()
    throw new Error('The line went dead')
  }
  await expect(receive('kept/d.txt', broken())).rejects.toThrow('The line went dead')
  expect(await readdir(path.join(folder, 'kept'))).toEqual([])
  await receive('kept/d.txt', ['whole'])
  expect(await content('kept/d.txt')).toBe('whole')
})

it('removes partial files that an interrupted process left behind more than a day ago', async () => {
  const [old = '', young = ''] = ['old', 'young'].map((name) =>
    path.join(folder, '.under-way', name),
  )
  for (const each of [old, young]) await writeFile(each, 'half')
  const aDayAgo = new Date(Date.now() - 25 * 3_600_000)
  await utimes(old, aDayAgo, aDayAgo)
  await store.removeRemains()
  expect(await readdir(path.dirname(old))).toEqual(['young'])
})

it('deletes a stored file and ignores a repeated deletion', async () => {
  await store.write('d.txt', Buffer.from('x'))
  await store.delete('d.txt')
  await store.delete('d.txt')
  expect(await store.read('d.txt')).toBeNull()
  expect(await store.read('d.txt/below')).toBeNull()
  expect(await store.sizeOf('d.txt')).toBeNull()
})

it("doesn't read a folder as a file", async () => {
  await store.write('folder/e.txt', Buffer.from('x'))
  expect(await store.read('folder')).toBeNull()
  expect(await store.sizeOf('folder')).toBeNull()
})

it("rejects file paths that could lead out of the store's folder", async () => {
  security('5.3.2')
  const unsafe = [
    '',
    '/etc/passwd',
    '../x',
    'a/../b',
    'a//b',
    '.x',
    'a/.part',
    'a\\b',
    'a\0',
    'c:x',
    'ä',
  ]
  expect(unsafe.filter(isSafePath)).toEqual([])
  for (const each of unsafe) {
    await expect(store.read(each)).rejects.toThrow(RangeError)
    await expect(store.write(each, Buffer.from('x'))).rejects.toThrow(RangeError)
    await expect(store.delete(each)).rejects.toThrow(RangeError)
    await expect(store.sizeOf(each)).rejects.toThrow(RangeError)
    await expect(receive(each, ['x'])).rejects.toThrow(RangeError)
  }
})

it('reports that the file store is available', async () => {
  await expect(store.check()).resolves.toBeUndefined()
  await store.write('file.txt', Buffer.from('x'))
  const elsewhere = diskStore(path.join(folder, 'file.txt'))
  await expect(elsewhere.check()).rejects.toThrow(StoreAwayError)
  await expect(elsewhere.write('x', Buffer.from('x'))).rejects.toThrow(StoreAwayError)
})

async function receive(storedPath: string, source: string[] | AsyncIterable<Buffer>) {
  if (store.intake.by !== 'stream') throw new Error('A folder takes streams')
  const pieces = Array.isArray(source) ? piecesOf(source) : source
  await store.intake.receive(storedPath, pieces)
}

async function* piecesOf(texts: string[]) {
  for (const each of texts) {
    await Promise.resolve()
    yield Buffer.from(each)
  }
}

async function content(storedPath: string) {
  const file = await store.read(storedPath)
  return file && text(file.stream)
}
