/** Rerenders the app's frame when the company's details change. */
import { useSyncExternalStore } from 'react'
import type { Company } from '#contract/company.ts'
import { company } from './company.ts'

let edition = 0
const listeners = new Set<() => void>()

export function changeCompany(details: Company & { isExample: boolean }) {
  Object.assign(company, details)
  edition += 1
  for (const listener of listeners) listener()
}

/** A number that changes with the company's details. Components that show the details use it as their `key`. */
export const useCompanyEdition = () => useSyncExternalStore(subscribe, () => edition)

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
