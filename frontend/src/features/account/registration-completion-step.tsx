import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation } from '@tanstack/react-query'
import type { ChangeEvent } from 'react'
import { useWatch, type UseFormReturn } from 'react-hook-form'
import { apiContract } from '#contract/api'
import type { EndpointReply } from '#contract/endpoint'
import { emitAuthEvent } from '../../api/auth-events.ts'
import { callApi } from '../../api/call-api.ts'
import { toErrorMessage } from '../../api/error-message.ts'
import { Button } from '../../ui/button.tsx'
import { CheckboxField } from '../../ui/checkbox-field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { CancelButton, Form } from '../../ui/form.tsx'
import { FullNameInputs } from '../../ui/full-name-inputs.tsx'
import { focusOnMount } from '../../ui/focus.ts'
import { FormErrorNotice } from '../../ui/refused-fields.tsx'
import { showNotice } from '../../ui/show-notice.ts'
import { useVisitorDraftForm } from '../../ui/use-draft-form.ts'
import { TermsAcceptanceLabel, TermsNotAcceptedNotice, termsRequiredError } from './registration-fields.tsx'
import {
  RegistrationCompletionSchema,
  type RegistrationCompletionValues,
  registrationInputNamesByField,
} from './registration-schema.ts'
import './account.css'

type Received = EndpointReply<typeof apiContract.account.readRegistration>

interface CompletionStepProps {
  readonly received: Received
  readonly complete: () => void
  readonly cancel: () => void
}

const completed = ({ nombre, apellidos, fecha_de_nacimiento, marketingOptIn }: RegistrationCompletionValues) =>
  callApi(apiContract.account.completeRegistration, {
    body: {
      firstName: nombre,
      lastName: apellidos,
      birthDate: fecha_de_nacimiento,
      acceptedTerms: true,
      marketingOptIn,
    },
  })

const ReceivedFields = ({
  form,
  email,
  hint,
}: {
  form: UseFormReturn<RegistrationCompletionValues>
  email: string
  hint: string
}) => {
  const { register, formState } = form
  return (
    <>
      <TextField label="Email" type="email" value={email} readOnly hint={hint} />
      <FullNameInputs
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
  form: UseFormReturn<RegistrationCompletionValues>
}) => (
  <>
    <TextField
      label="Fecha de nacimiento"
      type="date"
      autoComplete="bday"
      required
      error={formState.errors.fecha_de_nacimiento?.message}
      {...register('fecha_de_nacimiento')}
    />
    <CheckboxField
      label={<TermsAcceptanceLabel />}
      required
      error={formState.errors.acceptedTerms?.message}
      {...register('acceptedTerms', {
        onChange: ({ target }: ChangeEvent<HTMLInputElement>) =>
          target.checked ? clearErrors('acceptedTerms') : setError('acceptedTerms', termsRequiredError),
      })}
    />
    {formState.errors.acceptedTerms && <TermsNotAcceptedNotice />}
    <CheckboxField label="Quiero recibir consejos y novedades por correo (opcional)" {...register('marketingOptIn')} />
  </>
)

function useConsent({ received, complete }: Pick<CompletionStepProps, 'received' | 'complete'>) {
  const { form, draft } = useVisitorDraftForm<RegistrationCompletionValues>(
    // Consent is not restored from a draft.
    { form: 'complete-registration', of: received.email, omit: ['acceptedTerms', 'marketingOptIn'] },
    {
      resolver: zodResolver(RegistrationCompletionSchema),
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
      showNotice.success('¡Registro exitoso!')
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

export function RegistrationCompletionStep({ received, complete, cancel }: CompletionStepProps) {
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
      <Form
        draft={draft}
        refused={registration.error}
        inputNames={registrationInputNamesByField}
        onSubmit={(event) => void submit(event)}
      >
        <ReceivedFields form={form} email={received.email} hint={hint} />
        <AskedFields form={form} />
        <FormErrorNotice
          error={registration.error}
          title="Error de registro"
          reason={toErrorMessage(registration.error, 'Error al completar el registro')}
        />
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
