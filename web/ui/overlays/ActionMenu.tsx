import { onDemand } from '#web/ui/on-demand.tsx'
import {
  cloneElement,
  useState,
  type ComponentProps,
  type ReactElement,
  type ReactNode,
} from 'react'

export interface MenuAction {
  /** Unique in its menu. */
  label: string
  /** What it does, below the label. */
  hint?: ReactNode
  /** Cannot be chosen: the hint says why. */
  disabled?: boolean | undefined
  /** Of several states, the one that it has. */
  checked?: boolean | undefined
  onSelect: () => void
}

export interface ActionMenuProps {
  /** The button that opens it. */
  trigger: ReactElement<ComponentProps<'button'>>
  actions: readonly MenuAction[]
  align?: 'start' | 'end'
}

/** A button with a menu of actions, whose code is loaded when the pointer or focus reaches it. */
export function ActionMenu(props: ActionMenuProps) {
  const { trigger } = props
  const [wanted, setWanted] = useState(false)
  if (wanted) return <OpenActionMenu {...props} onClose={() => setWanted(false)} />
  return cloneElement(trigger, {
    'aria-haspopup': 'menu',
    'aria-expanded': false,
    onPointerEnter: OpenActionMenu.preload,
    onFocus: OpenActionMenu.preload,
    onClick: () => setWanted(true),
  })
}

const OpenActionMenu = onDemand<ActionMenuProps>(
  () => import('./OpenActionMenu.tsx').then((part) => part.OpenActionMenu),
  ({ trigger }) => cloneElement(trigger, { 'aria-busy': true }),
)
