import { Check, Circle } from 'lucide-react'
import './rule-list.css'

interface Rule {
  readonly id: string
  readonly text: string
  readonly holds: (value: string) => boolean
}

interface RuleListProps {
  readonly id: string
  readonly title: string
  readonly rules: readonly Rule[]
  readonly value: string
}

export const RuleList = ({ id, title, rules, value }: RuleListProps) => (
  <div className="rules" id={id}>
    <p className="rules-title">{title}</p>
    <ul className="rules-list">
      {rules.map((rule) => {
        const kept = rule.holds(value)
        const Icon = kept ? Check : Circle
        return (
          <li key={rule.id} className={kept ? 'rule rule-kept' : 'rule'}>
            <Icon size={14} aria-hidden="true" />
            <span>
              {rule.text}
              <span className="visually-hidden">{kept ? ': cumplido' : ': pendiente'}</span>
            </span>
          </li>
        )
      })}
    </ul>
  </div>
)
