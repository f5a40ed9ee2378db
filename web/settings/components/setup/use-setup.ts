import type { Setup } from '#contract/settings/setup.ts'
import { setupSteps } from '#domain/settings/setup-steps.ts'
import { useAction } from '#web/forms/use-action.ts'
import { call, endpointQuery } from '#web/api/client.ts'
import { refreshSession } from '#web/session.ts'
import { toast } from '#web/ui/overlays/toast.ts'

/** Much of it is done where it isn't shown, and some of it outside the browser. */
export const setupQuery = () => ({
  ...endpointQuery('getSetup'),
  refetchOnMount: 'always' as const,
})

/** What an administrator decides about the list; the button pressed goes away. */
export const useSaveSetup = (onDone: () => unknown) =>
  useAction({
    act: (body: { isHidden?: 'true' | 'false'; worksWithoutEmail?: 'true' }) =>
      call('updateSetup', { body }),
    failed: "Your choice wasn't saved.",
    onDone: (_setup, { isHidden }) => {
      // The dashboard asks the session whether to show it.
      void refreshSession()
      onDone()
      if (isHidden === 'true')
        toast({ title: 'Hidden from the dashboard', description: "It's still in Settings." })
    },
  })

export const isAllDone = ({ done }: Setup) => done.length === setupSteps.length

/** "3 of 9 done" */
export const describeProgress = ({ done }: Setup) => `${done.length} of ${setupSteps.length} done`
