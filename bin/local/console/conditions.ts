import escapeHtml from 'escape-html'
import { permanentConditions } from '../adverse-conditions.ts'
import { renderLocalConsoleAttributes } from './document.ts'
import type { AdverseConditionStatus } from './local-console-dependencies.ts'

export const renderConditions = (conditions: readonly AdverseConditionStatus[]): string =>
  `<ul>${conditions.map(toItem).join('')}</ul>`

function toItem({ name, label, text, on }: AdverseConditionStatus): string {
  const order = renderLocalConsoleAttributes({
    id: `condition-${name}`,
    path: '/_local/condition',
    body: { name, on: !on },
    done: `${label}: ${on ? 'no' : 'sí'}.`,
  })
  const names = `aria-labelledby="conditions-title condition-name-${name}" aria-describedby="condition-text-${name}"`
  return `<li class="row"><span><span id="condition-name-${name}">${escapeHtml(label)}</span>
<small id="condition-text-${name}">${escapeHtml(text)}</small></span>
<button type="button" role="switch" aria-checked="${on}" ${names} ${order}>${on ? 'Sí' : 'No'}</button></li>`
}

export const permanentConditionList = `<h3>Siempre en vigor</h3>
<ul>${Object.values(permanentConditions)
  .map(({ label, text }) => `<li>${escapeHtml(label)} <small>${escapeHtml(text)}</small></li>`)
  .join('')}</ul>`
