import { ConfirmDialog } from '../ui/confirm-dialog.tsx'

interface LeaveDialogProps {
  readonly title: string
  readonly unsent: boolean
  readonly drafts: boolean
  readonly leave: () => void
  readonly stay: () => void
}

export const SignOutConfirmDialog = ({ title, unsent, drafts, leave, stay }: LeaveDialogProps) => (
  <ConfirmDialog title={title} action="Cerrar sesión" confirm={leave} cancel={stay}>
    {drafts && (
      <p>Has dejado algo escrito en un formulario sin guardarlo. Al cerrar la sesión se borra de este dispositivo.</p>
    )}
    {unsent && (
      <p>
        Lo último que has respondido o marcado sigue solo en este dispositivo: todavía no hemos podido guardarlo. Si
        esperas a tener conexión, se guardará solo.
      </p>
    )}
  </ConfirmDialog>
)
