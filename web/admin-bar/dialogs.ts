/**
 * The dialogs of the admin bar. They are loaded on demand, because each of them is larger than the bar and most visits
 * open none.
 */
import { onDemand } from '#web/ui/on-demand.tsx'

export const dialogs = {
  edit: onDemand(() =>
    import('#web/loans/components/manage-loans/LoanFormDialog.tsx').then(
      (part) => part.LoanFormDialog,
    ),
  ),
  fund: onDemand(() => import('./FundDialog.tsx').then((part) => part.FundDialog)),
  publish: onDemand(() =>
    import('#web/loans/components/manage-loans/PublishDialog.tsx').then(
      (part) => part.PublishDialog,
    ),
  ),
  audience: onDemand(() =>
    import('#web/audience/components/AudienceDialog.tsx').then((part) => part.AudienceDialog),
  ),
  unpublish: onDemand(() =>
    import('#web/loans/components/manage-loans/UnpublishDialog.tsx').then(
      (part) => part.UnpublishDialog,
    ),
  ),
  upload: onDemand(() =>
    import('#web/documents/components/batch/UploadFilesDialog.tsx').then(
      (part) => part.UploadFilesDialog,
    ),
  ),
  message: onDemand(() =>
    import('#web/messages/components/MessageDialog.tsx').then((part) => part.MessageDialog),
  ),
  record: onDemand(() => import('./RecordForLoan.tsx').then((part) => part.RecordForLoan)),
  remove: onDemand(() =>
    import('#web/loans/components/manage-loans/DeleteLoanDialog.tsx').then(
      (part) => part.DeleteLoanDialog,
    ),
  ),
}
