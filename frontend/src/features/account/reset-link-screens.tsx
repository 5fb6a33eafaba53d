import { ButtonLink } from '../../ui/button.tsx'
import { focusOnMount } from '../../ui/focus.ts'

export const ResetLinkCheckingScreen = () => (
  <div className="result-wait" role="status">
    <span className="screen-turning" aria-hidden="true" />
    <h1>Verificando enlace de recuperación...</h1>
  </div>
)

export const ExpiredResetLinkScreen = () => (
  <>
    <h1 tabIndex={-1} ref={focusOnMount}>
      Este enlace ya no sirve
    </h1>
    <p role="alert">El enlace de recuperación no es válido o ha expirado.</p>
    <p>Cada enlace sirve durante una hora y una sola vez. Si todavía lo necesitas, te enviamos otro.</p>
    <ButtonLink to="/reset-password?solicitar=1">Pedir un enlace nuevo</ButtonLink>
  </>
)
