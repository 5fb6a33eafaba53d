import { useState } from 'react'
import type { SavedVersion } from '#contract/questionnaire'
import { errorText } from '../../api/error-text.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { formatDay } from '../../ui/format.ts'
import { LoadMore } from '../../ui/load-more.tsx'
import { Card, CardLoading, CardProblem } from '../../ui/panel.tsx'
import { formatTime } from '../../ui/wall-time.ts'
import { QuestionnaireAnswers } from './questionnaire-answers.tsx'
import { useVersion, useVersions } from './use-questionnaire.ts'

const when = ({ savedAt }: SavedVersion) => `${formatDay(savedAt)}, ${formatTime(savedAt)}`

export function Versions() {
  const list = useVersions()
  const [opened, open] = useState<SavedVersion | null>(null)
  return (
    <Card id="questionnaire-versions" title="Lo que has guardado">
      <p className="field-hint">Cada vez que guardas tu perfil, conservamos también lo que respondiste antes.</p>
      <List list={list} open={open} />
      {opened && <VersionDialog version={opened} close={() => open(null)} />}
    </Card>
  )
}

interface ListProps {
  readonly list: ReturnType<typeof useVersions>
  readonly open: (version: SavedVersion) => void
}

function List({ list, open }: ListProps) {
  if (list.isPending) return <CardLoading text="Cargando versiones..." />
  if (!list.data) return <CardProblem text={errorText(list.error)} retry={() => void list.refetch()} />
  return (
    <>
      <ol className="questionnaire-versions" reversed>
        {list.data.pages
          .flatMap(({ items }) => items)
          .map((version) => (
            <li key={version.version}>
              <span>{when(version)}</span>
              <Button
                variant="secondary"
                size="small"
                aria-label={`Ver lo guardado el ${when(version)}`}
                onClick={() => open(version)}
              >
                Ver
              </Button>
            </li>
          ))}
      </ol>
      <LoadMore list={list} />
    </>
  )
}

interface VersionDialogProps {
  readonly version: SavedVersion
  readonly close: () => void
}

function VersionDialog({ version, close }: VersionDialogProps) {
  const { data, isPending, error, refetch } = useVersion(version.version)
  return (
    <Dialog title={`Guardado el ${when(version)}`} close={close}>
      {isPending && <CardLoading text="Cargando respuestas..." />}
      {error && <CardProblem text={errorText(error)} retry={() => void refetch()} />}
      {data && <QuestionnaireAnswers answers={data.answers} before={data.before} />}
      <div className="dialog-actions">
        <Button onClick={close}>Cerrar</Button>
      </div>
    </Dialog>
  )
}
