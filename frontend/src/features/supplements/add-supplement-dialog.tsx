import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { apiContract } from '#contract/api'
import { formatDoseFrequency } from '#contract/dosing-text'
import type { SupplementTemplate, RecentSupplementDosing } from '#contract/supplement-catalogue'
import { ApiUnreachableError, isEditConflictError } from '../../api/api-error.ts'
import { endpointQueryOptions } from '../../api/endpoint-query.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { CancelButton, Form } from '../../ui/form.tsx'
import { latestErrorOf } from '../../ui/refused-fields.tsx'
import { NoticeBox } from '../../ui/notice-box.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { useDraftForm } from '../../ui/use-draft-form.ts'
import { DosingFields } from './dosing-fields.tsx'
import {
  toDosesByMomentRequestBody,
  toDosingRequestBody,
  type DosingFormReturn,
  dosingFormResolver,
  createEmptyDosingForm,
  applyDosingToForm,
  hasAllDoseAmounts,
  hasAmountsByMoment,
  readLastUsedDosing,
  rememberLastUsedDosing,
  toSupplementTemplate,
  useDosingFormValues,
} from './dosing-form.ts'
import { formatDoseAmount } from './supplement-words.ts'
import { toAddedSupplementErrorMessage, useSupplementMutations } from './use-supplement-mutations.ts'

const inputNames = { doses: 'times' }

interface AddDialogProps {
  readonly customerId: string
  readonly close: () => void
}

export function AddSupplementDialog({ customerId, close }: AddDialogProps) {
  const { add, addByMoment, saveTemplate } = useSupplementMutations()
  const { form, draft } = useDraftForm(
    { form: 'supplement', of: customerId },
    { resolver: dosingFormResolver, defaultValues: createEmptyDosingForm() },
  )
  const submitThen = (then: () => void) => {
    const params = { customerId }
    const onSuccess = () => {
      draft.saved()
      then()
    }
    // The current state was refetched: the next attempt is a new prescription.
    const onError = (problem: Error) => {
      if (isEditConflictError(problem)) form.setValue('requestId', '', { shouldDirty: true })
    }
    return form.handleSubmit((values) => {
      const requestId = takeRequestId(form)
      if (hasAmountsByMoment(values)) {
        addByMoment.mutate(
          { params, body: { ...toDosesByMomentRequestBody(values), requestId } },
          { onSuccess, onError },
        )
        return
      }
      rememberLastUsedDosing(values)
      const body = { ...toDosingRequestBody(values), name: values.name, requestId }
      add.mutate({ params, body }, { onSuccess, onError })
    })
  }
  const error = add.error ?? addByMoment.error
  const another = () => {
    form.reset(createEmptyDosingForm(), { keepFieldsRef: true })
    form.setFocus('name')
  }
  return (
    <Dialog title="Añadir suplemento" close={close} wide>
      <Form
        draft={draft}
        refused={latestErrorOf(add, addByMoment, saveTemplate)}
        inputNames={inputNames}
        onSubmit={(event) => void submitThen(close)(event)}
      >
        <Prefill form={form} />
        <NameField form={form} />
        <DosingFields form={form} withStatus={false} />
        {error && (
          <NoticeBox kind="problem">
            <p>
              {isUnanswered(error) ? 'No sabemos si se ha añadido el suplemento.' : 'No se ha añadido el suplemento.'}{' '}
              {toAddedSupplementErrorMessage(error)}
            </p>
            <p>
              Lo que has escrito sigue aquí.{isUnanswered(error) && ' Si vuelves a pulsar, no se añadirá dos veces.'}
            </p>
          </NoticeBox>
        )}
        <AddActions
          form={form}
          saveTemplate={saveTemplate}
          busy={add.isPending || addByMoment.isPending}
          addAnother={() => void submitThen(another)()}
        />
      </Form>
    </Dialog>
  )
}

const isUnanswered = (error: Error): boolean => error instanceof ApiUnreachableError && error.status === undefined

/** The same id for a retry after a lost answer, also after a reload. */
function takeRequestId({ getValues, setValue }: DosingFormReturn): string {
  const requestId = getValues('requestId') || crypto.randomUUID()
  setValue('requestId', requestId, { shouldDirty: true })
  return requestId
}

interface AddActionsProps {
  readonly form: DosingFormReturn
  readonly saveTemplate: ReturnType<typeof useSupplementMutations>['saveTemplate']
  readonly busy: boolean
  readonly addAnother: () => void
}

function AddActions({ form, saveTemplate, busy, addAnother }: AddActionsProps) {
  const values = useDosingFormValues(form)
  const ready = values.name.trim() !== '' && hasAllDoseAmounts(values)
  const keep = form.handleSubmit((template) =>
    saveTemplate.mutate({ body: { ...toSupplementTemplate(template), requestId: takeRequestId(form) } }),
  )
  return (
    <div className="dialog-actions">
      {!hasAmountsByMoment(values) && (
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
  const { data } = useQuery(endpointQueryOptions(apiContract.supplements.catalogue, {}))
  return (
    <>
      <TextField
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

const wordsOf = (used: RecentSupplementDosing) =>
  `${used.name}, ${formatDoseAmount(used)}, ${formatDoseFrequency(used)}`

/**
 * Prefills on request only: from the last supplement, a template or an earlier dosing, without revealing whose it was.
 */
function Prefill({ form }: { readonly form: DosingFormReturn }) {
  const templates = useQuery(endpointQueryOptions(apiContract.supplements.templates, {})).data?.items ?? []
  const used = useQuery(endpointQueryOptions(apiContract.supplements.usedBefore, {})).data?.items ?? []
  const all: readonly (RecentSupplementDosing | SupplementTemplate)[] = [...templates, ...used]
  const [last] = useState(readLastUsedDosing)
  const fill = (dosing: Parameters<typeof applyDosingToForm>[1]) =>
    form.reset(applyDosingToForm(form.getValues(), dosing), { keepDefaultValues: true })
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
            else {
              const { name, requestId } = form.getValues()
              form.reset({ ...createEmptyDosingForm(), name, requestId }, { keepDefaultValues: true })
            }
          }}
        />
      )}
    </>
  )
}
