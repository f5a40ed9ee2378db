import { useRef, type RefObject } from 'react'
import { useHashArrival } from '#web/ui/focus/hash.ts'

/**
 * Scrolls to a form named in the URL, such as `/admin/settings#company`, once it is mounted, and focuses its first
 * field.
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
