import { useId } from 'react'
import { columnTitles, IMPORT_ROWS, type ImportProblem } from '#contract/customer-import'
import { errorText } from '../../api/error-text.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { NoticeBox } from '../../ui/notice-box.tsx'
import { RecentImports } from './recent-imports.tsx'
import { type Checked, type Progress, TooLarge, useCheck, useWriting } from './use-import.ts'

/** Brings clients in from a file: first it is looked at, then it is written, all of it or nothing. */
export function ImportDialog({ close }: { readonly close: () => void }) {
  const check = useCheck()
  return (
    <Dialog title="Importar clientes" close={close} wide>
      <div className="form">
        <p>
          Elige un archivo CSV con una fila de títulos: {Object.values(columnTitles).join(', ')}. Solo{' '}
          {columnTitles.name} y {columnTitles.email} son obligatorios. Como mucho, {IMPORT_ROWS} filas.
        </p>
        <Field
          label="Archivo CSV"
          type="file"
          className="customer-file"
          accept=".csv,text/csv"
          // A corrected file has the name of the one before, and choosing that again would change nothing.
          onClick={({ currentTarget }) => {
            currentTarget.value = ''
          }}
          onChange={({ target }) => {
            const [file] = target.files ?? []
            if (file) check.mutate(file)
          }}
        />
        {check.isPending && <p role="status">Revisando el archivo...</p>}
        {check.error && <NoticeBox kind="problem">{unchecked(check.error)}</NoticeBox>}
        {check.data && !check.isPending && <Verdict key={check.submittedAt} checked={check.data} close={close} />}
        {!check.data && <RecentImports />}
        {!check.data && (
          <div className="dialog-actions">
            <Button look="secondary" onClick={close}>
              Cerrar
            </Button>
          </div>
        )}
      </div>
    </Dialog>
  )
}

const unchecked = (error: Error): string =>
  error instanceof TooLarge
    ? 'El archivo es demasiado grande: como mucho, 900 kB. Divídelo en varios e impórtalos uno a uno.'
    : errorText(error)

interface VerdictProps {
  readonly checked: Checked
  readonly close: () => void
}

function Verdict({ checked, close }: VerdictProps) {
  const { rows, problems, ignored, fileName } = checked
  const { mutate, isPending, isSuccess, error, progress } = useWriting()
  return (
    <>
      {problems.length > 0 && <Problems problems={problems} />}
      {problems.length === 0 && !isSuccess && <Fine checked={checked} />}
      <Ignored titles={ignored} />
      {progress && isPending && <ProgressBar label="Importando clientes" {...progress} />}
      {error && <BrokenOff error={error} progress={progress} />}
      {isSuccess && <Finished count={rows.length} />}
      <div className="dialog-actions">
        <Button look="secondary" onClick={close}>
          {isSuccess ? 'Cerrar' : 'Cancelar'}
        </Button>
        {rows.length > 0 && !isSuccess && (
          <Button busy={isPending} busyText="Importando..." onClick={() => mutate({ fileName, rows })}>
            {error ? 'Reintentar' : `Importar ${countText(rows.length)}`}
          </Button>
        )}
      </div>
    </>
  )
}

/** Once every row has arrived, what is missing is perhaps the answer alone. */
const BrokenOff = ({ error, progress }: { readonly error: Error; readonly progress: Progress | undefined }) => (
  <NoticeBox kind="problem">
    {errorText(error)}{' '}
    {progress && progress.done === progress.total
      ? 'Puede que la importación haya terminado: pulsa «Reintentar» para comprobarlo.'
      : 'Todavía no se ha añadido ningún cliente.'}
  </NoticeBox>
)

const Ignored = ({ titles }: { readonly titles: readonly string[] }) =>
  titles.length > 0 && <p className="field-hint">No se importan las columnas: {titles.join(', ')}.</p>

const Finished = ({ count }: { readonly count: number }) => (
  <>
    <NoticeBox>Importación terminada: {countText(count)} más en la lista.</NoticeBox>
    <RecentImports />
  </>
)

const countText = (count: number): string => (count === 1 ? '1 cliente' : `${count} clientes`)

const Fine = ({ checked: { rows } }: { readonly checked: Checked }) => (
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

/** So many problems are shown; with more of them the file is wrong as a whole. */
const SHOWN = 50

function Problems({ problems }: { readonly problems: readonly ImportProblem[] }) {
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
        {problems.length > SHOWN && <p>Y {problems.length - SHOWN} problemas más.</p>}
      </NoticeBox>
      <RecentImports />
    </>
  )
}

function ProgressBar({ label, done, total }: Progress & { readonly label: string }) {
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
