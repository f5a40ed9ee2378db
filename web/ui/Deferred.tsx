import { useDeferredValue, type ReactNode } from 'react'

interface DeferredProps {
  children: ReactNode
  placeholder?: ReactNode
}

/** Renders the children after the surrounding content has been painted, in short steps that don't block the browser. */
export const Deferred = ({ children, placeholder = null }: DeferredProps) =>
  useDeferredValue(true, false) ? children : placeholder
