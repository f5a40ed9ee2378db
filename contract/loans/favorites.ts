import * as z from 'zod/mini'
import { id, timestamp } from '#contract/wire.ts'

export const newFavorite = z.object({ loanId: id })

export const favorite = z.object({ id, userId: id, loanId: id, createdAt: timestamp })
export type Favorite = z.infer<typeof favorite>
