import { useController } from 'react-hook-form'
import {
  type AnswerField,
  bounds,
  LONGEST_ENTRY,
  MOST_ENTRIES,
  type NumberField as NumberName,
} from '#contract/questionnaire'
import { ChipsField } from '../../ui/chips-field.tsx'
import { Field } from '../../ui/field.tsx'
import { formatShortDay } from '../../ui/format.ts'
import { SelectField } from '../../ui/select-field.tsx'
import { TextAreaField } from '../../ui/text-area-field.tsx'
import { type ChoiceField, choices, labels, type ListField, suggestions } from './answer-words.ts'
import { NumberInput } from './number-input.tsx'
import type { AnswersForm } from './use-profile-form.ts'

interface AnswerInputProps<Name extends AnswerField = AnswerField> {
  readonly form: AnswersForm
  readonly field: Name
}

const isNumber = (field: AnswerField): field is NumberName => Object.hasOwn(bounds, field)
const isChoice = (field: AnswerField): field is ChoiceField => Object.hasOwn(choices, field)
const isList = (field: AnswerField): field is ListField => Object.hasOwn(suggestions, field)

/** One question, with the input that suits it. */
export function AnswerInput({ birthDate, ...props }: AnswerInputProps & { readonly birthDate: string | null }) {
  const { form, field } = props
  if (field === 'dateOfBirth') return <BirthDate birthDate={birthDate} />
  if (field === 'age' && birthDate) return <ComputedAge form={form} />
  if (isNumber(field)) return <NumberInput form={form} field={field} />
  if (isChoice(field)) return <ChoiceInput form={form} field={field} />
  if (isList(field)) return <ListInput form={form} field={field} />
  return <TextInput form={form} field={field} />
}

/** What is left empty is not answered. */
const textOrNull = (typed: string | null) => typed || null

function ChoiceInput({ form: { register, formState }, field }: AnswerInputProps<ChoiceField>) {
  return (
    <SelectField
      label={labels[field]}
      options={Object.entries(choices[field])}
      none="Sin respuesta"
      error={formState.errors[field]?.message}
      {...register(field, { setValueAs: textOrNull })}
    />
  )
}

function ListInput({ form: { control }, field: name }: AnswerInputProps<ListField>) {
  const {
    field: { value = [], onChange, onBlur, ref },
    fieldState: { error },
  } = useController({ control, name })
  return (
    <div className="questionnaire-wide">
      <ChipsField
        label={labels[name]}
        chips={value}
        onChips={onChange}
        suggestions={suggestions[name]}
        most={MOST_ENTRIES}
        longest={LONGEST_ENTRY}
        onBlur={onBlur}
        ref={ref}
        error={error?.message}
      />
    </div>
  )
}

function TextInput({ form: { register, formState }, field }: AnswerInputProps<'notes' | 'occupation'>) {
  const props = {
    label: labels[field],
    error: formState.errors[field]?.message,
    ...register(field, { setValueAs: textOrNull }),
  }
  if (field === 'occupation') return <Field {...props} type="text" autoComplete="organization-title" maxLength={120} />
  return (
    <div className="questionnaire-wide">
      <TextAreaField {...props} maxLength={4000} hint="Cualquier cosa que debamos saber antes de empezar." />
    </div>
  )
}

/** The account's own, which is asked for once. */
const BirthDate = ({ birthDate }: { readonly birthDate: string | null }) =>
  birthDate ? (
    <Field
      label={labels.dateOfBirth}
      type="text"
      readOnly
      value={formatShortDay(`${birthDate}T12:00:00Z`)}
      hint="La de tu cuenta. Si no es correcta, escríbenos."
    />
  ) : (
    <p className="field-hint">La fecha de nacimiento te la pedimos una sola vez, en el aviso de arriba.</p>
  )

const ComputedAge = ({ form }: { readonly form: AnswersForm }) => (
  <Field
    label={labels.age}
    type="number"
    readOnly
    value={form.getValues('age') ?? ''}
    hint="La calculamos con tu fecha de nacimiento."
  />
)
