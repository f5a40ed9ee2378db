/** The preview that shows an administrator a page as lenders see it. */
import { createContext, useContext } from 'react'

/**
 * True in the preview. Calls still have the administrator's access, so the page omits what only administrators receive,
 * and turns its acts off.
 */
export const SeenAsLender = createContext(false)

export const useSeenAsLender = (): boolean => useContext(SeenAsLender)

/** The reason why the acts are off, and the id of the note that explains it. */
export const seenAsLenderReason = "You're viewing as a lender."
export const seenAsLenderId = 'seen-as-lender'

/** Props that turn an act's button off in the preview, with the reason. Empty on other pages. */
export const useOffInPreview = () =>
  useSeenAsLender()
    ? { disabled: true, title: seenAsLenderReason, 'aria-describedby': seenAsLenderId }
    : {}
