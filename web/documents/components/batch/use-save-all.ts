import { ApiError, call, isUnauthorized } from '#web/api/client.ts'
import { whenRefetched } from '#web/live/refetch.ts'
import { useRequireLogin } from '#web/forms/use-require-login.ts'
import { randomId } from '#web/api/random-id.ts'
import { toast } from '#web/ui/overlays/toast.ts'
import { useState } from 'react'
import type { SendableItem } from './batch-item.ts'
import { judgeUpload } from './send-file.ts'
import type { UploadQueue } from './upload-queue.ts'

/**
 * Saves all uploaded files one after another as one batch so that recipients get a single notification. Saved files are
 * removed from the list. Failed files stay in the list with the reason.
 */
export function useSaveAll(loanId: string, queue: UploadQueue, onAllSaved: () => void) {
  const requireLogin = useRequireLogin()
  const [isSaving, setSaving] = useState(false)
  const [batchId] = useState(randomId)

  async function saveAll() {
    setSaving(true)
    let saved = 0
    for (const item of queue.read().items) {
      if (item.type === null || item.state.is !== 'uploaded') continue
      try {
        await saveOne(item, { loanId, batchId, fileUrl: item.state.fileUrl })
        queue.remove(item.key)
        saved += 1
      } catch (error) {
        const { why, mayRetry } = judgeUpload(error)
        if (mayRetry) queue.setUnsaved(item.key, why)
        else queue.refuse(item.key, why)
        if (isUnauthorized(error)) {
          requireLogin('Log in again to continue.')
          break
        }
      }
    }
    await whenRefetched()
    setSaving(false)
    if (saved > 0) toast({ title: saved === 1 ? 'File saved' : `${saved} files saved` })
    if (queue.read().items.length === 0) onAllSaved()
  }
  return { saveAll: () => void saveAll(), isSaving }
}

interface Saving {
  loanId: string
  batchId: string
  fileUrl: string
}

async function saveOne({ name, kind, type }: SendableItem, { loanId, batchId, fileUrl }: Saving) {
  const body = { loanId, filename: name.trim(), fileUrl }
  try {
    if (kind === 'photo') {
      await call('createPhoto', { body })
      return
    }
    await call('createDocument', { body: { ...body, fileType: type, batchId, group: kind } })
  } catch (error) {
    // An earlier attempt saved the file, but its response was lost.
    if (error instanceof ApiError && error.code === 'upload_used') return
    throw error
  }
}
