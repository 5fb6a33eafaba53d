import { useMutation, useQueryClient } from '@tanstack/react-query'
import { analysisFields } from '#contract/analysis'
import type { CustomerAnalysis } from '#contract/analysis-endpoints'
import { apiContract } from '#contract/api'
import { endpointMutationOptions, invalidateEndpoints } from '../../api/endpoint-query.ts'
import { Button } from '../../ui/button.tsx'
import { showDialogTopOnMount } from '../../ui/focus.ts'
import { createNoopFormDraft } from '../../ui/form-draft.ts'
import { Form } from '../../ui/form.tsx'
import { formatCalendarDay } from '../../ui/format.ts'
import { FormErrorNotice } from '../../ui/refused-fields.tsx'
import { showNotice } from '../../ui/show-notice.ts'
import { AnalysisContent } from './analysis-content.tsx'

const { publishAnalysis, listAnalysesOfCustomer, listAnalysisEditions } = apiContract.files

interface ReadBackProps {
  readonly customerId: string
  readonly analysis: CustomerAnalysis
  readonly edit: () => void
  readonly close: () => void
}

export function AnalysisReadBack({ customerId, analysis, edit, close }: ReadBackProps) {
  const queries = useQueryClient()
  const { analysisId, version, published } = analysis
  const { mutate, isPending, error } = useMutation({
    ...endpointMutationOptions(publishAnalysis),
    onSuccess: () => {
      showNotice.success(published ? 'Corrección publicada' : 'Publicada', 'El cliente recibirá un correo.')
      close()
    },
    onSettled: () =>
      invalidateEndpoints(
        queries,
        listAnalysesOfCustomer,
        listAnalysisEditions,
        apiContract.customers.readPathway,
        apiContract.customers.listTasks,
      ),
  })
  return (
    <Form
      draft={createNoopFormDraft('publish-analysis')}
      refused={error}
      onSubmit={() => mutate({ params: { customerId, analysisId }, body: { version } })}
    >
      <p ref={showDialogTopOnMount}>
        {published
          ? 'El cliente leerá esto en lugar de lo anterior, y un correo le dirá que hay una corrección.'
          : 'El cliente leerá esto tal cual. El correo solo le avisa.'}{' '}
        Compara cada valor, su unidad y su intervalo con el informe.
      </p>
      <dl className="analysis-facts">
        <div>
          <dt>{analysisFields.sampledOn.label}</dt>
          <dd>{formatCalendarDay(analysis.sampledOn)}</dd>
        </div>
        <div>
          <dt>{analysisFields.laboratory.label}</dt>
          <dd>{analysis.laboratory}</dd>
        </div>
        <div>
          <dt>{analysisFields.method.label}</dt>
          <dd>{analysis.method}</dd>
        </div>
        <div>
          <dt>{analysisFields.fileId.label}</dt>
          <dd>{analysis.fileId ? 'Con el informe del laboratorio' : 'Sin informe'}</dd>
        </div>
      </dl>
      <AnalysisContent analysis={analysis} />
      <FormErrorNotice error={error} title="No se pudo publicar" />
      <div className="dialog-actions">
        <Button variant="secondary" disabled={isPending} onClick={edit}>
          Volver a escribir
        </Button>
        <Button type="submit" busy={isPending} busyText="Publicando...">
          {published ? 'Publicar la corrección' : 'Publicar para el cliente'}
        </Button>
      </div>
    </Form>
  )
}
