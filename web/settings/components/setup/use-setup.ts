import type { Setup } from '#contract/settings/setup.ts'
import { setupSteps } from '#contract/settings/setup.ts'
import { useAction } from '#web/actions/use-action.ts'
import { call, endpointQuery } from '#web/api/client.ts'
import { refreshSession } from '#web/session.ts'
import { toast } from '#web/ui/toast.ts'
import { useQuery } from '@tanstack/react-query'

/** What remains to be set up, and what an administrator decides about it. */
export function useSetup() {
  // Much of it happens where this isn't shown, and some of it outside the browser.
  const query = useQuery({ ...endpointQuery('getSetup'), refetchOnMount: 'always' })
  const save = useAction({
    act: (body: { isHidden?: 'true' | 'false'; worksWithoutEmail?: 'true' }) =>
      call('updateSetup', { body }),
    failed: "Your choice wasn't saved.",
    onDone: (_setup, { isHidden }) => {
      // The dashboard asks the session whether to show it.
      void refreshSession()
      if (isHidden === 'true')
        toast({ title: 'Hidden from the dashboard', description: "It's still in Settings." })
    },
  })
  return { ...query, save }
}

export const isAllDone = ({ done }: Setup) => done.length === setupSteps.length

/** "3 of 7 done" */
export const describeProgress = ({ done }: Setup) => `${done.length} of ${setupSteps.length} done`
