import { lazyDialog } from '../../ui/lazy-dialog.tsx'

export const CustomerDialog = lazyDialog(async () => (await import('./customer-dialog.tsx')).CustomerDialog)
export const CustomerImportDialog = lazyDialog(async () => (await import('./import-dialog.tsx')).CustomerImportDialog)
export const RemovedCustomersDialog = lazyDialog(
  async () => (await import('./removed-customers-dialog.tsx')).RemovedCustomersDialog,
)
