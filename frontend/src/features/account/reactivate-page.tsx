import { useMutation } from '@tanstack/react-query'
import { CircleCheck } from 'lucide-react'
import { apiContract } from '#contract/api'
import { toErrorMessage } from '../../api/error-message.ts'
import { endpointMutationOptions } from '../../api/endpoint-query.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { CardPageLayout } from '../../ui/card-page-layout.tsx'
import { NoticeBox } from '../../ui/notice-box.tsx'
import { PageHead } from '../../ui/page-head.ts'
import { useLinkToken } from '../../ui/use-mailed-link.ts'

const Reactivated = () => (
  <>
    <span className="card-mark">
      <CircleCheck size={28} aria-hidden="true" />
    </span>
    <h1>Cuenta reactivada</h1>
    <p role="status">Todo sigue como lo dejaste. Inicia sesión como siempre.</p>
    <ButtonLink to="/auth">Iniciar sesión</ButtonLink>
  </>
)

/** Needs a button, because mail programs open links to scan them. */
function Question({ token }: { readonly token: string }) {
  const { mutate, isPending, isSuccess, error } = useMutation(
    endpointMutationOptions(apiContract.accountSettings.reactivate),
  )
  if (isSuccess) return <Reactivated />
  return (
    <>
      <h1>Reactivar tu cuenta</h1>
      <p>Tus datos siguen guardados. Al reactivarla podrás volver a iniciar sesión.</p>
      {error && (
        <NoticeBox kind="problem">
          <p>{toErrorMessage(error)}</p>
          <p>Inicia sesión con tu correo y tu contraseña: desde ahí puedes pedir otro enlace.</p>
        </NoticeBox>
      )}
      <Button busy={isPending} busyText="Reactivando..." onClick={() => mutate({ body: { token } })}>
        Reactivar mi cuenta
      </Button>
    </>
  )
}

const WithoutLink = () => (
  <>
    <h1>Reactivar tu cuenta</h1>
    <p>Abre el enlace del correo que te enviamos. Si no lo encuentras, inicia sesión y te enviaremos otro.</p>
    <ButtonLink to="/auth">Iniciar sesión</ButtonLink>
  </>
)

export function ReactivateAccountPage() {
  const token = useLinkToken()
  return (
    <CardPageLayout>
      <PageHead title="Reactivar tu cuenta" hidden />
      {token ? <Question token={token} /> : <WithoutLink />}
    </CardPageLayout>
  )
}
