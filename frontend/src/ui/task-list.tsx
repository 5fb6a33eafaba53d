import type { ReactNode } from 'react'
import { ActionsMenu, type MenuAction } from './actions-menu.tsx'
import { Link } from './link.tsx'
import './task-list.css'

/** Something that waits for somebody of the practice. */
export interface Task {
  readonly id: string
  /** What is to be done, such as «Pago sin fecha». */
  readonly kind: string
  readonly person: string
  /** Where more can be read of it. */
  readonly to: string
  readonly fact: ReactNode
  /** Instant by which it has to be done, or since when it waits: these two are never compared with each other. */
  readonly at: { readonly deadline: string } | { readonly since: string }
  readonly isForToday: boolean
  /** Nothing is to be done before somebody else answers. */
  readonly waitsForOthers?: boolean
  /** One press that does it, or opens exactly what does. */
  readonly action: ReactNode
  readonly others?: readonly MenuAction[]
}

/** The tasks of one kind, as far as they are known. */
export interface TaskSource {
  readonly tasks: readonly Task[]
  readonly isPending: boolean
  readonly error: Error | null
  readonly refetch: () => unknown
  /** There are more than these. */
  readonly hasMore: boolean
}

export const TaskList = ({ label, tasks }: { readonly label: string; readonly tasks: readonly Task[] }) => (
  <ul className="task-list" aria-label={label}>
    {tasks.map(({ id, kind, person, to, fact, isForToday, action, others }) => (
      <li key={id} className="task">
        <span className={isForToday ? 'task-mark task-mark-today' : 'task-mark'} aria-hidden="true" />
        <p className="task-words">
          <strong>
            {kind}
            {isForToday && <span className="visually-hidden">, para hoy</span>}
          </strong>{' '}
          <span>
            <Link to={to}>{person}</Link>
            {fact && <>, {fact}</>}
          </span>
        </p>
        <div className="task-action">
          {action}
          {others && <ActionsMenu label={`Otras acciones: ${kind}, ${person}`} actions={others} />}
        </div>
      </li>
    ))}
  </ul>
)
