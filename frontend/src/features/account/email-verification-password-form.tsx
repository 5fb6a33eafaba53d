import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useAuth } from '../../api/auth.tsx'
import { startSignIn } from '../../api/sign-in.ts'
import { type EmailVerificationLink, chooseFirstPassword, verifyEmailAddress } from '../../api/sign-up.ts'
import { Button } from '../../ui/button.tsx'
import { focusOnMount } from '../../ui/focus.ts'
import { createNoopFormDraft } from '../../ui/form-draft.ts'
import { Form } from '../../ui/form.tsx'
import { FormErrorNotice } from '../../ui/refused-fields.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import { NewPasswordForm } from './new-password-form.tsx'

export type EmailVerificationOutcome = 'signed-in' | 'signed-out'

interface ProveAddressProps {
  readonly link: EmailVerificationLink
  /** The account was discarded; only a new password can be chosen. */
  readonly choosing: boolean
  readonly proven: (how: EmailVerificationOutcome) => void
}

function useSignedIn(email: string) {
  const { recheck } = useAuth()
  return async (password: string): Promise<EmailVerificationOutcome> => {
    const step = await startSignIn({ email, password, keep: false }).catch(() => 'unknown' as const)
    if (step !== 'done') return 'signed-out'
    await recheck()
    return 'signed-in'
  }
}

const refusalTexts = {
  'password-wrong': 'Esa no es la contraseña con la que se creó la cuenta. Si no la recuerdas, elige una nueva.',
}

interface PasswordStepProps extends Pick<ProveAddressProps, 'link' | 'proven'> {
  readonly choose: () => void
}

/** The mailed link alone is not enough: somebody else may have created the account with this email. */
function PasswordStep({ link, proven, choose }: PasswordStepProps) {
  const [password, setPassword] = useState('')
  const signedIn = useSignedIn(link.email)
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: async () => {
      const state = await verifyEmailAddress(link, password)
      if (state === 'verified') proven(await signedIn(password))
      else choose()
    },
  })
  const submit = () => {
    mutate()
  }
  return (
    <>
      <h1 tabIndex={-1} ref={focusOnMount}>
        Escribe tu contraseña
      </h1>
      <p className="card-intro">
        Para confirmar que la cuenta de <strong>{link.email}</strong> es tuya, escribe la contraseña que elegiste al
        crearla.
      </p>
      <Form draft={createNoopFormDraft('prove-address')} refused={error} refusalTexts={refusalTexts} onSubmit={submit}>
        <PasswordField
          name="password"
          label="Contraseña"
          autoComplete="current-password"
          required
          value={password}
          onChange={({ target }) => {
            setPassword(target.value)
            if (error) reset()
          }}
        />
        <FormErrorNotice error={error} />
        <Button type="submit" disabled={password === ''} busy={isPending} busyText="Comprobando...">
          Confirmar
        </Button>
        <Button variant="secondary" onClick={choose}>
          Elegir una contraseña nueva
        </Button>
      </Form>
    </>
  )
}

export function EmailVerificationPasswordForm({ link, choosing, proven }: ProveAddressProps) {
  const [chosen, choose] = useState(choosing)
  const signedIn = useSignedIn(link.email)
  if (!chosen) return <PasswordStep link={link} proven={proven} choose={() => choose(true)} />
  return (
    <NewPasswordForm
      title="Elegir una contraseña nueva"
      intro="Con ella entrarás a partir de ahora. La que hubiera antes y sus sesiones dejan de servir."
      save={async ({ password }) => {
        await chooseFirstPassword(link, password)
        proven(await signedIn(password))
      }}
    />
  )
}
