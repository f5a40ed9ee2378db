import type { Setup } from '#contract/settings/shapes.ts'
import { setupSteps } from '#domain/settings/setup-steps.ts'
import { useAction } from '#web/forms/use-action.ts'
import { call, endpointQuery } from '#web/api/client.ts'
import { refreshSession } from '#web/session.ts'
import { toast } from '#web/ui/overlays/toast.ts'

/** The steps are always refetched, because they are completed on other pages and outside the browser. */
export const setupQuery = () => ({
  ...endpointQuery('getSetup'),
  refetchOnMount: 'always' as const,
})

/** Saves a decision about the checklist. `onDone` moves focus, because the pressed button is removed. */
export const useSaveSetup = (onDone: () => unknown) =>
  useAction({
    act: (body: { isHidden?: 'true' | 'false'; worksWithoutEmail?: 'true' }) =>
      call('updateSetup', { body }),
    failed: "Your choice wasn't saved.",
    onDone: (_setup, { isHidden }) => {
      // The session is refreshed, because it says whether the dashboard shows the checklist.
      void refreshSession()
      onDone()
      if (isHidden === 'true')
        toast({ title: 'Hidden from the dashboard', description: "It's still in Settings." })
    },
  })

export const isAllDone = ({ done }: Setup) => done.length === setupSteps.length

export const describeProgress = ({ done }: Setup) => `${done.length} of ${setupSteps.length} done`
