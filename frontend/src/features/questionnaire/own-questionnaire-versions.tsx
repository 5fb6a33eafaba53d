import { useState } from 'react'
import type { QuestionnaireVersionSummary } from '#contract/questionnaire'
import { toErrorMessage } from '../../api/error-message.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { formatInstantAsDay } from '../../ui/format.ts'
import { LoadMoreButton } from '../../ui/load-more.tsx'
import { Card, CardLoading, CardLoadError } from '../../ui/panel.tsx'
import { formatTime } from '../../ui/wall-time.ts'
import { QuestionnaireAnswersView } from './questionnaire-answers.tsx'
import { useOwnQuestionnaireVersion, useOwnQuestionnaireVersions } from './use-own-questionnaire.ts'

const when = ({ savedAt }: QuestionnaireVersionSummary) => `${formatInstantAsDay(savedAt)}, ${formatTime(savedAt)}`

export function OwnQuestionnaireVersions() {
  const list = useOwnQuestionnaireVersions()
  const [opened, open] = useState<QuestionnaireVersionSummary | null>(null)
  return (
    <Card id="questionnaire-versions" title="Lo que has guardado">
      <p className="field-hint">Cada vez que guardas tu perfil, conservamos también lo que respondiste antes.</p>
      <List list={list} open={open} />
      {opened && <VersionDialog version={opened} close={() => open(null)} />}
    </Card>
  )
}

interface ListProps {
  readonly list: ReturnType<typeof useOwnQuestionnaireVersions>
  readonly open: (version: QuestionnaireVersionSummary) => void
}

function List({ list, open }: ListProps) {
  if (list.isPending) return <CardLoading text="Cargando versiones..." />
  if (!list.data) return <CardLoadError text={toErrorMessage(list.error)} retry={() => void list.refetch()} />
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
      <LoadMoreButton list={list} />
    </>
  )
}

interface VersionDialogProps {
  readonly version: QuestionnaireVersionSummary
  readonly close: () => void
}

function VersionDialog({ version, close }: VersionDialogProps) {
  const { data, isPending, error, refetch } = useOwnQuestionnaireVersion(version.version)
  return (
    <Dialog title={`Guardado el ${when(version)}`} close={close}>
      {isPending && <CardLoading text="Cargando respuestas..." />}
      {error && <CardLoadError text={toErrorMessage(error)} retry={() => void refetch()} />}
      {data && <QuestionnaireAnswersView answers={data.answers} before={data.before} />}
      <div className="dialog-actions">
        <Button onClick={close}>Cerrar</Button>
      </div>
    </Dialog>
  )
}
