import { lazyDialog } from '../../ui/lazy-dialog.tsx'

export const EditSupplementDialog = lazyDialog(
  async () => (await import('./edit-supplement-dialog.tsx')).EditSupplementDialog,
)
