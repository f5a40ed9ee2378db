import { MapPin } from 'lucide-react'
import type { StatePickerProps } from '#web/loans/components/states/StatePicker.tsx'
import type { PopoverProps } from '#web/ui/overlays/Popover.tsx'
import { Skeleton } from '#web/ui/display/Skeleton.tsx'
import { onDemand } from '#web/ui/on-demand.tsx'
import { PartBoundary } from '#web/shell/PartBoundary.tsx'
import { useRef, useState } from 'react'

export const StatePicker = onDemand<StatePickerProps>(
  () => import('#web/loans/components/states/StatePicker.tsx').then((part) => part.StatePicker),
  () => <Skeleton className="aspect-3/2" />,
)
const Popover = onDemand<PopoverProps>(
  () => import('#web/ui/overlays/Popover.tsx').then((part) => part.Popover),
  () => null,
)

/** A button in the location field that opens the state map. Choosing a state filters the list immediately. */
export function StateButton({ location, onChoose }: StatePickerProps) {
  const button = useRef<HTMLButtonElement>(null)
  const [open, setOpen] = useState(false)
  const [isWanted, setWanted] = useState(false)
  const preload = () => {
    Popover.preload()
    StatePicker.preload()
  }
  return (
    <>
      <button
        ref={button}
        type="button"
        aria-label="Choose a state"
        title="Choose a state"
        aria-haspopup="dialog"
        aria-expanded={open}
        onPointerEnter={preload}
        onFocus={preload}
        onClick={() => {
          setWanted(true)
          setOpen(!open)
        }}
        className="-mr-1.5 grid size-7 place-content-center rounded-full text-muted-foreground hover:text-foreground"
      >
        <MapPin aria-hidden="true" className="size-3.5" />
      </button>
      {isWanted && (
        <PartBoundary>
          <Popover anchor={button} title="States" open={open} onOpenChange={setOpen}>
            <div className="p-4">
              <StatePicker
                location={location}
                onChoose={(code) => {
                  setOpen(false)
                  onChoose(code)
                }}
              />
            </div>
          </Popover>
        </PartBoundary>
      )}
    </>
  )
}
