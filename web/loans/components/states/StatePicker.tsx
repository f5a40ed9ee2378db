import { namedState, stateName } from '#domain/loans/property/places.ts'
import { useState } from 'react'
import { placedStates } from './state-layout.ts'
import { StateTiles } from './StateTiles.tsx'

export type StatePickerProps = {
  /** The location as typed. If the location is a state, the state's tile is marked. */
  location: string
  onChoose: (code: string) => void
}

export function StatePicker({ location, onChoose }: StatePickerProps) {
  const [pointed, setPointed] = useState<string | null>(null)
  const chosen = namedState(location)?.code
  return (
    <div className="grid gap-1.5">
      <StateTiles
        label="States"
        levelOf={(code) => (code === chosen ? 4 : 1)}
        focusable={codes}
        chosen={chosen}
        onChoose={onChoose}
        onPoint={setPointed}
      />
      <p aria-hidden="true" className="min-h-lh text-xs text-muted-foreground">
        {pointed ? stateName(pointed) : chosen ? `Chosen: ${stateName(chosen)}` : 'Choose a state.'}
      </p>
    </div>
  )
}

const codes = placedStates.map(({ code }) => code)
