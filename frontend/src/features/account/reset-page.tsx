import { useEffect } from 'react'
import { Navigate, useSearchParams } from 'react-router-dom'
import { CardPage } from '../../ui/card.tsx'
import { notify } from '../../ui/notify.ts'
import { PageHead } from '../../ui/page-head.tsx'
import { NewPasswordForm } from './new-password-form.tsx'
import { RequestResetForm } from './request-reset-form.tsx'

const InvalidLink = () => {
  useEffect(() => notify.failure('Enlace inválido', 'El enlace de recuperación no es válido o ha expirado.'), [])
  return <Navigate to="/auth" replace />
}

/** `/reset-password`: asks for the mail (`?solicitar=1`), and is where its link leads (`?email=…&code=…`). */
export function ResetPage() {
  const [search] = useSearchParams()
  const email = search.get('email')
  const code = search.get('code')
  if (!search.has('solicitar') && !(email && code)) return <InvalidLink />
  return (
    <CardPage>
      <PageHead title="Restablecer contraseña" hidden />
      {email && code ? <NewPasswordForm email={email} code={code} /> : <RequestResetForm />}
    </CardPage>
  )
}
