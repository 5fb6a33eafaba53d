import { passwordResetFlag } from '../../api/password-reset-flag.ts'
import { showNotice } from '../../ui/show-notice.ts'

export function showPasswordChangedNotice(): void {
  passwordResetFlag.forget()
  showNotice.success('Éxito', 'Tu contraseña ha sido actualizada correctamente.')
}
