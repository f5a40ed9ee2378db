import { Button, type ButtonProps } from '#web/ui/Button.tsx'
import { toast } from '#web/ui/overlays/toast.ts'
import { Copy } from 'lucide-react'
import { copyText } from './copy-text.ts'

type CopyRequestProps = Pick<ButtonProps, 'variant' | 'size' | 'disabled' | 'aria-label'> & {
  request: string
}

/** Copies a text for a viewer to send to the colleague who can act. A toast shows the text if it can't be copied. */
export const CopyRequest = ({ request, ...look }: CopyRequestProps) => (
  <Button
    {...look}
    onClick={() =>
      void copyText(request).then((isCopied) =>
        toast(
          isCopied
            ? { title: 'Request copied', description: 'Send it to your colleague.' }
            : { title: 'Request not copied', description: request },
        ),
      )
    }
  >
    <Copy aria-hidden="true" />
    Copy Request
  </Button>
)
