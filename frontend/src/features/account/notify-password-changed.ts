import { passwordRecovery } from '../../api/password-recovery.ts'
import { notify } from '../../ui/notify.ts'

/** Says that the password is another one now. */
export function notifyPasswordChanged(): void {
  passwordRecovery.forget()
  notify.success('Éxito', 'Tu contraseña ha sido actualizada correctamente.')
}
