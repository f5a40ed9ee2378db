import { useEffect, useRef, type RefObject } from 'react'
import { useLocationProperty } from 'wouter/use-browser-location'
import { forgetHash } from './forget-hash.ts'

/**
 * Leads to a form that the address names, such as `/admin/settings#company`, once the form is there: its section is
 * scrolled to, and its first field gets the focus. A link on the same page leads there too.
 */
export function useFormArrival<Form extends HTMLElement>(name: string): RefObject<Form | null> {
  const form = useRef<Form>(null)
  const isNamed = useLocationProperty(() => window.location.hash) === `#${name}`
  useEffect(() => {
    const { current } = form
    if (!isNamed || !current) return
    forgetHash()
    const section = current.closest('section') ?? current
    section.scrollIntoView()
    const field = current.querySelector<HTMLElement>('input:not([readonly]), button:enabled')
    field?.focus({ preventScroll: true })
  }, [isNamed])
  return form
}
