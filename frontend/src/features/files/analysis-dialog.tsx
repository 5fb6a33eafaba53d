import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { analysisFields, analysisSummaryKeys } from '#contract/analysis'
import type { CustomerAnalysis } from '#contract/analysis-endpoints'
import { apiContract } from '#contract/api'
import { endpointMutationOptions, invalidateEndpoints } from '../../api/endpoint-query.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { createUnstoredFormDraft } from '../../ui/form-draft.ts'
import { CancelButton, Form } from '../../ui/form.tsx'
import { FormErrorNotice } from '../../ui/refused-fields.tsx'
import { showNotice } from '../../ui/show-notice.ts'
import { TextAreaField } from '../../ui/text-area-field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { AnalysisReadBack } from './analysis-read-back.tsx'
import { AnalysisReportField } from './analysis-report-field.tsx'
import { AnalysisValuesGrid, isEmptyRow } from './analysis-values-grid.tsx'
import { type AnalysisTexts, toAnalysisTexts } from './analysis-texts.ts'

const { saveAnalysis, listAnalysesOfCustomer } = apiContract.files

interface AnalysisDialogProps {
  readonly customerId: string
  readonly stored: CustomerAnalysis | undefined
  readonly close: () => void
}

/** Written, saved, read back, published: nothing is published that was not shown once more as it was saved. */
export function AnalysisDialog({ customerId, stored, close }: AnalysisDialogProps) {
  const [readBack, setReadBack] = useState<CustomerAnalysis>()
  const [latest, setLatest] = useState(stored)
  return (
    <Dialog title={readBack ? 'Repasa antes de publicar' : 'Explicar una analítica'} close={close} wide="widest">
      {readBack ? (
        <AnalysisReadBack {...{ customerId, close }} analysis={readBack} edit={() => setReadBack(undefined)} />
      ) : (
        <AnalysisForm
          customerId={customerId}
          stored={latest}
          saved={(analysis, goesOn) => {
            setLatest(analysis)
            if (goesOn) setReadBack(analysis)
            else close()
          }}
        />
      )}
    </Dialog>
  )
}

interface AnalysisFormProps {
  readonly customerId: string
  readonly stored: CustomerAnalysis | undefined
  readonly saved: (analysis: CustomerAnalysis, goesOn: boolean) => void
}

const newAnalysisId = (): string => `ana_${crypto.randomUUID()}`

function useSaveAnalysis({ customerId, stored, saved }: AnalysisFormProps) {
  const queries = useQueryClient()
  // Kept while the form is open: sent again because its answer was lost, it makes no second one.
  const [analysisId] = useState(() => stored?.analysisId ?? newAnalysisId())
  const save = useMutation({
    ...endpointMutationOptions(saveAnalysis),
    onSettled: () => invalidateEndpoints(queries, listAnalysesOfCustomer),
  })
  return {
    ...save,
    send: ({ values, fileId, ...texts }: AnalysisTexts, goesOn: boolean) =>
      save.mutate(
        {
          params: { customerId, analysisId },
          body: {
            ...texts,
            fileId: fileId || null,
            values: values
              .filter((row) => !isEmptyRow(row))
              .map(({ marker, value, unit, range }) => ({ marker, value, unit, range })),
            version: stored?.version ?? 0,
          },
        },
        {
          onSuccess: (analysis) => {
            if (!goesOn) showNotice.success('Borrador guardado')
            saved(analysis, goesOn)
          },
        },
      ),
  }
}

function AnalysisForm(props: AnalysisFormProps) {
  const { customerId, stored } = props
  const [initial] = useState(() => toAnalysisTexts(stored))
  const [texts, setTexts] = useState(initial)
  const { send, isPending, error, variables } = useSaveAnalysis(props)
  const set = (changes: Partial<AnalysisTexts>) => setTexts((before) => ({ ...before, ...changes }))
  const isChanged = JSON.stringify(texts) !== JSON.stringify(initial)
  return (
    <Form
      draft={createUnstoredFormDraft('analysis', isChanged && !isPending)}
      refused={error}
      onSubmit={() => send(texts, true)}
    >
      <div className="analysis-head-fields">
        <TextField
          name="sampledOn"
          type="date"
          label={analysisFields.sampledOn.label}
          required
          value={texts.sampledOn}
          onChange={({ target }) => set({ sampledOn: target.value })}
        />
        {(['laboratory', 'method'] as const).map((field) => (
          <TextField
            key={field}
            name={field}
            label={analysisFields[field].label}
            required
            value={texts[field]}
            onChange={({ target }) => set({ [field]: target.value })}
          />
        ))}
        <AnalysisReportField customerId={customerId} fileId={texts.fileId} choose={(fileId) => set({ fileId })} />
      </div>
      {analysisSummaryKeys.map((field) => (
        <TextAreaField
          key={field}
          name={field}
          label={analysisFields[field].label}
          maxLength={4000}
          value={texts[field]}
          onChange={({ target }) => set({ [field]: target.value })}
        />
      ))}
      <AnalysisValuesGrid rows={texts.values} change={(values) => set({ values })} />
      <FormErrorNotice error={error} title="No se pudo guardar" />
      <div className="dialog-actions">
        <CancelButton />
        <Button variant="secondary" disabled={isPending} onClick={() => send(texts, false)}>
          Guardar borrador
        </Button>
        <Button type="submit" busy={isPending && variables !== undefined} busyText="Guardando...">
          Repasar y publicar
        </Button>
      </div>
    </Form>
  )
}
