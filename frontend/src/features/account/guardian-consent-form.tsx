import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { SubmitGuardianConsent } from '#contract/account-settings'
import { apiContract } from '#contract/api'
import { GUARDIAN_CONSENT_VERSION, HEALTH_CONSENT_VERSION, PRODUCT_NAME } from '#contract/product'
import { endpointMutationOptions } from '../../api/endpoint-query.ts'
import { guardianAgreementPoints, guardianRightsText, guardianStatementText } from '../../content/guardian.ts'
import { healthConsentText } from '../../content/health-consent.ts'
import { Button } from '../../ui/button.tsx'
import { CheckboxField } from '../../ui/checkbox-field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { Form } from '../../ui/form.tsx'
import { FormErrorNotice } from '../../ui/refused-fields.tsx'
import { useVisitorDraftForm } from '../../ui/use-draft-form.ts'

const Signed = z.object({
  name: SubmitGuardianConsent.shape.name,
  health: z.boolean(),
  accepted: z.boolean().check(z.refine((ticked) => ticked, { error: 'Marca la casilla para autorizar' })),
})

const inputNames = { healthTextVersion: 'health' }

const refusalTexts = {
  'changed-meanwhile':
    'Estamos terminando de borrar los datos de salud de antes. Espera unos minutos y vuelve a pulsar «Autorizar»: el enlace sigue siendo válido.',
}

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
      {guardianAgreementPoints.map((clause) => (
        <li key={clause}>{clause}</li>
      ))}
    </ul>
    <p>{guardianRightsText}</p>
    <p>
      Puedes leer los{' '}
      <a href="/terminos" target="_blank" rel="noopener">
        Términos
      </a>{' '}
      y la{' '}
      <a href="/privacidad" target="_blank" rel="noopener">
        Política de Privacidad
      </a>
      .
    </p>
  </>
)

export function GuardianConsentForm({ token, minorName, consented }: ConsentFormProps) {
  const { form, draft } = useVisitorDraftForm(
    { form: 'guardian-consent', omit: ['health', 'accepted'] },
    { resolver: zodResolver(Signed), defaultValues: { name: '', health: false, accepted: false } },
  )
  const { register, handleSubmit, formState } = form
  const { mutate, isPending, error } = useMutation({
    ...endpointMutationOptions(apiContract.accountSettings.giveGuardianConsent),
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
        textVersion: GUARDIAN_CONSENT_VERSION,
        ...(health && { healthTextVersion: HEALTH_CONSENT_VERSION }),
      },
    })
  return (
    <>
      <h1>Autorización para {minorName}</h1>
      <Agreement minorName={minorName} />
      <Form
        draft={draft}
        refused={error}
        inputNames={inputNames}
        refusalTexts={refusalTexts}
        onSubmit={(event) => void handleSubmit(submit)(event)}
      >
        <TextField
          label="Tu nombre y apellidos"
          autoComplete="name"
          required
          error={formState.errors.name?.message}
          {...register('name')}
        />
        <CheckboxField
          label={guardianStatementText}
          error={formState.errors.accepted?.message}
          {...register('accepted')}
        />
        <CheckboxField label={healthConsentText.ofGuardian} {...register('health')} />
        <p className="field-hint">{healthConsentText.ofGuardianRefusal}</p>
        <FormErrorNotice error={error} />
        <Button type="submit" busy={isPending} busyText="Registrando...">
          Autorizar
        </Button>
      </Form>
    </>
  )
}
