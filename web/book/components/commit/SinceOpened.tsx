import { useState } from 'react'
import { sinceOpened, type Shown } from './shown-terms.ts'

/** Says which terms others have changed since the dialog around it was opened; nothing while they are the same. */
export function SinceOpened({ shown }: { shown: Shown }) {
  const [openedWith] = useState(shown)
  return sinceOpened(openedWith, shown).map((change) => <p key={change}>{change}</p>)
}
