/** A step's parts of its dialog. */
import type { DialogProps } from '#web/ui/Dialog.tsx'

export type Step = Omit<DialogProps, 'open' | 'onOpenChange'>
