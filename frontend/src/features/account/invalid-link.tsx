import { useEffect } from 'react'
import { Navigate } from 'react-router-dom'
import { notify } from '../../ui/notify.ts'

export function InvalidLink() {
  useEffect(() => notify.failure('Enlace inválido', 'El enlace de recuperación no es válido o ha expirado.'), [])
  return <Navigate to="/auth" replace />
}
