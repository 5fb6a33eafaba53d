import { ConfirmDialog } from '../ui/confirm-dialog.tsx'

interface LeaveDialogProps {
  readonly leave: () => void
  readonly stay: () => void
}

/** Asks whoever signs out while something they did waits in this browser for a connection. */
export const LeaveDialog = ({ leave, stay }: LeaveDialogProps) => (
  <ConfirmDialog
    title="¿Cerrar sesión y perder lo que no se ha guardado?"
    action="Cerrar sesión"
    confirm={leave}
    cancel={stay}
  >
    <p>
      Lo último que has respondido o marcado sigue solo en este dispositivo: todavía no hemos podido guardarlo. Si
      esperas a tener conexión, se guardará solo.
    </p>
  </ConfirmDialog>
)
