import { useMutation } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { useNavigate } from 'react-router-dom'
import { api } from '#contract/api'
import { RequestDeletion } from '#contract/privacy'
import { call } from '../../api/call.ts'
import { errorText } from '../../api/error-text.ts'
import { Button } from '../../ui/button.tsx'
import { notify } from '../../ui/notify.ts'
import { DeleteDialog } from './delete-dialog.tsx'
import './privacy.css'

interface DeleteAccountProps {
  readonly withProof: <T>(ask: () => Promise<T>) => Promise<T>
  /** Whether the user cancelled, or the deletion is requested already. */
  readonly isCancelled: (error: unknown) => boolean
  readonly dialog: ReactNode
}

export function DeleteAccount({ withProof, isCancelled, dialog }: DeleteAccountProps) {
  const [asking, setAsking] = useState(false)
  const navigate = useNavigate()
  const { mutate, isPending } = useMutation({
    mutationFn: (word: string) =>
      withProof(() =>
        call(api.privacy.requestDeletion, { body: RequestDeletion.parse({ understood: true, final: true, word }) }),
      ),
    // Signed out by the page that it leads to: whoever signs out on a page of their own is sent home.
    onSuccess: async (state) => navigate('/deshacer-eliminacion', { state }),
    onError: (error) => {
      if (!isCancelled(error))
        notify.failure('Error', `Hubo un problema al procesar tu solicitud. ${errorText(error, '')}`.trim())
    },
  })
  return (
    <div className="privacy-line privacy-line-next">
      <div>
        <h3>Eliminar mi cuenta</h3>
        <p>Cierra tu cuenta y borra tus datos. Tienes 14 días para arrepentirte.</p>
      </div>
      <Button variant="remove" onClick={() => setAsking(true)}>
        Eliminar cuenta
      </Button>
      {asking && <DeleteDialog busy={isPending} confirm={mutate} cancel={() => setAsking(false)} />}
      {dialog}
    </div>
  )
}
