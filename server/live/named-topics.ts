/**
 * Compares the topics recorded by an endpoint with those in its contract. If the contract omits a topic, the caller's
 * page isn't updated.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import type { Endpoint } from '#contract/endpoint.ts'
import { splitTopic, type Topic } from '#contract/live/topics.ts'
import { apartFromRequest } from '#server/database/outcome.ts'

const written = new AsyncLocalStorage<Set<Topic>>()

export const noteTopic = (topic: Topic) => written.getStore()?.add(topic)

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

/** Runs a function that a request starts but doesn't await. The function's topics aren't attributed to the request. */
export const apartFromCalls = <Result>(act: () => Result): Result =>
  written.exit(() => apartFromRequest(act))
