import { useState } from 'react'
import { sinceOpened, type Shown } from './shown-terms.ts'

export function SinceOpened({ shown }: { shown: Shown }) {
  const [openedWith] = useState(shown)
  return sinceOpened(openedWith, shown).map((change) => <p key={change}>{change}</p>)
}
