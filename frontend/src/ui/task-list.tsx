import type { ReactNode } from 'react'
import { ActionsMenu, type MenuAction } from './actions-menu.tsx'
import { Link } from './link.tsx'
import './task-list.css'

export interface Task {
  readonly id: string
  readonly kind: string
  readonly person: string
  readonly to: string
  readonly fact: ReactNode
  readonly at: { readonly deadline: string } | { readonly since: string }
  readonly isForToday: boolean
  readonly waitsForOthers?: boolean
  readonly action: ReactNode
  readonly others?: readonly MenuAction[]
}

export interface TaskSource {
  readonly tasks: readonly Task[]
  readonly isPending: boolean
  readonly error: Error | null
  readonly refetch: () => unknown
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
