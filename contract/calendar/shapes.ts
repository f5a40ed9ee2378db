import { searchText, timestamp } from '#contract/wire.ts'
import * as z from 'zod/mini'

export const calendarKey = z.object({ key: searchText(100) })

export const calendarAddress = z.object({
  /** Null if there is no address. The address itself isn't stored, only the hash of its key. */
  createdAt: z.nullable(timestamp),
})

export const newCalendarAddress = z.object({ url: z.string(), createdAt: timestamp })
