import { doseFoodRelations } from '#contract/dosing'
import { sparseFrequencies } from '#contract/protocol'
import { getObjectKeys } from '#contract/record-fields'
import { Button } from '../../ui/button.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { TextAreaField } from '../../ui/text-area-field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { dosingFormTextAreas } from './dosing-form.ts'
import type { GridLine, GridRow, LineProblem } from './protocol-lines.ts'
import type { ProtocolEditor } from './use-protocol.ts'

interface DetailsProps {
  readonly row: GridRow
  readonly editor: ProtocolEditor
  readonly problem: LineProblem | undefined
  readonly close: () => void
}

const same = (values: readonly string[]) => values.map((value) => [value, value] as const)

export function ProtocolLineDetails({ row, editor, problem, close }: DetailsProps) {
  const { line, before, change } = row
  const edit = (changes: Partial<GridLine>) => editor.edit(row, changes)
  const errorOf = (field: string) => (problem?.field === field ? problem.text : undefined)
  return (
    <div className="protocol-details" role="group" aria-label={`Más de ${line.name}`}>
      {change !== 'ended' && (
        <>
          <div className="form-pair">
            <SelectField
              label="Frecuencia"
              none="Cada día, en los momentos con cantidad"
              options={same(sparseFrequencies)}
              value={line.sparseFrequency}
              onChange={({ target }) => edit({ sparseFrequency: target.value as GridLine['sparseFrequency'] })}
            />
            <SelectField
              label="Relación con la comida"
              options={same(doseFoodRelations)}
              value={line.foodRelation}
              error={errorOf('foodRelation')}
              onChange={({ target }) => edit({ foodRelation: target.value as GridLine['foodRelation'] })}
            />
          </div>
          <CourseFields line={line} edit={edit} errorOf={errorOf} />
          {getObjectKeys(dosingFormTextAreas).map((field) => (
            <TextAreaField
              key={field}
              label={dosingFormTextAreas[field].label}
              rows={2}
              value={line[field]}
              error={errorOf(field)}
              onChange={({ target }) => edit({ [field]: target.value })}
            />
          ))}
        </>
      )}
      <div className="protocol-details-actions">
        {before && change === 'changed' && (
          <Button variant="secondary" size="small" onClick={() => editor.restore(row)}>
            Dejar {line.name} como estaba
          </Button>
        )}
        <Button
          variant={change === 'ended' ? 'secondary' : 'remove'}
          size="small"
          onClick={() => {
            editor.end(row)
            close()
          }}
        >
          {endText(row)}
        </Button>
      </div>
    </div>
  )
}

interface CourseFieldsProps {
  readonly line: GridLine
  readonly edit: (changes: Partial<GridLine>) => void
  readonly errorOf: (field: string) => string | undefined
}

const CourseFields = ({ line, edit, errorOf }: CourseFieldsProps) => (
  <div className="form-pair">
    <TextField
      label="Inicio"
      type="date"
      value={line.startDate}
      error={errorOf('startDate')}
      onChange={({ target }) => edit({ startDate: target.value })}
    />
    <TextField
      label="Fin (opcional)"
      type="date"
      value={line.endDate}
      error={errorOf('endDate')}
      onChange={({ target }) => edit({ endDate: target.value })}
    />
    <TextField
      label="Duración (opcional)"
      placeholder="3 meses"
      value={line.duration}
      error={errorOf('duration')}
      onChange={({ target }) => edit({ duration: target.value })}
    />
    <TextField
      label="Tomas por envase (opcional)"
      inputMode="numeric"
      autoComplete="off"
      value={line.packDoses}
      error={errorOf('packDoses')}
      onChange={({ target }) => edit({ packDoses: target.value })}
    />
  </div>
)

function endText({ line: { name }, before, change }: GridRow): string {
  if (!before) return `Quitar ${name} de la tabla`
  return change === 'ended' ? `Seguir con ${name}` : `Terminar ${name} hoy`
}
