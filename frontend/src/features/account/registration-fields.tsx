import { useId, type ChangeEvent } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { passwordRules } from '#contract/password'
import { CheckboxField } from '../../ui/checkbox-field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { FullNameInputs } from '../../ui/full-name-inputs.tsx'
import { NoticeBox } from '../../ui/notice-box.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import { RuleList } from '../../ui/rule-list.tsx'
import type { RegistrationFormValues } from './registration-schema.ts'
import { PasswordStrengthMeter } from './password-strength-meter.tsx'

interface RegistrationFieldsProps {
  readonly form: UseFormReturn<RegistrationFormValues>
}

export const TERMS_FIELD_ID = 'terms'

export const TermsAcceptanceLabel = () => (
  <>
    He leído y acepto los{' '}
    <a href="/terminos" target="_blank" rel="noopener">
      Términos
    </a>{' '}
    y la{' '}
    <a href="/privacidad" target="_blank" rel="noopener">
      Política de Privacidad
    </a>
  </>
)

const PersonFields = ({ form: { register, formState } }: RegistrationFieldsProps) => (
  <>
    <FullNameInputs
      first={{ error: formState.errors.nombre?.message, ...register('nombre') }}
      last={{ error: formState.errors.apellidos?.message, ...register('apellidos') }}
    />
    <div className="form-pair">
      <TextField
        label="Fecha de nacimiento"
        type="date"
        autoComplete="bday"
        required
        error={formState.errors.fecha_de_nacimiento?.message}
        {...register('fecha_de_nacimiento')}
      />
      <TextField
        label="Email"
        type="email"
        autoComplete="email"
        required
        error={formState.errors.email?.message}
        {...register('email')}
      />
    </div>
  </>
)

function PasswordFields({ form: { register, formState, watch } }: RegistrationFieldsProps) {
  const rulesId = useId()
  const password = watch('password')
  // Compared only after both were typed: an error that disappears on a click would move the click's target.
  const compared: (keyof RegistrationFormValues)[] = formState.touchedFields.confirmPassword ? ['confirmPassword'] : []
  return (
    <>
      <div className="form-pair">
        <PasswordField
          label="Contraseña"
          autoComplete="new-password"
          required
          describedBy={rulesId}
          error={formState.errors.password?.message}
          {...register('password', { deps: compared })}
        />
        <PasswordField
          label="Confirmar contraseña"
          autoComplete="new-password"
          required
          error={formState.errors.confirmPassword?.message}
          {...register('confirmPassword')}
        />
      </div>
      <PasswordStrengthMeter password={password} confirmation={watch('confirmPassword')} />
      <RuleList id={rulesId} title="Tu contraseña debe tener:" rules={passwordRules} value={password} />
    </>
  )
}

export const TermsNotAcceptedNotice = () => (
  <NoticeBox kind="problem">
    <p>
      <strong>Error de validación</strong>
    </p>
    <p>Debes aceptar los Términos y la Política de Privacidad</p>
  </NoticeBox>
)

export const termsRequiredError = { message: 'Este campo es obligatorio' }

const Agreements = ({ form: { register, formState, clearErrors, setError } }: RegistrationFieldsProps) => (
  <>
    <div id={TERMS_FIELD_ID} className={formState.errors.acceptedTerms ? 'terms terms-missing' : 'terms'}>
      <CheckboxField
        label={<TermsAcceptanceLabel />}
        required
        error={formState.errors.acceptedTerms?.message}
        {...register('acceptedTerms', {
          onChange: ({ target }: ChangeEvent<HTMLInputElement>) =>
            target.checked ? clearErrors('acceptedTerms') : setError('acceptedTerms', termsRequiredError),
        })}
      />
    </div>
    {formState.errors.acceptedTerms && <TermsNotAcceptedNotice />}
    <CheckboxField label="Quiero recibir consejos y novedades por correo (opcional)" {...register('marketingOptIn')} />
  </>
)

/** Each field registers in its own component: focus goes to the first error in registration order. */
export const RegistrationFields = ({ form }: RegistrationFieldsProps) => (
  <>
    <PersonFields form={form} />
    <PasswordFields form={form} />
    <Agreements form={form} />
  </>
)
