import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { apiContract } from '#contract/api'
import {
  type CarePathway,
  type CarePathwayCorrectionReason,
  type CorrectableCarePathwayState,
  carePathwayCorrectionReasons,
  correctableCarePathwayStates,
  findContradictedCarePathwayState,
  isInCarePathwayState,
} from '#contract/care-pathway'
import { carePathwayCorrectionReasonLabels, carePathwayStateLabels } from '#contract/care-pathway-labels'
import { endpointMutationOptions, endpointQueryOptions, invalidateEndpoints } from '../../api/endpoint-query.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { createUnstoredFormDraft } from '../../ui/form-draft.ts'
import { Form, FormActions } from '../../ui/form.tsx'
import { FormErrorNotice } from '../../ui/refused-fields.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { getServerNow } from '../../ui/server-clock.ts'
import { showNotice } from '../../ui/show-notice.ts'
import { TextField } from '../../ui/text-field.tsx'
import { useEditedItem } from '../../ui/use-edited-item.ts'

interface CorrectionProps {
  readonly customerId: string
  readonly pathway: CarePathway
  readonly close: () => void
}

/** States that no fact contradicts, except the present one. */
export function listOfferedStates({ facts }: CarePathway): readonly CorrectableCarePathwayState[] {
  const now = getServerNow().toISOString()
  return correctableCarePathwayStates.filter(
    (each) => !isInCarePathwayState(each, facts) && findContradictedCarePathwayState(each, facts, now) === undefined,
  )
}

function listOptions(pathway: CarePathway, chosen: CorrectableCarePathwayState | undefined) {
  const offered = listOfferedStates(pathway)
  return correctableCarePathwayStates.filter((each) => each === chosen || offered.includes(each))
}

export function CarePathwayCorrectionDialog({ customerId, pathway, close }: CorrectionProps) {
  const queries = useQueryClient()
  const [initial] = useState(() => listOfferedStates(pathway)[0])
  const [state, setState] = useState(initial)
  const [reason, setReason] = useState<CarePathwayCorrectionReason>('agreed-in-call')
  const [note, setNote] = useState('')
  const { mutate, isPending, error } = useMutation({
    ...endpointMutationOptions(apiContract.customers.correctPathway),
    onSuccess: (corrected) => {
      const { queryKey } = endpointQueryOptions(apiContract.customers.readPathway, { params: { customerId } })
      queries.setQueryData(queryKey, corrected)
      showNotice.success('Paso corregido')
      close()
    },
    // Refetches, so that the next attempt uses the stored state.
    onError: () => void invalidateEndpoints(queries, apiContract.customers.readPathway),
  })
  const { edited } = useEditedItem(pathway, error)
  const submit = () =>
    state &&
    mutate({
      params: { customerId },
      body: { state, reason, ...(note.trim() && { note: note.trim() }), version: edited.version },
    })
  return (
    <Dialog title="Corregir el paso" close={close}>
      <Form
        draft={createUnstoredFormDraft('care-pathway', note !== '' || state !== initial)}
        refused={error}
        refusalTexts={{
          'changed-meanwhile': `El proceso ha cambiado mientras tanto. Ya lo ves como está ahora, «${carePathwayStateLabels[pathway.state]}»: repásalo y vuelve a guardar.`,
        }}
        onSubmit={submit}
      >
        <p>
          Para lo que ocurre fuera de la web. El cliente verá el paso y el motivo; lo que pase después lo hará avanzar
          solo.
        </p>
        <SelectField
          name="state"
          label="Dónde está"
          options={listOptions(pathway, state).map((each) => [each, carePathwayStateLabels[each]] as const)}
          value={state}
          onChange={({ target }) => setState(target.value as CorrectableCarePathwayState)}
        />
        <SelectField
          name="reason"
          label="Motivo"
          options={carePathwayCorrectionReasons.map((each) => [each, carePathwayCorrectionReasonLabels[each]] as const)}
          value={reason}
          onChange={({ target }) => setReason(target.value as CarePathwayCorrectionReason)}
        />
        <TextField
          name="note"
          label={reason === 'other' ? 'Explicación' : 'Explicación (opcional)'}
          maxLength={200}
          required={reason === 'other'}
          value={note}
          onChange={({ target }) => setNote(target.value)}
        />
        <FormErrorNotice error={error} title="No se pudo corregir" />
        <FormActions busy={isPending} busyText="Guardando...">
          Guardar
        </FormActions>
      </Form>
    </Dialog>
  )
}
