import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import * as z from 'zod/mini'
import { GuardianConsent } from '#contract/account-settings'
import { api } from '#contract/api'
import { GUARDIAN_TEXT_VERSION, HEALTH_CONSENT_VERSION, PRODUCT_NAME } from '#contract/product'
import { errorText } from '../../api/error-text.ts'
import { write } from '../../api/query.ts'
import { guardianAgreement, guardianRights, guardianStatement } from '../../content/guardian.ts'
import { healthConsentText } from '../../content/health-consent.ts'
import { Button } from '../../ui/button.tsx'
import { CheckField } from '../../ui/check-field.tsx'
import { Field } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { NoticeBox } from '../../ui/notice-box.tsx'
import { useVisitorForm } from '../../ui/use-draft-form.ts'

const Signed = z.object({
  name: GuardianConsent.shape.name,
  health: z.boolean(),
  accepted: z.boolean().check(z.refine((ticked) => ticked, { error: 'Marca la casilla para autorizar' })),
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

export function ConsentForm({ token, minorName, consented }: ConsentFormProps) {
  const { form, draft } = useVisitorForm(
    { form: 'guardian-consent', omit: ['health', 'accepted'] },
    { resolver: zodResolver(Signed), defaultValues: { name: '', health: false, accepted: false } },
  )
  const { register, handleSubmit, formState } = form
  const { mutate, isPending, error } = useMutation({
    ...write(api.account.giveGuardianConsent),
    onSuccess: () => {
      draft.saved()
      consented()
    },
  })
  const submit = ({ name, health }: { name: string; health: boolean }) =>
    mutate({
      body: {
        token,
        name,
        accepted: true,
        textVersion: GUARDIAN_TEXT_VERSION,
        ...(health && { healthTextVersion: HEALTH_CONSENT_VERSION }),
      },
    })
  return (
    <>
      <h1>Autorización para {minorName}</h1>
      <Agreement minorName={minorName} />
      <Form draft={draft} onSubmit={(event) => void handleSubmit(submit)(event)}>
        <Field
          label="Tu nombre y apellidos"
          autoComplete="name"
          required
          error={formState.errors.name?.message}
          {...register('name')}
        />
        <CheckField label={guardianStatement} error={formState.errors.accepted?.message} {...register('accepted')} />
        <CheckField label={healthConsentText.ofGuardian} {...register('health')} />
        <p className="field-hint">{healthConsentText.ofGuardianRefusal}</p>
        {error && (
          <NoticeBox kind="problem">
            <p>{errorText(error)}</p>
          </NoticeBox>
        )}
        <Button type="submit" busy={isPending} busyText="Registrando...">
          Autorizar
        </Button>
      </Form>
    </>
  )
}
