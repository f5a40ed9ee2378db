/** What a step puts into the dialog that it is a step of. */
import type { DialogProps } from '#web/ui/Dialog.tsx'

export type Step = Omit<DialogProps, 'open' | 'onOpenChange'>
