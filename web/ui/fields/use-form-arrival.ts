import { useRef, type RefObject } from 'react'
import { useHashArrival } from '#web/ui/focus/use-hash-arrival.ts'

/**
 * Leads to a form that the address names, such as `/admin/settings#company`, once the form is there: its section is
 * scrolled to, and its first field gets the focus.
 */
export function useFormArrival<Form extends HTMLElement>(name: string): RefObject<Form | null> {
  const form = useRef<Form>(null)
  useHashArrival(name, () => {
    const { current } = form
    if (!current) return false
    const section = current.closest('section') ?? current
    section.scrollIntoView()
    const field = current.querySelector<HTMLElement>('input:not([readonly]), button:enabled')
    field?.focus({ preventScroll: true })
    return true
  })
  return form
}
