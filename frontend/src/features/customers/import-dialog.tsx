import { useRef, useState, type ChangeEvent, useId } from 'react'
import { customerFieldLabels } from '#contract/customer'
import { MAX_IMPORT_ROWS, type CustomerImportProblem } from '#contract/customer-import'
import { healthDataLegalBases } from '#contract/health-consent'
import { formatInteger } from '../../ui/format.ts'
import { toErrorMessage } from '../../api/error-message.ts'
import type { FreshMfaProofPrompt } from '../../api/mfa-proof.ts'
import { ApiError } from '../../api/api-error.ts'
import { legalBasisOptions } from '../../content/legal-bases.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogCloseAction } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { CancelButton } from '../../ui/form.tsx'
import { NoticeBox } from '../../ui/notice-box.tsx'
import { RefusedFieldsProvider, useRefusedFields } from '../../ui/refused-fields.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { useConfirmedLeave, useGuardRunningWork } from '../../ui/unsaved-work.ts'
import { RecentCustomerImports } from './recent-imports.tsx'
import {
  type CheckedImportFile,
  type ImportProgress,
  ImportFileTooLargeError,
  useCheckImportFile,
  useWriteImport,
} from './use-customer-imports.ts'

interface ImportDialogProps {
  readonly proof: FreshMfaProofPrompt
  readonly close: () => void
}

const inputNames = { text: 'file' }

export function CustomerImportDialog({ proof, close }: ImportDialogProps) {
  const check = useCheckImportFile()
  const [chosen, setChosen] = useState('')
  const [started, setStarted] = useState(false)
  const basis = healthDataLegalBases.find((each) => each === chosen)
  const root = useRef<HTMLDivElement>(null)
  const refusedFields = useRefusedFields(root, { error: check.error, inputNames })
  return (
    <Dialog title="Importar clientes" close={close} wide>
      <div className="form" ref={root}>
        <RefusedFieldsProvider {...refusedFields}>
          <p>
            Elige un archivo CSV con una fila de títulos: {Object.values(customerFieldLabels).join(', ')}. Solo{' '}
            {customerFieldLabels.name} y {customerFieldLabels.email} son obligatorios. Los apellidos pueden venir en una
            columna aparte. Puede tener como máximo {formatInteger(MAX_IMPORT_ROWS)} filas.
          </p>
          <SelectField
            name="basis"
            label="Base legal de las notas"
            options={legalBasisOptions}
            none="El archivo no trae notas"
            hint="Las notas pueden ser datos de salud: elige antes del archivo en qué base te apoyas, solo si puedes demostrarla. Queda guardada con tu nombre y la fecha en cada cliente que tenga notas."
            value={chosen}
            disabled={started}
            onChange={({ target }) => {
              setChosen(target.value)
              refusedFields.forget('basis')
              // The legal basis applies to the checked file.
              const basisNow = healthDataLegalBases.find((each) => each === target.value)
              if (check.data && check.variables) check.mutate({ ...check.variables, basis: basisNow })
            }}
          />
          <FileField
            choose={(file) => {
              setStarted(false)
              check.mutate({ file, basis })
            }}
          />
          {check.isPending && <p role="status">Revisando el archivo...</p>}
          {check.error && <NoticeBox kind="problem">{unchecked(check.error)}</NoticeBox>}
          {check.data && !check.isPending && (
            <Verdict key={check.submittedAt} checked={check.data} proof={proof} begin={() => setStarted(true)} />
          )}
          {!check.data && <RecentCustomerImports proof={proof} />}
          {!check.data && <DialogCloseAction close={close} />}
        </RefusedFieldsProvider>
      </div>
    </Dialog>
  )
}

function FileField({ choose }: { readonly choose: (file: File) => void }) {
  const leave = useConfirmedLeave()
  const change = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const [file] = target.files ?? []
    if (!file) return
    let isChosen = false
    leave(() => {
      isChosen = true
      choose(file)
    })
    // The choice is pending while the question is open.
    if (!isChosen) target.value = ''
  }
  return (
    <TextField
      name="file"
      label="Archivo CSV"
      type="file"
      className="customer-file"
      accept=".csv,text/csv"
      // Reset, because choosing a file of the same name again would send no change event.
      onClick={({ currentTarget }) => {
        currentTarget.value = ''
      }}
      onChange={change}
    />
  )
}

const unchecked = (error: Error): string =>
  error instanceof ImportFileTooLargeError
    ? 'El archivo es demasiado grande: como mucho, 2,5 MB. Divídelo en varios e impórtalos uno a uno.'
    : toErrorMessage(error)

const runningWords = {
  title: 'La importación está en marcha',
  text: 'Si sales ahora, se descarta y no se añade ningún cliente.',
  stay: 'Seguir importando',
  leave: 'Descartar importación',
}

/** The last call cannot be taken back. */
const finishingWords = {
  title: 'La importación está terminando',
  text: 'Ya está todo guardado: aunque salgas, sus clientes se añaden a la lista. Si algo falla, podrás terminarla en «Importar CSV».',
  stay: 'Seguir aquí',
  leave: 'Salir',
}

const checkedWords = {
  title: 'El archivo está revisado y sin importar',
  text: 'Si sales ahora, tendrás que elegirlo y revisarlo otra vez.',
  stay: 'Seguir aquí',
  leave: 'Salir sin importar',
}

const useLeaveBeforeStart = (isIdle: boolean, count: number) => useGuardRunningWork(isIdle && count > 0, checkedWords)

interface VerdictProps {
  readonly checked: CheckedImportFile
  readonly proof: FreshMfaProofPrompt
  readonly begin: () => void
}

function Verdict({ checked, proof, begin }: VerdictProps) {
  const { rows, problems, ignored, fileName, basis } = checked
  const { mutate, isIdle, isPending, isSuccess, error, progress, discarding } = useWriteImport()
  useLeaveBeforeStart(isIdle, rows.length)
  useGuardRunningWork(isPending, leaveWordsFor(progress))
  const isWritable = rows.length > 0 && !isSuccess && importedText(error).length === 0
  return (
    <>
      {problems.length > 0 && <Problems problems={problems} proof={proof} />}
      {isWritable && <Fine checked={checked} />}
      <Ignored titles={ignored} />
      {isPending && <RunningProgress progress={progress} discarding={discarding} />}
      {error && <BrokenOff error={error} progress={progress} />}
      {isSuccess && <Finished count={rows.length} proof={proof} />}
      <div className="dialog-actions">
        <CancelButton>{isSuccess ? 'Cerrar' : 'Cancelar'}</CancelButton>
        {isWritable && (
          <Button
            busy={isPending}
            busyText={discarding ? 'Descartando...' : 'Importando...'}
            onClick={() => {
              begin()
              mutate({ fileName, rows, basis })
            }}
          >
            {error ? 'Reintentar' : `Importar ${countText(rows.length)}`}
          </Button>
        )}
      </div>
    </>
  )
}

const importedText = (error: Error | null): readonly string[] =>
  error instanceof ApiError && error.code === 'client-email-taken' ? (error.problems['rows'] ?? []) : []

const isAllWritten = (progress: ImportProgress | undefined): boolean =>
  progress !== undefined && progress.done === progress.total

const leaveWordsFor = (progress: ImportProgress | undefined) => (isAllWritten(progress) ? finishingWords : runningWords)

/** After the last chunk only the answer may have been lost. */
function BrokenOff({ error, progress }: { readonly error: Error; readonly progress: ImportProgress | undefined }) {
  const taken = importedText(error)
  if (taken.length > 0) {
    return (
      <NoticeBox kind="problem">
        <p>
          No se ha importado nada: desde que se revisó el archivo hay ya{' '}
          {taken.length === 1 ? 'un cliente con este correo' : 'clientes con estos correos'}.
        </p>
        <ul className="customer-problems">
          {taken.map((email) => (
            <li key={email}>{email}</li>
          ))}
        </ul>
        <p>Vuelve a elegir el archivo para ver en qué filas están.</p>
      </NoticeBox>
    )
  }
  return (
    <NoticeBox kind="problem">
      {toErrorMessage(error)}{' '}
      {isAllWritten(progress)
        ? 'Puede que la importación haya terminado: pulsa «Reintentar» para comprobarlo.'
        : 'Todavía no se ha añadido ningún cliente.'}
    </NoticeBox>
  )
}

const Ignored = ({ titles }: { readonly titles: readonly string[] }) =>
  titles.length > 0 && <p className="field-hint">No se importan las columnas: {titles.join(', ')}.</p>

const Finished = ({ count, proof }: { readonly count: number; readonly proof: FreshMfaProofPrompt }) => (
  <>
    <NoticeBox>Importación terminada: {countText(count)} más en la lista.</NoticeBox>
    <RecentCustomerImports proof={proof} />
  </>
)

const countText = (count: number): string => (count === 1 ? '1 cliente' : `${count} clientes`)

const Fine = ({ checked: { rows } }: { readonly checked: CheckedImportFile }) => (
  <NoticeBox>
    <p>El archivo está bien: {countText(rows.length)}. Todavía no se ha guardado nada.</p>
    <p>
      {rows
        .slice(0, 3)
        .map(({ name, email }) => `${name} (${email})`)
        .join(', ')}
      {rows.length > 3 && '…'}
    </p>
  </NoticeBox>
)

/** A file with more is of the wrong kind. */
const SHOWN = 50

function Problems({
  problems,
  proof,
}: {
  readonly problems: readonly CustomerImportProblem[]
  readonly proof: FreshMfaProofPrompt
}) {
  return (
    <>
      <NoticeBox kind="problem">
        <p>No se ha importado nada. Corrige el archivo y vuelve a elegirlo:</p>
        <ul className="customer-problems">
          {problems.slice(0, SHOWN).map(({ row, column, text }) => (
            <li key={`${row} ${column} ${text}`}>
              Fila {row}
              {column && `, ${column}`}: {text}
            </li>
          ))}
        </ul>
        {problems.length > SHOWN && (
          <p>{problems.length === SHOWN + 1 ? 'Y 1 problema más.' : `Y ${problems.length - SHOWN} problemas más.`}</p>
        )}
      </NoticeBox>
      <RecentCustomerImports proof={proof} />
    </>
  )
}

interface RunningProgressProps {
  readonly progress: ImportProgress | undefined
  readonly discarding: ImportProgress | undefined
}

function RunningProgress({ progress, discarding }: RunningProgressProps) {
  if (discarding) return <ImportProgressBar label="Descartando la importación" {...discarding} />
  return progress && <ImportProgressBar label="Importando clientes" {...progress} />
}

function ImportProgressBar({ label, done, total }: ImportProgress & { readonly label: string }) {
  const id = useId()
  return (
    <div>
      <label className="field-label" htmlFor={id}>
        {label}: {done} de {total}
      </label>
      <progress id={id} className="customer-progress" max={total} value={done} />
    </div>
  )
}
