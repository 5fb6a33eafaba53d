/** Parsed bracketed names: `a[b][0][c]=1` is `{ a: { b: [{ c: '1' }] } }`. */
export interface StripeFormBody {
  [name: string]: StripeFormBodyValue
}
export type StripeFormBodyValue = string | StripeFormBodyValue[] | StripeFormBody

interface Branch {
  value?: string
  readonly children: Map<string, Branch>
}

/** Reads `application/x-www-form-urlencoded` text as Stripe does: `a[]=x` appends, numbered names make a list. */
export function parseStripeFormBody(text: string): StripeFormBody {
  const root: Branch = { children: new Map() }
  for (const [name, value] of new URLSearchParams(text)) {
    let branch = root
    for (const step of name.replaceAll(']', '').split('[')) {
      branch = childOf(branch, step === '' ? String(branch.children.size) : step)
    }
    branch.value = value
  }
  return formOf(root)
}

function childOf(branch: Branch, name: string): Branch {
  const known = branch.children.get(name)
  if (known) return known
  const child: Branch = { children: new Map() }
  branch.children.set(name, child)
  return child
}

function formOf(branch: Branch): StripeFormBody {
  // fromEntries defines own properties, so a field called `__proto__` stays a field.
  return Object.fromEntries([...branch.children].map(([name, child]) => [name, valueOf(child)]))
}

function valueOf(branch: Branch): StripeFormBodyValue {
  if (branch.children.size === 0) return branch.value ?? ''
  const numbered = [...branch.children.keys()].every((name) => /^\d+$/.test(name))
  return numbered ? [...branch.children.values()].map(valueOf) : formOf(branch)
}
