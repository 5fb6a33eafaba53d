import { useNavigate } from 'react-router-dom'
import { passwordRecovery } from '../../api/password-recovery.ts'
import { notify } from '../../ui/notify.ts'

/** Says that the password is another one now. */
export function sayDone(): void {
  passwordRecovery.forget()
  notify.success('Éxito', 'Tu contraseña ha sido actualizada correctamente.')
}

/** Says so and goes on: to the panel of whoever is signed in, or to sign-in. */
export function useDone() {
  const navigate = useNavigate()
  return async (to: string) => {
    sayDone()
    await navigate(to, { replace: true })
  }
}
