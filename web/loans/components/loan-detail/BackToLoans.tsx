import { ArrowLeft } from 'lucide-react'
import { paths } from '#web/addresses/paths.ts'
import { ButtonLink } from '#web/ui/ButtonLink.tsx'
import { lastList } from '#web/loans/components/list-walk/last-list.ts'
import { useState } from 'react'

/** Returns to the list as it was last shown in this tab, with its filters, order, and scroll position. */
export function BackToLoans() {
  const [list] = useState(lastList)
  return (
    <ButtonLink
      href={list?.address ?? paths.loans()}
      variant="ghost"
      size="s"
      className="-ml-2.5"
      onClick={(event) => {
        if (!list) return
        event.preventDefault()
        // Going back in the history adds no entry, so the browser restores the scroll position.
        window.navigation.traverseTo(list.key)
      }}
    >
      <ArrowLeft aria-hidden="true" />
      Back to Loans
    </ButtonLink>
  )
}
