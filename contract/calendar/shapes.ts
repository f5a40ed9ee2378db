import { searchText, timestamp } from '#contract/wire.ts'
import * as z from 'zod/mini'

export const calendarKey = z.object({ key: searchText(100) })

export const calendarAddress = z.object({
  /** Null if the user has no calendar URL. Only a hash of the URL's key is stored. */
  createdAt: z.nullable(timestamp),
})

export const newCalendarAddress = z.object({ url: z.string(), createdAt: timestamp })
