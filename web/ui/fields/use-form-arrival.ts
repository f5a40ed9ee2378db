import { useRef, type RefObject } from 'react'
import { useHashArrival } from '#web/ui/focus/hash.ts'

/**
 * When the form mounts, scrolls to it and focuses its first field, if the URL names the form, as in
 * `/admin/settings#company`.
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
