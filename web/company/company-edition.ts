/** Lets the frame of the application follow a change of the company's details. */
import { useSyncExternalStore } from 'react'
import type { Company } from '#contract/company.ts'
import { company } from './company.ts'

let edition = 0
const listeners = new Set<() => void>()

/** Shows other details from now on. */
export function changeCompany(details: Company & { isExample: boolean }) {
  Object.assign(company, details)
  edition += 1
  for (const listener of listeners) listener()
}

/** Another number after each change, as a key of what names the company. */
export const useCompanyEdition = () => useSyncExternalStore(subscribe, () => edition)

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
