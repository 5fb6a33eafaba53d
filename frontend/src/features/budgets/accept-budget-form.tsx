import { zodResolver } from '@hookform/resolvers/zod'
import { useId } from 'react'
import * as z from 'zod/mini'
import { apiContract } from '#contract/api'
import type { PublishedBudgetOption } from '#contract/budget-option'
import { BUDGET_ABSENCE_SENTENCES, BUDGET_RULES } from '#contract/budget-labels'
import { computePartDueDays } from '#contract/budget-rules'
import type { OwnBudget } from '#contract/budgets'
import { toErrorMessage } from '../../api/error-message.ts'
import { Button } from '../../ui/button.tsx'
import { FieldError } from '../../ui/field-frame.tsx'
import { Form } from '../../ui/form.tsx'
import { CardLoadError } from '../../ui/panel.tsx'
import { FormErrorNotice, useRefusedField } from '../../ui/refused-fields.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { useDraftForm } from '../../ui/use-draft-form.ts'
import { usePracticeToday } from '../../ui/use-practice-today.ts'
import { BudgetParts } from './budget-parts.tsx'
import { formatSum, formatVat } from './budget-words.ts'
import { useAcceptBudget, useCurrentPaymentRules } from './use-own-budgets.ts'
import './accept-budget.css'

const { taxId, address } = apiContract.budgets.acceptBudget.body.shape
const AcceptForm = z.object({
  inParts: z.enum(['once', 'parts'], { error: 'Elige cómo quieres pagarlo' }),
  taxId,
  address,
})
type Values = { inParts: '' | 'once' | 'parts'; taxId: string; address: string }

/** Independent of the chosen option: the entered data belong to the payer. */
export function useAcceptForm(budgetId: string) {
  const { form, draft } = useDraftForm<Values, z.output<typeof AcceptForm>>(
    { form: 'accept-budget', of: budgetId },
    { resolver: zodResolver(AcceptForm) as never, defaultValues: { inParts: '', taxId: '', address: '' } },
  )
  return { form, draft, accept: useAcceptBudget(draft.saved) }
}

interface AcceptProps {
  readonly budget: OwnBudget
  readonly option: PublishedBudgetOption
  readonly accepting: ReturnType<typeof useAcceptForm>
}

export function AcceptBudgetForm({ budget: { budgetId, version }, option, accepting }: AcceptProps) {
  const { form, draft, accept } = accepting
  const id = useId()
  const { errors } = form.formState
  const rules = useCurrentPaymentRules()
  const mayPart = option.parts.length > 1
  const wanted = mayPart ? form.watch('inParts') : 'once'
  const submit = form.handleSubmit(({ inParts, ...payer }) =>
    accept.mutate({
      params: { budgetId },
      body: {
        version,
        optionId: option.optionId,
        inParts: mayPart && inParts === 'parts',
        ...payer,
        ...rules.data,
      },
    }),
  )
  return (
    <section className="budget-accept" aria-labelledby={id}>
      <h3 id={id} tabIndex={-1}>
        Aceptar «{option.title}»
      </h3>
      <Form
        draft={draft}
        refused={accept.error}
        className="budget-accept-form"
        aria-labelledby={id}
        onSubmit={(event) => {
          if (!mayPart) form.setValue('inParts', 'once')
          void submit(event)
        }}
      >
        <div className="budget-accept-part">
          {mayPart ? (
            <WayToPay option={option} field={form.register('inParts')} error={errors.inParts?.message} />
          ) : (
            <p>Se paga de una vez: {formatSum(option.priceCents)} hoy.</p>
          )}
          {wanted === 'parts' && <PlannedParts option={option} />}
        </div>
        <div className="budget-accept-part">
          <p className="budget-accept-title">A nombre de quién va la factura</p>
          <TextField
            label="NIF o NIE"
            autoComplete="off"
            spellCheck={false}
            required
            error={errors.taxId?.message}
            {...form.register('taxId')}
          />
          <TextField
            label="Dirección"
            autoComplete="street-address"
            hint="Calle, número, código postal y localidad"
            required
            error={errors.address?.message}
            {...form.register('address')}
          />
          <FormErrorNotice error={accept.error} title="No se ha podido aceptar" />
          <div className="budget-total">
            <TodaysSum option={option} wanted={wanted} />
            <RulesOfBudget rules={rules} />
            <Button
              type="submit"
              size="large"
              busy={accept.isPending || accept.isSuccess}
              busyText="Abriendo el pago..."
              // The rule must be shown before accepting.
              disabled={!rules.data}
            >
              Aceptar con obligación de pago
            </Button>
            <p className="budget-after">Después pasas a la página segura de Stripe.</p>
          </div>
        </div>
      </Form>
    </section>
  )
}

function RulesOfBudget({ rules }: { readonly rules: ReturnType<typeof useCurrentPaymentRules> }) {
  const noShowRule = rules.data?.noShowRule
  return (
    <>
      <p>{BUDGET_RULES}</p>
      {noShowRule && <p>{BUDGET_ABSENCE_SENTENCES[noShowRule]}</p>}
      {rules.isLoadingError && (
        <CardLoadError
          text={`No se pudieron leer las condiciones. ${toErrorMessage(rules.error)}`}
          retry={() => void rules.refetch()}
        />
      )}
    </>
  )
}

interface WayProps {
  readonly option: PublishedBudgetOption
  readonly field: ReturnType<ReturnType<typeof useAcceptForm>['form']['register']>
  readonly error: string | undefined
}

function WayToPay({ option: { parts, priceCents }, field, error }: WayProps) {
  const id = useId()
  const { refusal } = useRefusedField(field.name)
  const ways = [
    { value: 'once', title: 'De una vez', text: `${formatSum(priceCents)} hoy` },
    {
      value: 'parts',
      title: `En ${parts.length === 2 ? 'dos' : 'tres'} partes`,
      text: `${formatSum(parts[0]?.amountCents ?? 0)} hoy y ${parts.length === 2 ? 'una más' : 'dos más'}, sin intereses`,
    },
  ]
  return (
    <fieldset className="budget-ways" aria-describedby={`${id}-error`}>
      <legend className="budget-accept-title">Cómo quieres pagarlo</legend>
      {ways.map(({ value, title, text }) => (
        <label key={value} className="budget-way">
          <input type="radio" value={value} {...field} />
          <span>
            <strong>{title}</strong>
            <span>{text}</span>
          </span>
        </label>
      ))}
      <FieldError id={`${id}-error`} text={refusal ?? error} />
    </fieldset>
  )
}

function PlannedParts({ option }: Pick<AcceptProps, 'option'>) {
  const today = usePracticeToday()
  const dueDays = computePartDueDays(option.parts, option, today)
  const parts = option.parts.map((part, index) => ({ ...part, dueDay: dueDays[index] ?? today }))
  return (
    <>
      <BudgetParts parts={parts} option={option} />
      <p className="budget-note">
        Cada parte la pagas tú con un enlace, sin intereses ni comisiones: no guardamos tu tarjeta y nada se cobra solo.
      </p>
    </>
  )
}

const TodaysSum = ({ option, wanted }: Pick<AcceptProps, 'option'> & { readonly wanted: string }) =>
  wanted === '' ? (
    <p>
      En total {formatSum(option.priceCents)}. {formatVat(option.vat)}. Elige cómo quieres pagarlo.
    </p>
  ) : (
    <>
      <p className="budget-today">
        Hoy pagas{' '}
        <strong>{formatSum(wanted === 'parts' ? (option.parts[0]?.amountCents ?? 0) : option.priceCents)}</strong>
      </p>
      <p>
        {formatSum(option.priceCents)} en total. {formatVat(option.vat)}.
      </p>
    </>
  )
