import { useMutation } from '@tanstack/react-query'
import { CircleCheck } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router-dom'
import { apiContract } from '#contract/api'
import { useAuth } from '../../api/auth.tsx'
import { DELETION_UNDO_DAYS } from '#contract/privacy'
import { ApiError } from '../../api/api-error.ts'
import { toErrorMessage } from '../../api/error-message.ts'
import { endpointMutationOptions } from '../../api/endpoint-query.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { CardPageLayout } from '../../ui/card-page-layout.tsx'
import { formatInstantAsDay } from '../../ui/format.ts'
import { NoticeBox } from '../../ui/notice-box.tsx'
import { PageHead } from '../../ui/page-head.ts'
import { useLinkToken } from '../../ui/use-mailed-link.ts'
import './privacy.css'

const Undone = () => (
  <>
    <span className="card-mark">
      <CircleCheck size={28} aria-hidden="true" />
    </span>
    <h1>Tu cuenta sigue contigo</h1>
    <p role="status">No hemos borrado nada. Inicia sesión como siempre.</p>
    <ButtonLink to="/auth">Iniciar sesión</ButtonLink>
  </>
)

const problemText = (error: unknown): string =>
  error instanceof ApiError && error.code === 'link-invalid'
    ? `Este enlace ha caducado: pasaron los ${DELETION_UNDO_DAYS} días para deshacerlo, o ya lo has usado. Si lo usaste, inicia sesión como siempre.`
    : `Hubo un problema al procesar tu solicitud. ${toErrorMessage(error, '')}`.trim()

/** Needs a button, because mail programs open links to scan them. */
function Question({ token }: { readonly token: string }) {
  const { mutate, isPending, isSuccess, error } = useMutation(endpointMutationOptions(apiContract.privacy.undoDeletion))
  if (isSuccess) return <Undone />
  return (
    <>
      <h1>Deshacer la eliminación</h1>
      <p>Tu cuenta y tus datos quedarán como estaban y podrás volver a iniciar sesión.</p>
      {error && (
        <NoticeBox kind="problem">
          <p>{problemText(error)}</p>
        </NoticeBox>
      )}
      <Button
        className="privacy-undo"
        busy={isPending}
        busyText="Deshaciendo..."
        onClick={() => mutate({ body: { token } })}
      >
        Deshacer la eliminación
      </Button>
    </>
  )
}

function useFarewell(): void {
  const { signOut } = useAuth()
  const said = useRef(false)
  useEffect(() => {
    if (said.current) return
    said.current = true
    window.history.replaceState(null, '')
    void signOut().catch(() => undefined)
  }, [signOut])
}

function Requested({ undoUntil }: { readonly undoUntil: string }) {
  useFarewell()
  return (
    <>
      <h1>Hemos recibido tu solicitud</h1>
      <p role="status">Te hemos enviado un correo de confirmación. Ya nadie puede entrar en tu cuenta.</p>
      <p>
        Puedes deshacer la eliminación en los próximos 14 días, hasta el {formatInstantAsDay(undoUntil)}, con el enlace
        de ese correo.
      </p>
      <ButtonLink to="/" variant="secondary">
        Ir al inicio
      </ButtonLink>
    </>
  )
}

const WithoutLink = () => (
  <>
    <h1>Deshacer la eliminación</h1>
    <p>Abre el enlace del correo que te enviamos cuando pediste eliminar tu cuenta.</p>
    <ButtonLink to="/auth">Iniciar sesión</ButtonLink>
  </>
)

export function UndoAccountDeletionPage() {
  const token = useLinkToken()
  const { state } = useLocation()
  const undoUntil = (state as { undoUntil?: string } | null)?.undoUntil
  return (
    <CardPageLayout>
      <PageHead title="Eliminación de la cuenta" hidden />
      {token && <Question token={token} />}
      {!token && (undoUntil ? <Requested undoUntil={undoUntil} /> : <WithoutLink />)}
    </CardPageLayout>
  )
}
