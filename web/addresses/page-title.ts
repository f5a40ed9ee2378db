import { useEffect } from 'react'
import { company } from '#web/company/company.ts'

/**
 * Sets the document title, for example "Browse Loans · Harborline Capital". A page can override it with a more specific
 * title.
 */
export function usePageTitle(title: string | undefined) {
  useEffect(() => {
    if (title) document.title = `${title} · ${company.name}`
  }, [title])
}
