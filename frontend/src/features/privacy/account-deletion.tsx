import { useMutation } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { useNavigate } from 'react-router-dom'
import { apiContract } from '#contract/api'
import { RequestAccountDeletion } from '#contract/privacy'
import { callApi } from '../../api/call-api.ts'
import { toErrorMessage } from '../../api/error-message.ts'
import { Button } from '../../ui/button.tsx'
import { showNotice } from '../../ui/show-notice.ts'
import { DeleteAccountDialog } from './delete-account-dialog.tsx'
import './privacy.css'

interface DeleteAccountProps {
  readonly withProof: <T>(ask: () => Promise<T>) => Promise<T>
  readonly isCancelled: (error: unknown) => boolean
  readonly dialog: ReactNode
}

export function AccountDeletion({ withProof, isCancelled, dialog }: DeleteAccountProps) {
  const [asking, setAsking] = useState(false)
  const navigate = useNavigate()
  const { mutate, isPending, error } = useMutation({
    mutationFn: (word: string) =>
      withProof(() =>
        callApi(apiContract.privacy.requestDeletion, {
          body: RequestAccountDeletion.parse({ understood: true, final: true, word }),
        }),
      ),
    // The target page signs out: after a sign-out here the guard would redirect to the home page.
    onSuccess: async (state) => navigate('/deshacer-eliminacion', { state }),
    onError: (refusal) => {
      if (!isCancelled(refusal))
        showNotice.failure('Error', `Hubo un problema al procesar tu solicitud. ${toErrorMessage(refusal, '')}`.trim())
    },
  })
  return (
    <div className="privacy-line privacy-line-next">
      <div>
        <h3>Eliminar mi cuenta</h3>
        <p>Se cerrará tu cuenta y se borrarán tus datos. Tienes 14 días para arrepentirte.</p>
      </div>
      <Button variant="remove" onClick={() => setAsking(true)}>
        Eliminar cuenta
      </Button>
      {asking && (
        <DeleteAccountDialog refused={error} busy={isPending} confirm={mutate} cancel={() => setAsking(false)} />
      )}
      {dialog}
    </div>
  )
}
