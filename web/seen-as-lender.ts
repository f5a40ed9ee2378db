/** The preview that shows an administrator a page as lenders see it. */
import { createContext, useContext } from 'react'

/**
 * True in the preview. Calls still have the administrator's access, so the page omits data that only administrators
 * receive, and disables its actions.
 */
export const SeenAsLender = createContext(false)

export const useSeenAsLender = (): boolean => useContext(SeenAsLender)

/** The reason why actions are disabled, and the id of the note that explains it. */
export const seenAsLenderReason = "You're viewing as a lender."
export const seenAsLenderId = 'seen-as-lender'

/** Props that disable an action's button in the preview and give the reason. Empty on other pages. */
export const useOffInPreview = () =>
  useSeenAsLender()
    ? { disabled: true, title: seenAsLenderReason, 'aria-describedby': seenAsLenderId }
    : {}
