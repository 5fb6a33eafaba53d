import { useState } from 'react'
import { analysisFields, analysisSummaryKeys } from '#contract/analysis'
import type { CustomerAnalysis } from '#contract/analysis-endpoints'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { scrollIntoViewOnMount } from '../../ui/focus.ts'
import { CancelButton, Form } from '../../ui/form.tsx'
import { formatDayAndTime } from '../../ui/format.ts'
import { NoticeBox } from '../../ui/notice-box.tsx'
import { FormErrorNotice } from '../../ui/refused-fields.tsx'
import { showNotice } from '../../ui/show-notice.ts'
import { TextAreaField } from '../../ui/text-area-field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { AnalysisReadBack } from './analysis-read-back.tsx'
import { AnalysisReportField } from './analysis-report-field.tsx'
import { AnalysisValuesGrid } from './analysis-values-grid.tsx'
import { type AnalysisFormOptions, useAnalysisForm } from './use-analysis-form.ts'

interface AnalysisDialogProps {
  readonly customerId: string
  readonly stored: CustomerAnalysis | undefined
  readonly close: () => void
}

/** Save, review, publish: only the saved state that was shown for review can be published. */
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
            if (goesOn) return setReadBack(analysis)
            showNotice.success('Borrador guardado')
            return close()
          }}
        />
      )}
    </Dialog>
  )
}

const dirty = { shouldDirty: true }

function AnalysisForm(options: AnalysisFormOptions) {
  const { form, draft, error, isPending, meanwhile, keepMine, takeTheirs, send } = useAnalysisForm(options)
  const { register, setValue } = form
  const [fileId, values] = form.watch(['fileId', 'values'])
  return (
    <Form draft={draft} refused={error} onSubmit={() => send(true)}>
      <div className="analysis-head-fields">
        <TextField {...register('sampledOn')} type="date" label={analysisFields.sampledOn.label} required />
        {(['laboratory', 'method'] as const).map((field) => (
          <TextField key={field} {...register(field)} label={analysisFields[field].label} required />
        ))}
        <AnalysisReportField
          customerId={options.customerId}
          fileId={fileId}
          choose={(chosen) => setValue('fileId', chosen, dirty)}
        />
      </div>
      {analysisSummaryKeys.map((field) => (
        <TextAreaField key={field} {...register(field)} label={analysisFields[field].label} maxLength={4000} />
      ))}
      <AnalysisValuesGrid rows={values} change={(rows) => setValue('values', rows, dirty)} />
      {meanwhile ? (
        <Conflict {...{ meanwhile, keepMine, takeTheirs }} />
      ) : (
        <FormErrorNotice error={error} title="No se pudo guardar" />
      )}
      <div className="dialog-actions">
        <CancelButton />
        <Button variant="secondary" disabled={isPending} onClick={() => send(false)}>
          Guardar borrador
        </Button>
        <Button type="submit" busy={isPending} busyText="Guardando...">
          Repasar y publicar
        </Button>
      </div>
    </Form>
  )
}

interface ConflictProps {
  readonly meanwhile: CustomerAnalysis | 'removed'
  readonly keepMine: () => void
  readonly takeTheirs: (theirs: CustomerAnalysis) => void
}

const Conflict = ({ meanwhile, keepMine, takeTheirs }: ConflictProps) => (
  <div ref={scrollIntoViewOnMount}>
    <NoticeBox kind="problem">
      {meanwhile === 'removed' ? (
        <p>
          <strong>Otra persona ha eliminado esta analítica mientras tanto.</strong> Lo que has escrito sigue aquí: si lo
          guardas, será una nueva.
        </p>
      ) : (
        <p>
          <strong>Mientras tanto se ha guardado otra versión</strong>, el {formatDayAndTime(meanwhile.savedAt)}
          {meanwhile.savedBy && `, ${meanwhile.savedBy}`}. Lo que has escrito sigue aquí.
        </p>
      )}
      <div className="analysis-buttons">
        <Button size="small" onClick={keepMine}>
          Seguir con lo mío
        </Button>
        {meanwhile !== 'removed' && (
          <Button size="small" variant="secondary" onClick={() => takeTheirs(meanwhile)}>
            Descartar lo mío
          </Button>
        )}
      </div>
    </NoticeBox>
  </div>
)
