import { zodResolver } from '@hookform/resolvers/zod'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { api } from '#contract/api'
import { dosageText, frequencyText } from '#contract/supplement-text'
import type { Template, UsedBefore } from '#contract/supplements'
import { read } from '../../api/query.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { DosingFields, type DosingFormReturn } from './dosing-fields.tsx'
import { courseOf, DosingForm, nextForm, rememberLastUsed } from './dosing-form.ts'
import { useProtocol } from './use-protocol.ts'

interface AddDialogProps {
  readonly customerId: string
  readonly close: () => void
}

/** Adds a supplement to a client's protocol, from scratch or as one was dosed before. */
export function AddDialog({ customerId, close }: AddDialogProps) {
  const { add } = useProtocol(close)
  const { saveTemplate } = useProtocol()
  const form = useForm({ resolver: zodResolver(DosingForm), defaultValues: nextForm() })
  const [name, amount] = useWatch({ control: form.control, name: ['name', 'amount'] })
  const ready = name.trim() !== '' && amount > 0
  const submit = form.handleSubmit((values) => {
    rememberLastUsed(values)
    add.mutate({ params: { customerId }, body: { ...courseOf(values), name: values.name } })
  })
  const keep = form.handleSubmit(({ name: kept, unit, frequency, times, foodRelation, pattern, ...rest }) =>
    saveTemplate.mutate({
      body: {
        name: kept,
        amount: rest.amount,
        unit,
        frequency,
        times,
        foodRelation,
        pattern,
        instructions: rest.instructions || null,
      },
    }),
  )
  return (
    <Dialog title="Añadir suplemento" close={close} wide>
      <form className="form" noValidate onSubmit={(event) => void submit(event)}>
        <Prefill form={form} />
        <NameField form={form} />
        <DosingFields form={form} withStatus={false} />
        <div className="dialog-actions">
          <Button look="plain" disabled={!ready} busy={saveTemplate.isPending} onClick={() => void keep()}>
            Guardar como plantilla
          </Button>
          <Button look="secondary" onClick={close}>
            Cancelar
          </Button>
          <Button type="submit" disabled={!ready} busy={add.isPending} busyText="Añadiendo...">
            Añadir
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

/** The catalogue's names are proposed; any other becomes an entry of it. */
function NameField({ form: { register, formState } }: { readonly form: DosingFormReturn }) {
  const id = useId()
  const { data } = useQuery(read(api.supplements.catalogue, {}))
  return (
    <>
      <Field
        label="Suplemento"
        required
        autoComplete="off"
        list={id}
        error={formState.errors.name?.message}
        {...register('name')}
      />
      <datalist id={id}>
        {data?.items.map(({ supplementId, name }) => (
          <option key={supplementId}>{name}</option>
        ))}
      </datalist>
    </>
  )
}

const wordsOf = (used: UsedBefore) => `${used.name}, ${dosageText(used)}, ${frequencyText(used)}`

/** Fills the form as a template says, or as a supplement was dosed before. Whom for, nobody is told. */
function Prefill({ form }: { readonly form: DosingFormReturn }) {
  const templates = useQuery(read(api.supplements.templates, {})).data?.items ?? []
  const used = useQuery(read(api.supplements.usedBefore, {})).data?.items ?? []
  const all: readonly (UsedBefore | Template)[] = [...templates, ...used]
  if (all.length === 0) return null
  const fill = (chosen: UsedBefore | Template | undefined) => {
    if (!chosen) return
    form.reset({
      ...form.getValues(),
      ...chosen,
      instructions: 'instructions' in chosen ? (chosen.instructions ?? '') : '',
    })
  }
  return (
    <SelectField
      label="Partir de una pauta anterior o plantilla"
      none="Empezar de cero"
      options={all.map((each, index) => [
        String(index),
        'templateId' in each ? `Plantilla: ${wordsOf(each)}` : wordsOf(each),
      ])}
      onChange={({ target }) => fill(all[Number(target.value || Number.NaN)])}
    />
  )
}
