import type { searchCalls } from '#contract/search/calls.ts'
import type { Handlers } from '#server/http/mount.ts'
import { searchDesk } from './search-desk.ts'

export const searchHandlers: Pick<Handlers, keyof typeof searchCalls> = {
  search: (context, { query: { q } }) => searchDesk(context, q),
}
