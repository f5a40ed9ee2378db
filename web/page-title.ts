import { useEffect } from 'react'
import { company } from './company.ts'

/** Names the document: "Browse Loans · Harborline Capital". A page may name itself more exactly. */
export function usePageTitle(title: string | undefined) {
  useEffect(() => {
    if (title) document.title = `${title} · ${company.name}`
  }, [title])
}
