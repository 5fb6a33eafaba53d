import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { api } from '#contract/api'
import { frequencyText } from '#contract/supplement-text'
import type { Template, RecentSupplement } from '#contract/supplement-catalogue'
import { read } from '../../api/query.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { CancelButton, Form } from '../../ui/form.tsx'
import { NoticeBox } from '../../ui/notice-box.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { useDraftForm } from '../../ui/use-draft-form.ts'
import { DosingFields } from './dosing-fields.tsx'
import {
  byMomentOf,
  courseOf,
  type DosingFormReturn,
  dosingResolver,
  emptyForm,
  filledWith,
  hasAmounts,
  isByMoment,
  lastUsedDosing,
  rememberLastUsed,
  templateOf,
  useValuesOf,
} from './dosing-form.ts'
import { amountText } from './supplement-words.ts'
import { reasonOf, useProtocol } from './use-protocol.ts'

interface AddDialogProps {
  readonly customerId: string
  readonly close: () => void
}

export function AddDialog({ customerId, close }: AddDialogProps) {
  const { add, addByMoment } = useProtocol()
  const { form, draft } = useDraftForm(
    { form: 'supplement', of: customerId },
    { resolver: dosingResolver, defaultValues: emptyForm() },
  )
  const submitThen = (then: () => void) => {
    const params = { customerId }
    const onSuccess = () => {
      draft.saved()
      then()
    }
    return form.handleSubmit((values) => {
      if (isByMoment(values)) {
        addByMoment.mutate({ params, body: byMomentOf(values) }, { onSuccess })
        return
      }
      rememberLastUsed(values)
      add.mutate({ params, body: { ...courseOf(values), name: values.name } }, { onSuccess })
    })
  }
  const error = add.error ?? addByMoment.error
  const another = () => {
    form.reset(emptyForm(), { keepFieldsRef: true })
    form.setFocus('name')
  }
  return (
    <Dialog title="Añadir suplemento" close={close} wide>
      <Form draft={draft} onSubmit={(event) => void submitThen(close)(event)}>
        <Prefill form={form} />
        <NameField form={form} />
        <DosingFields form={form} withStatus={false} />
        {error && (
          <NoticeBox kind="problem">
            <p>No se ha añadido el suplemento. {reasonOf(error)}</p>
            <p>Lo que has escrito sigue aquí.</p>
          </NoticeBox>
        )}
        <AddActions
          form={form}
          busy={add.isPending || addByMoment.isPending}
          addAnother={() => void submitThen(another)()}
        />
      </Form>
    </Dialog>
  )
}

interface AddActionsProps {
  readonly form: DosingFormReturn
  readonly busy: boolean
  readonly addAnother: () => void
}

function AddActions({ form, busy, addAnother }: AddActionsProps) {
  const { saveTemplate } = useProtocol()
  const values = useValuesOf(form)
  const ready = values.name.trim() !== '' && hasAmounts(values)
  const keep = form.handleSubmit((template) => saveTemplate.mutate({ body: templateOf(template) }))
  return (
    <div className="dialog-actions">
      {!isByMoment(values) && (
        <Button variant="plain" disabled={!ready} busy={saveTemplate.isPending} onClick={() => void keep()}>
          Guardar como plantilla
        </Button>
      )}
      <CancelButton />
      <Button variant="secondary" disabled={!ready || busy} onClick={addAnother}>
        Añadir y poner otro
      </Button>
      <Button type="submit" disabled={!ready} busy={busy} busyText="Añadiendo...">
        Añadir
      </Button>
    </div>
  )
}

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

const wordsOf = (used: RecentSupplement) => `${used.name}, ${amountText(used)}, ${frequencyText(used)}`

/**
 * Prefills on request only: from the last supplement, a template or an earlier dosing, without revealing whose it was.
 */
function Prefill({ form }: { readonly form: DosingFormReturn }) {
  const templates = useQuery(read(api.supplements.templates, {})).data?.items ?? []
  const used = useQuery(read(api.supplements.usedBefore, {})).data?.items ?? []
  const all: readonly (RecentSupplement | Template)[] = [...templates, ...used]
  const [last] = useState(lastUsedDosing)
  const fill = (dosing: Parameters<typeof filledWith>[1]) =>
    form.reset(filledWith(form.getValues(), dosing), { keepDefaultValues: true })
  return (
    <>
      {last && (
        <Button variant="secondary" size="small" onClick={() => fill(last)}>
          Usar los datos del último suplemento
        </Button>
      )}
      {all.length > 0 && (
        <SelectField
          label="Usar una plantilla o una pauta anterior"
          none="Empezar de cero"
          options={all.map((each, index) => [
            String(index),
            'templateId' in each ? `Plantilla: ${wordsOf(each)}` : wordsOf(each),
          ])}
          onChange={({ target }) => {
            const chosen = all[Number(target.value || Number.NaN)]
            if (chosen) fill(chosen)
            else form.reset({ ...emptyForm(), name: form.getValues('name') }, { keepDefaultValues: true })
          }}
        />
      )}
    </>
  )
}
