import { lazyDialog } from '../../ui/lazy-dialog.tsx'

export const AdminConsultationDialog = lazyDialog(
  async () => (await import('./admin-consultation-dialog.tsx')).AdminConsultationDialog,
)
export const ConfirmRequestDialog = lazyDialog(
  async () => (await import('./confirm-request-dialog.tsx')).ConfirmRequestDialog,
)
export const ConsultationStatusDialog = lazyDialog(
  async () => (await import('./consultation-status-dialog.tsx')).ConsultationStatusDialog,
)
export const PickProposalsDialog = lazyDialog(
  async () => (await import('./pick-proposals-dialog.tsx')).PickProposalsDialog,
)
export const OutcomeDialog = lazyDialog(async () => (await import('./outcome-dialog.tsx')).OutcomeDialog)
