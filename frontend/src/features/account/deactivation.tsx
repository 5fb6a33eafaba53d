import { useMutation } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { useNavigate } from 'react-router-dom'
import { apiContract } from '#contract/api'
import { useAuth } from '../../api/auth.tsx'
import { callApi } from '../../api/call-api.ts'
import { toErrorMessage } from '../../api/error-message.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { showNotice } from '../../ui/show-notice.ts'
import './settings.css'

interface DeactivationProps {
  readonly withProof: <T>(ask: () => Promise<T>) => Promise<T>
  readonly isCancelled: (error: unknown) => boolean
  readonly dialog: ReactNode
}

export function AccountDeactivation({ withProof, isCancelled, dialog }: DeactivationProps) {
  const [asking, setAsking] = useState(false)
  const { signOut } = useAuth()
  const navigate = useNavigate()
  const { mutate, isPending } = useMutation({
    mutationFn: () => withProof(() => callApi(apiContract.accountSettings.deactivate, {})),
    onSuccess: async () => {
      await signOut().catch(() => undefined)
      await navigate('/')
      showNotice.success(
        'Cuenta desactivada',
        'Te hemos enviado un correo con el enlace para reactivarla cuando quieras.',
      )
    },
    onError: (error) => {
      if (!isCancelled(error))
        showNotice.failure('Error', `Hubo un problema al desactivar tu cuenta. ${toErrorMessage(error, '')}`.trim())
    },
  })
  const confirm = () => {
    setAsking(false)
    mutate()
  }
  return (
    <div className="settings-line">
      <div>
        <h3>Desactivar mi cuenta</h3>
        <p>
          Se cerrarán tus sesiones y nadie podrá entrar en tu cuenta. Tus datos se conservan y puedes reactivarla por
          correo.
        </p>
      </div>
      <Button variant="secondary" busy={isPending} busyText="Desactivando..." onClick={() => setAsking(true)}>
        Desactivar cuenta
      </Button>
      {asking && (
        <ConfirmDialog
          title="¿Desactivar tu cuenta?"
          action="Desactivar cuenta"
          confirm={confirm}
          cancel={() => setAsking(false)}
        >
          <p>
            Se cerrarán todas tus sesiones ahora mismo. Te enviaremos un correo con un enlace para reactivarla, que
            sirve durante 30 días; después puedes pedir otro al iniciar sesión.
          </p>
        </ConfirmDialog>
      )}
      {dialog}
    </div>
  )
}
