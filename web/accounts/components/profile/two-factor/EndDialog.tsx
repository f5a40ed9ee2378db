import { call } from '#web/api/client.ts'
import { refreshSession } from '#web/session.ts'
import { Dialog } from '#web/ui/overlays/Dialog.tsx'
import { useBothFactorsStep } from './use-both-factors-step.tsx'

export function EndDialog({ onClose }: { onClose: () => void }) {
  const step = useBothFactorsStep({
    title: 'Turn off two-factor sign-in?',
    description:
      "You'll sign in with your password alone. Your recovery codes stop working, and you're signed out everywhere else.",
    act: (body) => call('endTwoFactor', { body }),
    submit: { label: 'Turn Off', destructive: true },
    done: () => ({
      title: 'Two-factor sign-in turned off',
      description: "You now sign in with your password alone. You're signed out everywhere else.",
    }),
    failed: 'Two-factor sign-in stays on',
    onDone() {
      onClose()
      void refreshSession()
    },
    onClose,
  })
  return <Dialog open onOpenChange={(open) => !open && onClose()} {...step} />
}
