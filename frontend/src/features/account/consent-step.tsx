import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation } from '@tanstack/react-query'
import type { ChangeEvent } from 'react'
import { useWatch, type UseFormReturn } from 'react-hook-form'
import { api } from '#contract/api'
import type { Reply } from '#contract/endpoint'
import { emitAuthEvent } from '../../api/auth-events.ts'
import { call } from '../../api/call.ts'
import { errorText } from '../../api/error-text.ts'
import { Button } from '../../ui/button.tsx'
import { CheckField } from '../../ui/check-field.tsx'
import { Field } from '../../ui/field.tsx'
import { CancelButton, Form } from '../../ui/form.tsx'
import { NamePair } from '../../ui/name-pair.tsx'
import { focusOnMount } from '../../ui/focus.ts'
import { NoticeBox } from '../../ui/notice-box.tsx'
import { notify } from '../../ui/notify.ts'
import { useVisitorForm } from '../../ui/use-draft-form.ts'
import { TermsLabel, TermsMissing, termsRequired } from './registration-fields.tsx'
import { ConsentSchema, type ConsentForm } from './registration-schema.ts'
import './account.css'

type Received = Reply<typeof api.account.readRegistration>

interface ConsentStepProps {
  readonly received: Received
  readonly complete: () => void
  readonly cancel: () => void
}

const completed = ({ nombre, apellidos, fecha_de_nacimiento, marketingOptIn }: ConsentForm) =>
  call(api.account.completeRegistration, {
    body: {
      firstName: nombre,
      lastName: apellidos,
      birthDate: fecha_de_nacimiento,
      acceptedTerms: true,
      marketingOptIn,
    },
  })

const ReceivedFields = ({ form, email, hint }: { form: UseFormReturn<ConsentForm>; email: string; hint: string }) => {
  const { register, formState } = form
  return (
    <>
      <Field label="Email" type="email" value={email} readOnly hint={hint} />
      <NamePair
        first={{ error: formState.errors.nombre?.message, ...register('nombre') }}
        last={{ error: formState.errors.apellidos?.message, ...register('apellidos') }}
      />
    </>
  )
}

/** Each field registers in its own component: focus goes to the first error in registration order. */
const AskedFields = ({
  form: { register, formState, clearErrors, setError },
}: {
  form: UseFormReturn<ConsentForm>
}) => (
  <>
    <Field
      label="Fecha de nacimiento"
      type="date"
      autoComplete="bday"
      required
      error={formState.errors.fecha_de_nacimiento?.message}
      {...register('fecha_de_nacimiento')}
    />
    <CheckField
      label={<TermsLabel />}
      required
      error={formState.errors.acceptedTerms?.message}
      {...register('acceptedTerms', {
        onChange: ({ target }: ChangeEvent<HTMLInputElement>) =>
          target.checked ? clearErrors('acceptedTerms') : setError('acceptedTerms', termsRequired),
      })}
    />
    {formState.errors.acceptedTerms && <TermsMissing />}
    <CheckField label="Quiero recibir consejos y novedades por correo (opcional)" {...register('marketingOptIn')} />
  </>
)

function useConsent({ received, complete }: Pick<ConsentStepProps, 'received' | 'complete'>) {
  const { form, draft } = useVisitorForm<ConsentForm>(
    // Nobody accepts anything by a reload.
    { form: 'complete-registration', of: received.email, omit: ['acceptedTerms', 'marketingOptIn'] },
    {
      resolver: zodResolver(ConsentSchema),
      mode: 'onTouched',
      defaultValues: {
        nombre: received.firstName,
        apellidos: received.lastName,
        fecha_de_nacimiento: '',
        acceptedTerms: false,
        marketingOptIn: false,
      },
    },
  )
  const registration = useMutation({
    mutationFn: completed,
    onSuccess: () => {
      notify.success('¡Registro exitoso!')
      draft.saved()
      complete()
      emitAuthEvent('userUpdated')
    },
  })
  return { form, draft, registration }
}

const words = {
  google: {
    intro: 'Esto es lo que hemos recibido de Google. Revísalo y dinos lo que falta.',
    hint: 'Verificado por Google.',
  },
  password: {
    intro: 'Ya tienes contraseña. Antes de entrar en tu panel, revisa tus datos y dinos lo que falta.',
    hint: 'El de tu invitación.',
  },
} as const

/** Asks what Google or an invitation does not provide and the account needs. */
export function ConsentStep({ received, complete, cancel }: ConsentStepProps) {
  const { intro, hint } = words[received.origin]
  const { form, draft, registration } = useConsent({ received, complete })
  const accepted = useWatch({ control: form.control, name: 'acceptedTerms' })
  const submit = form.handleSubmit((given) => registration.mutate(given))
  return (
    <>
      <h1 tabIndex={-1} ref={focusOnMount}>
        Completa tu registro
      </h1>
      <p className="card-intro">{intro}</p>
      <Form draft={draft} onSubmit={(event) => void submit(event)}>
        <ReceivedFields form={form} email={received.email} hint={hint} />
        <AskedFields form={form} />
        {registration.error && (
          <NoticeBox kind="problem">
            <p>
              <strong>Error de registro</strong>
            </p>
            <p>{errorText(registration.error, 'Error al completar el registro')}</p>
          </NoticeBox>
        )}
        <div className="step-actions">
          <CancelButton onClick={cancel} />
          <Button type="submit" disabled={!accepted} busy={registration.isPending} busyText="Guardando...">
            Completar registro
          </Button>
        </div>
      </Form>
    </>
  )
}
