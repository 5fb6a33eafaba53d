import { useId } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { passwordRules } from '#contract/password'
import type { PurchaseForm } from '#contract/sign-up'
import { CheckboxField } from '../../ui/checkbox-field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { FullNameInputs } from '../../ui/full-name-inputs.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import { RuleList } from '../../ui/rule-list.tsx'
import { DiscountCodeField, type useDiscountedPriceQuote } from './discount-code-field.tsx'

interface PurchaseFieldsProps {
  readonly form: UseFormReturn<PurchaseForm>
}

interface DiscountProps extends PurchaseFieldsProps {
  readonly quotes: ReturnType<typeof useDiscountedPriceQuote>
}

const TermsLabel = () => (
  <>
    Acepto los{' '}
    <a href="/terminos" target="_blank" rel="noopener">
      términos y condiciones
    </a>{' '}
    y la{' '}
    <a href="/privacidad" target="_blank" rel="noopener">
      política de privacidad
    </a>
  </>
)

const Names = ({ form: { register, formState } }: PurchaseFieldsProps) => (
  <FullNameInputs
    first={{ error: formState.errors.firstName?.message, ...register('firstName') }}
    last={{ error: formState.errors.lastName?.message, ...register('lastName') }}
  />
)

function Addresses({ form: { register, formState, trigger } }: PurchaseFieldsProps) {
  const { errors, touchedFields, isSubmitted } = formState
  // A corrected address may make the confirmation right, or wrong.
  const email = register('email', {
    onChange: () => void ((touchedFields.confirmEmail ?? isSubmitted) && trigger('confirmEmail')),
  })
  return (
    <div className="form-pair">
      <TextField label="Email" type="email" autoComplete="email" required error={errors.email?.message} {...email} />
      <TextField
        label="Confirmar email"
        type="email"
        autoComplete="email"
        required
        error={errors.confirmEmail?.message}
        {...register('confirmEmail')}
      />
    </div>
  )
}

function Discount({ form: { register, watch, formState }, quotes }: DiscountProps) {
  const code = (watch('discountCode') ?? '').trim()
  return (
    <DiscountCodeField
      code={code}
      quotes={quotes}
      error={formState.errors.discountCode?.message}
      {...register('discountCode')}
    />
  )
}

function NewPassword({ form: { register, watch, formState } }: PurchaseFieldsProps) {
  const rulesId = useId()
  return (
    <>
      <PasswordField
        label="Contraseña"
        autoComplete="new-password"
        placeholder="Mínimo 6 caracteres"
        required
        describedBy={rulesId}
        error={formState.errors.password?.message}
        {...register('password')}
      />
      <RuleList id={rulesId} title="Tu contraseña debe tener:" rules={passwordRules} value={watch('password')} />
    </>
  )
}

const Terms = ({ form: { register, formState } }: PurchaseFieldsProps) => (
  <CheckboxField label={<TermsLabel />} required error={formState.errors.terms?.message} {...register('terms')} />
)

export const PurchaseFields = ({ form, quotes }: DiscountProps) => (
  <>
    <Names form={form} />
    <Addresses form={form} />
    <Discount form={form} quotes={quotes} />
    <NewPassword form={form} />
    <Terms form={form} />
  </>
)
