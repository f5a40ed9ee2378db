import type { ComponentType } from 'react'
import { Arrival } from './shell/Arrival.tsx'
import { onDemand, type OnDemand } from './ui/on-demand.tsx'
import { Spinner } from './ui/Spinner.tsx'

/** A page at an address: its code is downloaded when it is first needed. */
export interface PageRoute {
  path: string
  /** Matches the addresses of the path. */
  pattern: RegExp
  Page: OnDemand
}

export function page(
  path: string,
  title: string,
  download: () => Promise<ComponentType>,
): PageRoute {
  const pattern = new RegExp(`^${path.replace('*', '.*').replace(/:\w+/g, '[^/]+')}/?$`)
  const Page = onDemand(
    async () => withArrival(title, await download()),
    () => <Spinner className="py-16" />,
  )
  return { path, pattern, Page }
}

/** The page; once its code is there, the user has arrived at it. */
function withArrival(title: string, Page: ComponentType) {
  return () => (
    <>
      <Arrival title={title} />
      <Page />
    </>
  )
}
