/**
 * Compares the topics recorded by an endpoint with those in its contract. If the contract omits a topic, the caller's
 * own screen isn't updated.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import type { Endpoint } from '#contract/endpoint.ts'
import { splitTopic, type Topic } from '#contract/live/topics.ts'
import { apartFromRequest } from '#server/database/outcome.ts'

const written = new AsyncLocalStorage<Set<Topic>>()

export const noteTopic = (topic: Topic) => written.getStore()?.add(topic)

/** Runs a handler, and reports recorded topics that its contract doesn't name. */
export function withNamedTopics<Result>(
  { changes = [] }: Pick<Endpoint, 'changes'>,
  act: () => Promise<Result>,
  onUnnamed: (topics: Topic[]) => void,
): Promise<Result> {
  const topics = new Set<Topic>()
  return written.run(topics, async () => {
    try {
      return await act()
    } finally {
      const named = new Set(changes.map((each) => splitTopic(each).topic))
      const unnamed = [...topics].filter((topic) => !named.has(topic))
      if (unnamed.length > 0) onUnnamed(unnamed)
    }
  })
}

/**
 * Runs a function started but not awaited by a request. The function's topics and changes don't count as the request's.
 */
export const apartFromCalls = <Result>(act: () => Result): Result =>
  written.exit(() => apartFromRequest(act))
