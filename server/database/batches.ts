/**
 * Looks things up in batches: while two lookups are under way, those that come later wait, and are then sent
 * as one statement. When few ask, each is sent at once; when many do, a statement serves dozens.
 */

/** Two keep PostgreSQL busy while this process reads an answer. */
const atOnce = 2
/** Keys in a statement. */
const most = 100

interface Waiting<Found> {
  found: Promise<Found | undefined>
  resolve: (found: Found | undefined) => void
  reject: (error: unknown) => void
}

interface Queue<Key, Found> {
  running: number
  /** In the order in which they came; whoever asks for the same shares the answer. */
  waiting: Map<Key, Waiting<Found>>
}

/**
 * Returns a function that looks up one key, by `find`, which looks up several in one place, such as a
 * database. It resolves to undefined for a key that isn't found. What it gives was read after it was asked.
 */
export function inBatches<Place extends object, Key, Found>(
  find: (place: Place, keys: Key[]) => Promise<ReadonlyMap<Key, Found>>,
): (place: Place, key: Key) => Promise<Found | undefined> {
  const queues = new WeakMap<Place, Queue<Key, Found>>()

  async function send(place: Place, queue: Queue<Key, Found>): Promise<void> {
    const batch = [...queue.waiting].slice(0, most)
    for (const [key] of batch) queue.waiting.delete(key)
    queue.running += 1
    try {
      const found = await find(
        place,
        batch.map(([key]) => key),
      )
      for (const [key, { resolve }] of batch) resolve(found.get(key))
    } catch (error) {
      for (const [, { reject }] of batch) reject(error)
    } finally {
      queue.running -= 1
      if (queue.waiting.size > 0) void send(place, queue)
    }
  }

  return (place, key) => {
    const queue = queues.get(place) ?? { running: 0, waiting: new Map<Key, Waiting<Found>>() }
    queues.set(place, queue)
    const waiting = queue.waiting.get(key) ?? newWaiting<Found>()
    queue.waiting.set(key, waiting)
    if (queue.running < atOnce) void send(place, queue)
    return waiting.found
  }
}

function newWaiting<Found>(): Waiting<Found> {
  let [resolve, reject]: [Waiting<Found>['resolve'], Waiting<Found>['reject']] = [
    () => {},
    () => {},
  ]
  const found = new Promise<Found | undefined>((onFound, onError) => {
    resolve = onFound
    reject = onError
  })
  return { found, resolve, reject }
}
