import { useState } from 'react'
import { useController } from 'react-hook-form'
import type { QuestionnaireNumberField } from '#contract/questionnaire'
import { TextField } from '../../ui/text-field.tsx'
import { questionnaireFieldLabels } from '#contract/questionnaire-labels'
import type { HalfTypedAnswerStore } from './half-typed-answer-store.ts'
import type { QuestionnaireFormReturn } from './use-questionnaire-form.ts'

const counted: readonly QuestionnaireNumberField[] = ['age', 'stressLevel']

/** Null if empty, NaN if not a number, which the form refuses. */
function numberOf(typed: string): number | null {
  const text = typed.trim().replace(',', '.')
  if (text === '') return null
  return /^-?\d+(\.\d*)?$/.test(text) ? Number(text) : Number.NaN
}

const textOf = (value: number | null | undefined): string => (value ?? '').toString().replace('.', ',')

interface NumberInputProps {
  readonly form: QuestionnaireFormReturn
  readonly field: QuestionnaireNumberField
  readonly unfinished: HalfTypedAnswerStore
}

/**
 * Accepts a decimal comma or point. Not `type="number"`: a browser in another language drops the comma (1,5 becomes 15)
 * and reads invalid text as empty.
 */
export function NumberAnswerInput({ form: { control }, field: name, unfinished }: NumberInputProps) {
  const {
    field: { value, onChange, onBlur, ref },
    fieldState: { error },
  } = useController({ control, name })
  const [typed, setTyped] = useState(() => unfinished.read(name))
  // The typed text is not reformatted until another value comes from elsewhere.
  const text = Object.is(numberOf(typed), value ?? null) ? typed : textOf(value)
  return (
    <TextField
      name={name}
      label={questionnaireFieldLabels[name]}
      type="text"
      inputMode={counted.includes(name) ? 'numeric' : 'decimal'}
      autoComplete="off"
      maxLength={12}
      value={text}
      error={error?.message}
      hint={
        error && name === 'height' && (value ?? 0) < 3 ? 'La altura va en centímetros: por ejemplo, 165' : undefined
      }
      ref={ref}
      onBlur={onBlur}
      onChange={({ target }) => {
        setTyped(target.value)
        const number = numberOf(target.value)
        onChange(number)
        unfinished.write(name, Number.isNaN(number) ? target.value : '')
      }}
    />
  )
}
