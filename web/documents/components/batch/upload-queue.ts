import {
  newItem,
  uploadKindOf,
  withKind,
  type BatchItem,
  type BatchKind,
  type SendableItem,
} from './batch-item.ts'

/** Uploads a file and returns the path under which to save it. */
export type SendItem = (
  item: SendableItem,
  options: { onProgress: (part: number) => void; signal: AbortSignal },
) => Promise<string>

export interface QueueOptions {
  loanTitle: string
  send: SendItem
  judge: (error: unknown) => { why: string; mayRetry: boolean }
  atOnce?: number
}

export interface QueueState {
  items: readonly BatchItem[]
  /**
   * True during a pause, in which no new uploads start. Active uploads continue, because a single PUT can't be resumed.
   */
  isPaused: boolean
  leftOut: number
}

/** The maximum number of files. A larger batch is probably a mistake, such as dropping an entire disk. */
export const mostFiles = 200

export type UploadQueue = ReturnType<typeof createUploadQueue>

/**
 * Uploads a batch, with a limited number of files at a time. It is independent of React so that uploads don't depend on
 * rendering.
 */
export function createUploadQueue({ loanTitle, send, judge, atOnce = 2 }: QueueOptions) {
  let state: QueueState = { items: [], isPaused: false, leftOut: 0 }
  let nextKey = 1
  const listeners = new Set<() => void>()
  const sending = new Map<number, AbortController>()

  function set(change: Partial<QueueState>) {
    state = { ...state, ...change }
    for (const listener of listeners) listener()
  }
  const change = (key: number, changed: (item: BatchItem) => BatchItem) =>
    set({ items: state.items.map((item) => (item.key === key ? changed(item) : item)) })
  const setState = (key: number, next: BatchItem['state']) =>
    change(key, (item) => (item.type === null ? item : { ...item, state: next }))

  function stop(key: number) {
    sending.get(key)?.abort()
    sending.delete(key)
  }

  function begin() {
    for (const item of state.items) {
      if (state.isPaused || sending.size >= atOnce) return
      if (item.type !== null && item.state.is === 'waiting') void sendOne(item)
    }
  }

  async function sendOne(item: SendableItem) {
    const { key } = item
    const controller = new AbortController()
    sending.set(key, controller)
    // False if the item was removed or its kind changed after this attempt started.
    const isCurrent = () => sending.get(key) === controller
    setState(key, { is: 'sending', part: 0 })
    try {
      const fileUrl = await send(item, {
        signal: controller.signal,
        onProgress: (part) => isCurrent() && setState(key, { is: 'sending', part }),
      })
      if (isCurrent()) setState(key, { is: 'uploaded', fileUrl, why: null })
    } catch (error) {
      const { why, mayRetry } = judge(error)
      if (isCurrent()) setState(key, { is: mayRetry ? 'failed' : 'refused', why })
    }
    if (isCurrent()) sending.delete(key)
    begin()
  }

  return {
    read: () => state,
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    add(files: readonly File[]) {
      const taken = files.slice(0, Math.max(mostFiles - state.items.length, 0))
      set({
        items: [...state.items, ...taken.map((file) => newItem(nextKey++, file, loanTitle))],
        leftOut: files.length - taken.length,
      })
      begin()
    },
    rename: (key: number, name: string) => change(key, (item) => ({ ...item, name })),
    setKind(key: number, kind: BatchKind) {
      const item = state.items.find((each) => each.key === key)
      if (item && uploadKindOf(item.kind) !== uploadKindOf(kind)) stop(key)
      change(key, (each) => withKind(each, kind))
      begin()
    },
    setUnsaved: (key: number, why: string) =>
      change(key, (item) =>
        item.type !== null && item.state.is === 'uploaded'
          ? { ...item, state: { ...item.state, why } }
          : item,
      ),
    refuse: (key: number, why: string) => setState(key, { is: 'refused', why }),
    retry(key: number) {
      setState(key, { is: 'waiting' })
      begin()
    },
    remove(key: number) {
      stop(key)
      set({ items: state.items.filter((item) => item.key !== key) })
      begin()
    },
    pause(isPaused: boolean) {
      set({ isPaused })
      begin()
    },
    close() {
      set({ isPaused: true })
      for (const key of [...sending.keys()]) stop(key)
    },
  }
}
