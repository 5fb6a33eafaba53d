import { useId, type ReactNode } from 'react'
import { useRefusedField } from './refused-fields.tsx'
import './field.css'

export interface FieldTextProps {
  readonly label: ReactNode
  readonly error?: string | undefined
  readonly hint?: string | undefined
  readonly describedBy?: string | undefined
}

export interface FieldAriaProps {
  readonly id: string
  readonly 'aria-invalid': true | undefined
  readonly 'aria-describedby': string | undefined
}

interface FieldFrameProps extends FieldTextProps {
  readonly name: string | undefined
  readonly children: (ties: FieldAriaProps) => ReactNode
}

export function FieldFrame({ name, label, error, hint, describedBy, children }: FieldFrameProps) {
  const id = useId()
  const { refusal } = useRefusedField(name)
  const problem = refusal ?? error
  const hintId = `${id}-hint`
  const errorId = `${id}-error`
  const described = [problem && errorId, hint && hintId, describedBy].filter(Boolean).join(' ')
  return (
    <div className="field">
      <label className="field-label" htmlFor={id}>
        {label}
      </label>
      {children({
        id,
        'aria-invalid': problem ? true : undefined,
        'aria-describedby': described || undefined,
      })}
      {hint && (
        <p className="field-hint" id={hintId}>
          {hint}
        </p>
      )}
      <FieldError id={errorId} text={problem} />
    </div>
  )
}

export const FieldError = ({ id, text }: { readonly id: string; readonly text: string | undefined }) => (
  <p className="field-error" id={id} aria-live="polite">
    {text}
  </p>
)
