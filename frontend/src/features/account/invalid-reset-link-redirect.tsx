import { useEffect } from 'react'
import { Navigate } from 'react-router-dom'
import { showNotice } from '../../ui/show-notice.ts'

export function InvalidResetLinkRedirect() {
  useEffect(() => showNotice.failure('Enlace inválido', 'El enlace de recuperación no es válido o ha expirado.'), [])
  return <Navigate to="/auth" replace />
}
