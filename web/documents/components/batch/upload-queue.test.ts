import { expect, test } from 'vitest'
import type { BatchItem } from './batch-item.ts'
import { createUploadQueue } from './upload-queue.ts'

const pdf = (name: string, size = 10) =>
  new File([new Uint8Array(size)], name, { type: 'application/pdf' })
const png = (name: string) => new File(['x'], name, { type: 'image/png' })

function openQueue() {
  const under = new Map<string, { done: () => void; fail: (error: Error) => void }>()
  const aborted: string[] = []
  const queue = createUploadQueue({
    loanTitle: 'Pier 4',
    judge: (error) => ({
      why: (error as Error).message,
      mayRetry: (error as Error).message === 'away',
    }),
    send: ({ name }, { signal }) =>
      new Promise((resolve, reject) => {
        signal.addEventListener('abort', () => aborted.push(name))
        under.set(name, { done: () => resolve(`path of ${name}`), fail: reject })
      }),
  })
  const states = () => queue.read().items.map(({ name, state }) => `${name} ${state.is}`)
  const end = async (name: string, error?: Error) => {
    const attempt = under.get(name)
    if (error) attempt?.fail(error)
    else attempt?.done()
    await new Promise((resolve) => setTimeout(resolve))
  }
  const keyOf = (name: string) => queue.read().items.find((item) => item.name === name)?.key ?? 0
  return { queue, states, end, keyOf, aborted }
}

test('guesses the types of dropped files and immediately rejects unsupported files', () => {
  const { queue } = openQueue()
  queue.pause(true)
  queue.add([
    pdf('Appraisal - Pier 4.pdf'),
    new File(['x'], 'Rent Roll.xlsx'),
    png('Front.png'),
    pdf('Empty.pdf', 0),
    new File(['x'], 'setup.exe', { type: 'application/x-msdownload' }),
  ])
  const said = ({ name, kind, state }: BatchItem) =>
    `${name}: ${kind}, ${state.is === 'refused' ? state.why : state.is}`
  expect(queue.read().items.map(said)).toEqual([
    'Appraisal - Pier 4.pdf: appraisal, waiting',
    'Rent Roll.xlsx: financials, waiting',
    'Front.png: photo, waiting',
    'Empty.pdf: other, File data is empty',
    "setup.exe: other, This type of file isn't accepted",
  ])
})

test("uploads two files at once and doesn't start other uploads during a pause", async () => {
  const { queue, states, end } = openQueue()
  queue.add(['a', 'b', 'c', 'd'].map((name) => pdf(name)))
  expect(states()).toEqual(['a sending', 'b sending', 'c waiting', 'd waiting'])
  queue.pause(true)
  await end('a')
  expect(states()).toEqual(['a uploaded', 'b sending', 'c waiting', 'd waiting'])
  queue.pause(false)
  expect(states()).toEqual(['a uploaded', 'b sending', 'c sending', 'd waiting'])
})

test('offers to retry an upload only if the retry can succeed', async () => {
  const { queue, states, end, keyOf } = openQueue()
  queue.add([pdf('a'), pdf('b')])
  await end('a', new Error('away'))
  await end('b', new Error('wrong'))
  expect(states()).toEqual(['a failed', 'b refused'])
  queue.retry(keyOf('a'))
  await end('a')
  expect(states()).toEqual(['a uploaded', 'b refused'])
})

test('uploads a picture again when its type changes to document, and discards removed files', async () => {
  const { queue, states, end, keyOf, aborted } = openQueue()
  queue.add([png('a.png'), png('b.png')])
  await end('a.png')
  queue.setKind(keyOf('a.png'), 'legal')
  expect(states()).toEqual(['a.png sending', 'b.png sending'])
  await end('a.png')
  queue.setKind(keyOf('a.png'), 'other')
  expect(states()[0]).toBe('a.png uploaded')
  queue.add([png('c.png')])
  queue.remove(keyOf('b.png'))
  expect(aborted).toEqual(['b.png'])
  await end('b.png')
  expect(states()).toEqual(['a.png uploaded', 'c.png sending'])
  queue.close()
  expect(aborted).toEqual(['b.png', 'c.png'])
})

test('accepts at most 200 files in one batch', () => {
  const { queue } = openQueue()
  queue.pause(true)
  queue.add(Array.from({ length: 203 }, (_, index) => pdf(`${index}`)))
  expect(queue.read().leftOut).toBe(3)
  expect(queue.read().items).toHaveLength(200)
})
