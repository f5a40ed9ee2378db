import type { Loan } from '#contract/loans/shapes.ts'
import { showSection } from '#domain/loans/field-texts.ts'
import { useSession } from '#web/session.ts'
import { useIsFetching } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { structureOf } from './structure-rows.ts'

/** On phones, the page is six screens long, so that a row of links leads to its parts. */
export function JumpLinks({ loan }: { loan: Loan }) {
  const { role } = useSession()
  const wanted = useRef<string | null>(null)
  // Renders again whenever a part of the page has loaded. A part appears or becomes visible only after those above it.
  useIsFetching()
  useEffect(() => {
    if (wanted.current !== null && jumpTo(wanted.current)) wanted.current = null
  })
  const hidesParts = role === 'pending' || loan.isDraft
  const parts = [
    ['loan-funding', 'Funding'],
    ...(structureOf(loan).length > 0 ? [['loan-structure', 'Structure']] : []),
    ['loan-documents', 'Documents'],
    ...(showSection('Background', loan).length > 0 ? [['about-loan', 'About']] : []),
    ...(hidesParts ? [] : [['loan-messages', 'Messages']]),
  ] as const
  return (
    <nav
      aria-label="Parts of this page"
      className="-my-5 flex justify-between gap-x-2 sm:hidden print:hidden"
    >
      {parts.map(([id, name]) => (
        <button
          key={id}
          type="button"
          className="min-h-11 text-[0.8125rem] font-medium text-primary"
          onClick={() => {
            wanted.current = jumpTo(id) ? null : id
          }}
        >
          {name}
        </button>
      ))}
    </nav>
  )
}

/** Returns false if the part isn't rendered, or can't be focused because it is still invisible. */
function jumpTo(id: string): boolean {
  const heading = document.getElementById(id)
  if (!heading) return false
  heading.closest('section')?.scrollIntoView()
  heading.tabIndex = -1
  heading.classList.add('outline-none')
  heading.focus({ preventScroll: true })
  return document.activeElement === heading
}
