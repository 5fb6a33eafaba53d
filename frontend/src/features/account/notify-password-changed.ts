import { passwordRecovery } from '../../api/password-recovery.ts'
import { notify } from '../../ui/notify.ts'

export function notifyPasswordChanged(): void {
  passwordRecovery.forget()
  notify.success('Éxito', 'Tu contraseña ha sido actualizada correctamente.')
}
