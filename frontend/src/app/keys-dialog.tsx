import type { ReactNode } from 'react'
import { sessionNotesFields } from '#contract/session-notes'
import { switchCharacterKeys, useAreCharacterKeysOn } from '../ui/character-keys.ts'
import { Dialog, DialogCloseAction } from '../ui/dialog.tsx'
import { SwitchField } from '../ui/switch-field.tsx'
import './keys-dialog.css'

type KeyRow = readonly [keys: readonly string[], text: string]

const everywhere: readonly KeyRow[] = [
  [['/'], 'Buscar un cliente'],
  [['g', 'h'], 'Hoy'],
  [['g', 'p'], 'Lista de clientes'],
  [['g', 'a'], 'Agenda'],
  [['?'], 'Esta lista'],
]

const { visitReason, assessment, plan } = sessionNotesFields

const within: readonly (readonly [title: string, rows: readonly KeyRow[]])[] = [
  [
    'En la agenda',
    [
      [['←', '→', '↑', '↓'], 'Moverse por días y medias horas'],
      [['Intro'], 'Crear o abrir'],
      [['M'], 'Mover la consulta; fuera de una, ver el mes'],
      [['T'], 'Ir a hoy'],
      [['D'], 'Ver el día'],
      [['S'], 'Ver la semana'],
    ],
  ],
  [
    'En las notas de la consulta',
    [
      [['Alt', '1'], visitReason.label],
      [['Alt', '2'], assessment.label],
      [['Alt', '3'], plan.label],
      [['Ctrl', 'Intro'], 'Guardar y cerrar la consulta'],
    ],
  ],
  [
    'En la pauta',
    [
      [['←', '→', '↑', '↓'], 'Moverse por la tabla'],
      [['N'], 'Añadir un suplemento'],
      [['Ctrl', 'Z'], 'Deshacer'],
      [['Ctrl', 'Intro'], 'Publicar la pauta'],
    ],
  ],
]

export function KeysDialog({ close }: { readonly close: () => void }) {
  const on = useAreCharacterKeysOn()
  return (
    <Dialog title="Atajos de teclado" close={close}>
      <KeyList title={on ? 'En cualquier página' : 'En cualquier página (apagados)'} rows={everywhere} />
      <SwitchField
        label="Atajos de una tecla"
        hint="Los de «En cualquier página». Apágalos si hablas al ordenador o los pulsas sin querer; se recuerda en este navegador."
        on={on}
        onSwitch={switchCharacterKeys}
      />
      {within.map(([title, rows]) => (
        <KeyList key={title} title={title} rows={rows} />
      ))}
      <DialogCloseAction close={close} />
    </Dialog>
  )
}

const KeyList = ({ title, rows }: { readonly title: string; readonly rows: readonly KeyRow[] }): ReactNode => (
  <section className="keys-part">
    <h3>{title}</h3>
    <dl className="keys-list">
      {rows.map(([keys, text]) => (
        <div key={text}>
          <dt>
            {keys.map((each, index) => (
              <span key={each}>
                {index > 0 && ' '}
                <kbd>{each}</kbd>
              </span>
            ))}
          </dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  </section>
)
