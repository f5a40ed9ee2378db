import { useEffect } from 'react'
import { company } from '#web/company/company.ts'

/** Sets the document's title: "Browse Loans · Harborline Capital". A page may set a more specific one. */
export function usePageTitle(title: string | undefined) {
  useEffect(() => {
    if (title) document.title = `${title} · ${company.name}`
  }, [title])
}
