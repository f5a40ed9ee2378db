import { onDemand } from '#web/ui/on-demand.tsx'
import {
  cloneElement,
  useState,
  type ComponentProps,
  type ReactElement,
  type ReactNode,
} from 'react'

export interface MenuAction {
  /** The item's label, unique within the menu. */
  label: string
  hint?: ReactNode
  /** True if the item can't be selected. `hint` gives the reason. */
  disabled?: boolean | undefined
  checked?: boolean | undefined
  onSelect: () => void
}

export interface ActionMenuProps {
  trigger: ReactElement<ComponentProps<'button'>>
  actions: readonly MenuAction[]
  align?: 'start' | 'end'
}

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
