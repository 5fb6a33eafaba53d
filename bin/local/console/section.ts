interface Section {
  readonly id: string
  readonly title: string
  /** HTML that the script replaces when the server has something new. */
  readonly live: string
  /** HTML that stays as it is, so that nothing a person types is lost. */
  readonly fixed?: string
}

export function section({ id, title, live, fixed = '' }: Section): string {
  return `<section aria-labelledby="${id}-title">
<h2 id="${id}-title" tabindex="-1">${title}</h2>
<div id="${id}" data-live>${live}</div>
${fixed}</section>`
}
