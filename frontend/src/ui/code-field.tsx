import { Field, type FieldProps } from './field.tsx'

const CODE_DIGITS = 6

export const isCompleteCode = (code: string): boolean => code.length === CODE_DIGITS

interface CodeFieldProps extends Omit<FieldProps, 'onChange' | 'value' | 'label'> {
  readonly label?: string
  readonly value: string
  readonly onCode: (code: string) => void
}

export const CodeField = ({ label = 'Código de verificación', onCode, ...field }: CodeFieldProps) => (
  <Field
    {...field}
    label={label}
    className="field-input-code"
    inputMode="numeric"
    autoComplete="one-time-code"
    required
    onChange={({ target }) => onCode(target.value.replaceAll(/\D/g, '').slice(0, CODE_DIGITS))}
  />
)
