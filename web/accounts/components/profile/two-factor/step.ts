import type { DialogProps } from '#web/ui/overlays/Dialog.tsx'

export type Step = Omit<DialogProps, 'open' | 'onOpenChange'>
