import { type ChoiceField, choiceLabels, answerLabels } from '#contract/questionnaire-words'
import { practice } from '#contract/practice'
import { useController } from 'react-hook-form'
import type { AnswerField } from '#contract/questionnaire'
import { ChipsField } from '../../ui/chips-field.tsx'
import { Field } from '../../ui/field.tsx'
import { formatShortDay } from '../../ui/format.ts'
import { SelectField } from '../../ui/select-field.tsx'
import { TextAreaField } from '../../ui/text-area-field.tsx'
import { isList, isNumber, type ListField, listLimits, suggestions } from './answer-words.ts'
import { NumberInput } from './number-input.tsx'
import { type UnfinishedTexts, useUnfinishedText } from './unfinished-texts.ts'
import type { AnswersForm } from './use-profile-form.ts'

interface AnswerInputProps<Name extends AnswerField = AnswerField> {
  readonly form: AnswersForm
  readonly field: Name
}
interface UnfinishedProps {
  readonly unfinished: UnfinishedTexts
}

const isChoice = (field: AnswerField): field is ChoiceField => Object.hasOwn(choiceLabels, field)

export function AnswerInput({
  birthDate,
  unfinished,
  ...props
}: AnswerInputProps & UnfinishedProps & { readonly birthDate: string | null }) {
  const { form, field } = props
  if (field === 'dateOfBirth') return <BirthDate birthDate={birthDate} />
  if (field === 'age' && birthDate) return <ComputedAge form={form} />
  if (isNumber(field)) return <NumberInput form={form} field={field} unfinished={unfinished} />
  if (isChoice(field)) return <ChoiceInput form={form} field={field} />
  if (isList(field)) return <ListInput form={form} field={field} unfinished={unfinished} />
  return <TextInput form={form} field={field} />
}

const textOrNull = (typed: string | null) => typed || null

function ChoiceInput({ form: { register, formState }, field }: AnswerInputProps<ChoiceField>) {
  return (
    <SelectField
      label={answerLabels[field]}
      options={Object.entries(choiceLabels[field])}
      none="Sin respuesta"
      error={formState.errors[field]?.message}
      {...register(field, { setValueAs: textOrNull })}
    />
  )
}

function ListInput({ form: { control }, field: name, unfinished }: AnswerInputProps<ListField> & UnfinishedProps) {
  const text = useUnfinishedText(unfinished, name)
  const {
    field: { value = [], onChange, onBlur, ref },
    fieldState: { error },
  } = useController({ control, name })
  return (
    <div className="questionnaire-wide">
      <ChipsField
        label={answerLabels[name]}
        chips={value}
        onChips={onChange}
        text={text}
        onText={(written) => unfinished.write(name, written)}
        suggestions={suggestions[name]}
        {...listLimits}
        onBlur={onBlur}
        ref={ref}
        error={error?.message}
      />
    </div>
  )
}

function TextInput({ form: { register, formState }, field }: AnswerInputProps<'notes' | 'occupation'>) {
  const props = {
    label: answerLabels[field],
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

/** Comes from the account, where it is entered once. */
const BirthDate = ({ birthDate }: { readonly birthDate: string | null }) =>
  birthDate ? (
    <Field
      label={answerLabels.dateOfBirth}
      type="text"
      readOnly
      value={formatShortDay(`${birthDate}T12:00:00Z`)}
      hint={`Es la de tu cuenta. Si está mal, escríbenos a ${practice.email}.`}
    />
  ) : (
    <p className="field-hint">La fecha de nacimiento te la pedimos una sola vez, en el aviso de arriba.</p>
  )

const ComputedAge = ({ form }: { readonly form: AnswersForm }) => (
  <Field
    label={answerLabels.age}
    type="number"
    readOnly
    value={form.getValues('age') ?? ''}
    hint="La calculamos con tu fecha de nacimiento."
  />
)
