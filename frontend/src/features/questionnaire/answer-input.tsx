import {
  type QuestionnaireChoiceField,
  questionnaireChoiceLabels,
  questionnaireFieldLabels,
} from '#contract/questionnaire-labels'
import { practiceLegalDetails } from '#contract/practice'
import { useController } from 'react-hook-form'
import type { QuestionnaireField } from '#contract/questionnaire'
import { ChipsField } from '../../ui/chips-field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { formatInstantAsShortDay } from '../../ui/format.ts'
import { SelectField } from '../../ui/select-field.tsx'
import { TextAreaField } from '../../ui/text-area-field.tsx'
import {
  isListAnswerField,
  isNumberAnswerField,
  type ListAnswerField,
  LIST_ANSWER_LIMITS,
  answerSuggestions,
} from './answer-words.ts'
import { NumberAnswerInput } from './number-answer-input.tsx'
import { type HalfTypedAnswerStore, useHalfTypedAnswer } from './half-typed-answer-store.ts'
import type { QuestionnaireFormReturn } from './use-questionnaire-form.ts'

interface AnswerInputProps<Name extends QuestionnaireField = QuestionnaireField> {
  readonly form: QuestionnaireFormReturn
  readonly field: Name
}
interface UnfinishedProps {
  readonly unfinished: HalfTypedAnswerStore
}

const isChoice = (field: QuestionnaireField): field is QuestionnaireChoiceField =>
  Object.hasOwn(questionnaireChoiceLabels, field)

export function QuestionnaireAnswerInput({
  birthDate,
  unfinished,
  ...props
}: AnswerInputProps & UnfinishedProps & { readonly birthDate: string | null }) {
  const { form, field } = props
  if (field === 'dateOfBirth') return <BirthDate birthDate={birthDate} />
  if (field === 'age' && birthDate) return <ComputedAge form={form} />
  if (isNumberAnswerField(field)) return <NumberAnswerInput form={form} field={field} unfinished={unfinished} />
  if (isChoice(field)) return <ChoiceInput form={form} field={field} />
  if (isListAnswerField(field)) return <ListInput form={form} field={field} unfinished={unfinished} />
  return <TextInput form={form} field={field} />
}

const textOrNull = (typed: string | null) => typed || null

function ChoiceInput({ form: { register, formState }, field }: AnswerInputProps<QuestionnaireChoiceField>) {
  return (
    <SelectField
      label={questionnaireFieldLabels[field]}
      options={Object.entries(questionnaireChoiceLabels[field])}
      none="Sin respuesta"
      error={formState.errors[field]?.message}
      {...register(field, { setValueAs: textOrNull })}
    />
  )
}

function ListInput({
  form: { control },
  field: name,
  unfinished,
}: AnswerInputProps<ListAnswerField> & UnfinishedProps) {
  const text = useHalfTypedAnswer(unfinished, name)
  const {
    field: { value = [], onChange, onBlur, ref },
    fieldState: { error },
  } = useController({ control, name })
  return (
    <div className="questionnaire-wide">
      <ChipsField
        name={name}
        label={questionnaireFieldLabels[name]}
        chips={value}
        onChips={onChange}
        text={text}
        onText={(written) => unfinished.write(name, written)}
        suggestions={answerSuggestions[name]}
        {...LIST_ANSWER_LIMITS}
        onBlur={onBlur}
        ref={ref}
        error={error?.message}
      />
    </div>
  )
}

function TextInput({ form: { register, formState }, field }: AnswerInputProps<'notes' | 'occupation'>) {
  const props = {
    label: questionnaireFieldLabels[field],
    error: formState.errors[field]?.message,
    ...register(field, { setValueAs: textOrNull }),
  }
  if (field === 'occupation')
    return <TextField {...props} type="text" autoComplete="organization-title" maxLength={120} />
  return (
    <div className="questionnaire-wide">
      <TextAreaField {...props} maxLength={4000} hint="Cualquier cosa que debamos saber antes de empezar." />
    </div>
  )
}

const BirthDate = ({ birthDate }: { readonly birthDate: string | null }) =>
  birthDate ? (
    <TextField
      label={questionnaireFieldLabels.dateOfBirth}
      type="text"
      readOnly
      value={formatInstantAsShortDay(`${birthDate}T12:00:00Z`)}
      hint={`Es la de tu cuenta. Si está mal, escríbenos a ${practiceLegalDetails.email}.`}
    />
  ) : (
    <p className="field-hint">La fecha de nacimiento te la pedimos una sola vez, en el aviso de arriba.</p>
  )

const ComputedAge = ({ form }: { readonly form: QuestionnaireFormReturn }) => (
  <TextField
    label={questionnaireFieldLabels.age}
    type="number"
    readOnly
    value={form.getValues('age') ?? ''}
    hint="La calculamos con tu fecha de nacimiento."
  />
)
