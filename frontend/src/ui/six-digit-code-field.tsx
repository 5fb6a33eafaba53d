import { TextField, type TextFieldProps } from './text-field.tsx'

const CODE_DIGITS = 6

export const isCompleteSixDigitCode = (code: string): boolean => code.length === CODE_DIGITS

interface CodeFieldProps extends Omit<TextFieldProps, 'onChange' | 'value' | 'label'> {
  readonly label?: string
  readonly value: string
  readonly onCode: (code: string) => void
}

export const SixDigitCodeField = ({ label = 'Código de verificación', onCode, ...field }: CodeFieldProps) => (
  <TextField
    {...field}
    label={label}
    className="field-input-code"
    inputMode="numeric"
    autoComplete="one-time-code"
    required
    onChange={({ target }) => onCode(target.value.replaceAll(/\D/g, '').slice(0, CODE_DIGITS))}
  />
)
