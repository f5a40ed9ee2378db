import { useRef, type RefObject } from 'react'
import { useHashArrival } from '#web/ui/focus/hash.ts'

/**
 * If the URL names the form, as in `/admin/settings#company`, scrolls to the form when it mounts and focuses its first
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
