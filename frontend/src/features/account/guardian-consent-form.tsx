import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { Link } from 'react-router-dom'
import * as z from 'zod'
import { GuardianConsent } from '#contract/account-settings'
import { api } from '#contract/api'
import { GUARDIAN_TEXT_VERSION, PRODUCT_NAME } from '#contract/product'
import { errorText } from '../../api/error-text.ts'
import { write } from '../../api/query.ts'
import { guardianAgreement, guardianRights, guardianStatement } from '../../content/guardian.ts'
import { Button } from '../../ui/button.tsx'
import { CheckField } from '../../ui/check-field.tsx'
import { Field } from '../../ui/field.tsx'
import { NoticeBox } from '../../ui/notice-box.tsx'

const Signed = z.object({
  name: GuardianConsent.shape.name,
  accepted: z.boolean().refine((ticked) => ticked, { error: 'Marca la casilla para autorizar' }),
})

interface ConsentFormProps {
  readonly token: string
  readonly minorName: string
  readonly consented: () => void
}

const Agreement = ({ minorName }: Pick<ConsentFormProps, 'minorName'>) => (
  <>
    <p>
      {minorName} es menor de edad y quiere usar {PRODUCT_NAME}. Con tu autorización le permites:
    </p>
    <ul className="agreement">
      {guardianAgreement.map((clause) => (
        <li key={clause}>{clause}</li>
      ))}
    </ul>
    <p>{guardianRights}</p>
    <p>
      Puedes leer los <Link to="/terminos">Términos</Link> y la <Link to="/privacidad">Política de Privacidad</Link>.
    </p>
  </>
)

/** What the guardian agrees to, their name and their tick. */
export function ConsentForm({ token, minorName, consented }: ConsentFormProps) {
  const { mutate, isPending, error } = useMutation({ ...write(api.account.giveGuardianConsent), onSuccess: consented })
  const { register, handleSubmit, formState } = useForm({
    resolver: zodResolver(Signed),
    defaultValues: { name: '', accepted: false },
  })
  const submit = ({ name }: { name: string }) =>
    mutate({ body: { token, name, accepted: true, textVersion: GUARDIAN_TEXT_VERSION } })
  return (
    <>
      <h1>Autorización para {minorName}</h1>
      <Agreement minorName={minorName} />
      <form className="form" noValidate onSubmit={(event) => void handleSubmit(submit)(event)}>
        <Field
          label="Tu nombre y apellidos"
          autoComplete="name"
          required
          error={formState.errors.name?.message}
          {...register('name')}
        />
        <CheckField label={guardianStatement} error={formState.errors.accepted?.message} {...register('accepted')} />
        {error && (
          <NoticeBox kind="problem">
            <p>{errorText(error)}</p>
          </NoticeBox>
        )}
        <Button type="submit" busy={isPending} busyText="Registrando...">
          Autorizar
        </Button>
      </form>
    </>
  )
}
